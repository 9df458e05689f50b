//! Statements that put, move, remove and give pieces.

use super::facts::Fact;
use super::pieces::NONE;
use super::set::Words;
use super::word::{ONE, Spot, Word, ZERO};
use super::{Gen, Gets};
use crate::game::expr::*;
use crate::game::piece::{Kind, Piece, Player};
use cranelift_codegen::ir::condcodes::IntCC;

/// Sets with more words than this are changed in the word of the cell.
const MANY_WORDS: usize = 12;

impl<'p> Gen<'p, '_> {
    /// Puts a piece on cells, replacing what stood there.
    pub(crate) fn put(&mut self, owner: Word, kind: Word, at: &CellsExpr) -> Gets<()> {
        let Word::Known(kind) = kind else { return self.put_one_of(owner, kind, at) };
        if let (Some(cell), Some(piece)) = (self.single(at)?, self.known_piece(owner, kind)?) {
            self.clear_cell(cell);
            self.add_cell(piece, cell);
            return Ok(());
        }
        let cells = self.cells(at)?;
        self.put_known(owner, kind, &cells)
    }

    /// Puts a piece whose kind is found out when the code runs.
    fn put_one_of(&mut self, owner: Word, kind: Word, at: &CellsExpr) -> Gets<()> {
        let kinds = self.plan.game.kinds.len() as i64;
        let single = self.single(at)?;
        let nothing = self.compare(IntCC::UnsignedGreaterThanOrEqual, kind, Word::Known(kinds));
        self.fault_if(nothing);
        if let Some(cell) = single {
            self.clear_cell(cell);
            return self.add_one_of(owner, kind, cell);
        }
        let cells = self.cells(at)?;
        for k in 0..kinds {
            let is_it = self.same(kind, Word::Known(k));
            self.only_if(is_it, |make| make.put_known(owner, k, &cells))?;
        }
        Ok(())
    }

    /// Returns the piece, if its owner is known or does not matter.
    fn known_piece(&mut self, owner: Word, kind: i64) -> Gets<Option<Piece>> {
        let Some(info) = usize::try_from(kind).ok().and_then(|kind| self.plan.game.kinds.get(kind)) else {
            self.impossible();
            return Ok(Some(Piece { owner: Player(0), kind: Kind(0) }));
        };
        let kind = Kind(kind as u8);
        if info.neutral {
            return Ok(Some(Piece { owner: Player::NOBODY, kind }));
        }
        match owner.known() {
            Some(owner) if owner == NONE => {
                self.impossible();
                Ok(Some(Piece { owner: Player(0), kind }))
            }
            Some(owner) => Ok(Some(Piece { owner: Player(owner as u8), kind })),
            None => Ok(None),
        }
    }

    fn put_known(&mut self, owner: Word, kind: i64, cells: &Words) -> Gets<()> {
        if let Some(piece) = self.known_piece(owner, kind)? {
            self.clear(cells);
            self.add_piece(piece, cells);
            return Ok(());
        }
        let players = self.plan.game.players.len() as i64;
        self.refuse_nobody(owner);
        self.clear(cells);
        for p in 0..players {
            let is_it = self.same(owner, Word::Known(p));
            let theirs = self.set_if(is_it, cells);
            self.add_piece(Piece { owner: Player(p as u8), kind: Kind(kind as u8) }, &theirs);
        }
        Ok(())
    }

    /// Removes what stands on a cell.
    pub(crate) fn clear_cell(&mut self, cell: Spot) {
        let fact = self.fact(cell.word);
        if fact.vacant {
            return;
        }
        if self.plan.native.keyed {
            let key = self.key_on(cell);
            self.fold_key(key);
        }
        let sets = self.sets_of(fact);
        self.each_set_word(cell, &sets, |make, _, word, bit| make.and_not(word, bit));
    }

    /// Returns the sets that a cell can be in: those of players, then those of kinds.
    fn sets_of(&self, fact: Fact) -> Vec<usize> {
        let (players, kinds) = (self.plan.game.players.len(), self.plan.game.kinds.len());
        let owners = (0..players).filter(|player| fact.owner.is_none_or(|owner| usize::from(owner) == *player));
        let kinds = (0..kinds).filter(|kind| fact.kind.is_none_or(|known| usize::from(known.0) == *kind));
        owners.chain(kinds.map(|kind| players + kind)).collect()
    }

    /// Puts a known piece on an empty cell.
    fn add_cell(&mut self, piece: Piece, cell: Spot) {
        if self.plan.native.keyed {
            let keys = self.plan.keys(piece);
            let key = self.load_at(keys, cell.word);
            self.fold_key(key);
        }
        let (players, kind) = (self.plan.game.players.len(), piece.kind.0 as usize);
        let owner = piece.owner.0 as usize;
        let sets: Vec<usize> = (owner < players).then_some(owner).into_iter().chain([players + kind]).collect();
        // With a bag, nothing reads the whole sets again.
        let is_drawn = self.bag_at.is_some() && self.width() > 1;
        if cell.word.known().is_some() || is_drawn || self.width() > MANY_WORDS {
            self.each_set_word(cell, &sets, |make, _, word, bit| make.or(word, bit));
            return;
        }
        // Words at fixed places can be read again at once; that of the cell could not.
        let cells = self.just(cell);
        for set in sets {
            let old = self.load_set(set * self.width());
            let new = self.set_or(&old, &cells);
            self.store_set(set * self.width(), &new);
        }
    }

    /// Puts a piece whose kind is found out when the code runs on an empty cell.
    fn add_one_of(&mut self, owner: Word, kind: Word, cell: Spot) -> Gets<()> {
        let plan = self.plan;
        let (players, width) = (plan.game.players.len(), self.width());
        let neutral = plan.game.kinds.iter().enumerate().filter(|(_, kind)| kind.neutral);
        let neutral = neutral.fold(0, |all, (k, _)| all | 1i64 << k);
        let is_neutral = self.right(Word::Known(neutral), kind);
        let is_neutral = self.and(is_neutral, ONE);
        let nobody = self.compare(IntCC::UnsignedGreaterThanOrEqual, owner, Word::Known(players as i64));
        let lacks = self.not(is_neutral);
        let lacks = self.and(lacks, nobody);
        self.fault_if(lacks);
        let owner = self.select(is_neutral, Word::Known(NONE), owner);
        if plan.native.keyed {
            let key = self.key_of(owner, kind, cell);
            self.fold_key(key);
        }
        let owners: Vec<usize> =
            (0..players).filter(|p| owner.known().is_none_or(|known| known == *p as i64)).collect();
        self.each_set_word(cell, &owners, |make, set, word, bit| {
            let is_it = make.same(owner, Word::Known(set as i64));
            let put = make.select(is_it, bit, ZERO);
            make.or(word, put)
        });
        let (at, bit) = self.place_in_set(cell);
        let set = self.mul(kind, Word::Known(width as i64));
        let at = self.add(set, at);
        let old = self.load_word(players * width, at);
        let new = self.or(old, bit);
        self.store_word(players * width, at, new);
        Ok(())
    }

    pub(super) fn fold_key(&mut self, key: Word) {
        let at = self.plan.native.key;
        let old = self.load(at);
        let new = self.xor(old, key);
        self.store(at, new);
    }

    /// Returns the key of what stands on a cell; 0 for nothing.
    pub(super) fn key_on(&mut self, cell: Spot) -> Word {
        let fact = self.fact(cell.word);
        let owner = match fact.owner {
            Some(owner) => Word::Known(i64::from(owner)),
            None => self.owner_of(cell),
        };
        let kind = match fact.kind {
            Some(kind) => Word::Known(i64::from(kind.0)),
            None => self.kind_of(cell),
        };
        self.key_of(owner, kind, cell)
    }

    /// Returns the key of a piece on a cell.
    fn key_of(&mut self, owner: Word, kind: Word, cell: Spot) -> Word {
        let plan = self.plan;
        let (players, kinds) = (plan.game.players.len() as i64, plan.game.kinds.len() as i64);
        // One row per owner (the last for nobody) and kind (the last for no kind).
        let owner = self.extreme(false, owner, Word::Known(players));
        let kind = self.extreme(false, kind, Word::Known(kinds));
        let table = plan.all_keys();
        let row = self.mul(owner, Word::Known(kinds + 1));
        let row = self.add(row, kind);
        let row = self.mul(row, Word::Known(plan.cells() as i64 + 1));
        let index = self.add(row, cell.word);
        self.load_at(table, index)
    }

    /// Returns the word of a set that has a cell, and the bit of the cell in it; the first word and no bit for `off`.
    fn place_in_set(&mut self, cell: Spot) -> (Word, Word) {
        let on = self.is_on_board(cell);
        let bit = self.left(ONE, cell.word);
        let bit = self.select(on, bit, ZERO);
        if self.width() == 1 {
            return (ZERO, bit);
        }
        let at = self.right_by(cell.word, 6);
        (self.select(on, at, ZERO), bit)
    }

    /// Changes the word of each of these players' and kinds' sets that contains a cell. Does nothing for `off`.
    fn each_set_word(
        &mut self,
        cell: Spot,
        sets: &[usize],
        mut change: impl FnMut(&mut Self, usize, Word, Word) -> Word,
    ) {
        let width = self.width();
        let (at, bit) = self.place_in_set(cell);
        if bit == ZERO {
            return;
        }
        for set in sets.iter().copied() {
            let old = self.load_word(set * width, at);
            let new = change(self, set, old, bit);
            if new != old {
                self.store_word(set * width, at, new);
            }
        }
    }

    /// Moves the piece on one cell to another cell; if that is off the board, the piece is removed.
    pub(crate) fn move_piece(&mut self, from: Spot, to: Spot) {
        let plan = self.plan;
        let (players, width) = (plan.game.players.len(), plan.width());
        let (mover, victim) = (self.fact(from.word), self.fact(to.word));
        // Test each set that may contain the piece, unless the answer is known.
        let sets = self.sets_of(mover);
        let has: Vec<(usize, Word)> = sets
            .iter()
            .map(|set| {
                let known = if *set < players { mover.owner.is_some() } else { mover.kind.is_some() };
                (*set, if known { ONE } else { self.stored_contains(set * width, from) })
            })
            .collect();
        if mover.owner.is_none() {
            let kinds = has.iter().filter(|(set, _)| *set >= players);
            let kinds = kinds.fold(ZERO, |all, (_, bit)| self.or(all, *bit));
            let missing = self.not(kinds);
            self.fault_if(missing);
        }
        let from = Spot { sure: true, ..from };
        if plan.native.keyed {
            let key = self.key_on(from);
            self.fold_key(key);
        }
        self.each_set_word(from, &sets, |make, _, word, bit| make.and_not(word, bit));
        // The piece on the target is removed. When a piece moves to its own cell, nothing stands there any more.
        let cleared = if victim.vacant { Vec::new() } else { self.sets_of(victim) };
        if plan.native.keyed && !victim.vacant {
            self.facts.clear();
            let key = self.key_on(to);
            self.fold_key(key);
        }
        let mut touched: Vec<usize> = sets.iter().chain(&cleared).copied().collect();
        touched.sort_unstable();
        touched.dedup();
        self.each_set_word(to, &touched, |make, set, word, bit| {
            let word = if cleared.contains(&set) { make.and_not(word, bit) } else { word };
            match has.iter().find(|(other, _)| *other == set) {
                Some((_, ONE)) => make.or(word, bit),
                Some((_, has)) => {
                    let mask = make.mask(*has);
                    let put = make.and(bit, mask);
                    make.or(word, put)
                }
                None => word,
            }
        });
        if plan.native.keyed {
            let on = self.is_on_board(to);
            self.facts.clear();
            self.facts.push((to.word, mover));
            let key = self.key_on(to);
            let key = self.select(on, key, ZERO);
            self.fold_key(key);
        }
    }

    pub(crate) fn move_each(&mut self, slot: Slot, over: &CellsExpr, to: &CellExpr) -> Gets<()> {
        let plan = self.plan;
        let width = self.width();
        let over = self.cells(over)?;
        let occupied = self.occupied();
        let over = self.set_and(&over, &occupied);
        let sets = plan.game.players.len() + plan.game.kinds.len();
        if let Some(rotation) = self.rotation_to(slot, to)? {
            let filled = self.rotated_by(rotation, &over);
            let touched = self.set_or(&over, &filled);
            let moved = |make: &mut Self, set: usize| {
                let old = make.load_set(set * width);
                let mine = make.set_and(&old, &over);
                make.rotated_by(rotation, &mine)
            };
            return self.replace(&touched, sets, moved);
        }
        let none = self.no_cells();
        let filled = self.set_variable(&none);
        let moved: Vec<_> = (0..sets).map(|_| self.set_variable(&none)).collect();
        self.each_cell(&over, &mut |make, cell| {
            make.locals.bind(slot, cell.word, true);
            let target = make.cell(to)?;
            let there = make.read_set(&filled);
            let twice = make.contains(&there, target);
            make.fault_if(twice);
            let bit = make.just(target);
            make.join_to(&filled, &bit);
            for (set, variables) in moved.iter().enumerate() {
                let has = make.stored_contains(set * width, cell);
                let mine = make.set_if(has, &bit);
                make.join_to(variables, &mine);
            }
            Ok(ZERO)
        })?;
        let filled = self.read_set(&filled);
        let touched = self.set_or(&over, &filled);
        self.replace(&touched, sets, |make, set| make.read_set(&moved[set]))
    }

    /// Replaces what stands on some cells, in the sets of all players and kinds: by the n-th of these sets.
    fn replace(&mut self, touched: &Words, sets: usize, by: impl Fn(&mut Self, usize) -> Words) -> Gets<()> {
        let (keyed, width) = (self.plan.native.keyed, self.width());
        if keyed {
            self.fold_pieces(touched);
        }
        for set in 0..sets {
            let mine = by(self, set);
            let old = self.load_set(set * width);
            let kept = self.set_except(&old, touched);
            let new = self.set_or(&kept, &mine);
            self.store_set(set * width, &new);
        }
        if keyed {
            self.facts.clear();
            self.fold_pieces(touched);
        }
        Ok(())
    }

    pub(crate) fn give(&mut self, at: &Words, to: Word) -> Gets<()> {
        let plan = self.plan;
        let players = plan.game.players.len() as i64;
        self.refuse_nobody(to);
        for (k, kind) in plan.game.kinds.iter().enumerate() {
            if kind.neutral {
                let stones = self.load_set(plan.game.layout.kind(k));
                let wrong = self.set_and(&stones, at);
                let wrong = self.is_some(&wrong);
                self.fault_if(wrong);
            }
        }
        let occupied = self.occupied();
        let given = self.set_and(at, &occupied);
        if plan.native.keyed {
            self.fold_pieces(&given);
        }
        for p in 0..players {
            let is_it = self.same(to, Word::Known(p));
            let offset = plan.game.layout.player(p as usize);
            let old = self.load_set(offset);
            let others = self.set_except(&old, &given);
            let theirs = self.set_or(&old, &given);
            let new = self.set_select(is_it, &theirs, &others);
            self.store_set(offset, &new);
        }
        if plan.native.keyed {
            self.facts.clear();
            self.fold_pieces(&given);
        }
        Ok(())
    }
}
