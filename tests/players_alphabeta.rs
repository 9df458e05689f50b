//! The player who looks ahead: what it must see, and that it beats chance.

use crate::solve::minimax;
use boardwright::engine::Engine;
use boardwright::game::piece;
use boardwright::load_bundled;
use boardwright::outcome::Outcome;
use boardwright::player::{self, Budget, Choice, PlayerError};
use boardwright::rng::Rng;
use boardwright::session::Session;
use std::collections::{HashMap, HashSet};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

fn engine(name: &str, settings: &[(&str, &str)]) -> Arc<dyn Engine> {
    load_bundled(name, settings).unwrap_or_else(|error| panic!("{name}: {error}"))
}

/// Returns a session after these moves.
pub fn after(name: &str, settings: &[(&str, &str)], moves: &str) -> Session {
    let mut session = engine(name, settings).session().expect("it begins");
    moves.split_whitespace().for_each(|text| session.make_text(text).expect("it is legal"));
    session
}

/// Returns a session that begins in a position.
pub fn at(name: &str, line: &str) -> Session {
    in_position(&engine(name, &[]), line)
}

pub fn in_position(engine: &Arc<dyn Engine>, line: &str) -> Session {
    let mut session = engine.session().expect("it begins");
    let position = boardwright::position_line::parse(&**engine, line).expect("it is a position");
    session.set_position(&position).expect("it fits");
    session
}

pub fn choose(session: &mut Session, budget: Budget) -> (String, Choice) {
    let mut player = player::of("alphabeta", session.engine()).expect("it is known");
    let choice = player.choose(session, &budget).expect("there is a move");
    (session.notation(choice.index).expect("it is legal"), choice)
}

/// Checks that the player chooses one of these moves.
#[track_caller]
fn chooses(session: &mut Session, work: u64, moves: &[&str]) {
    let (text, choice) = choose(session, Budget::work(work));
    assert!(moves.contains(&text.as_str()), "{text} instead of {moves:?}: {choice:?}");
}

#[test]
fn a_win_in_one_is_taken() {
    chooses(&mut after("tic-tac-toe", &[], "a1 a2 b1 b2"), 500, &["c1"]);
    chooses(&mut after("connect-four", &[], "a1 b1 a2 b2 a3 c1"), 2000, &["a4"]);
    chooses(&mut at("breakthrough", "8/2w5/8/8/8/8/1b6/8 White"), 500, &["c7-b8", "c7-c8", "c7-d8"]);
    chooses(&mut after("gomoku", &[], "h8 a1 i8 a3 j8 a5 k8 a7"), 1, &["g8", "l8"]);
}

/// One capture leads to another here, and there are few moves, so that the first two plies are searched beyond the budget.
#[test]
fn captures_are_not_followed_long_after_the_budget_is_spent() {
    let mut session = at("ataxx", "6b/5b1/2w4/7/2w4/2w4/7 Black quiet=3");
    let (_, choice) = choose(&mut session, Budget::work(500));
    let work = choice.judgment.expect("it judges").work;
    assert!((500..20_000).contains(&work), "{work}");
}

#[test]
fn a_loss_in_one_is_prevented() {
    chooses(&mut after("tic-tac-toe", &[], "a1 b2 b1"), 500, &["c1"]);
    chooses(&mut after("connect-four", &[], "a1 b1 a2 b2 a3"), 2000, &["a4"]);
    chooses(&mut after("gomoku", &[], "h8 g8 i8 a3 j8 a5 k8"), 1, &["l8"]);
    chooses(&mut at("breakthrough", "8/8/8/8/8/1b6/2w5/7w White"), 2000, &["c2-b3"]);
}

#[test]
fn a_first_move_that_faults_is_one_move_of_many() {
    let rules = "game \"Faulty\"\nboard square 3 x 3\nplayers A, B\npiece stone\nvar n = 1\n\
        action put(p: empty)\ndo { put stone at p\nif p == a1 and ply >= 3 { n = 1 / (n - 1) } }\n\
        end { when none(empty): draw }";
    let engine = boardwright::load_text(rules, &[]).expect("it is right");
    let mut session = engine.session().unwrap();
    for text in ["b1", "c1", "a2"] {
        session.make_text(text).unwrap();
    }
    for work in [1, 10, 1000] {
        assert!(choose(&mut session, Budget::work(work)).1.judgment.is_some(), "{work}");
    }
}

