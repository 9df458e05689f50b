//! Recovers from syntax errors: each mistake gives one finding, and everything else is parsed.
//!
//! pest stops at the first unexpected token. So the text is split where items begin, and each item is parsed on its own. If one
//! fails, the mistake is explained and the text is patched. If the fix of the finding lets the parser get further, it is applied.
//! Otherwise the smallest statement, clause or line around the mistake is removed that lets the parser get further. [`Unread`]
//! tells the check what was removed.

mod units;
mod unread;

use super::ast::{File, Item, Unread};
use super::explain::{self, Explained};
use super::keywords;
use super::lex::{Token, TokenKind, lex};
use super::parse::{ParsedNames, PatchedText, parse_into};
use crate::diagnostic::{Diagnostic, Edit, Fix};
use crate::source::{SourceId, Span};
use boardwright_grammar::{GameParser, Rule};
use pest::Parser;
use pest::error::Error;
use std::ops::Range;

/// The most findings for one text.
const MAX_FINDINGS: usize = 40;

/// The most findings for one item; with more, it is probably not an item.
const MAX_FINDINGS_IN_ITEM: usize = 12;

/// Parses what it can of a text that could not be parsed as a whole, and returns all findings.
pub(super) fn recover(original: &str, id: SourceId) -> (File, Vec<Diagnostic>) {
    let mut recovery = Recovery {
        original,
        id,
        patched: PatchedText::new(original),
        file: File::nothing(id),
        names: ParsedNames::default(),
        found: Vec::new(),
        found_in_item: 0,
    };
    let mut from = 0;
    while let Some(next) = recovery.parse_from(from) {
        from = next;
    }
    let Recovery { mut file, names, mut found, .. } = recovery;
    found.extend(names.report_capitals(id, &file));
    file.items.sort_by_key(|item| item.span.start);
    found.sort_by_key(Diagnostic::span);
    found.truncate(MAX_FINDINGS);
    (file, found)
}

struct Recovery<'t> {
    original: &'t str,
    id: SourceId,
    patched: PatchedText,
    file: File,
    names: ParsedNames,
    found: Vec<Diagnostic>,
    /// The number of findings in the current item.
    found_in_item: usize,
}

/// A part of the text from one item to the next, as ranges of tokens and of bytes.
#[derive(Clone, Debug)]
struct Fragment {
    tokens: Range<usize>,
    bytes: Range<usize>,
}

