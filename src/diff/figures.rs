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
        match self {
            Unit::Share => format!("{:.1}", 100.0 * value),
            Unit::Plies | Unit::Moves => format!("{value:.1}"),
        }
    }

    /// Formats a difference with its sign.
    pub fn signed(self, value: f64) -> String {
        let number = self.number(value.abs());
        match number.trim_matches(['0', '.']).is_empty() {
            true => number,
            false => format!("{}{number}", if value < 0.0 { "-" } else { "+" }),
        }
    }
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
        let how = if more { "more" } else { "less" };
        Some(match (self.unit, self.name.as_str()) {
            (Unit::Share, "draws") => format!("draws are {how} frequent"),
            (Unit::Share, UNFINISHED) => format!("games stay unfinished {how} often"),
            (Unit::Share, name) => format!("{} {how} often", name.trim_end_matches(FIRST)),
            (Unit::Plies, _) => format!("games are {}", if more { "longer" } else { "shorter" }),
            (Unit::Moves, _) => format!("there are {} legal moves", if more { "more" } else { "fewer" }),
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
        let chance = figure(Unit::Moves, -1.0, 2.5);
        assert_eq!((chance.sentence(), chance.words()), (None, "not significant".to_owned()));
    }

    #[test]
    fn differences_have_a_sign_unless_they_are_zero() {
        assert_eq!([0.0004, -0.02, 0.1].map(|value| Unit::Share.signed(value)), ["0.0", "-2.0", "+10.0"]);
    }
}
