//! Retrograde analysis: all positions that can be reached, and what each is worth, from the ends of the game backward.
//!
//! K. Thompson, "Retrograde analysis of certain endgames" (1986). It is exact where play can go in circles: what nobody can force is a
//! draw.

use super::Phase;
use super::keys::Key;
use super::search::{Search, Spot, Stop};
use crate::game::piece::Player;
use crate::outcome::Outcome;
use crate::position::Position;
use std::collections::VecDeque;

/// The first states are the ends of the game: a win of either player, and a draw.
const ENDS: u32 = 3;

/// The number of the state that stands for all draws.
const DRAW: u32 = 2;

/// Nothing is known of a state.
const OPEN: u32 = u32::MAX;

/// No state.
const NO_STATE: u32 = u32::MAX;

/// All positions that can be reached from one, with their values.
pub(super) struct Graph {
    keys: Vec<Key>,
    /// Where the state of a key is: the key says where to begin to look.
    places: Vec<u32>,
    /// For each state, the plies to the end times 2, plus the winner; or [`OPEN`].
    values: Vec<u32>,
}

impl Graph {
    /// Finds all positions after the present one, and solves them. Errors if they take more than this number of bytes.
    pub fn new(search: &mut Search<'_>, root: &Position, bytes: usize) -> Result<Graph, Stop> {
        let listed = Listed::new(search, root, bytes)?;
        listed.solve(search, bytes)
    }

    /// Returns the value of a position, and for a win in how many plies.
    pub fn value(&self, spot: Spot) -> Option<(Outcome, Option<u32>)> {
        let state = find(&self.places, &self.keys, spot.position).ok()?;
        Some(match self.values.get(state as usize).copied()? {
            OPEN => (Outcome::Draw, None),
            value => (Outcome::Win(Player((value & 1) as u8)), Some(value >> 1)),
        })
    }

    /// Returns the number of positions.
    pub fn len(&self) -> usize {
        self.keys.len().saturating_sub(ENDS as usize)
    }
}

/// Returns the state of a key, or the place where it belongs.
fn find(places: &[u32], keys: &[Key], key: Key) -> Result<u32, usize> {
    let mask = places.len() - 1;
    let mut at = (key >> 64) as usize & mask;
    loop {
        match places[at] {
            NO_STATE => return Err(at),
            state if keys[state as usize] == key => return Ok(state),
            _ => at = (at + 1) & mask,
        }
    }
}

/// The positions, and which follow from which.
struct Listed {
    keys: Vec<Key>,
    places: Vec<u32>,
    /// For each state, how many moves it has.
    moves: Vec<u32>,
    /// For each state, who is to move.
    movers: Vec<u8>,
    /// For each move of each state, the state that it leads to.
    targets: Vec<u32>,
}

impl Listed {
    fn new(search: &mut Search<'_>, root: &Position, bytes: usize) -> Result<Listed, Stop> {
        let forms = search.session.game().repetitions.len();
        // The past does not matter, so that a position is its own past.
        let without_past = |mut position: Position| {
            position.history.drain(..position.history.len().saturating_sub(forms));
            position
        };
        let ends = ENDS as usize;
        let mut listed = Listed {
            keys: vec![0; ends],
            places: vec![NO_STATE; 1 << 10],
            moves: vec![0; ends],
            movers: vec![0; ends],
            targets: Vec::new(),
        };
        let first = without_past(root.clone());
        search.session.set_position(&first)?;
        let spot = search.spot();
        listed.add(spot.position, first.mover);
        let mut queued_bytes = first.bytes();
        let mut queue = VecDeque::from([first]);
        search.progress.phase = Phase::Listing;
        while let Some(position) = queue.pop_front() {
            queued_bytes -= position.bytes();
            search.session.set_position(&position)?;
            let moves = search.session.legal_moves()?.len();
            let before = listed.targets.len();
            for index in 0..moves {
                search.count()?;
                search.session.make(index)?;
                let target = match search.session.outcome() {
                    Some(outcome) => end(search, outcome),
                    None => {
                        let spot = search.spot();
                        match find(&listed.places, &listed.keys, spot.position) {
                            Ok(state) => state,
                            Err(_) => {
                                let next = without_past(search.session.position());
                                let state = listed.add(spot.position, next.mover);
                                queued_bytes += next.bytes();
                                queue.push_back(next);
                                state
                            }
                        }
                    }
                };
                listed.targets.push(target);
                search.session.undo();
            }
            let state = listed.moves.len();
            listed.moves.push((listed.targets.len() - before) as u32);
            search.progress.states = state as u64;
            if listed.bytes() + queued_bytes > bytes || listed.keys.len() >= OPEN as usize {
                return Err(Stop::Memory);
            }
        }
        Ok(listed)
    }

