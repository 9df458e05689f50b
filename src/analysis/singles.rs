//! Single cells, directions, players, kinds and pieces.

use super::Analysis;
use super::area::{Area, Stands};
use super::domain::*;
use crate::game::cells::{Cell, CellSet};
use crate::game::expr::*;
use crate::game::part::AsPart;
use crate::game::piece::Player;

impl Analysis<'_> {
    pub(super) fn own_cell(&mut self, cell: &CellExpr) -> AbstractCell {
        match cell {
            CellExpr::Const(cell) => self.known_cell(*cell),
            CellExpr::Common(_) => AbstractCell { area: self.everywhere, off: true },
        }
    }

    /// Returns a known cell, with anything on it.
    pub(crate) fn known_cell(&self, cell: Cell) -> AbstractCell {
        match cell.is_off() {
            true => AbstractCell { area: Area::NONE, off: true },
            false => AbstractCell { area: self.at_cells(CellSet::of(cell)), off: false },
        }
    }

    pub(super) fn own_dir(&mut self, dir: &DirExpr) -> Single {
        match dir {
            DirExpr::Const(dir) => Single::of(dir.0),
            DirExpr::Common(_) => Single::among(self.ground.board.all_dirs()),
        }
    }

    pub(super) fn own_player(&mut self, player: &PlayerExpr) -> Single {
        match player {
            PlayerExpr::Const(player) => self.known_player(*player),
            PlayerExpr::Mover => {
                let mask = self.mover.unwrap_or(self.anybody().mask);
                Single { mask, none: false, mover: true, other: false }
            }
            PlayerExpr::After(player) => {
                self.player(player);
                Single { none: true, ..self.anybody() }
            }
            PlayerExpr::Next | PlayerExpr::Common(_) => Single { none: true, ..self.anybody() },
        }
    }

    pub(super) fn known_player(&self, player: Player) -> Single {
        let one = Single::of(player.0);
        match self.mover {
            Some(mover) => Single { mover: one.mask & mover != 0, other: one.mask & !mover != 0, ..one },
            None => one,
        }
    }

    pub(super) fn own_kind(&mut self, kind: &KindExpr) -> Single {
        match kind {
            KindExpr::Const(kind) => Single::of(kind.0),
            KindExpr::Common(_) => Single { none: true, ..Single::among(self.everywhere.stands.kinds()) },
        }
    }

    pub(super) fn own_tag(&mut self, tag: &TagExpr) -> Single {
        match tag {
            TagExpr::Const(tag) => Single::of(tag.0),
            TagExpr::Common(_) => Single::among(u64::MAX),
        }
    }

    pub(super) fn own_piece(&mut self, piece: &PieceExpr) -> Area {
        match piece {
            PieceExpr::Nothing => Area { stands: Stands::EMPTY, owners: 0, ..self.everywhere },
            PieceExpr::At(cell) => {
                let cell = self.cell(cell);
                let stands = Stands { nothing: cell.off || cell.area.stands.nothing, ..cell.area.stands };
                Area { cells: self.everywhere.cells, stands, owners: cell.area.owners }
            }
            PieceExpr::Of(pair) => {
                let (kind, player) = (self.value(pair.0.part()), self.player(&pair.1));
                let AbstractValue::Kind(kind) = kind else { return self.everywhere };
                let only = |is: bool| if is { kind.mask } else { 0 };
                let stands = Stands {
                    own: only(player.mover),
                    others: only(player.other),
                    neutral: only(player.none),
                    nothing: kind.none,
                };
                Area { cells: self.everywhere.cells, stands, owners: player.mask }
            }
            PieceExpr::Common(_) => self.everywhere,
        }
    }

    /// Returns the players that can own a piece.
    pub(super) fn owner(&self, piece: &Area) -> Single {
        Single {
            mask: piece.owners,
            none: piece.stands.nothing || piece.stands.neutral != 0,
            mover: piece.stands.own != 0,
            other: piece.stands.others != 0,
        }
    }

    /// Returns the kinds that a piece can be.
    pub(super) fn kind_of(&self, piece: &Area) -> Single {
        Single { none: piece.stands.nothing, ..Single::among(piece.stands.kinds()) }
    }
}
