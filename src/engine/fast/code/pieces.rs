//! Who stands where: the sets of players and kinds, and adding and removing pieces.

use super::Gen;
use super::set::Words;
use super::word::{ONE, Spot, Word, ZERO};
use crate::game::piece::{Kind, Piece};

/// The code of nobody, and of no kind.
pub(crate) const NONE: i64 = 255;
/// The code of no piece.
pub(crate) const NOTHING: i64 = 255 << 8 | 255;

impl Gen<'_, '_> {
    fn players_at(&self) -> usize {
        self.plan.game.players.len()
    }

    /// Returns the cells with pieces of a player; none for nobody.
    pub(crate) fn of_player(&mut self, player: Word) -> Words {
        let players = self.players_at() as i64;
        match player {
            Word::Known(p) if (0..players).contains(&p) => self.load_set(self.plan.game.layout.player(p as usize)),
            Word::Known(_) => self.no_cells(),
            Word::Made(_) => {
                let mut all = self.no_cells();
                for p in 0..players {
                    let is_it = self.same(player, Word::Known(p));
                    let theirs = self.of_player(Word::Known(p));
                    let theirs = self.set_if(is_it, &theirs);
                    all = self.set_or(&all, &theirs);
                }
                all
            }
        }
    }

    /// Returns the cells with pieces of other players.
    pub(crate) fn of_others(&mut self, player: Word) -> Words {
        let mut all = self.no_cells();
        match player {
            Word::Known(player) => {
                for other in (0..self.players_at() as i64).filter(|other| *other != player) {
                    let theirs = self.of_player(Word::Known(other));
                    all = self.set_or(&all, &theirs);
                }
                all
            }
            Word::Made(_) => {
                let own = self.of_player(player);
                let owned = self.of_others(Word::Known(NONE));
                self.set_except(&owned, &own)
            }
        }
    }

    /// Returns the cells with pieces of a kind.
    pub(crate) fn of_kind(&mut self, kind: Kind) -> Words {
        match self.plan.only_kind() {
            Some(only) if only == kind => self.of_others(Word::Known(NONE)),
            _ => self.load_set(self.plan.game.layout.kind(kind.0 as usize)),
        }
    }

    /// Returns the cells with a piece.
    pub(crate) fn occupied(&mut self) -> Words {
        let mut all = self.of_others(Word::Known(NONE));
        for (k, kind) in self.plan.game.kinds.iter().enumerate() {
            if kind.neutral {
                let neutral = self.load_set(self.plan.game.layout.kind(k));
                all = self.set_or(&all, &neutral);
            }
        }
        all
    }

    pub(crate) fn empty(&mut self) -> Words {
        let occupied = self.occupied();
        self.set_not(&occupied)
    }

    /// Returns whether a cell is in the set that begins at a word of the position.
    pub(crate) fn stored_contains(&mut self, set: usize, cell: Spot) -> Word {
        if self.width() == 1 || cell.word.known().is_some() {
            let words = self.load_set(set);
            return self.contains(&words, cell);
        }
        // For `off`, the test reads a word that exists, and fails.
        let on = self.is_on_board(cell);
        let safe = if cell.sure { cell.word } else { self.select(on, cell.word, ZERO) };
        let at = self.right_by(safe, 6);
        let word = self.load_word(set, at);
        let bit = self.right(word, safe);
        let bit = self.and(bit, ONE);
        self.and(bit, on)
    }

    /// Returns whose piece stands on a cell.
    pub(crate) fn owner_of(&mut self, cell: Spot) -> Word {
        let mut owner = Word::Known(NONE);
        for player in 0..self.players_at() {
            let here = self.stored_contains(self.plan.game.layout.player(player), cell);
            owner = self.select(here, Word::Known(player as i64), owner);
        }
        owner
    }

    /// Returns the kind of the piece on a cell.
    pub(crate) fn kind_of(&mut self, cell: Spot) -> Word {
        if let Some(kind) = self.plan.only_kind() {
            let all = self.of_kind(kind);
            let here = self.contains(&all, cell);
            return self.select(here, Word::Known(i64::from(kind.0)), Word::Known(NONE));
        }
        let mut found = Word::Known(NONE);
        for kind in 0..self.plan.game.kinds.len() {
            let here = self.stored_contains(self.plan.game.layout.kind(kind), cell);
            found = self.select(here, Word::Known(kind as i64), found);
        }
        found
    }

    /// Returns what stands on a cell.
    pub(crate) fn piece_on(&mut self, cell: Spot) -> Word {
        let (owner, kind) = (self.owner_of(cell), self.kind_of(cell));
        let high = self.left_by(owner, 8);
        self.or(high, kind)
    }

    /// Removes what stands on these cells.
    pub(crate) fn clear(&mut self, cells: &Words) {
        if self.plan.native.keyed {
            self.fold_pieces(cells);
        }
        let sets = self.plan.game.players.len() + self.plan.game.kinds.len();
        for set in 0..sets {
            let at = set * self.width();
            let old = self.load_set(at);
            let left = self.set_except(&old, cells);
            self.store_set(at, &left);
        }
    }

    /// Puts a known piece on cells that have been cleared.
    pub(crate) fn add_piece(&mut self, piece: Piece, cells: &Words) {
        if self.plan.native.keyed {
            let keys = self.plan.keys(piece);
            self.fold_each(cells, &mut |make, cell| make.load_at(keys, cell.word));
        }
        if (piece.owner.0 as usize) < self.players_at() {
            self.join_set(self.plan.game.layout.player(piece.owner.0 as usize), cells);
        }
        self.join_set(self.plan.game.layout.kind(piece.kind.0 as usize), cells);
    }

    fn join_set(&mut self, at: usize, cells: &Words) {
        let old = self.load_set(at);
        let new = self.set_or(&old, cells);
        self.store_set(at, &new);
    }

    /// Folds the keys of all pieces on these cells into the key, which removes or adds them.
    pub(crate) fn fold_pieces(&mut self, cells: &Words) {
        let occupied = self.occupied();
        let here = self.set_and(cells, &occupied);
        self.fold_each(&here, &mut |make, cell| make.key_on(cell));
    }

    /// Folds a key for each of these cells into the key.
    fn fold_each(&mut self, cells: &Words, key_of: &mut dyn FnMut(&mut Self, Spot) -> Word) {
        // Only loops and loads, so nothing can be unsupported.
        let folded = self.each_cell(cells, &mut |make, cell| {
            let key = key_of(make, cell);
            make.fold_key(key);
            Ok(ZERO)
        });
        debug_assert!(folded.is_ok());
    }
}
