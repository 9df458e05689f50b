//! The classics against counts published elsewhere (`tests/vectors/classics.txt`, `classics-more.txt`), and what every
//! one of their files has.

mod common;

use boardwright::example;
use boardwright::game::Game;
use boardwright::{load_bundled, load_text};

const ROWS: [&str; 2] = [include_str!("vectors/classics.txt"), include_str!("vectors/classics-more.txt")];

/// Counts of more sequences than this are left to optimised builds.
const LEAVES: u64 = if cfg!(debug_assertions) { 100_000 } else { 6_000_000 };

/// Rows that were counted with other settings than the file's own.
const SETTINGS: &[(&str, &[(&str, &str)])] =
    &[("hex without swap", &[("pie", "false")]), ("clobber", &[("columns_wide", "10"), ("rows_high", "10")])];

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

/// Whether a row's remark is the position that was counted from.
fn is_fen(remark: &str) -> bool {
    remark.contains('/')
}

#[test]
fn published_counts_agree() {
    let mut checked = 0;
    for line in ROWS.iter().flat_map(|rows| rows.lines()).filter(|line| !line.starts_with('#')) {
        let [what, counts, _, _] = line.split(" | ").collect::<Vec<_>>()[..] else { panic!("{line}") };
        let (name, remark) = what.split_once(' ').unwrap_or((what, ""));
        let counts: Vec<(u32, u64)> = counts
            .split(' ')
            .map(|count| count.split_once(':').unwrap())
            .map(|(depth, nodes)| (depth.parse().unwrap(), nodes.parse().unwrap()))
            .filter(|(_, nodes)| *nodes <= LEAVES)
            .collect();
        checked += counts.len();
        if is_fen(remark) {
            let base = load_bundled(name, &[]).unwrap();
            let text = format!("extends \"{name}\"\ngame \"A FEN\"\n{}", example_of(remark, base.game(), &counts));
            let engine = load_text(&text, &[]).unwrap_or_else(|error| panic!("{line}\n{error}"));
            let failures = example::run(&*engine, &engine.game().examples[0]);
            assert!(failures.is_empty(), "{line}\n{failures:?}");
        } else {
            let settings = SETTINGS.iter().find(|(row, _)| *row == what).map_or(&[][..], |(_, settings)| settings);
            let engine = load_bundled(name, settings).unwrap_or_else(|error| panic!("{line}\n{error}"));
            let start = engine.start().unwrap();
            for (depth, nodes) in counts {
                assert_eq!(engine.perft(&start, depth).unwrap(), nodes, "{name}, {depth} plies");
            }
        }
    }
    assert!(checked > 80, "{checked} counts");
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
