//! Rows through a cell, for all cells at once: where a piece would complete a row.

use super::many::{Many, Same};
use super::{Lifts, lift};
use crate::engine::fast::code::Gen;
use crate::engine::fast::code::rows::Rows;
use crate::engine::fast::code::set::Words;
use crate::engine::fast::code::word::{Word, ZERO};
use crate::engine::fast::maps::Map;
use crate::game::expr::*;
use crate::game::part::{AsPart, Expression};
use crate::game::piece::Dir;

impl<'p> Gen<'p, '_> {
    /// Returns the cells that a map sends into a set.
    pub(super) fn lane_contains(&mut self, set: &CellsExpr, map: &Map) -> Lifts<Words> {
        self.lane_resolved(set, &mut |make, set| match (Rows::of(set), set) {
            _ if !make.has_lane(set.part()) => {
                let set = make.cells(set)?;
                Ok(Some(make.pulled(map, &set)))
            }
            (Some(rows), _) => make.lane_in_row(rows, map),
            (None, CellsExpr::Op(op, pair)) => {
                let (a, b) = (lift!(make.lane_contains(&pair.0, map)), lift!(make.lane_contains(&pair.1, map)));
                Ok(Some(make.set_op(*op, &a, &b)))
            }
            _ => {
                let set = lift!(make.lane(set));
                Ok(Some(make.lane_holds(&set, map)))
            }
        })
    }

    /// Returns the cells for which a set is not empty.
    pub(super) fn lane_is_some(&mut self, set: &CellsExpr) -> Lifts<Words> {
        self.lane_resolved(set, &mut |make, set| match Rows::of(set) {
            Some(rows) if make.has_lane(set.part()) => make.lane_has_row(rows),
            _ => {
                let entries = lift!(make.lane_entries(set));
                let none = make.no_cells();
                Ok(Some(entries.iter().fold(none, |all, (_, cells)| make.set_or(&all, cells))))
            }
        })
    }

    /// Runs a function with the set that a def returns, if the set is a call.
    fn lane_resolved(
        &mut self,
        set: &CellsExpr,
        run: &mut dyn FnMut(&mut Self, &CellsExpr) -> Lifts<Words>,
    ) -> Lifts<Words> {
        match set.common() {
            Some(Common::Call(call)) if self.has_lane(set.part()) && !self.plan.is_recursive(set.part()) => {
                self.lane_in_def::<CellsExpr, _>(call, |make, body| make.lane_resolved(body, run))
            }
            _ => run(self, set),
        }
    }

    /// Returns the cells that a map sends into rows: those with enough cells of the set before and after them.
    fn lane_in_row(&mut self, rows: Rows<'_>, map: &Map) -> Lifts<Words> {
        let (least, most) = lift!(self.lane_lengths(rows));
        let (ways, of) = (lift!(self.lane_ways(rows)), lift!(self.lane(rows.of)));
        let mut all = self.no_cells();
        for (dir, cells) in ways {
            let mut fits = self.lane_run(&of, map, dir, least);
            if let Some(most) = most {
                let longer = self.lane_run(&of, map, dir, most + 1);
                fits = self.set_except(&fits, &longer);
            }
            let fits = self.set_and(&fits, &cells);
            all = self.set_or(&all, &fits);
        }
        Ok(Some(all))
    }

    /// Returns the cells for which there is a row: one without the cells that are added for this cell, or one through these.
    fn lane_has_row(&mut self, rows: Rows<'_>) -> Lifts<Words> {
        let (least, None) = lift!(self.lane_lengths(rows)) else { return Ok(None) };
        let (ways, of) = (lift!(self.lane_ways(rows)), lift!(self.lane(rows.of)));
        let none = self.no_cells();
        let Same { all, less, more } = of.clone().into_same(none);
        if !less.is_empty() {
            return Ok(None);
        }
        let mut found = self.no_cells();
        for (dir, cells) in ways {
            if all.iter().any(|word| *word != ZERO) {
                let starts = self.row_starts(&all, dir, i64::from(least));
                let some = self.is_some(&starts);
                let there = self.set_if(some, &cells);
                found = self.set_or(&found, &there);
            }
            for (map, valid) in &more {
                let through = self.lane_run(&of, map, dir, least);
                let through = self.set_and(&through, valid);
                let through = self.set_and(&through, &cells);
                found = self.set_or(&found, &through);
            }
        }
        Ok(Some(found))
    }

    /// Returns the least and the greatest length of rows, if they are known.
    fn lane_lengths(&mut self, rows: Rows<'_>) -> Lifts<(i32, Option<i32>)> {
        // The code for any other number would be left behind, where nothing guards it.
        let is_plain = |n: &IntExpr| matches!((n, n.common()), (IntExpr::Const(_), _) | (_, Some(Common::Local(_))));
        if ![rows.least, rows.most].into_iter().all(|n| is_plain(n) && !self.has_lane(n.part())) {
            return Ok(None);
        }
        let (Word::Known(least), Word::Known(most)) = (self.int(rows.least)?.word, self.int(rows.most)?.word) else {
            return Ok(None);
        };
        // No line of the board is longer than its cells.
        let longest = self.plan.cells() as i64 + 1;
        let least = least.min(longest) as i32;
        Ok((least >= 1).then(|| (least, (most < longest).then_some(most.max(0) as i32))))
    }

    /// Returns the directions of rows, one of each two opposite ones, each with the cells for which it is wanted. Returns `None` if
    /// one is tangled or has no opposite.
    fn lane_ways(&mut self, rows: Rows<'_>) -> Lifts<Vec<(Dir, Words)>> {
        let (plan, board) = (self.plan, self.plan.board());
        let mut ways: Vec<(Dir, Words)> = Vec::new();
        for (dir, cells) in lift!(self.lane(rows.along)) {
            let Some(back) = board.opposite(dir).filter(|_| !plan.is_tangled(dir)) else { return Ok(None) };
            match ways.iter_mut().find(|(other, _)| *other == back) {
                Some((_, other)) => *other = self.set_or(other, &cells),
                None => ways.push((dir, cells)),
            }
        }
        Ok(Some(ways))
    }

    /// Returns the cells that a map sends to a cell that is in a set together with enough cells before and after it.
    fn lane_run(&mut self, of: &Many, map: &Map, dir: Dir, length: i32) -> Words {
        let here = self.lane_holds(of, map);
        // How many of the cells after it, and before it, are in the set.
        let [ahead, behind] = [1, -1].map(|way| {
            let mut run = vec![self.all_cells()];
            for n in 1..length {
                let further = map.then(&Map::steps(self.plan.board(), dir, way * n));
                // Code that has become too long is thrown away.
                if further.is_empty() || !self.goes_on() {
                    break;
                }
                let there = self.lane_holds(of, &further);
                run.push(self.set_and(&run[n as usize - 1], &there));
            }
            run
        });
        let mut whole = self.no_cells();
        for (n, ahead) in ahead.iter().enumerate() {
            if let Some(behind) = (length as usize - 1).checked_sub(n).and_then(|n| behind.get(n)) {
                let both = self.set_and(ahead, behind);
                whole = self.set_or(&whole, &both);
            }
        }
        self.set_and(&whole, &here)
    }
}
