//! Amazons, 10 x 10: how far the amazons can go is read off the lines, one of these cells is drawn, and one of those that
//! a queen reaches from there on the empty board; all again if something is in the arrow's way.

use super::{Game, Outcome, Rng, cell_name};

const N: usize = 10;
/// No queen has more ways to go.
const WAYS: usize = 35;
/// After this many refused draws, all moves are listed.
const DRAWS: usize = 80;

/// For rows, columns and both kinds of diagonals: the steps in which places grow.
const STEPS: [u8; 4] = [1, 10, 11, 9];

/// For each family of lines, the number of a cell's line, and the cell's place there, from 1.
static LINES: [[(u8, u8); 128]; 4] = {
    let mut lines = [[(0, 1); 128]; 4];
    let mut cell = 0;
    while cell < N * N {
        let (x, y) = ((cell % N) as u8, (cell / N) as u8);
        lines[0][cell] = (y, x + 1);
        lines[1][cell] = (x, y + 1);
        lines[2][cell] = (10 + x - y, if x < y { x + 1 } else { y + 1 });
        lines[3][cell] = (x + y, if 9 - x < y { 10 - x } else { y + 1 });
        cell += 1;
    }
    lines
};

/// For each cell and way, all cells of that way; if there are fewer ways, all of the board, so that something is in them.
static PATHS: [[u128; WAYS]; 128] = table().0;
/// Where the way ends.
static ENDS: [[u8; WAYS]; 128] = table().1;

const fn table() -> ([[u128; WAYS]; 128], [[u8; WAYS]; 128]) {
    const STEPS: [(i32, i32); 8] = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
    let (mut paths, mut ends) = ([[u128::MAX; WAYS]; 128], [[0; WAYS]; 128]);
    let mut cell = 0;
    while cell < N * N {
        let (mut d, mut way) = (0, 0);
        while d < 8 {
            let (dx, dy) = STEPS[d];
            let (mut x, mut y) = ((cell % N) as i32 + dx, (cell / N) as i32 + dy);
            let mut path = 0;
            while x >= 0 && x < N as i32 && y >= 0 && y < N as i32 {
                let end = y * N as i32 + x;
                path |= 1 << end;
                paths[cell][way] = path;
                ends[cell][way] = end as u8;
                way += 1;
                (x, y) = (x + dx, y + dy);
            }
            d += 1;
        }
        cell += 1;
    }
    (paths, ends)
}

#[derive(Clone)]
pub struct Amazons {
    amazons: [[u8; 4]; 2],
    filled: u128,
    /// The same by lines, with a wall at either end.
    lines: [[u16; 32]; 4],
    player: usize,
}

static START: Amazons = {
    let amazons = [[30, 3, 6, 39], [60, 93, 96, 69]];
    let mut lines = [[1; 32]; 4];
    let (mut family, mut n) = (0, 0);
    while family < 4 {
        let mut cell = 0;
        while cell < N * N {
            // The last place of a line is before its upper wall.
            let (line, place) = LINES[family][cell];
            let wall = &mut lines[family][line as usize];
            if *wall >> (place + 1) == 0 {
                *wall = 1 | 2 << place;
            }
            cell += 1;
        }
        family += 1;
    }
    let mut start = Amazons { amazons, filled: 0, lines, player: 0 };
    while n < 8 {
        start.flip(amazons[n / 4][n % 4]);
        n += 1;
    }
    start
};

/// Which amazon, where to, and the arrow's cell.
#[derive(Clone, Copy)]
pub struct Move(usize, u8, u8);

impl Amazons {
    /// Fills an empty cell, or empties a filled one.
    #[inline(always)]
    const fn flip(&mut self, cell: u8) {
        self.filled ^= 1 << cell;
        let mut family = 0;
        while family < 4 {
            let (line, place) = LINES[family][(cell & 127) as usize];
            self.lines[family][(line & 31) as usize] ^= 1 << (place & 15);
            family += 1;
        }
    }

