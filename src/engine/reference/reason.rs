//! How far a move gets before a rule refuses it.

use super::run::Run;
use super::sought::{Sought, Stem};
use super::text::shown;
use super::value::Ran;
use super::why::shows;
use crate::engine::{Exclusion, Reason};
use crate::game::cells::Cell;
use crate::game::expr::{CellsExpr, SetExpr, SetOp};
use crate::game::operator::Coded;
use crate::game::part::AsPart;
use crate::game::rules::{Action, Clause, Condition};
use std::ops::ControlFlow;

/// The reason why some values of the binders do not make a legal move with a text.
pub(super) struct Progress {
    /// What refused it: a binder, a clause, a condition after `do`, or a choice; and its index.
    pub stage: (Stage, usize),
    pub reason: Reason,
    /// See [`crate::engine::Refusal::because`].
    pub because: Option<String>,
}

impl Progress {
    fn new(stage: (Stage, usize), reason: Reason) -> Progress {
        Progress { stage, reason, because: None }
    }

    /// Adds the value of a binder that the text does not determine, of another candidate that writes the text and is refused as well.
    pub(super) fn add_writing(&mut self, other: &Reason) {
        if let (Reason::NotInSet { writing, .. }, Reason::NotInSet { writing: more, .. }) = (&mut self.reason, other) {
            let new = more.iter().filter(|value| !writing.contains(value)).cloned().collect::<Vec<_>>();
            writing.extend(new);
        }
    }
}

/// A reason, and what there is to say about it.
type Explained = (Reason, Option<String>);

/// The parts of an action in the order in which they refuse a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Stage {
    Binder,
    Clause,
    After,
    Choices,
}

impl<'g, const W: usize> Run<'g, W> {
    /// Follows an action with the binder values in its frame as far as possible toward this text.
    pub(super) fn follow_text(&mut self, action: &'g Action, text: &str, legal: &[String]) -> Ran<Progress> {
        for (n, binder) in action.binders.iter().enumerate() {
            let value = self.frames.word(binder.slot);
            if !self.elements(&binder.over)?.contains(value) {
                let ty = binder.over.part().ty();
                let part = match &binder.over {
                    SetExpr::Cells(cells) => self.refusing_part(cells, Cell::decode(value))?,
                    _ => None,
                };
                // If the text does not show the value, it is one of many that were tried.
                let (code, told) = (value, shows(&action.text, binder.slot));
                let value = shown(self.game, ty, value);
                let (value, writing) = if told { (Some(value), Vec::new()) } else { (None, vec![value]) };
                let because = match &binder.over {
                    SetExpr::Cells(cells) if told => self.why_in(cells, Cell::decode(code), false),
                    _ => None,
                };
                let reason = Reason::NotInSet { binder: binder.name.clone(), value, part, writing, span: binder.span };
                return Ok(Progress { because, ..Progress::new((Stage::Binder, n), reason) });
            }
        }
        for (n, clause) in action.clauses.iter().enumerate() {
            match clause {
                Clause::Let(slot, value) => {
                    let value = self.value(value.part())?;
                    self.frames.set(*slot, value);
                }
                Clause::When(condition) => {
                    if let Some((reason, because)) = self.refusal("when", condition)? {
                        return Ok(Progress { because, ..Progress::new((Stage::Clause, n), reason) });
                    }
                }
            }
        }
        self.follow_choices(action, text, legal)
    }

    /// Returns the part of a set that excludes a cell, if the set has several.
    fn refusing_part(&mut self, set: &CellsExpr, cell: Cell) -> Ran<Option<Exclusion>> {
        let CellsExpr::Op(op @ (SetOp::And | SetOp::Except), _) = set else { return Ok(None) };
        let operands = operands(*op, set);
        for (index, operand) in operands.iter().enumerate() {
            let excluded = *op == SetOp::Except && index > 0;
            if self.cell_in(cell, operand)? == excluded {
                return Ok(Some(Exclusion { index, of: operands.len(), excluded }));
            }
        }
        Ok(None)
    }

