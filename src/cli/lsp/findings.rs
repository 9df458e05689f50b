//! Findings and failing examples as the editor shows them.

use super::documents::{Document, Documents};
use super::shapes::{self, range, workspace_edit};
use super::wire::Wire;
use boardwright::diagnostic::{Code, Diagnostic, Edit, Fix, Severity};
use boardwright::ide::Analysis;
use boardwright::ide::results::{Failed, Tested};
use boardwright::source::SourceId;
use lsp_types::notification::PublishDiagnostics;
use lsp_types::{
    CodeActionKind, CodeActionParams, CodeDescription, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag,
    NumberOrString, PublishDiagnosticsParams, Range, TextEdit, Uri,
};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The most findings of one file that are shown.
const MOST: usize = 200;

/// Publishes the findings of an open file.
pub fn publish(documents: &mut Documents, uri: &Uri, wire: &mut Wire) {
    documents.mark_published(uri);
    let documents = &*documents;
    let Some(document) = documents.get(uri) else { return };
    let Some(analysis) = document.known() else { return };
    let diagnostics = all(documents, document, analysis);
    let (uri, version) = (uri.clone(), Some(document.version));
    wire.notify::<PublishDiagnostics>(PublishDiagnosticsParams { uri, diagnostics, version });
}

/// All findings of a file.
fn all(documents: &Documents, document: &Document, analysis: &Analysis) -> Vec<lsp_types::Diagnostic> {
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

/// A finding as the editor shows it.
fn finding(
    documents: &Documents,
    document: &Document,
    analysis: &Analysis,
    finding: &Diagnostic,
) -> lsp_types::Diagnostic {
    let place = finding.span();
    let here = place.source == SourceId::default();
    let mut message = finding.message.clone();
    // of the first place the words are a part of the message; what a base is about is shown where it is named
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
        let message = if label.text.is_empty() { "it is about this".to_owned() } else { label.text.clone() };
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

/// A line of an example that does not hold.
fn failure(
    documents: &Documents,
    document: &Document,
    analysis: &Analysis,
    tested: &Tested,
    failed: &Failed,
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

/// Where the file says what it extends.
fn extends(document: &Document, analysis: &Analysis) -> Range {
    range(&document.text, analysis.extends().unwrap_or_default())
}

/// What can be done about the findings in a range, and about all of them that can be mended without asking.
pub fn actions(documents: &mut Documents, params: CodeActionParams) -> Option<Vec<Value>> {
    let analysis = documents.analysis(&params.text_document.uri)?;
    let documents = &*documents;
    let document = documents.get(&params.text_document.uri)?;
    let wanted = |kind: &CodeActionKind| {
        let asked = params.context.only.as_ref();
        asked.is_none_or(|only| only.iter().any(|only| kind.as_str().starts_with(only.as_str())))
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
    // each change is tried, which takes long: that is for those who ask for it, not for every move of the cursor
    if params.context.only.is_some() && wanted(&CodeActionKind::SOURCE_FIX_ALL) && safe {
        let change = shapes::changed_lines(&document.text, &documents.mended(&analysis));
        if let Some(change) = change {
            let edit = workspace_edit(&BTreeMap::from([(document.uri.as_str().to_owned(), vec![change])]));
            let title = "Make all changes that are safe";
            all.push(json!({ "title": title, "kind": CodeActionKind::SOURCE_FIX_ALL, "edit": edit }));
        }
    }
    Some(all)
}

/// Changes as the editor makes them; none if one of them is in a text that stays as it is.
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
