//! Pictures whose symbols touch, or whose rows are separated by slashes: `wbwbw` for `w b w b w`, `wbw/bwb` for two rows.

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
    if at <= open.end + inside.len()
        && let Some(finding) = explain_slashes(inside, open.end, id)
    {
        return Some(finding);
    }
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

/// Explains rows that are separated by `/`, as in a position as one line. Digits are empty cells if that makes the rows equally long.
fn explain_slashes(inside: &str, start: usize, id: SourceId) -> Option<Diagnostic> {
    let lines = inside.lines().map(|line| line.split("//").next().unwrap_or(""));
    let pieces = lines.flat_map(|line| line.split('/').map(str::trim).filter(|row| !row.is_empty()));
    let rows: Vec<String> = pieces.map(|row| row.split_whitespace().collect()).collect();
    let is_symbol = |symbol: char| symbol.is_alphanumeric() || ".-_*".contains(symbol);
    let slashes = inside.replace("//", "").matches('/').count();
    if rows.len() < 2 || slashes + 1 < rows.len() || !rows.iter().all(|row| row.chars().all(is_symbol)) {
        return None;
    }
    let is_even = |rows: &[String]| {
        rows.windows(2)
            .all(|pair| pair.first().map(|row| row.chars().count()) == pair.last().map(|row| row.chars().count()))
    };
    let expand = |row: &String| -> String {
        let cells = |symbol: char| match symbol.to_digit(10) {
            Some(count) => ".".repeat(count as usize),
            None => symbol.to_string(),
        };
        row.chars().map(cells).collect()
    };
    let expanded: Vec<String> = rows.iter().map(expand).collect();
    let rows = [rows, expanded].into_iter().find(|rows| is_even(rows))?;
    let spaced = |row: &String| row.chars().map(String::from).collect::<Vec<String>>().join(" ");
    let first = spaced(rows.first()?);
    let written: String = rows.iter().map(|row| format!("  {}\n", spaced(row))).collect();
    let slash = start + inside.find('/')?;
    let finding =
        Diagnostic::new(Code::E01, Span::new(id, slash, slash + 1), "the rows of a picture are lines, without `/`");
    let help = format!("write each row on a line of its own, with spaces between its symbols: `{first}`");
    let picture = Edit { span: Span::new(id, start, start + inside.len()), text: format!("\n{written}") };
    Some(finding.help(help).edits("write the rows as lines", vec![picture], !inside.contains("//")))
}
