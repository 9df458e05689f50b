//! The board of Tiger and the motion on it.

/// A cell is its row times 16 plus its column, both from 0. A step over the edge leads to a cell with `WALL`.
pub type Cell = u8;

/// The contents of a cell: `THERE`, `TIGER` for a tiger, the owner in the lowest bit, and the number of a stone times 16.
pub type Piece = u8;
pub const TIGER: Piece = 2;
pub const THERE: Piece = 4;
const WALL: Piece = 8;

/// The cell of a removed piece.
pub const GONE: Cell = 255;

/// The steps to the North, Northeast, and so on.
pub const STEPS: [Cell; 8] = [16, 17, 1, 241, 240, 239, 255, 15];
/// Their parts to the East or West, and to the North or South.
const PARTS: [(Cell, Cell); 8] = [(0, 16), (1, 16), (1, 0), (1, 240), (0, 240), (255, 240), (255, 0), (255, 16)];

/// The spaces of one journey, and the bumps of one move, after which motion ends.
const MOST: u32 = 100;

/// Returns the owner of a piece.
#[inline(always)]
pub fn owner(piece: Piece) -> usize {
    usize::from(piece & 1)
}

/// Returns whether two cells are neighbors in a row or column.
#[inline(always)]
pub fn beside(a: Cell, b: Cell) -> bool {
    matches!(a.wrapping_sub(b), 1 | 255 | 16 | 240)
}

/// The families of lines: rows, columns, and the diagonals that rise and fall to the East.
pub const ROWS: usize = 0;
pub const COLUMNS: usize = 1;

/// For each family, the number of a cell's line, and the cell's place there: its column, or in a column its row.
static LINES: [[(u8, u8); 256]; 4] = {
    let mut lines = [[(0, 0); 256]; 4];
    let mut cell = 0;
    while cell < 256 {
        let (row, column) = (cell as u8 >> 4, cell as u8 & 15);
        lines[ROWS][cell] = (row, column);
        lines[COLUMNS][cell] = (column, row);
        lines[2][cell] = ((row + 16 - column) & 31, column);
        lines[3][cell] = (row + column, column);
        cell += 1;
    }
    lines
};

/// The territory of a tiger: for each family, for the lines before and after its own and its own line (1, 2 and 3), and for its
/// place there. A removed tiger has no territory.
static TERRITORY: [[[u16; 16]; 4]; 4] = {
    let mut cells = [[[0; 16]; 4]; 4];
    let mut at = 0;
    while at < 13 {
        let (here, before, behind) = (1 << at, 1 << at >> 1, 2 << at);
        cells[ROWS][1][at] = here;
        cells[ROWS][2][at] = before | behind;
        cells[ROWS][3][at] = here;
        cells[COLUMNS] = cells[ROWS];
        cells[2][1][at] = here | behind;
        cells[2][3][at] = here | before;
        cells[3][1][at] = here | before;
        cells[3][3][at] = here | behind;
        at += 1;
    }
    cells
};

/// A position, without the player to move.
#[derive(Clone)]
pub struct Board {
    pub cells: [Piece; 256],
    /// The occupied cells, by families of lines.
    lines: [[u16; 32]; 4],
    pub stones: [[Cell; 16]; 2],
    pub count: [usize; 2],
    pub tigers: [Cell; 2],
    /// The number of stones, including those that are `GONE`.
    gone: u32,
}

/// The start of White's side; Black's is its mirror image.
const PICTURE: [&[u8; 13]; 3] = [b"......W......", b"..w.w...w.w..", b".w.w.w.w.w.w."];

impl Board {
    /// The setup.
    pub const START: Board = {
        let mut board = Board {
            cells: [WALL; 256],
            lines: [[0; 32]; 4],
            stones: [[GONE; 16]; 2],
            count: [0; 2],
            tigers: [GONE; 2],
            gone: 0,
        };
        let mut n = 0;
        while n < 169 {
            board.cells[n / 13 * 16 + n % 13] = 0;
            n += 1;
        }
        let mut n = 0;
        while n < 78 {
            let (player, row, column) = (n / 39, n % 39 / 13, n % 13);
            let cell = if player == 0 { row * 16 + column } else { (12 - row) * 16 + column };
            let piece = match PICTURE[row][column] {
                b'W' => {
                    board.tigers[player] = cell as Cell;
                    THERE | TIGER | player as Piece
                }
                b'w' => {
                    let number = board.count[player];
                    board.stones[player][number] = cell as Cell;
                    board.count[player] += 1;
                    THERE | player as Piece | (number as Piece) << 4
                }
                _ => 0,
            };
            if piece != 0 {
                board.cells[cell] = piece;
                board.flip(cell as Cell);
            }
            n += 1;
        }
        board
    };

