//! Both engines mean the same: legal moves in order, their number, and the positions that they lead to agree at every ply.

use crate::common;
use boardwright::bundled;
use boardwright::engine::fast::Fast;
use boardwright::engine::reference::Reference;
use boardwright::engine::{Counts, Engine};
use boardwright::internals::load;
use boardwright::position::Position;
use boardwright::rng::Rng;
use std::sync::Arc;

/// Both engines of a bundled game.
fn engines(name: &str, settings: &[(&str, &str)]) -> (Arc<Reference>, Arc<Fast>) {
    if settings.is_empty() {
        return common::both_engines(name);
    }
    let Ok(loaded) = load::load_bundled(name, settings) else { panic!("{name} does not load") };
    common::translated(Arc::new(loaded.game().clone()))
}

/// Plays a random game of at most `plies` plies on both engines.
fn play_both(name: &str, reference: &Reference, fast: &Fast, seed: u64, plies: u32) {
    let mut rng = Rng::new(seed);
    let mut position = reference.start().unwrap();
    for _ in 0..plies {
        if position.outcome.is_some() {
            return;
        }
        let moves = reference.legal_moves(&position).unwrap();
        assert_eq!(moves, fast.legal_moves(&position).unwrap(), "{name}, seed {seed}, ply {}", position.ply);
        assert_eq!(
            fast.count_moves(&position).unwrap(),
            moves.len() as u64,
            "{name}, seed {seed}, ply {}",
            position.ply
        );
        let mv = &moves[rng.below(moves.len())];
        let mut other = position.clone();
        fast.play_unchecked(&mut other, mv).unwrap();
        reference.play_unchecked(&mut position, mv).unwrap();
        assert_eq!(position, other, "{name}, seed {seed}, ply {}: {mv:?}", position.ply);
    }
}

#[test]
fn every_bundled_game_is_played_alike() {
    let mut found = Vec::new();
    for name in bundled::names() {
        let (reference, fast) = engines(name, &[]);
        found.extend(fast.unsupported().map(|why| (name, why)));
        (0..2).for_each(|seed| play_both(name, &reference, &fast, seed, 50));
    }
    assert_eq!(found, [], "what their rules use cannot be translated");
}

#[test]
fn other_settings_are_played_alike() {
    for (name, settings) in [
        ("rush", [("size", "9")]),
        ("rush", [("size", "25")]),
        ("slash", [("size", "5")]),
        ("hex", [("size", "4")]),
        ("go", [("size", "5")]),
        ("reversi", [("size", "6")]),
    ] {
        let (reference, fast) = engines(name, &settings);
        (0..2).for_each(|seed| play_both(name, &reference, &fast, seed, 80));
    }
}

#[test]
fn random_games_come_out_alike() {
    // The engines draw in different ways: only the shares of the results can be the same.
    for name in ["breakthrough", "tic-tac-toe", "connect-four", "jostle"] {
        let (reference, fast) = engines(name, &[]);
        let share = |engine: &dyn Engine| {
            let games = 400;
            let first = |n: u64| {
                let mut position = engine.start().unwrap();
                engine.playout(&mut position, &mut Rng::for_game(7, n), 1000).unwrap();
                position.outcome == Some(boardwright::outcome::Outcome::Win(boardwright::game::piece::Player(0)))
            };
            (0..games).filter(|n| first(*n)).count() as f64 / games as f64
        };
        let (a, b) = (share(&*reference), share(&*fast));
        // A difference of more than four standard deviations is significant.
        assert!((a - b).abs() < 0.15, "{name}: {a} and {b}");
    }
}

#[test]
fn counts_of_sequences_agree() {
    for (name, depth) in [("chess", 3), ("english-draughts", 5), ("push", 3), ("hex", 2), ("reversi", 5), ("oware", 4)]
    {
        let (reference, fast) = engines(name, &[]);
        let start = reference.start().unwrap();
        assert_eq!(fast.perft(&start, depth).unwrap(), reference.perft(&start, depth).unwrap(), "{name}");
    }
}

