//! Chess: moves are counted regardless of the king, one is drawn, and drawn again if it leaves the king attacked.

mod attacks;
mod position;

use super::bits::{count, nth, sums};
use super::{Game, Outcome, Rng, cell_name};
use position::{KING, KNIGHT, Move, PAWN, Position, QUEEN, ROOK};

/// After this many refused draws, all moves are examined.
const DRAWS: usize = 40;

/// The last row of either player, and the row from which a double step continues.
const FAR: [u64; 2] = [0xff << 56, 0xff];
const THIRD: [u64; 2] = [0xff << 16, 0xff << 40];

const FILE_A: u64 = 0x0101_0101_0101_0101;

/// The targets of a piece, or of the pawns by one kind of step.
#[derive(Clone, Copy)]
struct Targets {
    set: u64,
    /// The cell of the piece, or the distance of the pawns' step.
    from: u8,
    pawns: bool,
}

const NONE: Targets = Targets { set: 0, from: 0, pawns: false };

/// All moves, regardless of the king.
struct Moves {
    targets: [Targets; 32],
    len: usize,
    /// Cumulative numbers of moves.
    sums: [u16; 32],
    all: u16,
}

#[derive(Clone)]
pub struct Chess {
    position: Position,
    /// The hashes of the positions since the last capture or pawn move, with the current one last.
    past: [u64; 128],
}

impl Moves {
    fn new() -> Moves {
        Moves { targets: [NONE; 32], len: 0, sums: [u16::MAX; 32], all: 0 }
    }

    #[inline(always)]
    fn add(&mut self, targets: Targets, times: u16) {
        self.all += count(sums(targets.set)) as u16 * times;
        self.targets[self.len & 31] = targets;
        self.sums[self.len & 31] = self.all;
        self.len += 1;
    }
}

impl Chess {
    fn new() -> Chess {
        let position = Position::START;
        let mut past = [0; 128];
        past[0] = position.hash;
        Chess { position, past }
    }

    /// Returns the targets of all pieces. Pawn steps come first: single, double, and diagonal; each once without
    /// and once with promotion.
    #[inline(always)]
    fn targets(&self, moves: &mut Moves) {
        let position = &self.position;
        let player = position.player;
        let own = position.colors[player];
        let filled = own | position.colors[player ^ 1];
        (moves.len, moves.all, moves.sums) = (0, 0, [u16::MAX; 32]);

        let pawns = own & position.kinds[PAWN];
        let forward = |set: u64, by: u32| if player == 0 { set << by } else { set >> by };
        let one = forward(pawns, 8) & !filled;
        let two = forward(one & THIRD[player], 8) & !filled;
        let prey = position.colors[player ^ 1] | position.passed();
        let (west, east) = (pawns & !FILE_A, pawns & !(FILE_A << 7));
        let (seven, nine) = if player == 0 { (west, east) } else { (east, west) };
        let (seven, nine) = (forward(seven, 7) & prey, forward(nine, 9) & prey);
        for (set, from) in [(one, 8), (two, 16), (seven, 7), (nine, 9)] {
            moves.add(Targets { set: set & !FAR[player], from, pawns: true }, 1);
        }
        if (one | seven | nine) & FAR[player] != 0 {
            for (set, from) in [(one, 8), (seven, 7), (nine, 9)] {
                moves.add(Targets { set: set & FAR[player], from, pawns: true }, 4);
            }
        }

        let mut each = |mut pieces: u64, attacks: &dyn Fn(usize) -> u64| {
            while pieces != 0 {
                let from = pieces.trailing_zeros();
                pieces &= pieces - 1;
                moves.add(Targets { set: attacks(from as usize & 63) & !own, from: from as u8, pawns: false }, 1);
            }
        };
        let kinds = &position.kinds;
        each(own & kinds[KNIGHT], &|cell| attacks::KNIGHT[cell]);
        each(own & (kinds[position::BISHOP] | kinds[QUEEN]), &|cell| attacks::bishop(cell, filled));
        each(own & (kinds[ROOK] | kinds[QUEEN]), &|cell| attacks::rook(cell, filled));
        each(own & kinds[KING], &|cell| attacks::KING[cell] | position.castling(cell, filled));
    }

