//! Proof-number search, depth first: whether a player can force a win.
//!
//! A. Nagai, "Df-pn algorithm for searching AND/OR trees and its applications" (2002), with the thresholds of J. Pawlewicz and Ł. Lew,
//! "Improving depth-first PN-search: 1+ε trick" (2007). Where lines can lead back to their own positions, a refutation may hold on
//! one way only: such refutations are kept with the way (A. Kishimoto and M. Müller, "A general solution to the graph history
//! interaction problem", 2004). Proofs never rest on repetitions, nor on refutations.

use super::keys::Key;
use super::search::{Search, Seen, Spot, Stop};
use super::table::{EVER, INFINITE, Known};
use crate::game::piece::Player;

/// No position on the way matters.
const NONE: usize = usize::MAX;

/// How much stack a position may need, and how much more is taken when that is not left.
pub(super) const RED_ZONE: usize = 64 << 10;
pub(super) const MORE_STACK: usize = 2 << 20;

/// What is known of a position on the way here.
#[derive(Clone, Copy, Debug)]
pub(super) struct Found {
    pub known: Known,
    /// The number of the first position on the way that the refutation refers to, or [`NONE`].
    rests_on: usize,
}

/// A position after a move.
#[derive(Clone, Copy, Debug)]
struct Child {
    index: usize,
    spot: Option<Spot>,
    found: Found,
}

/// Numbers at which a position is left.
#[derive(Clone, Copy, Debug)]
struct Thresholds {
    proof: u32,
    refutation: u32,
}

/// Returns the key of a claim about a position: that this player can force a win.
pub(super) fn claim(key: Key, claimant: Player) -> Key {
    key ^ (0x5851_f42d_4c95_7f2d_1405_7b7e_f767_814f_u128.wrapping_mul(2 * u128::from(claimant.0) + 1))
}