#[test]
fn shifted_cells_are_the_same_for_all_players() {
    let text = "game \"Shifts\" board square 5 x 4 without {c2} players A going N, B going E, C going SW piece man
        setup { man of A at a1; man of B at a4; man of C at e4 }
        action leap(p: own, x: -2..2, y: -2..2)
          let q = shift(p, x, y)
          when q in empty
          as \"{p}-{q}\"
          do { move p to q }
        action follow(p: own, x: 1..2)
          let q = shift(p, x, ply % 2, after(mover))
          when q in empty
          as \"{p}>{q}\"
          do { move p to q }
        end { when ply == 60: draw when stuck(next): draw }";
    let game = Arc::new(load::load_text(text, &[]).unwrap().game().clone());
    let (reference, fast) = (Reference::new(game.clone()), Fast::new(game.clone(), Arc::new(Reference::new(game))));
    assert_eq!(fast.unsupported(), None);
    for seed in 0..20 {
        play_both("shifts", &reference, &fast, seed, 60);
    }
}

#[test]
fn moves_with_one_text_are_one_move_or_a_fault() {
    let engines = |rules: &str| {
        let game = Arc::new(load::load_text(rules, &[]).unwrap().game().clone());
        let fast = Fast::new(game.clone(), Arc::new(Reference::new(game.clone())));
        assert_eq!(fast.unsupported(), None);
        (Reference::new(game), fast)
    };
    // Two kings castle to the same side, which is two moves; a stone that comes to one cell on two ways is one.
    let kings = "extends \"chess\" game \"Two Kings\" replace setup { king of White at {e1 e2}; rook of White at {h1 h2}; king of Black at e8 }
         without always safe replace var rights: cells = {h1 h2}";
    let (reference, fast) = engines(kings);
    let start = reference.start().unwrap();
    let faults =
        [reference.legal_moves(&start), fast.legal_moves(&start)].map(|listed| listed.unwrap_err().to_string());
    assert!(faults[0].contains("two different moves are both written `O-O`") && faults[0] == faults[1], "{faults:?}");
    let mut rng = Rng::new(1);
    let played = fast.playout(&mut start.clone(), &mut rng, 10).unwrap_err();
    assert_eq!(played.to_string(), faults[0]);
    assert_eq!(fast.perft(&start, 2).unwrap_err().to_string(), faults[0]);
    let (reference, fast) = engines(
        "game \"Ways\" board square 3 x 3 players A, B piece stone setup { stone of A at a1; stone of B at c3 }
         action go(p: own, d: N | E, e: N | E) let q = step(step(p, d), e) when q in empty as \"{p}-{q}\" do move p to q
         end { when ply == 3: draw when stuck(next): draw }",
    );
    let start = reference.start().unwrap();
    assert_eq!(reference.legal_moves(&start).unwrap().len(), 3);
    assert_eq!(fast.legal_moves(&start).unwrap(), reference.legal_moves(&start).unwrap());
    assert_eq!(fast.count_moves(&start).unwrap(), 3);
    assert_eq!(fast.perft(&start, 2).unwrap(), reference.perft(&start, 2).unwrap());
    // Each of the three as often as the others.
    let mut ends = std::collections::BTreeMap::new();
    for n in 0..600 {
        let mut position = start.clone();
        fast.playout(&mut position, &mut Rng::for_game(3, n), 1).unwrap();
        *ends.entry(format!("{:?}", position.words)).or_insert(0) += 1;
    }
    assert!(ends.len() == 3 && ends.values().all(|times| (150..250).contains(times)), "{ends:?}");
}