#[test]
fn the_shortest_mate_is_found() {
    let (text, choice) = choose(&mut at("chess", "7k/8/8/8/8/8/R7/1R2K3 White"), Budget::work(20_000));
    let judgment = choice.judgment.expect("it thinks");
    assert!(judgment.is_proven && judgment.returns == [1.0, -1.0], "{text}: {judgment:?}");
    assert_eq!(judgment.lines[0].moves.len(), 3, "{text}");
}

fn small_connect_four() -> Arc<dyn Engine> {
    let text = "extends \"connect-four\"\ngame \"Small\"\nreplace board square 4 x 4";
    boardwright::load_text(text, &[]).expect("it is right")
}

#[test]
fn small_games_are_solved() {
    for (mut session, returns) in [
        (after("tic-tac-toe", &[], ""), [0.0, 0.0]),
        (after("tic-tac-toe", &[], "a1 b1"), [1.0, -1.0]),
        (small_connect_four().session().expect("it begins"), [0.0, 0.0]),
    ] {
        let (_, choice) = choose(&mut session, Budget::work(400_000));
        let judgment = choice.judgment.expect("it thinks");
        assert!(judgment.is_proven, "{judgment:?}");
        assert_eq!(judgment.returns, returns);
    }
}

/// Where nobody wins by force, all lines are searched to their ends.
#[test]
fn as_many_lines_as_are_wanted_have_their_values() {
    for moves in ["", "a1 b2", "b2 a1 c3"] {
        let mut session = after("tic-tac-toe", &[], moves);
        let count = session.legal_moves().expect("there are moves").len();
        for wanted in [1, 4, 20] {
            let mut player = player::of("alphabeta", session.engine()).expect("it is known");
            let choice = player.choose(&mut session, &Budget::work(1_000_000).with_lines(wanted)).expect("it thinks");
            let judgment = choice.judgment.expect("it thinks");
            let known: Vec<_> = judgment.lines.iter().filter(|line| line.work > 0).collect();
            assert_eq!(known.len(), wanted.min(count), "{judgment:?}");
            assert_eq!(judgment.lines.len(), count);
            assert!(known.windows(2).all(|pair| pair[0].value >= pair[1].value), "{judgment:?}");
            let mover = session.to_move().expect("the game goes on");
            let sign = if mover.0 == 0 { 1 } else { -1 };
            for line in known {
                let mut later = session.fork();
                let index = later.legal_moves().expect("there are moves").iter().position(|mv| *mv == line.moves[0]);
                later.make(index.expect("the move is legal")).expect("the move is legal");
                let (value, _) = minimax(&mut later, &mut HashMap::new());
                assert_eq!(line.value, f64::from(sign * value), "{moves}: {line:?}");
            }
        }
    }
}

/// However many lines are wanted, and wherever the search is stopped, what is called proven is so.
#[test]
fn what_is_proven_is_so_with_several_lines() {
    let engine = small_connect_four();
    let mut proven = 0;
    for seed in 0..12 {
        let (mut session, mut rng) = (engine.session().expect("it begins"), Rng::new(seed));
        for _ in 0..4 + seed % 4 {
            let count = session.legal_moves().expect("there are moves").len();
            session.make(rng.below(count)).expect("it is legal");
        }
        let Some(mover) = session.to_move() else { continue };
        let (value, _) = minimax(&mut session, &mut HashMap::new());
        for (lines, work) in
            [1, 2, 3, 4].into_iter().flat_map(|lines| [30, 300, 1000, 3000, 30_000].map(|work| (lines, work)))
        {
            let mut player = player::of("alphabeta", &engine).expect("it is known");
            let choice = player.choose(&mut session, &Budget::work(work).with_lines(lines)).expect("it thinks");
            let judgment = choice.judgment.expect("it thinks");
            if judgment.is_proven {
                proven += 1;
                let expected = if mover.0 == 0 { value } else { -value };
                assert_eq!(
                    judgment.returns[usize::from(mover.0)],
                    f64::from(expected),
                    "{seed}, {lines}, {work}: {judgment:?}"
                );
            }
        }
    }
    assert!(proven > 50, "{proven}");
}

