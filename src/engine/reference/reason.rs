//! How far a move gets before a rule refuses it.

use super::run::Run;
use super::text::shown;
use super::typed::element_type;
use super::value::{Ran, Word};
use super::why::shows;
use crate::engine::Reason;
use crate::game::cells::{Cell, Set};
use crate::game::expr::{BoolExpr, Compare, Frame, SetExpr, SetPair};
use crate::game::rules::{Action, Clause, Condition, VarType};
use std::ops::ControlFlow;

/// The most cells of a set that a reason lists.
const MOST_CELLS: usize = 12;

/// The reason why some values of the binders make no legal move of a text.
pub(super) struct Progress {
    /// What refused it: binders, clauses, what must hold after `do`, choices; and which of them.
    pub stage: (Stage, usize),
    pub reason: Reason,
}

/// The parts of an action in the order in which they refuse a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Stage {
    Binder,
    Clause,
    After,
    Choices,
}

impl<'g, const W: usize> Run<'g, W> {
    /// Follows an action with the binder values in its frame as far as it gets towards this text.
    pub(super) fn follow_text(&mut self, action: &'g Action, text: &str, legal: &[String]) -> Ran<Progress> {
        for (n, binder) in action.binders.iter().enumerate() {
            let value = self.frames.word(binder.slot);
            if !self.elements(&binder.over)?.contains(value) {
                let ty = element_type(&binder.over);
                let stands = (ty == VarType::Cell).then(|| self.state.at(Cell::decode(value)));
                // A value that the text does not tell is one of many that were tried.
                let told = shows(&action.text, binder.slot);
                let value = told.then(|| shown(self.game, ty, value));
                let reason = Reason::NotInSet { binder: binder.name.clone(), value, stands, span: binder.span };
                return Ok(Progress { stage: (Stage::Binder, n), reason });
            }
        }
        for (n, clause) in action.clauses.iter().enumerate() {
            match clause {
                Clause::Let(slot, value) => {
                    let value = self.any(value)?;
                    self.frames.set(*slot, value);
                }
                Clause::When(condition) => {
                    if let Some(reason) = self.refusal("when", condition)? {
                        return Ok(Progress { stage: (Stage::Clause, n), reason });
                    }
                }
            }
        }
        self.follow_choices(action, text, legal)
    }

    /// Runs `do` with all choices there are.
    fn follow_choices(&mut self, action: &'g Action, text: &str, legal: &[String]) -> Ran<Progress> {
        let mut of_text: Option<Reason> = None;
        let mut of_others: Option<Reason> = None;
        self.texting = true;
        self.text.clear();
        self.write(&action.text)?;
        let base = self.text.clone();
        self.script = Default::default();
        self.spent.choices = 0;
        let before = self.fork();
        let ended = self.branch(action, &before, base.len(), &mut |run| {
            let is_it = run.text == text;
            if let Some(reason) = run.refusal_after(action)? {
                if is_it { &mut of_text } else { &mut of_others }.get_or_insert(reason);
            } else if is_it && let Some(value) = &action.maximize {
                let value = run.int(value)?;
                // The greatest is filled in below: this state is needed for the next choices.
                of_text.get_or_insert(Reason::NotGreatest(value, value));
            }
            Ok(ControlFlow::Continue(()))
        })?;
        debug_assert!(ended.is_continue());
        self.restore(before);
        self.look_from_here();
        self.texting = false;
        if let (Some(Reason::NotGreatest(_, greatest)), Some(value)) = (&mut of_text, &action.maximize) {
            *greatest = self.greatest(action, value)?.unwrap_or(*greatest);
        }
        if let Some(reason) = of_text {
            return Ok(Progress { stage: (Stage::After, 1), reason });
        }
        let beginning =
            |with: &str| -> Vec<String> { legal.iter().filter(|legal| legal.starts_with(with)).cloned().collect() };
        let mut choices = beginning(text);
        if choices.is_empty() {
            choices = beginning(&base);
        }
        Ok(match of_others {
            Some(reason) if choices.is_empty() => Progress { stage: (Stage::After, 0), reason },
            _ => Progress { stage: (Stage::Choices, 0), reason: Reason::Choices(choices) },
        })
    }

    /// The first `ensure` or `always` that does not hold after `do`.
    fn refusal_after(&mut self, action: &Action) -> Ran<Option<Reason>> {
        for ensure in &action.ensures {
            if let Some(reason) = self.refusal("ensure", ensure)? {
                return Ok(Some(reason));
            }
        }
        for always in &self.game.always {
            let at = self.frames.heights();
            let outer = self.frames.enter(at, always.frame, &[]);
            let reason = self.refusal(&format!("always {}", always.name), &always.condition)?;
            self.frames.leave(at, outer);
            if reason.is_some() {
                return Ok(reason);
            }
        }
        Ok(None)
    }

    fn refusal(&mut self, clause: &str, condition: &Condition) -> Ran<Option<Reason>> {
        if self.bool(&condition.holds)? {
            return Ok(None);
        }
        let values = self.compared_values(&condition.holds)?;
        Ok(Some(Reason::Fails { clause: clause.to_string(), span: condition.span, values }))
    }

    /// What a condition of an example that does not hold comes to.
    pub(super) fn compared_in(&mut self, frame: Frame, condition: &BoolExpr) -> Ran<Option<String>> {
        let at = self.frames.heights();
        let outer = self.frames.enter(at, frame, &[]);
        let values = self.compared_values(condition)?;
        self.frames.leave(at, outer);
        Ok(values)
    }

    /// Both sides of the comparison of numbers or cells that makes a condition fail, or the cells where there should be none.
    fn compared_values(&mut self, condition: &BoolExpr) -> Ran<Option<String>> {
        match condition {
            BoolExpr::And(pair) if self.bool(&pair.0)? => self.compared_values(&pair.1),
            BoolExpr::And(pair) => self.compared_values(&pair.0),
            BoolExpr::Compare(sign, pair) => {
                let (a, b) = (self.int(&pair.0)?, self.int(&pair.1)?);
                Ok(Some(format!("{a} {} {b}", sign_of(*sign))))
            }
            BoolExpr::SameSet(pair) => match &**pair {
                SetPair::Cells(a, b) => {
                    let (a, b) = (self.cells(a)?, self.cells(b)?);
                    Ok(Some(format!("{} == {}", self.listed(&a), self.listed(&b))))
                }
                _ => Ok(None),
            },
            BoolExpr::Not(inner) => match &**inner {
                BoolExpr::Some(set) => match &**set {
                    SetExpr::Cells(cells) => {
                        let cells = self.cells(cells)?;
                        Ok(Some(format!("none({})", self.listed(&cells))))
                    }
                    _ => Ok(None),
                },
                _ => Ok(None),
            },
            _ => Ok(None),
        }
    }

    /// A set of cells as it is written; of many cells the first.
    fn listed(&self, cells: &Set<W>) -> String {
        let names = cells.iter().take(MOST_CELLS).map(|cell| self.game.board.name(cell));
        let mut list = names.collect::<Vec<_>>().join(" ");
        if cells.len() > MOST_CELLS {
            list.push_str(" ...");
        }
        format!("{{{list}}}")
    }
}

fn sign_of(sign: Compare) -> &'static str {
    match sign {
        Compare::Equal => "==",
        Compare::NotEqual => "!=",
        Compare::Less => "<",
        Compare::LessEqual => "<=",
        Compare::Greater => ">",
        Compare::GreaterEqual => ">=",
    }
}
