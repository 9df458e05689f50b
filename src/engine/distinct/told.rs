//! Whether the values that a text shows determine the choices: whether different values of the binders may show the same,
//! and if so, which of them agree.

use super::local::{all_steps, local, vars};
use super::net::{Guard, Wording};
use crate::analysis::{AbstractValue, Analysis, Assumptions, FrameFacts};
use crate::game::expr::*;
use crate::game::part::{AsPart, Shared};
use crate::game::rules::{Binder, Clause};
use std::collections::{BTreeMap, BTreeSet};

/// The most combinations of values that are analyzed one by one, and in pairs.
const ROWS: usize = 10_000;
const PAIRS: usize = 300_000;

/// Something that a player chooses: a local, and the set it is chosen from.
#[derive(Clone, Copy, Debug)]
pub(super) struct Chosen<'g> {
    pub slot: Slot,
    pub over: &'g SetExpr,
}

impl<'g> Chosen<'g> {
    pub(super) fn of(binder: &'g Binder) -> Chosen<'g> {
        Chosen { slot: binder.slot, over: &binder.over }
    }
}

/// What is chosen together, where locals get their values, and which locals are the same for all choices.
#[derive(Clone, Debug)]
pub(super) struct Choice<'g> {
    pub chosen: Vec<Chosen<'g>>,
    pub clauses: &'g [Clause],
    /// Locals of cells and directions with all their values.
    pub given: Vec<(Slot, Vec<AbstractValue>)>,
    /// Whether the `when`s among the clauses hold for the choice.
    pub asked: bool,
}

/// Which values agree in moves with the same text: indexes of binders of the first move and of the second. `None` if no two
/// moves have the same text.
pub(super) type Agree = Option<BTreeSet<(usize, usize)>>;

/// Returns what agrees in both cases: in the moves of one case and in those of the other.
pub(super) fn either(one: Agree, other: Agree) -> Agree {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.intersection(&other).copied().collect()),
        (one, other) => one.or(other),
    }
}

/// Values for some locals, and what one or two wordings show for them.
struct ShownRow {
    /// The values of the locals that are enumerated.
    codes: Vec<i64>,
    known: Assumptions,
    /// What each wording shows, once that is known.
    shown: [Option<Vec<AbstractValue>>; 2],
    /// Whether each wording is possible with these values, once that is known.
    possible: [Option<bool>; 2],
}

/// Returns the values that agree in different choices that show the same, one by the first wording and the other by the
/// second; the wordings have the same letters.
pub(super) fn told<'g>(
    analysis: &mut Analysis<'g>,
    choice: &Choice<'g>,
    one: &Wording<'g>,
    other: &Wording<'g>,
) -> Agree {
    let shows = |slot: Slot| {
        let mut pairs = one.values.iter().zip(&other.values);
        pairs.any(|(a, b)| local(a, choice.clauses) == Some(slot) && local(b, choice.clauses) == Some(slot))
    };
    let shown: Vec<bool> = choice.chosen.iter().map(|chosen| shows(chosen.slot)).collect();
    let mut is_single = |n: usize| {
        let over = choice.chosen[n].over;
        analysis.inside(FrameFacts::default(), |inner| inner.count(over)) <= 1
    };
    let last = (0..choice.chosen.len()).rfind(|n| !shown[*n] && !is_single(*n))?;
    let walked: Vec<usize> = (0..=last).filter(|n| *n == last || !is_single(*n)).collect();
    let wordings = if std::ptr::eq(one, other) { vec![one] } else { vec![one, other] };
    let always: BTreeSet<(usize, usize)> = (0..shown.len()).filter(|n| shown[*n]).map(|n| (n, n)).collect();
    let vars = vars(choice, &wordings, &shows);
    let mut rows = ShownRows {
        choice,
        vars: &vars,
        walked: &walked,
        shown: &shown,
        wordings: &wordings,
        always: &always,
        groups: BTreeMap::new(),
        codes: Vec::new(),
        len: 0,
        pairs: 0,
        agree: None,
    };
    let mut analysis = analysis.clone();
    analysis.scope = FrameFacts { is_later: !choice.asked, ..FrameFacts::of(choice.clauses) };
    match rows.give(&mut analysis, 0, &mut Vec::new()) {
        Some(()) => rows.agree,
        None => Some(always),
    }
}

