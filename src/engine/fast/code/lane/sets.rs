//! Sets of cells, one for each cell.

use super::many::{Many, MapEntry};
use super::{Lane, Lifted, Lifts, TruthSide, lift};
use crate::engine::fast::code::Gen;
use crate::engine::fast::code::locals::{Local, Numbers};
use crate::engine::fast::code::set::Words;
use crate::engine::fast::code::sort::Thing;
use crate::engine::fast::code::word::Word;
use crate::engine::fast::maps::Map;
use crate::game::expr::*;
use crate::game::operator::Op;
use crate::game::part::AsPart;
use crate::game::piece::Dir;

impl<'p> Gen<'p, '_> {
    /// Returns the entries of a set that has no other cells.
    pub(crate) fn lane_entries(&mut self, set: &CellsExpr) -> Lifts<Vec<MapEntry>> {
        Ok(lift!(self.lane(set)).entries())
    }

    /// Returns which of some cells are in the domain of a map.
    fn led(&mut self, map: &Map, cells: &Words) -> Words {
        let domain = self.known_set(&map.domain());
        self.set_and(cells, &domain)
    }

    /// Walks from cells in each direction. `walk` gets an entry for where it begins, the direction, and the entries
    /// to which it adds those that it reaches.
    fn walk_each_way(
        &mut self,
        from: &CellsExpr,
        dirs: &DirsExpr,
        mut walk: impl FnMut(&mut Self, MapEntry, Dir, &mut Vec<MapEntry>) -> Lifts<()>,
    ) -> Lifts<Many> {
        let (from, dirs) = (lift!(self.lane(from)), lift!(self.lane(dirs)));
        let Some(from) = from.entries() else { return Ok(None) };
        let mut entries = Vec::new();
        for (map, cells) in from {
            for (dir, ways) in &dirs {
                // Lines from the cells of lines become many.
                if !self.goes_on() {
                    return Ok(None);
                }
                let cells = self.set_and(&cells, ways);
                lift!(walk(self, (map.clone(), cells), *dir, &mut entries));
            }
        }
        Ok(Some(Many::Each(entries)))
    }

    /// Takes one step from cells in each direction; `step` returns where it leads, and for which of them.
    fn each_step(
        &mut self,
        from: &CellsExpr,
        dirs: &DirsExpr,
        mut step: impl FnMut(&mut Self, &Map, &Map, Words) -> (Map, Words),
    ) -> Lifts<Many> {
        self.walk_each_way(from, dirs, |make, (map, cells), dir, entries| {
            let (there, cells) = step(make, &map, &Map::steps(make.plan.board(), dir, 1), cells);
            let cells = make.led(&there, &cells);
            make.enter(entries, there, cells);
            Ok(Some(()))
        })
    }

    /// Walks along the lines from cells step by step. The callback tells at each cell for which starts it is in the
    /// set, and for which the walk goes on. Returns `None` if lines are tangled.
    fn along_lines(
        &mut self,
        from: &CellsExpr,
        dirs: &DirsExpr,
        step: &mut dyn FnMut(&mut Self, &Map, Words) -> (Words, Words),
    ) -> Lifts<Many> {
        self.walk_each_way(from, dirs, |make, (map, mut clear), dir, entries| {
            if make.plan.is_tangled(dir) {
                return Ok(None);
            }
            let one = Map::steps(make.plan.board(), dir, 1);
            let mut here = map.then(&one);
            while !here.is_empty() {
                clear = make.led(&here, &clear);
                let (found, on) = step(make, &here, clear);
                make.enter(entries, here.clone(), found);
                clear = on;
                here = here.then(&one);
            }
            Ok(Some(()))
        })
    }

    /// Runs code for each element of a set that may depend on a lane, with the cells for which it is in the set.
    pub(crate) fn each_lane(
        &mut self,
        over: &SetExpr,
        slot: Slot,
        run: &mut dyn FnMut(&mut Self, &Words) -> Lifts<()>,
    ) -> Lifts<()> {
        self.restoring(|make| make.each_lane_element(over, slot, run))
    }

    fn each_lane_element(
        &mut self,
        over: &SetExpr,
        slot: Slot,
        run: &mut dyn FnMut(&mut Self, &Words) -> Lifts<()>,
    ) -> Lifts<()> {
        match over {
            SetExpr::Cells(cells) => {
                let entries = lift!(self.lane_entries(cells));
                for (map, cells) in self.apart(entries) {
                    self.locals.put(slot, Local::Lane(Lane::Cell(map)));
                    lift!(run(self, &cells));
                }
            }
            SetExpr::Dirs(dirs) => {
                for (dir, cells) in lift!(self.lane(dirs)) {
                    self.locals.bind(slot, Word::Known(i64::from(dir.0)), false);
                    lift!(run(self, &cells));
                }
            }
            SetExpr::Ints(_) | SetExpr::Kinds(_) | SetExpr::Players(_) if !self.has_lane(over.part()) => {
                let elements: Vec<i64> = match self.thing(over.part())? {
                    Thing::Ints(Numbers::List(list)) => list.into_iter().map(i64::from).collect(),
                    Thing::Word(Word::Known(mask), _) => (0..64).filter(|n| mask >> n & 1 == 1).collect(),
                    _ => return Ok(None),
                };
                let all = self.all_cells();
                for element in elements {
                    self.locals.bind(slot, Word::Known(element), false);
                    lift!(run(self, &all));
                }
            }
            _ => return Ok(None),
        }
        Ok(Some(()))
    }
}

