//! [`summarize`]: the differences in a few sentences.

use super::comparison::{Comparison, PlayComparison};
use crate::cli::out::count;
use boardwright::game::Game;
use boardwright::game::rules::{GameResult, Setting};
use boardwright::internals::diff::figures::{Figure, Significance, UNFINISHED, Unit};
use boardwright::internals::diff::{Became, Counts, Definitions, Difference, DifferenceKind, Origin};
use boardwright::internals::wording::{capital, counted};
use boardwright::notation::status;

/// The most names in a list.
const NAMES: usize = 4;

/// Summarizes the differences, the most important first.
pub fn summarize(comparison: &Comparison<'_>) -> Vec<String> {
    if comparison.is_same() {
        return vec!["No differences: the rules and the settings are the same.".to_owned()];
    }
    let mut sentences: Vec<String> = comparison.play.as_ref().and_then(lead).into_iter().collect();
    sentences.extend(summarize_rules(&comparison.definitions));
    let Some(play) = &comparison.play else {
        sentences.push("These changes do not affect play.".to_owned());
        return sentences;
    };
    if differs_only_in_never(comparison) {
        let sentence = "Only clauses of `end` with `never` differ: they state what cannot happen, and decide nothing. Play differs \
                        only where it does happen: then such a clause is a fault.";
        sentences.push(sentence.to_owned());
    }
    sentences.extend(summarize_examples(comparison));
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

/// Returns whether clauses with `never` are all that makes the rules differ.
fn differs_only_in_never(comparison: &Comparison<'_>) -> bool {
    let Definitions { order, settings, .. } = &comparison.definitions;
    let clauses = |game: &Game| -> Vec<String> {
        let deciding = game.end.iter().filter(|ending| !matches!(ending.result, GameResult::Never));
        deciding.map(|ending| game.sources.text(ending.span).split_whitespace().collect()).collect()
    };
    let is_aside =
        |item: &str| ["game", "author", "year", "legend", "look"].contains(&item.split(' ').next().unwrap_or(""));
    let mut rules = comparison.definitions.rules().filter(|item| !is_aside(&item.item));
    let is_end = rules.next().is_some_and(|item| item.item == "end") && rules.next().is_none();
    let (a, b) = (comparison.sides.a.engine.game(), comparison.sides.b.engine.game());
    is_end && order.is_empty() && settings.is_empty() && clauses(a) == clauses(b)
}

/// Returns what matters most to those who play: games that no longer end, or end with a fault, then who wins, then how long games
/// are. `None` if none of these differs significantly.
fn lead(play: &PlayComparison) -> Option<String> {
    let (played, figures) = match &play.played {
        Ok(played) => played,
        Err(failed) => {
            return match (&failed.a, &failed.b) {
                (None, Some((_, fault))) => Some(format!("Games of B end with a fault, those of A do not: {fault}.")),
                (Some((_, fault)), None) => Some(format!("Games of A end with a fault, those of B do not: {fault}.")),
                _ => None,
            };
        }
    };
    let significant = || figures.iter().filter(|figure| figure.verdict == Significance::Significant);
    let value = |figure: &Figure| Some((figure.a?.value, figure.b?.value));
    let share = |value: f64| match 100.0 * value {
        all if all >= 9.5 || all == 0.0 => format!("{all:.0} %"),
        few => format!("{few:.1} %"),
    };
    if let Some((a, b)) = significant().find(|figure| figure.name == UNFINISHED).and_then(value) {
        let plies = counted(play.extent.max_plies as usize, "ply");
        let (more, verb) = if b > a { (b - a, "no longer end") } else { (a - b, "end that did not end before") };
        return Some(format!(
            "{} of games {verb}: after {plies}, {} are unfinished in A, {} in B.",
            share(more),
            share(a),
            share(b)
        ));
    }
    let difference = |figure: &&Figure| figure.difference.map_or(0.0, |difference| difference.value.abs());
    let shares = significant().filter(|figure| figure.unit == Unit::Share);
    // Of equal ones the first: wins come before draws.
    if let Some(most) = shares.reduce(|most, next| if difference(&next) > difference(&most) { next } else { most }) {
        let (a, b) = value(most)?;
        let what = match most.name.as_str() {
            "draws" => "Draws are".to_owned(),
            name => format!("{} in", name.trim_end_matches(" (first)")),
        };
        return Some(format!("{what} {} of games in A, {} in B.", share(a), share(b)));
    }
    let longer = significant().find(|figure| figure.unit == Unit::Plies);
    let (a, b) = longer.and_then(value)?;
    debug_assert!(played.games > 0);
    Some(format!("A game has {a:.1} plies in A, {b:.1} in B."))
}

/// Summarizes the examples of A that come out differently in B.
fn summarize_examples(comparison: &Comparison<'_>) -> Option<String> {
    let (all, changed) = &comparison.examples;
    let titles: Vec<&str> = changed.iter().filter(|one| one.read).map(|one| one.title.as_str()).collect();
    let more = titles.len().saturating_sub(NAMES);
    let more = if more > 0 { format!(", and {more} more") } else { String::new() };
    let verb = if titles.len() == 1 { "comes" } else { "come" };
    let named = list_names(titles.get(..NAMES.min(titles.len()))?);
    (!titles.is_empty()).then(|| {
        format!(
            "{} of {} of A {verb} out differently in B: {named}{more}.",
            titles.len(),
            count(*all as u64, "example")
        )
    })
}

fn summarize_positions(comparison: &Comparison<'_>, play: &PlayComparison) -> String {
    let (search, walks) = (&play.positions.search, &play.positions.walks);
    let elsewhere = play.positions.elsewhere.as_ref().map_or(0, |search| search.examined);
    match play.positions.found.first() {
        Some(first) => format!("{}.", describe(comparison, first)),
        None if search.all => {
            format!("Play is the same: no differences in any of the {}.", count(search.examined, "position"))
        }
        None if comparison.is_comparable && has_traces(comparison, play) => format!(
            "Play differs, but the first position that differs was not found in {} and {}.",
            count(search.examined + elsewhere, "position"),
            count(walks.games, "random game")
        ),
        None if !comparison.is_comparable => "In the first position, the legal moves are the same.".to_owned(),
        None => {
            let positions = count(search.examined + elsewhere, "position");
            let games = count(walks.games, "random game");
            let none = format!(
                "No differences in play found in {positions} and {games}; further positions were not examined."
            );
            match play.positions.is_reordered && comparison.plays_alike() == Some(false) {
                true => format!("{none} The moves are listed in another order, so random games of one seed differ."),
                false => none,
            }
        }
    }
}

/// Returns whether something else shows that play differs: an example, random games of the same seed, or perft.
fn has_traces(comparison: &Comparison<'_>, play: &PlayComparison) -> bool {
    let reordered = !comparison.definitions.order.is_empty();
    let apart = comparison.plays_alike() == Some(false) && !reordered && !play.positions.is_reordered;
    comparison.examples.1.iter().any(|one| one.read) || apart || summarize_counts(play).is_some()
}

/// Summarizes perft, which reaches all positions at its depth and so may show differences that were not found.
fn summarize_counts(play: &PlayComparison) -> Option<String> {
    let differs = |counts: &&Counts| counts.a.is_some() && counts.b.is_some() && counts.a != counts.b;
    let first = play.counted.counts.iter().find(differs).filter(|_| play.positions.found.is_empty())?;
    Some(format!("The number of move sequences differs at depth {}.", first.depth))
}

/// Describes a difference in play, as a sentence without a full stop.
pub fn describe(comparison: &Comparison<'_>, found: &Difference) -> String {
    let from = match &found.origin {
        Origin::Start => None,
        Origin::Example { title, .. } => Some(format!("the example `{title}`")),
        Origin::Snapshot { ply, .. } => Some(format!("the recorded game after {}", counted(*ply, "ply"))),
    };
    let when = match (found.line.len(), from) {
        (0, None) => "In the first position".to_owned(),
        (0, Some(from)) => format!("In a position of {from}"),
        (plies, None) => format!("After {}", counted(plies, "ply")),
        (plies, Some(from)) => format!("{} after a position of {from}", capital(&counted(plies, "ply"))),
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
                true if figures.iter().all(|figure| figure.verdict == Significance::Equal) => {
                    "Random games: those of the same seed are the same.".to_owned()
                }
                true => "Random games: they differ, but no statistic significantly.".to_owned(),
                false => format!("Random games: in B, {}.", significant.join(", ")),
            }
        }
    }
}

/// Lists names in backquotes.
fn list_names(names: &[&str]) -> String {
    names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(", ")
}
