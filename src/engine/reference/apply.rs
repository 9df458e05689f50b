//! Pure operators.

use super::run::{Run, fault};
use super::value::Ran;
use crate::game::cells::{Cell, Set};
use crate::game::expr::{AnyExpr, Apply};
use crate::game::operator::{Caller, Coded, Ground, Ints, OpFault, OpValue, call};
use crate::game::part::AsPart;
use crate::game::piece::{Dir, Piece, Player};
use crate::outcome::Fault;

/// A use of an operator: evaluates its arguments when the operator asks for them.
struct ApplyCaller<'r, 'g, 'e, const W: usize> {
    run: &'r mut Run<'g, W>,
    apply: &'e Apply,
    args: std::slice::Iter<'e, AnyExpr>,
}

impl<const W: usize> Run<'_, W> {
    /// Returns the value of a pure operator.
    #[inline]
    pub(super) fn apply(&mut self, apply: &Apply) -> Ran<OpValue<W>> {
        call(apply.op, &mut ApplyCaller { run: self, apply, args: apply.args.iter() })
    }
}

/// Evaluates arguments without the detour through [`Caller::word`].
macro_rules! direct {
    ($($evaluate:ident: $value:ty, $part:ident;)*) => {$(
        // A hint is not followed in a function as large as `call`.
        #[inline(always)]
        fn $evaluate(&mut self) -> Ran<$value> {
            match self.args.next() {
                Some(AnyExpr::$part(expr)) => self.run.$evaluate(expr),
                _ => Ok(Coded::decode(0)),
            }
        }
    )*};
}

impl<const W: usize> Caller<W> for ApplyCaller<'_, '_, '_, W> {
    type Fault = Box<Fault>;

    #[inline]
    fn ground(&self) -> Ground<'_> {
        self.run.ground
    }

    #[inline]
    fn remaining(&self) -> usize {
        self.args.len()
    }

    direct! {
        int: i32, Int;
        cell: Cell, Cell;
        dir: Dir, Dir;
        player: Player, Player;
        piece: Piece, Piece;
    }

    #[inline]
    fn word(&mut self) -> Ran<i64> {
        self.args.next().map_or(Ok(0), |arg| self.run.word(arg.part()))
    }

    #[inline(always)]
    fn cells(&mut self) -> Ran<Set<W>> {
        if let Some(AnyExpr::Cells(cells)) = self.args.next() { self.run.cells(cells) } else { Ok(Set::EMPTY) }
    }

    #[inline]
    fn ints(&mut self) -> Ran<Ints> {
        if let Some(AnyExpr::Ints(ints)) = self.args.next() { self.run.ints(ints) } else { Ok(Ints::new()) }
    }

    #[inline]
    fn spend(&mut self, steps: usize) -> Ran<()> {
        self.run.steps(steps)
    }

    #[cold]
    fn fault(&self, why: OpFault) -> Box<Fault> {
        fault(why.code, self.apply.at, why.message)
    }
}
