//! Where the value of a binder must be for a move to have choices: candidates elsewhere are drawn once each, with no number for a choice.

use super::cells::may_fault;
use super::goal::part_of;
use super::guards::Guard;
use super::ply::LIGHT;
use super::rows::Rows;
use super::set::Words;
use super::slice::Slice;
use super::word::{Spot, Word};
use super::{Gen, Gets};
use crate::engine::fast::maps::Map;
use crate::game::cells::{Cell, CellSet};
use crate::game::expr::*;
use crate::game::operator::Op;
use crate::game::part::{AsPart, Expression, Part, Shared};
use crate::game::piece::{Dir, Kind};
use crate::game::rules::Action;

/// How deep calls of defs are followed.
const DEFS: u32 = 8;

/// Where the value of a binder must be before the move for a choice to exist.
#[derive(Clone)]
pub(crate) struct Region {
    /// The number of the binder.
    pub binder: usize,
    pub cells: Words,
    /// How many of its values are there at most, given those of the binders before it.
    pub most: Word,
    /// Only pieces of these kinds are there.
    pub kinds: u64,
    /// Whether nothing else is asked of the cells.
    pub has_all: bool,
}

impl Region {
    /// Makes the region of all values of a binder.
    pub(crate) fn anywhere(make: &Gen<'_, '_>, binder: usize) -> Region {
        let most = Word::Known(make.plan.cells() as i64);
        Region { binder, cells: make.all_cells(), most, kinds: u64::MAX, has_all: true }
    }
}

/// Returns whether the pieces in a set are those of players who stay the same during a move.
fn has_steady_owners(set: &CellsExpr) -> bool {
    let may_change = |part: Part<'_>| matches!(part, Part::Cells(CellsExpr::OfPlayer(player)) if !player.is_steady());
    !set.part().contains(&mut { may_change })
}

