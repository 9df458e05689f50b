//! [`Position`]: the complete state of a game, as flat words.

use crate::game::Game;
use crate::game::cells::Cell;
use crate::game::layout::VarLayout;
use crate::game::piece::{Dir, Kind, Piece, Player, Tag};
use crate::game::rules::{IndexType, Var, VarId};
use crate::game::spec::SpecValue;
use crate::game::value::Value;
use crate::outcome::Outcome;
use crate::types::Type;
use crate::zobrist::piece_key;
use serde::{Deserialize, Serialize};

/// A state of a game: pieces, variables, the player to move, and the history that `repeated` needs.
///
/// [`crate::game::layout::Layout`] describes its words. Check a position from outside (serde) with [`Position::fits`] before an
/// engine uses it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Position {
    /// One bitset per player and per kind, then the variables.
    pub words: Box<[u64]>,
    /// The Zobrist key of the pieces alone, updated incrementally.
    pub pieces_key: u64,
    /// The number of plies made.
    pub ply: u32,
    /// The player to move; in a finished game, the player who moved last.
    pub mover: Player,
    /// The players who are still in the game, bit n for player n.
    pub players: u16,
    /// The result, if the game is over.
    pub outcome: Option<Outcome>,
    /// Keys of the earlier positions and this one, one per ply and form of `repeated`; empty if the rules have no such form.
    pub history: Vec<u64>,
}

impl Position {
    /// Returns the piece on a cell.
    pub fn at(&self, game: &Game, cell: Cell) -> Piece {
        let layout = &game.layout;
        let holds = |offset: usize| {
            let word = self.words.get(offset + cell.0 as usize / 64).copied().unwrap_or(0);
            word >> (cell.0 % 64) & 1 == 1
        };
        if cell.0 as usize >= layout.cells {
            return Piece::NOTHING;
        }
        let Some(kind) = (0..layout.kinds).find(|kind| holds(layout.kind(*kind))) else { return Piece::NOTHING };
        let owner = (0..layout.players).find(|player| holds(layout.player(*player)));
        Piece { owner: owner.map_or(Player::NOBODY, |player| Player(player as u8)), kind: Kind(kind as u8) }
    }

    /// Returns the pieces on a cell, from the bottom up: none or one if the board has no stacks.
    pub fn stack(&self, game: &Game, cell: Cell) -> Vec<Piece> {
        let mut pieces = self.under(game, cell);
        pieces.extend(Some(self.at(game, cell)).filter(|top| !top.is_nothing()));
        pieces
    }

    /// Returns whether a cell has other pieces than in another position of the game, also under the top of a stack.
    pub fn differs_at(&self, game: &Game, other: &Position, cell: Cell) -> bool {
        self.at(game, cell) != other.at(game, cell)
            || game.stacks.is_some() && self.stack(game, cell) != other.stack(game, cell)
    }

    /// Returns whether the stacks have pieces up to their tops, and nothing above.
    fn stacks_fit(&self, game: &Game) -> bool {
        let Some(stacks) = game.stacks else { return true };
        let Some(under) = game.layout.vars.get(stacks.under.0 as usize) else { return false };
        let Some(depth) = game.layout.vars.get(stacks.depth.0 as usize) else { return false };
        game.board.cells().all(|cell| {
            let first = |place: &VarLayout, n| self.value_words(place, n).first().copied().unwrap_or(0);
            let high = depth.number([i64::from(cell.0)]).map_or(0, |n| first(depth, n));
            let is_low = high == 0 || high < stacks.most as u64 && !self.at(game, cell).is_nothing();
            let fits = |n: i64| {
                let at = under.number([i64::from(cell.0), n]).unwrap_or(0);
                let piece = Value::stored(Type::Piece, self.value_words(under, at));
                (piece == Value::Piece(Piece::NOTHING)) == (n as u64 > high)
            };
            is_low && (1..stacks.most as i64).all(fits)
        })
    }

    /// Returns all pieces with their cells: those of [`Position::pieces`], and before each one what lies under it.
    pub fn stacked_pieces<'p>(&'p self, game: &'p Game) -> impl Iterator<Item = (Cell, Piece)> + 'p {
        game.board.cells().flat_map(|cell| self.stack(game, cell).into_iter().map(move |piece| (cell, piece)))
    }

