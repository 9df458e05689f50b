//! What is found in an expression and in the defs that it uses, and what it costs.

use super::walk::{AsPart, Part};
use crate::game::expr::*;

impl<'e> Part<'e> {
    /// What a use of a def stands for: its body and its `where` values.
    pub(crate) fn called(self, game: &'e crate::game::Game) -> Vec<Part<'e>> {
        fn of<'e, E: AsPart>(common: &Common<E>, defs: &'e [crate::game::rules::Def<E>]) -> Vec<Part<'e>> {
            let Common::Call(call) = common else { return Vec::new() };
            let Some(def) = defs.get(call.def as usize) else { return Vec::new() };
            let values = def.lazies.iter().map(|(_, value)| AsPart::part(value));
            std::iter::once(def.body.part()).chain(values).collect()
        }
        let defs = &game.defs;
        match self {
            Part::Int(IntExpr::Common(e)) => of(e, &defs.int),
            Part::Ints(IntsExpr::Common(e)) => of(e, &defs.ints),
            Part::Bool(BoolExpr::Common(e)) => of(e, &defs.bool),
            Part::Cell(CellExpr::Common(e)) => of(e, &defs.cell),
            Part::Cells(CellsExpr::Common(e)) => of(e, &defs.cells),
            Part::Dir(DirExpr::Common(e)) => of(e, &defs.dir),
            Part::Dirs(DirsExpr::Common(e)) => of(e, &defs.dirs),
            Part::Player(PlayerExpr::Common(e)) => of(e, &defs.player),
            Part::Players(PlayersExpr::Common(e)) => of(e, &defs.players),
            Part::Kind(KindExpr::Common(e)) => of(e, &defs.kind),
            Part::Kinds(KindsExpr::Common(e)) => of(e, &defs.kinds),
            Part::Piece(PieceExpr::Common(e)) => of(e, &defs.piece),
            _ => Vec::new(),
        }
    }

    /// Whether something is found in it or in the defs that it uses. Defs are followed to some depth; what lies deeper
    /// counts as found.
    pub(crate) fn mentions(self, game: &'e crate::game::Game, depth: u32, wanted: &dyn Fn(Part<'e>) -> bool) -> bool {
        if depth == 0 || wanted(self) {
            return true;
        }
        let mut found = self.called(game).into_iter().any(|part| part.mentions(game, depth - 1, wanted));
        self.each(&mut |inner| found = found || inner.mentions(game, depth, wanted));
        found
    }

    /// Roughly how many instructions it takes to work it out for all cells of a word at once.
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
            _ => (1, 1),
        };
        let mut parts: usize = self.called(game).into_iter().map(|part| part.weight(game, depth - 1)).sum();
        self.each(&mut |inner| parts = parts.saturating_add(inner.weight(game, depth)));
        own.saturating_add(parts.saturating_mul(factor)).min(HEAVY)
    }
}

/// The weight of what is never cheap.
const HEAVY: usize = 10_000;
