//! Converts answers of the library to types of the protocol.

use super::text::DocumentText;
use boardwright::internals::ide::completion::{Proposal, ProposalKind};
use boardwright::internals::ide::outline::OutlineItem;
use boardwright::internals::ide::signature::{CallUsage, Signature};
use boardwright::internals::ide::{NameIndex, Role, SymbolKind};
use boardwright::source::{SourceId, Span};
use lsp_server::{ErrorCode, ResponseError};
use lsp_types::*;
use std::collections::BTreeMap;

pub fn error(code: ErrorCode, message: impl Into<String>) -> ResponseError {
    ResponseError { code: code as i32, message: message.into(), data: None }
}

pub fn range(text: &DocumentText, span: Span) -> Range {
    text.range(span.start as usize, span.end as usize)
}

/// Returns an edit of the lines that differ between two texts, or `None` if the texts are equal.
pub fn changed_lines(text: &DocumentText, new: &str) -> Option<TextEdit> {
    let old: &str = text.text();
    if new == old {
        return None;
    }
    let line_start =
        |same: usize, text: &str| text.get(..same).and_then(|same| same.rfind('\n')).map_or(0, |at| at + 1);
    let same = old.bytes().zip(new.bytes()).take_while(|(old, new)| old == new).count();
    let start = line_start(same, new).min(line_start(same, old));
    let (old_rest, new_rest) = (old.get(start..)?, new.get(start..)?);
    let ends = old_rest.bytes().rev().zip(new_rest.bytes().rev()).take_while(|(old, new)| old == new).count();
    // Keep the equal lines at the end.
    let tail = old_rest.as_bytes().get(old_rest.len() - ends..)?;
    let is_whole = |rest: &str| {
        let before = rest.len().checked_sub(ends + 1).and_then(|at| rest.as_bytes().get(at));
        before.is_none_or(|byte| *byte == b'\n')
    };
    let kept = match is_whole(old_rest) && is_whole(new_rest) {
        true => ends,
        false => tail.iter().position(|byte| *byte == b'\n').map_or(0, |at| tail.len() - at - 1),
    };
    let new_text = new_rest.get(..new_rest.len() - kept)?.to_owned();
    Some(TextEdit { range: text.range(start, old.len() - kept), new_text })
}

/// Creates a workspace edit from edits by URI.
pub fn workspace_edit(changes: &BTreeMap<String, Vec<TextEdit>>) -> serde_json::Value {
    serde_json::json!({ "changes": changes })
}

pub fn completion(at: usize, proposal: Proposal) -> CompletionItem {
    let kind = match proposal.kind {
        ProposalKind::Name(kind) => match kind {
            SymbolKind::Param => CompletionItemKind::CONSTANT,
            SymbolKind::Choice | SymbolKind::Player | SymbolKind::Kind | SymbolKind::Direction => {
                CompletionItemKind::ENUM_MEMBER
            }
            SymbolKind::Def => CompletionItemKind::FUNCTION,
            SymbolKind::Effect | SymbolKind::Action => CompletionItemKind::METHOD,
            SymbolKind::Always => CompletionItemKind::EVENT,
            _ => CompletionItemKind::VARIABLE,
        },
        ProposalKind::Keyword => CompletionItemKind::KEYWORD,
        ProposalKind::Word => CompletionItemKind::VALUE,
        ProposalKind::Function => CompletionItemKind::FUNCTION,
        ProposalKind::Type => CompletionItemKind::TYPE_PARAMETER,
        ProposalKind::Cell => CompletionItemKind::UNIT,
        ProposalKind::Base => CompletionItemKind::FILE,
    };
    let docs = MarkupContent { kind: MarkupKind::Markdown, value: proposal.docs };
    CompletionItem {
        label: proposal.text,
        kind: Some(kind),
        detail: Some(proposal.detail).filter(|detail| !detail.is_empty()),
        documentation: Some(Documentation::MarkupContent(docs))
            .filter(|docs| !matches!(docs, Documentation::MarkupContent(docs) if docs.value.is_empty())),
        sort_text: Some(format!("{at:04}")),
        ..CompletionItem::default()
    }
}

/// Converts the signature of a call.
pub fn signature(found: Signature) -> SignatureHelp {
    let usage = |usage: CallUsage| {
        let utf16 = |byte: usize| usage.label.get(..byte).unwrap_or("").encode_utf16().count() as u32;
        let params = usage.params.iter().map(|param| ParameterInformation {
            label: ParameterLabel::LabelOffsets([utf16(param.start), utf16(param.end)]),
            documentation: None,
        });
        let docs = MarkupContent { kind: MarkupKind::Markdown, value: usage.docs };
        SignatureInformation {
            parameters: Some(params.collect()),
            documentation: Some(Documentation::MarkupContent(docs)),
            active_parameter: None,
            label: usage.label,
        }
    };
    SignatureHelp {
        signatures: found.usages.into_iter().map(usage).collect(),
        active_signature: Some(found.active as u32),
        active_parameter: Some(found.argument as u32),
    }
}

