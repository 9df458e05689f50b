//! Levels: each is stronger than those far below, and none is stupid.

use crate::players_mcts::after;
use boardwright::player::{self, Budget};
use boardwright::{load_bundled, load_text};

#[test]
fn a_level_is_stronger_than_the_one_far_below_and_sees_what_wins_at_once() {
    let engine = load_bundled("connect-four", &[]).unwrap();
    let (mut strong, mut weak) =
        (player::of("mcts:level=5", &engine).unwrap(), player::of("mcts:level=1", &engine).unwrap());
    let mut won = 0.0;
    for seat in [0, 1, 0, 1] {
        let mut session = engine.session().unwrap();
        while session.outcome().is_none() {
            let player = if session.to_move().unwrap().0 == seat { &mut strong } else { &mut weak };
            let index = player.choose(&mut session, &Budget::default()).unwrap().index;
            session.make(index).unwrap();
        }
        won += session.returns()[usize::from(seat)];
    }
    assert!(won >= 2.0, "{won}");
    let row = ["d1", "a1", "d2", "b1", "d3", "a2"];
    let mut session = after("connect-four", &[], &row);
    for _ in 0..5 {
        let index = weak.choose(&mut session, &Budget::default()).unwrap().index;
        assert_eq!(session.notation(index).unwrap(), "d4");
    }
}

#[test]
fn the_lowest_level_makes_no_move_that_loses_to_one_of_two_others_for_certain() {
    let rules = "game \"Three\"\nboard square 6 x 2\nplayers A, B, C\nneutral token\nsetup { token at a1 }\n\
        def ways(p: cell): cells = match p { a1: {b1 c1}, c1: {d1 e1}, d1: {c1 e1}, e1: {c1 d1}, else: {} }\n\
        action go(p: token, q: ways(p)) do move p to q\nend { when token == b1: next wins\nwhen ply >= 60: draw }";
    let engine = load_text(rules, &[]).unwrap();
    let mut player = player::of("mcts:level=1", &engine).unwrap();
    for number in 0..20 {
        player.begin(number).unwrap();
        let mut session = engine.session().unwrap();
        let index = player.choose(&mut session, &Budget::work(30)).unwrap().index;
        assert_eq!(session.notation(index).unwrap(), "a1-c1");
    }
}

/// Its moves by chance may not lose at once.
#[test]
fn the_lowest_level_blocks_a_threat() {
    let mut session = after("connect-four", &[], &["a1", "b1", "a2", "b2", "a3"]);
    let mut player = player::of("alphabeta:level=1", session.engine()).unwrap();
    for number in 0..30 {
        player.begin(number).unwrap();
        let index = player.choose(&mut session, &Budget::default()).unwrap().index;
        assert_eq!(session.notation(index).unwrap(), "a4", "game {number}");
    }
}
