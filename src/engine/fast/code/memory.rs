//! Sets in memory, on wide boards: to add a cell changes one word of them instead of all that hold the set.

use super::near::Near;
use super::set::Words;
use super::walk::WIDE;
use super::word::{ONE, Word, ZERO};
use super::{Gen, Gets};
use crate::engine::fast::maps::Map;
use crate::engine::fast::slow::SlowKind;
use crate::game::expr::*;
use crate::game::part::AsPart;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{InstBuilder, StackSlot, Value};
use cranelift_frontend::Variable;

/// How deep defs are followed to see how a set is made.
const DEFS: u32 = 8;

/// Cells on the stack from which a walk is to go on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct OpenCells {
    slot: StackSlot,
    count: Variable,
}

impl Gen<'_, '_> {
    /// Puts a set into memory, with a word for `off`.
    pub(super) fn put_in_memory(&mut self, set: &Words) -> StackSlot {
        let words: Vec<Word> = set.iter().copied().chain([ZERO]).collect();
        self.on_stack(&words, 0).0
    }

    /// Returns where a set is in memory, and puts it there if it is not.
    pub(super) fn copied(&mut self, set: &Words) -> StackSlot {
        if let Some((_, slot)) = self.copies.iter().rfind(|(other, _)| other == set) {
            return *slot;
        }
        let slot = self.put_in_memory(set);
        self.copies.push((set.clone(), slot));
        slot
    }

    /// Returns the word of a set in memory that a cell belongs to, and the place to store it.
    pub(super) fn word_of_cell(&mut self, set: StackSlot, cell: Word) -> (Word, Value) {
        let at = self.right_by(cell, 6);
        let base = self.b.ins().stack_addr(I64, set, 0);
        let address = self.address(base, at);
        (self.load_from(address, 0), address)
    }

    /// Returns the words of a set in memory.
    pub(super) fn words_at(&mut self, set: StackSlot) -> Words {
        let base = self.b.ins().stack_addr(I64, set, 0);
        (0..self.width()).map(|n| self.load_from(base, n)).collect()
    }

    /// Adds a cell of the board to a set in memory, or takes it out.
    fn put_cell(&mut self, set: StackSlot, cell: Word, is_in: bool) {
        let (word, place) = self.word_of_cell(set, cell);
        let bit = self.left(ONE, cell);
        let word = if is_in { self.or(word, bit) } else { self.and_not(word, bit) };
        self.store_at(place, 0, word);
    }

    /// Adds cells to a set in memory, or takes them out.
    fn put_words(&mut self, set: StackSlot, words: &Words, is_in: bool) {
        let old = self.words_at(set);
        let new = if is_in { self.set_or(&old, words) } else { self.set_except(&old, words) };
        let base = self.b.ins().stack_addr(I64, set, 0);
        for (n, word) in new.iter().enumerate() {
            self.store_at(base, n, *word);
        }
    }

    fn put_near(&mut self, set: StackSlot, near: &Near, is_in: bool) -> Gets<()> {
        self.each_near(near, &mut |make, cell| {
            make.put_cell(set, cell.word, is_in);
            Ok(ZERO)
        })?;
        Ok(())
    }

    /// Returns a set in memory, if its cells are found one by one.
    pub(super) fn gathered(&mut self, set: &CellsExpr) -> Gets<Option<StackSlot>> {
        if self.width() < WIDE || !self.is_gathered(set, DEFS) {
            return Ok(None);
        }
        let none = self.no_cells();
        let slot = self.put_in_memory(&none);
        self.gather(slot, set, true)?;
        Ok(Some(slot))
    }

    fn is_gathered(&self, set: &CellsExpr, depth: u32) -> bool {
        if self.hoisted(set).is_some() || depth == 0 {
            return false;
        }
        match set {
            CellsExpr::Filter(_) => self.is_near(set),
            CellsExpr::Union(each) => matches!(&each.over, SetExpr::Cells(over) if self.is_near(over)),
            CellsExpr::Reach(reach) => self.is_near(&reach.to),
            CellsExpr::Op(SetOp::Except, pair) => self.is_gathered(&pair.0, depth),
            CellsExpr::Op(SetOp::Or, pair) => self.is_gathered(&pair.0, depth) || self.is_gathered(&pair.1, depth),
            CellsExpr::Common(common) => match &**common {
                Common::If(_, yes, no) => self.is_gathered(yes, depth) || self.is_gathered(no, depth),
                Common::Match(one) => {
                    let mut results = one.arms.iter().map(|(_, result)| result).chain(&one.otherwise);
                    results.any(|result| self.is_gathered(result, depth))
                }
                Common::Call(call) => {
                    let def = &self.plan.game.defs.cells[usize::from(call.def)];
                    self.plan.recursive_def(crate::types::Type::Cells, call.def).is_none()
                        && self.is_gathered(&def.body, depth - 1)
                }
                _ => false,
            },
            _ => false,
        }
    }