    /// How far each amazon can go: up and down each of its lines; each number with those before it added, and all.
    #[inline(always)]
    fn reaches(&self) -> ([u8; 32], u8) {
        let (mut sums, mut sum) = ([0; 32], 0);
        for (n, cell) in self.amazons[self.player].into_iter().enumerate() {
            for family in 0..4 {
                let (line, place) = LINES[family][usize::from(cell & 127)];
                let line = u32::from(self.lines[family][usize::from(line & 31)]);
                let place = u32::from(place & 15);
                sum += (line >> (place + 1)).trailing_zeros() as u8;
                sums[n * 8 + family * 2] = sum;
                sum += (line << (32 - place)).leading_zeros() as u8;
                sums[n * 8 + family * 2 + 1] = sum;
            }
        }
        (sums, sum)
    }

    /// The n-th of the ways that were counted: which amazon, and where it comes to.
    #[inline(always)]
    fn reached(&self, sums: &[u8; 32], n: usize) -> (usize, u8) {
        let n = n as u8;
        let ray = sums.iter().map(|sum| u8::from(*sum <= n)).sum::<u8>();
        let before = if ray == 0 { 0 } else { sums[usize::from(ray - 1) & 31] };
        let step = STEPS[usize::from(ray >> 1 & 3)].wrapping_mul(n - before + 1);
        let amazon = usize::from(ray >> 3 & 3);
        let from = self.amazons[self.player][amazon];
        (amazon, if ray & 1 == 0 { from.wrapping_add(step) } else { from.wrapping_sub(step) })
    }

    /// Returns whether an arrow can go a way.
    #[inline(always)]
    fn shot(&self, amazon: usize, to: u8, way: usize) -> Option<Move> {
        let filled = self.filled & !(1 << self.amazons[self.player][amazon & 3]);
        let to_cell = usize::from(to & 127);
        (filled & PATHS[to_cell][way] == 0).then(|| Move(amazon, to, ENDS[to_cell][way]))
    }

    #[inline(always)]
    fn go(&mut self, Move(amazon, to, arrow): Move) {
        self.flip(self.amazons[self.player][amazon & 3]);
        self.flip(to);
        self.flip(arrow);
        self.amazons[self.player][amazon & 3] = to;
        self.player ^= 1;
    }

    #[inline(never)]
    fn list(&self) -> Vec<Move> {
        let (sums, all) = self.reaches();
        let ways = (0..usize::from(all)).map(|n| self.reached(&sums, n));
        ways.flat_map(|(amazon, to)| (0..WAYS).filter_map(move |way| self.shot(amazon, to, way))).collect()
    }
}

impl Game for Amazons {
    type Move = Move;

    fn start() -> Amazons {
        START.clone()
    }

    fn moves(&self) -> Vec<Move> {
        self.list()
    }

    fn play(&mut self, mv: Move) {
        self.go(mv);
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.reaches().1 == 0).then(|| Outcome::win(self.player ^ 1))
    }

    fn text(&self, Move(amazon, to, arrow): Move) -> String {
        let name = |cell: u8| cell_name(usize::from(cell) % N, usize::from(cell) / N);
        format!("{}-{}/{}", name(self.amazons[self.player][amazon]), name(to), name(arrow))
    }

    fn playout(rng: &mut Rng) -> (u32, Outcome) {
        let mut game = START.clone();
        let mut ply = 0;
        'game: loop {
            // Who can move can always shoot to where he came from.
            let (sums, all) = game.reaches();
            if all == 0 {
                return (ply, Outcome::win(game.player ^ 1));
            }
            ply += 1;
            for _ in 0..DRAWS {
                let drawn = rng.below(usize::from(all) * WAYS);
                let (amazon, to) = game.reached(&sums, drawn / WAYS);
                if let Some(mv) = game.shot(amazon, to, drawn % WAYS) {
                    game.go(mv);
                    continue 'game;
                }
            }
            let moves = game.list();
            game.go(moves[rng.below(moves.len())]);
        }
    }
}
