//! A position and its images by the symmetries of a game lead to images of the same positions.

use boardwright::engine::Engine;
use boardwright::engine::reference::{Reference, pieces_key};
use boardwright::game::Game;
use boardwright::internals::{Symmetry, symmetries};
use boardwright::position::Position;
use boardwright::rng::Rng;
use std::sync::Arc;

fn image(game: &Game, symmetry: &Symmetry, position: &Position) -> Position {
    let mut words = Vec::new();
    symmetry.map_words(game, &position.words, &mut words);
    let mut image = Position { words: words.into(), ..position.clone() };
    image.pieces_key = pieces_key(game, &image);
    image
}

/// The words of all positions after one move, and who moves or has won there.
fn successors(
    engine: &Reference,
    position: &Position,
    map: impl Fn(Position) -> Position,
) -> Vec<(Box<[u64]>, String)> {
    let moves = engine.legal_moves(position).expect("the rules hold");
    let mut found: Vec<_> = moves
        .iter()
        .map(|mv| {
            let mut next = position.clone();
            engine.play_unchecked(&mut next, mv).expect("the rules hold");
            let state = format!("{:?} {:?} {}", next.mover, next.outcome, next.players);
            (map(next).words, state)
        })
        .collect();
    found.sort();
    found
}

/// The bundled games, and some of them on boards so small that games end soon.
fn games() -> Vec<(String, Game)> {
    let small = [("slash", 3), ("rush", 5), ("reversi", 4), ("gomoku", 5), ("y", 4)];
    let bundled = boardwright::bundled::names().map(|name| (name.to_owned(), Vec::new()));
    let small = small.iter().map(|(name, size)| (format!("{name} {size}"), vec![("size", size.to_string())]));
    let load = |(name, settings): (String, Vec<(&str, String)>)| {
        let settings: Vec<_> = settings.iter().map(|(key, value)| (*key, value.as_str())).collect();
        let word = name.split(' ').next().unwrap();
        let game = boardwright::load_bundled(word, &settings).unwrap_or_else(|error| panic!("{name}: {error}"));
        (name, game.game().clone())
    };
    bundled.chain(small).map(load).collect()
}

#[test]
fn images_lead_to_images() {
    let mut with_symmetries = Vec::new();
    for (name, game) in games() {
        let game = Arc::new(game);
        let engine = Reference::new(game.clone());
        let found = symmetries(&engine);
        if found.is_empty() {
            continue;
        }
        with_symmetries.push(format!("{name} {}", found.len()));
        if !game.repetitions.is_empty() {
            continue;
        }
        let mut rng = Rng::new(1);
        for _ in 0..15 {
            let mut position = engine.start().unwrap();
            for _ in 0..rng.below(1 + 2 * game.board.len().min(40)) {
                let moves = engine.legal_moves(&position).unwrap();
                if moves.is_empty() {
                    break;
                }
                engine.play_unchecked(&mut position, &moves[rng.below(moves.len())]).unwrap();
            }
            let symmetry = &found[rng.below(found.len())];
            let twin = image(&game, symmetry, &position);
            let images = successors(&engine, &position, |next| image(&game, symmetry, &next));
            assert_eq!(successors(&engine, &twin, |next| next), images, "{name}");
        }
    }
    insta::assert_snapshot!(with_symmetries.join("\n"));
}

/// Boards can be turned in ways that columns and rows do not go along with, and texts can be read in two ways.
#[test]
fn what_only_looks_alike_is_no_symmetry() {
    let count = |rules: &str| {
        let game = boardwright::load_text(&format!("game \"Few\" {rules} end {{ when ply > 9: draw }}"), &[]);
        symmetries(&Reference::new(Arc::new(game.unwrap().game().clone()))).len()
    };
    let bent = "board square 2 x 2 without {b2} links all players A, B piece stone action put(p: empty";
    assert_eq!(count(&format!("{bent}) do put stone at p")), 5);
    assert_eq!(count(&format!("{bent}) when some(leap(p, 1, 0)) do put stone at p")), 1);
    let long = "board square 2 x 12 players A, B piece stone action put(p: empty, n: 1..11)";
    assert_eq!(count(&format!("{long} as \"{{p}}-{{n}}\" do put stone at p")), 3);
    assert_eq!(count(&format!("{long} as \"{{p}}{{n}}\" do put stone at p")), 0);
}
