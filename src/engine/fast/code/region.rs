//! Where the value of a binder must be for a move to have choices: candidates elsewhere are drawn once each, with no number for a choice.

use super::goal::part_of;
use super::locals::slots;
use super::rows::Rows;
use super::set::Words;
use super::slice::Slice;
use super::watch::local;
use super::word::Spot;
use super::{Gen, Gets};
use crate::engine::fast::maps::Map;
use crate::game::Game;
use crate::game::cells::CellSet;
use crate::game::expr::*;
use crate::game::operator::Op;
use crate::game::part::{AsPart, Expression, Part, Shared};
use crate::game::rules::Action;

/// How deep calls of defs are followed.
const DEFS: u32 = 8;

/// A condition under which a choice is made; also that there is something to choose from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Guard<'p> {
    /// The value of the action's local is in a set.
    In(Slot, &'p CellsExpr),
    /// There is a cell in a set.
    Some(&'p CellsExpr),
}

impl Guard<'_> {
    fn is(self, other: Guard<'_>) -> bool {
        match (self, other) {
            (Guard::In(slot, set), Guard::In(same, other)) => slot == same && std::ptr::eq(set, other),
            (Guard::Some(set), Guard::Some(other)) => std::ptr::eq(set, other),
            _ => false,
        }
    }
}

/// What is known about locals where a condition stands.
#[derive(Clone, Debug, Default)]
pub(crate) struct Names<'p> {
    /// The slots of parameters of an effect or def, with the action's locals that are their values; `None` in the action itself.
    given: Option<Vec<(Slot, Slot)>>,
    /// The `let`s of the action's clauses: their values are those before the move.
    before: Vec<(Slot, &'p AnyExpr)>,
    /// The `let`s so far.
    pub lets: Vec<(Slot, &'p AnyExpr)>,
}

impl<'p> Names<'p> {
    /// Returns the names at the beginning of a `do`.
    pub(crate) fn before(action: &'p Action) -> Names<'p> {
        Names { before: action.lets().collect(), ..Names::default() }
    }

    /// Returns all `let`s so far, also those before the move.
    pub(crate) fn all_lets(&self) -> Vec<(Slot, &'p AnyExpr)> {
        self.before.iter().chain(&self.lets).copied().collect()
    }

    /// Returns the action's local that is the value of a cell.
    fn of(&self, cell: &CellExpr) -> Option<Slot> {
        let slot = local(cell)?;
        match &self.given {
            Some(given) => given.iter().find(|(own, _)| *own == slot).map(|(_, outer)| *outer),
            None => Some(slot),
        }
    }

    /// Returns the names in an effect or def with these arguments.
    pub(crate) fn inside(&self, args: &[AnyExpr]) -> Names<'p> {
        let slots = slots(args.iter().map(|arg| arg.part().class()));
        let given = slots.zip(args).filter_map(|(slot, arg)| match arg {
            AnyExpr::Cell(cell) => Some((slot, self.of(cell)?)),
            _ => None,
        });
        Names { given: Some(given.collect()), ..Names::default() }
    }

    /// Returns the set that a local was made with.
    pub(crate) fn written(&self, set: &'p CellsExpr) -> &'p CellsExpr {
        let Some(Common::Local(slot)) = set.common() else { return set };
        let mut values = self.lets.iter().filter(|(own, value)| own == slot && matches!(value, AnyExpr::Cells(_)));
        match (values.next(), values.next()) {
            (Some((_, AnyExpr::Cells(value))), None) => value,
            _ => set,
        }
    }
}

/// Adds the guards without one of which a condition does not hold.
pub(crate) fn add_guards<'p>(
    game: &'p Game,
    condition: &'p BoolExpr,
    names: &Names<'p>,
    depth: u32,
    found: &mut Vec<Guard<'p>>,
) {
    match condition {
        BoolExpr::And(pair) => {
            add_guards(game, &pair.0, names, depth, found);
            add_guards(game, &pair.1, names, depth, found);
        }
        BoolExpr::In(membership) => {
            if let (AnyExpr::Cell(cell), SetExpr::Cells(set)) = &**membership {
                found.extend(names.of(cell).map(|slot| Guard::In(slot, names.written(set))));
            }
        }
        BoolExpr::Some(set) => {
            if let SetExpr::Cells(set) = &**set {
                found.push(Guard::Some(names.written(set)));
            }
        }
        condition => {
            if let (Some(Common::Call(call)), 1..) = (condition.common(), depth) {
                let def = &BoolExpr::defs(&game.defs)[usize::from(call.def)];
                add_guards(game, &def.body, &names.inside(&call.args), depth - 1, found);
            }
        }
    }
}

/// Returns whether the pieces in a set are those of players who stay the same during a move.
fn has_steady_owners(set: &CellsExpr) -> bool {
    let may_change = |part: Part<'_>| matches!(part, Part::Cells(CellsExpr::OfPlayer(player)) if !player.is_steady());
    !set.part().contains(&mut { may_change })
}

/// Returns the guards that all choices have in common.
pub(crate) fn common<'p>(several: &[Vec<Guard<'p>>]) -> Vec<Guard<'p>> {
    let Some((first, others)) = several.split_first() else { return Vec::new() };
    let is_common = |guard: &Guard<'p>| others.iter().all(|other| other.iter().any(|one| one.is(*guard)));
    first.iter().copied().filter(is_common).collect()
}

impl<'p> Gen<'p, '_> {
    /// Returns where the value of a binder must be for a choice to exist, if that is known: the binder's index and the
    /// cells, as seen before the move.
    pub(crate) fn region(&mut self, action: &'p Action, guards: &[Guard<'p>]) -> Gets<Option<(usize, Words)>> {
        let binder_of = |slot: Slot| action.binders.iter().position(|binder| binder.slot == slot);
        let mut best: Option<(usize, CellSet)> = None;
        for guard in guards {
            if let Guard::In(slot, set) = guard
                && let Some(binder) = binder_of(*slot)
                && let Some(region) = self.fixed_part(set)?
                && best.as_ref().is_none_or(|(_, other)| region.len() < other.len())
            {
                best = Some((binder, region));
            }
        }
        if let Some((binder, region)) = best {
            return Ok(Some((binder, self.known_set(&region))));
        }
        // The piece that the move adds completes a row.
        let Some(slot) = self.growth_before_choices(action).and_then(|growth| growth.slot) else { return Ok(None) };
        let Some(binder) = binder_of(slot) else { return Ok(None) };
        for guard in guards {
            let (set, is_here) = match guard {
                Guard::In(here, set) if *here == slot => (set, true),
                Guard::Some(set) => (set, false),
                Guard::In(..) => continue,
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
                Some((Op::EdgeOf | Op::Rows | Op::Columns, _)) if !self.has_locals(set.part()) => {
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
            Some(Err(map)) if let Some(cells) = slice.cells() => {
                let inside = self.pulled(&map, region);
                (slice.with_cells(self.set_and(cells, &inside)), slice.with_cells(self.set_except(cells, &inside)))
            }
            Some(Ok(word)) => {
                let here = self.contains(region, Spot { word, sure: false });
                let elsewhere = self.not(here);
                (slice.only_if(self, here), slice.only_if(self, elsewhere))
            }
            _ => (slice.clone(), Slice::empty(slice.tail)),
        }
    }
}
