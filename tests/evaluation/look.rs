//! `some move then` and `no move then`.

use super::*;

#[test]
fn a_player_passes_when_nothing_else_is_possible() {
    let engine = game(&format!(
        "{SMALL} action place(p: empty) when mover == A do put stone at p
         action pass() when not possible(place) do {{}}
         end {{ when none(empty): draw when stuck(next): next loses }}"
    ));
    assert_eq!(moves(&*engine, &engine.start().unwrap()), "a1 b1 c1");
    assert_eq!(moves(&*engine, &after(&*engine, "a1").unwrap()), "pass");
}

#[test]
fn names_stay_behind_then_while_the_position_changes() {
    // After A's ply: can B (next) move so that A (mover) has no stone? B can, once they stand side by side.
    let engine = game(
        "board square 4 x 1 players A, B piece stone
         setup { stone of A at a1; stone of B at d1 }
         action step(p: own, q: neighbors(p) except own) do move p to q
         end {
           when some move then none(pieces of mover) and count(pieces of next) == 1: next wins
           when stuck(next): draw
         }",
    );
    assert_eq!(result(&*engine, &after(&*engine, "a1-b1").unwrap()), "");
    assert_eq!(result(&*engine, &after(&*engine, "a1-b1 d1-c1").unwrap()), "A");
}

#[test]
fn looking_ahead_begins_a_turn_with_new_values() {
    // `used` is still 1 in `end`, but not for the moves of the next player.
    let engine = game(&format!(
        "{SMALL} var used = 0 each turn
         action place(p: empty) when used == 0 do {{ used = 1; put stone at p }}
         end {{ when used == 0: mover wins when stuck(next): next loses }}"
    ));
    assert_eq!(result(&*engine, &after(&*engine, "a1 b1").unwrap()), "");
    assert_eq!(result(&*engine, &after(&*engine, "a1 b1 c1").unwrap()), "A");
}

#[test]
fn a_where_value_of_the_future_is_forgotten() {
    let engine = game(&format!(
        "{SMALL} action place(p: empty) do put stone at p
         def soon() = (some move then n == 2) and n == 1 where n = count(occupied)
         end {{ when soon(): mover wins when stuck(next): draw }}"
    ));
    assert_eq!(result(&*engine, &after(&*engine, "a1").unwrap()), "A");
}
