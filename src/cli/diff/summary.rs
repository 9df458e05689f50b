//! [`summarize`]: the differences in a few sentences.

use super::comparison::{Comparison, PlayComparison};
use crate::cli::out::count;
use boardwright::game::rules::Setting;
use boardwright::internals::diff::{Became, Counts, Definitions, Difference, DifferenceKind};
use boardwright::internals::wording::{capital, counted};
use boardwright::notation::status;

/// The most names in a list.
const NAMES: usize = 4;

/// Summarizes the differences, the most important first.
pub fn summarize(comparison: &Comparison<'_>) -> Vec<String> {
    if comparison.is_same() {
        return vec!["No differences: the rules and the settings are the same.".to_owned()];
    }
    let mut sentences = summarize_rules(&comparison.definitions);
    let Some(play) = &comparison.play else {
        sentences.push("These changes do not affect play.".to_owned());
        return sentences;
    };
    sentences.push(summarize_positions(comparison, play));
    sentences.extend(summarize_counts(play));
    sentences.push(summarize_games(play));
    sentences
}

/// Summarizes the differences between the rule texts.
fn summarize_rules(definitions: &Definitions) -> Vec<String> {
    let mut sentences = Vec::new();
    for became in [Became::Changed, Became::Added, Became::Removed, Became::Renamed] {
        let verb = became.word();
        let names: Vec<&str> =
            definitions.rules().filter(|item| item.became == became).map(|item| item.item.as_str()).collect();
        match names.len() {
            0 => {}
            1..=NAMES => sentences.push(format!("{}: {}.", capital(verb), list_names(&names))),
            all => {
                let more = all - NAMES + 1;
                sentences.push(format!("{}: {}, and {more} more.", capital(verb), list_names(&names[..NAMES - 1])));
            }
        }
    }
    match definitions.examples().count() {
        0 => {}
        1 => sentences.push("1 example differs.".to_owned()),
        examples => sentences.push(format!("{examples} examples differ.")),
    }
    for order in &definitions.order {
        sentences.push(format!("The order of the `{}` items differs.", order.word));
    }
    for set in &definitions.settings {
        let value = |value: &Option<Setting>| value.as_ref().map_or("unknown".to_owned(), Setting::to_string);
        sentences.push(format!("`{}` is {} in A, {} in B.", set.name, value(&set.a), value(&set.b)));
    }
    sentences
}

fn summarize_positions(comparison: &Comparison<'_>, play: &PlayComparison) -> String {
    let (search, walks) = (&play.positions.search, &play.positions.walks);
    match play.positions.found.first() {
        Some(first) => format!("{}.", describe(comparison, first)),
        None if search.all => {
            format!("Play is the same: no differences in any of the {}.", count(search.examined, "position"))
        }
        None if !comparison.is_comparable => "In the first position, the legal moves are the same.".to_owned(),
        None => format!(
            "No differences in play found in {} and {}; further positions were not examined.",
            count(search.examined, "position"),
            count(walks.games, "random game")
        ),
    }
}

/// Summarizes perft, which reaches all positions at its depth and so may show differences that were not found.
fn summarize_counts(play: &PlayComparison) -> Option<String> {
    let differs = |counts: &&Counts| counts.a.is_some() && counts.b.is_some() && counts.a != counts.b;
    let first = play.counted.counts.iter().find(differs).filter(|_| play.positions.found.is_empty())?;
    Some(format!("But the number of move sequences differs at depth {}.", first.depth))
}

/// Describes a difference in play, as a sentence without a full stop.
pub fn describe(comparison: &Comparison<'_>, found: &Difference) -> String {
    let when = match found.line.len() {
        0 => "In the first position".to_owned(),
        plies => format!("After {}", counted(plies, "ply")),
    };
    let sides = comparison.sides;
    let state = |engine: &dyn boardwright::engine::Engine, at: &Option<_>| {
        at.as_ref().map_or("a fault".to_owned(), |at| status(engine.game(), at))
    };
    let (a, b) = (state(&*sides.a.engine, &found.at.a), state(&*sides.b.engine, &found.at.b));
    match found.what {
        DifferenceKind::Start => "The first positions differ".to_owned(),
        DifferenceKind::Moves => {
            format!("{when}, the legal moves differ: {} in A, {} in B", found.moves.a, found.moves.b)
        }
        DifferenceKind::Result => format!("{when}, the result differs: {a} in A, {b} in B"),
        DifferenceKind::Turn => format!("{when}, the player to move differs: {a} in A, {b} in B"),
        DifferenceKind::Effect => format!("{when}, the effect of the last move differs"),
        DifferenceKind::Fault => match (&found.fault.a, &found.fault.b) {
            (Some(fault), None) => format!("{when}, a fault in A but not in B: {fault}"),
            (None, Some(fault)) => format!("{when}, a fault in B but not in A: {fault}"),
            _ => format!("{when}, a fault in A and in B"),
        },
    }
}

fn summarize_games(play: &PlayComparison) -> String {
    match &play.played {
        Err(_) => "Random games: a fault.".to_owned(),
        Ok((_, figures)) => {
            let significant: Vec<String> = figures.iter().filter_map(|figure| figure.sentence()).collect();
            match significant.is_empty() {
                true => "Random games: no significant differences.".to_owned(),
                false => format!("Random games: in B, {}.", significant.join(", ")),
            }
        }
    }
}

/// Lists names in backquotes.
fn list_names(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}
