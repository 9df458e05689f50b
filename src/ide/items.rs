//! Where the items of a text begin and end, as its words show it: also in a text that cannot be read, which is what a text is
//! most of the time while somebody types.

use crate::syntax::keywords::{HEADS, ITEMS, is_reserved};
use crate::syntax::lex::{Kind, Token};

/// How an item relates to the base of a variant.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Change {
    /// It is new.
    New,
    /// `replace`.
    Replace,
    /// `also`.
    Also,
}

/// An item, by the numbers of its tokens.
#[derive(Clone, Copy, Debug)]
pub(super) struct Item {
    /// The first one: `replace`, or the item's own word.
    pub first: usize,
    /// One past the last one.
    pub end: usize,
    /// The item's own word.
    pub head: usize,
    /// Its name or title, if there is one.
    pub name: Option<usize>,
    /// Whether it changes one of the base.
    pub change: Change,
}

/// A text with its tokens, comments apart, cut into items.
#[derive(Debug)]
pub(super) struct Cut<'a> {
    pub text: &'a str,
    /// All tokens but comments.
    pub tokens: Vec<Token>,
    /// The comments.
    pub comments: Vec<Token>,
    pub items: Vec<Item>,
}

impl<'a> Cut<'a> {
    pub fn new(text: &'a str) -> Cut<'a> {
        let (comments, tokens) = crate::syntax::lex::lex(text).into_iter().partition(Token::is_comment);
        let mut cut = Cut { text, tokens, comments, items: Vec::new() };
        cut.items = cut.cut();
        cut
    }

    /// The characters of a token.
    pub fn word(&self, at: usize) -> &'a str {
        self.tokens.get(at).map_or("", |token| token.text(self.text))
    }

    /// Whether a token is this word or sign.
    pub fn is(&self, at: usize, text: &str) -> bool {
        self.tokens.get(at).is_some_and(|token| token.is(self.text, text))
    }

    /// Whether the token before this one is this word or sign.
    pub fn follows(&self, at: usize, text: &str) -> bool {
        at.checked_sub(1).is_some_and(|before| self.is(before, text))
    }

    /// The kind of a token.
    pub fn kind(&self, at: usize) -> Option<Kind> {
        self.tokens.get(at).map(|token| token.kind)
    }

    /// The item's own word.
    pub fn head(&self, item: &Item) -> &'a str {
        self.word(item.head)
    }

    fn cut(&self) -> Vec<Item> {
        let mut items: Vec<Item> = Vec::new();
        let mut depth = 0usize;
        for (at, token) in self.tokens.iter().enumerate() {
            match token.kind {
                Kind::Open => depth += 1,
                Kind::Close => depth = depth.saturating_sub(1),
                Kind::Word if token.is_head(self.text) => depth = 0,
                _ => {}
            }
            if depth == 0 && token.kind == Kind::Word && self.begins(at) {
                if let Some(before) = items.last_mut() {
                    before.end = at;
                }
                items.push(self.item(at));
            }
        }
        items
    }

    /// Whether an item begins at a word outside of all brackets.
    fn begins(&self, at: usize) -> bool {
        let word = self.word(at);
        if !ITEMS.contains(&word)
            || ["replace", "also", "first", "without"].iter().any(|before| self.follows(at, before))
        {
            return false;
        }
        // an action may be called by any of these words
        if self.follows(at, "action") && !self.at_line_start(at) {
            return false;
        }
        let after = self.word(at + 1);
        match word {
            "board" | "players" if at.checked_sub(1).is_some_and(|before| self.wants_more(before)) => false,
            "board" => matches!(after, "square" | "hex" | "graph" | ""),
            "players" => self.kind(at + 1) != Some(Kind::Sign) && self.kind(at + 1) != Some(Kind::Close),
            "piece" => !self.follows(at, ":"),
            "without" => matches!(after, "action" | "def" | "effect" | "var" | "param" | "always" | ""),
            "language" => at == 0 || self.kind(at + 1) == Some(Kind::Number) && self.at_line_start(at),
            "var" => !self.follows(at, "do"),
            _ => HEADS.contains(&word),
        }
    }

    fn at_line_start(&self, at: usize) -> bool {
        self.tokens.get(at).is_some_and(|token| crate::syntax::lex::indent(self.text, token.start).is_some())
    }

    fn item(&self, first: usize) -> Item {
        let (change, mut head) = match self.word(first) {
            "replace" => (Change::Replace, first + 1),
            "also" => (Change::Also, first + 1),
            _ => (Change::New, first),
        };
        if self.is(head, "first") {
            head += 1;
        }
        if !ITEMS.contains(&self.word(head)) {
            head = first;
        }
        let wanted = match self.word(head) {
            "param" | "var" | "def" | "effect" | "action" | "always" => Some((head + 1, Kind::Word)),
            "without" => Some((head + 2, Kind::Word)),
            "game" | "author" | "example" | "extends" => Some((head + 1, Kind::Text)),
            _ => None,
        };
        // the next item's word is no name of this one
        let is_name =
            |at: usize| self.word(head) == "action" || self.word(head) == "without" || !is_reserved(self.word(at));
        let name = wanted.filter(|(at, kind)| self.kind(*at) == Some(*kind) && is_name(*at)).map(|(at, _)| at);
        Item { first, end: self.tokens.len(), head, name, change }
    }

    /// Whether a value or a name has to follow a token, so that what follows is neither a sign nor a new beginning.
    pub fn wants_more(&self, at: usize) -> bool {
        match self.kind(at) {
            Some(Kind::Sign) => self.word(at) != ";",
            Some(Kind::Open) => true,
            Some(Kind::Word) => OPERATORS.contains(&self.word(at)),
            _ => false,
        }
    }

    /// Whether a token can be the end of a value: what stands behind it is a sign, a word between values, or something new.
    pub fn ends_value(&self, at: usize) -> bool {
        match self.kind(at) {
            Some(Kind::Word) => {
                let word = self.word(at);
                !is_reserved(word) || matches!(word, "true" | "false" | "board" | "players" | "again" | "return")
            }
            Some(Kind::Number | Kind::Close | Kind::Text | Kind::Symbol | Kind::CellName | Kind::Bare) => true,
            _ => false,
        }
    }
}

/// Words behind which a value stands.
const OPERATORS: &[&str] = &[
    "and", "or", "not", "in", "within", "except", "of", "if", "then", "else", "match", "where", "when", "ensure",
    "maximize", "let", "while", "put", "remove", "move", "give", "to", "at", "expect", "set", "links", "numbered",
];

#[cfg(test)]
mod tests {
    use super::*;

    fn heads(text: &str) -> Vec<String> {
        let cut = Cut::new(text);
        let each = cut.items.iter().map(|item| match item.name {
            Some(name) => format!("{} {}", cut.head(item), cut.word(name)),
            None => cut.head(item).to_owned(),
        });
        each.collect()
    }

    #[test]
    fn items_begin_with_their_words() {
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
    fn a_text_that_cannot_be_read_has_items() {
        assert_eq!(heads("def f(p: cell = count(\ndef g = 3\n}}} action a(p: own"), ["def f", "def g", "action a"]);
        assert_eq!(heads("def"), ["def"]);
        assert_eq!(heads(") ( } § \"x\n"), [] as [&str; 0]);
    }
}
