//! Values of defs that are kept until something changes.

use super::*;

#[test]
fn a_def_is_worked_out_anew_when_something_changes() {
    // `longest` is evaluated before the move, between two changes in `do`, after it, for both players, and in `end`.
    let engine = game(
        "board square 4 x 2 players A, B piece stone var seen = 0 var later = 0
         def longest = max(p in own: count(group(p, own))) or 0
         def wide = longest + count(q in board: q in own)
         action place(p: empty)
           do { put stone at p; seen = wide; put stone at step(p, N); later = wide }
           ensure wide == later
         end { when wide == 8 and seen == 6: mover wins when stuck(next): draw }",
    );
    let position = after(&*engine, "a1 d1").unwrap();
    assert_eq!(result(&*engine, &position), "");
    assert_eq!(result(&*engine, &after(&*engine, "a1 d1 b1").unwrap()), "A");
}
