//! Whether the rules say the same about a position and its image.

use super::values::Values;
use super::{Symmetry, is_of_the_board};
use crate::game::Game;
use crate::game::cells::CellSet;
use crate::game::expr::*;
use crate::game::operator::Op;
use crate::game::part::{AnyExpr, AsPart, Expression, Part};
use crate::game::piece::{Dir, Player};
use crate::game::rules::{Clause, GameResult};
use crate::game::stmt::Stmt;
use crate::game::text::Text;
use crate::types::Type;

/// Returns whether the rules say the same about every position and its image.
pub(super) fn say_the_same(values: &Values<'_>, symmetry: &Symmetry) -> bool {
    let (game, defs) = (values.game(), values.game().defs.parts());
    let (mut keeper, links) = (Keeper { game, values, symmetry, by_value: Vec::new() }, game.board.links());
    let keeps_def = |keeper: &Keeper<'_>, parts: &[Part<'_>]| parts.iter().all(|part| keeper.keeps(*part));
    let by_value = defs.iter().filter(|(_, _, parts)| !keeps_def(&keeper, parts));
    keeper.by_value = by_value.map(|(ty, def, _)| (*ty, *def)).collect();
    let keeps_clause = |clause: &Clause| match clause {
        Clause::Let(_, value) => keeper.keeps(value.part()),
        Clause::When(condition) => keeper.keeps(condition.holds.part()),
    };
    let actions = game.actions.iter().all(|action| {
        keeper.keeps_text(&action.text)
            && action.binders.iter().all(|binder| keeper.keeps(binder.over.part()))
            && action.clauses.iter().all(keeps_clause)
            && action.ensures.iter().all(|ensure| keeper.keeps(ensure.holds.part()))
            && action.maximize.iter().all(|number| keeper.keeps(number.part()))
            && keeper.keeps_body(&action.body)
    });
    let end = game.end.iter().all(|ending| {
        ending.each.iter().all(|(_, players)| keeper.keeps(players.part()))
            && keeper.keeps(ending.condition.holds.part())
            && match &ending.result {
                GameResult::Draw | GameResult::Never => true,
                GameResult::Wins(player) | GameResult::Loses(player) => keeper.keeps(player.part()),
                GameResult::Score { score, .. } => keeper.keeps(score.part()),
            }
    });
    // What is reset each turn is evaluated there.
    let mut renewed = game.vars.iter().filter(|var| var.each_turn);
    symmetry.mask(links) == links
        && renewed.all(|var| keeper.keeps(var.first.part()))
        && actions
        && end
        && game.always.iter().all(|always| keeper.keeps(always.condition.holds.part()))
        && game.effects.iter().all(|effect| keeper.keeps_body(&effect.body))
        && defs.iter().all(|(ty, def, parts)| keeper.by_value.contains(&(*ty, *def)) || keeps_def(&keeper, parts))
}

/// Tests whether parts of the rules say the same about the image of what they are about.
struct Keeper<'g> {
    game: &'g Game,
    values: &'g Values<'g>,
    symmetry: &'g Symmetry,
    /// The defs whose expressions do not show that they go along: their values have to.
    by_value: Vec<(Type, u16)>,
}

