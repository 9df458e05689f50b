//! [`parse`]: reads a position from one line of text.

use super::builder::PositionBuilder;
use super::cursor::Cursor;
use super::error::SpecError;
use super::fields::{self, MOVER, PLAYERS, PLY};
use super::names::PositionNames;
use super::{PositionSpec, SpecTurn, rows};
use crate::diagnostic::Diagnostic;
use crate::game::piece::Player;
use crate::source::Span;
use std::fmt;
use std::ops::Range;

/// The greatest length of a line, in bytes. The positions of all but a few boards take less than a thousandth of it.
pub const MAX_LINE: usize = 1_000_000;

/// The help where a value has no name.
const NAMED: &str = "write each value with its name, as `NAME=VALUE`";

/// What is wrong with a line, and where.
///
/// See [`parse`](parse()) for an example.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineError {
    /// The place in the line, in bytes.
    pub range: Range<usize>,
    /// What is wrong.
    pub error: SpecError,
}

impl LineError {
    /// Returns the report of the error, in a text in which the line is at `line`.
    pub fn diagnostic(&self, line: Span) -> Diagnostic {
        let (start, end) = (line.start as usize + self.range.start, line.start as usize + self.range.end);
        let finding = Diagnostic::new(self.error.code(), Span::new(line.source, start, end), self.error.to_string());
        match self.error.help() {
            Some(help) => finding.help(help),
            None => finding,
        }
    }
}

impl LineError {
    /// Adds a help where it is missing.
    pub(super) fn or_help(self, help: impl FnOnce() -> String) -> LineError {
        LineError { range: self.range, error: self.error.or_help(help) }
    }
}

impl fmt::Display for LineError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(out)
    }
}

impl std::error::Error for LineError {}

/// Parses a line: the rows of the board, the player to move or the result, then the values that differ from the first ones.
///
/// Errors with the place in the line, at the first mistake.
///
/// ```
/// use boardwright::game::spec::{PositionNames, parse};
///
/// let game = boardwright::load_bundled("connect-four", &[])?;
/// let names = PositionNames::new(game.game());
/// let line = "7/7/7/7/3r3/2yr3 Yellow";
/// assert_eq!(parse(&names, line)?.pieces.len(), 3);
///
/// let error = parse(&names, "7/7/7/7/3r3/2yr3 Yelow").unwrap_err();
/// assert_eq!((error.range.clone(), error.to_string()), (17..22, "unknown player `Yelow`".to_owned()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn parse(names: &PositionNames<'_>, line: &str) -> Result<PositionSpec, LineError> {
    if line.len() > MAX_LINE {
        return Err(LineError { range: 0..line.len(), error: SpecError::Long { most: MAX_LINE } });
    }
    let mut builder = PositionBuilder::with_names(names.clone());
    let start = line.len() - line.trim_start().len();
    let (pieces, end) = rows::read(names, line, start)?;
    for (cell, piece) in pieces {
        // Each cell of the board is in one row, so that it has one piece.
        builder.place(cell, piece).map_err(|error| LineError { range: start..end, error })?;
    }
    let mut cursor = Cursor::new(line, end..line.len());
    let turn = turn(names, &mut cursor)?;
    let mover = all_fields(&mut builder, &mut cursor)?;
    let first = || names.players.first().map_or_else(String::new, |player| player.name.clone());
    match (turn.result, mover) {
        (None, None) => builder.set_turn(SpecTurn::ToMove(turn.player)),
        (Some(winner), Some((mover, _))) => builder.set_turn(SpecTurn::Over { winner, mover }),
        (None, Some((_, range))) => {
            return Err(LineError { range, error: SpecError::Mover { over: false, player: first() } });
        }
        (Some(_), None) => {
            return Err(LineError { range: turn.range, error: SpecError::Mover { over: true, player: first() } });
        }
    }
    builder.spec().map_err(|error| LineError { range: turn.range.clone(), error })
}

/// The part after the board: `White`, `White wins` or `draw`.
struct TurnText {
    range: Range<usize>,
    /// The player to move, if the game is not over.
    player: Player,
    /// The winner or `None` for a draw, if the game is over.
    result: Option<Option<Player>>,
}

fn turn(names: &PositionNames<'_>, cursor: &mut Cursor<'_>) -> Result<TurnText, LineError> {
    let word = cursor.take_word().ok_or_else(|| cursor.wrong(|found| SpecError::MissingTurn { found }))?;
    let player = match names.player(word.text) {
        Ok(player) => player,
        Err(_) if word.text == "draw" => {
            return Ok(TurnText { range: word.range, player: Player::NOBODY, result: Some(None) });
        }
        Err(error) => return Err(word.wrong(error)),
    };
    // A variable may be called `wins`.
    let is_field = |mut after: Cursor<'_>| {
        after.next();
        after.peek().is_some_and(|token| token.text == "=" || token.text == "(")
    };
    if !is_field(cursor.clone())
        && let Some(wins) = cursor.take("wins")
    {
        return Ok(TurnText { range: word.range.start..wins.range.end, player, result: Some(Some(player)) });
    }
    Ok(TurnText { range: word.range, player, result: None })
}

/// Reads the fields. Returns the player who moved last and the place of that field, if there is one.
fn all_fields(
    builder: &mut PositionBuilder<'_>,
    cursor: &mut Cursor<'_>,
) -> Result<Option<(Player, Range<usize>)>, LineError> {
    let special_fields = [PLY, PLAYERS, MOVER];
    let mut mover = None;
    let mut seen: Vec<&str> = Vec::new();
    while cursor.peek().is_some() {
        let name = cursor.word("a variable").map_err(|error| error.or_help(|| NAMED.to_owned()))?;
        let Some(special) = special_fields.into_iter().find(|word| *word == name.text) else {
            let var = builder.names().var_or(name.text, &special_fields).map_err(|error| name.wrong(error))?;
            fields::variable(builder, cursor, &name, var)?;
            continue;
        };
        if seen.contains(&special) {
            return Err(name.wrong(SpecError::Twice { name: special.to_owned() }));
        }
        seen.push(special);
        cursor.need("=")?;
        let names = builder.names();
        match special {
            PLY => {
                let number = fields::number(cursor)?;
                let ply = u32::try_from(number).map_err(|_| {
                    let (wanted, found) = ("the number of plies made".to_owned(), number.to_string());
                    name.wrong(SpecError::Expected { wanted, found, help: Some("write `ply=0` or more".to_owned()) })
                })?;
                builder.ply(ply);
            }
            PLAYERS => {
                let players = fields::players(names, cursor)? as u16;
                builder.set_players(players);
            }
            _ => {
                let word = cursor.word("a player")?;
                let player = names.player(word.text).map_err(|error| word.wrong(error))?;
                mover = Some((player, name.range.start..word.range.end));
            }
        }
    }
    Ok(mover)
}