/// Where a position may not be repeated, the moves of a position depend on the way there: what was proved on another way is no proof.
#[test]
fn nothing_is_proven_by_other_ways_to_a_position_where_its_moves_look_back() {
    let rules = "game \"Small Go\"\nboard square 3 x 2\nplayers A, B\npiece stone\nvar passes = 0\n\
        def dead(s: cells) = s except group(neighbors(empty), s)\n\
        action place(p: empty)\n  do { put stone at p; remove dead(enemy); passes = 0 }\n\
        ensure none(dead(own)) and not repeated > 0\naction pass()\n  do passes += 1\n\
        end { when passes == 2: most pieces wins or draw }";
    let engine = boardwright::load_text(rules, &[]).expect("it is right");
    for played in ["", "a1 b1 pass a2 c2 c1 pass a1 b2 b1"] {
        let mut session = engine.session().expect("it begins");
        for text in played.split_whitespace() {
            session.make_text(text).expect("it is legal");
        }
        for seed in 1..=2 {
            let mut player = player::of(&format!("alphabeta:seed={seed}"), &engine).expect("it is known");
            let choice = player.choose(&mut session, &Budget::work(60_000)).expect("it thinks");
            // With best play, it is a draw, as `solve` says.
            let judgment = choice.judgment.expect("it thinks");
            assert!(!judgment.is_proven || judgment.returns == [0.0, 0.0], "{played}: {judgment:?}");
        }
    }
}

/// Where equal positions end a game, and so does the number of its plies, what was proved on another way is no proof.
#[test]
fn nothing_is_proven_by_other_ways_to_a_position_where_its_end_looks_back() {
    let walk = |(times, repeated): (u32, &str), plies: u32, last: &str| {
        format!(
            "game \"Walk\"\nboard square 3 x 2\nplayers White, Black\npiece man\n\
             legend w = man of White, b = man of Black\n\
             setup {{ man of White at a1; man of Black at c2 }}\n\
             action go(p: own, q: neighbors(p) & empty)\n  do move p to q\n\
             end {{ when repeated(next) >= {times}: {repeated}\n when ply == {plies}: {last}\n when stuck(next): next loses }}"
        )
    };
    // The values are those of trying all ways.
    for (rules, line, played, white) in [
        (walk((2, "White wins"), 12, "Black wins"), ".wb/... Black", "c2-c1 b2-a2", 1.0),
        (walk((2, "draw"), 12, "White wins"), "bw./... White", "b2-c2 a2-a1", 0.0),
        (walk((2, "draw"), 8, "White wins"), ".w./.b. White", "b2-a2", 0.0),
        (walk((1, "White wins"), 6, "Black wins"), "wb./... Black", "", 1.0),
    ] {
        let engine = boardwright::load_text(&rules, &[]).expect("it is right");
        let position = boardwright::position_line::parse(&*engine, line).expect("it is a position");
        for lines in [1, 3] {
            let mut session = engine.session().expect("it begins");
            session.set_position(&position).expect("it fits");
            played.split_whitespace().for_each(|text| session.make_text(text).expect("it is legal"));
            let mut player = player::of("alphabeta", &engine).expect("it is known");
            let choice = player.choose(&mut session, &Budget::work(100_000).with_lines(lines)).expect("it thinks");
            let judgment = choice.judgment.expect("it thinks");
            assert!(!judgment.is_proven || judgment.returns == [white, -white], "{line} {played}: {judgment:?}");
        }
    }
}

/// Another line, which has not been searched so deeply, seems better than the one that is known to be the best.
#[test]
fn an_estimate_is_not_proven_by_the_line_that_is() {
    let mut session = at("english-draughts", "3K4/8/3k4/8/7m/8/8/8 Black");
    let mut player = player::of("alphabeta", session.engine()).expect("it is known");
    let choice = player.choose(&mut session, &Budget::work(50_000).with_lines(3)).expect("it thinks");
    let judgment = choice.judgment.expect("it thinks");
    assert!(judgment.is_proven && judgment.lines.iter().all(|line| line.value == -1.0), "{judgment:?}");
}

