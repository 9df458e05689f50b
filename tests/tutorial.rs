//! Tests the tutorial (docs/tutorial.md): it shows the files in docs/tutorial, and every step passes the check, can be played, and
//! passes its examples.

use crate::markdown;
use boardwright::check::{Bases, check};
use boardwright::engine::Engine;
use boardwright::engine::reference::Reference;
use boardwright::internals::example;
use boardwright::rng::Rng;
use boardwright::source::Source;

const PAGE: &str = include_str!("../docs/tutorial.md");

/// The files of the steps.
struct Steps;

impl Steps {
    fn text(name: &str) -> Option<String> {
        std::fs::read_to_string(format!("{}/docs/tutorial/{name}.game", env!("CARGO_MANIFEST_DIR"))).ok()
    }
}

impl Bases for Steps {
    fn base(&self, name: &str, _from: &Source) -> Option<Source> {
        Some(Source::new(format!("{name}.game"), Steps::text(name)?))
    }

    fn names(&self) -> Vec<String> {
        Vec::new()
    }
}

#[test]
fn the_page_shows_the_files() {
    let shown: Vec<_> = markdown::blocks(PAGE).into_iter().filter(|block| block.info.starts_with("game ")).collect();
    assert_eq!(shown.len(), 8, "eight steps");
    for (n, block) in shown.into_iter().enumerate() {
        let name = format!("step-{}", n + 1);
        assert_eq!(block.info, format!("game {name}"));
        assert_eq!(Some(block.text), Steps::text(&name), "tutorial.md:{}", block.line);
    }
}

#[test]
fn every_step_checks_and_plays() {
    for n in 1..=8 {
        let name = format!("step-{n}");
        let text = Steps::text(&name).unwrap_or_else(|| panic!("no {name}.game"));
        let checked = check(Source::new(format!("{name}.game"), text), &Steps, &[]);
        // The first step has no end yet, and the tutorial shows the warning.
        assert!(checked.diagnostics.is_empty() || n == 1, "{name}: {:?}", checked.diagnostics);
        let game = checked.game.unwrap_or_else(|| panic!("{name}: {:?}", checked.diagnostics));
        let engine = Reference::new(game.clone());
        for example in &game.examples {
            let failures = example::run(&engine, example);
            assert!(failures.is_empty(), "{name}: {}: {failures:?}", example.title);
        }
        for seed in 0..20 {
            let mut position = engine.start().expect("a start");
            // Without an end, the first step runs into a full board.
            let plies = engine.playout(&mut position, &mut Rng::new(seed), if n == 1 { 20 } else { 2000 });
            assert!(plies.is_ok(), "{name}: {plies:?}");
            assert!(n == 1 || position.outcome.is_some(), "{name}: a game without an end");
        }
    }
}
