//! Random changes of rule files: words for others of their kind, numbers, conditions, sets, statements, boards, results.
//!
//! Each change edits the text at a place from the syntax tree. Most results pass the check; the others are skipped.

mod places;
pub mod random;
mod words;

use boardwright::internals::syntax;
use boardwright::rng::Rng;
use boardwright::source::{Source, Sources};
use places::{Place, Sort};
use random::{Declared, Maker};

/// A rule file that can be changed.
pub struct Rules {
    pub name: String,
    /// Without its examples: they say what was.
    pub text: String,
    places: Vec<Place>,
}

impl Rules {
    /// Those of a file; none if it cannot be read.
    pub fn read(name: &str, text: &str) -> Option<Rules> {
        let text = places::without_examples(text, &parse(text)?);
        let places = places::all(&text, &parse(&text)?);
        Some(Rules { name: name.to_owned(), text, places })
    }
}

fn parse(text: &str) -> Option<syntax::ast::File> {
    let mut sources = Sources::new();
    let id = sources.add(Source::new("a", text));
    syntax::parse(&sources, id).ok()
}

/// One of these rules with some changes; parts may come from the others. None if a change could not be read.
pub fn changed(all: &[Rules], rng: &mut Rng) -> Option<(String, String)> {
    let rules = &all[rng.below(all.len())];
    let mut text = rules.text.clone();
    for n in 0..=rng.below(3) {
        let now;
        let places = if n == 0 {
            &rules.places
        } else {
            now = places::all(&text, &parse(&text)?);
            &now
        };
        text = change(&text, places, all, rng);
    }
    Some((rules.name.clone(), text))
}

fn change(text: &str, places: &[Place], all: &[Rules], rng: &mut Rng) -> String {
    match rng.below(20) {
        0..6 => words::swapped(text, rng),
        6..8 => words::other_number(text, rng),
        8 => other_board(text, places, rng),
        _ => {
            if places.is_empty() {
                return words::swapped(text, rng);
            }
            let place = &places[rng.below(places.len())];
            let old = &text[place.range.clone()];
            let new = instead(old, place.sort, text, places, all, rng);
            format!("{}{new}{}", &text[..place.range.start], &text[place.range.end..])
        }
    }
}

/// A part of this sort: from the same file, from another one, or of no file at all.
fn donor(sort: Sort, text: &str, places: &[Place], all: &[Rules], rng: &mut Rng) -> Option<String> {
    let pick = |text: &str, places: &[Place], rng: &mut Rng| {
        let fit: Vec<&Place> = places.iter().filter(|place| place.sort == sort).collect();
        fit.get(rng.below(fit.len())).map(|place| text[place.range.clone()].to_owned())
    };
    match rng.below(4) {
        0 => {
            let other = &all[rng.below(all.len())];
            pick(&other.text, &other.places, rng)
        }
        1 => words::sample(sort, rng),
        2 => made_up(sort, rng).or_else(|| words::sample(sort, rng)),
        _ => pick(text, places, rng),
    }
}

/// A part of a sort that nobody has written.
fn made_up(sort: Sort, rng: &mut Rng) -> Option<String> {
    let d = 1 + rng.below(2) as u32;
    let mut make = Maker::new(rng, &["p", "q"], &["man", "king"], Declared::Nothing);
    Some(match sort {
        Sort::Condition => make.condition(d),
        Sort::Set => make.set(d),
        Sort::Dirs => make.dirs(d),
        Sort::Number => make.number(d),
        Sort::Statement => make.statement(d),
        _ => return None,
    })
}

fn instead(old: &str, sort: Sort, text: &str, places: &[Place], all: &[Rules], rng: &mut Rng) -> String {
    let other = donor(sort, text, places, all, rng).unwrap_or_else(|| old.to_owned());
    let joined = |sign: &str| format!("(({old}) {sign} ({other}))");
    match (sort, rng.below(8)) {
        (Sort::Condition, 0) => format!("(not ({old}))"),
        (Sort::Condition, 1) => joined("and"),
        (Sort::Condition, 2) => joined("or"),
        (Sort::Set, 0) => joined("&"),
        (Sort::Set, 1) => joined("|"),
        (Sort::Set, 2) => joined("except"),
        (Sort::Number, 0) => joined("+"),
        (Sort::Number, 1) => joined("-"),
        (Sort::Number, 2) => joined("*"),
        (Sort::Condition | Sort::Set | Sort::Number | Sort::Dirs, _) => format!("({other})"),
        (Sort::When, _) => String::new(),
        (Sort::Statement, 0) => String::new(),
        (Sort::Statement, 1) => format!("{old} {old}"),
        (Sort::Statement, 2) => format!("{other} {old}"),
        (Sort::Statement, 3) => {
            let condition = donor(Sort::Condition, text, places, all, rng).unwrap_or_default();
            format!("if {condition} {{ {old} }} else {{ {other} }}")
        }
        (Sort::Statement, 4..6) => format!("{old} {other}"),
        (Sort::Statement, _) => other,
        (Sort::Ending, 0) => String::new(),
        (Sort::Ending, 1..4) => format!("{other} {old}"),
        (Sort::Ending, 4..6) => format!("{old} {other}"),
        (Sort::Ending, _) => other,
        (Sort::Result, _) => other,
        (Sort::Board | Sort::Setup, _) => old.to_owned(),
    }
}

/// Another board; a picture gives way to a few pieces at random.
fn other_board(text: &str, places: &[Place], rng: &mut Rng) -> String {
    let mut text = text.to_owned();
    let of = |sort| places.iter().find(|place| place.sort == sort).map(|place| place.range.clone());
    let (board, setup) = (of(Sort::Board), of(Sort::Setup));
    let mut parts: Vec<_> = board.map(|range| (range, words::board(rng))).into_iter().collect();
    if let Some(range) = setup {
        parts.push((range, words::setup(&text, rng)));
    }
    parts.sort_by_key(|(range, _)| std::cmp::Reverse(range.start));
    for (range, new) in parts {
        text.replace_range(range, &new);
    }
    text
}
