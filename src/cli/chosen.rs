//! From GAME, `--set` and `--after` to a game in a position.

use super::args::{After, Chosen, EngineName};
use super::files;
use super::out::{Stop, remark, report_for_stderr};
use boardwright::bundled::{self, Bundled};
use boardwright::check::{Bases, Checked, check};
use boardwright::engine::Engine;
use boardwright::engine::reference::Reference;
use boardwright::game::Game;
use boardwright::game::rules::Setting;
use boardwright::load::{self, LoadError};
use boardwright::notation::{self, NotPlayed};
use boardwright::outcome::Fault;
use boardwright::position::Position;
use boardwright::source::Source;
use boardwright::suggest;
use boardwright::wording::{counted, quoted};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Rule files on disk: `extends "tiger"` means `tiger.game` beside the file, else the bundled game.
pub struct Disk {
    folder: PathBuf,
}

impl Disk {
    /// For a rule file at this path.
    pub fn beside(file: &Path) -> Disk {
        Disk { folder: file.parent().map(Path::to_owned).unwrap_or_default() }
    }
}

/// The file that the base of a rule file would be, beside it; none if the name can mean a bundled game only.
pub fn beside(name: &str, from: &Source) -> Option<PathBuf> {
    let own = Path::new(&*from.name);
    let beside = own.with_file_name(format!("{}.game", name.trim_end_matches(".game")));
    // A file cannot mean itself, as long as there is something else that it can mean.
    let itself = beside == own && bundled::source(name).is_some();
    (!bundled::is_bundled(from) && !itself).then_some(beside)
}

impl Bases for Disk {
    fn base(&self, name: &str, from: &Source) -> Option<Source> {
        if let Some(beside) = beside(name, from)
            && beside.is_file()
            && let Ok(text) = files::read(&beside)
        {
            return Some(Source::new(beside.to_string_lossy(), text));
        }
        bundled::source(name)
    }

    fn names(&self) -> Vec<String> {
        let folder = if self.folder.as_os_str().is_empty() { Path::new(".") } else { &self.folder };
        let beside = files::rule_files(folder, 0).unwrap_or_default();
        let beside = beside.iter().filter_map(|path| path.file_stem()).map(|stem| stem.to_string_lossy().into_owned());
        let mut names: Vec<String> = beside.chain(Bundled.names()).collect();
        names.sort();
        names.dedup();
        names
    }
}

/// The text that GAME names, and what finds its bases.
pub fn source(game: &str) -> Result<(Source, Box<dyn Bases>), Stop> {
    if game.is_empty() {
        return Err(Stop::usage("the name of the game is empty").help("`boardwright list` lists the games".to_owned()));
    }
    let is_path = game.contains(['/', std::path::MAIN_SEPARATOR]) || game.ends_with(".game");
    if !is_path && let Some(source) = bundled::source(game) {
        return Ok((source, Box::new(Bundled)));
    }
    let path = Path::new(game);
    if is_path || path.exists() {
        return Ok((Source::new(game, files::read(path)?), Box::new(Disk::beside(path))));
    }
    Err(unknown(game))
}

fn unknown(game: &str) -> Stop {
    let lower = game.to_lowercase();
    let file = format!("{game}.game");
    let help = match bundled::source(&lower) {
        _ if Path::new(&file).is_file() => format!("for the rule file here, write `{file}`"),
        Some(_) => format!("did you mean `{lower}`?"),
        None => suggest::did_you_mean(game, bundled::names())
            .unwrap_or_else(|| "`boardwright list` lists the games; a rule file needs its `.game`".to_owned()),
    };
    Stop::usage(format!("there is no game `{game}`")).help(help)
}

/// The `--set`s as pairs.
pub fn settings(set: &[String]) -> Result<Vec<(String, String)>, Stop> {
    settings_by("--set", set)
}

/// The same by another option.
pub fn settings_by(option: &str, set: &[String]) -> Result<Vec<(String, String)>, Stop> {
    let pair = |text: &String| match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() => Ok((name.trim().to_owned(), value.trim().to_owned())),
        _ => Err(Stop::usage(format!("`{option} {text}` names no value")).help(format!("write `{option} name=value`"))),
    };
    set.iter().map(pair).collect()
}

/// The values of a game's parameters, as scripts read them.
pub fn settings_of(game: &Game) -> BTreeMap<String, Setting> {
    game.params.iter().map(|param| (param.name.clone(), param.value.clone())).collect()
}

/// The game of GAME and `--set`, checked.
pub fn checked(chosen: &Chosen) -> Result<Checked, Stop> {
    let settings = settings(&chosen.settings.set)?;
    let (source, bases) = source(&chosen.game)?;
    Ok(check(source, &*bases, &settings))
}

