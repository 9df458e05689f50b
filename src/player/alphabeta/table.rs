//! The transposition table: what is known of positions that have been searched, in bounded memory.

/// What a search has found out about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    /// The score for the player to move, with wins counted from this position.
    pub score: i32,
    /// The index of the best move, or [`NO_MOVE`]. Indexes that 16 bits have no room for are not kept.
    pub best: u32,
    /// How deep the search was; [`COMPLETE`] if it ended in results only.
    pub depth: u8,
    /// What the score is.
    pub bound: Bound,
}

/// The depth of a search that no deeper one can change.
pub(super) const COMPLETE: u8 = u8::MAX;

/// No best move is known.
pub(super) const NO_MOVE: u32 = u32::MAX;

/// The same in an entry.
const NO_KEPT_MOVE: u16 = u16::MAX;

/// What a score is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Bound {
    /// The score itself.
    Exact = 1,
    /// The real score is at least this.
    Lower = 2,
    /// The real score is at most this.
    Upper = 3,
}

impl Entry {
    fn pack(self, age: u8) -> u64 {
        let best = u16::try_from(self.best).unwrap_or(NO_KEPT_MOVE);
        let low = u64::from(self.score as u32) | u64::from(best) << 32;
        low | u64::from(self.depth) << 48 | (self.bound as u64) << 56 | u64::from(age) << 58
    }

    /// Returns the entry, or `None` if the word is empty.
    fn unpack(word: u64) -> Option<Entry> {
        let bound = match word >> 56 & 3 {
            0 => return None,
            1 => Bound::Exact,
            2 => Bound::Lower,
            _ => Bound::Upper,
        };
        let best = match (word >> 32) as u16 {
            NO_KEPT_MOVE => NO_MOVE,
            best => best.into(),
        };
        Some(Entry { score: word as u32 as i32, best, depth: (word >> 48) as u8, bound })
    }
}

/// How many entries share a place.
const SHARED: usize = 4;

/// A key and an entry for each of the entries that share a place.
type Place = [u64; 2 * SHARED];

/// The table. Its memory is reserved at first use, and zeroed by the system where it is touched.
#[derive(Clone, Debug)]
pub(super) struct Table {
    places: Vec<Place>,
    /// The number of places, a power of 2.
    size: usize,
    age: u8,
}

impl Table {
    /// Creates a table that takes at most this number of bytes.
    pub(super) fn new(bytes: usize) -> Table {
        let most = (bytes / size_of::<Place>()).max(1);
        Table { places: Vec::new(), size: 1 << most.ilog2(), age: 0 }
    }

    /// Forgets everything.
    pub(super) fn forget(&mut self) {
        (self.places, self.age) = (Vec::new(), 0);
    }

    /// Begins a new search: entries of earlier ones go first.
    pub(super) fn begin(&mut self) {
        if self.places.is_empty() {
            // Less of it, if the machine does not have it.
            while self.size > 1 && Vec::<Place>::new().try_reserve_exact(self.size).is_err() {
                self.size /= 2;
            }
            self.places = vec![[0; 2 * SHARED]; self.size];
        }
        self.age = (self.age + 1) & 63;
    }

    fn place(&self, key: u64) -> usize {
        (key >> 32) as usize & (self.size - 1)
    }

    pub(super) fn get(&self, key: u64) -> Option<Entry> {
        let (pairs, _) = self.places.get(self.place(key))?.as_chunks::<2>();
        pairs.iter().find(|[other, _]| *other == key).and_then(|[_, word]| Entry::unpack(*word))
    }

    pub(super) fn put(&mut self, key: u64, mut entry: Entry) {
        let (at, age) = (self.place(key), self.age);
        let Some(place) = self.places.get_mut(at) else { return };
        let (pairs, _) = place.as_chunks_mut::<2>();
        // What is replaced: what is known of this position, or else an empty entry, an old one, a shallow one.
        let worth = |[other, word]: &[u64; 2]| match Entry::unpack(*word) {
            _ if *other == key => -2,
            None => -1,
            Some(old) => i32::from(old.depth) + if word >> 58 == u64::from(age) { 256 } else { 0 },
        };
        let Some(pair) = pairs.iter_mut().min_by_key(|pair| worth(pair)) else { return };
        if pair[0] == key
            && let Some(old) = Entry::unpack(pair[1])
        {
            if entry.best == NO_MOVE {
                entry.best = old.best;
            }
            if old.depth == COMPLETE && entry.depth != COMPLETE {
                return;
            }
        }
        *pair = [key, entry.pack(age)];
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_deepest_of_a_place_stay() {
        let mut table = Table::new(1);
        table.begin();
        let entry = |depth| Entry { score: -5, best: 7, depth, bound: Bound::Lower };
        for key in 1..=4 {
            table.put(key, entry(key as u8));
        }
        table.put(9, entry(3));
        assert_eq!((table.get(1), table.get(9)), (None, Some(entry(3))));
        table.put(9, Entry { best: NO_MOVE, ..entry(5) });
        assert_eq!((table.get(9), table.get(4)), (Some(entry(5)), Some(entry(4))));
    }
}
