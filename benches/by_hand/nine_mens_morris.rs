//! Nine men's morris: three rings of eight points, a byte each, on which corners and middles alternate. Moves are counted
//! by direction, with those that close a mill once for every man that could be taken.

use super::bits::{count, nth, sums};
use super::{Game, Outcome, Rng};

const ALL: u32 = 0xff_ffff;
const CORNERS: u32 = 0x55_5555;
const MIDDLES: u32 = 0xaa_aaaa;

/// Returns the men after each has moved `by` steps along its ring.
#[inline(always)]
fn around(men: u32, by: u32) -> u32 {
    let ones = 0x01_0101;
    let kept = ones * (0xff >> by);
    (men & kept) << by | men >> (8 - by) & (ones * ((1 << by) - 1))
}

/// Returns the middles whose two counterparts in the other rings are in the set.
#[inline(always)]
fn crossed(men: u32) -> u32 {
    (men << 8 | men >> 16) & (men << 16 | men >> 8) & MIDDLES
}

/// For each point: whether the set has the two points before it, the two points after it, or both points beside it.
#[inline(always)]
fn sides(men: u32) -> (u32, u32, u32) {
    let (one, other) = (around(men, 1), around(men, 7));
    (one & around(men, 2) & CORNERS, other & around(men, 6) & CORNERS, one & other & MIDDLES)
}

/// Returns the points where a man would close a mill with two points of the set.
#[inline(always)]
fn closing(men: u32) -> u32 {
    let (before, behind, between) = sides(men);
    before | behind | between | crossed(men)
}

#[derive(Clone)]
pub struct Morris {
    men: [u32; 2],
    hand: [u32; 2],
    player: usize,
    /// The positions since the last man was placed or taken.
    past: Vec<u64>,
    /// How often the current position occurs among them.
    repeated: usize,
}

/// A move: the source (no bit for a man from the hand), the target, and the captured man.
#[derive(Clone, Copy)]
pub struct Move {
    from: u32,
    to: u32,
    taken: u32,
}

/// Moves of men, by ways: where they come to, and where they close a mill there.
struct Ways {
    ends: [u32; 4],
    closing: [u32; 4],
}

impl Morris {
    fn new() -> Morris {
        Morris { men: [0; 2], hand: [9; 2], player: 0, past: Vec::with_capacity(256), repeated: 0 }
    }

    fn empty(&self) -> u32 {
        ALL & !(self.men[0] | self.men[1])
    }

    /// Returns the men that can be captured: those outside of mills, or all if there are no such men.
    #[inline(always)]
    fn prey(&self) -> u32 {
        let enemy = self.men[self.player ^ 1];
        let loose = enemy & !closing(enemy);
        if loose != 0 { loose } else { enemy }
    }

    /// Moves along the lines: around the rings forth and back, outward and inward. A mill is closed with men on other lines
    /// than the one that the man comes along.
    #[inline(always)]
    fn ways(&self) -> Ways {
        let (own, empty) = (self.men[self.player], self.empty());
        let middles = own & MIDDLES;
        let ends = [around(own, 1) & empty, around(own, 7) & empty, middles >> 8 & empty, middles << 8 & empty];
        let (before, behind, between) = sides(own);
        let crossed = crossed(own);
        let closing =
            [ends[0] & (behind | crossed), ends[1] & (before | crossed), ends[2] & between, ends[3] & between];
        Ways { ends, closing }
    }

    /// Returns the source of a man that moved to a point in one of the directions.
    #[inline(always)]
    fn came_from(way: usize, to: u32) -> u32 {
        match way {
            0 => around(to, 7),
            1 => around(to, 1),
            2 => to << 8,
            _ => to >> 8,
        }
    }

    /// Returns the moves of players who place or fly: sources, targets, and the targets that close a mill.
    #[inline(always)]
    fn jumps(&self, mut each: impl FnMut(u32, u32, u32)) {
        let (own, empty) = (self.men[self.player], self.empty());
        if self.hand[self.player] > 0 {
            each(0, empty, empty & closing(own));
            return;
        }
        let mut left = own;
        while left != 0 {
            let from = left & left.wrapping_neg();
            left ^= from;
            each(from, empty, empty & closing(own ^ from));
        }
    }

    /// Returns whether the mover is not bound to the lines.
    #[inline(always)]
    fn free(&self) -> bool {
        self.hand[self.player] > 0 || self.men[self.player].count_ones() == 3
    }

    /// Makes a move and records the new position.
    #[inline(always)]
    fn make(&mut self, Move { from, to, taken }: Move) {
        let player = self.player;
        self.men[player] = self.men[player] & !from | to;
        self.men[player ^ 1] &= !taken;
        self.player ^= 1;
        if from == 0 || taken != 0 {
            self.past.clear();
        }
        if from == 0 {
            self.hand[player] -= 1;
        }
        let now = u64::from(self.men[0]) | u64::from(self.men[1]) << 24 | (self.player as u64) << 48;
        self.repeated = self.past.iter().map(|past| usize::from(*past == now)).sum();
        self.past.push(now);
    }

    /// Returns whether the player to move has too few men.
    #[inline(always)]
    fn beaten(&self) -> bool {
        let own = self.men[self.player];
        let but_one = own & own.wrapping_sub(1);
        self.hand[self.player] == 0 && but_one & but_one.wrapping_sub(1) == 0
    }

    /// The n-th bit of a set.
    #[inline(always)]
    fn bit(set: u32, n: usize) -> u32 {
        let set = u64::from(set);
        1 << (nth(set, sums(set), n) & 31)
    }

    #[inline(always)]
    fn number(set: u32) -> usize {
        count(sums(u64::from(set)))
    }

