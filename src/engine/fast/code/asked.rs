//! Calls of operators at run time: an operator without instructions of its own is evaluated by its function in the table.

use super::common::Thing;
use super::locals::Numbers;
use super::set::Words;
use super::word::{ONE, Word, ZERO};
use super::{Gen, Gets, Unsupported};
use crate::engine::fast::operators::{RANGE, SOME};
use crate::game::cells::MAX_WORDS;
use crate::game::operator::{Op, Raw, evaluate};
use crate::types::Type;
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{InstBuilder, MemFlagsData, StackSlotData, StackSlotKind};

impl Gen<'_, '_> {
    /// Returns the value of an operator: a constant if all arguments are known, otherwise the result of a call at run time.
    pub(crate) fn operate(&mut self, op: Op, args: &[Thing]) -> Gets<Thing> {
        if let Some(known) = args.iter().enumerate().map(|(n, arg)| self.known(op, n, arg)).collect::<Option<Vec<_>>>()
        {
            return match evaluate(op, &self.plan.game.ground(), &known) {
                Ok(value) => self.known_thing(op.form().result, value),
                Err(_) => {
                    let none = self.impossible();
                    Ok(match op.form().result {
                        Type::Cells => Thing::Cells(self.no_cells()),
                        _ => Thing::Word(none, false),
                    })
                }
            };
        }
        let mut words = vec![Word::Known(args.len() as i64)];
        for arg in args {
            match arg {
                Thing::Word(word, _) => words.push(*word),
                Thing::Cells(set) => words.extend(set),
                Thing::Ints(Numbers::List(list)) => {
                    words.push(Word::Known(list.len() as i64));
                    words.extend(list.iter().map(|n| Word::Known(i64::from(*n))));
                }
                Thing::Ints(Numbers::Range(from, to)) => words.extend([Word::Known(RANGE), from.word, to.word]),
                Thing::Ints(Numbers::Some(some)) => {
                    words.push(Word::Known(SOME - some.len() as i64));
                    words.extend(some.iter().flat_map(|(n, is_in)| [n.word, *is_in]));
                }
            }
        }
        self.call_operator(op, words)
    }

    /// Returns the value of an operator whose value is a set of cells.
    pub(crate) fn operate_cells(&mut self, op: Op, args: &[Thing]) -> Gets<Words> {
        match self.operate(op, args)? {
            Thing::Cells(set) => Ok(set),
            Thing::Word(..) | Thing::Ints(_) => Err(Unsupported("an operator of another type")),
        }
    }

    /// Returns the value of an operator whose value is one word.
    pub(crate) fn operate_word(&mut self, op: Op, args: &[Thing]) -> Gets<Word> {
        match self.operate(op, args)? {
            Thing::Word(word, _) => Ok(word),
            Thing::Cells(_) | Thing::Ints(_) => Err(Unsupported("an operator of another type")),
        }
    }

    /// Returns an argument as a constant, if it is known.
    fn known(&self, op: Op, n: usize, arg: &Thing) -> Option<Raw<MAX_WORDS>> {
        Some(match arg {
            Thing::Word(word, _) => {
                let word = word.known()?;
                let is_cell = op.form().param(n).is_some_and(|param| param.ty == Type::Cell);
                Raw::Word(if is_cell { i64::from(self.plan.cell(word).0) } else { word })
            }
            Thing::Cells(set) => Raw::Cells(self.as_known(set)?),
            Thing::Ints(Numbers::List(list)) => Raw::Ints(list.as_slice().into()),
            Thing::Ints(_) => return None,
        })
    }

    fn known_thing(&self, ty: Type, value: Raw<MAX_WORDS>) -> Gets<Thing> {
        Ok(match value {
            Raw::Word(word) if ty == Type::Cell => {
                let spot = self.known_spot(crate::game::operator::Coded::decode(word));
                Thing::Word(spot.word, spot.sure)
            }
            Raw::Word(word) => Thing::Word(Word::Known(word), false),
            Raw::Cells(set) => Thing::Cells(self.known_set(&set)),
            Raw::Ints(ints) => Thing::Ints(Numbers::List(ints.to_vec())),
        })
    }

    /// Passes the words of the arguments to the engine; the value replaces them.
    fn call_operator(&mut self, op: Op, words: Vec<Word>) -> Gets<Thing> {
        let len = words.len().max(self.width());
        let slot = self.b.create_sized_stack_slot(StackSlotData::new(StackSlotKind::ExplicitSlot, (len * 8) as u32, 3));
        let base = self.b.ins().stack_addr(I64, slot, 0);
        for i in 0..len {
            let value = self.value(words.get(i).copied().unwrap_or(ZERO));
            self.b.ins().store(MemFlagsData::trusted(), value, base, (i * 8) as i32);
        }
        let said = self.call_operators(op as i64, base, len);
        if op.form().may_fault {
            let wrong = self.compare(IntCC::SignedLessThan, said, ZERO);
            self.fault_if(wrong);
        }
        let mut read = |i: usize| Word::Made(self.b.ins().load(I64, MemFlagsData::trusted(), base, (i * 8) as i32));
        match op.form().result {
            Type::Cells => Ok(Thing::Cells((0..self.plan.width()).map(read).collect())),
            Type::Ints => Err(Unsupported("an operator whose value is a set of numbers")),
            Type::Bool => {
                let truth = read(0);
                Ok(Thing::Word(self.and(truth, ONE), false))
            }
            _ => Ok(Thing::Word(read(0), false)),
        }
    }
}
