//! The layout of a game while it runs natively: the words of a [`Position`], followed by those that the turn needs.

use super::code::goal::Goals;
use super::code::lines::count_lines;
use super::disc::edge_of_disc;
use crate::game::Game;
use crate::game::cells::{Cell, CellSet};
use crate::game::piece::{Kind, Piece, Player};
use crate::game::rules::{RepetitionPart, VarId};
use crate::game::value::Value;
use crate::outcome::Outcome;
use crate::position::Position;
use crate::types::Type;
use crate::zobrist::{piece_key, table_key};
use std::ops::Range;

/// The work that the code may do in one call, or in one ply, before it gives up.
pub(crate) const FUEL: u64 = 90_000;

/// The words of a frame after those of its position: the lengths of two lists that belong to it.
pub(crate) const LENGTHS: usize = 2;

/// Moves with more binders are not noted in random plies.
const NOTED_VALUES: usize = 4;

/// A position of more words is not copied by the code of a ply, which would become long.
const COPIED: usize = 64;

/// A variable of at least this many words is a table: taking back its changes is cheaper than copying it.
const TABLE: usize = 32;

/// The key of a variable of at most this many words is computed where it is needed.
pub(crate) const UNROLLED: usize = 16;

/// The most words of a position that the code of a ply keeps.
const KEPT: usize = 256;

/// How many changes of tables are written down.
pub(crate) const CHANGES: usize = 64;

/// A variable whose key is kept while its values change.
#[derive(Clone, Debug)]
pub(crate) struct TableKey {
    pub var: VarId,
    /// The words of its values.
    pub words: Range<usize>,
    /// The word that stands for nothing.
    pub nothing: u64,
    /// Where the key is.
    pub key: usize,
}

/// Where things lie in the words of a running game.
#[derive(Clone, Debug)]
pub(crate) struct Native {
    /// Zobrist key of the pieces; kept only if the rules use repetitions.
    pub key: usize,
    /// The keys of large variables that repetitions compare, see [`crate::zobrist::table_key`].
    pub table_keys: Vec<TableKey>,
    /// Plies made so far.
    pub ply: usize,
    /// Who is to move.
    pub mover: usize,
    /// Who is still in the game, as a mask.
    pub players: usize,
    /// Whether `again` has been said.
    pub again: usize,
    /// 0: the game goes on, 1: a draw, n from 2 on: player n - 2 has won.
    pub outcome: usize,
    /// Whether a new turn begins; set when a ply ends.
    pub passed: usize,
    /// The work that the code may still do before it gives up.
    pub fuel: usize,
    /// How many choices of the script have been used.
    pub used: usize,
    /// How many random plies are wanted.
    pub wanted: usize,
    /// The argument word from which on the next random ply notes its move, 0 if moves are not noted.
    pub noted: usize,
    /// How many words a noted move has: the action, and the values of the most binders. 0 if moves may have choices, or many binders.
    pub note: usize,
    /// Who is to move next, while the `end` clauses are evaluated in a game in which players may go out.
    pub next: usize,
    /// The number that selects the choices which the script leaves open; 0 for the first ones. Each choice divides it.
    pub number: usize,
    /// What is on offer: a tag of [`offer`](super::code::choose::offer), then the set.
    pub offer: usize,
    /// The words of large variables, in order. A `do` writes down what it changes there.
    pub tables: Vec<Range<usize>>,
    /// How many words of tables have been changed; then the index and the value before of each, [`CHANGES`] at most.
    pub changes: usize,
    /// The value of `maximize`.
    pub score: usize,
    /// How many effects are open inside one another.
    pub depth: usize,
    /// What has been assumed, see [`super::code::stmt::pending`].
    pub pending: usize,
    /// The state of the random generator.
    pub random: usize,
    /// The number of all words.
    pub len: usize,
    /// The number of words that make up a position.
    pub position: usize,
    /// Whether the key is kept.
    pub keyed: bool,
    /// The words of a position that are reset each turn.
    pub renewed: Vec<usize>,
    /// Their values before, if a ply ended lightly.
    pub shadow: usize,
    /// The forest of groups, if what groups are like decides the game: for each cell (and `off`) its parent, then for each root
    /// the cells of its group. Only during random games.
    pub groups: Option<usize>,
    /// The edge of the board, if it is a disc on which cells may be cut off, see [`super::disc`].
    pub disc_edge: Option<Box<CellSet>>,
    /// How many ends the connections have that decide the game.
    pub ends: usize,
    /// The cells that are in each end or beside what is linked to it, for each player. Only during random games.
    pub marks: usize,
    /// The bag of empty cells, if random plies draw from one: how many there are, then the cells. Only during random games.
    pub bag: Option<usize>,
    /// The pieces in each line of the board, for each player, if rows decide the game. Only during random games.
    pub lines: Option<usize>,
    /// The number of words without the forest, the bag, the lines and the marks.
    pub core: usize,
    /// The variables that hold cells, as ranges of words.
    cells: Vec<(usize, usize)>,
}

