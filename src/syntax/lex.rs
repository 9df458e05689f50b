//! Splits a text into words, numbers, signs, texts, comments, and the symbols of pictures, for reports of mistakes, limits,
//! doc comments and the formatter. It never fails: every character but spaces is in a token.

mod picture;

use super::keywords;
use picture::{is_picture, layout_end};

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TokenKind {
    /// A word: a keyword, a name, a cell.
    Word,
    /// Digits.
    Number,
    /// An operator or a separator.
    Sign,
    /// `(` or `{`.
    Open,
    /// `)` or `}`.
    Close,
    /// A text in quotes.
    Text,
    /// A text whose closing quote is missing on its line.
    OpenText,
    /// A symbol of a picture or a legend. Symbols without spaces between them are one token.
    Symbol,
    /// A name in a picture of names.
    CellName,
    /// The text of a move in an example, without quotes.
    Bare,
    /// `// ..`.
    Comment,
    /// `/// ..`.
    Doc,
    /// A character, or a run of letters, that the language does not use.
    Strange,
}

/// A token: bytes `start..end`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// Its kind.
    pub kind: TokenKind,
    /// Its first byte.
    pub start: usize,
    /// One past its last byte.
    pub end: usize,
}

impl Token {
    /// Returns its characters.
    pub fn text<'a>(&self, source: &'a str) -> &'a str {
        source.get(self.start..self.end).unwrap_or("")
    }

    /// Returns whether it is a comment or doc comment.
    pub fn is_comment(&self) -> bool {
        matches!(self.kind, TokenKind::Comment | TokenKind::Doc)
    }

    /// Returns whether it is this word, sign or bracket.
    pub fn is(&self, source: &str, text: &str) -> bool {
        matches!(self.kind, TokenKind::Word | TokenKind::Sign | TokenKind::Open | TokenKind::Close)
            && self.text(source) == text
    }

    /// Returns whether it is one of these words.
    pub fn is_word_of(&self, source: &str, words: &[&str]) -> bool {
        self.kind == TokenKind::Word && words.contains(&self.text(source))
    }

    /// Returns whether it is a word with letters that names cannot have, such as `Émile`.
    pub fn is_foreign_word(&self, source: &str) -> bool {
        self.kind == TokenKind::Strange && self.text(source).starts_with(char::is_alphanumeric)
    }

    /// Returns how many brackets are open after it, if `depth` are open before it.
    pub fn depth_after(&self, depth: usize) -> usize {
        match self.kind {
            TokenKind::Open => depth + 1,
            TokenKind::Close => depth.saturating_sub(1),
            _ => depth,
        }
    }

    /// Returns whether it is a keyword that begins items and nothing else, at the very beginning of a line.
    pub fn is_head(&self, source: &str) -> bool {
        self.is_word_of(source, keywords::HEADS)
            && (self.start == 0 || source.as_bytes().get(self.start - 1) == Some(&b'\n'))
    }
}

/// Returns the number of spaces before a byte on its line, or `None` if anything else precedes it.
pub fn indent(source: &str, at: usize) -> Option<usize> {
    let before = source.get(..at)?;
    let line = before.trim_end_matches(|c| is_space(c) && c != '\n');
    (line.is_empty() || line.ends_with('\n')).then_some(before.len() - line.len())
}

/// Returns whether a character may separate tokens.
pub fn is_space(character: char) -> bool {
    matches!(character, ' ' | '\t' | '\r' | '\n' | '\u{FEFF}')
}

/// Signs of several characters, longest first. Those of other languages are included, so that reports quote them whole.
const SIGNS: &[&str] = &[
    "===", "!==", "...", "<=>", "..", "==", "!=", "<=", ">=", "+=", "-=", "&&", "||", "<>", "=>", "=<", ":=", "++",
    "**", "->", "*=", "/=", "/*", "*/", "::",
];

