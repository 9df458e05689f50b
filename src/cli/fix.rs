//! `boardwright check --fix`: mends what can only be meant one way.

use super::chosen;
use super::files;
use super::out::{Out, Stop, plain};
use boardwright::bundled;
use boardwright::check::Checked;
use boardwright::mend::{Mended, mended};
use boardwright::wording::counted;
use similar::{ChangeTag, TextDiff};
use std::path::Path;

/// Mends a file as far as that is certain, says what was done, and answers what is left to say about it, and whether anything was
/// done. With `dry_run` the file stays as it is, and the change is shown.
pub fn run(
    file: &str,
    settings: &[(String, String)],
    dry_run: bool,
    text: bool,
    out: &mut Out,
) -> Result<(Checked, bool), Stop> {
    let (source, bases) = chosen::source(file)?;
    let Mended { text: new, made, left } = mended(source.clone(), &*bases, settings);
    if made.is_empty() {
        return Ok((left, false));
    }
    if bundled::is_bundled(&source) {
        let help = format!("copy it first: `boardwright show {file} --format file > {file}.game`");
        return Err(Stop::usage(format!("`{file}` is a bundled game, which cannot be changed")).help(help));
    }
    if text {
        for fix in &made {
            out.line(format!("{file}:{}:{}: {}; {}", fix.line, fix.column, fix.finding, fix.title))?;
        }
    }
    if dry_run {
        if text {
            show_changes(&source.text, &new, out)?;
            out.line(format!("{file}: {} would be made; nothing is written", counted(made.len(), "change")))?;
        }
    } else {
        files::write(Path::new(file), &new)
            .map_err(|error| Stop::usage(format!("cannot write `{file}`: {}", plain(&error))))?;
        if text {
            out.line(format!("{file}: {} made", counted(made.len(), "change")))?;
        }
    }
    Ok((left, true))
}

/// The lines that change, each with a line around it.
fn show_changes(old: &str, new: &str, out: &mut Out) -> Result<(), Stop> {
    let diff = TextDiff::from_lines(old, new);
    let (red, green) = (anstyle::AnsiColor::Red.on_default(), anstyle::AnsiColor::Green.on_default());
    for group in diff.grouped_ops(1) {
        out.line("")?;
        for change in group.iter().flat_map(|op| diff.iter_changes(op)) {
            let line = change.value().trim_end_matches(['\n', '\r']);
            match change.tag() {
                ChangeTag::Delete => out.line(format!("{red}- {line}{red:#}"))?,
                ChangeTag::Insert => out.line(format!("{green}+ {line}{green:#}"))?,
                ChangeTag::Equal => out.line(format!("  {line}").trim_end())?,
            }
        }
    }
    out.line("")
}
