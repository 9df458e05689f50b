//! Writing SVG: elements, numbers and escaped text.

use std::fmt::Write;

/// The text of a growing picture.
#[derive(Clone, Debug, Default)]
pub(super) struct Xml {
    text: String,
    open: Vec<&'static str>,
}

/// Formats a number with at most two decimals.
pub(super) fn number(n: f64) -> String {
    let text = format!("{n:.2}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    if text == "-0" { "0".into() } else { text.into() }
}

/// Escapes text, between tags and in attributes; removes characters that XML forbids.
pub fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars() {
        match c {
            '&' => out.push_str("&amp;"),
            '<' => out.push_str("&lt;"),
            '>' => out.push_str("&gt;"),
            '"' => out.push_str("&quot;"),
            '\u{0}'..='\u{8}' | '\u{b}' | '\u{c}' | '\u{e}'..='\u{1f}' | '\u{fffe}' | '\u{ffff}' => {}
            c => out.push(c),
        }
    }
    out
}

impl Xml {
    fn indent(&mut self) {
        self.text.extend(std::iter::repeat_n("  ", self.open.len()));
    }

    /// Opens an element; `attributes` is text like `fill="none"`, with safe values.
    pub(super) fn open(&mut self, name: &'static str, attributes: &str) {
        self.indent();
        let _ = writeln!(self.text, "<{}>", head(name, attributes));
        self.open.push(name);
    }

    pub(super) fn close(&mut self) {
        if let Some(name) = self.open.pop() {
            self.indent();
            let _ = writeln!(self.text, "</{name}>");
        }
    }

    /// Writes an element without content.
    pub(super) fn element(&mut self, name: &str, attributes: &str) {
        self.indent();
        let _ = writeln!(self.text, "<{}/>", head(name, attributes));
    }

    /// Writes an element with text, which is escaped.
    pub(super) fn words(&mut self, name: &str, attributes: &str, content: &str) {
        self.indent();
        let _ = writeln!(self.text, "<{}>{}</{name}>", head(name, attributes), escape(content));
    }

    /// Writes text around a center.
    pub(super) fn label(&mut self, x: f64, y: f64, size: f64, attributes: &str, content: &str) {
        // Capitals and digits are about 0.7 of the size high.
        let place = format!("x=\"{}\" y=\"{}\" font-size=\"{}\"", number(x), number(y + 0.35 * size), number(size));
        self.words("text", &format!("{place} text-anchor=\"middle\" {attributes}"), content);
    }

    pub(super) fn circle(&mut self, x: f64, y: f64, r: f64, attributes: &str) {
        let place = format!("cx=\"{}\" cy=\"{}\" r=\"{}\"", number(x), number(y), number(r));
        self.element("circle", &format!("{place} {attributes}"));
    }

    /// Returns the whole text, with all elements closed.
    pub(super) fn finish(mut self) -> String {
        while !self.open.is_empty() {
            self.close();
        }
        self.text
    }
}

fn head(name: &str, attributes: &str) -> String {
    format!("{name} {}", attributes.trim()).trim_end().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        assert_eq!([20.0, 1.5, -0.001, 1.0 / 3.0].map(number), ["20", "1.5", "0", "0.33"]);
    }

    #[test]
    fn text_is_escaped() {
        assert_eq!(escape("a<b> & \"c\"\u{1b}"), "a&lt;b&gt; &amp; &quot;c&quot;");
    }
}
