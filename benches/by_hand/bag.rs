//! The cells that are still empty, to be drawn from.

/// Cells in no order; how many of them count is known to the user. `CAP` is a power of two, so that no index needs a check.
#[derive(Clone)]
pub struct Bag<const CAP: usize>([u16; CAP]);

impl<const CAP: usize> Bag<CAP> {
    /// A bag without cells.
    pub const fn new() -> Bag<CAP> {
        assert!(CAP.is_power_of_two());
        Bag([0; CAP])
    }

    /// Sets the cell at a place.
    pub const fn set(&mut self, at: usize, cell: usize) {
        self.0[at] = cell as u16;
    }

    /// The cell at a place.
    #[inline(always)]
    pub fn get(&self, at: usize) -> usize {
        usize::from(self.0[at & (CAP - 1)])
    }

    /// Takes out the cell at a place; `len` cells are left.
    #[inline(always)]
    pub fn remove(&mut self, at: usize, len: usize) {
        self.0[at & (CAP - 1)] = self.0[len & (CAP - 1)];
    }

    /// Takes out a cell by its name; `len` cells are left.
    pub fn take(&mut self, cell: usize, len: usize) {
        let at = self.iter(len + 1).position(|other| other == cell).expect("a cell of the bag");
        self.remove(at, len);
    }

    /// The first `len` cells.
    pub fn iter(&self, len: usize) -> impl Iterator<Item = usize> {
        self.0[..len].iter().map(|cell| usize::from(*cell))
    }
}
