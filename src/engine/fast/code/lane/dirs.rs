//! Sets of directions, one for each cell.

use super::{Lifts, lift};
use crate::engine::fast::code::Gen;
use crate::engine::fast::code::set::Words;
use crate::engine::fast::code::word::Word;
use crate::game::board::Board;
use crate::game::expr::*;
use crate::game::operator::Op;
use crate::game::part::{AsPart, Expression};
use crate::game::piece::Dir;

impl<'p> Gen<'p, '_> {
    /// Returns directions that are the same for all cells.
    pub(crate) fn known_lane_dirs(&self, dirs: u64) -> Vec<(Dir, Words)> {
        let all = self.all_cells();
        let dirs = (0..self.plan.board().dirs()).filter(|dir| dirs >> dir & 1 == 1);
        dirs.map(|dir| (Dir(dir as u8), all.clone())).collect()
    }

    /// Returns the directions, each with the cells for which it is in the set.
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
        if self.plan.is_recursive(expr.part()) || !self.goes_on() {
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
                Common::Apply(apply) => match (apply.op, apply.args.as_slice()) {
                    (Op::Forward, [AnyExpr::Player(player)]) => self.lane_going(player, Board::forward),
                    (Op::Backward, [AnyExpr::Player(player)]) => self.lane_going(player, Board::backward),
                    (Op::Sideways, [AnyExpr::Player(player)]) => self.lane_going(player, Board::sideways),
                    _ => Ok(None),
                },
                _ => Ok(None),
            },
            MaskExpr::One(one) => {
                let Some((Op::Ahead, [AnyExpr::Player(player)])) = one.applied() else { return Ok(None) };
                self.lane_going(player, |board, going| board.ahead(going).map_or(0, |dir| 1 << dir.0))
            }
            MaskExpr::Const(_) | MaskExpr::Union(_) | MaskExpr::Word(_) => Ok(None),
        }
    }

    /// Returns directions that depend on the owner of the piece on a cell.
    fn lane_going(&mut self, player: &PlayerExpr, dirs: impl Fn(&Board, u64) -> u64) -> Lifts<Vec<(Dir, Words)>> {
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
}