struct ShownRows<'c, 'g> {
    choice: &'c Choice<'g>,
    /// Variables for numbers of steps, with any value that is the same for all rows of a group.
    vars: &'c [&'g IntExpr],
    /// The choices whose values are enumerated.
    walked: &'c [usize],
    /// Which of these are shown.
    shown: &'c [bool],
    wordings: &'c [&'c Wording<'g>],
    /// The binders that agree in any two rows of a group.
    always: &'c BTreeSet<(usize, usize)>,
    /// The rows by their given values and by the values shown as they are: only rows of one group can be confused.
    groups: BTreeMap<Vec<i64>, Vec<ShownRow>>,
    codes: Vec<i64>,
    len: usize,
    /// How many pairs of rows were compared.
    pairs: usize,
    /// The values that agree in the pairs so far that show the same.
    agree: Agree,
}

/// Enumerates rows, each of which is compared with those before it. `None` if there are too many, or if it is certain already that no
/// more than `always` agrees.
impl<'g> ShownRows<'_, 'g> {
    /// Enumerates the values of the given locals.
    fn give(&mut self, analysis: &mut Analysis<'g>, n: usize, key: &mut Vec<i64>) -> Option<()> {
        let Some((slot, values)) = self.choice.given.get(n) else { return self.suppose(analysis, 0, key) };
        for (code, value) in values.iter().enumerate() {
            key.push(code as i64);
            analysis.forgetting(|inner| {
                inner.scope.known.push(*slot, value.clone());
                self.give(inner, n + 1, key)
            })?;
            key.pop();
        }
        Some(())
    }

    /// Enumerates the values of variables.
    fn suppose(&mut self, analysis: &mut Analysis<'g>, n: usize, key: &mut Vec<i64>) -> Option<()> {
        let Some(var) = self.vars.get(n) else { return self.choose(analysis, 0, key) };
        for (code, range) in all_steps(analysis.board()).into_iter().enumerate() {
            key.push(code as i64);
            analysis.forgetting(|inner| {
                inner.scope.known.push_number(var, range, Default::default());
                self.suppose(inner, n + 1, key)
            })?;
            key.pop();
        }
        Some(())
    }

    /// Enumerates the values of the choices.
    fn choose(&mut self, analysis: &mut Analysis<'g>, n: usize, key: &mut Vec<i64>) -> Option<()> {
        let Some(chosen) = self.choice.chosen.get(n).copied() else { return self.note(analysis, key) };
        if !self.walked.contains(&n) {
            let element = analysis.element(chosen.over);
            return analysis.forgetting(|inner| {
                inner.scope.known.push(chosen.slot, element);
                self.choose(inner, n + 1, key)
            });
        }
        for element in analysis.elements(chosen.over)? {
            self.codes.push(element.code);
            if self.shown[n] {
                key.push(element.code);
            }
            analysis.forgetting(|inner| {
                inner.scope.known.push(chosen.slot, element.value);
                self.choose(inner, n + 1, key)
            })?;
            if self.shown[n] {
                key.pop();
            }
            self.codes.pop();
        }
        Some(())
    }

    fn note(&mut self, analysis: &mut Analysis<'g>, key: &[i64]) -> Option<()> {
        self.len += 1;
        if self.len > ROWS || analysis.is_spent() {
            return None;
        }
        let mut possible = [None, None];
        for (side, wording) in self.wordings.iter().enumerate() {
            let may_be = wording.guards.iter().all(|guard| may_be(analysis, *guard));
            possible[side] = if may_be { None } else { Some(false) };
        }
        if possible[..self.wordings.len()].iter().all(Option::is_some) {
            return Some(());
        }
        let known = analysis.scope.known.clone();
        let mut row = ShownRow { codes: self.codes.clone(), known, shown: [None, None], possible };
        let mut group = self.groups.remove(key).unwrap_or_default();
        let compared = group.iter_mut().try_for_each(|other| self.compare(analysis, other, &mut row));
        group.push(row);
        self.groups.insert(key.to_vec(), group);
        compared
    }

    /// Compares two rows of a group: one by the first wording with the other by the last.
    fn compare(&mut self, analysis: &mut Analysis<'g>, one: &mut ShownRow, other: &mut ShownRow) -> Option<()> {
        let last = self.wordings.len() - 1;
        for turn in 0..=last {
            let (a, b) = if turn == 0 { (&mut *one, &mut *other) } else { (&mut *other, &mut *one) };
            self.pairs += 1;
            // Whether the pair is possible matters only if it agrees in less than those before it.
            if self.agree.as_ref().is_some_and(|agree| agree.iter().all(|(n, _)| self.agrees(a, b, *n))) {
                continue;
            }
            self.show(analysis, a, 0);
            self.show(analysis, b, last);
            let mut shown = a.shown[0].iter().flatten().zip(b.shown[last].iter().flatten());
            if shown.all(|(x, y)| x.compare_equal(y).yes)
                && self.is_possible(analysis, a, 0)
                && self.is_possible(analysis, b, last)
            {
                let same = (0..self.shown.len()).filter(|n| self.agrees(a, b, *n)).map(|n| (n, n)).collect();
                self.agree = either(self.agree.take(), Some(same));
            }
        }
        (self.pairs < PAIRS && self.agree.as_ref() != Some(self.always)).then_some(())
    }

    /// Returns whether two rows of a group have the same value of a binder.
    fn agrees(&self, one: &ShownRow, other: &ShownRow, binder: usize) -> bool {
        let at = self.walked.iter().position(|walked| *walked == binder);
        self.always.contains(&(binder, binder)) || at.is_some_and(|at| one.codes[at] == other.codes[at])
    }

    /// Returns whether a wording is possible with the values of a row.
    fn is_possible(&self, analysis: &mut Analysis<'g>, row: &mut ShownRow, side: usize) -> bool {
        if let Some(possible) = row.possible[side] {
            return possible;
        }
        let outer = std::mem::replace(&mut analysis.scope.known, row.known.clone());
        let possible = self.choice.clauses.iter().all(|clause| match clause {
            Clause::When(condition) => !self.choice.asked || analysis.truth(&condition.holds).yes,
            Clause::Let(..) => true,
        });
        analysis.scope.known = outer;
        row.possible[side] = Some(possible);
        possible
    }

    /// Works out what a wording shows for a row.
    fn show(&self, analysis: &mut Analysis<'g>, row: &mut ShownRow, side: usize) {
        if row.shown[side].is_some() {
            return;
        }
        let outer = std::mem::replace(&mut analysis.scope.known, row.known.clone());
        let values = self.wordings[side].values.iter();
        row.shown[side] = Some(values.map(|value| self.shown_value(analysis, value)).collect());
        analysis.scope.known = outer;
    }

    /// Returns what a shown value can be. For a local cell, the `when`s about it are assumed.
    fn shown_value(&self, analysis: &mut Analysis<'g>, value: &'g AnyExpr) -> AbstractValue {
        let Some(Shared::Local(slot)) = value.part().shared().filter(|_| self.choice.asked) else {
            return analysis.value(value.part());
        };
        analysis.forgetting(|inner| {
            for clause in self.choice.clauses {
                if let Clause::When(condition) = clause {
                    inner.suppose_about(&condition.holds, slot);
                }
            }
            inner.value(value.part())
        })
    }
}

/// Returns whether this condition for a wording can hold.
fn may_be<'g>(analysis: &mut Analysis<'g>, guard: Guard<'g>) -> bool {
    match guard {
        Guard::If(condition, holds) => {
            let truth = analysis.truth(condition);
            if holds { truth.yes } else { truth.no }
        }
        Guard::Arm(one, arm) => {
            let before = arm.unwrap_or(one.arms.len());
            let passed = one.arms[..before].iter().all(|(value, _)| analysis.compare_equal(&one.subject, value).no);
            passed && arm.is_none_or(|arm| analysis.compare_equal(&one.subject, &one.arms[arm].0).yes)
        }
    }
}
