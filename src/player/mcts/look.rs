//! What is seen however short a search is: the moves of the root, all answers, and turns of two moves.

use super::search::{Searcher, is_decided};
use super::tree::ROOT;
use crate::moves::Move;
use crate::player::PlayerError;
use crate::player::budget::Clock;

/// If a position and its children have at most this many moves together, all of them are looked at first: enough for all places of
/// the largest board.
const LOOKED_AT: usize = 400_000;

/// At most this many moves are looked at after turns of two moves, and those of one answer more.
const TURNS: usize = 1_500_000;

impl Searcher<'_> {
    /// Looks at all moves of the root and at all answers, and if the same player goes on, at what comes after that, as long as
    /// these are few: what wins or loses at once is seen however short the search is.
    pub(super) fn look_at_all(&mut self, clock: &Clock) -> Result<(), PlayerError> {
        if !self.lock().tree.is_grown(ROOT) {
            self.grow(ROOT)?;
        }
        let (mover, children) = {
            let tree = &self.lock().tree;
            (tree.mover(ROOT), tree.children(ROOT))
        };
        let (moves, mut left) = (children.len(), LOOKED_AT);
        let mut ways: Vec<Vec<u32>> = children.map(|child| vec![child]).collect();
        while !ways.is_empty() && ways.len() * moves <= left {
            let mut longer = Vec::new();
            for way in ways {
                if !self.look_at(&way, clock)? {
                    return Ok(());
                }
                let tree = &self.lock().tree;
                let Some(end) = way.last() else { continue };
                let children = tree.children(*end);
                left = left.saturating_sub(children.len());
                // More of them than can be looked at are not needed.
                if tree.mover(*end) == mover && longer.len() * moves <= left {
                    let open = children.filter(|child| !tree.is_closed(*child));
                    longer.extend(open.map(|child| way.iter().copied().chain([child]).collect()));
                }
            }
            ways = longer;
        }
        self.look_at_turns(clock)
    }

    /// Looks for two moves in a row by the other player that win, where turns may have two. What wins against one move wins against most others,
    /// so that it is tried there first. If no such moves win against the first two, probably none threaten to.
    fn look_at_turns(&mut self, clock: &Clock) -> Result<(), PlayerError> {
        let mut open: Vec<u32> = {
            let tree = &self.lock().tree;
            let is_other = |child: &u32| tree.is_grown(*child) && tree.mover(*child) != tree.mover(ROOT);
            tree.children(ROOT).filter(is_other).collect()
        };
        let (mut won, mut withstood, mut left) = (0, 0, TURNS);
        while withstood < 2 + won && left > 0 {
            open.retain(|child| !self.lock().tree.is_closed(*child));
            let Some(child) = open.pop() else { break };
            let Some([first, second]) = self.winning_turn(child, &mut left, clock)? else {
                withstood += 1;
                continue;
            };
            won += 1;
            for other in &open {
                let answer = {
                    let tree = &self.lock().tree;
                    tree.children(*other).find(|answer| *tree.move_to(*answer) == first)
                };
                self.winner = Some(second.clone());
                if let Some(answer) = answer
                    && !self.look_at_answer(*other, answer, &mut left, clock)?
                {
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Returns two moves in a row that win after a move of the root. `None` if there are none, or no time is left to look at all.
    fn winning_turn(&mut self, child: u32, left: &mut usize, clock: &Clock) -> Result<Option<[Move; 2]>, PlayerError> {
        let (answers, player) = {
            let tree = &self.lock().tree;
            (tree.children(child), tree.mover(child))
        };
        if answers.len().saturating_mul(answers.len()) > LOOKED_AT {
            return Ok(None);
        }
        for answer in answers {
            if !self.look_at_answer(child, answer, left, clock)? {
                break;
            }
            let tree = &self.lock().tree;
            if tree.bounds(child, player).0 >= 1.0 {
                let first = tree.move_to(answer).clone();
                return Ok(self.winner.clone().map(|second| [first, second]));
            }
            if tree.is_grown(answer) && tree.mover(answer) != player {
                break;
            }
        }
        Ok(None)
    }

    /// Looks at what comes after an answer; returns whether the search has to go on, and there is room for more.
    fn look_at_answer(
        &mut self,
        child: u32,
        answer: u32,
        left: &mut usize,
        clock: &Clock,
    ) -> Result<bool, PlayerError> {
        let goes_on = self.look_at(&[child, answer], clock)?;
        let tree = &self.lock().tree;
        *left = left.saturating_sub(tree.children(answer).len());
        Ok(goes_on && *left > 0 && tree.bytes() <= self.rules.bytes)
    }

    /// Gives the last node of a way from the root children. Returns whether the search has to go on.
    fn look_at(&mut self, way: &[u32], clock: &Clock) -> Result<bool, PlayerError> {
        let Some(end) = way.last().copied() else { return Ok(true) };
        let moves: Vec<Move> = {
            let shared = self.lock();
            let tree = &shared.tree;
            if is_decided(tree) || clock.is_over(0) {
                return Ok(false);
            }
            if tree.is_grown(end) || tree.is_closed(end) {
                return Ok(true);
            }
            way.iter().map(|node| tree.move_to(*node).clone()).collect()
        };
        let mut made = 0;
        let mut go = || {
            for mv in &moves {
                self.session.make_unchecked(mv)?;
                made += 1;
            }
            self.grow(end)
        };
        let grown = go();
        self.session.undo_many(made);
        grown?;
        let mut shared = self.lock();
        for node in way.iter().rev().skip(1).chain([&ROOT]) {
            shared.tree.narrow(*node);
        }
        Ok(true)
    }
}
