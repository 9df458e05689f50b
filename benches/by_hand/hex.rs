//! Hex: who has linked his edges is known after every stone, by [`Linked`].

use super::linked::Linked;
use super::{Game, Outcome, Rng, cell_name};

pub type Hex4 = Hex<4, 32>;
pub type Hex11 = Hex<11, 256>;

#[derive(Clone)]
pub struct Hex<const N: usize, const CAP: usize> {
    board: Linked<N, CAP, -1>,
    /// How many cells are empty.
    len: usize,
    /// The cell of the last stone.
    last: usize,
    ply: u32,
    outcome: Option<Outcome>,
}

/// A stone on a cell, or the pie rule.
#[derive(Clone, Copy)]
pub enum Move {
    Place(usize),
    Swap,
}

impl<const N: usize, const CAP: usize> Game for Hex<N, CAP> {
    type Move = Move;

    fn start() -> Self {
        Hex { board: Linked::START, len: N * N, last: 0, ply: 0, outcome: None }
    }

    fn moves(&self) -> Vec<Move> {
        let swap = (self.ply == 1).then_some(Move::Swap);
        self.board.empty.iter(self.len).map(Move::Place).chain(swap).collect()
    }

    fn play(&mut self, mv: Move) {
        let player = (self.ply & 1) as usize;
        match mv {
            Move::Place(cell) => {
                self.last = cell;
                self.len -= 1;
            }
            Move::Swap => {
                self.last = Linked::<N, CAP, -1>::mirrored(self.last);
                self.board = Linked::START;
            }
        }
        self.board.empty.take(self.last, self.len);
        self.outcome = self.board.put(self.last, player).then_some(Outcome::win(player));
        self.ply += 1;
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn text(&self, mv: Move) -> String {
        match mv {
            Move::Place(cell) => {
                let (column, row) = Linked::<N, CAP, -1>::place_of(cell);
                cell_name(column, row)
            }
            Move::Swap => "swap".to_owned(),
        }
    }

    fn playout(rng: &mut Rng) -> (u32, Outcome) {
        let mut board = Linked::<N, CAP, -1>::START;
        // The owner and the place of the first stone are known after the second ply.
        let first = board.empty.get(rng.below(N * N));
        if rng.below(N * N) == 0 {
            let first = Linked::<N, CAP, -1>::mirrored(first);
            board.empty.take(first, N * N - 1);
            board.put(first, 1);
            let (stones, outcome) = board.fill(rng, 0, N * N - 1);
            (stones + 1, outcome)
        } else {
            board.empty.take(first, N * N - 1);
            board.put(first, 0);
            board.fill(rng, 1, N * N - 1)
        }
    }
}
