//! Slash: [`Linked`] knows after every stone whether its player has linked the edges.

use super::linked::Linked;
use super::{Game, Outcome, Rng, cell_name};

pub type Slash4 = Slash<4, 32>;
pub type Slash7 = Slash<7, 128>;
pub type Slash11 = Slash<11, 256>;
pub type Slash19 = Slash<19, 512>;

#[derive(Clone)]
pub struct Slash<const N: usize, const CAP: usize> {
    board: Linked<N, CAP, 1>,
    /// The number of empty cells.
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

impl<const N: usize, const CAP: usize> Game for Slash<N, CAP> {
    type Move = Move;

    fn start() -> Self {
        Slash { board: Linked::START, len: N * N, last: 0, ply: 0, outcome: None }
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
            Move::Swap => self.board = Linked::START,
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
                let (column, row) = Linked::<N, CAP, 1>::place_of(cell);
                cell_name(column, row)
            }
            Move::Swap => "swap".to_owned(),
        }
    }

    fn playout(rng: &mut Rng) -> (u32, Outcome) {
        let mut board = Linked::<N, CAP, 1>::START;
        // The owner of the first stone is known after the second ply.
        let at = rng.below(N * N);
        let first = board.empty.get(at);
        board.empty.remove(at, N * N - 1);
        if rng.below(N * N) == 0 {
            board.put(first, 1);
            let (stones, outcome) = board.fill(rng, 0, N * N - 1);
            (stones + 1, outcome)
        } else {
            board.put(first, 0);
            board.fill(rng, 1, N * N - 1)
        }
    }
}
