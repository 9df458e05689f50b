//! Types of expressions, and what their values are while code is made.

use super::flow::BranchValues;
use super::locals::Numbers;
use super::set::Words;
use super::word::{Int, Spot, Word};
use super::{Gen, Gets, Moment, Unsupported};
use crate::game::expr::*;
use crate::game::operator::Op;
use crate::game::part::{Expression, Part};
use crate::types::Type;

/// A type of expressions.
pub(crate) trait Sort: Expression {
    /// What its values are.
    type Value: Held;

    /// Makes the value of an expression.
    fn make(&self, make: &mut Gen<'_, '_>) -> Gets<Self::Value>;

    /// Makes instructions for an operator; none if it is called while the code runs.
    fn lower(make: &mut Gen<'_, '_>, op: Op, args: &[AnyExpr]) -> Gets<Option<Self::Value>>;
}

/// A value while code is made.
pub(crate) trait Held: Clone + Into<Thing> {
    /// The class of its locals.
    const CLASS: Class;

    /// Returns the value, if it is of this type.
    fn from_thing(thing: Thing) -> Gets<Self>;

    /// Returns it as a value of any type.
    fn into_thing(self) -> Thing {
        self.into()
    }

    /// Returns it with bounds, if it is a number.
    fn bounded(self, _bounds: (i64, i64)) -> Self {
        self
    }

    /// Returns what two branches leave, as `left`: one of these two values.
    fn joined(&self, _other: &Self, left: Thing) -> Gets<Self> {
        Self::from_thing(left)
    }
}

/// A value of any type.
#[derive(Clone, Debug)]
pub(crate) enum Thing {
    /// One word; for a cell, whether it is certainly not `off`.
    Word(Word, bool),
    Cells(Words),
    Ints(Numbers),
}

/// The reason for a value that is not of its type.
const OTHER: Unsupported = Unsupported("a value of another type");

impl Thing {
    /// The class of its locals.
    pub(crate) fn class(&self) -> Class {
        match self {
            Thing::Word(..) => Class::Word,
            Thing::Cells(_) => Class::Cells,
            Thing::Ints(_) => Class::Ints,
        }
    }

    /// Returns its words; sets of numbers have none, for which `why` is the reason.
    pub(crate) fn words(self, why: &'static str) -> Gets<BranchValues> {
        match self {
            Thing::Word(word, _) => Ok(BranchValues::from_slice(&[word])),
            Thing::Cells(cells) => Ok(cells),
            Thing::Ints(_) => Err(Unsupported(why)),
        }
    }

    /// Returns the value of a class that has these words; sets of numbers have none, for which `why` is the reason.
    pub(crate) fn from_words(class: Class, words: BranchValues, why: &'static str) -> Gets<Thing> {
        match class {
            Class::Word => Ok(Thing::Word(words[0], false)),
            Class::Cells => Ok(Thing::Cells(words)),
            Class::Ints => Err(Unsupported(why)),
        }
    }
}

impl From<Word> for Thing {
    fn from(word: Word) -> Thing {
        Thing::Word(word, false)
    }
}

impl From<Int> for Thing {
    fn from(n: Int) -> Thing {
        Thing::Word(n.word, false)
    }
}

impl From<Spot> for Thing {
    fn from(spot: Spot) -> Thing {
        Thing::Word(spot.word, spot.sure)
    }
}

impl From<Words> for Thing {
    fn from(set: Words) -> Thing {
        Thing::Cells(set)
    }
}

impl From<Numbers> for Thing {
    fn from(numbers: Numbers) -> Thing {
        Thing::Ints(numbers)
    }
}

impl Held for Word {
    const CLASS: Class = Class::Word;

    fn from_thing(thing: Thing) -> Gets<Word> {
        if let Thing::Word(word, _) = thing { Ok(word) } else { Err(OTHER) }
    }
}

impl Held for Int {
    const CLASS: Class = Class::Word;

    fn from_thing(thing: Thing) -> Gets<Int> {
        Word::from_thing(thing).map(Int::any)
    }

    fn bounded(self, (low, high): (i64, i64)) -> Int {
        Int::between(self.word, low, high)
    }

    fn joined(&self, other: &Int, left: Thing) -> Gets<Int> {
        Ok(Int::between(Word::from_thing(left)?, self.low.min(other.low), self.high.max(other.high)))
    }
}

impl Held for Spot {
    const CLASS: Class = Class::Word;

