//! Findings and failing examples as the editor shows them.

use super::documents::{Document, Documents};
use boardwright::diagnostic::{Code, Diagnostic, Severity};
use boardwright::ide::Analysis;
use boardwright::ide::results::{Failed, Tested};
use boardwright::source::{SourceId, Span};
use lsp_types::{
    CodeDescription, DiagnosticRelatedInformation, DiagnosticSeverity, DiagnosticTag, NumberOrString, Range,
};

/// The most findings of one file that are shown.
const MOST: usize = 200;

/// All that there is to say about a file.
pub fn all(documents: &Documents, document: &Document, analysis: &Analysis) -> Vec<lsp_types::Diagnostic> {
    let found = analysis.findings().iter().take(MOST).map(|one| finding(documents, document, analysis, one));
    let tested =
        document.tested.iter().flatten().flat_map(|one| one.failures.iter().flatten().map(move |failed| (one, failed)));
    let failed = tested.take(MOST).map(|(one, failed)| failure(documents, document, analysis, one, failed));
    found.chain(failed).collect()
}

/// A finding as the editor shows it.
pub fn finding(
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
        let location = documents.location(document, analysis, label.span)?;
        let message = if label.text.is_empty() { "it is about this".to_owned() } else { label.text.clone() };
        Some(DiagnosticRelatedInformation { location, message })
    });
    let severity = match finding.code.severity() {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
    };
    lsp_types::Diagnostic {
        range: if here { range(document, place) } else { extends(document, analysis) },
        severity: Some(severity),
        code: Some(NumberOrString::String(finding.code.to_string())),
        code_description: documents.shelf.page(finding.code).map(|href| CodeDescription { href }),
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
        let location = documents.location(document, analysis, *place)?;
        Some(vec![DiagnosticRelatedInformation { location, message: message.clone() }])
    });
    lsp_types::Diagnostic {
        range: range(document, failed.span),
        severity: Some(DiagnosticSeverity::ERROR),
        code: Some(NumberOrString::String("example".to_owned())),
        source: Some("boardwright".to_owned()),
        message: format!("{}\nin the example \"{}\"", failed.message, tested.title),
        related_information: related,
        ..lsp_types::Diagnostic::default()
    }
}

/// A place in the document. What is empty, such as the place of a missing item, is widened to its line's first word.
fn range(document: &Document, place: Span) -> Range {
    document.text.range(place.start as usize, place.end as usize)
}

/// Where the file says what it extends.
fn extends(document: &Document, analysis: &Analysis) -> Range {
    let found = analysis.extends();
    range(document, found.unwrap_or_default())
}
