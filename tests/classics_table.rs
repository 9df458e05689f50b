//! docs/classics.md and its pictures are generated from the rule files. `BLESS=1 cargo test --test library classics_table`
//! updates them.

use crate::common;
use crate::pages;
use boardwright::bundled;
use boardwright::game::Game;
use boardwright::game::board::Shape;
use boardwright::load_bundled;
use boardwright::notation;
use boardwright::render::{self, SvgStyle};
use std::fmt::Write;

const ROWS: [&str; 2] = [include_str!("vectors/classics.txt"), include_str!("vectors/classics-more.txt")];

/// The greatest count that is checked, in optimized builds.
const LEAVES: u64 = 6_000_000;

/// The page's beginning.
const HEAD: &str = "# The classics

Well-known games as rule files, in `games/classics`. A test generates this page from them, and verifies each count: `perft` from the
first position, as published by others. To repeat one, run `boardwright perft NAME DEPTH`.

The number of lines includes only rules, not the title, designer, year, blank lines, comments, looks or examples. For a variant, only its own lines count.

| game | designer | year | board | lines | examples | checked count |
|---|---|---|---|---:|---:|---|
";

/// Games shown as pictures, with the moves before.
const PICTURES: &[(&str, &str)] = &[
    ("chess", "e2-e4 c7-c5 g1-f3 d7-d6 d2-d4 c5-d4 f3-d4 g8-f6 b1-c3 a7-a6"),
    ("go", "d4 q16 d16 q4 f3 r10 c10 k16"),
    ("hex", "c2 f6 g6 f7 e8 e7 f5 h4"),
    ("nine-mens-morris", "d6 f4 d2 b4 f6 b6"),
    ("chinese-checkers", "f14-g13 n7-m8 g6-h6"),
    ("xiangqi", "h3-e3 h10-g8 h1-g3"),
    ("oware", "C c F"),
    ("international-draughts", "32-28 19-23 28x19 14x23"),
];

#[test]
fn the_page_is_current() {
    pages::compare([("docs/classics.md".to_owned(), page())]);
}

#[test]
fn the_pictures_are_current() {
    let picture = |(name, moves): &(&str, &str)| {
        let engine = load_bundled(name, &[]).unwrap();
        let mut positions = vec![engine.start().unwrap()];
        positions.extend(notation::play_all(&*engine, &positions[0], notation::split(moves)).expect(name));
        let [.., before, position] = &positions[..] else { panic!("{name}") };
        let last = Some(render::cells_of(engine.game(), before, position));
        let caption = Some(notation::status(engine.game(), position));
        let picture = render::svg(engine.game(), position, &SvgStyle { last, caption, ..SvgStyle::default() });
        (format!("docs/images/{name}.svg"), picture)
    };
    pages::compare(PICTURES.iter().map(picture));
}

/// The number of lines of the same games in Ludii and in Regular Games' HRG, counted in the same way in 2026.
const ELSEWHERE: &[(&str, usize, usize)] = &[
    ("amazons", 22, 89),
    ("chess", 229, 500),
    ("english-draughts", 81, 246),
    ("hex", 17, 75),
    ("nine-mens-morris", 75, 219),
    ("oware", 54, 343),
    ("reversi", 54, 139),
    ("tic-tac-toe", 12, 60),
];

#[test]
fn the_rules_are_short() {
    for (name, ludii, regular) in ELSEWHERE {
        let lines = rule_lines(&std::fs::read_to_string(common::file(name)).unwrap());
        assert!(lines < *ludii && 3 * lines < *regular, "{name} has {lines} lines");
    }
}

