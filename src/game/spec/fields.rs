//! The fields of a line after the board: `hand(White)=3`, `ply=10`. Values are written as in rule files.

use super::builder::PositionBuilder;
use super::cursor::{Cursor, Token};
use super::error::{Named, SpecError, printable};
use super::names::{PositionNames, VarNames};
use super::parse::LineError;
use crate::game::cells::{Cell, CellSet};
use crate::game::operator::bit;
use crate::game::piece::{Dir, Kind, Piece, Player, Tag};
use crate::game::rules::VarId;
use crate::game::value::Value;
use crate::types::Type;

/// The field for the number of plies made.
pub(super) const PLY: &str = "ply";
/// The field for the players who are still in the game.
pub(super) const PLAYERS: &str = "players";
/// The field for the player who moved last.
pub(super) const MOVER: &str = "mover";

/// Sets a variable by the text of a field.
pub(super) fn set(builder: &mut PositionBuilder<'_>, text: &str) -> Result<(), LineError> {
    let mut cursor = Cursor::new(text, 0..text.len());
    let name = cursor.word("a variable")?;
    let var = builder.names().var(name.text).map_err(|error| name.wrong(error))?;
    variable(builder, &mut cursor, &name, var)?;
    if cursor.peek().is_some() { Err(cursor.expected("the end")) } else { Ok(()) }
}

