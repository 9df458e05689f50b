//! Calls of defs whose values the board alone decides, such as where a piece goes on from a cell in a direction: they are evaluated for
//! all arguments while code is made, and the code reads a table.

use super::Gen;
use super::pieces::NONE;
use super::sort::{Sort, Thing};
use super::word::{Word, ZERO};
use crate::analysis::{Analysis, Limits};
use crate::engine::fast::operators::{Lookup, NO_VALUE};
use crate::engine::fast::plan::Plan;
use crate::game::expr::*;
use crate::game::part::{AsPart, Part, Shared};
use crate::game::piece::Player;
use crate::game::value::Value;
use crate::types::Type;
use std::collections::HashMap;

/// The most entries of a table.
const MOST: usize = 4096;

/// A table is given up after this many arguments in a row without a value.
const VAIN: usize = 16;

/// The most expressions that are analyzed for one entry.
const FUEL: u32 = 2000;

/// The most steps that one entry takes on average, if it is evaluated.
const STEPS: u64 = 200;

/// How deep calls of defs are followed.
const DEFS: u32 = 8;

/// A call: the type and number of the def, for each argument all words that it can be, and the mover if the def depends on it.
type FiniteDefCall = (Type, u16, Vec<Vec<i64>>, Option<i64>);

/// Tables of the values of defs.
pub(crate) type DefTables = HashMap<FiniteDefCall, Option<Lookup>>;

/// The value of a call, read from a table.
pub(crate) struct Entry {
    pub value: Word,
    /// See [`Lookup::bounds`].
    pub bounds: (i64, i64),
    /// Whether a cell is certainly not `off`.
    pub sure: bool,
    /// Whether the value may be [`NO_VALUE`]: then the code evaluates the def.
    pub has_gaps: bool,
}

impl<'p> Gen<'p, '_> {
    /// Returns the value of a call from a table, or `None` if it depends on more than its arguments, or these can be too many.
    pub(crate) fn tabulated<E: Sort>(&mut self, call: &Call, args: &[Thing]) -> Option<Entry> {
        let plan = self.plan;
        let def = &E::defs(&plan.game.defs)[call.def as usize];
        if E::TYPE == Type::Piece || Class::of(E::TYPE) != Class::Word || self.is_light(def.body.part()) {
            return None;
        }
        let domain = call.args.iter().zip(args).map(|(arg, thing)| self.words_in(AsPart::part(arg).ty(), thing));
        let domain = domain.collect::<Option<Vec<Vec<i64>>>>()?;
        let rows = domain.iter().try_fold(1, |rows: usize, words| rows.checked_mul(words.len()))?;
        if !(2..=MOST).contains(&rows) {
            return None;
        }
        let call = E::from_common(Common::Call(Call { args: call.args.clone(), ..call.clone() }));
        let mover = match call.part().mentions(&plan.game, DEFS, &Part::is_mover) {
            true => Some(self.seen.mover.known()?),
            false => None,
        };
        let Some(Common::Call(call)) = call.common() else { return None };
        let lookup = plan.def_table::<E>(call, domain.clone(), mover)?;
        let mut row = ZERO;
        for (words, thing) in domain.iter().zip(args).filter(|(words, _)| words.len() > 1) {
            let Thing::Word(word, _) = thing else { return None };
            let count = words.len() as i64;
            let at = match words.last() {
                Some(&NONE) => self.extreme(false, *word, Word::Known(count - 1)),
                _ => *word,
            };
            let first = self.mul(row, Word::Known(count));
            row = self.add(first, at);
        }
        let value = self.load_at(lookup.table, row);
        let sure = E::TYPE == Type::Cell && lookup.bounds.1 < plan.cells() as i64;
        Some(Entry { value, bounds: lookup.bounds, sure, has_gaps: lookup.may_fault })
    }

    /// Returns all words that an argument can be: one if it is known; `None` if they are too many.
    fn words_in(&self, ty: Type, thing: &Thing) -> Option<Vec<i64>> {
        let Thing::Word(word, sure) = thing else { return None };
        if let Some(known) = word.known() {
            return Some(vec![known]);
        }
        if ty.element().is_some() {
            return None;
        }
        let mut all = self.plan.words_of(ty)?;
        if ty == Type::Cell && *sure {
            all.pop();
        }
        Some(all)
    }
}

impl Plan {
    fn def_table<E: Sort>(&self, call: &Call, domain: Vec<Vec<i64>>, mover: Option<i64>) -> Option<Lookup> {
        let key = (E::TYPE, call.def, domain, mover);
        if let Some(known) = self.def_tables.borrow().get(&key) {
            return *known;
        }
        let made = self.make_def_table::<E>(call, &key.2, mover);
        self.def_tables.borrow_mut().insert(key, made);
        made
    }

    fn make_def_table<E: Sort>(&self, call: &Call, domain: &[Vec<i64>], mover: Option<i64>) -> Option<Lookup> {
        let rows: usize = domain.iter().map(Vec::len).product();
        let types: Vec<Type> = call.args.iter().map(|arg| AsPart::part(arg).ty()).collect();
        let mover = match mover {
            Some(mover) => Some(Player(u8::try_from(mover).ok()?)),
            None => None,
        };
        let (mut words, mut gaps) = (Vec::new(), 0);
        let mut tabulate = |value: &mut dyn FnMut(E) -> Option<Value>| {
            for row in 0..rows {
                let mut rest = row;
                let mut args = Vec::new();
                for (words, ty) in domain.iter().zip(&types).rev() {
                    args.push(self.value_of(*ty, words[rest % words.len()]).map(|value| value.constant()));
                    rest /= words.len();
                }
                args.reverse();
                let args: Option<Vec<AnyExpr>> = args.into_iter().collect();
                let value = args.and_then(|args| value(E::from_common(Common::Call(Call { args, ..call.clone() }))));
                gaps += usize::from(value.is_none());
                if gaps > rows / 8 || (gaps == VAIN && gaps == row + 1) {
                    return;
                }
                words.push(value.map_or(NO_VALUE, |value| word_of(self, &value)) as u64);
            }
        };
        let reads = |part: Part<'_>| {
            let is_known = matches!(part.shared(), Some(Shared::Lazy(_))) || mover.is_some() && part.is_mover();
            part.reads_position() && !is_known
        };
        let expr = E::from_common(Common::Call(Call { args: Vec::new(), ..call.clone() }));
        if expr.part().mentions(&self.game, DEFS, &reads) {
            // Some values may be known all the same.
            let limits = Limits::new(FUEL);
            let fuel = limits.fuel.clone();
            let mut analysis = Analysis::of(&self.game, limits);
            if let Some(mover) = mover {
                analysis = analysis.with_mover(mover);
            }
            tabulate(&mut |expr| {
                fuel.set(FUEL);
                analysis.may_fault = false;
                analysis.value(expr.part()).known().filter(|_| !analysis.may_fault)
            });
        } else {
            let mover = mover.unwrap_or(Player(0));
            self.evaluator().on_board_alone(mover, Frame::default(), STEPS * rows as u64, &mut |evaluate| {
                tabulate(&mut |expr| evaluate(expr.part(), &[]).map(|word| Value::of_word(E::TYPE, word)));
            });
        }
        (words.len() == rows).then(|| self.keep_lookup(words, gaps > 0))
    }
}

/// Returns the word of a value in code.
fn word_of(plan: &Plan, value: &Value) -> i64 {
    match value {
        Value::Cell(cell) => plan.code(*cell),
        value => value.word(),
    }
}