impl Search<'_> {
    /// Finds out whether a player can force a win from the present position. Returns what is known then: it is decided.
    pub fn prove(&mut self, claimant: Player) -> Result<Known, Stop> {
        match self.see(claimant) {
            Seen::Over(won) => Ok(Known::decided(won, 0)),
            Seen::Settled(won, remaining) => Ok(Known::decided(won, remaining.most)),
            // Only a way that is already a circle ends here.
            Seen::Loop(_) => Ok(Known::decided(false, EVER)),
            Seen::Open(spot) => {
                let known = self.recall(spot, claimant);
                if known.known.holds().is_some() {
                    return Ok(known.known);
                }
                self.memory.claims[usize::from(claimant.0.min(1))] = true;
                if self.memory.outlook.is_some() {
                    return self.decide(spot, claimant);
                }
                let thresholds = Thresholds { proof: INFINITE, refutation: INFINITE };
                Ok(self.expand(spot, claimant, thresholds)?.known)
            }
        }
    }

    /// Returns whether a claim holds and the most plies that this takes, if that is known whatever the way here.
    pub fn decided(&self, spot: Spot, claimant: Player) -> Option<(bool, u16)> {
        let found = self.recall(spot, claimant);
        found.known.holds().filter(|_| found.rests_on == NONE).map(|holds| (holds, found.known.plies))
    }

    /// Returns what is known about a claim.
    fn known(&self, spot: Spot, claimant: Player) -> Option<Known> {
        self.memory.table.get(claim(spot.key, claimant))
    }

    /// Returns what is known about a claim here, also from claims of the other player.
    fn recall(&self, spot: Spot, claimant: Player) -> Found {
        let key = claim(spot.key, claimant);
        let own = self.memory.table.get(key);
        if let Some(known) = own.filter(|known| known.holds().is_some()) {
            return Found { known, rests_on: NONE };
        }
        let other = Player(1 - claimant.0.min(1));
        if self.memory.claims[usize::from(other.0)]
            && let Some(other) = self.memory.table.get(claim(spot.key, other))
            && let Some(other_holds) = other.holds()
            && (other_holds || !self.memory.has_draws && !self.memory.has_loops)
        {
            // As long as nothing ends in a draw, who cannot win loses.
            return Found { known: Known::decided(!other_holds, other.plies), rests_on: NONE };
        }
        if self.memory.has_loops
            && let Some(known) = self.memory.table.get(self.key_of_way(key))
        {
            return Found { known, rests_on: 0 };
        }
        Found { known: own.unwrap_or(Known::NOTHING), rests_on: NONE }
    }

    /// Looks at the positions after each move of an open position until its numbers reach the thresholds.
    fn expand(&mut self, spot: Spot, claimant: Player, thresholds: Thresholds) -> Result<Found, Stop> {
        let number = self.enter(spot)?;
        let found = stacker::maybe_grow(RED_ZONE, MORE_STACK, || self.expand_here(spot, claimant, thresholds));
        self.leave();
        let mut found = found?;
        if found.rests_on >= number {
            // The circle is part of what follows from here.
            found.rests_on = NONE;
        }
        let key = claim(spot.key, claimant);
        let key = if found.rests_on == NONE { key } else { self.key_of_way(key) };
        self.memory.table.put(key, found.known);
        Ok(found)
    }

    fn expand_here(&mut self, spot: Spot, claimant: Player, thresholds: Thresholds) -> Result<Found, Stop> {
        let before = self.progress.positions;
        let is_own = self.session.to_move() == Some(claimant);
        let (best, past) = self.known(spot, claimant).map_or((0, 0), |known| (usize::from(known.best), known.work));
        let moves = self.session.legal_moves()?.len();
        let mut children = Vec::with_capacity(moves);
        for n in 0..moves {
            // The best move of an earlier visit may decide the position at once.
            let index = if best < moves && n <= best { if n == 0 { best } else { n - 1 } } else { n };
            self.count()?;
            self.session.make(index)?;
            let child = self.look_at_child(index, claimant);
            self.session.undo();
            children.push(child);
            if child.found.known.holds() == Some(is_own) && child.found.rests_on == NONE {
                children = vec![child];
                break;
            }
        }
        let work = |search: &Self| past.saturating_add((search.progress.positions - before).min(1 << 30) as u32);
        loop {
            let mut found = if is_own { judge_own(&children) } else { judge_other(&children) };
            let known = &mut found.known;
            known.work = work(self);
            if known.holds().is_some() || known.proof >= thresholds.proof || known.refutation >= thresholds.refutation {
                return Ok(found);
            }
            let Some((at, second)) = choose(&children, is_own) else { return Ok(found) };
            let Child { index, spot: Some(spot), .. } = children[at] else { return Ok(found) };
            let open = children.iter().filter(|child| child.found.known.holds().is_none()).count() as u32;
            let limits = limit_child(thresholds, open, second, is_own);
            self.session.make(index)?;
            let newer = self.recall(spot, claimant);
            // Another way may have led there in the meantime.
            let is_news = newer.known.holds().is_some()
                || newer.known.proof >= limits.proof
                || newer.known.refutation >= limits.refutation;
            let found = if is_news { Ok(newer) } else { self.expand(spot, claimant, limits) };
            self.session.undo();
            children[at].found = found?;
        }
    }

    fn look_at_child(&mut self, index: usize, claimant: Player) -> Child {
        let decided = |won, plies, rests_on| Found { known: Known::decided(won, plies), rests_on };
        match self.see(claimant) {
            Seen::Over(won) => Child { index, spot: None, found: decided(won, 0, NONE) },
            Seen::Settled(won, remaining) => Child { index, spot: None, found: decided(won, remaining.most, NONE) },
            Seen::Loop(number) => Child { index, spot: None, found: decided(false, EVER, number) },
            Seen::Open(spot) => {
                let mut found = self.recall(spot, claimant);
                if found.known == Known::NOTHING
                    && let Some(likelihood) = self.likelihood(claimant)
                {
                    found.known = Known::judged(likelihood);
                }
                Child { index, spot: Some(spot), found }
            }
        }
    }
}

