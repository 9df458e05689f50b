//! docs/classics.md is what the files of the classics say. `BLESS=1 cargo test --test classics_table` writes it anew.

mod common;

use boardwright::bundled;
use boardwright::game::Game;
use boardwright::game::board::Shape;
use boardwright::load_bundled;
use std::fmt::Write;
use std::path::Path;

const ROWS: [&str; 2] = [include_str!("vectors/classics.txt"), include_str!("vectors/classics-more.txt")];

/// The greatest count that is checked, in optimised builds.
const LEAVES: u64 = 6_000_000;

/// The page's beginning.
const HEAD: &str = "# The classics

Well-known games as rule files, in `games/classics`. The table is made of them, and of the counts that they are held to: `perft` from the
first position as published by others, and `boardwright perft NAME DEPTH` repeats it.

Lines are those of rules: without blank ones, comments and examples. A variant counts its own.

| game | designer | year | board | lines | examples | checked count |
|---|---|---|---|---:|---:|---|
";

#[test]
fn the_page_is_current() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/classics.md");
    let page = page();
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&path, &page).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(written == page, "docs/classics.md is old: `BLESS=1 cargo test --test classics_table` writes it anew");
}

fn page() -> String {
    let mut table = HEAD.to_string();
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
    table + &versions
}

/// The board in a few words.
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

/// The lines of rules. An example ends with the first line that closes at its beginning.
fn rule_lines(text: &str) -> usize {
    let mut inside = false;
    let mut count = 0;
    for line in text.lines() {
        if line.starts_with("example ") {
            inside = !line.ends_with('}');
        } else if inside {
            inside = line != "}";
        } else if !line.trim().is_empty() && !line.trim_start().starts_with("//") {
            count += 1;
        }
    }
    count
}

/// The comment below the title, line by line: which version the file is.
fn version(text: &str) -> Vec<String> {
    let head = text.lines().take_while(|line| {
        ["extends ", "game ", "author ", "year ", "// "].iter().any(|start| line.starts_with(start))
    });
    head.filter_map(|line| line.strip_prefix("// ")).map(String::from).collect()
}

/// A count that somebody else made.
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
