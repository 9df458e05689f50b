//! The keys of earlier positions of a running game, with a filter that mostly answers `repeated` without reading them.

/// The least number of counters of the filter. Games of Go on 9 x 9 record about 120 keys.
const COUNTERS: usize = 1024;

/// There are at least this many counters for each key.
const SPARSE: usize = 4;

/// The keys of earlier positions: for each position, one for each form of `repeated`.
#[derive(Clone, Debug, Default)]
pub(crate) struct History {
    keys: Vec<u64>,
    /// How many keys fall on each counter: a key whose counter is 0 is new. Empty before the first key; the number is a power of two.
    counters: Vec<u32>,
}

impl History {
    pub(crate) fn new(keys: &[u64]) -> History {
        let mut history = History::default();
        history.keys.reserve(keys.len());
        keys.iter().for_each(|key| history.push(*key));
        history
    }

    /// Returns the number of keys.
    #[inline]
    pub(crate) fn len(&self) -> usize {
        self.keys.len()
    }

    pub(crate) fn keys(&self) -> &[u64] {
        &self.keys
    }

    pub(crate) fn into_keys(self) -> Vec<u64> {
        self.keys
    }

    #[inline]
    pub(crate) fn push(&mut self, key: u64) {
        self.keys.push(key);
        if self.keys.len() * SPARSE > self.counters.len() {
            self.add_counters();
            return;
        }
        let at = self.counter(key);
        self.counters[at] += 1;
    }

    /// Makes room in the filter, so that it answers quickly in long games, too.
    #[cold]
    fn add_counters(&mut self) {
        let count = (2 * SPARSE * self.keys.len()).next_power_of_two().max(COUNTERS);
        self.counters = vec![0; count];
        for n in 0..self.keys.len() {
            let at = self.counter(self.keys[n]);
            self.counters[at] += 1;
        }
    }

    #[inline]
    fn counter(&self, key: u64) -> usize {
        key as usize & self.counters.len().wrapping_sub(1)
    }

    /// Keeps the first `len` keys.
    #[inline]
    pub(crate) fn truncate(&mut self, len: usize) {
        let mask = self.counters.len().wrapping_sub(1);
        for key in self.keys.drain(len.min(self.keys.len())..) {
            self.counters[key as usize & mask] -= 1;
        }
    }

    /// Returns how many earlier positions have a key, for one of `forms` forms of `repeated`.
    #[inline]
    pub(crate) fn count(&self, key: u64, form: usize, forms: usize) -> i64 {
        if self.likely(key) == 0 { 0 } else { count(&self.keys, key, form, forms) }
    }

    /// Returns how many positions before the last one have its key.
    pub(crate) fn count_last(&self, form: usize, forms: usize) -> i64 {
        let (before, last) = self.keys.split_at(self.keys.len().saturating_sub(forms));
        let Some(key) = last.get(form) else { return 0 };
        if self.likely(*key) <= 1 { 0 } else { count(before, *key, form, forms) }
    }

    /// Returns a number that is not less than how often a key was recorded.
    #[inline]
    fn likely(&self, key: u64) -> u32 {
        self.counters.get(self.counter(key)).copied().unwrap_or(0)
    }
}

fn count(keys: &[u64], key: u64, form: usize, forms: usize) -> i64 {
    if forms == 1 {
        return keys.iter().filter(|known| **known == key).count() as i64;
    }
    // Adapters such as `step_by` would divide first, and there are often only a few keys.
    let (mut at, mut count) = (form, 0);
    while at < keys.len() {
        count += i64::from(keys[at] == key);
        at += forms.max(1);
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_counted_as_a_list_counts_them() {
        let mut rng = crate::rng::Rng::new(7);
        let (mut history, mut list) = (History::default(), Vec::new());
        for _ in 0..20_000 {
            if rng.below(40) == 0 {
                let len = rng.below(list.len() + 1);
                list.truncate(len);
                history.truncate(len);
            }
            let key = (rng.below(3000) as u64) << 7;
            let found = list.iter().filter(|known| **known == key).count() as i64;
            assert_eq!(history.count(key, 0, 1), found);
            list.push(key);
            history.push(key);
            assert_eq!(history.count_last(0, 1), found, "without the last key");
        }
        assert_eq!(history.keys(), list);
        assert_eq!(History::new(&list).into_keys(), list);
    }
}
