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

type Stacks = BTreeMap<u16, Vec<Piece>>;

fn pieces(engine: &dyn Engine, position: &Position) -> Stacks {
    let mut stacks = Stacks::new();
    for (cell, piece) in position.stacked_pieces(engine.game()) {
        stacks.entry(cell.0).or_default().push(piece);
    }
    stacks
}

/// Takes the upper one of these pieces off a cell.
fn take(stacks: &mut Stacks, cell: Cell, piece: Piece) {
    let stack = stacks.get_mut(&cell.0).expect("a piece leaves from where it stands");
    stack.remove(stack.iter().rposition(|other| *other == piece).expect("a piece leaves from where it stands"));
    if stack.is_empty() {
        stacks.remove(&cell.0);
    }
}

/// Applies the changes to the pieces: first all that leave their cells, then all that arrive.
fn apply(stacks: &mut Stacks, changes: &[Change]) {
    let mut arriving = Vec::new();
    for change in changes {
        match change {
            Change::Moved { piece, from, to } => {
                take(stacks, *from, *piece);
                arriving.push((to.0, *piece));
            }
            Change::Removed { piece, cell } => take(stacks, *cell, *piece),
            Change::Put { piece, cell } => arriving.push((cell.0, *piece)),
            _ => {}
        }
    }
    for (cell, piece) in arriving {
        stacks.entry(cell).or_default().push(piece);
    }
    for change in changes {
        match change {
            Change::Turned { cell, was, piece } => {
                let stack = stacks.get_mut(&cell.0).expect("a piece turns where it stands");
                let at = stack.iter().rposition(|other| other == was).expect("a piece turns where it stands");
                stack[at] = *piece;
            }
            Change::Reordered { cell, pieces } => drop(stacks.insert(cell.0, pieces.clone())),
            _ => {}
        }
    }
}

fn check(engine: &dyn Engine, position: &Position, details: &MoveDetails, after: &Position) {
    let game = engine.game();
    let mut expected = pieces(engine, position);
    apply(&mut expected, &details.changes);
    assert_eq!(expected, pieces(engine, after), "{:?}", details.changes);
    assert!(game.stacks.is_some() || expected.values().all(|stack| stack.len() == 1));
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
    let slid = changes("tiger", &[], "b3-b4");
    assert_eq!(slid, ["stone of Black moves from b3 to b4"]);
    let turned = changes("reversi", &[], "d3");
    assert_eq!(turned, ["disc of White on d4 becomes disc of Black", "disc of Black is put on d3"]);
}

#[test]
fn a_piece_that_is_removed_and_put_again_is_the_same_one() {
    let promoted = ["man of White moves from a1 to b1", "man of White on b1 becomes king of White"];
    let exchanged = ["man of Black is put on b1", "man of White is removed from a1"];
    let cases = [
        ("move a1 to b1; remove b1; put king at b1", &promoted[..]),
        ("move a1 to b1; remove b1; put man of Black at b1", &exchanged[..]),
        ("remove a1; put man of Black at a1", &["man of White on a1 becomes man of Black"][..]),
        ("remove a1; put man of White at c1", &["man of White moves from a1 to c1"][..]),
        ("put man of White at c1; remove a1", &["man of White is put on c1", "man of White is removed from a1"][..]),
        ("remove a1; put king of White at c1", &["king of White is put on c1", "man of White is removed from a1"][..]),
        (
            "remove a1; put man of White at {c1 d1}",
            &["man of White is put on c1", "man of White is put on d1", "man of White is removed from a1"][..],
        ),
    ];
    for (statements, expected) in cases {
        let text = format!(
            "game \"Row\"\nboard square 5 x 1\nplayers White, Black\npiece man, king\nsetup {{ man of White at a1 }}\n\
             action go()\n  do {{ {statements} }}\nend {{ when stuck(next): draw when ply > 9: draw }}\n"
        );
        let engine = boardwright::load_text(&text, &[]).unwrap();
        let start = engine.start().unwrap();
        let mv = engine.find(&start, "go").unwrap().expect("it is legal");
        assert_eq!(engine.details(&start, &mv).unwrap().texts(engine.game()), expected, "{statements}");
    }
}

/// A board with stacks, on which the actions do what the test says.
fn stacks(statements: &str) -> std::sync::Arc<dyn Engine> {
    let text = format!(
        "game \"Row\"\nboard square 5 x 1 stacks of 6\nplayers White, Black\npiece man, king\n\
         legend m k = man king of White, M K = man king of Black\naction go()\n  do {{ {statements} }}\n\
         end {{ when stuck(next): draw when ply > 9: draw }}\n"
    );
    boardwright::load_text(&text, &[]).unwrap()
}

#[test]
fn a_whole_stack_is_followed() {
    let cases = [
        ("move a1 to b1", "[mk]m3", &["2 pieces move from a1 to b1: man of White, king of White"][..]),
        ("move top of a1 to b1", "[mk]m3", &["king of White moves from a1 to b1"]),
        ("remove a1", "[mk]m3", &["2 pieces are removed from a1: man of White, king of White"]),
        ("remove bottom of a1", "[mk]m3", &["man of White is removed from a1"]),
        ("put king of Black at a1", "[mk]m3", &["king of Black is put on a1"]),
        ("remove top of a1; put man at a1", "[mk]m3", &["king of White on a1 becomes man of White"]),
        (
            "move top 2 of a1 to b1; remove top of b1; put king at b1",
            "[mmm]M3",
            &["2 pieces move from a1 to b1: man of White, man of White", "man of White on b1 becomes king of White"],
        ),
        // A piece that moves and is removed for another one of its player is promoted, whatever is below.
        (
            "move a1 to b1; remove top of b1; put king at b1",
            "m4",
            &["man of White moves from a1 to b1", "man of White on b1 becomes king of White"],
        ),
        (
            "move top of a1 to b1; remove top of b1; put king at b1",
            "[Mm]M3",
            &["man of White moves from a1 to b1", "man of White on b1 becomes king of White"],
        ),
        (
            "move a1 to b1; remove top of b1; put king of Black at b1",
            "m4",
            &["king of Black is put on b1", "man of White is removed from a1"],
        ),
        ("move a1 to b1; remove top of b1", "mM3", &["man of White is removed from a1"]),
        // A piece under others that is moved by itself; and a stack whose pieces change their order.
        ("move top of a1 to c1; move a1 to d1; move c1 to a1", "[mk]m3", &["man of White moves from a1 to d1"]),
        (
            "remove a1; put king at a1; put man at a1",
            "[mk]m3",
            &["the stack on a1 is king of White, man of White, from the bottom up"],
        ),
    ];
    for (statements, before, expected) in cases {
        let engine = stacks(statements);
        let position = boardwright::position_line::parse(&*engine, &format!("{before} White")).unwrap();
        let mv = engine.find(&position, "go").unwrap().expect("it is legal");
        let details = engine.details(&position, &mv).unwrap();
        assert_eq!(details.texts(engine.game()), expected, "{statements}");
        let after = engine.play(&position, &mv).unwrap().expect("it is legal");
        check(&*engine, &position, &details, &after);
        let marked = boardwright::render::cells_of(engine.game(), &position, &after);
        let game = engine.game();
        let differ = game.board.cells().filter(|cell| position.stack(game, *cell) != after.stack(game, *cell));
        assert_eq!(marked.iter().collect::<Vec<_>>(), differ.collect::<Vec<_>>(), "{statements}");
    }
}
