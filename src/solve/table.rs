//! What is known of positions, in bounded memory: [`Table`].

use super::keys::Key;

/// The number that proves or refutes: more positions than can ever be looked at.
pub(super) const INFINITE: u32 = u32::MAX;

/// A number of plies that no win takes: a claim that is refuted for this number of plies is refuted for good.
pub(super) const EVER: u16 = u16::MAX;

/// How many positions a judgment counts for, at most: by the time that slash 4 x 4, connect four 5 x 4, Kalah, Clobber and an endgame of
/// Reversi take. With 10, it hardly leads the search; with 300, it leads the search astray.
const JUDGMENT: f64 = 50.0;

/// What is known about a claim, such as "White can force a win".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Known {
    /// How many positions have to be proved at least to prove the claim; 0 if it is proved.
    pub proof: u32,
    /// How many positions have to be refuted at least to refute the claim; 0 if it is refuted.
    pub refutation: u32,
    /// For a claim that is decided: the most plies until the game is over.
    pub plies: u16,
    /// The index of the move to try first.
    pub best: u16,
    /// How many positions have been looked at for it.
    pub work: u32,
}

impl Known {
    /// Nothing is known.
    pub const NOTHING: Known = Known { proof: 1, refutation: 1, plies: 0, best: 0, work: 0 };

    /// Nothing is known but how likely it is that the claim holds: what is unlikely takes more positions to prove.
    pub fn judged(likelihood: f64) -> Known {
        let number = |likelihood: f64| 1 + (JUDGMENT * (1.0 - likelihood)) as u32;
        Known { proof: number(likelihood), refutation: number(1.0 - likelihood), ..Known::NOTHING }
    }

    /// The claim is decided.
    pub fn decided(holds: bool, plies: u16) -> Known {
        let (proof, refutation) = if holds { (0, INFINITE) } else { (INFINITE, 0) };
        Known { proof, refutation, plies, best: 0, work: 0 }
    }

    /// Returns whether the claim holds, or `None` if that is open.
    pub fn holds(&self) -> Option<bool> {
        match (self.proof, self.refutation) {
            (0, _) => Some(true),
            (_, 0) => Some(false),
            _ => None,
        }
    }

    fn pack(self) -> [u64; 2] {
        let numbers = u64::from(self.proof) << 32 | u64::from(self.refutation);
        [numbers, u64::from(self.plies) << 48 | u64::from(self.best) << 32 | u64::from(self.work.max(1))]
    }

    /// Returns what is packed, or `None` if it is empty: something known has taken work.
    fn unpack([numbers, rest]: [u64; 2]) -> Option<Known> {
        let known = Known {
            proof: (numbers >> 32) as u32,
            refutation: numbers as u32,
            plies: (rest >> 48) as u16,
            best: (rest >> 32) as u16,
            work: rest as u32,
        };
        (known.work > 0).then_some(known)
    }
}

/// An entry: the lower half of a key, and what is known.
pub(super) type Entry = [u64; 3];

/// How many entries share a place.
const SHARED: usize = 4;

/// The table. Its memory is reserved at first use, and zeroed by the system where it is touched.
#[derive(Clone, Debug)]
pub(super) struct Table {
    places: Vec<[Entry; SHARED]>,
    size: usize,
}

impl Table {
    /// Creates a table that takes at most this number of bytes.
    pub(super) fn new(bytes: usize) -> Table {
        Table { places: Vec::new(), size: (bytes / size_of::<[Entry; SHARED]>()).max(1) }
    }

    /// Forgets everything.
    pub(super) fn forget(&mut self) {
        self.places = Vec::new();
    }

    /// Reserves the memory; less of it, if the machine does not have it.
    pub(super) fn begin(&mut self) {
        if self.places.is_empty() {
            while self.size > 1 && Vec::<[Entry; SHARED]>::new().try_reserve_exact(self.size).is_err() {
                self.size /= 2;
            }
            self.places = vec![[[0; 3]; SHARED]; self.size];
        }
    }

    /// Returns where a key belongs: the upper half of the key says that, so that the lower half can tell keys apart.
    fn place(&self, key: Key) -> usize {
        let upper = u128::from((key >> 64) as u64);
        ((upper * self.size as u128) >> 64) as usize
    }

    pub(super) fn get(&self, key: Key) -> Option<Known> {
        let place = self.places.get(self.place(key))?;
        let [_, numbers, rest] = place.iter().find(|[other, ..]| *other == key as u64)?;
        Known::unpack([*numbers, *rest])
    }

    /// Keeps what is known, in place of what has taken the least work.
    pub(super) fn put(&mut self, key: Key, known: Known) {
        let at = self.place(key);
        let Some(place) = self.places.get_mut(at) else { return };
        let work = |[other, _, rest]: &Entry| if *other == key as u64 { (0, 0) } else { (1, *rest as u32) };
        let Some(entry) = place.iter_mut().min_by_key(|entry| work(entry)) else { return };
        let [numbers, rest] = known.pack();
        *entry = [key as u64, numbers, rest];
    }

    /// Returns the number of places.
    pub(super) fn size(&self) -> usize {
        self.size
    }

    /// Returns the entries with the numbers of their places.
    pub(super) fn entries(&self) -> impl Iterator<Item = (usize, &Entry)> {
        let all = self.places.iter().enumerate().flat_map(|(n, place)| place.iter().map(move |entry| (n, entry)));
        all.filter(|(_, entry)| entry[2] as u32 > 0)
    }

    /// Adds an entry of a table of the same size.
    ///
    /// Errors if there is no such place, or no more room in it.
    pub(super) fn restore(&mut self, place: usize, entry: Entry) -> Result<(), ()> {
        self.begin();
        let place = self.places.get_mut(place).ok_or(())?;
        let free = place.iter_mut().find(|[_, _, rest]| *rest as u32 == 0).ok_or(())?;
        *free = entry;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_taken_the_least_work_is_replaced() {
        let mut table = Table::new(1);
        table.begin();
        let known = |work| Known { proof: 3, refutation: 4, plies: 5, best: 6, work };
        for key in 1..=4 {
            table.put(key, known(key as u32));
        }
        table.put(9, known(7));
        assert_eq!((table.get(1), table.get(2), table.get(9)), (None, Some(known(2)), Some(known(7))));
        table.put(9, known(1));
        assert_eq!((table.get(9), table.get(2)), (Some(known(1)), Some(known(2))));
    }

    #[test]
    fn what_is_unlikely_takes_more_to_prove() {
        let [lost, even, won] = [0.0, 0.5, 1.0].map(Known::judged);
        assert!(lost.proof > even.proof && even.proof > won.proof);
        assert_eq!((even.proof, won.proof, lost.refutation), (even.refutation, 1, 1));
        assert!([lost, even, won].iter().all(|known| known.holds().is_none()));
    }

    #[test]
    fn a_table_is_restored_from_its_entries() {
        let mut table = Table::new(1000);
        table.begin();
        table.put(u128::MAX, Known::decided(true, 3));
        let mut again = Table::new(1000);
        for (place, entry) in table.entries() {
            again.restore(place, *entry).unwrap();
        }
        assert_eq!(again.get(u128::MAX).unwrap().holds(), Some(true));
        assert_eq!(again.restore(usize::MAX, [1; 3]), Err(()));
    }
}
