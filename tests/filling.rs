//! Games that are settled before they end: their values are those of a plain search, and games in which pieces may go are played to the end.

use crate::solve::{minimax, random_position};
use boardwright::load_text;
use boardwright::outcome::Outcome;
use boardwright::player::Budget;
use boardwright::rng::Rng;
use boardwright::solve::{Method, Plies, Solver};
use std::collections::HashMap;

/// The rules of a game on a small board: what they do besides putting stones, an action, and how the game ends.
type Rules = (&'static str, &'static str, &'static str);

/// Games in which stones only fill the board.
const FILLING: &[Rules] = &[
    ("a count", "do { put stone at p }", "when none(empty): most pieces wins or draw when stuck(next): never"),
    ("the fewest", "do { put stone at p }", "when none(empty): fewest pieces wins or draw when stuck(next): never"),
    (
        "a second move",
        "when none(neighbors(p) & own)\n do { put stone at p\n if some(neighbors(p) & enemy) { again } }",
        "when stuck(next): most pieces wins or draw",
    ),
    (
        "another count",
        "do { put stone at p }\ndef score(P: player) = count(pieces of P & {a1 b1 c1 c2}) + 1",
        "when none(empty): most score wins or draw when stuck(next): never",
    ),
    (
        "a count of empty cells",
        "when none(neighbors(p) & enemy)\n do { put stone at p }\n\
         def score(P: player) = count(pieces of P) + count(empty & {a1 c2})",
        "when stuck(next): most score wins or draw",
    ),
    (
        "stones for both",
        "do { put stone at p\n answer(p) }\n\
         effect answer(p: cell) {\nfor q in neighbors(p) & empty { if q in empty { put stone of rival(mover) at q return } }\n}",
        "when none(empty): most pieces wins or draw when stuck(next): never",
    ),
    (
        "many stones",
        "do { put stone at p\n put stone at neighbors(p) & empty & {b1 b2} }",
        "when none(empty): most pieces wins or draw when stuck(next): never",
    ),
];

/// Games in which a stone may go, a ply may add none, or something else decides.
const OTHERS: &[Rules] = &[
    (
        "capture",
        "do { put stone at p\n remove { q in neighbors(p) & enemy: none(neighbors(q) & empty) } }",
        "when none(empty) or ply >= 8: most pieces wins or draw when stuck(next): never",
    ),
    (
        "flips",
        "do { put stone at p\n give neighbors(p) & enemy to mover }",
        "when none(empty): most pieces wins or draw when stuck(next): never",
    ),
    (
        "replacement",
        "do { put stone at p\n put stone at neighbors(p) & enemy & {b1 b2} }",
        "when none(empty): most pieces wins or draw when stuck(next): never",
    ),
    (
        "a row",
        "do { put stone at p }",
        "when some(lines(own, 3)): mover wins when none(empty): most pieces wins or draw when stuck(next): never",
    ),
    (
        "moves",
        "do { put stone at p }\naction hop(p: own, q: neighbors(p) & enemy) do { move p to q }",
        "when none(empty) or ply >= 7: most pieces wins or draw when stuck(next): never",
    ),
    (
        "a variable",
        "when n == 0\n do { n = 1\n put stone at (if n == 0 then p else b1)\n n = 0 }\nvar n = 0",
        "when none(empty) or ply >= 6: most pieces wins or draw when stuck(next): never",
    ),
    (
        "skips",
        "do { if p in {a1 b2} { put stone at p } }",
        "when none(empty) or ply >= 7: most pieces wins or draw when stuck(next): never",
    ),
    (
        "passes",
        "do { put stone at p }\naction pass() do { }",
        "when none(empty) or ply >= 7: most pieces wins or draw when stuck(next): never",
    ),
];

fn rules((name, action, end): Rules) -> String {
    let end = end.replace(" when", "\n when");
    format!(
        "game \"With {name}\"\nboard square 3 x 2\nplayers White, Black\npiece stone\n\
         action place(p: empty) {action}\nend {{\n{end}\n}}"
    )
}

#[test]
fn a_plain_search_agrees_in_games_that_fill_the_board() {
    let mut rng = Rng::new(5);
    for (n, game) in FILLING.iter().chain(OTHERS).enumerate() {
        let method = if n < FILLING.len() { Method::DepthFirst } else { Method::Proof };
        let engine = load_text(&rules(*game), &[]).unwrap_or_else(|error| panic!("{}\n{error}", rules(*game)));
        for plies in 0..12 {
            let mut session = random_position(&engine, plies % 5, &mut rng);
            let (expected, length) = minimax(&mut session, &mut HashMap::new());
            for is_exact in [true, false] {
                let solver = Solver::new(engine.clone(), &session.position()).unwrap().with_memory(1);
                let mut solver = if is_exact { solver.with_exact_plies() } else { solver };
                let solution = solver.solve(&Budget::default(), &mut |_| {}).unwrap();
                assert_eq!(solution.method, method, "with {}", game.0);
                let value = solution.value.expect("it is solved");
                let found = match value.outcome {
                    Outcome::Win(winner) => 1 - 2 * i32::from(winner.0),
                    Outcome::Draw => 0,
                };
                assert_eq!(found, expected, "with {} after {plies} plies", game.0);
                if let Some(plies) = value.plies {
                    let is_right = match plies {
                        Plies::Exactly(plies) => plies == length,
                        _ => plies.number() >= length && !is_exact,
                    };
                    assert!(is_right, "with {}: {plies:?}, not {length}", game.0);
                }
                // The line goes on to the end, also where the game is settled before.
                let mut line = engine.session().unwrap();
                line.set_position(&session.position()).unwrap();
                solution.line.iter().for_each(|text| line.make_text(text).unwrap());
                assert_eq!(line.outcome(), Some(value.outcome), "with {}: {:?}", game.0, solution.line);
            }
        }
    }
}