impl Recovery<'_> {
    /// Parses items from a byte on, up to the first that had to be patched. Returns where to go on, or `None` at the end.
    fn parse_from(&mut self, from: usize) -> Option<usize> {
        let tokens = lex(self.patched.text());
        let all: Vec<Token> = tokens.iter().copied().filter(|token| !token.is_comment()).collect();
        for piece in split_items(self.patched.text(), &all).into_iter().filter(|piece| piece.bytes.start >= from) {
            let bytes = piece.bytes.clone();
            let (patched, file, names) = (&self.patched, &mut self.file, &mut self.names);
            match parse_into(file, names, self.original, patched, &tokens, bytes.clone()) {
                Ok(slips) => self.found.extend(slips),
                Err(error) if self.found.len() < MAX_FINDINGS && self.found_in_item < MAX_FINDINGS_IN_ITEM => {
                    self.found_in_item += 1;
                    self.recover_item(&all, &piece, *error);
                    return Some(bytes.start);
                }
                Err(_) => self.remove(&all, piece.tokens.clone(), &piece),
            }
            self.found_in_item = 0;
        }
        None
    }

    /// Explains why an item could not be parsed, and patches it or removes the mistake.
    fn recover_item(&mut self, all: &[Token], piece: &Fragment, error: Error<Rule>) {
        let at = piece.bytes.start + explain::error_offset(&error);
        let Explained { mut finding, candidates, .. } =
            explain::explain(self.patched.text(), all, piece.tokens.clone(), self.id, at, error);
        let tokens = all.get(piece.tokens.clone()).unwrap_or(&[]);
        let anchor = tokens.partition_point(|token| token.start <= finding.span().start as usize).saturating_sub(1);
        let units = units::units_around(self.patched.text(), tokens, anchor);
        let bytes = |unit: &Range<usize>| match (tokens.get(unit.start), tokens.get(unit.end.saturating_sub(1))) {
            (Some(first), Some(last)) => first.start..last.end,
            _ => piece.bytes.clone(),
        };
        let line = units.first().map(bytes);
        let own = finding.fix.take();
        let patched = self.find_best(own.iter(), true, piece, (at, line.clone())).or_else(|| {
            let tried = self.find_best(candidates.iter(), false, piece, (at, line.clone()));
            tried.inspect(|(_, fix)| mention_fix(&mut finding, fix))
        });
        let patched = patched.map(|(patched, fix)| {
            finding.fix = Some(fix);
            patched
        });
        let removed = units.iter().find(|unit| patched.is_none() && self.parses_without(bytes(unit), piece));
        // reports show spans of the original text
        let labels = finding.labels.iter_mut().map(|label| &mut label.span);
        let edits = finding.fix.iter_mut().flat_map(|fix| &mut fix.edits).map(|edit| &mut edit.span);
        for span in labels.chain(edits) {
            *span = self.in_original(span.start as usize..span.end as usize);
        }
        self.found.push(finding);
        if let Some(patched) = patched {
            // what is parsed now may still differ from what was meant
            let unread = line.map(|line| Unread { span: self.in_original(line), item: None, names: Vec::new() });
            self.file.unread.extend(unread);
            self.patched = patched;
        } else {
            let unit = removed.cloned().unwrap_or(0..tokens.len());
            let first = piece.tokens.start;
            self.remove(all, first + unit.start..first + unit.end, piece);
        }
    }

    /// Returns the text with the fix that gets the parser furthest, or `None` if no fix gets it further. A fix that is not safe must
    /// get it past the edited line: a second finding there would be due to the fix. If several fixes let the whole item parse, none
    /// of them is safe. (`own` means that the fixes are those of the finding itself, not candidates.)
    fn find_best<'f>(
        &self,
        fixes: impl Iterator<Item = &'f Fix>,
        own: bool,
        piece: &Fragment,
        (at, line): (usize, Option<Range<usize>>),
    ) -> Option<(PatchedText, Fix)> {
        let rest = self.patched.text().len().saturating_sub(piece.bytes.end);
        let end = line.clone().map_or(at, |line| line.end.max(at));
        let last_word = self.patched.text().get(..piece.bytes.end).unwrap_or("").trim_end().len();
        let mut best: Option<(usize, PatchedText, Fix)> = None;
        for fix in fixes {
            let mut tried = self.patched.clone();
            if !tried.apply(&fix.edits) {
                continue;
            }
            let stop = tried.text().len().saturating_sub(rest);
            // a bracket is inserted or removed only where one is missing or extra
            let unpaired = |text: &str, stop: usize| count_unpaired(text.get(piece.bytes.start..stop).unwrap_or(""));
            let has_bracket = |text: &str| text.contains(['(', ')', '{', '}']);
            let replaced =
                |edit: &Edit| self.patched.text().get(edit.span.start as usize..edit.span.end as usize).unwrap_or("");
            let brackets = fix.edits.iter().any(|edit| has_bracket(&edit.text) || has_bracket(replaced(edit)));
            if brackets && unpaired(tried.text(), stop) > unpaired(self.patched.text(), piece.bytes.end) {
                continue;
            }
            let read = match find_failure(tried.text(), piece.bytes.start..stop) {
                Some(now) => tried.original(now),
                None if own || !self.has_findings_in(&tried, piece.bytes.start..stop, line.clone()) => usize::MAX,
                None => continue,
            };
            let between = |from: usize| self.original.get(self.patched.original(from)..read);
            let far = if own && fix.safe {
                // something missing at the end of the item would be a second finding for the same tokens
                read > self.patched.original(at) && (read == usize::MAX || read < self.patched.original(last_word))
            } else {
                read == usize::MAX || between(end).is_some_and(has_token)
            };
            match &mut best {
                _ if !far => {}
                Some((most, _, first)) if read == *most && !first.safe => {}
                Some((most, _, first)) if read == *most => first.safe = fix.edits == first.edits,
                Some((most, ..)) if read < *most => {}
                _ => best = Some((read, tried, fix.clone())),
            }
        }
        best.map(|(_, patched, fix)| (patched, fix))
    }

    /// Returns whether parsing a range of a patched text finds mistakes in a line.
    fn has_findings_in(&self, tried: &PatchedText, range: Range<usize>, line: Option<Range<usize>>) -> bool {
        let tokens = lex(tried.text());
        let (mut file, mut names) = (File::nothing(self.id), ParsedNames::default());
        let slips = parse_into(&mut file, &mut names, self.original, tried, &tokens, range).unwrap_or_default();
        let line = line.map(|line| self.in_original(line));
        slips.iter().any(|slip| line.is_none_or(|line| slip.span().start <= line.end && line.start <= slip.span().end))
    }

    /// Returns whether the parser gets further if a range is removed. A mistake right after it would be due to the gap.
    fn parses_without(&self, range: Range<usize>, piece: &Fragment) -> bool {
        let mut tried = self.patched.clone();
        tried.blank(range.clone());
        find_failure(tried.text(), piece.bytes.clone())
            .is_none_or(|now| tried.text().get(range.end..now).is_some_and(has_token))
    }

    /// Blanks tokens, and records what they may have declared.
    fn remove(&mut self, all: &[Token], range: Range<usize>, piece: &Fragment) {
        let tokens = all.get(range.clone()).unwrap_or(&[]);
        let (Some(first), Some(last)) = (tokens.first(), tokens.last()) else { return };
        let range = first.start..last.end;
        let text = self.patched.text();
        let first_of_line = first.start == 0 || text.as_bytes().get(first.start - 1) == Some(&b'\n');
        let is_item = range.start == piece.tokens.start || first_of_line;
        let left = unread::describe_unread(text, tokens, self.in_original(range.clone()), is_item);
        let mut named = unread::make_stand_in(text, tokens, &left, self.id);
        if let Some(item) = &mut named {
            self.restore_spans(item);
        }
        self.file.items.extend(named);
        self.file.unread.push(left);
        self.patched.blank(range);
    }

    /// Maps the names of a stand-in from the patched text to the original.
    fn restore_spans(&self, item: &mut Item) {
        use super::ast::ItemNode::{Neutral, Pieces, Players};
        let names: Vec<&mut Span> = match &mut item.node {
            Players(players) => players.iter_mut().map(|player| &mut player.name.span).collect(),
            Pieces(kinds) | Neutral(kinds) => kinds.iter_mut().map(|kind| &mut kind.name.span).collect(),
            _ => Vec::new(),
        };
        for span in names {
            *span = self.in_original(span.start as usize..span.end as usize);
        }
    }

    fn in_original(&self, range: Range<usize>) -> Span {
        let start = self.patched.original(range.start);
        Span::new(self.id, start, self.patched.original(range.end).max(start))
    }
}

