//! [`figures`]: statistics of random games of two games, with a confidence interval and a verdict for each.

use super::Two;
use super::interval::{Estimate, newcombe, wilson};
use super::playouts::{Playouts, Sums};
use crate::game::Game;
use serde::Serialize;

/// The unit of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    /// A share of the games, from 0 to 1.
    Share,
    /// Plies of a game.
    Plies,
    /// Legal moves per position.
    Moves,
}

/// The significance of a difference between two games in a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Significance {
    /// The interval of the difference excludes zero.
    Significant,
    /// The interval of the difference contains zero.
    NotSignificant,
    /// The values are equal in every pair of games.
    Equal,
    /// Only one game has the figure, or its variance is unknown.
    Unknown,
}

/// A figure of both games.
#[derive(Clone, Debug, Serialize)]
pub struct Figure {
    /// The name: `Red wins`, `draws`, `plies per game`.
    pub name: String,
    /// The unit.
    pub unit: Unit,
    /// The value in the first game.
    pub a: Option<Estimate>,
    /// The value in the second game.
    pub b: Option<Estimate>,
    /// The second value minus the first.
    pub difference: Option<Estimate>,
    /// Whether the difference is significant.
    pub verdict: Significance,
}

/// The name of the share of games that were stopped.
pub const UNFINISHED: &str = "unfinished";

/// The decimals of a number.
const DECIMALS: usize = 1;

/// The most decimals of a difference.
const MOST_DECIMALS: usize = 6;

/// The suffix for the wins of the first player.
const FIRST: &str = " (first)";

/// Computes the figures of random games in pairs: wins, draws, lengths, and numbers of legal moves.
pub fn figures(games: Two<&Game>, played: &Playouts) -> Vec<Figure> {
    let mut figures = Vec::new();
    let places = played.alike.len();
    for place in 0..places {
        let of = played.results(place);
        let name = match places - place {
            1 if of.a.max(of.b) == Some(0) => continue,
            1 => UNFINISHED.to_owned(),
            2 => "draws".to_owned(),
            // The wins of the first player show whether it is good to begin.
            _ if place == 0 => format!("{}{FIRST}", winner(games, place)),
            _ => winner(games, place),
        };
        let share = |hits: Option<u64>| hits.map(|hits| wilson(hits, played.games));
        let pairs = played.pairs(place);
        let difference = pairs.map(newcombe);
        let same = pairs.is_some_and(|pairs| pairs.a + pairs.b == 0);
        let verdict = verdict(difference, same);
        figures.push(Figure { name, unit: Unit::Share, a: share(of.a), b: share(of.b), difference, verdict });
    }
    figures.push(mean("plies per game", Unit::Plies, &played.plies));
    figures.push(mean("moves per position", Unit::Moves, &played.moves));
    figures
}

/// Returns `Red wins`, or `Red / Black wins` where this player has another name in the second game.
fn winner(games: Two<&Game>, place: usize) -> String {
    let name = |game: &Game| game.players.get(place).map(|player| player.name.clone());
    match (name(games.a), name(games.b)) {
        (Some(a), Some(b)) if a != b => format!("{a} / {b} wins"),
        (Some(name), _) | (None, Some(name)) => format!("{name} wins"),
        (None, None) => String::new(),
    }
}

fn mean(name: &str, unit: Unit, sums: &Sums) -> Figure {
    let (each, difference) = sums.estimates();
    let verdict = verdict(Some(difference), sums.equal());
    Figure { name: name.to_owned(), unit, a: Some(each.a), b: Some(each.b), difference: Some(difference), verdict }
}

pub(super) fn verdict(difference: Option<Estimate>, same: bool) -> Significance {
    match difference {
        None => Significance::Unknown,
        Some(_) if same => Significance::Equal,
        Some(difference) if difference.has_zero() => Significance::NotSignificant,
        Some(_) => Significance::Significant,
    }
}

impl Unit {
    /// Formats a value without its sign.
    pub fn number(self, value: f64) -> String {
        self.rounded(value, DECIMALS)
    }

    fn rounded(self, value: f64, decimals: usize) -> String {
        let value = if self == Unit::Share { 100.0 * value } else { value };
        format!("{value:.decimals$}")
    }

    /// Formats a difference with its interval: `-2.0 (-3.5 to -0.5)`. It has more decimals if the interval would seem to contain 0
    /// without them.
    pub fn difference(self, estimate: Estimate) -> String {
        let Estimate { value, low, high } = estimate;
        let near = low.abs().min(high.abs());
        let agrees = |decimals: &usize| estimate.has_zero() || !is_zero(&self.rounded(near, *decimals));
        let decimals = (DECIMALS..MOST_DECIMALS).find(agrees).unwrap_or(MOST_DECIMALS);
        let [value, low, high] = [value, low, high].map(|value| self.signed(value, decimals));
        format!("{value} ({low} to {high})")
    }

