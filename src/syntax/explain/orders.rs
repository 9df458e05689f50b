//! What rule sheets order: `must`, `promote q to king`, `put stone on top of q`.

use super::site::ErrorSite;
use crate::diagnostic::Diagnostic;
use crate::syntax::keywords;
use crate::syntax::lex::{Token, TokenKind};

/// Returns the set that a place in words means, `between(p, q) & enemy` for `enemy between p and q` and `enemy` for `all enemy`, and the
/// number of its words.
pub(in crate::internals::syntax) fn place_in_words(words: &[&str]) -> Option<(String, usize)> {
    let skipped = usize::from(matches!(words.first()?, &"all" | &"any" | &"every" | &"each" | &"the"));
    let [set, rest @ ..] = words.get(skipped..)? else { return None };
    let is_plain = |word: &str| !keywords::is_reserved(word);
    if !is_plain(set) {
        return None;
    }
    let (meant, count) = match rest {
        ["between", p, "and", q, ..] if is_plain(p) && is_plain(q) => (format!("between({p}, {q}) & {set}"), 4),
        // Between two own pieces, not between the two cells of the move.
        ["between", "own" | "mine" | "friends", ..] => (enclosed(set), 2),
        ["between", "two" | "my" | "your" | "2", "own" | "pieces" | "friends", ..] => (enclosed(set), 3),
        ["between", other, ..] if is_plain(other) => (format!("between(p, q) & {set}"), 2),
        ["between", ..] => (format!("between(p, q) & {set}"), 1),
        ["next" | "adjacent", "to", p, ..] if is_plain(p) => (format!("{set} & neighbors({p})"), 3),
        ["beside" | "adjacent", p, ..] if is_plain(p) => (format!("{set} & neighbors({p})"), 2),
        [] if skipped == 1 => ((*set).to_owned(), 0),
        ["piece" | "pieces"] if skipped == 1 => ((*set).to_owned(), 1),
        _ => return None,
    };
    Some((meant, skipped + 1 + count))
}

/// Returns the pieces of a set that stand between the cell `q` of the move and an own piece.
fn enclosed(set: &str) -> String {
    format!("union(r in hop(q, orthogonal, {set}) & own: between(q, r))")
}

