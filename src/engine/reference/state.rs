//! A position while the rules run on it: [`State`], and the conversion from and to [`Position`].

use crate::game::cells::{Cell, Set};
use crate::game::layout::{Layout, VarLayout};
use crate::game::piece::{Kind, Piece, Player};

use crate::outcome::Outcome;
use crate::position::Position;
use crate::zobrist::piece_key;

/// Pieces, variables and whose turn it is; the history for `repeated` is kept separately.
#[derive(Debug)]
pub(super) struct State<const W: usize> {
    /// One set per player, then one per kind.
    sets: Vec<Set<W>>,
    /// Cells with a piece.
    pub occupied: Set<W>,
    /// The variables' words, as in a position.
    vars: Vec<u64>,
    /// Number of players.
    owners: usize,
    /// Words of a set of cells in a position.
    set_words: usize,
    /// Number of cells.
    cells: usize,
    /// Identifies the pieces and variables: two states of a run with the same version have the same.
    version: u64,
    /// The newest version so far.
    newest: u64,
    /// Zobrist key of the pieces.
    pub key: u64,
    /// Plies made so far.
    pub ply: u32,
    /// Who is to move; during and after a `do`, who makes the ply.
    pub mover: Player,
    /// The players who are still in.
    pub players: u16,
    /// Whether `again` has been said in this ply.
    pub again: bool,
    /// The result.
    pub outcome: Option<Outcome>,
}

impl<const W: usize> Default for State<W> {
    fn default() -> Self {
        State {
            sets: Vec::new(),
            occupied: Set::EMPTY,
            vars: Vec::new(),
            owners: 0,
            set_words: 1,
            cells: 0,
            version: 0,
            newest: 0,
            key: 0,
            ply: 0,
            mover: Player(0),
            players: 0,
            again: false,
            outcome: None,
        }
    }
}

impl<const W: usize> State<W> {
    /// Removes all pieces, sets all variables to zero, and lets the first player move.
    pub(super) fn clear(&mut self, layout: &Layout) {
        self.lay_out(layout);
        self.changed();
        self.sets.fill(Set::EMPTY);
        self.vars.fill(0);
        self.occupied = Set::EMPTY;
        (self.key, self.ply, self.mover, self.again, self.outcome) = (0, 0, Player(0), false, None);
        self.players = ((1u32 << layout.players.min(16)) - 1) as u16;
    }

    fn lay_out(&mut self, layout: &Layout) {
        self.owners = layout.players;
        self.set_words = layout.set_words;
        self.cells = layout.cells;
        let sets = layout.players + layout.kinds;
        self.sets.resize(sets, Set::EMPTY);
        self.vars.resize(layout.len.saturating_sub(sets * layout.set_words), 0);
    }

    /// Loads a position that fits the game.
    pub(super) fn load(&mut self, layout: &Layout, position: &Position) {
        self.lay_out(layout);
        self.changed();
        let (sets, vars) = position.words.split_at(position.words.len().saturating_sub(self.vars.len()));
        for (set, words) in self.sets.iter_mut().zip(sets.chunks(layout.set_words)) {
            *set = Set::EMPTY;
            set.0.iter_mut().zip(words).for_each(|(to, from)| *to = *from);
        }
        self.vars.copy_from_slice(vars);
        self.occupied = self.sets.iter().skip(self.owners).fold(Set::EMPTY, |all, kind| all.or(kind));
        self.key = position.pieces_key;
        self.ply = position.ply;
        self.mover = position.mover;
        self.players = position.players;
        self.outcome = position.outcome;
        self.again = false;
    }

    /// Writes the state into a position, except for the position's history.
    pub(super) fn store(&self, position: &mut Position) {
        let len = self.sets.len() * self.set_words + self.vars.len();
        if position.words.len() != len {
            position.words = vec![0; len].into_boxed_slice();
        }
        let (sets, vars) = position.words.split_at_mut(self.sets.len() * self.set_words);
        for (set, words) in self.sets.iter().zip(sets.chunks_mut(self.set_words.max(1))) {
            words.iter_mut().zip(&set.0).for_each(|(to, from)| *to = *from);
        }
        vars.copy_from_slice(&self.vars);
        position.pieces_key = self.key;
        position.ply = self.ply;
        position.mover = self.mover;
        position.players = self.players;
        position.outcome = self.outcome;
    }

    /// Notes that pieces or variables have changed.
    #[inline]
    fn changed(&mut self) {
        self.newest += 1;
        self.version = self.newest;
    }

    /// Returns the version, which identifies the pieces and variables within this run.
    pub(super) fn version(&self) -> u64 {
        self.version
    }

    /// Takes the place of another state of the run, without reusing that state's later versions.
    pub(super) fn replaces(&mut self, other: &State<W>) {
        self.newest = self.newest.max(other.newest);
    }

    /// Copies another state.
    pub(super) fn copy_from(&mut self, other: &State<W>) {
        self.version = other.version;
        self.newest = self.newest.max(other.newest);
        self.sets.clone_from(&other.sets);
        self.vars.clone_from(&other.vars);
        self.occupied = other.occupied;
        (self.owners, self.set_words, self.cells) = (other.owners, other.set_words, other.cells);
        (self.key, self.ply, self.mover, self.players) = (other.key, other.ply, other.mover, other.players);
        (self.again, self.outcome) = (other.again, other.outcome);
    }

