//! Elements of sets: either as one value that stands for any of them, or one by one.

use super::Analysis;
use super::area::Area;
use super::domain::*;
use crate::game::cells::{Cell, CellSet};
use crate::game::expr::*;
use crate::game::operator::bits;
use crate::game::part::AsPart;
use crate::types::Type;

/// An element that a set may have.
#[derive(Clone, Debug)]
pub(crate) struct PossibleElement {
    /// The number that identifies it among the elements of the set.
    pub code: i64,
    pub value: AbstractValue,
    /// Whether it is surely in the set.
    pub is_sure: bool,
}

impl Analysis<'_> {
    /// Returns the value that stands for any element of a set.
    pub(crate) fn element(&mut self, set: &impl AsPart) -> AbstractValue {
        match self.value(set.part()) {
            AbstractValue::Ints(set) => {
                let Interval { least, most } = set.range;
                AbstractValue::Int(Interval { least, most: most.max(least) })
            }
            AbstractValue::Cells(set) => AbstractValue::Cell(AbstractCell { area: set.area, off: false }),
            AbstractValue::Dirs(set) => AbstractValue::Dir(Single::among(set.maybe)),
            AbstractValue::Players(set) => AbstractValue::Player(Single::among(set.maybe)),
            AbstractValue::Kinds(set) => AbstractValue::Kind(Single::among(set.maybe)),
            single => single,
        }
    }

    /// Returns all elements that a set may have, or `None` if there are too many to list.
    pub(crate) fn elements(&mut self, set: &impl AsPart) -> Option<Vec<PossibleElement>> {
        if self.limits.elements == 0 {
            return None;
        }
        let of_mask = |set: AbstractMask, value: fn(Single) -> AbstractValue| {
            let element = |n: u8| PossibleElement {
                code: i64::from(n),
                value: value(Single::of(n)),
                is_sure: set.surely >> n & 1 == 1,
            };
            bits(set.maybe).map(element).collect()
        };
        Some(match self.value(set.part()) {
            AbstractValue::Cells(set) => {
                let one = |cell: Cell| {
                    let area = Area { cells: CellSet::of(cell), ..set.area };
                    let value = AbstractValue::Cell(AbstractCell { area, off: false });
                    PossibleElement { code: i64::from(cell.0), value, is_sure: set.surely.contains(cell) }
                };
                set.area.cells.iter().map(one).collect()
            }
            AbstractValue::Dirs(set) => of_mask(set, AbstractValue::Dir),
            AbstractValue::Players(set) => of_mask(set, AbstractValue::Player),
            AbstractValue::Kinds(set) => of_mask(set, AbstractValue::Kind),
            AbstractValue::Ints(set) => {
                let elements = set.elements(self.limits.elements)?.into_iter();
                let one = |(n, is_sure)| PossibleElement {
                    code: i64::from(n),
                    value: AbstractValue::Int(Interval::of(n)),
                    is_sure,
                };
                elements.map(one).collect()
            }
            _ => return None,
        })
    }

    /// Returns all cells and `off`, or all directions, one by one.
    pub(crate) fn all_of(&self, ty: Type) -> Vec<AbstractValue> {
        match ty {
            Type::Cell => {
                let cells = self.everywhere.cells.iter().chain([Cell::OFF]);
                cells.map(|cell| AbstractValue::Cell(self.known_cell(cell))).collect()
            }
            _ => (0..self.ground.board.dirs()).map(|dir| AbstractValue::Dir(Single::of(dir as u8))).collect(),
        }
    }

    /// Analyzes an expression in which the local stands for any element of a set.
    pub(super) fn with_element<R>(&mut self, slot: Slot, over: &impl AsPart, look: impl FnOnce(&mut Self) -> R) -> R {
        let element = self.element(over);
        self.forgetting(|inner| {
            inner.scope.known.push(slot, element);
            look(inner)
        })
    }

    /// Analyzes an expression for each element that a set may have, told whether it is surely in the set.
    /// Returns `None` if there are too many elements.
    pub(super) fn each<R>(
        &mut self,
        slot: Slot,
        over: &impl AsPart,
        mut look: impl FnMut(&mut Self, &PossibleElement) -> R,
    ) -> Option<Vec<R>> {
        let elements = self.elements(over)?;
        let mut seen = Vec::with_capacity(elements.len());
        for element in elements {
            if !self.spend() {
                return None;
            }
            seen.push(self.forgetting(|inner| {
                inner.scope.known.push(slot, element.value.clone());
                look(inner, &element)
            }));
        }
        Some(seen)
    }

    /// Returns how many elements a set has at most.
    pub(crate) fn count(&mut self, set: &impl AsPart) -> i64 {
        self.counts(set).most
    }

    /// Returns how many elements a set can have, as an interval.
    pub(super) fn counts(&mut self, set: &impl AsPart) -> Interval {
        let (least, most) = match self.value(set.part()) {
            AbstractValue::Ints(set) => (set.least_count(), set.count),
            AbstractValue::Cells(set) => (set.surely.len() as i64, set.count),
            value => value.mask().map_or((0, Interval::ALL.most), |set| (set.surely.count_ones().into(), set.count)),
        };
        Interval::new(least, most)
    }

    /// Returns whether a set can have elements, and whether it can be empty.
    pub(super) fn is_any(&mut self, set: &SetExpr) -> Truth {
        match self.value(set.part()) {
            AbstractValue::Ints(set) => set.is_any(),
            AbstractValue::Cells(set) => set.is_any(),
            value => value.mask().map_or(Truth::EITHER, AbstractMask::is_any),
        }
    }
}
