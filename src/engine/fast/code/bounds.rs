//! Upper bounds of the size of sets, so that a number below the bound can be drawn for one of the elements.

use super::Gen;
use super::locals::{Locals, slots};
use super::most_dirs::same_line;
use super::piece_kinds::{PieceKinds, narrowed};
use super::word::{Word, ZERO};
use crate::engine::fast::board::Ways;
use crate::engine::fast::conserve::Gain;
use crate::game::expr::*;
use crate::game::operator::Op;
use crate::game::part::{AsPart, Expression};
use crate::game::piece::Kind;
use crate::game::rules::{Action, Binder};
use crate::types::Type;

/// What has happened since the position that the bounds are computed from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Since {
    /// Nothing.
    Now,
    /// A part of a move.
    Move {
        /// The pieces that it adds, if these are bounded.
        adds: Option<Gain>,
        /// How many cells it may have emptied, if that is bounded.
        empties: Option<i64>,
    },
}

impl Since {
    /// Returns the pieces that were added, if these are bounded.
    fn gain(self) -> Option<Gain> {
        match self {
            Since::Now => Some(Gain::default()),
            Since::Move { adds, .. } => adds,
        }
    }

    /// Returns how many more cells may be empty, if that is bounded.
    fn more_empty(self) -> Option<i64> {
        match self {
            Since::Now => Some(0),
            Since::Move { empties, .. } => empties,
        }
    }
}

/// The locals and `where` values whose expressions are known, and the binders, whose values are not.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Given<'p, 'l> {
    /// The binders of the action, whose values are not known.
    pub binders: &'p [Binder],
    pub lets: &'l [(Slot, &'p AnyExpr)],
    pub lazies: &'p [(Slot, AnyExpr)],
    /// What stands on the cell of a local.
    pub piece: Option<PieceKinds>,
}

impl<'p, 'l> Given<'p, 'l> {
    pub(crate) const NOTHING: Given<'p, 'l> = Given { binders: &[], lets: &[], lazies: &[], piece: None };

    pub(crate) fn lets(lets: &'l [(Slot, &'p AnyExpr)]) -> Given<'p, 'l> {
        Given { lets, ..Given::NOTHING }
    }
}

