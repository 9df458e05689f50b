//! `boardwright explain`.

use super::args::{Explain, Format};
use super::out::{Exit, Out, Stop};
use boardwright::diagnostic::Code;
use boardwright::explain;
use serde::Serialize;

/// A code as scripts read it.
#[derive(Serialize)]
struct Entry {
    code: &'static str,
    title: &'static str,
    /// `error`, `warning`, or `fault` while playing.
    kind: &'static str,
}

/// A code with its page.
#[derive(Serialize)]
struct Page {
    #[serde(flatten)]
    entry: Entry,
    page: &'static str,
}

/// Prints the page of a code, or the list of all.
pub fn run(args: &Explain, out: &mut Out) -> Result<Exit, Stop> {
    let json = args.format == Format::Json;
    let Some(name) = &args.code else {
        if json {
            out.json(&Code::ALL.iter().copied().map(entry).collect::<Vec<_>>())?;
        } else {
            for code in Code::ALL {
                out.line(format!("{code}  {}", code.title()))?;
            }
        }
        return Ok(Exit::Well);
    };
    let Some(code) = Code::parse(name.trim()) else {
        return Err(
            Stop::usage(format!("there is no code `{name}`")).help("`boardwright explain` lists all codes".to_owned())
        );
    };
    let page = explain::page(code).trim_end();
    if json {
        out.json(&Page { entry: entry(code), page })?;
    } else {
        out.line(page)?;
    }
    Ok(Exit::Well)
}

fn entry(code: Code) -> Entry {
    let kind = match code.name().chars().next() {
        Some('W') => "warning",
        Some('F') => "fault",
        _ => "error",
    };
    Entry { code: code.name(), title: code.title(), kind }
}
