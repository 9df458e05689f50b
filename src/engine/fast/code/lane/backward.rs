//! Whether the set of some cell reaches given cells, found backwards from these: `some(p in pieces of P: some(attacks(p) & king))`
//! looks from the king, whatever the number of pieces.
//!
//! Lanes follow rays one step after the other for all cells. From a single cell, a ray backwards takes a few instructions.

use super::{Lifts, lift};
use crate::engine::fast::code::Gen;
use crate::engine::fast::code::piece_kinds::{PieceKinds, narrowed};
use crate::engine::fast::code::set::Words;
use crate::engine::fast::code::word::{Spot, Word, ZERO};
use crate::engine::fast::maps::Map;
use crate::engine::fast::slow::SlowKind;
use crate::game::expr::*;
use crate::game::operator::Op;
use crate::game::part::{AsPart, Expression, Part};
use crate::game::piece::Dir;

/// How deep defs are searched for rays.
const DEFS: u32 = 6;

/// The cells to reach; one cell if that is known when the code is generated.
#[derive(Clone)]
pub(in crate::engine::fast::code) struct Goal {
    cells: Words,
    one: Option<Spot>,
    /// What stands on the cells from which it is to be reached.
    piece: Option<PieceKinds>,
    /// Whether it is enough to find no cell too few from which it is reached.
    may_exceed: bool,
}

impl Goal {
    fn of(cells: Words) -> Goal {
        Goal { cells, one: None, piece: None, may_exceed: false }
    }

    fn one(cells: Words, one: Spot) -> Goal {
        Goal { one: Some(one), ..Goal::of(cells) }
    }

    /// Makes the goal to find all cells, and perhaps others, from which some cells are reached, where pieces of some kinds stand, if that is
    /// known.
    pub(in crate::engine::fast::code) fn at_least(cells: Words, piece: Option<PieceKinds>) -> Goal {
        Goal { piece, may_exceed: true, ..Goal::of(cells) }
    }

    fn with_piece(&self, piece: Option<PieceKinds>) -> Goal {
        Goal { piece, ..self.clone() }
    }
}

/// Returns the two sides of a condition that a cell or some cell of a set is in another set.
fn sides(condition: &BoolExpr) -> Option<[CellsExpr; 2]> {
    match condition {
        BoolExpr::Some(set) => match &**set {
            SetExpr::Cells(CellsExpr::Op(SetOp::And, pair)) => Some([pair.0.clone(), pair.1.clone()]),
            _ => None,
        },
        BoolExpr::In(pair) => match &**pair {
            (AnyExpr::Cell(cell), SetExpr::Cells(set)) => Some([CellsExpr::One(Box::new(cell.clone())), set.clone()]),
            _ => None,
        },
        _ => None,
    }
}