    #[inline(always)]
    pub fn at(&self, cell: Cell) -> Piece {
        self.cells[usize::from(cell)]
    }

    /// Returns the occupied bits of a cell's line in a family, and the cell's place there.
    #[inline(always)]
    pub fn line(&self, cell: Cell, family: usize) -> (u16, u32) {
        let (line, place) = LINES[family][usize::from(cell)];
        (self.lines[family][usize::from(line & 31)], u32::from(place & 15))
    }

    /// Returns the bits of that line in the territory of a tiger.
    #[inline(always)]
    pub fn territory(cell: Cell, family: usize, tiger: Cell) -> u16 {
        let ((line, _), (tigers, place)) = (LINES[family][usize::from(cell)], LINES[family][usize::from(tiger)]);
        TERRITORY[family][usize::from((line + 2).wrapping_sub(tigers).min(4) & 3)][usize::from(place & 15)]
    }

    /// Takes the piece off a cell.
    #[inline(always)]
    pub fn lift(&mut self, cell: Cell) -> Piece {
        let piece = self.at(cell);
        self.cells[usize::from(cell)] = 0;
        self.flip(cell);
        piece
    }

    #[inline(always)]
    const fn flip(&mut self, cell: Cell) {
        let mut family = 0;
        while family < 4 {
            let (line, place) = LINES[family][cell as usize];
            self.lines[family][(line & 31) as usize] ^= 1 << (place & 15);
            family += 1;
        }
    }

    /// Sets a lifted piece down.
    #[inline(always)]
    fn set(&mut self, piece: Piece, cell: Cell) {
        self.cells[usize::from(cell)] = piece;
        self.flip(cell);
        self.note(piece, cell);
    }

    /// Records the cell of a piece, or that it is gone.
    #[inline(always)]
    fn note(&mut self, piece: Piece, cell: Cell) {
        if piece & TIGER != 0 {
            self.tigers[owner(piece)] = cell;
        } else {
            self.stones[owner(piece)][usize::from(piece >> 4)] = cell;
            self.gone += u32::from(cell == GONE);
        }
    }

    /// Removes an eaten stone.
    pub fn remove(&mut self, cell: Cell) {
        let piece = self.lift(cell);
        self.note(piece, GONE);
    }

    /// Closes the gaps that stones have left in the lists.
    #[inline(always)]
    pub fn close(&mut self) {
        if self.gone != 0 {
            self.renumber();
        }
    }

    #[inline(never)]
    fn renumber(&mut self) {
        self.gone = 0;
        for player in 0..2 {
            for number in (0..self.count[player]).rev() {
                if self.stones[player][number] == GONE {
                    self.count[player] -= 1;
                    let last = self.stones[player][self.count[player]];
                    self.stones[player][number] = last;
                    if last != GONE {
                        self.cells[usize::from(last)] = THERE | player as Piece | (number as Piece) << 4;
                    }
                }
            }
        }
    }

    /// Returns whether an enemy stone has this player's tiger in sight along its row or its column.
    #[inline(always)]
    pub fn held(&self, player: usize, family: usize) -> bool {
        let [before, behind] = self.holders(player, family);
        before.0 | behind.0
    }

    /// The cells on which a piece would break the line of sight, as bits of the line; none if there are lines on both sides.
    pub fn sight(&self, player: usize, family: usize) -> u16 {
        let (_, at) = self.line(self.tigers[player], family);
        match self.holders(player, family) {
            [(true, place), (false, _)] => (1 << at) - (2 << place),
            [(false, _), (true, place)] => (1 << place) - (2 << at),
            _ => 0,
        }
    }

    /// For both sides of this player's tiger, whether the nearest piece in its row or column is an enemy stone, and its place.
    #[inline(always)]
    fn holders(&self, player: usize, family: usize) -> [(bool, u32); 2] {
        let tiger = self.tigers[player];
        let (line, at) = self.line(tiger, family);
        let shift = if family == ROWS { 0 } else { 4 };
        // The walls on both sides ensure that something is found. Places before the tiger are counted from it.
        let walled = u32::from(line) << 1 | 1 | 1 << 14;
        let before = 31 - (walled & ((2 << at) - 1)).leading_zeros();
        let behind = at + 2 + (walled >> (at + 2)).trailing_zeros();
        let stone = |place: u32| {
            let cell = tiger.wrapping_add((place.wrapping_sub(at + 1) as Cell) << shift);
            (self.at(cell) & (THERE | TIGER | 1) == THERE | (player ^ 1) as Piece, place.wrapping_sub(1))
        };
        [stone(before), stone(behind)]
    }

