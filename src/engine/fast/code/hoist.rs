//! Groups that are the same for all elements of a loop, computed once before it.

use super::set::Words;
use super::{Gen, Gets};
use crate::game::expr::*;
use crate::game::operator::Op;
use crate::game::part::{AsPart, Expression, Part, Shared};

/// A set that has been computed, by the address of its expression.
pub(crate) type Hoisted = (*const CellsExpr, Words);

impl Gen<'_, '_> {
    /// Compiles a loop whose body has this part, with the groups computed before it that do not depend on the loop's local.
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
        let compiled = compile(self);
        self.hoisted.truncate(known);
        compiled
    }

    /// Returns a set that was computed before a loop.
    pub(crate) fn hoisted(&self, cells: &CellsExpr) -> Option<&Words> {
        self.hoisted.iter().rfind(|(of, _)| std::ptr::eq(*of, cells)).map(|(_, words)| words)
    }
}
