//! [`ChangedSnapshot`]: a game that does not behave as its snapshot says, and the differences.

use super::boards;
use super::kept::KeptSnapshot;
use boardwright::engine::Engine;
use boardwright::internals::snapshot::behavior::{behavior_like, moves_of};
use boardwright::internals::snapshot::compare::changes;
use boardwright::internals::snapshot::listed::{BehaviorDifference, first_difference};
use boardwright::internals::wording::counted;
use boardwright::notation;
use boardwright::position::Position;
use boardwright::render;
use std::fmt::Write;

/// The most differences that are shown.
const MOST_PLACES: usize = 6;

/// The most added or removed moves that are listed.
const MOST_MOVES: usize = 24;

/// A game with changed behavior.
#[derive(Debug)]
pub struct ChangedSnapshot {
    /// The name or path of the game.
    pub game: String,
    pub kept: KeptSnapshot,
    pub now: String,
    /// The report of the differences.
    pub shown: String,
    /// The differences in a sentence without a full stop.
    pub sentence: String,
}

impl ChangedSnapshot {
    /// Compares the `old` behavior in a snapshot with the current one.
    pub fn new(
        game: &str,
        engine: &dyn Engine,
        kept: KeptSnapshot,
        old: String,
        now: String,
        color: bool,
    ) -> ChangedSnapshot {
        // Replay the recorded game, so that only the rules make a difference.
        let moves = moves_of(&old);
        let same_game = behavior_like(engine, Some(&moves), &old);
        let first = first_difference(&old, &same_game);
        let mut shown = format!("Compared with {}:\n", kept.name);
        let sentence = match &first {
            Some(difference) => {
                shown += &draw(engine, difference, color);
                shown.push('\n');
                format!("the game does not behave as {} says: {}", kept.name, describe(difference))
            }
            None => format!("the game does not behave as {} says", kept.name),
        };
        let lines = changes(&old, &same_game, MOST_PLACES).or_else(|| changes(&old, &now, MOST_PLACES));
        for line in lines.unwrap_or_default().lines() {
            let _ = writeln!(shown, "{}", color_line(line, color));
        }
        ChangedSnapshot { game: game.to_owned(), kept, now, shown, sentence }
    }

    /// Reports a snapshot that cannot be read.
    pub fn unreadable(game: &str, kept: KeptSnapshot, why: &str, now: String) -> ChangedSnapshot {
        let sentence = format!("{} is not a valid snapshot: {why}", kept.name);
        ChangedSnapshot { game: game.to_owned(), shown: format!("{sentence}\n"), kept, now, sentence }
    }
}

fn describe(difference: &BehaviorDifference) -> String {
    let title = &difference.new.title;
    let count = |moves: &[&str], what: &str| match moves {
        [] => None,
        [one] => Some(format!("`{one}` is {what}")),
        [one, ..] => Some(format!("{} moves, such as `{one}`, are {what}", moves.len())),
    };
    let parts = [count(&difference.gained(), "legal now"), count(&difference.lost(), "no longer legal")];
    let parts: Vec<String> = parts.into_iter().flatten().collect();
    match parts.is_empty() {
        true if difference.old.title != *title => format!("{title}, not {}", difference.old.title),
        true => format!("at {title}, the board differs"),
        false => format!("at {title}, {}", parts.join(", ")),
    }
}

/// Draws the first position that differs, from the snapshot and now.
fn draw(engine: &dyn Engine, difference: &BehaviorDifference, color: bool) -> String {
    let mut text = String::from("first position of the recorded game that differs:\n\n");
    let (old, new) = (&difference.old, &difference.new);
    let (gained, lost) = (difference.gained(), difference.lost());
    let ended = |listed: &boardwright::internals::snapshot::listed::ListedPosition| match listed.moves.len() {
        0 => format!("{}\n{}\n", listed.board, listed.title),
        moves => format!("{}\n{}: {}\n", listed.board, listed.title, counted(moves, "legal move")),
    };
    text += &boards::join(("in the snapshot", &ended(old)), ("now", &ended(new)));
    for (moves, what) in [(&gained, "legal now"), (&lost, "no longer legal")] {
        if !moves.is_empty() {
            let more = match moves.len().saturating_sub(MOST_MOVES) {
                0 => String::new(),
                more => format!(" and {more} more"),
            };
            let listed: Vec<&str> = moves.iter().take(MOST_MOVES).copied().collect();
            let _ = writeln!(text, "\n  {what}: {}{more}", listed.join(" "));
        }
    }
    if let Some((after, first)) = gained.first().and_then(|first| Some((play_move(engine, difference, first)?, first)))
    {
        let title = format!("after `{first}`");
        text.push('\n');
        text += &boards::draw_pair(engine.game(), ("before", &after.0), (&title, &after.1), color);
    }
    text
}

/// Returns the position that differs, and the one after a move.
fn play_move(engine: &dyn Engine, difference: &BehaviorDifference, mv: &str) -> Option<(Position, Position)> {
    let mut position = engine.start().ok()?;
    for text in &difference.line {
        position = notation::play(engine, &position, text).ok()?;
    }
    let after = notation::play(engine, &position, mv).ok()?;
    (!render::cells_of(engine.game(), &position, &after).is_empty()).then_some((position, after))
}

/// Colors a line of a diff in red or green.
fn color_line(line: &str, color: bool) -> String {
    let ink = match line.as_bytes().get(2) {
        Some(b'-') => anstyle::AnsiColor::Red,
        Some(b'+') => anstyle::AnsiColor::Green,
        _ => return line.to_owned(),
    };
    let style = ink.on_default();
    if color { format!("{style}{line}{style:#}") } else { line.to_owned() }
}
