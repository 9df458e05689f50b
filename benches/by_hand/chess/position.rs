//! A position of chess, and the effect of moves.

use super::attacks;

pub const PAWN: usize = 0;
pub const KNIGHT: usize = 1;
pub const BISHOP: usize = 2;
pub const ROOK: usize = 3;
pub const QUEEN: usize = 4;
pub const KING: usize = 5;
const NOTHING: u8 = 6;

/// Random words for pieces by color and kind, for castling rights, for the passed cell, and for the player to move.
struct Keys {
    pieces: [[[u64; 64]; 8]; 2],
    rights: [u64; 16],
    passed: [u64; 65],
    turn: u64,
}

static KEYS: Keys = {
    let mut keys = Keys { pieces: [[[0; 64]; 8]; 2], rights: [0; 16], passed: [0; 65], turn: 0 };
    let (mut state, mut n) = (7u64, 0);
    while n < 1200 {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        let word = mixed ^ mixed >> 31;
        match n {
            0..1024 => {
                // Empty cells have no key.
                if n / 64 % 8 < 6 {
                    keys.pieces[n / 512][n / 64 % 8][n % 64] = word;
                }
            }
            1024..1040 => keys.rights[n - 1024] = word,
            1040..1104 => keys.passed[n - 1040] = word,
            _ => keys.turn = word,
        }
        n += 1;
    }
    keys
};

/// Returns the rights that depend on a cell: a1, h1, a8, h8.
const fn right(cell: usize) -> u8 {
    match cell {
        0 => 1,
        7 => 2,
        56 => 4,
        63 => 8,
        _ => 0,
    }
}

static RIGHTS: [u8; 64] = {
    let mut rights = [0; 64];
    let mut cell = 0;
    while cell < 64 {
        rights[cell] = right(cell);
        cell += 1;
    }
    rights
};

/// Origin, target, and the promotion of a pawn; castling is the king's move.
#[derive(Clone, Copy)]
pub struct Move {
    pub from: usize,
    pub to: usize,
    /// `PAWN` if there is no promotion.
    pub promoted: usize,
}

#[derive(Clone)]
pub struct Position {
    pub kinds: [u64; 8],
    pub colors: [u64; 2],
    board: [u8; 64],
    pub player: usize,
    /// The rooks that may still castle.
    rights: u8,
    /// The cell that a pawn has passed, or 64.
    passed: u8,
    /// Plies since the last capture or move of a pawn.
    pub quiet: usize,
    pub hash: u64,
}

impl Position {
    pub const START: Position = {
        const ROW: [usize; 8] = [ROOK, KNIGHT, BISHOP, QUEEN, KING, BISHOP, KNIGHT, ROOK];
        let mut position = Position {
            kinds: [0; 8],
            colors: [0xffff, 0xffff << 48],
            board: [NOTHING; 64],
            player: 0,
            rights: 15,
            passed: 64,
            quiet: 0,
            hash: 0,
        };
        let mut cell = 0;
        while cell < 64 {
            let kind = match cell / 8 {
                0 | 7 => ROW[cell % 8],
                1 | 6 => PAWN,
                _ => NOTHING as usize,
            };
            position.board[cell] = kind as u8;
            if kind != NOTHING as usize {
                position.kinds[kind] |= 1 << cell;
            }
            cell += 1;
        }
        position
    };

    /// Returns the passed cell as a set.
    #[inline(always)]
    pub fn passed(&self) -> u64 {
        if self.passed < 64 { 1 << self.passed } else { 0 }
    }

    /// Returns the castling targets that rights and empty cells allow.
    #[inline(always)]
    pub fn castling(&self, king: usize, filled: u64) -> u64 {
        let rights = self.rights >> (2 * self.player) & 3;
        if rights == 0 {
            return 0;
        }
        let row = filled >> (56 * self.player);
        let west = if rights & 1 != 0 && row & 0x0e == 0 { 1 << ((king - 2) & 63) } else { 0 };
        let east = if rights & 2 != 0 && row & 0x60 == 0 { 1 << ((king + 2) & 63) } else { 0 };
        west | east
    }

