//! Lists the items of a file: [`outline`].

use super::FileAnalysis;
use super::items::{ItemRange, ItemTokens};
use super::names::item_span;
use crate::source::{SourceId, Span};

/// An item of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutlineItem {
    /// Its keyword: `action`.
    pub keyword: String,
    /// Its name, title or contents; its keyword if it has none.
    pub name: String,
    /// Its parameters, or how it changes an item of the base: `(p: own)`, `replace`.
    pub detail: String,
    /// The whole item.
    pub span: Span,
    /// The span of its name or keyword.
    pub name_span: Span,
}

/// Returns the items of the file, in its order.
pub fn outline(analysis: &FileAnalysis) -> Vec<OutlineItem> {
    let source = SourceId::default();
    let text = analysis.sources().get(source).text;
    let cut = ItemTokens::new(&text);
    let entry = |item: &ItemRange| {
        let place = cut.tokens.get(item.name.unwrap_or(item.head))?;
        let head = cut.head(item);
        let rest =
            cut.tokens.get(item.head).and_then(|word| text.get(word.end..item_span(&cut, item, source).end as usize));
        let rest = rest.unwrap_or("").lines().next().unwrap_or("").trim();
        let name = match (item.name, head) {
            (Some(name), _) => cut.word(name).trim_matches('"'),
            (None, "players" | "piece" | "neutral" | "year" | "language") if !rest.is_empty() => rest,
            _ => head,
        };
        let before = cut.tokens.get(item.first).filter(|_| item.first != item.head);
        let before =
            before.and_then(|first| text.get(first.start..cut.tokens.get(item.head)?.start)).unwrap_or("").trim();
        let takes = item.name.filter(|name| cut.is(name + 1, "(")).and_then(|name| text_in_brackets(&cut, name + 1));
        let board = (head == "board").then(|| rest.split("//").next().unwrap_or("").trim().to_owned());
        let detail = [before.to_owned(), takes.or(board).unwrap_or_default()];
        Some(OutlineItem {
            keyword: head.to_owned(),
            name: name.to_owned(),
            detail: detail.into_iter().filter(|part| !part.is_empty()).collect::<Vec<_>>().join(" "),
            span: item_span(&cut, item, source),
            name_span: Span::new(source, place.start, place.end),
        })
    };
    cut.items.iter().filter_map(entry).collect()
}

/// Returns the text from an opening bracket to its partner, on one line.
fn text_in_brackets(cut: &ItemTokens<'_>, open: usize) -> Option<String> {
    let mut depth = 0usize;
    let close = (open..cut.tokens.len()).find(|at| {
        depth = cut.tokens.get(*at).map_or(depth, |token| token.depth_after(depth));
        depth == 0
    })?;
    let text = cut.text.get(cut.tokens.get(open)?.start..cut.tokens.get(close)?.end)?;
    Some(text.split_whitespace().collect::<Vec<_>>().join(" "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bundled::Bundled;
    use crate::source::Source;

    #[test]
    fn every_item_has_an_entry() {
        let text = "extends \"tiger\" game \"Mine\" replace param gravity = 2\nplayers A, B // x\n\
                    def f(p: cell,\n  q: cell) = 1 also first end { } example \"e\" { } def";
        let mine = FileAnalysis::new(Source::new("mine.game", text), &Bundled, None);
        let entries = outline(&mine);
        let shown: Vec<String> =
            entries.iter().map(|entry| format!("{} {} {}", entry.keyword, entry.name, entry.detail)).collect();
        assert_eq!(
            shown,
            [
                "extends tiger ",
                "game Mine ",
                "param gravity replace",
                "players A, B ",
                "def f (p: cell, q: cell)",
                "end end also first",
                "example e ",
                "def def "
            ]
        );
        assert_eq!(mine.sources().text(entries[4].name_span), "f");
    }
}
