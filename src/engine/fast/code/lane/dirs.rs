//! Sets of directions, one for each cell.

use super::{Lane, Lifted, Lifts, TruthSide, lift};
use crate::engine::fast::code::Gen;
use crate::engine::fast::code::set::Words;
use crate::engine::fast::code::word::Word;
use crate::game::board::Board;
use crate::game::expr::*;
use crate::game::operator::Op;
use crate::game::part::Expression;
use crate::game::piece::Dir;

impl<'p> Gen<'p, '_> {
    /// Returns directions that are the same for all cells.
    pub(crate) fn known_lane_dirs(&self, dirs: u64) -> Vec<(Dir, Words)> {
        let all = self.all_cells();
        self.plan.dirs_in(dirs).map(|dir| (dir, all.clone())).collect()
    }

    /// Adds cells to those for which a direction is in the set.
    fn enter_dir(&mut self, ways: &mut Vec<(Dir, Words)>, dir: Dir, cells: Words) {
        match ways.iter_mut().find(|(other, _)| *other == dir) {
            Some((_, old)) => *old = self.set_or(old, &cells),
            None => ways.push((dir, cells)),
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
                self.enter_dir(&mut ways, dir, theirs.clone());
            }
        }
        Ok(Some(ways))
    }
}

impl Lifted for DirsExpr {
    /// The directions, each with the cells for which it is in the set.
    type Lane = Vec<(Dir, Words)>;

    fn from_lane(_: &Lane) -> Option<Self::Lane> {
        None
    }

    fn spread(make: &mut Gen<'_, '_>, dirs: Word) -> Lifts<Self::Lane> {
        if let Word::Known(dirs) = dirs {
            return Ok(Some(make.known_lane_dirs(dirs as u64)));
        }
        let (plan, all) = (make.plan, make.all_cells());
        let way = |dir: Dir| {
            let bit = make.has_bit(dirs, usize::from(dir.0));
            (dir, make.set_if(bit, &all))
        };
        Ok(Some(plan.dirs().map(way).collect()))
    }

    fn lift(&self, make: &mut Gen<'_, '_>) -> Lifts<Self::Lane> {
        match self {
            MaskExpr::Filter(filter) => {
                let over = lift!(make.lane(&filter.over));
                make.restoring(|make| {
                    let mut kept = Vec::new();
                    for (dir, cells) in over {
                        make.locals.bind(filter.slot, Word::Known(i64::from(dir.0)), false);
                        let holds = lift!(make.lane(&filter.keep));
                        kept.push((dir, make.set_and(&cells, &holds)));
                    }
                    Ok(Some(kept))
                })
            }
            MaskExpr::Op(op, pair) => {
                let (a, b) = (lift!(make.lane(&pair.0)), lift!(make.lane(&pair.1)));
                let of = |dirs: &[(Dir, Words)], dir: Dir| dirs.iter().find(|(d, _)| *d == dir).map(|(_, c)| c.clone());
                let mut joined = Vec::new();
                for dir in make.plan.dirs() {
                    let none = make.no_cells();
                    let (x, y) = (of(&a, dir).unwrap_or(none.clone()), of(&b, dir).unwrap_or(none));
                    joined.push((dir, make.set_op(*op, &x, &y)));
                }
                Ok(Some(joined))
            }
            MaskExpr::One(one) => {
                let Some((Op::Ahead, [AnyExpr::Player(player)])) = one.applied() else { return Ok(None) };
                make.lane_going(player, |board, going| board.ahead(going).map_or(0, |dir| 1 << dir.0))
            }
            MaskExpr::Const(_) | MaskExpr::Common(_) | MaskExpr::Union(_) | MaskExpr::Word(_) => Ok(None),
        }
    }

    fn lift_operator(make: &mut Gen<'_, '_>, op: Op, args: &[AnyExpr]) -> Lifts<Self::Lane> {
        match (op, args) {
            (Op::Forward, [AnyExpr::Player(player)]) => make.lane_going(player, Board::forward),
            (Op::Backward, [AnyExpr::Player(player)]) => make.lane_going(player, Board::backward),
            (Op::Sideways, [AnyExpr::Player(player)]) => make.lane_going(player, Board::sideways),
            _ => Ok(None),
        }
    }

    fn join(
        make: &mut Gen<'_, '_>,
        before: Option<Self::Lane>,
        value: Self::Lane,
        side: TruthSide<'_>,
    ) -> Lifts<Self::Lane> {
        let mut joined = before.unwrap_or_default();
        for (dir, cells) in value {
            let cells = make.on_side(&cells, side);
            make.enter_dir(&mut joined, dir, cells);
        }
        Ok(Some(joined))
    }
}
