//! Sets that are the same for all elements of a loop, computed once before it.

use super::set::Words;
use super::{Gen, Gets};
use crate::analysis::{Analysis, Limits};
use crate::game::expr::*;
use crate::game::operator::Op;
use crate::game::part::{AsPart, Expression, Part, Shared};
use crate::game::rules::Action;

/// A set that has been computed, by the address of its expression.
pub(crate) type Hoisted = (*const CellsExpr, Words);

/// Sets at least this heavy are computed before the candidates that are tested with them.
const CLOSED: usize = 8;

/// Sets heavier than this are computed only where they are needed.
const HEAVIEST: usize = 400;

/// The most sets of an action that are computed before its candidates.
const MOST: usize = 4;

/// The most expressions that are analyzed to know whether a set can fault.
const FUEL: u32 = 1000;

impl<'p> Gen<'p, '_> {
    /// Compiles a loop whose body has this part, with the groups computed before it that do not depend on the loop's local, and defs
    /// without parameters evaluated once.
    pub(crate) fn hoisting<R>(
        &mut self,
        body: Part<'_>,
        slot: Slot,
        compile: impl FnOnce(&mut Self) -> Gets<R>,
    ) -> Gets<R> {
        let known = self.hoisted.len();
        let mut bound = vec![slot];
        let mut groups: Vec<&CellsExpr> = Vec::new();
        body.contains(&mut |part| {
            bound.extend(part.binds());
            if let Part::Cells(cells) = part
                && cells.applied().is_some_and(|(op, _)| op == Op::Group)
            {
                groups.push(cells);
            }
            false
        });
        for group in groups {
            let is_same = |part: Part<'_>| match part.shared() {
                Some(Shared::Local(at)) => part.class() == Class::Word && !bound.contains(&at),
                // What may fault is not computed unless it is asked for.
                Some(Shared::Apply(apply)) => !apply.op.form().may_fault,
                Some(Shared::Var(_) | Shared::Lazy(_) | Shared::Call(_)) => false,
                _ => part.binds().is_none() && !matches!(part, Part::Int(IntExpr::Arith(..))),
            };
            let is_hoisted = self.hoisted(group).is_some();
            if !is_hoisted && !AsPart::part(group).contains(&mut |part| !is_same(part)) {
                let cells = self.cells(group)?;
                self.hoisted.push((std::ptr::from_ref(group), cells));
            }
        }
        let once = self.defs_once([body]);
        let compiled = self.with_defs_once(once, compile);
        self.hoisted.truncate(known);
        compiled
    }

    /// Compiles the candidates of an action, with the sets computed before them that depend on the position alone.
    pub(crate) fn hoisting_closed<R>(
        &mut self,
        action: &'p Action,
        compile: impl FnOnce(&mut Self) -> Gets<R>,
    ) -> Gets<R> {
        let known = self.hoisted.len();
        let mut closed = Vec::new();
        tested(action).for_each(|part| self.add_closed(part, &mut closed));
        for set in closed {
            let cells = self.cells(set)?;
            self.hoisted.push((std::ptr::from_ref(set), cells));
        }
        let once = self.defs_once(tested(action));
        let compiled = self.with_defs_once(once, compile);
        self.hoisted.truncate(known);
        compiled
    }

    /// Adds the largest sets in a part that use no locals, are not cheap and cannot fault.
    fn add_closed(&self, part: Part<'p>, closed: &mut Vec<&'p CellsExpr>) {
        if let Part::Cells(cells @ (CellsExpr::Common(_) | CellsExpr::Op(..))) = part
            && closed.len() < MOST
            && self.is_closed(cells)
        {
            closed.push(cells);
            return;
        }
        part.each(&mut |inner| self.add_closed(inner, closed));
    }

    /// Returns whether a set uses no locals, is not cheap and cannot fault.
    pub(super) fn is_closed(&self, cells: &CellsExpr) -> bool {
        let (part, game) = (AsPart::part(cells), &self.plan.game);
        let uses_locals = part.contains(&mut |part| {
            part.binds().is_some() || matches!(part.shared(), Some(Shared::Local(_) | Shared::Lazy(_)))
        });
        if uses_locals || !(CLOSED..HEAVIEST).contains(&part.weight(game, 8)) {
            return false;
        }
        let mut analysis = Analysis::of(game, Limits::new(FUEL));
        analysis.value(part);
        !analysis.may_fault && !analysis.may_exceed
    }

    /// Returns a set that was computed before a loop.
    pub(crate) fn hoisted(&self, cells: &CellsExpr) -> Option<&Words> {
        self.hoisted.iter().rfind(|(of, _)| std::ptr::eq(*of, cells)).map(|(_, words)| words)
    }
}

/// Returns what is evaluated for candidates of an action: the sets of its binders after the first one, and its conditions.
fn tested(action: &Action) -> impl Iterator<Item = Part<'_>> {
    let sets = action.binders.iter().skip(1).map(|binder| binder.over.part());
    sets.chain(action.conditions().into_iter().map(AsPart::part))
}
