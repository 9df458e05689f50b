//! Signs and characters that the language does not have, and pictures whose symbols touch.

use super::patterns::first_on_line;
use crate::diagnostic::{Code, Diagnostic, Edit, Fix};
use crate::source::{SourceId, Span};
use crate::syntax::lex::{Kind, Token};

/// Reports for one item at most.
const MOST: usize = 3;

/// What people write, what is said about it, and what is written here instead, if that is certain.
const SIGNS: &[(&str, &str, Option<&str>)] = &[
    (":=", "write `=`", Some("=")),
    ("++", "write `n += 1`", None),
    ("**", "there are no powers; multiply: `n * n`", None),
    ("->", "an action says what it does behind `do`; a move is `move p to q`", None),
    ("*=", "write `n = n * ..`", None),
    ("/=", "write `n = n / ..`, or `!=` to ask whether two values differ", None),
    ("===", "write `==`", Some("==")),
    ("!==", "write `!=`", Some("!=")),
    ("<=>", "compare with `==`, `<` or `>`", None),
    ("...", "a range has two dots: `1..6`", Some("..")),
    ("/*", "comments begin with `//` and end with the line", None),
    ("*/", "comments begin with `//` and end with the line", None),
    ("::", "a type or a set stands behind one `:`", Some(":")),
    ("≤", "write `<=`", Some("<=")),
    ("≥", "write `>=`", Some(">=")),
    ("≠", "write `!=`", Some("!=")),
    ("×", "write `x` between the sizes of a board, `*` between numbers", Some("*")),
    ("·", "write `*`", Some("*")),
    ("−", "write the `-` of the keyboard", Some("-")),
    ("–", "write the `-` of the keyboard, `..` for a range", Some("-")),
    ("—", "write the `-` of the keyboard", Some("-")),
    ("…", "a range has two dots: `1..6`", Some("..")),
    ("∧", "write `and` between conditions, `&` between sets", None),
    ("∨", "write `or` between conditions, `|` between sets", None),
    ("∩", "write `&`", Some("&")),
    ("∪", "write `|`", Some("|")),
    ("∈", "write `in`", Some("in")),
    ("∉", "write `not in`", Some("not in")),
    ("¬", "write `not`", Some("not ")),
    ("'", "texts stand in double quotes: `\"Go\"`", None),
    ("`", "texts stand in double quotes: `\"Go\"`", None),
    ("#", "comments begin with `//`", Some("//")),
    ("[", "lists stand in braces: `{a1 c3}`", None),
    ("]", "lists stand in braces: `{a1 c3}`", None),
    ("?", "write `if C then E else F`", None),
    ("^", "there are no powers; multiply: `n * n`", None),
    ("~", "write `not` before a condition, `except` between sets", None),
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
            Kind::Symbol if depth > 0 => found.extend(picture_symbol(text, words, at, id)),
            Kind::Symbol => {
                // what follows in this legend is read as symbols, too
                if let Some(report) = legend_symbol(text, before, word, id) {
                    found.push(report);
                    break;
                }
            }
            Kind::Strange if matches!(word.text(text), "[" | "]") => found.push(square(text, words, at, id)),
            Kind::Strange => found.push(strange(text, word, before, after, id)),
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
                let place = Span::new(id, word.start, word.end);
                found.push(at_token(word, id, message).help("write `else if`").fix(
                    "write `else if`",
                    place,
                    "else if",
                    true,
                ));
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
    // `-- a comment`
    if written == "-"
        && after.is_some_and(|after| after.is(text, "-") && glued(Some(sign), after))
        && first_on_line(text, sign)
    {
        let place = Span::new(id, sign.start, sign.end + 1);
        let report = Diagnostic::new(Code::E01, place, "comments begin with `//`").help("write `//`");
        return Some(report.fix("write `//`", place, "//", true));
    }
    // `n--`, with nothing behind it that could be negative
    if written == "-" && before.is_some_and(|before| before.is(text, "-")) && glued(before, sign) {
        let first = before.map_or(sign.start, |before| before.start);
        let ends = after.is_none_or(|after| after.kind == Kind::Close || after.is(text, ";"));
        let report = Diagnostic::new(Code::E01, Span::new(id, first, sign.end), "there is no sign `--`");
        return ends.then(|| {
            let place = report.span();
            report.help("write `n -= 1`").fix("write `-= 1`", place, " -= 1", true)
        });
    }
    let report = at_token(sign, id, format!("there is no sign `{written}`"));
    let known = known(report, written)?;
    // `n++` is a whole statement, and `n *= 2` says the name once only
    let name = before.filter(|before| before.kind == Kind::Word).map(|name| name.text(text));
    Some(match (written, name) {
        ("++", Some(_)) => known.fix("write `+= 1`", Span::new(id, sign.start, sign.end), " += 1", true),
        ("->", Some(_)) => arrow(known, text, before, sign, after, id),
        ("*=" | "/=", Some(name)) => {
            let instead = format!("= {name} {}", written.trim_end_matches('='));
            known.fix(format!("write `{instead}`"), Span::new(id, sign.start, sign.end), instead, false)
        }
        _ => known,
    })
}

