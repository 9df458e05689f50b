//! The classics against counts published elsewhere, on both engines (`tests/vectors/classics.txt`, `classics-more.txt`), and what every
//! one of their files has.

use crate::common;
use boardwright::game::Game;
use boardwright::internals::example;
use boardwright::{load_bundled, load_text};
use std::sync::Arc;

const ROWS: [&str; 2] = [include_str!("vectors/classics.txt"), include_str!("vectors/classics-more.txt")];

/// Counts of more sequences than this are left to optimized builds; the fast engine can count more.
const LEAVES: [u64; 2] = if cfg!(debug_assertions) { [100_000, 5_000_000] } else { [6_000_000, 130_000_000] };

/// Rows that were counted with other settings than the file's own.
const SETTINGS: &[(&str, &[(&str, &str)])] =
    &[("hex without swap", &[("pie", "false")]), ("clobber", &[("columns_wide", "10"), ("rows_high", "10")])];

/// Rows whose source counts by other rules than the bundled file: what differs, as a variant of it.
const VARIANTS: &[(&str, &str)] =
    &[("russian-draughts by-taken", include_str!("vectors/russian-draughts-by-taken.game"))];

/// An example with the position of a FEN and these counts.
fn example_of(fen: &str, game: &Game, counts: &[(u32, u64)]) -> String {
    let [picture, side, rights, passed, ..] = fen.split(' ').collect::<Vec<_>>()[..] else { panic!("{fen}") };
    let row = |row: &str| -> String {
        let cells = row.chars().map(|symbol| match symbol.to_digit(10) {
            Some(empty) => ". ".repeat(empty as usize),
            None => format!("{symbol} "),
        });
        cells.collect()
    };
    let rows: Vec<String> = picture.split('/').map(row).collect();
    let mut text = format!("example \"FEN\" {{\n  position {{\n{}\n  }}\n", rows.join("\n"));
    let rooks: Vec<String> = rights.chars().filter_map(rook).collect();
    if game.vars.iter().any(|var| var.name == "rights") {
        text += &format!("  set rights = {{{}}}\n", rooks.join(" "));
    }
    if passed != "-" {
        text += &format!("  set passed = {passed}\n");
    }
    text += &format!("  {} to move\n", game.players[usize::from(side == "b")].name);
    for (depth, nodes) in counts {
        text += &format!("  perft {depth} = {nodes}\n");
    }
    text + "}\n"
}

/// Where the rook of a right to castle stands: in chess in a corner, otherwise in the column that is named.
fn rook(right: char) -> Option<String> {
    let column = match right.to_ascii_lowercase() {
        'k' => 'h',
        'q' => 'a',
        column @ 'a'..='h' => column,
        _ => return None,
    };
    Some(format!("{column}{}", if right.is_ascii_uppercase() { 1 } else { 8 }))
}

/// Returns whether a row's remark is the position that was counted from.
fn is_fen(remark: &str) -> bool {
    remark.contains('/')
}

#[test]
fn published_counts_agree() {
    let mut checked = 0;
    for line in ROWS.iter().flat_map(|rows| rows.lines()).filter(|line| !line.starts_with('#')) {
        let [what, counts, _, _] = line.split(" | ").collect::<Vec<_>>()[..] else { panic!("{line}") };
        let counts: Vec<(u32, u64)> = counts
            .split(' ')
            .map(|count| count.split_once(':').unwrap())
            .map(|(depth, nodes)| (depth.parse().unwrap(), nodes.parse().unwrap()))
            .collect();
        // Where moves of one text are one move, the fast engine must not take for granted that there are none.
        let engines = if VARIANTS.iter().any(|(row, _)| *row == what) { 1 } else { 2 };
        for (n, leaves) in LEAVES.into_iter().enumerate().take(engines) {
            let few: Vec<(u32, u64)> = counts.iter().copied().filter(|(_, nodes)| *nodes <= leaves).collect();
            checked += few.len();
            count(line, what, &few, n);
        }
    }
    assert!(checked > 180, "{checked} counts");
}

/// Counts the sequences of a row's position on the n-th engine.
fn count(line: &str, what: &str, counts: &[(u32, u64)], n: usize) {
    let (name, remark) = what.split_once(' ').unwrap_or((what, ""));
    if is_fen(remark) {
        let base = load_bundled(name, &[]).unwrap();
        let text = format!("extends \"{name}\"\ngame \"A FEN\"\n{}", example_of(remark, base.game(), counts));
        let loaded = load_text(&text, &[]).unwrap_or_else(|error| panic!("{line}\n{error}"));
        let engine = &common::both(&Arc::new(loaded.game().clone()))[n];
        let failures = example::run(&**engine, &engine.game().examples[0]);
        assert!(failures.is_empty(), "{line}\n{failures:?}");
        return;
    }
    let settings = SETTINGS.iter().find(|(row, _)| *row == what).map_or(&[][..], |(_, settings)| settings);
    let loaded = match VARIANTS.iter().find(|(row, _)| *row == what) {
        Some((_, text)) => load_text(text, settings),
        None => load_bundled(name, settings),
    };
    let loaded = loaded.unwrap_or_else(|error| panic!("{line}\n{error}"));
    let engine = &common::both(&Arc::new(loaded.game().clone()))[n];
    let start = engine.start().unwrap();
    for (depth, nodes) in counts {
        assert_eq!(engine.perft(&start, *depth).unwrap(), *nodes, "{name}, {depth} plies");
    }
}

#[test]
fn variants_that_sources_counted_by_work() {
    for (row, text) in VARIANTS {
        let engine = load_text(text, &[]).unwrap_or_else(|error| panic!("{row}\n{error}"));
        for figure in &engine.game().examples {
            let failures = example::run(&*engine, figure);
            assert!(failures.is_empty(), "{row}\n{failures:?}");
        }
    }
}

#[test]
fn every_classic_has_examples_and_says_which_version_it_is() {
    for name in common::all_games().into_iter().filter(|name| common::is_classic(name)) {
        let engine = load_bundled(&name, &[]).unwrap();
        let game = engine.game();
        assert!(game.examples.len() >= 4, "{name} has {} examples", game.examples.len());
        let text = std::fs::read_to_string(common::file(&name)).unwrap();
        assert!(!game.authors.is_empty() || text.contains("\n// "), "{name} names neither a designer nor its version");
    }
}
