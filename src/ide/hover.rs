//! Explains a word of a rule file: [`hover`].

use super::FileAnalysis;
use super::names::{Role, Symbol, SymbolId, SymbolKind};
use super::reference::{self, ReferenceEntry};
use crate::source::{SourceId, Span};
use crate::syntax::docs;
use crate::syntax::lex::lex;

/// The most lines of an item to show.
const MAX_LINES: usize = 8;

/// The explanation of a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// The word.
    pub span: Span,
    /// Its meaning, as Markdown.
    pub text: String,
}

/// Explains the word at a byte of the file.
pub fn hover(analysis: &FileAnalysis, offset: usize) -> Option<Hover> {
    let word = analysis.names().at(SourceId::default(), offset as u32)?;
    let written = analysis.sources().text(word.span);
    let text = match word.role {
        Role::Declares(id) | Role::Uses(id) => describe_symbol(analysis, id),
        Role::Type => {
            let line = reference::about_type(written)?;
            format!("`{written}`: {}\n\n*The language: {}*", line.meaning, line.section)
        }
        Role::Keyword | Role::BuiltIn | Role::Unknown => describe_word(written)?,
        Role::Cell => "cell of the board".to_owned(),
        _ => return None,
    };
    Some(Hover { span: word.span, text })
}

/// Returns what the reference says about a word of the language.
pub fn describe_word(word: &str) -> Option<String> {
    let lines = reference::about(word);
    let entries: Vec<String> = lines.iter().map(format_entry).collect();
    let section = &lines.first()?.section;
    Some(format!("{}\n\n*The language: {section}*", entries.join("\n\n")))
}

fn format_entry(line: &ReferenceEntry) -> String {
    let usage: Vec<String> = line.usage.iter().map(|usage| format!("`{usage}`")).collect();
    let ty = line.ty.as_ref().map(|ty| format!(": {ty}")).unwrap_or_default();
    match usage.is_empty() {
        true => line.meaning.clone(),
        false => format!("{}{ty}\n\n{}", usage.join(", "), line.meaning),
    }
}

/// Describes a name of the file: its declaration, its type and its doc comment.
pub fn describe_symbol(analysis: &FileAnalysis, id: SymbolId) -> String {
    let symbol = analysis.names().symbol(id);
    let mut parts = vec![format!("```game\n{}\n```", signature(analysis, id))];
    if symbol.kind.is_local() {
        parts.push(format!("{} of `{}`", symbol.kind.describe(), heading(analysis, symbol)));
    }
    // a local name has the documentation of its item
    parts.extend(Some(documentation(analysis, symbol)).filter(|docs| !docs.is_empty()));
    if symbol.place().source != SourceId::default() {
        let name = analysis.sources().get(symbol.place().source).name;
        parts.push(format!("*from {}*", name.rsplit(['/', '\\']).next().unwrap_or(&name)));
    }
    parts.join("\n\n")
}

/// Returns the declaration of a name, with its type.
pub fn signature(analysis: &FileAnalysis, id: SymbolId) -> String {
    let symbol = analysis.names().symbol(id);
    let name = &symbol.name;
    let ty = analysis.type_of(id).map(|ty| ty.word());
    let typed = ty.map(|ty| format!(": {ty}")).unwrap_or_default();
    match symbol.kind {
        SymbolKind::Def | SymbolKind::Var | SymbolKind::Param => {
            let shown = shorten(analysis.sources().text(symbol.item));
            // an inferred type follows the declaration
            let declared = shown.split('=').next().unwrap_or("");
            match ty {
                Some(ty) if !declared.contains(&format!(": {ty} ")) => format!("{shown}  // {ty}"),
                _ => shown,
            }
        }
        SymbolKind::Action | SymbolKind::Effect | SymbolKind::Always => shorten(analysis.sources().text(symbol.item)),
        SymbolKind::Player => format!("player {name}"),
        SymbolKind::Kind => format!("piece {name}"),
        SymbolKind::Direction => format!("{name}: dir"),
        SymbolKind::Choice => format!("{name}  // {}", symbol.kind.describe()),
        _ => format!("{name}{typed}"),
    }
}

/// Returns the doc comment of a name's item.
pub fn documentation(analysis: &FileAnalysis, symbol: &Symbol) -> String {
    let source = analysis.sources().get(symbol.item.source);
    let (start, end) = (symbol.item.start as usize, symbol.item.end as usize);
    docs::find_docs(&source.text, &lex(&source.text), start, end)
}

/// Returns the first words of an item: `action move`.
fn heading(analysis: &FileAnalysis, symbol: &Symbol) -> String {
    let text = analysis.sources().text(symbol.item);
    let end = text.find(['(', '{', '=', ':', '\n']).unwrap_or(text.len());
    text.get(..end).unwrap_or("").trim().to_owned()
}

/// Cuts a text after its first lines.
fn shorten(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    match lines.get(..MAX_LINES) {
        Some(first) if lines.len() > MAX_LINES => format!("{}\n  ...", first.join("\n")),
        _ => text.to_owned(),
    }
}
