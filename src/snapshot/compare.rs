//! [`changes`]: what has changed between two behaviours, with the section in which each change lies.

use similar::{ChangeTag, DiffOp, DiffTag, TextDiff};
use std::fmt::Write;

/// Unchanged lines shown around a change.
const CONTEXT: usize = 2;

/// The changes from `old` to `new` as a readable diff of at most `limit` places; none if they are the same.
pub fn changes(old: &str, new: &str, limit: usize) -> Option<String> {
    if old == new {
        return None;
    }
    let diff = TextDiff::from_lines(old, new);
    let old_lines: Vec<&str> = old.lines().collect();
    let mut text = String::new();
    let groups = diff.grouped_ops(CONTEXT);
    let mut shown = String::new();
    for group in groups.iter().take(limit) {
        let section = section(&old_lines, start(group));
        if section != shown {
            let _ = writeln!(text, "in {section}");
            shown = section;
        } else {
            let _ = writeln!(text, "  ...");
        }
        for change in group.iter().flat_map(|op| diff.iter_changes(op)) {
            let sign = match change.tag() {
                ChangeTag::Delete => '-',
                ChangeTag::Insert => '+',
                ChangeTag::Equal => ' ',
            };
            let _ = writeln!(text, "  {sign} {}", change.value().trim_end());
        }
    }
    let rest = groups.get(limit..).unwrap_or_default();
    for sections in rest.chunk_by(|a, b| chapter(&old_lines, a) == chapter(&old_lines, b)) {
        let chapter = sections.first().map(|group| chapter(&old_lines, group)).unwrap_or_default();
        let _ = writeln!(text, "and {} more in {chapter}", sections.len());
    }
    Some(text)
}

/// The first line that differs in a place.
fn start(group: &[DiffOp]) -> usize {
    group.iter().find(|op| op.tag() != DiffTag::Equal).map_or(0, |op| op.old_range().start)
}

/// The greatest heading over a place.
fn chapter(lines: &[&str], group: &[DiffOp]) -> String {
    let section = section(lines, start(group));
    section.split(", Ply ").next().unwrap_or_default().to_owned()
}

/// The headings over a line: `A game, Ply 3: Black to move`.
fn section(lines: &[&str], at: usize) -> String {
    let before = lines.iter().take(at + 1).rev();
    let mut headings: Vec<&str> = Vec::new();
    for line in before {
        let Some((level, heading)) = line.split_once(' ').filter(|(level, _)| level.starts_with('#')) else { continue };
        match level {
            "###" if headings.is_empty() => headings.push(heading),
            "##" | "#" => {
                headings.push(heading);
                break;
            }
            _ => {}
        }
    }
    headings.reverse();
    headings.join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_change_says_where_it_is() {
        let old = "# X\n\n## A game\n\n### Ply 0: Black to move\n\na1 b1\n\n### Ply 1: White to move\n\nc1\nd1\n\n## Else\n\nperft 1 = 2\n";
        let new = old.replace("d1", "d2").replace("= 2", "= 3");
        let text = changes(old, &new, 10).unwrap();
        assert!(text.contains("in A game, Ply 1: White to move\n"), "{text}");
        assert!(text.contains("  - d1\n  + d2\n"), "{text}");
        assert!(text.contains("  + perft 1 = 3\n"), "{text}");
        assert_eq!(changes(old, old, 10), None);
    }

    #[test]
    fn many_changes_are_counted_not_shown() {
        let old: String = (0..200).map(|n| format!("line {n}\n\n\n\n\n\n")).collect();
        let new = old.replace("line", "row");
        let (old, new) = (format!("## Lines\n{old}"), format!("## Lines\n{new}"));
        assert!(changes(&old, &new, 3).unwrap().ends_with("and 197 more in Lines\n"));
    }
}
