//! Push: a table has the moves of every line of six cells, and the line after each. A position stores the rows and the columns of
//! the board.

use super::{Game, Outcome, Rng, cell_name};

/// Bits of a line: the mover's pieces, from the West or the South, then the other player's.
const LINES: usize = 1 << 12;

/// The moves of a line: those that lead up in the lower six bits, at the rearmost piece; then those that lead down.
static MOVES: [u16; LINES] = table().0;
/// Their number.
static COUNTS: [u8; LINES] = table().1;
/// The line after the n-th move.
static AFTER: [[u16; 16]; LINES] = table().2;

const fn table() -> ([u16; LINES], [u8; LINES], [[u16; 16]; LINES]) {
    let (mut moves, mut counts, mut after) = ([0; LINES], [0; LINES], [[0; 16]; LINES]);
    let mut line = 0;
    while line < LINES {
        let (own, enemy) = (line & 63, line >> 6);
        let mut bit = 0;
        while bit < 12 && own & enemy == 0 {
            if let Some((own, enemy)) = pushed(own, enemy, bit % 6, bit < 6) {
                moves[line] |= 1 << bit;
                after[line][counts[line] as usize] = (own | enemy << 6) as u16;
                counts[line] += 1;
            }
            bit += 1;
        }
        line += 1;
    }
    (moves, counts, after)
}

/// The line after a push of the piece at `at` up or down, if that is allowed.
const fn pushed(own: usize, enemy: usize, at: usize, up: bool) -> Option<(usize, usize)> {
    let mut chain = 0;
    let mut strength = 0;
    let mut here = at as i32;
    let step = if up { 1 } else { -1 };
    while here >= 0 && here < 6 && own >> here & 1 == 1 {
        chain |= 1 << here;
        strength += 1;
        here += step;
    }
    if strength == 0 || here < 0 || here > 5 {
        return None;
    }
    let mut rivals = 0;
    while here >= 0 && here < 6 && enemy >> here & 1 == 1 {
        rivals |= 1 << here;
        strength -= 1;
        here += step;
    }
    if strength <= 0 || here >= 0 && here < 6 && (own | enemy) >> here & 1 == 1 {
        return None;
    }
    let (shifted, pushed) = if up { (chain << 1, rivals << 1) } else { (chain >> 1, rivals >> 1) };
    Some((own & !chain | shifted & 63, enemy & !rivals | pushed & 63))
}

/// Six bits as the first bits of six bytes.
static SPREAD: [u64; 64] = {
    let mut spread = [0; 64];
    let mut n = 0;
    while n < 64 {
        let mut bit = 0;
        while bit < 6 {
            spread[n] |= (n as u64 >> bit & 1) << (8 * bit);
            bit += 1;
        }
        n += 1;
    }
    spread
};

/// The first bits of six bytes.
const FIRSTS: u64 = 0x0101_0101_0101;

/// A position: each player's pieces by rows, six bits of a byte each, and by columns.
#[derive(Clone)]
pub struct Push {
    pieces: [[u64; 2]; 2],
    player: usize,
    outcome: Option<Outcome>,
}

const START: Push =
    Push { pieces: [[0x3f3f, 3 * FIRSTS], [0x3f3f_0000_0000, 0x30 * FIRSTS]], player: 0, outcome: None };

impl Push {
    /// The lines as the mover sees them: six rows, then six columns.
    #[inline(always)]
    fn lines(&self) -> [usize; 12] {
        let (own, enemy) = (&self.pieces[self.player], &self.pieces[self.player ^ 1]);
        let line = |n: usize| {
            let (kind, shift) = (n / 6, n % 6 * 8);
            ((own[kind] >> shift & 63) | (enemy[kind] >> shift & 63) << 6) as usize
        };
        std::array::from_fn(line)
    }

