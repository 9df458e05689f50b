//! Drawing one of all legal moves where code cannot draw it: moves that have to be tried are tried, the others only counted.

use super::listing::packed;
use super::run::{Faulted, Question, Runs};
use crate::game::limits::MOVES;
use crate::game::rules::ActionId;
use crate::moves::Move;
use crate::rng::Rng;

/// The legal moves of a position.
#[derive(Debug, Default)]
pub(crate) struct Drawn {
    /// How many moves each action has.
    counts: Vec<usize>,
    /// The values and choices of the moves that had to be tried, one move's after the other's.
    values: Vec<i64>,
    /// Where those of each move end.
    ends: Vec<usize>,
}

impl Question<'_> {
    /// Returns whether a move can be drawn without a list: no move is left out because of another one.
    pub(crate) fn may_draw_unlisted(&self) -> bool {
        self.plan.alike.is_empty() && !self.plan.actions.iter().any(|action| action.maximizes)
    }

    /// Returns one of the legal moves, the one that would be drawn from a list of all, or `None` if nothing is legal.
    pub(crate) fn draw_move(&mut self, state: &[u64], rng: &mut Rng, drawn: &mut Drawn) -> Runs<Option<Move>> {
        let mut copy = self.copy_of(state);
        let found = self.draw_move_in((&mut copy, state), rng, drawn);
        self.spare.push(copy);
        found
    }

    fn draw_move_in(
        &mut self,
        (copy, state): (&mut [u64], &[u64]),
        rng: &mut Rng,
        Drawn { counts, values, ends }: &mut Drawn,
    ) -> Runs<Option<Move>> {
        let player = state[self.plan.native.mover] as usize;
        counts.clear();
        values.clear();
        ends.clear();
        for (action, facet) in self.plan.actions.iter().enumerate() {
            let before = ends.len();
            if facet.tried {
                self.each_move_in((copy, state), player, action, &mut |_, _, own, choices| {
                    values.extend(own.iter().chain(choices));
                    ends.push(values.len());
                    Ok(ends.len() > MOVES)
                })?;
                counts.push(ends.len() - before);
            } else {
                let count = self.count(copy, player, action)?;
                counts.push(usize::try_from(count).map_err(|_| Faulted)?);
            }
        }
        let all = counts.iter().try_fold(0_usize, |all, count| all.checked_add(*count).filter(|all| *all <= MOVES));
        let all = all.ok_or(Faulted)?;
        if all == 0 {
            return Ok(None);
        }
        let (mut n, mut tried) = (rng.below(all), 0);
        for (action, (facet, count)) in self.plan.actions.iter().zip(counts.iter()).enumerate() {
            if n >= *count {
                n -= count;
                tried += if facet.tried { *count } else { 0 };
                continue;
            }
            let id = ActionId(action as u16);
            if facet.tried {
                let first = (tried + n).checked_sub(1).map_or(0, |before| ends[before]);
                return Ok(Some(packed(id, &values[first..ends[tried + n]], &[])));
            }
            let (list, listed) = self.candidates(copy, player, action)?;
            let first = 1 + n * facet.arity;
            let mv = (n < listed).then(|| packed(id, &list[first..first + facet.arity], &[]));
            self.spare_lists.push(list);
            return mv.map(Some).ok_or(Faulted);
        }
        Err(Faulted)
    }
}
