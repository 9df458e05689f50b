//! [`figures`]: what random games say about two games, with confidence intervals and a verdict for each figure.

use super::Two;
use super::interval::{Estimate, newcombe, wilson};
use super::playouts::{Playouts, Sums};
use crate::game::Game;
use serde::Serialize;

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Unit {
    /// A share of the games, from 0 to 1.
    Share,
    /// Plies of a game.
    Plies,
    /// Legal moves of a position.
    Moves,
}

/// Whether two games differ in a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// The interval of the difference leaves nought out.
    Real,
    /// Nought lies within it: what was seen may be chance.
    Unshown,
    /// The games of each seed are alike in this.
    Same,
    /// Only one game has the figure, or its spread is not known.
    Untold,
}

/// A figure of both games.
#[derive(Clone, Debug, Serialize)]
pub struct Figure {
    /// What it says: `Red wins`, `draws`, `plies per game`.
    pub name: String,
    /// What is counted.
    pub unit: Unit,
    /// In the first game.
    pub a: Option<Estimate>,
    /// In the second game.
    pub b: Option<Estimate>,
    /// What the second has more.
    pub difference: Option<Estimate>,
    /// Whether that is real.
    pub verdict: Verdict,
}

/// Behind the wins of the first player.
const FIRST: &str = " (first)";

/// The figures of random games in pairs: who wins how often, draws, lengths, and how many moves there are to choose from.
pub fn figures(games: Two<&Game>, played: &Playouts) -> Vec<Figure> {
    let mut figures = Vec::new();
    let places = played.alike.len();
    for place in 0..places {
        let of = played.results(place);
        let name = match places - place {
            1 if of.a.max(of.b) == Some(0) => continue,
            1 => "unfinished".to_owned(),
            2 => "draws".to_owned(),
            // The first player's wins say whether it is good to begin.
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
    figures.push(mean("moves to choose from", Unit::Moves, &played.moves));
    figures
}

/// `Red wins`; `Red / Black wins` where the player of this turn has another name in the second game.
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

fn verdict(difference: Option<Estimate>, same: bool) -> Verdict {
    match difference {
        None => Verdict::Untold,
        Some(_) if same => Verdict::Same,
        Some(difference) if difference.has_zero() => Verdict::Unshown,
        Some(_) => Verdict::Real,
    }
}

impl Unit {
    /// A value as people read it, without its sign.
    pub fn number(self, value: f64) -> String {
        match self {
            Unit::Share => format!("{:.1}", 100.0 * value),
            Unit::Plies | Unit::Moves => format!("{value:.1}"),
        }
    }

    /// A difference as people read it, with its sign.
    pub fn signed(self, value: f64) -> String {
        let number = self.number(value.abs());
        match number.trim_matches(['0', '.']).is_empty() {
            true => number,
            false => format!("{}{number}", if value < 0.0 { "-" } else { "+" }),
        }
    }
}

impl Figure {
    /// What the difference comes to, in a few words.
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
            Verdict::Real => format!("real: {word}"),
            Verdict::Unshown => "may be chance".to_owned(),
            Verdict::Same => "the same".to_owned(),
            Verdict::Untold => "cannot be told".to_owned(),
        }
    }

    /// A real difference as a sentence about the second game, without a full stop.
    pub fn sentence(&self) -> Option<String> {
        let difference = self.difference.filter(|_| self.verdict == Verdict::Real)?;
        let more = difference.value > 0.0;
        Some(match (self.unit, self.name.as_str()) {
            (Unit::Share, "draws") => format!("draws come {} often", if more { "more" } else { "less" }),
            (Unit::Share, "unfinished") => {
                format!("games are left unfinished {} often", if more { "more" } else { "less" })
            }
            (Unit::Share, name) => {
                format!("{} {} often", name.trim_end_matches(FIRST), if more { "more" } else { "less" })
            }
            (Unit::Plies, _) => format!("games are {}", if more { "longer" } else { "shorter" }),
            (Unit::Moves, _) => format!("there are {} moves to choose from", if more { "more" } else { "fewer" }),
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
    fn what_is_real_is_said_in_words() {
        let figure_of = figure(Unit::Share, -0.08, -0.03);
        assert_eq!(figure_of.sentence().unwrap(), "Red wins less often");
        assert_eq!(figure_of.words(), "real: less often");
        assert_eq!(figure(Unit::Plies, 1.0, 2.5).sentence().unwrap(), "games are longer");
        let chance = figure(Unit::Moves, -1.0, 2.5);
        assert_eq!((chance.sentence(), chance.words()), (None, "may be chance".to_owned()));
    }

    #[test]
    fn a_difference_has_a_sign_unless_it_is_nought() {
        assert_eq!([0.0004, -0.02, 0.1].map(|value| Unit::Share.signed(value)), ["0.0", "-2.0", "+10.0"]);
    }
}