/// The move that wins is the last of 74 088.
#[test]
fn all_of_very_many_moves_are_looked_at() {
    let rules = "game \"Many\"\nboard square 7 x 6\nplayers White, Black\npiece man\nvar hit: bool\n\
        action go(a: board, b: board, c: board) do { hit = (a == g6 and b == g6 and c == g6) put man at a1 }\n\
        end { when hit: mover wins when ply >= 2: draw when stuck(next): draw }";
    let mut session = boardwright::load_text(rules, &[]).expect("it is right").session().expect("it begins");
    let (text, choice) = choose(&mut session, Budget::default().with_depth(1));
    assert!(text == "g6-g6-g6" && choice.judgment.is_some_and(|judgment| judgment.returns[0] == 1.0));
}

#[test]
fn of_three_players_a_win_comes_before_what_promises_one() {
    let line = "1/2/r2/4/gg1gb1r4r1/ggg4r1rr1/ggg8/gr1r6/4b1b2/10/5b1r3/3b8/2bb3b5/b3/rb1/2/1 Green ply=382";
    chooses(&mut at("chinese-checkers", line), 20_000, &["e11-c13"]);
}

/// There is no time to evaluate what all answers lead to, but the one that wins is seen.
#[test]
fn of_three_players_the_next_one_is_kept_from_winning_on_a_large_board() {
    let rules = "game \"Trio\"\nboard square 15 x 15\nplayers Red, Green, Blue\npiece stone\n\
        action place(p: empty) do put stone at p\n\
        end { when some(lines(own, 5)): mover wins\n when none(empty): draw }";
    let engine = boardwright::load_text(rules, &[]).expect("it is right");
    let line = "11gggg/15/15/15/15/15/15/15/15/6b8/15/4b1r8/15/2b1r10/r3b6r3 Red";
    for work in [1, 400, 4000] {
        let mut session = in_position(&engine, line);
        let (text, _) = choose(&mut session, Budget::work(work));
        assert_eq!(text, "k15", "{work}");
    }
}

/// The second player loses, whatever he does, and chooses who of the others wins.
#[test]
fn of_three_players_nothing_is_proven_that_depends_on_one_who_does_not_care() {
    let rules = "game \"Three Takers\"\nboard square 1 x 1\nplayers Red, Green, Blue\npiece chip\nvar heap = 6\n\
        action take(n: 1..3)\n  when n <= heap\n  as \"{n}\"\n  do heap -= n\n\
        end { when heap == 0: mover wins\n when stuck(next): never }";
    let engine = boardwright::load_text(rules, &[]).expect("it is right");
    for (played, name, is_known) in [
        ("", "alphabeta", false),
        ("1", "alphabeta", false),
        ("1", "mcts", false),
        ("1 2", "alphabeta", true),
        ("1 2", "mcts", true),
    ] {
        let mut session = engine.session().expect("it begins");
        played.split_whitespace().for_each(|text| session.make_text(text).expect("it is legal"));
        let mut player = player::of(name, &engine).expect("it is known");
        let choice = player.choose(&mut session, &Budget::work(20_000)).expect("it thinks");
        let judgment = choice.judgment.expect("it thinks");
        assert_eq!(judgment.is_proven, is_known, "{played} {name}: {judgment:?}");
    }
}

/// Other moves are looked at before the one that wins at once, and what they are worth is a guess.
#[test]
fn of_three_players_a_win_of_the_next_ply_is_proven() {
    let text = "game \"Three\"\nboard square 5 x 5\nplayers A, B, C\npiece stone\n\
                action place(p: empty) do put stone at p\n\
                end { when some(lines(own, 4, orthogonal)): mover wins\nwhen none(empty): draw }";
    let engine = boardwright::load_text(text, &[]).expect("it is right");
    let mut session = engine.session().expect("it begins");
    let moves = ["a3", "a1", "c1", "b3", "e5", "d5", "d3", "a5", "b4"];
    moves.iter().for_each(|text| session.make_text(text).expect("it is legal"));
    let mut player = player::of("alphabeta:learn=false", &engine).expect("it is known");
    let choice = player.choose(&mut session, &Budget::work(20_000)).expect("it thinks");
    assert_eq!(session.notation(choice.index).expect("it is legal"), "c3");
    let judgment = choice.judgment.expect("it thinks");
    assert!(judgment.is_proven && judgment.returns == [1.0, -0.5, -0.5], "{judgment:?}");
    assert!(judgment.lines[0].is_proven && judgment.lines[0].value == 1.0, "{judgment:?}");
}

