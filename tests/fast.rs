//! Both engines mean the same: legal moves in order, positions, results and hashes agree at every ply.

use boardwright::engine::Engine;
use boardwright::engine::fast::Fast;
use boardwright::engine::reference::Reference;
use boardwright::rng::Rng;
use boardwright::{bundled, load};
use std::sync::Arc;

#[test]
fn every_bundled_game_is_played_alike() {
    let mut slow = Vec::new();
    for name in bundled::names() {
        let Ok(loaded) = load::load_bundled(name, &[]) else { panic!("{name}") };
        let game = Arc::new(loaded.game().clone());
        let reference = Reference::new(game.clone());
        let fast = Fast::new(game.clone(), Box::new(Reference::new(game.clone())));
        if let Some(why) = fast.unsupported() {
            slow.push(format!("{name}: {why}"));
            continue;
        }
        for seed in 0..3 {
            let mut rng = Rng::new(seed);
            let mut position = reference.start().unwrap();
            for _ in 0..60 {
                if position.outcome.is_some() {
                    break;
                }
                let moves = reference.legal_moves(&position).unwrap();
                let others = fast.legal_moves(&position).unwrap();
                assert_eq!(moves, others, "{name}, seed {seed}, ply {}", position.ply);
                assert_eq!(fast.count_moves(&position).unwrap(), moves.len() as u64, "{name}");
                let mv = &moves[rng.below(moves.len())];
                let mut other = position.clone();
                fast.play_unchecked(&mut other, mv).unwrap();
                reference.play_unchecked(&mut position, mv).unwrap();
                assert_eq!(position, other, "{name}, seed {seed}, ply {}: {mv:?}", position.ply);
            }
        }
        eprintln!("{name}: {} bytes", fast.code_size());
    }
    eprintln!("{}", slow.join("\n"));
}

#[test]
#[ignore]
fn speeds() {
    use std::time::Instant;
    for name in bundled::names() {
        let Ok(loaded) = load::load_bundled(name, &[]) else { panic!("{name}") };
        let game = Arc::new(loaded.game().clone());
        let reference = Reference::new(game.clone());
        let fast = Fast::new(game.clone(), Box::new(Reference::new(game.clone())));
        let begun = Instant::now();
        if let Some(why) = fast.unsupported() {
            eprintln!("{name}: {why}");
            continue;
        }
        let compile = begun.elapsed();
        let speed = |engine: &dyn Engine, limit: f64| {
            let mut rng = Rng::new(1);
            let begun = Instant::now();
            let mut plies = 0u64;
            let mut games = 0;
            let start = engine.start().unwrap();
            while begun.elapsed().as_secs_f64() < limit {
                let mut position = start.clone();
                plies += u64::from(engine.playout(&mut position, &mut rng, 1000).unwrap());
                games += 1;
            }
            (plies as f64 / begun.elapsed().as_secs_f64(), plies as f64 / games as f64)
        };
        let (a, la) = speed(&reference, 0.3);
        let (b, lb) = speed(&fast, 0.3);
        eprintln!("{name:24} compile {:6.1} ms  reference {:8.0}  fast {:10.0}  x {:5.1}   lengths {la:.1} {lb:.1}", compile.as_secs_f64() * 1e3, a, b, b / a);
    }
}