impl Lifted for CellsExpr {
    type Lane = Many;

    fn from_lane(lane: &Lane) -> Option<Many> {
        if let Lane::Cells(many) = lane { Some(many.clone()) } else { None }
    }

    fn spread(_: &mut Gen<'_, '_>, cells: Words) -> Lifts<Many> {
        Ok(Some(Many::same(cells)))
    }

    fn lift(&self, make: &mut Gen<'_, '_>) -> Lifts<Many> {
        Ok(Some(match self {
            CellsExpr::One(cell) => {
                let map = lift!(make.lane(&**cell));
                let cells = make.known_set(&map.domain());
                Many::Each(vec![(map, cells)])
            }
            CellsExpr::Op(op, pair) => {
                let (a, b) = (lift!(make.lane(&pair.0)), lift!(make.lane(&pair.1)));
                make.lane_op(*op, a, b)
            }
            CellsExpr::Filter(filter) => {
                let over = lift!(make.lane_entries(&filter.over));
                let mut entries = Vec::new();
                let all = make.restoring(|make| {
                    for (map, cells) in over {
                        make.locals.put(filter.slot, Local::Lane(Lane::Cell(map.clone())));
                        let holds = lift!(make.lane(&filter.keep));
                        let cells = make.set_and(&cells, &holds);
                        make.enter(&mut entries, map, cells);
                    }
                    Ok(Some(()))
                });
                lift!(all);
                Many::Each(entries)
            }
            CellsExpr::Union(each) => {
                let mut entries = Vec::new();
                lift!(make.each_lane(&each.over, each.slot, &mut |make, cells| {
                    let more = lift!(make.lane_entries(&each.body));
                    for (map, others) in more {
                        let both = make.set_and(cells, &others);
                        make.enter(&mut entries, map, both);
                    }
                    Ok(Some(()))
                }));
                Many::Each(entries)
            }
            _ => return Ok(None),
        }))
    }

    fn lift_operator(make: &mut Gen<'_, '_>, op: Op, args: &[AnyExpr]) -> Lifts<Many> {
        match (op, args) {
            (Op::Neighbors, [AnyExpr::Cells(from), AnyExpr::Dirs(dirs)]) => {
                make.each_step(from, dirs, |_, map, one, cells| (map.then(one), cells))
            }
            (Op::Ray, [AnyExpr::Cells(from), AnyExpr::Dirs(dirs), AnyExpr::Cells(through)]) => {
                let through = lift!(make.lane(through));
                make.along_lines(from, dirs, &mut |make, here, clear| {
                    let holds = make.lane_holds(&through, here);
                    let on = make.set_and(&clear, &holds);
                    (on.clone(), on)
                })
            }
            (Op::First, [AnyExpr::Cells(from), AnyExpr::Dirs(dirs), AnyExpr::Cells(of)]) => {
                let of = lift!(make.lane(of));
                make.along_lines(from, dirs, &mut |make, here, clear| {
                    let holds = make.lane_holds(&of, here);
                    (make.set_and(&clear, &holds), make.set_except(&clear, &holds))
                })
            }
            (Op::Hop, [AnyExpr::Cells(from), AnyExpr::Dirs(dirs), AnyExpr::Cells(over)]) => {
                let over = lift!(make.lane(over));
                make.each_step(from, dirs, |make, map, one, cells| {
                    let middle = map.then(one);
                    let jumped = make.lane_holds(&over, &middle);
                    (middle.then(one), make.set_and(&cells, &jumped))
                })
            }
            (Op::Leap, [AnyExpr::Cells(from), AnyExpr::Int(m), AnyExpr::Int(n)]) => {
                let from = lift!(make.lane(from));
                if make.has_lane(m.part()) || make.has_lane(n.part()) {
                    return Ok(None);
                }
                let (m, n) = (make.int(m)?.word, make.int(n)?.word);
                let (Some(from), Word::Known(m), Word::Known(n)) = (from.entries(), m, n) else { return Ok(None) };
                let mut entries = Vec::new();
                for (map, cells) in from {
                    for leap in make.plan.leap_maps(m as i32, n as i32) {
                        let there = map.then(&leap);
                        let cells = make.led(&there, &cells);
                        make.enter(&mut entries, there, cells);
                    }
                }
                Ok(Some(Many::Each(entries)))
            }
            _ => Ok(None),
        }
    }

    fn join(make: &mut Gen<'_, '_>, before: Option<Many>, value: Many, side: TruthSide<'_>) -> Lifts<Many> {
        let entries = match before {
            Some(before) => before.entries(),
            None => Some(Vec::new()),
        };
        let (Some(mut entries), Some(more)) = (entries, value.entries()) else { return Ok(None) };
        for (map, cells) in more {
            let cells = make.on_side(&cells, side);
            make.enter(&mut entries, map, cells);
        }
        Ok(Some(Many::Each(entries)))
    }
}