    fn from_thing(thing: Thing) -> Gets<Spot> {
        if let Thing::Word(word, sure) = thing { Ok(Spot { word, sure }) } else { Err(OTHER) }
    }

    fn joined(&self, other: &Spot, left: Thing) -> Gets<Spot> {
        Ok(Spot { word: Word::from_thing(left)?, sure: self.sure && other.sure })
    }
}

impl Held for Words {
    const CLASS: Class = Class::Cells;

    fn from_thing(thing: Thing) -> Gets<Words> {
        if let Thing::Cells(set) = thing { Ok(set) } else { Err(OTHER) }
    }
}

impl Held for Numbers {
    const CLASS: Class = Class::Ints;

    fn from_thing(thing: Thing) -> Gets<Numbers> {
        if let Thing::Ints(numbers) = thing { Ok(numbers) } else { Err(OTHER) }
    }
}

macro_rules! sorts {
    ($($expr:ty: $value:ty, $part:ident, $make:ident, $lower:expr;)*) => {
        $(
            impl Sort for $expr {
                type Value = $value;

                fn make(&self, make: &mut Gen<'_, '_>) -> Gets<$value> {
                    make.$make(self)
                }

                fn lower(make: &mut Gen<'_, '_>, op: Op, args: &[AnyExpr]) -> Gets<Option<$value>> {
                    $lower(make, op, args)
                }
            }
        )*

        impl Gen<'_, '_> {
            /// Makes the value of an expression of any type.
            pub(crate) fn thing(&mut self, part: Part<'_>) -> Gets<Thing> {
                Ok(match part { $(Part::$part(e) => e.make(self)?.into(),)* })
            }

            /// Makes the function of the n-th def of a type, asked at a moment.
            pub(crate) fn make_def_of(&mut self, name: Type, n: usize, moment: Moment) -> Gets<()> {
                match name { $(Type::$part => self.def_of::<$expr>(n, moment),)* }
            }
        }
    };
}

sorts! {
    IntExpr: Int, Int, int, Gen::lower_int;
    IntsExpr: Numbers, Ints, ints, call;
    BoolExpr: Word, Bool, truth, Gen::lower_truth;
    CellExpr: Spot, Cell, cell, Gen::lower_cell;
    CellsExpr: Words, Cells, cells, Gen::lower_cells;
    DirExpr: Word, Dir, dir, Gen::lower_dir;
    DirsExpr: Word, Dirs, mask_of, call;
    PlayerExpr: Word, Player, player, Gen::lower_player;
    PlayersExpr: Word, Players, mask_of, call;
    KindExpr: Word, Kind, kind, Gen::lower_kind;
    KindsExpr: Word, Kinds, mask_of, call;
    PieceExpr: Word, Piece, piece, call;
    TagExpr: Word, Tag, tag, call;
}

/// No operator of a type has instructions of its own: all are called.
fn call<V>(_: &mut Gen<'_, '_>, _: Op, _: &[AnyExpr]) -> Gets<Option<V>> {
    Ok(None)
}

impl Gen<'_, '_> {
    /// Makes the value of an expression whose values are one word.
    pub(crate) fn word(&mut self, part: Part<'_>) -> Gets<Word> {
        Word::from_thing(self.thing(part)?)
    }

    /// Returns the value of a local.
    pub(crate) fn local_thing(&mut self, class: Class, slot: Slot) -> Gets<Thing> {
        Ok(match class {
            Class::Word => {
                let (word, sure) = self.local(slot)?;
                Thing::Word(word, sure)
            }
            Class::Cells => Thing::Cells(self.local_cells(slot)?),
            Class::Ints => Thing::Ints(self.local_ints(slot)),
        })
    }

    /// Reads a value of a variable, which lies at `base + index`.
    pub(crate) fn load_thing(&mut self, class: Class, base: usize, index: Word) -> Gets<Thing> {
        let width = if class == Class::Cells { self.width() } else { 1 };
        let words = (0..width).map(|i| self.load_word(base + i, index)).collect();
        Thing::from_words(class, words, "a variable of numbers")
    }

    /// Writes a value of a variable, which lies at `base + index`.
    pub(crate) fn store_thing(&mut self, base: usize, index: Word, value: Thing) -> Gets<()> {
        for (i, word) in value.words("a variable of numbers")?.into_iter().enumerate() {
            self.store_word(base + i, index, word);
        }
        Ok(())
    }
}
