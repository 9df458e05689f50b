//! `repeated`.

use super::*;

const WALK: &str = "board square 3 x 1 players A, B piece stone
    setup { stone of A at a1; stone of B at c1 }
    action step(p: own, q: neighbors(p) & empty) do move p to q";

#[test]
fn positions_are_counted_with_what_is_asked_for() {
    let engine = game(&format!(
        "{WALK} action stay() do {{}} end {{ when repeated(next) >= 2: draw when stuck(next): next loses }}"
    ));
    assert_eq!(result(&*engine, &after(&*engine, "stay stay stay").unwrap()), "");
    assert_eq!(result(&*engine, &after(&*engine, "stay stay stay stay").unwrap()), "draw");
    let pieces =
        game(&format!("{WALK} action stay() do {{}} end {{ when repeated >= 2: draw when stuck(next): next loses }}"));
    assert_eq!(result(&*pieces, &after(&*pieces, "stay stay").unwrap()), "draw");
}

#[test]
fn positions_are_compared_as_the_player_to_move_sees_them() {
    // The first position recurs after two plies of each player, whatever is compared, in `ensure` and in `end`.
    let walk = "board square 5 x 1 players A, B piece stone var n = 0 each turn var m = 0
        setup { stone of A at a1; stone of B at e1 }
        action step(p: own, q: neighbors(p) & empty) do { move p to q; n = 1; m = 1 - m }";
    for same in ["mover", "next", "rival(mover)", "own", "ply % 2", "n", "ply % 2, m"] {
        let forbidden = game(&format!("{walk} ensure repeated({same}) == 0 end {{ when stuck(next): next loses }}"));
        let back = after(&*forbidden, "a1-b1 e1-d1 b1-a1").unwrap();
        assert_eq!(moves(&*forbidden, &back), "d1-c1", "{same}");
        let counted = game(&format!("{walk} end {{ when repeated({same}) == 1: draw when stuck(next): next loses }}"));
        let back = after(&*counted, "a1-b1 e1-d1 b1-a1 d1-e1").unwrap();
        assert_eq!(result(&*counted, &back), "draw", "{same}");
    }
}

#[test]
fn what_is_compared_may_have_binders() {
    // A sees none of his own stones there, and B sees one: the first position recurs only with A to move.
    let engine = game(&format!(
        "{WALK} action stay() do {{}}
         end {{ when repeated({{ p in own: column(p) > 1 }}) == 1: draw when stuck(next): next loses }}"
    ));
    assert_eq!(result(&*engine, &after(&*engine, "stay").unwrap()), "");
    assert_eq!(result(&*engine, &after(&*engine, "stay stay").unwrap()), "draw");
}

#[test]
fn who_goes_on_is_part_of_what_arises() {
    // A's second step would lead to the first position, but with B to move: that is a different one.
    let engine = game(
        "board square 4 x 1 players A, B piece stone var n = 0 each turn
         setup { stone of A at a1; stone of B at d1 }
         action step(p: own, q: neighbors(p) & empty)
           do { move p to q; n += 1; if n < 2 { again } }
           ensure repeated(mover) == 0
         action stay() do { n += 1; if n < 2 { again } } ensure repeated(mover) == 0
         end { when stuck(next): next loses }",
    );
    assert_eq!(moves(&*engine, &engine.start().unwrap()), "a1-b1");
    assert_eq!(moves(&*engine, &after(&*engine, "a1-b1").unwrap()), "b1-a1 b1-c1 stay");
}

#[test]
fn a_move_may_not_bring_a_position_back() {
    let engine = game(&format!("{WALK} ensure repeated == 0 end {{ when stuck(next): next loses }}"));
    let start = engine.start().unwrap();
    assert_eq!(moves(&*engine, &start), "a1-b1");
    // B cannot move, and A may not go back: with B out of the game, A would be stuck too.
    assert_eq!(result(&*engine, &after(&*engine, "a1-b1").unwrap()), "A");
}