    /// Adds the cells of a set to one in memory, which is empty so far if it is fresh.
    fn gather(&mut self, into: StackSlot, set: &CellsExpr, is_fresh: bool) -> Gets<()> {
        self.has_room()?;
        if let Some(near) = self.near(set)? {
            return self.put_near(into, &near, true);
        }
        if self.hoisted(set).is_none() {
            match set {
                CellsExpr::One(cell) => {
                    let cell = self.cell(cell)?;
                    let on = self.is_on_board(cell);
                    return self.only_if(on, |make| {
                        make.put_cell(into, cell.word, true);
                        Ok(())
                    });
                }
                CellsExpr::Op(SetOp::Or, pair) => {
                    self.gather(into, &pair.0, is_fresh)?;
                    return self.gather(into, &pair.1, false);
                }
                CellsExpr::Op(SetOp::Except, pair) if is_fresh && self.is_gathered(&pair.0, DEFS) => {
                    self.gather(into, &pair.0, true)?;
                    return self.take_out(into, &pair.1);
                }
                CellsExpr::Union(each) if self.is_gathered(set, DEFS) => {
                    self.each_unordered(&each.over, each.slot, &mut |make| {
                        make.count_step(SlowKind::Each("union"));
                        make.gather(into, &each.body, false)?;
                        Ok(ZERO)
                    })?;
                    return Ok(());
                }
                CellsExpr::Reach(reach) if is_fresh && self.is_near(&reach.to) => {
                    return self.gather_reach(into, reach);
                }
                CellsExpr::Common(common) if self.is_gathered(set, DEFS) => match &**common {
                    Common::If(condition, yes, no) => {
                        let truth = self.truth(condition)?;
                        return self.gather_either(
                            truth,
                            |make| make.gather(into, yes, is_fresh),
                            |make| make.gather(into, no, is_fresh),
                        );
                    }
                    Common::Match(one) => {
                        let subject = self.word(one.subject.part())?;
                        return self.gather_arms(into, one, subject, 0, is_fresh);
                    }
                    Common::Call(call) => {
                        return self.in_def::<CellsExpr, _>(call, |make, body| make.gather(into, body, is_fresh));
                    }
                    _ => {}
                },
                _ => {}
            }
        }
        let words = self.cells(set)?;
        self.put_words(into, &words, true);
        Ok(())
    }

    fn gather_either(
        &mut self,
        truth: Word,
        yes: impl FnOnce(&mut Self) -> Gets<()>,
        no: impl FnOnce(&mut Self) -> Gets<()>,
    ) -> Gets<()> {
        let nothing = |()| super::flow::BranchValues::new();
        self.either(truth, |make| yes(make).map(nothing), |make| no(make).map(nothing))?;
        Ok(())
    }

    fn gather_arms(
        &mut self,
        into: StackSlot,
        one: &Match<CellsExpr>,
        subject: Word,
        n: usize,
        is_fresh: bool,
    ) -> Gets<()> {
        let Some((value, result)) = one.arms.get(n) else {
            return match &one.otherwise {
                Some(other) => self.gather(into, other, is_fresh),
                None => {
                    self.impossible();
                    Ok(())
                }
            };
        };
        let value = self.word(value.part())?;
        let here = self.same(subject, value);
        self.gather_either(
            here,
            |make| make.gather(into, result, is_fresh),
            |make| make.gather_arms(into, one, subject, n + 1, is_fresh),
        )
    }

    /// Takes cells out of a set in memory.
    fn take_out(&mut self, from: StackSlot, cells: &CellsExpr) -> Gets<()> {
        if let CellsExpr::One(cell) = cells {
            let cell = self.cell(cell)?;
            // The word of `off` is empty.
            self.put_cell(from, cell.word, false);
            return Ok(());
        }
        if let Some(near) = self.near(cells)? {
            return self.put_near(from, &near, false);
        }
        let words = self.cells(cells)?;
        self.put_words(from, &words, false);
        Ok(())
    }

    /// Begins a walk, with room for each cell of the board once.
    pub(super) fn begin_walk(&mut self) -> OpenCells {
        let (slot, _) = self.on_stack(&[], self.plan.cells());
        OpenCells { slot, count: self.variable(ZERO) }
    }

