//! [`Record`]: a saved game, verified move by move when it is loaded.

use crate::engine::Engine;
use crate::game::spec::LineError;
use crate::notation::{self, NotPlayed, Verdict};
use crate::outcome::Fault;
use crate::position::Position;
use crate::position_line::{self, NotSetUp};
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use std::collections::BTreeMap;
use std::fmt;

/// The value of the first field of every record.
const FORMAT: &str = "boardwright record 1";

/// A saved game: its rules, settings, moves and result.
///
/// ```
/// use boardwright::record::{Record, RecordError};
///
/// let rush = boardwright::load_bundled("rush", &[("size", "5")])?;
/// let mut record = Record::new("rush", &[("size".to_owned(), "5".to_owned())], None);
/// record.moves.push("c3".to_owned());
/// let again = Record::from_json(&record.to_json())?;
/// let positions = again.replay(&*rush)?;
/// assert_eq!(positions.last().unwrap().ply, 1);
///
/// record.moves.push("c3".to_owned());
/// let error = record.replay(&*rush).unwrap_err();
/// assert!(matches!(error, RecordError::Move { number: 2, .. }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    format: String,
    /// The bundled game's name, or the path of the rule file.
    pub game: String,
    /// The settings as given.
    #[serde(default, deserialize_with = "read_settings")]
    pub settings: BTreeMap<String, String>,
    /// The seed of the random players, if any.
    #[serde(default)]
    pub seed: Option<u64>,
    /// The [line](crate::position_line) of the first position, if it is not the game's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<String>,
    /// The players by name, in turn order; empty if nobody wrote them down.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub players: Vec<String>,
    /// The number of the game in a match, from 1.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub number: Option<u64>,
    /// What a player could spend on a move, in words.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub budget: Option<String>,
    /// The number of first moves that were drawn and not chosen.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opening: Option<u32>,
    /// The moves in order.
    pub moves: Vec<String>,
    /// The result, if the game is finished.
    #[serde(default)]
    pub result: Option<Verdict>,
    /// Why the game ended before the rules ended it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stopped>,
}

/// Reads settings, of which people also write numbers and truth values without quotes.
fn read_settings<'de, D: Deserializer<'de>>(json: D) -> Result<BTreeMap<String, String>, D::Error> {
    let values = BTreeMap::<String, serde_json::Value>::deserialize(json)?;
    let text = |(name, value)| match value {
        serde_json::Value::String(text) => Ok((name, text)),
        serde_json::Value::Number(number) if !number.is_f64() => Ok((name, number.to_string())),
        serde_json::Value::Bool(is_on) => Ok((name, is_on.to_string())),
        other => Err(D::Error::custom(format!("the setting `{name}` is a text or a whole number, not `{other}`"))),
    };
    values.into_iter().map(text).collect()
}

/// Why a game ended before the rules ended it.
///
/// See [`Record`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Stopped {
    /// The player who lost by it; nobody if the game was too long.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub loser: Option<String>,
    /// Why, as a sentence without a full stop.
    pub why: String,
}

/// The reason why a record cannot be used.
///
/// See [`Record`] for an example.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum RecordError {
    /// It is JSON Lines: a record on each line.
    Several,
    /// It is not JSON, or lacks the fields of a record.
    NotARecord {
        /// What is wrong.
        message: String,
        /// The line, from 1; 0 if no line is at fault.
        line: usize,
        /// The column, from 1.
        column: usize,
    },
    /// It is JSON, but something else, or a record of another version.
    Format(String),
    /// The first position is not one of the game.
    Position(LineError),
    /// A move is illegal.
    Move {
        /// The number of the move, from 1.
        number: usize,
        /// Why, as a sentence.
        why: String,
    },
    /// The moves lead to another result.
    Result {
        /// The result in the record.
        recorded: String,
        /// The result of the moves.
        played: String,
    },
    /// It is not a game of the match that it should belong to. Has the reason as a sentence without a full stop.
    OtherMatch(String),
    /// The rules failed.
    Fault(Fault),
}

impl fmt::Display for RecordError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordError::NotARecord { message, line: 0, .. } => write!(out, "not a saved game: {message}"),
            RecordError::Several => {
                write!(
                    out,
                    "not a saved game, but a file of several, one on each line; write one line to a file of its own"
                )
            }
            RecordError::NotARecord { message, line, column } => {
                write!(out, "not a saved game: {message} (line {line}, column {column})")
            }
            RecordError::Format(found) => {
                write!(out, "unsupported format `{found}` of a saved game; expected `{FORMAT}`")
            }
            RecordError::Position(error) => write!(out, "the position of the saved game is wrong: {error}"),
            RecordError::Move { number, why } => write!(out, "move {number} of the saved game is illegal: {why}"),
            RecordError::Result { recorded, played } => {
                write!(out, "the saved game has the result `{recorded}`, but its moves lead to `{played}`")
            }
            RecordError::OtherMatch(why) => write!(out, "not a game of this match: {why}"),
            RecordError::Fault(fault) => write!(out, "the rules failed: {fault}"),
        }
    }
}

impl std::error::Error for RecordError {}

