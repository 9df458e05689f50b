//! Counting with generated code: legal moves, and sequences of plies.

use super::run::{Faulted, Question, Runs};
use crate::engine::Counts;
use crate::engine::running::MoveList;
use crate::game::limits::MOVES;
use crate::moves::Move;

/// The most words of a position that are hashed before its last ply is counted.
const SMALL: usize = 128;

impl Question<'_> {
    /// Returns how many legal moves there are.
    pub(crate) fn count_moves(&mut self, state: &mut [u64]) -> Runs<u64> {
        let native = &self.plan.native;
        if state[native.outcome] != 0 {
            return Ok(0);
        }
        let player = state[native.mover] as usize;
        if self.may_be_alike(state, player)? {
            return Ok(self.listed(state)?.moves().len() as u64);
        }
        let mut room = MOVES;
        (0..self.plan.actions.len()).map(|action| self.count_action(state, player, action, &mut room)).sum()
    }

    fn listed(&mut self, state: &[u64]) -> Runs<MoveList> {
        let mut list = MoveList::default();
        self.legal_moves(state, &mut list, None)?;
        Ok(list)
    }

    /// Returns the legal moves of an action; `room` is the number of moves that the position may still have.
    fn listed_of(&mut self, state: &[u64], player: usize, action: usize, room: &mut usize) -> Runs<MoveList> {
        let (mut list, mut copy) = (MoveList::default(), self.copy_of(state));
        let listed = self.list_action((&mut copy, state), player, action, &mut list, room, None);
        self.spare.push(copy);
        listed.map(|()| list)
    }

    /// Returns how many legal moves an action has, without comparing texts. `room` is the number of moves that the position
    /// may still have.
    fn count_action(&mut self, state: &mut [u64], player: usize, action: usize, room: &mut usize) -> Runs<u64> {
        let facet = &self.plan.actions[action];
        if !facet.tried {
            let count = self.count(state, player, action)?;
            *room = usize::try_from(count).ok().and_then(|count| room.checked_sub(count)).ok_or(Faulted)?;
            return Ok(count);
        }
        if facet.maximizes {
            return Ok(self.listed_of(state, player, action, room)?.moves().len() as u64);
        }
        let mut count = 0;
        self.each_move(state, player, action, &mut |_, _, _, _| {
            *room = room.checked_sub(1).ok_or(Faulted)?;
            count += 1;
            Ok(false)
        })?;
        Ok(count)
    }

    /// Returns the number of sequences of exactly `depth` plies. Those of a position that is known, with its depth, are not counted again;
    /// the past of a position must not matter then.
    pub(crate) fn perft(&mut self, state: &mut [u64], depth: u32, known: Option<&Counts>) -> Runs<u64> {
        // To count candidates is faster than to look them up, unless they have to be tried and the position is small.
        let is_small = self.plan.native.fuel <= SMALL;
        let is_costly = depth > 1 || is_small && self.plan.actions.iter().any(|action| action.tried);
        let Some(counts) = known.filter(|_| is_costly) else { return self.perft_anew(state, depth, known) };
        let key = counts.key(&self.plan.game, &state[..self.plan.native.fuel], depth);
        if let Some(sequences) = counts.get(key) {
            return Ok(sequences);
        }
        let sequences = self.perft_anew(state, depth, known)?;
        counts.put(key, sequences);
        Ok(sequences)
    }

    fn perft_anew(&mut self, state: &mut [u64], depth: u32, known: Option<&Counts>) -> Runs<u64> {
        let native = &self.plan.native;
        if depth == 0 {
            return Ok(1);
        }
        if state[native.outcome] != 0 {
            return Ok(0);
        }
        if depth == 1 {
            let count = self.count_moves(state)?;
            // Without a move and without a result, the position is a fault.
            return if count == 0 { Err(Faulted) } else { Ok(count) };
        }
        self.code.improve();
        let player = state[native.mover] as usize;
        if self.may_be_alike(state, player)? {
            let list = self.listed(state)?;
            return if list.moves().is_empty() {
                Err(Faulted)
            } else {
                self.perft_of(list.moves(), state, depth, known)
            };
        }
        let (mut sequences, mut is_stuck, mut room) = (0, true, MOVES);
        for action in 0..self.plan.actions.len() {
            if self.plan.actions[action].maximizes {
                // Which of its moves are legal depends on all of them.
                let list = self.listed_of(state, player, action, &mut room)?;
                sequences += self.perft_of(list.moves(), state, depth, known)?;
                is_stuck = is_stuck && list.moves().is_empty();
                continue;
            }
            self.each_move(state, player, action, &mut |question, after, _, _| {
                room = room.checked_sub(1).ok_or(Faulted)?;
                let recorded = question.history.len();
                question.plan.native.change_all(after);
                question.finish(player, after)?;
                sequences += question.perft(after, depth - 1, known)?;
                question.history.truncate(recorded);
                is_stuck = false;
                Ok(false)
            })?;
        }
        if is_stuck { Err(Faulted) } else { Ok(sequences) }
    }

    /// Returns the number of sequences that begin with one of these moves.
    fn perft_of(&mut self, moves: &[Move], state: &[u64], depth: u32, known: Option<&Counts>) -> Runs<u64> {
        let mut sequences = 0;
        for mv in moves {
            let recorded = self.history.len();
            let mut after = self.copy_of(state);
            self.make(&mut after, mv)?;
            sequences += self.perft(&mut after, depth - 1, known)?;
            self.spare.push(after);
            self.history.truncate(recorded);
        }
        Ok(sequences)
    }
}