/// Nearly all moves of stacks capture there.
#[test]
fn captures_leave_time_for_other_moves() {
    let moves = "d2 d4 b1 b3 Sd5 a4 Sa2 1d2-1 Cc5 Ce5 d3 Sa1 Se3 Sb4 Sb2 1a4-1 c1 1d1+1 a4 1d2+1 Sa5 1b4<1 e1 2d3+2 e2 b5 1c5<1 \
        3d4-3 1c1<1 Sd2 1b2-1 2d3<2 3b1>12 b4 Se4 2c3+2 1a2>1 Sc3 2b5>11 2c4<2 b1 1c3-1 1d5-1 1a4>1 1b2-1 1b4-1 1d1<1 \
        1b4<1 2b1+2 2b3>11 1d1>1 2d3<11 1a5-1 a5 1b2<1 1c2+1 2c1<2 1b3+1 2e1<2 1c5-1 2d1<2 3c3+3 2b1>2 Se1 4c1+13 d1 \
        2c3<11 1e1+1 1a3>1 4c4-31 1b3-1 d3 2a4-2 1d2-1 Se1 2d1<11 3a3>111 Sc4 1d4-1 c5 1a4-1 2b4<2 2d3+11 1b3>1 d1 \
        2c3<2 2d5-11 Sb5 1d4+1 2b3>2 1e4<1 1b5-1 e4 1b4+1 1e3+1 4c3<4 e3 2c2-2 2b2+2 c2 1d3>1 1e5-1 4b3>13 1c4<1 \
        4d3<22 3e4+3 4b3>31 1b4>1 1d1+1 3e5-3 3c3<21 1e4<1 2e3+2 5c3<14 d1 1c4<1 1b3<1 2e2<11 1b3<1 1b1+1 4e4-13 2a4-2 \
        1d5>1 5a3>41 1d3-1 1c1>1 1c1<1 3d4<21 3d2+12 3a3+21 d5 1c1<1 1d4-1 2b4>2 2e2+2 2c2>11 1d5<1 3c4<3 3b3<3 3b4>21 \
        5a3+14 1b4<1 3a5-3 e4 1d3-1 1e4+1 2a4+2 2c4<2 1d2<1 2d4<11 2e3+11 1c3<1 5a5-23 1b2-1 2e5-2 d4 2c5-2 1e2+1 \
        1e4<1 a5 1c2<1 3b3>12 1b3>1 1b1>1 1d4<1 2d3+11";
    let (_, choice) = choose(&mut after("tak", &[], moves), Budget::work(60_000));
    let judgment = choice.judgment.expect("it thinks");
    assert!(judgment.is_proven && judgment.returns == [1.0, -1.0], "{judgment:?}");
}

/// A search that is stopped keeps what it has found: each move once.
#[test]
fn lines_of_a_search_that_is_stopped_begin_with_different_moves() {
    for work in [1, 10, 100, 1000, 5000] {
        let mut session = after("breakthrough", &[], "");
        let mut player = player::of("alphabeta", session.engine()).expect("it is known");
        let choice = player.choose(&mut session, &Budget::work(work).with_lines(5)).expect("it thinks");
        let judgment = choice.judgment.expect("it thinks");
        let firsts: HashSet<_> = judgment.lines.iter().map(|line| format!("{:?}", line.moves.first())).collect();
        assert_eq!(firsts.len(), judgment.lines.len(), "{work}: {judgment:?}");
        assert!(judgment.lines.iter().all(|line| !line.moves.is_empty()), "{work}: {judgment:?}");
        assert_eq!(judgment.lines[0].moves.first(), session.legal_moves().unwrap().get(choice.index), "{work}");
    }
}

