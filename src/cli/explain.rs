//! `boardwright explain`.

use super::candidates;
use super::markdown;
use super::options::Format;
use super::out::{CliError, Exit, Out, width};
use boardwright::diagnostic::Code;
use boardwright::internals::explain;
use clap::Args;
use serde::Serialize;

const AFTER_HELP: &str = "\
Examples:
  boardwright explain
  boardwright explain E10
  boardwright explain E10 W03
  boardwright explain --format json";

/// The arguments of `explain`.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct ExplainArgs {
    /// Codes to explain, such as E10
    #[arg(value_name = "CODE", add = candidates::codes())]
    pub codes: Vec<String>,
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

/// Prints the pages of codes, or the list of all codes.
pub fn run(args: &ExplainArgs, out: &mut Out) -> Result<Exit, CliError> {
    let json = args.format == Format::Json;
    if args.codes.is_empty() {
        if json {
            out.json(&Code::ALL.iter().copied().map(to_entry).collect::<Vec<_>>())?;
        } else {
            for code in Code::ALL {
                out.line(format!("{code}  {}", code.title()))?;
            }
        }
        return Ok(Exit::Success);
    }
    let parse = |name: &String| {
        let unknown =
            || CliError::usage(format!("unknown code `{name}`")).help("`boardwright explain` lists all codes");
        Code::parse(name.trim()).ok_or_else(unknown)
    };
    let codes = args.codes.iter().map(parse).collect::<Result<Vec<Code>, CliError>>()?;
    let page = |code: Code| explain::page(code).trim_end();
    if json {
        let entries: Vec<_> =
            codes.iter().map(|code| CodeEntry { page: Some(page(*code)), ..to_entry(*code) }).collect();
        match entries.as_slice() {
            [only] => out.json(only)?,
            several => out.json(&several)?,
        }
        return Ok(Exit::Success);
    }
    for (nth, code) in codes.into_iter().enumerate() {
        if nth > 0 {
            out.line("")?;
        }
        if out.color {
            out.text(markdown::draw(page(code), width()))?;
        } else {
            out.line(page(code))?;
        }
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
