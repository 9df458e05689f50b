//! Making the fixes of findings: [`applied`] makes one, [`mended`] all of a file that may be made without asking.

use crate::check::{Bases, Checked, check};
use crate::diagnostic::{Diagnostic, Fix};
use crate::source::{Source, SourceId, line_end};
use std::collections::BTreeMap;
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

/// Makes the fixes of a file that are safe, one after another, as long as there are any. After each the file is checked again: a
/// fix that brings another mistake, or does not mend its own, is taken back.
pub fn mended(source: Source, bases: &dyn Bases, settings: &[(String, String)]) -> Mended {
    let mut source = source;
    let mut made = Vec::new();
    let mut left = check(source.clone(), bases, settings);
    let mut refused: Vec<Fix> = Vec::new();
    while made.len() < MOST {
        let wanted = left.diagnostics.iter().find_map(|finding| {
            let fix = finding.fix.as_ref().filter(|fix| fix.safe && !refused.contains(fix))?;
            Some((finding, fix, applied(&source.text, fix)?))
        });
        let Some((finding, fix, text)) = wanted else { break };
        let tried = Source::new(source.name.clone(), text);
        let now = check(tried.clone(), bases, settings);
        if !is_better(finding, &left, &now) {
            refused.push(fix.clone());
            continue;
        }
        let (line, column) = source.line_column(fix.edits.first().map_or(0, |edit| edit.span.start as usize));
        let finding = format!("{}: {}", finding.code, finding.message);
        made.push(Made { finding, title: fix.title.clone(), line, column });
        // places have moved
        refused.clear();
        (source, left) = (tried, now);
    }
    Mended { text: source.text, made, left }
}

/// Whether a finding is gone without another one in its place: every other kind of finding is there as often as before, but that
/// what could not be read may have hidden some.
pub fn is_better(finding: &Diagnostic, before: &Checked, now: &Checked) -> bool {
    let (old, new) = (counted(before), counted(now));
    let of = |counts: &BTreeMap<String, usize>, key: &str| counts.get(key).copied().unwrap_or(0);
    let gone = of(&new, &key(finding)) < of(&old, &key(finding));
    let errors = |checked: &Checked| checked.diagnostics.iter().filter(|finding| finding.is_error()).count();
    let worse = errors(now) > errors(before).saturating_sub(usize::from(finding.is_error()));
    // what could not be read or had no type may have hidden mistakes elsewhere
    let hidden = || {
        let made = finding.fix.as_ref().map(new_places).unwrap_or_default();
        let meets = |one: &Diagnostic| {
            let span = one.span();
            made.iter().any(|place| (span.start as usize) <= place.end && place.start <= span.end as usize)
        };
        let fresh = now.diagnostics.iter().filter(|one| one.is_error() && of(&new, &key(one)) > of(&old, &key(one)));
        fresh.into_iter().all(|one| !meets(one))
    };
    gone && (!worse || hidden())
}

/// Where what a fix puts in stands when it is made.
fn new_places(fix: &Fix) -> Vec<Range<usize>> {
    let mut edits: Vec<_> = fix.edits.iter().collect();
    edits.sort_by_key(|edit| edit.span);
    let mut places: Vec<Range<usize>> = Vec::new();
    let (mut put_in, mut taken) = (0, 0);
    for edit in edits {
        let start = edit.span.start as usize + put_in - taken;
        places.push(start..start + edit.text.len());
        put_in += edit.text.len();
        taken += edit.span.len();
    }
    places
}

fn key(finding: &Diagnostic) -> String {
    format!("{}: {}", finding.code, finding.message)
}

fn counted(checked: &Checked) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for finding in &checked.diagnostics {
        *counts.entry(key(finding)).or_insert(0) += 1;
    }
    counts
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
    fn places_that_meet_are_refused() {
        let edit = |start, end| crate::diagnostic::Edit {
            span: crate::source::Span::new(SourceId(0), start, end),
            text: "x".to_owned(),
        };
        let fix = |edits| Fix { title: String::new(), edits, safe: true };
        assert_eq!(applied("abc", &fix(vec![edit(0, 1), edit(2, 3)])).as_deref(), Some("xbx"));
        assert_eq!(applied("abc", &fix(vec![edit(0, 2), edit(1, 3)])), None);
        assert_eq!(applied("abc", &fix(vec![edit(2, 9)])), None);
    }
}