#[test]
fn a_game_that_comes_to_a_fault_is_followed_to_it() {
    let rules = "game \"Faulty\" board square 4 x 4 players A, B piece stone var n = 3
         action place(p: empty) do { put stone at p; n = 12 / (n + 1 - column(p) % 2 * 2 - row(p) % 2 * 2) }
         end { when none(empty): draw when stuck(next): draw }";
    let game = Arc::new(load::load_text(rules, &[]).unwrap().game().clone());
    let fast = Fast::new(game.clone(), Arc::new(Reference::new(game)));
    let start = fast.start().unwrap();
    let mut faults = 0;
    for n in 0..50 {
        let (mut position, mut played) = (start.clone(), Vec::new());
        match fast.random_game(&mut position, &mut Rng::for_game(1, n), 100, &mut played) {
            Ok(plies) => assert_eq!(plies as usize, played.len()),
            Err(fault) => {
                faults += 1;
                assert_eq!(fault.code.name(), "F05");
                // The last of the moves leads to it.
                let (last, before) = played.split_last().unwrap();
                let mut position = start.clone();
                before.iter().for_each(|mv| fast.play_unchecked(&mut position, mv).unwrap());
                assert_eq!(fast.play_unchecked(&mut position, last).unwrap_err().code, fault.code);
            }
        }
    }
    assert!(faults > 5, "{faults}");
}

#[test]
fn what_comes_from_outside_is_looked_at_first() {
    let (reference, fast) = engines("chess", &[]);
    let start = reference.start().unwrap();
    let mut mv = fast.legal_moves(&start).unwrap()[0].clone();
    for wrong in [64, -1, i32::MAX, i32::MIN] {
        mv.values[1] = wrong;
        assert!(fast.play_unchecked(&mut start.clone(), &mv).is_err(), "{wrong}");
    }
    mv.values.clear();
    assert!(fast.play_unchecked(&mut start.clone(), &mv).is_err());
    let mut odd = start.clone();
    odd.words.iter_mut().for_each(|word| *word = u64::MAX);
    assert!(fast.legal_moves(&odd).is_err());
}

#[test]
fn random_plies_are_legal_moves() {
    for name in bundled::names() {
        let (reference, fast) = engines(name, &[]);
        for seed in 0..2 {
            let mut rng = Rng::new(seed);
            let mut position = reference.start().unwrap();
            for _ in 0..30 {
                if position.outcome.is_some() {
                    break;
                }
                let before = position.clone();
                assert_eq!(fast.playout(&mut position, &mut rng, 1).unwrap(), 1, "{name}");
                let reached = reference.legal_moves(&before).unwrap().into_iter().map(|mv| {
                    let mut after = before.clone();
                    reference.play_unchecked(&mut after, &mv).unwrap();
                    after
                });
                let reached: Vec<_> = reached.collect();
                assert!(reached.contains(&position), "{name}, seed {seed}: {position:?} after {before:?}");
            }
        }
    }
}

#[test]
fn a_random_game_is_the_same_ply_by_ply_and_in_one_go() {
    for name in bundled::names() {
        let (reference, fast) = engines(name, &[]);
        let plies = 120;
        let (mut whole, mut steps) = (reference.start().unwrap(), reference.start().unwrap());
        let made = fast.playout(&mut whole, &mut Rng::new(3), plies).unwrap();
        let mut rng = Rng::new(3);
        let mut one_by_one = 0;
        while steps.outcome.is_none() && one_by_one < plies {
            one_by_one += fast.playout(&mut steps, &mut rng, 1).unwrap();
        }
        assert_eq!((made, whole), (one_by_one, steps), "{name}");
    }
}

#[test]
fn random_plies_take_each_move_as_often_as_the_others() {
    for name in bundled::names() {
        let (reference, fast) = engines(name, &[]);
        let mut position = reference.start().unwrap();
        let mut rng = Rng::new(5);
        for ply in 0..40 {
            let moves = reference.legal_moves(&position).unwrap();
            if ply % 13 == 12 && (2..=60).contains(&moves.len()) {
                check_shares(name, &reference, &fast, &position);
            }
            reference.play_unchecked(&mut position, &moves[rng.below(moves.len())]).unwrap();
            if position.outcome.is_some() {
                break;
            }
        }
    }
}