impl ErrorSite<'_> {
    /// Explains `must`, `must when C`, `mandatory`: a clause that forces an action.
    pub(super) fn explain_obligation(&self) -> Option<Diagnostic> {
        const WORDS: &[&str] = &["must", "mandatory", "compulsory", "obligatory", "forced", "force"];
        let is_duty = |word: &&Token| word.is_word_of(self.text, WORDS) && self.is_first_on_line(word);
        let must = match self.found().filter(is_duty) {
            Some(must) => must,
            None => self.before().filter(is_duty)?,
        };
        let is_clause = self.expected.clause || self.expected.item || self.expected.value;
        let around = self.tokens.iter().take_while(|token| token.start < must.start);
        let own = around.filter(|token| token.is(self.text, "action")).last();
        let next = self.tokens.iter().find(|token| token.start >= must.end);
        let heads = next.filter(|next| next.is(self.text, "action"));
        // `must C` is a condition
        let is_alone = next
            .is_none_or(|next| self.is_first_on_line(next) || next.is_word_of(self.text, &["when", "if", "action"]));
        if !is_alone {
            return None;
        }
        let head = heads.or(own).filter(|_| is_clause)?;
        let name = self.tokens.iter().find(|token| token.start >= head.end)?.text(self.text);
        let line = self.tokens.iter().filter(|token| token.start > must.start);
        let last = line.take_while(|token| !self.is_first_on_line(token)).last();
        let place = match last.filter(|_| heads.is_none()) {
            Some(last) => self.span(must).to(self.span(last)),
            None => self.span(must),
        };
        let report = self.report_span(place, format!("`{}` is not a clause", must.text(self.text)));
        Some(report.fix("remove it", place, "", false).help(format!(
            "a condition is `when C`; an action is forced if the others are not possible with it: write `when not possible({name})` in them"
        )))
    }

    /// Explains `remove enemy between p and q`: a place in words after the set of a `remove`.
    pub(super) fn explain_removed_in_words(&self) -> Option<Diagnostic> {
        let remove = self.statement_around().filter(|head| head.is(self.text, "remove"))?;
        let from = self.tokens.iter().position(|token| token.start == remove.start)? + 1;
        let words = self.tokens.get(from..)?;
        let words = words.get(..words.iter().take_while(|token| token.kind == TokenKind::Word).count())?;
        let texts: Vec<&str> = words.iter().map(|word| word.text(self.text)).collect();
        let (meant, count) = place_in_words(&texts)?;
        let (first, last) = (words.first()?, words.get(count - 1)?);
        let place = self.span(first).to(self.span(last));
        let written = self.text.get(first.start..last.end)?;
        let report = self.report_span(place, format!("`{written}` is not a set"));
        Some(report.help(format!("write `remove {meant}`")).fix(format!("write `{meant}`"), place, meant, false))
    }

    /// Explains `promote q to king`, `promote when C`, `crown q`, `skip`.
    pub(super) fn explain_promotion(&self) -> Option<Diagnostic> {
        let near = self.tokens.get(self.at.saturating_sub(2)..(self.at + 1).min(self.tokens.len()))?;
        let help = |word: &Token| keywords::explain_statement(word.text(self.text));
        // an action cannot be called
        let is_known = |word: &Token| self.is_declared(word.text(self.text)) && !self.is_action(word);
        let is_free = |word: &&Token| word.kind == TokenKind::Word && !is_known(word);
        let word = near.iter().filter(is_free).find(|word| help(word).is_some())?;
        let at = self.tokens.iter().position(|token| token.start == word.start)?;
        let opens = self.tokens.get(at.checked_sub(1)?)?;
        if !self.is_any(opens, &["{", "}", ";", "do"]) && !self.is_first_on_line(word) {
            return None;
        }
        let mut depth = 0usize;
        let mut last = word;
        for token in self.tokens.iter().filter(|token| token.start > word.start) {
            if self.is_first_on_line(token)
                || depth == 0 && (token.kind == TokenKind::Close || token.is(self.text, ";"))
            {
                break;
            }
            depth = token.depth_after(depth);
            last = token;
        }
        let place = self.span(word).to(self.span(last));
        let report =
            self.report_span(place, format!("`{}` is not a statement", word.text(self.text))).help(help(word)?);
        // its condition is not one of the action
        let is_clause = self.expected.clause && self.is_first_on_line(word);
        Some(if is_clause { report.fix("remove it", place, "", false) } else { report })
    }

    /// Explains `put stone on top of q`, `move p onto q`.
    pub(super) fn explain_on_top(&self) -> Option<Diagnostic> {
        let on = self.found().filter(|on| on.is_word_of(self.text, &["on", "onto", "into", "over", "atop", "in"]))?;
        let joint = if self.expects("`to`") {
            "to"
        } else if self.expects("`at`") {
            "at"
        } else {
            return None;
        };
        let last = match self.tokens.get(self.at + 1..self.at + 3) {
            Some([top, of]) if top.is(self.text, "top") && of.is(self.text, "of") => of,
            _ if joint == "to" => on,
            _ => return None,
        };
        self.statement_around().filter(|head| head.is_word_of(self.text, &["put", "move"]))?;
        let place = self.span(on).to(self.span(last));
        let written = self.text.get(on.start..last.end)?;
        let report = self.report_span(place, format!("expected `{joint}`, found `{written}`"));
        let has_stacks = self.tokens.iter().any(|token| token.is(self.text, "stacks"));
        let report = report.help(match has_stacks {
            true => format!("write `{joint}`: the piece comes on top of the stack there"),
            false => format!(
                "write `{joint}`: the piece there is replaced; for pieces on top of each other, write `board .. stacks of 20`"
            ),
        });
        Some(report.fix(format!("write `{joint}`"), place, joint, false))
    }
}
