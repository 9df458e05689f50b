//! `boardwright fmt`.

use super::candidates;
use super::changed_lines::print_changes;
use super::out::{CliError, Exit, Out, plain, report_for_stderr};
use super::{chosen, files};
use boardwright::internals::syntax;
use boardwright::source::{Source, Sources};
use clap::Args;
use std::path::{Path, PathBuf};

const AFTER_HELP: &str = "\
Comments, board pictures and line ends (also CRLF) are kept. `-` reads a rule file from standard input and prints it formatted. \
A folder stands for the rule files in it and its subfolders.

Examples:
  boardwright fmt mygame.game
  boardwright fmt --diff mygame.game
  boardwright fmt --check games";

/// The arguments of `fmt`.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct FmtArgs {
    /// List the files that are not formatted, without writing them; exit code 1 if there are any
    #[arg(long)]
    pub check: bool,
    /// Show the lines that would change, without writing the files; exit code 1 if there are any
    #[arg(long)]
    pub diff: bool,
    /// Rule files, folders with rule files, or `-` for standard input
    #[arg(required = true, value_name = "FILE", add = candidates::rule_files())]
    pub files: Vec<PathBuf>,
}

/// Formats files in the standard style; a file with a syntax error is not changed.
pub fn run(args: &FmtArgs, out: &mut Out) -> Result<Exit, CliError> {
    let files = files::find_rule_files(args.files.iter().map(PathBuf::as_path))?;
    let mut exit = Exit::Success;
    for path in &files {
        exit = exit.and(match format_file(args, path, out) {
            Err(error) if files.len() > 1 => {
                out.flush()?;
                error.go_on()?
            }
            done => done?,
        });
    }
    Ok(exit)
}

fn format_file(args: &FmtArgs, path: &Path, out: &mut Out) -> Result<Exit, CliError> {
    let name = path.to_string_lossy();
    let is_stdin = chosen::is_stdin(&name);
    let text = if is_stdin { files::read_stdin()? } else { files::read(path)? };
    let name = if is_stdin { "standard input".to_owned() } else { name.into_owned() };
    let Some(formatted) = format(&name, &text) else {
        return Ok(Exit::Problems);
    };
    let is_formatted = formatted == text;
    if args.check || args.diff {
        if is_formatted {
            return Ok(Exit::Success);
        }
        out.line(format!("{name} is not formatted"))?;
        if args.diff {
            print_changes(&text, &formatted, out)?;
        }
        return Ok(Exit::Problems);
    }
    if is_stdin {
        out.text(formatted)?;
    } else if !is_formatted {
        files::write(path, &formatted)
            .map_err(|error| CliError::usage(format!("cannot write `{name}`: {}", plain(&error))))?;
        out.line(format!("Formatted {name}"))?;
    }
    Ok(Exit::Success)
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
