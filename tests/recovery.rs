//! Laws of mistakes: whatever is broken in a rule file, nothing panics, one mistake mostly gives one error, and several mistakes in
//! different items give as many. `BOARDWRIGHT_BREAKS=3000` breaks more; `BOARDWRIGHT_SHOW=1` shows what gives more than one.

use crate::breaking::{Break, broken, item_of, some_break};
use crate::common;
use boardwright::check;
use boardwright::diagnostic::Diagnostic;
use boardwright::internals::fix::fix_all;
use boardwright::rng::Rng;
use boardwright::source::Source;
use std::collections::BTreeMap;

fn number(name: &str) -> Option<usize> {
    std::env::var(name).ok()?.parse().ok()
}

/// The bundled rule files that are not long, with their texts.
fn games() -> Vec<(String, String)> {
    let all = common::all_games().into_iter().map(|name| {
        let text = std::fs::read_to_string(common::file(&name)).unwrap();
        (name, text)
    });
    all.filter(|(_, text)| text.len() < 9000).collect()
}

fn errors(name: &str, text: &str) -> Vec<Diagnostic> {
    let checked = check::check(Source::new(format!("{name}.game"), text), &common::Folder, &[]);
    checked.diagnostics.into_iter().filter(Diagnostic::is_error).collect()
}

#[test]
fn one_mistake_gives_one_error() {
    let games = games();
    let mut rng = Rng::new(8);
    let mut counts: BTreeMap<&str, [usize; 3]> = BTreeMap::new();
    let mut tried = 0;
    while tried < number("BOARDWRIGHT_BREAKS").unwrap_or(400) {
        let (name, text) = &games[rng.below(games.len())];
        let Some(one) = some_break(text, &mut rng) else { continue };
        tried += 1;
        let wrong = broken(text, std::slice::from_ref(&one));
        let found = errors(name, &wrong);
        counts.entry(one.what).or_default()[found.len().min(2)] += 1;
        if found.len() > 1 && number("BOARDWRIGHT_SHOW").is_some() {
            show(name, &wrong, &one, &found);
        }
    }
    let total = |n: usize| counts.values().map(|count| count[n]).sum::<usize>();
    let (one, more) = (total(1), total(2));
    let share = 100 * more / (one + more).max(1);
    if number("BOARDWRIGHT_SHOW").is_some() {
        println!("{counts:#?}\nnone {} one {one} more {more}", total(0));
    }
    assert!(share <= 3, "{share} % of the mistakes give more than one error: {counts:?}");
}

fn show(name: &str, wrong: &str, one: &Break, found: &[Diagnostic]) {
    let line = |at: usize| wrong[..at.min(wrong.len())].matches('\n').count() + 1;
    let at = one.place.start;
    println!("{name}:{}: {} | {}", line(at), one.what, wrong.lines().nth(line(at) - 1).unwrap_or(""));
    for finding in found {
        let span = finding.span();
        let text = wrong.get(span.start as usize..span.end as usize).unwrap_or("");
        println!("    {}:{} `{text}` {}", finding.code, line(span.start as usize), finding.message);
    }
}

#[test]
fn several_mistakes_give_as_many_errors() {
    let games = games();
    let mut rng = Rng::new(9);
    let (mut tried, mut right) = (0, 0);
    while tried < number("BOARDWRIGHT_BREAKS").unwrap_or(150) / 3 {
        let (name, text) = &games[rng.below(games.len())];
        let mut breaks: Vec<Break> = Vec::new();
        for _ in 0..2 + rng.below(3) {
            let Some(one) = some_break(text, &mut rng) else { continue };
            let apart = breaks.iter().all(|other| item_of(text, other.place.start) != item_of(text, one.place.start));
            if apart && errors(name, &broken(text, std::slice::from_ref(&one))).len() == 1 {
                breaks.push(one);
            }
        }
        if breaks.len() < 2 {
            continue;
        }
        tried += 1;
        let wrong = broken(text, &breaks);
        let found = errors(name, &wrong);
        right += usize::from(found.len() == breaks.len());
        if found.len() != breaks.len() && number("BOARDWRIGHT_SHOW").is_some() {
            println!("---- {} breaks, {} errors", breaks.len(), found.len());
            breaks.iter().for_each(|one| show(name, &wrong, one, &found));
        }
    }
    assert!(100 * right >= 90 * tried, "{right} of {tried} give as many errors as mistakes");
}

/// The text without comments and spaces.
fn bare(text: &str) -> String {
    let lines = text.lines().map(|line| line.split("//").next().unwrap_or(""));
    lines.flat_map(str::chars).filter(|c| !c.is_whitespace()).collect()
}

#[test]
fn fixes_restore_what_was_there() {
    let games = games();
    let mut rng = Rng::new(10);
    let (mut tried, mut whole, mut others) = (0, 0, Vec::new());
    while tried < number("BOARDWRIGHT_BREAKS").unwrap_or(120) {
        let (name, text) = &games[rng.below(games.len())];
        let Some(one) = some_break(text, &mut rng) else { continue };
        tried += 1;
        let wrong = broken(text, std::slice::from_ref(&one));
        let before = errors(name, &wrong).len();
        let fixed = fix_all(Source::new(format!("{name}.game"), wrong.as_str()), &common::Folder, &[]);
        let left = fixed.remaining.diagnostics.iter().filter(|finding| finding.is_error()).count();
        assert!(left <= before, "{name}: {one:?}: {before} errors, {left} when fixed");
        if left == 0 && before > 0 {
            whole += 1;
            if bare(&fixed.text) != bare(text) {
                let line = wrong[..one.place.start].matches('\n').count();
                let shown = |text: &str| text.lines().nth(line).unwrap_or("").to_owned();
                others.push(format!("{name}: {}: {} | {}", one.what, shown(&wrong), shown(&fixed.text)));
            }
        }
    }
    if number("BOARDWRIGHT_SHOW").is_some() {
        println!("{whole} of {tried} fixed completely\n{}", others.join("\n"));
    }
    assert!(whole > 0 && 100 * others.len() <= 4 * whole, "{} of {whole}: {}", others.len(), others.join("\n"));
}