/// Judges a position of the claimant: one move that wins is enough.
fn judge_own(children: &[Child]) -> Found {
    let mut known = Known { proof: INFINITE, ..Known::NOTHING };
    let (mut most, mut open, mut rests_on) = (0, 0, NONE);
    let (mut shortest, mut longest) = (EVER, 0);
    for child in children {
        let Found { known: one, rests_on: rests } = child.found;
        if one.proof < known.proof {
            (known.proof, known.best) = (one.proof, child.index.min(usize::from(u16::MAX)) as u16);
        }
        if one.proof == 0 {
            shortest = shortest.min(one.plies);
        }
        if one.refutation == 0 {
            rests_on = rests_on.min(rests);
            longest = longest.max(one.plies);
        } else {
            open += 1;
            most = most.max(one.refutation);
        }
    }
    known.refutation = join_numbers(most, open);
    if known.proof == 0 {
        known.refutation = INFINITE;
    }
    known.plies = (if known.proof == 0 { shortest } else { longest }).saturating_add(1);
    Found { known, rests_on: if known.refutation == 0 { rests_on } else { NONE } }
}

/// Judges a position of the other player: all moves have to win for the claimant.
fn judge_other(children: &[Child]) -> Found {
    let mut known = Known { refutation: INFINITE, ..Known::NOTHING };
    let (mut most, mut open, mut rests_on) = (0, 0, NONE);
    let (mut shortest, mut longest) = (EVER, 0);
    for child in children {
        let Found { known: one, rests_on: rests } = child.found;
        let is_better = one.refutation < known.refutation;
        if is_better || (one.refutation == 0 && rests > rests_on && rests_on != NONE) {
            (known.refutation, known.best) = (one.refutation, child.index.min(usize::from(u16::MAX)) as u16);
            rests_on = if one.refutation == 0 { rests } else { NONE };
        }
        if one.refutation == 0 {
            shortest = shortest.min(one.plies);
        }
        if one.proof == 0 {
            longest = longest.max(one.plies);
        } else {
            open += 1;
            most = most.max(one.proof);
        }
    }
    known.proof = join_numbers(most, open);
    if known.refutation == 0 {
        known.proof = INFINITE;
    }
    known.plies = (if known.refutation == 0 { shortest } else { longest }).saturating_add(1);
    Found { known, rests_on: if known.refutation == 0 { rests_on } else { NONE } }
}

/// Joins the numbers of positions that all have to be decided: the greatest one, and one for each other. The sum would count what
/// follows from several of them several times (T. Ueda et al., "Weak proof-number search", 2008).
fn join_numbers(most: u32, open: u32) -> u32 {
    match open {
        0 => 0,
        _ => most.saturating_add(open - 1).min(INFINITE - 1),
    }
}

/// Returns the child to look at next, and the number of the second best one.
fn choose(children: &[Child], is_own: bool) -> Option<(usize, u32)> {
    let (mut best, mut second) = (None::<(usize, u32)>, INFINITE);
    for (n, child) in children.iter().enumerate() {
        let known = child.found.known;
        let number = if is_own { known.proof } else { known.refutation };
        if child.spot.is_none() || known.holds().is_some() {
            continue;
        }
        match best {
            Some((_, least)) if number >= least => second = second.min(number),
            _ => {
                second = best.map_or(INFINITE, |(_, least)| least);
                best = Some((n, number));
            }
        }
    }
    best.map(|(n, _)| (n, second))
}

/// Returns the thresholds for a child, of `open` children that are not decided.
fn limit_child(thresholds: Thresholds, open: u32, second: u32, is_own: bool) -> Thresholds {
    let beside = |second: u32| second.saturating_add(second / 4).saturating_add(1);
    let rest = |threshold: u32| if threshold == INFINITE { INFINITE } else { threshold.saturating_sub(open - 1) };
    let Thresholds { proof, refutation } = thresholds;
    if is_own {
        Thresholds { proof: proof.min(beside(second)), refutation: rest(refutation) }
    } else {
        Thresholds { proof: rest(proof), refutation: refutation.min(beside(second)) }
    }
}
