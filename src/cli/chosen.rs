//! Loads the game that GAME and `--set` choose, and begins with `--position`.

use super::files;
use super::options::{EngineName, GameArgs, StartArgs};
use super::out::{CliError, MOST_REPORTS, details, remark, report_for_stderr};
use boardwright::bundled::{self, Bundled};
use boardwright::check::{Bases, Checked, check};
use boardwright::engine::Engine;
use boardwright::engine::reference::Reference;
use boardwright::game::Game;
use boardwright::game::rules::Setting;
use boardwright::internals::load::{self, LoadError};
use boardwright::internals::suggest;
use boardwright::internals::wording::{counted, quoted};
use boardwright::notation;
use boardwright::outcome::Fault;
use boardwright::position::Position;
use boardwright::position_line::{self, NotSetUp};
use boardwright::source::{Source, Sources, Span};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

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
        if !game.ends_with(".game") && text.trim_start().starts_with('{') {
            return Err(CliError::usage(format!("`{game}` is not a rule file"))
                .help("`play`, `repl`, `show`, `moves`, `perft`, `playout`, `solve` and `record` take a saved game"));
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

/// Parses the values of `--set` into names and values.
pub fn parse_settings(set: &[String]) -> Result<Vec<(String, String)>, CliError> {
    parse_settings_of("--set", set)
}

/// Parses the values of an option into names and values.
pub fn parse_settings_of(option: &str, set: &[String]) -> Result<Vec<(String, String)>, CliError> {
    let pair =
        |text: &String| match text.split_once('=') {
            Some((name, value)) if !name.trim().is_empty() => Ok((name.trim().to_owned(), value.trim().to_owned())),
            _ => Err(CliError::usage(format!("missing value in `{option} {text}`"))
                .help(format!("write `{option} NAME=VALUE`"))),
        };
    set.iter().map(pair).collect()
}

/// Returns the values of a game's parameters, for JSON.
pub fn settings_of(game: &Game) -> BTreeMap<String, Setting> {
    game.params.iter().map(|param| (param.name.clone(), param.value.clone())).collect()
}

pub fn check_game(args: &GameArgs) -> Result<Checked, CliError> {
    let settings = parse_settings(&args.settings.set)?;
    let (source, bases) = find_source(&args.game)?;
    Ok(check(source, &*bases, &settings))
}

pub fn load_engine(args: &GameArgs) -> Result<Arc<dyn Engine>, CliError> {
    build_engine(check_game(args)?)
}

/// Returns the engine of a checked game.
///
/// Errors with the reports of its findings if the game cannot be played.
pub fn build_engine(checked: Checked) -> Result<Arc<dyn Engine>, CliError> {
    let file = checked.sources.get(boardwright::source::SourceId(0));
    let warnings = checked.diagnostics.iter().filter(|finding| !finding.is_error()).count();
    let name = file.name.clone();
    let engine = load::engine(checked).map_err(|error| match error {
        LoadError::Wrong { sources, diagnostics } => {
            let errors: Vec<_> = diagnostics.iter().filter(|finding| finding.is_error()).collect();
            let shown = errors.iter().take(MOST_REPORTS);
            let mut text: String = shown.map(|finding| report_for_stderr(finding, &sources)).collect();
            text += &details(errors.iter().copied());
            let count = counted(errors.len(), "error");
            text += &format!("`{name}` has {count}; it cannot be played\n");
            CliError::Report(text)
        }
        LoadError::Settings(refused) => match refused.into_iter().next() {
            Some(setting) => CliError::usage(setting.message).maybe_help(setting.help),
            None => CliError::usage("invalid settings"),
        },
        other => CliError::usage(other.to_string()),
    })?;
    if warnings > 0 && !bundled::is_bundled(&file) {
        let (count, them) = (counted(warnings, "warning"), if warnings == 1 { "it" } else { "them" });
        remark(format!("`{name}` has {count}; run `boardwright check {}` to see {them}", quoted(&name)));
    }
    Ok(engine)
}

/// Returns the position of `--position`, by default the first one.
///
/// Errors with a report that points into the line if that is not a position of the game, or with the fault of the rules.
pub fn first_position(engine: &dyn Engine, args: &StartArgs) -> Result<Position, CliError> {
    let Some(line) = &args.position else { return engine.start().map_err(|fault| fault_error(engine, &fault)) };
    // What `show` prints can be pasted as a whole.
    let quoted = line.trim().strip_prefix("position \"").and_then(|line| line.strip_suffix('"'));
    let line = quoted.unwrap_or(line);
    position_line::parse(engine, line).map_err(|error| match error {
        NotSetUp::Fault(fault) => fault_error(engine, &fault),
        NotSetUp::Line(error) => {
            let mut sources = Sources::new();
            let id = sources.add(Source::new("--position", line));
            let finding = error.diagnostic(Span::new(id, 0, line.len()));
            CliError::UsageReport(report_for_stderr(&finding, &sources))
        }
    })
}

/// Returns the selected engine for the game of another engine.
pub fn select_engine(name: EngineName, engine: Arc<dyn Engine>) -> Arc<dyn Engine> {
    match name {
        EngineName::Reference => Arc::new(Reference::new(Arc::new(engine.game().clone()))),
        EngineName::Fast => engine,
    }
}

/// Returns the error for a fault, with its place in the rules and its position.
pub fn fault_error(engine: &dyn Engine, fault: &Fault) -> CliError {
    CliError::Report(fault_report(engine, fault))
}

/// Draws the report of a fault and the position where it happened.
pub fn fault_report(engine: &dyn Engine, fault: &Fault) -> String {
    let game = engine.game();
    let mut text = report_for_stderr(&fault.diagnostic(), &game.sources);
    if let Some(position) = &fault.position {
        let style = boardwright::render::TextStyle::default();
        text += &format!("Position of the fault ({}):\n\n", notation::status(game, position));
        text += &boardwright::render::text(game, position, &style);
    }
    text
}

/// Returns a name that finds the game from any folder: the name of a bundled game, or an absolute path.
pub fn resolve_name(game: &str) -> String {
    let is_path = game.contains(['/', std::path::MAIN_SEPARATOR]) || game.ends_with(".game");
    let found: Option<PathBuf> =
        (is_path || bundled::source(game).is_none()).then(|| std::fs::canonicalize(game).ok()).flatten();
    found.map_or_else(|| game.to_owned(), |path| path.to_string_lossy().into_owned())
}
