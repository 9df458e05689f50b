//! The numbers that locals of a `do` can be: those of the sets that they run over, and those that statements give them.

use crate::analysis::{AbstractValue, Analysis, FrameFacts, Interval};
use crate::game::expr::{AnyExpr, Class, IntExpr, SetExpr, Slot};
use crate::game::part::AsPart;
use crate::game::rules::{Action, Clause, Effect};
use crate::game::stmt::Stmt;
use std::collections::{BTreeMap, BTreeSet};

/// How often the range of a local may grow before it is taken to have no end there.
const GROWTHS: usize = 2;

/// The ranges of locals that are numbers wherever they have a value.
pub(super) type Ranges = BTreeMap<Slot, Interval>;

/// Where a local gets its numbers from.
#[derive(Clone, Copy)]
enum Source<'g> {
    Over(&'g SetExpr),
    Value(&'g IntExpr),
}

/// The sources of locals, in the order in which they are written.
#[derive(Default)]
struct Sources<'g> {
    numbers: Vec<(Slot, Source<'g>)>,
    /// The locals that are also something else.
    others: BTreeSet<Slot>,
}

impl<'g> Sources<'g> {
    fn add_set(&mut self, slot: Slot, over: &'g SetExpr) {
        match over {
            SetExpr::Ints(_) => self.numbers.push((slot, Source::Over(over))),
            _ => _ = self.others.insert(slot),
        }
    }

    fn add_value(&mut self, slot: Slot, value: &'g AnyExpr) {
        match value {
            AnyExpr::Int(value) => self.numbers.push((slot, Source::Value(value))),
            value if value.part().class() == Class::Word => _ = self.others.insert(slot),
            _ => {}
        }
    }

    fn add_block(&mut self, body: &'g [Stmt]) {
        for statement in body {
            match statement {
                Stmt::Let(slot, value) => self.add_value(*slot, value),
                Stmt::For(each, _) => self.add_set(each.slot, &each.over),
                Stmt::Choose(choose) => self.add_set(choose.slot, &choose.over),
                Stmt::MoveEach { slot, .. } => _ = self.others.insert(*slot),
                _ => {}
            }
            statement.blocks().for_each(|body| self.add_block(body));
        }
    }

    /// Works out the ranges, which grow until all sources lie in them.
    fn ranges(&self, analysis: &mut Analysis<'g>) -> Ranges {
        let mut ranges = Ranges::new();
        let mut growths: BTreeMap<Slot, usize> = BTreeMap::new();
        loop {
            let mut has_grown = false;
            for (slot, source) in self.numbers.iter().filter(|(slot, _)| !self.others.contains(slot)) {
                let found = with_ranges(analysis, &ranges, |inner| match source {
                    Source::Over(set) => match inner.element(*set) {
                        AbstractValue::Int(range) => range,
                        _ => Interval::ALL,
                    },
                    Source::Value(value) => inner.int(value),
                });
                let Some(known) = ranges.insert(*slot, found) else {
                    has_grown = true;
                    continue;
                };
                let (lower, higher) = (found.least < known.least, found.most > known.most);
                let grown = growths.entry(*slot).or_default();
                *grown += usize::from(lower || higher);
                let is_endless = *grown > GROWTHS;
                let range = Interval {
                    least: if lower && is_endless { Interval::ALL.least } else { found.least.min(known.least) },
                    most: if higher && is_endless { Interval::ALL.most } else { found.most.max(known.most) },
                };
                has_grown |= range != known;
                ranges.insert(*slot, range);
            }
            if !has_grown {
                return ranges;
            }
        }
    }
}

/// Analyzes something where locals lie in these ranges.
pub(super) fn with_ranges<'g, R>(
    analysis: &mut Analysis<'g>,
    ranges: &Ranges,
    look: impl FnOnce(&mut Analysis<'g>) -> R,
) -> R {
    analysis.inside(FrameFacts::default(), |inner| {
        ranges.iter().for_each(|(slot, range)| inner.scope.known.push(*slot, AbstractValue::Int(*range)));
        look(inner)
    })
}

/// Returns the ranges of the locals of an action.
pub(super) fn of_action<'g>(analysis: &mut Analysis<'g>, action: &'g Action) -> Ranges {
    let mut sources = Sources::default();
    action.binders.iter().for_each(|binder| sources.add_set(binder.slot, &binder.over));
    for clause in &action.clauses {
        if let Clause::Let(slot, value) = clause {
            sources.add_value(*slot, value);
        }
    }
    sources.add_block(&action.body);
    sources.ranges(analysis)
}

/// Returns the ranges of the locals of an effect, except for its parameters.
pub(super) fn of_effect<'g>(analysis: &mut Analysis<'g>, effect: &'g Effect) -> Ranges {
    let mut sources = Sources::default();
    let words = effect.parameters.iter().filter(|class| **class == Class::Word).count();
    sources.others.extend((0..words).map(|slot| Slot(slot as u16)));
    sources.add_block(&effect.body);
    sources.ranges(analysis)
}
