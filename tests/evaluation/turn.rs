//! The end of a ply: `always`, `end` and the next player.

use super::*;

#[test]
fn a_turn_lasts_while_again_is_said_and_there_is_a_move() {
    let engine = game(&format!(
        "{SMALL} var n = 0 each turn
         action place(p: empty) do {{ n += 1; put stone at p; if n < 2 {{ again }} }}
         end {{ when none(empty) and n == 1: mover wins when stuck(next): draw }}"
    ));
    let names = |moves: &str| {
        let position = after(&*engine, moves).unwrap();
        (engine.game().player_name(position.mover).to_string(), result(&*engine, &position))
    };
    assert_eq!(names("a1"), ("A".into(), String::new()));
    assert_eq!(names("a1 b1"), ("B".into(), String::new()));
    // The turn ended because there was no move; `end` still sees its values.
    assert_eq!(names("a1 b1 c1"), ("B".into(), "B".into()));
}

#[test]
fn who_has_lost_is_passed_over() {
    let engine = game(
        "board square 4 x 1 players A, B, C piece stone
         action place(p: empty) do put stone at p
         end { when a1 in own: mover loses when count(occupied) == 3: next wins when stuck(next): draw }",
    );
    let a_out = after(&*engine, "a1 b1").unwrap();
    assert_eq!(engine.game().player_name(a_out.mover), "C");
    assert_eq!(a_out.players, 0b110);
    assert_eq!(result(&*engine, &after(&*engine, "a1 b1 c1").unwrap()), "B");
}

#[test]
fn the_last_player_wins() {
    let engine = game(
        "board square 3 x 1 players A, B, C piece stone
         action place(p: empty) do put stone at p
         end { for P in players when P != mover: P loses when stuck(next): draw }",
    );
    assert_eq!(result(&*engine, &after(&*engine, "a1").unwrap()), "A");
}

#[test]
fn clauses_are_asked_again_for_a_player_who_moves_early() {
    // With B out it is the turn of C, who cannot move: the first clause has to see that.
    let engine = game(
        "board square 3 x 1 players A, B, C piece stone
         action place(p: empty) when mover != C do put stone at p
         end { when stuck(next): mover wins when ply == 1: B loses }",
    );
    assert_eq!(result(&*engine, &after(&*engine, "a1").unwrap()), "A");
}

#[test]
fn scores_decide_or_a_tie_is_a_fault() {
    let rules = |end: &str| {
        format!(
            "{SMALL} action place(p: empty) do put stone at p end {{ when count(occupied) == 2: {end} when stuck(next): draw }}"
        )
    };
    let tie = game(&rules("most pieces wins or draw"));
    assert_eq!(result(&*tie, &after(&*tie, "a1 b1").unwrap()), "draw");
    let open = game(&rules("most pieces wins"));
    let fault = after(&*open, "a1 b1").unwrap_err();
    assert_eq!((fault.code, fault.played.as_deref()), (Code::F02, Some("b1")));
    assert_eq!(fault.position.unwrap().ply, 1);
    let few = game(&format!(
        "{SMALL} action place(p: empty) do put stone at p end {{ when some(occupied): fewest pieces wins when stuck(next): draw }}"
    ));
    assert_eq!(result(&*few, &after(&*few, "a1").unwrap()), "B");
}

#[test]
fn who_begins_without_a_move_is_stuck() {
    let rules = |players: &str, end: &str| {
        game(&format!(
            "board square 3 x 1 {players} piece stone setup {{ stone of A at board }}
             action place(p: empty) do put stone at p end {{ {end} }}"
        ))
    };
    let lost = rules("players A, B", "when stuck(next): next loses");
    let start = lost.start().unwrap();
    assert_eq!((result(&*lost, &start), moves(&*lost, &start)), ("B".into(), String::new()));
    assert_eq!(lost.perft(&start, 1).unwrap(), 0);
    // The previous player counts as the mover, and all clauses are evaluated in order.
    let third = rules("players A, B, C", "when none(empty): mover wins when stuck(next): draw");
    assert_eq!(result(&*third, &third.start().unwrap()), "C");
    // A player who goes out leaves the turn to the next one, who is stuck as well.
    let last = rules("players A, B, C", "when stuck(next): next loses");
    assert_eq!(result(&*last, &last.start().unwrap()), "C");
    // A player who can move begins, whatever the clauses would say.
    let free = game(
        "board square 3 x 1 players A, B piece stone setup { stone of A at a1 }
         action place(p: empty) do put stone at p end { when some(own): mover wins when stuck(next): draw }",
    );
    assert_eq!(result(&*free, &free.start().unwrap()), "");
    let silent = rules("players A, B", "when ply == 9: draw");
    assert_eq!(silent.legal_moves(&silent.start().unwrap()).unwrap_err().code, Code::F01);
}

#[test]
fn silence_about_the_stuck_and_what_was_never_to_be_are_faults() {
    let silent = game(&format!("{SMALL} action place(p: empty) do put stone at p end {{ when ply == 9: draw }}"));
    let full = after(&*silent, "a1 b1 c1").unwrap();
    let fault = silent.legal_moves(&full).unwrap_err();
    assert_eq!(fault.code, Code::F01);
    assert!(fault.message.starts_with("B has no legal move"), "{}", fault.message);
    let never = fault_of_never();
    assert_eq!(never.0, Code::F01);
    assert_eq!(never.1, "`none(enemy)` holds, but this clause says `never`");
}

fn fault_of_never() -> (Code, String, String) {
    fault(&format!(
        "{SMALL} action place(p: empty) do put stone at p end {{ when none(enemy): never when stuck(next): draw }}"
    ))
}