/// `p -> q` is `move p to q`.
fn arrow(
    report: Diagnostic,
    text: &str,
    from: Option<&Token>,
    sign: &Token,
    to: Option<&Token>,
    id: SourceId,
) -> Diagnostic {
    let (Some(from), Some(to)) = (from, to.filter(|to| to.kind == Kind::Word)) else { return report };
    let meant = format!("move {} to {}", from.text(text), to.text(text));
    let edits = vec![
        Edit { span: Span::new(id, from.start, from.start), text: "move ".to_owned() },
        Edit { span: Span::new(id, sign.start, sign.end), text: "to".to_owned() },
    ];
    let fix = Some(Fix { title: format!("write `{meant}`"), edits, safe: false });
    Diagnostic { fix, ..report.help(format!("a move is written `{meant}`")) }
}

/// The report of a sign of another language, with what is written here.
fn known(report: Diagnostic, written: &str) -> Option<Diagnostic> {
    let (_, help, instead) = SIGNS.iter().find(|(foreign, ..)| *foreign == written)?;
    let place = report.span();
    let report = report.help(*help);
    Some(match instead {
        Some(instead) => report.fix(format!("write `{}`", instead.trim()), place, *instead, true),
        None => report,
    })
}

/// `{a1 c3}` in square brackets, or an index: `hand[White]`.
fn square(text: &str, words: &[Token], at: usize, id: SourceId) -> Diagnostic {
    let Some(bracket) = words.get(at) else { return Diagnostic::new(Code::E01, Span::default(), "a bracket") };
    let before = at.checked_sub(1).and_then(|at| words.get(at));
    let index = before.filter(|before| before.kind == Kind::Word && before.end == bracket.start);
    let (open, close, help) = match index {
        Some(name) => ("(", ")", format!("behind a name stand parentheses: `{}(..)`", name.text(text))),
        None => ("{", "}", "lists stand in braces: `{a1 c3}`".to_owned()),
    };
    let partner = words.get(at + 1..).unwrap_or(&[]).iter().find(|word| word.text(text) == "]");
    let edit = |token: &Token, text: &str| Edit { span: Span::new(id, token.start, token.end), text: text.to_owned() };
    let written = bracket.text(text);
    let report = at_token(bracket, id, format!("`{written}` is no bracket of this language")).help(help);
    let edits = match partner.filter(|_| written == "[") {
        Some(partner) => vec![edit(bracket, open), edit(partner, close)],
        None => vec![edit(bracket, if written == "[" { "{" } else { "}" })],
    };
    let safe = edits.len() == 2;
    Diagnostic { fix: Some(Fix { title: format!("write `{open}` and `{close}`"), edits, safe }), ..report }
}

fn strange(text: &str, token: &Token, before: Option<&Token>, after: Option<&Token>, id: SourceId) -> Diagnostic {
    let written = token.text(text);
    let number = |token: Option<&Token>| token.is_some_and(|token| token.kind == Kind::Number);
    if matches!(written, "–" | "—") && number(before) && number(after) && glued(before, token) {
        return at_token(token, id, format!("`{written}` is no sign of the language"))
            .help("from one number to another is written with two dots: `1..6`")
            .fix("write `..`", Span::new(id, token.start, token.end), "..", true);
    }
    // elsewhere than at the beginning of a line it would make a comment of what stands there
    let counted = after.filter(|after| after.kind == Kind::Word && token.end == after.start);
    if let ("#", Some(set), false) = (written, counted, first_on_line(text, token)) {
        let meant = format!("count({})", set.text(text));
        return at_token(token, id, "`#` is no sign of the language")
            .help(format!("how many there are is `{meant}`; comments begin with `//`"))
            .fix(format!("write `{meant}`"), Span::new(id, token.start, set.end), meant, false);
    }
    if let Some(mut known) = known(at_token(token, id, format!("`{written}` is no sign of the language")), written) {
        if let Some(fix) = known.fix.as_mut().filter(|_| written == "#") {
            fix.safe = first_on_line(text, token);
        }
        return known;
    }
    if written.starts_with(|first: char| first.is_alphanumeric() || first == '_') {
        return at_token(token, id, format!("`{written}` cannot be a name"))
            .help("a name begins with one of the letters a-z, A-Z and goes on with these, digits and `_`");
    }
    let shown: String = written.chars().flat_map(char::escape_debug).collect();
    at_token(token, id, format!("the character `{shown}` means nothing here")).help("take it away").fix(
        "take it away",
        Span::new(id, token.start, token.end),
        "",
        false,
    )
}

