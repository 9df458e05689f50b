//! Gomoku, 15 x 15: to test for five in a row, the four lines of a cell are put side by side into one word.

use super::bag::Bag;
use super::{Game, Outcome, Rng, cell_name};

const N: usize = 15;

/// A player's stones by row, column and diagonal of either kind.
type Lines = [[u16; 32]; 4];

#[derive(Clone)]
pub struct Gomoku {
    stones: [Lines; 2],
    empty: Bag<256>,
    /// The number of empty cells.
    len: usize,
    player: usize,
    outcome: Option<Outcome>,
}

static START: Gomoku = {
    let mut empty = Bag::new();
    let mut cell = 0;
    while cell < N * N {
        empty.set(cell, cell / N * 16 + cell % N);
        cell += 1;
    }
    Gomoku { stones: [[[0; 32]; 4]; 2], empty, len: N * N, player: 0, outcome: None }
};

/// Puts a stone. Returns whether five or more are in a row. A cell is its row times 16 plus its column.
#[inline(always)]
fn put(lines: &mut Lines, cell: usize) -> bool {
    let (row, column) = (cell >> 4, cell & 15);
    let at = [row, column, row + column, row + 15 - column];
    let bit = [column, row, column, column];
    let mut four = 0;
    for n in 0..4 {
        let line = &mut lines[n][at[n] & 31];
        *line |= 1 << bit[n];
        four |= u64::from(*line) << (16 * n);
    }
    // The highest of the sixteen bits is always clear, so nothing carries over from line to line.
    let two = four & four >> 1;
    two & two >> 2 & four >> 4 != 0
}

impl Game for Gomoku {
    type Move = usize;

    fn start() -> Gomoku {
        START.clone()
    }

    fn moves(&self) -> Vec<usize> {
        self.empty.iter(self.len).collect()
    }

    fn play(&mut self, cell: usize) {
        self.len -= 1;
        self.empty.take(cell, self.len);
        if put(&mut self.stones[self.player], cell) {
            self.outcome = Some(Outcome::win(self.player));
        } else if self.len == 0 {
            self.outcome = Some(Outcome::Draw);
        }
        self.player ^= 1;
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn text(&self, cell: usize) -> String {
        cell_name(cell & 15, cell >> 4)
    }

    fn playout(rng: &mut Rng) -> (u32, Outcome) {
        let mut empty = START.empty.clone();
        let mut stones = START.stones;
        let mut random = *rng;
        let mut player = 0;
        let mut len = N * N;
        let outcome = loop {
            if len == 0 {
                break Outcome::Draw;
            }
            let at = random.below(len);
            let cell = empty.get(at);
            len -= 1;
            empty.remove(at, len);
            if put(&mut stones[player], cell) {
                break Outcome::win(player);
            }
            player ^= 1;
        };
        *rng = random;
        ((N * N - len) as u32, outcome)
    }
}
