//! Finds where the items of a text begin and end from its tokens. This also works for texts with syntax errors, as they are most
//! of the time while somebody types.

use crate::syntax::keywords::{HEADS, ITEMS, is_reserved};
use crate::syntax::lex::{Token, TokenKind};

/// How an item relates to the base of a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ItemChange {
    New,
    Replace,
    Also,
}

/// An item, as indexes of its tokens.
#[derive(Clone, Copy, Debug)]
pub(super) struct ItemRange {
    /// The first one: `replace`, or the keyword.
    pub first: usize,
    /// One past the last one.
    pub end: usize,
    /// The keyword.
    pub head: usize,
    /// Its name or title, if there is one.
    pub name: Option<usize>,
    /// How it changes an item of the base.
    pub change: ItemChange,
}

/// A text with its tokens, grouped into items.
#[derive(Debug)]
pub(super) struct ItemTokens<'a> {
    pub text: &'a str,
    /// All tokens but comments.
    pub tokens: Vec<Token>,
    /// The comments.
    pub comments: Vec<Token>,
    pub items: Vec<ItemRange>,
}

impl<'a> ItemTokens<'a> {
    pub fn new(text: &'a str) -> ItemTokens<'a> {
        let (comments, tokens) = crate::syntax::lex::lex(text).into_iter().partition(Token::is_comment);
        let mut cut = ItemTokens { text, tokens, comments, items: Vec::new() };
        cut.items = cut.find_items();
        cut
    }

    pub fn word(&self, at: usize) -> &'a str {
        self.tokens.get(at).map_or("", |token| token.text(self.text))
    }

    /// Returns whether a token is this word or sign.
    pub fn is(&self, at: usize, text: &str) -> bool {
        self.tokens.get(at).is_some_and(|token| token.is(self.text, text))
    }

    /// Returns whether the token before this one is this word or sign.
    pub fn follows(&self, at: usize, text: &str) -> bool {
        at.checked_sub(1).is_some_and(|before| self.is(before, text))
    }

    pub fn kind(&self, at: usize) -> Option<TokenKind> {
        self.tokens.get(at).map(|token| token.kind)
    }

