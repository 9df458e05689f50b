//! [`AbstractValue`]: all values that an expression can have. A bound that is too wide is no mistake; one that leaves a
//! value out is.

use super::area::{Area, Stands};
use crate::game::cells::{Cell, CellSet};
use crate::game::piece::{Dir, Kind, Player, Tag};
use crate::game::value::Value;
use std::rc::Rc;

/// The possible values of a condition: whether it can hold, and whether it can fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Truth {
    pub yes: bool,
    pub no: bool,
}

impl Truth {
    pub(crate) const EITHER: Truth = Truth { yes: true, no: true };

    pub(crate) fn of(holds: bool) -> Truth {
        Truth { yes: holds, no: !holds }
    }

    /// Returns whether it always or never holds, or `None` if that depends.
    pub(crate) fn known(self) -> Option<bool> {
        (self.yes != self.no).then_some(self.yes)
    }

    pub(crate) fn not(self) -> Truth {
        Truth { yes: self.no, no: self.yes }
    }

    pub(crate) fn and(self, other: Truth) -> Truth {
        Truth { yes: self.yes && other.yes, no: self.no || other.no }
    }

    pub(crate) fn or(self, other: Truth) -> Truth {
        self.not().and(other.not()).not()
    }

    pub(super) fn join(self, other: Truth) -> Truth {
        Truth { yes: self.yes || other.yes, no: self.no || other.no }
    }
}

/// The numbers from `least` to `most`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Interval {
    pub least: i64,
    pub most: i64,
}

impl Interval {
    /// All numbers. A result that does not fit 32 bits is a fault, not a value.
    pub(crate) const ALL: Interval = Interval { least: i32::MIN as i64, most: i32::MAX as i64 };

    pub(crate) fn of(n: impl Into<i64>) -> Interval {
        let n = n.into();
        Interval { least: n, most: n }
    }

    pub(crate) fn new(least: i64, most: i64) -> Interval {
        Interval { least, most }.meet(Interval::ALL)
    }

    /// Returns the number, or `None` if it can be several.
    pub(crate) fn known(self) -> Option<i64> {
        (self.least == self.most).then_some(self.least)
    }

    /// Returns the number as an `i32`, or `None` if it can be several.
    pub(crate) fn number(self) -> Option<i32> {
        self.known().and_then(|n| i32::try_from(n).ok())
    }

    pub(super) fn join(self, other: Interval) -> Interval {
        Interval { least: self.least.min(other.least), most: self.most.max(other.most) }
    }

    pub(super) fn meet(self, other: Interval) -> Interval {
        Interval { least: self.least.max(other.least), most: self.most.min(other.most) }
    }

    pub(super) fn compare_less(self, other: Interval) -> Truth {
        Truth { yes: self.least < other.most, no: self.most >= other.least }
    }

    pub(super) fn compare_equal(self, other: Interval) -> Truth {
        let yes = self.least <= other.most && other.least <= self.most;
        Truth { yes, no: self.known().is_none() || self != other }
    }
}

/// A set of numbers.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct NumberSet {
    /// The bounds of its numbers; the set is empty if the least is above the most.
    pub range: Interval,
    /// Whether it surely contains all numbers of the range.
    pub is_full: bool,
    /// Its numbers in order, if they are known and are not a range.
    pub listed: Option<Rc<[i32]>>,
    /// How many numbers it has at most.
    pub count: i64,
}

impl NumberSet {
    pub(super) fn within(range: Interval, count: i64) -> NumberSet {
        let count = count.min((range.most - range.least + 1).max(0));
        NumberSet { range, is_full: false, listed: None, count }
    }

    pub(super) fn range(least: Interval, most: Interval) -> NumberSet {
        let range = Interval { least: least.least, most: most.most };
        let is_full = least.known().is_some() && most.known().is_some();
        NumberSet { is_full, ..NumberSet::within(range, i64::MAX) }
    }

    pub(super) fn all() -> NumberSet {
        NumberSet::within(Interval::ALL, Interval::ALL.most)
    }

