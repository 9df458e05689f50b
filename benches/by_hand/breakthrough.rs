//! Breakthrough: a pawn and one of its three directions are drawn, and drawn again if the way is blocked.

use super::{Game, Outcome, Rng, cell_name};

/// Eight cells and a border cell.
const WIDTH: usize = 9;
/// A border cell; it blocks every pawn.
const WALL: u8 = 0x40;

#[derive(Clone)]
pub struct Breakthrough {
    /// The cells of each player's pawns.
    pawns: [[u8; 16]; 2],
    count: [usize; 2],
    /// The contents of a cell: 16 times 1 or 2 for the player, plus the pawn's number.
    cells: [u8; 128],
    player: usize,
    won: bool,
}

static START: Breakthrough = {
    let mut pawns = [[0; 16]; 2];
    let mut cells = [WALL; 128];
    let mut n = 0;
    while n < 64 {
        cells[(n / 8 + 1) * WIDTH + n % 8 + 1] = 0;
        n += 1;
    }
    let mut player = 0;
    while player < 2 {
        let mut n = 0;
        while n < 16 {
            let cell = (n / 8 + 1 + 6 * player) * WIDTH + n % 8 + 1;
            pawns[player][n] = cell as u8;
            cells[cell] = (16 << player) + n as u8;
            n += 1;
        }
        player += 1;
    }
    Breakthrough { pawns, count: [16; 2], cells, player: 0, won: false }
};

impl Breakthrough {
    /// Returns the origin and target of a pawn's direction 0 to 2, if it is free. Only diagonal ones may lead to an enemy.
    #[inline(always)]
    fn way(&self, pawn: usize, way: usize) -> Option<(usize, usize)> {
        let from = usize::from(self.pawns[self.player][pawn & 15]);
        let step = WIDTH - 1 + way;
        let to = if self.player == 0 { from + step } else { from.wrapping_sub(step) } & 127;
        let bars = WALL | if way == 1 { 0x30 } else { 16 << self.player };
        (self.cells[to] & bars == 0).then_some((from, to))
    }

    /// Moves a pawn. Returns whether it wins.
    #[inline(always)]
    fn go(&mut self, pawn: usize, from: usize, to: usize) -> bool {
        let (player, enemy) = (self.player, self.player ^ 1);
        let taken = self.cells[to & 127];
        if taken != 0 {
            // The last pawn of the list takes the number of the removed one.
            self.count[enemy] -= 1;
            let last = self.pawns[enemy][self.count[enemy] & 15];
            self.pawns[enemy][usize::from(taken & 15)] = last;
            self.cells[usize::from(last) & 127] = taken;
        }
        self.cells[from & 127] = 0;
        self.cells[to & 127] = (16 << player) + pawn as u8;
        self.pawns[player][pawn & 15] = to as u8;
        self.player = enemy;
        let goal = if player == 0 { to > 8 * WIDTH } else { to < 2 * WIDTH };
        goal || self.count[enemy] == 0
    }
}

impl Game for Breakthrough {
    /// The pawn, its origin, and its target.
    type Move = (usize, usize, usize);

    fn start() -> Breakthrough {
        START.clone()
    }

    fn moves(&self) -> Vec<Self::Move> {
        let pawns = 0..self.count[self.player];
        let ways = pawns.flat_map(|pawn| (0..3).filter_map(move |way| Some((pawn, self.way(pawn, way)?))));
        ways.map(|(pawn, (from, to))| (pawn, from, to)).collect()
    }

    fn play(&mut self, (pawn, from, to): Self::Move) {
        self.won = self.go(pawn, from, to);
    }

    fn outcome(&self) -> Option<Outcome> {
        self.won.then(|| Outcome::win(self.player ^ 1))
    }

    fn text(&self, (_, from, to): Self::Move) -> String {
        let name = |cell: usize| cell_name(cell % WIDTH - 1, cell / WIDTH - 1);
        format!("{}-{}", name(from), name(to))
    }

    fn playout(rng: &mut Rng) -> (u32, Outcome) {
        let mut game = START.clone();
        for ply in 1.. {
            let (pawn, from, to) = loop {
                let drawn = rng.below(3 * game.count[game.player]);
                if let Some((from, to)) = game.way(drawn / 3, drawn % 3) {
                    break (drawn / 3, from, to);
                }
            };
            if game.go(pawn, from, to) {
                return (ply, Outcome::win(game.player ^ 1));
            }
        }
        unreachable!("a pawn can always move")
    }
}