fn page() -> String {
    let mut table = HEAD.to_string();
    let mut pictures = String::from("\n## Pictures\n\n");
    for (name, _) in PICTURES {
        let title = load_bundled(name, &[]).unwrap().game().title.clone();
        writeln!(pictures, "<img src=\"images/{name}.svg\" alt=\"{title}\" width=\"320\">").unwrap();
    }
    let mut versions = String::from("\n## Versions and sources\n\n");
    for name in bundled::names().filter(|name| bundled::is_classic(name)) {
        let engine = load_bundled(name, &[]).unwrap();
        let game = engine.game();
        let text = std::fs::read_to_string(common::file(name)).unwrap();
        let designer = match game.authors.as_slice() {
            [] => "–".to_string(),
            authors => authors.join(", "),
        };
        let year = game.year.map(|year| year.to_string()).unwrap_or_default();
        let base = text.lines().find_map(|line| line.strip_prefix("extends "));
        let (lines, examples) = (rule_lines(&text), game.examples.len());
        let published = published(name);
        let count =
            published.as_ref().map(|count| format!("perft {} = {}", count.depth, count.nodes)).unwrap_or_default();
        writeln!(
            table,
            "| [{}](../games/classics/{name}.game) | {designer} | {year} | {} | {lines} | {examples} | {count} |",
            game.title,
            board(game)
        )
        .unwrap();
        let mut said = version(&text);
        if let Some(base) = base {
            said.insert(0, format!("A variant of {}.", base.trim_matches('"')));
        }
        if let Some(Published { counted, source, .. }) = published {
            said.push(format!("Counted as: {counted}. Counts: {source}."));
        }
        if !said.is_empty() {
            writeln!(versions, "- **{}.** {}", game.title, said.join(" ")).unwrap();
        }
    }
    table + &pictures + &versions
}

/// Describes the board in a few words.
fn board(game: &Game) -> String {
    match &game.board.blueprint().shape {
        Shape::Square(width, height) => format!("{width} x {height}"),
        Shape::Rhombus(width, height) => format!("{width} x {height} hexes"),
        Shape::Hexagon(side) => format!("hexagon of side {side}"),
        Shape::Triangle(side) => format!("triangle of {side} rows"),
        Shape::Star(side) => format!("star with points of {side} rows"),
        Shape::Graph(_) => format!("{} points", game.board.len()),
    }
}

/// The lines of rules. An example or a look ends with the first line that closes at its beginning.
fn rule_lines(text: &str) -> usize {
    let mut inside = false;
    let mut count = 0;
    for line in text.lines() {
        if ["example ", "look ", "also look ", "replace look "].iter().any(|start| line.starts_with(start)) {
            inside = !line.ends_with('}');
        } else if inside {
            inside = line != "}";
        } else if !line.trim().is_empty() && !is_remark(line) {
            count += 1;
        }
    }
    count
}

/// Returns whether a line is a comment, a title, an author or a year.
fn is_remark(line: &str) -> bool {
    ["//", "game ", "author ", "year "].iter().any(|start| line.trim_start().starts_with(start))
}

/// Returns the comment around the title, line by line: which version the file is.
fn version(text: &str) -> Vec<String> {
    let head = text.lines().take_while(|line| {
        ["extends ", "game ", "author ", "year ", "// "].iter().any(|start| line.starts_with(start))
    });
    let comments = head.filter_map(|line| line.strip_prefix("// "));
    comments.filter(|comment| !comment.starts_with("meant:")).map(String::from).collect()
}

/// A count published by others.
struct Published {
    depth: u32,
    nodes: u64,
    counted: String,
    source: &'static str,
}

/// The greatest count from a game's first position that is checked.
fn published(name: &str) -> Option<Published> {
    for line in ROWS.iter().flat_map(|rows| rows.lines()) {
        let [what, counts, counted, source] = line.split(" | ").collect::<Vec<_>>()[..] else { continue };
        let (game, remark) = what.split_once(' ').unwrap_or((what, ""));
        if game != name || remark.contains('/') {
            continue;
        }
        let counts = counts.split(' ').filter_map(|count| count.split_once(':'));
        let mut counts = counts.filter_map(|(depth, nodes)| Some((depth.parse().ok()?, nodes.parse().ok()?)));
        let (depth, nodes) = counts.rfind(|(_, nodes)| *nodes <= LEAVES)?;
        let counted = if remark.is_empty() { counted.to_string() } else { format!("{remark}, {counted}") };
        return Some(Published { depth, nodes, counted, source });
    }
    None
}
