//! [`ChangedSnapshot`]: a game that does not behave as its snapshot says, and what is different.

use super::boards;
use super::kept::KeptSnapshot;
use boardwright::engine::Engine;
use boardwright::notation;
use boardwright::position::Position;
use boardwright::render;
use boardwright::snapshot::behavior::{behavior, moves_of};
use boardwright::snapshot::compare::changes;
use boardwright::snapshot::listed::{Difference, first_difference};
use std::fmt::Write;

/// The most places of a changed behaviour that are shown.
const MOST_PLACES: usize = 6;

/// The most moves that are listed of those that have come or gone.
const MOST_MOVES: usize = 24;

/// A game whose behaviour has changed.
#[derive(Debug)]
pub struct ChangedSnapshot {
    /// The game, as it was given.
    pub game: String,
    /// Its snapshot.
    pub kept: KeptSnapshot,
    /// How it behaves now.
    pub now: String,
    /// What has changed, for people.
    pub shown: String,
    /// The same in a sentence without a full stop.
    pub sentence: String,
}

impl ChangedSnapshot {
    /// Compares what a snapshot says with how the game behaves `now`.
    pub fn new(
        game: &str,
        engine: &dyn Engine,
        kept: KeptSnapshot,
        old: String,
        now: String,
        color: bool,
    ) -> ChangedSnapshot {
        // The same game as in the snapshot, as far as it goes, so that only what the rules say differs.
        let moves = moves_of(&old);
        let same_game = behavior(engine, Some(&moves));
        let first = first_difference(&old, &same_game);
        let mut shown = format!("compared with {}:\n", kept.name);
        let sentence = match &first {
            Some(difference) => {
                shown += &drawn(engine, difference, color);
                shown.push('\n');
                format!("the game does not behave as in {}: {}", kept.name, sentence(difference))
            }
            None => format!("the game does not behave as in {}", kept.name),
        };
        let lines = changes(&old, &same_game, MOST_PLACES).or_else(|| changes(&old, &now, MOST_PLACES));
        for line in lines.unwrap_or_default().lines() {
            let _ = writeln!(shown, "{}", colored(line, color));
        }
        ChangedSnapshot { game: game.to_owned(), kept, now, shown, sentence }
    }
}

impl ChangedSnapshot {
    /// A snapshot that cannot be read, and why, beside how the game behaves `now`.
    pub fn unreadable(game: &str, kept: KeptSnapshot, why: &str, now: String) -> ChangedSnapshot {
        let sentence = format!("{} is no snapshot: {why}", kept.name);
        ChangedSnapshot { game: game.to_owned(), shown: format!("{sentence}\n"), kept, now, sentence }
    }
}

/// What is different in a position, in a few words.
fn sentence(difference: &Difference) -> String {
    let title = &difference.new.title;
    let count = |moves: &[&str], what: &str| match moves {
        [] => None,
        [one] => Some(format!("`{one}` is {what}")),
        [one, ..] => Some(format!("{} moves such as `{one}` are {what}", moves.len())),
    };
    let told = [count(&difference.gained(), "legal now"), count(&difference.lost(), "no longer legal")];
    let told: Vec<String> = told.into_iter().flatten().collect();
    match told.is_empty() {
        true if difference.old.title != *title => format!("it is {title}, not {}", difference.old.title),
        true => format!("at {title} the board is another one"),
        false => format!("at {title} {}", told.join(", ")),
    }
}

/// The first position that is different, on both boards: as the snapshot has it, and as it is.
fn drawn(engine: &dyn Engine, difference: &Difference, color: bool) -> String {
    let mut text = String::from("the first position of the recorded game that is different:\n\n");
    let (old, new) = (&difference.old, &difference.new);
    let (gained, lost) = (difference.gained(), difference.lost());
    let ended = |listed: &boardwright::snapshot::listed::ListedPosition| match listed.moves.len() {
        0 => format!("{}\n{}\n", listed.board, listed.title),
        1 => format!("{}\n{}: 1 legal move\n", listed.board, listed.title),
        count => format!("{}\n{}: {count} legal moves\n", listed.board, listed.title),
    };
    text += &boards::beside(("in the snapshot", &ended(old)), ("now", &ended(new)));
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
    if let Some((after, first)) = gained.first().and_then(|first| Some((made(engine, difference, first)?, first))) {
        let title = format!("after `{first}`");
        text.push('\n');
        text += &boards::pair(engine.game(), ("here", &after.0), (&title, &after.1), color);
    }
    text
}

/// The different position, and what a move makes of it.
fn made(engine: &dyn Engine, difference: &Difference, mv: &str) -> Option<(Position, Position)> {
    let mut position = engine.start().ok()?;
    for text in &difference.line {
        position = notation::play(engine, &position, text).ok()?;
    }
    let after = notation::play(engine, &position, mv).ok()?;
    (!render::cells_of(engine.game(), &position, &after).is_empty()).then_some((position, after))
}

/// A line of a diff, red or green.
fn colored(line: &str, color: bool) -> String {
    let ink = match line.as_bytes().get(2) {
        Some(b'-') => anstyle::AnsiColor::Red,
        Some(b'+') => anstyle::AnsiColor::Green,
        _ => return line.to_owned(),
    };
    let style = ink.on_default();
    if color { format!("{style}{line}{style:#}") } else { line.to_owned() }
}
