//! Single cells, directions, players, kinds and pieces.

use super::pieces::{NONE, NOTHING};
use super::word::{Spot, Word, ZERO};
use super::{Gen, Gets};
use crate::engine::fast::plan::Name;
use crate::game::cells::Cell;
use crate::game::expr::*;
use crate::game::operator::Op;
use crate::game::piece::Dir;
use cranelift_codegen::ir::condcodes::IntCC;

impl Gen<'_, '_> {
    /// Returns a known cell.
    pub(crate) fn known_spot(&self, cell: Cell) -> Spot {
        Spot { word: Word::Known(self.plan.code(cell)), sure: !cell.is_off() }
    }

    pub(crate) fn cell(&mut self, expr: &CellExpr) -> Gets<Spot> {
        match expr {
            CellExpr::Const(cell) => Ok(self.known_spot(*cell)),
            CellExpr::Common(common) => self.common(common),
        }
    }

    /// Emits instructions for operators whose value is a cell.
    pub(crate) fn lower_cell(&mut self, op: Op, args: &[AnyExpr]) -> Gets<Option<Spot>> {
        Ok(Some(match (op, args) {
            (Op::Step, [AnyExpr::Cell(from), AnyExpr::Dir(dir), AnyExpr::Int(n)]) => {
                let (from, dir, n) = (self.cell(from)?, self.dir(dir)?, self.int(n)?);
                self.stepped(from, dir, n.word)?
            }
            (Op::TheCell, [AnyExpr::Cells(set)]) => {
                let set = self.cells(set)?;
                let first = self.first_of(&set);
                let one = self.just(first);
                let rest = self.set_except(&set, &one);
                let many = self.is_some(&rest);
                self.fault_if(many);
                first
            }
            (Op::CellNumbered, [AnyExpr::Int(n)]) => {
                let n = self.int(n)?.word;
                let plan = self.plan;
                let cells = plan.cells() as i64;
                if let Word::Known(n) = n {
                    return Ok(Some(self.known_spot(plan.board().numbered(i32::try_from(n).unwrap_or(0)))));
                }
                let table = (0..=cells).map(|n| plan.code(plan.board().numbered(n as i32)) as u64).collect();
                let table = plan.tables.keep(table);
                let fits = self.below(n, Word::Known(cells + 1));
                let index = self.select(fits, n, ZERO);
                Spot { word: self.load_at(table, index), sure: false }
            }
            (Op::CellAt, [AnyExpr::Int(column), AnyExpr::Int(row)]) => {
                let (column, row) = (self.int(column)?.word, self.int(row)?.word);
                self.at(column, row)?
            }
            _ => return Ok(None),
        }))
    }

    /// Returns the cell at a column and row, or `off`.
    fn at(&mut self, column: Word, row: Word) -> Gets<Spot> {
        let board = self.plan.board();
        let (width, height) = (i64::from(board.width()), i64::from(board.height()));
        if let (Word::Known(column), Word::Known(row)) = (column, row) {
            let fits = |n: i64| i32::try_from(n).unwrap_or(0);
            return Ok(self.known_spot(board.at(fits(column), fits(row))));
        }
        let table = self.plan.tables.keep(
            (1..=height)
                .flat_map(|row| (1..=width).map(move |column| (column, row)))
                .map(|(column, row)| self.plan.code(board.at(column as i32, row as i32)) as u64)
                .collect(),
        );
        let one = Word::Known(1);
        let (x, y) = (self.sub(column, one), self.sub(row, one));
        let (a, b) = (self.below(x, Word::Known(width)), self.below(y, Word::Known(height)));
        let is_on = self.and(a, b);
        let line = self.mul(y, Word::Known(width));
        let index = self.add(line, x);
        let index = self.select(is_on, index, ZERO);
        let cell = self.load_at(table, index);
        let off = Word::Known(self.plan.cells() as i64);
        Ok(Spot { word: self.select(is_on, cell, off), sure: false })
    }

