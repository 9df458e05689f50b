//! What an expression costs.

use crate::game::expr::*;
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
            Part::Cells(CellsExpr::Neighbors(..)) => (2 * dirs, 1),
            Part::Cells(CellsExpr::Ray(..) | CellsExpr::First(..)) => (2 * dirs * across, 1),
            Part::Cells(CellsExpr::Hop(..)) => (4 * dirs, 1),
            Part::Cells(CellsExpr::Between(..) | CellsExpr::Filter(_)) => (4 * across, 1),
            Part::Cells(CellsExpr::Group(..) | CellsExpr::Reach(_) | CellsExpr::Lines { .. }) => (HEAVY, 1),
            Part::Int(IntExpr::Groups(_) | IntExpr::Distance(..)) => (HEAVY, 1),
            Part::Bool(BoolExpr::Connects(..)) => (HEAVY, 1),
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

/// The weight of what is never cheap.
const HEAVY: usize = 10_000;
