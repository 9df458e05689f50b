//! Sets of numbers: known numbers, a few numbers that may each be in the set or not, and ranges.

use super::choose::offer;
use super::locals::Numbers;
use super::word::{Int, ONE, Word, ZERO};
use super::{Gen, Gets, Unsupported};
use crate::game::expr::*;
use crate::game::limits::NUMBERS;
use crate::game::part::AsPart;
use cranelift_codegen::ir::condcodes::IntCC;

/// A loop over at most this many known numbers is unrolled.
const UNROLLED: usize = 16;

/// The most numbers of a set that are not known.
const FEW: usize = 8;

/// The most numbers of a range that are listed.
const WRITTEN: i64 = 64;

/// The numbers that may be in a set, each with whether it is.
type Gated = Vec<(Int, Word)>;

/// Numbers in order, without repetition.
enum Ordered {
    Some(Gated),
    Written(Numbers),
}

impl Gen<'_, '_> {
    pub(crate) fn ints(&mut self, expr: &IntsExpr) -> Gets<Numbers> {
        Ok(match expr {
            IntsExpr::Common(common) => match &**common {
                Common::If(condition, yes, no) => {
                    let truth = self.truth(condition)?;
                    self.one_or_other(truth, yes, no)?
                }
                Common::Match(one) => self.some_arm(one)?,
                common => self.common(common)?,
            },
            IntsExpr::Range(ends, _) => {
                let (a, b) = (self.int(&ends.0)?, self.int(&ends.1)?);
                match (a.word, b.word) {
                    (Word::Known(a), Word::Known(b)) if b - a < 1000 => {
                        Numbers::List((a..=b).map(|n| n as i32).collect())
                    }
                    _ => {
                        // Too many numbers are a fault, which the other engine reports.
                        let width = self.sub(b.word, a.word);
                        let many = self.compare(IntCC::SignedGreaterThanOrEqual, width, Word::Known(NUMBERS));
                        self.fault_if(many);
                        Numbers::Range(a, b)
                    }
                }
            }
            IntsExpr::List(numbers) => {
                let numbers = numbers.iter().map(|n| self.int(n)).collect::<Gets<Vec<Int>>>()?;
                tidy(numbers.into_iter().map(|n| (n, ONE)).collect())
            }
            IntsExpr::Op(op, pair) => {
                let (a, b) = (self.ints(&pair.0)?, self.ints(&pair.1)?);
                self.joined(*op, a, b)?
            }
            IntsExpr::Union(each) => self.written(|make, all| {
                make.each_unordered(&each.over, each.slot, &mut |make| {
                    let numbers = make.ints(&each.body)?;
                    make.write_all(all, numbers)?;
                    Ok(ZERO)
                })?;
                Ok(())
            })?,
            IntsExpr::Filter(filter) => {
                let over = self.ints(&filter.over)?;
                let Some(some) = self.some_of_all(&over) else {
                    return self.chosen_numbers(over, &mut |make, n| {
                        make.locals.bind(filter.slot, n, false);
                        make.truth(&filter.keep)
                    });
                };
                let mut kept = Vec::new();
                for (n, is_in) in some {
                    self.locals.bind(filter.slot, n.word, false);
                    let keep = self.truth(&filter.keep)?;
                    kept.push((n, self.and(is_in, keep)));
                }
                tidy(kept)
            }
        })
    }

    /// Returns each number that may be in the set, with whether it is, or `None` if they can be many.
    fn some_of_all(&mut self, numbers: &Numbers) -> Option<Gated> {
        match numbers {
            Numbers::List(list) => Some(list.iter().map(|n| (Int::known(i64::from(*n)), ONE)).collect()),
            Numbers::Some(some) => Some(some.clone()),
            Numbers::Range(a, b) if b.high - a.low < WRITTEN => Some(
                (a.low..=b.high)
                    .map(|n| {
                        let from = self.compare(IntCC::SignedLessThanOrEqual, a.word, Word::Known(n));
                        let to = self.compare(IntCC::SignedGreaterThanOrEqual, b.word, Word::Known(n));
                        (Int::known(n), self.and(from, to))
                    })
                    .collect(),
            ),
            Numbers::Range(..) | Numbers::Written(_) => None,
        }
    }