    /// Returns where `n` steps lead.
    pub(crate) fn stepped(&mut self, from: Spot, dir: Word, n: Word) -> Gets<Spot> {
        let board = self.plan.board();
        match (dir, n) {
            (Word::Known(dir), Word::Known(n)) => {
                let dir = Dir(dir as u8);
                let n = i32::try_from(n).unwrap_or(i32::MAX);
                if let Some(cell) = from.word.known() {
                    return Ok(self.known_spot(board.steps(self.plan.cell(cell), dir, n)));
                }
                let table = self.plan.steps(dir, n);
                Ok(Spot { word: self.load_at(table, from.word), sure: false })
            }
            (Word::Made(_), Word::Known(_)) => {
                // One table for all directions, in order.
                let n = n.known().and_then(|n| i32::try_from(n).ok()).unwrap_or(i32::MAX);
                let cells = self.plan.cells();
                let all = (0..board.dirs()).flat_map(|dir| {
                    let cells = (0..cells).map(|cell| Cell(cell as u16)).chain([Cell::OFF]);
                    cells.map(move |cell| (Dir(dir as u8), cell))
                });
                let table = all.map(|(dir, cell)| self.plan.code(board.steps(cell, dir, n)) as u64).collect();
                let table = self.plan.tables.keep(table);
                let first = self.mul(dir, Word::Known(cells as i64 + 1));
                let index = self.add(first, from.word);
                Ok(Spot { word: self.load_at(table, index), sure: false })
            }
            (_, Word::Made(_)) => {
                // Walk forth or back, step by step.
                let off = Word::Known(self.plan.cells() as i64);
                let here = self.variable(from.word);
                let forth = self.compare(IntCC::SignedGreaterThanOrEqual, n, ZERO);
                let negative = self.sub(ZERO, n);
                let steps = self.select(forth, n, negative);
                let left = self.variable(steps);
                self.repeat(
                    |make| {
                        let (here, left) = (make.read(here), make.read(left));
                        let on = make.compare(IntCC::NotEqual, here, off);
                        let some = make.compare(IntCC::SignedGreaterThan, left, ZERO);
                        Ok(make.and(on, some))
                    },
                    |make| {
                        make.spend();
                        let now = make.read(here);
                        let spot = Spot { word: now, sure: true };
                        let (a, b) =
                            (make.stepped(spot, dir, Word::Known(1))?, make.stepped(spot, dir, Word::Known(-1))?);
                        let next = make.select(forth, a.word, b.word);
                        make.assign(here, next);
                        let now = make.read(left);
                        let fewer = make.sub(now, Word::Known(1));
                        make.assign(left, fewer);
                        Ok(())
                    },
                )?;
                Ok(Spot { word: self.read(here), sure: false })
            }
        }
    }

    pub(crate) fn dir(&mut self, expr: &DirExpr) -> Gets<Word> {
        match expr {
            DirExpr::Const(dir) => Ok(Word::Known(i64::from(dir.0))),
            DirExpr::Common(common) => self.common(common),
        }
    }

    /// Emits instructions for operators whose value is a direction.
    pub(crate) fn lower_dir(&mut self, op: Op, args: &[AnyExpr]) -> Gets<Option<Word>> {
        let board = self.plan.board();
        Ok(Some(match (op, args) {
            (Op::Opposite, [AnyExpr::Dir(dir)]) => {
                let dir = self.dir(dir)?;
                let back = |dir: Dir| i64::from(board.opposite(dir).unwrap_or(dir).0);
                match dir {
                    Word::Known(dir) => Word::Known(back(Dir(dir as u8))),
                    Word::Made(_) => {
                        let table = (0..board.dirs()).map(|dir| back(Dir(dir as u8)) as u64).collect();
                        let table = self.plan.tables.keep(table);
                        self.load_at(table, dir)
                    }
                }
            }
            (Op::TheDir, [AnyExpr::Dirs(set)]) => {
                let set = self.some_dirs(set)?;
                self.only(set, None)?
            }
            (Op::DirOf, [AnyExpr::Int(dx), AnyExpr::Int(dy)]) => {
                let (dx, dy) = (self.int(dx)?.word, self.int(dy)?.word);
                self.dir_of(dx, dy)
            }
            (Op::Ahead, [AnyExpr::Player(player)]) => {
                let player = self.player(player)?;
                let ahead = |p: i64| {
                    let going =
                        usize::try_from(p).ok().and_then(|p| self.plan.game.players.get(p)).and_then(|p| p.going);
                    going.and_then(|going| board.ahead(going)).map_or(NONE, |dir| i64::from(dir.0))
                };
                self.by_player(player, ahead)?
            }
            _ => return Ok(None),
        }))
    }