/// The moves with a promotion, those that take a piece of the enemy's choice, and the plain ones are equally likely.
#[test]
fn moves_with_choices_are_as_likely_as_the_others() {
    for (name, moves) in
        [("chess", "b2-b4 a7-a5 b4-a5 b7-b6 a5-b6 h7-h6 b6-c7 h6-h5"), ("nine-mens-morris", "a7 b6 d7 b4 c3 d2")]
    {
        let (reference, fast) = engines(name, &[]);
        let mut position = reference.start().unwrap();
        for text in moves.split(' ') {
            let mv = reference.find(&position, text).unwrap().unwrap_or_else(|| panic!("{name}: {text}"));
            reference.play_unchecked(&mut position, &mv).unwrap();
        }
        check_shares(name, &reference, &fast, &position);
    }
}

/// So they are if one of several choices is made, each in a branch of its own.
#[test]
fn moves_with_one_of_several_choices_are_as_likely_as_the_others() {
    let rules = "game \"Branches\"\nboard square 4 x 4\nplayers White, Black\npiece man, king, rook, knight\n\
        setup { man of White at rows(2) man of Black at a4 }\n\
        action step(p: own, q: neighbors(p) & empty)\n  do {\n    move p to q\n\
        if q in rows(3) { choose k in {king, rook, knight} as \"={k}\" { put k at q } }\n\
        else if q in columns(1..3) { may choose k in {knight} as \"+\" { put k at q } }\n  }\n\
        end { when stuck(next): draw when ply > 50: draw }";
    let game = Arc::new(boardwright::load_text(rules, &[]).unwrap().game().clone());
    let (reference, fast) = common::translated(game);
    check_shares("Branches", &reference, &fast, &reference.start().unwrap());
}

/// So they are if the choice follows effects that call themselves: of the men beside a cell, or of so many that no number is drawn. What
/// the effects put decides how many there can be.
#[test]
fn moves_with_choices_after_recursive_effects_are_as_likely_as_the_others() {
    let effect = |put: &str| {
        format!(
            "effect push(x: piece, c: cell, d: dir) {{\nlet y = at(c)\nremove c\nput x at c\n{put}\n\
             if y != nothing {{ let on = step(c, d) if on != off {{ push(y, on, d) }} }}\n}}"
        )
    };
    for (put, over) in [
        ("", "neighbors(q) & enemy"),
        ("", "neighbors(own & king) & enemy"),
        ("", "enemy & men"),
        ("put man of rival(mover) at a1", "neighbors(own & king) & enemy"),
        ("put man of rival(mover) at corner", "enemy & men"),
    ] {
        let rules = format!(
            "game \"Push\"\nboard square 5 x 4\nplayers White, Black\npiece man, king\ndef men = man\n\
             setup {{ man of White at rows(1) man of Black at rows(3) king of White at c2 king of Black at c4 }}\n{}\n\
             action go(p: own, d: orthogonal, q: neighbors(p, d))\n  do {{ let x = at(p) remove p push(x, q, d)\n\
             let prey = {over}\nif count(prey) > 1 {{ choose c in prey as \"x{{c}}\" {{ remove c }} }} }}\n\
             end {{ when ply > 9: draw when stuck(next): next loses }}",
            effect(put)
        );
        let game = Arc::new(boardwright::load_text(&rules, &[]).unwrap().game().clone());
        let (reference, fast) = common::translated(game);
        assert_eq!(fast.unsupported(), None);
        let mut position = reference.start().unwrap();
        let mut rng = Rng::new(2);
        for _ in 0..3 {
            check_shares("Push", &reference, &fast, &position);
            let moves = reference.legal_moves(&position).unwrap();
            reference.play_unchecked(&mut position, &moves[rng.below(moves.len())]).unwrap();
        }
        check_rules(&rules.replace("ply > 9", "ply > 4"));
    }
}