    pub fn head(&self, item: &ItemRange) -> &'a str {
        self.word(item.head)
    }

    fn find_items(&self) -> Vec<ItemRange> {
        let mut items: Vec<ItemRange> = Vec::new();
        let mut depth = 0usize;
        for (at, token) in self.tokens.iter().enumerate() {
            match token.kind {
                TokenKind::Open => depth += 1,
                TokenKind::Close => depth = depth.saturating_sub(1),
                TokenKind::Word if token.is_head(self.text) => depth = 0,
                _ => {}
            }
            if depth == 0 && token.kind == TokenKind::Word && self.begins_item(at) {
                if let Some(before) = items.last_mut() {
                    before.end = at;
                }
                items.push(self.item(at));
            }
        }
        items
    }

    /// Returns whether an item begins at a word outside of all brackets.
    fn begins_item(&self, at: usize) -> bool {
        let word = self.word(at);
        if !ITEMS.contains(&word)
            || ["replace", "also", "first", "without"].iter().any(|before| self.follows(at, before))
        {
            return false;
        }
        // all of these keywords can be names of actions
        if self.follows(at, "action") && !self.is_first_on_line(at) {
            return false;
        }
        let after = self.word(at + 1);
        match word {
            "board" | "players" if at.checked_sub(1).is_some_and(|before| self.wants_more(before)) => false,
            "board" => matches!(after, "square" | "hex" | "graph" | ""),
            "players" => self.kind(at + 1) != Some(TokenKind::Sign) && self.kind(at + 1) != Some(TokenKind::Close),
            "piece" => !self.follows(at, ":"),
            "without" => matches!(after, "action" | "def" | "effect" | "var" | "param" | "always" | ""),
            "language" => at == 0 || self.kind(at + 1) == Some(TokenKind::Number) && self.is_first_on_line(at),
            "var" => !self.follows(at, "do"),
            _ => HEADS.contains(&word),
        }
    }

    fn is_first_on_line(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| crate::syntax::lex::indent(self.text, token.start).is_some())
    }

    fn item(&self, first: usize) -> ItemRange {
        let (change, mut head) = match self.word(first) {
            "replace" => (ItemChange::Replace, first + 1),
            "also" => (ItemChange::Also, first + 1),
            _ => (ItemChange::New, first),
        };
        if self.is(head, "first") {
            head += 1;
        }
        if !ITEMS.contains(&self.word(head)) {
            head = first;
        }
        let wanted = match self.word(head) {
            "param" | "var" | "def" | "effect" | "action" | "always" => Some((head + 1, TokenKind::Word)),
            "map" => Some((head + 1, TokenKind::Word)).filter(|_| self.is(head + 2, ":")),
            "without" => Some((head + 2, TokenKind::Word)),
            "game" | "author" | "example" | "extends" => Some((head + 1, TokenKind::Text)),
            _ => None,
        };
        // the keyword of the next item is not a name of this one
        let is_name =
            |at: usize| self.word(head) == "action" || self.word(head) == "without" || !is_reserved(self.word(at));
        let name = wanted.filter(|(at, kind)| self.kind(*at) == Some(*kind) && is_name(*at)).map(|(at, _)| at);
        ItemRange { first, end: self.tokens.len(), head, name, change }
    }

    /// Returns whether a value or a name must follow a token, so that nothing new can begin.
    pub fn wants_more(&self, at: usize) -> bool {
        match self.kind(at) {
            Some(TokenKind::Sign) => self.word(at) != ";",
            Some(TokenKind::Open) => true,
            Some(TokenKind::Word) => BEFORE_VALUES.contains(&self.word(at)),
            _ => false,
        }
    }

    /// Returns whether a token can end a value, so that an operator or something new follows.
    pub fn ends_value(&self, at: usize) -> bool {
        match self.kind(at) {
            Some(TokenKind::Word) => {
                let word = self.word(at);
                !is_reserved(word) || matches!(word, "true" | "false" | "board" | "players" | "again" | "return")
            }
            Some(
                TokenKind::Number
                | TokenKind::Close
                | TokenKind::Text
                | TokenKind::Symbol
                | TokenKind::CellName
                | TokenKind::Bare,
            ) => true,
            _ => false,
        }
    }
}

/// Keywords before values.
const BEFORE_VALUES: &[&str] = &[
    "and", "or", "not", "in", "within", "except", "of", "if", "then", "else", "match", "where", "when", "ensure",
    "maximize", "let", "while", "put", "remove", "move", "give", "to", "at", "expect", "set", "links", "numbered",
];

#[cfg(test)]
mod tests {
    use super::*;

    fn heads(text: &str) -> Vec<String> {
        let cut = ItemTokens::new(text);
        let each = cut.items.iter().map(|item| match item.name {
            Some(name) => format!("{} {}", cut.head(item), cut.word(name)),
            None => cut.head(item).to_owned(),
        });
        each.collect()
    }

    #[test]
    fn items_begin_with_their_keywords() {
        assert_eq!(
            heads(
                "language 1 game \"X\" board square 3 x 3 without {a1} players A, B piece man var under(c: cell): piece\n\
                 def all_of = board except own\naction move(p: players) do remove p action end() end { for P in players when\n\
                 x: P wins } without action swap also first end { } also action take when true example \"e\" { play a1 }"
            ),
            [
                "language",
                "game \"X\"",
                "board",
                "players",
                "piece",
                "var under",
                "def all_of",
                "action move",
                "action end",
                "end",
                "without swap",
                "end",
                "action take",
                "example \"e\"",
            ]
        );
    }

    #[test]
    fn a_text_with_errors_has_items() {
        assert_eq!(heads("def f(p: cell = count(\ndef g = 3\n}}} action a(p: own"), ["def f", "def g", "action a"]);
        assert_eq!(heads("def"), ["def"]);
        assert_eq!(heads(") ( } § \"x\n"), [] as [&str; 0]);
    }
}