    /// Makes the set of these known numbers.
    pub(super) fn of(mut numbers: Vec<i32>) -> NumberSet {
        numbers.sort_unstable();
        numbers.dedup();
        let ends = (numbers.first().copied().unwrap_or(1), numbers.last().copied().unwrap_or(0));
        let set = NumberSet::range(Interval::of(ends.0), Interval::of(ends.1));
        match numbers.len() as i64 == set.count {
            true => set,
            false => NumberSet { is_full: false, count: numbers.len() as i64, listed: Some(numbers.into()), ..set },
        }
    }

    /// Returns its numbers, each with whether it is surely in the set, or `None` if there could be more than `most`.
    pub(crate) fn elements(&self, most: usize) -> Option<Vec<(i32, bool)>> {
        if let Some(listed) = &self.listed {
            return (listed.len() <= most).then(|| listed.iter().map(|n| (*n, true)).collect());
        }
        let Interval { least, most: end } = self.range;
        let few = end.saturating_sub(least) <= most as i64;
        few.then(|| (least..=end).filter_map(|n| Some((i32::try_from(n).ok()?, self.is_full))).collect())
    }

    /// Returns its numbers, or `None` if they are not known.
    pub(crate) fn known(&self, most: usize) -> Option<Vec<i32>> {
        let elements = self.elements(most)?;
        elements.into_iter().map(|(n, surely)| surely.then_some(n)).collect()
    }

    pub(super) fn has(&self, n: Interval) -> Truth {
        if let (Some(listed), Some(n)) = (&self.listed, n.number()) {
            return Truth::of(listed.contains(&n));
        }
        let inside = self.range.least <= n.least && n.most <= self.range.most;
        Truth { yes: n.least <= self.range.most && self.range.least <= n.most, no: !(self.is_full && inside) }
    }

    pub(super) fn is_any(&self) -> Truth {
        let some = self.range.least <= self.range.most;
        Truth { yes: some && self.count > 0, no: !(some && (self.is_full || self.listed.is_some())) }
    }

    /// Returns how many numbers are surely in it.
    pub(super) fn least_count(&self) -> i64 {
        if self.is_full || self.listed.is_some() { self.count } else { 0 }
    }

    pub(super) fn join(&self, other: &NumberSet) -> NumberSet {
        if self == other {
            return self.clone();
        }
        NumberSet::within(self.range.join(other.range), self.count.max(other.count))
    }
}

/// A single cell: the known facts about it, and whether it may be `off`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct AbstractCell {
    pub area: Area,
    pub off: bool,
}

impl AbstractCell {
    /// Returns the cell, or `None` if it can be several.
    pub(crate) fn known(&self) -> Option<Cell> {
        match (self.area.cells.len(), self.off) {
            (1, false) => self.area.cells.first(),
            (0, true) => Some(Cell::OFF),
            _ => None,
        }
    }

    pub(crate) fn join(&self, other: &AbstractCell) -> AbstractCell {
        AbstractCell { area: self.area.join(&other.area), off: self.off || other.off }
    }
}

/// A set of cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct AbstractCells {
    /// The cells that are surely in it.
    pub surely: CellSet,
    /// The cells that may be in it.
    pub area: Area,
    /// Whether all cells of the area are in it.
    pub is_exact: bool,
    /// How many cells it has at most.
    pub count: i64,
}

impl AbstractCells {
    /// Returns the set, or `None` if it can be several.
    pub(crate) fn known(&self) -> Option<&CellSet> {
        (self.surely == self.area.cells).then_some(&self.surely)
    }

    pub(super) fn is_any(&self) -> Truth {
        Truth { yes: !self.area.is_empty() && self.count > 0, no: self.surely.is_empty() }
    }

    pub(super) fn join(&self, other: &AbstractCells) -> AbstractCells {
        AbstractCells {
            surely: self.surely.and(&other.surely),
            area: self.area.join(&other.area),
            is_exact: self.is_exact && self == other,
            count: self.count.max(other.count),
        }
    }
}

/// A single direction, player or kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Single {
    /// The elements that it may be, bit n for the n-th.
    pub mask: u64,
    /// Whether it may be `nothing`.
    pub none: bool,
    /// For a player: whether it may be the mover.
    pub mover: bool,
    /// For a player: whether it may be someone other than the mover.
    pub other: bool,
}

impl Single {
    /// Makes a value that is one of this mask, whoever is to move.
    pub(crate) fn among(mask: u64) -> Single {
        Single { mask, none: false, mover: mask != 0, other: mask != 0 }
    }

