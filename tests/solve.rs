//! Solving games: who wins is what a plain search says, bounds hold, and a search goes on where it was.

use boardwright::engine::Engine;
use boardwright::game::piece::Player;
use boardwright::outcome::Outcome;
use boardwright::player::Budget;
use boardwright::rng::Rng;
use boardwright::solve::{Method, Plies, Solution, SolveError, Solver, TableError, Unsolved};
use boardwright::{Session, load_bundled, load_text};
use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// A game, its settings, and after how many random plies its positions are solved.
type Case<'c> = (&'c str, &'c [(&'c str, &'c str)], u32);

fn engine(name: &str, settings: &[(&str, &str)]) -> Arc<dyn Engine> {
    load_bundled(name, settings).unwrap_or_else(|error| panic!("{name}: {error}"))
}

fn solver(engine: &Arc<dyn Engine>) -> Solver {
    Solver::new(engine.clone(), &engine.start().expect("it begins")).expect("it can be solved").with_memory(32)
}

fn solve(solver: &mut Solver) -> Solution {
    solver.solve(&Budget::default(), &mut |_| {}).expect("the rules hold")
}

/// Returns the value of the present position for the first player, and the plies to the end, by plain minimax.
pub(crate) fn minimax(session: &mut Session, known: &mut HashMap<u64, (i32, u32)>) -> (i32, u32) {
    match session.outcome() {
        Some(Outcome::Win(winner)) => return (if winner.0 == 0 { 1 } else { -1 }, 0),
        Some(Outcome::Draw) => return (0, 0),
        None => {}
    }
    let key = session.hash();
    if let Some(value) = known.get(&key) {
        return *value;
    }
    let sign = if session.to_move().expect("the game goes on").0 == 0 { 1 } else { -1 };
    let mut best: Option<(i32, u32)> = None;
    for index in 0..session.legal_moves().expect("it has moves").len() {
        session.make(index).expect("it is legal");
        let (value, plies) = minimax(session, known);
        session.undo();
        let plies = if value == 0 { 0 } else { plies + 1 };
        // What is better for the mover: a greater value, a sooner win, a later loss.
        let rank = |(value, plies): (i32, u32)| (sign * value, -sign * value * plies as i32);
        if best.is_none_or(|old| rank((value, plies)) > rank(old)) {
            best = Some((value, plies));
        }
    }
    let value = best.expect("there is a move");
    known.insert(key, value);
    value
}

/// Returns a session after some random plies.
pub(crate) fn random_position(engine: &Arc<dyn Engine>, plies: u32, rng: &mut Rng) -> Session {
    let mut session = engine.session().expect("it begins");
    for _ in 0..plies {
        if let Some(index) = session.random_move(rng).expect("the rules hold") {
            session.make(index).expect("it is legal");
        }
    }
    session
}

#[test]
fn plain_search_agrees() {
    let games: &[Case] = &[
        ("tic-tac-toe", &[], 0),
        ("hex", &[("size", "3")], 1),
        ("clobber", &[("columns_wide", "4"), ("rows_high", "3")], 2),
        ("connect-four", &[], 27),
        ("domineering", &[("size", "4")], 2),
        ("kalah", &[("first_seeds", "1")], 4),
        ("dots-and-boxes", &[("boxes_wide", "2"), ("boxes_high", "2")], 3),
        ("reversi", &[("size", "4")], 4),
        ("slash", &[("size", "3")], 3),
        ("rush", &[("size", "3")], 2),
    ];
    let mut rng = Rng::new(7);
    for (name, settings, plies) in games {
        let engine = engine(name, settings);
        for _ in 0..3 {
            let mut session = random_position(&engine, *plies, &mut rng);
            let position = session.position();
            let mut solver = Solver::new(engine.clone(), &position).unwrap().with_memory(8).with_exact_plies();
            let value = solve(&mut solver).value.expect("it is solved");
            let expected = minimax(&mut session, &mut HashMap::new());
            let found = match value.outcome {
                Outcome::Win(winner) => (if winner.0 == 0 { 1 } else { -1 }, value.plies.expect("it is known")),
                Outcome::Draw => (0, Plies::Exactly(0)),
            };
            let played: Vec<_> = session.played().cloned().collect();
            assert_eq!(found, (expected.0, Plies::Exactly(expected.1)), "{name} after {played:?}");
            let values = solver.move_values(&Budget::default(), &mut |_| {}).expect("the rules hold");
            for (index, found) in values.iter().enumerate() {
                session.make(index).expect("it is legal");
                let expected = minimax(&mut session, &mut HashMap::new());
                session.undo();
                let value = found.value.expect("it is solved");
                let found = match value.outcome {
                    Outcome::Win(winner) => (if winner.0 == 0 { 1 } else { -1 }, value.plies.map_or(0, Plies::number)),
                    Outcome::Draw => (0, 0),
                };
                assert_eq!(found, expected, "{name}, move {index}");
            }
        }
    }
}