/// Mentions a fix that was found by trial in the finding.
fn mention_fix(finding: &mut Diagnostic, fix: &Fix) {
    let Some((sign, place)) = fix.title.strip_prefix("write ").and_then(|rest| rest.split_once(' ')) else { return };
    if finding.message.starts_with("expected ") && fix.safe {
        finding.message = format!("missing {sign} {place}");
    } else if let Some(help) =
        finding.help.as_mut().filter(|help| help.ends_with("is missing between these two places"))
    {
        *help = format!("a {sign} is missing, probably {place}");
    }
}

/// Returns whether a text has anything but comments.
fn has_token(text: &str) -> bool {
    lex(text).iter().any(|token| !token.is_comment())
}

/// Returns the number of brackets without partners.
fn count_unpaired(text: &str) -> usize {
    let count = |bracket: char| text.matches(bracket).count();
    count('(').abs_diff(count(')')) + count('{').abs_diff(count('}'))
}

/// Returns where parsing a range fails, or `None` if it does not.
fn find_failure(text: &str, range: Range<usize>) -> Option<usize> {
    let error = GameParser::parse(Rule::file, text.get(range.clone())?).err()?;
    Some(range.start + explain::error_offset(&error))
}

/// Splits a text at the keywords that begin items at the beginning of a line. Some of these keywords are also values or
/// statements, or come in the middle of an item: they begin one only if no bracket is open and nothing is incomplete.
fn split_items(text: &str, tokens: &[Token]) -> Vec<Fragment> {
    let mut depth = 0usize;
    let mut heads = vec![(0, 0)];
    for (at, token) in tokens.iter().enumerate() {
        let at_line = token.start == 0 || text.as_bytes().get(token.start - 1) == Some(&b'\n');
        let other = at_line && depth == 0 && token.is_word_of(text, &["board", "language", "players", "var"]);
        // `Board square 8 x 8`: the explanation says that keywords are lowercase
        let capital = at_line && depth == 0 && {
            let word = token.text(text);
            word.starts_with(|first: char| first.is_ascii_uppercase())
                && keywords::ITEMS.contains(&word.to_ascii_lowercase().as_str())
        };
        let other = other || capital || at_line && depth == 0 && is_foreign_item(text, tokens, at);
        let finished = at.checked_sub(1).and_then(|at| tokens.get(at)).is_some_and(|before| match before.kind {
            TokenKind::Sign => before.is(text, ";"),
            TokenKind::Word => !keywords::RESERVED.contains(&before.text(text)) && !before.is(text, "numbered"),
            _ => true,
        });
        if at > 0 && (token.is_head(text) || other && finished) {
            heads.push((at, token.start));
            depth = 0;
        }
        depth = token.depth_after(depth);
    }
    let ends = heads.iter().skip(1).copied().chain([(tokens.len(), text.len())]);
    heads
        .iter()
        .zip(ends)
        .map(|(&(first, start), (end, stop))| Fragment { tokens: first..end, bytes: start..stop })
        .collect()
}

/// Returns whether a token begins an item of another language: `struct X {`, `const N = 8`, `function f(`. Each of them is a mistake of
/// its own.
fn is_foreign_item(text: &str, tokens: &[Token], at: usize) -> bool {
    let is_name = |token: &Token| token.kind == TokenKind::Word && !keywords::is_reserved(token.text(text));
    match tokens.get(at..) {
        Some([word, name, sign, ..]) => {
            is_name(word) && is_name(name) && ["{", "(", "=", ":"].iter().any(|open| sign.is(text, open))
        }
        _ => false,
    }
}
