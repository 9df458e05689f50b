//! Single cells, directions, players, kinds and pieces.

use super::pieces::{NONE, NOTHING};
use super::word::{Spot, Word};
use super::{Gen, Gets};
use crate::game::cells::Cell;
use crate::game::expr::*;
use crate::game::operator::Op;
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
            (Op::CellAt, [AnyExpr::Int(column), AnyExpr::Int(row)]) => {
                let (column, row) = (self.int(column)?.word, self.int(row)?.word);
                self.cell_at(column, row)
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
            _ => return Ok(None),
        }))
    }

    pub(crate) fn dir(&mut self, expr: &DirExpr) -> Gets<Word> {
        match expr {
            DirExpr::Const(dir) => Ok(Word::Known(i64::from(dir.0))),
            DirExpr::Common(common) => self.common(common),
        }
    }

    /// Emits instructions for operators whose value is a direction.
    pub(crate) fn lower_dir(&mut self, op: Op, args: &[AnyExpr]) -> Gets<Option<Word>> {
        Ok(Some(match (op, args) {
            (Op::DirOf, [AnyExpr::Int(dx), AnyExpr::Int(dy)]) => {
                let (dx, dy) = (self.int(dx)?.word, self.int(dy)?.word);
                self.dir_of(dx, dy)
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

    /// Emits a fault for nobody.
    pub(crate) fn refuse_nobody(&mut self, player: Word) {
        let players = Word::Known(self.plan.game.players.len() as i64);
        let nobody = self.compare(IntCC::UnsignedGreaterThanOrEqual, player, players);
        self.fault_if(nobody);
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
                let bit = self.has_bit(is_in, other as usize);
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

    pub(crate) fn tag(&mut self, expr: &TagExpr) -> Gets<Word> {
        match expr {
            TagExpr::Const(tag) => Ok(Word::Known(i64::from(tag.0))),
            TagExpr::Common(common) => self.common(common),
        }
    }

    /// Emits instructions for operators whose value is a kind.
    pub(crate) fn lower_kind(&mut self, op: Op, args: &[AnyExpr]) -> Gets<Option<Word>> {
        Ok(Some(match (op, args) {
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
}