    /// One of the moves, if there are any.
    #[inline(always)]
    fn draw(&self, rng: &mut Rng) -> Option<Move> {
        if self.free() { Some(self.draw_jump(rng)) } else { self.draw_step(rng) }
    }

    #[inline(always)]
    fn draw_step(&self, rng: &mut Rng) -> Option<Move> {
        let Ways { ends, closing } = self.ways();
        let pair = |sets: [u32; 4], n: usize| u64::from(sets[n]) | u64::from(sets[n + 1]) << 24;
        let (ring, cross) = (pair(ends, 0), pair(ends, 2));
        let (ring_sums, cross_sums) = (sums(ring), sums(cross));
        let plain = count(ring_sums) + count(cross_sums);
        let mut all = plain;
        let (mut prey, mut choices) = (0, 0);
        if closing[0] | closing[1] | closing[2] | closing[3] != 0 {
            prey = self.prey();
            choices = Morris::number(prey).max(1);
            all += closing.iter().map(|set| Morris::number(*set)).sum::<usize>() * (choices - 1);
        }
        if all == 0 {
            return None;
        }
        let n = rng.below(all);
        if n >= plain {
            // The second and later choices of what to take.
            let (mut mill, choice) = ((n - plain) / (choices - 1), (n - plain) % (choices - 1) + 1);
            let mut way = 0;
            while way < 3 && mill >= Morris::number(closing[way]) {
                mill -= Morris::number(closing[way]);
                way += 1;
            }
            let to = Morris::bit(closing[way], mill);
            return Some(Move { from: Morris::came_from(way, to), to, taken: Morris::bit(prey, choice) });
        }
        let at =
            if n < count(ring_sums) { nth(ring, ring_sums, n) } else { nth(cross, cross_sums, n - count(ring_sums)) };
        let way = usize::from(at >= 24) + 2 * usize::from(n >= count(ring_sums));
        let to = 1 << (if at >= 24 { at - 24 } else { at } & 31);
        let taken = if closing[way] & to != 0 { prey & prey.wrapping_neg() } else { 0 };
        Some(Move { from: Morris::came_from(way, to), to, taken })
    }

    /// Returns such a move. There always is one, because there is an empty point.
    #[inline(always)]
    fn draw_jump(&self, rng: &mut Rng) -> Move {
        let (mut all, mut mills) = (0, 0);
        self.jumps(|_, ends, closing| {
            all += Morris::number(ends);
            mills |= closing;
        });
        let (mut prey, mut choices) = (0, 1);
        if mills != 0 {
            prey = self.prey();
            choices = Morris::number(prey).max(1);
            self.jumps(|_, _, closing| all += Morris::number(closing) * (choices - 1));
        }
        let mut n = rng.below(all);
        let mut found = Move { from: 0, to: 0, taken: 0 };
        self.jumps(|from, ends, closing| {
            if found.to != 0 {
                return;
            }
            let (plain, mills) = (Morris::number(ends), Morris::number(closing));
            if n < plain {
                let to = Morris::bit(ends, n);
                found = Move { from, to, taken: if closing & to != 0 { prey & prey.wrapping_neg() } else { 0 } };
            } else if n < plain + mills * (choices - 1) {
                n -= plain;
                let (to, taken) = (Morris::bit(closing, n % mills), Morris::bit(prey, n / mills + 1));
                found = Move { from, to, taken };
            } else {
                n -= plain + mills * (choices - 1);
            }
        });
        found
    }
}

/// The points of a set.
fn points(set: u32) -> impl Iterator<Item = u32> {
    (0..24).map(|n| 1 << n).filter(move |point| set & point != 0)
}

impl Game for Morris {
    type Move = Move;

    fn start() -> Morris {
        Morris::new()
    }

    fn moves(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        let prey = self.prey();
        let mut add = |from: u32, to: u32, closes: bool| {
            if closes && prey != 0 {
                moves.extend(points(prey).map(|taken| Move { from, to, taken }));
            } else {
                moves.push(Move { from, to, taken: 0 });
            }
        };
        if self.free() {
            self.jumps(|from, ends, closing| points(ends).for_each(|to| add(from, to, closing & to != 0)));
        } else {
            let Ways { ends, closing } = self.ways();
            for way in 0..4 {
                points(ends[way]).for_each(|to| add(Morris::came_from(way, to), to, closing[way] & to != 0));
            }
        }
        moves
    }

    fn play(&mut self, mv: Move) {
        self.make(mv);
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.beaten() || self.moves().is_empty() {
            Some(Outcome::win(self.player ^ 1))
        } else {
            (self.repeated >= 2).then_some(Outcome::Draw)
        }
    }

    fn text(&self, Move { from, to, taken }: Move) -> String {
        const NAMES: [&str; 24] = [
            "a7", "d7", "g7", "g4", "g1", "d1", "a1", "a4", "b6", "d6", "f6", "f4", "f2", "d2", "b2", "b4", "c5", "d5",
            "e5", "e4", "e3", "d3", "c3", "c4",
        ];
        let name = |point: u32| NAMES[point.trailing_zeros() as usize];
        let from = if from == 0 { String::new() } else { format!("{}-", name(from)) };
        let taken = if taken == 0 { String::new() } else { format!("x{}", name(taken)) };
        format!("{from}{}{taken}", name(to))
    }

    fn playout(rng: &mut Rng) -> (u32, Outcome) {
        let mut game = Morris::new();
        for ply in 0.. {
            let lost = (ply, Outcome::win(game.player ^ 1));
            if game.beaten() {
                return lost;
            }
            let Some(mv) = game.draw(rng) else { return lost };
            if game.repeated >= 2 {
                return (ply, Outcome::Draw);
            }
            game.make(mv);
        }
        unreachable!("the game has an end")
    }
}
