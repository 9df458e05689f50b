//! [`Area`]: which cells a set can hold, by where they lie and what stands on them.

use crate::game::cells::CellSet;

/// The possible pieces on a cell: kinds as masks, by owner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Stands {
    /// Kinds of the mover's pieces.
    pub own: u64,
    /// Kinds of other players' pieces.
    pub others: u64,
    /// Kinds of neutral pieces.
    pub neutral: u64,
    /// Whether the cell can be empty.
    pub nothing: bool,
}

impl Stands {
    pub(crate) const NEVER: Stands = Stands { own: 0, others: 0, neutral: 0, nothing: false };
    pub(crate) const EMPTY: Stands = Stands { nothing: true, ..Stands::NEVER };
    pub(crate) const OWNED: Stands = Stands { own: u64::MAX, others: u64::MAX, ..Stands::NEVER };
    pub(crate) const OCCUPIED: Stands = Stands { neutral: u64::MAX, ..Stands::OWNED };

    /// Pieces of these kinds, whoever's.
    pub(crate) fn of_kinds(kinds: u64) -> Stands {
        Stands { own: kinds, others: kinds, neutral: kinds, nothing: false }
    }

    /// Returns the kinds of the pieces that can stand there.
    pub(crate) fn kinds(self) -> u64 {
        self.own | self.others | self.neutral
    }

    /// Returns whether a player's piece can stand there.
    pub(crate) fn is_owned(self) -> bool {
        self.own | self.others != 0
    }

    fn and(self, other: Stands) -> Stands {
        self.combine(other, |a, b| a & b)
    }

    fn or(self, other: Stands) -> Stands {
        self.combine(other, |a, b| a | b)
    }

    fn without(self, other: Stands) -> Stands {
        self.combine(other, |a, b| a & !b)
    }

    fn combine(self, other: Stands, of: fn(u64, u64) -> u64) -> Stands {
        Stands {
            own: of(self.own, other.own),
            others: of(self.others, other.others),
            neutral: of(self.neutral, other.neutral),
            nothing: of(self.nothing.into(), other.nothing.into()) != 0,
        }
    }
}

/// The cells of `cells` on which something that `stands` allows stands; a player's piece belongs to one of `owners`.
///
/// In its normal form, an area without players' pieces has no owners, and one on which nothing can stand has no cells; see
/// [`Area::normal`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Area {
    /// Where the cells lie.
    pub cells: CellSet,
    /// What can stand on them.
    pub stands: Stands,
    /// The players whose pieces may stand there, bit n for player n.
    pub owners: u64,
}

impl Area {
    /// No cell.
    pub(crate) const NONE: Area = Area { cells: CellSet::EMPTY, stands: Stands::NEVER, owners: 0 };

    /// Returns whether there can be no such cell.
    pub(crate) fn is_empty(&self) -> bool {
        self.stands == Stands::NEVER
    }

    /// Brings the area into normal form. `everywhere` holds all cells, and all that can stand on any of them.
    pub(crate) fn normal(mut self, everywhere: &Area, mover: Option<u64>) -> Area {
        self.stands = self.stands.and(everywhere.stands);
        self.owners &= everywhere.owners;
        if let Some(mover) = mover {
            if self.owners & mover == 0 {
                self.stands.own = 0;
            }
            if self.owners & !mover == 0 {
                self.stands.others = 0;
            }
            let (own, others) = (self.stands.own != 0, self.stands.others != 0);
            self.owners &= if own { mover } else { 0 } | if others { !mover } else { 0 };
        }
        if self.owners == 0 {
            (self.stands.own, self.stands.others) = (0, 0);
        }
        if !self.stands.is_owned() {
            self.owners = 0;
        }
        if self.cells.is_empty() || self.is_empty() { Area::NONE } else { self }
    }

    /// Returns whether something can stand both on a cell of this area and on a cell of the other.
    pub(super) fn fits(&self, other: &Area) -> bool {
        let both = self.stands.and(other.stands);
        both.nothing || both.neutral != 0 || both.is_owned() && self.owners & other.owners != 0
    }

    /// Returns the intersection, which is exact if both are; not in normal form.
    pub(super) fn met(&self, other: &Area) -> Area {
        Area {
            cells: self.cells.and(&other.cells),
            stands: self.stands.and(other.stands),
            owners: self.owners & other.owners,
        }
    }

    /// Returns the smallest area that contains both.
    pub(crate) fn join(&self, other: &Area) -> Area {
        Area {
            cells: self.cells.or(&other.cells),
            stands: self.stands.or(other.stands),
            owners: self.owners | other.owners,
        }
    }

    /// Returns what may remain without the cells of an exact area, and whether that is exact; not in normal form.
    pub(super) fn less(&self, exact: &Area) -> (Area, bool) {
        let mut left = *self;
        match self.beyond(exact) {
            [false, false, false] => return (Area::NONE, true),
            [true, false, false] => left.cells = self.cells.except(&exact.cells),
            [false, true, false] => left.stands = self.stands.without(exact.stands),
            [false, false, true] => left.owners &= !exact.owners,
            _ => return (left, false),
        }
        // Owners say nothing about neutral pieces and empty cells, which the exact area may contain as well.
        if self.beyond(exact)[2] {
            left.stands.neutral &= !exact.stands.neutral;
            left.stands.nothing &= !exact.stands.nothing;
        }
        (left, true)
    }

    /// Returns whether every cell of this area is in an exact area.
    pub(crate) fn is_within(&self, exact: &Area) -> bool {
        self.is_empty() || self.beyond(exact) == [false; 3]
    }

    /// Returns where this area exceeds another one: in its cells, in what stands there, in its owners.
    fn beyond(&self, other: &Area) -> [bool; 3] {
        [
            !self.cells.within(&other.cells),
            self.stands.without(other.stands) != Stands::NEVER,
            self.owners & !other.owners != 0,
        ]
    }

    /// Returns whether the join of two exact areas is exact: they differ in at most one respect.
    pub(super) fn joins_exactly(&self, other: &Area) -> bool {
        let owned = self.stands.is_owned() && other.stands.is_owned();
        let differs = [self.cells != other.cells, self.stands != other.stands, owned && self.owners != other.owners];
        differs.iter().filter(|differs| **differs).count() <= 1
    }
}
