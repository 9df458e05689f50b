//! Go, 9 x 9: chains of stones with their numbers of liberties, where a liberty counts once for each adjacent stone. An empty
//! point or the pass is drawn, and drawn again if it would be suicide or repeat an earlier position.

use super::{Game, Outcome, Rng};

const N: usize = 9;
/// Nine points and a border point.
const WIDTH: usize = 10;
const CAP: usize = 128;
const STEPS: [usize; 4] = [1, usize::MAX, WIDTH, WIDTH.wrapping_neg()];

const EMPTY: u8 = 2;
const WALL: u8 = 3;

/// Half points for White.
const KOMI: i32 = 15;

/// Random words for the stones of either color.
static KEYS: [[u64; CAP]; 2] = {
    let mut keys = [[0; CAP]; 2];
    let (mut state, mut n) = (1u64, 0);
    while n < 2 * CAP {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        keys[n / CAP][n % CAP] = mixed ^ mixed >> 31;
        n += 1;
    }
    keys
};

/// The earlier positions by hash. None has the hash 0.
#[derive(Clone)]
struct Past {
    slots: Vec<u64>,
    len: usize,
}

impl Past {
    fn new() -> Past {
        Past { slots: vec![0; 1 << 10], len: 0 }
    }

    /// Returns the place of a hash, or the place for it.
    #[inline(always)]
    fn slot(&self, hash: u64) -> usize {
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        while self.slots[at] != 0 && self.slots[at] != hash {
            at = (at + 1) & mask;
        }
        at
    }

    #[inline(always)]
    fn has(&self, hash: u64) -> bool {
        self.slots[self.slot(hash)] != 0
    }

    #[inline(always)]
    fn add(&mut self, hash: u64) {
        let at = self.slot(hash);
        self.slots[at] = hash;
        self.len += 1;
        if 2 * self.len > self.slots.len() {
            let more = vec![0; 2 * self.slots.len()];
            let old = std::mem::replace(&mut self.slots, more);
            old.into_iter().filter(|hash| *hash != 0).for_each(|hash| {
                let at = self.slot(hash);
                self.slots[at] = hash;
            });
        }
    }
}

#[derive(Clone)]
struct Board {
    /// A player's number, `EMPTY` or `WALL`.
    points: [u8; CAP],
    /// The chain of a stone: one of its stones.
    chain: [u8; CAP],
    /// The next stone of the chain, in a cycle.
    next: [u8; CAP],
    liberties: [u8; CAP],
    stones: [u8; CAP],
    /// The hash of the stones of a chain.
    hashes: [u64; CAP],
    /// The empty points, and their places in this list.
    empty: [u8; CAP],
    place: [u8; CAP],
    len: usize,
    hash: u64,
}

static START: Board = {
    let mut board = Board {
        points: [WALL; CAP],
        chain: [0; CAP],
        next: [0; CAP],
        liberties: [0; CAP],
        stones: [0; CAP],
        hashes: [0; CAP],
        empty: [0; CAP],
        place: [0; CAP],
        len: 0,
        hash: 1,
    };
    while board.len < N * N {
        let point = (board.len / N + 1) * WIDTH + board.len % N + 1;
        board.points[point] = EMPTY;
        board.place[point] = board.len as u8;
        board.empty[board.len] = point as u8;
        board.len += 1;
    }
    board
};

#[inline(always)]
fn beside(point: usize, step: usize) -> usize {
    point.wrapping_add(step) & (CAP - 1)
}

impl Board {
    #[inline(always)]
    fn chain(&self, point: usize) -> usize {
        usize::from(self.chain[point]) & (CAP - 1)
    }

    /// Returns the hash after a stone is placed, if the stone then has a liberty.
    #[inline(always)]
    fn after(&mut self, point: usize, player: usize) -> Option<u64> {
        let mut alive = false;
        let mut hash = self.hash ^ KEYS[player][point];
        // Each neighbor loses a liberty for now.
        for step in STEPS {
            let next = beside(point, step);
            match self.points[next] {
                WALL => {}
                EMPTY => alive = true,
                owner => {
                    let chain = self.chain(next);
                    self.liberties[chain] -= 1;
                    if usize::from(owner) != player && self.liberties[chain] == 0 {
                        alive = true;
                        hash ^= self.hashes[chain];
                    }
                }
            }
        }
        for step in STEPS {
            let next = beside(point, step);
            alive |= usize::from(self.points[next]) == player && self.liberties[self.chain(next)] > 0;
        }
        for step in STEPS {
            let next = beside(point, step);
            if self.points[next] < EMPTY {
                let chain = self.chain(next);
                self.liberties[chain] += 1;
            }
        }
        alive.then_some(hash)
    }

    /// Places a stone and captures.
    #[inline(always)]
    fn place(&mut self, point: usize, player: usize) {
        self.len -= 1;
        let (at, last) = (self.place[point], self.empty[self.len & (CAP - 1)]);
        self.empty[usize::from(at) & (CAP - 1)] = last;
        self.place[usize::from(last) & (CAP - 1)] = at;
        self.points[point] = player as u8;
        self.hash ^= KEYS[player][point];
        self.chain[point] = point as u8;
        self.next[point] = point as u8;
        self.stones[point] = 1;
        self.hashes[point] = KEYS[player][point];
        self.liberties[point] = STEPS.into_iter().map(|step| u8::from(self.points[beside(point, step)] == EMPTY)).sum();
        for step in STEPS {
            let next = beside(point, step);
            let owner = self.points[next];
            if owner < EMPTY {
                let chain = self.chain(next);
                self.liberties[chain] -= 1;
                if usize::from(owner) == player {
                    self.join(self.chain(point), chain);
                } else if self.liberties[chain] == 0 {
                    self.take(next, usize::from(owner));
                }
            }
        }
    }

