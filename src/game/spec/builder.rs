//! [`PositionBuilder`]: makes a position piece by piece.

use super::error::SpecError;
use super::names::PositionNames;
use super::{PositionSpec, SpecTurn, SpecValue, fields};
use crate::game::Game;
use crate::game::cells::Cell;
use crate::game::piece::{Piece, Player};
use crate::game::rules::VarId;
use crate::game::value::Value;
use std::collections::{BTreeMap, BTreeSet};

/// Makes a position: begins with an empty board, the first player to move, and the first values of all variables.
///
/// ```
/// use boardwright::PositionBuilder;
/// use boardwright::game::spec::{Named, SpecError, SpecTurn};
///
/// let chess = boardwright::load_bundled("chess", &[])?;
/// let mut builder = PositionBuilder::new(chess.game());
/// builder.put("f6", "king", "White")?.put("h8", "king", "Black")?.put("g1", "queen", "White")?;
/// builder.to_move("White")?.set("rights", "{}")?;
/// let spec = builder.spec()?;
/// assert_eq!((spec.pieces.len(), spec.values.len()), (3, 1));
/// assert_eq!(spec.turn, SpecTurn::ToMove(chess.game().player("White").unwrap()));
/// let position = chess.set_up(&spec)?;
/// assert!(boardwright::notation::legal_texts(&*chess, &position)?.contains(&"g1-g7".to_owned()));
///
/// let error = builder.put("f6", "rook", "Black").unwrap_err();
/// assert_eq!(error.to_string(), "there are two pieces on f6");
/// let error = builder.put("k9", "rook", "Black").unwrap_err();
/// assert!(matches!(error, SpecError::Unknown { what: Named::Cell, .. }));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PositionBuilder<'g> {
    names: PositionNames<'g>,
    pieces: BTreeMap<Cell, Vec<Piece>>,
    turn: SpecTurn,
    players: u16,
    ply: u32,
    values: Vec<SpecValue>,
    /// The values that are given, to find those that are given twice.
    given: BTreeSet<(u16, Vec<i64>)>,
}

impl<'g> PositionBuilder<'g> {
    /// Creates a builder for positions of a game.
    pub fn new(game: &'g Game) -> PositionBuilder<'g> {
        PositionBuilder::with_names(PositionNames::new(game))
    }

    /// Creates a builder for positions with these names.
    pub fn with_names(names: PositionNames<'g>) -> PositionBuilder<'g> {
        let players = ((1u32 << names.players.len().min(16)) - 1) as u16;
        let turn = SpecTurn::ToMove(Player(0));
        PositionBuilder {
            names,
            pieces: BTreeMap::new(),
            turn,
            players,
            ply: 0,
            values: Vec::new(),
            given: BTreeSet::new(),
        }
    }

    /// Returns the names that can be used.
    pub fn names(&self) -> &PositionNames<'g> {
        &self.names
    }

    /// Puts a piece on a cell, or on top of a stack. A neutral piece has the owner `None`.
    ///
    /// Errors if a name is unknown, the cell is occupied or the stack full, or the kind needs an owner or cannot have one.
    pub fn put<'a>(
        &mut self,
        cell: &str,
        kind: &str,
        owner: impl Into<Option<&'a str>>,
    ) -> Result<&mut Self, SpecError> {
        let owner = owner.into().map(|name| self.names.player(name)).transpose()?;
        let piece = self.names.piece(self.names.kind(kind)?, owner)?;
        self.place(self.names.cell(cell)?, piece)
    }

    /// Puts a piece on a cell, or on top of a stack. Errors if the cell is occupied or the stack full.
    pub fn place(&mut self, cell: Cell, piece: Piece) -> Result<&mut Self, SpecError> {
        let held = self.pieces.entry(cell).or_default();
        let cell = || self.names.board.coordinate(cell).to_owned();
        match self.names.stacks {
            None if !held.is_empty() => return Err(SpecError::Occupied { cell: cell() }),
            Some(stacks) if held.len() >= stacks.most => {
                return Err(SpecError::Full { cell: cell(), most: stacks.most });
            }
            _ => held.push(piece),
        }
        Ok(self)
    }

    /// Chooses the player to move. Errors if the name is unknown.
    pub fn to_move(&mut self, player: &str) -> Result<&mut Self, SpecError> {
        self.turn = SpecTurn::ToMove(self.names.player(player)?);
        Ok(self)
    }