    /// Adds a cell to go on from.
    pub(super) fn open_cell(&mut self, open: &OpenCells, cell: Word) {
        let (base, at) = (self.b.ins().stack_addr(I64, open.slot, 0), self.read(open.count));
        let address = self.address(base, at);
        self.store_at(address, 0, cell);
        let more = self.add(at, ONE);
        self.assign(open.count, more);
    }

    /// Runs code for each open cell, which may open more, until no cell is open.
    pub(super) fn each_open(&mut self, open: &OpenCells, run: impl FnOnce(&mut Self, Word) -> Gets<()>) -> Gets<()> {
        self.repeat(
            |make| Ok(make.read(open.count)),
            |make| {
                let last = make.read(open.count);
                let last = make.sub(last, ONE);
                make.assign(open.count, last);
                let base = make.b.ins().stack_addr(I64, open.slot, 0);
                let address = make.address(base, last);
                let cell = make.load_from(address, 0);
                run(make, cell)
            },
        )
    }

    /// Collects the cells that are reached from some cells, each of which leads on to neighbors.
    fn gather_reach(&mut self, into: StackSlot, reach: &Reach) -> Gets<()> {
        let open = self.begin_walk();
        match &reach.from {
            CellsExpr::One(cell) => {
                let cell = self.cell(cell)?;
                let on = self.is_on_board(cell);
                self.only_if(on, |make| {
                    make.put_cell(into, cell.word, true);
                    make.open_cell(&open, cell.word);
                    Ok(())
                })?;
            }
            from => {
                self.gather(into, from, true)?;
                self.each_cell_in(into, &mut |make, cell| {
                    make.open_cell(&open, cell.word);
                    Ok(ZERO)
                })?;
            }
        }
        self.each_open(&open, |make, cell| {
            make.spend();
            make.count_step(SlowKind::Each("reach"));
            make.locals.bind(reach.slot, cell, true);
            let Some(near) = make.near(&reach.to)? else {
                return Err(super::Unsupported("a step without neighbors"));
            };
            make.each_near(&near, &mut |make, next| {
                let (word, place) = make.word_of_cell(into, next.word);
                let bit = make.left(ONE, next.word);
                let there = make.and(word, bit);
                let is_new = make.same(there, ZERO);
                make.only_if(is_new, |make| {
                    let more = make.or(word, bit);
                    make.store_at(place, 0, more);
                    make.open_cell(&open, next.word);
                    Ok(())
                })?;
                Ok(ZERO)
            })?;
            Ok(())
        })
    }

    /// Runs code for each element of a set, which is put into a local, in any order, until it returns to stop. Returns whether it did.
    pub(super) fn each_unordered(
        &mut self,
        set: &SetExpr,
        slot: Slot,
        run: &mut dyn FnMut(&mut Self) -> Gets<Word>,
    ) -> Gets<Word> {
        if let SetExpr::Cells(cells) = set
            && let Some(near) = self.near(cells)?
        {
            return self.each_near(&near, &mut |make, cell| {
                make.locals.bind(slot, cell.word, true);
                run(make)
            });
        }
        self.each_element(set, slot, run)
    }

    /// Returns the neighbors of some cells: of one after the other if there are few, otherwise of all at once.
    pub(super) fn neighbors_of_set(&mut self, from: &Words, dirs: Word) -> Gets<Words> {
        let Some(known) = dirs.known().filter(|_| self.width() >= WIDE && self.as_known(from).is_none()) else {
            return self.neighbor_set(from, dirs);
        };
        let plan = self.plan;
        let shifts = |dir| plan.shifts(&Map::steps(plan.board(), dir, 1)).len();
        let few: usize = plan.dirs_in(known as u64).map(shifts).sum();
        let size = self.size(from);
        let is_few = self.compare(IntCC::UnsignedLessThan, size, Word::Known(few as i64));
        let found = self.either(
            is_few,
            |make| {
                let none = make.no_cells();
                let all = make.put_in_memory(&none);
                let table = plan.neighbors(known as u64);
                make.each_cell(from, &mut |make, cell| {
                    let near = make.load_set_at(table, cell.word);
                    make.put_words(all, &near, true);
                    Ok(ZERO)
                })?;
                Ok(make.words_at(all).into_iter().collect())
            },
            |make| Ok(make.neighbor_set(from, dirs)?.into_iter().collect()),
        )?;
        Ok(found.into_iter().collect())
    }
}
