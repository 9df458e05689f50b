//! Findings and failed examples as LSP diagnostics, and their fixes.

use super::documents::{Document, Documents};
use super::shapes::{self, range, workspace_edit};
use super::speed;
use super::wire::Wire;
use boardwright::diagnostic::{Code, Diagnostic, Edit, Fix, Severity};
use boardwright::internals::ide::FileAnalysis;
use boardwright::internals::ide::results::{ExampleResult, FailedLine};
use boardwright::internals::ide::speed::SpeedHint;
use boardwright::source::{SourceId, Span};
use lsp_types::notification::PublishDiagnostics;
use lsp_types::{
    CodeActionKind, CodeActionParams, CodeDescription, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag,
    Location, NumberOrString, PublishDiagnosticsParams, Range, TextEdit, Uri,
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
    let diagnostics = View { documents, document, analysis }.collect();
    let (uri, version) = (uri.clone(), Some(document.version));
    wire.notify::<PublishDiagnostics>(PublishDiagnosticsParams { uri, diagnostics, version });
}

/// An open file with its analysis.
struct View<'a> {
    documents: &'a Documents,
    document: &'a Document,
    analysis: &'a FileAnalysis,
}

impl<'a> View<'a> {
    /// Collects all findings of the file.
    fn collect(&self) -> Vec<lsp_types::Diagnostic> {
        let found = self.analysis.findings().iter().take(MOST).map(|one| self.finding(one));
        let failed = self.failures().take(MOST).map(|(one, failed)| self.failure(one, failed));
        let unreached = self.document.unreached.iter().take(MOST).map(|mark| lsp_types::Diagnostic {
            range: self.range(mark.span),
            severity: Some(DiagnosticSeverity::HINT),
            code: Some(NumberOrString::String("coverage".to_owned())),
            source: Some("boardwright".to_owned()),
            message: format!("{} in an example or the snapshot", mark.missing),
            ..lsp_types::Diagnostic::default()
        });
        let slow = self.document.speed.hints().iter().map(|hint| self.slow_place(hint));
        found.chain(failed).chain(unreached).chain(slow).collect()
    }

    /// Returns the failed lines of examples.
    fn failures(&self) -> impl Iterator<Item = (&'a ExampleResult, &'a FailedLine)> {
        let tested = self.document.tested.iter().flatten();
        tested.flat_map(|one| one.failures.iter().flatten().map(move |failed| (one, failed)))
    }

    fn range(&self, span: Span) -> Range {
        range(&self.document.text, span)
    }

    fn location(&self, span: Span) -> Option<Location> {
        self.documents.location(&self.document.uri, &self.document.text, self.analysis, span)
    }

    /// Returns the range of a place, and what to write before its message: a place in a base is shown at `extends`.
    fn describe_place(&self, place: Span) -> (Range, String) {
        if place.source == SourceId::default() {
            return (self.range(place), String::new());
        }
        let name = self.analysis.sources().get(place.source).name;
        let name = name.rsplit(['/', '\\']).next().unwrap_or(&name);
        (self.range(self.analysis.base_span().unwrap_or_default()), format!("in {name}: "))
    }

    fn finding(&self, finding: &Diagnostic) -> lsp_types::Diagnostic {
        let place = finding.span();
        let here = place.source == SourceId::default();
        let (range, before) = self.describe_place(place);
        let mut message = before + &finding.message;
        // The text of the first label is part of the message.
        let first = finding.labels.first().map(|label| label.text.as_str());
        let first = first.filter(|text| !text.is_empty() && *text != finding.message);
        if let Some(text) = first {
            message += &format!(" ({text})");
        }
        if let Some(help) = &finding.help {
            message += &format!("\nhelp: {help}");
        }
        let others = finding.labels.iter().enumerate().filter(|(at, _)| *at > 0 || !here);
        let related = others.filter_map(|(_, label)| {
            let message = if label.text.is_empty() { "related".to_owned() } else { label.text.clone() };
            Some(DiagnosticRelatedInformation { location: self.location(label.span)?, message })
        });
        let severity = match finding.code.severity() {
            Severity::Error => DiagnosticSeverity::ERROR,
            Severity::Warning => DiagnosticSeverity::WARNING,
        };
        lsp_types::Diagnostic {
            range,
            severity: Some(severity),
            code: Some(NumberOrString::String(finding.code.to_string())),
            code_description: self.documents.program_files.page(finding.code).map(|href| CodeDescription { href }),
            source: Some("boardwright".to_owned()),
            message,
            related_information: Some(related.collect::<Vec<_>>()).filter(|all| !all.is_empty()),
            tags: (finding.code == Code::W10).then(|| vec![DiagnosticTag::UNNECESSARY]),
            data: None,
        }
    }

