//! Single cells, directions, players, kinds and pieces.

use super::run::Run;
use super::value::Ran;
use crate::game::cells::Cell;
use crate::game::expr::*;
use crate::game::operator::bit;
use crate::game::piece::{Dir, Kind, Piece, Player, Tag};

impl<const W: usize> Run<'_, W> {
    /// Returns the value of a cell, which may be `off`.
    #[inline(always)]
    pub(super) fn cell(&mut self, expr: &CellExpr) -> Ran<Cell> {
        match expr {
            CellExpr::Const(cell) => Ok(*cell),
            CellExpr::Common(common) => self.common(common),
        }
    }

    /// Returns the value of a direction.
    #[inline(always)]
    pub(super) fn dir(&mut self, expr: &DirExpr) -> Ran<Dir> {
        match expr {
            DirExpr::Const(dir) => Ok(*dir),
            DirExpr::Common(common) => self.common(common),
        }
    }

    /// Returns the value of a player, which may be nobody.
    pub(super) fn player(&mut self, expr: &PlayerExpr) -> Ran<Player> {
        Ok(match expr {
            PlayerExpr::Const(player) => *player,
            PlayerExpr::Common(common) => self.common(common)?,
            PlayerExpr::Mover => self.context.mover,
            PlayerExpr::Next => self.context.next,
            PlayerExpr::After(player) => {
                let player = self.player(player)?;
                self.after(player)
            }
        })
    }

    /// Returns the next player in turn order who is still in; nobody follows nobody.
    pub(super) fn after(&self, player: Player) -> Player {
        let players = self.game.players.len() as u8;
        if player.0 >= players {
            return Player::NOBODY;
        }
        let following = (player.0 + 1..players).chain(0..=player.0);
        following.map(Player).find(|other| self.is_in(*other)).unwrap_or(Player::NOBODY)
    }

    /// Returns whether a player is still in.
    pub(super) fn is_in(&self, player: Player) -> bool {
        u64::from(self.state.players) & bit(player.0) != 0
    }

    /// Returns the value of a kind, which may be `nothing`.
    pub(super) fn kind(&mut self, expr: &KindExpr) -> Ran<Kind> {
        match expr {
            KindExpr::Const(kind) => Ok(*kind),
            KindExpr::Common(common) => self.common(common),
        }
    }

    /// Returns the value of a word.
    pub(super) fn tag(&mut self, expr: &TagExpr) -> Ran<Tag> {
        match expr {
            TagExpr::Const(tag) => Ok(*tag),
            TagExpr::Common(common) => self.common(common),
        }
    }

    /// Returns the value of a piece, which may be `nothing`.
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
