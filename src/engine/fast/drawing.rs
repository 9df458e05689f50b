//! Drawing one of all legal moves where the code of a ply cannot. Of moves that have to be tried, one with a random number is tried
//! ([`ChoiceBounds`](super::choices::ChoiceBounds)); if that fails too often, all of them are tried. The others are only counted.

use super::listing::packed;
use super::run::{Faulted, Question, Runs};
use crate::game::limits::MOVES;
use crate::game::rules::ActionId;
use crate::moves::Move;
use crate::rng::Rng;

/// The least number of tries before all moves are tried.
const TRIES: usize = 16;

/// The most moves that a candidate may become on average, for one to be drawn.
const MOST: u64 = 64;

/// The legal moves of a position, as far as they are known.
#[derive(Debug, Default)]
pub(crate) struct Drawn {
    /// How many moves each action has.
    counts: Vec<usize>,
    /// The values and choices of the moves that had to be tried, one move's after the other's.
    values: Vec<i64>,
    /// Where those of each move end.
    ends: Vec<usize>,
    /// Lists of candidates that have to be tried.
    lists: Vec<Vec<i64>>,
    /// What is drawn from: the candidates of the lists, and all moves of each other action.
    shares: Vec<Share>,
}

/// Some moves of an action.
#[derive(Clone, Copy, Debug)]
struct Share {
    action: usize,
    /// The list, and where the values of the candidate begin there; `None` if the moves need not be tried.
    tried: Option<(usize, usize)>,
    /// The numbers before this one belong to these moves, or to those of an earlier share.
    end: u64,
}

impl Question<'_> {
    /// Returns whether a move can be drawn without a list: no move is left out because of another one with its text.
    pub(crate) fn may_draw_unlisted(&self) -> bool {
        self.plan.alike.is_empty()
    }

    /// Returns one of the legal moves, all of them equally likely, or `None` if nothing is legal.
    pub(crate) fn draw_move(&mut self, state: &[u64], rng: &mut Rng, drawn: &mut Drawn) -> Runs<Option<Move>> {
        let mut copy = self.copy_of(state);
        let player = state[self.plan.native.mover] as usize;
        let found = match self.draw_tried((&mut copy, state), player, rng, drawn) {
            Ok(None) => self.draw_counted((&mut copy, state), player, rng, drawn),
            found => found,
        };
        self.spare_lists.append(&mut drawn.lists);
        self.spare.push(copy);
        found
    }

    /// Draws candidates and numbers that select their choices, until one makes a legal move. Returns `None` if none did.
    fn draw_tried(
        &mut self,
        (copy, state): (&mut [u64], &[u64]),
        player: usize,
        rng: &mut Rng,
        Drawn { lists, shares, .. }: &mut Drawn,
    ) -> Runs<Option<Move>> {
        shares.clear();
        let plan = self.plan;
        if plan.actions.iter().any(|facet| facet.tried && facet.most_moves.is_none()) {
            return Ok(None);
        }
        let (mut all, mut to_try, mut candidates) = (0_u64, 0, 0);
        for (action, facet) in plan.actions.iter().enumerate() {
            let Some(most) = facet.most_moves.as_ref().filter(|_| facet.tried) else {
                all += self.count(copy, player, action)?;
                shares.push(Share { action, tried: None, end: all });
                continue;
            };
            let (list, count) = self.candidates(copy, player, action)?;
            for first in (0..count).map(|n| 1 + n * facet.arity) {
                let moves = most.bound_for(&list[first..first + facet.arity]).ok_or(Faulted)?;
                (all, to_try) = (all + moves, to_try + moves);
                shares.push(Share { action, tried: Some((lists.len(), first)), end: all });
            }
            candidates += count;
            lists.push(list);
        }
        // Where a candidate may become many moves, most numbers would be drawn in vain.
        if all == 0 || all > MOVES as u64 || to_try > candidates as u64 * MOST {
            return Ok(None);
        }
        for _ in 0..candidates.max(TRIES) {
            let n = rng.below(all as usize) as u64;
            let at = shares.partition_point(|share| share.end <= n);
            let number = n - at.checked_sub(1).map_or(0, |before| shares[before].end);
            let Share { action, tried, .. } = shares[at];
            let Some((list, first)) = tried else {
                return self.nth_candidate(copy, player, action, number as usize).map(Some);
            };
            let (mut args, arity) = (self.args_to_try(action), plan.actions[action].arity);
            args[..arity].copy_from_slice(&lists[list][first..first + arity]);
            let choices = self.try_numbered((copy, state), (player, action), number, &mut args)?;
            let (values, script) = args.split_at(arity);
            let mv = choices.map(|choices| packed(ActionId(action as u16), values, &script[1..1 + choices]));
            self.spare_args.push(args);
            if mv.is_some() {
                return Ok(mv);
            }
        }
        Ok(None)
    }

    /// Tries all moves that have to be tried, and draws one of all.
    fn draw_counted(
        &mut self,
        (copy, state): (&mut [u64], &[u64]),
        player: usize,
        rng: &mut Rng,
        Drawn { counts, values, ends, .. }: &mut Drawn,
    ) -> Runs<Option<Move>> {
        counts.clear();
        values.clear();
        ends.clear();
        // Those that `maximize` leaves out count, too.
        let mut seen = 0;
        for (action, facet) in self.plan.actions.iter().enumerate() {
            let before = ends.len();
            if facet.tried {
                let (score, mut best) = (self.plan.native.score, None);
                self.each_move_in((copy, state), player, action, &mut |_, after, own, choices| {
                    seen += 1;
                    if facet.maximizes {
                        let value = Some(after[score] as i64);
                        if value > best {
                            ends.truncate(before);
                            values.truncate(ends.last().copied().unwrap_or(0));
                            best = value;
                        }
                        if value < best {
                            return Ok(seen > MOVES);
                        }
                    }
                    values.extend_from_slice(own);
                    values.extend_from_slice(choices);
                    ends.push(values.len());
                    Ok(seen > MOVES)
                })?;
                counts.push(ends.len() - before);
            } else {
                let count = usize::try_from(self.count(copy, player, action)?).map_err(|_| Faulted)?;
                seen = seen.saturating_add(count);
                counts.push(count);
            }
            if seen > MOVES {
                return Err(Faulted);
            }
        }
        let all = counts.iter().sum();
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
            if facet.tried {
                let first = (tried + n).checked_sub(1).map_or(0, |before| ends[before]);
                return Ok(Some(packed(ActionId(action as u16), &values[first..ends[tried + n]], &[])));
            }
            return self.nth_candidate(copy, player, action, n).map(Some);
        }
        Err(Faulted)
    }

    /// Returns the n-th candidate of an action without choices.
    fn nth_candidate(&mut self, copy: &mut [u64], player: usize, action: usize, n: usize) -> Runs<Move> {
        let arity = self.plan.actions[action].arity;
        let (list, listed) = self.candidates(copy, player, action)?;
        let first = 1 + n * arity;
        let mv = (n < listed).then(|| packed(ActionId(action as u16), &list[first..first + arity], &[]));
        self.spare_lists.push(list);
        mv.ok_or(Faulted)
    }
}