    /// Returns whether pieces, variables and `again` are the same: two moves that lead to such states are one move.
    pub(super) fn same_result(&self, other: &State<W>) -> bool {
        self.key == other.key && self.again == other.again && self.sets == other.sets && self.vars == other.vars
    }

    /// Returns the cells with pieces of a player; none for nobody.
    #[inline]
    pub(super) fn of_player(&self, player: Player) -> Set<W> {
        let set = if (player.0 as usize) < self.owners { self.sets.get(player.0 as usize) } else { None };
        set.copied().unwrap_or(Set::EMPTY)
    }

    /// Returns the cells with pieces of other players.
    #[inline]
    pub(super) fn of_others(&self, player: Player) -> Set<W> {
        let others = self.sets.iter().take(self.owners).enumerate().filter(|(p, _)| *p != player.0 as usize);
        others.fold(Set::EMPTY, |all, (_, set)| all.or(set))
    }

    /// Returns the cells with pieces of players.
    #[inline]
    pub(super) fn owned(&self) -> Set<W> {
        self.of_others(Player::NOBODY)
    }

    /// Returns the cells with pieces of a kind.
    #[inline]
    pub(super) fn of_kind(&self, kind: Kind) -> Set<W> {
        self.sets.get(self.owners + kind.0 as usize).copied().unwrap_or(Set::EMPTY)
    }

    /// Returns what stands on a cell.
    #[inline]
    pub(super) fn at(&self, cell: Cell) -> Piece {
        if !self.occupied.contains(cell) {
            return Piece::NOTHING;
        }
        let (owners, kinds) = self.sets.split_at(self.owners.min(self.sets.len()));
        let kind = kinds.iter().position(|set| set.contains(cell));
        let owner = owners.iter().position(|set| set.contains(cell));
        Piece {
            owner: owner.map_or(Player::NOBODY, |owner| Player(owner as u8)),
            kind: kind.map_or(Kind::NOTHING, |kind| Kind(kind as u8)),
        }
    }

    /// Removes what stands on a cell.
    #[inline]
    pub(super) fn remove(&mut self, cell: Cell) {
        let piece = self.at(cell);
        if !piece.is_nothing() {
            self.toggle(piece, cell);
            self.occupied.remove(cell);
        }
    }

    /// Puts a piece on a cell, replacing what stood there. A piece put off the board is lost.
    pub(super) fn put(&mut self, piece: Piece, cell: Cell) {
        if cell.0 as usize >= self.cells || self.owners + piece.kind.0 as usize >= self.sets.len() {
            return;
        }
        self.remove(cell);
        self.toggle(piece, cell);
        self.occupied.insert(cell);
    }

    /// Adds a piece to its sets, or removes it from them.
    fn toggle(&mut self, piece: Piece, cell: Cell) {
        self.changed();
        let flip = |set: &mut Set<W>| if set.contains(cell) { set.remove(cell) } else { set.insert(cell) };
        if (piece.owner.0 as usize) < self.owners {
            self.sets.get_mut(piece.owner.0 as usize).into_iter().for_each(flip);
        }
        self.sets.get_mut(self.owners + piece.kind.0 as usize).into_iter().for_each(flip);
        self.key ^= piece_key(piece, cell);
    }

    /// Computes the Zobrist key of the pieces from scratch.
    pub(super) fn key_from_scratch(&self) -> u64 {
        self.occupied.iter().fold(0, |key, cell| key ^ piece_key(self.at(cell), cell))
    }

    /// Returns a variable's word; the offset is that in a position.
    #[inline]
    pub(super) fn word(&self, offset: usize) -> i64 {
        self.var_words(offset).first().map_or(0, |word| *word as i64)
    }

    /// Returns a variable's set of cells.
    #[inline]
    pub(super) fn cells_at(&self, offset: usize) -> Set<W> {
        let mut set = Set::EMPTY;
        set.0.iter_mut().zip(self.var_words(offset).iter().take(self.set_words)).for_each(|(to, from)| *to = *from);
        set
    }

    /// Returns all words of a variable with several values.
    pub(super) fn table(&self, place: VarLayout) -> &[u64] {
        let words = self.var_words(place.offset);
        words.get(..place.words()).unwrap_or(words)
    }

    #[inline]
    fn var_words(&self, offset: usize) -> &[u64] {
        offset.checked_sub(self.sets.len() * self.set_words).and_then(|at| self.vars.get(at..)).unwrap_or(&[])
    }

    /// Sets a variable's word.
    pub(super) fn set_word(&mut self, offset: usize, word: i64) {
        self.changed();
        let at = offset.checked_sub(self.sets.len() * self.set_words);
        if let Some(var) = at.and_then(|at| self.vars.get_mut(at)) {
            *var = word as u64;
        }
    }

    /// Sets a variable's set of cells.
    pub(super) fn set_cells(&mut self, offset: usize, cells: &Set<W>) {
        self.changed();
        let at = offset.checked_sub(self.sets.len() * self.set_words);
        if let Some(words) = at.and_then(|at| self.vars.get_mut(at..)) {
            words.iter_mut().take(self.set_words).zip(&cells.0).for_each(|(to, from)| *to = *from);
        }
    }
}
