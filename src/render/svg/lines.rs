//! Lines under the board: how texts and rows of pieces are broken.

/// The height of a line, in sizes of its letters.
pub(super) const LINE: f64 = 1.54;

/// Breaks a text into lines of at most this many characters, if its words allow.
pub(super) fn wrap(text: &str, columns: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.chars().count() + 1 + word.chars().count() <= columns => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(word.to_string()),
        }
    }
    lines
}

/// Arranges parts in lines from `left` to `right`, with a gap between two. Each item of a part has its width, and gets its distance
/// from the left. A part is in one line if it fits.
pub(super) fn arrange<T>(
    parts: impl IntoIterator<Item = Vec<(f64, T)>>,
    (left, right): (f64, f64),
    gap: f64,
) -> Vec<Vec<(f64, T)>> {
    let mut lines: Vec<Vec<(f64, T)>> = Vec::new();
    let mut x = left;
    for part in parts {
        let whole: f64 = part.iter().map(|(width, _)| width).sum();
        for (n, (width, item)) in part.into_iter().enumerate() {
            let needs = if n == 0 { whole } else { width };
            if lines.is_empty() || x > left && x + needs > right {
                lines.push(Vec::new());
                x = left;
            }
            if let Some(line) = lines.last_mut() {
                line.push((x, item));
            }
            x += width;
        }
        x += gap;
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_lines_are_wrapped() {
        assert_eq!(wrap("hand: White 9, Black 9", 12), ["hand: White", "9, Black 9"]);
        assert_eq!(wrap("unbreakable", 3), ["unbreakable"]);
    }

    #[test]
    fn parts_are_broken_only_if_a_line_is_too_short_for_them() {
        let parts = |widths: &[&[f64]]| -> Vec<Vec<(f64, usize)>> {
            widths.iter().map(|items| items.iter().copied().zip(0..).collect()).collect()
        };
        let places = |widths| arrange(parts(widths), (1.0, 10.0), 1.0);
        assert_eq!(places(&[&[2.0, 2.0], &[2.0, 3.0]]), [[(1.0, 0), (3.0, 1)], [(1.0, 0), (3.0, 1)]]);
        assert_eq!(places(&[&[6.0, 6.0]]), [[(1.0, 0)], [(1.0, 1)]]);
        assert_eq!(places(&[&[20.0]]), [[(1.0, 0)]]);
    }
}