    /// Writes those of some numbers for which code says so.
    fn chosen_numbers(
        &mut self,
        numbers: Numbers,
        is_in: &mut dyn FnMut(&mut Self, Word) -> Gets<Word>,
    ) -> Gets<Numbers> {
        self.written(|make, all| {
            make.each_of(numbers, &mut |make, n| {
                let is_in = is_in(make, n)?;
                make.only_if(is_in, |make| make.write_number(all, n))?;
                Ok(ZERO)
            })?;
            Ok(())
        })
    }

    fn joined(&mut self, op: SetOp, a: Numbers, b: Numbers) -> Gets<Numbers> {
        // From the set whose numbers are listed, those that are in the other one.
        let (a, b) = if op == SetOp::And && matches!(a, Numbers::Range(..)) { (b, a) } else { (a, b) };
        let Some(mut all) = self.some_of_all(&a) else {
            return match op {
                SetOp::Or => self.written(|make, all| {
                    make.write_all(all, a)?;
                    make.write_all(all, b)
                }),
                SetOp::And | SetOp::Except => self.chosen_numbers(a, &mut |make, n| {
                    let other = make.is_number_in(Int::any(n), &b);
                    Ok(if op == SetOp::And { other } else { make.not(other) })
                }),
            };
        };
        match op {
            SetOp::Or => match self.some_of_all(&b) {
                Some(others) => all.extend(others),
                None => return self.joined(op, b, a),
            },
            SetOp::And | SetOp::Except => {
                for (n, is_in) in &mut all {
                    let other = self.is_number_in(*n, &b);
                    *is_in = if op == SetOp::And { self.and(*is_in, other) } else { self.and_not(*is_in, other) };
                }
            }
        }
        Ok(tidy(all))
    }

    fn one_or_other(&mut self, truth: Word, yes: &IntsExpr, no: &IntsExpr) -> Gets<Numbers> {
        match truth.known() {
            Some(0) => self.ints(no),
            Some(_) => self.ints(yes),
            None => {
                let other = self.not(truth);
                self.guarded(&[(truth, yes), (other, no)])
            }
        }
    }

    /// Returns the numbers of sets of which each counts only if a condition holds.
    fn guarded(&mut self, sets: &[(Word, &IntsExpr)]) -> Gets<Numbers> {
        let is_light = |set: &IntsExpr| !matches!(set, IntsExpr::Union(_) | IntsExpr::Filter(_));
        if !sets.iter().all(|(_, set)| is_light(set)) {
            return self.written(|make, all| {
                sets.iter().try_for_each(|(truth, set)| {
                    make.only_if(*truth, |make| {
                        let numbers = make.ints(set)?;
                        make.write_all(all, numbers)
                    })
                })
            });
        }
        let sets = sets.iter().map(|(truth, set)| Ok((*truth, self.ints(set)?))).collect::<Gets<Vec<_>>>()?;
        let mut all = Vec::new();
        for (truth, numbers) in &sets {
            let Some(some) = self.some_of_all(numbers) else {
                return self.written(|make, all| {
                    sets.into_iter()
                        .try_for_each(|(truth, numbers)| make.only_if(truth, |make| make.write_all(all, numbers)))
                });
            };
            for (n, is_in) in some {
                all.push((n, self.and(is_in, *truth)));
            }
        }
        Ok(tidy(all))
    }

    fn some_arm(&mut self, one: &Match<IntsExpr>) -> Gets<Numbers> {
        let subject = self.word(one.subject.part())?;
        let (mut left, mut all) = (ONE, Vec::new());
        for (value, result) in &one.arms {
            let value = self.word(value.part())?;
            let here = self.same(subject, value);
            let taken = self.and(left, here);
            left = self.and_not(left, here);
            all.push((taken, result));
        }
        match &one.otherwise {
            Some(other) => all.push((left, other)),
            None => self.fault_if(left),
        }
        self.guarded(&all)
    }

