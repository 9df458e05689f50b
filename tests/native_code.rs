//! The native code of small rules, before it is optimized: a change of the code generator is seen here.
//! `INSTA_UPDATE=always cargo test --test library native_code` accepts it.

use crate::common;
use std::sync::Arc;

/// Rules with what code is generated for most often: steps, rows of pieces, numbers, an `if` in an effect.
const RULES: &str = r#"
language 1
game "Small"
board square 4 x 4
players White going N, Black going S
piece man
setup { man of White at rows(1)  man of Black at rows(4) }
var taken = 0
action move(p: own, q: neighbors(p, forward) & (empty | enemy)) as "{p}-{q}" do {
  if q in enemy { taken += 1 }
  move p to q
}
end { when taken >= 3: mover wins  when stuck(next): mover wins }
"#;

/// Returns the code of a task for White.
fn code(task: &str) -> String {
    let engine = boardwright::load_text(RULES, &[]).unwrap();
    let functions = common::translated(Arc::new(engine.game().clone())).1.clif().unwrap();
    functions.iter().find(|function| function.name == task).unwrap().code.clone()
}

#[test]
fn candidates_are_counted_in_sets() {
    insta::assert_snapshot!(code("White count move"));
}

#[test]
fn a_move_changes_the_words_of_a_position() {
    insta::assert_snapshot!(code("White do move"));
}

#[test]
fn code_shows_no_address() {
    for name in ["rush", "breakthrough"] {
        let (first, second) =
            (common::both_engines(name).1.clif().unwrap(), common::both_engines(name).1.clif().unwrap());
        assert!(first.len() > 20 && first == second, "{name}");
        assert!(first.iter().any(|function| function.code.contains("table ")), "{name}");
    }
}