/// In the tiger's game, a tiger that comes beside several men.
#[test]
fn strikes_with_a_choice_are_as_likely_as_the_others() {
    let (reference, fast) = engines("tiger", &[]);
    let game = boardwright::load_bundled("tiger", &[]).unwrap();
    let mut rng = Rng::new(1);
    let mut checked = 0;
    for _ in 0..200 {
        let mut position = game.start().unwrap();
        while position.outcome.is_none() && checked < 2 {
            let moves = reference.legal_moves(&position).unwrap();
            let chosen =
                moves.iter().filter(|mv| mv.values.len() > game.game().actions[usize::from(mv.action.0)].binders.len());
            if (3..=40).contains(&moves.len()) && chosen.count() > 1 {
                check_shares("tiger", &reference, &fast, &position);
                checked += 1;
            }
            reference.play_unchecked(&mut position, &moves[rng.below(moves.len())]).unwrap();
        }
    }
    assert_eq!(checked, 2);
}

/// Defs that the board alone decides, called with cells that may be `off` and with directions: for some arguments there is no value.
#[test]
fn defs_of_the_board_alone_are_read_from_tables() {
    for (def, when) in [
        (
            "def on(c: cell, d: dir) = if row(c) == 1 then step(c, opposite(d)) else step(step(c, d), d)",
            "on(q, d) in own or n > 2",
        ),
        ("def on(c: cell, d: dir) = if c == off then n else row(c) * 2 + dx(d)", "on(step(q, d), d) > 3"),
        ("def on(c: cell, d: dir) = if c == off then 3 else row(c) * 2 + dx(d)", "on(step(q, d), d) > 3"),
        (
            "def on(c: cell, d: dir) = dir(if column(c) > 2 then -dx(d) else dx(d), dy(d))",
            "step(q, on(q, d)) not in own",
        ),
        ("def on(c: cell, P: player) = if P == White then row(c) > 1 else row(c) < 4", "on(q, owner(at(p)))"),
        ("def on(c: cell, P: player) = if P == mover then row(c) > 1 else row(c) < 4", "on(q, owner(at(step(q, d))))"),
        ("def on(c: cell, k: kind) = match k { man: row(c) > 1, else: column(c) != 2 }", "on(q, kind(at(step(q, d))))"),
        (
            "def on(c: cell, d: dir) = x * 2 + y\n  where x = row(step(c, d)), y = column(c)",
            "step(q, d) == off or on(q, d) > 5",
        ),
    ] {
        check_rules(&format!(
            "game \"Tables\"\nboard square 5 x 4\nplayers White, Black\npiece man\nvar n = 1\n{def}\n\
             setup {{ man of White at rows(1) man of Black at rows(4) }}\n\
             action go(p: own, d: all, q: neighbors(p, d) & empty)\n  when {when}\n  do {{ move p to q n = 1 + row(q) % 3 }}\n\
             end {{ when ply > 6: draw when stuck(next): next loses }}"
        ));
    }
}

/// Sets that are the same for all candidates, and what stands between a cell and another one on a ray from it.
#[test]
fn sets_of_the_position_are_computed_before_the_candidates() {
    for when in [
        "none(between(p, q) & zone(rival(mover)))",
        "none(zone(rival(mover)) & between(p, q)) and q not in zone(mover)",
        "none(between(p, q) & neighbors(own & king, N | E))",
        "none(between(p, q) & { c in neighbors(enemy): 6 / (row(c) - n) > 0 })",
        "q in neighbors(enemy, N | NE | W) or q not in zone(rival(mover)) | corner",
        "step(q, N) in zone(rival(mover)) except neighbors(own & king)",
    ] {
        check_rules(&format!(
            "game \"Zones\"\nboard square 6 x 5\nplayers White, Black\npiece man, king\nvar n = 9\n\
             def zone(P: player) = neighbors(king of P)\n\
             setup {{ man of White at rows(1) man of Black at rows(5) king of White at c2 king of Black at d4 }}\n\
             action go(p: own, d: all, q: ray(p, d, empty))\n  when {when}\n  do {{ move p to q n = 5 + row(q) }}\n\
             end {{ when ply > 5: draw when stuck(next): next loses }}"
        ));
    }
}