    /// Sets a line after a move, in the rows and in the columns, and passes the turn.
    #[inline(always)]
    fn set(&mut self, n: usize, after: u16) {
        let (along, line) = (usize::from(n >= 6), if n >= 6 { n - 6 } else { n });
        for (player, six) in [(self.player, after & 63), (self.player ^ 1, after >> 6 & 63)] {
            let pieces = &mut self.pieces[player];
            pieces[along] = pieces[along] & !(63 << (8 * line)) | u64::from(six) << (8 * line);
            pieces[along ^ 1] = pieces[along ^ 1] & !(FIRSTS << line) | SPREAD[usize::from(six)] << line;
        }
        self.player ^= 1;
    }

    /// Returns whether a player has a piece with only enemies beside it.
    #[inline(always)]
    fn captured(own: u64, enemy: u64) -> bool {
        // Cells off the board count as enemies.
        let beside = |shifted: u64, off: u64| shifted | off;
        let up = beside(enemy >> 8, 0x3f00_0000_0000_u64);
        let down = beside(enemy << 8, 0x3f);
        let right = beside(enemy >> 1, 0x20 * FIRSTS);
        let left = beside(enemy << 1, FIRSTS);
        own & up & down & right & left != 0
    }

    /// Returns the result of the ply, except being stuck.
    #[inline(always)]
    fn judge(&self) -> Option<Outcome> {
        let mover = self.player ^ 1;
        let (own, enemy) = (self.pieces[mover][0], self.pieces[self.player][0]);
        let at_most_two = |set: u64| {
            let less = set & set.wrapping_sub(1);
            less & less.wrapping_sub(1) == 0
        };
        if enemy == 0 {
            Some(Outcome::win(mover))
        } else if Self::captured(own, enemy) {
            Some(Outcome::win(self.player))
        } else if at_most_two(own) && at_most_two(enemy) {
            Some(Outcome::Draw)
        } else {
            None
        }
    }
}

impl Game for Push {
    /// The line, and the bit of its moves.
    type Move = (usize, usize);

    fn start() -> Push {
        START
    }

    fn moves(&self) -> Vec<(usize, usize)> {
        let of =
            |(n, line): (usize, usize)| (0..12).filter(move |bit| MOVES[line] >> bit & 1 == 1).map(move |bit| (n, bit));
        self.lines().into_iter().enumerate().flat_map(of).collect()
    }

    fn play(&mut self, (n, bit): (usize, usize)) {
        let line = self.lines()[n];
        let before = MOVES[line] & ((1 << bit) - 1);
        self.set(n, AFTER[line][before.count_ones() as usize]);
        self.outcome = self.judge();
        if self.outcome.is_none() && self.moves().is_empty() {
            self.outcome = Some(Outcome::win(self.player ^ 1));
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.outcome
    }

    fn text(&self, (n, bit): (usize, usize)) -> String {
        let name = |at: usize| if n < 6 { cell_name(at, n) } else { cell_name(n - 6, at) };
        let at = bit % 6;
        format!("{}-{}", name(at), name(if bit < 6 { at + 1 } else { at - 1 }))
    }

    fn playout(rng: &mut Rng) -> (u32, Outcome) {
        let mut game = START;
        for ply in 0.. {
            let lines = game.lines();
            // The numbers of moves in a line and those before it.
            let (mut sums, mut sum) = ([0; 16], 0);
            for n in 0..12 {
                sum += COUNTS[lines[n]];
                sums[n] = sum;
            }
            if sum == 0 {
                return (ply, Outcome::win(game.player ^ 1));
            }
            let drawn = rng.below(usize::from(sum)) as u8;
            let n = sums[..12].iter().filter(|sum| **sum <= drawn).count();
            let before = if n == 0 { 0 } else { sums[(n - 1) & 15] };
            game.set(n, AFTER[lines[n.min(11)]][usize::from(drawn - before) & 15]);
            if let Some(outcome) = game.judge() {
                return (ply + 1, outcome);
            }
        }
        unreachable!("the game has an end")
    }
}
