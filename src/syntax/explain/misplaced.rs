//! Statements, clauses, lines of examples and items in the wrong place.

use super::patterns::{indentation, is_first_on_line, pattern};
use super::site::ErrorSite;
use crate::diagnostic::{Code, Diagnostic, Fix};
use crate::source::{SourceId, Span};
use crate::suggest;
use crate::syntax::keywords;
use crate::syntax::lex::{Token, TokenKind, indent};

impl ErrorSite<'_> {
    /// Explains a second statement after a `do` without braces, and statements outside of actions and effects.
    pub(super) fn explain_second_statement(&self) -> Option<Diagnostic> {
        let found = self.found()?;
        if !self.expected.item && !self.expected.clause {
            return None;
        }
        let is_set_or_call = |after: &Token| {
            self.is_any(after, &["=", "+=", "-="]) || after.is(self.text, "(") && after.start == found.end
        };
        let is_known = found.is_word_of(self.text, keywords::STATEMENTS);
        let is_statement = is_known
            || found.kind == TokenKind::Word && !self.is_keyword(found) && self.after().is_some_and(is_set_or_call);
        if !is_statement {
            return None;
        }
        if let Some(start) = self.open_do() {
            let report = self
                .report(found, "several statements after `do` need braces")
                .and(self.span(start), "this `do`")
                .help("put them in braces: `do { put stone at p; passes = 0 }`");
            return Some(Diagnostic { fix: self.braces_after(start), ..report });
        }
        is_known.then(|| {
            let message = format!("statement `{}` outside of an action or effect", found.text(self.text));
            self.report(found, message).help("write it after a `do`, or in the braces of an `effect`")
        })
    }

    /// Returns the fix that puts braces around all statements after a `do`.
    pub(super) fn braces_after(&self, start: &Token) -> Option<Fix> {
        let mut depth = 0usize;
        let mut last = start;
        let inside = || self.tokens.iter().filter(|token| token.start > start.start);
        let own_line = inside().next().is_some_and(|first| self.is_first_on_line(first));
        for token in inside() {
            let is_clause = token.is_word_of(self.text, keywords::CLAUSES)
                && self.is_first_on_line(token)
                && !token.is(self.text, "let");
            if depth == 0 && (token.is_head(self.text) || is_clause || token.kind == TokenKind::Close) {
                break;
            }
            depth = token.depth_after(depth);
            last = token;
        }
        let close = if own_line { format!("\n{}}}", indentation(self.text, start)) } else { " }".to_owned() };
        let edits = vec![self.insert_after(start, " {"), self.insert_after(last, close)];
        Some(Fix { title: "put braces around the statements".to_owned(), edits, safe: true })
    }

    /// Returns the `do` without braces to which the unexpected token may belong.
    pub(super) fn open_do(&self) -> Option<&Token> {
        let mut closed = 0usize;
        for at in (0..self.at).rev() {
            let token = self.tokens.get(at)?;
            match token.kind {
                TokenKind::Close => closed += 1,
                TokenKind::Open => closed = closed.checked_sub(1)?,
                TokenKind::Word if closed == 0 && token.is(self.text, "do") => {
                    return self.tokens.get(at + 1).filter(|next| !next.is(self.text, "{")).map(|_| token);
                }
                TokenKind::Word if closed == 0 && self.begins_item(token) => return None,
                _ => {}
            }
        }
        None
    }

    /// Returns whether a token begins an item, also one whose keyword has other meanings, such as `var`.
    pub(super) fn begins_item(&self, token: &Token) -> bool {
        token.is_word_of(self.text, keywords::HEADS)
            || token.is_word_of(self.text, keywords::ITEMS) && indent(self.text, token.start) == Some(0)
    }

    /// Explains `if C then x = 1` among statements, `else` and other keywords without their braces.
    pub(super) fn explain_then_without_braces(&self) -> Option<Diagnostic> {
        let found = self.found()?;
        if !self.expects("`{`") || found.is(self.text, "{") || self.expected.item {
            return None;
        }
        let report = self.report(found, format!("expected `{{`, found `{}`", found.text(self.text)));
        if found.is(self.text, "then") {
            let help = "an `if` statement takes braces, not `then`: `if C { remove p } else { again }`";
            return Some(report.help(help));
        }
        let is_statement = found.is_word_of(self.text, keywords::STATEMENTS)
            || self.before().is_some_and(|before| before.is(self.text, "else"));
        is_statement.then(|| report.help(BRACES))
    }

    /// Explains `match`, `when`, `ensure` and `replace` among statements.
    pub(super) fn explain_not_a_statement(&self) -> Option<Diagnostic> {
        let found = self.found().filter(|_| self.expected.statement)?;
        let branch = "write `if C { remove p } else if D { again } else { .. }`";
        let (message, help) = match found.text(self.text) {
            "match" => ("`match` is a value, not a statement", branch),
            "when" => ("`when` is a clause, not a statement", branch),
            "ensure" => ("`ensure` is a clause, not a statement", "write it after the closing brace of `do`"),
            "replace" => (
                "`replace` is for items of variants, not a statement",
                "`give S to P` changes the owner of pieces, and `put K of P at S` takes the place of what stands there",
            ),
            _ => return None,
        };
        Some(self.report(found, message).help(help))
    }

    /// Explains a line of an example with a misspelled keyword, which is read as the name in `White to move`.
    pub(super) fn explain_misspelled_check(&self) -> Option<Diagnostic> {
        let before = self.before().filter(|_| self.expected.others == ["`to`"])?;
        let word = before.text(self.text);
        let meant = suggest::nearest(word, keywords::CHECKS.iter().copied()).into_iter().next()?;
        let is_sure = suggest::surely(word, keywords::CHECKS.iter().copied()).is_some();
        Some(self.report(before, format!("unknown keyword `{word}`")).did_you_mean(meant, is_sure))
    }

    /// Explains a clause outside of an action, or a line of an example outside of one.
    pub(super) fn explain_clause_outside(&self) -> Option<Diagnostic> {
        let found = self.found().filter(|_| self.expected.item && !self.expected.clause)?;
        let owner = if found.is_word_of(self.text, keywords::CLAUSES) {
            "action"
        } else if found.is_word_of(self.text, keywords::CHECKS) && self.is_first_on_line(found) {
            "example"
        } else {
            return None;
        };
        Some(self.report(found, format!("`{}` outside of an `{owner}`", found.text(self.text))))
    }

    /// Explains a word that does not begin an item.
    pub(super) fn explain_unknown_item(&self) -> Option<Diagnostic> {
        let found = self.found()?;
        let is_new = self.expected.item && self.is_first_on_line(found);
        if !is_new || found.kind != TokenKind::Word || self.is_keyword(found) {
            return None;
        }
        let word = found.text(self.text);
        let is_set = self.after().is_some_and(|after| after.is(self.text, "="));
        let is_sentence = word.starts_with(char::is_uppercase)
            && self.rest_of_line().len() > 3
            && self.after().is_some_and(|after| after.kind == TokenKind::Word);
        let help = if is_sentence {
            "to make this line a comment, write `//` before it".to_owned()
        } else if is_set
            && self.tokens.iter().any(|head| head.is(self.text, "extends"))
            && matches!(word, "size" | "board" | "board_size" | "width" | "height")
        {
            "for another board, write `replace board square 5 x 5`; for a parameter of the base, `replace param size = 5`"
                .to_owned()
        } else if is_set {
            format!(
                "write `param {word} = ..` for a setting, `var {word} = ..` for a variable, `def {word} = ..` for a value"
            )
        } else {
            let or = if self.expected.operator { "; or is an operator such as `and` missing before it?" } else { "" };
            format!(
                "an item begins with a keyword such as `board`, `players`, `piece`, `setup`, `def`, `action` or `end`{or}"
            )
        };
        Some(self.report(found, format!("unknown keyword `{word}`")).help(help))
    }
}

