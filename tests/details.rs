//! What moves say about themselves: their values, and what they change.

use boardwright::bundled;
use boardwright::engine::Engine;
use boardwright::game::cells::Cell;
use boardwright::game::piece::Piece;
use boardwright::game::rules::VarId;
use boardwright::load_bundled;
use boardwright::moves::{Change, MoveDetails};
use boardwright::position::Position;
use boardwright::rng::Rng;
use std::collections::BTreeMap;

fn pieces(engine: &dyn Engine, position: &Position) -> BTreeMap<u16, Piece> {
    let cells = 0..engine.game().board.len() as u16;
    let all = cells.map(|cell| (cell, position.at(engine.game(), Cell(cell))));
    all.filter(|(_, piece)| !piece.is_nothing()).collect()
}

/// Applies the changes to the pieces: first all that leave their cells, then all that arrive.
fn apply(pieces: &mut BTreeMap<u16, Piece>, changes: &[Change]) {
    let mut arriving = Vec::new();
    for change in changes {
        match change {
            Change::Moved { piece, from, to } => {
                assert_eq!(pieces.remove(&from.0), Some(*piece), "a piece moves from where it stands");
                arriving.push((to.0, *piece));
            }
            Change::Removed { piece, cell } => {
                assert_eq!(pieces.remove(&cell.0), Some(*piece), "a piece is removed from where it stands");
            }
            Change::Put { piece, cell } => arriving.push((cell.0, *piece)),
            _ => {}
        }
    }
    for (cell, piece) in arriving {
        assert_eq!(pieces.insert(cell, piece), None, "a piece arrives on an empty cell");
    }
    for change in changes {
        if let Change::Turned { cell, was, piece } = change {
            assert_eq!(pieces.insert(cell.0, *piece), Some(*was), "a piece turns where it stands");
        }
    }
}

fn check(engine: &dyn Engine, position: &Position, details: &MoveDetails, after: &Position) {
    let game = engine.game();
    // What was covered in a stack comes to light without a change.
    if game.stacks.is_none() {
        let mut expected = pieces(engine, position);
        apply(&mut expected, &details.changes);
        assert_eq!(expected, pieces(engine, after));
    }
    let action = &game.actions[usize::from(details.action.0)];
    let names: Vec<&String> = details.binders.iter().map(|(name, _)| name).collect();
    assert_eq!(names, action.binders.iter().map(|binder| &binder.name).collect::<Vec<_>>());
    for change in &details.changes {
        assert!(!change.text(game).is_empty());
    }
    let sets = details.changes.iter().filter(|change| matches!(change, Change::Set(_))).count();
    let vars = game.layout.vars.iter().enumerate();
    let vars = vars.filter(|(n, _)| !game.stacks.is_some_and(|stacks| stacks.has(VarId(*n as u16))));
    let differ = vars.map(|(_, place)| {
        (0..place.count).filter(|n| position.value_words(place, *n) != after.value_words(place, *n)).count()
    });
    assert_eq!(sets, differ.sum::<usize>());
}

#[test]
fn changes_lead_from_one_position_to_the_next_in_every_bundled_game() {
    for name in bundled::names() {
        let engine = load_bundled(name, &[]).unwrap();
        let mut position = engine.start().unwrap();
        let mut rng = Rng::new(12);
        for _ in 0..40 {
            if position.outcome.is_some() {
                break;
            }
            let moves = engine.legal_moves(&position).unwrap();
            let mv = &moves[rng.below(moves.len())];
            let details = engine.details(&position, mv).unwrap();
            assert_eq!(details.binders.len() + details.choices.len(), mv.values.len(), "{name}");
            let after = engine.play(&position, mv).unwrap().expect("it is legal");
            check(&*engine, &position, &details, &after);
            position = after;
        }
    }
}

/// The changes of a move, after others.
fn changes(name: &str, before: &[&str], text: &str) -> Vec<String> {
    let engine = load_bundled(name, &[]).unwrap();
    let start = engine.start().unwrap();
    let played = boardwright::notation::play_all(&*engine, &start, before.iter().copied()).unwrap();
    let position = played.last().unwrap_or(&start);
    let mv = engine.find(position, text).unwrap().unwrap_or_else(|| panic!("{name}: {text} is not legal"));
    let details = engine.details(position, &mv).unwrap();
    let pieces = details.changes.iter().filter(|change| !matches!(change, Change::Set(_)));
    pieces.map(|change| change.text(engine.game())).collect()
}

#[test]
fn pieces_are_followed_through_the_statements() {
    assert_eq!(changes("chess", &[], "g1-f3"), ["knight of White moves from g1 to f3"]);
    let takes = changes("chess", &["e2-e4", "d7-d5"], "e4-d5");
    assert_eq!(takes, ["pawn of White moves from e4 to d5", "pawn of Black is removed from d5"]);
    let passing = changes("chess", &["e2-e4", "a7-a6", "e4-e5", "d7-d5"], "e5-d6");
    assert_eq!(passing, ["pawn of White moves from e5 to d6", "pawn of Black is removed from d5"]);
    let castling = changes("chess", &["g1-f3", "a7-a6", "e2-e4", "b7-b6", "f1-e2", "c7-c6"], "O-O");
    assert_eq!(castling, ["rook of White moves from h1 to f1", "king of White moves from e1 to g1"]);
    let promoting = ["a2-a4", "b7-b5", "a4-b5", "a7-a6", "b5-a6", "b8-c6", "a6-a7", "a8-b8"];
    let promoted = changes("chess", &promoting, "a7-a8=Q");
    assert_eq!(promoted, ["pawn of White moves from a7 to a8", "pawn of White on a8 becomes queen of White"]);
    let turned = changes("reversi", &[], "d3");
    assert_eq!(turned, ["disc of White on d4 becomes disc of Black", "disc of Black is put on d3"]);
}