    /// Returns the enemy stones beside a cell, and their number.
    pub fn prey(&self, cell: Cell, enemy: usize) -> ([Cell; 4], usize) {
        let (mut found, mut len) = ([GONE; 4], 0);
        for step in [240, 255, 1, 16] {
            let next = cell.wrapping_add(step);
            if self.at(next) & (THERE | TIGER | 1) == THERE | enemy as Piece {
                found[len] = next;
                len += 1;
            }
        }
        (found, len)
    }
}

/// The events of one move.
pub struct Motion {
    mover: usize,
    meals: u32,
    bumps: u32,
    /// The tigers that have landed.
    landed: [bool; 2],
}

impl Motion {
    pub fn new(mover: usize) -> Motion {
        Motion { mover, meals: 0, bumps: 0, landed: [false; 2] }
    }

    /// Returns whether a piece is eaten as it enters a cell.
    #[inline(always)]
    fn eaten(&self, board: &Board, piece: Piece, cell: Cell) -> bool {
        beside(cell, board.tigers[owner(piece) ^ 1]) && (owner(piece) == self.mover || self.meals == 0)
    }

    /// Lands a lifted piece.
    #[inline(always)]
    pub fn land(&mut self, board: &mut Board, piece: Piece, cell: Cell) {
        if self.eaten(board, piece, cell) {
            board.note(piece, GONE);
            self.meals += u32::from(owner(piece) != self.mover);
        } else {
            board.set(piece, cell);
            self.landed[owner(piece)] |= piece & TIGER != 0;
        }
    }

    /// Returns the next space in a direction, and the direction after it: a wall turns it.
    #[inline(always)]
    fn onward(board: &Board, cell: Cell, d: usize) -> (Cell, usize) {
        let next = cell.wrapping_add(STEPS[d]);
        if board.at(next) & WALL == 0 {
            return (next, d);
        }
        let (x, y) = PARTS[d];
        let away = |part: Cell| board.at(cell.wrapping_add(part)) & WALL != 0;
        let x = if away(x) { x.wrapping_neg() } else { x };
        let y = if away(y) { y.wrapping_neg() } else { y };
        let way = PARTS.iter().position(|parts| *parts == (x, y)).unwrap_or(d);
        (cell.wrapping_add(STEPS[way]), way)
    }

    /// Returns whether a piece, coming upon another one at its `start`-th space, bumps it; `left` counts as empty.
    #[inline(always)]
    pub fn bumps(&self, board: &Board, piece: Piece, cell: Cell, d: usize, start: u32, left: Cell) -> bool {
        let (next, _) = Self::onward(board, cell, d);
        start >= 2
            && cell != board.tigers[owner(piece) ^ 1]
            && (board.at(next) == 0 || next == left)
            && self.bumps < MOST
    }

    /// Lets a lifted piece bump another one, which may bump a third one, and so on.
    #[inline(never)]
    pub fn bump(&mut self, board: &mut Board, mut piece: Piece, mut cell: Cell, mut d: usize, mut start: u32) {
        'bump: loop {
            let moved = board.lift(cell);
            self.bumps += 1;
            self.land(board, piece, cell);
            piece = moved;
            let (mut left, mut run) = (start - 1, 0);
            while left > 0 && run < MOST {
                let (next, way) = Self::onward(board, cell, d);
                d = way;
                run += 1;
                if board.at(next) == 0 {
                    if self.eaten(board, piece, next) {
                        self.land(board, piece, next);
                        return;
                    }
                    cell = next;
                    left -= 1;
                } else if self.bumps(board, piece, next, d, run, GONE) {
                    (cell, start) = (next, run);
                    continue 'bump;
                } else {
                    left = 0;
                }
            }
            self.land(board, piece, cell);
            return;
        }
    }

    /// Returns the stones that the mover's tiger may choose from, if it has moved and eaten nothing.
    pub fn prey(&self, board: &Board) -> ([Cell; 4], usize) {
        let tiger = board.tigers[self.mover];
        if self.landed[self.mover] && tiger != GONE && self.meals == 0 {
            board.prey(tiger, self.mover ^ 1)
        } else {
            ([GONE; 4], 0)
        }
    }

    /// Lets the other player's tiger eat everything beside it, if it has moved.
    pub fn feed_rival(&self, board: &mut Board) {
        let rival = self.mover ^ 1;
        if self.landed[rival] && board.tigers[rival] != GONE {
            let (prey, len) = board.prey(board.tigers[rival], self.mover);
            prey[..len].iter().for_each(|cell| board.remove(*cell));
        }
    }
}
