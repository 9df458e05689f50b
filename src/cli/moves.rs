//! `boardwright moves`.

use super::chosen::fault_error;
use super::game_position::{GamePosition, reach};
use super::options::{AfterArgs, Format, GameArgs};
use super::out::{CliError, Exit, Out, remark};
use super::play::typed;
use super::reason::Reasons;
use boardwright::notation::{self, Verdict};
use boardwright::render::{JsonDeparture, JsonDetails};
use clap::Args;
use serde::Serialize;
use std::cell::LazyCell;

const AFTER_HELP: &str = "\
Examples:
  boardwright moves jostle
  boardwright moves jostle --why d3-d4
  boardwright moves chess --position \"8/8/8/8/8/5k2/4p3/4K3 White rights={}\"
  boardwright moves chess --details
  boardwright moves push --after \"a2-a3\" --format json

Exit code: 0 success; 1 the move given with `--why` is illegal, or the rules failed; 2 wrong usage.";

/// The arguments of `moves`.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct MovesArgs {
    #[command(flatten)]
    pub game: GameArgs,
    #[command(flatten)]
    pub after: AfterArgs,
    /// Show what each move changes, and the result or who moves next; in JSON also its action, values and choices
    #[arg(long, conflicts_with = "why")]
    pub details: bool,
    /// Explain which condition of which rule makes this move illegal, with the values in it; exit code 1 if it is illegal
    #[arg(long, value_name = "MOVE")]
    pub why: Option<String>,
    /// Text for people or JSON for scripts
    #[arg(long, default_value = "text")]
    pub format: Format,
}

/// The legal moves in JSON.
#[derive(Serialize)]
struct MoveList<'a> {
    to_move: Option<&'a str>,
    outcome: Option<Verdict>,
    moves: Vec<MoveEntry>,
}

/// A legal move in JSON: its text, or with `--details` all that is known of it.
#[derive(Serialize)]
#[serde(untagged)]
enum MoveEntry {
    Text(String),
    Details(Box<JsonDetails>),
}

/// The reason why a move is illegal, in JSON.
#[derive(Serialize)]
struct MoveRefusal<'a> {
    r#move: &'a str,
    legal: bool,
    why: String,
}

/// Lists the legal moves, or explains why a move is illegal.
pub fn run(args: &MovesArgs, out: &mut Out) -> Result<Exit, CliError> {
    let GamePosition { engine, position, name, settings, .. } = reach(&args.game, &args.after)?;
    let fault = |fault| fault_error(&*engine, &fault);
    let game = engine.game();
    if let Some(text) = args.why.as_deref().map(str::trim) {
        let refused = typed::explain(&engine, &position, text).map_err(fault)?;
        let (why, legal) = (refused.reason, refused.is_legal);
        match args.format {
            Format::Text => out.line(why)?,
            Format::Json => out.json(&MoveRefusal { r#move: text, legal, why })?,
        }
        return Ok(if legal { Exit::Success } else { Exit::Problems });
    }
    let moves = engine.legal_moves(&position).map_err(fault)?;
    // The rules are checked again only if somebody goes out.
    let reasons = LazyCell::new(|| Reasons::new(&name, &settings));
    let mut entries = Vec::with_capacity(moves.len());
    for mv in &moves {
        let text = engine.text(&position, mv).map_err(fault)?;
        if !args.details {
            match args.format {
                Format::Text => out.line(text)?,
                Format::Json => entries.push(MoveEntry::Text(text)),
            }
            continue;
        }
        let details = engine.details(&position, mv).map_err(fault)?;
        let mut after = position.clone();
        engine.play_unchecked(&mut after, mv).map_err(fault)?;
        let goes_out = notation::went_out(game, &position, &after).next().is_some();
        let watched = goes_out.then(|| reasons.as_ref().and_then(|reasons| reasons.watch(&position, mv))).flatten();
        match args.format {
            Format::Text => {
                out.line(text)?;
                details.texts(game).iter().try_for_each(|text| out.line(format!("  {text}")))?;
                let departures = watched.map(|watched| watched.departure_lines()).unwrap_or_default();
                departures.iter().try_for_each(|departure| out.line(format!("  {departure}")))?;
                out.line(format!("  {}", notation::status(game, &after)))?;
            }
            Format::Json => {
                let mut details = JsonDetails::new(game, text, &details, &position, &after);
                if let Some(watched) = watched {
                    let name = |player| game.player_name(player).to_owned();
                    let departures = watched.departures().into_iter();
                    details.out = departures
                        .map(|departure| JsonDeparture { player: name(departure.player), reason: departure.reason })
                        .collect();
                }
                entries.push(MoveEntry::Details(Box::new(details)));
            }
        }
    }
    match args.format {
        Format::Text if moves.is_empty() => remark(format!("The game is over: {}", notation::status(game, &position))),
        Format::Text => {}
        Format::Json => out.json(&MoveList {
            to_move: notation::to_move(&position).map(|player| game.player_name(player)),
            outcome: position.outcome.map(|outcome| Verdict::new(game, outcome)),
            moves: entries,
        })?,
    }
    Ok(Exit::Success)
}