    pub(super) const NOTHING: Single = Single { mask: 0, none: true, mover: false, other: false };

    /// Makes the value that is the n-th element; a bit beyond the mask stands for `nothing`.
    pub(crate) fn of(n: u8) -> Single {
        if n < 64 { Single::among(1 << n) } else { Single::NOTHING }
    }

    /// Returns the element, or `None` if it can be several or `nothing`.
    pub(crate) fn known(self) -> Option<u8> {
        (self.mask.count_ones() == 1 && !self.none).then(|| self.mask.trailing_zeros() as u8)
    }

    pub(super) fn is_nothing(self) -> bool {
        self.mask == 0 && self.none
    }

    pub(crate) fn join(self, other: Single) -> Single {
        Single {
            mask: self.mask | other.mask,
            none: self.none || other.none,
            mover: self.mover || other.mover,
            other: self.other || other.other,
        }
    }

    /// Excludes a known value.
    fn exclude(&mut self, other: Single) {
        if other.known().is_some() {
            self.mask &= !other.mask;
        }
        self.none &= !other.is_nothing();
    }

    /// Returns whether the two can be equal, and whether they can differ.
    pub(super) fn compare_equal(self, other: Single) -> Truth {
        let meets = self.mask & other.mask != 0 && (self.mover && other.mover || self.other && other.other);
        let both_nothing = self.is_nothing() && other.is_nothing();
        let both_mover = |one: Single| one.mover && !one.other && !one.none;
        let one = self.known().is_some() && self.known() == other.known();
        Truth {
            yes: meets || self.none && other.none,
            no: !(both_nothing || one || both_mover(self) && both_mover(other)),
        }
    }
}

/// A set of directions, players or kinds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct AbstractMask {
    /// The elements that are surely in it.
    pub surely: u64,
    /// The elements that may be in it.
    pub maybe: u64,
    /// How many are in it at most.
    pub count: i64,
}

impl AbstractMask {
    pub(crate) fn new(surely: u64, maybe: u64) -> AbstractMask {
        AbstractMask { surely, maybe, count: i64::from(maybe.count_ones()) }
    }

    pub(crate) fn of(mask: u64) -> AbstractMask {
        AbstractMask::new(mask, mask)
    }

    /// Returns the set, or `None` if it can be several.
    pub(crate) fn known(self) -> Option<u64> {
        (self.surely == self.maybe).then_some(self.surely)
    }

    pub(super) fn is_any(self) -> Truth {
        Truth { yes: self.maybe != 0, no: self.surely == 0 }
    }

    pub(super) fn at_most(self, count: i64) -> AbstractMask {
        AbstractMask { count: self.count.min(count), ..self }
    }

    pub(super) fn join(self, other: AbstractMask) -> AbstractMask {
        AbstractMask {
            surely: self.surely & other.surely,
            maybe: self.maybe | other.maybe,
            count: self.count.max(other.count),
        }
    }
}

/// All values that an expression of any type can have.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) enum AbstractValue {
    Int(Interval),
    Ints(NumberSet),
    Bool(Truth),
    Cell(AbstractCell),
    Cells(AbstractCells),
    Dir(Single),
    Dirs(AbstractMask),
    Player(Single),
    Players(AbstractMask),
    Kind(Single),
    Kinds(AbstractMask),
    /// What stands on one of these cells; where the cells lie does not matter.
    Piece(Area),
    Tag(Single),
}

impl AbstractValue {
    /// Returns whether the arms of a `match` without `else` have it: the check has required arms for all directions, players,
    /// kinds and words, but not for `nothing`.
    pub(crate) fn is_covered(&self) -> bool {
        use AbstractValue::*;
        matches!(self, Dir(one) | Player(one) | Kind(one) | Tag(one) if !one.none)
    }

