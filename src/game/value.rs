//! [`Value`]: the value of an expression in a position, as plain data.

use super::Game;
use super::cells::{Cell, CellSet};
use super::expr::*;
use super::operator::{Coded, Raw, bits};
use super::piece::{Dir, Kind, Piece, Player, Tag};
use crate::types::Type;

/// The value of an expression.
///
/// ```
/// use boardwright::game::value::Value;
///
/// let chess = boardwright::load_bundled("chess", &[])?;
/// let e4 = chess.game().board.named("e4").unwrap();
/// assert_eq!(Value::Cell(e4).text(chess.game()), "e4");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // named after the types of the language
pub enum Value {
    Int(i32),
    /// In order, each once.
    Ints(Vec<i32>),
    Bool(bool),
    Cell(Cell),
    Cells(CellSet),
    Dir(Dir),
    /// Bit n stands for direction n.
    Dirs(u64),
    Player(Player),
    /// Bit n stands for player n.
    Players(u64),
    Kind(Kind),
    /// Bit n stands for kind n.
    Kinds(u64),
    Piece(Piece),
    Tag(Tag),
}

impl Value {
    /// Decodes a value of a type from a word. Sets of cells and of numbers do not fit in a word; they are empty.
    pub fn of_word(ty: Type, word: i64) -> Value {
        match ty {
            Type::Int => Value::Int(i32::decode(word)),
            Type::Ints => Value::Ints(Vec::new()),
            Type::Bool => Value::Bool(bool::decode(word)),
            Type::Cell => Value::Cell(Cell::decode(word)),
            Type::Cells => Value::Cells(CellSet::EMPTY),
            Type::Dir => Value::Dir(Dir::decode(word)),
            Type::Dirs => Value::Dirs(u64::decode(word)),
            Type::Player => Value::Player(Player::decode(word)),
            Type::Players => Value::Players(u64::decode(word)),
            Type::Kind => Value::Kind(Kind::decode(word)),
            Type::Kinds => Value::Kinds(u64::decode(word)),
            Type::Piece => Value::Piece(Piece::decode(word)),
            Type::Tag => Value::Tag(Tag::decode(word)),
        }
    }

    /// Decodes the value of a variable from its words in a position.
    pub fn stored(ty: Type, words: &[u64]) -> Value {
        if ty == Type::Cells {
            let mut set = CellSet::EMPTY;
            set.0.iter_mut().zip(words).for_each(|(to, from)| *to = *from);
            return Value::Cells(set);
        }
        Value::of_word(ty, words.first().map_or(0, |word| *word as i64))
    }

    /// Decodes a value of a type.
    pub fn of_raw<const W: usize>(ty: Type, raw: Raw<W>) -> Value {
        match raw {
            Raw::Word(word) => Value::of_word(ty, word),
            Raw::Cells(cells) => Value::Cells(cells.resized()),
            Raw::Ints(ints) => Value::Ints(ints.into_vec()),
        }
    }

    /// Returns its type.
    pub fn ty(&self) -> Type {
        match self {
            Value::Int(_) => Type::Int,
            Value::Ints(_) => Type::Ints,
            Value::Bool(_) => Type::Bool,
            Value::Cell(_) => Type::Cell,
            Value::Cells(_) => Type::Cells,
            Value::Dir(_) => Type::Dir,
            Value::Dirs(_) => Type::Dirs,
            Value::Player(_) => Type::Player,
            Value::Players(_) => Type::Players,
            Value::Kind(_) => Type::Kind,
            Value::Kinds(_) => Type::Kinds,
            Value::Piece(_) => Type::Piece,
            Value::Tag(_) => Type::Tag,
        }
    }

    /// Encodes the value into the words of a variable of its type. No variable holds a set of numbers.
    pub fn store(&self, words: &mut [u64]) {
        match self {
            Value::Cells(set) => words.iter_mut().zip(&set.0).for_each(|(to, from)| *to = *from),
            _ => words.iter_mut().take(1).for_each(|first| *first = self.word() as u64),
        }
    }

    /// Returns the word that encodes `nothing` of a type, or its 0, `false`, `off` or empty set.
    pub(crate) fn nothing_word(ty: Type) -> u64 {
        let word = match ty {
            Type::Cell => Cell::OFF.code(),
            Type::Dir => Dir::NOTHING.code(),
            Type::Player => Player::NOBODY.code(),
            Type::Kind => Kind::NOTHING.code(),
            Type::Piece => Piece::NOTHING.code(),
            Type::Int | Type::Bool | Type::Tag => 0,
            Type::Cells | Type::Ints | Type::Dirs | Type::Players | Type::Kinds => 0,
        };
        word as u64
    }

