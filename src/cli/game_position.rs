//! [`GamePosition`]: the position that GAME, `--set`, `--position` and `--after` choose. GAME may be a saved game.

use super::chosen::{fault_error, first_position, load_engine, parse_settings, resolve_name};
use super::options::{AfterArgs, GameArgs};
use super::out::{CliError, report_for_stderr};
use super::saved::{self, SavedGame};
use boardwright::engine::Engine;
use boardwright::notation::{self, NotPlayed};
use boardwright::position::Position;
use std::sync::Arc;

/// A game and a position in it.
pub struct GamePosition {
    pub engine: Arc<dyn Engine>,
    /// The last move, or `None` if no move was played.
    pub last: Option<LastMove>,
    pub position: Position,
    /// Whether it is another position than the game's first.
    pub is_later: bool,
    /// The name of the game as a saved game has it, and its settings.
    pub name: String,
    pub settings: Vec<(String, String)>,
}

/// The last move before a position.
pub struct LastMove {
    pub text: String,
    /// The position before it.
    pub before: Position,
}

/// Loads the chosen game and plays the moves of `--after` from `--position`, or from the end of a saved game.
pub fn reach(args: &GameArgs, after: &AfterArgs) -> Result<GamePosition, CliError> {
    match saved::open(args, &after.start)? {
        Some(saved) => reach_after(saved, after),
        None => reach_with(args, load_engine(args)?, after),
    }
}

/// Does the same as [`reach`], but if the rules fault in the first position, returns that position and the report of the fault.
pub fn reach_or_set_up(args: &GameArgs, after: &AfterArgs) -> Result<(GamePosition, Option<CliError>), CliError> {
    if let Some(saved) = saved::open(args, &after.start)? {
        return Ok((reach_after(saved, after)?, None));
    }
    let engine = load_engine(args)?;
    if after.start.position.is_none()
        && let Err(fault) = engine.start()
        && let Some(position) = &fault.position
    {
        let stop = CliError::Report(report_for_stderr(&fault.diagnostic(), &engine.game().sources));
        let position = Position::clone(position);
        return Ok((first(args, engine, position, false)?, Some(stop)));
    }
    Ok((reach_with(args, engine, after)?, None))
}

fn reach_with(args: &GameArgs, engine: Arc<dyn Engine>, after: &AfterArgs) -> Result<GamePosition, CliError> {
    let start = first_position(&*engine, &after.start)?;
    play(first(args, engine, start, after.start.position.is_some())?, after)
}

/// Returns a position before all moves.
fn first(
    args: &GameArgs,
    engine: Arc<dyn Engine>,
    position: Position,
    is_later: bool,
) -> Result<GamePosition, CliError> {
    let (name, settings) = (resolve_name(&args.game), parse_settings(&args.settings.set)?);
    Ok(GamePosition { engine, last: None, position, is_later, name, settings })
}

fn reach_after(saved: SavedGame, after: &AfterArgs) -> Result<GamePosition, CliError> {
    let SavedGame { record, engine, mut positions } = saved;
    let position = positions.pop().ok_or_else(|| CliError::usage("the saved game has no first position"))?;
    let is_later = record.position.is_some() || !record.moves.is_empty();
    let last = record.moves.last().zip(positions.pop());
    let last = last.map(|(text, before)| LastMove { text: text.clone(), before });
    let (name, settings) = (record.game, record.settings.into_iter().collect());
    play(GamePosition { engine, last, position, is_later, name, settings }, after)
}

/// Plays the moves of `--after`.
fn play(from: GamePosition, after: &AfterArgs) -> Result<GamePosition, CliError> {
    let GamePosition { engine, position: start, .. } = &from;
    let texts = || notation::split(&after.after);
    let mut positions = notation::play_all(&**engine, start, texts()).map_err(|error| match error {
        NotPlayed::Illegal { ply, why, .. } => CliError::usage(format!("move {} of --after: {why}", ply + 1)),
        NotPlayed::Fault(fault) => fault_error(&**engine, &fault),
    })?;
    let Some((position, text)) = positions.pop().zip(texts().last()) else { return Ok(from) };
    let before = positions.pop().unwrap_or_else(|| start.clone());
    let last = Some(LastMove { text: text.to_owned(), before });
    Ok(GamePosition { last, position, is_later: true, ..from })
}
