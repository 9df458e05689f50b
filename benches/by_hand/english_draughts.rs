//! English draughts: 32 cells in 36 bits, so that the diagonal steps are 4 and 5 everywhere. Moves without a capture are
//! counted by direction, captures are followed to their ends.

use super::bits::{count, nth, sums};
use super::{Game, Outcome, Rng};

/// The cells: two rows, with an unused bit between them.
const CELLS: u64 = 0x1ef << 27 | 0x1ef << 18 | 0x1ef << 9 | 0x1ef;
/// The last rows of Black and White.
const FAR: [u64; 2] = [0x1e0 << 27, 0xf];
/// There are at most twelve men to capture, and hardly ever as many captures as this.
const CAPTURES: usize = 128;

#[derive(Clone)]
pub struct Draughts {
    pieces: [u64; 2],
    kings: u64,
    player: usize,
    /// Plies since the last capture or move of a man.
    quiet: u32,
}

const START: Draughts =
    Draughts { pieces: [0x1ef | 0xf << 9, 0x1ef << 27 | 0x1e0 << 18], kings: 0, player: 0, quiet: 0 };

/// A way to move or capture: origin, target, captured pieces, and the landing cells, seven bits each.
#[derive(Clone, Copy)]
pub struct Move {
    from: u64,
    to: u64,
    taken: u64,
    path: u128,
}

/// The captures found.
struct Found {
    list: [Move; CAPTURES],
    len: usize,
}

const NONE: Move = Move { from: 0, to: 0, taken: 0, path: 0 };

/// A step, up or down.
#[inline(always)]
fn step(set: u64, up: bool, by: u32) -> u64 {
    if up { set << by } else { set >> by }
}

impl Draughts {
    fn empty(&self) -> u64 {
        CELLS & !(self.pieces[0] | self.pieces[1])
    }

    /// Returns the pieces that can move up, and those that can move down.
    #[inline(always)]
    fn ways(&self) -> [(u64, bool); 2] {
        let own = self.pieces[self.player];
        let kings = own & self.kings;
        if self.player == 0 { [(own, true), (kings, false)] } else { [(kings, true), (own, false)] }
    }

    /// Returns whether there is anything to capture.
    #[inline(always)]
    fn can_capture(&self) -> bool {
        let (enemy, empty) = (self.pieces[self.player ^ 1], self.empty());
        let mut found = 0;
        for (set, up) in self.ways() {
            for by in [4, 5] {
                found |= step(step(set, up, by) & enemy, up, by) & empty;
            }
        }
        found != 0
    }

    /// Returns all captures.
    #[inline(never)]
    fn captures(&self, found: &mut Found) {
        let (enemy, empty) = (self.pieces[self.player ^ 1], self.empty());
        found.len = 0;
        for (set, up) in self.ways() {
            for by in [4, 5] {
                let over = step(set, up, by) & enemy;
                let mut ends = step(over, up, by) & empty;
                while ends != 0 {
                    let to = ends & ends.wrapping_neg();
                    ends ^= to;
                    let (taken, from) = (step(to, !up, by), step(to, !up, 2 * by));
                    let mv = Move { from, to, taken, path: 128 | u128::from(to.trailing_zeros()) };
                    self.go_on(mv, from & self.kings != 0, enemy ^ taken, empty | from, found);
                }
            }
        }
    }

    /// Continues a capture.
    fn go_on(&self, mv: Move, king: bool, enemy: u64, empty: u64, found: &mut Found) {
        let mut last = true;
        if king || mv.to & FAR[self.player] == 0 {
            for up in [true, false] {
                if !king && up != (self.player == 0) {
                    continue;
                }
                for by in [4, 5] {
                    let taken = step(mv.to, up, by) & enemy;
                    let to = step(taken, up, by) & empty;
                    if to != 0 {
                        last = false;
                        let path = mv.path << 7 | u128::from(to.trailing_zeros());
                        let next = Move { from: mv.from, to, taken: mv.taken | taken, path };
                        self.go_on(next, king, enemy ^ taken, empty, found);
                    }
                }
            }
        }
        if last {
            found.list[found.len] = mv;
            found.len += 1;
        }
    }