/// Positions that were counted before are found again, whatever is counted in between.
#[test]
fn sequences_of_known_positions_are_counted_once() {
    for (name, depth) in
        [("tic-tac-toe", 6), ("push", 4), ("english-draughts", 5), ("tiger", 2), ("lasca", 5), ("konane", 3)]
    {
        let (_, fast) = engines(name, &[]);
        let start = fast.start().unwrap();
        for positions in [1, 100_000] {
            let known = Counts::new(positions);
            for depth in [depth - 1, depth, depth] {
                let found = fast.perft_known(&start, depth, &known).unwrap();
                assert_eq!(found, fast.perft(&start, depth).unwrap(), "{name}, {depth} plies");
            }
        }
    }
}

/// Checks that both engines list the same moves, and count the same sequences, in positions of a random game; there must be code.
fn check_rules(rules: &str) {
    let game = Arc::new(boardwright::load_text(rules, &[]).unwrap().game().clone());
    let (reference, fast) = common::translated(game);
    assert_eq!(fast.unsupported(), None, "{rules}");
    let mut rng = Rng::new(5);
    for _ in 0..3 {
        let mut position = reference.start().unwrap();
        while position.outcome.is_none() {
            let moves = reference.legal_moves(&position).unwrap();
            assert_eq!(fast.legal_moves(&position).unwrap(), moves, "{rules}");
            let [found, wanted] = [fast.perft(&position, 2), reference.perft(&position, 2)].map(|count| count.unwrap());
            assert_eq!(found, wanted, "{rules}");
            reference.play_unchecked(&mut position, &moves[rng.below(moves.len())]).unwrap();
        }
    }
}

/// Unions of numbers, filters over wide ranges, many unknown numbers, choices from numbers far apart.
#[test]
fn sets_of_numbers_have_code_in_all_forms() {
    check_rules(
        "game \"Numbers\"\nboard square 4 x 4\nplayers White, Black\npiece man\nvar n = 3\nvar m = 0\n\
         var level(c: cell) = 0\n\
         def many = {n, n + 1, m, m * 2, count(own), count(enemy), ply, ply + 3, 7, n * n}\n\
         def wide = { k in 1..n + 100: k % 7 == ply % 7 or k < n }\n\
         def joined = union(p in own: {row(p)} | (1..level(p)))\n\
         action place(p: empty, k: { k in 1..n * 40: k % 37 == 0 or k == n })\n  when k <= 80\n  as \"{p}:{k}\"\n\
         do { put man at p level(p) = k % 9 n = 1 + count(joined) % 6 m = count(many) }\n\
         action pick(p: empty)\n  when ply > 2\n  do {\n put man at p\n\
         choose k in if ply % 2 == 0 then {count(own) * 30, n, 200} else many as \"/{k}\" { m = k }\n\
         if some(many & wide) { level(p) = max(k in joined | {0}: k) }\n  }\n\
         end { when ply > 7: draw when stuck(next): next loses\n\
         when joined within wide and count(own) > 3 and some(wide except joined): mover wins\n\
         when repeated(next, many) >= 1: draw }",
    );
}

/// On wide boards, groups, rays around the board and narrow sets are walked cell by cell.
#[test]
fn few_cells_of_wide_boards_are_walked() {
    for board in ["square 18 x 12 wraps E/W, N/S", "hex 16 x 16 wraps E/W, NE/SW", "square 20 x 11"] {
        for condition in [
            "groups(own | q) == 1",
            "groups(neighbors(q) & occupied) != 1",
            "groups(own & neighbors(q)) < 1",
            "groups(occupied except p) >= 1",
            "groups(neighbors(q) except own) <= 1",
            "groups(occupied | q) > 1",
            "some({ c in neighbors(q) except occupied: count(neighbors(c) & neighbors(q) & occupied) == 1 })",
            "count(group(q | first(q, all, own), occupied | q)) > 2",
            "first(q, E, occupied) within group(p, own) | enemy",
        ] {
            let mirror = if board.starts_with("hex") { "g7 h7 c4" } else { "g7 h7 i8" };
            check_rules(&format!(
                "game \"Wide\"\nboard {board}\nplayers White, Black\npiece man\n\
                 setup {{ man of White at {{f6 f7 g6}} man of Black at {{{mirror}}} }}\n\
                 action move(p: own, q: neighbors(p) & empty)\n  when {condition}\n  do move p to q\n\
                 end {{ when ply > 5 or none(own): draw when stuck(next): next loses }}"
            ));
        }
    }
}

