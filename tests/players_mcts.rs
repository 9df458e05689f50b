//! The player `mcts`: it sees what is forced, finds what is known, and keeps to its budget.

use boardwright::player::{self, Budget, Choice, Mcts, MctsSettings, Player, PlayerError};
use boardwright::rng::Rng;
use boardwright::{Session, load_bundled, load_text};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

/// Returns a session after these moves.
pub fn after(game: &str, params: &[(&str, &str)], moves: &[&str]) -> Session {
    let mut session = load_bundled(game, params).unwrap().session().unwrap();
    for text in moves {
        session.make_text(text).unwrap();
    }
    session
}

/// Returns the choice of a new player, and its text.
fn choice(session: &mut Session, settings: MctsSettings, budget: &Budget) -> (String, Choice) {
    let choice = Mcts::new(settings).choose(session, budget).unwrap();
    (session.notation(choice.index).unwrap(), choice)
}

fn chosen(session: &mut Session, work: u64) -> String {
    choice(session, MctsSettings::default(), &Budget::work(work)).0
}

#[test]
fn it_wins_at_once_and_stops_what_would_lose_at_once_however_short_it_thinks() {
    for work in [1, 100] {
        assert_eq!(chosen(&mut after("tic-tac-toe", &[], &["a1", "b1", "a2", "b2"]), work), "a3");
        assert_eq!(chosen(&mut after("tic-tac-toe", &[], &["a1", "b2", "c1"]), work), "b1");
        let row = ["d1", "a1", "d2", "b1", "d3"];
        assert_eq!(chosen(&mut after("connect-four", &[], &row), work), "d4");
        let five = ["a1", "o15", "b1", "o13", "c1", "o11", "d1"];
        assert_eq!(chosen(&mut after("gomoku", &[], &five), work), "e1");
    }
}

#[test]
fn it_proves_that_tic_tac_toe_is_a_draw_and_stops() {
    let mut session = after("tic-tac-toe", &[], &[]);
    let (_, choice) = choice(&mut session, MctsSettings::default(), &Budget::work(1_000_000));
    let judgment = choice.judgment.unwrap();
    assert!(judgment.is_proven && judgment.work < 100_000, "{judgment:?}");
    assert_eq!(judgment.returns, [0.0, 0.0]);
}

#[test]
fn the_same_seed_and_work_choose_the_same_moves() {
    let game = |seed: u64| {
        let mut session = after("breakthrough", &[], &[]);
        let mut player = Mcts::new(MctsSettings { seed, ..MctsSettings::default() });
        for _ in 0..6 {
            let index = player.choose(&mut session, &Budget::work(200)).unwrap().index;
            session.make(index).unwrap();
        }
        session.played().cloned().collect::<Vec<_>>()
    };
    assert_eq!(game(3), game(3));
    assert_ne!(game(3), game(4));
}

#[test]
fn what_it_knows_is_kept_as_long_as_the_game_goes_on() {
    let mut session = after("breakthrough", &[], &[]);
    let mut player = Mcts::new(MctsSettings::default());
    let first = player.choose(&mut session, &Budget::work(10_000)).unwrap();
    session.make(first.index).unwrap();
    let expected = first.judgment.unwrap().lines[0].moves[1].clone();
    session.make_move(&expected).unwrap();
    let next = player.choose(&mut session, &Budget::work(1)).unwrap().judgment.unwrap();
    let known: u64 = next.lines.iter().map(|line| line.work).sum();
    assert!(known > 8, "{known}");
    // Another game is begun without it.
    let mut other = after("breakthrough", &[], &["a2-a3", "a7-a6"]);
    let next = player.choose(&mut other, &Budget::work(1)).unwrap().judgment.unwrap();
    assert!(next.lines[0].work <= 1);
}

#[test]
fn little_memory_is_enough() {
    let mut session = after("hex", &[("size", "5")], &[]);
    let settings = MctsSettings { memory: 1, ..MctsSettings::default() };
    let (_, choice) = choice(&mut session, settings, &Budget::work(20_000));
    assert_eq!(choice.judgment.unwrap().work, 20_000);
}

#[test]
fn threads_share_a_tree() {
    let mut session = after("hex", &[("size", "5")], &[]);
    let settings = MctsSettings { threads: 3, memory: 1, ..MctsSettings::default() };
    let (_, choice) = choice(&mut session, settings, &Budget::work(5000));
    assert_eq!((choice.judgment.unwrap().work, session.ply()), (5000, 0));
}

