//! Goals in the words of rule sheets: `Red connects north and south`, `a Red man is on row 6`, `5 in a row`, `captured 3 pieces`.

use super::site::ErrorSite;
use crate::diagnostic::Diagnostic;
use crate::syntax::keywords::{self, is_cell};
use crate::syntax::lex::{Token, TokenKind};

/// The words before a condition.
const HEADS: &[&str] = &["when", "if", "while", "and", "or", "not", "ensure", "expect"];

/// Words between a piece and its place.
const VERBS: &[&str] = &[
    "is", "are", "stands", "stand", "sits", "reaches", "reach", "reached", "enters", "entered", "gets", "has",
    "arrives",
];

/// Directions in words.
const DIRECTIONS: &[(&str, &str)] =
    &[("N", "n north top up upper"), ("S", "s south bottom down lower"), ("E", "e east right"), ("W", "w west left")];

impl ErrorSite<'_> {
    /// Explains a goal that is written as a sentence.
    pub(super) fn explain_goal(&self) -> Option<Diagnostic> {
        self.found().filter(|found| !self.is_first_on_line(found))?;
        let head = (self.at.saturating_sub(5)..self.at).rev();
        let head =
            head.into_iter().find(|at| self.tokens.get(*at).is_some_and(|head| head.is_word_of(self.text, HEADS)))?;
        let rest = self.tokens.get(head + 1..)?;
        let is_over = |token: &Token| {
            self.is_first_on_line(token) || self.is_any(token, &[":", "{", "}", ";", ",", "or", "then", "do"])
        };
        let words = rest.get(..rest.iter().take_while(|token| !is_over(token)).count())?;
        self.explain_connection(words)
            .or_else(|| self.explain_row_of_pieces(words))
            .or_else(|| self.explain_number_of_captures(words))
            .or_else(|| self.explain_piece_at_place(words))
    }

    /// Explains `Red connects north and south`, `own connects N to S`.
    fn explain_connection(&self, words: &[Token]) -> Option<Diagnostic> {
        let verb = words.iter().position(|word| {
            word.is_word_of(self.text, &["connects", "connect", "joins", "links"]) && word.kind == TokenKind::Word
        })?;
        let pieces = self.pieces_in_words(words.get(..verb)?)?;
        let (from, to) = (words.first()?, words.last()?);
        let sides: Vec<&str> = words.get(verb + 1..)?.iter().filter_map(|word| self.direction_in_words(word)).collect();
        let sides = match sides.as_slice() {
            [one, other] if one != other => [*one, *other],
            _ => ["N", "S"],
        };
        Some(self.report_goal(from, to, format!("connects({pieces}, edge({}), edge({}))", sides[0], sides[1])))
    }

    /// Explains `5 in a row`, `four own men in a row`.
    fn explain_row_of_pieces(&self, words: &[Token]) -> Option<Diagnostic> {
        let (first, rest) = words.split_first()?;
        let number = self.number_in_words(first)?;
        let end = rest.iter().position(|word| word.is(self.text, "in"))?;
        let set = if end == 0 { "own".to_owned() } else { self.pieces_in_words(rest.get(..end)?)? };
        let row = match rest.get(end + 1..)? {
            [row] => row,
            [a, row] if a.is(self.text, "a") => row,
            _ => return None,
        };
        row.is_word_of(self.text, &["row", "line"]).then(|| {
            let set = match set.as_str() {
                "pieces" => "own".to_owned(),
                // of one player
                kind if self.is_kind(kind) => format!("own & {kind}"),
                _ => set,
            };
            self.report_goal(first, row, format!("some(lines({set}, {number}))"))
        })
    }

    /// Explains `captured 3 pieces`, `mover has taken 5 men`: nothing counts captures by itself.
    fn explain_number_of_captures(&self, words: &[Token]) -> Option<Diagnostic> {
        let verb =
            words.iter().position(|word| word.is_word_of(self.text, &["captured", "captures", "took", "taken"]))?;
        let (first, last) = (words.first()?, words.last()?);
        let number = words.get(verb + 1..)?.iter().find_map(|word| self.number_in_words(word))?;
        if verb > 2 || self.is_declared(words.get(verb)?.text(self.text)) {
            return None;
        }
        let written = self.text.get(first.start..last.end)?;
        let report = self.report_span(self.span(first).to(self.span(last)), format!("`{written}` is not a condition"));
        Some(report.help(format!(
            "count captures with a variable: `var taken(P: player) = 0`, `taken(mover) += 1` in the action, and `when taken(mover) >= {number}` here"
        )))
    }

    /// Explains `a Red man is on row 6`, `own piece reaches the last row`.
    fn explain_piece_at_place(&self, words: &[Token]) -> Option<Diagnostic> {
        let joint = |word: &Token| word.is_word_of(self.text, VERBS) || word.is_word_of(self.text, &["on", "in", "at"]);
        let start = words.iter().position(joint)?;
        let pieces = self.pieces_in_words(words.get(..start)?)?;
        let between = |word: &&Token| {
            joint(word)
                || word.is_word_of(self.text, &["to", "onto", "into", "the", "reached", "a", "an", "own", "its", "his"])
        };
        let after = words.get(start..)?;
        let place = after.get(after.iter().take_while(between).count()..)?;
        let (place, count) = match place {
            [line, number, ..] if number.kind == TokenKind::Number => {
                let lines = match line.text(self.text) {
                    "row" | "rows" | "rank" => "rows",
                    "column" | "columns" | "file" => "columns",
                    _ => return None,
                };
                (format!("{lines}({})", number.text(self.text)), 2)
            }
            [last, row, ..] if row.is_word_of(self.text, &["row", "rank"]) => match last.text(self.text) {
                "last" | "far" | "final" | "opposite" | "farthest" => ("edge(forward)".to_owned(), 2),
                "first" | "bottom" => ("rows(1)".to_owned(), 2),
                "top" => ("rows(height)".to_owned(), 2),
                _ => return None,
            },
            [place, ..]
                if is_cell(place.text(self.text)) || place.is_word_of(self.text, &["edge", "corner", "center"]) =>
            {
                (place.text(self.text).to_owned(), 1)
            }
            _ => return None,
        };
        let last = after.get(after.iter().take_while(between).count() + count - 1)?;
        Some(self.report_goal(words.first()?, last, format!("some({pieces} & {place})")))
    }

    fn report_goal(&self, first: &Token, last: &Token, meant: String) -> Diagnostic {
        let place = self.span(first).to(self.span(last));
        let written = self.text.get(first.start..last.end).unwrap_or("");
        self.report_span(place, format!("`{written}` is not a condition")).suggest(place, meant, false)
    }

    /// Returns the pieces that some words mean: `man of Red` for `a Red man`, `own` for `mover`.
    fn pieces_in_words(&self, words: &[Token]) -> Option<String> {
        let is_article = |word: &&Token| word.is_word_of(self.text, &["a", "an", "any", "some", "one", "the"]);
        let words = words.get(words.iter().take_while(is_article).count()..)?;
        let is_plain = |word: &str| matches!(word, "piece" | "pieces");
        let noun = |word: &Token| self.find_kind(word.text(self.text));
        let owner = |word: &Token| match word.text(self.text) {
            "mover" | "own" | "my" => Some("own".to_owned()),
            "enemy" | "opponent" => Some("enemy".to_owned()),
            name if self.is_listed(name, &["players"]) => Some(name.to_owned()),
            _ => None,
        };
        let is_set = |owner: &str| keywords::SETS.contains(&owner);
        match words {
            [one] if is_plain(one.text(self.text)) => Some("pieces".to_owned()),
            [one] => noun(one).or_else(|| {
                let owner = owner(one)?;
                Some(if is_set(&owner) { owner } else { format!("pieces of {owner}") })
            }),
            [who, piece] | [piece, _, who] => {
                let (who, word) = (owner(who)?, piece.text(self.text));
                let kind = noun(piece).or_else(|| is_plain(word).then(|| "pieces".to_owned()))?;
                Some(match (is_set(&who), kind.as_str()) {
                    (true, "pieces") => who,
                    (true, kind) => format!("{who} & {kind}"),
                    (false, kind) => format!("{kind} of {who}"),
                })
            }
            _ => None,
        }
    }

    fn direction_in_words(&self, word: &Token) -> Option<&'static str> {
        let lower = word.text(self.text).to_lowercase();
        DIRECTIONS.iter().find(|(_, names)| names.split(' ').any(|name| name == lower)).map(|(meant, _)| *meant)
    }

    fn number_in_words(&self, word: &Token) -> Option<String> {
        const NUMBERS: &[&str] = &["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine"];
        let text = word.text(self.text);
        let is_number = word.kind == TokenKind::Number;
        is_number
            .then(|| text.to_owned())
            .or_else(|| NUMBERS.iter().position(|name| *name == text).map(|n| n.to_string()))
    }
}
