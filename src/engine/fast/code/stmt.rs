//! Statements: what a `do` and its effects change.

use super::locals::Locals;
use super::sort::Thing;
use super::word::{ONE, Word, ZERO};
use super::{Gen, Gets, Unsupported};
use crate::engine::fast::calls::Task;
use crate::engine::fast::native::CHANGES;
use crate::engine::fast::slow::SlowKind;
use crate::game::expr::*;
use crate::game::part::{AsPart, Part, Shared};
use crate::game::rules::{Effect, EffectId};
use crate::game::stmt::Stmt;
use crate::source::Span;
use cranelift_codegen::ir::{Block, InstBuilder, Value};
use std::collections::HashMap;

/// The result of a function that makes a move.
pub(crate) mod status {
    /// The move has been made.
    pub(crate) const MADE: i64 = 0;
    /// The condition holds.
    pub(crate) const HOLDS: i64 = 1;
    /// Something that must hold afterwards does not.
    pub(crate) const REFUSED: i64 = 1;
    /// A choice is not in the script, so that the choices are on offer.
    pub(crate) const OFFER: i64 = 2;
    /// There is no candidate.
    pub(crate) const NONE: i64 = 3;
    /// The moves have to be listed.
    pub(crate) const LISTED: i64 = 4;
    /// The player waited with all moves that were drawn.
    pub(crate) const WAITED: i64 = 5;
    /// The random bits would not be fair: others are needed.
    pub(crate) const AGAIN: i64 = -3;
    /// There are too many sets of candidates to write them down.
    pub(crate) const TOO_MANY: i64 = -4;
}

/// What a ply that ended lightly assumed.
pub(crate) mod pending {
    /// Nothing.
    pub(crate) const NOTHING: i64 = 0;
    /// The player to move is not stuck.
    pub(crate) const NOT_STUCK: i64 = 1;
    /// The player who said `again` has a move.
    pub(crate) const GOES_ON: i64 = 2;
}

/// The most values of a variable that are set without a loop.
const UNROLLED: usize = 16;

/// The targets of statements.
#[derive(Clone, Copy)]
pub(crate) struct Way {
    /// The block that `return` jumps to.
    pub exit: Block,
    /// The address of the script: how many choices have been made, and which.
    pub script: Value,
}

