//! `boardwright completions`.

use super::out::{CliError, Exit, Out};
use clap::Args;

const AFTER_HELP: &str = "\
Examples:
  boardwright completions bash > ~/.local/share/bash-completion/completions/boardwright
  boardwright completions zsh > ~/.zfunc/_boardwright";

/// The arguments of `completions`.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct CompletionsArgs {
    /// The shell
    pub shell: clap_complete::Shell,
}

/// Prints the completions of a shell.
pub fn run(args: &CompletionsArgs, out: &mut Out, mut command: clap::Command) -> Result<Exit, CliError> {
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, "boardwright", &mut script);
    out.text(String::from_utf8_lossy(&script))?;
    Ok(Exit::Success)
}
