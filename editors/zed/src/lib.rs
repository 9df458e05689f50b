//! Tells Zed how to start `boardwright lsp`.

use zed_extension_api::settings::LspSettings;
use zed_extension_api::{Command, Extension, LanguageServerId, Result, Worktree, register_extension};

struct Boardwright;

impl Extension for Boardwright {
    fn new() -> Self {
        Boardwright
    }

    fn language_server_command(&mut self, id: &LanguageServerId, worktree: &Worktree) -> Result<Command> {
        let binary = LspSettings::for_worktree(id.as_ref(), worktree)?.binary;
        let command = binary.and_then(|binary| binary.path).or_else(|| worktree.which("boardwright")).ok_or(
            "`boardwright` is not in the PATH: install it, or set `lsp.boardwright.binary.path` in the settings of Zed",
        )?;
        Ok(Command { command, args: vec!["lsp".into()], env: worktree.shell_env() })
    }
}

register_extension!(Boardwright);
