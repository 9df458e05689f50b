//! [`beside()`]: two boards, or any two texts, side by side.

use unicode_width::UnicodeWidthStr;

/// Columns between the two.
const GAP: usize = 4;

/// Puts two texts into two columns, each under its title. Colors (ANSI escapes) take no columns.
///
/// If the two together are wider than `width`, the second follows below the first.
pub fn beside(left: (&str, &str), right: (&str, &str), width: usize) -> String {
    let column = |(title, text): (&str, &str)| -> Vec<String> {
        let lines = text.lines().map(|line| line.trim_end().to_owned());
        [title.to_owned(), String::new()].into_iter().chain(lines).collect()
    };
    let (left, right) = (column(left), column(right));
    let broad = |lines: &[String]| lines.iter().map(|line| display_width(line)).max().unwrap_or(0);
    let (first, second) = (broad(&left), broad(&right));
    let mut text = String::new();
    if first + GAP + second > width {
        for line in left.iter().chain([&String::new()]).chain(&right) {
            text += line;
            text.push('\n');
        }
        return text;
    }
    for n in 0..left.len().max(right.len()) {
        let one = left.get(n).map_or("", String::as_str);
        text += one;
        if let Some(other) = right.get(n).filter(|other| !other.is_empty()) {
            text.extend(std::iter::repeat_n(' ', first - display_width(one) + GAP));
            text += other;
        }
        text.push('\n');
    }
    text
}

/// Returns the number of columns of a line on a screen.
fn display_width(line: &str) -> usize {
    let mut plain = String::with_capacity(line.len());
    let mut rest = line.chars();
    while let Some(c) = rest.next() {
        if c == '\u{1b}' {
            rest.by_ref().find(|c| c.is_ascii_alphabetic());
        } else {
            plain.push(c);
        }
    }
    plain.width()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn escape_sequences_take_no_columns() {
        let text = beside(("as it is", "\u{1b}[31m●\u{1b}[0m .\n. ."), ("as expected", "○ .\n. ."), 80);
        assert_eq!(text, "as it is    as expected\n\n\u{1b}[31m●\u{1b}[0m .         ○ .\n. .         . .\n");
    }

    #[test]
    fn wide_texts_are_stacked() {
        assert_eq!(beside(("one", "a b c"), ("two", "d e f"), 10), "one\n\na b c\n\ntwo\n\nd e f\n");
    }
}
