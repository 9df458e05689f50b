//! The reference for users (docs/language.md) is true: its files check, their examples hold, its expectations come out,
//! and it speaks of every code.
//!
//! The blocks of the page: `game` is a whole file; `game name=X` is a whole file that others may extend; `items X` has items to
//! append to the file X; `expect X` has one condition per line, which must be true at the beginning of X.

use crate::markdown;
use boardwright::bundled::Bundled;
use boardwright::check::words::DIRECTIONS;
use boardwright::check::{Bases, check};
use boardwright::diagnostic::Code;
use boardwright::engine::Engine;
use boardwright::engine::fast::Fast;
use boardwright::engine::reference::Reference;
use boardwright::game::operator::WORDS;
use boardwright::internals::example;
use boardwright::source::Source;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

const PAGE: &str = include_str!("../docs/language.md");

/// The named files of the page, then the bundled games.
struct PageBases(BTreeMap<String, String>);

impl Bases for PageBases {
    fn base(&self, name: &str, from: &Source) -> Option<Source> {
        match self.0.get(name) {
            Some(text) => Some(Source::new(format!("{name}.game"), text.as_str())),
            None => Bundled.base(name, from),
        }
    }

    fn names(&self) -> Vec<String> {
        self.0.keys().cloned().chain(Bundled.names()).collect()
    }
}

/// What is wrong with a file: its errors (and its warnings, if it is to be without), and the examples that do not hold.
fn complaints(place: &str, text: &str, bases: &PageBases, warnings: bool) -> Vec<String> {
    let checked = check(Source::new(place, text), bases, &[]);
    let mut complaints: Vec<String> = checked
        .diagnostics
        .iter()
        .filter(|diagnostic| warnings || diagnostic.is_error())
        .map(|diagnostic| {
            let said = checked.sources.text(diagnostic.span());
            format!("{place}: {} {} at `{said}`", diagnostic.code, diagnostic.message)
        })
        .collect();
    if let Some(game) = checked.game {
        let reference = Arc::new(Reference::new(game.clone()));
        let fast = Fast::new(game.clone(), reference.clone());
        let engines: [&dyn Engine; 2] = [&*reference, &fast];
        for (engine, example) in engines.into_iter().flat_map(|engine| game.examples.iter().map(move |e| (engine, e))) {
            for failure in example::run(engine, example) {
                complaints.push(format!("{place}: {}: {failure}", example.title));
            }
        }
    }
    complaints
}

/// An example for each line of expectations.
fn expectations(lines: &str) -> String {
    lines.lines().enumerate().fold(String::new(), |text, (n, line)| {
        text + &format!("\nexample \"line {}\" {{\n  expect {line}\n}}\n", n + 1)
    })
}

#[test]
fn files_check_and_expectations_come_out() {
    let mut bases = PageBases(BTreeMap::new());
    let mut wrong = Vec::new();
    for block in markdown::blocks(PAGE) {
        let place = format!("language.md:{}", block.line);
        let words: Vec<&str> = block.info.split_whitespace().collect();
        match words[..] {
            ["game"] => wrong.extend(complaints(&place, &block.text, &bases, true)),
            ["game", name] => {
                wrong.extend(complaints(&place, &block.text, &bases, true));
                let name = name.strip_prefix("name=").expect("`game name=X`");
                bases.0.insert(name.to_owned(), block.text);
            }
            ["items", name] => {
                let text = format!("{}\n{}", bases.0[name], block.text);
                wrong.extend(complaints(&place, &text, &bases, false));
            }
            ["expect", name] => {
                let text = format!("{}\n{}", bases.0[name], expectations(&block.text));
                wrong.extend(complaints(&place, &text, &bases, false));
            }
            // Commands are run by the tests of the program.
            ["text" | "console"] => {}
            _ => wrong.push(format!("{place}: a block `{}`", block.info)),
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_code_has_its_line() {
    for code in Code::ALL {
        let line = format!("| [{code}](codes/{code}.md) | {} |", code.title());
        assert!(PAGE.lines().any(|other| other == line), "no line: {line}");
    }
}

/// A heading as GitHub makes its anchor.
fn anchor(heading: &str) -> String {
    heading.to_lowercase().replace(' ', "-").chars().filter(|c| c.is_alphanumeric() || *c == '-').collect()
}

#[test]
fn links_lead_somewhere() {
    let mut anchors = BTreeSet::new();
    let mut fenced = false;
    for line in PAGE.lines() {
        fenced ^= line.starts_with("```");
        if !fenced && line.starts_with('#') {
            assert!(anchors.insert(anchor(line.trim_start_matches(['#', ' ']))), "twice: {line}");
        }
    }
    for link in PAGE.split("](#").skip(1) {
        let target = link.split(')').next().unwrap_or("");
        assert!(anchors.contains(target), "no heading for #{target}");
    }
}

#[test]
fn the_index_has_every_word_of_the_grammar() {
    let grammar = include_str!("../grammar/game.pest");
    let index = PAGE.split("## Index of words").nth(1).expect("an index");
    for rule in grammar.lines().filter_map(|line| line.strip_prefix("kw_")) {
        let word = rule.split(' ').next().expect("a keyword");
        assert!(index.contains(&format!("| `{word}` |")), "`{word}` is not in the index");
    }
}

#[test]
fn the_index_has_every_built_in_word() {
    let index = PAGE.split("## Index of words").nth(1).expect("an index");
    let words: Vec<&str> = WORDS.iter().map(|row| row.name).chain(DIRECTIONS.iter().copied()).collect();
    assert!(words.len() > 70, "{words:?}");
    for word in words {
        assert!(index.contains(&format!("| `{word}` |")), "`{word}` is not in the index");
    }
}
