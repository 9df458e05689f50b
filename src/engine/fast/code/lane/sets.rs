//! Sets of cells, one for each cell.

use super::{Lane, Lifts, lift};
use crate::engine::fast::code::Gen;
use crate::engine::fast::code::locals::{Local, LocalSet};
use crate::engine::fast::code::set::Words;
use crate::engine::fast::code::word::Word;
use crate::engine::fast::maps::Map;
use crate::game::expr::*;
use crate::game::operator::Op;
use crate::game::part::AsPart;

/// A map, and the cells for which it is valid.
pub(crate) type Entry = (Map, Words);

/// One set of cells for each cell.
#[derive(Clone, Debug)]
pub(crate) enum Many {
    /// Each map leads to a cell of the set, for the cells for which it is valid.
    Each(Vec<Entry>),
    /// The same set for all cells, except for these entries.
    Same(Words, Vec<Entry>),
}

impl<'p> Gen<'p, '_> {
    /// Returns the cells that a map sends into their set.
    pub(crate) fn lane_holds(&mut self, set: &Many, map: &Map) -> Words {
        match set {
            Many::Each(entries) => self.met(entries, map),
            Many::Same(all, less) => {
                let inside = self.pulled(map, all);
                let without = self.met(less, map);
                self.set_except(&inside, &without)
            }
        }
    }

    /// Returns the cells that a map sends to a cell of the entries.
    fn met(&mut self, entries: &[Entry], map: &Map) -> Words {
        let mut all = self.no_cells();
        self.lane_work += entries.len();
        for (other, cells) in entries {
            let meeting = map.meeting(other);
            if meeting.is_empty() {
                continue;
            }
            let meeting = self.known_set(&meeting);
            let both = self.set_and(cells, &meeting);
            all = self.set_or(&all, &both);
        }
        all
    }

    /// Adds an entry, merging it with the one that has the same map.
    fn enter(&mut self, entries: &mut Vec<Entry>, map: Map, cells: Words) {
        if map.is_empty() || cells.iter().all(|word| *word == Word::Known(0)) {
            return;
        }
        self.lane_work += 1 + entries.len() / 8;
        match entries.iter_mut().find(|(other, _)| *other == map) {
            Some((_, old)) => *old = self.set_or(old, &cells),
            None => entries.push((map, cells)),
        }
    }

    /// Returns which of some cells are in the domain of a map.
    fn led(&mut self, map: &Map, cells: &Words) -> Words {
        let domain = self.known_set(&map.domain());
        self.set_and(cells, &domain)
    }

    pub(crate) fn lane_cells(&mut self, expr: &CellsExpr) -> Lifts<Many> {
        if !self.has_lane(expr.part()) {
            let same = self.cells(expr)?;
            return Ok(Some(Many::Same(same, Vec::new())));
        }
        if self.plan.is_recursive(expr.part()) || !self.goes_on() {
            return Ok(None);
        }
        Ok(Some(match expr {
            CellsExpr::Common(common) => return self.lane_cells_common(common),
            CellsExpr::One(cell) => {
                let map = lift!(self.lane_cell(cell));
                let cells = self.known_set(&map.domain());
                Many::Each(vec![(map, cells)])
            }
            CellsExpr::Op(op, pair) => {
                let (a, b) = (lift!(self.lane_cells(&pair.0)), lift!(self.lane_cells(&pair.1)));
                lift!(self.lane_op(*op, a, b))
            }
            CellsExpr::Filter(filter) => {
                let Many::Each(over) = lift!(self.lane_cells(&filter.over)) else { return Ok(None) };
                let before = self.locals.clone();
                let mut entries = Vec::new();
                for (map, cells) in over {
                    self.locals.put(filter.slot, Local::Lane(Lane::Cell(map.clone())));
                    let Some(holds) = self.lane_truth(&filter.keep)? else {
                        self.locals = before;
                        return Ok(None);
                    };
                    let cells = self.set_and(&cells, &holds);
                    self.enter(&mut entries, map, cells);
                }
                self.locals = before;
                Many::Each(entries)
            }
            CellsExpr::Union(each) => {
                let before = self.locals.clone();
                let mut entries = Vec::new();
                let all = self.each_lane(&each.over, each.slot, &mut |make, cells| {
                    let Many::Each(more) = lift!(make.lane_cells(&each.body)) else { return Ok(None) };
                    for (map, others) in more {
                        let both = make.set_and(cells, &others);
                        make.enter(&mut entries, map, both);
                    }
                    Ok(Some(()))
                });
                self.locals = before;
                lift!(all);
                Many::Each(entries)
            }
            _ => return Ok(None),
        }))
    }

    /// Evaluates an operator whose value is a different set for each cell.
    fn lane_operator(&mut self, apply: &Apply) -> Lifts<Many> {
        let plan = self.plan;
        Ok(Some(match (apply.op, apply.args.as_slice()) {
            (Op::Neighbors, [AnyExpr::Cells(from), AnyExpr::Dirs(dirs)]) => {
                let (from, dirs) = (lift!(self.lane_cells(from)), lift!(self.lane_dirs(dirs)));
                let Many::Each(from) = from else { return Ok(None) };
                let mut entries = Vec::new();
                for (map, cells) in from {
                    for (dir, ways) in &dirs {
                        let there = map.then(&Map::steps(plan.board(), *dir, 1));
                        let cells = self.set_and(&cells, ways);
                        let cells = self.led(&there, &cells);
                        self.enter(&mut entries, there, cells);
                    }
                }
                Many::Each(entries)
            }
            (Op::Ray, [AnyExpr::Cells(from), AnyExpr::Dirs(dirs), AnyExpr::Cells(through)]) => {
                let through = lift!(self.lane_cells(through));
                lift!(self.along_lines(from, dirs, &mut |make, here, clear| {
                    let holds = make.lane_holds(&through, here);
                    let on = make.set_and(&clear, &holds);
                    (on.clone(), on)
                }))
            }
            (Op::First, [AnyExpr::Cells(from), AnyExpr::Dirs(dirs), AnyExpr::Cells(of)]) => {
                let of = lift!(self.lane_cells(of));
                lift!(self.along_lines(from, dirs, &mut |make, here, clear| {
                    let holds = make.lane_holds(&of, here);
                    (make.set_and(&clear, &holds), make.set_except(&clear, &holds))
                }))
            }
            (Op::Hop, [AnyExpr::Cells(from), AnyExpr::Dirs(dirs), AnyExpr::Cells(over)]) => {
                let over = lift!(self.lane_cells(over));
                let (from, dirs) = (lift!(self.lane_cells(from)), lift!(self.lane_dirs(dirs)));
                let Many::Each(from) = from else { return Ok(None) };
                let mut entries = Vec::new();
                for (map, cells) in from {
                    for (dir, ways) in &dirs {
                        let step = Map::steps(plan.board(), *dir, 1);
                        let middle = map.then(&step);
                        let there = middle.then(&step);
                        let jumped = self.lane_holds(&over, &middle);
                        let cells = self.set_and(&cells, ways);
                        let cells = self.set_and(&cells, &jumped);
                        let cells = self.led(&there, &cells);
                        self.enter(&mut entries, there, cells);
                    }
                }
                Many::Each(entries)
            }
            (Op::Leap, [AnyExpr::Cells(from), AnyExpr::Int(m), AnyExpr::Int(n)]) => {
                let from = lift!(self.lane_cells(from));
                if self.has_lane(m.part()) || self.has_lane(n.part()) {
                    return Ok(None);
                }
                let (m, n) = (self.int(m)?.word, self.int(n)?.word);
                let (Many::Each(from), Word::Known(m), Word::Known(n)) = (from, m, n) else { return Ok(None) };
                let mut entries = Vec::new();
                for (map, cells) in from {
                    for leap in plan.leap_maps(m as i32, n as i32) {
                        let there = map.then(&leap);
                        let cells = self.led(&there, &cells);
                        self.enter(&mut entries, there, cells);
                    }
                }
                Many::Each(entries)
            }
            _ => return Ok(None),
        }))
    }

    /// Walks along the lines from cells step by step. The callback tells at each cell for which starts it is in the
    /// set, and for which the walk goes on. Returns `None` if lines are tangled.
    fn along_lines(
        &mut self,
        from: &CellsExpr,
        dirs: &DirsExpr,
        step: &mut dyn FnMut(&mut Self, &Map, Words) -> (Words, Words),
    ) -> Lifts<Many> {
        let (from, dirs) = (lift!(self.lane_cells(from)), lift!(self.lane_dirs(dirs)));
        let Many::Each(from) = from else { return Ok(None) };
        let mut entries = Vec::new();
        for (map, cells) in from {
            for (dir, ways) in &dirs {
                if self.plan.is_tangled(*dir) {
                    return Ok(None);
                }
                let one = Map::steps(self.plan.board(), *dir, 1);
                let (mut here, mut clear) = (map.then(&one), self.set_and(&cells, ways));
                while !here.is_empty() {
                    clear = self.led(&here, &clear);
                    let (found, on) = step(self, &here, clear);
                    self.enter(&mut entries, here.clone(), found);
                    clear = on;
                    here = here.then(&one);
                }
            }
        }
        Ok(Some(Many::Each(entries)))
    }

    fn lane_cells_common(&mut self, common: &Common<CellsExpr>) -> Lifts<Many> {
        let plan = self.plan;
        match common {
            Common::Local(slot) => Ok(match self.locals.cells.get(slot.0 as usize) {
                Some(LocalSet::Lane(Lane::Cells(many))) => Some(many.clone()),
                _ => None,
            }),
            Common::Lazy(n) => match self.locals.lazies.get(*n as usize) {
                Some((_, AnyExpr::Cells(value))) => self.lane_cells(value),
                _ => Ok(None),
            },
            Common::Call(call) => {
                let def = &plan.game.defs.cells[call.def as usize];
                let locals = lift!(self.lane_locals(call, def.frame, &def.lazies));
                self.inside(locals, |make| make.lane_cells(&def.body))
            }
            Common::If(condition, yes, no) => {
                let holds = lift!(self.lane_truth(condition));
                let (yes, no) = (lift!(self.lane_cells(yes)), lift!(self.lane_cells(no)));
                self.lane_either(&holds, yes, no)
            }
            Common::Match(one) => {
                let arms = lift!(self.lane_arms(one));
                let mut entries = Vec::new();
                for (holds, result) in arms {
                    let Many::Each(more) = lift!(self.lane_cells(result)) else { return Ok(None) };
                    for (map, cells) in more {
                        let cells = self.set_and(&cells, &holds);
                        self.enter(&mut entries, map, cells);
                    }
                }
                Ok(Some(Many::Each(entries)))
            }
            Common::Apply(apply) => self.lane_operator(apply),
            Common::Var(_) => Ok(None),
        }
    }

    fn lane_either(&mut self, holds: &Words, yes: Many, no: Many) -> Lifts<Many> {
        let empty = |many: Many| match many {
            Many::Same(all, _) if all.iter().all(|word| *word == Word::Known(0)) => Many::Each(Vec::new()),
            other => other,
        };
        let (yes, no) = (empty(yes), empty(no));
        let (Many::Each(yes), Many::Each(no)) = (yes, no) else { return Ok(None) };
        let mut entries = Vec::new();
        for (map, cells) in yes {
            let cells = self.set_and(&cells, holds);
            self.enter(&mut entries, map, cells);
        }
        for (map, cells) in no {
            let cells = self.set_except(&cells, holds);
            self.enter(&mut entries, map, cells);
        }
        Ok(Some(Many::Each(entries)))
    }

    fn lane_op(&mut self, op: SetOp, a: Many, b: Many) -> Lifts<Many> {
        Ok(match (op, a, b) {
            (SetOp::And, Many::Each(entries), other) | (SetOp::And, other @ Many::Same(..), Many::Each(entries)) => {
                let mut kept = Vec::new();
                for (map, cells) in entries {
                    let holds = self.lane_holds(&other, &map);
                    let cells = self.set_and(&cells, &holds);
                    self.enter(&mut kept, map, cells);
                }
                Some(Many::Each(kept))
            }
            (SetOp::And, Many::Same(a, mut less), Many::Same(b, more)) => {
                less.extend(more);
                Some(Many::Same(self.set_and(&a, &b), less))
            }
            (SetOp::Or, Many::Each(mut entries), Many::Each(more)) => {
                for (map, cells) in more {
                    self.enter(&mut entries, map, cells);
                }
                Some(Many::Each(entries))
            }
            (SetOp::Or, Many::Same(a, less), Many::Same(b, more)) if less.is_empty() && more.is_empty() => {
                Some(Many::Same(self.set_or(&a, &b), less))
            }
            (SetOp::Or, ..) => None,
            (SetOp::Except, Many::Each(entries), other) => {
                let mut kept = Vec::new();
                for (map, cells) in entries {
                    let holds = self.lane_holds(&other, &map);
                    let cells = self.set_except(&cells, &holds);
                    self.enter(&mut kept, map, cells);
                }
                Some(Many::Each(kept))
            }
            (SetOp::Except, Many::Same(all, mut less), Many::Each(more)) => {
                less.extend(more);
                Some(Many::Same(all, less))
            }
            (SetOp::Except, Many::Same(a, less), Many::Same(b, more)) => {
                more.is_empty().then(|| Many::Same(self.set_except(&a, &b), less))
            }
        })
    }

    /// Makes entries disjoint, so that no two send a cell to the same cell: for counting.
    pub(crate) fn apart(&mut self, entries: Vec<Entry>) -> Vec<Entry> {
        let mut kept: Vec<Entry> = Vec::new();
        for (map, cells) in entries {
            let seen = self.met(&kept, &map);
            let cells = self.set_except(&cells, &seen);
            kept.push((map, cells));
        }
        kept
    }

    /// Runs code for each element of a set that may depend on a lane, with the cells for which it is in the set.
    pub(crate) fn each_lane(
        &mut self,
        over: &SetExpr,
        slot: Slot,
        run: &mut dyn FnMut(&mut Self, &Words) -> Lifts<()>,
    ) -> Lifts<()> {
        match over {
            SetExpr::Cells(cells) => {
                let Many::Each(entries) = lift!(self.lane_cells(cells)) else { return Ok(None) };
                for (map, cells) in self.apart(entries) {
                    self.locals.put(slot, Local::Lane(Lane::Cell(map)));
                    lift!(run(self, &cells));
                }
            }
            SetExpr::Dirs(dirs) => {
                for (dir, cells) in lift!(self.lane_dirs(dirs)) {
                    self.locals.bind(slot, Word::Known(i64::from(dir.0)), false);
                    lift!(run(self, &cells));
                }
            }
            SetExpr::Ints(ints) if !self.has_lane(ints.part()) => {
                let crate::engine::fast::code::locals::Numbers::List(list) = self.ints(ints)? else { return Ok(None) };
                let all = self.all_cells();
                for n in list {
                    self.locals.bind(slot, Word::Known(i64::from(n)), false);
                    lift!(run(self, &all));
                }
            }
            SetExpr::Kinds(kinds) if !self.has_lane(kinds.part()) => {
                let Word::Known(mask) = self.some_kinds(kinds)? else { return Ok(None) };
                let all = self.all_cells();
                for kind in (0..64).filter(|kind| mask >> kind & 1 == 1) {
                    self.locals.bind(slot, Word::Known(kind), false);
                    lift!(run(self, &all));
                }
            }
            SetExpr::Players(players) if !self.has_lane(players.part()) => {
                let Word::Known(mask) = self.some_players(players)? else { return Ok(None) };
                let all = self.all_cells();
                for player in (0..64).filter(|player| mask >> player & 1 == 1) {
                    self.locals.bind(slot, Word::Known(player), false);
                    lift!(run(self, &all));
                }
            }
            _ => return Ok(None),
        }
        Ok(Some(()))
    }
}
