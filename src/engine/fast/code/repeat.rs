//! `repeated`: keys of positions, and how many earlier positions have the same.

use super::locals::Locals;
use super::sort::Thing;
use super::word::{Int, Word, ZERO};
use super::{Gen, Gets, Moment, Perspective};
use crate::engine::fast::machine::Helper;
use crate::engine::fast::native::{TableKey, UNROLLED};
use crate::game::expr::AnyExpr;
use crate::game::part::AsPart;
use crate::game::rules::{RepetitionId, RepetitionPart, VarId};
use crate::game::value::Value;
use crate::types::Type;
use cranelift_codegen::ir::condcodes::IntCC;

impl Gen<'_, '_> {
    /// Records the keys of the new position, in `end`.
    pub(crate) fn record(&mut self) -> Gets<()> {
        let (plan, seen) = (self.plan, self.seen);
        let forms = plan.game.repetitions.len();
        if forms == 0 {
            return Ok(());
        }
        let renews = seen.passed != ZERO && (0..forms).any(|form| plan.depends_on_turn(form));
        if renews || seen.next.known().is_none() {
            self.engine(Helper::Begun, &[seen.next, seen.passed]);
            return Ok(());
        }
        for form in 0..forms {
            let key = self.repetition_key(form, seen.next)?;
            self.engine(Helper::Record, &[key]);
        }
        Ok(())
    }

    /// Makes the function that records the keys of the position in which a player begins.
    pub(crate) fn make_keys(&mut self) -> Gets<()> {
        let mover = self.seen.mover;
        for form in 0..self.plan.game.repetitions.len() {
            let key = self.repetition_key(form, mover)?;
            self.engine(Helper::Record, &[key]);
        }
        self.give_back(ZERO);
        Ok(())
    }

    /// Returns how many earlier positions have the key of this one; before the turn has passed, of the one that would
    /// arise.
    pub(crate) fn repeated(&mut self, form: RepetitionId) -> Gets<Int> {
        let (plan, seen) = (self.plan, self.seen);
        let (at, number) = (form.0 as usize, Word::Known(i64::from(form.0)));
        let count = match seen.moment {
            Moment::Before | Moment::End => self.engine(Helper::Came, &[number]),
            Moment::After if plan.game.repetitions[at].with.is_empty() => {
                let key = self.load(plan.native.key);
                self.engine(Helper::Repeated, &[number, key])
            }
            Moment::After if plan.says_again() || plan.depends_on_turn(at) || seen.actor.known().is_none() => {
                self.engine(Helper::Arising, &[seen.actor, number])
            }
            Moment::After => {
                let next = self.following(seen.actor);
                let key = self.repetition_key(at, next)?;
                self.engine(Helper::Repeated, &[number, key])
            }
        };
        Ok(Int::between(count, 0, i64::from(i32::MAX)))
    }

    /// Returns the key of a position as the player to move sees it at the beginning of the ply.
    fn repetition_key(&mut self, form: usize, to_move: Word) -> Gets<Word> {
        let seen = self.seen;
        self.seen = Perspective::before(to_move, to_move);
        let locals = Locals::of(self.plan.game.repetitions[form].frame, &[]);
        let key = self.inside(locals, |make| make.compared_key(form));
        self.seen = seen;
        key
    }

    fn compared_key(&mut self, form: usize) -> Gets<Word> {
        let plan = self.plan;
        let mut key = self.load(plan.native.key);
        for part in &plan.game.repetitions[form].with {
            key = match part {
                RepetitionPart::Value(value) => self.value_folded(key, value)?,
                RepetitionPart::Table(var) => self.table_folded(key, *var)?,
            };
        }
        Ok(key)
    }

    fn value_folded(&mut self, mut key: Word, value: &AnyExpr) -> Gets<Word> {
        match self.thing(value.part())? {
            Thing::Word(word, _) => {
                let word = if matches!(value, AnyExpr::Cell(_)) { self.cell_code(word) } else { word };
                Ok(self.folded(key, word))
            }
            Thing::Cells(cells) => {
                // The other engine's sets may have more words.
                let width = [1, 2, 3, 6, 16].into_iter().find(|width| *width >= cells.len()).unwrap_or(16);
                for i in 0..width {
                    let word = cells.get(i).copied().unwrap_or(ZERO);
                    key = self.folded(key, word);
                }
                Ok(key)
            }
            Thing::Ints(numbers) => self.numbers_folded(key, numbers),
        }
    }

