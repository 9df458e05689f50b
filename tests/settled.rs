//! What the check says always comes out the same does so: changed rule files are played, and no condition that was said to
//! be always true is ever false, no binder that was said to be empty ever bound.

mod common;
mod mutation;

use boardwright::check::watched;
use boardwright::coverage::Covered;
use boardwright::diagnostic::Code;
use boardwright::engine::Engine;
use boardwright::game::place::What;
use boardwright::outcome::Fault;
use boardwright::rng::Rng;
use boardwright::source::Source;
use mutation::Rules;

/// How many rule files are tried of each sort: many more by `BOARDWRIGHT_CHANGES`.
const TRIED: u64 = 100;
/// Positions that are played of each.
const POSITIONS: u32 = 60;

/// Plays a few random games, listing the legal moves of each position.
fn random_games(engine: &dyn Engine, seed: u64) -> Result<(), Fault> {
    for n in 0..4 {
        let (mut position, mut rng) = (engine.start()?, Rng::for_game(seed, n));
        for _ in 0..POSITIONS / 4 {
            let moves = engine.legal_moves(&position)?;
            let Some(mv) = moves.get(rng.below(moves.len())) else { break };
            engine.play_unchecked(&mut position, mv)?;
        }
    }
    Ok(())
}

/// What was said and is not so, and how many findings were put to the test.
fn untrue(text: &str, seed: u64) -> (Vec<String>, usize) {
    let checked = watched(Source::new("changed.game", text), &common::Folder, &[]);
    let findings = checked.diagnostics.iter().filter(|one| matches!(one.code, Code::W11 | Code::W12));
    let findings: Vec<_> = findings.collect();
    let Some(game) = checked.game.clone().filter(|_| !findings.is_empty()) else { return (Vec::new(), 0) };
    let covered = Covered::new(game);
    // A fault ends the games; what was seen until then was seen.
    let _ = random_games(covered.engine(), seed);
    let coverage = covered.coverage();
    let mut wrong = Vec::new();
    for finding in &findings {
        let value = finding.message.contains("always true");
        for mark in coverage.marks.iter().filter(|mark| mark.span == finding.span()) {
            let is_other = mark.is_condition() && if value { mark.seen_false } else { mark.seen_true };
            let is_bound = finding.code == Code::W11 && mark.what == What::Binder && mark.reached;
            if is_other || is_bound {
                wrong.push(format!("{}: {}", finding.message, checked.sources.text(mark.span)));
            }
        }
    }
    (wrong, findings.len())
}

/// Tries rules; of many there are findings.
fn all_true(many: u64, least: usize, rules: impl Fn(u64) -> Option<String>) {
    let many = std::env::var("BOARDWRIGHT_CHANGES").ok().and_then(|n| n.parse().ok()).unwrap_or(many);
    let (mut wrong, mut findings) = (Vec::new(), 0);
    for seed in 0..many {
        let Some(text) = rules(seed) else { continue };
        let (untrue, count) = untrue(&text, seed);
        findings += count;
        wrong.extend(untrue.into_iter().map(|what| format!("--- seed {seed}: {what}\n{text}")));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(findings >= least, "only {findings} findings");
}

#[test]
fn what_is_said_of_changed_rules_is_so() {
    let read = |name: String| Rules::read(&name, &std::fs::read_to_string(common::file(&name)).unwrap());
    let all: Vec<Rules> = common::all_games().into_iter().filter_map(read).collect();
    all_true(TRIED, 1, |seed| mutation::changed(&all, &mut Rng::new(seed)).map(|(_, text)| text));
}

#[test]
fn what_is_said_of_rules_made_up_is_so() {
    all_true(3 * TRIED, 20, |seed| Some(mutation::random::game(&mut Rng::new(seed))));
}