#[test]
fn a_search_ends_in_time_and_when_it_is_stopped() {
    let mut session = after("chess", &[], &[]);
    let begun = Instant::now();
    choice(&mut session, MctsSettings::default(), &Budget::time(Duration::from_millis(50)));
    let stop = Arc::new(AtomicBool::new(true));
    choice(&mut session, MctsSettings::default(), &Budget::work(u64::MAX).with_stop(stop));
    assert!(begun.elapsed() < Duration::from_secs(20));
    assert_eq!(session.ply(), 0);
}

#[test]
fn the_only_move_is_made_without_thinking_and_a_finished_game_has_none() {
    let rules = "game \"One way\"\nboard square 3 x 1\nplayers Black, White\npiece stone\n\
         action place(p: empty) when count(empty) + column(p) == 4 do put stone at p\n\
         end { when none(empty): mover wins }";
    let mut session = load_text(rules, &[]).unwrap().session().unwrap();
    while session.outcome().is_none() {
        let (_, choice) = choice(&mut session, MctsSettings::default(), &Budget::work(10));
        assert!(choice.judgment.is_none());
        session.make(choice.index).unwrap();
    }
    let over = Mcts::new(MctsSettings::default()).choose(&mut session, &Budget::work(10));
    assert!(matches!(over, Err(PlayerError::Over)));
}

#[test]
fn it_plays_for_any_number_of_players() {
    for players in ["Black", "Black, White, Red"] {
        let rules = format!(
            "game \"Three\"\nboard square 4 x 4\nplayers {players}\npiece stone\n\
             action place(p: empty) do put stone at p\n\
             end {{ when some(lines(own, 3)): mover wins\n when none(empty): draw }}"
        );
        let mut session = load_text(&rules, &[]).unwrap().session().unwrap();
        let mut player = Mcts::new(MctsSettings::default());
        while session.outcome().is_none() {
            let choice = player.choose(&mut session, &Budget::work(300)).unwrap();
            session.make(choice.index).unwrap();
        }
        assert!(session.ply() >= 3);
    }
}

/// Returns a session of these rules at a position.
fn at(rules: &str, line: &str) -> Session {
    let engine = load_text(rules, &[]).unwrap();
    let position = boardwright::position_line::parse(&*engine, line).unwrap();
    let mut session = engine.session().unwrap();
    session.set_position(&position).unwrap();
    session
}

/// Rules of players who put stones on a board, and win by a row.
fn rows(board: &str, players: &str, row: usize) -> String {
    format!(
        "game \"Rows\"\nboard square {board}\nplayers {players}\npiece stone\naction place(p: empty) do put stone at p\n\
         end {{ when some(lines(own, {row})): mover wins\n when none(empty): draw }}"
    )
}

#[test]
fn among_three_the_next_player_takes_a_win_and_the_others_know_it() {
    let mut session = at(&rows("6 x 1", "Red, Green, Blue", 2), "g5 Red");
    let (text, choice) = choice(&mut session, MctsSettings::default(), &Budget::work(500));
    assert_eq!(text, "b1");
    let judgment = choice.judgment.unwrap();
    let loses = |line: &&player::Line| line.is_proven && line.value == -0.5;
    assert_eq!(judgment.lines.iter().filter(loses).count(), 4, "{judgment:?}");
    let mut session = at(&rows("5 x 5", "Red, Green, Blue", 4), "1rbr1/2rg1/g1gg1/b1g2/rbrbb Red");
    for work in [1, 1000] {
        assert_eq!(chosen(&mut session, work), "b3");
    }
    // Three places win, and there are two others to stop it.
    let mut session = at(&rows("5 x 5", "Red, Green, Blue", 4), "g1gb1/1r1r1/1gbr1/r1bbr/2ggb Red");
    assert_eq!(chosen(&mut session, 5000), "c4");
}

#[test]
fn what_is_proven_lost_is_not_played_as_long_as_something_else_is_open() {
    let played = ["b1", "d7", "e2", "f1", "g6", "f7", "a4", "f3", "g2", "a2", "g4", "d3", "b7"];
    let mut session = after("dots-and-boxes", &[("boxes_wide", "3"), ("boxes_high", "3")], &played);
    for work in [5000, 10_000, 20_000, 30_000] {
        let (text, choice) = choice(&mut session, MctsSettings::default(), &Budget::work(work));
        let judgment = choice.judgment.unwrap();
        let (first, others) = judgment.lines.split_first().unwrap();
        let is_lost = |line: &player::Line| line.is_proven && line.value == -1.0;
        assert!(!is_lost(first) || others.iter().all(is_lost), "{work}: {text}");
        // It is won by b3, c2 and d1.
        assert!(!judgment.is_proven || judgment.returns == [1.0, -1.0], "{work}: {text}");
    }
}