impl<'p> Gen<'p, '_> {
    /// Returns where the values of binders must be before the move for a choice to exist, as far as that is known.
    pub(crate) fn regions(&mut self, action: &'p Action, guards: &[Guard<'p>]) -> Gets<Vec<Region>> {
        let mut regions = Vec::new();
        for (n, binder) in action.binders.iter().enumerate() {
            let mut region = Region::anywhere(self, n);
            for guard in guards {
                let is_about_kinds = matches!(guard, Guard::Kinds(..));
                let also = match guard {
                    Guard::In(slot, set) if *slot == binder.slot => {
                        self.fixed_part(set)?.map(|cells| self.known_set(&cells))
                    }
                    Guard::Before(slot, set) if *slot == binder.slot && self.is_light_and_closed(set) => {
                        Some(self.cells(set)?)
                    }
                    Guard::Kinds(slot, kinds) if *slot == binder.slot => {
                        region.kinds &= kinds;
                        Some(self.of_kinds(*kinds))
                    }
                    _ => None,
                };
                if let Some(also) = also {
                    region.cells = self.set_and(&region.cells, &also);
                    region.has_all &= is_about_kinds;
                }
            }
            if region.cells != self.all_cells() {
                regions.push(region);
            }
        }
        if regions.is_empty() {
            let row = self.row_region(action, guards)?;
            regions.extend(row.map(|(n, cells)| Region { cells, has_all: false, ..Region::anywhere(self, n) }));
        }
        for region in &mut regions {
            region.most = self.size(&region.cells);
            if let (SetExpr::Cells(over), Some(cells)) =
                (&action.binders[region.binder].over, self.as_known(&region.cells))
                && let Some(most) = self.most_within(over, &cells, DEFS)
            {
                region.most = self.extreme(false, region.most, Word::Known(most));
            }
        }
        Ok(regions)
    }

    /// Returns the cells with pieces of these kinds.
    pub(super) fn of_kinds(&mut self, kinds: u64) -> Words {
        let of = (0..self.plan.game.kinds.len()).filter(|kind| kinds >> kind & 1 == 1);
        of.fold(self.no_cells(), |all, kind| {
            let these = self.of_kind(Kind(kind as u8));
            self.set_or(&all, &these)
        })
    }

    /// Returns whether a set is the same for all candidates, and evaluated fast and without a fault.
    fn is_light_and_closed(&self, set: &CellsExpr) -> bool {
        let is_open = |part: Part<'_>| match part.shared() {
            Some(Shared::Local(_) | Shared::Lazy(_) | Shared::Var(_) | Shared::Call(_)) => true,
            _ => part.binds().is_some(),
        };
        let game = &self.plan.game;
        !set.part().contains(&mut { is_open })
            && set.part().weight(game, DEFS) <= LIGHT
            && !may_fault(game, set.part(), [])
    }

    /// Returns the binder whose value must be where a piece would complete a row for a choice to exist, and these cells.
    fn row_region(&mut self, action: &'p Action, guards: &[Guard<'p>]) -> Gets<Option<(usize, Words)>> {
        let binder_of = |slot: Slot| action.binders.iter().position(|binder| binder.slot == slot);
        // The piece that the move adds completes a row.
        let Some(slot) = self.growth_before_choices(action).and_then(|growth| growth.slot) else { return Ok(None) };
        let Some(binder) = binder_of(slot) else { return Ok(None) };
        for guard in guards {
            let (set, is_here) = match guard {
                Guard::In(here, set) if *here == slot => (set, true),
                Guard::Some(set) => (set, false),
                Guard::In(..) | Guard::Before(..) | Guard::Kinds(..) => continue,
            };
            let Some(rows) = Rows::of(set) else { continue };
            if part_of(&self.plan.game, rows.of).is_some()
                && has_steady_owners(rows.of)
                && !self.has_locals(set.part())
                && self.has_fixed_rows(rows)?
                && self.has_open_lines()
            {
                return Ok(Some((binder, self.ends_of_rows(rows, is_here)?)));
            }
        }
        Ok(None)
    }

    /// Returns the cells that make a row of at least the wanted length when they are added to the set; all cells if there is one
    /// elsewhere, unless it must be here.
    fn ends_of_rows(&mut self, rows: Rows<'p>, is_here: bool) -> Gets<Words> {
        let (of, board) = (self.cells(rows.of)?, self.plan.board());
        let Some(least) = self.int(rows.least)?.word.known() else { return Ok(self.all_cells()) };
        let mut ends = self.no_cells();
        if least > board.len() as i64 {
            return Ok(ends);
        }
        for dir in self.row_dirs(rows)? {
            // The cells that at least n cells of the set follow, forth and back.
            let follow = |make: &mut Self, by: i32| -> Vec<Words> {
                let map = Map::steps(board, dir, by);
                let mut all = vec![make.all_cells()];
                for n in 1..least as usize {
                    let run = make.set_and(&of, &all[n - 1]);
                    all.push(make.pulled(&map, &run));
                }
                all
            };
            let (forth, back) = (follow(self, 1), follow(self, -1));
            for (before, after) in forth.iter().zip(back.iter().rev()) {
                let complete = self.set_and(before, after);
                ends = self.set_or(&ends, &complete);
            }
            if !is_here {
                let starts = self.row_starts(&of, dir, least);
                let some = self.is_some(&starts);
                let all = self.mask(some);
                ends = ends.iter().map(|word| self.or(*word, all)).collect();
            }
        }
        let all = self.all_cells();
        Ok(self.set_and(&ends, &all))
    }

    /// Returns a constant set that contains a set.
    fn fixed_part(&mut self, set: &CellsExpr) -> Gets<Option<CellSet>> {
        Ok(match set {
            CellsExpr::Const(set) => Some(**set),
            CellsExpr::Op(SetOp::And, pair) => match self.fixed_part(&pair.0)? {
                Some(set) => Some(set),
                None => self.fixed_part(&pair.1)?,
            },
            CellsExpr::Op(SetOp::Except, pair) => self.fixed_part(&pair.0)?,
            set => match set.applied() {
                Some((Op::EdgeOf | Op::Rows | Op::Columns, _))
                    if !self.has_locals(set.part()) && !may_fault(&self.plan.game, set.part(), []) =>
                {
                    let set = self.cells(set)?;
                    self.as_known(&set)
                }
                _ => None,
            },
        })
    }

    pub(crate) fn has_locals(&self, part: Part<'_>) -> bool {
        let is_local = |part: Part<'_>| matches!(part.shared(), Some(Shared::Local(_) | Shared::Lazy(_)));
        part.mentions(&self.plan.game, DEFS, &is_local)
    }

    /// Splits a slice into the candidates whose n-th value is in a set of cells, and the others.
    pub(crate) fn split(&mut self, slice: &Slice, n: usize, region: &Words) -> (Slice, Slice) {
        match slice.leads().nth(n) {
            Some(Err(map)) if slice.cells().is_some() => {
                let inside = self.pulled(&map, region);
                self.halves(slice, &inside)
            }
            Some(Ok(word)) => {
                let here = self.contains(region, Spot { word, sure: false });
                let elsewhere = self.not(here);
                (slice.only_if(self, here), slice.only_if(self, elsewhere))
            }
            _ => (slice.clone(), Slice::empty(slice.tail)),
        }
    }

    /// Splits a slice into the candidates of the cells in a set, and the others.
    pub(crate) fn halves(&mut self, slice: &Slice, inside: &Words) -> (Slice, Slice) {
        let Some(cells) = slice.cells() else { return (slice.clone(), Slice::empty(slice.tail)) };
        let (there, elsewhere) = (self.set_and(cells, inside), self.set_except(cells, inside));
        (slice.with_cells(there), slice.with_cells(elsewhere))
    }

    /// Returns how many cells of a region a set has at most, for sets of which each line or step has few of them; `None` for others.
    pub(crate) fn most_within(&self, set: &CellsExpr, region: &CellSet, depth: u32) -> Option<i64> {
        let (plan, board) = (self.plan, self.plan.board());
        let both = |pair: &(CellsExpr, CellsExpr)| [&pair.0, &pair.1].map(|set| self.most_within(set, region, depth));
        match set {
            CellsExpr::One(_) => Some(1),
            CellsExpr::Op(SetOp::And, pair) => both(pair).into_iter().flatten().min(),
            CellsExpr::Op(SetOp::Except, pair) => self.most_within(&pair.0, region, depth),
            CellsExpr::Op(SetOp::Or, pair) => {
                let [one, other] = both(pair);
                Some(one? + other?)
            }
            CellsExpr::Common(common) => match &**common {
                Common::If(_, yes, no) => {
                    Some(self.most_within(yes, region, depth)?.max(self.most_within(no, region, depth)?))
                }
                Common::Call(call) if depth > 0 => {
                    let body = &CellsExpr::defs(&plan.game.defs)[usize::from(call.def)].body;
                    self.most_within(body, region, depth - 1)
                }
                Common::Apply(apply) => match (apply.op, apply.args.as_slice()) {
                    (Op::Ray, [AnyExpr::Cells(CellsExpr::One(_)), AnyExpr::Dirs(dirs), _]) => {
                        let (most, all): (_, CellSet) = (plan.most_dirs(dirs, &[], None), board.all_cells());
                        let on_ray = |cell: Cell, dir: Dir| board.ray_from(cell, dir, &all).and(region).len();
                        let dirs = || plan.dirs_in(most.of);
                        let each = plan.board_cells().flat_map(|cell| dirs().map(move |dir| (cell, dir)));
                        let longest = each.map(|(cell, dir)| on_ray(cell, dir)).max().unwrap_or(0);
                        Some(most.count * longest as i64)
                    }
                    (
                        Op::Neighbors | Op::First | Op::Hop,
                        [AnyExpr::Cells(CellsExpr::One(_)), AnyExpr::Dirs(dirs), ..],
                    ) => Some(plan.most_dirs(dirs, &[], None).count),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        }
    }
}