    /// Returns whether a number is in a set.
    pub(crate) fn int_in(&mut self, n: Int, set: &IntsExpr) -> Gets<Word> {
        let numbers = self.ints(set)?;
        Ok(self.is_number_in(n, &numbers))
    }

    fn is_number_in(&mut self, n: Int, set: &Numbers) -> Word {
        match set {
            Numbers::Range(a, b) => {
                let low = self.compare(IntCC::SignedGreaterThanOrEqual, n.word, a.word);
                let high = self.compare(IntCC::SignedLessThanOrEqual, n.word, b.word);
                self.and(low, high)
            }
            Numbers::List(list) => match (list.first(), list.last()) {
                (Some(first), Some(last)) if (last - first) as usize + 1 == list.len() => {
                    let from = self.sub(n.word, Word::Known(i64::from(*first)));
                    self.below(from, Word::Known(list.len() as i64))
                }
                _ => list.iter().fold(ZERO, |found, one| {
                    let is_it = self.same(n.word, Word::Known(i64::from(*one)));
                    self.or(found, is_it)
                }),
            },
            Numbers::Some(some) => some.iter().fold(ZERO, |found, (one, is_in)| {
                let is_it = self.same(n.word, one.word);
                let is_it = self.and(is_it, *is_in);
                self.or(found, is_it)
            }),
            Numbers::Written(set) => self.is_written(n, *set),
        }
    }

    /// Returns whether every number of one set is in the other.
    pub(crate) fn numbers_within(&mut self, a: Numbers, b: &Numbers) -> Gets<Word> {
        let Some(some) = self.some_of_all(&a) else {
            let missing = self.each_of(a, &mut |make, n| {
                let other = make.is_number_in(Int::any(n), b);
                Ok(make.not(other))
            })?;
            return Ok(self.not(missing));
        };
        let mut all = ONE;
        for (n, is_in) in some {
            let other = self.is_number_in(n, b);
            let missing = self.and_not(is_in, other);
            all = self.and_not(all, missing);
        }
        Ok(all)
    }

    /// Returns whether the set has a number.
    pub(crate) fn is_some_number(&mut self, numbers: &Numbers) -> Word {
        match numbers {
            Numbers::List(list) => Word::truth(!list.is_empty()),
            Numbers::Some(some) => some.iter().fold(ZERO, |any, (_, is_in)| self.or(any, *is_in)),
            Numbers::Range(a, b) => self.compare(IntCC::SignedLessThanOrEqual, a.word, b.word),
            Numbers::Written(set) => {
                let len = self.written_len(*set);
                self.compare(IntCC::NotEqual, len, ZERO)
            }
        }
    }

    /// Returns how many numbers there are.
    pub(crate) fn how_many(&mut self, numbers: Numbers) -> Gets<Int> {
        Ok(match numbers {
            Numbers::List(list) => Int::known(list.len() as i64),
            Numbers::Some(some) => {
                let some = match self.in_order(some)? {
                    Ordered::Some(some) => some,
                    Ordered::Written(numbers) => return self.how_many(numbers),
                };
                let most = some.len() as i64;
                let count = some.into_iter().fold(ZERO, |count, (_, is_in)| self.add(count, is_in));
                Int::between(count, 0, most)
            }
            Numbers::Written(set) => Int::between(self.written_len(set), 0, super::written::MOST as i64),
            Numbers::Range(a, b) => {
                let width = self.sub(b.word, a.word);
                let width = self.add(width, ONE);
                let word = self.extreme(true, width, ZERO);
                Int::between(word, 0, i64::from(i32::MAX))
            }
        })
    }