#[test]
fn a_win_by_three_steps_of_one_turn_is_seen() {
    let rules = "game \"Steps\"\nboard square 8 x 8\nplayers A going N, B going S\npiece man\n\
        setup { man of A at rows(1..2) man of B at rows(7..8) }\nvar left = 3 each turn\n\
        action step(p: own, q: neighbors(p, forward) except own)\n  when q in empty or q in neighbors(p, diagonal)\n\
        do { move p to q; left -= 1; if left > 0 { again } }\n\
        end { when some(own & edge(forward)): mover wins\n when none(pieces of rival(mover)): mover wins\n\
        when stuck(next) and next != mover: next loses\n when stuck(next): never }";
    let mut session = at(rules, "bb3bbb/b2bb3/b2b1b1b/3b3a/1baa3a/1ba1a3/aaaaaba1/4a1a1 A");
    assert_eq!(chosen(&mut session, 1), "h5-g6");
}

/// In Connect6, a turn has two stones: Black threatens to add both that are missing to a row.
#[test]
fn a_threat_of_a_turn_of_two_moves_is_seen() {
    let moves = "k10 k8 k9 i10 i11 k12 j12 j11 h8 h10 j8 k11 l11 m11";
    let mut session = after("connect6", &[], &moves.split(' ').collect::<Vec<_>>());
    let move_made = chosen(&mut session, 1);
    assert!(["g11", "h11"].contains(&&*move_made), "{move_made}");
}

#[test]
fn a_threat_is_seen_on_the_largest_boards() {
    let mut session = load_text(&rows("24 x 24", "A, B", 5), &[]).unwrap().session().unwrap();
    // The row can be completed at one end only.
    for text in ["a1", "k10", "c1", "l10", "e1", "m10", "j10", "n10"] {
        session.make_text(text).unwrap();
    }
    assert_eq!(chosen(&mut session, 1), "o10");
}

#[test]
fn it_goes_on_where_the_other_player_overlooks_a_win() {
    // X wins by a3 and by c2.
    let mut session = after("tic-tac-toe", &[], &["a1", "b1", "b2", "c3", "a2"]);
    let mut player = Mcts::new(MctsSettings::default());
    let stops = player.choose(&mut session, &Budget::work(1000)).unwrap();
    assert_eq!(stops.judgment.unwrap().returns, [1.0, -1.0]);
    for (text, best) in [("a3", "b3"), ("c2", "a3")] {
        session.make_text(text).unwrap();
        session.make_text("c1").unwrap();
        let choice = player.choose(&mut session, &Budget::work(1000)).unwrap();
        assert_eq!(session.notation(choice.index).unwrap(), best);
        session.undo();
        session.undo();
        player.choose(&mut session, &Budget::work(1000)).unwrap();
    }
}

#[test]
fn it_beats_random_moves() {
    let games: [(&str, &[(&str, &str)]); 4] =
        [("rush", &[("size", "5")]), ("slash", &[("size", "5")]), ("jostle", &[]), ("push", &[])];
    for (game, params) in games {
        let engine = load_bundled(game, params).unwrap();
        let (mut mcts, mut random) = (player::of("mcts", &engine).unwrap(), player::of("random", &engine).unwrap());
        let mut won = 0.0;
        for seat in [0, 1] {
            let mut session = engine.session().unwrap();
            let mut rng = Rng::new(7);
            while session.outcome().is_none() && session.ply() < 300 {
                let thinks = session.to_move().unwrap().0 == seat;
                let player = if thinks { &mut mcts } else { &mut random };
                let index = player.choose(&mut session, &Budget::work(300 + rng.below(20) as u64)).unwrap().index;
                session.make(index).unwrap();
            }
            won += session.returns()[usize::from(seat)];
        }
        assert!(won == 2.0, "{game}: {won}");
    }
}

/// All moves lose here, and most at once, as three in a row lose.
#[test]
fn a_slow_loss_is_better_than_a_quick_one() {
    let rules =
        "extends \"tic-tac-toe\"\ngame \"Losing Three\"\nalso first end { when some(lines(own, 3)): mover loses }";
    let mut session = load_text(rules, &[]).unwrap().session().unwrap();
    for text in ["c2", "a1", "b2", "c3", "b3", "a3"] {
        session.make_text(text).unwrap();
    }
    let choice = Mcts::new(MctsSettings::default()).choose(&mut session, &Budget::work(100)).unwrap();
    let line = choice.judgment.unwrap().lines.remove(0);
    assert_eq!((session.notation(choice.index).unwrap().as_str(), line.plies), ("c1", Some(3)));
}

#[test]
fn a_limit_of_depth_alone_does_not_make_it_think_forever() {
    let mut session = after("hex", &[], &[]);
    let choice = Mcts::new(MctsSettings::default()).choose(&mut session, &Budget::default().with_depth(2)).unwrap();
    assert!(choice.judgment.unwrap().work > 0);
}
