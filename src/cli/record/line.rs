//! [`Line`]: the moves of which an example is made, and the positions between them.

use super::Record;
use crate::cli::args::{Chosen, Settings};
use crate::cli::out::{Out, Stop};
use crate::cli::{chosen, files, play};
use boardwright::engine::Engine;
use boardwright::notation::{self, NotPlayed};
use boardwright::position::Position;
use boardwright::record;
use std::io::IsTerminal;
use std::path::Path;
use std::sync::Arc;

/// A played game.
pub struct Line {
    /// The game, as it is named.
    pub game: String,
    /// What plays it.
    pub engine: Arc<dyn Engine>,
    /// Its settings.
    pub settings: Vec<(String, String)>,
    /// The moves.
    pub moves: Vec<String>,
    /// The positions, the first one before any move.
    pub positions: Vec<Position>,
}

impl Line {
    /// The game that is saved in the file, or that is played now.
    pub fn of(args: &Record, out: &mut Out) -> Result<Line, Stop> {
        let path = Path::new(&args.file);
        let saved = path.is_file() && !args.file.ends_with(".game");
        let text = if saved { files::read(path)? } else { String::new() };
        if text.trim_start().starts_with('{') {
            return Line::saved(args, &text);
        }
        let settings = chosen::settings(&args.settings.set)?;
        let game = args.rules(&args.file);
        let engine = chosen::engine(&Chosen { game: game.clone(), settings: args.settings.clone() })?;
        let moves = match &args.moves {
            Some(moves) => notation::split(moves).map(String::from).collect(),
            None if std::io::stdin().is_terminal() => play::recorded(engine.clone(), &game, settings.clone(), out)?,
            None => notation::split(&files::read_stdin()?).map(String::from).collect(),
        };
        Line::played(game, engine, settings, moves)
    }

    /// A game that `play` has saved.
    fn saved(args: &Record, text: &str) -> Result<Line, Stop> {
        let wrong = |error: record::RecordError| Stop::usage(format!("`{}`: {error}", args.file));
        let record = record::Record::from_json(text).map_err(wrong)?;
        if args.moves.is_some() || !args.settings.set.is_empty() {
            return Err(Stop::usage("a saved game has its moves and settings already")
                .help("`--from` and `--to` choose among its moves".to_owned()));
        }
        let settings: Vec<(String, String)> = record.settings.clone().into_iter().collect();
        let set = settings.iter().map(|(name, value)| format!("{name}={value}")).collect();
        let game = args.rules(&record.game);
        let engine = chosen::engine(&Chosen { game: game.clone(), settings: Settings { set } })?;
        match record.replay(&*engine) {
            Ok(positions) => Ok(Line { game, engine, settings, moves: record.moves, positions }),
            Err(record::RecordError::Fault(fault)) => Err(chosen::faulty(&*engine, &fault)),
            Err(error) => Err(wrong(error)),
        }
    }

    fn played(
        game: String,
        engine: Arc<dyn Engine>,
        settings: Vec<(String, String)>,
        moves: Vec<String>,
    ) -> Result<Line, Stop> {
        let start = engine.start().map_err(|fault| chosen::faulty(&*engine, &fault))?;
        let after = notation::play_all(&*engine, &start, moves.iter().map(String::as_str));
        let after = after.map_err(|error| match error {
            NotPlayed::Illegal { ply, why, .. } => Stop::usage(format!("move {}: {why}", ply + 1)),
            NotPlayed::Fault(fault) => chosen::faulty(&*engine, &fault),
        })?;
        let positions = [start].into_iter().chain(after).collect();
        Ok(Line { game, engine, settings, moves, positions })
    }
}

impl Record {
    /// The rules by which the game is played: those of the file that the example goes into, if there is one.
    fn rules(&self, game: &str) -> String {
        self.into.as_ref().map_or_else(|| game.to_owned(), |into| into.to_string_lossy().into_owned())
    }
}
