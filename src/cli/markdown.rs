//! Draws the Markdown of our own pages in a terminal: headings and bold text stand out, code has a color, paragraphs fit the
//! width, tables are aligned.

use anstyle::{AnsiColor, Effects, Style};
use textwrap::core::display_width;
use textwrap::{Options, fill};

const BOLD: Style = Style::new().effects(Effects::BOLD);
const CODE: Style = AnsiColor::Cyan.on_default();
const TITLE: Style = AnsiColor::Green.on_default().effects(Effects::BOLD);

/// The least width of the last column of a table.
const MIN_COLUMN: usize = 24;

/// Returns a page with the control sequences of a terminal of this width.
pub fn draw(page: &str, width: usize) -> String {
    let mut drawn = String::new();
    let mut lines = page.lines().peekable();
    while let Some(line) = lines.next() {
        let text = line.trim_start();
        if text.starts_with("```") {
            for code in lines.by_ref().take_while(|line| !line.trim_start().starts_with("```")) {
                match code.trim_end() {
                    "" => {}
                    code => drawn += &format!("    {CODE}{code}{CODE:#}"),
                }
                drawn.push('\n');
            }
        } else if let Some(title) = text.strip_prefix('#') {
            let style = if title.starts_with('#') { BOLD } else { TITLE };
            drawn += &format!("{style}{}{style:#}\n", without_marks(title.trim_start_matches('#').trim()));
        } else if text.starts_with('|') {
            let mut rows = vec![cells(text)];
            while let Some(row) = lines.next_if(|line| line.trim_start().starts_with('|')) {
                rows.push(cells(row.trim()));
            }
            drawn += &table(&rows, width);
        } else if text.is_empty() {
            drawn.push('\n');
        } else {
            let mut whole = text.to_owned();
            while let Some(more) = lines.next_if(|line| continues(line)) {
                whole.push(' ');
                whole += more.trim();
            }
            let (lead, rest) = split_bullet(&whole);
            let later = " ".repeat(display_width(&lead));
            drawn += &fill(&inline(rest), Options::new(width).initial_indent(&lead).subsequent_indent(&later));
            drawn.push('\n');
        }
    }
    drawn
}

/// Returns whether a line continues the paragraph before it.
fn continues(line: &str) -> bool {
    let text = line.trim_start();
    !(text.is_empty() || text.starts_with(['#', '|']) || text.starts_with("```") || !split_bullet(text).0.is_empty())
}

/// Splits a paragraph into the sign of its list, as it is drawn, and the rest.
fn split_bullet(text: &str) -> (String, &str) {
    if let Some(rest) = text.strip_prefix("- ").or_else(|| text.strip_prefix("* ")) {
        return ("  • ".to_owned(), rest);
    }
    let number = text.bytes().take_while(u8::is_ascii_digit).count();
    match text.get(number..).and_then(|rest| rest.strip_prefix(". ")) {
        Some(rest) if number > 0 => (format!("  {}. ", &text[..number]), rest),
        _ => (String::new(), text),
    }
}

/// Draws the marks within a line: code, bold text, links.
fn inline(text: &str) -> String {
    let mut drawn = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['`', '*', '[', '\\']) {
        let (before, marked) = rest.split_at(at);
        drawn += before;
        let between = |open: &str, close: &str| marked.strip_prefix(open)?.split_once(close);
        let link = between("[", "](").filter(|(name, _)| is_balanced(name));
        let link = link.and_then(|(name, rest)| Some((name, rest.split_once(')')?.1)));
        if let Some((code, after)) = between("`", "`") {
            drawn += &styled(CODE, code);
            rest = after;
        } else if let Some((bold, after)) = between("**", "**") {
            drawn += &styled(BOLD, &inline(bold));
            rest = after;
        } else if let Some((name, after)) = link {
            drawn += &inline(name);
            rest = after;
        } else {
            // an escaped sign, or one that marks nothing
            let skipped = marked.strip_prefix('\\').unwrap_or(marked);
            let sign = skipped.chars().next().map_or(0, char::len_utf8);
            drawn += skipped.get(..sign).unwrap_or("");
            rest = skipped.get(sign..).unwrap_or("");
        }
    }
    drawn + rest
}

