//! Definition, references and renaming: in a file, its bases and its variants.

use super::documents::{AnalyzedFile, Documents};
use super::shapes::{self, error, range};
use boardwright::internals::ide::{self, Role, SymbolId};
use boardwright::source::{SourceId, Span};
use lsp_server::{ErrorCode, ResponseError};
use lsp_types::*;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

fn find_name(documents: &mut Documents, at: &TextDocumentPositionParams) -> Option<(AnalyzedFile, Span, SymbolId)> {
    let file = documents.file(&at.text_document.uri)?;
    let offset = file.text.offset(at.position);
    let word = *file.analysis.names().at(SourceId::default(), offset as u32)?;
    Some((file, word.span, word.symbol()?))
}

/// Returns where a name is declared; at its declaration, where the base declares it; at `extends`, the base.
pub fn definition(documents: &mut Documents, params: GotoDefinitionParams) -> Option<Location> {
    let at = params.text_document_position_params;
    let Some((file, span, id)) = find_name(documents, &at) else {
        let file = documents.file(&at.text_document.uri)?;
        let offset = file.text.offset(at.position) as u32;
        let extends = file.analysis.base_span().filter(|place| place.start <= offset && offset <= place.end);
        let base = extends.and_then(|_| file.analysis.sources().ids().nth(1))?;
        return documents.location(&file.uri, &file.text, &file.analysis, Span { source: base, ..Span::default() });
    };
    let symbol = file.analysis.names().symbol(id);
    let other = symbol.declared.iter().rev().find(|place| **place != span);
    let place = if symbol.place() == span { other.copied().unwrap_or(span) } else { symbol.place() };
    documents.location(&file.uri, &file.text, &file.analysis, place)
}

/// Returns all places of a name.
pub fn references(documents: &mut Documents, params: ReferenceParams) -> Option<Vec<Location>> {
    let (file, _, id) = find_name(documents, &params.text_document_position)?;
    let declared = params.context.include_declaration;
    let (holders, _) = find_files(documents, &file, id);
    let all = find_places(documents, &holders);
    Some(
        all.into_iter()
            .filter(|(_, role)| declared || !matches!(role, Role::Declares(_)))
            .map(|(place, _)| place)
            .collect(),
    )
}

/// Returns the places of a name in the file itself.
pub fn highlights(documents: &mut Documents, params: DocumentHighlightParams) -> Option<Vec<DocumentHighlight>> {
    let (file, _, id) = find_name(documents, &params.text_document_position_params)?;
    let places = file.analysis.names().occurrences_of(id).filter(|word| word.span.source == SourceId::default());
    let highlight = |word: &ide::Occurrence| DocumentHighlight {
        range: range(&file.text, word.span),
        kind: Some(match word.role {
            Role::Declares(_) => DocumentHighlightKind::WRITE,
            _ => DocumentHighlightKind::READ,
        }),
    };
    Some(places.map(highlight).collect())
}

/// Finds the files with a name, the file itself first, and its symbol in each. Also returns whether all files were searched.
fn find_files(documents: &mut Documents, file: &AnalyzedFile, id: SymbolId) -> (Vec<(AnalyzedFile, SymbolId)>, bool) {
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

/// Finds the places of a name in these files.
fn find_places(documents: &Documents, holders: &[(AnalyzedFile, SymbolId)]) -> Vec<(Location, Role)> {
    let mut seen = BTreeSet::new();
    let mut all = Vec::new();
    for (file, id) in holders {
        for word in file.analysis.names().occurrences_of(*id) {
            if seen.insert(key(file, word.span)) {
                let location = documents.location(&file.uri, &file.text, &file.analysis, word.span);
                all.extend(location.map(|location| (location, word.role)));
            }
        }
    }
    all
}

/// Identifies a place across analyses.
fn key(file: &AnalyzedFile, place: Span) -> (String, u32) {
    (file.analysis.sources().get(place.source).name.to_string(), place.start)
}

/// Returns the name to rename at a position.
///
/// Errors with the reason if it cannot be renamed.
pub fn renameable(
    documents: &mut Documents,
    at: TextDocumentPositionParams,
) -> Result<Option<PrepareRenameResponse>, ResponseError> {
    let Some(file) = documents.file(&at.text_document.uri) else { return Ok(None) };
    let offset = file.text.offset(at.position);
    let (span, _) = ide::rename::find_renameable(&file.analysis, offset).map_err(refused)?;
    let placeholder = file.analysis.sources().text(span).to_owned();
    Ok(Some(PrepareRenameResponse::RangeWithPlaceholder { range: range(&file.text, span), placeholder }))
}

/// Returns the edits that rename a name everywhere.
pub fn rename(documents: &mut Documents, params: RenameParams) -> Result<Value, ResponseError> {
    let at = params.text_document_position;
    let Some(file) = documents.file(&at.text_document.uri) else { return Ok(Value::Null) };
    let offset = file.text.offset(at.position);
    let (_, id) = ide::rename::find_renameable(&file.analysis, offset).map_err(refused)?;
    let name = params.new_name;
    let (holders, all) = find_files(documents, &file, id);
    if !all {
        let reason = "the folder has too many variants to search, and some may use the name";
        return Err(refused(reason.to_owned()));
    }
    for (holder, id) in &holders {
        if let Some(reason) = ide::rename::check_name(&holder.analysis, *id, &name) {
            let place = holder.analysis.sources().get(SourceId::default()).name;
            let elsewhere = if holder.uri == file.uri { String::new() } else { format!(" (in {place})") };
            return Err(refused(reason + &elsewhere));
        }
    }
    let mut changes: BTreeMap<String, Vec<TextEdit>> = BTreeMap::new();
    for (place, _) in find_places(documents, &holders) {
        let edit = TextEdit { range: place.range, new_text: name.clone() };
        changes.entry(place.uri.as_str().to_owned()).or_default().push(edit);
    }
    Ok(shapes::workspace_edit(&changes))
}

fn refused(reason: String) -> ResponseError {
    error(ErrorCode::RequestFailed, reason)
}