    /// Returns whether these enemies attack a cell.
    #[inline(always)]
    fn attacks(&self, cell: usize, enemy: u64, filled: u64) -> bool {
        let kinds = &self.kinds;
        let near = attacks::KNIGHT[cell] & kinds[KNIGHT]
            | attacks::KING[cell] & kinds[KING]
            | attacks::PAWNS[self.player ^ 1][cell] & kinds[PAWN];
        let slanting = attacks::bishop(cell, filled) & (kinds[BISHOP] | kinds[QUEEN]);
        let straight = attacks::rook(cell, filled) & (kinds[ROOK] | kinds[QUEEN]);
        (near | slanting | straight) & enemy != 0
    }

    /// Returns whether the king of the player to move is attacked.
    pub fn is_attacked(&self) -> bool {
        let king = (self.colors[self.player] & self.kinds[KING]).trailing_zeros() as usize & 63;
        self.attacks(king, self.colors[self.player ^ 1], self.colors[0] | self.colors[1])
    }

    /// Returns whether a move leaves the king unattacked.
    #[inline(always)]
    pub fn is_safe(&self, mv: Move) -> bool {
        let (from, to) = (1 << mv.from, 1 << mv.to);
        let kind = usize::from(self.board[mv.from]);
        let mut taken = to;
        if kind == PAWN && mv.to == usize::from(self.passed) {
            taken = 1 << (mv.to ^ 8);
        }
        let enemy = self.colors[self.player ^ 1] & !taken;
        let filled = self.colors[self.player] & !from | enemy | to;
        if kind != KING {
            let king = (self.colors[self.player] & self.kinds[KING]).trailing_zeros() as usize & 63;
            return !self.attacks(king, enemy, filled);
        }
        if mv.from.abs_diff(mv.to) == 2 {
            let all = self.colors[0] | self.colors[1];
            if self.attacks(mv.from, enemy, all) || self.attacks(((mv.from + mv.to) / 2) & 63, enemy, all) {
                return false;
            }
        }
        !self.attacks(mv.to, enemy, filled)
    }

    #[inline(always)]
    fn flip(&mut self, player: usize, kind: usize, cell: usize) {
        self.kinds[kind & 7] ^= 1 << cell;
        self.colors[player] ^= 1 << cell;
        self.hash ^= KEYS.pieces[player][kind & 7][cell];
    }

    /// Makes a legal move.
    #[inline(always)]
    pub fn make(&mut self, Move { from, to, promoted }: Move) {
        let (player, enemy) = (self.player, self.player ^ 1);
        let (kind, taken) = (usize::from(self.board[from]), self.board[to]);
        self.hash ^=
            KEYS.passed[usize::from(self.passed.min(64))] ^ KEYS.rights[usize::from(self.rights & 15)] ^ KEYS.turn;
        self.quiet = if kind == PAWN || taken != NOTHING { 0 } else { self.quiet + 1 };
        if taken != NOTHING {
            self.flip(enemy, usize::from(taken), to);
        }
        self.flip(player, kind, from);
        self.board[from] = NOTHING;
        let becomes = if promoted == PAWN { kind } else { promoted };
        self.flip(player, becomes, to);
        self.board[to] = becomes as u8;
        let mut passed = 64;
        if kind == PAWN {
            if to == usize::from(self.passed) {
                self.flip(enemy, PAWN, to ^ 8);
                self.board[to ^ 8] = NOTHING;
            }
            if from.abs_diff(to) == 16 {
                passed = ((from + to) / 2) as u8;
            }
        }
        self.rights &= !(RIGHTS[from] | RIGHTS[to]);
        if kind == KING {
            self.rights &= !(3 << (2 * player));
            if from.abs_diff(to) == 2 {
                let (rook, beside) = if to > from { (to + 1, to - 1) } else { (to - 2, to + 1) };
                self.flip(player, ROOK, rook & 63);
                self.flip(player, ROOK, beside & 63);
                self.board[rook & 63] = NOTHING;
                self.board[beside & 63] = ROOK as u8;
            }
        }
        self.passed = passed;
        self.hash ^= KEYS.passed[usize::from(passed)] ^ KEYS.rights[usize::from(self.rights & 15)];
        self.player = enemy;
    }
}
