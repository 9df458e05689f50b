//! Lists of legal moves for a game in progress: complete moves, and what the code already knows of them.

use super::run::{CandidateList, Faulted, MOVES, Question, Runs};
use crate::engine::running::{Mark, MoveList};
use crate::game::rules::ActionId;
use crate::moves::Move;
use smallvec::SmallVec;

impl Question<'_> {
    /// Lists the legal moves in the language's order. For a move that had to be tried, the words of the position after
    /// its `do` are added to `tried`, and its mark says as which one.
    pub(crate) fn list_moves(&mut self, state: &[u64], moves: &mut MoveList, tried: &mut Vec<u64>) -> Runs<()> {
        let native = &self.plan.native;
        if state[native.outcome] != 0 {
            return Ok(());
        }
        let player = state[native.mover] as usize;
        let first = moves.moves().len();
        for action in 0..self.plan.actions.len() {
            if self.plan.actions[action].tried {
                self.list_tried(state, player, action, moves, tried)?;
            } else {
                self.list_candidates(state, player, action, moves)?;
            }
        }
        if moves.moves().len() - first > MOVES {
            return Err(Faulted);
        }
        if self.may_have_alike(&moves.moves()[first..]) {
            let mut list = CandidateList::default();
            self.legal_moves(state, &mut list)?;
            if list.moves.len() < moves.moves().len() - first {
                moves.truncate(first);
                list.moves.iter().for_each(|found| moves.push(list.as_move(*found), Mark::NONE));
            }
        }
        Ok(())
    }

    /// Returns whether two of these moves may have the same text.
    fn may_have_alike(&self, moves: &[Move]) -> bool {
        let has = |action: usize, at_least: usize| {
            moves.iter().filter(|mv| usize::from(mv.action.0) == action).take(at_least).count() == at_least
        };
        self.plan.alike.iter().any(|pair| match pair.one == pair.other {
            true => has(pair.one, 2),
            false => has(pair.one, 1) && has(pair.other, 1),
        })
    }

    fn list_candidates(&mut self, state: &[u64], player: usize, action: usize, moves: &mut MoveList) -> Runs<()> {
        let arity = self.plan.actions[action].arity;
        let (values, count) = self.candidates(state, player, action)?;
        for n in 0..count {
            moves.push(packed(action, &values[1 + n * arity..1 + (n + 1) * arity], &[]), Mark::NONE);
        }
        self.spare_lists.push(values);
        Ok(())
    }

    fn list_tried(
        &mut self,
        state: &[u64],
        player: usize,
        action: usize,
        moves: &mut MoveList,
        tried: &mut Vec<u64>,
    ) -> Runs<()> {
        let native = &self.plan.native;
        let (kept, score) = (native.fuel, native.score);
        let first = moves.moves().len();
        let maximizes = self.plan.actions[action].maximizes;
        let mut scores: Vec<i64> = Vec::new();
        let mut mark = tried.len() / kept;
        self.each_move(state, player, action, &mut |_, after, values, choices| {
            moves.push(packed(action, values, choices), u32::try_from(mark).map_or(Mark::NONE, Mark));
            mark += 1;
            tried.extend_from_slice(&after[..kept]);
            if maximizes {
                scores.push(i64::from(after[score] as i32));
            }
            Ok(moves.moves().len() - first > MOVES)
        })?;
        if let Some(best) = scores.iter().max().copied() {
            moves.retain_from(first, |n| scores.get(n) == Some(&best));
        }
        Ok(())
    }
}

/// Returns a move of these values and choices.
fn packed(action: usize, values: &[i64], choices: &[i64]) -> Move {
    let action = ActionId(action as u16);
    if choices.is_empty() && values.len() <= 4 {
        let mut few = [0; 4];
        few.iter_mut().zip(values).for_each(|(to, from)| *to = *from as i32);
        return Move { action, values: SmallVec::from_buf_and_len(few, values.len()) };
    }
    Move { action, values: values.iter().chain(choices).map(|value| *value as i32).collect() }
}
