//! Sets of cells, one for each cell.

use super::{Lane, Lifts, lift};
use crate::engine::fast::code::Gen;
use crate::engine::fast::code::locals::{Local, LocalSet};
use crate::engine::fast::code::set::Words;
use crate::engine::fast::code::word::Word;
use crate::engine::fast::maps::Map;
use crate::engine::fast::walk::AsPart;
use crate::game::expr::*;
use crate::game::piece::Dir;

/// For each cell where it leads, if it is one of these cells.
pub(crate) type Entry = (Map, Words);

/// One set of cells for each cell.
#[derive(Clone, Debug)]
pub(crate) enum Many {
    /// Each map leads to a cell of the set, for those cells that are noted beside it.
    Each(Vec<Entry>),
    /// The same set for all, without those cells.
    Same(Words, Vec<Entry>),
}

impl<'p> Gen<'p, '_> {
    /// The cells for which a map leads into their set.
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

    /// The cells for which a map leads to one of the entries' cells.
    fn met(&mut self, entries: &[Entry], map: &Map) -> Words {
        let mut all = self.no_cells();
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

    /// Adds an entry, to the one with the same map if there is one.
    fn enter(&mut self, entries: &mut Vec<Entry>, map: Map, cells: Words) {
        if map.is_empty() || cells.iter().all(|word| *word == Word::Known(0)) {
            return;
        }
        match entries.iter_mut().find(|(other, _)| *other == map) {
            Some((_, old)) => *old = self.set_or(old, &cells),
            None => entries.push((map, cells)),
        }
    }

    /// The domain of a map, as far as some cells go.
    fn led(&mut self, map: &Map, cells: &Words) -> Words {
        let domain = self.known_set(&map.domain());
        self.set_and(cells, &domain)
    }

    pub(crate) fn lane_cells(&mut self, expr: &CellsExpr) -> Lifts<Many> {
        if !self.has_lane(expr.part()) {
            let same = self.cells(expr)?;
            return Ok(Some(Many::Same(same, Vec::new())));
        }
        if self.plan.is_recursive(expr.part()) {
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
            CellsExpr::Neighbors(from, dirs) => {
                let from = lift!(self.lane_cells(from));
                let dirs = match dirs {
                    Some(dirs) => lift!(self.lane_dirs(dirs)),
                    None => self.known_lane_dirs(self.plan.board().links()),
                };
                let Many::Each(from) = from else { return Ok(None) };
                let mut entries = Vec::new();
                for (map, cells) in from {
                    for (dir, ways) in &dirs {
                        let there = map.then(&Map::steps(self.plan.board(), *dir, 1));
                        let cells = self.set_and(&cells, ways);
                        let cells = self.led(&there, &cells);
                        self.enter(&mut entries, there, cells);
                    }
                }
                Many::Each(entries)
            }
            CellsExpr::Ray(pair, through) => {
                let through = match through {
                    Some(through) => lift!(self.lane_cells(through)),
                    None => Many::Same(self.all_cells(), Vec::new()),
                };
                let (from, dirs) = (lift!(self.lane_cells(&pair.0)), lift!(self.lane_dirs(&pair.1)));
                let Many::Each(from) = from else { return Ok(None) };
                let mut entries = Vec::new();
                for (map, cells) in from {
                    for (dir, ways) in &dirs {
                        if self.plan.is_tangled(*dir) {
                            return Ok(None);
                        }
                        let step = Map::steps(self.plan.board(), *dir, 1);
                        let (mut here, mut clear) = (map.then(&step), self.set_and(&cells, ways));
                        while !here.is_empty() {
                            let holds = self.lane_holds(&through, &here);
                            clear = self.set_and(&clear, &holds);
                            clear = self.led(&here, &clear);
                            self.enter(&mut entries, here.clone(), clear.clone());
                            here = here.then(&step);
                        }
                    }
                }
                Many::Each(entries)
            }
            CellsExpr::First(triple) => {
                let of = lift!(self.lane_cells(&triple.2));
                let (from, dirs) = (lift!(self.lane_cells(&triple.0)), lift!(self.lane_dirs(&triple.1)));
                let Many::Each(from) = from else { return Ok(None) };
                let mut entries = Vec::new();
                for (map, cells) in from {
                    for (dir, ways) in &dirs {
                        if self.plan.is_tangled(*dir) {
                            return Ok(None);
                        }
                        let step = Map::steps(self.plan.board(), *dir, 1);
                        let (mut here, mut clear) = (map.then(&step), self.set_and(&cells, ways));
                        while !here.is_empty() {
                            clear = self.led(&here, &clear);
                            let holds = self.lane_holds(&of, &here);
                            let met = self.set_and(&clear, &holds);
                            clear = self.set_except(&clear, &holds);
                            self.enter(&mut entries, here.clone(), met);
                            here = here.then(&step);
                        }
                    }
                }
                Many::Each(entries)
            }
            CellsExpr::Hop(triple) => {
                let over = lift!(self.lane_cells(&triple.2));
                let (from, dirs) = (lift!(self.lane_cells(&triple.0)), lift!(self.lane_dirs(&triple.1)));
                let Many::Each(from) = from else { return Ok(None) };
                let mut entries = Vec::new();
                for (map, cells) in from {
                    for (dir, ways) in &dirs {
                        let step = Map::steps(self.plan.board(), *dir, 1);
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
            CellsExpr::Leap(triple) => {
                let from = lift!(self.lane_cells(&triple.0));
                if self.has_lane(triple.1.part()) || self.has_lane(triple.2.part()) {
                    return Ok(None);
                }
                let (m, n) = (self.int(&triple.1)?.word, self.int(&triple.2)?.word);
                let (Many::Each(from), Word::Known(m), Word::Known(n)) = (from, m, n) else { return Ok(None) };
                let mut entries = Vec::new();
                for (map, cells) in from {
                    for leap in self.plan.leap_maps(m as i32, n as i32) {
                        let there = map.then(&leap);
                        let cells = self.led(&there, &cells);
                        self.enter(&mut entries, there, cells);
                    }
                }
                Many::Each(entries)
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

    /// Entries of which no two lead the same cell to the same cell: for counting.
    pub(crate) fn apart(&mut self, entries: Vec<Entry>) -> Vec<Entry> {
        let mut kept: Vec<Entry> = Vec::new();
        for (map, cells) in entries {
            let seen = self.met(&kept, &map);
            let cells = self.set_except(&cells, &seen);
            kept.push((map, cells));
        }
        kept
    }

    /// Directions that are the same for all cells.
    pub(crate) fn known_lane_dirs(&self, dirs: u64) -> Vec<(Dir, Words)> {
        let all = self.all_cells();
        let dirs = (0..self.plan.board().dirs()).filter(|dir| dirs >> dir & 1 == 1);
        dirs.map(|dir| (Dir(dir as u8), all.clone())).collect()
    }

    /// Directions, each with the cells for which it is in the set.
    pub(crate) fn lane_dirs(&mut self, expr: &DirsExpr) -> Lifts<Vec<(Dir, Words)>> {
        if !self.has_lane(expr.part()) {
            let dirs = self.some_dirs(expr)?;
            if let Word::Known(dirs) = dirs {
                return Ok(Some(self.known_lane_dirs(dirs as u64)));
            }
            let all = self.all_cells();
            let mut ways = Vec::new();
            for dir in 0..self.plan.board().dirs() {
                let bit = self.right_by(dirs, dir as u32);
                let bit = self.and(bit, Word::Known(1));
                let cells = self.set_if(bit, &all);
                ways.push((Dir(dir as u8), cells));
            }
            return Ok(Some(ways));
        }
        if self.plan.is_recursive(expr.part()) {
            return Ok(None);
        }
        match expr {
            MaskExpr::Filter(filter) => {
                let over = lift!(self.lane_dirs(&filter.over));
                let before = self.locals.clone();
                let mut kept = Vec::new();
                for (dir, cells) in over {
                    self.locals.bind(filter.slot, Word::Known(i64::from(dir.0)), false);
                    let Some(holds) = self.lane_truth(&filter.keep)? else {
                        self.locals = before;
                        return Ok(None);
                    };
                    let cells = self.set_and(&cells, &holds);
                    kept.push((dir, cells));
                }
                self.locals = before;
                Ok(Some(kept))
            }
            MaskExpr::Op(op, pair) => {
                let (a, b) = (lift!(self.lane_dirs(&pair.0)), lift!(self.lane_dirs(&pair.1)));
                let of = |dirs: &[(Dir, Words)], dir: Dir| dirs.iter().find(|(d, _)| *d == dir).map(|(_, c)| c.clone());
                let mut joined = Vec::new();
                for dir in (0..self.plan.board().dirs()).map(|dir| Dir(dir as u8)) {
                    let none = self.no_cells();
                    let (x, y) = (of(&a, dir).unwrap_or(none.clone()), of(&b, dir).unwrap_or(none));
                    let cells = match op {
                        SetOp::And => self.set_and(&x, &y),
                        SetOp::Or => self.set_or(&x, &y),
                        SetOp::Except => self.set_except(&x, &y),
                    };
                    joined.push((dir, cells));
                }
                Ok(Some(joined))
            }
            MaskExpr::Common(common) => match &**common {
                Common::If(condition, yes, no) => {
                    let holds = lift!(self.lane_truth(condition));
                    let (a, b) = (lift!(self.lane_dirs(yes)), lift!(self.lane_dirs(no)));
                    let mut joined: Vec<(Dir, Words)> = Vec::new();
                    for (dir, cells) in a {
                        joined.push((dir, self.set_and(&cells, &holds)));
                    }
                    for (dir, cells) in b {
                        let cells = self.set_except(&cells, &holds);
                        match joined.iter_mut().find(|(d, _)| *d == dir) {
                            Some((_, old)) => *old = self.set_or(old, &cells),
                            None => joined.push((dir, cells)),
                        }
                    }
                    Ok(Some(joined))
                }
                Common::Call(call) => {
                    let plan = self.plan;
                    let def = &plan.game.defs.dirs[call.def as usize];
                    let locals = lift!(self.lane_locals(call, def.frame, &def.lazies));
                    self.inside(locals, |make| make.lane_dirs(&def.body))
                }
                Common::Lazy(n) => match self.locals.lazies.get(*n as usize) {
                    Some((_, AnyExpr::Dirs(value))) => self.lane_dirs(value),
                    _ => Ok(None),
                },
                _ => Ok(None),
            },
            MaskExpr::Word(word) => match &**word {
                DirsWord::Forward(player) => self.lane_going(player, crate::game::board::Board::forward),
                DirsWord::Backward(player) => self.lane_going(player, crate::game::board::Board::backward),
                DirsWord::Sideways(player) => self.lane_going(player, crate::game::board::Board::sideways),
                _ => Ok(None),
            },
            MaskExpr::One(one) => {
                let DirExpr::Ahead(player, _) = &**one else { return Ok(None) };
                self.lane_going(player, |board, going| board.ahead(going).map_or(0, |dir| 1 << dir.0))
            }
            MaskExpr::Const(_) | MaskExpr::Union(_) => Ok(None),
        }
    }

    /// Directions that depend on whose piece stands on a cell.
    fn lane_going(
        &mut self,
        player: &PlayerExpr,
        dirs: impl Fn(&crate::game::board::Board, u64) -> u64,
    ) -> Lifts<Vec<(Dir, Words)>> {
        let plan = self.plan;
        let mut ways: Vec<(Dir, Words)> = Vec::new();
        for (p, info) in plan.game.players.iter().enumerate() {
            let Some(going) = info.going else { continue };
            let theirs = lift!(self.lane_player_is(player, Word::Known(p as i64)));
            for (dir, _) in self.known_lane_dirs(dirs(plan.board(), going)) {
                match ways.iter_mut().find(|(d, _)| *d == dir) {
                    Some((_, old)) => *old = self.set_or(old, &theirs),
                    None => ways.push((dir, theirs.clone())),
                }
            }
        }
        Ok(Some(ways))
    }

    /// Runs something for each element of a set that may depend on a lane: with the cells for which it is in the set.
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