    /// Returns the targets of moves without a capture: up by 4 and 5, down by 4 and 5.
    #[inline(always)]
    fn ends(&self) -> [u64; 4] {
        let [(up, _), (down, _)] = self.ways();
        let empty = self.empty();
        [up << 4 & empty, up << 5 & empty, down >> 4 & empty, down >> 5 & empty]
    }

    /// Makes a move.
    #[inline(always)]
    fn make(&mut self, Move { from, to, taken, .. }: Move) {
        let king = self.kings & from != 0;
        self.quiet = if king && taken == 0 { self.quiet + 1 } else { 0 };
        self.pieces[self.player] ^= from;
        self.pieces[self.player] |= to;
        self.pieces[self.player ^ 1] &= !taken;
        self.kings &= !(from | taken);
        self.kings |= if king { to } else { to & FAR[self.player] };
        self.player ^= 1;
    }

    /// Returns the move without a capture that ends on a cell.
    #[inline(always)]
    fn quiet_move(way: usize, to: usize) -> Move {
        let to = 1 << (to & 63);
        let from = step(to, way >= 2, if way & 1 == 0 { 4 } else { 5 });
        Move { from, to, ..NONE }
    }
}

impl Game for Draughts {
    type Move = Move;

    fn start() -> Draughts {
        START
    }

    fn moves(&self) -> Vec<Move> {
        let mut found = Found { list: [NONE; CAPTURES], len: 0 };
        self.captures(&mut found);
        if found.len > 0 {
            return found.list[..found.len].to_vec();
        }
        let ends = self.ends().into_iter().enumerate();
        let cells = |(way, ends): (usize, u64)| {
            (0..36).filter(move |cell| ends >> cell & 1 == 1).map(move |cell| Draughts::quiet_move(way, cell))
        };
        ends.flat_map(cells).collect()
    }

    fn play(&mut self, mv: Move) {
        self.make(mv);
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.moves().is_empty() {
            Some(Outcome::win(self.player ^ 1))
        } else {
            (self.quiet >= 80).then_some(Outcome::Draw)
        }
    }

    fn text(&self, mv: Move) -> String {
        // Numbered from the Southeast.
        let name = |cell: usize| match (cell / 9, cell % 9) {
            (rows, at) if at < 4 => (8 * rows + 4 - at).to_string(),
            (rows, at) => (8 * rows + 13 - at).to_string(),
        };
        let mut text = name(mv.from.trailing_zeros() as usize);
        if mv.taken == 0 {
            return format!("{text}-{}", name(mv.to.trailing_zeros() as usize));
        }
        let steps = (mv.path.ilog2() / 7) as usize;
        for n in (0..steps).rev() {
            text += &format!("x{}", name((mv.path >> (7 * n) & 127) as usize));
        }
        text
    }

    fn playout(rng: &mut Rng) -> (u32, Outcome) {
        let mut game = START;
        let mut found = Found { list: [NONE; CAPTURES], len: 0 };
        for ply in 0.. {
            if game.can_capture() {
                if game.quiet >= 80 {
                    return (ply, Outcome::Draw);
                }
                game.captures(&mut found);
                game.make(found.list[rng.below(found.len)]);
                continue;
            }
            let ends = game.ends();
            let sums = ends.map(sums);
            let all = sums.into_iter().map(count).sum();
            if all == 0 {
                return (ply, Outcome::win(game.player ^ 1));
            }
            if game.quiet >= 80 {
                return (ply, Outcome::Draw);
            }
            let (mut n, mut way) = (rng.below(all), 0);
            while way < 3 && n >= count(sums[way]) {
                n -= count(sums[way]);
                way += 1;
            }
            game.make(Draughts::quiet_move(way, nth(ends[way], sums[way], n)));
        }
        unreachable!("the game has an end")
    }
}
