//! Sets of cells, directions, players and kinds.

use super::area::{Area, Stands};
use super::domain::*;
use super::{Analysis, first};
use crate::game::cells::CellSet;
use crate::game::expr::*;
use crate::game::part::{AsPart, Expression};
use crate::source::Span;

impl Analysis<'_> {
    /// Returns a set of unknown cells in an area.
    pub(super) fn cells_within(&self, area: Area) -> AbstractCells {
        self.cells_in(AbstractCells { surely: CellSet::EMPTY, area, is_exact: false, count: i64::MAX })
    }

    /// Returns the set of all cells of an area.
    pub(super) fn cells_all_of(&self, area: Area) -> AbstractCells {
        let is_fixed = self.is_fixed && area.stands == self.everywhere.stands && area.owners == self.everywhere.owners;
        let surely = if is_fixed { area.cells } else { CellSet::EMPTY };
        self.cells_in(AbstractCells { surely, area, is_exact: true, count: i64::MAX })
    }

    /// Brings the set's area into normal form.
    pub(super) fn cells_in(&self, set: AbstractCells) -> AbstractCells {
        let area = set.area.normal(&self.everywhere, self.mover);
        let most = match self.is_fixed || area.is_empty() {
            true => area.cells.len() as i64,
            false => Interval::ALL.most,
        };
        let count = set.count.min(most);
        AbstractCells { area: if count > 0 { area } else { Area::NONE }, count, ..set }
    }

    /// Returns these cells as an area, with anything on them.
    pub(super) fn at_cells(&self, cells: CellSet) -> Area {
        if !self.is_fixed {
            return self.everywhere;
        }
        Area { cells, ..self.everywhere }.normal(&self.everywhere, self.mover)
    }

    /// Returns the set of these cells.
    pub(super) fn cells_of(&self, cells: &CellSet) -> AbstractCells {
        match self.is_fixed {
            true => self.cells_all_of(self.at_cells(*cells)),
            false => self.cells_within(self.everywhere),
        }
    }

    /// Returns the intersection of both areas.
    pub(crate) fn meet(&self, one: &Area, other: &Area) -> Area {
        one.met(other).normal(&self.everywhere, self.mover)
    }

    /// Returns what may remain of an area without the cells of an exact one, and whether that is exact.
    pub(super) fn less(&self, area: &Area, exact: &Area) -> (Area, bool) {
        if self.meet(area, exact).is_empty() {
            return (*area, true);
        }
        let (left, is_exact) = area.less(exact);
        (left.normal(&self.everywhere, self.mover), is_exact)
    }

    /// Returns the set of all cells on which this can stand.
    fn holding(&self, stands: Stands) -> AbstractCells {
        self.cells_all_of(Area { stands, ..self.everywhere })
    }

    pub(super) fn own_cells(&mut self, set: &CellsExpr) -> AbstractCells {
        match set {
            CellsExpr::Const(cells) => self.cells_of(cells),
            CellsExpr::One(cell) => {
                let cell = self.cell(cell);
                let surely = cell.known().filter(|_| self.is_fixed).map_or(CellSet::EMPTY, CellSet::of);
                self.cells_in(AbstractCells { surely, area: cell.area, is_exact: false, count: 1 })
            }
            CellsExpr::Op(op, pair) => {
                let (a, b) = (self.cells(&pair.0), self.cells(&pair.1));
                self.joined(*op, &a, &b)
            }
            CellsExpr::Empty => self.holding(Stands::EMPTY),
            CellsExpr::Occupied => self.holding(Stands::OCCUPIED),
            CellsExpr::Pieces => self.holding(Stands::OWNED),
            CellsExpr::Enemy => self.holding(Stands { own: 0, ..Stands::OWNED }),
            CellsExpr::OfPlayer(player) => {
                let player = self.player(player);
                let kinds = |is: bool| if is { u64::MAX } else { 0 };
                let stands = Stands { own: kinds(player.mover), others: kinds(player.other), ..Stands::NEVER };
                let set = self.cells_all_of(Area { stands, owners: player.mask, ..self.everywhere });
                // All pieces of the player are included only if it is known who the player is.
                let is_mover = player.mover && !player.other;
                let is_rival = player.other && !player.mover && self.ground.players.len() == 2;
                let is_exact = !player.none && (player.known().is_some() || is_mover || is_rival);
                AbstractCells { is_exact, ..set }
            }
            CellsExpr::OfKind(kind) => self.holding(Stands::of_kinds(1u64.checked_shl(u32::from(kind.0)).unwrap_or(0))),
            CellsExpr::Union(each) => {
                self.may_exceed = true;
                let seen = self.each(each.slot, &each.over, |of, element| {
                    let set = of.cells(&each.body);
                    if element.is_sure { set } else { AbstractCells { surely: CellSet::EMPTY, ..set } }
                });
                let none = self.cells_within(Area::NONE);
                match seen {
                    Some(seen) => seen.iter().fold(none, |all, set| self.joined(SetOp::Or, &all, set)),
                    None => {
                        let many = self.count(&each.over);
                        let body = self.with_element(each.slot, &each.over, |of| of.cells(&each.body));
                        let count = many.saturating_mul(body.count);
                        self.cells_in(AbstractCells { count, ..self.cells_within(body.area) })
                    }
                }
            }
            CellsExpr::Filter(filter) => {
                self.may_exceed = true;
                self.filtered(filter)
            }
            CellsExpr::Reach(reach) => {
                self.may_fault = true;
                let from = self.cells(&reach.from);
                AbstractCells { surely: from.surely, ..self.cells_within(self.everywhere) }
            }
            CellsExpr::Common(_) => self.cells_within(self.everywhere),
        }
    }

    /// Evaluates `&`, `|` or `except`.
    fn joined(&self, op: SetOp, a: &AbstractCells, b: &AbstractCells) -> AbstractCells {
        let set = match op {
            SetOp::And => AbstractCells {
                surely: a.surely.and(&b.surely),
                area: self.meet(&a.area, &b.area),
                is_exact: a.is_exact && b.is_exact,
                count: a.count.min(b.count),
            },
            SetOp::Or if a.area.is_empty() => *b,
            SetOp::Or if b.area.is_empty() => *a,
            SetOp::Or => AbstractCells {
                surely: a.surely.or(&b.surely),
                area: a.area.join(&b.area),
                is_exact: a.is_exact && b.is_exact && a.area.joins_exactly(&b.area),
                count: a.count.saturating_add(b.count),
            },
            SetOp::Except => {
                let (area, is_rest) = match b.is_exact {
                    true => self.less(&a.area, &b.area),
                    false => (a.area, false),
                };
                AbstractCells {
                    surely: a.surely.except(&b.area.cells),
                    area: Area { cells: area.cells.except(&b.surely), ..area },
                    is_exact: a.is_exact && b.is_exact && is_rest,
                    count: a.count,
                }
            }
        };
        self.cells_in(set)
    }

    fn filtered(&mut self, filter: &Filter<CellsExpr>) -> AbstractCells {
        let over = self.cells(&filter.over);
        let kept = self.each(filter.slot, &filter.over, |of, element| {
            let AbstractValue::Cell(cell) = element.value else { return (CellSet::EMPTY, CellSet::EMPTY) };
            let (keep, cell) = (of.truth(&filter.keep), cell.area.cells);
            let only = |is: bool| if is { cell } else { CellSet::EMPTY };
            (only(element.is_sure && !keep.no), only(keep.yes))
        });
        let (surely, area) = match kept {
            Some(kept) => {
                let (surely, maybe) = kept
                    .iter()
                    .fold((CellSet::EMPTY, CellSet::EMPTY), |all, cell| (all.0.or(&cell.0), all.1.or(&cell.1)));
                (surely, Area { cells: maybe, ..over.area })
            }
            None => {
                let element = AbstractCell { area: over.area, off: false };
                let area = self.forgetting(|inner| {
                    inner.scope.known.push(filter.slot, AbstractValue::Cell(element));
                    inner.truth(&filter.keep);
                    inner.suppose(&filter.keep, true, Span::default());
                    match inner.scope.known.local(Class::Word, filter.slot) {
                        Some(AbstractValue::Cell(cell)) => cell.area,
                        _ => over.area,
                    }
                });
                (CellSet::EMPTY, area)
            }
        };
        self.cells_in(AbstractCells { surely, area, is_exact: false, count: over.count })
    }

    fn mask(&mut self, set: &impl AsPart) -> AbstractMask {
        self.value(set.part()).mask().unwrap_or(AbstractMask::new(0, u64::MAX))
    }

    pub(super) fn own_mask<E: Element + AsPart>(&mut self, set: &MaskExpr<E>) -> AbstractMask
    where
        MaskExpr<E>: Expression,
    {
        let anything = self.anything(<MaskExpr<E>>::TYPE).mask().unwrap_or(AbstractMask::new(0, u64::MAX));
        match set {
            MaskExpr::Const(mask) => AbstractMask::of(*mask),
            MaskExpr::One(element) => match self.value(element.part()) {
                AbstractValue::Dir(one) | AbstractValue::Player(one) | AbstractValue::Kind(one) => {
                    AbstractMask::new(one.known().map_or(0, |_| one.mask), one.mask).at_most(1)
                }
                _ => anything.at_most(1),
            },
            MaskExpr::Op(op, pair) => {
                let (a, b) = (self.mask(&pair.0), self.mask(&pair.1));
                match op {
                    SetOp::And => {
                        AbstractMask::new(a.surely & b.surely, a.maybe & b.maybe).at_most(a.count.min(b.count))
                    }
                    SetOp::Or => AbstractMask::new(a.surely | b.surely, a.maybe | b.maybe).at_most(a.count + b.count),
                    SetOp::Except => AbstractMask::new(a.surely & !b.maybe, a.maybe & !b.surely).at_most(a.count),
                }
            }
            MaskExpr::Filter(filter) => {
                self.may_exceed = true;
                let over = self.mask(&filter.over);
                let kept = self.each(filter.slot, &filter.over, |of, element| {
                    let (keep, bit) = (of.truth(&filter.keep), 1 << element.code);
                    (if element.is_sure && !keep.no { bit } else { 0 }, if keep.yes { bit } else { 0 })
                });
                match kept {
                    Some(kept) => {
                        let (surely, maybe) = kept.iter().fold((0, 0), |all, bit| (all.0 | bit.0, all.1 | bit.1));
                        AbstractMask::new(surely, maybe).at_most(over.count)
                    }
                    None => {
                        self.with_element(filter.slot, &filter.over, |of| of.truth(&filter.keep));
                        AbstractMask { surely: 0, ..over }
                    }
                }
            }
            MaskExpr::Union(_) => {
                self.may_fault = true;
                anything
            }
            MaskExpr::Common(_) | MaskExpr::Word(_) => anything,
        }
    }
}