    /// Returns the n-th of these moves.
    #[inline(always)]
    fn nth(&self, moves: &Moves, n: usize) -> Move {
        let at = moves.sums.iter().map(|sum| u16::from(usize::from(*sum) <= n)).sum::<u16>() as usize & 31;
        let n = if at == 0 { n } else { n - usize::from(moves.sums[at - 1]) };
        let targets = moves.targets[at];
        let promoted = targets.pawns && targets.set & FAR[self.position.player] != 0;
        let (n, kind) = if promoted { (n / 4, KNIGHT + n % 4) } else { (n, PAWN) };
        let to = nth(targets.set, sums(targets.set), n);
        let from = match targets.pawns {
            true if self.position.player == 0 => to.wrapping_sub(usize::from(targets.from)),
            true => to + usize::from(targets.from),
            false => usize::from(targets.from),
        };
        Move { from: from & 63, to: to & 63, promoted: kind }
    }

    /// Draws a legal move, if there is any.
    #[inline(always)]
    fn draw(&self, rng: &mut Rng, moves: &mut Moves) -> Option<Move> {
        self.targets(moves);
        if moves.all > 0 {
            for _ in 0..DRAWS {
                let mv = self.nth(moves, rng.below(usize::from(moves.all)));
                if self.position.is_safe(mv) {
                    return Some(mv);
                }
            }
        }
        let legal = self.legal();
        if legal.is_empty() { None } else { Some(legal[rng.below(legal.len())]) }
    }

    #[inline(never)]
    fn legal(&self) -> Vec<Move> {
        let mut moves = Moves::new();
        self.targets(&mut moves);
        let all = (0..usize::from(moves.all)).map(|n| self.nth(&moves, n));
        all.filter(|mv| self.position.is_safe(*mv)).collect()
    }

    #[inline(always)]
    fn make(&mut self, mv: Move) {
        self.position.make(mv);
        self.past[self.position.quiet & 127] = self.position.hash;
    }

    /// Returns whether the rules end the game although there are moves.
    #[inline(always)]
    fn drawn(&self) -> bool {
        let quiet = self.position.quiet;
        let past = &self.past[..quiet & 127];
        quiet >= 100 || past.iter().map(|hash| usize::from(*hash == self.position.hash)).sum::<usize>() >= 2
    }

    /// Returns the result for a player without a move.
    #[cold]
    fn stuck(&self) -> Outcome {
        if self.position.is_attacked() { Outcome::win(self.position.player ^ 1) } else { Outcome::Draw }
    }
}

impl Game for Chess {
    type Move = Move;

    fn start() -> Chess {
        Chess::new()
    }

    fn moves(&self) -> Vec<Move> {
        self.legal()
    }

    fn play(&mut self, mv: Move) {
        self.make(mv);
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.legal().is_empty() { Some(self.stuck()) } else { self.drawn().then_some(Outcome::Draw) }
    }

    fn text(&self, mv: Move) -> String {
        const NAMES: [&str; 5] = ["", "=N", "=B", "=R", "=Q"];
        if self.position.kinds[KING] >> mv.from & 1 == 1 && mv.from.abs_diff(mv.to) == 2 {
            return if mv.to > mv.from { "O-O".into() } else { "O-O-O".into() };
        }
        let name = |cell: usize| cell_name(cell % 8, cell / 8);
        format!("{}-{}{}", name(mv.from), name(mv.to), NAMES[mv.promoted])
    }

    fn playout(rng: &mut Rng) -> (u32, Outcome) {
        let (mut game, mut moves) = (Chess::new(), Moves::new());
        for ply in 0.. {
            let Some(mv) = game.draw(rng, &mut moves) else { return (ply, game.stuck()) };
            if game.drawn() {
                return (ply, Outcome::Draw);
            }
            game.make(mv);
        }
        unreachable!("the game has an end")
    }
}
