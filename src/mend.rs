//! Making the fixes of findings: [`applied`] makes one, [`mended`] all of a file that may be made without asking.

use crate::check::{Bases, Checked, check};
use crate::diagnostic::{Code, Diagnostic, Edit, Fix};
use crate::source::{Source, SourceId, Span, line_end};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::sync::Arc;

/// So many fixes are made in one file at most.
const MOST: usize = 500;

/// A text with a fix made. None if the fix is for another text, or not all its places are in this one.
pub fn applied(text: &str, fix: &Fix) -> Option<String> {
    let mut edits: Vec<_> = fix.edits.iter().collect();
    edits.sort_by_key(|edit| std::cmp::Reverse((edit.span.start, edit.span.end)));
    let line_end = line_end(text);
    let mut text = text.to_owned();
    let mut before = usize::MAX;
    for edit in edits {
        let place = edit.span.start as usize..edit.span.end as usize;
        if edit.span.source != SourceId(0) || place.end > before || text.get(place.clone()).is_none() {
            return None;
        }
        before = place.start;
        text.replace_range(place, &edit.text.replace('\n', line_end));
    }
    Some(text)
}

/// A fix that was made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Made {
    /// The finding that it mends, with its code.
    pub finding: String,
    /// What was done.
    pub title: String,
    /// The line where, from 1, in the text as it was then.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
}

/// What became of a file.
#[derive(Clone, Debug)]
pub struct Mended {
    /// The text with all fixes.
    pub text: Arc<str>,
    /// The fixes, in the order in which they were made.
    pub made: Vec<Made>,
    /// What is still to be said about it.
    pub left: Checked,
}

/// Makes the fixes of a file that are safe, as long as there are any: many at once where they stand apart, fewer if that goes
/// wrong. After each time the file is checked again: a fix that brings another mistake, or does not mend its own, is taken back.
pub fn mended(source: Source, bases: &dyn Bases, settings: &[(String, String)]) -> Mended {
    let mut source = source;
    let mut made = Vec::new();
    let mut left = check(source.clone(), bases, settings);
    let mut refused: BTreeSet<Refused> = BTreeSet::new();
    let mut most = MOST;
    while made.len() < MOST {
        let items = Items::new(&source.text);
        let wanted: Vec<&Diagnostic> =
            apart(&left, &items).filter(|finding| !refused.contains(&Refused::new(finding, &items))).collect();
        let wanted = wanted.get(..wanted.len().min(most).min(MOST - made.len())).unwrap_or(&[]);
        let edits =
            wanted.iter().filter_map(|finding| finding.fix.as_ref()).flat_map(|fix| fix.edits.clone()).collect();
        let all = Fix { title: String::new(), edits, safe: true };
        let better = applied(&source.text, &all).filter(|_| !wanted.is_empty()).and_then(|text| {
            let tried = Source::new(source.name.clone(), text);
            let now = check(tried.clone(), bases, settings);
            are_better(wanted, &left, &now).then_some((tried, now))
        });
        match (better, wanted) {
            (_, []) => break,
            (Some((tried, now)), _) => {
                for finding in wanted {
                    let fix = finding.fix.as_ref();
                    let place = fix.and_then(|fix| fix.edits.first()).map_or(0, |edit| edit.span.start as usize);
                    let (line, column) = source.line_column(place);
                    let title = fix.map(|fix| fix.title.clone()).unwrap_or_default();
                    made.push(Made { finding: key(finding), title, line, column });
                }
                most = most.saturating_mul(2).min(MOST);
                (source, left) = (tried, now);
            }
            (None, [only]) => {
                refused.insert(Refused::new(only, &items));
                most = MOST;
            }
            (None, several) => most = several.len().div_ceil(2),
        }
    }
    Mended { text: source.text, made, left }
}

