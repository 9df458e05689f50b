//! Play confirms the findings of the check. Changed rule files are played with the least and the greatest value of each parameter: no
//! condition reported as always true is ever false, and no binder reported as empty ever has a candidate. Rules without the parts
//! reported as useless play the same.

use crate::common;
use crate::mutation;
use crate::mutation::Rules;
use boardwright::check::{check, watched};
use boardwright::diagnostic::{Code, Diagnostic};
use boardwright::engine::{self, Engine};
use boardwright::game::place::PlaceKind;
use boardwright::internals::coverage::Covered;
use boardwright::moves::Move;
use boardwright::outcome::Fault;
use boardwright::position::Position;
use boardwright::rng::Rng;
use boardwright::source::{Source, SourceId};

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

/// Returns the wrong findings, and the number of findings that play has reached.
fn untrue(text: &str, seed: u64) -> (Vec<String>, usize) {
    let source = || Source::new("changed.game", text);
    let checked = watched(source(), &common::Folder, &[]);
    let Some(game) = checked.game.clone() else { return (Vec::new(), 0) };
    let settled = |one: &&Diagnostic| matches!(one.code, Code::W11 | Code::W12);
    let findings: Vec<&Diagnostic> = checked.diagnostics.iter().filter(settled).collect();
    let (mut wrong, mut met) = (Vec::new(), vec![false; findings.len()]);
    if !findings.is_empty() {
        for settings in common::settings(&game) {
            // not all values fit together
            let Some(game) = watched(source(), &common::Folder, &settings).game else { continue };
            let covered = Covered::new(game);
            // A fault ends the games; what was seen until then was seen.
            let _ = random_games(covered.engine(), seed);
            let coverage = covered.coverage();
            for (finding, met) in findings.iter().zip(&mut met) {
                let value = finding.message.contains("always true");
                for mark in coverage.marks.iter().filter(|mark| mark.span == finding.span()) {
                    let is_other = mark.is_condition() && if value { mark.seen_false } else { mark.seen_true };
                    let is_bound = finding.code == Code::W11 && mark.what == PlaceKind::Binder && mark.reached;
                    *met |= mark.what == PlaceKind::Binder || mark.seen_true || mark.seen_false;
                    if is_other || is_bound {
                        wrong.push(format!("{} {settings:?}: {}", finding.message, checked.sources.text(mark.span)));
                    }
                }
            }
        }
    }
    let mut tested = met.into_iter().filter(|met| *met).count();
    for finding in &checked.diagnostics {
        if let Some(other) = said_otherwise(text, finding) {
            for settings in common::settings(&game) {
                match play_alike(text, &other, &settings, seed) {
                    Some(true) => tested += 1,
                    Some(false) => wrong.push(format!("{} {settings:?}\n{other}", finding.message)),
                    None => {}
                }
            }
        }
    }
    (wrong, tested)
}

/// The rules with what a finding says of a set put in its place: no cell for a set that is always empty (W13), nothing for a
/// part that changes nothing (W15).
fn said_otherwise(text: &str, finding: &Diagnostic) -> Option<String> {
    let (place, instead) = match (finding.code, &finding.fix) {
        (Code::W15, Some(fix)) => (fix.edits.first()?.span, ""),
        (Code::W13, _)
            if ["no cell can be in both", "this set is always empty"]
                .iter()
                .any(|one| finding.message.starts_with(one)) =>
        {
            (finding.span(), "(board except board)")
        }
        _ => return None,
    };
    let (before, behind) = (text.get(..place.start as usize)?, text.get(place.end as usize..)?);
    (place.source == SourceId::default()).then(|| format!("{before}{instead}{behind}"))
}

/// Returns whether two texts of rules have the same legal moves all through some random games; none if one of them is no game.
fn play_alike(one: &str, other: &str, settings: &[(String, String)], seed: u64) -> Option<bool> {
    let engine = |text: &str| Some(engine::engine(check(Source::new("x.game", text), &common::Folder, settings).game?));
    let (one, other) = (engine(one)?, engine(other)?);
    for n in 0..4 {
        let (mut a, mut b) = (one.start().ok()?, other.start().ok()?);
        let mut rng = Rng::for_game(seed, n);
        for _ in 0..POSITIONS / 4 {
            let (Ok(moves), Ok(others)) = (one.legal_moves(&a), other.legal_moves(&b)) else { break };
            let texts = |engine: &dyn Engine, position: &Position, moves: &[Move]| -> Vec<String> {
                moves.iter().filter_map(|mv| engine.text(position, mv).ok()).collect()
            };
            if texts(&*one, &a, &moves) != texts(&*other, &b, &others) {
                return Some(false);
            }
            let at = rng.below(moves.len());
            let (Some(mv), Some(same)) = (moves.get(at), others.get(at)) else { break };
            if one.play_unchecked(&mut a, mv).is_err() || other.play_unchecked(&mut b, same).is_err() {
                break;
            }
        }
    }
    Some(true)
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
    assert!(findings >= least, "only {findings} findings that play came to");
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

/// Rules for which the check once reported findings that are true only with the settings of the file.
#[test]
fn what_is_said_holds_with_all_settings() {
    let rules = "game \"T\"\nboard square n x n\nparam n = 5 in 3..12\nplayers White, Black\npiece man\n\
                 setup { man of White at a1 man of Black at b1 }\n\
                 action a(p: empty)\n  when count(board) < 30 or p in edge\n  when p not in own\n  do put man at p\n\
                 action b(p: own, q: rows(7))\n  when q in empty\n  do move p to q\n\
                 end { when count(board) > 50 and count(own) > 30: draw\n when stuck(next): next loses }\n";
    let (wrong, tested) = untrue(rules, 1);
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert_eq!(tested, 1);
}
