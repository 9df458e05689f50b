//! [`find_games`]: finds the games to test.

use crate::cli::files;
use crate::cli::out::CliError;
use boardwright::bundled;
use std::path::{Path, PathBuf};

/// Finds the games to test: paths of rule files, or names of bundled games.
pub fn find_games(paths: &[PathBuf]) -> Result<Vec<String>, CliError> {
    let name = |path: &Path| path.to_string_lossy().into_owned();
    if !paths.is_empty() {
        let found = files::find_rule_files(paths.iter().map(PathBuf::as_path))?;
        return Ok(found.iter().map(|path| name(path)).collect());
    }
    let games = Path::new("games");
    let mut found = if games.is_dir() { files::list_folder(games)? } else { Vec::new() };
    if found.is_empty() {
        found = files::list_folder(Path::new("."))?;
    }
    let mut games: Vec<String> = found.iter().map(|path| name(path.strip_prefix(".").unwrap_or(path))).collect();
    if games.is_empty() {
        games.extend(bundled::names().map(String::from));
    }
    Ok(games)
}