impl<'p> Gen<'p, '_> {
    /// Runs statements one after the other.
    pub(crate) fn block(&mut self, statements: &'p [Stmt], way: Way) -> Gets<()> {
        let declared = self.locals.declared.len();
        statements.iter().try_for_each(|statement| self.statement(statement, way))?;
        self.locals.declared.truncate(declared);
        Ok(())
    }

    /// Makes the locals that statements assign more than once assignable.
    pub(crate) fn open_locals(&mut self, statements: &[Stmt]) -> Gets<()> {
        let mut set: HashMap<(Class, u16), u32> = HashMap::new();
        each_let(statements, &mut |slot, value| {
            *set.entry((AsPart::part(value).class(), slot.0)).or_default() += 1;
        });
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
        self.has_room()?;
        match statement {
            // What is known at the beginning of a loop, or before a choice, may not hold later.
            Stmt::For(..) | Stmt::While(..) | Stmt::Choose(_) => {
                self.facts.clear();
                self.locals.counted.clear();
            }
            _ => {}
        }
        self.carry_on(statement, way)?;
        self.recount_after(statement);
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
            Stmt::Let(slot, value) => {
                self.locals.declared.push((value.part().class(), *slot));
                let value = self.thing(value.part())?;
                self.set_local(*slot, value);
            }
            Stmt::Set { target, value } => {
                let value = self.thing(value.part())?;
                let (base, index) = self.place(target)?;
                if self.plan.native.is_in_table(base) {
                    self.note_change(base, index, value.class())?;
                }
                if let Thing::Word(word, _) = value {
                    self.change_table_key(base, index, word);
                }
                self.store_thing(base, index, value)?;
            }
            Stmt::If(condition, yes, no) => {
                let truth = self.truth(condition)?;
                match truth.known() {
                    Some(0) => self.block(no, way)?,
                    Some(_) => self.block(yes, way)?,
                    None if matches!((yes.as_slice(), no.as_slice()), ([Stmt::Again], [])) => {
                        let said = self.load(self.plan.native.again);
                        let says = self.or(said, truth);
                        self.store(self.plan.native.again, says);
                    }
                    None => {
                        let (locals, facts) = (self.locals.clone(), self.facts.clone());
                        let mut first = Vec::new();
                        self.either(
                            truth,
                            |make| {
                                make.block(yes, way)?;
                                first = std::mem::replace(&mut make.facts, facts);
                                Ok(super::flow::BranchValues::new())
                            },
                            |make| {
                                make.locals = locals;
                                make.block(no, way).map(|()| super::flow::BranchValues::new())
                            },
                        )?;
                        if first.len() < self.facts.len() {
                            self.facts = first;
                        }
                    }
                }
            }
            Stmt::For(each, span) => {
                if !self.acting_passes(each, *span, way)? {
                    self.each_element(&each.over, each.slot, &mut |make| make.pass(each, *span, way).map(|()| ZERO))?;
                }
            }
            Stmt::While(condition, body, _) => {
                let statements = self.plan.straight(body);
                self.repeat(
                    |make| make.truth(condition),
                    |make| {
                        make.spend_for(statements);
                        make.block(body, way)
                    },
                )?;
            }
            Stmt::Call(effect, args, _) => {
                let args = self.arguments(args)?;
                self.effect(*effect, args, way)?;
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
            Stmt::Reached(_) => {}
            Stmt::Return => {
                self.b.ins().jump(way.exit, &[]);
                let never = self.b.create_block();
                self.b.switch_to_block(never);
            }
        }
        Ok(())
    }

    /// Runs the body of a loop once.
    pub(super) fn pass(&mut self, each: &'p Generator<Vec<Stmt>>, span: Span, way: Way) -> Gets<()> {
        if matches!(each.over, SetExpr::Cells(_)) {
            self.at_place(span, |make| make.count_step(SlowKind::Each("for")));
        }
        if self.plan.counts_statements {
            self.spend_for(self.plan.straight(&each.body));
        }
        self.block(&each.body, way)
    }

    /// Writes down the words of a value in a table, which are about to change.
    fn note_change(&mut self, base: usize, index: Word, class: Class) -> Gets<()> {
        let changes = self.plan.native.changes;
        let width = if class == Class::Cells { self.width() } else { 1 };
        for i in 0..width {
            let count = self.load(changes);
            let has_room = self.below(count, Word::Known(CHANGES as i64));
            self.only_if(has_room, |make| {
                let (word, before) = (make.add(index, Word::Known((base + i) as i64)), make.load_word(base + i, index));
                let at = make.left_by(count, 1);
                make.store_word(changes + 1, at, word);
                make.store_word(changes + 2, at, before);
                Ok(())
            })?;
            let more = self.add(count, ONE);
            self.store(changes, more);
        }
        Ok(())
    }

    /// Runs an effect: its statements, with its arguments as locals, or its function.
    fn effect(&mut self, effect: EffectId, args: Vec<Thing>, way: Way) -> Gets<()> {
        match self.plan.written_out(effect) {
            Some(effect) => self.run_effect(effect, args, way.script),
            None => self.call_effect(usize::from(effect.0), args, way),
        }
    }

    /// Runs the statements of an effect, with its arguments as locals.
    fn run_effect(&mut self, effect: &'p Effect, args: Vec<Thing>, script: Value) -> Gets<()> {
        let exit = self.b.create_block();
        self.at_place(effect.span, |make| {
            make.inside(Locals::with(effect.frame, &[], args), |make| {
                make.open_locals(&effect.body)?;
                make.block(&effect.body, Way { exit, script })
            })
        })?;
        self.b.ins().jump(exit, &[]);
        self.b.switch_to_block(exit);
        Ok(())
    }

    /// Calls the function of an effect with the address of the script, followed by its arguments.
    fn call_effect(&mut self, effect: usize, args: Vec<Thing>, way: Way) -> Gets<()> {
        let mut words = vec![Word::Made(way.script)];
        for arg in args {
            words.extend(arg.words("an effect with a set of numbers as argument that is recursive or large")?);
        }
        let base = self.on_stack(&words, 0).1;
        let said = self.call_own(Task::Effect(effect), base)?;
        self.refuse_faults(said);
        self.give_back_if(said, Word::Known(status::OFFER));
        self.facts.clear();
        Ok(())
    }

    /// Makes the function of an effect.
    pub(crate) fn make_effect(&mut self, effect: usize) -> Gets<()> {
        let plan = self.plan;
        let effect = &plan.game.effects[effect];
        let script = self.args_word(0);
        let script = self.value(script);
        let args = self.arguments_from(1, &effect.parameters)?;
        self.seen.moment = super::Moment::After;
        let deep = self.enter_deeper(self.plan.straight(&effect.body))?;
        self.run_effect(effect, args, script)?;
        self.store(plan.native.depth, deep);
        self.give_back(Word::Known(status::MADE));
        Ok(())
    }

    /// Sets all values of a variable to their first values.
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
                let first = make.thing(var.first.part())?;
                make.store_thing(base, index, first)
            })
        };
        if place.count <= UNROLLED {
            for i in 0..place.count {
                let known: Vec<Word> = place.indexes(i).into_iter().take(indexes).map(Word::Known).collect();
                set(self, &known, place.offset + i * place.stride, ZERO)?;
            }
            return Ok(());
        }
        // The values of the indexes for each value of the variable, in order.
        let table = (0..if uses_index { place.count } else { 0 })
            .flat_map(|i| place.indexes(i).into_iter().take(indexes))
            .map(|index| index as u64)
            .collect();
        let table = plan.tables.keep(table);
        self.each_index(place.count, |make, now| {
            let first = make.mul(now, Word::Known(indexes as i64));
            let mut known = Vec::new();
            for i in 0..if uses_index { indexes } else { 0 } {
                let index = make.add(first, Word::Known(i as i64));
                known.push(make.load_at(table, index));
            }
            let index = make.mul(now, Word::Known(place.stride as i64));
            set(make, &known, place.offset, index)
        })
    }

    /// Returns the n-th argument of the function.
    pub(crate) fn args_word(&mut self, n: usize) -> Word {
        self.load_from(self.args, n)
    }
}

/// Returns whether a part uses a local of one word.
pub(crate) fn uses_word(part: Part<'_>, slot: Slot) -> bool {
    part.contains(&mut |part| is_word(part, slot))
}

/// Returns whether a part is this local of one word.
pub(crate) fn is_word(part: Part<'_>, slot: Slot) -> bool {
    part.class() == Class::Word && matches!(part.shared(), Some(Shared::Local(other)) if other == slot)
}

/// Visits each assignment of a local in statements, also in those inside them.
pub(crate) fn each_let<'e>(statements: &'e [Stmt], visit: &mut dyn FnMut(Slot, &'e AnyExpr)) {
    for statement in statements {
        match statement {
            Stmt::Let(slot, value) => visit(*slot, value),
            other => other.blocks().for_each(|body| each_let(body, visit)),
        }
    }
}
