//! [`changes`]: the differences between two behavior texts, with the section of each.

use crate::lines::{changed_lines, edits};
use similar::{DiffOp, DiffTag, group_diff_ops};
use std::fmt::Write;

/// Unchanged lines shown around a change.
const CONTEXT: usize = 2;

/// The maximum number of consecutive lines shown with one sign, so that an early end of a recorded game does not list the whole rest.
const MOST_IN_A_ROW: usize = 12;

/// The maximum number of lines shown for one place.
const MOST_OF_A_PLACE: usize = 40;

/// Returns the changes from `old` to `new` as a readable diff of at most `limit` places, or `None` if they are equal.
pub fn changes(old: &str, new: &str, limit: usize) -> Option<String> {
    if old == new {
        return None;
    }
    let [old_lines, new_lines] = [old, new].map(|text| text.lines().collect::<Vec<&str>>());
    let mut text = String::new();
    let groups = group_diff_ops(edits(&old_lines, &new_lines), CONTEXT);
    let mut shown = String::new();
    for group in groups.iter().take(limit) {
        let section = section(&old_lines, start(group));
        if section != shown {
            let _ = writeln!(text, "in {section}");
            shown = section;
        } else {
            let _ = writeln!(text, "  ...");
        }
        let lines: Vec<(char, &str)> = group
            .iter()
            .flat_map(|op| changed_lines(op, &old_lines, &new_lines))
            .map(|(sign, line)| (sign, line.trim_end()))
            .collect();
        place(&mut text, &lines);
    }
    let rest = groups.get(limit..).unwrap_or_default();
    for sections in rest.chunk_by(|a, b| chapter(&old_lines, a) == chapter(&old_lines, b)) {
        let chapter = sections.first().map(|group| chapter(&old_lines, group)).unwrap_or_default();
        let _ = writeln!(text, "and {} more in {chapter}", sections.len());
    }
    Some(text)
}

/// Returns the lines of a place, shortened, with the number of omitted lines.
fn place(text: &mut String, lines: &[(char, &str)]) {
    let mut shown: Vec<String> = Vec::new();
    for run in lines.chunk_by(|a, b| a.0 == b.0) {
        // A remark takes a line itself, so it never replaces a single line.
        let most = if run.len() == MOST_IN_A_ROW + 1 { run.len() } else { MOST_IN_A_ROW };
        shown.extend(run.iter().take(most).map(|(sign, line)| format!("{sign} {line}")));
        if let (Some((sign, _)), Some(left @ 1..)) = (run.first(), run.len().checked_sub(most)) {
            shown.push(format!("{sign} ({left} more lines)"));
        }
    }
    for line in shown.iter().take(MOST_OF_A_PLACE) {
        let _ = writeln!(text, "  {line}");
    }
    if shown.len() > MOST_OF_A_PLACE {
        let _ = writeln!(text, "    (and so on)");
    }
}

/// Returns the first line that differs in a place.
fn start(group: &[DiffOp]) -> usize {
    group.iter().find(|op| op.tag() != DiffTag::Equal).map_or(0, |op| op.old_range().start)
}

/// Returns the top heading of a place.
fn chapter(lines: &[&str], group: &[DiffOp]) -> String {
    let section = section(lines, start(group));
    section.split(", Ply ").next().unwrap_or_default().to_owned()
}

/// Returns the headings of a line: `A game, Ply 3: Black to move`.
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
    fn changes_name_their_section() {
        let old = "# X\n\n## A game\n\n### Ply 0: Black to move\n\na1 b1\n\n### Ply 1: White to move\n\nc1\nd1\n\n## Else\n\nperft 1 = 2\n";
        let new = old.replace("d1", "d2").replace("= 2", "= 3");
        let text = changes(old, &new, 10).unwrap();
        assert!(text.contains("in A game, Ply 1: White to move\n"), "{text}");
        assert!(text.contains("  - d1\n  + d2\n"), "{text}");
        assert!(text.contains("  + perft 1 = 3\n"), "{text}");
        assert_eq!(changes(old, old, 10), None);
    }

    #[test]
    fn long_removals_are_shortened() {
        let followed: String = (0..500).map(|n| format!("> Black plays {n}\n")).collect();
        let text = changes(&format!("## A game\n{followed}"), "## A game\n> it ends here\n", 3).unwrap();
        assert!(text.contains("  - (488 more lines)\n  + > it ends here\n"), "{text}");
        assert!(text.lines().count() < 20, "{text}");
    }

    #[test]
    fn further_changes_are_counted() {
        let old: String = (0..200).map(|n| format!("line {n}\n\n\n\n\n\n")).collect();
        let new = old.replace("line", "row");
        let (old, new) = (format!("## Lines\n{old}"), format!("## Lines\n{new}"));
        assert!(changes(&old, &new, 3).unwrap().ends_with("and 197 more in Lines\n"));
    }
}
