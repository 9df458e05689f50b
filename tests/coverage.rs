//! The examples and snapshots of every bundled game reach at least 95 of 100 places of its rules.

use crate::common;
use boardwright::bundled::{self, Bundled};
use boardwright::check::watched;
use boardwright::internals::coverage::{Coverage, Covered};
use boardwright::internals::example;
use boardwright::internals::snapshot::behavior::moves_of;
use boardwright::internals::snapshot::file::Snapshot;
use boardwright::source::SourceId;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The percentage that the tests of a game have to reach.
const ENOUGH: f64 = 95.0;

/// The part of a game's rules that its tests reach. It only grows, so the runs stop when it is enough.
fn coverage(name: &str) -> Coverage {
    let source = bundled::source(name).expect("a bundled game");
    let game = watched(source, &Bundled, &[]).game.expect("without a mistake");
    let covered = Covered::new(game.clone());
    let mut bases = Vec::new();
    let reached = |bases: &[(SourceId, Coverage)]| {
        let mut reached = covered.coverage();
        bases.iter().for_each(|(source, base)| reached.take_over(*source, base, SourceId(0)));
        reached
    };
    let is_enough = |bases: &[(SourceId, Coverage)]| reached(bases).percent() >= ENOUGH;
    for example in &game.examples {
        if !is_enough(&bases) {
            example::run(covered.engine(), example);
        }
    }
    for (n, source) in game.sources.all().iter().enumerate().skip(1) {
        let base = source.name.trim_end_matches(".game");
        if bundled::source(base).is_some() && !is_enough(&bases) {
            bases.push((SourceId(n as u16), coverage(base)));
        }
    }
    if !is_enough(&bases) {
        let text = std::fs::read_to_string(common::snapshot(name)).expect("a snapshot");
        covered.snapshot(Some(&moves_of(&Snapshot::parse(&text).expect("a snapshot").body)));
    }
    reached(&bases)
}

#[test]
fn the_tests_of_each_bundled_game_reach_its_rules() {
    let names: Vec<&str> = bundled::names().collect();
    let (next, wrong) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        while let Some(name) = names.get(next.fetch_add(1, Ordering::Relaxed)) {
            let coverage = coverage(name);
            if coverage.percent() < ENOUGH {
                wrong.lock().unwrap().push(format!("{name}: {:.1} %", coverage.percent()));
            }
        }
    };
    std::thread::scope(|scope| {
        for _ in 0..std::thread::available_parallelism().map_or(1, usize::from) {
            std::thread::Builder::new().stack_size(64 << 20).spawn_scoped(scope, work).unwrap();
        }
    });
    let wrong = wrong.into_inner().unwrap();
    assert!(wrong.is_empty(), "`boardwright test --coverage` says what is missing:\n{}", wrong.join("\n"));
}

#[test]
fn variants_inherit_the_coverage_of_their_base() {
    let of = |name: &str| {
        let game = watched(bundled::source(name).unwrap(), &Bundled, &[]).game.unwrap();
        let covered = Covered::new(game);
        covered.examples();
        covered.coverage()
    };
    let (mut variant, base) = (of("tiger-wrap"), of("tiger"));
    let (alone, places) = (variant.percent(), variant.marks.len());
    variant.take_over(SourceId(1), &base, SourceId(0));
    assert!(variant.percent() > alone + 10.0, "{alone} {}", variant.percent());
    assert_eq!(variant.marks.len(), places);
}

#[test]
fn watching_does_not_change_play() {
    use boardwright::internals::snapshot::behavior::behavior;
    for name in ["jostle", "tic-tac-toe", "clobber"] {
        let game = watched(bundled::source(name).unwrap(), &Bundled, &[]).game.unwrap();
        let covered = Covered::new(game);
        let plain = boardwright::load_bundled(name, &[]).unwrap();
        assert_eq!(behavior(covered.engine(), None), behavior(&*plain, None), "{name}");
    }
}
