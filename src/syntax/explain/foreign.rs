//! Operators and characters of other languages.

use super::patterns::is_first_on_line;
use crate::diagnostic::{Code, Diagnostic, Edit};
use crate::source::{SourceId, Span};
use crate::syntax::keywords;
use crate::syntax::lex::{Token, TokenKind};

/// The most reports for one item.
const MAX_REPORTS: usize = 3;

/// Operators of other languages, each with its help and, if that is certain, its replacement.
const OPERATORS: &[(&str, &str, Option<&str>)] = &[
    (":=", "write `=`", Some("=")),
    ("++", "write `n += 1`", None),
    ("**", "there is no power operator; multiply: `n * n`", None),
    ("->", "write an action's effect after `do`; a move is `move p to q`", None),
    ("*=", "write `n = n * ..`", None),
    ("/=", "write `n = n / ..`, or `!=` to compare", None),
    ("===", "write `==`", Some("==")),
    ("!==", "write `!=`", Some("!=")),
    ("<=>", "compare with `==`, `<` or `>`", None),
    ("...", "write a range with two dots: `1..6`", Some("..")),
    ("/*", "use `//` for comments", None),
    ("*/", "use `//` for comments", None),
    ("::", "write one `:`", Some(":")),
    ("≤", "write `<=`", Some("<=")),
    ("≥", "write `>=`", Some(">=")),
    ("≠", "write `!=`", Some("!=")),
    ("×", "write `x` between board sizes, `*` between numbers", Some("*")),
    ("·", "write `*`", Some("*")),
    ("−", "write `-`", Some("-")),
    ("–", "write `-` for minus, `..` for a range", Some("-")),
    ("—", "write `-`", Some("-")),
    ("…", "write a range with two dots: `1..6`", Some("..")),
    ("∧", "write `and` between conditions, `&` between sets", None),
    ("∨", "write `or` between conditions, `|` between sets", None),
    ("∩", "write `&`", Some("&")),
    ("∪", "write `|`", Some("|")),
    ("∈", "write `in`", Some("in")),
    ("∉", "write `not in`", Some("not in")),
    ("¬", "write `not`", Some("not ")),
    ("'", "use double quotes for texts: `\"Go\"`", None),
    ("`", "use double quotes for texts: `\"Go\"`", None),
    ("#", "use `//` for comments", Some("//")),
    ("?", "write `if C then E else F`", None),
    (
        "^",
        "for a power, multiply: `n * n`; for one of two conditions, write `A != B`; for the elements of one of two sets, `(S | T) except (S & T)`",
        None,
    ),
    ("~", "write `not` before a condition, `except` between sets", None),
    ("\\", "write `except` between sets", Some(" except ")),
];

/// Keywords of other languages.
const KEYWORDS: &[&str] = &["elif", "elseif", "elsif"];

/// Finds tokens that are wrong wherever they are.
pub(super) fn find_foreign(text: &str, tokens: &[Token], id: SourceId) -> Vec<Diagnostic> {
    let mut found = Vec::new();
    let mut depth = 0usize;
    for (at, token) in tokens.iter().enumerate() {
        let before = at.checked_sub(1).and_then(|at| tokens.get(at));
        let spot =
            Neighbors { text, id, token, before, after: tokens.get(at + 1), rest: tokens.get(at..).unwrap_or(&[]) };
        depth = token.depth_after(depth);
        match token.kind {
            TokenKind::Symbol if depth > 0 => found.extend(spot.explain_picture_symbol()),
            TokenKind::Symbol => {
                // the rest of this legend is read as symbols, too
                if let Some(report) = spot.explain_legend_symbol() {
                    found.push(report);
                    break;
                }
            }
            TokenKind::Strange if matches!(spot.token(), "[" | "]") => found.push(spot.explain_square_bracket()),
            TokenKind::Strange if token.is_foreign_word(text) && is_in_title(text, tokens, at) => {}
            TokenKind::Strange => found.push(spot.explain_strange()),
            TokenKind::Sign if token.is(text, ".") => match layout_around(text, tokens, at) {
                Some(layout) => {
                    let report = spot.report(format!("a {layout} cannot mix a picture and placements"));
                    found.push(report.help("draw all pieces in the picture, or place all of them with `at`"));
                    break;
                }
                None => found.push(spot.explain_dot()),
            },
            TokenKind::Sign => found.extend(spot.explain_operator()),
            TokenKind::Word
                if token.is_word_of(text, KEYWORDS) && before.is_some_and(|before| before.is(text, "}")) =>
            {
                let report = spot.report(format!("unknown keyword `{}`", spot.token()));
                found.push(report.suggest(spot.span(), "else if", true));
            }
            TokenKind::Word if spot.touches_before() && !token.is(text, "x") => {
                let number = before.filter(|before| before.kind == TokenKind::Number);
                found.extend(number.map(|number| {
                    Diagnostic::new(Code::E01, spot.span_from(number), "a name must begin with a letter")
                        .help("put the digits at the end; one or two lowercase letters and a number always mean a cell")
                }));
            }
            _ => {}
        }
        if found.len() >= MAX_REPORTS || token.is(text, "/*") {
            break;
        }
    }
    found
}

