//! [`written`]: what a line can be as the text of a move, with its signs left out.

use boardwright::game::Game;
use boardwright::game::expr::AnyExpr;
use boardwright::game::text::TextPart;

/// The most texts for a line.
const MOST_TEXTS: usize = 24;

/// The most parts that are tried for a line: the ways to split it grow with each part.
const MOST_PARTS: usize = 10_000;

/// The most letters of a value, such as the name of a cell.
const LONGEST_VALUE: usize = 12;

/// Returns the texts of actions that a line can be with its signs left out: `2:a1-c1` for `2a1c1`, legal or not.
pub fn written(game: &Game, line: &str) -> Vec<String> {
    let letters = letters(line);
    let mut search = Search { game, texts: Vec::new(), parts_left: MOST_PARTS };
    for action in &game.actions {
        for parts in action.text.each() {
            search.split(parts, &letters, String::new());
        }
    }
    search.texts
}

/// Returns the letters and digits of a text.
pub fn letters(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect()
}

struct Search<'g> {
    game: &'g Game,
    texts: Vec<String>,
    parts_left: usize,
}

impl Search<'_> {
    /// Adds the texts that begin with `text`, and go on with these parts for the remaining letters.
    fn split(&mut self, parts: &[TextPart], rest: &str, text: String) {
        if self.texts.len() >= MOST_TEXTS || self.parts_left == 0 {
            return;
        }
        self.parts_left -= 1;
        match parts.split_first() {
            None if rest.is_empty() && !self.texts.contains(&text) => self.texts.push(text),
            None => {}
            Some((TextPart::Plain(plain), parts)) => {
                let wanted = letters(plain);
                if let Some((word, rest)) = rest.split_at_checked(wanted.len())
                    && word.eq_ignore_ascii_case(&wanted)
                {
                    self.split(parts, rest, text + plain);
                }
            }
            Some((TextPart::Value(value), parts)) => {
                let ends = rest.char_indices().map(|(at, c)| at + c.len_utf8()).take(LONGEST_VALUE);
                for (word, rest) in ends.filter_map(|end| rest.split_at_checked(end)) {
                    if let Some(name) = self.value(value, word) {
                        self.split(parts, rest, format!("{text}{name}"));
                    }
                }
            }
        }
    }

    /// Returns how a word is written as a value of an expression's type, or `None` if it cannot be one.
    fn value(&self, expr: &AnyExpr, word: &str) -> Option<String> {
        let board = &self.game.board;
        match expr {
            AnyExpr::Cell(_) => {
                let cell = board.named(word).or_else(|| board.named(&word.to_lowercase()))?;
                Some(board.name(cell).to_owned())
            }
            AnyExpr::Int(_) => word.chars().all(|c| c.is_ascii_digit()).then(|| word.to_owned()),
            _ => Some(word.to_owned()),
        }
    }
}
