//! What a word of a rule file means: [`hover`].

use super::Analysis;
use super::names::{Role, Symbol, SymbolId, SymbolKind};
use super::words::{self, Line};
use crate::source::{SourceId, Span};
use crate::syntax::docs;
use crate::syntax::lex::lex;

/// The most lines of an item that are shown.
const MOST_LINES: usize = 8;

/// What there is to say about a word.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hover {
    /// The word.
    pub span: Span,
    /// What it means, as Markdown.
    pub text: String,
}

/// What the word at a byte of the file means.
pub fn hover(analysis: &Analysis, offset: usize) -> Option<Hover> {
    let word = analysis.names().at(SourceId::default(), offset as u32)?;
    let written = analysis.sources().text(word.span);
    let text = match word.role {
        Role::Declares(id) | Role::Uses(id) => about_symbol(analysis, id),
        Role::Type => {
            let line = words::about_type(written)?;
            format!("`{written}`: {}\n\n*The language: {}*", line.meaning, line.section)
        }
        Role::Keyword | Role::BuiltIn | Role::Unknown => about_word(written)?,
        Role::Cell => "a cell of the board".to_owned(),
        _ => return None,
    };
    Some(Hover { span: word.span, text })
}

/// What the reference says about a word of the language.
pub fn about_word(word: &str) -> Option<String> {
    let lines = words::about(word);
    let said: Vec<String> = lines.iter().map(said).collect();
    let section = &lines.first()?.section;
    Some(format!("{}\n\n*The language: {section}*", said.join("\n\n")))
}

fn said(line: &Line) -> String {
    let usage: Vec<String> = line.usage.iter().map(|usage| format!("`{usage}`")).collect();
    let ty = line.ty.as_ref().map(|ty| format!(": {ty}")).unwrap_or_default();
    match usage.is_empty() {
        true => line.meaning.clone(),
        false => format!("{}{ty}\n\n{}", usage.join(", "), line.meaning),
    }
}

/// What a name of the file is: its declaration, what it holds, and the comment that documents it.
pub fn about_symbol(analysis: &Analysis, id: SymbolId) -> String {
    let symbol = analysis.names().symbol(id);
    let mut parts = vec![format!("```game\n{}\n```", signature(analysis, id))];
    if symbol.kind.is_local() {
        parts.push(format!("{} of `{}`", symbol.kind.describe(), heading(analysis, symbol)));
    }
    // of a name in a rule, the rule's sentence
    parts.extend(Some(documentation(analysis, symbol)).filter(|docs| !docs.is_empty()));
    if symbol.place().source != SourceId::default() {
        let name = analysis.sources().get(symbol.place().source).name;
        parts.push(format!("*from {}*", name.rsplit(['/', '\\']).next().unwrap_or(&name)));
    }
    parts.join("\n\n")
}

/// How a name is declared, on a line or a few, with the type of what it holds.
pub fn signature(analysis: &Analysis, id: SymbolId) -> String {
    let symbol = analysis.names().symbol(id);
    let name = &symbol.name;
    let ty = analysis.type_of(id).map(|ty| ty.word());
    let typed = ty.map(|ty| format!(": {ty}")).unwrap_or_default();
    match symbol.kind {
        SymbolKind::Def | SymbolKind::Var | SymbolKind::Param => {
            let shown = shortened(analysis.sources().text(symbol.item));
            // a type that is not written stands behind the declaration
            match ty {
                Some(ty) if !header(&shown).contains(&format!(": {ty} ")) => format!("{shown}  // {ty}"),
                _ => shown,
            }
        }
        SymbolKind::Action | SymbolKind::Effect | SymbolKind::Always => shortened(analysis.sources().text(symbol.item)),
        SymbolKind::Player => format!("player {name}"),
        SymbolKind::Kind => format!("piece {name}"),
        SymbolKind::Direction => format!("{name}: dir"),
        SymbolKind::Choice => format!("{name}  // {}", symbol.kind.describe()),
        _ => format!("{name}{typed}"),
    }
}

/// An item's comment.
pub fn documentation(analysis: &Analysis, symbol: &Symbol) -> String {
    let source = analysis.sources().get(symbol.item.source);
    let (start, end) = (symbol.item.start as usize, symbol.item.end as usize);
    docs::find_docs(&source.text, &lex(&source.text), start, end)
}

/// The first words of an item: `action move`.
fn heading(analysis: &Analysis, symbol: &Symbol) -> String {
    let text = analysis.sources().text(symbol.item);
    let end = text.find(['(', '{', '=', ':', '\n']).unwrap_or(text.len());
    text.get(..end).unwrap_or("").trim().to_owned()
}

/// What stands before the value of a declaration.
fn header(text: &str) -> &str {
    text.split('=').next().unwrap_or("")
}

/// A text of which only the first lines are shown.
fn shortened(text: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    match lines.get(..MOST_LINES) {
        Some(first) if lines.len() > MOST_LINES => format!("{}\n  ...", first.join("\n")),
        _ => text.to_owned(),
    }
}