/// Plays a game of `alphabeta` against `random`; returns whether `alphabeta` won.
fn beats_random(engine: &Arc<dyn Engine>, seat: u8, seed: u64, work: u64) -> bool {
    let mut session = engine.session().expect("it begins");
    let mut thinker = player::of("alphabeta", engine).expect("it is known");
    let mut random = player::of(&format!("random:seed={seed}"), engine).expect("it is known");
    while let Some(mover) = session.to_move() {
        let player = if mover.0 == seat { &mut thinker } else { &mut random };
        let choice = player.choose(&mut session, &Budget::work(work)).expect("there is a move");
        session.make(choice.index).expect("it is legal");
    }
    session.outcome() == Some(Outcome::Win(piece::Player(seat)))
}

#[track_caller]
fn wins_against_chance(name: &str, settings: &[(&str, &str)], work: u64) {
    let engine = engine(name, settings);
    let won = (0..10).filter(|n| beats_random(&engine, n % 2, u64::from(*n), work)).count();
    assert!(won >= 9, "{name}: won {won} of 10");
}

#[test]
fn chance_is_beaten_at_rush() {
    wins_against_chance("rush", &[("size", "5")], 200);
}

#[test]
fn chance_is_beaten_at_slash() {
    wins_against_chance("slash", &[("size", "5")], 200);
}

#[test]
fn chance_is_beaten_at_jostle() {
    wins_against_chance("jostle", &[], 200);
}

#[test]
fn chance_is_beaten_at_push() {
    wins_against_chance("push", &[], 200);
}

#[test]
fn chance_is_beaten_at_tiger() {
    wins_against_chance("tiger", &[], 200);
}

#[test]
fn a_seedless_search_is_the_same_every_time() {
    let engine = engine("breakthrough", &[]);
    let play = || {
        let mut session = engine.session().expect("it begins");
        let mut player = player::of("alphabeta:memory=1", &engine).expect("it is known");
        for _ in 0..8 {
            let choice = player.choose(&mut session, &Budget::work(600)).expect("there is a move");
            session.make(choice.index).expect("it is legal");
        }
        session.played().cloned().collect::<Vec<_>>()
    };
    assert_eq!(play(), play());
}

#[test]
fn it_stops_when_told() {
    let stop = Arc::new(AtomicBool::new(true));
    let (_, choice) = choose(&mut after("chess", &[], ""), Budget::default().with_depth(50).with_stop(stop));
    assert!(choice.judgment.expect("it thinks").work <= 2);
}

#[test]
fn a_finished_game_has_no_choice() {
    let mut session = after("tic-tac-toe", &[], "a1 a2 b1 b2 c1");
    let mut player = player::of("alphabeta", session.engine()).expect("it is known");
    assert!(matches!(player.choose(&mut session, &Budget::work(10)), Err(PlayerError::Over)));
}

#[test]
fn three_players_each_want_to_win() {
    let text = "game \"Three\"\nboard square 3 x 3\nplayers A, B, C\npiece stone\n\
                action place(p: empty) do put stone at p\n\
                end { when some(lines(own, 2, orthogonal)): mover wins\nwhen none(empty): draw }";
    let engine = boardwright::load_text(text, &[]).expect("it is right");
    let mut session = engine.session().expect("it begins");
    ["a1", "c3", "c1"].iter().for_each(|text| session.make_text(text).expect("it is legal"));
    let (text, choice) = choose(&mut session, Budget::work(5000));
    assert!(["b1", "a2"].contains(&text.as_str()), "{text}");
    let judgment = choice.judgment.expect("it thinks");
    assert!(judgment.is_proven && judgment.returns[0] > 0.99, "{judgment:?}");
}

#[test]
fn a_single_player_looks_for_the_way() {
    let text = "game \"Alone\"\nboard square 5 x 1\nplayers A\npiece man\nsetup { man of A at a1 }\n\
                action walk(p: own, q: neighbors(p) & empty) do move p to q\n\
                end { when e1 in own: mover wins\nwhen ply >= 6: draw }";
    let engine = boardwright::load_text(text, &[]).expect("it is right");
    let mut session = engine.session().expect("it begins");
    let mut player = player::of("alphabeta", &engine).expect("it is known");
    while session.outcome().is_none() {
        let choice = player.choose(&mut session, &Budget::work(500)).expect("there is a move");
        session.make(choice.index).expect("it is legal");
    }
    assert_eq!(session.ply(), 4);
}
