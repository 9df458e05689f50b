//! Operators without instructions of their own: a constant, an entry of a table, or a call at run time of the function in the
//! table of operators.

use super::locals::Numbers;
use super::pieces::NONE;
use super::set::Words;
use super::sort::{Held, Thing};
use super::word::{Int, ONE, Word, ZERO};
use super::{Gen, Gets, Unsupported};
use crate::engine::fast::machine::Helper;
use crate::engine::fast::operators::{NO_VALUE, RANGE, SOME};
use crate::engine::fast::slow::SlowKind;
use crate::game::cells::MAX_WORDS;
use crate::game::operator::{Op, Raw, evaluate};
use crate::types::Type;
use cranelift_codegen::ir::condcodes::IntCC;

impl Gen<'_, '_> {
    /// Returns the value of an operator, and the bounds of a number.
    pub(crate) fn operate(&mut self, op: Op, args: &[Thing]) -> Gets<(Thing, (i64, i64))> {
        match self.look_up(op, args)? {
            Some(found) => Ok(found),
            None => Ok((self.work_out(op, args)?, Int::BOUNDS)),
        }
    }

    /// Returns the value of an operator from a table, and the bounds of its values, or `None` if no argument is unknown, or
    /// the unknown ones can be too many values.
    fn look_up(&mut self, op: Op, args: &[Thing]) -> Gets<Option<(Thing, (i64, i64))>> {
        let plan = self.plan;
        let domain = args.iter().enumerate().map(|(n, arg)| self.words_of(op, n, arg)).collect::<Option<Vec<_>>>();
        let Some(domain) = domain.filter(|domain| domain.iter().any(|words| words.len() > 1)) else { return Ok(None) };
        let ends: Vec<(i64, i64)> =
            domain.iter().map(|all| (all.len() as i64, all.last().copied().unwrap_or(0))).collect();
        let Some(lookup) = plan.lookup((op, domain)) else { return Ok(None) };
        let mut row = ZERO;
        for (arg, (count, last)) in args.iter().zip(ends).filter(|(_, (count, _))| *count > 1) {
            let Thing::Word(word, _) = arg else { continue };
            let at = if last == NONE { self.extreme(false, *word, Word::Known(count - 1)) } else { *word };
            let first = self.mul(row, Word::Known(count));
            row = self.add(first, at);
        }
        if op.form().result == Type::Cells {
            return Ok(Some((Thing::Cells(self.load_set_at(lookup.table, row)), lookup.bounds)));
        }
        let word = self.load_at(lookup.table, row);
        if lookup.may_fault {
            let none = self.same(word, Word::Known(NO_VALUE));
            self.fault_if(none);
        }
        Ok(Some((word.into(), lookup.bounds)))
    }

    /// Returns all words that an argument can be: one if it is known; `None` if they are too many.
    fn words_of(&self, op: Op, n: usize, arg: &Thing) -> Option<Vec<i64>> {
        let Thing::Word(_, sure) = arg else { return None };
        if let Some(Raw::Word(known)) = self.known(op, n, arg) {
            return Some(vec![known]);
        }
        let ty = op.form().param(n)?.ty;
        let mut all = self.plan.words_of(ty)?;
        if *sure && ty == Type::Cell {
            all.pop();
        }
        Some(all)
    }

    /// Returns the value of an operator: a constant if all arguments are known, otherwise the result of a call at run time.
    fn work_out(&mut self, op: Op, args: &[Thing]) -> Gets<Thing> {
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
                Thing::Ints(Numbers::Written(_)) => {
                    // Only `rows` and `columns` are given such sets often; for others, the other engine answers.
                    self.fault_if(ONE);
                    words.push(ZERO);
                }
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
        Words::from_thing(self.operate(op, args)?.0)
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
            Raw::Word(word) if ty == Type::Cell => self.known_spot(crate::game::operator::Coded::decode(word)).into(),
            Raw::Word(word) => Word::Known(word).into(),
            Raw::Cells(set) => Thing::Cells(self.known_set(&set)),
            Raw::Ints(ints) => Thing::Ints(Numbers::List(ints.to_vec())),
        })
    }

    /// Hands the words of the arguments to the engine; the value takes their place.
    fn call_operator(&mut self, op: Op, mut words: Vec<Word>) -> Gets<Thing> {
        self.count_step(SlowKind::BuiltIn(op));
        let len = words.len().max(self.width());
        words.resize(len, ZERO);
        let base = self.on_stack(&words, 0).1;
        let args = [Word::Known(op as i64), Word::Made(base), Word::Known(len as i64)];
        let said = self.engine(Helper::Operate, &args);
        if op.form().may_fault {
            let wrong = self.compare(IntCC::SignedLessThan, said, ZERO);
            self.fault_if(wrong);
        }
        match op.form().result {
            Type::Cells => Ok(Thing::Cells((0..self.width()).map(|i| self.load_from(base, i)).collect())),
            Type::Ints => Err(Unsupported("an operator whose value is a set of numbers")),
            Type::Bool => {
                let truth = self.load_from(base, 0);
                Ok(self.and(truth, ONE).into())
            }
            _ => Ok(self.load_from(base, 0).into()),
        }
    }
}
