//! Findings for people and scripts: [`text`], drawn by miette with the source, and [`JsonFinding`] for JSON.

use crate::diagnostic::{Diagnostic, Edit, Fix, Severity};
use crate::source::{Source, SourceId, Sources};
use miette::{LabeledSpan, MietteError, MietteSpanContents, SourceCode, SourceSpan, SpanContents};
use serde::Serialize;
use std::fmt;

/// The style of a report.
///
/// See [`check`](crate::check::check()) for an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Style {
    /// With ANSI colors.
    pub color: bool,
    /// With box-drawing characters, not ASCII alone.
    pub unicode: bool,
    /// Columns to wrap at.
    pub width: usize,
}

impl Default for Style {
    /// Returns the style for files: no colors, 100 columns.
    fn default() -> Style {
        Style { color: false, unicode: true, width: 100 }
    }
}

/// Draws a finding, or tells it in words without the feature `fancy`. The report ends with a line break.
pub fn text(finding: &Diagnostic, sources: &Sources, style: &Style) -> String {
    let mut drawn = String::new();
    match handler(style).render_report(&mut drawn, &ReportView::new(finding, sources)) {
        Ok(()) => drawn,
        Err(fmt::Error) => plain(finding, sources),
    }
}

#[cfg(feature = "fancy")]
fn handler(style: &Style) -> miette::GraphicalReportHandler {
    use miette::{GraphicalReportHandler, GraphicalTheme, ThemeStyles};
    let mut theme = match (style.unicode, style.color) {
        (true, true) => GraphicalTheme::unicode(),
        (true, false) => GraphicalTheme::unicode_nocolor(),
        (false, _) => GraphicalTheme::ascii(),
    };
    if !style.color {
        theme.styles = ThemeStyles::none();
    }
    GraphicalReportHandler::new_themed(theme)
        .with_width(style.width)
        .with_context_lines(1)
        .with_links(false)
        .without_syntax_highlighting()
}

#[cfg(not(feature = "fancy"))]
fn handler(_style: &Style) -> miette::NarratableReportHandler {
    miette::NarratableReportHandler::new().with_context_lines(1)
}

/// Returns a finding in one line, for output without drawings.
pub fn plain(finding: &Diagnostic, sources: &Sources) -> String {
    let (name, line, column) = sources.place(finding.span());
    format!("{name}:{line}:{column}: {}: {}\n", finding.code, finding.message)
}

/// A finding in JSON.
///
/// See [`check`](crate::check::check()) for an example.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct JsonFinding {
    /// Its stable code, `E10`.
    pub code: String,
    /// `error` or `warning`.
    pub severity: String,
    /// What is wrong.
    pub message: String,
    /// What to write instead.
    pub help: Option<String>,
    /// The name of the file, as the user wrote it.
    pub file: String,
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// Its fix, if there is one.
    pub fix: Option<EntryFix>,
}

/// A fix in JSON.
///
/// See [`check`](crate::check::check()) for an example.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EntryFix {
    /// What it does.
    pub title: String,
    /// Whether there is only one possible fix.
    pub safe: bool,
    /// The edits, in the order of the text.
    pub edits: Vec<EntryEdit>,
}

/// An edit in JSON: replaces the text from the first place up to the second one, which is not included.
///
/// See [`check`](crate::check::check()) for an example.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct EntryEdit {
    /// The first line, from 1.
    pub line: usize,
    /// The first column in characters, from 1.
    pub column: usize,
    /// The line where the replaced text ends.
    pub end_line: usize,
    /// The column after the last replaced character.
    pub end_column: usize,
    /// The new text.
    pub text: String,
}

impl EntryFix {
    fn new(fix: &Fix, sources: &Sources) -> EntryFix {
        let edit = |edit: &Edit| {
            let source = sources.get(edit.span.source);
            let (line, column) = source.line_column(edit.span.start as usize);
            let (end_line, end_column) = source.line_column(edit.span.end as usize);
            EntryEdit { line, column, end_line, end_column, text: edit.text.clone() }
        };
        let mut edits: Vec<EntryEdit> = fix.edits.iter().map(edit).collect();
        edits.sort_by_key(|edit| (edit.line, edit.column));
        EntryFix { title: fix.title.clone(), safe: fix.safe, edits }
    }
}

