//! Jostle: draws a checker and a direction, and draws again if the checker would not gain. After some refused draws, all moves are
//! examined. For each cell, one number always has the value of a checker there for both players.

use super::{Game, Outcome, Rng, cell_name};

/// Ten cells and a border cell.
const WIDTH: usize = 11;
const CAP: usize = 256;

/// One more friend for Red, which is one more enemy for Blue. Red's values are in the lower byte, Blue's in the upper one.
const RED: u16 = 1u16.wrapping_sub(256);
/// A checker or the border, for both players: it lowers the value of its cell so much that no move to it gains.
const FILLED: u16 = 64 + 64 * 256;
/// The empty cell of the empty board.
const EMPTY: u16 = 128 + 128 * 256;
/// A checker gains one, and loses itself as a friend of its new cell.
const GAIN: i16 = 64 + 2;

/// East, West, North, South.
const STEPS: [usize; 4] = [1, usize::MAX, WIDTH, WIDTH.wrapping_neg()];

/// After this many refused draws, all moves are examined. One random number is enough for ten.
const DRAWS: usize = 20;

#[derive(Clone)]
pub struct Jostle {
    checkers: [[u8; 16]; 2],
    values: [u16; CAP],
    player: usize,
}

static START: Jostle = {
    const PICTURE: [&[u8; 6]; 6] = [b"brbrbr", b"rbrbrb", b"br..br", b"rb..rb", b"brbrbr", b"rbrbrb"];
    let mut checkers = [[0; 16]; 2];
    let mut values = [EMPTY - FILLED; CAP];
    let mut n = 0;
    while n < 100 {
        values[(n / 10 + 1) * WIDTH + n % 10 + 1] = EMPTY;
        n += 1;
    }
    let (mut cell, mut count) = (0, [0; 2]);
    while cell < 36 {
        let at = (cell / 6 + 3) * WIDTH + cell % 6 + 3;
        let symbol = PICTURE[cell / 6][cell % 6];
        if symbol != b'.' {
            let player = if symbol == b'r' { 0 } else { 1 };
            checkers[player][count[player]] = at as u8;
            count[player] += 1;
            values[at] -= FILLED;
            let mut n = 0;
            while n < 4 {
                let beside = at.wrapping_add(STEPS[n]);
                let more = if player == 0 { RED } else { RED.wrapping_neg() };
                values[beside] = values[beside].wrapping_add(more);
                n += 1;
            }
        }
        cell += 1;
    }
    Jostle { checkers, values, player: 0 }
};

impl Jostle {
    /// From where to where a move leads: the number of the checker, times four, and the direction.
    #[inline(always)]
    fn ends(&self, mv: usize) -> (usize, usize) {
        let from = usize::from(self.checkers[self.player][mv >> 2 & 15]);
        (from, from.wrapping_add(STEPS[mv & 3]) & (CAP - 1))
    }

    /// Returns whether the checker gains.
    #[inline(always)]
    fn allowed(&self, mv: usize) -> bool {
        let (from, to) = self.ends(mv);
        let value = |cell: usize| (self.values[cell] >> (8 * self.player) & 255) as i16;
        value(to) - value(from) >= GAIN
    }

    #[inline(always)]
    fn go(&mut self, mv: usize) {
        let (from, to) = self.ends(mv);
        let more = if self.player == 0 { RED } else { RED.wrapping_neg() };
        self.checkers[self.player][mv >> 2 & 15] = to as u8;
        self.values[from] += FILLED;
        self.values[to] -= FILLED;
        for step in STEPS {
            let (lost, won) = (from.wrapping_add(step) & (CAP - 1), to.wrapping_add(step) & (CAP - 1));
            self.values[lost] = self.values[lost].wrapping_sub(more);
            self.values[won] = self.values[won].wrapping_add(more);
        }
        self.player ^= 1;
    }

    /// One of the moves, if there is any.
    #[inline(never)]
    fn look(&self, rng: &mut Rng) -> Option<usize> {
        let (mut list, mut len) = ([0u8; 64], 0);
        for mv in 0..64 {
            list[len & 63] = mv as u8;
            len += usize::from(self.allowed(mv));
        }
        (len > 0).then(|| usize::from(list[rng.below(len) & 63]))
    }
}

impl Game for Jostle {
    type Move = usize;

    fn start() -> Jostle {
        START.clone()
    }

    fn moves(&self) -> Vec<usize> {
        (0..64).filter(|mv| self.allowed(*mv)).collect()
    }

    fn play(&mut self, mv: usize) {
        self.go(mv);
    }

    fn outcome(&self) -> Option<Outcome> {
        self.moves().is_empty().then(|| Outcome::win(self.player ^ 1))
    }

    fn text(&self, mv: usize) -> String {
        let name = |cell: usize| cell_name(cell % WIDTH - 1, cell / WIDTH - 1);
        let (from, to) = self.ends(mv);
        format!("{}-{}", name(from), name(to))
    }

    fn playout(rng: &mut Rng) -> (u32, Outcome) {
        let mut game = START.clone();
        let mut plies = 0;
        'game: loop {
            let mut random = 0;
            for n in 0..DRAWS {
                if n % 10 == 0 {
                    random = rng.next();
                }
                let mv = (random & 63) as usize;
                random >>= 6;
                if game.allowed(mv) {
                    game.go(mv);
                    plies += 1;
                    continue 'game;
                }
            }
            match game.look(rng) {
                Some(mv) => game.go(mv),
                None => return (plies, Outcome::win(game.player ^ 1)),
            }
            plies += 1;
        }
    }
}