/// Kings that may go around forever.
const CHASE: &str = "
    game \"Chase\"
    board square 3 x 3
    players White, Black
    piece king
    setup { king of White at {WHITE} \n king of Black at {BLACK} }
    action move(p: own, q: neighbors(p) & not_own)
      do move p to q
    def not_own = board except own
    end { when none(enemy): mover wins }
";

#[test]
fn circles_are_solved_backward() {
    for (white, black, winner, plies) in [("a1", "c3", 1, 6), ("a1 c1", "b3", 0, 5), ("a1 a2", "c1", 0, 3)] {
        let text = CHASE.replace("WHITE", white).replace("BLACK", black);
        let chase = load_text(&text, &[]).unwrap_or_else(|error| panic!("{error}"));
        let solution = solve(&mut solver(&chase));
        let value = solution.value.expect("it is solved");
        // Who wins in three plies is seen before all positions are listed.
        let method = if plies > 3 { Method::Retrograde } else { Method::Depth };
        assert_eq!((solution.method, value.outcome), (method, Outcome::Win(Player(winner))));
        assert_eq!((value.plies.map(Plies::number), solution.line.len()), (Some(plies), plies as usize));
        // A search to a depth finds the same, without what retrograde analysis knows.
        assert_eq!(solve(&mut solver(&chase).with_plies(plies)).value, Some(value));
        assert_eq!(solve(&mut solver(&chase).with_plies(plies - 1)).value, None);
    }
    // The values of all moves need the list also where one wins soon.
    let near = CHASE.replace("WHITE", "a1 a2").replace("BLACK", "b2");
    let mut near = solver(&load_text(&near, &[]).unwrap());
    for _ in 0..2 {
        let solution = solve(&mut near);
        assert_eq!(
            (solution.method, solution.value.and_then(|value| value.plies)),
            (Method::Depth, Some(Plies::Exactly(1)))
        );
    }
    let values = near.move_values(&Budget::default(), &mut |_| {}).unwrap();
    assert!(
        values.iter().all(|of| of.value.is_some_and(|value| !matches!(value.plies, Some(Plies::AtMost(_))))),
        "{values:?}"
    );
    let wide = CHASE.replace("3 x 3", "12 x 12").replace("WHITE", "a1").replace("BLACK", "b1");
    let mut wide = solver(&load_text(&wide, &[]).unwrap());
    let solution = wide.solve(&Budget::work(2000), &mut |_| {}).unwrap();
    let value = solution.value.map(|value| (value.outcome, value.plies));
    assert_eq!(value, Some((Outcome::Win(Player(0)), Some(Plies::Exactly(1)))));
    let torere = engine("mu-torere", &[]);
    let solution = solve(&mut solver(&torere));
    assert_eq!((solution.value.map(|value| value.outcome), solution.method), (Some(Outcome::Draw), Method::Retrograde));
    // Sixteen positions that look alike count once.
    assert!(solution.states.is_some_and(|states| (50..200).contains(&states)), "{:?}", solution.states);
}

#[test]
fn the_budget_holds_and_a_table_goes_on() {
    let game = engine("clobber", &[("columns_wide", "4"), ("rows_high", "4")]);
    let mut first = solver(&game).with_memory(4);
    let mut budget = Budget::work(20_000);
    let solution = first.solve(&budget, &mut |_| {}).unwrap();
    assert_eq!((solution.value, solution.unsolved), (None, Some(Unsolved::Budget)));
    assert!(solution.positions < 20_200, "{}", solution.positions);
    let saved = first.save();
    let text = serde_json::to_string(&saved).unwrap();
    let entries: Vec<[u64; 4]> = first.entries().collect();
    let mut second = solver(&game).with_memory(4);
    second.restore(&serde_json::from_str(&text).unwrap(), entries.clone()).unwrap();
    let rest = solve(&mut second);
    let whole = solve(&mut solver(&game).with_memory(4));
    assert_eq!(rest.value.unwrap().outcome, whole.value.unwrap().outcome);
    // It also goes on by itself.
    assert_eq!(solve(&mut first).value.unwrap().outcome, whole.value.unwrap().outcome);
    // A stop counts at once.
    budget = budget.with_stop(Arc::new(AtomicBool::new(true)));
    assert_eq!(solver(&game).solve(&budget, &mut |_| {}).unwrap().unsolved, Some(Unsolved::Budget));
    // What belongs to something else is refused.
    let other = engine("clobber", &[("columns_wide", "3"), ("rows_high", "4")]);
    let refused = |mut solver: Solver, entries: &[[u64; 4]]| solver.restore(&saved, entries.to_vec()).unwrap_err();
    assert!(matches!(refused(solver(&other), &[]), TableError::Game(_)));
    assert!(matches!(refused(solver(&game).with_memory(5), &[]), TableError::Memory(4)));
    assert_eq!(refused(solver(&game).with_memory(4), &[[u64::MAX; 4]]), TableError::Entry);
    let mut session = game.session().unwrap();
    session.make(0).unwrap();
    let later = Solver::new(game.clone(), &session.position()).unwrap().with_memory(4);
    assert!(matches!(refused(later, &[]), TableError::Position(_)));
}

