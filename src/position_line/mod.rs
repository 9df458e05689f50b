//! A position as one line of text, for every game: the pieces row by row, the player to move, and the variables that differ from
//! their first values. [`write()`] and [`parse()`] are inverse to each other, except for the past that `repeated` remembers.
//!
//! `docs/language.md` specifies the line.

pub(crate) mod values;

use crate::engine::Engine;
use crate::game::Game;
use crate::game::spec::{self, LineError, PositionNames};
use crate::notation::status;
use crate::outcome::{Fault, Outcome};
use crate::position::Position;
use std::fmt::{self, Write};

/// The reason why a line cannot be made into a position.
///
/// See [`parse`] for an example.
#[derive(Clone, Debug)]
pub enum NotSetUp {
    /// It is not a position of the game. The error points into the line.
    Line(LineError),
    /// The rules failed.
    Fault(Fault),
}

impl fmt::Display for NotSetUp {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotSetUp::Line(error) => error.fmt(out),
            NotSetUp::Fault(fault) => write!(out, "the rules failed: {fault}"),
        }
    }
}

impl std::error::Error for NotSetUp {}

impl From<Fault> for NotSetUp {
    fn from(fault: Fault) -> NotSetUp {
        NotSetUp::Fault(fault)
    }
}

/// Makes the position that a line describes.
///
/// Errors if it is not a position of the game, or if the rules fail there.
///
/// ```
/// use boardwright::position_line::{self, NotSetUp};
///
/// let chess = boardwright::load_bundled("chess", &[])?;
/// let position = position_line::parse(&*chess, "8/8/8/8/8/5k2/4p3/4K3 White rights={}")?;
/// assert_eq!(position.outcome, None);
/// assert_eq!(position_line::write(&*chess, &position)?, "8/8/8/8/8/5k2/4p3/4K3 White rights={}");
///
/// let error = position_line::parse(&*chess, "8/8/8/8/8/5k2/4p3/4K4 White rights={}").unwrap_err();
/// assert!(matches!(error, NotSetUp::Line(_)));
/// assert_eq!(error.to_string(), "this row has 9 cells, but the board's row has 8");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn parse(engine: &dyn Engine, line: &str) -> Result<Position, NotSetUp> {
    let spec = spec::parse(&PositionNames::new(engine.game()), line).map_err(NotSetUp::Line)?;
    Ok(engine.set_up(&spec)?)
}

// Writing to a string cannot fail, so this file ignores the results of `write!`.

/// Writes a position as a line.
///
/// Errors with the fault of a variable's first value.
pub fn write(engine: &dyn Engine, position: &Position) -> Result<String, Fault> {
    Ok(format!("{} {}", rows(engine.game(), position), fields(engine, position)?))
}

/// Writes the part of a line after the board: the player to move or the result, and the values that differ from the first ones.
pub(crate) fn fields(engine: &dyn Engine, position: &Position) -> Result<String, Fault> {
    let game = engine.game();
    let mover = game.player_name(position.mover);
    let mut line = match position.outcome {
        None => mover.to_owned(),
        Some(Outcome::Draw) => format!("draw mover={mover}"),
        Some(Outcome::Win(winner)) => format!("{} wins mover={mover}", game.player_name(winner)),
    };
    let out = game.players.len() - position.players.count_ones() as usize;
    if out > 0 {
        let _ = write!(line, " players={}", players(game, position.players));
    }
    if game.uses_ply && position.ply > 0 {
        let _ = write!(line, " ply={}", ply(position));
    }
    // The first values may depend on the pieces and on the player to move.
    let bare = engine.position(&crate::figure::layout::placements(game, position), Some(position.mover))?;
    for (name, value) in values::assignments(game, &bare, position) {
        let _ = write!(line, " {name}={value}");
    }
    Ok(line)
}

/// Returns what differs after the board, as a line has it: `Red to move, expected Blue to move`, `quiet=3, expected quiet=0`.
pub(crate) fn differences(game: &Game, found: &Position, expected: &Position) -> Vec<String> {
    let mut differing = Vec::new();
    let mut compare = |found: String, expected: String| {
        if found != expected {
            differing.push(format!("{found}, expected {expected}"));
        }
    };
    let (of_found, of_expected) = (status(game, found), status(game, expected));
    // Who moved last matters only if the results are equal.
    if of_found == of_expected {
        let mover = |position: &Position| format!("mover={}", game.player_name(position.mover));
        compare(mover(found), mover(expected));
    }
    compare(of_found, of_expected);
    let still = |position: &Position| format!("players={}", players(game, position.players));
    compare(still(found), still(expected));
    if game.uses_ply {
        compare(format!("ply={}", ply(found)), format!("ply={}", ply(expected)));
    }
    for differing in values::differing(game, found, expected) {
        let values::Differing { name, found, expected } = differing;
        compare(format!("{name}={found}"), format!("{name}={expected}"));
    }
    differing
}

/// Returns the number of plies made, as the rules see it.
fn ply(position: &Position) -> u32 {
    position.ply.min(i32::MAX as u32)
}

fn players(game: &Game, mask: u16) -> String {
    crate::game::value::Value::Players(u64::from(mask)).source(game)
}

/// Writes the pieces, the North row first.
fn rows(game: &Game, position: &Position) -> String {
    let names = PositionNames::new(game);
    let mut text = String::new();
    for (n, row) in names.rows().into_iter().enumerate() {
        if n > 0 {
            text.push('/');
        }
        let mut empty = 0;
        for cell in row {
            let stack = position.stack(game, cell);
            if stack.is_empty() {
                empty += 1;
                continue;
            }
            end_run(&mut text, &mut empty);
            text.push_str(&names.stack(game, &stack));
        }
        end_run(&mut text, &mut empty);
    }
    text
}

/// Writes the number of empty cells before a piece or at the end of a row.
fn end_run(text: &mut String, empty: &mut u32) {
    if *empty > 0 {
        let _ = write!(text, "{empty}");
        *empty = 0;
    }
}
