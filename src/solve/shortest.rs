//! Search to a depth: in how many plies a player can force a win. There are no circles here: a line is at most as long as the depth.
//!
//! Where the rules draw repeated positions, keys are without the past, and a draw by repetition tells nothing about another way to
//! the same position. There, each position is searched one ply deeper after the other, so that when it comes again, it is known not to
//! be won in as few plies as are left: what that refutes is refuted whatever the past.

use super::keys::Key;
use super::search::{Search, Seen, Spot, Stop};
use super::settled::Remaining;
use super::table::{EVER, Known};
use crate::game::piece::Player;

/// From this depth on, moves that leave few replies are tried first.
const DEEP: u16 = 3;

/// Whether a player can force a win in some number of plies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Within {
    /// Yes, in this number of plies.
    Won(u16),
    /// No; if `ever` is set, not in more plies either.
    No { ever: bool },
}

/// Returns the key of what is known about lengths.
fn claim(key: Key, claimant: Player) -> Key {
    key ^ (0x2545_f491_4f6c_dd1d_9e6c_63d0_876a_68de_u128.wrapping_mul(2 * u128::from(claimant.0) + 1))
}

/// What is known about the length of a win.
#[derive(Clone, Copy, Debug)]
struct Length {
    /// It is won in this number of plies, or [`EVER`].
    won: u16,
    /// It is not won in this number of plies; [`EVER`] if it is not won at all.
    open: u16,
    best: usize,
    work: u32,
}

impl Length {
    fn of(known: Option<Known>) -> Length {
        known.map_or(Length { won: EVER, open: 0, best: 0, work: 0 }, |known| Length {
            won: known.proof as u16,
            open: known.refutation as u16,
            best: usize::from(known.best),
            work: known.work,
        })
    }

    fn known(self) -> Known {
        let best = self.best.min(usize::from(u16::MAX)) as u16;
        Known { proof: self.won.into(), refutation: self.open.into(), plies: 0, best, work: self.work }
    }
}

impl Search<'_> {
    /// Finds the least number of plies in which a player can force a win from the present position, from `first` to `last` plies;
    /// it is known that it takes at least `first`.
    pub fn shortest(&mut self, claimant: Player, first: u16, last: u16) -> Result<Within, Stop> {
        for depth in first.max(1).min(last)..=last {
            self.progress.depth = depth.into();
            match self.within(claimant, depth)? {
                Within::No { ever: false } => {}
                found => return Ok(found),
            }
        }
        Ok(Within::No { ever: false })
    }

    /// Finds out whether a player can force a win in `depth` plies from the present position.
    fn within(&mut self, claimant: Player, depth: u16) -> Result<Within, Stop> {
        let is_short = |remaining: Remaining| depth < remaining.least;
        match self.see(claimant) {
            Seen::Over(true) => Ok(Within::Won(0)),
            Seen::Loop(_) if self.draws_repetitions() => Ok(Within::No { ever: false }),
            Seen::Over(false) | Seen::Settled(false, _) => Ok(Within::No { ever: true }),
            _ if depth == 0 || self.remaining().is_some_and(is_short) => Ok(Within::No { ever: false }),
            Seen::Settled(true, remaining) if remaining.is_fixed() => Ok(Within::Won(remaining.most)),
            Seen::Open(spot) => self.within_open(spot, claimant, depth),
            Seen::Settled(..) | Seen::Loop(_) => {
                let spot = self.spot();
                self.within_open(spot, claimant, depth)
            }
        }
    }

    /// Finds that out for an open position.
    fn within_open(&mut self, spot: Spot, claimant: Player, depth: u16) -> Result<Within, Stop> {
        let key = claim(spot.key, claimant);
        let mut length = Length::of(self.memory.table.get(key));
        match self.decided(spot, claimant) {
            Some((false, _)) => return Ok(Within::No { ever: true }),
            Some((true, plies)) if plies <= depth => length.won = length.won.min(plies),
            _ => {}
        }
        if length.won <= depth {
            return Ok(Within::Won(length.won));
        }
        if length.open >= depth {
            return Ok(Within::No { ever: length.open == EVER });
        }
        let first = if self.draws_repetitions() { (length.open + 1).min(depth) } else { depth };
        let mut within = Within::No { ever: false };
        for depth in first..=depth {
            let before = self.progress.positions;
            self.enter(spot)?;
            let found = stacker::maybe_grow(64 << 10, 2 << 20, || self.within_here(claimant, depth, length.best));
            self.leave();
            (within, length.best) = found?;
            match within {
                Within::Won(plies) => length.won = plies,
                Within::No { ever } => length.open = if ever { EVER } else { depth },
            }
            length.work = length.work.saturating_add((self.progress.positions - before).min(1 << 30) as u32);
            self.memory.table.put(key, length.known());
            if within != (Within::No { ever: false }) {
                break;
            }
        }
        Ok(within)
    }

    fn within_here(&mut self, claimant: Player, depth: u16, best: usize) -> Result<(Within, usize), Stop> {
        let is_own = self.session.to_move() == Some(claimant);
        let order = self.order(best, is_own && depth >= DEEP)?;
        // What decides the position as soon as one move leads to it, and what it is otherwise.
        let (mut ever, mut longest, mut refuted_best) = (true, 0, best);
        for index in order {
            self.count()?;
            self.session.make(index)?;
            let after = self.within(claimant, depth - 1);
            self.session.undo();
            match after? {
                Within::Won(plies) if is_own => return Ok((Within::Won(plies + 1), index)),
                Within::No { ever } if !is_own => return Ok((Within::No { ever }, index)),
                Within::Won(plies) => (longest, refuted_best) = (longest.max(plies), index),
                Within::No { ever: one } => ever &= one,
            }
        }
        Ok(if is_own { (Within::No { ever }, best) } else { (Within::Won(longest + 1), refuted_best) })
    }

    /// Returns the indexes of the legal moves, the best one first. `by_replies` sorts the others by how many replies they leave.
    fn order(&mut self, best: usize, by_replies: bool) -> Result<Vec<usize>, Stop> {
        let moves = self.session.legal_moves()?.len();
        let mut order: Vec<usize> = (0..moves).collect();
        if by_replies {
            let mut replies = Vec::with_capacity(moves);
            for index in 0..moves {
                self.session.make(index)?;
                let listed = self.session.legal_moves().map(<[_]>::len);
                self.session.undo();
                replies.push(listed?);
            }
            order.sort_by_key(|index| (*index != best, replies[*index]));
        } else if best < moves {
            order[..=best].rotate_right(1);
        }
        Ok(order)
    }
}