impl<'p> Gen<'p, '_> {
    pub(crate) fn most_kinds(&self, kinds: &KindsExpr, depth: u32) -> i64 {
        let all = self.plan.game.kinds.len() as i64;
        match kinds {
            MaskExpr::Const(mask) => i64::from(mask.count_ones()),
            MaskExpr::One(_) => 1,
            MaskExpr::Common(common) => match &**common {
                Common::Call(call) if depth > 0 => {
                    let def = self.plan.game.defs.kinds.get(call.def as usize);
                    def.map_or(all, |def| self.most_kinds(&def.body, depth - 1))
                }
                Common::If(_, yes, no) => self.most_kinds(yes, depth).max(self.most_kinds(no, depth)),
                Common::Match(one) => {
                    let results = one.arms.iter().map(|(_, result)| result).chain(&one.otherwise);
                    results.map(|result| self.most_kinds(result, depth)).max().unwrap_or(0)
                }
                _ => all,
            },
            _ => all,
        }
    }

    /// Returns how many values a binder can have at most, as seen before the move.
    pub(crate) fn most_elements(&mut self, action: &'p Action, over: &'p SetExpr) -> Option<Word> {
        let lets: Vec<(Slot, &AnyExpr)> = action.lets().collect();
        let plan = self.plan;
        match over {
            SetExpr::Cells(cells) => self.most_cells(cells, Given::lets(&lets), Since::Now, DEFS),
            SetExpr::Ints(numbers) => {
                let given = Given { binders: &action.binders, ..Given::lets(&lets) };
                self.most_numbers(numbers, given, DEFS)
            }
            other => plan.elements(other).map(Word::Known),
        }
    }

    /// Finds a bound in a def: the locals there are not those outside of it.
    pub(super) fn bound_in_def<T>(
        &mut self,
        frame: Frame,
        lazies: &'p [(Slot, AnyExpr)],
        bound: impl FnOnce(&mut Self) -> Option<T>,
    ) -> Option<T> {
        self.inside(Locals::of(frame, lazies), |make| Ok(bound(make))).ok()?
    }

    /// Returns the lesser of a bound and the number of cells. Bounds are multiplied and must fit 64 bits.
    fn clamp_to_cells(&mut self, bound: Word) -> Word {
        self.extreme(false, bound, Word::Known(self.plan.cells() as i64))
    }

    /// Returns the bound of a set that has got more cells.
    fn enlarged(&mut self, size: Word, more: i64) -> Word {
        if more == 0 {
            return size;
        }
        let size = self.add(size, Word::Known(more));
        self.clamp_to_cells(size)
    }

    /// Returns an upper bound of the size of a set, as seen before the move; at most the number of cells.
    pub(crate) fn most_cells(
        &mut self,
        cells: &'p CellsExpr,
        given: Given<'p, '_>,
        since: Since,
        depth: u32,
    ) -> Option<Word> {
        let plan = self.plan;
        let count = |along: &DirsExpr| Word::Known(plan.most_dirs(along, given.lets, given.piece).count);
        match cells {
            CellsExpr::One(_) => Some(Word::Known(1)),
            CellsExpr::Const(set) => Some(Word::Known(set.len() as i64)),
            CellsExpr::Empty => {
                let more = since.more_empty()?;
                let set = self.empty();
                let size = self.size(&set);
                Some(self.enlarged(size, more))
            }
            CellsExpr::Op(SetOp::And, _) if since != Since::Now && since.gain().is_some() => {
                self.most_common(cells, given, since, depth)
            }
            cells if let Some(more) = since.gain().and_then(|gain| self.more_pieces(cells, gain, depth)) => {
                let set = self.cells(cells).ok()?;
                let size = self.size(&set);
                Some(self.enlarged(size, more.pieces()))
            }
            CellsExpr::Op(SetOp::And, pair) => {
                let (a, b) =
                    (self.most_cells(&pair.0, given, since, depth), self.most_cells(&pair.1, given, since, depth));
                match (a, b) {
                    (Some(a), Some(b)) => Some(self.extreme(false, a, b)),
                    (a, b) => a.or(b),
                }
            }
            CellsExpr::Op(SetOp::Except, pair) => self.most_cells(&pair.0, given, since, depth),
            CellsExpr::Op(SetOp::Or, pair) if let Some(ray) = same_line(&pair.0, &pair.1) => {
                // The first cell of a line that is met lies on the line.
                self.most_cells(ray, given, since, depth)
            }
            CellsExpr::Op(SetOp::Or, pair) => {
                let a = self.most_cells(&pair.0, given, since, depth)?;
                let b = self.most_cells(&pair.1, given, since, depth)?;
                let sum = self.add(a, b);
                Some(self.clamp_to_cells(sum))
            }
            CellsExpr::Union(each) => {
                let many = match &each.over {
                    SetExpr::Dirs(dirs) => Word::Known(plan.most_dirs(dirs, given.lets, given.piece).count),
                    SetExpr::Cells(over) => self.most_cells(over, given, since, depth)?,
                    over => Word::Known(plan.elements(over)?),
                };
                let one = self.most_cells(&each.body, given, since, depth)?;
                let all = self.mul(many, one);
                Some(self.clamp_to_cells(all))
            }
            CellsExpr::Filter(filter) => {
                let fixed = self.most_fixed(filter.slot, &filter.keep);
                fixed.or_else(|| self.most_cells(&filter.over, given, since, depth))
            }
            CellsExpr::Common(common) => match &**common {
                Common::If(condition, yes, no) => {
                    let mut most = ZERO;
                    for (branch, holds) in [(yes, true), (no, false)] {
                        let Some(piece) = narrowed(given.piece, |piece| piece.where_it(holds, condition)) else {
                            continue;
                        };
                        let arm = self.most_cells(branch, Given { piece, ..given }, since, depth)?;
                        most = self.extreme(true, most, arm);
                    }
                    Some(most)
                }
                Common::Match(one) => {
                    let mut most = ZERO;
                    let results = one.arms.iter().map(|(_, result)| result).chain(&one.otherwise);
                    for (n, result) in results.enumerate() {
                        let Some(piece) = narrowed(given.piece, |piece| piece.where_arm(one, n)) else { continue };
                        let arm = self.most_cells(result, Given { piece, ..given }, since, depth)?;
                        most = self.extreme(true, most, arm);
                    }
                    Some(most)
                }
                Common::Local(slot) => {
                    let mut same = given.lets.iter().filter_map(|(other, value)| match value {
                        AnyExpr::Cells(cells) if other == slot => Some(cells),
                        _ => None,
                    });
                    match (same.next(), same.next()) {
                        (Some(cells), None) => self.most_cells(cells, given, since, depth),
                        _ => None,
                    }
                }
                Common::Lazy(n) if depth > 0 => match given.lazies.get(usize::from(*n)) {
                    Some((_, AnyExpr::Cells(cells))) => self.most_cells(cells, given, since, depth - 1),
                    _ => None,
                },
                Common::Call(call) if depth > 0 => {
                    let def = plan.game.defs.cells.get(call.def as usize)?;
                    let slots = slots(call.args.iter().map(|arg| AsPart::part(arg).class()));
                    // What depends on locals here cannot be seen in the def.
                    let known = slots.zip(&call.args).filter(|(_, arg)| !self.has_locals(AsPart::part(*arg)));
                    let lets: Vec<(Slot, &AnyExpr)> = known.collect();
                    let piece = given.piece.and_then(|piece| piece.inside(&call.args));
                    let given = Given { lazies: &def.lazies, piece, ..Given::lets(&lets) };
                    self.bound_in_def(def.frame, &def.lazies, |make| {
                        if plan.recursive_def(Type::Cells, call.def).is_none() {
                            return make.most_cells(&def.body, given, since, depth - 1);
                        }
                        // The arguments may be others each time. Where the value is that of a call of the same def, it is no larger.
                        let (mut results, mut most) = (Vec::new(), ZERO);
                        results_of(&def.body, call.def, &mut results);
                        for result in results {
                            let given = Given { lets: &[], piece: None, ..given };
                            let result = make.most_cells(result, given, since, depth - 1)?;
                            most = make.extreme(true, most, result);
                        }
                        Some(most)
                    })
                }
                Common::Apply(apply) => match (apply.op, apply.args.as_slice()) {
                    (Op::Neighbors | Op::First | Op::Hop, [AnyExpr::Cells(from), AnyExpr::Dirs(along), ..]) => {
                        let from = self.most_cells(from, given, since, depth)?;
                        let along = count(along);
                        let all = self.mul(from, along);
                        Some(self.clamp_to_cells(all))
                    }
                    (Op::Leap, [AnyExpr::Cells(from), ..]) => {
                        let from = self.most_cells(from, given, since, depth)?;
                        let all = self.mul(from, Word::Known(8));
                        Some(self.clamp_to_cells(all))
                    }
                    (Op::Ray, [AnyExpr::Cells(CellsExpr::One(_)), AnyExpr::Dirs(MaskExpr::One(_)), _]) => {
                        Some(Word::Known(plan.board().longest_ray() as i64))
                    }
                    // A line that leads to a cell goes on to that cell.
                    (Op::Between, _) => Some(Word::Known((plan.board().longest_ray() as i64 - 1).max(0))),
                    (Op::Ray, [AnyExpr::Cells(CellsExpr::One(_)), AnyExpr::Dirs(along), _]) => {
                        let most = plan.most_dirs(along, given.lets, given.piece);
                        let lengths = plan.dirs_in(most.of).map(|dir| plan.longest_rays(1 << dir.0));
                        let one = lengths.max().unwrap_or(0);
                        Some(Word::Known(plan.longest_rays(most.of).min(one * most.count)))
                    }
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns an upper bound of the size of an intersection, after a move that adds a bounded number of pieces.
    fn most_common(&mut self, cells: &'p CellsExpr, given: Given<'p, '_>, since: Since, depth: u32) -> Option<Word> {
        let gain = since.gain()?;
        let (mut left, mut others, mut pieces) = (vec![cells], Vec::new(), None);
        let mut more = gain;
        while let Some(cells) = left.pop() {
            match (cells, self.more_pieces(cells, gain, depth)) {
                (CellsExpr::Op(SetOp::And, pair), _) => left.extend([&pair.0, &pair.1]),
                (cells, Some(here)) => {
                    let set = self.cells(cells).ok()?;
                    pieces = Some(pieces.map_or(set.clone(), |other| self.set_and(&other, &set)));
                    more = more.meet(here);
                }
                (cells, None) => others.push(cells),
            }
        }
        let mut most = pieces.map(|pieces| {
            let size = self.size(&pieces);
            self.enlarged(size, more.pieces())
        });
        for cells in others {
            let other = self.most_cells(cells, given, since, depth);
            most = match (most, other) {
                (Some(a), Some(b)) => Some(self.extreme(false, a, b)),
                (a, b) => a.or(b),
            };
        }
        most
    }

    /// Returns how many pieces that a move adds may be in a set of the pieces of some owners and kinds, which gets no cell but by a piece that is
    /// added; `None` for other sets.
    fn more_pieces(&self, cells: &CellsExpr, gain: Gain, depth: u32) -> Option<Gain> {
        let is_neutral = |kind: Kind| self.plan.game.kinds[usize::from(kind.0)].neutral;
        match cells {
            CellsExpr::Enemy => Some(Gain { own: 0, ..gain }),
            CellsExpr::Pieces => Some(gain),
            CellsExpr::Occupied => (!gain.neutral).then_some(gain),
            CellsExpr::OfKind(kind) => (!(gain.neutral && is_neutral(*kind))).then_some(gain),
            CellsExpr::OfPlayer(player) if matches!(**player, PlayerExpr::Mover) => Some(Gain { others: 0, ..gain }),
            CellsExpr::OfPlayer(player) => player.is_steady().then_some(gain),
            CellsExpr::Op(sign, pair) => {
                let (a, b) = (self.more_pieces(&pair.0, gain, depth)?, self.more_pieces(&pair.1, gain, depth)?);
                Some(match sign {
                    SetOp::And => a.meet(b),
                    SetOp::Or => a.or(b),
                    SetOp::Except => a,
                })
            }
            CellsExpr::Common(common) => match &**common {
                Common::Call(call) if depth > 0 && call.args.is_empty() => {
                    let def = self.plan.game.defs.cells.get(call.def as usize)?;
                    self.more_pieces(&def.body, gain, depth - 1)
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns the rays from each cell, if a set is the ray from a cell that is on the board.
    pub(crate) fn ways(&self, cells: &CellsExpr) -> Option<Ways> {
        let (
            Op::Ray,
            [AnyExpr::Cells(CellsExpr::One(from)), AnyExpr::Dirs(MaskExpr::Const(dirs)), AnyExpr::Cells(through)],
        ) = cells.applied()?
        else {
            return None;
        };
        if matches!(through, CellsExpr::Const(all) if **all == self.plan.board().all_cells()) {
            return None;
        }
        if self.is_sure(from) { self.plan.ways(*dirs) } else { None }
    }
}

/// How many calls of defs are followed.
pub(super) const DEFS: u32 = 8;

/// Collects the sets of which an `if` or a `match` selects one, without calls of this def.
fn results_of<'e>(cells: &'e CellsExpr, def: u16, found: &mut Vec<&'e CellsExpr>) {
    let CellsExpr::Common(common) = cells else { return found.push(cells) };
    match &**common {
        Common::If(_, yes, no) => [yes, no].into_iter().for_each(|one| results_of(one, def, found)),
        Common::Match(one) => {
            let results = one.arms.iter().map(|(_, result)| result).chain(&one.otherwise);
            results.for_each(|result| results_of(result, def, found));
        }
        Common::Call(call) if call.def == def => {}
        _ => found.push(cells),
    }
}
