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
    /// The candidates of each action that have to be tried, and how many there are.
    lists: Vec<(Vec<i64>, usize)>,
    /// For each of these candidates, how many moves it and those before it may become.
    sums: Vec<u64>,
}

impl Question<'_> {
    /// Returns whether a move can be drawn without a list: no move is left out because of another one.
    pub(crate) fn may_draw_unlisted(&self) -> bool {
        self.plan.alike.is_empty() && !self.plan.actions.iter().any(|action| action.maximizes)
    }

    /// Returns one of the legal moves, all of them equally likely, or `None` if nothing is legal.
    pub(crate) fn draw_move(&mut self, state: &[u64], rng: &mut Rng, drawn: &mut Drawn) -> Runs<Option<Move>> {
        let mut copy = self.copy_of(state);
        let player = state[self.plan.native.mover] as usize;
        let found = match self.draw_tried((&mut copy, state), player, rng, drawn) {
            Ok(None) => self.draw_counted((&mut copy, state), player, rng, drawn),
            found => found,
        };
        self.spare_lists.extend(drawn.lists.drain(..).map(|(list, _)| list));
        self.spare.push(copy);
        found
    }

    /// Draws candidates and numbers that select their choices, until one makes a legal move. Returns `None` if none did.
    fn draw_tried(
        &mut self,
        (copy, state): (&mut [u64], &[u64]),
        player: usize,
        rng: &mut Rng,
        Drawn { counts, lists, sums, .. }: &mut Drawn,
    ) -> Runs<Option<Move>> {
        counts.clear();
        sums.clear();
        let plan = self.plan;
        if plan.actions.iter().any(|facet| facet.tried && facet.most_moves.is_none()) {
            return Ok(None);
        }
        let (mut all, mut candidates) = (0_u64, 0);
        for (action, facet) in plan.actions.iter().enumerate() {
            let Some(most) = facet.most_moves.as_ref().filter(|_| facet.tried) else {
                let count = self.count(copy, player, action)?;
                counts.push(usize::try_from(count).map_err(|_| Faulted)?);
                all += count;
                continue;
            };
            let (list, count) = self.candidates(copy, player, action)?;
            counts.push(count);
            candidates += count;
            let arity = facet.arity;
            for n in 0..count {
                all += most.of(&list[1 + n * arity..1 + (n + 1) * arity]).ok_or(Faulted)?;
                sums.push(all);
            }
            lists.push((list, count));
        }
        // Where a candidate may become many moves, most numbers would be drawn in vain.
        let is_dense = all <= candidates as u64 * MOST + counts.iter().sum::<usize>() as u64;
        if all == 0 || all > MOVES as u64 || !is_dense {
            return Ok(None);
        }
        'drawing: for _ in 0..candidates.max(TRIES) {
            let n = rng.below(all as usize) as u64;
            let (mut before, mut place) = (0, 0);
            let mut tried = lists.iter();
            for (action, (facet, count)) in plan.actions.iter().zip(counts.iter()).enumerate() {
                let id = ActionId(action as u16);
                if !facet.tried {
                    if n < before + *count as u64 {
                        return self.nth_candidate(copy, player, action, (n - before) as usize).map(Some);
                    }
                    before += *count as u64;
                    continue;
                }
                let (list, _) = tried.next().ok_or(Faulted)?;
                let last = sums[place..place + count].last().copied().unwrap_or(before);
                if n >= last {
                    (before, place) = (last, place + count);
                    continue;
                }
                let candidate = sums[place..place + count].partition_point(|sum| *sum <= n);
                let number = n - if candidate == 0 { before } else { sums[place + candidate - 1] };
                let mut args = self.args_to_try(action);
                let first = 1 + candidate * facet.arity;
                args[..facet.arity].copy_from_slice(&list[first..first + facet.arity]);
                let made = self.try_numbered((copy, state), (player, action), number, &mut args)?;
                let (values, script) = args.split_at(facet.arity);
                let mv = made.map(|choices| packed(id, values, &script[1..1 + choices]));
                self.spare_args.push(args);
                match mv {
                    Some(mv) => return Ok(Some(mv)),
                    None => continue 'drawing,
                }
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
