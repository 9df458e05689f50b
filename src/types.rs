//! [`Type`]: the types of the language.

/// A type of expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[allow(missing_docs)] // the keywords themselves
pub enum Type {
    Int,
    Ints,
    Bool,
    Cell,
    Cells,
    Dir,
    Dirs,
    Player,
    Players,
    Kind,
    Kinds,
    Piece,
}

impl Type {
    /// All types.
    pub const ALL: &'static [Type] = &[
        Type::Int,
        Type::Ints,
        Type::Bool,
        Type::Cell,
        Type::Cells,
        Type::Dir,
        Type::Dirs,
        Type::Player,
        Type::Players,
        Type::Kind,
        Type::Kinds,
        Type::Piece,
    ];

    /// Returns the keyword of the type.
    pub fn word(self) -> &'static str {
        match self {
            Type::Int => "int",
            Type::Ints => "ints",
            Type::Bool => "bool",
            Type::Cell => "cell",
            Type::Cells => "cells",
            Type::Dir => "dir",
            Type::Dirs => "dirs",
            Type::Player => "player",
            Type::Players => "players",
            Type::Kind => "kind",
            Type::Kinds => "kinds",
            Type::Piece => "piece",
        }
    }

    /// Returns the type with this keyword, or `None`.
    pub fn of_word(word: &str) -> Option<Type> {
        Type::ALL.iter().copied().find(|ty| ty.word() == word)
    }

    /// Returns the type of sets of elements of this type, or the type itself if it is a set.
    pub fn set(self) -> Option<Type> {
        SETS.iter().find(|(set, element)| self == *set || self == *element).map(|(set, _)| *set)
    }

    /// Returns the type of a set's elements, or `None` if the type is not a set.
    pub fn element(self) -> Option<Type> {
        SETS.iter().find(|(set, _)| self == *set).map(|(_, element)| *element)
    }

    /// Returns whether it is a set.
    pub fn is_set(self) -> bool {
        self.element().is_some()
    }
}

/// The types of sets, with the types of their elements.
const SETS: [(Type, Type); 5] = [
    (Type::Cells, Type::Cell),
    (Type::Dirs, Type::Dir),
    (Type::Players, Type::Player),
    (Type::Kinds, Type::Kind),
    (Type::Ints, Type::Int),
];
