//! Training: weights that depend on seeds and counts alone, that go on where they stopped, and that belong to rules.

use boardwright::engine::Engine;
use boardwright::player::{self, AlphaBeta, Budget, Player, Training, TrainingError, TrainingNews, Weights};
use boardwright::{load_bundled, load_text, position_line};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

fn training(engine: &Arc<dyn Engine>, games: u64) -> Training {
    let mut training = Training::new(engine.clone()).unwrap();
    (training.games, training.round, training.work) = (games, 6, 40);
    (training.match_games, training.measure_games) = (4, 0);
    training
}

/// Runs a training; returns its weights after the last round, before they are compared with those without training.
fn rounds(training: &mut Training) -> Weights {
    let mut last = None;
    let is_complete = training.run(&mut |news| {
        if let TrainingNews::Round { weights, .. } = news {
            last = Some((*weights).clone());
        }
    });
    assert!(is_complete.unwrap());
    last.expect("there is a round")
}

#[test]
fn the_same_seed_makes_the_same_weights_on_any_number_of_threads() {
    let engine = load_bundled("connect-four", &[]).unwrap();
    let made = |seed: u64, threads: usize| {
        let mut training = training(&engine, 12);
        (training.seed, training.threads) = (seed, threads);
        let weights = rounds(&mut training);
        (weights.to_string(), training.weights().to_string())
    };
    assert_eq!(made(1, 1), made(1, 3));
    assert_ne!(made(1, 1).0, made(2, 1).0);
}

#[test]
fn training_goes_on_where_it_stopped() {
    let engine = load_bundled("connect-four", &[]).unwrap();
    let half = rounds(&mut training(&engine, 6));
    let mut rest = training(&engine, 12);
    rest.resume(Weights::parse(&half.to_string()).unwrap()).unwrap();
    assert_eq!(rounds(&mut rest).to_string(), rounds(&mut training(&engine, 12)).to_string());

    let refused = |change: &dyn Fn(&mut Training), weights: &Weights| {
        let mut other = training(&engine, 12);
        change(&mut other);
        other.resume(weights.clone()).unwrap_err().to_string()
    };
    assert_eq!(refused(&|other| other.seed = 7, &half), "the weights were made with seed 1, not 7");
    let hex = Weights::new(load_bundled("hex", &[]).unwrap().game());
    assert_eq!(refused(&|_| {}, &hex), "the weights are for other rules or settings");
}

#[test]
fn what_was_measured_is_kept_with_the_same_weights() {
    let engine = load_bundled("connect-four", &[]).unwrap();
    let mut known = Weights::new(engine.game());
    (known.games, known.round, known.work) = (6, 6, 40);
    known.set("moves", 0.5);
    let measured = "strength: +9 =0 -1 at 40 positions per move, Elo +100\nagainst mcts: +5 =0 -1 at 0.02 s per move, Elo +100\n\
                    best: alphabeta\n\n[weights]";
    let text = known.to_string().replace("\n[weights]", measured);
    let go_on = |games: u64, text: &str| {
        let mut more = training(&engine, games);
        // No match has time for a game.
        (more.match_games, more.measure_games, more.time) = (100_000, 100_000, Some(Duration::ZERO));
        more.resume(Weights::parse(text).unwrap()).unwrap();
        assert!(more.run(&mut |_| {}).unwrap());
        more.weights().to_string()
    };
    assert_eq!(go_on(6, &text), text);
    let without = go_on(6, &known.to_string());
    assert!(without.contains("\nstrength: not measured: no time was left\nagainst mcts: not measured"), "{without}");
    assert!(without.contains("[not kept]\nmoves = 0.5"), "{without}");
    // Weights that were not kept are not kept without a match, either.
    let mut dropped = Weights::parse(&text.replace("[weights]\n", "[weights]\n[not kept]\n")).unwrap();
    dropped.strength = None;
    assert_eq!(go_on(6, &dropped.to_string()), dropped.to_string());
}