/// The findings with safe fixes that do not share lines.
fn apart<'c>(checked: &'c Checked, items: &Items<'_>) -> impl Iterator<Item = &'c Diagnostic> {
    let mut taken: BTreeSet<usize> = BTreeSet::new();
    checked.diagnostics.iter().filter(move |finding| {
        let Some(fix) =
            finding.fix.as_ref().filter(|fix| fix.safe && fix.edits.iter().all(|edit| edit.span.source == SourceId(0)))
        else {
            return false;
        };
        let lines: BTreeSet<usize> = fix.edits.iter().flat_map(|edit| items.lines(edit.span)).collect();
        let free = taken.is_disjoint(&lines);
        taken.extend(lines);
        free
    })
}

/// A fix that was refused; as long as its item is as it was, it is not tried again.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Refused {
    finding: String,
    /// Where in the item what would be put in.
    edits: Vec<(usize, String)>,
    item: String,
}

impl Refused {
    fn new(finding: &Diagnostic, items: &Items<'_>) -> Refused {
        let edits = finding.fix.as_ref().map_or(&[][..], |fix| &fix.edits);
        let item = items.item(edits.first().map_or(0, |edit| edit.span.start as usize));
        let place = |edit: &Edit| (edit.span.start as usize).saturating_sub(item.start);
        Refused {
            finding: key(finding),
            edits: edits.iter().map(|edit| (place(edit), edit.text.clone())).collect(),
            item: items.text.get(item).unwrap_or("").to_owned(),
        }
    }
}

/// Where the lines and the items of a text begin.
struct Items<'t> {
    text: &'t str,
    lines: Vec<usize>,
    heads: Vec<usize>,
}

impl<'t> Items<'t> {
    fn new(text: &'t str) -> Items<'t> {
        let lines: Vec<usize> = [0].into_iter().chain(text.match_indices('\n').map(|(at, _)| at + 1)).collect();
        let begins = |at: &usize| {
            text.get(*at..).is_some_and(|line| line.starts_with(|first: char| first.is_ascii_alphabetic()))
        };
        let heads = lines.iter().copied().filter(begins).collect();
        Items { text, lines, heads }
    }

    /// The number of the line in which a byte stands.
    fn line(&self, at: usize) -> usize {
        self.lines.partition_point(|line| *line <= at)
    }

    fn lines(&self, span: Span) -> Range<usize> {
        self.line(span.start as usize)..self.line(span.end as usize) + 1
    }

    /// The item in which a byte stands.
    fn item(&self, at: usize) -> Range<usize> {
        let behind = self.heads.partition_point(|head| *head <= at);
        let start = behind.checked_sub(1).and_then(|last| self.heads.get(last)).copied().unwrap_or(0);
        start..self.heads.get(behind).copied().unwrap_or(self.text.len())
    }
}

/// Whether a finding is gone without another one in its place: there are no more errors than before the fix, and none of those
/// that are new can be one of its own. (What could not be read may have hidden some elsewhere.)
pub fn is_better(finding: &Diagnostic, before: &Checked, now: &Checked) -> bool {
    are_better(&[finding], before, now)
}

fn are_better(findings: &[&Diagnostic], before: &Checked, now: &Checked) -> bool {
    let text = |checked: &Checked| checked.sources.get(SourceId(0)).text.clone();
    let (old_text, new_text) = (text(before), text(now));
    let items = Items::new(&new_text);
    let mut edits: Vec<&Edit> =
        findings.iter().filter_map(|finding| finding.fix.as_ref()).flat_map(|fix| &fix.edits).collect();
    edits.sort_by_key(|edit| edit.span);
    let line_end = line_end(&old_text).len();
    let length = |edit: &Edit| edit.text.len() + edit.text.matches('\n').count() * (line_end - 1);
    // where a place of the old text is in the new one
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
        let line = if span.source == SourceId(0) { items.line(at) } else { 0 };
        (span.source, line, key(finding))
    };
    let old = |finding: &Diagnostic| place(finding, moved(finding.span().start as usize));
    before.diagnostics.iter().for_each(|finding| *counts.entry(old(finding)).or_default() += 1);
    now.diagnostics.iter().for_each(|one| *counts.entry(place(one, one.span().start as usize)).or_default() -= 1);
    let mut gone: BTreeMap<_, isize> = BTreeMap::new();
    findings.iter().for_each(|finding| *gone.entry(old(finding)).or_default() += 1);
    if gone.iter().any(|(place, count)| counts.get(place).is_none_or(|left| left < count)) {
        return false;
    }
    let errors = |found: &mut dyn Iterator<Item = &Diagnostic>| found.filter(|finding| finding.is_error()).count();
    let (old, new) = (errors(&mut before.diagnostics.iter()), errors(&mut now.diagnostics.iter()));
    if new + errors(&mut findings.iter().copied()) <= old {
        return true;
    }
    let edited = findings
        .iter()
        .flat_map(|finding| finding.fix.iter().flat_map(|fix| &fix.edits).map(|edit| (finding.code, edit)));
    let made: Vec<(Code, Range<usize>)> = edited
        .map(|(code, edit)| {
            let end = moved(edit.span.end as usize);
            (code, end.saturating_sub(length(edit))..end)
        })
        .collect();
    // an item that could not be read may have hidden what is wrong with its names and values
    let hidden = |fresh: &Diagnostic| {
        let span = fresh.span();
        let (start, end) = (span.start as usize, span.end as usize);
        let apart = |(code, edit): &(Code, Range<usize>)| {
            let beside = items.lines(span).contains(&items.line(edit.start));
            let meets = start <= edit.end && edit.start <= end;
            match *code {
                Code::E01 => !(meets || beside && fresh.code == Code::E01),
                _ => items.item(edit.start) != items.item(start),
            }
        };
        span.source != SourceId(0) || made.iter().all(apart)
    };
    let fresh = |one: &&Diagnostic| {
        one.is_error() && counts.get(&place(one, one.span().start as usize)).is_some_and(|left| *left < 0)
    };
    new <= old && now.diagnostics.iter().filter(fresh).all(hidden)
}