impl<'p> Gen<'p, '_> {
    /// Returns whether the condition of a generator holds for some element, if it says that a set with rays from the element reaches
    /// cells that do not depend on it.
    pub(crate) fn search_backwards(&mut self, each: &Generator<BoolExpr>) -> Lifts<Word> {
        let (SetExpr::Cells(over), Some(sides)) = (&each.over, sides(&each.body)) else { return Ok(None) };
        if self.has_lane(over.part()) || self.single(over)?.is_some() {
            return Ok(None);
        }
        let plan = self.plan;
        let is_ray = |part: Part<'_>| matches!(part.applied(), Some((Op::Ray | Op::First, _)));
        self.along(each.slot, |make| {
            let (set, goal) = match sides.each_ref().map(|side| make.has_lane(side.part())) {
                [true, false] => (&sides[0], &sides[1]),
                [false, true] => (&sides[1], &sides[0]),
                _ => return Ok(None),
            };
            if !set.part().mentions(&plan.game, DEFS, &is_ray) {
                return Ok(None);
            }
            let from = make.cells(over)?;
            // Nothing reaches no cells: this only finds out whether there is a form.
            let none = Goal::of(make.no_cells());
            lift!(make.reaching(set, &none, &from));
            if let Some(one) = make.single(goal)? {
                let cells = make.just(one);
                let found = lift!(make.reaching(set, &Goal::one(cells, one), &from));
                return Ok(Some(make.is_some(&found)));
            }
            let goals = make.cells(goal)?;
            let found = make.each_cell(&goals, &mut |make, one| {
                make.count_step(SlowKind::Each("some"));
                let cells = make.just(one);
                let found = make.reaching(set, &Goal::one(cells, one), &from)?;
                Ok(found.map_or(ZERO, |found| make.is_some(&found)))
            })?;
            Ok(Some(found))
        })
    }

    /// Returns those of some cells whose set has a cell of the goal.
    pub(in crate::engine::fast::code) fn reaching(
        &mut self,
        set: &CellsExpr,
        goal: &Goal,
        from: &Words,
    ) -> Lifts<Words> {
        let plan = self.plan;
        if !self.has_lane(set.part()) {
            let met = self.cells(set)?;
            let met = self.set_and(&met, &goal.cells);
            let met = self.is_some(&met);
            return Ok(Some(self.set_if(met, from)));
        }
        if plan.is_recursive(set.part()) || !self.goes_on() {
            return Ok(None);
        }
        match set {
            CellsExpr::One(cell) => self.reaching_cell(cell, goal, from),
            CellsExpr::Op(SetOp::Or, pair) => {
                let (a, b) = (lift!(self.reaching(&pair.0, goal, from)), lift!(self.reaching(&pair.1, goal, from)));
                Ok(Some(self.set_or(&a, &b)))
            }
            CellsExpr::Op(op, pair) => match (op, self.has_lane(pair.0.part()), self.has_lane(pair.1.part())) {
                (SetOp::And, true, false) => self.reaching_in(&pair.0, goal, &pair.1, from),
                (SetOp::And, false, true) => self.reaching_in(&pair.1, goal, &pair.0, from),
                (SetOp::Except, true, false) => {
                    let less = self.cells(&pair.1)?;
                    let goal = self.goal_in(goal, &less, false);
                    self.reaching(&pair.0, &goal, from)
                }
                _ => self.reaching_each(set, goal, from),
            },
            CellsExpr::Common(common) => match &**common {
                Common::Call(call) => {
                    let goal = goal.with_piece(goal.piece.and_then(|piece| piece.inside(&call.args)));
                    self.lane_in_def::<CellsExpr, _>(call, |make, body| make.reaching(body, &goal, from))
                }
                Common::If(condition, yes, no) => {
                    let (there, elsewhere) = match self.lane(condition)? {
                        Some(holds) => (self.set_and(from, &holds), self.set_except(from, &holds)),
                        None if goal.may_exceed => (from.clone(), from.clone()),
                        None => return Ok(None),
                    };
                    let mut all = self.no_cells();
                    for (branch, here, holds) in [(yes, there, true), (no, elsewhere, false)] {
                        if let Some(piece) = narrowed(goal.piece, |piece| piece.where_it(holds, condition)) {
                            let found = lift!(self.reaching(branch, &goal.with_piece(piece), &here));
                            all = self.set_or(&all, &found);
                        }
                    }
                    Ok(Some(all))
                }
                Common::Match(one) => {
                    let arms = lift!(self.lane_arms(one));
                    let mut all = self.no_cells();
                    for (n, (holds, arm)) in arms.taken.into_iter().enumerate() {
                        let Some(piece) = narrowed(goal.piece, |piece| piece.where_arm(one, n)) else { continue };
                        let there = self.set_and(from, &holds);
                        let found = lift!(self.reaching(arm, &goal.with_piece(piece), &there));
                        all = self.set_or(&all, &found);
                    }
                    if let Some(left) = arms.left {
                        // The other engine finds out whether a cell without an arm is evaluated.
                        let faulty = self.set_and(from, &left);
                        if goal.may_exceed {
                            return Ok(Some(self.set_or(&all, &faulty)));
                        }
                        let faulty = self.is_some(&faulty);
                        self.fault_if(faulty);
                    }
                    Ok(Some(all))
                }
                Common::Apply(apply) => match self.reaching_by(apply.op, &apply.args, goal, from)? {
                    None => self.reaching_each(set, goal, from),
                    found => Ok(found),
                },
                _ => self.reaching_each(set, goal, from),
            },
            CellsExpr::Union(each) => {
                let mut all = self.no_cells();
                lift!(self.each_lane(&each.over, each.slot, &mut |make, cells| {
                    let from = make.set_and(from, cells);
                    let found = lift!(make.reaching(&each.body, goal, &from));
                    all = make.set_or(&all, &found);
                    Ok(Some(()))
                }));
                Ok(Some(all))
            }
            _ => self.reaching_each(set, goal, from),
        }
    }

    /// Returns those of some cells whose set, evaluated for all cells, has a cell of the goal.
    fn reaching_each(&mut self, set: &CellsExpr, goal: &Goal, from: &Words) -> Lifts<Words> {
        let entries = lift!(self.lane_entries(set));
        let mut all = self.no_cells();
        for (map, cells) in entries {
            let there = self.pulled(&map, &goal.cells);
            let there = self.set_and(&there, &cells);
            all = self.set_or(&all, &there);
        }
        Ok(Some(self.set_and(&all, from)))
    }

    fn reaching_in(&mut self, set: &CellsExpr, goal: &Goal, other: &CellsExpr, from: &Words) -> Lifts<Words> {
        let other = self.cells(other)?;
        let goal = self.goal_in(goal, &other, true);
        self.reaching(set, &goal, from)
    }

    /// Returns the cells of the goal that are in a set, or those that are not. A single cell is one or none.
    fn goal_in(&mut self, goal: &Goal, set: &Words, wanted: bool) -> Goal {
        let cells = if wanted { self.set_and(&goal.cells, set) } else { self.set_except(&goal.cells, set) };
        Goal { cells, ..goal.clone() }
    }

    /// Returns those of some cells for which a single cell is in the goal.
    fn reaching_cell(&mut self, cell: &CellExpr, goal: &Goal, from: &Words) -> Lifts<Words> {
        if let Some((Op::Step, [AnyExpr::Cell(start), AnyExpr::Dir(dir), AnyExpr::Int(n)])) = cell.applied()
            && self.has_lane(dir.part())
            && !self.has_lane(n.part())
        {
            let Word::Known(n) = self.int(n)?.word else { return Ok(None) };
            let n = i32::try_from(n).unwrap_or(i32::MAX);
            let mut all = self.no_cells();
            for (dir, cells) in lift!(self.lane(&DirsExpr::One(Box::new(dir.clone())))) {
                let before = self.pulled(&Map::steps(self.plan.board(), dir, n), &goal.cells);
                let from = self.set_and(from, &cells);
                let found = lift!(self.reaching_cell(start, &Goal::of(before), &from));
                all = self.set_or(&all, &found);
            }
            return Ok(Some(all));
        }
        let map = lift!(self.lane(cell));
        let there = self.pulled(&map, &goal.cells);
        Ok(Some(self.set_and(&there, from)))
    }

    fn reaching_by(&mut self, op: Op, args: &[AnyExpr], goal: &Goal, from: &Words) -> Lifts<Words> {
        match (op, args) {
            (Op::Neighbors, [AnyExpr::Cells(start), AnyExpr::Dirs(dirs)]) => {
                if !self.has_lane(dirs.part())
                    && let Word::Known(dirs) = self.mask_of(dirs)?
                {
                    let before = self.before(goal, dirs as u64);
                    return self.reaching(start, &before, from);
                }
                self.each_lane_way(dirs, goal, (start, from), |make, dir| Ok(Some(make.before(goal, 1 << dir.0))))
            }
            (Op::Ray, [AnyExpr::Cells(start), AnyExpr::Dirs(dirs), AnyExpr::Cells(through)])
                if !self.has_lane(through.part()) =>
            {
                let through = self.cells(through)?;
                let goal = self.goal_in(goal, &through, true);
                self.each_lane_way(dirs, &goal, (start, from), |make, dir| make.behind(&goal, dir, &through))
            }
            (Op::First, [AnyExpr::Cells(start), AnyExpr::Dirs(dirs), AnyExpr::Cells(of)])
                if !self.has_lane(of.part()) =>
            {
                let of = self.cells(of)?;
                let goal = self.goal_in(goal, &of, true);
                let through = self.set_not(&of);
                self.each_lane_way(dirs, &goal, (start, from), |make, dir| make.behind(&goal, dir, &through))
            }
            _ => Ok(None),
        }
    }

    /// Returns those of some cells for which the start of walks in some directions is in what `back` returns for a direction.
    fn each_lane_way(
        &mut self,
        dirs: &DirsExpr,
        goal: &Goal,
        (start, from): (&CellsExpr, &Words),
        mut back: impl FnMut(&mut Self, Dir) -> Lifts<Goal>,
    ) -> Lifts<Words> {
        let mut all = self.no_cells();
        let ways = match self.lane(dirs)? {
            Some(ways) => ways,
            None if goal.may_exceed => {
                let most = self.plan.most_dirs(dirs, &[], goal.piece).of;
                self.plan.dirs_in(most).map(|dir| (dir, from.clone())).collect()
            }
            None => return Ok(None),
        };
        for (dir, cells) in ways {
            let before = Goal { may_exceed: goal.may_exceed, ..lift!(back(self, dir)) };
            let from = self.set_and(from, &cells);
            let found = lift!(self.reaching(start, &before, &from));
            all = self.set_or(&all, &found);
        }
        Ok(Some(all))
    }

    /// Returns the cells from which a step in one of these directions leads to the goal.
    fn before(&mut self, goal: &Goal, dirs: u64) -> Goal {
        if let Some(one) = goal.one {
            let cells = self.neighbors_back(one, dirs);
            return self.unless_missed(goal, &cells);
        }
        let mut all = self.no_cells();
        for dir in self.plan.dirs_in(dirs) {
            let cells = self.pulled(&Map::steps(self.plan.board(), dir, 1), &goal.cells);
            all = self.set_or(&all, &cells);
        }
        Goal::of(all)
    }

    /// Returns cells that lead to the one cell of the goal, or none if the goal has become empty.
    fn unless_missed(&mut self, goal: &Goal, cells: &Words) -> Goal {
        let some = self.is_some(&goal.cells);
        Goal::of(self.set_if(some, cells))
    }

    /// Returns the cells from which a walk in a direction, on which only cells of a set are passed, leads to the goal.
    fn behind(&mut self, goal: &Goal, dir: Dir, through: &Words) -> Lifts<Goal> {
        let plan = self.plan;
        if plan.is_tangled(dir) {
            return Ok(None);
        }
        if let (Some(one), Some(upward)) = (goal.one, plan.line_order(dir)) {
            let line = self.line_to(one, dir);
            let stops = self.set_except(&line, through);
            let nearest = if upward { self.last_of(&stops) } else { self.first_of(&stops) };
            let beyond = self.line_to(nearest, dir);
            let cells = self.set_except(&line, &beyond);
            return Ok(Some(self.unless_missed(goal, &cells)));
        }
        let map = Map::steps(plan.board(), dir, 1);
        let front = self.pulled(&map, &goal.cells);
        let all = self.spread(&front, |make, front| {
            let passed = make.set_and(front, through);
            Ok(make.pulled(&map, &passed))
        })?;
        Ok(Some(Goal::of(all)))
    }

    /// Returns the cells from which a ray in a direction leads to a cell; none for `off`.
    fn line_to(&mut self, cell: Spot, dir: Dir) -> Words {
        let table = self.plan.rays_to(dir);
        self.load_set_at(table, cell.word)
    }
}
