//! Which words belong to the language. The built-in ones are the rows of [`crate::game::operator::WORDS`].

use crate::game::operator::{self, Builtin, WORDS};
use crate::types::Type;

/// Words that stand alone.
pub fn names() -> impl Iterator<Item = &'static str> {
    WORDS.iter().filter(|row| row.stands_alone()).map(|row| row.name)
}

/// Words that take arguments.
pub fn calls() -> impl Iterator<Item = &'static str> {
    WORDS.iter().filter(|row| row.takes_arguments()).map(|row| row.name)
}

/// Directions of square boards, which keep their meaning everywhere.
pub const DIRECTIONS: &[&str] = &["N", "NE", "E", "SE", "S", "SW", "W", "NW"];

/// Names instead of the directions.
const POINTS: &[&str] = &["north", "northeast", "east", "southeast", "south", "southwest", "west", "northwest"];

/// Returns whether a word belongs to the language and cannot be a name.
pub fn is_word(word: &str) -> bool {
    operator::word(word).is_some() || DIRECTIONS.contains(&word)
}

/// Returns whether a word takes arguments.
pub(super) fn is_call(word: &str) -> bool {
    operator::word(word).is_some_and(Builtin::takes_arguments)
}

/// Returns a name for a local of a type.
pub(super) fn for_type(ty: Type) -> &'static str {
    match ty {
        Type::Cell => "place",
        Type::Cells => "area",
        Type::Dir | Type::Dirs => "ways",
        Type::Player | Type::Players => "who",
        Type::Kind | Type::Kinds => "sort",
        Type::Int | Type::Ints => "amount",
        Type::Bool => "holds",
        Type::Piece => "what",
        Type::Tag => "state",
    }
}

/// Returns a free name to use instead of a word of the language.
pub(super) fn instead(word: &str) -> Option<&'static str> {
    let point = DIRECTIONS.iter().position(|dir| *dir == word).and_then(|at| POINTS.get(at)).copied();
    operator::word(word).map(|row| row.instead).or(point)
}
