//! Signs and characters that the language does not have, and pictures whose symbols touch.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::{SourceId, Span};
use crate::syntax::lex::{Kind, Token};

/// Reports for one item at most.
const MOST: usize = 3;

/// What people write, and what is written here.
const SIGNS: &[(&str, &str)] = &[
    (":=", "write `=`"),
    ("++", "write `n += 1`"),
    ("**", "there are no powers; multiply: `n * n`"),
    ("->", "an action says what it does behind `do`; a move is `move p to q`"),
    ("*=", "write `n = n * ..`"),
    ("/=", "write `n = n / ..`, or `!=` to ask whether two values differ"),
    ("===", "write `==`"),
    ("!==", "write `!=`"),
    ("<=>", "compare with `==`, `<` or `>`"),
    ("...", "a range has two dots: `1..6`"),
    ("/*", "comments begin with `//` and end with the line"),
    ("*/", "comments begin with `//` and end with the line"),
    ("::", "a type or a set stands behind one `:`"),
    ("≤", "write `<=`"),
    ("≥", "write `>=`"),
    ("≠", "write `!=`"),
    ("×", "write `x` between the sizes of a board, `*` between numbers"),
    ("·", "write `*`"),
    ("−", "write the `-` of the keyboard"),
    ("–", "write the `-` of the keyboard, `..` for a range"),
    ("—", "write the `-` of the keyboard"),
    ("…", "a range has two dots: `1..6`"),
    ("∧", "write `and` between conditions, `&` between sets"),
    ("∨", "write `or` between conditions, `|` between sets"),
    ("∩", "write `&`"),
    ("∪", "write `|`"),
    ("∈", "write `in`"),
    ("∉", "write `not in`"),
    ("¬", "write `not`"),
    ("“", "texts stand in straight quotes: `\"Go\"`"),
    ("”", "texts stand in straight quotes: `\"Go\"`"),
    ("„", "texts stand in straight quotes: `\"Go\"`"),
    ("«", "texts stand in straight quotes: `\"Go\"`"),
    ("»", "texts stand in straight quotes: `\"Go\"`"),
    ("'", "texts stand in double quotes: `\"Go\"`"),
    ("‘", "texts stand in double quotes: `\"Go\"`"),
    ("’", "texts stand in double quotes: `\"Go\"`"),
    ("`", "texts stand in double quotes: `\"Go\"`"),
    ("#", "comments begin with `//`"),
    ("[", "lists stand in braces: `{a1 c3}`"),
    ("]", "lists stand in braces: `{a1 c3}`"),
    ("?", "write `if C then E else F`"),
    ("^", "there are no powers; multiply: `n * n`"),
    ("~", "write `not` before a condition, `except` between sets"),
    ("\u{a0}", "this is a space of another kind than that of the space bar"),
];

/// Words of other languages.
const WORDS: &[&str] = &["elif", "elseif", "elsif"];

/// What cannot be read whatever stands around it.
pub(super) fn find(text: &str, words: &[Token], id: SourceId) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut depth = 0usize;
    for (at, word) in words.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|at| words.get(at));
        let after = words.get(at + 1);
        match word.kind {
            Kind::Open => depth += 1,
            Kind::Close => depth = depth.saturating_sub(1),
            Kind::Symbol if depth > 0 => found.extend(picture_symbol(text, word, id)),
            Kind::Symbol => {
                // what follows in this legend is read as symbols, too
                if let Some(report) = legend_symbol(text, before, word, id) {
                    found.push(report);
                    break;
                }
            }
            Kind::Strange => found.push(strange(text, word, id)),
            Kind::Sign if word.is(text, ".") => match layout_around(text, words, at) {
                Some(layout) => {
                    let message = format!("a {layout} is a picture or placements, not both");
                    let help = "write all pieces into the picture, or place all of them by `at`";
                    found.push(at_token(word, id, message).help(help));
                    break;
                }
                None => found.push(dot(text, before, word, after, id)),
            },
            Kind::Sign => found.extend(sign(text, word, before, after, id)),
            Kind::Word if word.is_word_of(text, WORDS) && before.is_some_and(|before| before.is(text, "}")) => {
                let message = format!("there is no `{}`", word.text(text));
                found.push(at_token(word, id, message).help("write `else if`"));
            }
            Kind::Word if glued(before, word) && !word.is(text, "x") => {
                let number = before.filter(|before| before.kind == Kind::Number);
                found.extend(number.map(|number| number_name(number, word, id)));
            }
            _ => {}
        }
        if found.len() >= MOST || word.is(text, "/*") {
            break;
        }
    }
    found
}

