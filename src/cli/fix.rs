//! `boardwright check --fix`: fixes the mistakes that have only one possible fix.

use super::changed_lines::print_changes;
use super::chosen;
use super::files;
use super::out::{CliError, Out, plain};
use boardwright::bundled;
use boardwright::check::Checked;
use boardwright::internals::fix::{Fixed, fix_all};
use boardwright::internals::wording::counted;
use std::path::Path;

/// Applies the safe fixes to a file and prints them. Returns the remaining findings, and whether there was anything to fix.
/// With `dry_run` it shows the changes and does not write the file.
pub fn run(
    file: &str,
    settings: &[(String, String)],
    dry_run: bool,
    text: bool,
    out: &mut Out,
) -> Result<(Checked, bool), CliError> {
    let (source, bases) = chosen::find_source(file)?;
    let Fixed { text: new, applied, remaining } = fix_all(source.clone(), &*bases, settings);
    if applied.is_empty() {
        return Ok((remaining, false));
    }
    if bundled::is_bundled(&source) {
        let help = format!("copy it first with `boardwright show {file} --format file > {file}.game`");
        return Err(CliError::usage(format!("`{file}` is a bundled game, which cannot be changed")).help(help));
    }
    if text {
        for fix in &applied {
            out.line(format!("{file}:{}:{}: {}; {}", fix.line, fix.column, fix.finding, fix.title))?;
        }
    }
    if !dry_run && chosen::is_stdin(file) {
        return Err(
            CliError::usage("standard input cannot be changed").help("use `--dry-run`, or give the path of a file")
        );
    }
    if dry_run {
        if text {
            print_changes(&source.text, &new, out)?;
            out.line(format!("{file}: {} not written (dry run)", counted(applied.len(), "change")))?;
        }
    } else {
        files::write(Path::new(file), &new)
            .map_err(|error| CliError::usage(format!("cannot write `{file}`: {}", plain(&error))))?;
        if text {
            out.line(format!("{file}: made {}", counted(applied.len(), "change")))?;
        }
    }
    Ok((remaining, true))
}
