//! Applies the fixes of findings: [`apply`] applies one, [`fix_all`] all safe ones of a file.

use crate::check::{Bases, Checked, check};
use crate::diagnostic::{Code, Diagnostic, Edit, Fix};
use crate::source::{Source, SourceId, Span, line_end};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

/// The most fixes that are applied to one file.
const MAX_FIXES: usize = 500;

/// How many bytes before the end of an edit a syntax error may begin and still be about what follows.
const MARGIN: usize = 2;

/// Applies a fix to a text. Returns `None` if the fix is for another text or one of its edits does not fit.
pub fn apply(text: &str, fix: &Fix) -> Option<String> {
    let mut edits: Vec<_> = fix.edits.iter().collect();
    edits.sort_by_key(|edit| std::cmp::Reverse((edit.span.start, edit.span.end)));
    let line_end = line_end(text);
    let mut text = text.to_owned();
    let mut previous = usize::MAX;
    for edit in edits {
        let range = edit.span.start as usize..edit.span.end as usize;
        if edit.span.source != SourceId(0) || range.end > previous || text.get(range.clone()).is_none() {
            return None;
        }
        previous = range.start;
        text.replace_range(range, &edit.text.replace('\n', line_end));
    }
    Some(text)
}

/// A fix that was applied.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AppliedFix {
    /// The finding that it removed, with its code.
    pub finding: String,
    /// The title of the fix.
    pub title: String,
    /// The line, from 1, in the text before the fix.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

/// A file after its safe fixes.
#[derive(Clone, Debug)]
pub struct Fixed {
    /// The text with all fixes.
    pub text: Arc<str>,
    /// The fixes, in the order in which they were applied.
    pub applied: Vec<AppliedFix>,
    /// The check of the new text.
    pub remaining: Checked,
}

/// Applies the safe fixes of a file until none is left. A fix may show a mistake that was hidden, if that is fixed, too: in the end
/// no error is new. If this fails for all fixes together, each fix has to be better on its own, as [`is_better`] tells.
pub fn fix_all(source: Source, bases: &dyn Bases, settings: &[(String, String)]) -> Fixed {
    let start = check(source.clone(), bases, settings);
    let together = fix_while(source.clone(), start.clone(), bases, settings, are_removed);
    if is_clean(&start, &together) {
        return together;
    }
    fix_while(source, start, bases, settings, are_better)
}

/// Returns whether fixes have left no error that is new, and no error of the syntax after one was fixed.
fn is_clean(start: &Checked, fixed: &Fixed) -> bool {
    let mut old: Vec<String> = start.diagnostics.iter().filter(|finding| finding.is_error()).map(key).collect();
    let remaining = || fixed.remaining.diagnostics.iter().filter(|finding| finding.is_error());
    let is_syntax = fixed.applied.iter().any(|fix| fix.finding.starts_with(Code::E01.name()));
    let is_old = |finding: &Diagnostic| {
        let at = old.iter().position(|old| *old == key(finding));
        at.map(|at| old.swap_remove(at)).is_some()
    };
    !(is_syntax && remaining().any(|finding| finding.code == Code::E01)) && remaining().all(is_old)
}

/// Returns whether the fixes removed their findings and there are not more errors than before.
fn are_removed(findings: &[&Diagnostic], before: &Checked, now: &Checked) -> bool {
    let errors = |checked: &Checked| checked.diagnostics.iter().filter(|finding| finding.is_error()).count();
    let count = |checked: &Checked, finding: &Diagnostic| {
        checked.diagnostics.iter().filter(|other| key(other) == key(finding)).count()
    };
    errors(now) <= errors(before) && findings.iter().all(|finding| count(now, finding) < count(before, finding))
}

