//! `boardwright check`.

use super::options::{Format, GameArgs, SettingArgs};
use super::out::{CliError, Exit, Out, reports};
use super::{candidates, chosen, deep, files, fix};
use boardwright::bundled;
use boardwright::internals::fix::fix_all;
use boardwright::internals::wording::{counted, quoted};
use boardwright::report::JsonFinding;
use boardwright::source::SourceId;
use clap::Args;
use std::path::Path;

const AFTER_HELP: &str = "\
Examples:
  boardwright check mygame.game
  boardwright check --fix mygame.game        fix the mistakes that have only one possible fix
  boardwright check --dry-run mygame.game    show what --fix would change
  boardwright check games --format json
  boardwright check --deep mygame.game       also play the game and report what play shows";

/// The arguments of `check`.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct CheckArgs {
    /// Rule files, folders with rule files, bundled games, or `-` for standard input
    #[arg(required = true, value_name = "FILE", add = candidates::games())]
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
    let files = find_files(&args.files)?;
    for file in &files {
        exit = exit.and(match check_file(args, file, &mut entries, out) {
            Err(error) if files.len() > 1 => {
                out.flush()?;
                error.go_on()?
            }
            done => done?,
        });
    }
    if args.format == Format::Json {
        out.json(&entries)?;
    }
    Ok(exit)
}

/// Replaces folders by the rule files in them.
fn find_files(files: &[String]) -> Result<Vec<String>, CliError> {
    let mut found = Vec::new();
    for file in files {
        let is_folder = !bundled::names().any(|name| name == file) && Path::new(file).is_dir();
        match is_folder {
            true => {
                let inside = files::find_rule_files([Path::new(file)])?;
                found.extend(inside.iter().map(|path| path.to_string_lossy().into_owned()));
            }
            false => found.push(file.clone()),
        }
    }
    Ok(found)
}

/// Checks a file. Its findings are printed, or added to `entries` for JSON.
fn check_file(args: &CheckArgs, file: &str, entries: &mut Vec<JsonFinding>, out: &mut Out) -> Result<Exit, CliError> {
    let text = args.format == Format::Text;
    let mut exit = Exit::Success;
    let (mut checked, changed) = if args.fix || args.dry_run {
        fix::run(file, &chosen::parse_settings(&args.settings.set)?, args.dry_run, text, out)?
    } else {
        (chosen::check_game(&GameArgs { game: file.to_owned(), settings: args.settings.clone() })?, false)
    };
    let would_change = changed && args.dry_run;
    if would_change {
        exit = Exit::Problems;
    }
    let shown = if chosen::is_stdin(file) { "standard input" } else { file };
    let name = if would_change { format!("{shown} after these changes") } else { shown.to_owned() };
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
    if !text {
        entries.extend(findings.iter().map(|finding| JsonFinding::new(finding, &checked.sources)));
        return Ok(exit);
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
    let is_own = !bundled::is_bundled(&checked.sources.get(SourceId(0))) && !chosen::is_stdin(file);
    if safe && !args.fix && !args.dry_run && is_own {
        // Two fixes that are safe one at a time may not fit together.
        let (source, bases) = chosen::find_source(file)?;
        let fixed = fix_all(source, &*bases, &chosen::parse_settings(&args.settings.set)?);
        let whole = fixed.remaining.diagnostics.is_empty();
        let gone = if whole { findings.len() } else { fixed.applied.len().min(findings.len()) };
        let them = match (gone, findings.len()) {
            _ if fixed.applied.is_empty() => return Ok(exit),
            (1, 1) => "it".to_owned(),
            (gone, all) if gone == all => "all of them".to_owned(),
            (1, _) => "one of them".to_owned(),
            (gone, _) => format!("{gone} of them"),
        };
        out.line(format!("`boardwright check --fix {}` fixes {them}", quoted(file)))?;
    }
    Ok(exit)
}
