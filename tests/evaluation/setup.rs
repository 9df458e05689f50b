//! First values of variables, and the pieces and values that examples set.

use super::*;

const END: &str = "end { when stuck(next): draw }";

#[test]
fn every_combination_of_indexes_has_its_first_value() {
    let engine = game(&format!(
        "board square 3 x 1 players A, B piece man, king neutral rock param size = 2
         var worth(P: player, k: kind, n: -1..size) = number(P) * 100 + count(kinds) * 10 + n
         action act() when worth(A, man, -1) == 129 and worth(B, rock, size) == 232
           do {{ worth(B, king, 0) -= 7; if worth(B, king, 0) == 223 and worth(A, king, 0) == 130 {{ put man at a1 }} }}
         {END}"
    ));
    let acted = after(&*engine, "act").unwrap();
    assert!(!acted.at(engine.game(), boardwright::game::cells::Cell(0)).is_nothing());
}

#[test]
fn what_is_placed_and_set_may_have_binders() {
    let engine = game(
        "board square 5 x 5 numbered board players A, B piece stone var hand(P: player) = 0
         setup { stone of A at { p in rows(2): column(p) % 2 == 1 }; stone of B at union(d in {N, E}: step(c3, d)) }
         action place(p: empty) do put stone at p end { when none(empty): draw }
         example \"setup\" { expect stone of A == {a2 c2 e2} expect stone of B == {c4 d3} }
         example \"position\" {
           position { stone of A at cells({ n in 1..25: n % 2 == 1 and n < 4 })
                      stone of B at reach(x in {e1}: step(x, N)) }
           set hand(the({ P in players: P != A })) = sum(n in 1..3: n)
           set ply = max(n in 1..4: n * n)
           expect stone of A == cells({1, 3})
           expect hand(A) == 0 and hand(B) == 6 and ply == 16
           expect enemy == columns(5) and none(p in own: column(p) > 3)
         }",
    );
    for example in &engine.game().examples {
        let failed: Vec<String> =
            boardwright::internals::example::run(&*engine, example).iter().map(ToString::to_string).collect();
        assert_eq!(failed, [""; 0], "{}", example.title);
    }
}

#[test]
fn there_is_no_value_outside_of_a_range() {
    let (code, message, place) =
        fault(&format!("{SMALL} var deck(n: 0..4) = 0 var at_top = 5 action act() do {{ deck(at_top) = 1 }} {END}"));
    let expected = (Code::F06, "`deck` has no value for 5: its index goes from 0 to 4", "deck(at_top)");
    assert_eq!((code, message.as_str(), place.as_str()), expected);
}
