//! `boardwright completions`.

use super::candidates::{PROGRAM, VARIABLE};
use super::out::{CliError, Exit, Out};
use clap::Args;
use clap_complete::Shell;
use clap_complete::env::Shells;

const AFTER_HELP: &str = "\
The script asks `boardwright` itself, so that it offers games, the parameters of a game after `--set`, and codes.

Examples:
  boardwright completions bash > ~/.local/share/bash-completion/completions/boardwright
  boardwright completions zsh > ~/.zfunc/_boardwright";

/// The arguments of `completions`.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct CompletionsArgs {
    /// The shell
    pub shell: Shell,
}

/// Prints the completions of a shell.
pub fn run(args: &CompletionsArgs, out: &mut Out) -> Result<Exit, CliError> {
    let shells = Shells::builtins();
    let name = args.shell.to_string();
    let shell = shells.completer(&name).ok_or_else(|| CliError::usage(format!("no completions for `{name}`")))?;
    let mut script = Vec::new();
    shell.write_registration(VARIABLE, PROGRAM, PROGRAM, PROGRAM, &mut script)?;
    out.text(String::from_utf8_lossy(&script))?;
    Ok(Exit::Success)
}
