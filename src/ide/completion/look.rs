//! What can be written in a look.

use super::{Cursor, Proposals, SymbolKind};
use crate::game::look::{Color, Outline, Sign};
use crate::syntax::keywords::LOOK_LINES;

impl Cursor<'_> {
    /// Proposes the words of the line of a look.
    pub(super) fn propose_look(&self, to: &mut Proposals<'_>) {
        let begins = self.before.is_none_or(|before| self.open.last() == Some(&before)) || !self.wants_more();
        if self.open.len() != 1 {
            return self.propose_value(to);
        }
        let line = self.before.and_then(|before| {
            let from = self.open.first().copied().unwrap_or(0);
            (from..=before).rev().map(|at| self.cut.word(at)).find(|word| LOOK_LINES.contains(word))
        });
        if self.follows_any(&[":"]) {
            let words: Vec<&str> = match line {
                Some("mark") => Sign::names().collect(),
                Some("shape") => Outline::names().collect(),
                Some("beside") => return to.add_names(&[SymbolKind::Kind]),
                _ => Color::names().collect(),
            };
            to.add_keywords(&words, 0);
            if !matches!(line, Some("mark" | "shape" | "color")) {
                to.add_names(&[SymbolKind::Player]);
            }
            return;
        }
        match line {
            Some("shape" | "beside") if self.follows_any(&["of"]) => to.add_names(&[SymbolKind::Player]),
            Some("shape") if self.follows_any(&["shape", ","]) => to.add_names(&[SymbolKind::Kind]),
            Some("color") if self.follows_any(&["color"]) => to.add_names(&[SymbolKind::Player, SymbolKind::Kind]),
            Some("name" | "beside") if self.follows_any(&["name", "beside"]) => to.add_names(&[SymbolKind::Var]),
            Some("hide") if self.follows_any(&["hide"]) => to.add_names(&[SymbolKind::Var, SymbolKind::Def]),
            _ if begins => {
                to.add_keywords(LOOK_LINES, 0);
                self.propose_operators(to);
            }
            _ => self.propose_value(to),
        }
    }
}
