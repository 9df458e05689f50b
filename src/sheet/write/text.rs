//! A sheet for terminals.

use crate::render::{self, TextStyle};
use crate::sheet::{Block, Diagram, Point, Sheet};
use anstyle::{AnsiColor, Style};
use unicode_width::UnicodeWidthStr;

/// Writes the sheet in lines of at most `width` columns, with colors if `color`.
///
/// A terminal folds nothing, so the details follow at the end.
pub fn text(sheet: &Sheet, width: usize, color: bool) -> String {
    let writer = Writer { width: width.clamp(30, 96), color };
    let mut out = String::new();
    let mut details = String::new();
    for block in &sheet.blocks {
        match block {
            Block::Heading(level, text) => writer.heading(*level, text, &mut out),
            Block::Text(text) => out += &format!("{}\n", writer.paragraph(text, "", "", Style::new())),
            Block::Small(text) => out += &format!("{}\n", writer.paragraph(text, "", "", Style::new().dimmed())),
            Block::List(points) => {
                writer.list(points, 0, &mut out);
                out.push('\n');
            }
            Block::Details(name, points) => {
                writer.heading(3, name, &mut details);
                writer.list(points, 0, &mut details);
                details.push('\n');
            }
            Block::Boards(boards) => out.extend(boards.iter().map(|board| writer.board(board) + "\n")),
        }
    }
    if !details.is_empty() {
        writer.heading(2, "In detail", &mut out);
        out += &details;
    }
    while out.ends_with("\n\n") {
        out.pop();
    }
    out.replace("\n\n\n", "\n\n")
}

/// Draws the board in characters, with its caption. Only the first board has the legend; all boards show the variables.
pub(super) fn board(diagram: &Diagram, color: bool) -> String {
    let drawn = |color| {
        let style = TextStyle { color, last: diagram.last };
        render::text(&diagram.game, &diagram.position, &style)
    };
    let plain = drawn(false);
    let vars: Vec<String> = diagram.game.vars.iter().map(|var| format!("{}: ", var.name)).collect();
    let is_kept = |line: &str| line.starts_with("stacks: ") || vars.iter().any(|var| line.starts_with(var.as_str()));
    let below = plain.lines().position(|line| line.trim().is_empty()).unwrap_or(usize::MAX);
    let kept = |n: usize, line: &str| diagram.legend || n <= below || is_kept(line);
    let text = drawn(color);
    let lines = plain.lines().zip(text.lines()).enumerate().filter(|(n, (plain, _))| kept(*n, plain));
    let mut lines: Vec<&str> = lines.map(|(_, (_, line))| line).collect();
    while lines.last().is_some_and(|line| line.trim().is_empty()) {
        lines.pop();
    }
    let caption = if diagram.caption.is_empty() { String::new() } else { format!("\n{}\n", diagram.caption) };
    format!("{}\n{caption}", lines.join("\n"))
}

struct Writer {
    width: usize,
    color: bool,
}

impl Writer {
    fn heading(&self, level: u8, text: &str, out: &mut String) {
        let style = if level < 3 { Style::new().bold() } else { Style::new().underline() };
        let mark = match level {
            1 => "=",
            2 => "-",
            _ => "",
        };
        if level > 1 {
            out.push('\n');
        }
        *out += &self.paragraph(text, "", "", style);
        if !self.color && !mark.is_empty() {
            *out += &format!("{}\n", mark.repeat(text.width().min(self.width)));
        }
        out.push('\n');
    }

    fn list(&self, points: &[Point], level: usize, out: &mut String) {
        for point in points {
            let indent = "  ".repeat(level + 1);
            *out += &self.paragraph(&point.text, &format!("{}- ", "  ".repeat(level)), &indent, Style::new());
            self.list(&point.under, level + 1, out);
        }
    }

    fn board(&self, diagram: &Diagram) -> String {
        board(diagram, self.color)
            .lines()
            .map(|line| if line.is_empty() { "\n".to_owned() } else { format!("  {line}\n") })
            .collect()
    }

    /// Breaks words into lines; code is colored, or stays between backquotes.
    fn paragraph(&self, text: &str, first: &str, indent: &str, style: Style) -> String {
        let mut out = first.to_owned();
        let mut at = first.width();
        let mut begun = true;
        let code = AnsiColor::Cyan.on_default();
        for (word, codes) in words(text) {
            let shown: String = if self.color {
                let mut shown = String::new();
                for (n, part) in word.split('`').enumerate() {
                    let ink = if (n % 2 == 1) != codes { code } else { style };
                    if !part.is_empty() {
                        shown += &format!("{ink}{part}{ink:#}");
                    }
                }
                shown
            } else {
                word.to_owned()
            };
            let columns = if self.color { word.replace('`', "").width() } else { word.width() };
            if !begun && at + 1 + columns > self.width {
                out.push('\n');
                out += indent;
                at = indent.width();
            } else if !begun {
                out.push(' ');
                at += 1;
            }
            out += &shown;
            at += columns;
            begun = false;
        }
        out.push('\n');
        out
    }
}

/// Splits a text into words, and tells of each whether it begins inside code.
fn words(text: &str) -> impl Iterator<Item = (&str, bool)> {
    let mut inside = false;
    text.split_whitespace().map(move |word| {
        let before = inside;
        if word.matches('`').count() % 2 == 1 {
            inside = !inside;
        }
        (word, before)
    })
}

#[cfg(test)]
mod tests {
    use super::super::parts;
    use super::*;

    #[test]
    fn words_fill_lines_and_code_is_colored() {
        let writer = Writer { width: 20, color: false };
        assert_eq!(
            writer.paragraph("one two `three` four five", "- ", "  ", Style::new()),
            "- one two `three`\n  four five\n"
        );
        let writer = Writer { width: 40, color: true };
        let text = writer.paragraph("a `b c` d", "", "", Style::new());
        assert!(text.contains("\u{1b}[36mb") && !text.contains('`') && text.ends_with("d\n"), "{text:?}");
    }

    #[test]
    fn backquotes_delimit_code() {
        let all: Vec<_> = parts("a `b` c").collect();
        assert_eq!(all, [(false, "a "), (true, "b"), (false, " c")]);
    }
}
