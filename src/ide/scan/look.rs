//! The words of looks.

use super::{Role, Scan, SymbolKind, is_reserved};
use crate::syntax::keywords::LOOK_LINES;

impl Scan<'_> {
    /// Returns whether a line of a look begins at a word; the names of the line before end there.
    pub(super) fn begins_look_line(&mut self, at: usize) -> bool {
        let cut = self.cut;
        let &[(bracket, _)] = &self.brackets.as_slice() else { return false };
        if cut.head(self.item) != "look" || !LOOK_LINES.contains(&cut.word(at)) {
            return false;
        }
        let before = at.saturating_sub(1);
        let keyword = self.words.last().is_some_and(|word| {
            word.role == Role::Keyword && Some(word.span) == cut.tokens.get(before).map(|_| self.place(before))
        });
        if bracket + 1 != at && (keyword || !(cut.ends_value(before) || cut.is(before, ";"))) {
            return false;
        }
        let ended = self.brackets.last_mut().map(|(_, names)| std::mem::take(names)).unwrap_or_default();
        let start = cut.tokens.get(at).map_or(0, |token| token.start);
        self.end_names(ended, start);
        true
    }

    /// Returns whether a word before `in` names the elements of a line's set.
    pub(super) fn is_element_of_look(&self, at: usize) -> bool {
        self.is_line_of_look() && ["label", "line", "wall"].iter().any(|before| self.cut.follows(at, before))
    }

    fn is_line_of_look(&self) -> bool {
        self.cut.head(self.item) == "look" && self.brackets.len() == 1
    }

    /// Returns the role of a word after the colon of a line: a player, or a color, a sign or a shape. What `beside` counts is a kind.
    pub(super) fn look_role(&self, at: usize) -> Option<Role> {
        let word = self.cut.word(at);
        let is_piece = at.checked_sub(3).is_some_and(|first| self.cut.word(first) == "beside");
        if is_piece || !self.is_line_of_look() || !self.cut.follows(at, ":") || is_reserved(word) {
            return None;
        }
        let player = self.names.global_table().values.get(word);
        let player = player.filter(|id| self.names.symbol(**id).kind == SymbolKind::Player);
        Some(player.map_or(Role::BuiltIn, |id| Role::Uses(*id)))
    }
}
