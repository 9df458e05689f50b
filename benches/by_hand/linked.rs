//! A rhombus of cells with six neighbors each, where a player links two opposite edges.
//!
//! Starting at the player's first edge, each cell beside linked stones is marked. A stone on an unmarked cell
//! links nothing yet; one on a marked cell is linked, with all stones connected to it. Each cell is marked once.

use super::bag::Bag;
use super::{Outcome, Rng};

/// Beside stones that are linked to the first edge, or on that edge: for player 0, shifted left by one for player 1.
const NEAR: u8 = 1;
/// On the far edge.
const FAR: u8 = 4;
/// A stone.
const STONE: u8 = 16;

/// Rows of `N` cells and a border cell; the third pair of neighbors is `SLANT` cells away in the rows above and below, 1 or -1.
/// Player 0 links the lower and the upper edge, player 1 the left and the right one.
#[derive(Clone)]
pub struct Linked<const N: usize, const CAP: usize, const SLANT: isize> {
    cells: [u8; CAP],
    /// Linked stones whose neighbors are not yet marked.
    stack: [u16; CAP],
    pub empty: Bag<CAP>,
}

impl<const N: usize, const CAP: usize, const SLANT: isize> Linked<N, CAP, SLANT> {
    pub const WIDTH: usize = N + 1;

    /// How far before a cell its first neighbor is.
    const BEFORE: usize = if SLANT < 0 { Self::WIDTH } else { Self::WIDTH + 1 };

    /// The neighbors, counted from the first one.
    const AROUND: [usize; 6] = {
        let (cell, up) = (Self::BEFORE, Self::WIDTH);
        let slant = up.wrapping_add_signed(SLANT);
        [cell - slant, cell - up, cell - 1, cell + 1, cell + up, cell + slant]
    };

    /// Creates the empty board. Border cells start marked, so that nothing goes there.
    pub const START: Self = {
        let (mut cells, mut empty) = ([3 * NEAR; CAP], Bag::new());
        let mut n = 0;
        while n < N * N {
            let (row, column) = (n / N, n % N);
            let cell = (row + 1) * Self::WIDTH + column + 1;
            let lower = if row == 0 { NEAR } else { 0 };
            let upper = if row == N - 1 { FAR } else { 0 };
            let left = if column == 0 { NEAR } else { 0 };
            let right = if column == N - 1 { FAR } else { 0 };
            cells[cell] = lower | upper | (left | right) << 1;
            empty.set(n, cell);
            n += 1;
        }
        Linked { cells, stack: [0; CAP], empty }
    };

    /// Puts a stone. Returns whether it links the player's edges.
    #[inline(always)]
    pub fn put(&mut self, cell: usize, player: usize) -> bool {
        let mark = &mut self.cells[cell & (CAP - 1)];
        *mark |= STONE << player;
        *mark & NEAR << player != 0 && self.link(cell, player)
    }

    /// Handles a stone on a marked cell: marks the cells around it and its connected stones.
    #[inline(always)]
    fn link(&mut self, cell: usize, player: usize) -> bool {
        let (near, far, stone) = (NEAR << player, FAR << player, STONE << player);
        self.stack[0] = cell as u16;
        let mut height = 1;
        let mut linked = 0;
        while height > 0 {
            height -= 1;
            let cell = usize::from(self.stack[height & (CAP - 1)]);
            let first = cell - Self::BEFORE;
            let cells = &mut self.cells[first..first + 2 * Self::BEFORE + 1];
            linked |= cells[Self::BEFORE] & far;
            for next in Self::AROUND {
                let mark = cells[next];
                cells[next] = mark | near;
                self.stack[height & (CAP - 1)] = (first + next) as u16;
                height += usize::from(mark & (near | stone) == stone);
            }
        }
        linked != 0
    }

    /// Fills the board with random stones until edges are linked; `len` cells are empty and this player moves first. Returns the
    /// number of stones and the winner.
    #[inline(always)]
    pub fn fill(&mut self, rng: &mut Rng, mut player: usize, mut len: usize) -> (u32, Outcome) {
        let mut random = *rng;
        loop {
            let at = random.below(len);
            let cell = self.empty.get(at);
            len -= 1;
            self.empty.remove(at, len);
            if self.put(cell, player) {
                *rng = random;
                return ((N * N - len) as u32, Outcome::win(player));
            }
            player ^= 1;
        }
    }

    /// Returns column and row of a cell.
    pub fn place_of(cell: usize) -> (usize, usize) {
        (cell % Self::WIDTH - 1, cell / Self::WIDTH - 1)
    }

    /// Returns the cell with column and row exchanged.
    pub fn mirrored(cell: usize) -> usize {
        let (column, row) = Self::place_of(cell);
        (column + 1) * Self::WIDTH + row + 1
    }
}
