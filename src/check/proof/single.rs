//! What single cells, players and kinds can be.

use super::Prover;
use super::area::{self, Area};
use super::facts::Known;
use crate::game::cells::{Cell, CellSet};
use crate::game::expr::*;
use crate::game::piece::{Kind, Player};
use crate::syntax::ast::Type;

impl Prover<'_> {
    /// What a cell can be, and whether it can be `off`.
    pub fn cell(&self, cell: &CellExpr) -> (Area, bool) {
        let anything = (self.everywhere(), true);
        if self.tired() {
            return anything;
        }
        let either = |a: (Area, bool), b: (Area, bool)| (a.0.join(&b.0), a.1 || b.1);
        match cell {
            CellExpr::Const(Cell::OFF) => (Area::NONE, true),
            CellExpr::Const(cell) if self.fixed => (Area { cells: CellSet::of(*cell), ..anything.0 }, false),
            CellExpr::Const(_) => (anything.0, false),
            CellExpr::The(set, _) => (self.cells(set), true),
            CellExpr::Common(common) => match &**common {
                Common::Local(slot) => match self.facts.local(Class::Word, *slot) {
                    Some(Known::Cell(area, off)) => (area, off),
                    _ => anything,
                },
                Common::If(_, yes, no) => either(self.cell(yes), self.cell(no)),
                Common::Match(arms) => {
                    let each = arms.arms.iter().map(|(_, cell)| cell).chain(&arms.otherwise);
                    each.map(|cell| self.cell(cell)).fold((Area::NONE, false), either)
                }
                Common::Call(call) => {
                    let def = self.defs.cell.get(usize::from(call.def));
                    self.within_def(Type::Cell, call, def, |inner, body| inner.cell(body)).unwrap_or(anything)
                }
                Common::Lazy(_) | Common::Var(_) | Common::Apply(_) => anything,
            },
            CellExpr::Step(_) | CellExpr::At(_) | CellExpr::Numbered(_) => anything,
        }
    }

    /// What a player can be: seen from the mover ([`area::MOVER`], [`area::OTHER`], and [`area::EMPTY`] for nobody), and by
    /// name.
    pub fn player(&self, player: &PlayerExpr) -> (u8, u64) {
        let anybody = (area::OWNED | area::EMPTY, self.all_players());
        if self.tired() {
            return anybody;
        }
        match player {
            PlayerExpr::Const(Player::NOBODY) => (area::EMPTY, 0),
            PlayerExpr::Const(player) if player.0 < 64 => (area::OWNED, 1 << player.0),
            PlayerExpr::Mover => (area::MOVER, self.all_players()),
            PlayerExpr::Rival(of) if self.players == 2 && matches!(**of, PlayerExpr::Mover) => {
                (area::OTHER, self.all_players())
            }
            PlayerExpr::Owner(piece) => match &**piece {
                PieceExpr::At(cell) => {
                    let (area, off) = self.cell(cell);
                    let nobody = off || area.whose & (area::EMPTY | area::NEUTRAL) != 0;
                    (area.whose & area::OWNED | if nobody { area::EMPTY } else { 0 }, area.owners)
                }
                _ => anybody,
            },
            PlayerExpr::Common(common) => match &**common {
                Common::Local(slot) => match self.facts.local(Class::Word, *slot) {
                    Some(Known::Player(whose, owners)) => (whose, owners),
                    _ => anybody,
                },
                _ => anybody,
            },
            _ => anybody,
        }
    }

    /// What a kind can be, and whether it can be `nothing`.
    pub fn kind(&self, kind: &KindExpr) -> (u64, bool) {
        let anything = (self.all_kinds(), true);
        if self.tired() {
            return anything;
        }
        match kind {
            KindExpr::Const(Kind::NOTHING) => (0, true),
            KindExpr::Const(kind) if kind.0 < 64 => (1 << kind.0, false),
            KindExpr::Of(piece) => match &**piece {
                PieceExpr::At(cell) => {
                    let (area, off) = self.cell(cell);
                    (area.kinds, off || area.whose & area::EMPTY != 0)
                }
                _ => anything,
            },
            KindExpr::Common(common) => match &**common {
                Common::Local(slot) => match self.facts.local(Class::Word, *slot) {
                    Some(Known::Kind(kinds, nothing)) => (kinds, nothing),
                    _ => anything,
                },
                _ => anything,
            },
            _ => anything,
        }
    }

    /// Whether two single values are always equal (true), never (false), or that depends (none).
    pub(super) fn same(&self, pair: &ScalarPair) -> Option<bool> {
        let differ = match pair {
            ScalarPair::Cell(a, b) => {
                let ((a, a_off), (b, b_off)) = (self.cell(a), self.cell(b));
                !(a_off && b_off) && a.meet(&b, self.neutral()).is_empty()
            }
            ScalarPair::Player(a, b) => {
                let ((a, some), (b, others)) = (self.player(a), self.player(b));
                if a == b && matches!(a, area::MOVER | area::EMPTY) {
                    return Some(true);
                }
                let nobody = a & b & area::EMPTY != 0;
                !nobody && (a & b & area::OWNED == 0 || some & others == 0)
            }
            ScalarPair::Kind(a, b) => {
                let ((a, nothing), (b, other)) = (self.kind(a), self.kind(b));
                let one = a.count_ones() + u32::from(nothing) == 1;
                if one && (a, nothing) == (b, other) {
                    return Some(true);
                }
                !(nothing && other) && a & b == 0
            }
            ScalarPair::Piece(PieceExpr::At(cell), PieceExpr::Nothing)
            | ScalarPair::Piece(PieceExpr::Nothing, PieceExpr::At(cell)) => {
                let (area, off) = self.cell(cell);
                if area.whose & !area::EMPTY == 0 {
                    return Some(true);
                }
                !off && area.whose & area::EMPTY == 0
            }
            _ => false,
        };
        differ.then_some(false)
    }
}
