//! [`Area`]: what the cells of a set can be.

use crate::game::cells::CellSet;

/// Nothing stands on the cell.
pub const EMPTY: u8 = 1;
/// A piece of the mover.
pub const MOVER: u8 = 2;
/// A piece of another player.
pub const OTHER: u8 = 4;
/// A neutral piece.
pub const NEUTRAL: u8 = 8;
/// A piece of some player.
pub const OWNED: u8 = MOVER | OTHER;
/// Whatever may stand there.
pub const ANY: u8 = EMPTY | OWNED | NEUTRAL;

/// The cells that lie in `cells`, and on which something stands that fits: whose it is, seen from the mover; if a
/// player's, which player's; if anything stands there, of which kind.
///
/// What does not matter is 0: the owners if no piece of a player can stand there, the kinds that cannot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Area {
    /// Where they lie.
    pub cells: CellSet,
    /// [`EMPTY`], [`MOVER`], [`OTHER`], [`NEUTRAL`].
    pub whose: u8,
    /// The players whose pieces may stand there, bit n for player n.
    pub owners: u64,
    /// The kinds of pieces that may stand there, bit n for kind n.
    pub kinds: u64,
}

impl Area {
    /// No cell.
    pub const NONE: Area = Area { cells: CellSet::EMPTY, whose: 0, owners: 0, kinds: 0 };

    /// Whether there can be no such cell.
    pub fn is_empty(&self) -> bool {
        self.whose == 0
    }

    /// The same, what does not matter left out; `neutral` are the kinds that belong to nobody.
    pub fn tidy(mut self, neutral: u64) -> Area {
        if self.owners == 0 || self.kinds & !neutral == 0 {
            self.whose &= !OWNED;
        }
        if self.kinds & neutral == 0 {
            self.whose &= !NEUTRAL;
        }
        if self.whose & OWNED == 0 {
            self.owners = 0;
            self.kinds &= neutral;
        }
        if self.whose & NEUTRAL == 0 {
            self.kinds &= !neutral;
        }
        if self.cells.is_empty() || self.whose == 0 { Area::NONE } else { self }
    }

    /// What is in both; exactly so, if both are exact.
    pub fn meet(&self, other: &Area, neutral: u64) -> Area {
        let area = Area {
            cells: self.cells.and(&other.cells),
            whose: self.whose & other.whose,
            owners: self.owners & other.owners,
            kinds: self.kinds & other.kinds,
        };
        area.tidy(neutral)
    }

    /// The least area that holds both.
    pub fn join(&self, other: &Area) -> Area {
        Area {
            cells: self.cells.or(&other.cells),
            whose: self.whose | other.whose,
            owners: self.owners | other.owners,
            kinds: self.kinds | other.kinds,
        }
    }

    /// What may be left of it without those of an exact area.
    pub fn minus(&self, exact: &Area, neutral: u64) -> Area {
        let mut left = *self;
        match self.beyond(exact)[..] {
            [false, false, false, false] => return Area::NONE,
            [true, false, false, false] => left.cells = self.cells.except(&exact.cells),
            [false, true, false, false] => left.whose &= !exact.whose,
            [false, false, true, false] => left.owners &= !exact.owners,
            [false, false, false, true] => left.kinds &= !exact.kinds,
            _ => {}
        }
        left.tidy(neutral)
    }

    /// Whether every cell of it is one of an exact area.
    pub fn within(&self, exact: &Area) -> bool {
        self.is_empty() || self.beyond(exact) == [false; 4]
    }

    /// In which respects it reaches beyond another one: cells, whose, owners, kinds.
    fn beyond(&self, other: &Area) -> [bool; 4] {
        [
            !self.cells.within(&other.cells),
            self.whose & !other.whose != 0,
            self.owners & !other.owners != 0,
            self.kinds & !other.kinds != 0,
        ]
    }

    /// The two together, if that is an area: if they differ in one respect at most, of those that matter to both.
    pub fn joined(&self, other: &Area, neutral: u64) -> Option<Area> {
        let both = self.whose & other.whose;
        let owned = if self.whose & OWNED != 0 && other.whose & OWNED != 0 { !neutral } else { 0 };
        let nobodys = if both & NEUTRAL != 0 { neutral } else { 0 };
        let differs = [
            self.cells != other.cells,
            self.whose != other.whose,
            owned != 0 && self.owners != other.owners,
            (self.kinds ^ other.kinds) & (owned | nobodys) != 0,
        ];
        (differs.iter().filter(|differs| **differs).count() <= 1).then(|| self.join(other))
    }
}
