//! `boardwright completions`.

use super::args::Completions;
use super::out::{Exit, Out, Stop};

/// Prints the completions of a shell.
pub fn run(args: &Completions, out: &mut Out, mut command: clap::Command) -> Result<Exit, Stop> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "boardwright", &mut script);
    out.text(String::from_utf8_lossy(&script))?;
    Ok(Exit::Well)
}