    /// Returns the smallest value that covers both, or `None` if their types differ.
    pub(super) fn join(&self, other: &AbstractValue) -> Option<AbstractValue> {
        use AbstractValue::*;
        Some(match (self, other) {
            (Int(a), Int(b)) => Int(a.join(*b)),
            (Ints(a), Ints(b)) => Ints(a.join(b)),
            (Bool(a), Bool(b)) => Bool(a.join(*b)),
            (Cell(a), Cell(b)) => Cell(a.join(b)),
            (Cells(a), Cells(b)) => Cells(a.join(b)),
            (Dir(a), Dir(b)) => Dir(a.join(*b)),
            (Dirs(a), Dirs(b)) => Dirs(a.join(*b)),
            (Player(a), Player(b)) => Player(a.join(*b)),
            (Players(a), Players(b)) => Players(a.join(*b)),
            (Kind(a), Kind(b)) => Kind(a.join(*b)),
            (Kinds(a), Kinds(b)) => Kinds(a.join(*b)),
            (Piece(a), Piece(b)) => Piece(a.join(b)),
            (Tag(a), Tag(b)) => Tag(a.join(*b)),
            _ => return None,
        })
    }

    /// Returns whether two values of one type can be equal, and whether they can differ.
    pub(crate) fn compare_equal(&self, other: &AbstractValue) -> Truth {
        use AbstractValue::*;
        match (self, other) {
            (Int(a), Int(b)) => a.compare_equal(*b),
            (Bool(a), Bool(b)) => Truth { yes: a.yes && b.yes || a.no && b.no, no: a.yes && b.no || a.no && b.yes },
            (Cell(a), Cell(b)) => {
                let is_one = a.known().is_some() && a.known() == b.known();
                let meets = a.area.cells.meets(&b.area.cells) && a.area.fits(&b.area);
                Truth { yes: meets || a.off && b.off, no: !is_one }
            }
            (Dir(a), Dir(b)) | (Player(a), Player(b)) | (Kind(a), Kind(b)) | (Tag(a), Tag(b)) => a.compare_equal(*b),
            (Piece(a), Piece(b)) => {
                Truth { yes: a.fits(b), no: a.stands != Stands::EMPTY || b.stands != Stands::EMPTY }
            }
            _ => Truth::EITHER,
        }
    }

    /// Excludes another value, where that can be expressed.
    pub(super) fn exclude(&mut self, other: &AbstractValue) {
        use AbstractValue::*;
        match (self, other) {
            (Dir(one), Dir(other))
            | (Player(one), Player(other))
            | (Kind(one), Kind(other))
            | (Tag(one), Tag(other)) => one.exclude(*other),
            _ => {}
        }
    }

    /// Forgets what changes with the position, such as the pieces on cells. Returns whether anything else is still known.
    pub(crate) fn outlast(&mut self, everywhere: &Area) -> bool {
        use AbstractValue::*;
        match self {
            Cell(cell) => cell.area = Area { cells: cell.area.cells, ..*everywhere },
            Cells(set) => {
                set.area = Area { cells: set.area.cells, ..*everywhere };
                set.is_exact = false;
            }
            // The player to move may change, and with it whether a player is the mover.
            Player(_) | Piece(_) => return false,
            _ => {}
        }
        true
    }

    /// Returns the set of directions, players or kinds, or `None` for other types.
    pub(super) fn mask(&self) -> Option<AbstractMask> {
        match self {
            AbstractValue::Dirs(set) | AbstractValue::Players(set) | AbstractValue::Kinds(set) => Some(*set),
            _ => None,
        }
    }

    /// Returns the value, or `None` if there can be several.
    pub(crate) fn known(&self) -> Option<Value> {
        use AbstractValue::*;
        Some(match self {
            Int(n) => Value::Int(n.number()?),
            Ints(set) => Value::Ints(set.known(LISTED)?),
            Bool(truth) => Value::Bool(truth.known()?),
            Cell(cell) => Value::Cell(cell.known()?),
            Cells(set) => Value::Cells(*set.known()?),
            Dir(dir) => Value::Dir(self::Dir(dir.known()?)),
            Dirs(set) => Value::Dirs(set.known()?),
            Player(player) if player.is_nothing() => Value::Player(self::Player::NOBODY),
            Player(player) => Value::Player(self::Player(player.known()?)),
            Players(set) => Value::Players(set.known()?),
            Kind(kind) if kind.is_nothing() => Value::Kind(self::Kind::NOTHING),
            Kind(kind) => Value::Kind(self::Kind(kind.known()?)),
            Kinds(set) => Value::Kinds(set.known()?),
            Piece(_) => return None,
            Tag(tag) => Value::Tag(self::Tag(tag.known()?)),
        })
    }
}

/// The most numbers of a set that are listed one by one.
pub(super) const LISTED: usize = 10_000;