    /// Returns the pieces under the top of a cell, from the bottom up.
    fn under(&self, game: &Game, cell: Cell) -> Vec<Piece> {
        let Some(stacks) = game.stacks else { return Vec::new() };
        let place = |var: VarId| game.layout.vars.get(var.0 as usize);
        let (Some(under), Some(depth)) = (place(stacks.under), place(stacks.depth)) else { return Vec::new() };
        let word = |place: &VarLayout, n| self.value_words(place, n).first().copied().unwrap_or(0) as i64;
        let depth = depth.number([i64::from(cell.0)]).map_or(0, |n| word(depth, n)).min(stacks.most as i64);
        let pieces = (1..=depth).filter_map(|n| under.number([i64::from(cell.0), n])).map(|n| {
            match Value::stored(Type::Piece, self.value_words(under, n)) {
                Value::Piece(piece) => piece,
                _ => Piece::NOTHING,
            }
        });
        pieces.collect()
    }

    /// Returns the pieces with their cells, in the language's order of cells; of stacks, the tops.
    ///
    /// ```
    /// let jostle = boardwright::load_bundled("jostle", &[])?;
    /// let (game, start) = (jostle.game(), jostle.start()?);
    /// assert_eq!(start.pieces(game).filter(|(_, piece)| game.player_name(piece.owner) == "Red").count(), 16);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn pieces<'p>(&'p self, game: &'p Game) -> impl Iterator<Item = (Cell, Piece)> + 'p {
        game.board.cells().map(|cell| (cell, self.at(game, cell))).filter(|(_, piece)| !piece.is_nothing())
    }

    /// Returns the value of a variable by its name, or `None` if there is no such variable, or no such value of it.
    ///
    /// ```
    /// use boardwright::game::value::Value;
    ///
    /// let morris = boardwright::load_bundled("nine-mens-morris", &[])?;
    /// let (game, start) = (morris.game(), morris.start()?);
    /// let white = game.player("White").unwrap();
    /// assert_eq!(start.value(game, "hand", &[white.into()]), Some(Value::Int(9)));
    /// assert_eq!(start.value(game, "hand", &[]), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn value(&self, game: &Game, name: &str, indexes: &[Value]) -> Option<Value> {
        let (var, place) = game.vars.iter().zip(&game.layout.vars).find(|(var, _)| var.name == name)?;
        let is_index = |(ty, index): (&IndexType, &Value)| ty.ty() == index.ty();
        if indexes.len() != var.indexes.len() || !var.indexes.iter().zip(indexes).all(is_index) {
            return None;
        }
        let n = place.number(indexes.iter().map(Value::word))?;
        Some(Value::stored(var.ty, self.value_words(place, n)))
    }

    /// Returns the values of variables that are not those of an earlier position, in the order of the variables. Stacks are no
    /// variables for people.
    pub(crate) fn changed_values<'p>(
        &'p self,
        before: &'p Position,
        game: &'p Game,
    ) -> impl Iterator<Item = ChangedValue<'p>> {
        let vars = game.vars.iter().zip(&game.layout.vars).enumerate().filter(|(id, _)| !game.is_of_stacks(*id));
        vars.flat_map(move |(id, (var, place))| {
            (0..place.count).filter_map(move |n| {
                let (was, words) = (before.value_words(place, n), self.value_words(place, n));
                (was != words).then_some(ChangedValue { id: VarId(id as u16), var, place, n, was, words })
            })
        })
    }

    /// Returns the words of a variable's n-th value.
    pub fn value_words(&self, place: &VarLayout, n: usize) -> &[u64] {
        let from = place.offset + n * place.stride;
        self.words.get(from..from + place.stride).unwrap_or(&[])
    }

    /// Sets a variable. An index that it does not have, or out of its range, sets nothing.
    pub(crate) fn set(&mut self, game: &Game, given: &SpecValue) {
        let Some(place) = game.layout.vars.get(given.var.0 as usize) else { return };
        let values = match place.number(given.indexes.iter().copied()) {
            _ if given.indexes.is_empty() => 0..place.count,
            Some(n) => n..n + 1,
            None => return,
        };
        for n in values {
            let from = place.offset + n * place.stride;
            given.value.store(self.words.get_mut(from..from + place.stride).unwrap_or(&mut []));
        }
    }

    /// Returns whether the history has the form that the game's forms of `repeated` need.
    pub(crate) fn has_past(&self, game: &Game) -> bool {
        match game.repetitions.len() {
            0 => self.history.is_empty(),
            forms => self.history.len().is_multiple_of(forms),
        }
    }

    /// Returns whether the key is that of the pieces.
    pub(crate) fn has_key(&self, game: &Game) -> bool {
        self.pieces(game).fold(0, |key, (cell, piece)| key ^ piece_key(piece, cell)) == self.pieces_key
    }

    /// Returns the memory used, in bytes.
    pub fn bytes(&self) -> usize {
        size_of::<Position>() + size_of_val(&*self.words) + size_of_val(&*self.history)
    }

    /// Returns whether this can be a position of the game: the number of words is right, each piece is on the board and has a
    /// kind, no cell has two, and all values are valid. Engines refuse positions that do not fit.
    pub fn fits(&self, game: &Game) -> bool {
        let layout = &game.layout;
        let players = layout.players as u16;
        if self.words.len() != layout.len
            || u16::from(self.mover.0) >= players
            // all players can lose at once
            || self.players == 0 && self.outcome.is_none()
            || u32::from(self.players) >> players != 0
        {
            return false;
        }
        if let Some(Outcome::Win(winner)) = self.outcome
            && u16::from(winner.0) >= players
        {
            return false;
        }
        let mask = |word: usize| match layout.cells.saturating_sub(word * 64) {
            left if left >= 64 => u64::MAX,
            left => (1u64 << left) - 1,
        };
        let words = |offset: usize| &self.words[offset..offset + layout.set_words];
        (0..layout.set_words).all(|word| {
            let mut owned = 0u64;
            for player in 0..layout.players {
                let set = words(layout.player(player))[word];
                if owned & set != 0 {
                    return false;
                }
                owned |= set;
            }
            let mut placed = 0u64;
            for (k, kind) in game.kinds.iter().enumerate() {
                let set = words(layout.kind(k))[word];
                if placed & set != 0 || (kind.neutral && owned & set != 0) || (!kind.neutral && set & !owned != 0) {
                    return false;
                }
                placed |= set;
            }
            owned & !placed == 0 && placed & !mask(word) == 0
        }) && vars_fit(game, self)
            && self.stacks_fit(game)
    }
}