impl Keeper<'_> {
    fn keeps(&self, part: Part<'_>) -> bool {
        let symmetry = self.symmetry;
        let is_same = match part {
            Part::Cell(CellExpr::Const(cell)) => symmetry.cell(*cell) == *cell,
            Part::Cells(CellsExpr::Const(set)) => symmetry.set(set) == **set,
            Part::Dir(DirExpr::Const(dir)) => symmetry.dir(*dir) == *dir,
            Part::Dirs(MaskExpr::Const(dirs)) => symmetry.mask(*dirs) == *dirs,
            _ => true,
        };
        let goes_along = |call| !self.by_value.contains(&call) || self.values.go_along(part, symmetry);
        if !is_same || !part.call().is_none_or(goes_along) {
            return false;
        }
        if let Some((op, args)) = part.applied() {
            if let Some(value) = Apply::new(op, args.to_vec(), At::default()).constant(&self.game.ground()) {
                return self.keeps(value.part());
            }
            if let (Op::Connects, [of, ends @ ..]) = (op, args)
                && self.exchanges(ends)
            {
                return self.keeps(of.part());
            }
            if !self.goes_along(op) {
                return false;
            }
        }
        let mut keeps = true;
        part.each(&mut |inner| keeps = keeps && self.keeps(inner));
        keeps
    }

    /// Returns whether the image of some sets are the same sets, in any order.
    fn exchanges(&self, ends: &[AnyExpr]) -> bool {
        let constant = |end: &AnyExpr| match end {
            AnyExpr::Cells(CellsExpr::Const(set)) => Some(**set),
            AnyExpr::Cells(set) => match set.common() {
                Some(Common::Apply(apply)) => match apply.constant(&self.game.ground()) {
                    Some(AnyExpr::Cells(CellsExpr::Const(set))) => Some(*set),
                    _ => None,
                },
                _ => None,
            },
            _ => None,
        };
        let Some(mut left) = ends.iter().map(constant).collect::<Option<Vec<CellSet>>>() else { return false };
        let images: Vec<CellSet> = left.iter().map(|set| self.symmetry.set(set)).collect();
        images.iter().all(|image| left.iter().position(|set| set == image).map(|n| left.swap_remove(n)).is_some())
    }

    /// Returns whether the value of an operator for the images of its arguments is the image of its value.
    fn goes_along(&self, op: Op) -> bool {
        let board = &self.game.board;
        match op {
            Op::Step
            | Op::Neighbors
            | Op::EdgeOf
            | Op::Ray
            | Op::First
            | Op::Hop
            | Op::Group
            | Op::Groups
            | Op::Connects
            | Op::Lines => true,
            Op::Opposite | Op::Opposites | Op::TheCell | Op::TheDir => true,
            Op::Owner | Op::KindOf | Op::Rival | Op::PlayerNumber | Op::ThePlayer | Op::TheKind => true,
            Op::Abs | Op::Min | Op::Max => true,
            // They go by columns and rows, of which the links of a graph say nothing, and which a board that wraps shifts.
            Op::Between | Op::Distance | Op::Toward => !board.is_graph() && !self.wraps(),
            Op::Leap => !board.is_graph() && !self.wraps() && self.is_rigid(),
            Op::Forward | Op::Backward | Op::Sideways | Op::Ahead => (0..self.game.players.len()).all(|player| {
                let player = AnyExpr::Player(PlayerExpr::Const(Player(player as u8)));
                let value = Apply::new(op, vec![player], At::default()).constant(&self.game.ground());
                value.is_some_and(|value| self.keeps(value.part()))
            }),
            _ => false,
        }
    }

    /// Returns whether it turns and mirrors columns and rows as a whole: small boards can be mapped onto themselves in other ways.
    fn is_rigid(&self) -> bool {
        let board = &self.game.board;
        let way = |dir: Dir| (board.dx(dir), board.dy(dir));
        let dirs = || (0..board.dirs()).map(|n| Dir(n as u8));
        let image = |wanted: (i32, i32)| dirs().find(|dir| way(*dir) == wanted).map(|dir| way(self.symmetry.dir(dir)));
        let (Some(right), Some(up)) = (image((1, 0)), image((0, 1))) else { return false };
        dirs().all(|dir| {
            let (x, y) = way(dir);
            way(self.symmetry.dir(dir)) == (x * right.0 + y * up.0, x * right.1 + y * up.1)
        })
    }

    fn wraps(&self) -> bool {
        let blueprint = self.game.board.blueprint();
        blueprint.wraps_columns || blueprint.wraps_rows
    }

    /// Returns whether the texts of two moves are equal if those of their images are: equal moves are one move, or a fault.
    fn keeps_text(&self, text: &Text) -> bool {
        text.parts().into_iter().all(|part| self.keeps(part))
    }

    fn keeps_body(&self, body: &[Stmt]) -> bool {
        body.iter().all(|statement| {
            let is_in_order = match statement {
                // Later passes may depend on what earlier ones did.
                Stmt::For(each, _) => !is_of_the_board(each.over.part().ty()),
                Stmt::Choose(choose) => self.keeps_text(&choose.text),
                _ => true,
            };
            is_in_order
                && statement.parts().into_iter().all(|part| self.keeps(part))
                && statement.blocks().all(|body| self.keeps_body(body))
        })
    }
}