/// The part of a `legend` in which the lexer is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LegendPart {
    Outside,
    Symbols,
    Names,
}

struct Lexer<'a> {
    source: &'a str,
    at: usize,
    out: Vec<Token>,
    depth: usize,
    legend: LegendPart,
    /// Whether it is inside a `map`, before its picture.
    map: bool,
    /// Whether it is inside a `board`.
    board: bool,
    /// Whether `example` was read and its brace follows.
    example_begins: bool,
    /// Whether it is inside the outer braces of an example.
    example: bool,
}

/// Splits a text into tokens, including comments.
pub fn lex(source: &str) -> Vec<Token> {
    let mut lexer = Lexer {
        source,
        at: 0,
        out: Vec::new(),
        depth: 0,
        legend: LegendPart::Outside,
        map: false,
        board: false,
        example_begins: false,
        example: false,
    };
    while lexer.skip() {
        let symbols = lexer.legend == LegendPart::Symbols && !lexer.item_ahead();
        if symbols && !(lexer.map && lexer.rest().starts_with('{')) {
            lexer.legend_symbol();
        } else {
            lexer.token();
        }
    }
    lexer.out
}

/// Returns a part of a rule file on one line, without its comments.
pub fn one_line(source: &str) -> String {
    let mut line = String::with_capacity(source.len());
    let mut before = None;
    for token in lex(source).iter().filter(|token| !matches!(token.kind, TokenKind::Comment | TokenKind::Doc)) {
        if before.is_some_and(|end| end < token.start) {
            line.push(' ');
        }
        line += token.text(source);
        before = Some(token.end);
    }
    line
}

