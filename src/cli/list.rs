//! `boardwright list`.

use super::args::{Format, List};
use super::out::{Exit, Out, Stop};
use boardwright::bundled;
use boardwright::game::Game;
use boardwright::game::board::Shape;
use boardwright::load;
use serde::Serialize;

/// A bundled game as scripts read it.
#[derive(Serialize)]
struct Row {
    name: &'static str,
    title: String,
    authors: Vec<String>,
    year: Option<i32>,
    players: Vec<String>,
    board: String,
    cells: usize,
    classic: bool,
}

/// Lists the bundled games, and apart from them the classics.
pub fn run(args: &List, out: &mut Out) -> Result<Exit, Stop> {
    let mut rows = Vec::new();
    for name in bundled::names() {
        let engine = load::load_bundled(name, &[]).map_err(|error| Stop::finding(format!("{name}: {error}")))?;
        rows.push(row(name, engine.game()));
    }
    rows.sort_by_key(|row| row.classic);
    if args.format == Format::Json {
        out.json(&rows)?;
        return Ok(Exit::Well);
    }
    let columns: Vec<[String; 5]> = rows.iter().map(cells).collect();
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
    Ok(Exit::Well)
}

fn row(name: &'static str, game: &Game) -> Row {
    Row {
        name,
        title: game.title.clone(),
        authors: game.authors.clone(),
        year: game.year,
        players: game.players.iter().map(|player| player.name.clone()).collect(),
        board: board(game),
        cells: game.board.len(),
        classic: bundled::is_classic(name),
    }
}

fn cells(row: &Row) -> [String; 5] {
    let year = row.year.map(|year| format!(" {year}")).unwrap_or_default();
    let author = format!("{}{year}", row.authors.join(", "));
    [row.name.to_owned(), row.title.clone(), row.board.clone(), row.players.join(", "), author.trim().to_owned()]
}

/// The board in a few words.
fn board(game: &Game) -> String {
    match &game.board.blueprint().shape {
        Shape::Square(width, height) => format!("square {width} x {height}"),
        Shape::Rhombus(width, height) => format!("hex {width} x {height}"),
        Shape::Hexagon(side) => format!("hex side {side}"),
        Shape::Triangle(side) => format!("hex triangle {side}"),
        Shape::Star(side) => format!("hex star {side}"),
        Shape::Graph(_) => format!("graph, {} points", game.board.len()),
    }
}