impl JsonFinding {
    /// Creates the entry of a finding.
    pub fn new(finding: &Diagnostic, sources: &Sources) -> JsonFinding {
        let (file, line, column) = sources.place(finding.span());
        let severity = if finding.is_error() { "error" } else { "warning" };
        JsonFinding {
            code: finding.code.to_string(),
            severity: severity.to_owned(),
            message: finding.message.clone(),
            help: finding.help.clone(),
            file: file.to_string(),
            line,
            column,
            fix: finding.fix.as_ref().map(|fix| EntryFix::new(fix, sources)),
        }
    }
}

/// A finding in the form that miette draws. It draws the labels of one text only, so labels in other texts follow as advice.
#[derive(Debug)]
struct ReportView {
    code: Option<String>,
    message: String,
    severity: miette::Severity,
    help: Option<String>,
    source: Excerpt,
    labels: Vec<LabeledSpan>,
    elsewhere: Vec<ReportView>,
}

impl ReportView {
    fn new(finding: &Diagnostic, sources: &Sources) -> ReportView {
        let home = finding.span().source;
        let mut others: Vec<SourceId> = finding.labels.iter().map(|label| label.span.source).collect();
        others.sort();
        others.dedup();
        let elsewhere = others.into_iter().filter(|id| *id != home).map(|id| {
            let labels_there = finding.labels.iter().filter(|label| label.span.source == id);
            let texts: Vec<&str> =
                labels_there.map(|label| label.text.as_str()).filter(|text| !text.is_empty()).collect();
            ReportView {
                code: None,
                message: if texts.is_empty() {
                    "this report is about the code here".to_owned()
                } else {
                    texts.join("; ")
                },
                severity: miette::Severity::Advice,
                help: None,
                labels: labels(finding, id, sources, false),
                source: Excerpt(sources.get(id)),
                elsewhere: Vec::new(),
            }
        });
        ReportView {
            code: Some(finding.code.to_string()),
            message: finding.message.clone(),
            severity: match finding.code.severity() {
                Severity::Error => miette::Severity::Error,
                Severity::Warning => miette::Severity::Warning,
            },
            help: finding.help.clone(),
            labels: labels(finding, home, sources, true),
            source: Excerpt(sources.get(home)),
            elsewhere: elsewhere.collect(),
        }
    }
}

/// Returns the labels of a finding in one text, cut to the length of the text.
fn labels(finding: &Diagnostic, id: SourceId, sources: &Sources, home: bool) -> Vec<LabeledSpan> {
    let length = sources.get(id).text.len();
    let labels = finding.labels.iter().enumerate().filter(|(_, label)| label.span.source == id);
    let mut drawn: Vec<LabeledSpan> = labels
        .map(|(n, label)| {
            let start = (label.span.start as usize).min(length);
            let end = (label.span.end as usize).clamp(start, length);
            let text = (home && !label.text.is_empty()).then(|| label.text.clone());
            let span = SourceSpan::from((start, end - start));
            match n {
                0 => LabeledSpan::new_primary_with_span(text, span),
                _ => LabeledSpan::new_with_span(text, span),
            }
        })
        .collect();
    drawn.sort_by_key(LabeledSpan::offset);
    drawn
}

impl fmt::Display for ReportView {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.message)
    }
}

impl std::error::Error for ReportView {}

impl miette::Diagnostic for ReportView {
    fn code<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.code.as_ref().map(|code| Box::new(code) as Box<dyn fmt::Display>)
    }

    fn severity(&self) -> Option<miette::Severity> {
        Some(self.severity)
    }

    fn help<'a>(&'a self) -> Option<Box<dyn fmt::Display + 'a>> {
        self.help.as_ref().map(|help| Box::new(help) as Box<dyn fmt::Display>)
    }

    fn source_code(&self) -> Option<&dyn SourceCode> {
        Some(&self.source)
    }

    fn labels(&self) -> Option<Box<dyn Iterator<Item = LabeledSpan> + '_>> {
        Some(Box::new(self.labels.iter().cloned()))
    }

    fn related<'a>(&'a self) -> Option<Box<dyn Iterator<Item = &'a dyn miette::Diagnostic> + 'a>> {
        match self.elsewhere.as_slice() {
            [] => None,
            others => Some(Box::new(others.iter().map(|other| other as &dyn miette::Diagnostic))),
        }
    }
}