    /// Formats a difference with its sign, without its interval.
    pub fn change(self, value: f64) -> String {
        self.signed(value, DECIMALS)
    }

    fn signed(self, value: f64, decimals: usize) -> String {
        let number = self.rounded(value.abs(), decimals);
        match is_zero(&number) {
            true => number,
            false => format!("{}{number}", if value < 0.0 { "-" } else { "+" }),
        }
    }
}

fn is_zero(number: &str) -> bool {
    number.trim_matches(['0', '.']).is_empty()
}

impl Figure {
    /// Summarizes the difference in a few words.
    pub fn words(&self) -> String {
        let more = self.difference.is_some_and(|difference| difference.value > 0.0);
        let word = match (self.unit, more) {
            (Unit::Share, true) => "more often",
            (Unit::Share, false) => "less often",
            (Unit::Plies, true) => "longer",
            (Unit::Plies, false) => "shorter",
            (Unit::Moves, true) => "more",
            (Unit::Moves, false) => "fewer",
        };
        match self.verdict {
            Significance::Significant => format!("significant: {word}"),
            Significance::NotSignificant => "not significant".to_owned(),
            Significance::Equal => "equal".to_owned(),
            Significance::Unknown => "unknown".to_owned(),
        }
    }

    /// Returns a significant difference as a sentence about the second game, without a full stop.
    pub fn sentence(&self) -> Option<String> {
        let difference = self.difference.filter(|_| self.verdict == Significance::Significant)?;
        let more = difference.value > 0.0;
        // Both values are shown as the same number.
        let shown = self.a.zip(self.b).map(|(a, b)| self.unit.number(a.value) == self.unit.number(b.value));
        let slightly = if shown == Some(true) { "slightly " } else { "" };
        let how = format!("{slightly}{}", if more { "more" } else { "less" });
        Some(match (self.unit, self.name.as_str()) {
            (Unit::Share, "draws") => format!("draws are {how} frequent"),
            (Unit::Share, UNFINISHED) => format!("games stay unfinished {how} often"),
            (Unit::Share, name) => format!("{} {how} often", name.trim_end_matches(FIRST)),
            (Unit::Plies, _) => format!("games are {slightly}{}", if more { "longer" } else { "shorter" }),
            (Unit::Moves, _) => format!("there are {slightly}{} legal moves", if more { "more" } else { "fewer" }),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figure(unit: Unit, low: f64, high: f64) -> Figure {
        let difference = Some(Estimate { value: (low + high) / 2.0, low, high });
        let verdict = verdict(difference, false);
        Figure { name: "Red wins (first)".to_owned(), unit, a: None, b: None, difference, verdict }
    }

    #[test]
    fn significant_differences_are_put_into_words() {
        let figure_of = figure(Unit::Share, -0.08, -0.03);
        assert_eq!(figure_of.sentence().unwrap(), "Red wins less often");
        assert_eq!(figure_of.words(), "significant: less often");
        assert_eq!(figure(Unit::Plies, 1.0, 2.5).sentence().unwrap(), "games are longer");
        let value = |value| Some(Estimate { value, low: value, high: value });
        let small = Figure { a: value(12.31), b: value(12.33), ..figure(Unit::Moves, 0.01, 0.03) };
        assert_eq!(small.sentence().unwrap(), "there are slightly more legal moves");
        let chance = figure(Unit::Moves, -1.0, 2.5);
        assert_eq!((chance.sentence(), chance.words()), (None, "not significant".to_owned()));
    }

    #[test]
    fn differences_have_a_sign_unless_they_are_zero() {
        assert_eq!([0.0004, -0.02, 0.1].map(|value| Unit::Share.change(value)), ["0.0", "-2.0", "+10.0"]);
    }

    #[test]
    fn intervals_show_that_they_do_not_contain_zero() {
        let written = |unit: Unit, low, high| unit.difference(Estimate { value: (low + high) / 2.0, low, high });
        assert_eq!(written(Unit::Share, 0.0002, 0.056), "+2.81 (+0.02 to +5.60)");
        assert_eq!(written(Unit::Moves, -0.5, -0.004), "-0.252 (-0.500 to -0.004)");
        assert_eq!(written(Unit::Share, -0.0002, 0.056), "+2.8 (0.0 to +5.6)");
        assert_eq!(written(Unit::Share, 0.002, 0.056), "+2.9 (+0.2 to +5.6)");
    }
}
