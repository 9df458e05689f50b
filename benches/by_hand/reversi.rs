//! Reversi, 8 x 8, on two words of 64 cells.

use super::bits::{count, nth, sums};
use super::{Game, Outcome, Rng, cell_name};

/// All columns but the first and the last.
const INNER: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// The cells onward from a cell: E, NW, N, NE, where numbers grow, then W, SE, S, SW.
static RAYS: [[u64; 8]; 64] = {
    const STEPS: [(i32, i32); 8] = [(1, 0), (-1, 1), (0, 1), (1, 1), (-1, 0), (1, -1), (0, -1), (-1, -1)];
    let mut rays = [[0; 8]; 64];
    let mut cell = 0;
    while cell < 64 {
        let mut d = 0;
        while d < 8 {
            let (dx, dy) = STEPS[d];
            let (mut x, mut y) = (cell as i32 % 8 + dx, cell as i32 / 8 + dy);
            while x >= 0 && x < 8 && y >= 0 && y < 8 {
                rays[cell][d] |= 1 << (8 * y + x);
                (x, y) = (x + dx, y + dy);
            }
            d += 1;
        }
        cell += 1;
    }
    rays
};

/// Where own discs enclose enemy ones.
#[inline(always)]
fn places(own: u64, enemy: u64) -> u64 {
    let mut found = 0;
    let inner = enemy & INNER;
    for (step, enemy) in [(1, inner), (7, inner), (8, enemy), (9, inner)] {
        let (mut up, mut down) = (enemy & own << step, enemy & own >> step);
        up |= enemy & up << step;
        down |= enemy & down >> step;
        let (two_up, two_down) = (enemy & enemy << step, enemy & enemy >> step);
        up |= two_up & up << (2 * step);
        down |= two_down & down >> (2 * step);
        up |= two_up & up << (2 * step);
        down |= two_down & down >> (2 * step);
        found |= up << step | down >> step;
    }
    found & !(own | enemy)
}

/// The enemy discs that a disc on this cell encloses.
#[inline(always)]
fn enclosed(own: u64, enemy: u64, cell: usize) -> u64 {
    let rays = &RAYS[cell & 63];
    let mut found = 0;
    for ray in &rays[..4] {
        // Added to all that cannot end the row, 1 runs up to the first cell that can.
        let end = (enemy | !ray).wrapping_add(1) & ray & own;
        found |= end.wrapping_sub(u64::from(end != 0)) & ray;
    }
    for ray in &rays[4..] {
        let end = ((1 << 63) >> ((ray & !enemy) | 1).leading_zeros()) & ray & own;
        found |= end.wrapping_neg() << 1 & ray;
    }
    found
}

#[derive(Clone)]
pub struct Reversi {
    own: u64,
    enemy: u64,
    player: usize,
}

const START: Reversi = Reversi { own: 0x0000_0008_1000_0000, enemy: 0x0000_0010_0800_0000, player: 0 };

impl Reversi {
    #[inline(always)]
    fn place(&mut self, cell: usize) {
        let turned = enclosed(self.own, self.enemy, cell);
        (self.own, self.enemy) = (self.enemy ^ turned, self.own | turned | 1 << cell);
        self.player ^= 1;
    }

    fn pass(&mut self) {
        (self.own, self.enemy) = (self.enemy, self.own);
        self.player ^= 1;
    }

    fn result(&self) -> Outcome {
        let (own, enemy) = (self.own.count_ones(), self.enemy.count_ones());
        match own.cmp(&enemy) {
            std::cmp::Ordering::Greater => Outcome::win(self.player),
            std::cmp::Ordering::Less => Outcome::win(self.player ^ 1),
            std::cmp::Ordering::Equal => Outcome::Draw,
        }
    }
}

impl Game for Reversi {
    /// A cell, or none for a pass.
    type Move = Option<usize>;

    fn start() -> Reversi {
        START
    }

    fn moves(&self) -> Vec<Option<usize>> {
        let places = places(self.own, self.enemy);
        if places == 0 { vec![None] } else { (0..64).filter(|cell| places >> cell & 1 == 1).map(Some).collect() }
    }

    fn play(&mut self, mv: Option<usize>) {
        match mv {
            Some(cell) => self.place(cell),
            None => self.pass(),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        (places(self.own, self.enemy) == 0 && places(self.enemy, self.own) == 0).then(|| self.result())
    }

    fn text(&self, mv: Option<usize>) -> String {
        mv.map_or("pass".to_owned(), |cell| cell_name(cell % 8, cell / 8))
    }

    fn playout(rng: &mut Rng) -> (u32, Outcome) {
        let mut game = START;
        let mut plies = 0;
        loop {
            let places = places(game.own, game.enemy);
            if places != 0 {
                let sums = sums(places);
                game.place(nth(places, sums, rng.below(count(sums))));
            } else {
                game.pass();
                if self::places(game.own, game.enemy) == 0 {
                    // Neither has a place: the pass is no ply.
                    game.pass();
                    return (plies, game.result());
                }
            }
            plies += 1;
        }
    }
}