    /// Ends the game: with a winner, or `None` for a draw; `mover` moved last. Errors if a name is unknown.
    pub fn over<'a>(&mut self, winner: impl Into<Option<&'a str>>, mover: &str) -> Result<&mut Self, SpecError> {
        let winner = winner.into().map(|name| self.names.player(name)).transpose()?;
        self.turn = SpecTurn::Over { winner, mover: self.names.player(mover)? };
        Ok(self)
    }

    /// Takes a player out of the game. Errors if the name is unknown.
    pub fn out(&mut self, player: &str) -> Result<&mut Self, SpecError> {
        self.players &= !(1 << self.names.player(player)?.0);
        Ok(self)
    }

    /// Sets the number of plies made.
    pub fn ply(&mut self, ply: u32) -> &mut Self {
        self.ply = ply;
        self
    }

    /// Sets a variable, as a [line](super::parse()) does it: `set("hand(White)", "3")`. Without an index it sets all values of
    /// a variable.
    ///
    /// Errors if a name is unknown, an index or the value has another type, or the value is set already.
    pub fn set(&mut self, var: &str, value: &str) -> Result<&mut Self, SpecError> {
        let text = format!("{var}={value}");
        fields::set(self, &text).map_err(|wrong| wrong.error)?;
        Ok(self)
    }

    /// Sets a variable to a value. Without indexes it sets all values of a variable. Errors as in [`PositionBuilder::set`].
    pub fn set_value(&mut self, var: &str, indexes: &[Value], value: impl Into<Value>) -> Result<&mut Self, SpecError> {
        let (id, found) = self.names.var(var)?;
        if !indexes.is_empty() && indexes.len() != found.indexes.len() {
            let (wanted, given) = (found.indexes.len(), indexes.len());
            return Err(SpecError::Indexes { var: var.to_owned(), wanted, given });
        }
        let types = found.indexes.iter().zip(indexes);
        let numbers = types.map(|(ty, index)| self.names.index(var, *ty, index)).collect::<Result<Vec<_>, _>>()?;
        let value = value.into();
        if value.ty() != found.ty {
            return Err(SpecError::Type { var: var.to_owned(), wanted: found.ty, found: value.ty() });
        }
        if let Value::Tag(tag) = value {
            self.names.verify_tag(found.words, tag)?;
        }
        self.assign(id, var, numbers, value)
    }

    /// Sets a variable to a value of its type, at indexes in their ranges.
    pub(super) fn assign(
        &mut self,
        var: VarId,
        name: &str,
        indexes: Vec<i64>,
        value: Value,
    ) -> Result<&mut Self, SpecError> {
        // All values after one of them would hide that one.
        let hidden =
            indexes.is_empty() && self.given.range((var.0, Vec::new())..).next().is_some_and(|(id, _)| *id == var.0);
        if hidden || !self.given.insert((var.0, indexes.clone())) {
            return Err(SpecError::Twice { name: name.to_owned() });
        }
        self.values.push(SpecValue { var, indexes, value });
        Ok(self)
    }

    pub(super) fn set_turn(&mut self, turn: SpecTurn) {
        self.turn = turn;
    }

    pub(super) fn set_players(&mut self, players: u16) {
        self.players = players;
    }

    /// Returns the position, for [`Engine::set_up`](crate::engine::Engine::set_up).
    ///
    /// Errors if the player to move is out of the game, or the number of plies is not a number of the language.
    pub fn spec(&self) -> Result<PositionSpec, SpecError> {
        if i32::try_from(self.ply).is_err() {
            return Err(SpecError::Number { text: self.ply.to_string() });
        }
        if let SpecTurn::ToMove(mover) = self.turn
            && self.players >> mover.0 & 1 == 0
        {
            let player = self.names.players.get(mover.0 as usize).map_or("nobody", |player| &player.name);
            return Err(SpecError::Out { player: player.to_owned() });
        }
        let stacks = self.pieces.iter();
        let pieces = stacks.flat_map(|(cell, stack)| stack.iter().map(move |piece| (*cell, *piece))).collect();
        Ok(PositionSpec { pieces, turn: self.turn, players: self.players, ply: self.ply, values: self.values.clone() })
    }
}
