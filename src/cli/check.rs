//! `boardwright check`.

use super::options::{Format, GameArgs, SettingArgs};
use super::out::{CliError, Exit, Out, reports};
use super::{chosen, deep, fix};
use boardwright::bundled;
use boardwright::internals::fix::fix_all;
use boardwright::internals::wording::{counted, quoted};
use boardwright::report::JsonFinding;
use boardwright::source::SourceId;
use clap::Args;

const AFTER_HELP: &str = "\
Examples:
  boardwright check mygame.game
  boardwright check --fix mygame.game        fix the mistakes that have only one possible fix
  boardwright check --dry-run mygame.game    show what --fix would change
  boardwright check games/*.game --format json
  boardwright check --deep mygame.game       also play the game and report what play shows";

/// The arguments of `check`.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct CheckArgs {
    /// Rule files or bundled games
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<String>,
    /// Fix the mistakes that have only one possible fix, and report the others
    #[arg(long)]
    pub fix: bool,
    /// Show what --fix would change, without writing the files
    #[arg(long)]
    pub dry_run: bool,
    #[command(flatten)]
    pub settings: SettingArgs,
    #[command(flatten)]
    pub play: deep::DeepArgs,
    /// Text for people or JSON for scripts
    #[arg(long, default_value = "text")]
    pub format: Format,
}

/// Checks files and prints their findings on standard output.
pub fn run(args: &CheckArgs, out: &mut Out) -> Result<Exit, CliError> {
    let mut exit = Exit::Success;
    let mut entries = Vec::new();
    let text = args.format == Format::Text;
    for file in &args.files {
        let (mut checked, changed) = if args.fix || args.dry_run {
            fix::run(file, &chosen::parse_settings(&args.settings.set)?, args.dry_run, text, out)?
        } else {
            (chosen::check_game(&GameArgs { game: file.clone(), settings: args.settings.clone() })?, false)
        };
        let would_change = changed && args.dry_run;
        if would_change {
            exit = Exit::Problems;
        }
        let name = if would_change { format!("{file} after these changes") } else { file.clone() };
        let mut played = String::new();
        if args.play.deep && checked.game.is_some() && !would_change {
            let deep = deep::run(&args.play, file, &args.settings.set)?;
            played = deep::describe(&deep);
            checked = deep.checked;
        }
        let findings = &checked.diagnostics;
        let errors = findings.iter().filter(|finding| finding.is_error()).count();
        if errors > 0 {
            exit = Exit::Problems;
        } else if let Some(setting) = checked.refused.into_iter().next() {
            return Err(CliError::usage(setting.message).maybe_help(setting.help));
        }
        if args.format == Format::Json {
            entries.extend(findings.iter().map(|finding| JsonFinding::new(finding, &checked.sources)));
            continue;
        }
        out.text(reports(findings, &checked.sources, out.color))?;
        let sum = match (errors, findings.len() - errors) {
            (0, 0) => "no mistakes found".to_owned(),
            (0, warnings) => counted(warnings, "warning"),
            (errors, 0) => counted(errors, "error"),
            (errors, warnings) => format!("{}, {}", counted(errors, "error"), counted(warnings, "warning")),
        };
        out.line(format!("{name}: {sum}{played}"))?;
        let safe = findings.iter().any(|finding| finding.fix.as_ref().is_some_and(|fix| fix.safe));
        if safe && !args.fix && !args.dry_run && !bundled::is_bundled(&checked.sources.get(SourceId(0))) {
            // Two fixes that are safe one at a time may not fit together.
            let (source, bases) = chosen::find_source(file)?;
            let fixed = fix_all(source, &*bases, &chosen::parse_settings(&args.settings.set)?);
            let whole = fixed.remaining.diagnostics.is_empty();
            let gone = if whole { findings.len() } else { fixed.applied.len().min(findings.len()) };
            let them = match (gone, findings.len()) {
                _ if fixed.applied.is_empty() => continue,
                (1, 1) => "it".to_owned(),
                (gone, all) if gone == all => "all of them".to_owned(),
                (1, _) => "one of them".to_owned(),
                (gone, _) => format!("{gone} of them"),
            };
            out.line(format!("`boardwright check --fix {}` fixes {them}", quoted(file)))?;
        }
    }
    if args.format == Format::Json {
        out.json(&entries)?;
    }
    Ok(exit)
}
