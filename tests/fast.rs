//! Both engines mean the same: legal moves in order, their number, and the positions that they lead to agree at every ply.

use crate::common;
use boardwright::bundled;
use boardwright::engine::fast::Fast;
use boardwright::engine::reference::Reference;
use boardwright::engine::{Counts, Engine};
use boardwright::internals::load;
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
    // A random ply comes to the fault if it draws one of these moves.
    let ply = |n: u64| fast.playout(&mut start.clone(), &mut Rng::for_game(1, n), 1);
    let played: Vec<String> = (0..400).filter_map(|n| ply(n).err()).map(|fault| fault.to_string()).collect();
    assert!((5..300).contains(&played.len()) && played.iter().all(|fault| *fault == faults[0]), "{played:?}");
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

/// Plies that are made in a row are those that are made one by one to note their moves. (A game that is begun again in the middle goes on
/// with other moves: the bag of empty cells is in another order.)
#[test]
fn a_random_game_is_the_same_with_its_moves_and_in_one_go() {
    for name in bundled::names() {
        let (reference, fast) = engines(name, &[]);
        for (seed, most) in [(3, 120), (4, 120), (5, 7)] {
            let (mut whole, mut noted) = (reference.start().unwrap(), reference.start().unwrap());
            let (mut rng, mut other, mut moves) = (Rng::new(seed), Rng::new(seed), Vec::new());
            let made = fast.playout(&mut whole, &mut rng, most).unwrap();
            let plies = fast.random_game(&mut noted, &mut other, most, &mut moves).unwrap();
            assert_eq!((made, &whole, rng.state()), (plies, &noted, other.state()), "{name}");
            let mut defined = reference.start().unwrap();
            for mv in &moves {
                assert_eq!(defined.outcome, None, "{name}");
                reference.play_unchecked(&mut defined, mv).unwrap();
            }
            assert_eq!(whole, defined, "{name}");
        }
    }
}

/// Random plies draw from a bag of empty cells while a move may be refused many times, a stone stays on the turn, and other actions pass or
/// change cells.
#[test]
fn cells_that_other_actions_change_are_drawn_rightly() {
    for other in ["", "action pass()\n", "action clear()\n  when ply % 7 == 6\n  do remove occupied & rows(1..2)\n"] {
        let rules = format!(
            "game \"Bag\"\nboard square 9 x 9\nplayers White, Black\npiece man\n\
             action place(p: empty)\n  when count(neighbors(p) & own) < 2 or count(neighbors(p) & enemy) > count(neighbors(p) & own)\n\
             do {{ put man at p  if count(neighbors(p) & enemy) > 1 {{ again }} }}\n\
             {other}end {{ when ply > 90: draw when none(empty): draw when stuck(next): mover wins }}"
        );
        let game = Arc::new(boardwright::load_text(&rules, &[]).unwrap().game().clone());
        let (reference, fast) = common::translated(game);
        assert_eq!(fast.unsupported(), None);
        for seed in 0..40 {
            let (mut whole, mut noted) = (reference.start().unwrap(), reference.start().unwrap());
            let mut moves = Vec::new();
            let made = fast.playout(&mut whole, &mut Rng::new(seed), 200).unwrap();
            let plies = fast.random_game(&mut noted, &mut Rng::new(seed), 200, &mut moves).unwrap();
            assert_eq!((made, &whole), (plies, &noted), "{other}, seed {seed}");
            let mut position = reference.start().unwrap();
            for mv in &moves {
                assert!(reference.legal_moves(&position).unwrap().contains(mv), "{other}, seed {seed}");
                reference.play_unchecked(&mut position, mv).unwrap();
            }
            assert_eq!(position, whole, "{other}, seed {seed}");
            assert!(position.outcome.is_some(), "{other}, seed {seed}");
        }
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
            let known = Counts::new(&*fast, &start, positions);
            for depth in [depth - 1, depth, depth] {
                let found = fast.perft_known(&start, depth, &known).unwrap();
                assert_eq!(found, fast.perft(&start, depth).unwrap(), "{name}, {depth} plies");
            }
        }
    }
}

/// After one to four plies, tic-tac-toe has 3, 12, 38 and 108 positions that no symmetry maps to each other.
#[test]
fn images_are_counted_once() {
    let (_, fast) = engines("tic-tac-toe", &[]);
    let start = fast.start().unwrap();
    let known = Counts::new(&*fast, &start, 1 << 20);
    let mut sequences = 0;
    for mv in fast.legal_moves(&start).unwrap() {
        let mut position = start.clone();
        fast.play_unchecked(&mut position, &mv).unwrap();
        sequences += fast.perft_known(&position, 5, &known).unwrap();
    }
    assert_eq!((sequences, known.entries()), (54_720, 3 + 12 + 38 + 108));
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
