//! The pages of `boardwright explain` are true: each wrong file shows exactly its code, each right one none, and plays.

use crate::markdown;
use boardwright::check::{Bases, Checked, check};
use boardwright::diagnostic::Code;
use boardwright::engine::Engine;
use boardwright::engine::reference::Reference;
use boardwright::internals::deep::{self, DeepPlan};
use boardwright::internals::explain::page;
use boardwright::measure::Threads;
use boardwright::outcome::Fault;
use boardwright::rng::Rng;
use boardwright::source::Source;
use std::collections::BTreeMap;

/// The `game base NAME` blocks of a page.
struct PageBases(BTreeMap<String, String>);

impl Bases for PageBases {
    fn base(&self, name: &str, _from: &Source) -> Option<Source> {
        self.0.get(name).map(|text| Source::new(format!("{name}.game"), text.as_str()))
    }

    fn names(&self) -> Vec<String> {
        self.0.keys().cloned().collect()
    }
}

/// The first fault of a few random games, if there is one.
fn fault(checked: &Checked) -> Option<Fault> {
    let game = checked.game.clone().expect("a game without errors");
    let engine = Reference::new(game);
    for seed in 0..20 {
        let played = engine.start().and_then(|mut position| engine.playout(&mut position, &mut Rng::new(seed), 200));
        if let Err(fault) = played {
            return Some(fault);
        }
    }
    None
}

/// What is found of a file, for the codes of play also by playing it.
fn checked(code: Code, source: Source, bases: &dyn Bases) -> Checked {
    if !code.name().starts_with("W5") {
        return check(source, bases, &[]);
    }
    let (plan, threads) = (DeepPlan { games: 400, seed: 1 }, Threads::new(2).unwrap());
    deep::look(&source, bases, &[], plan, &threads, &|| 0.0, &mut |_| {}).checked
}

fn found(checked: &Checked) -> Vec<Code> {
    checked.diagnostics.iter().map(|diagnostic| diagnostic.code).collect()
}

/// What is untrue in the page of a code.
fn complaints(code: Code) -> Vec<String> {
    let mut bases = PageBases(BTreeMap::new());
    let (mut wrong, mut right) = (0, 0);
    let mut complaints = Vec::new();
    for block in markdown::blocks(page(code)) {
        let words: Vec<&str> = block.info.split_whitespace().collect();
        let source = Source::new(format!("{code}.md:{}", block.line), block.text.as_str());
        let mut complain = |what: String| complaints.push(format!("{}: {what}", source.name));
        match words[..] {
            ["game", "base", name] => {
                bases.0.insert(name.to_string(), block.text);
            }
            ["game", "wrong"] if code.name().starts_with('F') => {
                wrong += 1;
                let checked = check(source.clone(), &bases, &[]);
                if checked.game.is_none() {
                    complain(format!("does not check: {:?}", checked.diagnostics));
                } else if fault(&checked).map(|fault| fault.code) != Some(code) {
                    complain(format!("runs into {:?}", fault(&checked)));
                }
            }
            ["game", "wrong"] => {
                wrong += 1;
                let checked = checked(code, source.clone(), &bases);
                if checked.diagnostics.is_empty() || found(&checked).iter().any(|other| *other != code) {
                    complain(format!("reports {:?}", checked.diagnostics));
                }
            }
            ["game", "right"] => {
                right += 1;
                let checked = checked(code, source.clone(), &bases);
                if !checked.diagnostics.is_empty() {
                    complain(format!("reports {:?}", checked.diagnostics));
                } else if let Some(fault) = fault(&checked) {
                    complain(format!("runs into {fault}"));
                }
            }
            _ => complain(format!("a block `{}`", block.info)),
        }
    }
    if wrong == 0 || right == 0 {
        complaints.push(format!("{code}.md: no wrong or no right file"));
    }
    complaints
}

#[test]
fn wrong_files_show_their_code_and_right_ones_play() {
    let complaints: Vec<String> = Code::ALL.iter().flat_map(|code| complaints(*code)).collect();
    assert!(complaints.is_empty(), "{}", complaints.join("\n"));
}
