//! `boardwright check`.

use super::args::{Check, Chosen, Format};
use super::chosen;
use super::deep;
use super::out::{Exit, Out, Stop, report};
use boardwright::report::Entry;

/// The most reports that are drawn for one file.
pub const MOST_REPORTS: usize = 40;

/// Checks files and reports their findings. Those of `check` are what was asked for: they go to standard output.
pub fn run(args: &Check, out: &mut Out) -> Result<Exit, Stop> {
    let mut exit = Exit::Well;
    let mut entries = Vec::new();
    for file in &args.files {
        let (checked, played) = if args.play.deep {
            let deep = deep::look(&args.play, file, &args.settings.set)?;
            let played = deep::played(&deep);
            (deep.checked, played)
        } else {
            let chosen = Chosen { game: file.clone(), settings: args.settings.clone() };
            (chosen::checked(&chosen)?, String::new())
        };
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
        for finding in findings.iter().take(MOST_REPORTS) {
            let report = report(finding, &checked.sources, out.color);
            out.text(report)?;
        }
        if let Some(more @ 1..) = findings.len().checked_sub(MOST_REPORTS) {
            out.line(format!("... and {more} more"))?;
        }
        let sum = match (errors, findings.len() - errors) {
            (0, 0) => "no mistakes found".to_owned(),
            (0, warnings) => counted(warnings, "warning"),
            (errors, 0) => counted(errors, "error"),
            (errors, warnings) => format!("{}, {}", counted(errors, "error"), counted(warnings, "warning")),
        };
        out.line(format!("{file}: {sum}{played}"))?;
    }
    if args.format == Format::Json {
        out.json(&entries)?;
    }
    Ok(exit)
}

/// `1 error`, `2 errors`.
pub fn counted(n: usize, what: &str) -> String {
    let plural = if n == 1 { "" } else { "s" };
    format!("{n} {what}{plural}")
}
