//! Counts and played games from independent programs (`tests/vectors/README.md`): the truth that both engines are held to.

use crate::common;
use boardwright::engine::Engine;
use boardwright::outcome::Outcome;
use std::path::Path;

/// Rows of `perft.txt` with more leaves than this are left to optimized builds; the fast engine can count more.
const LEAVES: [u64; 2] = if cfg!(debug_assertions) { [600_000, 4_000_000] } else { [50_000_000, u64::MAX] };

fn vectors() -> std::path::PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors")
}

#[test]
fn perft_counts_agree() {
    let text = std::fs::read_to_string(vectors().join("perft.txt")).unwrap();
    let mut rows = 0;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let [game, settings, depth, nodes] = line.split(' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let nodes: u64 = nodes.parse().unwrap();
        for (engine, leaves) in common::both(&common::game(game, settings)).iter().zip(LEAVES) {
            if nodes <= leaves {
                let start = engine.start().unwrap();
                assert_eq!(engine.perft(&start, depth.parse().unwrap()).unwrap(), nodes, "{line}");
                rows += 1;
            }
        }
    }
    assert!(rows > 90, "{rows} rows");
}

/// FNV-1a, 64 bits, of the moves' texts, sorted bytewise and joined by single spaces.
fn fingerprint(mut texts: Vec<String>) -> u64 {
    texts.sort();
    let joined = texts.join(" ");
    joined.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3))
}

#[test]
fn played_games_agree() {
    let mut files: Vec<_> =
        std::fs::read_dir(vectors().join("games")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() > 40);
    for file in files {
        let text = std::fs::read_to_string(&file).unwrap();
        let name = file.file_name().unwrap().to_string_lossy().into_owned();
        let head: Vec<&str> = text.lines().next().unwrap().split(' ').collect();
        for engine in common::both(&common::game(head[1], head[2])) {
            follow(&*engine, &name, &text);
        }
    }
}

/// Plays a game that was written down.
fn follow(engine: &dyn Engine, name: &str, text: &str) {
    let game = engine.game();
    let mut position = engine.start().unwrap();
    for (at, line) in text.lines().enumerate().skip(1) {
        let place = format!("{name}, line {}: {line}", at + 1);
        let words: Vec<&str> = line.split(' ').collect();
        if words[0] == "result" {
            let result = match position.outcome {
                Some(Outcome::Win(player)) => game.player_name(player).to_lowercase(),
                Some(Outcome::Draw) => "draw".to_string(),
                None => "unfinished".to_string(),
            };
            assert_eq!(result, words[1], "{place}");
            continue;
        }
        if words[0] == "unfinished" {
            continue;
        }
        assert_eq!(position.outcome, None, "{place}");
        assert_eq!(game.player_name(position.mover).to_lowercase(), words[0], "{place}");
        let moves = engine.legal_moves(&position).unwrap();
        let texts: Vec<String> = moves.iter().map(|mv| engine.text(&position, mv).unwrap()).collect();
        assert_eq!(moves.len().to_string(), words[1], "{place}: {texts:?}");
        assert_eq!(format!("{:016x}", fingerprint(texts.clone())), words[2], "{place}: {texts:?}");
        let played = texts.iter().position(|text| text == words[3]).unwrap_or_else(|| panic!("{place}"));
        engine.play_unchecked(&mut position, &moves[played]).unwrap();
    }
}