impl Analysis<'_> {
    /// Returns whether two sets can have no cell in common, or `None` if one of them is always empty.
    pub(crate) fn are_apart(&mut self, a: &CellsExpr, b: &CellsExpr) -> Option<bool> {
        let (a, b) = (self.cells(a), self.cells(b));
        (!a.area.is_empty() && !b.area.is_empty()).then(|| self.meet(&a.area, &b.area).is_empty())
    }

    /// Returns whether every cell of a set is in another one in every position.
    pub(crate) fn is_contained(&mut self, a: &CellsExpr, b: &CellsExpr) -> bool {
        let (a, b) = (self.cells(a), self.cells(b));
        !a.is_surely_within(&b).no
    }
}

impl AbstractCells {
    /// Returns whether it can be within another set, and whether it can fail to be.
    pub(super) fn is_surely_within(&self, other: &AbstractCells) -> Truth {
        let inside = other.is_exact && self.area.is_within(&other.area) || self.area.cells.within(&other.surely);
        Truth { yes: self.surely.within(&other.area.cells), no: !inside }
    }
}

impl AbstractCell {
    /// Returns whether it can be in a set, and whether it can be outside.
    pub(super) fn is_in(&self, set: &AbstractCells) -> Truth {
        let inside = set.is_exact && self.area.is_within(&set.area) || self.area.cells.within(&set.surely);
        let meets = self.area.cells.meets(&set.area.cells) && self.area.fits(&set.area);
        Truth { yes: meets && set.count > 0, no: self.off || !inside }
    }
}

/// Returns the mask of the first `n` elements.
pub(super) fn all_of(n: usize) -> AbstractMask {
    AbstractMask::of(first(n))
}
