//! Rows as words: while pieces are only added, each line of the board in a direction is a word for each player, with a bit for each
//! of the player's pieces. A new piece changes one line in each direction, and rows in it are found by shifts.

use super::goal::{Atom, Goal};
use super::word::{Word, ZERO};
use super::{Gen, Gets};
use crate::engine::fast::tables::TableId;
use crate::game::board::Board;
use crate::game::cells::Cell;
use crate::game::expr::BoolExpr;
use crate::game::piece::Dir;
use cranelift_frontend::Variable;

/// The most cells of a line.
const LONGEST: usize = 64;

/// A row that is watched while a ply is made.
#[derive(Clone, Debug)]
pub(crate) struct KeptRow {
    condition: *const BoolExpr,
    /// The lengths that it may have.
    lengths: (u32, u32),
    dirs: Vec<Dir>,
    /// Whether the new piece has made it.
    holds: Variable,
}

impl KeptRow {
    /// Returns whether one of these rows has just been made, if this is the condition.
    pub(crate) fn of(rows: &[KeptRow], condition: &BoolExpr) -> Option<Variable> {
        rows.iter().find(|row| std::ptr::eq(row.condition, condition)).map(|row| row.holds)
    }
}

/// Returns the lines of a board in one of its directions, each from its first cell to its last.
fn lines_along(board: &Board, dir: Dir) -> Vec<Vec<Cell>> {
    let step = |cell: Cell| Some(board.step(cell, dir)).filter(|next| !next.is_off());
    let cells: Vec<Cell> = board.cells().collect();
    let mut is_first = vec![true; board.len()];
    cells.iter().filter_map(|cell| step(*cell)).for_each(|next| is_first[usize::from(next.0)] = false);
    let firsts = cells.into_iter().filter(|cell| is_first[usize::from(cell.0)]);
    firsts.map(|first| std::iter::successors(Some(first), |cell| step(*cell)).take(board.len()).collect()).collect()
}

/// Returns the directions of a board with lines, one of each two opposite ones, and where the lines of each begin among all of them.
fn line_starts(board: &Board) -> (Vec<(Dir, usize)>, usize) {
    let (mut starts, mut all) = (Vec::new(), 0);
    for dir in (0..board.dirs()).map(|dir| Dir(dir as u8)) {
        if board.opposite(dir).is_some_and(|back| dir < back) {
            starts.push((dir, all));
            all += lines_along(board, dir).len();
        }
    }
    (starts, all)
}

/// Returns the number of lines of a board in all directions.
pub(crate) fn count_lines(board: &Board) -> usize {
    line_starts(board).1
}

impl<'p> Gen<'p, '_> {
    /// Returns the rows to keep for these conditions.
    pub(crate) fn rows_for(&mut self, atoms: &[Atom<'p>]) -> Gets<Vec<KeptRow>> {
        let plan = self.plan;
        let mut kept = Vec::new();
        if plan.native.lines.is_none() || plan.only_kind().is_none() {
            return Ok(kept);
        }
        let (starts, _) = line_starts(plan.board());
        for atom in atoms {
            let Goal::Rows(rows) = atom.goal else { continue };
            let (least, most) = (self.int(rows.least)?.word.known(), self.int(rows.most)?.word.known());
            let dirs = self.row_dirs(rows)?;
            let are_kept = dirs.iter().all(|dir| starts.iter().any(|(other, _)| other == dir));
            let lines = dirs.iter().flat_map(|dir| lines_along(plan.board(), *dir));
            let longest = lines.map(|line| line.len()).max().unwrap_or(0);
            let (Some(least @ 1..), Some(most @ 0..), true) = (least, most, are_kept && longest <= LONGEST) else {
                continue;
            };
            let most = if most < longest as i64 { most as usize } else { LONGEST };
            let lengths = (least.min(LONGEST as i64 + 1) as u32, most as u32);
            kept.push(KeptRow { condition: atom.condition, lengths, dirs, holds: self.variable(ZERO) });
        }
        Ok(kept)
    }

    /// Adds a piece of a player to its lines, and says which rows it makes.
    pub(super) fn add_to_lines(&mut self, cell: Word, player: usize, rows: &[KeptRow]) {
        let Some(lines) = self.plan.native.lines else { return };
        let (starts, all) = line_starts(self.plan.board());
        let mut changed = Vec::new();
        for (dir, start) in starts.into_iter().filter(|(dir, _)| rows.iter().any(|row| row.dirs.contains(dir))) {
            let (at, bit) = self.place_in_line(cell, dir);
            let base = lines + player * all + start;
            let line = self.load_word(base, at);
            let line = self.or(line, bit);
            self.store_word(base, at, line);
            changed.push((dir, line));
        }
        for row in rows {
            let mut found = ZERO;
            for (_, line) in changed.iter().filter(|(dir, _)| row.dirs.contains(dir)) {
                let made = self.rows_in(*line, row.lengths);
                found = self.or(found, made);
            }
            let none = self.same(found, ZERO);
            let holds = self.not(none);
            self.assign(row.holds, holds);
        }
    }

    /// Returns the number of a cell's line among those of its direction, and the cell's bit in it.
    fn place_in_line(&mut self, cell: Word, dir: Dir) -> (Word, Word) {
        let (plan, board) = (self.plan, self.plan.board());
        let table = |is_bit: bool| {
            plan.tables.named(TableId::Line(dir.0, is_bit), || {
                let mut words = vec![0; plan.cells()];
                for (n, line) in lines_along(board, dir).into_iter().enumerate() {
                    for (place, cell) in line.into_iter().enumerate() {
                        words[usize::from(cell.0)] = if is_bit { 1 << (place % LONGEST) } else { n as u64 };
                    }
                }
                words
            })
        };
        (self.load_at(table(false), cell), self.load_at(table(true), cell))
    }

    /// Returns a bit for each row of these lengths in a line.
    fn rows_in(&mut self, line: Word, (least, most): (u32, u32)) -> Word {
        let runs = self.runs_in(line, least);
        if most as usize >= LONGEST {
            return runs;
        }
        let further = self.left_by(line, 1);
        let starts = self.and_not(runs, further);
        let longer = self.runs_in(line, most + 1);
        self.and_not(starts, longer)
    }

    /// Returns the places in a line where this many pieces follow one another.
    fn runs_in(&mut self, line: Word, length: u32) -> Word {
        // Double the length while possible, then add the remainder.
        let (mut known, mut runs) = (1, line);
        while known < length {
            let more = known.min(length - known);
            let further = self.right_by(runs, more);
            runs = self.and(runs, further);
            known += more;
        }
        runs
    }

    /// Puts all pieces of a player into lines.
    pub(crate) fn fill_lines(&mut self, player: usize, rows: &[KeptRow]) -> Gets<()> {
        let Some(lines) = self.plan.native.lines.filter(|_| !rows.is_empty()) else { return Ok(()) };
        let count = count_lines(self.plan.board());
        self.each_index(count, |make, n| {
            make.store_word(lines + player * count, n, ZERO);
            Ok(())
        })?;
        let own = self.of_player(Word::Known(player as i64));
        self.each_cell(&own, &mut |make, cell| {
            make.add_to_lines(cell.word, player, rows);
            Ok(ZERO)
        })?;
        Ok(())
    }
}