/// Conditions that the board alone decides, of one cell and of two.
#[test]
fn conditions_of_the_board_alone_are_evaluated_beforehand() {
    for condition in [
        "(row(q) + column(q)) % 3 != 0",
        "distance(q, a1) > 2 and q not in corner",
        "abs(row(p) - row(q)) == 2 or row(q) in {1, 4}",
        "distance(p, q) == n",
        "some(c in corner: distance(c, q) == distance(c, p))",
        "sum(c in neighbors(q): row(c)) % 5 < 3",
    ] {
        check_rules(&format!(
            "game \"Board\"\nboard square 5 x 4\nplayers White, Black\npiece man\nvar n = 1\n\
             setup {{ man of White at rows(1) man of Black at rows(4) }}\n\
             action go(p: own, q: {{ q in empty: {condition} }})\n  do {{ move p to q n = 1 + row(q) % 2 }}\n\
             end {{ when ply > 6: draw when stuck(next): next loses }}"
        ));
    }
}

/// Conditions in one `when`, binders over the whole board, cheap conditions after costly ones; some may fault.
#[test]
fn conditions_may_stand_anywhere() {
    for action in [
        "action go(p: board, q: board)\n  when p in own and q in empty and q in neighbors(p) and q not in corner",
        "action go(q: board, p: board)\n  when q not in occupied\n  when p in own and q in neighbors(p)\n  when 12 / row(p) > 2",
        "action go(p: own, q: { q in empty: count(group(q, empty)) > 3 and q in neighbors(p) })",
        "action go(p: own, q: { q in board: 6 / (row(q) + n) > 1 and count(group(q, own)) == 0 and q in neighbors(p) & empty })",
        "action go(p: board, q: neighbors(p))\n  let r = step(q, N)\n  when p in own and (r == off or r in empty) and q in empty",
        "action go(p: own, q: neighbors(p) & empty)\n  when some(c in board: count(group(c, own)) > 1 and c in own)\n  \
         when count(c in board: count(group(c, enemy)) > 1 and c in enemy) < 9",
    ] {
        check_rules(&format!(
            "game \"Conditions\"\nboard square 4 x 4\nplayers White, Black\npiece man\nvar n = 1\n\
             setup {{ man of White at rows(1) man of Black at rows(4) }}\n{action}\n  do move p to q\n\
             end {{ when ply > 6: draw when stuck(next): next loses }}"
        ));
    }
}

/// Choices inside one another, with changes of a table that are taken back, and more of them than are written down.
#[test]
fn choices_inside_one_another_change_tables() {
    for times in [3, 90] {
        check_rules(&format!(
            "game \"Choices\"\nboard square 4 x 4\nplayers White, Black\npiece man\nvar tall(c: cell, n: 0..9) = 0\n\
             var loops = 0\n\
             setup {{ man of White at rows(1) man of Black at rows(4) }}\n\
             effect jump(p: cell, left: int) {{\n\
             tall(p, left) += 1\n\
             loops = 0 while loops < {times} {{ tall(p, loops % 10) += 1 loops += 1 }}\n\
             may choose q in neighbors(p) & empty as \"-{{q}}\" {{\n\
             move p to q\n if left > 1 {{ jump(q, left - 1) }} else {{ choose n in {{0, tall(q, 1) % 10}} as \"={{n}}\" {{ tall(q, n) = n }} }}\n\
             }}\n}}\n\
             action go(p: own)\n  do jump(p, 1 + ply % 3)\n\
             end {{ when ply > 5: draw when stuck(next): next loses when repeated(tall) >= 1: draw }}"
        ));
    }
}

