//! Upper bounds of sets of directions.

use super::piece_kinds::{PieceKinds, narrowed};
use crate::engine::fast::plan::Plan;
use crate::game::board::Board;
use crate::game::expr::*;
use crate::game::operator::Op;
use crate::game::part::{AsPart, Expression};

/// Directions that contain those of a set, and how many these can be at most.
pub(super) struct MostDirs {
    pub of: u64,
    pub count: i64,
}

impl MostDirs {
    const NONE: MostDirs = MostDirs { of: 0, count: 0 };

    fn or(self, other: MostDirs) -> MostDirs {
        MostDirs { of: self.of | other.of, count: self.count.max(other.count) }
    }
}

impl Plan {
    /// Returns upper bounds of a set of directions. `lets` are values of locals, and it may be known what stands on the cell of another one.
    pub(super) fn most_dirs(&self, dirs: &DirsExpr, lets: &[(Slot, &AnyExpr)], piece: Option<PieceKinds>) -> MostDirs {
        let all = |of: u64| MostDirs { of, count: self.dirs_in(of).count() as i64 };
        let going = |turned: fn(&Board, u64) -> u64| {
            let going = self.game.players.iter().filter_map(|player| player.going);
            let each: Vec<u64> = going.map(|going| turned(self.board(), going)).collect();
            let of = each.iter().fold(0, |of, dirs| of | dirs);
            MostDirs { of, count: each.iter().map(|dirs| i64::from(dirs.count_ones())).max().unwrap_or(0) }
        };
        match dirs {
            MaskExpr::Const(mask) => all(*mask),
            MaskExpr::One(_) => MostDirs { of: u64::MAX, count: 1 },
            MaskExpr::Op(op, pair) => {
                let (a, b) = (self.most_dirs(&pair.0, lets, piece), self.most_dirs(&pair.1, lets, piece));
                match op {
                    SetOp::And => MostDirs { of: a.of & b.of, count: a.count.min(b.count).min(all(a.of & b.of).count) },
                    SetOp::Or => MostDirs { of: a.of | b.of, count: (a.count + b.count).min(all(a.of | b.of).count) },
                    SetOp::Except => a,
                }
            }
            MaskExpr::Common(common) => match &**common {
                Common::Local(slot) => {
                    let mut same = lets.iter().filter_map(|(other, value)| match value {
                        AnyExpr::Dirs(dirs) if other == slot => Some(dirs),
                        _ => None,
                    });
                    match (same.next(), same.next()) {
                        (Some(dirs), None) => self.most_dirs(dirs, &[], None),
                        _ => all(u64::MAX),
                    }
                }
                Common::Apply(apply) => match apply.op {
                    Op::Forward => going(Board::forward),
                    Op::Backward => going(Board::backward),
                    Op::Sideways => going(Board::sideways),
                    _ => all(u64::MAX),
                },
                Common::If(condition, yes, no) => {
                    let branches = [(yes, true), (no, false)].into_iter().filter_map(|(branch, holds)| {
                        let piece = narrowed(piece, |piece| piece.where_it(holds, condition))?;
                        Some(self.most_dirs(branch, lets, piece))
                    });
                    branches.fold(MostDirs::NONE, MostDirs::or)
                }
                Common::Match(one) => {
                    let results = one.arms.iter().map(|(_, result)| result).chain(&one.otherwise);
                    let arms = results.enumerate().filter_map(|(n, result)| {
                        let piece = narrowed(piece, |piece| piece.where_arm(one, n))?;
                        Some(self.most_dirs(result, lets, piece))
                    });
                    arms.fold(MostDirs::NONE, MostDirs::or)
                }
                Common::Call(call) if !self.is_recursive(dirs.part()) => {
                    let body = &DirsExpr::defs(&self.game.defs)[usize::from(call.def)].body;
                    self.most_dirs(body, &[], piece.and_then(|piece| piece.inside(&call.args)))
                }
                _ => all(u64::MAX),
            },
            _ => all(u64::MAX),
        }
    }
}

/// Returns the ray of two sets, if the other one is what is met first on the same lines.
pub(super) fn same_line<'e>(a: &'e CellsExpr, b: &'e CellsExpr) -> Option<&'e CellsExpr> {
    match (a.applied()?, b.applied()?) {
        ((Op::Ray, [from, along, _]), (Op::First, [other, too, _])) if from == other && along == too => Some(a),
        ((Op::First, _), (Op::Ray, _)) => same_line(b, a),
        _ => None,
    }
}
