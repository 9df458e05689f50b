//! Single cells, directions, players, kinds and pieces.

use super::run::{Run, fault};
use super::text::shown;
use super::value::{Elements, Ran};
use crate::diagnostic::Code;
use crate::game::cells::Cell;
use crate::game::expr::*;
use crate::game::operator::{Coded, bit};
use crate::game::piece::{Dir, Kind, Piece, Player};
use crate::game::rules::VarType;
use crate::source::Span;

impl<const W: usize> Run<'_, W> {
    /// The value of a cell, perhaps `off`.
    #[inline]
    pub(super) fn cell(&mut self, expr: &CellExpr) -> Ran<Cell> {
        match expr {
            CellExpr::Common(common) => match **common {
                Common::Local(slot) => Ok(Cell::decode(self.frames.word(slot))),
                _ => self.common(common),
            },
            other => self.other_cell(other),
        }
    }

    fn other_cell(&mut self, expr: &CellExpr) -> Ran<Cell> {
        match expr {
            CellExpr::Const(cell) => Ok(*cell),
            CellExpr::Common(common) => self.common(common),
            CellExpr::Step(triple) => {
                let (from, dir, n) = (self.cell(&triple.0)?, self.dir(&triple.1)?, self.int(&triple.2)?);
                Ok(if n == 1 { self.game.board.step(from, dir) } else { self.game.board.steps(from, dir, n) })
            }
            CellExpr::At(pair) => {
                let (column, row) = (self.int(&pair.0)?, self.int(&pair.1)?);
                Ok(self.game.board.at(column, row))
            }
            CellExpr::The(set, span) => {
                let set = self.cells(set)?;
                Ok(self.only(Elements::Cells(set, 0), VarType::Cell, *span)?.map_or(Cell::OFF, Cell::decode))
            }
            CellExpr::Numbered(n) => {
                let n = self.int(n)?;
                Ok(self.game.board.numbered(n))
            }
        }
    }

    /// The value of a direction.
    #[inline]
    pub(super) fn dir(&mut self, expr: &DirExpr) -> Ran<Dir> {
        match expr {
            DirExpr::Common(common) => match **common {
                Common::Local(slot) => Ok(Dir::decode(self.frames.word(slot))),
                _ => self.common(common),
            },
            other => self.other_dir(other),
        }
    }

    fn other_dir(&mut self, expr: &DirExpr) -> Ran<Dir> {
        match expr {
            DirExpr::Const(dir) => Ok(*dir),
            DirExpr::Common(common) => self.common(common),
            DirExpr::Opposite(dir) => {
                let dir = self.dir(dir)?;
                // The check refuses `opposite` on boards with a direction that has none.
                Ok(self.game.board.opposite(dir).unwrap_or(dir))
            }
            DirExpr::Of(pair, span) => {
                let (dx, dy) = (self.int(&pair.0)?, self.int(&pair.1)?);
                let dir = self.game.board.dir_of(dx, dy);
                dir.ok_or_else(|| fault(Code::F06, *span, format!("there is no direction `dir({dx}, {dy})`")))
            }
            DirExpr::Ahead(player, span) => {
                let player = self.player(player)?;
                let going = self.game.players.get(player.0 as usize).and_then(|info| info.going);
                let ahead = going.and_then(|going| self.game.board.ahead(going));
                ahead.ok_or_else(|| fault(Code::F06, *span, "`ahead` needs a player, got `nothing`"))
            }
            DirExpr::The(set, span) => {
                let set = self.mask(set)?;
                let only = self.only(Elements::Mask(set), VarType::Dir, *span)?.map(Dir::decode);
                only.ok_or_else(|| fault(Code::F06, *span, "`the` needs a set of one direction, got none"))
            }
        }
    }

    /// The value of a player, perhaps nobody.
    pub(super) fn player(&mut self, expr: &PlayerExpr) -> Ran<Player> {
        Ok(match expr {
            PlayerExpr::Const(player) => *player,
            PlayerExpr::Common(common) => self.common(common)?,
            PlayerExpr::Mover => self.context.mover,
            PlayerExpr::Next => self.context.next,
            PlayerExpr::Rival(player) => match self.player(player)? {
                Player(0) => Player(1),
                Player(1) => Player(0),
                _ => Player::NOBODY,
            },
            PlayerExpr::After(player) => {
                let player = self.player(player)?;
                self.after(player)
            }
            PlayerExpr::Owner(piece) => self.piece(piece)?.owner,
            PlayerExpr::The(set, span) => {
                let set = self.mask(set)?;
                let only = self.only(Elements::Mask(set), VarType::Player, *span)?;
                only.map_or(Player::NOBODY, Player::decode)
            }
        })
    }

    /// The next player in turn order who is still in; nobody comes after nobody.
    pub(super) fn after(&self, player: Player) -> Player {
        let players = self.game.players.len() as u8;
        if player.0 >= players {
            return Player::NOBODY;
        }
        let following = (player.0 + 1..players).chain(0..=player.0);
        following.map(Player).find(|other| self.is_in(*other)).unwrap_or(Player::NOBODY)
    }

    /// Whether a player is still in.
    pub(super) fn is_in(&self, player: Player) -> bool {
        u64::from(self.state.players) & bit(player.0) != 0
    }

    /// The value of a kind, perhaps `nothing`.
    pub(super) fn kind(&mut self, expr: &KindExpr) -> Ran<Kind> {
        match expr {
            KindExpr::Const(kind) => Ok(*kind),
            KindExpr::Common(common) => self.common(common),
            KindExpr::Of(piece) => Ok(self.piece(piece)?.kind),
            KindExpr::The(set, span) => {
                let set = self.mask(set)?;
                let only = self.only(Elements::Mask(set), VarType::Kind, *span)?;
                Ok(only.map_or(Kind::NOTHING, Kind::decode))
            }
        }
    }

    /// The one element of a set, if there is one; F06 if there are several, since nothing says which is meant.
    fn only(&self, mut elements: Elements<W>, ty: VarType, span: impl Into<Span>) -> Ran<Option<i64>> {
        let only = elements.next();
        match (only, elements.next()) {
            (Some(first), Some(second)) => {
                let more = if elements.is_empty() { "" } else { ", .." };
                let (first, second) = (shown(self.game, ty, first), shown(self.game, ty, second));
                Err(fault(
                    Code::F06,
                    span,
                    format!("`the` needs a set of one element, got {{{first}, {second}{more}}}"),
                ))
            }
            _ => Ok(only),
        }
    }

    /// The value of a piece, perhaps `nothing`.
    pub(super) fn piece(&mut self, expr: &PieceExpr) -> Ran<Piece> {
        match expr {
            PieceExpr::Nothing => Ok(Piece::NOTHING),
            PieceExpr::Common(common) => self.common(common),
            PieceExpr::At(cell) => {
                let cell = self.cell(cell)?;
                Ok(self.state.at(cell))
            }
            PieceExpr::Of(pair) => {
                let (kind, owner) = (self.kind(&pair.0)?, self.player(&pair.1)?);
                Ok(match self.game.kinds.get(kind.0 as usize) {
                    None => Piece::NOTHING,
                    Some(info) if info.neutral => Piece { kind, owner: Player::NOBODY },
                    Some(_) => Piece { kind, owner },
                })
            }
        }
    }
}