/// Returns whether no bracket is closed that the text does not open.
fn is_balanced(text: &str) -> bool {
    let depth = text.chars().try_fold(0u32, |depth, c| match c {
        '[' => depth.checked_add(1),
        ']' => depth.checked_sub(1),
        _ => Some(depth),
    });
    depth.is_some()
}

/// Styles a text word by word, so that wrapping does not carry the style to the indentation of the next line.
fn styled(style: Style, text: &str) -> String {
    text.split(' ').map(|word| format!("{style}{word}{style:#}")).collect::<Vec<_>>().join(" ")
}

/// Removes the marks of a heading.
fn without_marks(text: &str) -> String {
    text.replace(['`', '*'], "")
}

/// Splits a row of a table into its cells. `\|` is a sign in a cell.
fn cells(row: &str) -> Vec<String> {
    let row = row.replace("\\|", "\u{0}");
    let inner = row.trim_start_matches('|').trim_end_matches('|');
    inner.split('|').map(|cell| inline(cell.trim()).replace('\u{0}', "|")).collect()
}

/// Draws a table with aligned columns. The last one is wrapped.
fn table(rows: &[Vec<String>], width: usize) -> String {
    // The rule is right below the title.
    let is_rule =
        |nth: usize, row: &[String]| nth == 1 && row.iter().all(|cell| cell.chars().all(|c| "-: ".contains(c)));
    let rows = rows.iter().enumerate().filter(|(nth, row)| !is_rule(*nth, row));
    let rows: Vec<&Vec<String>> = rows.map(|(_, row)| row).collect();
    let columns = rows.iter().map(|row| row.len()).max().unwrap_or(0);
    let widest =
        |at: usize| rows.iter().filter_map(|row| row.get(at)).map(|cell| display_width(cell)).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(widest).collect();
    let mut drawn = String::new();
    for (nth, row) in rows.iter().enumerate() {
        let mut lead = String::from("  ");
        let Some((last, before)) = row.split_last() else { continue };
        for (cell, width) in before.iter().zip(&widths) {
            lead += cell;
            lead += &" ".repeat(width.saturating_sub(display_width(cell)) + 2);
        }
        let later = " ".repeat(display_width(&lead));
        let room = width.max(later.len() + MIN_COLUMN);
        let last = if nth == 0 { styled(BOLD, last) } else { last.clone() };
        let lead = if nth == 0 { format!("{BOLD}{lead}{BOLD:#}") } else { lead };
        drawn += &fill(&last, Options::new(room).initial_indent(&lead).subsequent_indent(&later));
        drawn.push('\n');
    }
    drawn
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plain(page: &str, width: usize) -> String {
        anstream::adapter::strip_str(&draw(page, width)).to_string()
    }

    #[test]
    fn marks_become_styles() {
        let drawn = draw("# E10: wrong `type`\n\nA **set** of [cells](x.md), `own`.\n", 80);
        assert!(drawn.starts_with(&format!("{TITLE}E10: wrong type{TITLE:#}\n")), "{drawn}");
        assert!(drawn.contains(&format!("A {BOLD}set{BOLD:#} of cells, {CODE}own{CODE:#}.")), "{drawn}");
    }

    #[test]
    fn paragraphs_lists_and_tables_fit_the_width() {
        let page = "One two three\nfour five.\n\n- six seven eight\n  nine ten\n- more\n\n| a | b |\n|---|---|\n| `x \\| y` | one two three four five six |\n\n```game wrong\nboard square 3 x 3\n```\n";
        let expected = "One two three four\nfive.\n\n  • six seven eight\n    nine ten\n  • more\n\n  a      b\n  x | y  one two three four five\n         six\n\n    board square 3 x 3\n";
        assert_eq!(plain(page, 20), expected);
    }

    #[test]
    fn only_the_second_row_is_a_rule() {
        assert_eq!(plain("| a | b |\n|---|---|\n| - | - |\n| x | - |\n", 40), "  a  b\n  -  -\n  x  -\n");
    }

    #[test]
    fn signs_that_mark_nothing_stay() {
        assert_eq!(plain("[a] and [b](x)", 80), "[a] and b\n");
        assert_eq!(plain("2 * 3, a_b, [x, \\*y", 80), "2 * 3, a_b, [x, *y\n");
    }
}
