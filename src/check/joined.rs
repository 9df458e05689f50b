//! Warns of values without a sign between them in a text: `111` may be 1 and 11, or 11 and 1.

use super::checker::*;
use crate::analysis::Interval;
use crate::diagnostic::{Code, Diagnostic};
use crate::game::cells::Cell;
use crate::game::expr::*;
use crate::syntax::ast;
use std::collections::BTreeSet;

/// The largest number that is tried if the bound of a number is not known. All ways to run together show up to here.
const TRIED: i64 = 111;

impl Checker<'_> {
    /// Reports W40 for two adjacent cells or numbers that can be read as two others.
    pub(super) fn report_run_together(&mut self, left: (&ast::Expr, &AnyExpr), right: (&ast::Expr, &AnyExpr)) {
        let (left_span, right_span) = (left.0.span, right.0.span);
        let Some(text) = read_twice(&self.words_of(left), &self.words_of(right)) else { return };
        if self.is_inherited(right_span) {
            return;
        }
        let message = format!("these two values run together: `{text}` can be read in two ways");
        let help = format!("put a sign between them: `{{{}}}-{{{}}}`", self.text(left_span), self.text(right_span));
        self.report(Diagnostic::new(Code::W40, right_span, message).and(left_span, "the first value").help(help));
    }

    /// Returns the texts of the possible values of a cell or a number.
    fn words_of(&self, (expr, value): (&ast::Expr, &AnyExpr)) -> BTreeSet<String> {
        if !matches!(value, AnyExpr::Cell(_) | AnyExpr::Int(_)) {
            return BTreeSet::new();
        }
        if let Some(name) = expr.as_name()
            && let Some(local) = self.body.scope.iter().rfind(|local| local.name == *name)
            && let Some(among) = &local.among
        {
            return among.iter().map(|value| self.constant_name(value)).collect();
        }
        match value {
            AnyExpr::Int(number) => {
                let Interval { least, most } = self.analysis().int(number);
                (least.max(0)..=most.min(TRIED)).map(|n| n.to_string()).collect()
            }
            _ => (0..self.board.len()).map(|cell| self.board.name(Cell(cell as u16)).to_string()).collect(),
        }
    }
}

/// Returns a text of one word from each set that two other words can make, too.
fn read_twice(first: &BTreeSet<String>, second: &BTreeSet<String>) -> Option<String> {
    let mut tried = BTreeSet::new();
    for long in first {
        for (cut, _) in long.char_indices().skip(1) {
            let (short, rest) = long.split_at(cut);
            if !first.contains(short) || !tried.insert(rest) {
                continue;
            }
            let other = second.iter().find(|word| word.strip_prefix(rest).is_some_and(|end| second.contains(end)));
            if let Some(other) = other {
                return Some(format!("{short}{other}"));
            }
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use crate::check::testing::{codes, codes_on};
    use crate::diagnostic::Code;

    /// Returns the findings for a game with this board and this move text.
    fn found(board: &str, text: &str) -> Vec<Code> {
        let action = "action go(p: own, q: neighbors(p) & empty, n: 1..12, m: 1..2)";
        let items = format!(
            "piece man setup {{ man of A at board }} {action} as \"{text}-{{p}}-{{q}}-{{n}}-{{m}}\" \
             do {{ move p to q; if n > m {{ again }} }} \
             end {{ when ply > 9: draw when stuck(next): draw }}"
        );
        codes_on(board, &items)
    }

    #[test]
    fn values_that_run_together() {
        let numbered = "square 4 x 4 numbered board";
        for (board, text) in [
            ("square 12 x 12", "{p}{q}"),
            ("square 3 x 3 numbered board", "{p}{q}"),
            (numbered, "{p}-{q}"),
            (numbered, "{m}{p}"),
            ("square 8 x 8", "{row(p)}{column(p)}"),
        ] {
            assert_eq!(found(board, text), [], "{board}: {text}");
        }
        for (board, text) in [(numbered, "{p}{q}"), (numbered, "{n}{p}"), ("square 12 x 12", "{row(p)}{column(p)}")] {
            assert_eq!(found(board, text), [Code::W40], "{board}: {text}");
        }
        assert_eq!(
            codes("action a(n: 1..11, m: 1..11) as \"{n}{m}\" do if n > m { again } end { when stuck(next): draw }"),
            [Code::W40]
        );
    }
}