/// Reads the rest of a field that begins with the name of this variable, and sets it.
pub(super) fn variable(
    builder: &mut PositionBuilder<'_>,
    cursor: &mut Cursor<'_>,
    name: &Token<'_>,
    (id, var): (VarId, VarNames<'_>),
) -> Result<(), LineError> {
    let names = builder.names();
    let mut indexes = Vec::new();
    if let Some(open) = cursor.peek().filter(|open| !var.indexes.is_empty() && ["[", "{"].contains(&open.text)) {
        let mut inside = cursor.clone();
        inside.next();
        let index = inside.next().map_or("..".to_owned(), |index| printable(index.text));
        let help = format!("write indexes in parentheses: `{}({index})=` and the value", var.name);
        let (wanted, found) = ("`(`".to_owned(), open.text.to_owned());
        return Err(open.wrong(SpecError::Expected { wanted, found, help: Some(help) }));
    }
    if cursor.take("(").is_some() {
        let mut given = Vec::new();
        loop {
            let place = cursor.peek().map_or_else(|| name.range.clone(), |given| given.range);
            let Some(ty) = var.indexes.get(indexes.len()).copied() else { break };
            given.extend(cursor.peek().map(|index| index.text));
            let index = value_of(names, cursor, ty.ty(), &[])?;
            let number = names.index(var.name, ty, &index);
            indexes.push(number.map_err(|error| LineError { range: place, error })?);
            if cursor.take(",").is_none() {
                if indexes.len() < var.indexes.len()
                    && let Some(next) = cursor.peek().filter(|next| next.is_word() || is_number(next))
                {
                    return Err(missing_comma(var.name, &given, &next));
                }
                break;
            }
        }
        if indexes.len() != var.indexes.len() || cursor.peek().is_some_and(|token| token.text != ")") {
            return Err(name.wrong(indexes_error(var.name, var.indexes.len(), cursor, indexes.len())));
        }
        cursor.need(")")?;
    }
    cursor.need("=")?;
    let value = value(names, cursor, var.ty, var.words)?;
    builder.assign(id, name.text, indexes, value).map_err(|error| name.wrong(error))?;
    Ok(())
}

/// Returns the error that there is no comma between the last of some indexes and the next one.
fn missing_comma(var: &str, given: &[&str], next: &Token<'_>) -> LineError {
    let indexes: Vec<String> = given.iter().chain([&next.text]).map(|index| printable(index)).collect();
    let help = match given.contains(&"-") {
        true => "write `,` between indexes".to_owned(),
        false => format!("write `{var}({})`", indexes.join(", ")),
    };
    let (wanted, found) = ("a comma between two indexes".to_owned(), next.text.to_owned());
    next.wrong(SpecError::Expected { wanted, found, help: Some(help) })
}

/// Returns the error that a variable has another number of indexes.
fn indexes_error(var: &str, wanted: usize, cursor: &mut Cursor<'_>, read: usize) -> SpecError {
    // Further indexes are counted by their commas.
    let rest = std::iter::from_fn(|| cursor.next()).take_while(|token| token.text != ")");
    let given = read + rest.filter(|token| token.text != ",").count();
    SpecError::Indexes { var: var.to_owned(), wanted, given }
}

/// Reads a value of a type, one of these if they are words. An error says how such values are written.
fn value(names: &PositionNames<'_>, cursor: &mut Cursor<'_>, ty: Type, words: &[Tag]) -> Result<Value, LineError> {
    value_of(names, cursor, ty, words).map_err(|error| match form(names, ty) {
        Some(form) => error.or_help(|| form),
        None => error,
    })
}

/// Returns how values of a type are written, or `None` if the error says so.
fn form(names: &PositionNames<'_>, ty: Type) -> Option<String> {
    let cells = || names.board.cells().map(|cell| names.board.coordinate(cell));
    let first = || cells().next().unwrap_or("a1");
    let owner = || names.players.first().map_or("", |player| player.name.as_str());
    Some(match ty {
        Type::Cell => format!("write one cell, such as `{}`, or `off` for none", first()),
        Type::Player => format!("write one player, such as `{}`, or `{NOTHING}` for none", owner()),
        Type::Kind | Type::Piece => {
            let piece = names.example()?;
            let piece = if ty == Type::Kind { piece.split(' ').next().unwrap_or("").to_owned() } else { piece };
            format!(
                "write one {}, such as `{piece}`, or `{NOTHING}` for none",
                if ty == Type::Kind { "kind" } else { "piece" }
            )
        }
        Type::Cells => {
            let few: Vec<&str> = cells().take(2).collect();
            format!("write cells in braces, such as `{{{}}}`, or `{{}}` for none", few.join(" "))
        }
        Type::Players => format!("write players in braces, such as `{{{}}}`, or `{{}}` for none", owner()),
        Type::Kinds => {
            let kind = names.kinds.first().map_or("", |kind| kind.name.as_str());
            format!("write kinds in braces, such as `{{{kind}}}`, or `{{}}` for none")
        }
        Type::Dirs => "write directions in braces, or `{}` for none".to_owned(),
        Type::Dir => {
            let first = (names.board.dirs() > 0).then(|| names.board.dir_name(Dir(0)))?;
            format!("write one direction, such as `{first}`, or `{NOTHING}` for none")
        }
        Type::Int | Type::Ints | Type::Bool | Type::Tag => return None,
    })
}

fn value_of(names: &PositionNames<'_>, cursor: &mut Cursor<'_>, ty: Type, words: &[Tag]) -> Result<Value, LineError> {
    Ok(match ty {
        Type::Tag => Value::Tag(element(cursor, Named::Word, |name| names.tag(words, name))?),
        Type::Int | Type::Ints => Value::Int(number(cursor)?),
        Type::Bool => {
            let word = cursor.word("`true` or `false`")?;
            match word.text {
                "true" => Value::Bool(true),
                "false" => Value::Bool(false),
                other => {
                    let (wanted, found) = ("`true` or `false`".to_owned(), other.to_owned());
                    return Err(word.wrong(SpecError::Expected { wanted, found, help: None }));
                }
            }
        }
        Type::Cell => Value::Cell(match cursor.take("off") {
            Some(_) => Cell::OFF,
            None => element(cursor, Named::Cell, |name| names.cell(name))?,
        }),
        Type::Dir => Value::Dir(match cursor.take(NOTHING) {
            Some(_) => Dir::NOTHING,
            None => element(cursor, Named::Dir, |name| dir(names, name))?,
        }),
        Type::Player => Value::Player(match cursor.take(NOTHING) {
            Some(_) => Player::NOBODY,
            None => element(cursor, Named::Player, |name| names.player(name))?,
        }),
        Type::Kind => Value::Kind(match cursor.take(NOTHING) {
            Some(_) => Kind::NOTHING,
            None => element(cursor, Named::Kind, |name| names.kind(name))?,
        }),
        Type::Piece => Value::Piece(match cursor.take(NOTHING) {
            Some(_) => Piece::NOTHING,
            None => piece(names, cursor)?,
        }),
        Type::Cells => {
            let mut cells = CellSet::EMPTY;
            set_of(cursor, |cursor| {
                cells.insert(element(cursor, Named::Cell, |name| names.cell(name))?);
                Ok(())
            })?;
            Value::Cells(cells)
        }
        Type::Dirs => Value::Dirs(mask(cursor, Named::Dir, |name| Ok(dir(names, name)?.0))?),
        Type::Players => Value::Players(players(names, cursor)?),
        Type::Kinds => Value::Kinds(mask(cursor, Named::Kind, |name| Ok(names.kind(name)?.0))?),
    })
}

/// The word for no piece, no player, no kind and no direction.
const NOTHING: &str = "nothing";

/// Reads `king of White` or `rock`.
pub(super) fn piece(names: &PositionNames<'_>, cursor: &mut Cursor<'_>) -> Result<Piece, LineError> {
    let word = cursor.word("a kind of piece")?;
    let kind = names.kind(word.text).map_err(|error| word.wrong(error))?;
    let owner = match cursor.take("of") {
        Some(_) => Some(element(cursor, Named::Player, |name| names.player(name))?),
        None => None,
    };
    names.piece(kind, owner).map_err(|error| word.wrong(error))
}

/// Reads `{Red, Blue}` as a mask.
pub(super) fn players(names: &PositionNames<'_>, cursor: &mut Cursor<'_>) -> Result<u64, LineError> {
    mask(cursor, Named::Player, |name| Ok(names.player(name)?.0))
}

/// Reads a number.
pub(super) fn number(cursor: &mut Cursor<'_>) -> Result<i32, LineError> {
    let minus = cursor.take("-");
    let Some(digits) = cursor.peek().filter(is_number) else { return Err(cursor.expected("a number")) };
    cursor.next();
    let text = format!("{}{}", if minus.is_some() { "-" } else { "" }, digits.text);
    text.parse().map_err(|_| digits.wrong(SpecError::Number { text: text.clone() }))
}

fn is_number(token: &Token<'_>) -> bool {
    token.text.bytes().all(|byte| byte.is_ascii_digit())
}

fn dir(names: &PositionNames<'_>, name: &str) -> Result<Dir, SpecError> {
    let all = || (0..names.board.dirs()).map(|dir| names.board.dir_name(Dir(dir as u8)));
    let at = all().position(|known| known == name);
    at.map(|at| Dir(at as u8)).ok_or_else(|| {
        let known: Vec<&str> = all().collect();
        let help = (!known.is_empty()).then(|| format!("its directions are {}", crate::suggest::listed(&known)));
        SpecError::Unknown { what: Named::Dir, name: name.to_owned(), help }
    })
}

/// Reads a word and finds what it names.
fn element<T>(
    cursor: &mut Cursor<'_>,
    what: Named,
    find: impl Fn(&str) -> Result<T, SpecError>,
) -> Result<T, LineError> {
    let word = cursor.word(&format!("a {what}"))?;
    find(word.text).map_err(|error| word.wrong(error))
}

fn mask(cursor: &mut Cursor<'_>, what: Named, find: impl Fn(&str) -> Result<u8, SpecError>) -> Result<u64, LineError> {
    let mut mask = 0;
    set_of(cursor, |cursor| {
        mask |= bit(element(cursor, what, &find)?);
        Ok(())
    })?;
    Ok(mask)
}

/// Reads `{a, b}`, `{a b}`, `{}`, or one element without braces.
fn set_of<'t>(
    cursor: &mut Cursor<'t>,
    mut read: impl FnMut(&mut Cursor<'t>) -> Result<(), LineError>,
) -> Result<(), LineError> {
    let Some(open) = cursor.take("{") else { return read(cursor) };
    while cursor.take("}").is_none() {
        if cursor.peek().is_none() {
            return Err(open.wrong(SpecError::Unclosed { bracket: '{' }));
        }
        read(cursor)?;
        cursor.take(",");
    }
    Ok(())
}
