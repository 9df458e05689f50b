//! Laws that hold in every game: moves and their texts, hashes, serde, seeds.

use crate::common;
use boardwright::engine::Engine;
use boardwright::engine::reference::Reference;
use boardwright::game::cells::MAX_WORDS;
use boardwright::internals::zobrist;
use boardwright::moves::Move;
use boardwright::position::Position;
use boardwright::rng::Rng;
use std::collections::HashSet;

/// Plays a seeded game and shows each position with its legal moves.
fn each_position(engine: &Reference, seed: u64, plies: u32, mut see: impl FnMut(&Position, &[Move], u32)) {
    let mut position = engine.start().unwrap();
    let mut rng = Rng::new(seed);
    for ply in 0..plies {
        let moves = engine.legal_moves(&position).unwrap();
        see(&position, &moves, ply);
        if position.outcome.is_some() {
            assert!(moves.is_empty(), "a finished game has no moves");
            return;
        }
        engine.play_unchecked(&mut position, &moves[rng.below(moves.len())]).unwrap();
    }
}

/// The law for every bundled game, at every tenth ply or so of a seeded game.
fn in_every_game(law: impl Fn(&str, &Reference, &Position, &[Move])) {
    for name in common::all_games() {
        let engine = common::engine(&name, "-");
        let mut seen = 0;
        each_position(&engine, 7, 120, |position, moves, ply| {
            if ply % 7 == 0 || position.outcome.is_some() {
                seen += 1;
                law(&name, &engine, position, moves);
            }
        });
        assert!(seen > 1, "{name}");
    }
}

#[test]
fn each_text_finds_its_move() {
    in_every_game(|name, engine, position, moves| {
        let mut texts = HashSet::new();
        for mv in moves {
            let text = engine.text(position, mv).unwrap();
            assert!(!text.contains([' ', ',', ';', '{', '}']), "{name}: {text}");
            assert!(texts.insert(text), "{name}: two moves with one text");
        }
        for mv in moves.iter().step_by(1 + moves.len() / 5) {
            let text = engine.text(position, mv).unwrap();
            assert_eq!(engine.find(position, &text).unwrap().as_ref(), Some(mv), "{name}: {text}");
            assert!(engine.is_legal(position, mv).unwrap(), "{name}: {text}");
        }
        assert_eq!(engine.find(position, "no-such-move").unwrap(), None);
        assert_eq!(engine.count_moves(position).unwrap(), moves.len() as u64, "{name}");
    });
}

#[test]
fn the_hash_after_a_move_is_the_hash_from_scratch() {
    in_every_game(|name, engine, position, _| {
        let game = engine.game();
        let cells = game.board.all_cells::<MAX_WORDS>();
        let pieces = cells.iter().map(|cell| (position.at(game, cell), cell)).filter(|(piece, _)| !piece.is_nothing());
        let key = pieces.fold(0, |key, (piece, cell)| key ^ zobrist::piece_key(piece, cell));
        assert_eq!(position.pieces_key, key, "{name}");
        let scratch = Position { pieces_key: key, ..position.clone() };
        assert_eq!(engine.zobrist_hash(position), engine.zobrist_hash(&scratch), "{name}");
    });
}

#[test]
fn different_positions_have_different_hashes() {
    for name in common::all_games() {
        let engine = common::engine(&name, "-");
        let start = engine.start().unwrap();
        let mut seen = std::collections::HashMap::new();
        for mv in engine.legal_moves(&start).unwrap() {
            let after = engine.play(&start, &mv).unwrap().unwrap();
            let hash = engine.zobrist_hash(&after);
            if let Some(other) = seen.insert(hash, after.clone()) {
                assert_eq!(other, after, "{name}");
            }
        }
    }
}

#[test]
fn positions_and_moves_survive_serde() {
    in_every_game(|name, engine, position, moves| {
        let text = serde_json::to_string(position).unwrap();
        let back: Position = serde_json::from_str(&text).unwrap();
        assert_eq!(&back, position, "{name}");
        assert!(back.fits(engine.game()), "{name}");
        assert_eq!(engine.legal_moves(&back).unwrap(), moves, "{name}");
        let text = serde_json::to_string(moves).unwrap();
        assert_eq!(serde_json::from_str::<Vec<Move>>(&text).unwrap(), moves, "{name}");
    });
}

#[test]
fn a_position_of_another_game_is_refused() {
    let rush = common::engine("rush", "size=5");
    let other = common::engine("jostle", "-").start().unwrap();
    assert!(rush.legal_moves(&other).is_err());
    let mut broken = rush.start().unwrap();
    broken.words[0] = u64::MAX;
    assert!(!broken.fits(rush.game()));
    assert!(rush.legal_moves(&broken).is_err());
}

#[test]
fn the_same_seed_plays_the_same_game() {
    for name in common::all_games() {
        let engine = common::engine(&name, "-");
        let game = |seed| {
            let mut position = engine.start().unwrap();
            let plies = engine.playout(&mut position, &mut Rng::new(seed), 60).unwrap();
            (plies, position)
        };
        assert_eq!(game(3), game(3), "{name}");
        assert_ne!(game(3).1, game(4).1, "{name}");
    }
}

#[test]
fn checked_and_unchecked_play_agree() {
    in_every_game(|name, engine, position, moves| {
        for mv in moves.iter().step_by(1 + moves.len() / 3) {
            let mut unchecked = position.clone();
            engine.play_unchecked(&mut unchecked, mv).unwrap();
            assert_eq!(engine.play(position, mv).unwrap(), Some(unchecked), "{name}");
        }
    });
}

#[test]
fn random_games_of_every_game_come_to_an_end() {
    for name in common::all_games() {
        let engine = common::engine(&name, "-");
        // Some go on for long: there nothing but a limit ends a game of random moves.
        let ended = (0..5).any(|seed| {
            let mut position = engine.start().unwrap();
            engine.playout(&mut position, &mut Rng::new(seed), 3000).unwrap();
            position.outcome.is_some()
        });
        assert!(ended, "{name}");
    }
}
