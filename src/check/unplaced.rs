//! Reports the pieces of an inherited setup for which the board of a variant has no cells.

use super::checker::*;
use crate::diagnostic::{Code, Diagnostic};
use crate::game::expr::CellsExpr;
use crate::game::rules::Placement;
use crate::source::Span;
use crate::syntax::ast::{self, ItemNode, LayoutNode};
use crate::syntax::lex::lex;

impl Checker<'_> {
    /// Reports W13 for each empty placement of an inherited setup, where the file changes the board: the setup itself may be in a
    /// base that cannot be changed.
    pub(super) fn report_unplaced(&mut self, items: &[ast::Item], layout: &ast::PieceLayout, placed: &[Placement]) {
        let LayoutNode::Placements(written) = &layout.node else { return };
        // A placement with an error is not among the lowered ones.
        if !self.is_inherited(layout.span) || written.len() != placed.len() {
            return;
        }
        let Some(change) = self.find_change_of_board(items) else { return };
        for (written, placement) in written.iter().zip(placed) {
            if !matches!(&placement.at, CellsExpr::Const(set) if set.is_empty()) {
                continue;
            }
            let piece = written.kind.span.to(written.owner.as_ref().unwrap_or(&written.kind).span);
            let (cells, piece) = (self.text(written.at.span), self.text(piece));
            let message = format!("no cell of this board is in `{cells}`, so `{piece}` is not placed");
            let finding = Diagnostic::new(Code::W13, change, message);
            let place = written.kind.span.to(written.at.span);
            let help =
                format!("give the variant a setup for its board: `replace setup {{ {piece} at .. }}`, with all pieces");
            self.report(finding.and(place, "in the setup of the base").help(help));
        }
    }

    /// Returns the place where this file changes an inherited board: its own board, or its own parameter that the board uses.
    fn find_change_of_board(&self, items: &[ast::Item]) -> Option<Span> {
        let board = items.iter().find(|item| matches!(item.node, ItemNode::Board(_)))?;
        if !self.is_inherited(board.span) {
            let first_line = self.text(board.span).lines().next().map_or(0, |line| line.trim_end().len());
            return Some(Span { end: board.span.start + first_line as u32, ..board.span });
        }
        let text = self.text(board.span);
        let words = lex(&text);
        items.iter().find_map(|item| match &item.node {
            ItemNode::Param(param) if !self.is_inherited(item.span) => {
                words.iter().any(|word| word.is(&text, &param.name.node)).then_some(param.name.span)
            }
            _ => None,
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::check::{Bases, check};
    use crate::diagnostic::Code;
    use crate::source::Source;

    struct Base;

    impl Bases for Base {
        fn base(&self, _: &str, _: &Source) -> Option<Source> {
            let text = "game \"B\" board square size x size param size = 6 in 3..9 players A, B piece man
                 setup { man of A at rows(1); man of B at rows(6) }
                 action step(p: own, q: neighbors(p) & empty) do move p to q
                 end { when ply > 99: draw when stuck(next): next loses }";
            Some(Source::new("base.game", text))
        }

        fn names(&self) -> Vec<String> {
            Vec::new()
        }
    }

    /// Returns the text underlined by each W13 in a variant.
    fn found(variant: &str) -> Vec<String> {
        let checked = check(Source::new("v.game", format!("extends \"base\" game \"V\"\n{variant}")), &Base, &[]);
        let empty = checked.diagnostics.iter().filter(|found| found.code == Code::W13);
        empty.map(|found| checked.sources.text(found.span()).to_owned()).collect()
    }

    #[test]
    fn pieces_without_cells_are_reported_where_the_board_changes() {
        assert_eq!(found("replace board square 5 x 5\nreplace param size = 5"), ["replace board square 5 x 5"]);
        assert_eq!(found("replace param size = 5"), ["size"]);
        for placed in [
            "",
            "replace param size = 7",
            "replace board square 5 x 6",
            "replace board square 5 x 5\nreplace setup { man of A at rows(1); man of B at rows(5) }",
        ] {
            assert_eq!(found(placed), Vec::<String>::new(), "{placed}");
        }
    }
}
