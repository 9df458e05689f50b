//! [`Raw`]: a value without its type, for the engines and the operators.

use super::OpFault;
use crate::game::cells::{Cell, MAX_WORDS, Set};
use crate::game::expr::*;
use crate::game::piece::{Dir, Kind, Piece, Player, Tag};
use crate::game::value::Value;
use crate::types::Type;
use smallvec::SmallVec;

/// A set of numbers, sorted and without repetition.
pub type Ints = SmallVec<[i32; 8]>;

/// A value of any type. `W` is the number of words of a set of cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Raw<const W: usize> {
    /// What fits into one machine word, see [`Coded`].
    Word(i64),
    /// A set of cells.
    Cells(Set<W>),
    /// A set of numbers.
    Ints(Ints),
}

/// The value of an operator: no operator has a set of numbers as its value.
#[derive(Clone, Copy, Debug)]
pub enum OpValue<const W: usize> {
    /// What fits into one machine word, see [`Coded`].
    Word(i64),
    /// A set of cells.
    Cells(Set<W>),
}

impl<const W: usize> Raw<W> {
    /// Returns the word; 0 for a set of cells or numbers.
    #[inline]
    pub fn word(&self) -> i64 {
        if let Raw::Word(word) = self { *word } else { 0 }
    }

    /// Returns how many elements a set of cells or numbers has.
    #[inline]
    pub fn len(&self) -> usize {
        match self {
            Raw::Word(_) => 0,
            Raw::Cells(cells) => cells.len(),
            Raw::Ints(ints) => ints.len(),
        }
    }

    /// Returns whether it is a set of cells or numbers without elements.
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}

impl Raw<MAX_WORDS> {
    /// Returns the value of a constant expression; `None` for other expressions and for long sets of numbers.
    pub fn of_constant(expr: &AnyExpr) -> Option<Self> {
        Some(Raw::Word(match expr {
            AnyExpr::Int(IntExpr::Const(n)) => n.code(),
            AnyExpr::Bool(BoolExpr::Const(truth)) => truth.code(),
            AnyExpr::Cell(CellExpr::Const(cell)) => cell.code(),
            AnyExpr::Dir(DirExpr::Const(dir)) => dir.code(),
            AnyExpr::Player(PlayerExpr::Const(player)) => player.code(),
            AnyExpr::Kind(KindExpr::Const(kind)) => kind.code(),
            AnyExpr::Tag(TagExpr::Const(tag)) => tag.code(),
            AnyExpr::Piece(PieceExpr::Nothing) => Piece::NOTHING.code(),
            AnyExpr::Dirs(MaskExpr::Const(mask))
            | AnyExpr::Players(MaskExpr::Const(mask))
            | AnyExpr::Kinds(MaskExpr::Const(mask)) => mask.code(),
            AnyExpr::Cells(CellsExpr::Const(set)) => return Some(Raw::Cells(**set)),
            AnyExpr::Ints(ints) => return Some(Raw::Ints(ints.constant()?.into())),
            _ => return None,
        }))
    }

    /// Returns a constant expression of a type with this value.
    pub fn into_constant(self, ty: Type) -> Option<AnyExpr> {
        match Value::of_raw(ty, self) {
            Value::Piece(piece) if !piece.is_nothing() => None,
            value => Some(value.constant()),
        }
    }
}

/// What fits into one machine word: a number, truth value, cell, direction, player, kind, word or piece, or a small set.
pub trait Coded: Copy {
    /// Returns the word.
    fn code(self) -> i64;
    /// Returns the value of a word; `off` or `nothing` if the word has none.
    fn decode(code: i64) -> Self;
}

macro_rules! coded {
    ($($ty:ty: |$value:ident| $code:expr, |$word:ident| $decoded:expr;)*) => {$(
        impl Coded for $ty {
            #[inline]
            fn code(self) -> i64 {
                let $value = self;
                $code
            }

            #[inline]
            fn decode($word: i64) -> Self {
                $decoded
            }
        }

        impl Argument for $ty {
            #[inline]
            fn size(&self) -> usize {
                (*self).code().count_ones() as usize
            }
        }

        impl<const W: usize> Answer<W> for $ty {
            #[inline]
            fn value(self) -> Result<OpValue<W>, OpFault> {
                Ok(OpValue::Word(self.code()))
            }
        }
    )*};
}

/// The type of an operator's argument.
pub(super) trait Argument {
    /// Returns how many elements it has, if it is a set. [`super::Cost`] looks at no other arguments.
    fn size(&self) -> usize;
}

/// The type of an operator's value, or of its value or fault.
pub(super) trait Answer<const W: usize> {
    fn value(self) -> Result<OpValue<W>, OpFault>;
}

coded! {
    i32: |n| i64::from(n), |word| word as i32;
    bool: |truth| i64::from(truth), |word| word != 0;
    u64: |mask| mask as i64, |word| word as u64;
    Cell: |cell| i64::from(cell.0), |word| u16::try_from(word).map_or(Cell::OFF, Cell);
    Dir: |dir| i64::from(dir.0), |word| u8::try_from(word).map_or(Dir::NOTHING, Dir);
    Player: |player| i64::from(player.0), |word| u8::try_from(word).map_or(Player::NOBODY, Player);
    Kind: |kind| i64::from(kind.0), |word| u8::try_from(word).map_or(Kind::NOTHING, Kind);
    Tag: |tag| i64::from(tag.0), |word| Tag(word as u8);
    Piece: |piece| i64::from(piece.owner.0) << 8 | i64::from(piece.kind.0),
        |word| Piece { owner: Player((word >> 8) as u8), kind: Kind(word as u8) };
}

impl<const W: usize> Argument for Set<W> {
    #[inline]
    fn size(&self) -> usize {
        self.len()
    }
}

impl Argument for Ints {
    #[inline]
    fn size(&self) -> usize {
        self.len()
    }
}

/// All remaining arguments.
pub(super) type List<T> = SmallVec<[T; 4]>;

impl<T: Argument> Argument for List<T> {
    /// Returns the size of the first of them.
    #[inline]
    fn size(&self) -> usize {
        self.first().map_or(0, T::size)
    }
}

impl<const W: usize> Answer<W> for Set<W> {
    #[inline]
    fn value(self) -> Result<OpValue<W>, OpFault> {
        Ok(OpValue::Cells(self))
    }
}

impl<const W: usize, T: Answer<W>> Answer<W> for Result<T, OpFault> {
    #[inline]
    fn value(self) -> Result<OpValue<W>, OpFault> {
        self?.value()
    }
}

/// Returns the numbers of the elements of a mask.
pub fn bits(mask: u64) -> impl Iterator<Item = u8> {
    (0..64u8).filter(move |n| mask >> n & 1 == 1)
}

/// Returns the bit of an element in a mask; 0 for nobody, `nothing` and all that does not fit a mask.
pub fn bit(index: impl Into<u32>) -> u64 {
    1u64.checked_shl(index.into()).unwrap_or(0)
}
