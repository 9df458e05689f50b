//! The notation of a game in progress: lists of moves, and results by name.

use crate::engine::Engine;
use crate::game::Game;
use crate::game::piece::Player;
use crate::outcome::{Fault, Outcome};
use crate::position::Position;
use crate::refusal;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Returns the move texts in a list. Spaces, commas and line breaks separate them: no move text contains these.
pub fn split(list: &str) -> impl Iterator<Item = &str> {
    list.split([' ', ',', '\t', '\r', '\n']).filter(|text| !text.is_empty())
}

/// The reason why a written move was not made.
///
/// See [the library's first page](crate#playing) for an example.
#[derive(Clone, Debug)]
pub enum NotPlayed {
    /// It is not legal.
    Illegal {
        /// The text.
        text: String,
        /// The number of plies before it.
        ply: u32,
        /// Why it is illegal, as a sentence without a full stop.
        why: String,
    },
    /// A fault of the rules.
    Fault(Fault),
}

impl fmt::Display for NotPlayed {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotPlayed::Illegal { why, .. } => out.write_str(why),
            NotPlayed::Fault(fault) => fault.fmt(out),
        }
    }
}

impl std::error::Error for NotPlayed {}

impl From<Fault> for NotPlayed {
    fn from(fault: Fault) -> NotPlayed {
        NotPlayed::Fault(fault)
    }
}

/// Makes the move with this text.
pub fn play(engine: &dyn Engine, position: &Position, text: &str) -> Result<Position, NotPlayed> {
    let Some(mv) = engine.find(position, text)? else {
        let refusal = engine.why_not(position, text)?;
        let why = refusal::sentence(engine.game(), text, &refusal);
        return Err(NotPlayed::Illegal { text: text.to_owned(), ply: position.ply, why });
    };
    let mut after = position.clone();
    engine.play_unchecked(&mut after, &mv)?;
    Ok(after)
}

/// Makes all moves of a list and returns the position after each.
pub fn play_all<'a>(
    engine: &dyn Engine,
    start: &Position,
    texts: impl IntoIterator<Item = &'a str>,
) -> Result<Vec<Position>, NotPlayed> {
    let mut positions: Vec<Position> = Vec::new();
    for text in texts {
        let next = play(engine, positions.last().unwrap_or(start), text)?;
        positions.push(next);
    }
    Ok(positions)
}

/// Returns the texts of all legal moves, in the order of the language.
pub fn legal_texts(engine: &dyn Engine, position: &Position) -> Result<Vec<String>, Fault> {
    engine.legal_moves(position)?.iter().map(|mv| engine.text(position, mv)).collect()
}

/// A result with the winner's name, as scripts read it: `{"winner":"Black"}` or `{"draw":true}`.
///
/// ```
/// use boardwright::notation::Verdict;
/// use boardwright::outcome::Outcome;
///
/// let mut session = boardwright::load_bundled("tic-tac-toe", &[])?.session()?;
/// for text in ["b2", "a1", "a2", "b1", "c2"] {
///     session.make_text(text)?;
/// }
/// let outcome = session.outcome().expect("three in a row");
/// assert!(matches!(outcome, Outcome::Win(_)));
/// let verdict = Verdict::new(session.game(), outcome);
/// assert_eq!(verdict.to_string(), "X wins");
/// assert_eq!(serde_json::to_string(&verdict)?, r#"{"winner":"X"}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Verdict {
    /// That player has won.
    Winner(String),
    /// Nobody has won.
    Draw(bool),
}

impl Verdict {
    /// Creates the verdict for the outcome of a game.
    pub fn new(game: &Game, outcome: Outcome) -> Verdict {
        match outcome {
            Outcome::Win(player) => Verdict::Winner(game.player_name(player).to_owned()),
            Outcome::Draw => Verdict::Draw(true),
        }
    }
}

impl fmt::Display for Verdict {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Verdict::Winner(name) => write!(out, "{name} wins"),
            Verdict::Draw(_) => out.write_str("a draw"),
        }
    }
}

/// Returns the player to move, or `None` in a finished game.
pub fn to_move(position: &Position) -> Option<Player> {
    position.outcome.is_none().then_some(position.mover)
}

/// Returns the state of a game in a few words: `Black to move`, `White wins`, `Red to move; Green is out`.
pub fn status(game: &Game, position: &Position) -> String {
    let turn = turn(game, position);
    let out: Vec<&str> = match position.outcome {
        Some(_) => Vec::new(),
        None => out(game, position).map(|player| game.player_name(player)).collect(),
    };
    match out.as_slice() {
        [] => turn,
        [name] => format!("{turn}; {name} is out"),
        [names @ .., last] => format!("{turn}; {} and {last} are out", names.join(", ")),
    }
}

/// Returns the player to move, or the result, in a few words: `Black to move`, `White wins`.
pub fn turn(game: &Game, position: &Position) -> String {
    match position.outcome {
        Some(outcome) => Verdict::new(game, outcome).to_string(),
        None => format!("{} to move", game.player_name(position.mover)),
    }
}

/// Returns the players who are out of a game for three or more players, in turn order.
///
/// ```
/// use boardwright::{notation, position_line};
///
/// let checkers = boardwright::load_bundled("chinese-checkers", &[])?;
/// assert_eq!(notation::out(checkers.game(), &checkers.start()?).count(), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn out<'g>(game: &'g Game, position: &'g Position) -> impl Iterator<Item = Player> + 'g {
    let players = if game.players.len() > 2 { game.players.len().min(16) } else { 0 };
    (0..players).filter(|n| position.players >> n & 1 == 0).map(|n| Player(n as u8))
}

/// Returns the players who went out of a game for three or more players between two of its positions.
pub fn went_out<'g>(game: &'g Game, before: &'g Position, after: &'g Position) -> impl Iterator<Item = Player> + 'g {
    out(game, after).filter(|player| before.players >> player.0 & 1 == 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_split_at_spaces_and_commas() {
        assert_eq!(split(" a1, b2  c3,d4\n").collect::<Vec<_>>(), ["a1", "b2", "c3", "d4"]);
    }

    #[test]
    fn verdicts_are_what_scripts_expect() {
        let json = |verdict: &Verdict| serde_json::to_string(verdict).unwrap();
        assert_eq!(json(&Verdict::Winner("Black".into())), r#"{"winner":"Black"}"#);
        assert_eq!(json(&Verdict::Draw(true)), r#"{"draw":true}"#);
    }
}
