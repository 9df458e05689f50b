//! Why a game is over: the clause of `end` that decided it.

use super::live_game::LiveGame;
use crate::cli::chosen;
use boardwright::check;
use boardwright::engine::Engine;
use boardwright::engine::reference::{PlayWatch, Reference};
use boardwright::game::place::PlaceKind;
use std::sync::Arc;

/// Returns the clause of `end` that decided the game, with its place: `none(empty): most pieces wins (rush.game:26)`. Returns
/// `None` if the game goes on, or was decided without a move.
///
/// It checks the rules again and makes the last move once more, to see which condition holds.
pub fn reason(game: &LiveGame) -> Option<String> {
    game.position().outcome?;
    let (before, last) = game.last_ply()?;
    let (name, settings) = game.source();
    let (source, bases) = chosen::find_source(name).ok()?;
    let watched = check::watched(source, &*bases, settings).game?;
    let watch = Arc::new(PlayWatch::default());
    let reference = Reference::watching(watched.clone(), &watch);
    reference.play_unchecked(&mut before.clone(), &last.mv).ok()?;
    let mut decided = None;
    watch.each(|seen| {
        if seen.place.what == PlaceKind::End && seen.seen_true && decided.is_none() {
            decided = Some(seen.place.span);
        }
    });
    let condition = decided?;
    let is_around = |span: &boardwright::source::Span| {
        span.source == condition.source && span.start <= condition.start && condition.end <= span.end
    };
    let clause = watched.end.iter().map(|ending| ending.span).find(is_around).unwrap_or(condition);
    let text = watched.sources.text(clause).split_whitespace().collect::<Vec<_>>().join(" ");
    let text = text.strip_prefix("when ").unwrap_or(&text).to_owned();
    let (file, line, _) = watched.sources.place(clause);
    Some(format!("{text} ({file}:{line})"))
}