/// A value of a variable that differs between two positions.
#[derive(Clone, Copy, Debug)]
pub(crate) struct ChangedValue<'p> {
    pub id: VarId,
    pub var: &'p Var,
    pub place: &'p VarLayout,
    /// The number of the value among those of the variable.
    pub n: usize,
    /// The words of the value before.
    pub was: &'p [u64],
    /// The words of the value.
    pub words: &'p [u64],
}

impl ChangedValue<'_> {
    /// Returns the indexes of the value.
    pub fn indexes(&self) -> impl Iterator<Item = Value> {
        self.var
            .indexes
            .iter()
            .zip(self.place.indexes(self.n))
            .map(|(index, number)| Value::of_word(index.ty(), number))
    }
}

/// Returns whether the values of a position's variables are valid for their types.
fn vars_fit(game: &Game, position: &Position) -> bool {
    game.vars.iter().zip(&game.layout.vars).all(|(var, place)| {
        let words = position.words.get(place.offset..place.offset + place.words());
        words.is_some_and(|words| words.chunks(place.stride.max(1)).all(|value| value_fits(game, var, value)))
    })
}

fn value_fits(game: &Game, var: &Var, words: &[u64]) -> bool {
    let layout = &game.layout;
    let word = words.first().copied().unwrap_or(0);
    let is_mask_below = |n: usize| n >= 64 || word >> n == 0;
    let is_index_below = |n: usize, none: u64| word < n as u64 || word == none;
    match var.ty {
        Type::Int | Type::Ints => i32::try_from(word as i64).is_ok(),
        Type::Bool => word <= 1,
        Type::Cell => is_index_below(layout.cells, u64::from(Cell::OFF.0)),
        Type::Cells => words.iter().enumerate().all(|(i, word)| match layout.cells.saturating_sub(i * 64) {
            left if left >= 64 => true,
            left => word >> left == 0,
        }),
        Type::Dir => is_index_below(game.board.dirs(), u64::from(Dir::NOTHING.0)),
        Type::Dirs => is_mask_below(game.board.dirs()),
        Type::Player => is_index_below(layout.players, u64::from(Player::NOBODY.0)),
        Type::Players => is_mask_below(layout.players),
        Type::Kind => is_index_below(layout.kinds, u64::from(Kind::NOTHING.0)),
        Type::Kinds => is_mask_below(layout.kinds),
        Type::Tag => u8::try_from(word).is_ok_and(|word| var.words.contains(&Tag(word))),
        Type::Piece => {
            let (owner, kind) = (word >> 8, word & 0xff);
            let kinds = (kind as usize) < layout.kinds || kind == u64::from(Kind::NOTHING.0);
            kinds && ((owner as usize) < layout.players || owner == u64::from(Player::NOBODY.0))
        }
    }
}