/// Texts chosen by `if` and `match`, the same in two actions.
#[test]
fn texts_are_compared_by_what_they_show() {
    check_rules(
        "game \"Texts\"\nboard square 4 x 4\nplayers White, Black\npiece man, king\n\
         setup { man of White at rows(1) king of Black at rows(4) }\n\
         action go(p: own, d: all, n: 1..2)\n  let q = step(p, d, n)\n  when q in empty\n\
         as match n { 1: \"{p}-{q}\", else: if p in man then \"{p}-{q}\" else \"{at(p)}{p}-{q}\" }\n  do move p to q\n\
         action also_go(p: own, q: neighbors(p, orthogonal) & empty)\n  as if row(q) > 2 then \"{p}-{q}\" else \"{p}+{q}\"\n\
         do move p to q\n\
         end { when ply > 8: draw when stuck(next): next loses }",
    );
}

/// Two ways to one place are one move if they do the same, and a fault if not.
#[test]
fn moves_with_the_same_text_are_compared() {
    let rules = |marks: &str| {
        format!(
            "game \"Ways\"\nboard square 3 x 3\nplayers White, Black\npiece man\nvar way: dir\n\
             setup {{ man of White at {{a1 c3}} man of Black at b2 }}\n\
             action go(p: own, d: all, q: {{ q in empty: d in N | E | NE or q == step(p, d) }})\n  as \"{{p}}-{{q}}\"\n\
             do {{ move p to q {marks} }}\nend {{ when ply > 9: draw when stuck(next): draw }}"
        )
    };
    let load = |text: String| Arc::new(boardwright::load_text(&text, &[]).unwrap().game().clone());
    let (reference, fast) = common::translated(load(rules("")));
    let mut position = reference.start().unwrap();
    for _ in 0..6 {
        let moves = reference.legal_moves(&position).unwrap();
        assert_eq!(fast.perft(&position, 2).unwrap(), reference.perft(&position, 2).unwrap());
        assert_eq!(fast.legal_moves(&position).unwrap(), moves);
        reference.play_unchecked(&mut position, &moves[moves.len() / 2]).unwrap();
    }
    let (reference, fast) = common::translated(load(rules("way = d")));
    let start = reference.start();
    assert_eq!(start.is_err(), fast.start().is_err());
    let start = start.unwrap();
    let faults = [reference.perft(&start, 2), fast.perft(&start, 2)].map(|found| found.unwrap_err().message);
    assert!(faults[0].contains("two different moves") && faults[0] == faults[1], "{faults:?}");
}

fn check_shares(name: &str, reference: &Reference, fast: &Fast, position: &Position) {
    let mut reached: Vec<(Position, u32, u32)> = Vec::new();
    for mv in reference.legal_moves(position).unwrap() {
        let mut after = position.clone();
        reference.play_unchecked(&mut after, &mv).unwrap();
        match reached.iter_mut().find(|(other, ..)| *other == after) {
            Some((_, moves, _)) => *moves += 1,
            None => reached.push((after, 1, 0)),
        }
    }
    let moves: u32 = reached.iter().map(|(_, moves, _)| moves).sum();
    let samples = 150 * moves;
    let mut rng = Rng::new(11);
    for _ in 0..samples {
        let mut after = position.clone();
        fast.playout(&mut after, &mut rng, 1).unwrap();
        let found = reached.iter_mut().find(|(other, ..)| *other == after);
        found.unwrap_or_else(|| panic!("{name}: no such move")).2 += 1;
    }
    let square: f64 = reached
        .iter()
        .map(|(_, moves, seen)| {
            let expected = 150.0 * f64::from(*moves);
            (f64::from(*seen) - expected).powi(2) / expected
        })
        .sum();
    // The mean of chi square and more than six of its standard deviations.
    let freedom = reached.len() as f64;
    assert!(square < freedom + 6.5 * (2.0 * freedom).sqrt() + 10.0, "{name}: {square} for {freedom}");
}
