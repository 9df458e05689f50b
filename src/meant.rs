//! `// meant: W56`: the comment with which an author turns off a warning.
//!
//! The comment is on the line of the warning, or on its own lines directly above. It lists the codes; the reason may follow: `// meant: W52, W56 - the fox has always been stronger`.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Sources;

/// Returns whether a comment turns off a finding. Errors cannot be turned off.
pub fn is_meant(finding: &Diagnostic, sources: &Sources) -> bool {
    if finding.is_error() {
        return false;
    }
    let place = finding.span();
    let text = sources.get(place.source).text;
    let at = (place.start as usize).min(text.len());
    let Some((before, behind)) = text.split_at_checked(at) else { return false };
    let line = before.rfind('\n').map_or(0, |end| end + 1);
    let here = behind.find('\n').map_or(text.len(), |end| at + end);
    let above = before.get(..line).unwrap_or("").lines().rev().map(str::trim_start);
    let above = above.take_while(|line| line.starts_with("//"));
    let own = text.get(line..here).unwrap_or("");
    above.chain([comment(own)]).any(|comment| says(comment, finding.code))
}

/// Returns the comment at the end of a line, or an empty text. `//` in a quoted text, such as an address, starts no comment.
fn comment(line: &str) -> &str {
    let mut quoted = false;
    let start = line.char_indices().find(|(at, sign)| {
        quoted ^= *sign == '"';
        !quoted && line.get(*at..).is_some_and(|rest| rest.starts_with("//"))
    });
    start.and_then(|(at, _)| line.get(at..)).unwrap_or("")
}

/// Returns whether a comment lists a code.
fn says(comment: &str, code: Code) -> bool {
    let Some(said) = comment.trim_start_matches('/').trim_start().strip_prefix("meant:") else { return false };
    let words = said.split(|c: char| c == ',' || c.is_whitespace()).filter(|word| !word.is_empty());
    words.map_while(Code::parse).any(|other| other == code)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{Source, Span};

    fn meant(text: &str) -> bool {
        let mut sources = Sources::new();
        let id = sources.add(Source::new("x.game", text));
        let at = text.find("here").expect("a place");
        is_meant(&Diagnostic::new(Code::W12, Span::new(id, at, at + 4), "x"), &sources)
    }

    #[test]
    fn the_comment_stands_above_or_behind() {
        assert!(meant("// meant: W12\nhere"));
        assert!(meant("// meant: W10, w12 - so it is\n// and more\n  here"));
        assert!(meant("a here b // meant: W12"));
        assert!(meant("/// Docs.\n// meant: W12\nhere"));
        assert!(meant("here \"http://x.org\" // meant: W12"));
        assert!(!meant("// meant: W10\nhere"));
        assert!(!meant("here \"// meant: W12\""));
        assert!(!meant("// meant: W12\n\nhere"));
        assert!(!meant("// we mean W12\nhere"));
        assert!(!meant("here\n// meant: W12"));
    }
}
