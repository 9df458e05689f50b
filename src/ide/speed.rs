//! Explains what makes the rules of a file slow: [`explain_speed`].

use super::FileAnalysis;
use crate::engine::fast::{FAULTY_TEXTS_HELP, Fast, SAME_TEXTS_HELP, SlowPlace, SlowReport, same_texts};
use crate::engine::reference::Reference;
use crate::game::Game;
use crate::source::Span;
use crate::wording::counted;
use std::sync::Arc;

/// A place that makes the rules slow, and why.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpeedHint {
    /// The place, at most one line; the title of the game if it is about all rules.
    pub span: Span,
    /// What is slow, and what to write instead.
    pub message: String,
}

/// What makes the rules of a file slow.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SpeedExplanation {
    /// All of it in one line, for those who do not see the hints.
    pub summary: String,
    /// The places, those that probably take the most time first.
    pub hints: Vec<SpeedHint>,
}

/// Plays random games and returns what makes the rules slow, as `bench --explain` does. Games end early as soon as the answer is
/// no longer `wanted`. Returns `None` if the file has errors and cannot be played.
pub fn explain_speed(analysis: &FileAnalysis, wanted: &dyn Fn() -> bool) -> Option<SpeedExplanation> {
    let game = analysis.checked().game.as_ref()?;
    let hint = |span: Span, message: String| SpeedHint { span: find_line(analysis, span), message };
    let fast = Fast::new(game.clone(), Arc::new(Reference::new(game.clone())));
    let one =
        |summary: String, span: Span| Some(SpeedExplanation { hints: vec![hint(span, summary.clone())], summary });
    let report = match fast.slow_places_while(SlowReport::PLIES, wanted) {
        Ok(Ok(report)) => report,
        Ok(Err(fault)) => return one(format!("the rules fail in random games: {fault}"), fault.span),
        Err(why) => {
            let summary = format!("the reference engine plays these rules, because {why} cannot be compiled");
            let (place, message) = match fast.faulty_text() {
                Some(place) => (place, format!("{summary}\nhelp: {FAULTY_TEXTS_HELP}")),
                None => (Span::default(), summary.clone()),
            };
            return Some(SpeedExplanation { hints: vec![hint(place, message)], summary });
        }
    };
    let listed = report.places.len().min(SlowReport::MOST_LISTED);
    let places = report.places.iter().take(listed).enumerate();
    let mut hints: Vec<SpeedHint> =
        places.map(|(at, place)| hint(place.span, write_place(&report, place, at + 1, listed))).collect();
    hints.extend(report.alike.iter().map(|pair| hint(action_span(game, pair.0), write_alike(game, *pair))));
    let summary = match hints.len() {
        _ if report.plies == 0 => "no time was left to play, because these rules take long to compile".to_owned(),
        0 => "nothing runs step by step".to_owned(),
        all => format!("{}, marked with hints", counted(all, "slow place")),
    };
    Some(SpeedExplanation { summary, hints })
}

/// Writes what is slow at a place. The order says what to change first, as editors sort hints by line.
fn write_place(report: &SlowReport, place: &SlowPlace, at: usize, listed: usize) -> String {
    let SlowPlace { kind, steps, .. } = place;
    let per_ply = report.per_ply(*steps);
    format!("{kind}: {per_ply:.1} steps per ply (slow place {at} of {listed})\nhelp: {}", kind.help())
}

fn write_alike(game: &Game, (one, other): (usize, usize)) -> String {
    let name = |action: usize| game.actions.get(action).map_or("", |action| &action.name);
    format!("{}\nhelp: {SAME_TEXTS_HELP}", same_texts(name(one), name(other)))
}

fn action_span(game: &Game, action: usize) -> Span {
    game.actions.get(action).map_or_else(Span::default, |action| action.span)
}

/// Returns the first line of a place, or the title of the game if there is no place.
fn find_line(analysis: &FileAnalysis, span: Span) -> Span {
    if span.is_empty() {
        return analysis.title_span().unwrap_or_default();
    }
    let line = analysis.sources().text(span).lines().next().unwrap_or("").trim_end();
    Span { end: span.start + line.len() as u32, ..span }
}