/// Applies safe fixes while they are accepted: many at once if they are on different lines, and fewer if that fails. It checks the
/// file again each time.
fn fix_while(
    source: Source,
    start: Checked,
    bases: &dyn Bases,
    settings: &[(String, String)],
    accept: fn(&[&Diagnostic], &Checked, &Checked) -> bool,
) -> Fixed {
    let mut source = source;
    let mut applied = Vec::new();
    let mut remaining = start;
    let mut rejected: BTreeSet<RejectedFix> = BTreeSet::new();
    let mut limit = MAX_FIXES;
    while applied.len() < MAX_FIXES {
        let items = ItemIndex::new(&source.text);
        let candidates: Vec<&Diagnostic> = select_disjoint(&remaining, &items)
            .filter(|finding| !rejected.contains(&RejectedFix::new(finding, &items)))
            .collect();
        let batch = candidates.get(..candidates.len().min(limit).min(MAX_FIXES - applied.len())).unwrap_or(&[]);
        let edits = batch.iter().filter_map(|finding| finding.fix.as_ref()).flat_map(|fix| fix.edits.clone()).collect();
        let combined = Fix { title: String::new(), edits, safe: true };
        let better = apply(&source.text, &combined).filter(|_| !batch.is_empty()).and_then(|text| {
            let new_source = Source::new(source.name.clone(), text);
            let now = check(new_source.clone(), bases, settings);
            accept(batch, &remaining, &now).then_some((new_source, now))
        });
        match (better, batch) {
            (_, []) => break,
            (Some((new_source, now)), _) => {
                for finding in batch {
                    let fix = finding.fix.as_ref();
                    let start = fix.and_then(|fix| fix.edits.first()).map_or(0, |edit| edit.span.start as usize);
                    let (line, column) = source.line_column(start);
                    let title = fix.map(|fix| fix.title.clone()).unwrap_or_default();
                    applied.push(AppliedFix { finding: key(finding), title, line, column });
                }
                limit = limit.saturating_mul(2).min(MAX_FIXES);
                (source, remaining) = (new_source, now);
            }
            (None, [only]) => {
                rejected.insert(RejectedFix::new(only, &items));
                limit = MAX_FIXES;
            }
            (None, several) => limit = several.len().div_ceil(2),
        }
    }
    Fixed { text: source.text, applied, remaining }
}

/// Selects the findings with safe fixes that share no lines.
fn select_disjoint<'c>(checked: &'c Checked, items: &ItemIndex<'_>) -> impl Iterator<Item = &'c Diagnostic> {
    let mut taken: BTreeSet<usize> = BTreeSet::new();
    checked.diagnostics.iter().filter(move |finding| {
        let Some(fix) =
            finding.fix.as_ref().filter(|fix| fix.safe && fix.edits.iter().all(|edit| edit.span.source == SourceId(0)))
        else {
            return false;
        };
        let lines: BTreeSet<usize> = fix.edits.iter().flat_map(|edit| items.lines(edit.span)).collect();
        let is_free = taken.is_disjoint(&lines);
        taken.extend(lines);
        is_free
    })
}

/// A fix that made things worse. It is not tried again until its item changes.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct RejectedFix {
    finding: String,
    /// Each edit's offset in the item and its text.
    edits: Vec<(usize, String)>,
    item: String,
}

impl RejectedFix {
    fn new(finding: &Diagnostic, items: &ItemIndex<'_>) -> RejectedFix {
        let edits = finding.fix.as_ref().map_or(&[][..], |fix| &fix.edits);
        let item = items.item_at(edits.first().map_or(0, |edit| edit.span.start as usize));
        let offset = |edit: &Edit| (edit.span.start as usize).saturating_sub(item.start);
        RejectedFix {
            finding: key(finding),
            edits: edits.iter().map(|edit| (offset(edit), edit.text.clone())).collect(),
            item: items.text.get(item).unwrap_or("").to_owned(),
        }
    }
}

/// The positions where the lines and items of a text begin.
struct ItemIndex<'t> {
    text: &'t str,
    lines: Vec<usize>,
    heads: Vec<usize>,
}

