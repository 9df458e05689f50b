//! Statements: what a `do` and its effects change.

use super::common::{Thing, fill};
use super::facts::Fact;
use super::locals::Locals;
use super::pieces::NONE;
use super::set::Words;
use super::word::{ONE, Spot, Word, ZERO};
use super::{Gen, Gets, Unsupported};
use crate::engine::fast::machine::Task;
use crate::engine::fast::walk::{AsPart, Part, Shared};
use crate::game::expr::*;
use crate::game::piece::{Kind, Piece, Player};
use crate::game::stmt::{Choose, Stmt};
use crate::moves::Move;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{Block, InstBuilder, MemFlagsData, StackSlotData, StackSlotKind, Value};
use std::collections::HashMap;

/// What a function that makes a move says of it.
pub(crate) mod status {
    /// It has been made.
    pub(crate) const MADE: i64 = 0;
    /// A condition holds.
    pub(crate) const HOLDS: i64 = 1;
    /// Something that must hold afterwards does not.
    pub(crate) const REFUSED: i64 = 1;
    /// There is something to choose of which nobody has said yet what is chosen.
    pub(crate) const OFFER: i64 = 2;
    /// There is no candidate.
    pub(crate) const NONE: i64 = 3;
    /// The moves have to be listed.
    pub(crate) const LISTED: i64 = 4;
    /// The random bits would not be fair: others are needed.
    pub(crate) const AGAIN: i64 = -3;
}

/// What a ply that ended lightly has taken for granted.
pub(crate) mod pending {
    /// Nothing.
    pub(crate) const NOTHING: i64 = 0;
    /// That the player to move is not stuck.
    pub(crate) const NOT_STUCK: i64 = 1;
    /// That the player who said `again` has a move.
    pub(crate) const GOES_ON: i64 = 2;
}

/// How choices are offered.
pub(crate) mod offer {
    /// Cells.
    pub(crate) const CELLS: i64 = 0;
    /// The places of the bits of a word, from a number on.
    pub(crate) const BITS: i64 = 1;
    /// Numbers from one to another.
    pub(crate) const RANGE: i64 = 2;
    /// Added if leaving it is a choice, too.
    pub(crate) const MAY: i64 = 8;
}

/// So many values of a variable are set one by one, without a loop.
const UNROLLED: usize = 16;

/// Where statements lead.
#[derive(Clone, Copy)]
pub(crate) struct Way {
    /// Where `return` leads.
    pub exit: Block,
    /// Where the script is: how many choices have been made, and which.
    pub script: Value,
}

