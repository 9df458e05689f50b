//! Upper bounds of sets of directions.

use crate::engine::fast::plan::Plan;
use crate::game::board::Board;
use crate::game::expr::*;
use crate::game::operator::Op;
use crate::game::part::Expression;

/// Directions that contain those of a set, and how many these can be at most.
pub(super) struct MostDirs {
    pub of: u64,
    pub count: i64,
}

impl Plan {
    /// Returns upper bounds of a set of directions. `lets` are values of locals.
    pub(super) fn most_dirs(&self, dirs: &DirsExpr, lets: &[(Slot, &AnyExpr)]) -> MostDirs {
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
                let (a, b) = (self.most_dirs(&pair.0, lets), self.most_dirs(&pair.1, lets));
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
                        (Some(dirs), None) => self.most_dirs(dirs, &[]),
                        _ => all(u64::MAX),
                    }
                }
                Common::Apply(apply) => match apply.op {
                    Op::Forward => going(Board::forward),
                    Op::Backward => going(Board::backward),
                    Op::Sideways => going(Board::sideways),
                    _ => all(u64::MAX),
                },
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