    /// Merges two chains.
    #[inline(always)]
    fn join(&mut self, a: usize, b: usize) {
        if a == b {
            return;
        }
        let (big, small) = if self.stones[a] < self.stones[b] { (b, a) } else { (a, b) };
        self.liberties[big] += self.liberties[small];
        self.stones[big] += self.stones[small];
        self.hashes[big] ^= self.hashes[small];
        let mut stone = small;
        loop {
            self.chain[stone] = big as u8;
            stone = usize::from(self.next[stone]) & (CAP - 1);
            if stone == small {
                break;
            }
        }
        self.next.swap(big, small);
    }

    /// Removes a chain from the board.
    fn take(&mut self, first: usize, owner: usize) {
        self.hash ^= self.hashes[self.chain(first)];
        let mut stone = first;
        loop {
            self.points[stone] = EMPTY;
            self.place[stone] = self.len as u8;
            self.empty[self.len & (CAP - 1)] = stone as u8;
            self.len += 1;
            for step in STEPS {
                let next = beside(stone, step);
                if usize::from(self.points[next]) == owner ^ 1 {
                    let chain = self.chain(next);
                    self.liberties[chain] += 1;
                }
            }
            stone = usize::from(self.next[stone]) & (CAP - 1);
            if stone == first {
                break;
            }
        }
    }

    /// Returns the player with the greater area.
    fn result(&self) -> Outcome {
        let mut areas = [0, KOMI];
        // Bits 0 and 1: reached by stones of the players.
        let mut reached = [0u8; CAP];
        let mut stack = Vec::with_capacity(2 * CAP);
        for point in 0..CAP {
            let owner = self.points[point];
            if owner < EMPTY {
                areas[usize::from(owner)] += 2;
                stack.push((point, owner));
            }
        }
        while let Some((point, player)) = stack.pop() {
            for step in STEPS {
                let next = beside(point, step);
                if self.points[next] == EMPTY && reached[next] >> player & 1 == 0 {
                    reached[next] |= 1 << player;
                    stack.push((next, player));
                }
            }
        }
        for reached in reached {
            match reached {
                1 => areas[0] += 2,
                2 => areas[1] += 2,
                _ => {}
            }
        }
        match areas[0].cmp(&areas[1]) {
            std::cmp::Ordering::Greater => Outcome::First,
            std::cmp::Ordering::Less => Outcome::Second,
            std::cmp::Ordering::Equal => Outcome::Draw,
        }
    }
}

#[derive(Clone)]
pub struct Go {
    board: Board,
    past: Past,
    player: usize,
    passes: u32,
}

impl Go {
    fn new() -> Go {
        let mut past = Past::new();
        past.add(START.hash);
        Go { board: START.clone(), past, player: 0, passes: 0 }
    }

    /// Places a stone if that is legal.
    #[inline(always)]
    fn try_place(&mut self, point: usize) -> bool {
        let Some(hash) = self.board.after(point, self.player) else { return false };
        if self.past.has(hash) {
            return false;
        }
        self.board.place(point, self.player);
        self.past.add(hash);
        self.player ^= 1;
        self.passes = 0;
        true
    }

    fn pass(&mut self) {
        self.player ^= 1;
        self.passes += 1;
    }
}

impl Game for Go {
    /// A point, or `None` for a pass.
    type Move = Option<usize>;

    fn start() -> Go {
        Go::new()
    }

    fn moves(&self) -> Vec<Option<usize>> {
        let mut board = self.board.clone();
        let mut legal = |point: &usize| board.after(*point, self.player).is_some_and(|hash| !self.past.has(hash));
        let points = self.board.empty[..self.board.len].iter().map(|point| usize::from(*point));
        points.filter(|point| legal(point)).map(Some).chain([None]).collect()
    }

    fn play(&mut self, mv: Option<usize>) {
        match mv {
            Some(point) => assert!(self.try_place(point), "a legal move"),
            None => self.pass(),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.passes == 2).then(|| self.board.result())
    }

    fn text(&self, mv: Option<usize>) -> String {
        match mv {
            Some(point) => format!("{}{}", b"abcdefghj"[point % WIDTH - 1] as char, point / WIDTH),
            None => "pass".to_owned(),
        }
    }

    fn playout(rng: &mut Rng) -> (u32, Outcome) {
        let mut game = Go::new();
        for ply in 1.. {
            loop {
                let at = rng.below(game.board.len + 1);
                if at == game.board.len {
                    game.pass();
                    break;
                }
                if game.try_place(usize::from(game.board.empty[at & (CAP - 1)]) & (CAP - 1)) {
                    break;
                }
            }
            if game.passes == 2 {
                return (ply, game.board.result());
            }
        }
        unreachable!("the game has an end")
    }
}