impl<'p> Gen<'p, '_> {
    /// Statements, one after the other.
    pub(crate) fn block(&mut self, statements: &'p [Stmt], way: Way) -> Gets<()> {
        statements.iter().try_for_each(|statement| self.statement(statement, way))
    }

    /// Makes those locals settable that statements set more than once.
    pub(crate) fn open_locals(&mut self, statements: &[Stmt]) -> Gets<()> {
        let mut set: HashMap<(Class, u16), u32> = HashMap::new();
        count_lets(statements, &mut set);
        let mut again: Vec<_> = set.into_iter().filter(|(_, times)| *times > 1).map(|(local, _)| local).collect();
        again.sort_by_key(|(class, slot)| (*class != Class::Word, *slot));
        for (class, slot) in again {
            match class {
                Class::Word => self.open_word(Slot(slot)),
                Class::Cells => self.open_cells(Slot(slot)),
                Class::Ints => return Err(Unsupported("a local set of numbers that is set again")),
            }
        }
        Ok(())
    }

    fn statement(&mut self, statement: &'p Stmt, way: Way) -> Gets<()> {
        match statement {
            // What is known at the beginning of a loop, or before a choice, need not be so later.
            Stmt::For(..) | Stmt::While(..) | Stmt::Choose(_) => self.facts.clear(),
            _ => {}
        }
        self.carry_on(statement, way)?;
        match statement {
            Stmt::PutKind { .. }
            | Stmt::PutPiece { .. }
            | Stmt::Remove(_)
            | Stmt::Move(..)
            | Stmt::MoveEach { .. }
            | Stmt::Give(..) => self.facts.clear(),
            _ => {}
        }
        Ok(())
    }

    fn carry_on(&mut self, statement: &'p Stmt, way: Way) -> Gets<()> {
        match statement {
            Stmt::Let(slot, value) => match self.any(value)? {
                Thing::Word(word, sure) => {
                    let is_open = matches!(self.locals.words.get(slot.0 as usize), Some(super::locals::Local::Var(_)));
                    if is_open { self.set_local(*slot, word) } else { self.locals.bind(*slot, word, sure) }
                }
                Thing::Cells(cells) => self.set_local_cells(*slot, cells),
                Thing::Ints(ints) => self.locals.put_ints(*slot, ints),
            },
            Stmt::Set { target, value } => {
                let value = self.any(value)?;
                self.set_var(target, value)?;
            }
            Stmt::If(condition, yes, no) => {
                let truth = self.truth(condition)?;
                match truth.known() {
                    Some(0) => self.block(no, way)?,
                    Some(_) => self.block(yes, way)?,
                    None => {
                        let (locals, facts) = (self.locals.clone(), self.facts.clone());
                        let mut first = Vec::new();
                        self.either(
                            truth,
                            |make| {
                                make.block(yes, way)?;
                                first = std::mem::replace(&mut make.facts, facts);
                                Ok(super::flow::Left::new())
                            },
                            |make| {
                                make.locals = locals;
                                make.block(no, way).map(|()| super::flow::Left::new())
                            },
                        )?;
                        if first.len() < self.facts.len() {
                            self.facts = first;
                        }
                    }
                }
            }
            Stmt::For(each, _) => {
                self.each_element(&each.over, each.slot, &mut |make| {
                    make.block(&each.body, way)?;
                    Ok(ZERO)
                })?;
            }
            Stmt::While(condition, body, _) => {
                self.repeat(
                    |make| make.truth(condition),
                    |make| {
                        make.spend();
                        make.block(body, way)
                    },
                )?;
            }
            Stmt::Call(effect, args, _) => {
                let args = self.arguments(args)?;
                self.effect(effect.0, args, way)?;
            }
            Stmt::Choose(choose) => self.choose(choose, way)?,
            Stmt::PutKind { kind, owner, at, .. } => {
                let (kind, owner) = (self.kind(kind)?, self.player(owner)?);
                self.put(owner, kind, at)?;
            }
            Stmt::PutPiece { piece, at, .. } => {
                let piece = self.piece(piece)?;
                let (owner, kind) = (self.right_by(piece, 8), self.and(piece, Word::Known(255)));
                self.put(owner, kind, at)?;
            }
            Stmt::Remove(at) => match self.single(at)? {
                Some(cell) => self.clear_cell(cell),
                None => {
                    let cells = self.cells(at)?;
                    self.clear(&cells);
                }
            },
            Stmt::Move(from, to, _) => {
                let (from, to) = (self.cell(from)?, self.cell(to)?);
                self.move_piece(from, to);
            }
            Stmt::MoveEach { slot, over, to, .. } => self.move_each(*slot, over, to)?,
            Stmt::Give(at, to, _) => {
                let at = self.cells(at)?;
                let to = self.player(to)?;
                self.give(&at, to)?;
            }
            Stmt::Again => self.store(self.plan.native.again, ONE),
            Stmt::Return => {
                self.b.ins().jump(way.exit, &[]);
                let never = self.b.create_block();
                self.b.switch_to_block(never);
            }
        }
        Ok(())
    }

    /// An effect: its statements, with its arguments as locals. One that may come to itself again is a function.
    fn effect(&mut self, effect: u16, args: Vec<Thing>, way: Way) -> Gets<()> {
        let plan = self.plan;
        if plan.recursive[effect as usize] {
            return self.call_effect(effect as usize, args, way);
        }
        let effect = &plan.game.effects[effect as usize];
        let mut locals = Locals::of(effect.frame, &[]);
        fill(&mut locals, args);
        let exit = self.b.create_block();
        self.inside(locals, |make| {
            make.open_locals(&effect.body)?;
            make.block(&effect.body, Way { exit, ..way })
        })?;
        self.b.ins().jump(exit, &[]);
        self.b.switch_to_block(exit);
        Ok(())
    }

    /// Calls the function of an effect: with the place of the script, and its arguments behind it.
    fn call_effect(&mut self, effect: usize, args: Vec<Thing>, way: Way) -> Gets<()> {
        let mut words = vec![Word::Made(way.script)];
        for arg in args {
            match arg {
                Thing::Word(word, _) => words.push(word),
                Thing::Cells(cells) => words.extend(cells),
                Thing::Ints(_) => return Err(Unsupported("an effect that is given numbers and uses itself")),
            }
        }
        let size = (words.len() * 8) as u32;
        let slot = self.b.create_sized_stack_slot(StackSlotData::new(StackSlotKind::ExplicitSlot, size, 3));
        let base = self.b.ins().stack_addr(I64, slot, 0);
        for (i, word) in words.into_iter().enumerate() {
            let value = self.value(word);
            self.b.ins().store(MemFlagsData::trusted(), value, base, (i * 8) as i32);
        }
        let said = self.call_own(Task::Effect(effect), base)?;
        let wrong = self.compare(IntCC::SignedLessThan, said, ZERO);
        self.fault_if(wrong);
        let (offered, on) = (self.b.create_block(), self.b.create_block());
        let said = self.value(said);
        self.b.ins().brif(said, offered, &[], on, &[]);
        self.b.switch_to_block(offered);
        self.give_back(Word::Known(status::OFFER));
        self.b.switch_to_block(on);
        Ok(())
    }

    /// The function of an effect.
    pub(crate) fn make_effect(&mut self, effect: usize) -> Gets<()> {
        let plan = self.plan;
        let effect = &plan.game.effects[effect];
        let script = self.args_word(0);
        let script = self.value(script);
        let args = self.arguments_from(1, &effect.parameters)?;
        self.seen.moment = super::Moment::After;
        let deep = self.enter_deeper()?;
        let mut locals = Locals::of(effect.frame, &[]);
        fill(&mut locals, args);
        let exit = self.b.create_block();
        self.inside(locals, |make| {
            make.open_locals(&effect.body)?;
            make.block(&effect.body, Way { exit, script })
        })?;
        self.b.ins().jump(exit, &[]);
        self.b.switch_to_block(exit);
        self.store(plan.native.depth, deep);
        self.give_back(Word::Known(status::MADE));
        Ok(())
    }

    fn set_var(&mut self, target: &VarRef, value: Thing) -> Gets<()> {
        let (base, index) = self.place(target)?;
        match value {
            Thing::Word(word, _) => self.store_word(base, index, word),
            Thing::Cells(cells) => {
                for (i, word) in cells.into_iter().enumerate() {
                    self.store_word(base + i, index, word);
                }
            }
            Thing::Ints(_) => return Err(Unsupported("a variable of numbers")),
        }
        Ok(())
    }

    /// Sets all values of a variable to its first ones.
    pub(crate) fn set_first(&mut self, n: usize) -> Gets<()> {
        let plan = self.plan;
        let (var, place) = (&plan.game.vars[n], plan.game.layout.vars[n]);
        let indexes = var.indexes.len();
        let uses_index = (0..indexes as u16).any(|slot| uses_word(AsPart::part(&var.first), Slot(slot)));
        let set = |make: &mut Self, indexes: &[Word], base: usize, index: Word| -> Gets<()> {
            let locals = Locals::of(var.frame, &[]);
            make.inside(locals, |make| {
                for (slot, index) in indexes.iter().enumerate() {
                    make.locals.bind(Slot(slot as u16), *index, true);
                }
                match make.any(&var.first)? {
                    Thing::Word(word, _) => make.store_word(base, index, word),
                    Thing::Cells(cells) => {
                        for (i, word) in cells.into_iter().enumerate() {
                            make.store_word(base + i, index, word);
                        }
                    }
                    Thing::Ints(_) => {}
                }
                Ok(())
            })
        };
        if place.count <= UNROLLED {
            for i in 0..place.count {
                let known: Vec<Word> = place.indexes(i).into_iter().take(indexes).map(Word::Known).collect();
                set(self, &known, place.offset + i * place.stride, ZERO)?;
            }
            return Ok(());
        }
        // The values of the indexes for each value of the variable, one behind the other.
        let table = (0..if uses_index { place.count } else { 0 })
            .flat_map(|i| place.indexes(i).into_iter().take(indexes))
            .map(|index| index as u64)
            .collect();
        let table = plan.tables.keep(table);
        let at = self.variable(ZERO);
        self.repeat(
            |make| {
                let now = make.read(at);
                Ok(make.compare(IntCC::SignedLessThan, now, Word::Known(place.count as i64)))
            },
            |make| {
                let now = make.read(at);
                let first = make.mul(now, Word::Known(indexes as i64));
                let mut known = Vec::new();
                for i in 0..if uses_index { indexes } else { 0 } {
                    let index = make.add(first, Word::Known(i as i64));
                    known.push(make.load_at(table, index));
                }
                let index = make.mul(now, Word::Known(place.stride as i64));
                set(make, &known, place.offset, index)?;
                let next = make.add(now, ONE);
                make.assign(at, next);
                Ok(())
            },
        )
    }

    /// Puts a piece on cells, in the place of what stood there.
    fn put(&mut self, owner: Word, kind: Word, at: &CellsExpr) -> Gets<()> {
        let Word::Known(kind) = kind else {
            // One of several kinds: code for each.
            let single = self.single(at)?;
            let cells = match single {
                Some(cell) => self.just(cell),
                None => self.cells(at)?,
            };
            let kinds = self.plan.game.kinds.len() as i64;
            let nothing = self.compare(IntCC::UnsignedGreaterThanOrEqual, kind, Word::Known(kinds));
            self.fault_if(nothing);
            for k in 0..kinds {
                let is_it = self.same(kind, Word::Known(k));
                let cells = cells.clone();
                self.only_if(is_it, |make| make.put_known(owner, k, &cells))?;
            }
            return Ok(());
        };
        if let (Some(cell), Some(piece)) = (self.single(at)?, self.known_piece(owner, kind)?) {
            self.clear_cell(cell);
            self.add_cell(piece, cell);
            return Ok(());
        }
        let cells = self.cells(at)?;
        self.put_known(owner, kind, &cells)
    }

    /// The piece, if its owner is known or does not matter.
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
        let nobody = self.compare(IntCC::UnsignedGreaterThanOrEqual, owner, Word::Known(players));
        self.fault_if(nobody);
        self.clear(cells);
        for p in 0..players {
            let is_it = self.same(owner, Word::Known(p));
            let theirs = self.set_if(is_it, cells);
            self.add_piece(Piece { owner: Player(p as u8), kind: Kind(kind as u8) }, &theirs);
        }
        Ok(())
    }

    /// Takes away what stands on a cell.
    fn clear_cell(&mut self, cell: Spot) {
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

    /// The sets in which a cell can be: of players, then of kinds.
    fn sets_of(&self, fact: Fact) -> Vec<usize> {
        let (players, kinds) = (self.plan.game.players.len(), self.plan.game.kinds.len());
        let owners = (0..players).filter(|player| fact.owner.is_none_or(|owner| usize::from(owner) == *player));
        let kinds = (0..kinds).filter(|kind| fact.kind.is_none_or(|known| usize::from(known.0) == *kind));
        owners.chain(kinds.map(|kind| players + kind)).collect()
    }

    /// Puts a piece that is known on an empty cell.
    fn add_cell(&mut self, piece: Piece, cell: Spot) {
        if self.plan.native.keyed {
            let keys = self.plan.keys(piece);
            let key = self.load_at(keys, cell.word);
            self.fold_key(key);
        }
        let (players, kind) = (self.plan.game.players.len(), piece.kind.0 as usize);
        let owner = piece.owner.0 as usize;
        let sets: Vec<usize> = (owner < players).then_some(owner).into_iter().chain([players + kind]).collect();
        self.each_set_word(cell, &sets, |make, _, word, bit| make.or(word, bit));
    }

    fn fold_key(&mut self, key: Word) {
        let at = self.plan.native.key;
        let old = self.load(at);
        let new = self.xor(old, key);
        self.store(at, new);
    }

    /// The key of what stands on a cell; 0 for nothing.
    fn key_on(&mut self, cell: Spot) -> Word {
        let plan = self.plan;
        let fact = self.fact(cell.word);
        let owner = match fact.owner {
            Some(owner) => Word::Known(i64::from(owner)),
            None => self.owner_of(cell),
        };
        let kind = match fact.kind {
            Some(kind) => Word::Known(i64::from(kind.0)),
            None => self.kind_of(cell),
        };
        let (players, kinds) = (plan.game.players.len() as i64, plan.game.kinds.len() as i64);
        // One row per owner (the last one nobody) and kind (the last one no kind).
        let owner = self.extreme(false, owner, Word::Known(players));
        let kind = self.extreme(false, kind, Word::Known(kinds));
        let table = plan.all_keys();
        let row = self.mul(owner, Word::Known(kinds + 1));
        let row = self.add(row, kind);
        let row = self.mul(row, Word::Known(plan.cells() as i64 + 1));
        let index = self.add(row, cell.word);
        self.load_at(table, index)
    }

    /// Changes the word of each of these players' and kinds' sets in which a cell is. Nothing happens at `off`.
    fn each_set_word(
        &mut self,
        cell: Spot,
        sets: &[usize],
        mut change: impl FnMut(&mut Self, usize, Word, Word) -> Word,
    ) {
        let width = self.width();
        let on = self.is_on_board(cell);
        let bit = self.left(ONE, cell.word);
        let bit = self.select(on, bit, ZERO);
        let at = match (width, cell.word) {
            (1, _) => ZERO,
            (_, Word::Known(cell)) if cell as usize >= self.plan.cells() => return,
            _ => {
                let at = self.right_by(cell.word, 6);
                self.select(on, at, ZERO)
            }
        };
        for set in sets.iter().copied() {
            let old = self.load_word(set * width, at);
            let new = change(self, set, old, bit);
            if new != old {
                self.store_word(set * width, at, new);
            }
        }
    }

    /// Moves what stands on one cell to another one; off the board it is gone.
    fn move_piece(&mut self, from: Spot, to: Spot) {
        let plan = self.plan;
        let (players, width) = (plan.game.players.len(), plan.width());
        let (mover, victim) = (self.fact(from.word), self.fact(to.word));
        // Of each set in which the piece may be: whether it is. What is known is not asked.
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
        // Where it goes: what stands there is gone. From a cell to itself, nothing stands there any more.
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

    fn move_each(&mut self, slot: Slot, over: &CellsExpr, to: &CellExpr) -> Gets<()> {
        let plan = self.plan;
        let width = self.width();
        let over = self.cells(over)?;
        let occupied = self.occupied();
        let over = self.set_and(&over, &occupied);
        let sets = plan.game.players.len() + plan.game.kinds.len();
        let zeros = |make: &mut Self| -> Vec<_> { (0..width).map(|_| make.variable(ZERO)).collect() };
        let filled = zeros(self);
        let moved: Vec<Vec<_>> = (0..sets).map(|_| zeros(self)).collect();
        self.each_cell(&over, &mut |make, cell| {
            make.locals.bind(slot, cell.word, true);
            let target = make.cell(to)?;
            let there: Words = filled.iter().map(|variable| make.read(*variable)).collect();
            let twice = make.contains(&there, target);
            make.fault_if(twice);
            let bit = make.just(target);
            for (variable, (old, new)) in filled.iter().zip(there.into_iter().zip(bit.iter())) {
                let both = make.or(old, *new);
                make.assign(*variable, both);
            }
            for (set, variables) in moved.iter().enumerate() {
                let has = make.stored_contains(set * width, cell);
                let mine = make.set_if(has, &bit);
                for (variable, word) in variables.iter().zip(mine) {
                    let old = make.read(*variable);
                    let new = make.or(old, word);
                    make.assign(*variable, new);
                }
            }
            Ok(ZERO)
        })?;
        let filled: Words = filled.into_iter().map(|variable| self.read(variable)).collect();
        let touched = self.set_or(&over, &filled);
        if plan.native.keyed {
            self.fold_pieces(&touched);
        }
        for (set, variables) in moved.into_iter().enumerate() {
            let old = self.load_set(set * width);
            let kept = self.set_except(&old, &touched);
            let mine: Words = variables.into_iter().map(|variable| self.read(variable)).collect();
            let new = self.set_or(&kept, &mine);
            self.store_set(set * width, &new);
        }
        if plan.native.keyed {
            self.fold_pieces(&touched);
        }
        Ok(())
    }

    fn give(&mut self, at: &Words, to: Word) -> Gets<()> {
        let plan = self.plan;
        let players = plan.game.players.len() as i64;
        let nobody = self.compare(IntCC::UnsignedGreaterThanOrEqual, to, Word::Known(players));
        self.fault_if(nobody);
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
            self.fold_pieces(&given);
        }
        Ok(())
    }

    fn choose(&mut self, choose: &'p Choose, way: Way) -> Gets<()> {
        if let Some(drawn) = self.drawn {
            return self.choose_drawn(choose, way, drawn);
        }
        let plan = self.plan;
        let used_at = plan.native.used;
        // What there is to choose, as it is offered: a tag and words.
        let (tag, words, some) = match &choose.over {
            SetExpr::Cells(cells) => {
                let cells = self.cells(cells)?;
                let some = self.is_some(&cells);
                (offer::CELLS, cells.to_vec(), some)
            }
            SetExpr::Ints(ints) => {
                let numbers = self.ints(ints)?;
                self.number_offer(numbers)?
            }
            masks => {
                let mask = match masks {
                    SetExpr::Dirs(e) => self.some_dirs(e)?,
                    SetExpr::Players(e) => self.some_players(e)?,
                    SetExpr::Kinds(e) => self.some_kinds(e)?,
                    SetExpr::Cells(_) | SetExpr::Ints(_) => return Err(Unsupported("a set that is no mask")),
                };
                let some = self.compare(IntCC::NotEqual, mask, ZERO);
                (offer::BITS, vec![mask, ZERO], some)
            }
        };
        let locals = self.locals.clone();
        self.only_if(some, |make| {
            let used = make.load(used_at);
            let script = make.script_word(way.script, ZERO, 0);
            let has = make.below(used, script);
            let (chosen_block, offer_block) = (make.b.create_block(), make.b.create_block());
            let has = make.value(has);
            make.b.ins().brif(has, chosen_block, &[], offer_block, &[]);
            // Nobody has said yet what is chosen: put it on offer.
            make.b.switch_to_block(offer_block);
            let tag = tag + if choose.may { offer::MAY } else { 0 };
            make.store(plan.native.offer, Word::Known(tag));
            for (i, word) in words.iter().enumerate() {
                make.store(plan.native.offer + 1 + i, *word);
            }
            let offered = make.value(Word::Known(status::OFFER));
            make.b.ins().return_(&[offered]);
            // Otherwise it goes on with what the script says.
            make.b.switch_to_block(chosen_block);
            let chosen = make.script_word(way.script, used, 1);
            let next = make.add(used, ONE);
            make.store(used_at, next);
            let go_on = |make: &mut Self| -> Gets<()> {
                let is_cell = tag & 7 == offer::CELLS;
                let fits = match tag & 7 {
                    offer::CELLS => {
                        let cells: Words = words.iter().copied().collect();
                        let on = make.below(chosen, Word::Known(plan.cells() as i64));
                        let safe = make.select(on, chosen, ZERO);
                        let there = make.contains(&cells, Spot { word: safe, sure: true });
                        make.and(there, on)
                    }
                    offer::RANGE => {
                        let low = make.compare(IntCC::SignedGreaterThanOrEqual, chosen, words[0]);
                        let high = make.compare(IntCC::SignedLessThanOrEqual, chosen, words[1]);
                        make.and(low, high)
                    }
                    _ => {
                        let place = make.sub(chosen, words[1]);
                        let bit = make.bit(place);
                        let both = make.and(bit, words[0]);
                        make.compare(IntCC::NotEqual, both, ZERO)
                    }
                };
                let wrong = make.not(fits);
                make.fault_if(wrong);
                make.locals.bind(choose.slot, chosen, is_cell);
                make.block(&choose.body, way)
            };
            if choose.may {
                let left = make.same(chosen, Word::Known(i64::from(Move::LEFT)));
                let taken = make.not(left);
                make.only_if(taken, go_on)
            } else {
                go_on(make)
            }
        })?;
        self.locals = locals;
        Ok(())
    }

    /// The n-th of the values that the function was given.
    pub(crate) fn args_word(&mut self, n: usize) -> Word {
        let args = self.args;
        Word::Made(self.b.ins().load(I64, MemFlagsData::trusted(), args, (n * 8) as i32))
    }

    fn script_word(&mut self, script: Value, index: Word, first: usize) -> Word {
        let index = self.value(index);
        let bytes = self.b.ins().ishl_imm_u(index, 3);
        let at = self.b.ins().iadd(script, bytes);
        Word::Made(self.b.ins().load(I64, MemFlagsData::trusted(), at, (first * 8) as i32))
    }
}

/// Whether a part uses a local of one word.
pub(crate) fn uses_word(part: Part<'_>, slot: Slot) -> bool {
    if part.class() == Class::Word && matches!(part.shared(), Some(Shared::Local(other)) if other == slot) {
        return true;
    }
    let mut found = false;
    part.each(&mut |inner| found = found || uses_word(inner, slot));
    found
}

/// How often each local is set.
fn count_lets(statements: &[Stmt], set: &mut HashMap<(Class, u16), u32>) {
    for statement in statements {
        match statement {
            Stmt::Let(slot, value) => *set.entry((AsPart::part(value).class(), slot.0)).or_default() += 1,
            Stmt::If(_, yes, no) => {
                count_lets(yes, set);
                count_lets(no, set);
            }
            Stmt::For(each, _) => count_lets(&each.body, set),
            Stmt::While(_, body, _) => count_lets(body, set),
            Stmt::Choose(choose) => count_lets(&choose.body, set),
            _ => {}
        }
    }
}
