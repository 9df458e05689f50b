//! `boardwright fmt`.

use super::files;
use super::out::{CliError, Exit, Out, plain, report_for_stderr};
use boardwright::internals::syntax;
use boardwright::source::{Source, Sources};
use clap::Args;
use std::path::Path;
use std::path::PathBuf;

const AFTER_HELP: &str = "\
Comments and board pictures are kept. `-` reads a rule file from standard input and prints it formatted.

Examples:
  boardwright fmt mygame.game
  boardwright fmt --check games/*.game";

/// The arguments of `fmt`.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct FmtArgs {
    /// List the files that are not formatted, without writing them; exit code 1 if there are any
    #[arg(long)]
    pub check: bool,
    /// Rule files, or `-` for standard input
    #[arg(required = true, value_name = "FILE")]
    pub files: Vec<PathBuf>,
}

/// Formats files in the standard style; a file with a syntax error is not changed.
pub fn run(args: &FmtArgs, out: &mut Out) -> Result<Exit, CliError> {
    let mut exit = Exit::Success;
    for path in &args.files {
        let stdin = path == Path::new("-");
        let text = if stdin { files::read_stdin()? } else { files::read(path)? };
        let name = if stdin { "standard input".to_owned() } else { path.to_string_lossy().into_owned() };
        let Some(formatted) = format(&name, &text) else {
            exit = Exit::Problems;
            continue;
        };
        match (args.check, stdin) {
            (true, _) if formatted != text => {
                out.line(format!("{name} is not formatted"))?;
                exit = Exit::Problems;
            }
            (true, _) => {}
            (false, true) => out.text(formatted)?,
            (false, false) if formatted != text => {
                files::write(path, &formatted)
                    .map_err(|error| CliError::usage(format!("cannot write `{name}`: {}", plain(&error))))?;
                out.line(format!("Formatted {name}"))?;
            }
            (false, false) => {}
        }
    }
    Ok(exit)
}

/// Returns the text in the standard style, or reports its syntax errors and returns `None`.
fn format(name: &str, text: &str) -> Option<String> {
    let mut sources = Sources::new();
    let id = sources.add(Source::new(name, text));
    match syntax::format(&sources, id) {
        Ok(formatted) => Some(formatted),
        Err(findings) => {
            let reports: String = findings.iter().map(|finding| report_for_stderr(finding, &sources)).collect();
            super::out::remark(reports.trim_end());
            None
        }
    }
}