/// Returns whether a token is one of the first words after a keyword that a text in quotes should follow.
fn is_in_title(text: &str, tokens: &[Token], at: usize) -> bool {
    const MOST_WORDS: usize = 8;
    let mut words = tokens.get(at.saturating_sub(MOST_WORDS)..=at).unwrap_or(&[]).iter().rev();
    words.find(|token| token.is_head(text) || is_first_on_line(text, token)).is_some_and(|head| {
        head.start < tokens.get(at).map_or(0, |token| token.start) && head.is_word_of(text, keywords::TITLED)
    })
}

/// Returns the keyword of the layout, `setup` or `position`, whose braces contain a token.
fn layout_around<'t>(text: &'t str, tokens: &[Token], at: usize) -> Option<&'t str> {
    let mut closed = 0usize;
    for before in (1..at).rev() {
        match tokens.get(before)?.kind {
            TokenKind::Close => closed += 1,
            TokenKind::Open if closed > 0 => closed -= 1,
            TokenKind::Open => {
                let head = tokens.get(before - 1).filter(|head| head.is_word_of(text, &["setup", "position"]));
                return head.map(|head| head.text(text));
            }
            _ => {}
        }
    }
    None
}

/// Explains an operator of another language: adds the help and the replacement, if the operator is known.
fn explain_known(report: Diagnostic, written: &str) -> Option<Diagnostic> {
    let (_, help, instead) = OPERATORS.iter().find(|(foreign, ..)| *foreign == written)?;
    let place = report.span();
    let report = report.help(*help);
    Some(match instead {
        Some(instead) => report.fix(format!("write `{}`", instead.trim()), place, *instead, true),
        None => report,
    })
}

/// A token with its neighbors.
pub(super) struct Neighbors<'t> {
    pub(super) text: &'t str,
    pub(super) id: SourceId,
    pub(super) token: &'t Token,
    pub(super) before: Option<&'t Token>,
    after: Option<&'t Token>,
    pub(super) rest: &'t [Token],
}

