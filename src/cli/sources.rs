//! [`find_source`]: the rule text that GAME names, and the bases that it can extend.

use super::files;
use super::out::CliError;
use boardwright::bundled::{self, Bundled};
use boardwright::check::Bases;
use boardwright::internals::suggest;
use boardwright::internals::wording::quoted;
use boardwright::source::Source;
use std::path::{Path, PathBuf};

/// Finds bases on disk: `extends "tiger"` means `tiger.game` in the same folder, or else the bundled game.
pub struct Disk {
    folder: PathBuf,
}

impl Disk {
    /// Finds the bases of the rule file at this path.
    pub fn beside(file: &Path) -> Disk {
        Disk { folder: file.parent().map(Path::to_owned).unwrap_or_default() }
    }
}

/// Returns the path where the base of a rule file would be, or `None` if the name can only mean a bundled game.
pub fn base_path(name: &str, from: &Source) -> Option<PathBuf> {
    let own = Path::new(&*from.name);
    let beside = own.with_file_name(format!("{}.game", name.trim_end_matches(".game")));
    // A file does not extend itself if there is a bundled game of that name.
    let is_itself = beside == own && bundled::source(name).is_some();
    (!bundled::is_bundled(from) && !is_itself).then_some(beside)
}

impl Bases for Disk {
    fn base(&self, name: &str, from: &Source) -> Option<Source> {
        if let Some(path) = base_path(name, from)
            && path.is_file()
            && let Ok(text) = files::read(&path)
        {
            return Some(Source::new(path.to_string_lossy(), text));
        }
        bundled::source(name)
    }

    fn names(&self) -> Vec<String> {
        let folder = if self.folder.as_os_str().is_empty() { Path::new(".") } else { &self.folder };
        let beside = files::list_rule_files(folder, 0).unwrap_or_default();
        let beside = beside.iter().filter_map(|path| path.file_stem()).map(|stem| stem.to_string_lossy().into_owned());
        let mut names: Vec<String> = beside.chain(Bundled.names()).collect();
        names.sort();
        names.dedup();
        names
    }
}

/// Returns whether a name means standard input.
pub fn is_stdin(name: &str) -> bool {
    name == "-"
}

/// Finds the rule text that GAME names, and the bases it can extend.
pub fn find_source(game: &str) -> Result<(Source, Box<dyn Bases>), CliError> {
    if game.is_empty() {
        return Err(CliError::usage("empty game name").help("`boardwright list` lists the games"));
    }
    if is_stdin(game) {
        return Ok((Source::new("standard input", files::read_stdin()?), Box::new(Disk::beside(Path::new(game)))));
    }
    let is_path = game.contains(['/', std::path::MAIN_SEPARATOR]) || game.ends_with(".game");
    if !is_path && let Some(source) = bundled::source(game) {
        return Ok((source, Box::new(Bundled)));
    }
    let path = Path::new(game);
    if is_path || path.exists() {
        let text = files::read(path)?;
        if let Some(rules) = game.strip_suffix(".snap") {
            let rules = quoted(&format!("{rules}.game"));
            return Err(CliError::usage(format!("`{game}` is a snapshot, not a rule file")).help(format!(
                "`boardwright diff {rules}` compares a game with its snapshot, `boardwright test {rules}` tests it"
            )));
        }
        let begins_a_record = text.trim_start().starts_with('{') || text.trim().is_empty();
        if !game.ends_with(".game") && begins_a_record {
            return Err(CliError::usage(format!("`{game}` is not a rule file"))
                .help("`play`, `repl`, `show` (without `--rules`), `moves`, `perft`, `playout`, `solve` and `record` take a saved game"));
        }
        return Ok((Source::new(game, text), Box::new(Disk::beside(path))));
    }
    Err(unknown_game(game))
}

fn unknown_game(game: &str) -> CliError {
    let lower = game.to_lowercase();
    let file = format!("{game}.game");
    let help = match bundled::source(&lower) {
        _ if Path::new(&file).is_file() => format!("to use the rule file in this folder, write `{file}`"),
        Some(_) => format!("did you mean `{lower}`?"),
        None => suggest::did_you_mean(game, bundled::names())
            .unwrap_or_else(|| "`boardwright list` lists the games; write rule files with `.game`".to_owned()),
    };
    CliError::usage(format!("unknown game `{game}`")).help(help)
}
