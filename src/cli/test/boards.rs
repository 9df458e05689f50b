//! Boards in reports of tests: one, or two side by side with the cells marked in which they differ.

use boardwright::example::Other;
use boardwright::game::Game;
use boardwright::notation;
use boardwright::position::Position;
use boardwright::render;

/// What lines of boards begin with.
const INDENT: &str = "  ";

/// The position in which an example failed, beside what it expected or what follows.
pub fn of_failure(game: &Game, position: &Position, other: Option<&Other>, color: bool) -> String {
    match other {
        Some(other) => pair(game, ("as it is", position), (&other.title, &other.position), color),
        None => {
            let style = render::TextStyle { color, last: None };
            indented(&format!("{}{}\n", render::text(game, position, &style), notation::status(game, position)))
        }
    }
}

/// Two positions side by side, with the cells marked in which they differ.
pub fn pair(game: &Game, left: (&str, &Position), right: (&str, &Position), color: bool) -> String {
    let last = Some(render::cells_of(game, left.1, right.1));
    let style = render::TextStyle { color, last };
    let board =
        |position: &Position| format!("{}{}\n", render::text(game, position, &style), notation::status(game, position));
    beside((left.0, &board(left.1)), (right.0, &board(right.1)))
}

/// Two drawn boards side by side, if there is room for both.
pub fn beside(left: (&str, &str), right: (&str, &str)) -> String {
    let width = terminal_size::terminal_size().map_or(100, |(width, _)| usize::from(width.0));
    let underlined = |title: &str| format!("{title}:");
    indented(&render::beside(
        (&underlined(left.0), left.1),
        (&underlined(right.0), right.1),
        width.saturating_sub(INDENT.len() + 4),
    ))
}

/// The lines of a text, set off from what stands around them.
pub fn indented(text: &str) -> String {
    let mut shown = String::new();
    for line in text.lines() {
        shown += format!("{INDENT}{line}").trim_end();
        shown.push('\n');
    }
    shown
}
