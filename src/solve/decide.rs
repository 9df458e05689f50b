//! Depth-first search for games in which each ply fills the board: whether a player can force a win.
//!
//! Lines are short there, and many lead to each position, so that what counts is a good order of the moves, and the table. Proof-number
//! search would look at each position many times. Moves that leave the opponent few replies are tried first, and those that leave many
//! to a player who goes on.

use super::proof::{MORE_STACK, RED_ZONE, claim};
use super::search::{Search, Spot, Stop};
use super::table::Known;
use crate::game::piece::Player;

impl Search<'_> {
    /// Finds out whether a player can force a win from the present position, in which the game goes on. Returns what is decided.
    pub(super) fn decide(&mut self, spot: Spot, claimant: Player) -> Result<Known, Stop> {
        let before = self.progress.positions;
        let mut known = stacker::maybe_grow(RED_ZONE, MORE_STACK, || self.decide_here(claimant))?;
        known.work = (self.progress.positions - before).min(1 << 30) as u32;
        self.memory.table.put(claim(spot.key, claimant), known);
        Ok(known)
    }

    fn decide_here(&mut self, claimant: Player) -> Result<Known, Stop> {
        let mover = self.session.to_move();
        let is_own = mover == Some(claimant);
        let mut longest = 0;
        for index in self.order_by_replies(mover)? {
            self.count()?;
            self.session.make(index)?;
            let after = self.prove(claimant);
            self.session.undo();
            let after = after?;
            let plies = after.plies.saturating_add(1);
            if after.holds() == Some(is_own) {
                return Ok(Known { best: index.min(usize::from(u16::MAX)) as u16, ..Known::decided(is_own, plies) });
            }
            longest = longest.max(plies);
        }
        Ok(Known::decided(!is_own, longest))
    }

    /// Returns the indexes of the legal moves, the most promising one first.
    fn order_by_replies(&mut self, mover: Option<Player>) -> Result<Vec<usize>, Stop> {
        let moves = self.session.legal_moves()?.len();
        if moves < 2 {
            return Ok((0..moves).collect());
        }
        let mut order = Vec::with_capacity(moves);
        for index in 0..moves {
            self.session.make(index)?;
            let replies = self.session.legal_moves().map(|replies| replies.len() as i32);
            let goes_on = self.session.to_move() == mover;
            self.session.undo();
            let replies = replies?;
            order.push((if goes_on { -replies } else { replies }, index));
        }
        order.sort_unstable();
        Ok(order.into_iter().map(|(_, index)| index).collect())
    }
}
