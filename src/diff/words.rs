//! [`Changed`]: the old and new lines of an item, with the changed words marked.

use super::item::{SpacedLine, SpacedWord};
use crate::lines::edits;
use serde::Serialize;
use similar::DiffTag;

/// Unchanged lines shown around a change.
const CONTEXT: usize = 3;

/// The side that has a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Sign {
    /// Both games.
    Both,
    /// Only the first game.
    A,
    /// Only the second game.
    B,
    /// Unchanged lines are omitted here.
    Left,
}

/// A part of a line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ChangedPart {
    /// The text.
    pub text: String,
    /// Whether the other side differs here.
    pub changed: bool,
}

/// A line of one side or of both.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Changed {
    /// The side.
    pub sign: Sign,
    /// The parts.
    pub parts: Vec<ChangedPart>,
}

/// Merges the lines of both sides; equal lines appear once.
pub(super) fn diff_lines(old: &[SpacedLine], new: &[SpacedLine]) -> Vec<Changed> {
    let plain = |lines: &[SpacedLine]| -> Vec<Vec<String>> {
        lines.iter().map(|line| line.iter().map(|word| word.text.clone()).collect()).collect()
    };
    let ops = edits(&plain(old), &plain(new));
    let mut lines = Vec::new();
    for op in &ops {
        let (tag, before, after) = op.as_tag_tuple();
        let (before, after) = (old.get(before).unwrap_or(&[]), new.get(after).unwrap_or(&[]));
        match tag {
            DiffTag::Equal => {
                lines.extend(after.iter().map(|line| Changed { sign: Sign::Both, parts: parts(line, &[]) }))
            }
            DiffTag::Delete => lines.extend(mark_side(Sign::A, before)),
            DiffTag::Insert => lines.extend(mark_side(Sign::B, after)),
            DiffTag::Replace => lines.extend(diff_words(before, after)),
        }
    }
    around(lines)
}

pub(super) fn mark_side(sign: Sign, lines: &[SpacedLine]) -> Vec<Changed> {
    lines.iter().map(|line| Changed { sign, parts: parts(line, &[]) }).collect()
}

/// Marks lines that replace others, with the changed words if most words are the same.
fn diff_words(old: &[SpacedLine], new: &[SpacedLine]) -> Vec<Changed> {
    let words =
        |lines: &[SpacedLine]| -> Vec<String> { lines.iter().flatten().map(|word| word.text.clone()).collect() };
    let (before, after) = (words(old), words(new));
    let (mut changed_before, mut changed_after) = (vec![true; before.len()], vec![true; after.len()]);
    let mut same = 0;
    for op in edits(&before, &after) {
        let (tag, before, after) = op.as_tag_tuple();
        if tag == DiffTag::Equal {
            same += before.len();
            changed_before.iter_mut().skip(before.start).take(before.len()).for_each(|changed| *changed = false);
            changed_after.iter_mut().skip(after.start).take(after.len()).for_each(|changed| *changed = false);
        }
    }
    // If hardly a word is the same, all lines are new and marks do not help.
    if 3 * same < before.len().max(after.len()) {
        changed_before.fill(false);
        changed_after.fill(false);
    }
    let mut lines = Vec::new();
    for (sign, side, marks) in [(Sign::A, old, changed_before), (Sign::B, new, changed_after)] {
        let mut marks = marks.as_slice();
        for line in side {
            let (these, rest) = marks.split_at_checked(line.len()).unwrap_or((marks, &[]));
            lines.push(Changed { sign, parts: parts(line, these) });
            marks = rest;
        }
    }
    lines
}

/// Splits a line into parts; adjacent words with the same mark form one part.
fn parts(line: &[SpacedWord], marks: &[bool]) -> Vec<ChangedPart> {
    let mut parts: Vec<ChangedPart> = Vec::new();
    for (n, word) in line.iter().enumerate() {
        let changed = marks.get(n).copied().unwrap_or(false);
        let spaces = " ".repeat(word.spaces);
        match parts.last_mut() {
            Some(last) if last.changed == changed => last.text += &format!("{spaces}{}", word.text),
            // A space between the two is not a change.
            Some(last) if !last.changed => {
                last.text += &spaces;
                parts.push(ChangedPart { text: word.text.clone(), changed });
            }
            _ if changed => {
                parts.extend((!spaces.is_empty()).then_some(ChangedPart { text: spaces, changed: false }));
                parts.push(ChangedPart { text: word.text.clone(), changed });
            }
            _ => parts.push(ChangedPart { text: format!("{spaces}{}", word.text), changed }),
        }
    }
    parts
}

/// Omits lines that are far from every change, except the first line, which names the item.
fn around(lines: Vec<Changed>) -> Vec<Changed> {
    let at: Vec<usize> =
        (0..lines.len()).filter(|n| lines.get(*n).is_some_and(|line| line.sign != Sign::Both)).collect();
    let near = |n: usize| n == 0 || at.iter().any(|change| change.abs_diff(n) <= CONTEXT);
    let mut shown: Vec<Changed> = Vec::new();
    for (n, line) in lines.into_iter().enumerate() {
        if near(n) {
            shown.push(line);
        } else if shown.last().is_none_or(|last| last.sign != Sign::Left) {
            shown.push(Changed { sign: Sign::Left, parts: Vec::new() });
        }
    }
    shown
}

impl Changed {
    /// Returns the text of the line.
    pub fn text(&self) -> String {
        self.parts.iter().map(|part| part.text.as_str()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(text: &str) -> Vec<SpacedLine> {
        let word = |text: &str| SpacedWord { spaces: 1, text: text.to_owned() };
        text.split('\n').map(|line| line.split(' ').map(word).collect()).collect()
    }

    #[test]
    fn changed_words_are_marked() {
        let shown = diff_lines(&lines("a b\nwhen x > y\nz"), &lines("a b\nwhen x >= y\nz"));
        let marked: Vec<(Sign, Vec<&str>)> = shown
            .iter()
            .map(|line| (line.sign, line.parts.iter().filter(|part| part.changed).map(|part| &*part.text).collect()))
            .collect();
        assert_eq!(marked, [(Sign::Both, vec![]), (Sign::A, vec![">"]), (Sign::B, vec![">="]), (Sign::Both, vec![])]);
        assert_eq!(shown[2].text(), " when x >= y");
    }

    #[test]
    fn distant_lines_are_omitted() {
        let many: String = (0..20).map(|n| format!("{n}\n")).collect();
        let shown = diff_lines(&lines(&format!("head\n{many}old")), &lines(&format!("head\n{many}new")));
        let signs: Vec<Sign> = shown.iter().map(|line| line.sign).collect();
        use Sign::*;
        assert_eq!(signs, [Both, Left, Both, Both, Both, A, B]);
    }
}
