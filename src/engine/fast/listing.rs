//! Lists of legal moves.

use super::run::{Faulted, Question, Runs};
use crate::engine::running::{Mark, MoveList};
use crate::game::limits::MOVES;
use crate::game::rules::ActionId;
use crate::moves::{INLINE, Move, Values};

/// How many words after the `do` of moves are kept at most; the moves beyond are made again.
const TRIED: usize = 1 << 20;

impl Question<'_> {
    /// Adds the legal moves to a list, in the language's order. If `tried` is there, the words after the `do` of moves
    /// that had to be tried are added to it; the mark of that move is where they begin.
    pub(crate) fn legal_moves(
        &mut self,
        state: &[u64],
        list: &mut MoveList,
        mut tried: Option<&mut Vec<u64>>,
    ) -> Runs<()> {
        let native = &self.plan.native;
        if state[native.outcome] != 0 {
            return Ok(());
        }
        let player = state[native.mover] as usize;
        let first = list.moves().len();
        let mut room = MOVES;
        let mut copy = self.copy_of(state);
        let mut actions = 0..self.plan.actions.len();
        let listed = actions.try_for_each(|action| {
            self.list_action((&mut copy, state), player, action, list, &mut room, tried.as_deref_mut())
        });
        self.spare.push(copy);
        listed?;
        self.drop_doubles(state, list, first)
    }

    /// Adds the legal moves of one action to a list, in the language's order. `room` is the number of moves that the
    /// position may still have; those that `maximize` leaves out count, too. `tried` is as for all actions. Moves are tried in a copy
    /// of the position.
    pub(crate) fn list_action(
        &mut self,
        (copy, state): (&mut [u64], &[u64]),
        player: usize,
        action: usize,
        list: &mut MoveList,
        room: &mut usize,
        mut tried: Option<&mut Vec<u64>>,
    ) -> Runs<()> {
        let facet = &self.plan.actions[action];
        let id = ActionId(action as u16);
        if !facet.tried {
            let arity = facet.arity;
            let (values, count) = self.candidates(copy, player, action)?;
            let left = room.checked_sub(count);
            if left.is_some() {
                add_moves(list, id, arity, &values[1..], count);
            }
            self.spare_lists.push(values);
            *room = left.ok_or(Faulted)?;
            return Ok(());
        }
        let native = &self.plan.native;
        let (kept, score) = (native.fuel, native.score);
        let first = list.moves().len();
        let mut scores: Vec<i32> = Vec::new();
        let maximizes = facet.maximizes;
        self.each_move_in((copy, state), player, action, &mut |_, after, values, choices| {
            let mark = match tried.as_deref_mut().filter(|tried| tried.len() < TRIED) {
                Some(tried) => {
                    let at = tried.len();
                    tried.extend_from_slice(&after[..kept]);
                    Mark(at as u32)
                }
                None => Mark::NONE,
            };
            *room = room.checked_sub(1).ok_or(Faulted)?;
            list.push(packed(id, values, choices), mark);
            if maximizes {
                scores.push(after[score] as i64 as i32);
            }
            Ok(false)
        })?;
        if let Some(best) = scores.iter().max() {
            list.retain_from(first, |n| scores.get(n) == Some(best));
        }
        Ok(())
    }
}

/// Adds moves of an action to a list: their values, one move's after the other's.
fn add_moves(list: &mut MoveList, action: ActionId, arity: usize, values: &[i64], count: usize) {
    if arity == 0 || arity > INLINE {
        list.extend((0..count).map(|n| packed(action, &values[n * arity..(n + 1) * arity], &[])));
        return;
    }
    // The values are written where they stay: a move put together elsewhere would have to be read again at once.
    let blank = || Move { action, values: Values::from_buf_and_len([0; INLINE], arity) };
    let first = list.moves().len();
    list.extend(std::iter::repeat_with(blank).take(count));
    for (mv, values) in list.moves_from(first).iter_mut().zip(values.chunks_exact(arity)) {
        for (to, from) in mv.values.iter_mut().zip(values) {
            *to = *from as i32;
        }
    }
}

/// Returns a move of these values and choices.
pub(super) fn packed(action: ActionId, values: &[i64], choices: &[i64]) -> Move {
    Move { action, values: values.iter().chain(choices).map(|value| *value as i32).collect() }
}