    /// Folds [`crate::zobrist::table_key`] of a variable into a key.
    fn table_folded(&mut self, key: Word, var: VarId) -> Gets<Word> {
        let plan = self.plan;
        if let Some(table) = plan.native.table_keys.iter().find(|table| table.var == var) {
            let all = self.load(table.key);
            return Ok(self.folded(key, all));
        }
        let place = plan.game.layout.vars[var.0 as usize];
        let ty = plan.game.vars[var.0 as usize].ty;
        let nothing = Word::Known(Value::nothing_word(ty) as i64);
        let words = place.count * place.stride;
        let all = self.variable(ZERO);
        let add = |make: &mut Self, now: Word| {
            let word = make.load_word(place.offset, now);
            let word = if ty == Type::Cell { make.cell_code(word) } else { word };
            let is_something = make.compare(IntCC::NotEqual, word, nothing);
            make.only_if(is_something, |make| {
                let (own, old) = (make.value_key(now, word), make.read(all));
                let new = make.xor(old, own);
                make.assign(all, new);
                Ok(())
            })
        };
        if words <= UNROLLED {
            (0..words).try_for_each(|n| add(self, Word::Known(n as i64)))?;
        } else {
            self.each_index(words, add)?;
        }
        let all = self.read(all);
        Ok(self.folded(key, all))
    }

    /// Returns the key of the n-th word of a variable.
    fn value_key(&mut self, n: Word, word: Word) -> Word {
        let place = self.mixed(n);
        let both = self.xor(place, word);
        self.mixed(both)
    }

    /// Changes the key of a table, if one is kept, before its n-th value changes from what it is to another.
    pub(super) fn change_table_key(&mut self, base: usize, n: Word, after: Word) {
        let plan = self.plan;
        let Some(table) = plan.native.table_keys.iter().find(|table| table.words.start == base) else { return };
        let before = self.load_word(base, n);
        let (before, after) = (self.table_value_key(table, n, before), self.table_value_key(table, n, after));
        let changed = self.xor(before, after);
        let old = self.load(table.key);
        let new = self.xor(old, changed);
        self.store(table.key, new);
    }

    fn table_value_key(&mut self, table: &TableKey, n: Word, word: Word) -> Word {
        let is_cell = self.plan.game.vars[table.var.0 as usize].ty == Type::Cell;
        let word = if is_cell { self.cell_code(word) } else { word };
        let is_nothing = self.same(word, Word::Known(table.nothing as i64));
        let key = self.value_key(n, word);
        self.select(is_nothing, ZERO, key)
    }

    /// Returns the code of a cell in the other engine, where `off` has a code of its own.
    fn cell_code(&mut self, cell: Word) -> Word {
        let off = self.same(cell, Word::Known(self.plan.cells() as i64));
        self.select(off, Word::Known(i64::from(crate::game::cells::Cell::OFF.0)), cell)
    }

    /// Emits [`crate::zobrist::fold`].
    pub(crate) fn folded(&mut self, key: Word, value: Word) -> Word {
        let key = self.mixed(key);
        let both = self.xor(key, value);
        self.mixed(both)
    }

    /// Emits [`crate::zobrist::mix`].
    pub(crate) fn mixed(&mut self, word: Word) -> Word {
        let mut z = self.add(word, Word::Known(0x9e37_79b9_7f4a_7c15_u64 as i64));
        for (bits, factor) in [(30, 0xbf58_476d_1ce4_e5b9_u64), (27, 0x94d0_49bb_1331_11eb)] {
            let high = self.right_by(z, bits);
            let both = self.xor(z, high);
            z = self.mul(both, Word::Known(factor as i64));
        }
        let high = self.right_by(z, 31);
        self.xor(z, high)
    }
}
