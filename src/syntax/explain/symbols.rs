//! Symbols of pictures and legends: several characters, a missing `=`, a list of pieces after a list of symbols.

use super::foreign::Neighbors;
use crate::diagnostic::{Diagnostic, Edit};
use crate::source::Span;
use crate::syntax::lex::{Token, TokenKind};

impl Neighbors<'_> {
    /// Explains symbols of several characters in a picture. All of them are one mistake.
    pub(super) fn explain_picture_symbol(&self) -> Option<Diagnostic> {
        if self.token() == "/" {
            let report = self.report("`/` cannot be a symbol");
            return Some(report.help("use another character; `//` begins a comment"));
        }
        let is_run = |symbol: &&Token| symbol.text(self.text).chars().count() > 1;
        let spaced = |symbol: &Token| symbol.text(self.text).chars().map(String::from).collect::<Vec<_>>().join(" ");
        let picture = self.rest.iter().take_while(|token| token.kind == TokenKind::Symbol);
        let edits = picture
            .filter(is_run)
            .map(|symbol| Edit { span: Span::new(self.id, symbol.start, symbol.end), text: spaced(symbol) })
            .collect();
        is_run(&self.token).then(|| {
            self.report("missing spaces between the symbols of the picture")
                .help(format!("write `{}`", spaced(self.token)))
                .edits("insert spaces", edits, true)
        })
    }

    /// Explains a symbol of a legend that has several characters, or that is not a symbol, because the `=` before it is missing.
    pub(super) fn explain_legend_symbol(&self) -> Option<Diagnostic> {
        let written = self.token();
        if written.chars().count() < 2 {
            return None;
        }
        if let Some(finding) = self.explain_listed_pieces() {
            return Some(finding);
        }
        if self.before.is_some_and(|before| before.is(self.text, "map")) {
            return Some(self.explain_map_name(written));
        }
        let help = "for example: `legend w k = man king of White, x = arrow`";
        Some(if self.before.is_some_and(|before| before.kind == TokenKind::Symbol) {
            let start = Span::new(self.id, self.token.start, self.token.start);
            let report = self.report(format!("missing `=` before `{written}`")).help(help);
            report.fix("write `=`", start, "= ", true)
        } else {
            self.report("a legend symbol must be one character").help(help)
        })
    }

    /// Explains `map worth { .. }` and `map water = w { .. }`.
    fn explain_map_name(&self, written: &str) -> Diagnostic {
        if self.rest.get(1).is_some_and(|next| next.is(self.text, "=")) {
            let help = format!("write `map w = {written} {{ .. }}`, where `w` is a character of the picture");
            return self.report("the symbol of a region comes before its name").help(help);
        }
        let end = Span::new(self.id, self.token.end, self.token.end);
        let help = format!(
            "write `map {written}: {{ .. }}` for a value on each cell, or `map w = {written} {{ .. }}` for a region"
        );
        let finding = self.report(format!("missing `:` after `{written}`")).help(help);
        finding.fix("write `:`", end, ":", false)
    }

    /// Explains `legend r g = guard of Red, guard of Green`: a list of pieces after a list of symbols.
    fn explain_listed_pieces(&self) -> Option<Diagnostic> {
        let start = self.text.get(..self.token.start)?.rfind("legend")? + "legend".len();
        let line = self.text.get(start..)?.lines().next()?.split("//").next()?.trim_end();
        let (symbols, pieces) = line.split_once('=')?;
        let (symbols, pieces): (Vec<&str>, Vec<&str>) =
            (symbols.split_whitespace().collect(), pieces.split(',').map(str::trim).collect());
        if symbols.len() < 2 || symbols.len() != pieces.len() || pieces.iter().any(|piece| piece.contains('=')) {
            return None;
        }
        let entries: Vec<String> =
            symbols.iter().zip(&pieces).map(|(symbol, piece)| format!("{symbol} = {piece}")).collect();
        let meant = entries.join(", ");
        let place = Span::new(self.id, start, start + line.len());
        let finding = self.report("each symbol needs its own `=`").help(format!("write `legend {meant}`"));
        Some(finding.fix(format!("write `{meant}`"), place, format!(" {meant}"), true))
    }
}
