//! What it costs to evaluate an expression.

use crate::game::expr::*;
use crate::game::operator::HEAVY;
use crate::game::part::Part;

impl<'e> Part<'e> {
    /// Returns roughly how many instructions it takes to evaluate it for all cells of a word at once.
    pub(crate) fn weight(self, game: &'e crate::game::Game, depth: u32) -> usize {
        if depth == 0 {
            return HEAVY;
        }
        let dirs = game.board.dirs().max(1);
        let across = usize::try_from(game.board.width().max(game.board.height())).unwrap_or(1);
        let (own, factor) = match self {
            Part::Cells(CellsExpr::Filter(_)) => (4 * across, 1),
            Part::Cells(CellsExpr::Reach(_)) => (HEAVY, 1),
            Part::Int(IntExpr::Count(_)) => (4 * dirs, 1),
            Part::Bool(BoolExpr::Compare(..)) => (8, 1),
            Part::Bool(BoolExpr::SomeOf(_) | BoolExpr::Every(_)) => (1, dirs),
            Part::Int(IntExpr::CountOf(_) | IntExpr::Sum(..) | IntExpr::Best { .. }) => (4 * dirs, dirs),
            part => (part.applied().map_or(1, |(op, _)| op.form().cost.weight(dirs, across)), 1),
        };
        let mut parts: usize = self.called(game).into_iter().map(|part| part.weight(game, depth - 1)).sum();
        self.each(&mut |inner| parts = parts.saturating_add(inner.weight(game, depth)));
        own.saturating_add(parts.saturating_mul(factor)).min(HEAVY)
    }
}
