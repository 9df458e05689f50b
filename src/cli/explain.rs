//! `boardwright explain`.

use super::args::Explain;
use super::out::{Exit, Out, Stop};
use boardwright::diagnostic::Code;
use boardwright::explain;

/// Prints the page of a code, or the list of all.
pub fn run(args: &Explain, out: &mut Out) -> Result<Exit, Stop> {
    let Some(name) = &args.code else {
        for code in Code::ALL {
            out.line(format!("{code}  {}", code.title()))?;
        }
        return Ok(Exit::Well);
    };
    let Some(code) = Code::parse(name.trim()) else {
        return Err(
            Stop::usage(format!("there is no code `{name}`")).help("`boardwright explain` lists all codes".to_owned())
        );
    };
    out.line(explain::page(code).trim_end())?;
    Ok(Exit::Well)
}
