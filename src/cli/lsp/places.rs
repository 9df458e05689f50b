//! Where names are declared and used, and other names for them: across a file, those that it extends, and those that extend it.

use super::documents::{AnalyzedFile, Documents};
use super::shapes::{self, error, range};
use boardwright::ide::{self, Role, SymbolId};
use boardwright::source::{SourceId, Span};
use lsp_server::{ErrorCode, ResponseError};
use lsp_types::*;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The name at a position, with the file that it stands in.
fn named(documents: &mut Documents, at: &TextDocumentPositionParams) -> Option<(AnalyzedFile, Span, SymbolId)> {
    let file = documents.file(&at.text_document.uri)?;
    let offset = file.text.offset(at.position);
    let word = *file.analysis.names().at(SourceId::default(), offset as u32)?;
    Some((file, word.span, word.symbol()?))
}

/// Where a name is declared; at its declaration, where the base declares it. Behind `extends`, the base.
pub fn definition(documents: &mut Documents, params: GotoDefinitionParams) -> Option<Location> {
    let at = params.text_document_position_params;
    let Some((file, span, id)) = named(documents, &at) else {
        let file = documents.file(&at.text_document.uri)?;
        let offset = file.text.offset(at.position) as u32;
        let extends = file.analysis.extends().filter(|place| place.start <= offset && offset <= place.end);
        let base = extends.and_then(|_| file.analysis.sources().ids().nth(1))?;
        return documents.location(&file.uri, &file.text, &file.analysis, Span { source: base, ..Span::default() });
    };
    let symbol = file.analysis.names().symbol(id);
    let other = symbol.declared.iter().rev().find(|place| **place != span);
    let place = if symbol.place() == span { other.copied().unwrap_or(span) } else { symbol.place() };
    documents.location(&file.uri, &file.text, &file.analysis, place)
}

/// All places of a name.
pub fn references(documents: &mut Documents, params: ReferenceParams) -> Option<Vec<Location>> {
    let (file, _, id) = named(documents, &params.text_document_position)?;
    let declared = params.context.include_declaration;
    let (holders, _) = holders(documents, &file, id);
    let all = everywhere(documents, &holders);
    Some(
        all.into_iter()
            .filter(|(_, role)| declared || !matches!(role, Role::Declares(_)))
            .map(|(place, _)| place)
            .collect(),
    )
}

/// The places of a name in the file itself.
pub fn highlights(documents: &mut Documents, params: DocumentHighlightParams) -> Option<Vec<DocumentHighlight>> {
    let (file, _, id) = named(documents, &params.text_document_position_params)?;
    let places = file.analysis.names().places(id).filter(|word| word.span.source == SourceId::default());
    let highlight = |word: &ide::Word| DocumentHighlight {
        range: range(&file.text, word.span),
        kind: Some(match word.role {
            Role::Declares(_) => DocumentHighlightKind::WRITE,
            _ => DocumentHighlightKind::READ,
        }),
    };
    Some(places.map(highlight).collect())
}

/// The files that are known to have a name, each with what it is there; the file itself first. And whether these are all.
fn holders(documents: &mut Documents, file: &AnalyzedFile, id: SymbolId) -> (Vec<(AnalyzedFile, SymbolId)>, bool) {
    let symbol = file.analysis.names().symbol(id);
    let mut files = vec![(file.clone(), id)];
    if !symbol.kind.is_local() {
        let declared: BTreeSet<(String, u32)> = symbol.declared.iter().map(|place| key(file, *place)).collect();
        let Some(relatives) = documents.relatives(file) else { return (files, false) };
        for other in relatives {
            let same = other.analysis.names().symbols().find(|(_, known)| {
                known.name == symbol.name && known.declared.iter().any(|place| declared.contains(&key(&other, *place)))
            });
            let id = same.map(|(id, _)| id);
            files.extend(id.map(|id| (other, id)));
        }
    }
    (files, true)
}

/// The places of a name in these files.
fn everywhere(documents: &Documents, holders: &[(AnalyzedFile, SymbolId)]) -> Vec<(Location, Role)> {
    let mut seen = BTreeSet::new();
    let mut all = Vec::new();
    for (file, id) in holders {
        for word in file.analysis.names().places(*id) {
            if seen.insert(key(file, word.span)) {
                let location = documents.location(&file.uri, &file.text, &file.analysis, word.span);
                all.extend(location.map(|location| (location, word.role)));
            }
        }
    }
    all
}

/// A place, the same for all files that have the text.
fn key(file: &AnalyzedFile, place: Span) -> (String, u32) {
    (file.analysis.sources().get(place.source).name.to_string(), place.start)
}

/// The name at a position that can be changed, or why it cannot.
pub fn renameable(
    documents: &mut Documents,
    at: TextDocumentPositionParams,
) -> Result<Option<PrepareRenameResponse>, ResponseError> {
    let Some(file) = documents.file(&at.text_document.uri) else { return Ok(None) };
    let offset = file.text.offset(at.position);
    let (span, _) = ide::rename::renameable(&file.analysis, offset).map_err(refused)?;
    let placeholder = file.analysis.sources().text(span).to_owned();
    Ok(Some(PrepareRenameResponse::RangeWithPlaceholder { range: range(&file.text, span), placeholder }))
}

/// The changes that give a name another one, everywhere.
pub fn rename(documents: &mut Documents, params: RenameParams) -> Result<Value, ResponseError> {
    let at = params.text_document_position;
    let Some(file) = documents.file(&at.text_document.uri) else { return Ok(Value::Null) };
    let offset = file.text.offset(at.position);
    let (_, id) = ide::rename::renameable(&file.analysis, offset).map_err(refused)?;
    let name = params.new_name;
    let (holders, all) = holders(documents, &file, id);
    if !all {
        let reason = "more variants than can be looked through are in the folder, and some may use the name";
        return Err(refused(reason.to_owned()));
    }
    for (holder, id) in &holders {
        if let Some(reason) = ide::rename::refused(&holder.analysis, *id, &name) {
            let place = holder.analysis.sources().get(SourceId::default()).name;
            let elsewhere = if holder.uri == file.uri { String::new() } else { format!(" (in {place})") };
            return Err(refused(reason + &elsewhere));
        }
    }
    let mut changes: BTreeMap<String, Vec<TextEdit>> = BTreeMap::new();
    for (place, _) in everywhere(documents, &holders) {
        let edit = TextEdit { range: place.range, new_text: name.clone() };
        changes.entry(place.uri.as_str().to_owned()).or_default().push(edit);
    }
    Ok(shapes::workspace_edit(&changes))
}

fn refused(reason: String) -> ResponseError {
    error(ErrorCode::RequestFailed, reason)
}