    /// Sorts the numbers and removes repetitions.
    fn in_order(&mut self, mut some: Gated) -> Gets<Ordered> {
        let known: Option<Vec<i64>> = some.iter().map(|(n, _)| n.word.known()).collect();
        if known.is_some_and(|known| known.is_sorted_by(|a, b| a < b)) {
            return Ok(Ordered::Some(some));
        }
        if some.len() > FEW {
            return self.written_some(some).map(Ordered::Written);
        }
        for round in 1..some.len() {
            for i in 0..some.len() - round {
                let ((a, first), (b, second)) = (some[i], some[i + 1]);
                let wrong = self.compare(IntCC::SignedGreaterThan, a.word, b.word);
                let (low, high) = (a.low.min(b.low), a.high.max(b.high));
                let exchanged = |make: &mut Self, yes: Word, no: Word| make.select(wrong, yes, no);
                let less = exchanged(self, b.word, a.word);
                let more = exchanged(self, a.word, b.word);
                let (one, other) = (exchanged(self, second, first), exchanged(self, first, second));
                some[i] = (Int::between(less, low, high), one);
                some[i + 1] = (Int::between(more, low, high), other);
            }
        }
        for i in 1..some.len() {
            for j in 0..i {
                let twice = self.same(some[i].0.word, some[j].0.word);
                let twice = self.and(twice, some[j].1);
                some[i].1 = self.and_not(some[i].1, twice);
            }
        }
        Ok(Ordered::Some(some))
    }

    /// Writes numbers of which each counts only if a condition holds.
    fn written_some(&mut self, some: Gated) -> Gets<Numbers> {
        self.written(|make, all| {
            some.into_iter().try_for_each(|(n, is_in)| make.only_if(is_in, |make| make.write_number(all, n.word)))
        })
    }

    /// Folds all numbers of a set into a key.
    pub(crate) fn numbers_folded(&mut self, key: Word, numbers: Numbers) -> Gets<Word> {
        let folded = self.variable(key);
        self.each_of(numbers, &mut |make, n| {
            let key = make.read(folded);
            let more = make.folded(key, n);
            make.assign(folded, more);
            Ok(ZERO)
        })?;
        Ok(self.read(folded))
    }

    /// Returns a choice from numbers as it is offered: a tag and words, and whether there is anything to choose.
    pub(crate) fn number_offer(&mut self, numbers: Numbers) -> Gets<(i64, Vec<Word>, Word)> {
        if let Numbers::Range(a, b) = numbers {
            let some = self.compare(IntCC::SignedLessThanOrEqual, a.word, b.word);
            return Ok((offer::RANGE, vec![a.word, b.word], some));
        }
        let Some(some) = self.some_of_all(&numbers) else { return self.written_offer(numbers) };
        if let [(n, ONE)] = some.as_slice() {
            return Ok((offer::RANGE, vec![n.word, n.word], ONE));
        }
        let first = some.iter().map(|(n, _)| n.low).min().unwrap_or(0);
        let last = some.iter().map(|(n, _)| n.high).max().unwrap_or(0);
        if last - first >= 64 {
            let known: Option<Vec<i64>> =
                some.iter().map(|(n, is_in)| n.word.known().filter(|_| *is_in == ONE)).collect();
            let whole = known.is_some_and(|known| known.is_sorted_by(|a, b| a + 1 == *b));
            let ends = [first, last].map(Word::Known).to_vec();
            if whole {
                return Ok((offer::RANGE, ends, ONE));
            }
            let numbers = self.written_some(some)?;
            return self.written_offer(numbers);
        }
        let mut bits = ZERO;
        for (n, is_in) in some {
            let place = self.sub(n.word, Word::Known(first));
            let bit = self.left(is_in, place);
            bits = self.or(bits, bit);
        }
        let some = self.compare(IntCC::NotEqual, bits, ZERO);
        Ok((offer::BITS, vec![bits, Word::Known(first)], some))
    }

