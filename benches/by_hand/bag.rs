//! The empty cells, to draw from.

/// Cells in no order; the user knows how many of them count. `CAP` is a power of two, so that no index needs a check.
#[derive(Clone)]
pub struct Bag<const CAP: usize>([u16; CAP]);

impl<const CAP: usize> Bag<CAP> {
    /// Creates a bag without cells.
    pub const fn new() -> Bag<CAP> {
        assert!(CAP.is_power_of_two());
        Bag([0; CAP])
    }

    /// Sets the cell at a place.
    pub const fn set(&mut self, at: usize, cell: usize) {
        self.0[at] = cell as u16;
    }

    /// Returns the cell at a place.
    #[inline(always)]
    pub fn get(&self, at: usize) -> usize {
        usize::from(self.0[at & (CAP - 1)])
    }

    /// Removes the cell at a place; `len` cells remain.
    #[inline(always)]
    pub fn remove(&mut self, at: usize, len: usize) {
        self.0[at & (CAP - 1)] = self.0[len & (CAP - 1)];
    }

    /// Removes a cell by its name; `len` cells remain.
    pub fn take(&mut self, cell: usize, len: usize) {
        let at = self.iter(len + 1).position(|other| other == cell).expect("a cell of the bag");
        self.remove(at, len);
    }

    /// Returns the first `len` cells.
    pub fn iter(&self, len: usize) -> impl Iterator<Item = usize> {
        self.0[..len].iter().map(|cell| usize::from(*cell))
    }
}