/// Returns how many words a random ply needs to note a move.
fn words_of_note(game: &Game) -> usize {
    let binders = game.actions.iter().map(|action| action.binders.len()).max().unwrap_or(0);
    let has_choices = game.actions.iter().any(|action| action.chooses);
    if has_choices || binders > NOTED_VALUES { 0 } else { 1 + binders }
}

impl Native {
    pub(crate) fn new(game: &Game) -> Native {
        let position = game.layout.len;
        let at = |n: usize| position + n;
        let each_turn = game.vars.iter().zip(&game.layout.vars).filter(|(var, _)| var.each_turn);
        let renewed: Vec<usize> =
            each_turn.flat_map(|(_, place)| place.offset..place.offset + place.count * place.stride).collect();
        let places = game.layout.vars.iter().map(|place| place.offset..place.offset + place.count * place.stride);
        let tables: Vec<Range<usize>> = places.filter(|words| words.len() >= TABLE).collect();
        let table_keys = table_keys(game, at(1));
        let key = at(0);
        let at = |n: usize| at(table_keys.len() + n);
        let changes = at(20) + game.layout.set_words;
        let shadow = changes + if tables.is_empty() { 0 } else { 1 + 2 * CHANGES };
        let core = shadow + renewed.len();
        let goals = Goals::of(game);
        let disc_edge = if goals.cuts { edge_of_disc(&game.board).map(Box::new) } else { None };
        let has_groups = (goals.groups || disc_edge.is_some()) && game.kinds.len() == 1;
        let each = game.layout.cells + 1;
        let groups = has_groups.then_some(core);
        let forest = if has_groups { each * (1 + game.layout.set_words) } else { 0 };
        let bag = super::code::bag::fills_empty_cells(game).then_some(core + forest);
        let room = if bag.is_some() { each } else { 0 };
        // Rows on smaller boards are found in all words at once.
        let has_lines = goals.rows && game.kinds.len() == 1 && game.layout.set_words > 1;
        let lines = has_lines.then_some(core + forest + room);
        let room = room + if has_lines { game.players.len() * count_lines(&game.board) } else { 0 };
        let marks = core + forest + room;
        let room = room + game.players.len() * goals.ends * game.layout.set_words;
        let vars = game.vars.iter().zip(&game.layout.vars);
        let cells = vars.filter(|(var, _)| var.ty == Type::Cell);
        Native {
            key,
            ply: at(1),
            mover: at(2),
            players: at(3),
            again: at(4),
            outcome: at(5),
            passed: at(6),
            fuel: at(7),
            used: at(8),
            score: at(9),
            depth: at(10),
            pending: at(11),
            random: at(12),
            next: at(13),
            number: at(14),
            wanted: at(15),
            noted: at(16),
            note: words_of_note(game),
            offer: at(17),
            tables,
            table_keys,
            changes,
            len: core + forest + room,
            core,
            groups,
            disc_edge,
            bag,
            ends: goals.ends,
            marks,
            lines,
            shadow,
            renewed,
            position,
            keyed: !game.repetitions.is_empty(),
            cells: cells.map(|(_, place)| (place.offset, place.offset + place.count * place.stride)).collect(),
        }
    }

    /// Returns the number of words from the beginning of a position to that of the next one in a game that takes moves back.
    pub(crate) fn frame(&self) -> usize {
        self.core + LENGTHS
    }

    /// Returns whether there are words that have to be set up for each random game.
    pub(crate) fn has_room_for_games(&self) -> bool {
        self.len > self.core
    }

    /// Returns whether the position is kept in case a move turns out to be illegal.
    pub(crate) fn keeps_position(&self) -> bool {
        self.position <= KEPT
    }

    /// Returns how many words a move changes that may be taken back: those of the position, and the keys of it.
    pub(crate) fn changed(&self) -> usize {
        self.position + if self.keyed { 1 + self.table_keys.len() } else { 0 }
    }

    /// Returns whether a word of a position belongs to a table.
    pub(crate) fn is_in_table(&self, word: usize) -> bool {
        self.tables.iter().any(|table| table.contains(&word))
    }

    /// Begins to write down what a `do` changes in tables.
    pub(crate) fn note_changes(&self, words: &mut [u64]) {
        if !self.tables.is_empty() {
            words[self.changes] = 0;
        }
    }

    /// Says that more has changed than a `do` has written down.
    pub(crate) fn change_all(&self, words: &mut [u64]) {
        if !self.tables.is_empty() {
            words[self.changes] = u64::MAX;
        }
    }

