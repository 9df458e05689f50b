//! The programs written by hand for one game each (`benches/by_hand`) play the games of the rule files: published counts,
//! the same legal moves as the reference engine at every ply, and random games of the same length and results.

use crate::by_hand;
use crate::by_hand::{Outcome, PROGRAMS, Program, SMALL};
use crate::common;
use boardwright::engine::Engine;
use boardwright::measure::Threads;
use boardwright::measure::playouts;
use boardwright::rng::Rng;

/// Counts of more sequences than this are left to optimized builds.
const LEAVES: u64 = if cfg!(debug_assertions) { 300_000 } else { 20_000_000 };

/// The published counts of a program's game: depth and number.
fn counts(program: &Program) -> Vec<(u32, u64)> {
    let ours = include_str!("vectors/perft.txt").lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
        let [game, settings, depth, nodes] = line.split(' ').collect::<Vec<_>>()[..] else { panic!("{line}") };
        let same = game == program.game && settings == program.settings;
        same.then(|| (depth.parse().unwrap(), nodes.parse().unwrap()))
    });
    let classics =
        include_str!("vectors/classics.txt").lines().chain(include_str!("vectors/classics-more.txt").lines());
    let plain = |line: &&str| line.split(" | ").next() == Some(program.game) && program.settings == "-";
    let published = classics.filter(plain).flat_map(|line| line.split(" | ").nth(1).unwrap().split(' ')).map(|count| {
        let (depth, nodes) = count.split_once(':').unwrap();
        (depth.parse().unwrap(), nodes.parse().unwrap())
    });
    ours.chain(published).collect()
}

fn all() -> impl Iterator<Item = &'static Program> {
    PROGRAMS.iter().chain(SMALL)
}

#[test]
fn perft_counts_agree() {
    let mut checked = 0;
    for program in all() {
        for (depth, nodes) in counts(program).into_iter().filter(|(_, nodes)| *nodes <= LEAVES) {
            assert_eq!((program.perft)(depth), nodes, "{}, {depth} plies", program.name);
            checked += 1;
        }
    }
    assert!(checked > 30, "{checked} counts");
}

/// A result as the programs name it.
fn outcome(result: Option<boardwright::outcome::Outcome>) -> Option<Outcome> {
    result.map(|result| match result {
        boardwright::outcome::Outcome::Win(player) if player.0 == 0 => Outcome::First,
        boardwright::outcome::Outcome::Win(_) => Outcome::Second,
        boardwright::outcome::Outcome::Draw => Outcome::Draw,
    })
}

/// How many plies of each game the reference engine plays, at least.
const PLIES: usize = if cfg!(debug_assertions) { 600 } else { 20_000 };

#[test]
fn legal_moves_and_results_agree_at_every_ply() {
    for program in all() {
        let engine = common::engine(program.game, program.settings);
        let mut rng = Rng::new(4);
        let mut plies = 0;
        while plies < PLIES {
            let mut position = engine.start().unwrap();
            let mut by_hand = (program.start)();
            while position.outcome.is_none() {
                assert_eq!(by_hand.result(), None, "{}", program.name);
                let moves = engine.legal_moves(&position).unwrap();
                let mut texts: Vec<String> = moves.iter().map(|mv| engine.text(&position, mv).unwrap()).collect();
                let drawn = rng.below(moves.len());
                let mv = texts[drawn].clone();
                let mut found = by_hand.texts();
                texts.sort();
                found.sort();
                assert_eq!(found, texts, "{}", program.name);
                by_hand.play_text(&mv);
                engine.play_unchecked(&mut position, &moves[drawn]).unwrap();
                plies += 1;
            }
            assert_eq!(by_hand.result(), outcome(position.outcome), "{}", program.name);
        }
    }
}

/// How many more games are played by hand.
const MORE: u64 = 30;

/// Sums of a number over games, for its mean and its error.
#[derive(Default)]
struct Sums {
    n: f64,
    sum: f64,
    squares: f64,
}

impl Sums {
    fn add(&mut self, value: f64) {
        self.n += 1.0;
        self.sum += value;
        self.squares += value * value;
    }

    fn mean(&self) -> f64 {
        self.sum / self.n
    }

    /// The square of one game's error.
    fn variance(&self) -> f64 {
        self.squares / self.n - self.mean() * self.mean()
    }
}

#[test]
fn random_games_are_as_long_and_end_alike() {
    let one = Threads::new(1).unwrap();
    for program in all() {
        let mut rng = by_hand::Rng::new(1);
        let (length, _) = (program.playout)(&mut rng);
        let games = (PLIES as u64 / u64::from(length)).max(12);
        let engine = common::engine(program.game, program.settings);
        let stats = playouts(&engine, &engine.start().unwrap(), (1, games, u32::MAX), &one, &mut |_| ()).unwrap();
        let theirs = [stats.mean(), stats.wins[0] as f64 / games as f64, stats.draws as f64 / games as f64];
        let mut ours: [Sums; 3] = Default::default();
        for _ in 0..games * MORE {
            let (plies, outcome) = (program.playout)(&mut rng);
            ours[0].add(f64::from(plies));
            ours[1].add(f64::from(u8::from(outcome == Outcome::First)));
            ours[2].add(f64::from(u8::from(outcome == Outcome::Draw)));
        }
        for (what, (ours, theirs)) in ["plies", "first wins", "draws"].into_iter().zip(ours.iter().zip(theirs)) {
            let error = (ours.variance() / games as f64).sqrt() * (1.0 + 1.0 / MORE as f64).sqrt();
            let away = (ours.mean() - theirs).abs();
            assert!(away <= 4.0 * error + 1e-9, "{}: {what} {} and {theirs}", program.name, ours.mean());
        }
    }
}