    /// Returns the word that encodes the value, or 0 for a set of cells or of numbers.
    pub(crate) fn word(&self) -> i64 {
        match self {
            Value::Cells(_) | Value::Ints(_) => 0,
            Value::Int(n) => n.code(),
            Value::Bool(holds) => holds.code(),
            Value::Cell(cell) => cell.code(),
            Value::Dir(dir) => dir.code(),
            Value::Player(player) => player.code(),
            Value::Kind(kind) => kind.code(),
            Value::Piece(piece) => piece.code(),
            Value::Tag(tag) => tag.code(),
            Value::Dirs(mask) | Value::Players(mask) | Value::Kinds(mask) => mask.code(),
        }
    }

    /// Returns the value as people write it: `3`, `true`, `{a1 b2}`, `{N, E}`, `king of White`, `nothing`.
    pub fn text(&self, game: &Game) -> String {
        match self {
            Value::Cells(_) => format!("{{{}}}", self.elements(game).unwrap_or_default().join(" ")),
            Value::Ints(_) | Value::Dirs(_) | Value::Players(_) | Value::Kinds(_) => {
                format!("{{{}}}", self.elements(game).unwrap_or_default().join(", "))
            }
            Value::Int(n) => n.to_string(),
            Value::Bool(holds) => holds.to_string(),
            Value::Cell(cell) => game.board.name(*cell).to_owned(),
            Value::Dir(dir) => game.board.dir_name(*dir).to_owned(),
            Value::Player(Player::NOBODY) => "nothing".to_owned(),
            Value::Player(player) => game.player_name(*player).to_owned(),
            Value::Kind(kind) => game.kind_name(*kind).to_owned(),
            Value::Piece(piece) => game.piece_name(*piece),
            Value::Tag(tag) => game.tag_name(*tag).to_owned(),
        }
    }

    /// Returns the elements of a set as people write them, or `None` if it is not a set.
    pub fn elements(&self, game: &Game) -> Option<Vec<String>> {
        Some(match self {
            Value::Ints(ints) => ints.iter().map(i32::to_string).collect(),
            Value::Cells(cells) => cells.iter().map(|cell| game.board.name(cell).to_owned()).collect(),
            Value::Dirs(mask) => bits(*mask).map(|dir| game.board.dir_name(Dir(dir)).to_owned()).collect(),
            Value::Players(mask) => bits(*mask).map(|player| game.player_name(Player(player)).to_owned()).collect(),
            Value::Kinds(mask) => bits(*mask).map(|kind| game.kind_name(Kind(kind)).to_owned()).collect(),
            _ => return None,
        })
    }

    /// Returns the value as rule files write it, with cells by their coordinates.
    pub fn source(&self, game: &Game) -> String {
        match self {
            Value::Cell(cell) if !cell.is_off() => game.board.coordinate(*cell).to_owned(),
            Value::Cells(cells) => {
                let names: Vec<&str> = cells.iter().map(|cell| game.board.coordinate(cell)).collect();
                format!("{{{}}}", names.join(" "))
            }
            _ => self.text(game),
        }
    }

    /// Returns the value as a constant expression.
    pub fn constant(&self) -> AnyExpr {
        match self {
            Value::Int(n) => AnyExpr::Int(IntExpr::Const(*n)),
            Value::Ints(ints) => AnyExpr::Ints(IntsExpr::List(ints.iter().map(|n| IntExpr::Const(*n)).collect())),
            Value::Bool(holds) => AnyExpr::Bool(BoolExpr::Const(*holds)),
            Value::Cell(cell) => AnyExpr::Cell(CellExpr::Const(*cell)),
            Value::Cells(cells) => AnyExpr::Cells(CellsExpr::Const(Box::new(*cells))),
            Value::Dir(dir) => AnyExpr::Dir(DirExpr::Const(*dir)),
            Value::Dirs(mask) => AnyExpr::Dirs(MaskExpr::Const(*mask)),
            Value::Player(player) => AnyExpr::Player(PlayerExpr::Const(*player)),
            Value::Players(mask) => AnyExpr::Players(MaskExpr::Const(*mask)),
            Value::Tag(tag) => AnyExpr::Tag(TagExpr::Const(*tag)),
            Value::Kind(kind) => AnyExpr::Kind(KindExpr::Const(*kind)),
            Value::Kinds(mask) => AnyExpr::Kinds(MaskExpr::Const(*mask)),
            Value::Piece(Piece::NOTHING) => AnyExpr::Piece(PieceExpr::Nothing),
            Value::Piece(piece) => {
                AnyExpr::Piece(PieceExpr::Of(Box::new((KindExpr::Const(piece.kind), PlayerExpr::Const(piece.owner)))))
            }
        }
    }
}

macro_rules! from {
    ($($ty:ty => $variant:ident,)*) => {$(
        impl From<$ty> for Value {
            fn from(value: $ty) -> Value {
                Value::$variant(value)
            }
        }
    )*};
}

from! {
    i32 => Int,
    bool => Bool,
    Cell => Cell,
    CellSet => Cells,
    Dir => Dir,
    Player => Player,
    Kind => Kind,
    Piece => Piece,
}
