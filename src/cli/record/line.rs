//! [`PlayedLine`]: the moves of an example, and the positions between them.

use crate::cli::options::{GameArgs, SettingArgs, StartArgs};
use crate::cli::out::{CliError, Out};
use crate::cli::{chosen, files, play, saved};
use boardwright::engine::Engine;
use boardwright::notation::{self, NotPlayed};
use boardwright::position::Position;
use boardwright::record;
use clap::Args;
use std::io::IsTerminal;
use std::path::PathBuf;
use std::sync::Arc;

/// The arguments that choose the moves.
#[derive(Args, Debug)]
pub struct LineArgs {
    /// A saved game, or the game to play
    #[arg(add = crate::cli::candidates::games())]
    pub file: String,
    #[command(flatten)]
    pub settings: SettingArgs,
    #[command(flatten)]
    pub start: StartArgs,
    /// Play these moves, separated by spaces or commas
    #[arg(long, value_name = "MOVES", allow_hyphen_values = true)]
    pub moves: Option<String>,
    /// Append the example to this rule file, and play by its rules
    #[arg(long, value_name = "FILE")]
    pub into: Option<PathBuf>,
}

/// A played game.
pub struct PlayedLine {
    /// The name or path of the game.
    pub game: String,
    pub engine: Arc<dyn Engine>,
    pub settings: Vec<(String, String)>,
    pub moves: Vec<String>,
    /// The positions, starting before the first move.
    pub positions: Vec<Position>,
    /// Whether the first position is not the game's own.
    pub set_up: bool,
}

impl PlayedLine {
    /// Loads a saved game, or plays one now.
    pub fn load(args: &LineArgs, out: &mut Out) -> Result<PlayedLine, CliError> {
        if let Some(path) = saved::find(&args.file) {
            return PlayedLine::load_saved(args, &files::read(&path)?);
        }
        let settings = chosen::parse_settings(&args.settings.set)?;
        let game = args.rules(&args.file);
        let engine = chosen::load_engine(&GameArgs { game: game.clone(), settings: args.settings.clone() })?;
        let moves = match &args.moves {
            Some(moves) => notation::split(moves).map(String::from).collect(),
            None if std::io::stdin().is_terminal() => {
                play::record_moves(engine.clone(), &game, settings.clone(), &args.start, out)?
            }
            None => notation::split(&files::read_stdin()?).map(String::from).collect(),
        };
        PlayedLine::play(game, engine, settings, &args.start, moves)
    }

    /// Loads a game that `play` has saved.
    fn load_saved(args: &LineArgs, text: &str) -> Result<PlayedLine, CliError> {
        let to_error = |error: record::RecordError| CliError::usage(format!("`{}`: {error}", args.file));
        let record = record::Record::from_json(text).map_err(to_error)?;
        if args.moves.is_some() || !args.settings.set.is_empty() || args.start.position.is_some() {
            return Err(CliError::usage("`--moves`, `--position` and `--set` cannot be used with a saved game")
                .help("use `--from` and `--to` to choose among its moves"));
        }
        let settings: Vec<(String, String)> = record.settings.clone().into_iter().collect();
        let set = settings.iter().map(|(name, value)| format!("{name}={value}")).collect();
        if args.into.is_none() {
            let to_error = |why: String| CliError::usage(format!("`{}`: {why}", args.file));
            saved::require_rules(&record).map_err(to_error)?;
        }
        let game = args.rules(&record.game);
        let load = |game: &str| chosen::load_engine(&GameArgs { game: game.to_owned(), settings: SettingArgs { set } });
        let engine = load(&game).map_err(|error| args.explain_other(error, &record.game))?;
        match record.replay(&*engine) {
            Ok(positions) => {
                let set_up = record.position.is_some();
                Ok(PlayedLine { game, engine, settings, moves: record.moves, positions, set_up })
            }
            Err(record::RecordError::Fault(fault)) => Err(chosen::fault_error(&*engine, &fault)),
            Err(error) => {
                let report = saved::report_position(&args.file, &record, &error).unwrap_or_else(|| to_error(error));
                Err(args.explain_other(report, &record.game))
            }
        }
    }

    fn play(
        game: String,
        engine: Arc<dyn Engine>,
        settings: Vec<(String, String)>,
        start: &StartArgs,
        moves: Vec<String>,
    ) -> Result<PlayedLine, CliError> {
        let set_up = start.position.is_some();
        let start = chosen::first_position(&*engine, start)?;
        let after = notation::play_all(&*engine, &start, moves.iter().map(String::as_str));
        let after = after.map_err(|error| match error {
            NotPlayed::Illegal { ply, why, .. } => CliError::usage(format!("move {}: {why}", ply + 1)),
            NotPlayed::Fault(fault) => chosen::fault_error(&*engine, &fault),
        })?;
        let positions = [start].into_iter().chain(after).collect();
        Ok(PlayedLine { game, engine, settings, moves, positions, set_up })
    }
}

impl LineArgs {
    /// Adds to an error that the saved game is one of another rule file than the one that gets the example.
    fn explain_other(&self, error: CliError, saved: &str) -> CliError {
        let stem = |path: &std::path::Path| path.file_stem().map(|stem| stem.to_string_lossy().into_owned());
        match &self.into {
            Some(into) if stem(into) != stem(std::path::Path::new(saved)) => CliError::usage(format!(
                "`{}` is a saved game of `{saved}`, which cannot be played by the rules of `{}`:\n{}",
                self.file,
                into.display(),
                error.into_message()
            )),
            _ => error,
        }
    }

    /// Returns the game to play: the file that gets the example, or else `game`.
    fn rules(&self, game: &str) -> String {
        self.into.as_ref().map_or_else(|| game.to_owned(), |into| into.to_string_lossy().into_owned())
    }
}
