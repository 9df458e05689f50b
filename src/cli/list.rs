//! `boardwright list`.

use super::options::Format;
use super::out::{CliError, Exit, Out};
use boardwright::bundled;
use boardwright::game::Game;
use boardwright::game::board::Shape;
use boardwright::internals::load;
use clap::Args;
use serde::Serialize;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

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
    let width = terminal_size::terminal_size().filter(|_| out.terminal).map(|(width, _)| usize::from(width.0));
    let lines = arrange(rows.iter().map(to_cells).collect(), width);
    for (n, line) in lines.iter().enumerate() {
        if n > 0 && rows[n].classic && !rows[n - 1].classic {
            out.line("")?;
        }
        out.line(line)?;
    }
    Ok(Exit::Success)
}

/// The least width of a column that is cut.
const LEAST: usize = 12;

/// Arranges rows in columns of a width, if there is a limit: the last columns are cut, or left out where they would be too narrow. The
/// name is always whole, because other commands take it.
fn arrange(rows: Vec<[String; 5]>, limit: Option<usize>) -> Vec<String> {
    let width = |n: usize| rows.iter().map(|row| row[n].width()).max().unwrap_or(0);
    let mut widths: Vec<usize> = vec![width(0)];
    let mut left = limit.map(|limit| limit.saturating_sub(width(0)));
    for n in 1..5 {
        let wanted = width(n);
        let room = left.map_or(wanted, |left| left.saturating_sub(2));
        if wanted > room && room < LEAST {
            break;
        }
        let own = wanted.min(room);
        widths.push(own);
        left = left.map(|left| left.saturating_sub(own + 2));
    }
    let line = |row: &[String; 5]| {
        let cells = row.iter().zip(&widths).map(|(cell, width)| {
            let cell = cut(cell, *width);
            format!("{cell}{}", " ".repeat(width.saturating_sub(cell.width())))
        });
        cells.collect::<Vec<_>>().join("  ").trim_end().to_owned()
    };
    rows.iter().map(line).collect()
}

/// Cuts a text to a width.
fn cut(text: &str, width: usize) -> String {
    if text.width() <= width {
        return text.to_owned();
    }
    let mut short = String::new();
    for c in text.chars() {
        if short.width() + c.width().unwrap_or(0) + 1 > width {
            break;
        }
        short.push(c);
    }
    format!("{}…", short.trim_end())
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

#[cfg(test)]
mod tests {
    use super::*;

    fn row(cells: [&str; 5]) -> [String; 5] {
        cells.map(str::to_owned)
    }

    #[test]
    fn columns_fit_the_width() {
        let rows = [
            row(["rush", "Rush", "square 19 x 19", "Black, White", "Mark Steere 2007"]),
            row(["international-draughts", "International draughts", "square 10 x 10", "White, Black", ""]),
        ];
        let whole = arrange(rows.to_vec(), None);
        assert!(whole[0].ends_with("Mark Steere 2007"), "{whole:?}");
        for limit in 20..120 {
            let lines = arrange(rows.to_vec(), Some(limit));
            assert!(lines.iter().all(|line| line.width() <= limit.max(22)), "{limit}: {lines:?}");
            assert!(lines[1].starts_with("international-draughts"), "{lines:?}");
        }
        assert!(
            arrange(rows.to_vec(), Some(40))[1].contains("International d…"),
            "{:?}",
            arrange(rows.to_vec(), Some(40))
        );
    }
}
