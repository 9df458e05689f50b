//! Bundled rule files with small random changes: whatever they come to mean, checking and playing them ends, with a value
//! or a fault, and nothing panics.

use crate::common;
use boardwright::check;
use boardwright::engine::Engine;
use boardwright::engine::reference::Reference;
use boardwright::rng::Rng;
use boardwright::source::Source;
use proptest::prelude::*;
use std::time::{Duration, Instant};

/// Words that are put in place of others.
const WORDS: &[&str] = &[
    "own",
    "enemy",
    "empty",
    "occupied",
    "board",
    "neighbors",
    "ray",
    "first",
    "count",
    "some",
    "none",
    "and",
    "or",
    "not",
    "0",
    "1",
    "2",
    "99",
    "-1",
    "2147483647",
    "+",
    "-",
    "*",
    "/",
    "%",
    "&",
    "|",
    "except",
    "==",
    "!=",
    "<",
    ">",
    "all",
    "orthogonal",
    "mover",
    "next",
    "again",
    "while",
    "if",
    "off",
    "nothing",
    "true",
    "false",
    "max",
    "p",
    "q",
    "c",
    "choose",
];

/// The text in words and what is between them.
fn tokens(text: &str) -> Vec<&str> {
    let mut all = Vec::new();
    let mut start = 0;
    let kind = |c: char| {
        if c.is_alphanumeric() || c == '_' {
            0
        } else if c.is_whitespace() {
            1
        } else {
            2
        }
    };
    let mut last = None;
    for (at, c) in text.char_indices() {
        if last.is_some_and(|last| last != kind(c) || kind(c) == 2) {
            all.push(&text[start..at]);
            start = at;
        }
        last = Some(kind(c));
    }
    all.push(&text[start..]);
    all
}

fn changed(text: &str, changes: &[(u8, u32, u32)]) -> String {
    let mut all: Vec<String> = tokens(text).into_iter().map(String::from).collect();
    for (what, at, with) in changes {
        let words: Vec<usize> = (0..all.len()).filter(|i| !all[*i].trim().is_empty()).collect();
        let Some(at) = words.get(*at as usize % words.len().max(1)).copied() else { continue };
        match what % 4 {
            0 => all[at] = WORDS[*with as usize % WORDS.len()].to_string(),
            1 => {
                all.remove(at);
            }
            2 => all.insert(at, format!("{} ", WORDS[*with as usize % WORDS.len()])),
            _ => {
                let other = words[*with as usize % words.len()];
                all.swap(at, other);
            }
        }
    }
    all.concat()
}

/// Checks a file and plays it a little; how long that took is asserted.
fn run(name: &str, text: String) -> bool {
    let begun = Instant::now();
    let checked = check::check(Source::new(name, text.clone()), &common::Folder, &[]);
    let Some(game) = checked.game else { return false };
    let engine = Reference::new(game);
    if let Ok(mut position) = engine.start() {
        let mut rng = Rng::new(1);
        for _ in 0..12 {
            let Ok(moves) = engine.legal_moves(&position) else { break };
            let Some(mv) = moves.get(rng.below(moves.len())) else { break };
            let _ = engine.text(&position, mv);
            if engine.play_unchecked(&mut position, mv).is_err() {
                break;
            }
            if begun.elapsed() > Duration::from_secs(20) {
                break;
            }
        }
    }
    assert!(begun.elapsed() < Duration::from_secs(60), "ran on for {:?}:\n{text}", begun.elapsed());
    true
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, max_shrink_iters: 200, ..ProptestConfig::default() })]

    #[test]
    fn changed_rules_end_without_a_panic(
        game in 0usize..64,
        changes in prop::collection::vec((0u8..4, any::<u32>(), any::<u32>()), 1..3),
    ) {
        let names = common::all_games();
        let name = &names[game % names.len()];
        let text = std::fs::read_to_string(common::file(name)).unwrap();
        run(name, changed(&text, &changes));
    }
}

#[test]
fn rules_that_never_end_run_out_of_budget() {
    let head = "game \"Wild\"\nboard square 19 x 19\nplayers A, B\npiece stone\n";
    let end = "\nend { when stuck(next): next loses }\n";
    let endless = [
        "action place(p: empty)\n do { put stone at p; while true { put stone at p } }",
        "effect e(p: cell) { e(p) }\naction place(p: empty)\n do e(p)",
        "def f(c: cell): bool = not f(c)\naction place(p: empty)\n when f(p)\n do put stone at p",
        "def f(n: int): int = f(n - 1) + f(n - 2)\naction place(p: empty)\n when f(9) > 0\n do put stone at p",
        "action place(p: board, q: board, r: board, s: board)\n as \"{p}{q}{r}{s}\"\n do put stone at p",
        "effect e() { choose c in board { e() } }\naction place(p: empty)\n do e()",
        "action place(p: empty, n: 1..2000000000)\n as \"{p}/{n}\"\n do put stone at p",
        "action place(p: empty)\n when sum(a in board: sum(b in board: sum(c in board: 1))) > 1\n do put stone at p",
        "var n = 1\naction place(p: empty)\n do { while true { n = n * 2 } }",
        "action place(p: empty)\n when count(reach(x in p: group(ray(x, all), board))) > 1 and every(a in board: every(b in board: groups(board) == 1))\n do put stone at p",
    ];
    for rules in endless {
        let text = format!("{head}{rules}{end}");
        assert!(run("wild.game", text.clone()), "{text}: {:?}", {
            check::check(Source::new("wild.game", text.clone()), &common::Folder, &[]).diagnostics
        });
    }
}
