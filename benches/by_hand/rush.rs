//! Rush: an empty cell is drawn, and drawn again if it is not allowed.

use super::bag::Bag;
use super::{Game, Outcome, Rng, cell_name};

pub type Rush5 = Rush<5, 64>;
pub type Rush9 = Rush<9, 128>;
pub type Rush19 = Rush<19, 512>;

/// After this many refused draws, all cells are examined.
const DRAWS: usize = 24;

/// Rows of `N` cells and an empty border cell; `CAP` is the power of two that holds them and a border row on either side.
/// A cell is identified by the one below it.
#[derive(Clone)]
struct Board<const N: usize, const CAP: usize> {
    /// 1 for a black stone, 16 for a white one: four neighbors add up to both numbers.
    stones: [u8; CAP],
    empty: Bag<CAP>,
}

/// Returns whether a player may place a stone with these neighbors: not two or more own ones and no enemy.
#[inline(always)]
fn allowed(player: u32, around: u8) -> bool {
    around.rotate_right(4 * player).wrapping_sub(2) > 2
}

/// Returns 1 if a stone with these neighbors ends the turn.
#[inline(always)]
fn ends(around: u8) -> u32 {
    u32::from((around & 15) + (around >> 4) < 2)
}

impl<const N: usize, const CAP: usize> Board<N, CAP> {
    const WIDTH: usize = N + 1;

    const START: Self = {
        let mut empty = Bag::new();
        let mut n = 0;
        while n < N * N {
            empty.set(n, n / N * Self::WIDTH + n % N + 1);
            n += 1;
        }
        Board { stones: [0; CAP], empty }
    };

    /// The numbers of black and white neighbors, in four bits each.
    #[inline(always)]
    fn around(&self, below: usize) -> u8 {
        let rows = &self.stones[below..below + 2 * Self::WIDTH + 1];
        rows[0] + rows[Self::WIDTH - 1] + rows[Self::WIDTH + 1] + rows[2 * Self::WIDTH]
    }

    /// Puts a stone on the cell at a place of the bag; `len` empty cells remain.
    #[inline(always)]
    fn put(&mut self, player: u32, at: usize, cell: usize, len: usize) {
        self.empty.remove(at, len);
        self.stones[(cell + Self::WIDTH) & (CAP - 1)] = 1 << (4 * player);
    }

    /// Returns the places of the bag with allowed cells.
    fn places(&self, player: u32, len: usize) -> Vec<usize> {
        (0..len).filter(|at| allowed(player, self.around(self.empty.get(*at)))).collect()
    }

    /// Draws an allowed place. If no place is allowed, the turn ends and the other player chooses.
    #[cold]
    #[inline(never)]
    fn look(&self, player: u32, len: usize, mut rng: Rng) -> (usize, u32, Rng) {
        let own = self.places(player, len);
        let (places, player) = if own.is_empty() { (self.places(player ^ 1, len), player ^ 1) } else { (own, player) };
        (places[rng.below(places.len())], player, rng)
    }
}

/// The majority wins on the full board.
fn result<const N: usize>(white: u32) -> Outcome {
    Outcome::win(usize::from(2 * white as usize > N * N))
}

/// A position.
#[derive(Clone)]
pub struct Rush<const N: usize, const CAP: usize> {
    board: Board<N, CAP>,
    len: usize,
    player: u32,
    white: u32,
}

impl<const N: usize, const CAP: usize> Game for Rush<N, CAP> {
    type Move = usize;

    fn start() -> Self {
        Rush { board: Board::START, len: N * N, player: 0, white: 0 }
    }

    fn moves(&self) -> Vec<usize> {
        self.board.places(self.player, self.len).into_iter().map(|at| self.board.empty.get(at)).collect()
    }

    fn play(&mut self, cell: usize) {
        let at = self.board.empty.iter(self.len).position(|other| other == cell).expect("an empty cell");
        let around = self.board.around(cell);
        self.len -= 1;
        self.board.put(self.player, at, cell, self.len);
        self.white += self.player;
        self.player ^= ends(around);
        if self.moves().is_empty() {
            self.player ^= 1;
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.len == 0).then(|| result::<N>(self.white))
    }

    fn text(&self, cell: usize) -> String {
        cell_name(cell % (N + 1) - 1, cell / (N + 1))
    }

    fn playout(rng: &mut Rng) -> (u32, Outcome) {
        let mut board = Board::<N, CAP>::START;
        let mut random = *rng;
        let (mut player, mut white) = (0, 0);
        for len in (1..=N * N).rev() {
            let mut draws = DRAWS;
            let mut at = random.below(len);
            let mut cell = board.empty.get(at);
            let mut around = board.around(cell);
            while !allowed(player, around) {
                draws -= 1;
                if draws == 0 {
                    (at, player, random) = board.look(player, len, random);
                } else {
                    at = random.below(len);
                }
                cell = board.empty.get(at);
                around = board.around(cell);
            }
            board.put(player, at, cell, len - 1);
            white += player;
            player ^= ends(around);
        }
        *rng = random;
        ((N * N) as u32, result::<N>(white))
    }
}