/// What plays GAME with its `--set`s.
pub fn engine(chosen: &Chosen) -> Result<Arc<dyn Engine>, Stop> {
    playable(checked(chosen)?)
}

/// What plays a checked game; its findings are reported if it cannot be played.
pub fn playable(checked: Checked) -> Result<Arc<dyn Engine>, Stop> {
    let file = checked.sources.get(boardwright::source::SourceId(0));
    let warnings = checked.diagnostics.iter().filter(|finding| !finding.is_error()).count();
    let name = file.name.clone();
    let engine = load::engine(checked).map_err(|error| match error {
        LoadError::Wrong { sources, diagnostics } => {
            let errors: Vec<_> = diagnostics.iter().filter(|finding| finding.is_error()).collect();
            let shown = errors.iter().take(super::check::MOST_REPORTS);
            let mut text: String = shown.map(|finding| report_for_stderr(finding, &sources)).collect();
            let count = counted(errors.len(), "error");
            text += &format!("`{name}` has {count} and cannot be played\n");
            Stop::Report(text)
        }
        LoadError::Settings(refused) => match refused.into_iter().next() {
            Some(setting) => Stop::usage(setting.message).help(setting.help),
            None => Stop::usage("these settings cannot be used"),
        },
        unknown @ LoadError::Unknown { .. } => Stop::usage(unknown.to_string()),
    })?;
    if warnings > 0 && !bundled::is_bundled(&file) {
        let count = counted(warnings, "warning");
        remark(format!("`{name}` has {count}: `boardwright check {}` shows them", quoted(&name)));
    }
    Ok(engine)
}

/// A game in the position after `--after`.
pub struct Reached {
    /// What plays it.
    pub engine: Arc<dyn Engine>,
    /// The position before the last move, if there was one.
    pub before: Option<Position>,
    /// The position.
    pub position: Position,
}

/// The engine that is asked for, for the same game.
pub fn run_by(name: EngineName, engine: Arc<dyn Engine>) -> Arc<dyn Engine> {
    match name {
        EngineName::Reference => Arc::new(Reference::new(Arc::new(engine.game().clone()))),
        EngineName::Fast => engine,
    }
}

/// Plays the moves of `--after`.
pub fn reach(chosen: &Chosen, after: &After) -> Result<Reached, Stop> {
    reach_with(engine(chosen)?, after)
}

/// As [`reach`]; where the rules run into a fault in the first position already, that position and the report.
pub fn reach_or_set_up(chosen: &Chosen, after: &After) -> Result<(Reached, Option<Stop>), Stop> {
    let engine = engine(chosen)?;
    if let Err(fault) = engine.start()
        && let Some(position) = &fault.position
    {
        let stop = Stop::Report(report_for_stderr(&fault.diagnostic(), &engine.game().sources));
        let position = Position::clone(position);
        return Ok((Reached { engine, before: None, position }, Some(stop)));
    }
    Ok((reach_with(engine, after)?, None))
}

fn reach_with(engine: Arc<dyn Engine>, after: &After) -> Result<Reached, Stop> {
    let start = engine.start().map_err(|fault| faulty(&*engine, &fault))?;
    let texts = notation::split(&after.after);
    let mut positions = notation::play_all(&*engine, &start, texts).map_err(|error| match error {
        NotPlayed::Illegal { ply, why, .. } => Stop::usage(format!("move {} of --after: {why}", ply + 1)),
        NotPlayed::Fault(fault) => faulty(&*engine, &fault),
    })?;
    let Some(position) = positions.pop() else {
        return Ok(Reached { engine, before: None, position: start });
    };
    Ok(Reached { engine, before: Some(positions.pop().unwrap_or(start)), position })
}

/// A fault, reported with its place in the rules and its position.
pub fn faulty(engine: &dyn Engine, fault: &Fault) -> Stop {
    Stop::Report(fault_report(engine, fault))
}

/// The report of a fault.
pub fn fault_report(engine: &dyn Engine, fault: &Fault) -> String {
    let game = engine.game();
    let mut text = report_for_stderr(&fault.diagnostic(), &game.sources);
    if let Some(position) = &fault.position {
        let style = boardwright::render::TextStyle::default();
        text += &format!("It was in this position, {}:\n\n", notation::status(game, position));
        text += &boardwright::render::text(game, position, &style);
    }
    text
}

/// The name by which a game can be found again: of a file, its whole path.
pub fn lasting_name(game: &str) -> String {
    let is_path = game.contains(['/', std::path::MAIN_SEPARATOR]) || game.ends_with(".game");
    let found: Option<PathBuf> =
        (is_path || bundled::source(game).is_none()).then(|| std::fs::canonicalize(game).ok()).flatten();
    found.map_or_else(|| game.to_owned(), |path| path.to_string_lossy().into_owned())
}