/// Converts an item of the outline.
#[allow(deprecated)] // The struct requires the field.
pub fn symbol(text: &DocumentText, entry: OutlineItem) -> DocumentSymbol {
    let kind = match entry.keyword.as_str() {
        "game" | "extends" => lsp_types::SymbolKind::MODULE,
        "param" => lsp_types::SymbolKind::CONSTANT,
        "var" => lsp_types::SymbolKind::VARIABLE,
        "def" => lsp_types::SymbolKind::FUNCTION,
        "effect" | "action" => lsp_types::SymbolKind::METHOD,
        "always" | "end" => lsp_types::SymbolKind::EVENT,
        "players" | "piece" | "neutral" | "legend" => lsp_types::SymbolKind::ENUM,
        "example" => lsp_types::SymbolKind::OBJECT,
        "board" | "setup" | "map" | "look" => lsp_types::SymbolKind::STRUCT,
        _ => lsp_types::SymbolKind::PROPERTY,
    };
    let named = entry.name != entry.keyword;
    let word = if named { format!("{} ", entry.keyword) } else { String::new() };
    let detail = format!("{word}{}", entry.detail).trim_end().to_owned();
    // Editors reject symbols without a name.
    let name = if entry.name.is_empty() { entry.keyword } else { entry.name };
    DocumentSymbol {
        name,
        detail: Some(detail).filter(|detail| !detail.is_empty()),
        kind,
        tags: None,
        deprecated: None,
        range: range(text, entry.span),
        selection_range: range(text, entry.name_span),
        children: None,
    }
}

/// The types of semantic tokens, in the order of their numbers.
pub const TOKEN_TYPES: &[SemanticTokenType] = &[
    SemanticTokenType::KEYWORD,
    SemanticTokenType::TYPE,
    SemanticTokenType::FUNCTION,
    SemanticTokenType::VARIABLE,
    SemanticTokenType::PARAMETER,
    SemanticTokenType::ENUM_MEMBER,
    SemanticTokenType::PROPERTY,
    SemanticTokenType::NUMBER,
    SemanticTokenType::STRING,
    SemanticTokenType::COMMENT,
    SemanticTokenType::OPERATOR,
    SemanticTokenType::METHOD,
];

/// The modifiers of semantic tokens, in the order of their bits.
pub const TOKEN_MODIFIERS: &[SemanticTokenModifier] = &[
    SemanticTokenModifier::DECLARATION,
    SemanticTokenModifier::DEFAULT_LIBRARY,
    SemanticTokenModifier::READONLY,
    SemanticTokenModifier::DOCUMENTATION,
];

const DECLARATION: u32 = 1;
const DEFAULT_LIBRARY: u32 = 2;
const READONLY: u32 = 4;
const DOCUMENTATION: u32 = 8;

/// Returns the semantic tokens of a file, each relative to the previous one.
pub fn semantic_tokens(names: &NameIndex, text: &DocumentText) -> Vec<SemanticToken> {
    let mut tokens = Vec::new();
    let mut last = Position::default();
    for word in names.occurrences(SourceId::default()) {
        let Some((kind, modifiers)) = token(names, word.role) else { continue };
        let kind = TOKEN_TYPES.iter().position(|known| *known == kind).unwrap_or(0) as u32;
        let range = range(text, word.span);
        if range.start.line != range.end.line || range.start == range.end {
            continue;
        }
        let delta_line = range.start.line - last.line;
        let delta_start = if delta_line == 0 { range.start.character - last.character } else { range.start.character };
        let length = range.end.character - range.start.character;
        tokens.push(SemanticToken {
            delta_line,
            delta_start,
            length,
            token_type: kind,
            token_modifiers_bitset: modifiers,
        });
        last = range.start;
    }
    tokens
}

fn token(names: &NameIndex, role: Role) -> Option<(SemanticTokenType, u32)> {
    Some(match role {
        Role::Keyword => (SemanticTokenType::KEYWORD, 0),
        Role::Type => (SemanticTokenType::TYPE, DEFAULT_LIBRARY),
        Role::BuiltIn => (SemanticTokenType::FUNCTION, DEFAULT_LIBRARY),
        Role::Cell => (SemanticTokenType::PROPERTY, READONLY),
        Role::Number => (SemanticTokenType::NUMBER, 0),
        Role::Text | Role::Move => (SemanticTokenType::STRING, 0),
        Role::Sign => (SemanticTokenType::OPERATOR, 0),
        Role::Doc => (SemanticTokenType::COMMENT, DOCUMENTATION),
        Role::Comment => (SemanticTokenType::COMMENT, 0),
        Role::Unknown => return None,
        Role::Declares(id) | Role::Uses(id) => {
            let declared = if matches!(role, Role::Declares(_)) { DECLARATION } else { 0 };
            let (kind, fixed) = match names.symbol(id).kind {
                SymbolKind::Param => (SemanticTokenType::VARIABLE, READONLY),
                SymbolKind::Choice | SymbolKind::Player | SymbolKind::Kind | SymbolKind::Direction => {
                    (SemanticTokenType::ENUM_MEMBER, 0)
                }
                SymbolKind::Var | SymbolKind::Local => (SemanticTokenType::VARIABLE, 0),
                SymbolKind::Def | SymbolKind::Always => (SemanticTokenType::FUNCTION, 0),
                SymbolKind::Effect | SymbolKind::Action => (SemanticTokenType::METHOD, 0),
                SymbolKind::Binder | SymbolKind::Parameter | SymbolKind::Element => (SemanticTokenType::PARAMETER, 0),
            };
            (kind, declared | fixed)
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_lines_that_differ_are_changed() {
        let changed = |old: &str, new: &str| {
            let edit = changed_lines(&DocumentText::new(old), new)?;
            Some((edit.range.start.line, edit.range.end.line, edit.new_text))
        };
        assert_eq!(changed("a\nb\nc\n", "a\nb\nc\n"), None);
        assert_eq!(changed("a\nb\nc\n", "a\nB\nc\n"), Some((1, 2, "B\n".to_owned())));
        assert_eq!(changed("a\nb\n", "a\nx\nb\n"), Some((1, 1, "x\n".to_owned())));
        assert_eq!(changed("a\na\nb", "a\nb"), Some((1, 2, String::new())));
        assert_eq!(changed("é", "è"), Some((0, 0, "è".to_owned())));
        assert_eq!(changed("", "x\n"), Some((0, 0, "x\n".to_owned())));
    }
}
