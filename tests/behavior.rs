//! The behavior of each bundled game as a snapshot: a seeded game with every position and its legal moves, perft, what
//! random games come to; and final positions, one for each result that random games have.
//!
//! The snapshots are the same files that `boardwright test` compares.

use crate::common::{self, path};
use crate::snapshots::Snapshots;
use boardwright::engine::Engine;
use boardwright::internals::snapshot::behavior::behavior;
use boardwright::outcome::Outcome;
use boardwright::render;
use boardwright::rng::Rng;
use std::collections::BTreeMap;
use std::fmt::Write;

#[test]
fn each_game_behaves_as_it_did() {
    let mut snapshots = Snapshots::default();
    for name in common::all_games() {
        // Of both engines, which answer alike, the faster one.
        let (_, engine) = common::both_engines(&name);
        snapshots.compare(&common::snapshot(&name), &behavior(&*engine, None));
    }
    snapshots.finish();
}

/// Small boards, on which games end soon.
const SETTINGS: &[(&str, &str)] =
    &[("rush", "size=5"), ("slash", "size=4"), ("hex", "size=4"), ("go", "size=3,komi=0"), ("gomoku", "size=6")];

#[test]
fn each_game_ends_as_it_did() {
    let mut snapshots = Snapshots::default();
    for name in common::all_games() {
        let settings = SETTINGS.iter().find(|(game, _)| *game == name).map_or("-", |(_, settings)| settings);
        let (_, engine) = match settings {
            "-" => common::both_engines(&name),
            _ => common::translated(common::game(&name, settings)),
        };
        let game = engine.game();
        let mut endings: BTreeMap<String, String> = BTreeMap::new();
        // Until everybody has won once, and a few games more for the draws.
        for seed in 0..40 {
            if seed > 8 && endings.len() >= game.players.len() {
                break;
            }
            let mut rng = Rng::for_game(11, seed);
            let mut position = engine.start().unwrap();
            let mut last = (position.clone(), String::new());
            for _ in 0..600 {
                let moves = engine.legal_moves(&position).unwrap();
                let Some(mv) = moves.get(rng.below(moves.len())) else { break };
                last = (position.clone(), engine.text(&position, mv).unwrap());
                engine.play_unchecked(&mut position, mv).unwrap();
            }
            let result = match position.outcome {
                Some(Outcome::Win(player)) => format!("{} wins", game.player_name(player)),
                Some(Outcome::Draw) => "draw".to_string(),
                None => continue,
            };
            endings.entry(result.clone()).or_insert_with(|| {
                let style = render::TextStyle { color: false, last: Some(render::cells_of(game, &last.0, &position)) };
                let board = render::text(game, &position, &style);
                format!(
                    "ply {}: {} plays {}: {result}\n\n{board}\n",
                    position.ply,
                    game.player_name(last.0.mover),
                    last.1
                )
            });
        }
        let mut text = format!("{}\n\n", game.full_title());
        endings.values().for_each(|ending| {
            let _ = writeln!(text, "{ending}");
        });
        let lines: Vec<&str> = text.lines().map(str::trim_end).collect();
        snapshots.compare(&path(&format!("tests/endings/{name}.snap")), &lines.join("\n"));
    }
    snapshots.finish();
}
