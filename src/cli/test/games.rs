//! [`games`]: which games are tested.

use crate::cli::files;
use crate::cli::out::{CliError, plain};
use boardwright::bundled;
use std::path::{Path, PathBuf};

/// How deep below the current folder rule files are looked for.
const DEPTH: usize = 3;

/// The games to be tested: rule files by their paths, bundled games by their names.
pub fn games(paths: &[PathBuf]) -> Result<Vec<String>, CliError> {
    let below = |folder: &Path, depth| {
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
        let found = below(path, DEPTH)?;
        if found.is_empty() {
            return Err(CliError::usage(format!("there is no rule file in `{}`", path.display()))
                .help("rule files are called `NAME.game`"));
        }
        games.extend(found.iter().map(|path| name(path)));
    }
    if !paths.is_empty() {
        return Ok(games);
    }
    let mut found = if Path::new("games").is_dir() { below(Path::new("games"), DEPTH)? } else { Vec::new() };
    if found.is_empty() {
        found = below(Path::new("."), DEPTH)?;
    }
    games.extend(found.iter().map(|path| name(path.strip_prefix(".").unwrap_or(path))));
    if games.is_empty() {
        games.extend(bundled::names().map(String::from));
    }
    Ok(games)
}