    /// Returns the direction that leads `dx` columns and `dy` rows on; faults if no direction does.
    fn dir_of(&mut self, dx: Word, dy: Word) -> Word {
        let board = self.plan.board();
        let of = |dx: i64, dy: i64| board.dir_of(dx as i32, dy as i32);
        if let (Word::Known(dx), Word::Known(dy)) = (dx, dy) {
            return match of(dx, dy) {
                Some(dir) => Word::Known(i64::from(dir.0)),
                None => self.impossible(),
            };
        }
        let table = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| (dx, dy)));
        let table = table.map(|(dx, dy)| of(dx, dy).map_or(NONE as u64, |dir| u64::from(dir.0))).collect();
        let table = self.plan.tables.keep(table);
        let (x, y) = (self.add(dx, Word::Known(1)), self.add(dy, Word::Known(1)));
        let (a, b) = (self.below(x, Word::Known(3)), self.below(y, Word::Known(3)));
        let fits = self.and(a, b);
        let wrong = self.not(fits);
        self.fault_if(wrong);
        let line = self.mul(y, Word::Known(3));
        let index = self.add(line, x);
        let dir = self.load_at(table, index);
        let missing = self.same(dir, Word::Known(NONE));
        self.fault_if(missing);
        dir
    }

    /// Returns a word that depends on the player; faults for nobody.
    fn by_player(&mut self, player: Word, of: impl Fn(i64) -> i64) -> Gets<Word> {
        match player {
            Word::Known(p) => match of(p) {
                NONE => Ok(self.impossible()),
                dir => Ok(Word::Known(dir)),
            },
            Word::Made(_) => {
                let players = self.plan.game.players.len() as i64;
                let table = self.plan.tables.keep((0..players).map(|p| of(p) as u64).collect());
                let nobody = self.compare(IntCC::UnsignedGreaterThanOrEqual, player, Word::Known(players));
                self.fault_if(nobody);
                let found = self.load_at(table, player);
                let missing = self.same(found, Word::Known(NONE));
                self.fault_if(missing);
                Ok(found)
            }
        }
    }

    pub(crate) fn player(&mut self, expr: &PlayerExpr) -> Gets<Word> {
        Ok(match expr {
            PlayerExpr::Const(player) => Word::Known(i64::from(player.0)),
            PlayerExpr::Common(common) => self.common(common)?,
            PlayerExpr::Mover => self.seen.mover,
            PlayerExpr::Next => self.seen.next,
            PlayerExpr::After(player) => {
                let player = self.player(player)?;
                self.after(player)
            }
        })
    }

    /// Emits instructions for operators whose value is a player.
    pub(crate) fn lower_player(&mut self, op: Op, args: &[AnyExpr]) -> Gets<Option<Word>> {
        Ok(Some(match (op, args) {
            (Op::Rival, [AnyExpr::Player(player)]) => match self.player(player)? {
                Word::Known(0) => Word::Known(1),
                Word::Known(1) => Word::Known(0),
                Word::Known(_) => Word::Known(NONE),
                player => {
                    let second = self.same(player, Word::Known(1));
                    let rival = self.select(second, ZERO, Word::Known(NONE));
                    let first = self.same(player, ZERO);
                    self.select(first, Word::Known(1), rival)
                }
            },
            (Op::ThePlayer, [AnyExpr::Players(set)]) => {
                let set = self.some_players(set)?;
                self.only(set, Some(NONE))?
            }
            (Op::Owner, [AnyExpr::Piece(PieceExpr::At(cell))]) => {
                let cell = self.cell(cell)?;
                self.owner_of(cell)
            }
            (Op::Owner, [AnyExpr::Piece(piece)]) => {
                let piece = self.piece(piece)?;
                self.right_by(piece, 8)
            }
            _ => return Ok(None),
        }))
    }

    /// Returns the next player in turn order who is still in.
    pub(crate) fn after(&mut self, player: Word) -> Word {
        let players = self.plan.game.players.len() as i64;
        let is_in = self.load(self.plan.native.players);
        if let Word::Known(p) = player {
            if !(0..players).contains(&p) {
                return Word::Known(NONE);
            }
            // From the farthest to the nearest, so that the nearest player who is in remains.
            let mut found = Word::Known(NONE);
            for other in (0..players).rev().map(|n| (p + 1 + n) % players) {
                let bit = self.right_by(is_in, other as u32);
                let bit = self.and(bit, Word::Known(1));
                found = self.select(bit, Word::Known(other), found);
            }
            return found;
        }
        let mut found = Word::Known(NONE);
        for p in 0..players {
            let here = self.same(player, Word::Known(p));
            let after = self.after(Word::Known(p));
            found = self.select(here, after, found);
        }
        found
    }

    pub(crate) fn kind(&mut self, expr: &KindExpr) -> Gets<Word> {
        match expr {
            KindExpr::Const(kind) => Ok(Word::Known(i64::from(kind.0))),
            KindExpr::Common(common) => self.common(common),
        }
    }

    /// Emits instructions for operators whose value is a kind.
    pub(crate) fn lower_kind(&mut self, op: Op, args: &[AnyExpr]) -> Gets<Option<Word>> {
        Ok(Some(match (op, args) {
            (Op::TheKind, [AnyExpr::Kinds(set)]) => {
                let set = self.some_kinds(set)?;
                self.only(set, Some(NONE))?
            }
            (Op::KindOf, [AnyExpr::Piece(PieceExpr::At(cell))]) => {
                let cell = self.cell(cell)?;
                self.kind_of(cell)
            }
            (Op::KindOf, [AnyExpr::Piece(piece)]) => {
                let piece = self.piece(piece)?;
                self.and(piece, Word::Known(255))
            }
            _ => return Ok(None),
        }))
    }

    pub(crate) fn piece(&mut self, expr: &PieceExpr) -> Gets<Word> {
        match expr {
            PieceExpr::Nothing => Ok(Word::Known(NOTHING)),
            PieceExpr::Common(common) => self.common(common),
            PieceExpr::At(cell) => {
                let cell = self.cell(cell)?;
                Ok(self.piece_on(cell))
            }
            PieceExpr::Of(pair) => {
                let (kind, owner) = (self.kind(&pair.0)?, self.player(&pair.1)?);
                let mut piece = Word::Known(NOTHING);
                let high = self.left_by(owner, 8);
                for (k, info) in self.plan.game.kinds.iter().enumerate() {
                    let is_it = self.same(kind, Word::Known(k as i64));
                    let high = if info.neutral { Word::Known(NONE << 8) } else { high };
                    let here = self.or(high, Word::Known(k as i64));
                    piece = self.select(is_it, here, piece);
                }
                Ok(piece)
            }
        }
    }

    /// Returns a word from a table of one for each cell.
    pub(crate) fn by_cell(&mut self, name: Name, cell: Spot, of: impl Fn(Cell) -> i64) -> Word {
        if let Some(known) = cell.word.known() {
            return Word::Known(of(self.plan.cell(known)));
        }
        let table = self.plan.words(name, of);
        self.load_at(table, cell.word)
    }
}