/// The help for a statement without its braces.
pub(super) const BRACES: &str = "put the statements after `if`, `else`, `for`, `while` and `choose` in braces";

/// Explains a whole item in parentheses, `(end (if ..))`.
pub(super) fn explain_item_in_parentheses(text: &str, tokens: &[Token], at: usize, id: SourceId) -> Option<Diagnostic> {
    let open = tokens.iter().position(|token| token.start == at && token.is(text, "("))?;
    let (first, next) = (tokens.get(open)?, tokens.get(open + 1)?);
    if !is_first_on_line(text, first) || next.kind != TokenKind::Word {
        return None;
    }
    let pattern = pattern(next.text(text)).unwrap_or("board square 8 x 8`, `action place(p: empty) do put stone at p");
    let span = Span::new(id, first.start, next.end);
    let finding = Diagnostic::new(Code::E01, span, "an item cannot begin with a parenthesis");
    Some(finding.help(format!("an item begins with its keyword: `{pattern}`")))
}

/// Explains `position 8/8 White`, a position as one line without its quotes.
pub(super) fn explain_line_without_quotes(text: &str, tokens: &[Token], at: usize, id: SourceId) -> Option<Diagnostic> {
    let begun = tokens.iter().filter(|token| token.start <= at);
    let head = begun.rev().find(|token| token.is(text, "position"))?;
    let written = text.get(head.end..)?.lines().next()?;
    let start = head.end + written.len() - written.trim_start().len();
    let line = text.get(start..head.end + line_length(written))?.trim_end();
    let is_line = line.contains('/') && !line.starts_with(['{', '"', '/']);
    if !is_line || at > start + line.len() {
        return None;
    }
    let span = Span::new(id, start, start + line.len());
    let finding = Diagnostic::new(Code::E01, span, "missing quotes around the position");
    Some(finding.suggest(span, format!("\"{line}\""), true))
}

/// Returns where a position ends on its line: before the next check, a comment, a semicolon, or the brace that closes the example.
fn line_length(line: &str) -> usize {
    let mut depth = 0usize;
    for (at, c) in line.char_indices() {
        match c {
            '{' => depth += 1,
            '}' if depth == 0 => return at,
            '}' => depth -= 1,
            ';' => return at,
            ' ' if keywords::CHECKS.contains(&line.get(at..).unwrap_or("").split_whitespace().next().unwrap_or("")) => {
                return at;
            }
            '/' if line.get(at..).is_some_and(|rest| rest.starts_with("//")) => return at,
            _ => {}
        }
    }
    line.len()
}
