//! A sheet as Markdown.

use super::{parts, text};
use crate::sheet::{Block, Point, Sheet};

/// Writes the sheet as Markdown, with the boards in characters.
pub fn markdown(sheet: &Sheet) -> String {
    let mut blocks: Vec<String> = Vec::new();
    for block in &sheet.blocks {
        match block {
            Block::Heading(level, text) => {
                blocks.push(format!("{} {}", "#".repeat(usize::from(*level)), escaped(text)))
            }
            Block::Text(text) => blocks.push(escaped(text)),
            Block::Small(text) => blocks.push(format!("*{}*", escaped(text))),
            Block::List(points) => blocks.push(list(points)),
            Block::Details(_, points) => {
                blocks.push("<details>\n<summary>In detail</summary>".to_owned());
                blocks.push(list(points));
                blocks.push("</details>".to_owned());
            }
            Block::Boards(boards) => {
                blocks.extend(boards.iter().map(|board| format!("```text\n{}```", text::board(board, false))));
            }
        }
    }
    blocks.join("\n\n") + "\n"
}

fn list(points: &[Point]) -> String {
    let mut list = String::new();
    write(points, 0, &mut list);
    list.trim_end().to_owned()
}

fn write(points: &[Point], level: usize, out: &mut String) {
    for point in points {
        *out += &format!("{}- {}\n", "  ".repeat(level), escaped(&point.text));
        write(&point.under, level + 1, out);
    }
}

/// Escapes the characters that Markdown would interpret; code stays code.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for (code, part) in parts(text) {
        if code {
            out += &format!("`{part}`");
            continue;
        }
        for c in part.chars() {
            if matches!(c, '*' | '_' | '<' | '>' | '[' | ']' | '\\' | '#' | '|') {
                out.push('\\');
            }
            out.push(c);
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn markdown_is_escaped_outside_code() {
        assert_eq!(escaped("a*b `c*d` <e>"), "a\\*b `c*d` \\<e\\>");
    }
}
