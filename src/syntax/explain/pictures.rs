//! Pictures whose symbols touch: `wbwbw` for `w b w b w`.

use crate::diagnostic::{Code, Diagnostic, Edit};
use crate::source::{SourceId, Span};
use crate::syntax::lex::Token;

/// Explains a `setup` or a `position` whose lines are words of one length, as in boards that are drawn without spaces.
pub(super) fn explain_touching_symbols(text: &str, tokens: &[Token], at: usize, id: SourceId) -> Option<Diagnostic> {
    let mut opens = tokens.windows(2).filter(|pair| match pair {
        [head, open] => head.is_word_of(text, &["setup", "position"]) && open.is(text, "{") && head.start <= at,
        _ => false,
    });
    let open = opens.next_back()?.last()?;
    let inside = text.get(open.end..)?.split('}').next()?;
    let mut rows: Vec<(usize, &str)> = Vec::new();
    let mut start = open.end;
    for line in inside.split_inclusive('\n') {
        let row = line.split("//").next().unwrap_or("").trim();
        if !row.is_empty() {
            rows.push((start + line.len() - line.trim_start().len(), row));
        }
        start += line.len();
    }
    let (_, first) = rows.first()?;
    let length = first.chars().count();
    let is_row = |row: &str| {
        let mut symbols = row.chars();
        row.chars().count() == length && symbols.all(|symbol| symbol.is_alphanumeric() || ".-_*".contains(symbol))
    };
    if rows.len() < 2 || length < 2 || !rows.iter().all(|(_, row)| is_row(row)) || at > start {
        return None;
    }
    let spaced = |row: &str| row.chars().map(String::from).collect::<Vec<String>>().join(" ");
    let place = |(at, row): &(usize, &str)| Span::new(id, *at, at + row.len());
    let edits = rows.iter().map(|row| Edit { span: place(row), text: spaced(row.1) }).collect();
    let finding = Diagnostic::new(Code::E01, place(rows.first()?), "missing spaces between the symbols of the picture");
    let finding = finding.help(format!("write `{}`", spaced(first)));
    Some(finding.edits("insert spaces", edits, true))
}