impl Record {
    /// Creates a record without moves.
    pub fn new(game: impl Into<String>, settings: &[(String, String)], seed: Option<u64>) -> Record {
        Record {
            format: FORMAT.to_owned(),
            game: game.into(),
            settings: settings.iter().cloned().collect(),
            seed,
            position: None,
            players: Vec::new(),
            number: None,
            budget: None,
            opening: None,
            moves: Vec::new(),
            result: None,
            stopped: None,
        }
    }

    /// Returns the record as the text of a file.
    pub fn to_json(&self) -> String {
        // A struct of strings and numbers is always valid JSON.
        serde_json::to_string_pretty(self).unwrap_or_default() + "\n"
    }

    /// Returns the record as one line, without a line end, for a file of many games.
    pub fn to_json_line(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Parses a record. It does not check the moves: see [`Record::replay`].
    pub fn from_json(text: &str) -> Result<Record, RecordError> {
        let broken = |error: serde_json::Error| {
            let message = error.to_string();
            let message = message.split(" at line ").next().unwrap_or("").to_owned();
            RecordError::NotARecord { message, line: error.line(), column: error.column() }
        };
        if text.trim().is_empty() {
            return Err(RecordError::NotARecord { message: "the file is empty".to_owned(), line: 0, column: 0 });
        }
        if text.trim_end().lines().nth(1).is_some_and(|line| line.starts_with('{')) && text.starts_with('{') {
            let is_record = |line: &str| serde_json::from_str::<serde_json::Value>(line).is_ok();
            if text.lines().next().is_some_and(is_record) {
                return Err(RecordError::Several);
            }
        }
        // Check the format first: for another version, the error names it and not a new field.
        let value: serde_json::Value = serde_json::from_str(text).map_err(broken)?;
        match value.get("format").map(|format| format.as_str().unwrap_or("?")) {
            Some(FORMAT) => serde_json::from_str(text).map_err(broken),
            Some(other) => Err(RecordError::Format(other.to_owned())),
            None => Err(RecordError::NotARecord { message: "missing field `format`".to_owned(), line: 0, column: 0 }),
        }
    }

    /// Replays the record and verifies each move and the result. Returns all positions, including the first.
    pub fn replay(&self, engine: &dyn Engine) -> Result<Vec<Position>, RecordError> {
        let start = match &self.position {
            None => engine.start().map_err(RecordError::Fault)?,
            Some(line) => position_line::parse(engine, line).map_err(|error| match error {
                NotSetUp::Line(error) => RecordError::Position(error),
                NotSetUp::Fault(fault) => RecordError::Fault(fault),
            })?,
        };
        let mut positions = vec![start];
        for (n, text) in self.moves.iter().enumerate() {
            let next = match positions.last() {
                Some(position) => notation::play(engine, position, text),
                None => break,
            };
            positions.push(next.map_err(|error| match error {
                NotPlayed::Illegal { why, .. } => RecordError::Move { number: n + 1, why },
                NotPlayed::Fault(fault) => RecordError::Fault(fault),
            })?);
        }
        let outcome = positions.last().and_then(|position| position.outcome);
        let played = outcome.map(|outcome| Verdict::new(engine.game(), outcome));
        if played != self.result {
            let name = |verdict: &Option<Verdict>| verdict.as_ref().map_or("unfinished".to_owned(), Verdict::to_string);
            return Err(RecordError::Result { recorded: name(&self.result), played: name(&played) });
        }
        Ok(positions)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_can_be_saved_and_loaded() {
        let mut record = Record::new("rush", &[("size".into(), "5".into())], Some(7));
        record.moves = vec!["a1".into(), "b2".into()];
        record.result = Some(Verdict::Winner("Black".into()));
        assert_eq!(Record::from_json(&record.to_json()).unwrap(), record);
    }

    #[test]
    fn invalid_records_are_reported() {
        let said = |text: &str| Record::from_json(text).unwrap_err().to_string();
        assert!(said("").contains("not a saved game"));
        assert!(said("{\"format\":\n oops}").contains("line 2"));
        assert!(said("[1, 2]").contains("missing field `format`"));
        let line = Record::new("rush", &[], None).to_json_line();
        assert!(said(&format!("{line}\n{line}\n")).contains("one on each line"));
        assert!(said(r#"{"format":"boardwright record 9"}"#).contains("boardwright record 9"));
        assert!(said(r#"{"format":"boardwright record 1","game":"rush"}"#).contains("missing field `moves`"));
        assert!(said(r#"{"format":"boardwright record 1","game":"rush","moves":[1]}"#).contains("expected a string"));
    }

    #[test]
    fn a_record_is_verified_move_by_move() {
        let engine = crate::load_bundled("tic-tac-toe", &[]).unwrap();
        let replayed = |moves: &[&str], result: Option<Verdict>| {
            let mut record = Record::new("tic-tac-toe", &[], None);
            record.moves = moves.iter().map(|text| text.to_string()).collect();
            record.result = result;
            record.replay(&*engine).map(|positions| positions.len()).map_err(|error| error.to_string())
        };
        let won = Verdict::Winner(engine.game().players[0].name.clone());
        assert_eq!(replayed(&["a1", "b1", "a2", "b2", "a3"], Some(won.clone())), Ok(6));
        assert!(replayed(&["a1", "a1"], None).unwrap_err().starts_with("move 2 of the saved game is illegal"));
        assert!(replayed(&["a1"], Some(won)).unwrap_err().contains("its moves lead to `unfinished`"));
    }
}