    /// Runs `do` with every combination of choices.
    fn follow_choices(&mut self, action: &'g Action, text: &str, legal: &[String]) -> Ran<Progress> {
        let mut of_text: Option<Explained> = None;
        let mut of_others: Option<Explained> = None;
        self.texting = true;
        self.text.clear();
        self.write(&action.text)?;
        let base = self.text.clone();
        self.script = Default::default();
        self.spent.choices = 0;
        let before = self.fork();
        self.sought = Some(Sought { text: text.to_owned(), stem: None });
        let mut whole: Option<String> = None;
        let ended = self.branch(action, &before, base.len(), &mut |run| {
            let is_it = run.text == text;
            if whole.as_ref().is_none_or(|whole| whole.len() < run.text.len()) && goes_on(&run.text, text) {
                whole = Some(run.text.clone());
            }
            if let Some(reason) = run.refusal_after(action)? {
                if is_it { &mut of_text } else { &mut of_others }.get_or_insert(reason);
            } else if is_it && let Some(value) = &action.maximize {
                let value = run.int(value)?;
                // The greatest value is filled in below: this state is needed for the next choices.
                of_text.get_or_insert((Reason::NotGreatest(value, value), None));
            }
            Ok(ControlFlow::Continue(()))
        })?;
        debug_assert!(ended.is_continue());
        let stem = self.sought.take().and_then(|sought| sought.stem);
        self.restore(before);
        self.look_from_here();
        self.texting = false;
        if let (Some((Reason::NotGreatest(_, greatest), _)), Some(value)) = (&mut of_text, &action.maximize) {
            *greatest = self.greatest(action, value)?.unwrap_or(*greatest);
        }
        if let Some((reason, because)) = of_text {
            return Ok(Progress { because, ..Progress::new((Stage::After, 1), reason) });
        }
        let beginning =
            |with: &str| -> Vec<String> { legal.iter().filter(|legal| legal.starts_with(with)).cloned().collect() };
        let mut choices = beginning(text);
        // A choice that is reached after the whole move, and left out, tells more.
        if let Some(stem) = whole.filter(|whole| stem.as_ref().is_none_or(|stem| stem.written < whole.len()))
            && choices.is_empty()
        {
            let is_legal = legal.contains(&stem);
            return Ok(Progress::new((Stage::Choices, 0), Reason::Ends { stem, is_legal, span: action.span }));
        }
        if let Some(Stem { written, span, because, .. }) = stem
            && choices.is_empty()
            && let Some((stem, rest)) = text.split_at_checked(written)
            && !rest.is_empty()
        {
            let reason = Reason::NoChoice { stem: stem.into(), rest: rest.into(), span, legal: beginning(stem) };
            return Ok(Progress { because, ..Progress::new((Stage::Choices, 0), reason) });
        }
        let is_begun = !choices.is_empty();
        if choices.is_empty() {
            choices = beginning(&base);
        }
        let rest = text.strip_prefix(base.as_str()).unwrap_or("");
        Ok(match of_others {
            Some((reason, because)) if choices.is_empty() => {
                Progress { because, ..Progress::new((Stage::After, 0), reason) }
            }
            _ if !is_begun && !rest.is_empty() => {
                let reason =
                    Reason::NoChoice { stem: base.clone(), rest: rest.into(), span: action.span, legal: choices };
                Progress::new((Stage::Choices, 0), reason)
            }
            _ => Progress::new((Stage::Choices, 0), Reason::Choices(choices)),
        })
    }

    /// Returns the first `ensure` or `always` that does not hold after `do`.
    fn refusal_after(&mut self, action: &Action) -> Ran<Option<Explained>> {
        for ensure in &action.ensures {
            if let Some(reason) = self.refusal("ensure", ensure)? {
                return Ok(Some(reason));
            }
        }
        for always in &self.game.always {
            let clause = format!("always {}", always.name);
            let reason = self.in_frame(always.frame, |run| run.refusal(&clause, &always.condition))?;
            if reason.is_some() {
                return Ok(reason);
            }
        }
        Ok(None)
    }

    fn refusal(&mut self, clause: &str, condition: &Condition) -> Ran<Option<Explained>> {
        if self.bool(&condition.holds)? {
            return Ok(None);
        }
        let values = self.compared_values(&condition.holds)?;
        let because = self.why_false(&condition.holds);
        Ok(Some((Reason::Fails { clause: clause.to_string(), span: condition.span, values }, because)))
    }
}

/// Returns whether a text goes on after the text of a move. `c10` is another name than `c1`.
fn goes_on(written: &str, text: &str) -> bool {
    let Some(rest) = text.strip_prefix(written) else { return false };
    match (written.chars().last(), rest.chars().next()) {
        (Some(last), Some(next)) => {
            !(last.is_numeric() && next.is_numeric() || last.is_alphabetic() && next.is_alphabetic())
        }
        _ => false,
    }
}

/// Returns the operands of a chain of one operator, from left to right.
fn operands(op: SetOp, set: &CellsExpr) -> Vec<&CellsExpr> {
    match set {
        CellsExpr::Op(other, sides) if *other == op => {
            let mut all = operands(op, &sides.0);
            all.push(&sides.1);
            all
        }
        set => vec![set],
    }
}
