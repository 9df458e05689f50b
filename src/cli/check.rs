//! `boardwright check`.

use super::args::{Check, Chosen, Format};
use super::chosen;
use super::out::{Exit, Out, Stop, report};
use boardwright::diagnostic::Diagnostic;
use boardwright::report::Entry;
use boardwright::source::Sources;

/// The most reports that are drawn for one file.
pub const MOST_REPORTS: usize = 40;

/// Checks files and reports their findings. Those of `check` are what was asked for: they go to standard output.
pub fn run(args: &Check, out: &mut Out) -> Result<Exit, Stop> {
    let mut exit = Exit::Well;
    let mut entries = Vec::new();
    for file in &args.files {
        let checked = chosen::checked(&Chosen { game: file.clone(), settings: args.settings.clone() })?;
        let findings = &checked.diagnostics;
        let errors = findings.iter().filter(|finding| finding.is_error()).count();
        if errors > 0 {
            exit = Exit::Findings;
        } else if let Some(setting) = checked.refused.into_iter().next() {
            return Err(Stop::usage(setting.message).help(setting.help));
        }
        if args.format == Format::Json {
            entries.extend(findings.iter().map(|finding| Entry::new(finding, &checked.sources)));
            continue;
        }
        out.text(drawn(findings, &checked.sources, out.color))?;
        match (errors, findings.len() - errors) {
            (0, 0) => out.line(format!("{file}: no mistakes found"))?,
            (0, warnings) => out.line(format!("{file}: {}", counted(warnings, "warning")))?,
            (errors, 0) => out.line(format!("{file}: {}", counted(errors, "error")))?,
            (errors, warnings) => {
                out.line(format!("{file}: {}, {}", counted(errors, "error"), counted(warnings, "warning")))?;
            }
        }
    }
    if args.format == Format::Json {
        out.json(&entries)?;
    }
    Ok(exit)
}

/// The reports of findings; of many only the first.
pub fn drawn(findings: &[Diagnostic], sources: &Sources, color: bool) -> String {
    let mut text: String = findings.iter().take(MOST_REPORTS).map(|finding| report(finding, sources, color)).collect();
    if let Some(more @ 1..) = findings.len().checked_sub(MOST_REPORTS) {
        text += &format!("... and {more} more\n");
    }
    text
}

/// `1 error`, `2 errors`.
pub fn counted(n: usize, what: &str) -> String {
    let plural = if n == 1 { "" } else { "s" };
    format!("{n} {what}{plural}")
}
