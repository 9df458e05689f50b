//! [`SpecError`]: what is wrong with a position.

use crate::diagnostic::Code;
use crate::suggest;
use crate::types::Type;
use crate::wording::counted;
use std::fmt;

/// The things that have names.
///
/// See [`PositionBuilder`](crate::PositionBuilder) for an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs)] // named after the types of the language
#[non_exhaustive]
pub enum Named {
    Cell,
    Dir,
    Player,
    Kind,
    Variable,
    Word,
}

impl fmt::Display for Named {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Named::Cell => "cell",
            Named::Dir => "direction",
            Named::Player => "player",
            Named::Kind => "kind of piece",
            Named::Variable => "variable",
            Named::Word => "word",
        })
    }
}

/// The reason why something is not a position of a game. It displays as a sentence without a full stop.
///
/// See [`PositionBuilder`](crate::PositionBuilder) for an example.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum SpecError {
    /// There is no such name.
    Unknown {
        /// What it should name.
        what: Named,
        /// The name.
        name: String,
        /// What to write instead.
        help: Option<String>,
    },
    /// No piece has this character.
    Symbol {
        /// The character.
        symbol: char,
        /// The characters of the pieces.
        known: Vec<String>,
        /// A piece in brackets.
        example: Option<String>,
    },
    /// A second piece is put on a cell.
    Occupied {
        /// The cell.
        cell: String,
    },
    /// A piece is put on a stack that has as many as it can.
    Full {
        /// The cell.
        cell: String,
        /// The most pieces of a stack.
        most: usize,
    },
    /// A piece has no owner, but its kind is not neutral.
    MissingOwner {
        /// The kind.
        kind: String,
        /// A player.
        player: String,
    },
    /// A neutral piece has an owner.
    NeutralOwner {
        /// The kind.
        kind: String,
    },
    /// A variable has another number of indexes.
    Indexes {
        /// The variable.
        var: String,
        /// How many it has.
        wanted: usize,
        /// How many are given.
        given: usize,
    },
    /// An index is out of its range.
    IndexRange {
        /// The index.
        index: i64,
        /// The least number.
        first: i64,
        /// The greatest number.
        last: i64,
    },
    /// An index is `off` or `nothing`.
    NoIndex {
        /// The type of the index.
        wanted: Type,
    },
    /// A value has another type.
    Type {
        /// The variable.
        var: String,
        /// The type that is needed.
        wanted: Type,
        /// The type of the value.
        found: Type,
    },
    /// A number is out of range.
    Number {
        /// The number as written.
        text: String,
    },
    /// A value is given twice.
    Twice {
        /// The variable, or `ply` and the like.
        name: String,
    },
    /// A player who is out of the game is to move.
    Out {
        /// The player.
        player: String,
    },
    /// The winner and who moved last are both needed, and only for a finished game.
    Mover {
        /// Whether the game is over.
        over: bool,
        /// A player.
        player: String,
    },
    /// The player to move, or the result, is missing after the board.
    MissingTurn {
        /// What is there instead; empty at the end.
        found: String,
    },
    /// Something else is needed in the text.
    Expected {
        /// What is needed.
        wanted: String,
        /// What is there; empty at the end.
        found: String,
        /// What to write instead.
        help: Option<String>,
    },
    /// A bracket is never closed.
    Unclosed {
        /// The opening bracket.
        bracket: char,
    },
    /// The number of rows differs from the board's.
    Rows {
        /// The board's number.
        wanted: usize,
        /// The given number.
        given: usize,
    },
    /// The number of cells in a row differs from the board's.
    Row {
        /// The first and the last cell of the row.
        cells: (String, String),
        /// The board's number.
        wanted: usize,
        /// The given number.
        given: usize,
    },
    /// The text is too long.
    Long {
        /// The greatest length, in bytes.
        most: usize,
    },
}

impl SpecError {
    /// Returns the code under which a rule file reports it.
    pub fn code(&self) -> Code {
        match self {
            SpecError::Expected { .. } | SpecError::MissingTurn { .. } | SpecError::Unclosed { .. } => Code::E01,
            SpecError::Unknown { what: Named::Cell | Named::Dir, .. } | SpecError::Symbol { .. } => Code::E04,
            SpecError::Unknown { .. } => Code::E02,
            SpecError::NeutralOwner { .. } | SpecError::Type { .. } => Code::E10,
            SpecError::Indexes { .. } => Code::E11,
            SpecError::Rows { .. } | SpecError::Row { .. } => Code::E30,
            SpecError::IndexRange { .. } | SpecError::NoIndex { .. } => Code::E31,
            SpecError::Long { .. } | SpecError::Full { .. } => Code::E34,
            SpecError::Occupied { .. }
            | SpecError::MissingOwner { .. }
            | SpecError::Twice { .. }
            | SpecError::Mover { .. }
            | SpecError::Out { .. } => Code::E35,
            SpecError::Number { .. } => Code::E36,
        }
    }