fn key(finding: &Diagnostic) -> String {
    format!("{}: {}", finding.code, finding.message)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bundled::Bundled;

    fn mend(rules: &str) -> (String, usize, usize) {
        let head = "game \"A\"\nboard square 3 x 3\nplayers White, Black\npiece man\n";
        let mended = mended(Source::new("a.game", format!("{head}{rules}")), &Bundled, &[]);
        (mended.text.strip_prefix(head).unwrap_or("").to_owned(), mended.made.len(), mended.left.diagnostics.len())
    }

    #[test]
    fn safe_fixes_are_made_until_none_is_left() {
        let wrong =
            "acton place(p: empyt) // a comment\n  when ply = 3\n  do put man at p\nend { when stuck(next) draw }\n";
        let right =
            "action place(p: empty) // a comment\n  when ply == 3\n  do put man at p\nend { when stuck(next): draw }\n";
        assert_eq!(mend(wrong), (right.to_owned(), 4, 0));
        // what may be meant otherwise stays
        let open = "action place(p: empty & foo)\n  do put man at p\nend { when stuck(next): draw }\n";
        assert_eq!(mend(open), (open.to_owned(), 0, 1));
    }

    #[test]
    fn what_may_be_meant_otherwise_stays() {
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
            let (text, made, left) = mend(rules);
            assert_eq!((text.as_str(), made), (rules, 0));
            assert!(left > 0, "{rules}");
        }
    }

    #[test]
    fn many_are_made_at_once_and_none_is_lost() {
        let lines = "    if p in own then put man at p\n".repeat(13);
        let rules =
            format!("action a(p: empty)\n  do {{\n{lines}    put man at p\n  }}\nend {{ when stuck(next): draw }}\n");
        let (text, made, left) = mend(&rules);
        assert_eq!((made, left), (13, 0), "{text}");
        assert_eq!(text.matches("if p in own { put man at p }").count(), 13);
    }

    #[test]
    fn places_that_meet_are_refused() {
        let edit = |start, end| Edit { span: Span::new(SourceId(0), start, end), text: "x".to_owned() };
        let fix = |edits| Fix { title: String::new(), edits, safe: true };
        assert_eq!(applied("abc", &fix(vec![edit(0, 1), edit(2, 3)])).as_deref(), Some("xbx"));
        assert_eq!(applied("abc", &fix(vec![edit(0, 2), edit(1, 3)])), None);
        assert_eq!(applied("abc", &fix(vec![edit(2, 9)])), None);
    }
}
