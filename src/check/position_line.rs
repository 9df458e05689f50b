//! Checks `position "8/8/8 White"` in an example.

use super::checker::*;
use crate::game::rules::PictureSymbol;
use crate::game::spec::{self, PositionNames, PositionSpec, VarNames};
use crate::source::Span;
use crate::syntax::ast;

impl Checker<'_> {
    /// Parses a position line. `line` has the span with the quotes.
    pub(super) fn check_position_line(
        &mut self,
        line: &ast::Name,
        symbols: &[(PictureSymbol, Span)],
    ) -> Option<PositionSpec> {
        let legend: Vec<PictureSymbol> = symbols.iter().map(|(symbol, _)| *symbol).collect();
        // Without an invalid variable, a correct line would seem wrong.
        let vars: Option<Vec<VarNames<'_>>> =
            self.vars.iter().map(|var| var.lowered.as_ref().map(VarNames::new)).collect();
        let names =
            PositionNames::of_parts(&self.board, &self.players, &self.kinds, &legend, vars?).with_tags(&self.tags);
        let names = names.with_params(self.params.iter().map(|param| param.name.as_str()).collect());
        let names = names.with_stacks(self.stacks());
        match spec::parse(&names, &line.node) {
            Ok(spec) => {
                self.kinds_used.extend(spec.pieces.iter().map(|(_, piece)| usize::from(piece.kind.0)));
                Some(spec)
            }
            Err(error) => {
                let inside = Span { start: line.span.start + 1, end: line.span.end.saturating_sub(1), ..line.span };
                self.report(error.diagnostic(inside));
                None
            }
        }
    }

    /// Marks the kinds that a position line may place as used, on a board that may be another one.
    pub(super) fn mark_used_in_line(&mut self, line: &str, symbols: &[(PictureSymbol, Span)]) {
        let shown = symbols.iter().filter(|(symbol, _)| line.contains(symbol.symbol));
        self.kinds_used.extend(shown.map(|(symbol, _)| usize::from(symbol.piece.kind.0)));
        let words: Vec<&str> = line.split(|c: char| !c.is_alphanumeric() && c != '_').collect();
        let named = self.kinds.iter().enumerate().filter(|(_, kind)| words.contains(&kind.name.as_str()));
        self.kinds_used.extend(named.map(|(at, _)| at));
    }
}