impl<'a> Lexer<'a> {
    fn rest(&self) -> &'a str {
        self.source.get(self.at..).unwrap_or("")
    }

    fn push(&mut self, kind: TokenKind, length: usize) {
        let token = Token { kind, start: self.at, end: self.at + length };
        self.at = token.end;
        self.out.push(token);
    }

    /// Skips spaces and lexes comments. Returns `false` at the end of the text.
    fn skip(&mut self) -> bool {
        loop {
            let rest = self.rest();
            self.at += rest.len() - rest.trim_start_matches(is_space).len();
            let rest = self.rest();
            if !rest.starts_with("//") {
                return !rest.is_empty();
            }
            let line = rest.split('\n').next().unwrap_or("").trim_end();
            let is_doc = line.starts_with("///") && !line.starts_with("////");
            self.push(if is_doc { TokenKind::Doc } else { TokenKind::Comment }, line.len());
        }
    }

    /// Returns whether a new item begins here, which ends an incomplete legend.
    fn item_ahead(&self) -> bool {
        let length = self.rest().bytes().take_while(u8::is_ascii_alphanumeric).count();
        let first = self.at == 0 || self.source.as_bytes().get(self.at - 1) == Some(&b'\n');
        first && keywords::ITEMS.contains(&self.rest().get(..length).unwrap_or(""))
    }

    fn legend_symbol(&mut self) {
        let rest = self.rest();
        if rest.starts_with(['=', ',']) {
            if rest.starts_with('=') {
                self.legend = LegendPart::Names;
            }
            return self.push(TokenKind::Sign, 1);
        }
        let length = rest.find(|c| is_space(c) || c == '=').unwrap_or(rest.len());
        self.push(TokenKind::Symbol, length);
    }

    fn token(&mut self) {
        let rest = self.rest();
        let Some(first) = rest.chars().next() else { return };
        match first {
            '"' => self.quoted(),
            '(' | '{' => self.open(),
            ')' | '}' => {
                self.depth = self.depth.saturating_sub(1);
                self.example &= self.depth > 0;
                self.push(TokenKind::Close, 1);
            }
            '0'..='9' => {
                let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
                self.push(TokenKind::Number, digits);
                // `6x6` is `6 x 6`
                let mut rest = self.rest().chars();
                if rest.next() == Some('x') && rest.next().is_some_and(|next| next.is_ascii_digit()) {
                    self.push(TokenKind::Word, 1);
                }
            }
            _ if first.is_alphanumeric() || first == '_' => self.word(),
            _ => {
                let sign = SIGNS.iter().find(|sign| rest.starts_with(**sign));
                let single = "&|+-*/%<>=!.,;:".contains(first);
                if first == ',' && self.legend == LegendPart::Names {
                    self.legend = LegendPart::Symbols;
                }
                match sign {
                    Some(sign) => self.push(TokenKind::Sign, sign.len()),
                    None if single => self.push(TokenKind::Sign, 1),
                    None => self.push(TokenKind::Strange, first.len_utf8()),
                }
            }
        }
    }

    fn quoted(&mut self) {
        let inside = self.rest().get(1..).unwrap_or("");
        let length = inside.find(['"', '\n']).unwrap_or(inside.len());
        let (inside, rest) = inside.split_at_checked(length).unwrap_or((inside, ""));
        if rest.starts_with('"') {
            self.push(TokenKind::Text, length + 2);
        } else {
            self.push(TokenKind::OpenText, 1 + inside.trim_end().len());
        }
    }

    fn open(&mut self) {
        let before = self.out.iter().rev().find(|token| !token.is_comment()).copied();
        let brace = self.rest().starts_with('{');
        self.push(TokenKind::Open, 1);
        if brace && self.depth == 0 && std::mem::take(&mut self.example_begins) {
            self.example = true;
        }
        let is = |word| before.is_some_and(|token| token.is(self.source, word));
        let layout = brace && (is("setup") || self.example && self.depth == 1 && is("position"));
        let map = brace && self.depth == 0 && std::mem::take(&mut self.map);
        let names = brace && self.board && self.depth == 0 && is("named");
        self.depth += 1;
        if map {
            self.legend = LegendPart::Outside;
            let end = layout_end(self.source, self.at).unwrap_or(self.at);
            let lines = self.source.get(self.at..end).unwrap_or("").lines();
            let mut words = lines.flat_map(|line| line.split("//").next().unwrap_or("").split_whitespace());
            // Columns of numbers are aligned, and stay so.
            let is_wide = words.any(|word| word.chars().nth(1).is_some());
            self.symbols(end, if is_wide { TokenKind::CellName } else { TokenKind::Symbol });
        } else if layout {
            self.picture();
        } else if names {
            self.symbols(layout_end(self.source, self.at).unwrap_or(self.at), TokenKind::CellName);
        }
    }

    /// Lexes the symbols up to the closing brace, if this is a picture.
    fn picture(&mut self) {
        let start = self.at;
        let Some(end) = layout_end(self.source, start) else { return };
        if !is_picture(self.source.get(start..end).unwrap_or("")) {
            return;
        }
        self.symbols(end, TokenKind::Symbol);
    }

    /// Lexes everything up to `end` as symbols.
    fn symbols(&mut self, end: usize, kind: TokenKind) {
        while self.skip() && self.at < end {
            let rest = self.rest();
            let length = rest.find(|c| is_space(c) || c == '}').unwrap_or(rest.len());
            let length = rest.get(..length).and_then(|symbol| symbol.find("//")).unwrap_or(length);
            self.push(kind, length);
        }
    }

    fn word(&mut self) {
        let rest = self.rest();
        let length = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        let word = rest.get(..length).unwrap_or("");
        let plain = word.is_ascii() && word.starts_with(|first: char| first.is_ascii_alphabetic());
        self.push(if plain { TokenKind::Word } else { TokenKind::Strange }, length);
        let Some(token) = self.out.last() else { return };
        if token.is_head(self.source) {
            self.depth = 0;
            self.example = false;
        }
        if keywords::ITEMS.contains(&word) && self.depth == 0 {
            self.map = word == "map" && self.rest().starts_with(|next| is_space(next) || next == '{');
            let symbols = word == "legend" || self.map;
            self.legend = if symbols { LegendPart::Symbols } else { LegendPart::Outside };
            if self.map {
                self.table();
            }
            self.example_begins = word == "example";
            // `without` after a board is an option of it, not the next item
            self.board = word == "board" || self.board && word == "without";
        }
        if self.example && self.depth == 1 && matches!(word, "play" | "legal" | "illegal") {
            self.move_texts();
        }
    }

    /// Lexes the name of a table and its colon, if they follow.
    fn table(&mut self) {
        self.skip();
        let length = self.rest().bytes().take_while(|c| c.is_ascii_alphanumeric() || *c == b'_').count();
        if length > 0
            && self.rest().get(length..).is_some_and(|rest| rest.trim_start_matches(is_space).starts_with(':'))
        {
            self.push(TokenKind::Word, length);
            self.skip();
            self.push(TokenKind::Sign, 1);
        }
    }

    /// Lexes the texts of moves after `play`, `legal`, `illegal`.
    fn move_texts(&mut self) {
        let mut only = true;
        while self.skip() {
            let rest = self.rest();
            let length = rest.find(|c| is_space(c) || matches!(c, ',' | ';' | '}' | '"')).unwrap_or(rest.len());
            if std::mem::take(&mut only) && rest.get(..length) == Some("only") {
                self.push(TokenKind::Word, length);
                continue;
            }
            if rest.starts_with('"') {
                self.quoted();
            } else if length > 0 {
                self.push(TokenKind::Bare, length);
            } else {
                return;
            }
            if !self.skip() || !self.rest().starts_with(',') {
                return;
            }
            self.push(TokenKind::Sign, 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(source: &str) -> Vec<(TokenKind, &str)> {
        lex(source).iter().map(|token| (token.kind, token.text(source))).collect()
    }

    #[test]
    fn one_line_has_no_comments_but_all_texts() {
        let source = "as \"{p} // {q}\"   // the text\n  when own == {} // none\n  /// a doc\n  do {}";
        assert_eq!(one_line(source), "as \"{p} // {q}\" when own == {} do {}");
        assert_eq!(one_line(""), "");
    }

    #[test]
    fn words_numbers_signs_comments() {
        use TokenKind::*;
        assert_eq!(
            kinds("board 6x6 // c\n/// d\nx<=-1..3"),
            [
                (Word, "board"),
                (Number, "6"),
                (Word, "x"),
                (Number, "6"),
                (Comment, "// c"),
                (Doc, "/// d"),
                (Word, "x"),
                (Sign, "<="),
                (Sign, "-"),
                (Number, "1"),
                (Sign, ".."),
                (Number, "3"),
            ]
        );
        assert_eq!(kinds("\"a\" \"b\n§ für"), [(Text, "\"a\""), (OpenText, "\"b"), (Strange, "§"), (Strange, "für")]);
    }

    #[test]
    fn pictures_legends_and_moves_have_their_own_words() {
        use TokenKind::*;
        assert_eq!(
            kinds("legend & = a, b=c\nsetup { . &\n& . }"),
            [
                (Word, "legend"),
                (Symbol, "&"),
                (Sign, "="),
                (Word, "a"),
                (Sign, ","),
                (Symbol, "b"),
                (Sign, "="),
                (Word, "c"),
                (Word, "setup"),
                (Open, "{"),
                (Symbol, "."),
                (Symbol, "&"),
                (Symbol, "&"),
                (Symbol, "."),
                (Close, "}"),
            ]
        );
        assert_eq!(
            kinds("example \"t\" { legal only a1-b2, x=y; play(z) }")[3..],
            [
                (Word, "legal"),
                (Word, "only"),
                (Bare, "a1-b2"),
                (Sign, ","),
                (Bare, "x=y"),
                (Sign, ";"),
                (Word, "play"),
                (Bare, "(z)"),
                (Close, "}"),
            ]
        );
    }
}
