//! `boardwright list`.

use super::options::Format;
use super::out::{CliError, Exit, Out};
use boardwright::bundled;
use boardwright::game::Game;
use boardwright::game::board::Shape;
use boardwright::internals::load;
use clap::Args;
use serde::Serialize;

const AFTER_HELP: &str = "\
Examples:
  boardwright list
  boardwright list --format json";

/// The arguments of `list`.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct ListArgs {
    /// Text for people or JSON for scripts
    #[arg(long, default_value = "text")]
    pub format: Format,
}

/// A bundled game in JSON.
#[derive(Serialize)]
struct GameRow {
    name: &'static str,
    title: String,
    authors: Vec<String>,
    year: Option<i32>,
    players: Vec<String>,
    board: String,
    cells: usize,
    classic: bool,
}

/// Lists the bundled games, then the classics.
pub fn run(args: &ListArgs, out: &mut Out) -> Result<Exit, CliError> {
    let mut rows = Vec::new();
    for name in bundled::names() {
        let engine = load::load_bundled(name, &[]).map_err(|error| CliError::finding(format!("{name}: {error}")))?;
        rows.push(to_row(name, engine.game()));
    }
    rows.sort_by_key(|row| row.classic);
    if args.format == Format::Json {
        out.json(&rows)?;
        return Ok(Exit::Success);
    }
    let columns: Vec<[String; 5]> = rows.iter().map(to_cells).collect();
    let widths: Vec<usize> =
        (0..4).map(|n| columns.iter().map(|row| row[n].chars().count()).max().unwrap_or(0)).collect();
    for (n, row) in columns.iter().enumerate() {
        if n > 0 && rows[n].classic && !rows[n - 1].classic {
            out.line("")?;
        }
        let mut line = String::new();
        for (cell, width) in row.iter().zip(&widths) {
            line += &format!("{cell:width$}  ");
        }
        out.line(format!("{line}{}", row[4]).trim_end())?;
    }
    Ok(Exit::Success)
}

fn to_row(name: &'static str, game: &Game) -> GameRow {
    GameRow {
        name,
        title: game.title.clone(),
        authors: game.authors.clone(),
        year: game.year,
        players: game.players.iter().map(|player| player.name.clone()).collect(),
        board: describe_board(game),
        cells: game.board.len(),
        classic: bundled::is_classic(name),
    }
}

fn to_cells(row: &GameRow) -> [String; 5] {
    let year = row.year.map(|year| format!(" {year}")).unwrap_or_default();
    let author = format!("{}{year}", row.authors.join(", "));
    [row.name.to_owned(), row.title.clone(), row.board.clone(), row.players.join(", "), author.trim().to_owned()]
}

/// Describes the board in a few words.
fn describe_board(game: &Game) -> String {
    match &game.board.blueprint().shape {
        Shape::Square(width, height) => format!("square {width} x {height}"),
        Shape::Rhombus(width, height) => format!("hex {width} x {height}"),
        Shape::Hexagon(side) => format!("hex side {side}"),
        Shape::Triangle(side) => format!("hex triangle {side}"),
        Shape::Star(side) => format!("hex star {side}"),
        Shape::Graph(_) => format!("graph, {} points", game.board.len()),
    }
}
