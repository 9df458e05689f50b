//! Boards in test reports: one, or two side by side with their differences marked.

use boardwright::game::Game;
use boardwright::internals::example::Other;
use boardwright::notation;
use boardwright::position::Position;
use boardwright::render;

/// The indentation of boards.
const INDENT: &str = "  ";

/// Draws the position in which an example failed, beside the expected or the next one.
pub fn draw_failure(game: &Game, position: &Position, other: Option<&Other>, color: bool) -> String {
    match other {
        Some(other) => draw_pair(game, ("actual", position), (&other.title, &other.position), color),
        None => {
            let style = render::TextStyle { color, last: None };
            indent(&format!("{}{}\n", render::text(game, position, &style), notation::status(game, position)))
        }
    }
}

/// Draws two positions side by side, with their differences marked.
pub fn draw_pair(game: &Game, left: (&str, &Position), right: (&str, &Position), color: bool) -> String {
    let last = Some(render::cells_of(game, left.1, right.1));
    let style = render::TextStyle { color, last };
    let board =
        |position: &Position| format!("{}{}\n", render::text(game, position, &style), notation::status(game, position));
    join((left.0, &board(left.1)), (right.0, &board(right.1)))
}

/// Joins two drawn boards side by side, if there is room for both.
pub fn join(left: (&str, &str), right: (&str, &str)) -> String {
    let width = terminal_size::terminal_size().map_or(100, |(width, _)| usize::from(width.0));
    let underlined = |title: &str| format!("{title}:");
    indent(&render::beside(
        (&underlined(left.0), left.1),
        (&underlined(right.0), right.1),
        width.saturating_sub(INDENT.len() + 4),
    ))
}

/// Indents the lines of a text.
pub fn indent(text: &str) -> String {
    let mut shown = String::new();
    for line in text.lines() {
        shown += format!("{INDENT}{line}").trim_end();
        shown.push('\n');
    }
    shown
}
