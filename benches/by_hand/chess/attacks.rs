//! Attacks of pieces, from tables that fit the L1 cache: one multiplication moves the occupancy of a line into six
//! bits.

const FILE_A: u64 = 0x0101_0101_0101_0101;

/// A cell as seen from the lines through it: all other cells of its diagonals and its row.
struct Lines {
    rising: u64,
    falling: u64,
    row: u64,
}

static LINES: [Lines; 64] = {
    const NONE: Lines = Lines { rising: 0, falling: 0, row: 0 };
    let mut lines = [NONE; 64];
    let mut n = 0;
    while n < 64 * 64 {
        let (cell, other) = (n / 64, n % 64);
        let (x, y) = (cell as i32 % 8 - other as i32 % 8, cell as i32 / 8 - other as i32 / 8);
        if cell != other {
            let bit = 1 << other;
            lines[cell].rising |= if x == y { bit } else { 0 };
            lines[cell].falling |= if x == -y { bit } else { 0 };
            lines[cell].row |= if y == 0 { bit } else { 0 };
        }
        n += 1;
    }
    lines
};

/// Returns the cells reached from one of eight places for this occupancy of the inner six; a byte.
const fn reached(place: usize, inner: usize) -> u64 {
    let filled = inner << 1;
    let mut set = 0;
    let mut at = place + 1;
    while at < 8 {
        set |= 1 << at;
        at = if filled >> at & 1 == 1 { 8 } else { at + 1 };
    }
    let mut at = place;
    while at > 0 {
        at -= 1;
        set |= 1 << at;
        at = if filled >> at & 1 == 1 { 0 } else { at };
    }
    set
}

/// The cells reached in a row, for all rows.
static IN_ROWS: [[u64; 64]; 8] = {
    let mut table = [[0; 64]; 8];
    let mut n = 0;
    while n < 512 {
        table[n / 64][n % 64] = reached(n / 64, n % 64) * FILE_A;
        n += 1;
    }
    table
};

/// The cells reached in the first column; the six bits come from the upper rows downward.
static IN_COLUMN: [[u64; 64]; 8] = {
    let mut table = [[0; 64]; 8];
    let mut n = 0;
    while n < 512 {
        let row = reached(n / 64, (n as u8 % 64).reverse_bits() as usize >> 2);
        let mut at = 0;
        while at < 8 {
            table[n / 64][n % 64] |= (row >> at & 1) << (8 * at);
            at += 1;
        }
        n += 1;
    }
    table
};

/// Returns the cells that are this many columns and rows away.
const fn leaps(steps: [(i32, i32); 8]) -> [u64; 64] {
    let mut table = [0; 64];
    let mut n = 0;
    while n < 512 {
        let (cell, (dx, dy)) = (n / 8, steps[n % 8]);
        let (x, y) = (cell as i32 % 8 + dx, cell as i32 / 8 + dy);
        if x >= 0 && x < 8 && y >= 0 && y < 8 {
            table[cell] |= 1 << (8 * y + x);
        }
        n += 1;
    }
    table
}

/// Returns the targets of a knight or a king.
pub static KNIGHT: [u64; 64] = leaps([(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]);
pub static KING: [u64; 64] = leaps([(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]);

/// The cells from which a pawn of each player attacks a cell.
pub static PAWNS: [[u64; 64]; 2] = [
    leaps([(1, -1), (-1, -1), (9, 9), (9, 9), (9, 9), (9, 9), (9, 9), (9, 9)]),
    leaps([(1, 1), (-1, 1), (9, 9), (9, 9), (9, 9), (9, 9), (9, 9), (9, 9)]),
];

#[inline(always)]
pub fn bishop(cell: usize, filled: u64) -> u64 {
    let (lines, table) = (&LINES[cell & 63], &IN_ROWS[cell & 7]);
    let along = |line: u64| table[((line & filled).wrapping_mul(FILE_A << 1) >> 58) as usize] & line;
    along(lines.rising) | along(lines.falling)
}

#[inline(always)]
pub fn rook(cell: usize, filled: u64) -> u64 {
    let (column, row) = (cell & 7, cell >> 3 & 7);
    let along = IN_ROWS[column][(filled >> (8 * row + 1) & 63) as usize] & LINES[cell & 63].row;
    let standing = (filled >> column & FILE_A).wrapping_mul(0x0080_4020_1008_0400) >> 58;
    along | IN_COLUMN[row][standing as usize] << column
}
