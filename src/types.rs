//! [`Type`]: the types of the language.

/// Defines [`Type`]: each type with its keyword, and in words.
macro_rules! types {
    ($($name:ident $word:literal $described:literal;)*) => {
        /// A type of expressions.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[allow(missing_docs)] // the keywords themselves
        pub enum Type {
            $($name,)*
        }

        impl Type {
            /// All types.
            pub const ALL: &'static [Type] = &[$(Type::$name,)*];

            /// Returns the keyword of the type.
            pub fn word(self) -> &'static str {
                match self { $(Type::$name => $word,)* }
            }

            /// Describes the type in words: "a set of cells".
            pub fn describe(self) -> &'static str {
                match self { $(Type::$name => $described,)* }
            }
        }
    };
}

types! {
    Int "int" "a number";
    Ints "ints" "a set of numbers";
    Bool "bool" "a condition (true or false)";
    Cell "cell" "a cell";
    Cells "cells" "a set of cells";
    Dir "dir" "a direction";
    Dirs "dirs" "a set of directions";
    Player "player" "a player";
    Players "players" "a set of players";
    Kind "kind" "a kind of piece";
    Kinds "kinds" "a set of kinds";
    Piece "piece" "a piece";
    Tag "word" "a word";
}

impl Type {
    /// Returns the types that have a keyword: all but words, whose type is a list of them.
    pub fn with_keywords() -> impl Iterator<Item = Type> {
        Type::ALL.iter().copied().filter(|ty| *ty != Type::Tag)
    }

    /// Returns the type with this keyword, or `None`.
    pub fn of_word(word: &str) -> Option<Type> {
        Type::with_keywords().find(|ty| ty.word() == word)
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