#[test]
fn weights_for_other_rules_are_refused() {
    player::set_file_reader(|path| std::fs::read_to_string(path).map_err(|error| error.to_string()));
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("w");
    let refused = |weights: &str, game: &Arc<dyn Engine>| {
        std::fs::write(&file, weights).unwrap();
        let [by_weights, by_best] = ["alphabeta", "best"].map(|kind| {
            let error = player::of(&format!("{kind}:weights={}", file.display()), game).err();
            error.map(|error| error.to_string().replace(&file.display().to_string(), "w"))
        });
        assert_eq!(by_weights, by_best);
        by_best
    };
    let [push, rush] = ["push", "rush"].map(|name| load_bundled(name, &[]).unwrap());
    let weights = Weights::new(rush.game());
    let why = "`w`: the weights are for other rules, those of Rush; train Push itself";
    assert_eq!(refused(&weights.to_string(), &push).as_deref(), Some(why));
    assert!(AlphaBeta::trained(&push, &weights).is_err());
    let changed = weights.to_string().replace(&weights.rules.to_string(), "00000000000000ff");
    let why = "`w`: the weights are for other rules of Rush; train it again";
    assert_eq!(refused(&changed, &rush).as_deref(), Some(why));
    // Other settings and variants begin with them.
    assert_eq!(refused(&weights.to_string(), &load_bundled("rush", &[("size", "5")]).unwrap()), None);
    let variant = load_text("extends \"rush\"\ngame \"Variant\"", &[]).unwrap();
    assert_eq!(refused(&weights.to_string(), &variant), None);
}

#[test]
fn a_training_that_is_told_to_stop_has_what_it_found_so_far() {
    let engine = load_bundled("connect-four", &[]).unwrap();
    let mut stopped = training(&engine, 1000);
    let stop = stopped.stop.clone();
    let is_complete = stopped.run(&mut |news| {
        if let TrainingNews::Round { .. } = news {
            stop.store(true, Ordering::Relaxed);
        }
    });
    assert!(!is_complete.unwrap());
    assert_eq!(stopped.weights().games, 6);
}

#[test]
fn only_games_for_two_are_trained() {
    let error = Training::new(load_bundled("chinese-checkers", &[]).unwrap()).unwrap_err();
    assert!(matches!(error, TrainingError::Players(_)));
    assert_eq!(error.to_string(), "Chinese Checkers is not a game for two, which training needs");
}

#[test]
fn weights_decide_what_is_played() {
    let engine = load_bundled("breakthrough", &[]).unwrap();
    let mut weights = Weights::new(engine.game());
    // Pieces that go ahead are bad.
    weights.set("advance of pawn", -50.0);
    weights.set("material of pawn", 1.0);
    let ahead = |player: &mut dyn Player| {
        let mut session = engine.session().unwrap();
        let position = position_line::parse(&*engine, "b7/8/8/7w/8/8/8/8 White").unwrap();
        session.set_position(&position).unwrap();
        let choice = player.choose(&mut session, &Budget::default().with_depth(1)).unwrap();
        choice.judgment.unwrap().returns[0]
    };
    let timid = ahead(&mut AlphaBeta::trained(&engine, &weights).unwrap());
    let usual = ahead(&mut AlphaBeta::untrained(&engine, 1));
    assert!(timid < -0.9 && usual > 0.0, "{timid} {usual}");
}

#[test]
fn weights_for_these_rules_name_features_that_there_are() {
    let engine = load_bundled("breakthrough", &[]).unwrap();
    let mut weights = Weights::new(engine.game());
    weights.set("materiel of pawn", 1.0);
    let error = AlphaBeta::trained(&engine, &Weights::parse(&weights.to_string()).unwrap()).unwrap_err();
    let text = "Breakthrough has no feature `materiel of pawn`; did you mean `material of pawn`?";
    assert!(error.to_string().ends_with(text) && error.line() > 5, "{error}");
    // For other rules, they are only a beginning.
    let variant = load_text("extends \"breakthrough\"\ngame \"Variant\"", &[]).unwrap();
    assert!(AlphaBeta::trained(&variant, &weights).is_ok());
}

#[test]
fn the_best_player_is_the_one_that_the_weights_name() {
    player::set_file_reader(|path| std::fs::read_to_string(path).map_err(|error| error.to_string()));
    let engine = load_bundled("tic-tac-toe", &[]).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("t.weights");
    let text = Weights::new(engine.game()).to_string();
    for (best, threads) in [("alphabeta", "threads=2"), ("mcts", "threads=1")] {
        std::fs::write(&file, text.replace("\n[weights]", &format!("best: {best}\n[weights]"))).unwrap();
        let name = format!("best:weights={},{threads},level=5", file.display());
        let mut player = player::of(&name, &engine).unwrap();
        assert_eq!(player.name(), name);
        let mut session = engine.session().unwrap();
        let choice = player.choose(&mut session, &Budget::work(50)).unwrap();
        // Only alphabeta looks ahead by whole plies.
        let depth = choice.judgment.unwrap().depth;
        assert!(player.begin(1).is_ok() && (best == "mcts" || depth > 0), "{best}: {depth}");
    }
}