    /// Makes the words of a position those of another one again, after [`Self::note_changes`] and a `do`.
    pub(crate) fn take_back(&self, words: &mut [u64], to: &[u64]) {
        if self.tables.is_empty() || words[self.changes] > CHANGES as u64 {
            words[..self.fuel].copy_from_slice(&to[..self.fuel]);
            return;
        }
        let count = words[self.changes] as usize;
        for n in (0..count).rev() {
            let change = self.changes + 1 + 2 * n;
            words[words[change] as usize] = words[change + 1];
        }
        let mut from = 0;
        for table in &self.tables {
            words[from..table.start].copy_from_slice(&to[from..table.start]);
            from = table.end;
        }
        words[from..self.fuel].copy_from_slice(&to[from..self.fuel]);
    }

    /// Returns whether the code of a ply with a known move copies the position before it.
    pub(crate) fn is_copied_by_code(&self) -> bool {
        self.fuel <= COPIED
    }

    /// Loads a position that fits the game.
    pub(crate) fn load(&self, game: &Game, position: &Position, words: &mut Vec<u64>) {
        words.clear();
        words.extend_from_slice(&position.words);
        words.resize(self.len, 0);
        let off = game.layout.cells as u64;
        for (from, to) in &self.cells {
            for word in &mut words[*from..*to] {
                if *word >= off {
                    *word = off;
                }
            }
        }
        // If it is not kept, it is the same everywhere: equal positions have equal words.
        words[self.key] = if self.keyed { position.pieces_key } else { 0 };
        for table in &self.table_keys {
            words[table.key] = table_key(&position.words[table.words.clone()], table.nothing);
        }
        words[self.ply] = u64::from(position.ply);
        words[self.mover] = u64::from(position.mover.0);
        words[self.players] = u64::from(position.players);
        words[self.outcome] = match position.outcome {
            None => 0,
            Some(Outcome::Draw) => 1,
            Some(Outcome::Win(player)) => 2 + u64::from(player.0),
        };
    }

    /// Writes a running game into a position, except for the position's history.
    pub(crate) fn store(&self, game: &Game, words: &[u64], position: &mut Position) {
        if position.words.len() != self.position {
            position.words = vec![0; self.position].into_boxed_slice();
        }
        position.words.copy_from_slice(&words[..self.position]);
        let off = game.layout.cells as u64;
        for (from, to) in &self.cells {
            for word in &mut position.words[*from..*to] {
                if *word == off {
                    *word = u64::from(Cell::OFF.0);
                }
            }
        }
        position.ply = words[self.ply] as u32;
        position.mover = Player(words[self.mover] as u8);
        position.players = words[self.players] as u16;
        position.outcome = self.outcome(words);
        position.pieces_key = if self.keyed { words[self.key] } else { pieces_key(game, words) };
    }

    /// Returns the result of a running game.
    pub(crate) fn outcome(&self, words: &[u64]) -> Option<Outcome> {
        match words[self.outcome] {
            0 => None,
            1 => Some(Outcome::Draw),
            n => Some(Outcome::Win(Player((n - 2) as u8))),
        }
    }
}

/// Returns the large variables that repetitions compare, with a word for the key of each from this one on.
fn table_keys(game: &Game, first: usize) -> Vec<TableKey> {
    let mut found: Vec<TableKey> = Vec::new();
    for part in game.repetitions.iter().flat_map(|form| &form.with) {
        let RepetitionPart::Table(var) = part else { continue };
        let (info, place) = (&game.vars[var.0 as usize], &game.layout.vars[var.0 as usize]);
        let is_large = place.count > UNROLLED && place.stride == 1;
        if is_large && !info.each_turn && found.iter().all(|table| table.var != *var) {
            let words = place.offset..place.offset + place.count;
            let (nothing, key) = (Value::nothing_word(info.ty), first + found.len());
            found.push(TableKey { var: *var, words, nothing, key });
        }
    }
    found
}

/// Computes the key of all pieces.
fn pieces_key(game: &Game, words: &[u64]) -> u64 {
    let layout = &game.layout;
    let mut key = 0;
    for (k, kind) in game.kinds.iter().enumerate() {
        let owners = (0..layout.players).map(Some).chain([None]);
        for owner in owners.filter(|owner| owner.is_none() == kind.neutral) {
            let piece =
                Piece { owner: owner.map_or(Player::NOBODY, |player| Player(player as u8)), kind: Kind(k as u8) };
            for word in 0..layout.set_words {
                let owned = owner.map_or(u64::MAX, |player| words[layout.player(player) + word]);
                let mut left = words[layout.kind(k) + word] & owned;
                while left != 0 {
                    key ^= piece_key(piece, Cell((64 * word) as u16 + left.trailing_zeros() as u16));
                    left &= left - 1;
                }
            }
        }
    }
    key
}
