//! [`summary`]: what a comparison comes to, in a few sentences.

use super::{Comparison, Play};
use boardwright::diff::{Became, Counts, Definitions, Found, What};
use boardwright::game::rules::Setting;
use boardwright::notation::status;
use boardwright::suggest::listed;

/// The most names of a list.
const NAMES: usize = 4;

/// What differs, in a few sentences.
pub fn summary(comparison: &Comparison<'_>) -> Vec<String> {
    if comparison.same() {
        return vec!["The rules are the same: no definition and no setting differs.".to_owned()];
    }
    let mut sentences = changed(&comparison.definitions);
    let Some(play) = &comparison.play else {
        sentences.push("Nothing of this is about play, which is the same.".to_owned());
        return sentences;
    };
    sentences.push(positions(comparison, play));
    sentences.extend(sequences(play));
    sentences.extend(games(play));
    sentences
}

/// What differs in the texts.
fn changed(definitions: &Definitions) -> Vec<String> {
    let mut sentences = Vec::new();
    for (became, one, many) in [
        (Became::Changed, "has changed", "have changed"),
        (Became::Added, "is new in B", "are new in B"),
        (Became::Removed, "is gone in B", "are gone in B"),
        (Became::Renamed, "has another name in B", "have other names in B"),
    ] {
        let names: Vec<&str> =
            definitions.rules().filter(|item| item.became == became).map(|item| item.item.as_str()).collect();
        match names.len() {
            0 => {}
            1 => sentences.push(format!("{} {one}.", listed(&names))),
            2..=NAMES => sentences.push(format!("{} {many}.", listed(&names))),
            all => {
                let first: Vec<String> = names.iter().take(NAMES - 1).map(|name| format!("`{name}`")).collect();
                sentences.push(format!("{} and {} more {many}.", first.join(", "), all - NAMES + 1));
            }
        }
    }
    match definitions.examples().count() {
        0 => {}
        1 => sentences.push("One example is not the same.".to_owned()),
        examples => sentences.push(format!("{examples} examples are not the same.")),
    }
    for order in &definitions.order {
        sentences.push(format!("The order of `{}` is another one.", order.word));
    }
    for set in &definitions.settings {
        let value = |value: &Option<Setting>| value.as_ref().map_or("unknown".to_owned(), Setting::to_string);
        sentences.push(format!("`{}` is {} in A and {} in B.", set.name, value(&set.a), value(&set.b)));
    }
    sentences
}

fn positions(comparison: &Comparison<'_>, play: &Play) -> String {
    let (search, walks) = (&play.positions.search, &play.positions.walks);
    match play.positions.found.first() {
        Some(first) => format!("{}.", found(comparison, first)),
        None if search.all => {
            format!("Play is the same: nothing differs in any position that there is ({}).", search.examined)
        }
        None if !comparison.comparable => "In the first position the legal moves are the same.".to_owned(),
        None => format!(
            "No difference of play was found in {} positions and {} random games, which are not all that there are.",
            search.examined, walks.games
        ),
    }
}

/// Perft comes to all positions of its depth, and so to differences that were not found.
fn sequences(play: &Play) -> Option<String> {
    let told = |counts: &&Counts| counts.a.is_some() && counts.b.is_some() && counts.a != counts.b;
    let first = play.counted.counts.iter().find(told).filter(|_| play.positions.found.is_empty())?;
    let plies = if first.depth == 1 { "one ply".to_owned() } else { format!("{} plies", first.depth) };
    Some(format!("But the games differ in how many sequences of {plies} they have."))
}

/// A difference of play as a sentence without a full stop.
pub fn found(comparison: &Comparison<'_>, found: &Found) -> String {
    let when = match found.line.len() {
        0 => "In the first position".to_owned(),
        1 => "After one ply".to_owned(),
        plies => format!("After {plies} plies"),
    };
    let sides = comparison.sides;
    let state = |engine: &dyn boardwright::engine::Engine, at: &Option<_>| {
        at.as_ref().map_or("a fault".to_owned(), |at| status(engine.game(), at))
    };
    let (a, b) = (state(&*sides.a.engine, &found.at.a), state(&*sides.b.engine, &found.at.b));
    match found.what {
        What::Start => "The first positions differ".to_owned(),
        What::Moves => format!("{when} the legal moves differ: {} in A, {} in B", found.moves.a, found.moves.b),
        What::Result => format!("{when} the result differs: {a} in A, {b} in B"),
        What::Turn => format!("{when} another player is to move: {a} in A, {b} in B"),
        What::Effect => format!("{when} the last move has changed other things in A than in B"),
        What::Fault => match (&found.fault.a, &found.fault.b) {
            (Some(fault), None) => format!("{when} A runs into a fault, and B does not: {fault}"),
            (None, Some(fault)) => format!("{when} B runs into a fault, and A does not: {fault}"),
            _ => format!("{when} both run into faults"),
        },
    }
}

fn games(play: &Play) -> Vec<String> {
    match &play.played {
        Err(_) => vec!["Random games run into a fault.".to_owned()],
        Ok((_, figures)) => {
            let real: Vec<String> = figures.iter().filter_map(|figure| figure.sentence()).collect();
            match real.is_empty() {
                true => vec!["Random games show no difference that could not be chance.".to_owned()],
                false => vec![format!("In random games of B {}.", real.join(", "))],
            }
        }
    }
}
