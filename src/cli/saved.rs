//! Saved games.

use super::options::{GameArgs, SettingArgs, StartArgs};
use super::out::{CliError, plain, report_for_stderr};
use super::{chosen, files};
use boardwright::bundled;
use boardwright::engine::Engine;
use boardwright::internals::wording::counted;
use boardwright::position::Position;
use boardwright::record::{Record, RecordError};
use boardwright::source::{Source, Sources, Span};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Why a game with rules from standard input cannot be saved: a record has the name of its rules, not their text.
pub const STDIN_RULES: &str = "the rules are read from standard input, and could not be found again";

/// What to do then.
pub const NAME_RULES: &str = "write the rules to a file, and name this file instead of `-`";

/// A saved game that was loaded.
pub struct SavedGame {
    pub record: Record,
    /// The engine of the game.
    pub engine: Arc<dyn Engine>,
    /// All positions, from the first one on.
    pub positions: Vec<Position>,
}

/// Returns the path of a saved game if GAME names one, and not a rule file or a bundled game.
pub fn find(game: &str) -> Option<PathBuf> {
    let path = Path::new(game);
    let is_other = game.ends_with(".game") || bundled::source(game).is_some() || !path.is_file();
    let is_named_so = path.extension().is_some_and(|end| end == "json" || end == "jsonl");
    let has_object = |text: String| text.trim_start().starts_with('{');
    (!is_other && (is_named_so || files::read(path).is_ok_and(has_object))).then(|| path.to_owned())
}

/// Loads the saved game that GAME names, or returns `None` if GAME is something else.
///
/// Errors if there are other settings or another position: the saved game has its own.
pub fn open(args: &GameArgs, start: &StartArgs) -> Result<Option<SavedGame>, CliError> {
    let Some(path) = find(&args.game) else { return Ok(None) };
    if !args.settings.set.is_empty() || start.position.is_some() {
        let option = if start.position.is_some() { "--position" } else { "--set" };
        return Err(CliError::usage(format!("`{option}` cannot be used with a saved game"))
            .help("a saved game has its own settings and first position"));
    }
    load(&path).map(Some).map_err(CliError::usage)
}

/// Loads a saved game and verifies it move by move.
pub fn load(path: &Path) -> Result<SavedGame, String> {
    let text = files::read(path).map_err(CliError::into_message)?;
    let record = Record::from_json(&text).map_err(|error| {
        let games = text.lines().filter(|line| Record::from_json(line).is_ok()).count();
        match error {
            RecordError::Several if games > 1 => format!(
                "`{}`: not a saved game, but a file of several: it has {games} games, one on each line; write one line to a file of its own",
                path.display()
            ),
            error => format!("`{}`: {error}", path.display()),
        }
    })?;
    require_rules(&record).map_err(|error| format!("`{}`: {error}", path.display()))?;
    let set = record.settings.iter().map(|(name, value)| format!("{name}={value}")).collect();
    let game = GameArgs { game: record.game.clone(), settings: SettingArgs { set } };
    let engine = chosen::load_engine(&game).map_err(CliError::into_message)?;
    let positions = record.replay(&*engine).map_err(|error| {
        report_position(&path.to_string_lossy(), &record, &error)
            .map_or_else(|| format!("`{}`: {error}", path.display()), CliError::into_message)
    })?;
    Ok(SavedGame { record, engine, positions })
}

/// Errors if the rules of a record were read from standard input, so that nobody can find them.
pub fn require_rules(record: &Record) -> Result<(), String> {
    match chosen::is_stdin(&record.game) {
        true => Err("its rules were read from standard input; write the name of a rule file as its `game`".to_owned()),
        false => Ok(()),
    }
}

/// Returns a sentence about a loaded game. Says so if it is another game than before.
pub fn describe(path: &Path, old: &str, title: &str, plies: usize) -> String {
    let other = if title == old { String::new() } else { format!(", not of {old}") };
    format!("Loaded {}: a game of {title}{other}, after {}.", path.display(), counted(plies, "ply"))
}

/// Returns the report of a wrong first position, which points into its line. Returns `None` for another error.
pub fn report_position(file: &str, record: &Record, error: &RecordError) -> Option<CliError> {
    let (RecordError::Position(wrong), Some(line)) = (error, &record.position) else { return None };
    let mut sources = Sources::new();
    let id = sources.add(Source::new(format!("position in {file}"), line.as_str()));
    let report = report_for_stderr(&wrong.diagnostic(Span::new(id, 0, line.len())), &sources);
    Some(CliError::UsageReport(format!("`{file}`: {error}\n{report}")))
}

/// Saves a game. An existing file is replaced if `replace` is set, or if it is the `own` file of this game, which it was saved to
/// or loaded from, and the game continues the one in it, so that nothing is lost.
pub fn save(record: &Record, path: &Path, replace: bool, own: bool) -> Result<(), String> {
    let name = path.display();
    if chosen::is_stdin(&record.game) {
        return Err(format!("cannot save: {STDIN_RULES}; {NAME_RULES}"));
    }
    if path.is_dir() {
        return Err(format!("cannot save: `{name}` is a folder"));
    }
    if !replace && path.exists() {
        if !own {
            return Err(format!("`{name}` already exists; use `save! {name}` to replace it"));
        }
        if !continues(record, path) {
            return Err(format!("`{name}` has a different game; use `save! {name}` to replace it"));
        }
    }
    files::write(path, &record.to_json()).map_err(|error| format!("cannot save `{name}`: {}", plain(&error)))
}

/// Returns whether a game begins like the one in a file, with all its moves.
fn continues(record: &Record, path: &Path) -> bool {
    let held = files::read(path).ok().and_then(|text| Record::from_json(&text).ok());
    held.is_some_and(|held| {
        let same = held.game == record.game && held.settings == record.settings && held.position == record.position;
        same && record.moves.starts_with(&held.moves)
    })
}
