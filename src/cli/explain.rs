//! `boardwright explain`.

use super::candidates;
use super::options::Format;
use super::out::{CliError, Exit, Out};
use boardwright::diagnostic::Code;
use boardwright::internals::explain;
use clap::Args;
use serde::Serialize;

const AFTER_HELP: &str = "\
Examples:
  boardwright explain
  boardwright explain E10
  boardwright explain --format json";

/// The arguments of `explain`.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct ExplainArgs {
    /// Code to explain, such as E10
    #[arg(add = candidates::codes())]
    pub code: Option<String>,
    /// Text for people or JSON for scripts
    #[arg(long, default_value = "text")]
    pub format: Format,
}

/// A code in JSON.
#[derive(Serialize)]
struct CodeEntry {
    code: &'static str,
    title: &'static str,
    /// `error`, `warning`, or `fault` (an error while playing).
    kind: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    page: Option<&'static str>,
}

/// Prints the page of a code, or the list of all codes.
pub fn run(args: &ExplainArgs, out: &mut Out) -> Result<Exit, CliError> {
    let json = args.format == Format::Json;
    let Some(name) = &args.code else {
        if json {
            out.json(&Code::ALL.iter().copied().map(to_entry).collect::<Vec<_>>())?;
        } else {
            for code in Code::ALL {
                out.line(format!("{code}  {}", code.title()))?;
            }
        }
        return Ok(Exit::Success);
    };
    let Some(code) = Code::parse(name.trim()) else {
        return Err(CliError::usage(format!("unknown code `{name}`")).help("`boardwright explain` lists all codes"));
    };
    let page = explain::page(code).trim_end();
    if json {
        out.json(&CodeEntry { page: Some(page), ..to_entry(code) })?;
    } else {
        out.line(page)?;
    }
    Ok(Exit::Success)
}

fn to_entry(code: Code) -> CodeEntry {
    let kind = match code.name().chars().next() {
        Some('W') => "warning",
        Some('F') => "fault",
        _ => "error",
    };
    CodeEntry { code: code.name(), title: code.title(), kind, page: None }
}
