//! Both engines mean the same, whatever the rules: bundled rule files with random changes are played on both.

mod alike;
mod common;
mod mutation;

use alike::{Engines, Length};
use boardwright::engine::Engine;
use boardwright::rng::Rng;
use mutation::Rules;
use std::time::Duration;

/// How many changed rule files are tried: many more by `BOARDWRIGHT_CHANGES`.
const CHANGES: u64 = 400;

/// All bundled rule files.
fn rules() -> Vec<Rules> {
    let read = |name: String| {
        let text = std::fs::read_to_string(common::file(&name)).unwrap();
        Rules::read(&name, &text).unwrap_or_else(|| panic!("{name} cannot be read"))
    };
    common::all_games().into_iter().map(read).collect()
}

/// Plays changed rules; what differs, and whether they were played at all.
fn differs(text: &str, seed: u64) -> Result<bool, String> {
    let Some(engines) = Engines::of_text("changed.game", text, &common::Folder) else { return Ok(false) };
    if engines.reference.start().is_err() {
        return Ok(false);
    }
    let length = Length { plies: 24, time: Duration::from_secs(2) };
    let plies = engines.play(seed, length)?;
    engines.count(2)?;
    engines.play_out(seed, 60)?;
    println!("STAT {plies} {} {:?}", engines.reference.game().actions.len(), engines.trusting.unsupported());
    Ok(true)
}

/// From which seed on, and how many: as many as asked for, or these.
fn seeds(many: u64) -> std::ops::Range<u64> {
    let setting = |name: &str| std::env::var(name).ok().and_then(|n| n.parse::<u64>().ok());
    let first = setting("BOARDWRIGHT_FIRST").unwrap_or(0);
    first..first + setting("BOARDWRIGHT_CHANGES").unwrap_or(many)
}

/// Plays the rules of each seed.
fn all_alike(seeds: std::ops::Range<u64>, rules: impl Fn(u64) -> Option<String>) {
    let (mut played, mut wrong, all) = (0, Vec::new(), seeds.end - seeds.start);
    for seed in seeds {
        let Some(text) = rules(seed) else { continue };
        let begun = std::time::Instant::now();
        let said = std::panic::catch_unwind(|| differs(&text, seed)).unwrap_or_else(|_| Err("a panic".to_owned()));
        if begun.elapsed() > Duration::from_secs(5) { eprintln!("SLOW {seed}: {:?}", begun.elapsed()); }
        match said {
            Ok(true) => played += 1,
            Ok(false) => {}
            Err(what) => wrong.push(format!("--- seed {seed}: {what}\n{text}")),
        }
    }
    println!("{played} of {all} rule files were played");
    assert!(wrong.is_empty(), "{} of {played} differ\n{}", wrong.len(), wrong.join("\n"));
    assert!(played * 8 > all, "only {played} of {all} were played");
}

#[test]
fn changed_rules_are_played_alike() {
    let all = rules();
    all_alike(seeds(CHANGES), |seed| mutation::changed(&all, &mut Rng::new(seed)).map(|(_, text)| text));
}

#[test]
fn rules_made_up_are_played_alike() {
    all_alike(seeds(CHANGES), |seed| Some(mutation::random::game(&mut Rng::new(seed))));
}

/// Plays small rules that once came out differently, or that ask for much.
fn alike(rules: &str) {
    let engines = Engines::of_text("small.game", &format!("game \"Small\"\n{rules}"), &common::Folder);
    let engines = engines.unwrap_or_else(|| panic!("it does not check: {rules}"));
    assert_eq!(engines.trusting.unsupported(), None, "{rules}");
    for seed in 0..3 {
        let length = Length { plies: 30, time: Duration::from_secs(20) };
        let said = engines.play(seed, length).and_then(|_| engines.count(2)).and_then(|()| engines.play_out(seed, 80));
        said.unwrap_or_else(|what| panic!("{rules}\n{what}"));
    }
}

#[test]
fn who_turns_out_to_be_stuck_changes_the_end() {
    let head = "board square 4 x 1 players A, B piece stone";
    alike(&format!(
        "{head} action place(p: empty) when mover == A do put stone at p
         end {{ when stuck(next): draw when ply == 1: mover wins }}"
    ));
    alike(&format!(
        "{head} var n: cells each turn action place(p: empty) when mover == A do {{ put stone at p n = p }}
         end {{ when ply == 1: mover wins when stuck(next): next loses }}"
    ));
    alike(&format!(
        "{head} action place(p: empty) when ply < 2 do {{ put stone at p again }}
         end {{ when repeated(mover) >= 1: mover loses when stuck(next): next loses }}"
    ));
}
