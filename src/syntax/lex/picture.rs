//! Detects a picture in the braces of a `setup` or `position`, and where it ends.

use super::{Token, TokenKind, is_space};

/// Returns where the contents of a picture would end: at the closing brace or, if that is missing, where the next item begins.
pub(super) fn layout_end(source: &str, start: usize) -> Option<usize> {
    let mut comment = false;
    let bytes = source.as_bytes();
    for (at, byte) in bytes.iter().enumerate().skip(start) {
        match byte {
            b'\n' => {
                comment = false;
                let line = source.get(at + 1..).unwrap_or("");
                let length = line.bytes().take_while(u8::is_ascii_alphanumeric).count();
                if (Token { kind: TokenKind::Word, start: at + 1, end: at + 1 + length }).is_head(source) {
                    return Some(at);
                }
            }
            _ if comment => {}
            b'/' => comment = bytes.get(at + 1) == Some(&b'/'),
            b'}' => return Some(at),
            b'{' | b'"' => return None,
            _ => {}
        }
    }
    Some(source.len())
}

/// Returns whether the contents of a layout are a picture: single characters, or, by mistake, rows without spaces.
pub(super) fn is_picture(contents: &str) -> bool {
    let lines: Vec<&str> = contents.lines().map(|line| line.split("//").next().unwrap_or("")).collect();
    let symbols = || lines.iter().flat_map(|line| line.split(is_space)).filter(|symbol| !symbol.is_empty());
    if symbols().next().is_none() {
        return false;
    }
    if symbols().all(|symbol| symbol.chars().count() == 1) {
        return true;
    }
    // the dots of a range are in the middle: `1..2`
    let worded = symbols().any(|symbol| matches!(symbol, "at" | "of") || symbol.contains('('));
    let row = |symbol: &str| symbol.starts_with('.') || symbol.ends_with('.');
    !worded && (symbols().any(row) || symbols().filter(|symbol| symbol.contains('.')).count() > 1)
}