impl<'t> ItemIndex<'t> {
    fn new(text: &'t str) -> ItemIndex<'t> {
        let lines: Vec<usize> = [0].into_iter().chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        let is_head = |at: &usize| {
            text.get(*at..).is_some_and(|line| line.starts_with(|first: char| first.is_ascii_alphabetic()))
        };
        let heads = lines.iter().copied().filter(is_head).collect();
        ItemIndex { text, lines, heads }
    }

    /// Returns the number of the line that contains a byte.
    fn line_at(&self, at: usize) -> usize {
        self.lines.partition_point(|line| *line <= at)
    }

    fn lines(&self, span: Span) -> Range<usize> {
        self.line_at(span.start as usize)..self.line_at(span.end as usize) + 1
    }

    /// Returns the bytes of the item that contains a byte.
    fn item_at(&self, at: usize) -> Range<usize> {
        let next = self.heads.partition_point(|head| *head <= at);
        let start = next.checked_sub(1).and_then(|last| self.heads.get(last)).copied().unwrap_or(0);
        start..self.heads.get(next).copied().unwrap_or(self.text.len())
    }
}

/// Returns whether a fix removed its finding, and no error is new: each one that is left was there before, on the same line. New
/// warnings are accepted. A fix of the syntax must also let the parser read the rest of the item: where it stops again, the text
/// was meant differently.
pub fn is_better(finding: &Diagnostic, before: &Checked, now: &Checked) -> bool {
    are_better(&[finding], before, now)
}

fn are_better(findings: &[&Diagnostic], before: &Checked, now: &Checked) -> bool {
    let text = |checked: &Checked| checked.sources.get(SourceId(0)).text.clone();
    let (old_text, new_text) = (text(before), text(now));
    let items = ItemIndex::new(&new_text);
    let mut edits: Vec<&Edit> =
        findings.iter().filter_map(|finding| finding.fix.as_ref()).flat_map(|fix| &fix.edits).collect();
    edits.sort_by_key(|edit| edit.span);
    let line_end = line_end(&old_text).len();
    let length = |edit: &Edit| edit.text.len() + edit.text.matches('\n').count() * (line_end - 1);
    // Maps a byte of the old text to the new text.
    let moved = |at: usize| {
        let (mut put_in, mut taken) = (0, 0);
        for edit in edits.iter().take_while(|edit| edit.span.end as usize <= at) {
            put_in += length(edit);
            taken += edit.span.len();
        }
        at + put_in - taken
    };
    let mut counts: BTreeMap<(SourceId, usize, String), isize> = BTreeMap::new();
    let place = |finding: &Diagnostic, at: usize| {
        let span = finding.span();
        let line = if span.source == SourceId(0) { items.line_at(at) } else { 0 };
        (span.source, line, key(finding))
    };
    let old = |finding: &Diagnostic| place(finding, moved(finding.span().start as usize));
    let new = |finding: &Diagnostic| place(finding, finding.span().start as usize);
    before.diagnostics.iter().for_each(|finding| *counts.entry(old(finding)).or_default() += 1);
    now.diagnostics.iter().for_each(|finding| *counts.entry(new(finding)).or_default() -= 1);
    let mut gone: BTreeMap<_, isize> = BTreeMap::new();
    findings.iter().for_each(|finding| *gone.entry(old(finding)).or_default() += 1);
    if gone.iter().any(|(place, count)| counts.get(place).is_none_or(|left| left < count)) {
        return false;
    }
    let is_new = |finding: &Diagnostic| counts.get(&new(finding)).is_some_and(|left| *left < 0);
    if now.diagnostics.iter().any(|finding| finding.is_error() && is_new(finding)) {
        return false;
    }
    // An item that stops the parser again after a fix of its syntax was meant differently.
    let is_read = |edit: &Edit| {
        let end = moved(edit.span.end as usize);
        let item = items.item_at(end);
        !now.diagnostics.iter().any(|finding| {
            let at = finding.span().start as usize;
            let (here, source) = (item.contains(&at), finding.span().source);
            finding.code == Code::E01 && source == SourceId(0) && here && at + MARGIN >= end
        })
    };
    let of_syntax = findings.iter().filter(|finding| finding.code == Code::E01);
    of_syntax.filter_map(|finding| finding.fix.as_ref()).flat_map(|fix| &fix.edits).all(is_read)
}

fn key(finding: &Diagnostic) -> String {
    format!("{}: {}", finding.code, finding.message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bundled::Bundled;

    fn fix(rules: &str) -> (String, usize, usize) {
        let head = "game \"A\"\nboard square 3 x 3\nplayers White, Black\npiece man\n";
        let fixed = fix_all(Source::new("a.game", format!("{head}{rules}")), &Bundled, &[]);
        (fixed.text.strip_prefix(head).unwrap_or("").to_owned(), fixed.applied.len(), fixed.remaining.diagnostics.len())
    }

    #[test]
    fn safe_fixes_are_applied_until_none_is_left() {
        let wrong =
            "acton place(p: empyt) // a comment\n  when ply = 3\n  do put man at p\nend { when stuck(next) draw }\n";
        let right =
            "action place(p: empty) // a comment\n  when ply == 3\n  do put man at p\nend { when stuck(next): draw }\n";
        assert_eq!(fix(wrong), (right.to_owned(), 4, 0));
        // a mistake that could mean two things is not fixed
        let open = "action place(p: empty & foo)\n  do put man at p\nend { when stuck(next): draw }\n";
        assert_eq!(fix(open), (open.to_owned(), 0, 1));
    }

    #[test]
    fn ambiguous_mistakes_are_not_fixed() {
        let untouched = [
            "action a(p: empty)\n  do { put man at p; if p in enemy remove p; move p to p }\nend { when stuck(next): draw }\n",
            "var n = 0\naction a(p: empty)\n  do { put man at p if n > 3 n = 0 n += 1 }\nend { when stuck(next): draw }\n",
            "action a(p: empty) do put man at p\nend {\n  next loses when stuck(next) draw when none(empty)\n}\n",
            "action a(p: empty) do put man at p\nend {\n  draw if none(empty) or\n    ply > 30\n}\n",
            "action a(p: empty) do put man at p\nend { when stuck(next): draw }\nexample \"x\" {\n  play a1,\n  legal b2\n}\n",
            "action a(p: empty) do put man at p\nend { when stuck(next): draw }\nexample \"y\" {\n  play\n  result White wins\n}\n",
            "var n = 0\naction a(p: empty) do put man at p\nend { when stuck(next): draw }\nexample \"y\" {\n  set n =\n  White to move\n}\n",
            "action a(p: empty) do put man at p\nend { when stuck(next): draw }\nexample \"y\" {\n  position { man of White at ; man of Black at a1 }\n}\n",
            "action a(p: empty) do put man at p\nend { when stuck(next): draw }\nexample \"x\" { play a1&& b2 }\n",
            "action a(p: empty)\n  when count(p; own) > 2\n  do put man at p\nend { when stuck(next): draw }\n",
            "action a(p: empty)\n  when #own > 2\n  do put man at p\nend { when stuck(next): draw }\n",
        ];
        for rules in untouched {
            let (text, made, left) = fix(rules);
            assert_eq!((text.as_str(), made), (rules, 0));
            assert!(left > 0, "{rules}");
        }
    }

    #[test]
    fn many_fixes_are_applied_at_once() {
        let lines = "    if p in own then put man at p\n".repeat(13);
        let rules =
            format!("action a(p: empty)\n  do {{\n{lines}    put man at p\n  }}\nend {{ when stuck(next): draw }}\n");
        let (text, made, left) = fix(&rules);
        assert_eq!((made, left), (13, 0), "{text}");
        assert_eq!(text.matches("if p in own { put man at p }").count(), 13);
    }

    #[test]
    fn overlapping_edits_are_rejected() {
        let edit = |start, end| Edit { span: Span::new(SourceId(0), start, end), text: "x".to_owned() };
        let fix = |edits| Fix { title: String::new(), edits, safe: true };
        assert_eq!(apply("abc", &fix(vec![edit(0, 1), edit(2, 3)])).as_deref(), Some("xbx"));
        assert_eq!(apply("abc", &fix(vec![edit(0, 2), edit(1, 3)])), None);
        assert_eq!(apply("abc", &fix(vec![edit(2, 9)])), None);
    }
}
