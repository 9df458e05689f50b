//! `boardwright moves`.

use super::args::{Format, Moves};
use super::chosen::{Reached, faulty, reach};
use super::out::{Exit, Out, Stop, remark};
use boardwright::engine::Reason;
use boardwright::notation::{self, Verdict};
use boardwright::refusal;
use serde::Serialize;

/// The legal moves as scripts read them.
#[derive(Serialize)]
struct Listed<'a> {
    to_move: Option<&'a str>,
    outcome: Option<Verdict>,
    moves: Vec<String>,
}

/// Why a move is not legal, as scripts read it.
#[derive(Serialize)]
struct Why<'a> {
    r#move: &'a str,
    legal: bool,
    why: String,
}

/// Lists the legal moves, or says why one is none.
pub fn run(args: &Moves, out: &mut Out) -> Result<Exit, Stop> {
    let Reached { engine, position, .. } = reach(&args.chosen, &args.after)?;
    let fault = |fault| faulty(&*engine, &fault);
    let game = engine.game();
    if let Some(text) = args.why.as_deref().map(str::trim) {
        let refusal = engine.why_not(&position, text).map_err(fault)?;
        let why = refusal::sentence(game, text, &refusal);
        match args.format {
            Format::Text => out.line(why)?,
            Format::Json => {
                out.json(&Why { r#move: text, legal: matches!(refusal.reason, Reason::Legal), why })?;
            }
        }
        return Ok(Exit::Well);
    }
    let moves = notation::legal_texts(&*engine, &position).map_err(fault)?;
    match args.format {
        Format::Text if moves.is_empty() => remark(notation::status(game, &position)),
        Format::Text => moves.iter().try_for_each(|text| out.line(text))?,
        Format::Json => out.json(&Listed {
            to_move: notation::to_move(&position).map(|player| game.player_name(player)),
            outcome: position.outcome.map(|outcome| Verdict::new(game, outcome)),
            moves,
        })?,
    }
    Ok(Exit::Well)
}
