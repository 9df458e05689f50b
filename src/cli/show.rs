//! `boardwright show`.

use super::args::{Picture, Show};
use super::chosen::{self, Reached, reach_or_set_up, settings_of};
use super::out::{Exit, Out, Stop};
use boardwright::game::Game;
use boardwright::game::cells::{Cell, CellSet};
use boardwright::game::piece::Player;
use boardwright::game::rules::Setting;
use boardwright::notation::{self, Verdict};
use boardwright::position::Position;
use boardwright::render::{self, SvgStyle, TextStyle};
use boardwright::sheet;
use boardwright::source::SourceId;
use boardwright::wording::quoted;
use serde::Serialize;
use std::collections::BTreeMap;

/// Draws the position. If play cannot begin for a fault in the rules, the pieces that were set up are drawn, and the fault is
/// reported after them.
pub fn run(args: &Show, out: &mut Out) -> Result<Exit, Stop> {
    if args.rules {
        return rules(args, out);
    }
    let (Reached { engine, before, position }, fault) = reach_or_set_up(&args.chosen, &args.after)?;
    let game = engine.game();
    let last = before.map(|before| render::cells_of(game, &before, &position));
    match args.format {
        Picture::Text => {
            out.line(format!("{}\n", game.full_title()))?;
            draw(game, &position, last, out)?;
        }
        Picture::Svg => {
            let style = SvgStyle { last, caption: Some(notation::status(game, &position)), ..SvgStyle::default() };
            out.line(render::svg(game, &position, &style).trim_end())?;
        }
        Picture::Json => out.json(&shown(game, &position, last))?,
        Picture::File => out.text(game.sources.get(SourceId(0)).text)?,
        Picture::Markdown | Picture::Html => {
            return Err(Stop::usage("Markdown and HTML are for the rule sheet")
                .help(format!("write `boardwright show {} --rules --format html`", quoted(&args.chosen.game))));
        }
    }
    fault.map_or(Ok(Exit::Well), Err)
}

/// Writes the rule sheet.
fn rules(args: &Show, out: &mut Out) -> Result<Exit, Stop> {
    let help = |help: &str| Some(help.to_owned());
    match args.format {
        Picture::Text | Picture::Markdown | Picture::Html => {}
        Picture::Json => {
            return Err(Stop::usage("the rule sheet is for people, and is not written as JSON").help(help(
                "`--format json` without `--rules` gives the position; `--format file` the rules as they are",
            )));
        }
        Picture::Svg | Picture::File => {
            return Err(Stop::usage("the rule sheet is written as text, Markdown or HTML")
                .help(help("write `--format text`, `--format markdown` or `--format html`, or leave `--rules` out")));
        }
    }
    if !args.after.after.trim().is_empty() {
        return Err(Stop::usage("`--after` and `--rules` do not go together").help(help("leave one of them out")));
    }
    let engine = chosen::engine(&args.chosen)?;
    let sheet = sheet::sheet(&engine).map_err(|fault| chosen::faulty(&*engine, &fault))?;
    match args.format {
        Picture::Markdown => out.text(sheet::markdown(&sheet))?,
        Picture::Html => out.text(sheet::html(&sheet))?,
        _ => {
            let width = terminal_size::terminal_size().filter(|_| out.terminal).map_or(80, |(width, _)| width.0.into());
            out.text(sheet::text(&sheet, width, out.color))?;
        }
    }
    Ok(Exit::Well)
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
    settings: BTreeMap<String, Setting>,
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