impl<'t> Neighbors<'t> {
    pub(super) fn token(&self) -> &'t str {
        self.token.text(self.text)
    }

    pub(super) fn span(&self) -> Span {
        self.span_from(self.token)
    }

    fn span_from(&self, first: &Token) -> Span {
        Span::new(self.id, first.start, self.token.end)
    }

    pub(super) fn report(&self, message: impl Into<String>) -> Diagnostic {
        Diagnostic::new(Code::E01, self.span(), message)
    }

    /// Returns whether an item `piece` or `neutral` of the file lists a kind.
    fn is_kind(&self, name: &str) -> bool {
        let mut items = self.text.lines().map(|line| line.split("//").next().unwrap_or("").trim());
        items.any(|line| {
            let kinds = line.strip_prefix("piece ").or_else(|| line.strip_prefix("neutral "));
            kinds.is_some_and(|kinds| kinds.split([',', ' ']).any(|kind| kind == name))
        })
    }

    pub(super) fn touches_before(&self) -> bool {
        self.before.is_some_and(|before| before.end == self.token.start)
    }

    fn touches_after(&self) -> bool {
        self.after.is_some_and(|after| after.start == self.token.end)
    }

    fn is_between(&self, kind: TokenKind) -> bool {
        [self.before, self.after].iter().all(|beside| beside.is_some_and(|beside| beside.kind == kind))
    }

    fn explain_operator(&self) -> Option<Diagnostic> {
        let written = self.token();
        // `-- a comment`
        if written == "-"
            && self.after.is_some_and(|after| after.is(self.text, "-") && self.touches_after())
            && is_first_on_line(self.text, self.token)
        {
            let span = Span::new(self.id, self.token.start, self.token.end + 1);
            let report = Diagnostic::new(Code::E01, span, "`--` does not begin a comment");
            return Some(report.suggest(span, "//", true));
        }
        // `n--`, with nothing after it that could be negative
        let before = self.before.filter(|before| written == "-" && before.is(self.text, "-") && self.touches_before());
        if let Some(first) = before {
            let ends = |after: &Token| {
                after.kind == TokenKind::Close || after.is(self.text, ";") || is_first_on_line(self.text, after)
            };
            let is_last = self.after.is_none_or(ends);
            let span = self.span_from(first);
            let report = Diagnostic::new(Code::E01, span, "unknown operator `--`").help("write `n -= 1`");
            return is_last.then(|| report.fix("write `-= 1`", span, " -= 1", true));
        }
        if written == "->" && self.result_follows() {
            let span = Span::new(self.id, self.before.map_or(self.token.start, |before| before.end), self.token.end);
            let report = self.report("expected `:`, found `->`").help("for example: `when none(empty): draw`");
            return Some(report.fix("write `:`", span, ":", true));
        }
        if written == "..." && self.after.is_none_or(|after| is_first_on_line(self.text, after)) {
            return Some(self.report("`...` is not a value").help("write a value in its place"));
        }
        let line = self.text.get(..self.token.start).and_then(|before| before.lines().last()).unwrap_or("");
        if let ("->", Some(index), true) = (written, self.before, line.starts_with("var ")) {
            let index = index.text(self.text);
            let help = format!("an index is in parentheses: `var score(P: {index}) = 0`, with any name for `P`");
            return Some(self.report("unknown operator `->`").help(help));
        }
        let known = explain_known(self.report(format!("unknown operator `{written}`")), written)?;
        // `n++` is a whole statement, and `n *= 2` names the variable only once
        let name = self.before.filter(|before| before.kind == TokenKind::Word);
        Some(match (written, name) {
            ("++", Some(_)) => known.fix("write `+= 1`", self.span(), " += 1", true),
            ("->", None) if self.is_after_parameters() => {
                let help = "write the type after `:`, as in `def f(p: cell): int = 1`";
                known.help(help).fix("write `:`", self.span(), ":", true)
            }
            ("->", Some(from)) => self.explain_arrow(known, from),
            ("*=" | "/=", Some(name)) => {
                let instead = format!("= {} {}", name.text(self.text), written.trim_end_matches('='));
                known.fix(format!("write `{instead}`"), self.span(), instead, false)
            }
            _ => known,
        })
    }

    /// Returns whether a result of `end` follows the token: `draw`, `mover wins`.
    fn result_follows(&self) -> bool {
        let is = |at: usize, words: &[&str]| self.rest.get(at).is_some_and(|token| token.is_word_of(self.text, words));
        is(1, &["draw", "never", "most", "fewest"]) || is(2, &["wins", "loses"])
    }

    /// Returns whether the token follows the parameters of a `def`, on its line.
    fn is_after_parameters(&self) -> bool {
        let line = self.text.get(..self.token.start).and_then(|before| before.lines().last()).unwrap_or("");
        self.before.is_some_and(|before| before.is(self.text, ")")) && line.trim_start().starts_with("def ")
    }

    /// Explains `p -> q` for `move p to q`.
    fn explain_arrow(&self, report: Diagnostic, from: &Token) -> Diagnostic {
        let Some(to) = self.after.filter(|to| to.kind == TokenKind::Word) else { return report };
        let help = format!("write `move {} to {}`", from.text(self.text), to.text(self.text));
        let edits = vec![
            Edit { span: Span::new(self.id, from.start, from.start), text: "move ".to_owned() },
            Edit { span: self.span(), text: "to".to_owned() },
        ];
        report.help(help.clone()).edits(help, edits, false)
    }

    /// Explains `'a1'`, a cell in the quotes of other languages.
    fn explain_quoted_cell(&self) -> Option<Diagnostic> {
        let quote = Some(self.token()).filter(|quote| matches!(*quote, "'" | "`"))?;
        let [_, cell, close, ..] = self.rest else { return None };
        let name =
            Some(cell.text(self.text)).filter(|name| keywords::is_cell(name) && close.text(self.text) == quote)?;
        let place = Span::new(self.id, self.token.start, close.end);
        let report = Diagnostic::new(Code::E01, place, "a cell has no quotes");
        Some(report.help(format!("write `{name}`")).fix(format!("write `{name}`"), place, name, true))
    }

    fn explain_strange(&self) -> Diagnostic {
        let written = self.token();
        if matches!(written, "–" | "—") && self.is_between(TokenKind::Number) && self.touches_before() {
            return self
                .report(format!("unknown operator `{written}`"))
                .help("write a range with two dots: `1..6`")
                .fix("write `..`", self.span(), "..", true);
        }
        // elsewhere than at the beginning of a line, `//` would make the rest of it a comment
        let is_first = is_first_on_line(self.text, self.token);
        let counted = self.after.filter(|after| after.kind == TokenKind::Word && self.touches_after());
        if let ("#", Some(set), false) = (written, counted, is_first) {
            let meant = format!("count({})", set.text(self.text));
            return self
                .report("unknown operator `#`")
                .help(format!("write `{meant}` to count them; comments begin with `//`"))
                .fix(format!("write `{meant}`"), Span::new(self.id, self.token.start, set.end), meant, false);
        }
        let ty = self.before.filter(|ty| written == "?" && crate::types::Type::of_word(ty.text(self.text)).is_some());
        if let Some(ty) = ty {
            let ty = ty.text(self.text);
            let report = self.report(format!("a type has no `?`: write `{ty}`"));
            let help = format!("remove it: a {ty} can be none without it; no cell is `off`, everything else `nothing`");
            return report.help(help).fix("remove it", self.span(), "", true);
        }
        if let Some(report) = self.explain_quoted_cell() {
            return report;
        }
        let what = if matches!(written, "#" | "'" | "`") { "unexpected character" } else { "unknown operator" };
        if let Some(mut known) = explain_known(self.report(format!("{what} `{written}`")), written) {
            if let Some(fix) = known.fix.as_mut().filter(|_| written == "#") {
                fix.safe = is_first;
            }
            return known;
        }
        if written == "_" && self.after.is_some_and(|after| after.is(self.text, ":")) {
            let report = self.report("`_` is not a value").help("for all other values, write `else:`");
            return report.fix("write `else`", self.span(), "else", true);
        }
        if written.starts_with(|first: char| first.is_alphanumeric() || first == '_') {
            return self
                .report(format!("`{written}` cannot be a name"))
                .help("a name begins with a letter a-z or A-Z and has only such letters, digits and `_`");
        }
        let escaped: String = written.chars().flat_map(char::escape_debug).collect();
        let report = self.report(format!("unexpected character `{escaped}`")).help("remove it");
        report.fix("remove it", self.span(), "", false)
    }

    /// Explains `own.filter(..)`, `own.forEach(..)`, `mover.next`: methods of other languages that are forms of their own here.
    fn explain_method(&self, of: &Token, method: &Token) -> Option<Diagnostic> {
        let set = of.text(self.text);
        let help = match method.text(self.text) {
            "filter" | "where" => format!("write `{{ q in {set}: C }}` for the elements with a condition"),
            "forEach" | "each" | "foreach" => format!("write `for q in {set} {{ .. }}`"),
            "map" | "flatMap" => {
                format!("write `union(q in {set}: neighbors(q))`, or a loop: `for q in {set} {{ .. }}`")
            }
            "any" | "some" | "find" => format!("write `some(q in {set}: C)`"),
            "size" | "length" | "len" | "count" => return Some(self.explain_property(of, format!("count({set})"))),
            "isEmpty" | "is_empty" if !keywords::is_cell(set) && keywords::SETS.contains(&set) => {
                return Some(self.explain_property(of, format!("none({set})")));
            }
            "all" => format!("write `every(q in {set}: C)`"),
            "includes" | "contains" | "has" => format!("write `q in {set}`"),
            "next" if set == "mover" => "in `end`, write `next`; elsewhere `after(mover)`".to_owned(),
            _ => return None,
        };
        Some(self.report("unexpected `.`").help(help))
    }

    /// Explains `own.size`, `own.isEmpty()`, which mean a call.
    fn explain_property(&self, of: &Token, meant: String) -> Diagnostic {
        let end = match self.rest.get(1..4) {
            Some([_, open, close]) if open.is(self.text, "(") && close.is(self.text, ")") => close.end,
            _ => self.after.map_or(self.token.end, |after| after.end),
        };
        self.report("unexpected `.`").suggest(Span::new(self.id, of.start, end), meant, false)
    }

    /// Explains `neighbors(p).size`, `(own & edge).count()`: a property of a value that ends with a parenthesis.
    fn explain_property_of_call(&self, what: &Token) -> Diagnostic {
        let report = self.report("unexpected `.`");
        let line = self.text.get(..self.token.start).and_then(|before| before.lines().last()).unwrap_or("");
        let mut depth = 0usize;
        let open = line.char_indices().rev().find(|(_, c)| {
            match c {
                ')' => depth += 1,
                '(' => depth = depth.saturating_sub(1),
                _ => {}
            }
            depth == 0
        });
        let Some((open, _)) = open else { return report.help("write a function before its argument: `count(own)`") };
        let name = line.get(..open).unwrap_or("").trim_end_matches(|c: char| c.is_alphanumeric() || c == '_').len();
        let written = line.get(name..).unwrap_or("");
        // parentheses around a set are those of the call
        let inside = if name == open { written.trim_start_matches('(').trim_end_matches(')') } else { written };
        let meant = match what.text(self.text) {
            "size" | "length" | "len" | "count" => format!("count({inside})"),
            "isEmpty" | "is_empty" | "empty" => format!("none({inside})"),
            "any" | "some" | "exists" => format!("some({inside})"),
            "contains" | "includes" | "has" => return report.help(format!("write `q in {written}`")),
            other => format!("{other}({inside})"),
        };
        let end = match self.rest.get(2..4) {
            Some([open, close]) if open.is(self.text, "(") && close.is(self.text, ")") => close.end,
            _ => what.end,
        };
        let place = Span::new(self.id, self.token.start - written.len(), end);
        report.suggest(place, meant, false)
    }

    fn explain_dot(&self) -> Diagnostic {
        if let Some(layout) = self.before.filter(|before| before.is_word_of(self.text, &["setup", "position"])) {
            let word = layout.text(self.text);
            let span = Span::new(self.id, layout.start, layout.end);
            return Diagnostic::new(Code::E01, span, format!("missing `{{` after `{word}`"))
                .help(format!("put the picture in braces: `{word} {{ .. }}`"))
                .fix("write `{` after it", Span::new(self.id, layout.end, layout.end), " {", false);
        }
        match (self.before, self.after) {
            (Some(before), Some(after)) if self.is_between(TokenKind::Number) => {
                let span = Span::new(self.id, before.start, after.end);
                Diagnostic::new(Code::E01, span, "numbers must be whole")
                    .help("use a smaller unit, such as hundredths; a range is `1..6`")
            }
            (Some(of), Some(what)) if self.is_between(TokenKind::Word) => {
                let (of_text, what_text) = (of.text(self.text), what.text(self.text));
                if let Some(report) = self.explain_method(of, what) {
                    return report;
                }
                let is_call = self.rest.get(2).is_some_and(|open| open.is(self.text, "(") && open.start == what.end);
                let is_player =
                    |name: &str| name.starts_with(char::is_uppercase) || matches!(name, "mover" | "next" | "rival");
                // a kind, or the pieces, of a set or of a player
                let is_kind = !is_call && (keywords::SETS.contains(&what_text) || self.is_kind(what_text));
                let meant = if is_kind && keywords::SETS.contains(&of_text) {
                    format!("{of_text} & {what_text}")
                } else if is_kind && !is_player(of_text) {
                    format!("{of_text} in {what_text}")
                } else if is_kind {
                    keywords::of_player(what_text, of_text)
                } else {
                    format!("{what_text}({of_text})")
                };
                let report = self.report("unexpected `.`");
                let end = match self.rest.get(3).filter(|close| is_call && close.is(self.text, ")")) {
                    Some(close) => close.end,
                    None if is_call => return report.help(format!("write `{what_text}({of_text}, ..)`")),
                    None => what.end,
                };
                report.suggest(Span::new(self.id, of.start, end), meant, false)
            }
            (Some(close), Some(what))
                if close.is(self.text, ")") && what.kind == TokenKind::Word && self.touches_after() =>
            {
                self.explain_property_of_call(what)
            }
            (Some(_), after)
                if after.is_none_or(|after| is_first_on_line(self.text, after) || after.kind == TokenKind::Close) =>
            {
                self.report("unexpected `.`").help("remove it").fix("remove it", self.span(), "", true)
            }
            _ => {
                let help = "write a range with two dots: `1..6`; a comment begins with `//`";
                self.report("unexpected `.`").help(help)
            }
        }
    }
}