fn dot(text: &str, before: Option<&Token>, dot: &Token, after: Option<&Token>, id: SourceId) -> Diagnostic {
    let number = |token: Option<&Token>| token.is_some_and(|token| token.kind == Kind::Number);
    if let Some(layout) = before.filter(|before| before.is_word_of(text, &["setup", "position"])) {
        let word = layout.text(text);
        return at_token(layout, id, format!("`{{` is missing behind `{word}`"))
            .help(format!("a picture stands in braces: `{word} {{ .. }}`"))
            .fix("write `{` behind it", Span::new(id, layout.end, layout.end), " {", false);
    }
    if number(before) && number(after) {
        let (start, end) = (before.map_or(dot.start, |t| t.start), after.map_or(dot.end, |t| t.end));
        return Diagnostic::new(Code::E01, Span::new(id, start, end), "numbers are whole")
            .help("count in halves or hundredths instead, or write `1..6` for a range");
    }
    let report = at_token(dot, id, "a dot means nothing here");
    match (before.filter(|t| t.kind == Kind::Word), after.filter(|t| t.kind == Kind::Word)) {
        (Some(of), Some(what)) => {
            let asked = format!("{}({})", what.text(text), of.text(text));
            report.help(format!("what belongs to a value is asked in parentheses: `{asked}`")).fix(
                format!("write `{asked}`"),
                Span::new(id, of.start, what.end),
                asked,
                false,
            )
        }
        _ => report.help("a range has two dots: `1..6`; a sentence is a comment: `// ..`"),
    }
}

fn number_name(number: &Token, word: &Token, id: SourceId) -> Diagnostic {
    Diagnostic::new(Code::E01, Span::new(id, number.start, word.end), "a name begins with a letter")
        .help("put the digits behind: but one or two small letters and a number are a cell")
}

/// A symbol of a picture that has several characters; all those of the picture are one mistake.
fn picture_symbol(text: &str, words: &[Token], at: usize, id: SourceId) -> Option<Diagnostic> {
    let symbol = words.get(at)?;
    if symbol.text(text) == "/" {
        return Some(
            at_token(symbol, id, "`/` cannot be a symbol").help("take another character; `//` begins a comment"),
        );
    }
    let glued_together = |symbol: &&Token| symbol.text(text).chars().count() > 1;
    let apart = |symbol: &Token| symbol.text(text).chars().map(String::from).collect::<Vec<_>>().join(" ");
    let picture = words.get(at..)?.iter().take_while(|word| word.kind == Kind::Symbol);
    let edits: Vec<Edit> = picture
        .filter(glued_together)
        .map(|symbol| Edit { span: Span::new(id, symbol.start, symbol.end), text: apart(symbol) })
        .collect();
    let report =
        at_token(symbol, id, "the symbols of a picture stand apart").help(format!("write `{}`", apart(symbol)));
    glued_together(&symbol).then(|| Diagnostic {
        fix: Some(Fix { title: "put spaces between the symbols".to_owned(), edits, safe: true }),
        ..report
    })
}

/// A symbol of a legend that has several characters, or that is no symbol, since the `=` before it is missing.
fn legend_symbol(text: &str, before: Option<&Token>, symbol: &Token, id: SourceId) -> Option<Diagnostic> {
    let written = symbol.text(text);
    if written.chars().count() < 2 {
        return None;
    }
    let help = "a legend is written like this: `legend w k = man king of White, x = arrow`";
    Some(if before.is_some_and(|before| before.kind == Kind::Symbol) {
        let place = Span::new(id, symbol.start, symbol.start);
        at_token(symbol, id, format!("a `=` is missing before `{written}`")).help(help).fix(
            "write `=`",
            place,
            "= ",
            true,
        )
    } else {
        at_token(symbol, id, "a symbol of a legend is one character").help(help)
    })
}