/// A source text of which only a readable part is drawn: a line of a megabyte would make the report unreadable.
#[derive(Debug)]
struct Excerpt(Source);

impl Excerpt {
    /// The most bytes that are drawn around a place.
    const LIMIT: usize = 2000;
    /// The most bytes shown of the place itself, if a line is longer.
    const PLACE: usize = 80;
    /// The bytes shown before and after the place, if a line is longer.
    const AROUND: usize = 40;

    fn boundary(&self, mut at: usize) -> usize {
        at = at.min(self.0.text.len());
        while !self.0.text.is_char_boundary(at) {
            at -= 1;
        }
        at
    }
}

impl SourceCode for Excerpt {
    fn read_span<'a>(
        &'a self,
        span: &SourceSpan,
        before: usize,
        after: usize,
    ) -> Result<Box<dyn SpanContents<'a> + 'a>, MietteError> {
        let text: &str = &self.0.text;
        let whole = text.read_span(span, before, after)?;
        let (at, data, line, column) = match whole.data().len() {
            ..=Self::LIMIT => (*whole.span(), whole.data(), whole.line(), whole.column()),
            _ => {
                let start = self.boundary(span.offset().saturating_sub(Self::AROUND));
                let end = self.boundary(span.offset() + span.len().min(Self::PLACE) + Self::AROUND);
                let (line, column) = self.0.line_column(start);
                ((start, end - start).into(), &text.as_bytes()[start..end], line - 1, column - 1)
            }
        };
        let lines = whole.line_count();
        Ok(Box::new(MietteSpanContents::new_named(self.0.name.to_string(), data, at, line, column, lines)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagnostic::Code;
    use crate::source::Span;

    fn finding() -> (Diagnostic, Sources) {
        let mut sources = Sources::new();
        let variant = sources.add(Source::new("mine.game", "extends \"tiger\"\ndef around = 1\n"));
        let base = sources.add(Source::new("tiger.game", "game \"Tiger\"\ndef around = 2\n"));
        let finding = Diagnostic::new(Code::E51, Span::new(variant, 20, 26), "`around` exists in the base")
            .labeled("the new one")
            .and(Span::new(base, 17, 23), "the base has this one")
            .help("write `replace def around`");
        (finding, sources)
    }

    #[test]
    fn a_report_shows_both_texts() {
        let (finding, sources) = finding();
        let text = text(&finding, &sources, &Style::default());
        for part in ["E51", "mine.game:2:5", "the new one", "tiger.game:2:5", "the base has this one", "help: write"] {
            assert!(text.contains(part), "no `{part}` in\n{text}");
        }
        assert!(!text.contains('\u{1b}'));
    }

    #[test]
    fn a_very_long_line_is_cut() {
        let mut sources = Sources::new();
        let id = sources.add(Source::new("x.game", "é".repeat(500_000)));
        let finding = Diagnostic::new(Code::E01, Span::new(id, 400_000, 999_000), "no rule file").labeled("here");
        let text = text(&finding, &sources, &Style::default());
        assert!(text.len() < 20_000 && text.contains("no rule file"), "{}", text.len());
    }

    #[test]
    fn a_place_after_the_end_does_not_matter() {
        let mut sources = Sources::new();
        let id = sources.add(Source::new("empty.game", ""));
        let finding = Diagnostic::new(Code::E15, Span::new(id, 5, 9), "nothing here");
        assert!(text(&finding, &sources, &Style::default()).contains("nothing here"));
        assert_eq!(JsonFinding::new(&finding, &sources).line, 1);
    }
}