    /// Returns a choice from numbers in memory; if they are far apart, the other engine answers.
    fn written_offer(&mut self, numbers: Numbers) -> Gets<(i64, Vec<Word>, Word)> {
        let Numbers::Written(set) = numbers else { return Err(Unsupported("a choice from numbers in this form")) };
        let some = self.is_some_number(&numbers);
        let (first, last) = self.written_ends(set);
        let span = self.sub(last, first);
        let is_far = self.compare(IntCC::SignedGreaterThanOrEqual, span, Word::Known(64));
        let is_far = self.and(some, is_far);
        self.fault_if(is_far);
        let bits = self.variable(ZERO);
        self.each_of(numbers, &mut |make, n| {
            let place = make.sub(n, first);
            let bit = make.left(ONE, place);
            let (old, new) = (make.read(bits), bit);
            let all = make.or(old, new);
            make.assign(bits, all);
            Ok(ZERO)
        })?;
        Ok((offer::BITS, vec![self.read(bits), first], some))
    }

    /// Runs code for each number, until it returns to stop. Returns whether it did.
    pub(crate) fn each_of(
        &mut self,
        numbers: Numbers,
        run: &mut dyn FnMut(&mut Self, Word) -> Gets<Word>,
    ) -> Gets<Word> {
        match numbers {
            Numbers::List(list) if list.len() <= UNROLLED && !(self.plan.is_compact && list.len() > 1) => {
                let words: Vec<Word> = list.iter().map(|n| Word::Known(i64::from(*n))).collect();
                self.each_known(&words, run)
            }
            Numbers::List(list) => match (list.first(), list.last()) {
                (Some(first), Some(last)) if (last - first) as usize + 1 == list.len() => {
                    self.each_number(Word::Known(i64::from(*first)), Word::Known(i64::from(*last)), run)
                }
                _ => {
                    let table = self.plan.tables.keep(list.iter().map(|n| i64::from(*n) as u64).collect());
                    self.each_number(ZERO, Word::Known(list.len() as i64 - 1), &mut |make, at| {
                        let n = make.load_at(table, at);
                        run(make, n)
                    })
                }
            },
            Numbers::Some(some) => {
                let some = match self.in_order(some)? {
                    Ordered::Some(some) => some,
                    Ordered::Written(numbers) => return self.each_of(numbers, run),
                };
                self.each_known(&some, &mut |make, (n, is_in)| make.and_then(is_in, |make| run(make, n.word)))
            }
            Numbers::Range(a, b) => self.each_number(a.word, b.word, run),
            Numbers::Written(set) => self.each_written(set, run),
        }
    }

    /// Runs code for each number from the first to the last.
    pub(crate) fn each_number(
        &mut self,
        first: Word,
        last: Word,
        run: &mut dyn FnMut(&mut Self, Word) -> Gets<Word>,
    ) -> Gets<Word> {
        let n = self.variable(first);
        let enough = self.variable(ZERO);
        self.repeat(
            |make| {
                let n = make.read(n);
                let goes_on = make.compare(IntCC::SignedLessThanOrEqual, n, last);
                let stopped = make.read(enough);
                Ok(make.and_not(goes_on, stopped))
            },
            |make| {
                make.spend();
                let now = make.read(n);
                make.add_to(n, ONE);
                let stop = run(make, now)?;
                make.assign(enough, stop);
                Ok(())
            },
        )?;
        Ok(self.read(enough))
    }
}

/// Returns a list, if all is known.
fn tidy(some: Gated) -> Numbers {
    let known: Option<Vec<(i64, i64)>> = some.iter().map(|(n, is_in)| n.word.known().zip(is_in.known())).collect();
    match known {
        Some(known) => {
            let mut list: Vec<i32> =
                known.into_iter().filter(|(_, is_in)| *is_in != 0).map(|(n, _)| n as i32).collect();
            list.sort_unstable();
            list.dedup();
            Numbers::List(list)
        }
        None => Numbers::Some(some),
    }
}
