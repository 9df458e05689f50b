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