#[test]
fn little_memory_is_enough_for_an_answer_or_none() {
    let game = engine("connect-four", &[]);
    let mut small = solver(&game).with_memory(1);
    let solution = small.solve(&Budget::work(200_000), &mut |_| {}).unwrap();
    assert_eq!(solution.value, None);
    // Too many positions for retrograde analysis.
    let push = engine("push", &[]);
    let solution = solver(&push).with_memory(1).solve(&Budget::work(100_000), &mut |_| {}).unwrap();
    assert_eq!(solution.value, None);
    assert!(solution.is_too_large);
}

#[test]
fn games_for_three_are_refused() {
    let game = engine("chinese-checkers", &[]);
    let error = Solver::new(game.clone(), &game.start().unwrap()).unwrap_err();
    assert!(matches!(error, SolveError::Players(3)));
    assert_eq!(error.to_string(), "only games for one or two players can be solved, and this one has 3");
}

#[test]
fn a_finished_game_is_solved() {
    let game = engine("tic-tac-toe", &[]);
    let mut session = game.session().unwrap();
    "a1 b1 a2 b2 a3".split(' ').for_each(|text| session.make_text(text).unwrap());
    let mut solver = Solver::new(game, &session.position()).unwrap();
    let solution = solve(&mut solver);
    assert_eq!(solution.value.unwrap().plies, Some(Plies::Exactly(0)));
    assert!(solution.line.is_empty());
    assert!(solver.move_values(&Budget::default(), &mut |_| {}).unwrap().is_empty());
}

/// A move after which the winner has to come back here wins all the same: proof search, for which there is little memory, and the
/// search backward agree.
#[test]
fn a_way_back_to_the_position_is_no_draw() {
    let engine = load_text(include_str!("../docs/solving/push-3.game"), &[]).expect("it has no mistakes");
    let mut session = engine.session().expect("it begins");
    for text in ["c1-c2", "a3-a2", "c2-b2", "c3-c2"] {
        session.make_text(text).expect("it is legal");
    }
    let position = session.position();
    let values = |memory: usize| {
        let solver = Solver::new(engine.clone(), &position).expect("it can be solved");
        let values = solver.with_memory(memory).move_values(&Budget::default(), &mut |_| {}).expect("the rules hold");
        values.into_iter().map(|mv| mv.value.map(|value| value.outcome)).collect::<Vec<_>>()
    };
    let all = values(64);
    assert!(all.iter().all(Option::is_some), "{all:?}");
    assert_eq!(values(1), all);
}

/// A win that leads around a circle of the loser's choice: on some ways there, a position comes for the third time, and is a draw.
#[test]
fn a_draw_by_repetition_refutes_nothing_on_another_way() {
    let rules = |repetition: &str| {
        format!(
            "game \"Around\"\nboard square 20 x 1\nplayers White, Black\nneutral token\nsetup {{ token at a1 }}\n\
             def follower(p: cell): cells = match p {{ a1: b1, b1: {{c1 d1 e1}}, c1: i1, i1: j1, j1: k1, k1: l1, l1: t1, \
             d1: {{f1 g1 h1}}, e1: g1, f1: d1, g1: d1, h1: m1, m1: n1, n1: o1, o1: t1, else: {{}} }}\n\
             action go(p: token, q: follower(p)) do move p to q\nend {{ when token within t1: mover wins\n{repetition} }}"
        )
    };
    for repetition in ["", "when repeated(next) >= 1: draw", "when repeated(next) >= 2: draw"] {
        let engine = load_text(&rules(repetition), &[]).expect("it is right");
        let whole = solve(&mut solver(&engine)).value.map(|value| (value.outcome, value.plies));
        assert_eq!(whole, Some((Outcome::Win(Player(0)), Some(Plies::Exactly(9)))), "{repetition}");
        for plies in [8, 9, 20] {
            let solution = solve(&mut solver(&engine).with_plies(plies));
            let value = solution.value.map(|value| (value.outcome, value.plies));
            let expected = (plies > 8).then_some((Outcome::Win(Player(0)), Some(Plies::Exactly(9))));
            assert_eq!(value, expected, "{repetition}, {plies} plies");
        }
    }
}

/// The move after which little time is left may be the image of one that is known.
#[test]
fn images_of_moves_have_the_same_value() {
    let engine = engine("hex", &[("size", "4")]);
    let mut is_partial = false;
    for work in [100_000, 200_000, 400_000] {
        let values = solver(&engine).move_values(&Budget::work(work), &mut |_| {}).unwrap();
        let values: Vec<_> = values.iter().map(|of| of.value).collect();
        // A half turn maps the first cell of the list onto the last one.
        let turned: Vec<_> = values.iter().rev().copied().collect();
        assert_eq!(values, turned, "{work}");
        is_partial |= (1..values.len()).contains(&values.iter().flatten().count());
    }
    assert!(is_partial);
}