    /// Returns what to write instead, if it is known.
    pub fn help(&self) -> Option<String> {
        match self {
            SpecError::Unknown { help, .. } => help.clone(),
            SpecError::Symbol { symbol: '"', .. } => Some("remove the quotes".to_owned()),
            SpecError::Symbol { symbol, known, example: Some(example) }
                if known.is_empty() || "({<".contains(*symbol) =>
            {
                Some(format!("write a piece in brackets, such as `{example}`; a number counts empty cells"))
            }
            SpecError::Symbol { known, .. } if known.is_empty() => {
                Some("the game has no pieces; a number counts empty cells, and `/` ends a row".to_owned())
            }
            SpecError::Symbol { known, .. } => {
                let known = suggest::listed(known);
                Some(format!("the pieces are {known}; a number counts empty cells, and `/` ends a row"))
            }
            SpecError::MissingOwner { kind, player } => Some(format!("write `{kind} of {player}`")),
            SpecError::NeutralOwner { kind } => Some(format!("write `{kind}` alone")),
            SpecError::Indexes { wanted: 0, var, .. } => Some(format!("write `{var}=` and the value")),
            SpecError::Indexes { var, .. } => Some(format!("write `{var}=` and a value to set all its values")),
            SpecError::Occupied { .. } | SpecError::Twice { .. } => Some("remove one of them".to_owned()),
            SpecError::Mover { over: true, player } => {
                Some(format!("add the player who moved last, for example `mover={player}`"))
            }
            SpecError::Mover { over: false, player } => Some(format!(
                "remove it; the player to move follows the board, and a result is `draw` or `{player} wins`"
            )),
            SpecError::Expected { found, .. } | SpecError::MissingTurn { found } if found == "," => {
                Some("separate values by spaces".to_owned())
            }
            SpecError::Expected { help, .. } => help.clone(),
            SpecError::MissingTurn { .. } => {
                Some("write the player's name after the rows, with a space between them".to_owned())
            }
            SpecError::Unclosed { bracket: '[' } => {
                Some("write `]` after the piece, or after the last piece of the stack".to_owned())
            }
            SpecError::Unclosed { .. } => Some("write `}` after the last of them".to_owned()),
            SpecError::Number { .. } => Some(format!("a number is between {} and {}", i32::MIN, i32::MAX)),
            SpecError::Rows { .. } => {
                Some("write the rows from the top, separated by `/`; a number counts empty cells".to_owned())
            }
            SpecError::Row { cells: (first, last), wanted, .. } => {
                Some(format!("this row of the board is {first} to {last}, with {}", counted(*wanted, "cell")))
            }
            _ => None,
        }
    }
}

impl SpecError {
    /// Adds a help where it is missing.
    pub(super) fn or_help(mut self, what: impl FnOnce() -> String) -> SpecError {
        if let SpecError::Unknown { help: help @ None, .. } | SpecError::Expected { help: help @ None, .. } = &mut self
        {
            *help = Some(what());
        }
        self
    }
}

impl fmt::Display for SpecError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SpecError::Unknown { what: Named::Cell, name, .. } => {
                write!(out, "the board has no cell `{}`", printable(name))
            }
            SpecError::Unknown { what: Named::Dir, name, .. } => {
                write!(out, "the board has no direction `{}`", printable(name))
            }
            SpecError::Unknown { what, name, .. } => write!(out, "unknown {what} `{}`", printable(name)),
            SpecError::Symbol { symbol, .. } => write!(out, "no piece is written `{}`", printable(&symbol.to_string())),
            SpecError::Occupied { cell } => write!(out, "there are two pieces on {cell}"),
            SpecError::Full { cell, most } => write!(out, "the stack on {cell} has more than {most} pieces"),
            SpecError::MissingOwner { kind, .. } => write!(out, "missing owner of `{kind}`"),
            SpecError::NeutralOwner { kind } => write!(out, "`{kind}` is neutral: it has no owner"),
            SpecError::Indexes { var, wanted, given } => {
                write!(out, "`{var}` has {}, got {given}", counted_indexes(*wanted))
            }
            SpecError::IndexRange { index, first, last } => {
                write!(out, "the index {index} is out of range: it goes from {first} to {last}")
            }
            SpecError::NoIndex { wanted } => write!(out, "the index must be {}", wanted.describe()),
            SpecError::Type { var, wanted, found } => {
                write!(out, "`{var}` needs {}, got {}", wanted.describe(), found.describe())
            }
            SpecError::Number { text } => write!(out, "the number {} is out of range", printable(text)),
            SpecError::Twice { name } => write!(out, "`{name}` is given twice"),
            SpecError::Out { player } => write!(out, "{player} is to move, but is out of the game"),
            SpecError::Mover { over: true, .. } => out.write_str("missing player who moved last"),
            SpecError::Mover { over: false, .. } => out.write_str("`mover` belongs to a finished game"),
            SpecError::MissingTurn { found } => write_expected(out, "player to move", found),
            SpecError::Expected { wanted, found, .. } => write_expected(out, wanted, found),
            SpecError::Unclosed { bracket } => write!(out, "this `{bracket}` is never closed"),
            SpecError::Rows { wanted, given } => {
                write!(out, "the position has {}, but the board has {wanted}", counted(*given, "row"))
            }
            SpecError::Row { wanted, given, .. } => {
                write!(out, "this row has {}, but the board's row has {wanted}", counted(*given, "cell"))
            }
            SpecError::Long { most } => write!(out, "a position has at most {most} bytes"),
        }
    }
}

impl std::error::Error for SpecError {}

/// Writes that something else is needed; nothing is found at the end.
fn write_expected(out: &mut fmt::Formatter<'_>, wanted: &str, found: &str) -> fmt::Result {
    match found {
        "" => write!(out, "missing {wanted}"),
        _ => write!(out, "expected {wanted}, found `{}`", printable(found)),
    }
}

/// The most characters of a word that a message repeats.
const SHOWN: usize = 40;

/// Returns a word for a message: without control characters, and not too long.
pub(super) fn printable(word: &str) -> String {
    let mut shown: String = word.chars().take(SHOWN).flat_map(char::escape_debug).collect();
    if word.chars().nth(SHOWN).is_some() {
        shown.push('…');
    }
    shown
}

fn counted_indexes(n: usize) -> String {
    match n {
        0 => "no indexes".to_owned(),
        1 => "1 index".to_owned(),
        n => format!("{n} indexes"),
    }
}
