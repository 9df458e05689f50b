//! Each legal move is read as it is written.

use super::{Form, Found, Translator, Vertices};
use boardwright::Session;
use boardwright::engine::Engine;
use boardwright::rng::Rng;
use std::sync::Arc;

/// The most moves of a position that are written and read.
const MOST_MOVES: usize = 5;

/// Writes and reads moves in all forms, in the first position and in some of a random game.
fn check(name: &str, engine: &Arc<dyn Engine>) {
    let mut rng = Rng::new(3);
    let mut session = engine.session().unwrap();
    for ply in 0..40 {
        let Ok(count) = session.legal_moves().map(<[_]>::len) else { return };
        if count == 0 {
            return;
        }
        if ply % 20 == 0 && count < 100 {
            for index in (0..count).step_by(count.div_ceil(MOST_MOVES)) {
                check_move(name, &mut session, index);
            }
        }
        session.make(rng.below(count)).unwrap();
    }
}

fn check_move(name: &str, session: &mut Session, index: usize) {
    let own = session.notation(index).unwrap();
    for form in [Form::Uci, Form::Usi] {
        let mut translator = Translator::new(session.game(), form);
        for takes_rook in [false, true] {
            translator.takes_rook = takes_rook;
            let text = translator.write(session, index).unwrap();
            let found = translator.find(session, &text).unwrap();
            assert_eq!(found, Found::Move(index), "{name}: {own} as {text}, {form:?}");
        }
    }
    let text = Vertices::write(session, index).unwrap();
    assert_eq!(Vertices::find(session, &text).unwrap(), Found::Move(index), "{name}: {own} as {text}");
}

#[test]
fn each_legal_move_is_read_as_it_is_written() {
    for name in boardwright::bundled::names() {
        check(name, &boardwright::load_bundled(name, &[]).unwrap());
    }
}

#[test]
fn moves_of_two_own_pieces_with_one_text_keep_their_own() {
    let rules = "game \"U\" board square 5 x 1 players A, B piece stone
        setup { stone of A at {a1 b1 c1}; stone of B at {d1 e1} }
        action take(a: own, b: own, t: enemy) when a != b as \"{a}+{b}x{t}\" do { remove a; move b to t }
        end { when none(pieces of next): mover wins when stuck(next): next loses }";
    let engine = boardwright::load_text(rules, &[]).unwrap();
    check("U", &engine);
    let mut session = engine.session().unwrap();
    let index = session.find("b1+c1xd1").unwrap().unwrap();
    let translator = Translator::new(session.game(), Form::Uci);
    assert_eq!(translator.write(&mut session, index).unwrap(), "b1+c1xd1");
}

#[test]
fn a_text_that_looks_like_the_vertex_of_another_cell_is_read_as_it_is_written() {
    let rules = "game \"J\" board square 11 x 1 players A, B piece stone
        setup { stone of B at {j1 k1} }
        action place(p: empty) do put stone at p
        action take(p: enemy) do remove p
        end { when none(empty): draw when stuck(next): next loses }";
    let engine = boardwright::load_text(rules, &[]).unwrap();
    check("J", &engine);
    let mut session = engine.session().unwrap();
    let index = session.find("j1").unwrap().unwrap();
    assert_eq!(Vertices::write(&mut session, index).unwrap(), "j1");
    assert_eq!(Vertices::find(&mut session, "J1").unwrap(), Found::Move(session.find("i1").unwrap().unwrap()));
}

#[test]
fn moves_of_parts_of_a_stack_keep_their_own_text() {
    let rules = "game \"M\" board square 3 x 1 stacks of 4 players Red, White piece disc
        setup { disc of Red, disc of White at a1; disc of White at b1 }
        action move(p: occupied, n: 1..3, q: neighbors(p) & occupied) when n <= height(p) as \"{n}{p}-{q}\"
          do move top n of p to q
        end { when ply == 3: draw when stuck(next): draw }";
    let engine = boardwright::load_text(rules, &[]).unwrap();
    check("M", &engine);
    let mut session = engine.session().unwrap();
    let translator = Translator::new(session.game(), Form::Uci);
    let texts = (0..3).map(|index| translator.write(&mut session, index).unwrap());
    assert_eq!(texts.collect::<Vec<_>>(), ["1a1-b1", "2a1-b1", "b1a1"]);
}
