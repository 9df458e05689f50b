//! [`find_games`]: finds the games to test.

use crate::cli::files;
use crate::cli::out::{CliError, plain};
use boardwright::bundled;
use std::path::{Path, PathBuf};

/// The number of levels of subfolders that are searched.
const DEPTH: usize = 3;

/// Finds the games to test: paths of rule files, or names of bundled games.
pub fn find_games(paths: &[PathBuf]) -> Result<Vec<String>, CliError> {
    let list = |folder: &Path, depth| {
        files::list_rule_files(folder, depth).map_err(|error| {
            CliError::usage(format!("cannot read the folder `{}`: {}", folder.display(), plain(&error)))
        })
    };
    let name = |path: &Path| path.to_string_lossy().into_owned();
    let mut games = Vec::new();
    for path in paths {
        if !path.is_dir() {
            games.push(name(path));
            continue;
        }
        let found = list(path, DEPTH)?;
        if found.is_empty() {
            return Err(CliError::usage(format!("no rule files in `{}`", path.display()))
                .help("the names of rule files end in `.game`"));
        }
        games.extend(found.iter().map(|path| name(path)));
    }
    if !paths.is_empty() {
        return Ok(games);
    }
    let mut found = if Path::new("games").is_dir() { list(Path::new("games"), DEPTH)? } else { Vec::new() };
    if found.is_empty() {
        found = list(Path::new("."), DEPTH)?;
    }
    games.extend(found.iter().map(|path| name(path.strip_prefix(".").unwrap_or(path))));
    if games.is_empty() {
        games.extend(bundled::names().map(String::from));
    }
    Ok(games)
}