    /// Converts a failed line of an example.
    fn failure(&self, tested: &ExampleResult, failed: &FailedLine) -> lsp_types::Diagnostic {
        let related = failed.fault.as_ref().and_then(|(place, message)| {
            Some(vec![DiagnosticRelatedInformation { location: self.location(*place)?, message: message.clone() }])
        });
        lsp_types::Diagnostic {
            range: self.range(failed.span),
            severity: Some(DiagnosticSeverity::ERROR),
            code: Some(NumberOrString::String("example".to_owned())),
            source: Some("boardwright".to_owned()),
            message: format!("{}\nin the example \"{}\"", failed.message, tested.title),
            related_information: related,
            ..lsp_types::Diagnostic::default()
        }
    }

    /// Converts a place that makes the rules slow.
    fn slow_place(&self, hint: &SpeedHint) -> lsp_types::Diagnostic {
        let (range, before) = self.describe_place(hint.span);
        let base = self.location(hint.span).filter(|_| hint.span.source != SourceId::default());
        lsp_types::Diagnostic {
            range,
            severity: Some(DiagnosticSeverity::HINT),
            code: Some(NumberOrString::String("speed".to_owned())),
            source: Some("boardwright".to_owned()),
            message: before + &hint.message,
            related_information: base
                .map(|location| vec![DiagnosticRelatedInformation { location, message: "the slow place".to_owned() }]),
            ..lsp_types::Diagnostic::default()
        }
    }

    /// Converts edits, or returns `None` if one of them is in a bundled game.
    fn changes(&self, edits: &[Edit]) -> Option<Value> {
        let mut files: BTreeMap<String, Vec<TextEdit>> = BTreeMap::new();
        for edit in edits {
            if boardwright::bundled::is_bundled(&self.analysis.sources().get(edit.span.source)) {
                return None;
            }
            let place = self.location(edit.span)?;
            let edit = TextEdit { range: place.range, new_text: edit.text.clone() };
            files.entry(place.uri.as_str().to_owned()).or_default().push(edit);
        }
        Some(workspace_edit(&files))
    }
}

/// Returns the fixes for the findings in a range, the action that applies all safe fixes, and the one that explains the speed.
pub fn actions(documents: &mut Documents, params: CodeActionParams) -> Option<Vec<Value>> {
    let analysis = documents.analysis(&params.text_document.uri)?;
    let documents = &*documents;
    let document = documents.get(&params.text_document.uri)?;
    let wanted = |kind: &CodeActionKind| {
        let requested = params.context.only.as_ref();
        requested.is_none_or(|only| only.iter().any(|only| kind.as_str().starts_with(only.as_str())))
    };
    let touches = |range: &Range| range.start <= params.range.end && params.range.start <= range.end;
    let view = View { documents, document, analysis: &analysis };
    let mut all = Vec::new();
    if wanted(&CodeActionKind::QUICKFIX) {
        let found = analysis.findings().iter().take(MOST);
        let found = found.filter_map(|one| Some((view.finding(one), one.fix.as_ref()?)));
        let failed = view.failures();
        let failed = failed.filter_map(|(one, failed)| Some((view.failure(one, failed), failed.fix.as_ref()?)));
        for (shown, fix) in found.chain(failed).filter(|(shown, _)| touches(&shown.range)) {
            let Fix { title, edits, safe } = fix;
            all.extend(view.changes(edits).map(|edit| {
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
    // At the title of the game, and where an editor asks for it: elsewhere it would be in the way of fixes.
    let explain = CodeActionKind::new(speed::ACTION);
    let at_title = analysis.title_span().is_some_and(|title| touches(&view.range(title)));
    if wanted(&explain) && (at_title || params.context.only.is_some()) {
        let title = "Explain what makes the game slow";
        let command = json!({ "title": title, "command": speed::COMMAND, "arguments": [document.uri] });
        all.push(json!({ "title": title, "kind": explain, "command": command }));
    }
    Some(all)
}