    /// Returns how much memory the analysis takes at most, up to now.
    fn bytes(&self) -> usize {
        let states = self.keys.capacity() * (size_of::<Key>() + 1 + 4 * size_of::<u32>());
        states + (self.places.len() * 2 + self.targets.capacity() * 2) * size_of::<u32>()
    }

    fn add(&mut self, key: Key, mover: Player) -> u32 {
        if 4 * self.keys.len() > 3 * self.places.len() {
            self.places = vec![NO_STATE; 2 * self.places.len()];
            for state in ENDS as usize..self.keys.len() {
                if let Err(place) = find(&self.places, &self.keys, self.keys[state]) {
                    self.places[place] = state as u32;
                }
            }
        }
        let state = self.keys.len() as u32;
        if let Err(place) = find(&self.places, &self.keys, key) {
            self.places[place] = state;
        }
        self.keys.push(key);
        self.movers.push(mover.0);
        state
    }

    /// Finds the values: what is won or lost in one ply, then in two, and so on.
    fn solve(self, search: &mut Search<'_>, bytes: usize) -> Result<Graph, Stop> {
        let Listed { keys, places, mut moves, movers, targets } = self;
        let states = keys.len();
        // For each state, where the list of the states before it begins.
        let mut first = vec![0u32; states + 1];
        if targets.len() >= OPEN as usize || targets.len() * 8 > bytes {
            return Err(Stop::Memory);
        }
        targets.iter().for_each(|target| first[*target as usize + 1] += 1);
        for state in 0..states {
            first[state + 1] += first[state];
        }
        let (mut filled, mut earlier) = (first.clone(), vec![0u32; targets.len()]);
        let mut at = 0;
        for (state, count) in moves.iter().enumerate() {
            for target in &targets[at..at + *count as usize] {
                let place = &mut filled[*target as usize];
                earlier[*place as usize] = state as u32;
                *place += 1;
            }
            at += *count as usize;
        }
        drop((targets, filled));
        search.progress.phase = Phase::Backward;
        let mut values = vec![OPEN; states];
        let mut queue: VecDeque<u32> = (0..DRAW).collect();
        (0..DRAW).for_each(|winner| values[winner as usize] = winner);
        while let Some(state) = queue.pop_front() {
            let value = values[state as usize];
            for before in &earlier[first[state as usize] as usize..first[state as usize + 1] as usize] {
                let n = *before as usize;
                search.count()?;
                // `moves` counts those that do not lose.
                moves[n] -= 1;
                if values[n] == OPEN && (u32::from(movers[n]) == value & 1 || moves[n] == 0) {
                    values[n] = value + 2;
                    queue.push_back(*before);
                }
            }
        }
        Ok(Graph { keys, places, values })
    }
}

/// Returns the state of a finished game.
fn end(search: &mut Search<'_>, outcome: Outcome) -> u32 {
    if let Outcome::Win(winner) = outcome {
        return u32::from(winner.0);
    }
    match search.session.returns().as_slice() {
        [share, ..] if *share > 0.0 => 0,
        [share, _] if *share < 0.0 => 1,
        _ => DRAW,
    }
}
