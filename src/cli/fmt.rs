//! `boardwright fmt`.

use super::args::Fmt;
use super::files;
use super::out::{Exit, Out, Stop, plain, report_for_stderr};
use boardwright::source::{Source, Sources};
use boardwright::syntax;
use std::path::Path;

/// Lays files out in the standard way; a file with a syntax error stays as it is.
pub fn run(args: &Fmt, out: &mut Out) -> Result<Exit, Stop> {
    let mut exit = Exit::Well;
    for path in &args.files {
        let stdin = path == Path::new("-");
        let text = if stdin { files::read_stdin()? } else { files::read(path)? };
        let name = if stdin { "standard input".to_owned() } else { path.to_string_lossy().into_owned() };
        let Some(tidy) = tidy(&name, &text) else {
            exit = Exit::Findings;
            continue;
        };
        match (args.check, stdin) {
            (true, _) if tidy != text => {
                out.line(format!("{name} would change"))?;
                exit = Exit::Findings;
            }
            (true, _) => {}
            (false, true) => out.text(tidy)?,
            (false, false) if tidy != text => {
                files::write(path, &tidy)
                    .map_err(|error| Stop::usage(format!("cannot write `{name}`: {}", plain(&error))))?;
                out.line(format!("{name} laid out"))?;
            }
            (false, false) => {}
        }
    }
    Ok(exit)
}

/// The text in the standard layout; none, and reported, if it cannot be read.
fn tidy(name: &str, text: &str) -> Option<String> {
    let mut sources = Sources::new();
    let id = sources.add(Source::new(name, text));
    match syntax::format(&sources, id) {
        Ok(tidy) => Some(tidy),
        Err(findings) => {
            let reports: String = findings.iter().map(|finding| report_for_stderr(finding, &sources)).collect();
            super::out::remark(reports.trim_end());
            None
        }
    }
}
