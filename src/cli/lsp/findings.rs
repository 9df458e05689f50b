//! Findings and failed examples as LSP diagnostics, and their fixes.

use super::documents::{Document, Documents};
use super::shapes::{self, range, workspace_edit};
use super::wire::Wire;
use boardwright::diagnostic::{Code, Diagnostic, Edit, Fix, Severity};
use boardwright::ide::Analysis;
use boardwright::ide::results::{ExampleResult, FailedLine};
use boardwright::source::SourceId;
use lsp_types::notification::PublishDiagnostics;
use lsp_types::{
    CodeActionKind, CodeActionParams, CodeDescription, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag,
    NumberOrString, PublishDiagnosticsParams, Range, TextEdit, Uri,
};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The most findings that are published for a file.
const MOST: usize = 200;

/// Publishes the findings of an open file.
pub fn publish(documents: &mut Documents, uri: &Uri, wire: &mut Wire) {
    documents.mark_published(uri);
    let documents = &*documents;
    let Some(document) = documents.get(uri) else { return };
    let Some(analysis) = document.known() else { return };
    let diagnostics = collect(documents, document, analysis);
    let (uri, version) = (uri.clone(), Some(document.version));
    wire.notify::<PublishDiagnostics>(PublishDiagnosticsParams { uri, diagnostics, version });
}

/// Collects all findings of a file.
fn collect(documents: &Documents, document: &Document, analysis: &Analysis) -> Vec<lsp_types::Diagnostic> {
    let found = analysis.findings().iter().take(MOST).map(|one| finding(documents, document, analysis, one));
    let tested =
        document.tested.iter().flatten().flat_map(|one| one.failures.iter().flatten().map(move |failed| (one, failed)));
    let failed = tested.take(MOST).map(|(one, failed)| failure(documents, document, analysis, one, failed));
    let unreached = document.unreached.iter().take(MOST).map(|mark| lsp_types::Diagnostic {
        range: range(&document.text, mark.span),
        severity: Some(DiagnosticSeverity::HINT),
        code: Some(NumberOrString::String("coverage".to_owned())),
        source: Some("boardwright".to_owned()),
        message: format!("{} in an example or the snapshot", mark.missing),
        ..lsp_types::Diagnostic::default()
    });
    found.chain(failed).chain(unreached).collect()
}

/// Converts a finding.
fn finding(
    documents: &Documents,
    document: &Document,
    analysis: &Analysis,
    finding: &Diagnostic,
) -> lsp_types::Diagnostic {
    let place = finding.span();
    let here = place.source == SourceId::default();
    let mut message = finding.message.clone();
    // The text of the first label is part of the message; a finding in a base is shown at `extends`.
    let first =
        finding.labels.first().map(|label| label.text.as_str()).filter(|text| !text.is_empty() && *text != message);
    if !here {
        let name = analysis.sources().get(place.source).name;
        message = format!("in {}: {message}", name.rsplit(['/', '\\']).next().unwrap_or(&name));
    }
    if let Some(text) = first {
        message += &format!(" ({text})");
    }
    if let Some(help) = &finding.help {
        message += &format!("\nhelp: {help}");
    }
    let others = finding.labels.iter().enumerate().filter(|(at, _)| *at > 0 || !here);
    let related = others.filter_map(|(_, label)| {
        let location = documents.location(&document.uri, &document.text, analysis, label.span)?;
        let message = if label.text.is_empty() { "related".to_owned() } else { label.text.clone() };
        Some(DiagnosticRelatedInformation { location, message })
    });
    let severity = match finding.code.severity() {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
    };
    lsp_types::Diagnostic {
        range: if here { range(&document.text, place) } else { extends(document, analysis) },
        severity: Some(severity),
        code: Some(NumberOrString::String(finding.code.to_string())),
        code_description: documents.program_files.page(finding.code).map(|href| CodeDescription { href }),
        source: Some("boardwright".to_owned()),
        message,
        related_information: Some(related.collect::<Vec<_>>()).filter(|all| !all.is_empty()),
        tags: (finding.code == Code::W10).then(|| vec![DiagnosticTag::UNNECESSARY]),
        data: None,
    }
}

