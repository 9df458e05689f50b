//! `boardwright show`.

use super::args::{Picture, Show};
use super::chosen::{Reached, reach_or_set_up, settings_of};
use super::out::{Exit, Out, Stop};
use boardwright::game::Game;
use boardwright::game::cells::{Cell, CellSet};
use boardwright::game::piece::Player;
use boardwright::notation::{self, Verdict};
use boardwright::position::Position;
use boardwright::render::{self, SvgStyle, TextStyle};
use boardwright::source::SourceId;
use serde::Serialize;
use std::collections::BTreeMap;

/// Draws the position. If play cannot begin for a fault in the rules, the pieces that were set up are drawn, and the fault is
/// reported after them.
pub fn run(args: &Show, out: &mut Out) -> Result<Exit, Stop> {
    let (Reached { engine, before, position }, fault) = reach_or_set_up(&args.chosen, &args.after)?;
    let game = engine.game();
    let last = before.map(|before| render::cells_of(game, &before, &position));
    match args.format {
        Picture::Text => {
            out.line(format!("{}\n", game.full_title()))?;
            draw(game, &position, last, out)?;
        }
        Picture::Svg => {
            let style = SvgStyle { last, title: None, caption: Some(notation::status(game, &position)) };
            out.line(render::svg(game, &position, &style).trim_end())?;
        }
        Picture::Json => out.json(&shown(game, &position, last))?,
        Picture::File => out.text(game.sources.get(SourceId(0)).text)?,
    }
    fault.map_or(Ok(Exit::Well), Err)
}

/// The board and, below it, whose turn it is or the result.
pub fn draw(game: &Game, position: &Position, last: Option<CellSet>, out: &mut Out) -> Result<(), Stop> {
    let style = TextStyle { color: out.color, last };
    out.text(render::text(game, position, &style))?;
    out.line(format!("\n{}", notation::status(game, position)))
}

/// A position as scripts read it.
#[derive(Serialize)]
struct Shown<'a> {
    game: String,
    settings: BTreeMap<String, serde_json::Value>,
    ply: u32,
    to_move: Option<&'a str>,
    outcome: Option<Verdict>,
    pieces: BTreeMap<&'a str, Standing<'a>>,
    vars: serde_json::Map<String, serde_json::Value>,
    last: Vec<&'a str>,
}

/// What stands on a cell.
#[derive(Serialize)]
struct Standing<'a> {
    owner: Option<&'a str>,
    kind: &'a str,
}

fn shown<'a>(game: &'a Game, position: &Position, last: Option<CellSet>) -> Shown<'a> {
    let cells = (0..game.board.len()).map(|cell| Cell(cell as u16));
    let pieces = cells.map(|cell| (cell, position.at(game, cell))).filter(|(_, piece)| !piece.is_nothing());
    Shown {
        game: game.title.clone(),
        settings: settings_of(game),
        ply: position.ply,
        to_move: notation::to_move(position).map(|player| game.player_name(player)),
        outcome: position.outcome.map(|outcome| Verdict::new(game, outcome)),
        pieces: pieces
            .map(|(cell, piece)| {
                let owner = (piece.owner != Player::NOBODY).then(|| game.player_name(piece.owner));
                (game.board.name(cell), Standing { owner, kind: game.kind_name(piece.kind) })
            })
            .collect(),
        vars: render::variables(game, position),
        last: last.unwrap_or_default().iter().map(|cell| game.board.name(cell)).collect(),
    }
}