/// The word of the layout, `setup` or `position`, in whose braces a token stands.
fn layout_around<'t>(text: &'t str, words: &[Token], at: usize) -> Option<&'t str> {
    let mut closed = 0usize;
    for before in (1..at).rev() {
        let word = words.get(before)?;
        match word.kind {
            Kind::Close => closed += 1,
            Kind::Open if closed > 0 => closed -= 1,
            Kind::Open => {
                let head = words.get(before - 1).filter(|head| head.is_word_of(text, &["setup", "position"]));
                return head.map(|head| head.text(text));
            }
            _ => {}
        }
    }
    None
}

fn at_token(token: &Token, id: SourceId, message: impl Into<String>) -> Diagnostic {
    Diagnostic::new(Code::E01, Span::new(id, token.start, token.end), message)
}

/// Whether nothing stands between two tokens.
fn glued(before: Option<&Token>, token: &Token) -> bool {
    before.is_some_and(|before| before.end == token.start)
}

fn sign(text: &str, sign: &Token, before: Option<&Token>, after: Option<&Token>, id: SourceId) -> Option<Diagnostic> {
    let written = sign.text(text);
    // `n--`, with nothing behind it that could be negative
    if written == "-" && before.is_some_and(|before| before.is(text, "-")) && glued(before, sign) {
        let first = before.map_or(sign.start, |before| before.start);
        let ends = after.is_none_or(|after| after.kind == Kind::Close || after.is(text, ";"));
        let report = Diagnostic::new(Code::E01, Span::new(id, first, sign.end), "there is no sign `--`");
        return ends.then(|| report.help("write `n -= 1`"));
    }
    let (_, help) = SIGNS.iter().find(|(foreign, _)| *foreign == written)?;
    Some(at_token(sign, id, format!("there is no sign `{written}`")).help(*help))
}

fn strange(text: &str, token: &Token, id: SourceId) -> Diagnostic {
    let written = token.text(text);
    if let Some((_, help)) = SIGNS.iter().find(|(foreign, _)| *foreign == written) {
        return at_token(token, id, format!("`{written}` is no sign of the language")).help(*help);
    }
    if written.starts_with(|first: char| first.is_alphanumeric() || first == '_') {
        return at_token(token, id, format!("`{written}` cannot be a name"))
            .help("a name begins with one of the letters a-z, A-Z and goes on with these, digits and `_`");
    }
    let shown: String = written.chars().flat_map(char::escape_debug).collect();
    at_token(token, id, format!("the character `{shown}` means nothing here")).help("take it away")
}

fn dot(text: &str, before: Option<&Token>, dot: &Token, after: Option<&Token>, id: SourceId) -> Diagnostic {
    let number = |token: Option<&Token>| token.is_some_and(|token| token.kind == Kind::Number);
    if number(before) && number(after) {
        let (start, end) = (before.map_or(dot.start, |t| t.start), after.map_or(dot.end, |t| t.end));
        return Diagnostic::new(Code::E01, Span::new(id, start, end), "numbers are whole")
            .help("count in halves or hundredths instead, or write `1..6` for a range");
    }
    let help = match (before.filter(|t| t.kind == Kind::Word), after.filter(|t| t.kind == Kind::Word)) {
        (Some(of), Some(what)) => {
            format!("what belongs to a value is asked in parentheses: `{}({})`", what.text(text), of.text(text))
        }
        _ => "a range has two dots: `1..6`; a sentence is a comment: `// ..`".to_owned(),
    };
    at_token(dot, id, "a dot means nothing here").help(help)
}

fn number_name(number: &Token, word: &Token, id: SourceId) -> Diagnostic {
    Diagnostic::new(Code::E01, Span::new(id, number.start, word.end), "a name begins with a letter")
        .help("put the digits behind: but one or two small letters and a number are a cell")
}

/// A symbol of a picture that has several characters.
fn picture_symbol(text: &str, symbol: &Token, id: SourceId) -> Option<Diagnostic> {
    if symbol.text(text) == "/" {
        return Some(
            at_token(symbol, id, "`/` cannot be a symbol").help("take another character; `//` begins a comment"),
        );
    }
    let apart: Vec<String> = symbol.text(text).chars().map(String::from).collect();
    let report = at_token(symbol, id, "the symbols of a picture stand apart");
    (apart.len() > 1).then(|| report.help(format!("write `{}`", apart.join(" "))))
}

/// A symbol of a legend that has several characters, or that is no symbol, since the `=` before it is missing.
fn legend_symbol(text: &str, before: Option<&Token>, symbol: &Token, id: SourceId) -> Option<Diagnostic> {
    let written = symbol.text(text);
    if written.chars().count() < 2 {
        return None;
    }
    let help = "a legend is written like this: `legend w k = man king of White, x = arrow`";
    Some(if before.is_some_and(|before| before.kind == Kind::Symbol) {
        at_token(symbol, id, format!("a `=` is missing before `{written}`")).help(help)
    } else {
        at_token(symbol, id, "a symbol of a legend is one character").help(help)
    })
}
