//! Loads the game that GAME and `--set` choose, and begins with `--position`.

use super::options::{EngineName, GameArgs, StartArgs};
use super::out::{CliError, MOST_REPORTS, details, remark, report_for_stderr};
use super::protocol::{Letters, is_like_fen};
pub use super::sources::{Disk, base_path, find_source, is_stdin};
use boardwright::bundled;
use boardwright::check::{Checked, check};
use boardwright::engine::Engine;
use boardwright::engine::reference::Reference;
use boardwright::game::Game;
use boardwright::game::rules::Setting;
use boardwright::internals::load::{self, LoadError};
use boardwright::internals::wording::{counted, quoted};
use boardwright::notation;
use boardwright::outcome::Fault;
use boardwright::position::Position;
use boardwright::position_line::{self, NotSetUp};
use boardwright::rng::Rng;
use boardwright::source::{Source, Sources, Span};
use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;

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

/// Returns the position of `--position`, a line of Boardwright or FEN, by default the first one.
///
/// Errors with a report that points into the line if that is not a position of the game, with the reason alone if it looks like FEN, or
/// with the fault of the rules.
pub fn first_position(engine: &dyn Engine, args: &StartArgs) -> Result<Position, CliError> {
    let Some(line) = &args.position else { return engine.start().map_err(|fault| fault_error(engine, &fault)) };
    // What `show` prints can be pasted as a whole.
    let quoted = line.trim().strip_prefix("position \"").and_then(|line| line.strip_suffix('"'));
    let line = quoted.unwrap_or(line);
    position_line::parse(engine, line).or_else(|error| match error {
        NotSetUp::Fault(fault) => Err(fault_error(engine, &fault)),
        NotSetUp::Line(_) if is_like_fen(line) => {
            let read = Letters::new(engine.game()).read_fen(engine, line);
            read.map_err(|error| CliError::usage(format!("--position: wrong FEN: {error}")))
        }
        NotSetUp::Line(error) => {
            let mut sources = Sources::new();
            let id = sources.add(Source::new("--position", line));
            let finding = error.diagnostic(Span::new(id, 0, line.len()));
            Err(CliError::UsageReport(report_for_stderr(&finding, &sources)))
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

/// Plays a random game of at most this many plies, and at most 500. Functions of native code are compiled when they are first called,
/// nearly all of them in the first game.
pub fn compile_games(engine: &dyn Engine, start: &Position, max_plies: u32) -> Result<(), Fault> {
    engine.playout(&mut start.clone(), &mut Rng::for_game(0, 0), max_plies.min(500)).map(drop)
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

/// Returns a name that finds the game from any folder: the name of a bundled game, or an absolute path. Standard input remains `-`.
pub fn resolve_name(game: &str) -> String {
    if is_stdin(game) {
        return game.to_owned();
    }
    let is_path = game.contains(['/', std::path::MAIN_SEPARATOR]) || game.ends_with(".game");
    let found: Option<PathBuf> =
        (is_path || bundled::source(game).is_none()).then(|| std::fs::canonicalize(game).ok()).flatten();
    found.map_or_else(|| game.to_owned(), |path| path.to_string_lossy().into_owned())
}
