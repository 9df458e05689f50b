//! `boardwright check`.

use super::args::{Check, Chosen, Format};
use super::out::{Exit, Out, Stop, report};
use super::{chosen, deep, fix};
use boardwright::bundled;
use boardwright::diagnostic::Diagnostic;
use boardwright::mend::mended;
use boardwright::report::Entry;
use boardwright::source::{SourceId, Sources};
use boardwright::wording::{counted, quoted};

/// The most reports that are drawn for one file.
pub const MOST_REPORTS: usize = 40;

/// Checks files and reports their findings. Those of `check` are what was asked for: they go to standard output.
pub fn run(args: &Check, out: &mut Out) -> Result<Exit, Stop> {
    let mut exit = Exit::Well;
    let mut entries = Vec::new();
    let text = args.format == Format::Text;
    for file in &args.files {
        let (mut checked, changed) = if args.fix || args.dry_run {
            fix::run(file, &chosen::settings(&args.settings.set)?, args.dry_run, text, out)?
        } else {
            (chosen::checked(&Chosen { game: file.clone(), settings: args.settings.clone() })?, false)
        };
        let would_change = changed && args.dry_run;
        if would_change {
            exit = Exit::Findings;
        }
        let name = if would_change { format!("{file} with this") } else { file.clone() };
        let mut played = String::new();
        if args.play.deep && checked.game.is_some() && !would_change {
            let deep = deep::look(&args.play, file, &args.settings.set)?;
            played = deep::played(&deep);
            checked = deep.checked;
        }
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
        let sum = match (errors, findings.len() - errors) {
            (0, 0) => "no mistakes found".to_owned(),
            (0, warnings) => counted(warnings, "warning"),
            (errors, 0) => counted(errors, "error"),
            (errors, warnings) => format!("{}, {}", counted(errors, "error"), counted(warnings, "warning")),
        };
        out.line(format!("{name}: {sum}{played}"))?;
        let safe = findings.iter().any(|finding| finding.fix.as_ref().is_some_and(|fix| fix.safe));
        if safe && !args.fix && !args.dry_run && !bundled::is_bundled(&checked.sources.get(SourceId(0))) {
            // not all that is certain by itself goes together
            let (source, bases) = chosen::source(file)?;
            let mended = mended(source, &*bases, &chosen::settings(&args.settings.set)?);
            let whole = mended.left.diagnostics.is_empty();
            let gone = if whole { findings.len() } else { mended.made.len().min(findings.len()) };
            let them = match (gone, findings.len()) {
                _ if mended.made.is_empty() => continue,
                (1, 1) => "it".to_owned(),
                (gone, all) if gone == all => "all of them".to_owned(),
                (1, _) => "one of them".to_owned(),
                (gone, _) => format!("{gone} of them"),
            };
            out.line(format!("`boardwright check --fix {}` mends {them}", quoted(file)))?;
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