/// Converts a failed line of an example.
fn failure(
    documents: &Documents,
    document: &Document,
    analysis: &Analysis,
    tested: &ExampleResult,
    failed: &FailedLine,
) -> lsp_types::Diagnostic {
    let related = failed.fault.as_ref().and_then(|(place, message)| {
        let location = documents.location(&document.uri, &document.text, analysis, *place)?;
        Some(vec![DiagnosticRelatedInformation { location, message: message.clone() }])
    });
    lsp_types::Diagnostic {
        range: range(&document.text, failed.span),
        severity: Some(DiagnosticSeverity::ERROR),
        code: Some(NumberOrString::String("example".to_owned())),
        source: Some("boardwright".to_owned()),
        message: format!("{}\nin the example \"{}\"", failed.message, tested.title),
        related_information: related,
        ..lsp_types::Diagnostic::default()
    }
}

/// Returns the range of `extends`.
fn extends(document: &Document, analysis: &Analysis) -> Range {
    range(&document.text, analysis.base_span().unwrap_or_default())
}

/// Returns the fixes for the findings in a range, and the action that applies all safe fixes.
pub fn actions(documents: &mut Documents, params: CodeActionParams) -> Option<Vec<Value>> {
    let analysis = documents.analysis(&params.text_document.uri)?;
    let documents = &*documents;
    let document = documents.get(&params.text_document.uri)?;
    let wanted = |kind: &CodeActionKind| {
        let requested = params.context.only.as_ref();
        requested.is_none_or(|only| only.iter().any(|only| kind.as_str().starts_with(only.as_str())))
    };
    let touches = |range: &Range| range.start <= params.range.end && params.range.start <= range.end;
    let changes = |edits: &[Edit]| changes(documents, document, &analysis, edits);
    let mut all = Vec::new();
    if wanted(&CodeActionKind::QUICKFIX) {
        let found = analysis.findings().iter().take(MOST);
        let found = found.filter_map(|one| Some((finding(documents, document, &analysis, one), one.fix.as_ref()?)));
        let tested = document.tested.iter().flatten();
        let failed = tested.flat_map(|one| one.failures.iter().flatten().map(move |failed| (one, failed)));
        let failed = failed.filter_map(|(one, failed)| {
            Some((failure(documents, document, &analysis, one, failed), failed.fix.as_ref()?))
        });
        for (shown, fix) in found.chain(failed).filter(|(shown, _)| touches(&shown.range)) {
            let Fix { title, edits, safe } = fix;
            all.extend(changes(edits).map(|edit| {
                let kind = CodeActionKind::QUICKFIX;
                json!({ "title": title, "kind": kind, "diagnostics": [shown], "isPreferred": safe, "edit": edit })
            }));
        }
    }
    let safe = analysis.findings().iter().any(|found| found.fix.as_ref().is_some_and(|fix| fix.safe));
    // Trying every fix is slow, so do it only on request, not whenever the cursor moves.
    if params.context.only.is_some() && wanted(&CodeActionKind::SOURCE_FIX_ALL) && safe {
        let change = shapes::changed_lines(&document.text, &documents.apply_safe_fixes(&analysis));
        if let Some(change) = change {
            let edit = workspace_edit(&BTreeMap::from([(document.uri.as_str().to_owned(), vec![change])]));
            let title = "Apply all safe fixes";
            all.push(json!({ "title": title, "kind": CodeActionKind::SOURCE_FIX_ALL, "edit": edit }));
        }
    }
    Some(all)
}

/// Converts edits, or returns `None` if one of them is in a bundled game.
fn changes(documents: &Documents, document: &Document, analysis: &Analysis, edits: &[Edit]) -> Option<Value> {
    let mut files: BTreeMap<String, Vec<TextEdit>> = BTreeMap::new();
    for edit in edits {
        if boardwright::bundled::is_bundled(&analysis.sources().get(edit.span.source)) {
            return None;
        }
        let place = documents.location(&document.uri, &document.text, analysis, edit.span)?;
        let edit = TextEdit { range: place.range, new_text: edit.text.clone() };
        files.entry(place.uri.as_str().to_owned()).or_default().push(edit);
    }
    Some(workspace_edit(&files))
}
