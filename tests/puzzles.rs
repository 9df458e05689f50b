//! Puzzles with known answers, in `tests/puzzles`: each is solved, and players find the first move where that takes a moment.
//!
//! A puzzle names its source. "Computed, and by an independent program" means that a program of a few lines, which shares nothing with
//! this one, gives the same value.

use crate::common;
use boardwright::engine::Engine;
use boardwright::game::piece::Player;
use boardwright::notation::{self, Verdict};
use boardwright::outcome::Outcome;
use boardwright::player::{self, Budget};
use boardwright::position::Position;
use boardwright::solve::{Plies, Solver};
use boardwright::{load_bundled, load_text, position_line};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::sync::Arc;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Puzzle {
    name: String,
    source: String,
    /// A bundled game.
    game: String,
    #[serde(default)]
    settings: BTreeMap<String, String>,
    /// How the rules differ.
    #[serde(default)]
    rules: Option<String>,
    #[serde(default)]
    position: Option<String>,
    /// Moves that lead to the position.
    #[serde(default)]
    after: String,
    /// How many plies to look ahead, for a mate in N.
    #[serde(default)]
    plies: Option<u32>,
    /// The winner, `draw`, or `null` if nobody can force a win in these plies.
    result: Option<String>,
    /// In how many plies it is won.
    #[serde(default, rename = "in")]
    length: Option<u32>,
    /// The moves that solve it.
    #[serde(default)]
    moves: Vec<String>,
    /// Who finds one of these moves, with how much work.
    #[serde(default)]
    players: BTreeMap<String, u64>,
}

impl Puzzle {
    fn position(&self) -> (Arc<dyn Engine>, Position) {
        let settings: Vec<(&str, &str)> =
            self.settings.iter().map(|(name, value)| (name.as_str(), value.as_str())).collect();
        let engine = match &self.rules {
            None => load_bundled(&self.game, &settings),
            Some(rules) => load_text(&format!("extends \"{}\"\ngame \"A puzzle\"\n{rules}\n", self.game), &settings),
        };
        let engine = engine.unwrap_or_else(|error| panic!("{}: {error}", self.name));
        let first = match &self.position {
            None => engine.start().expect("it begins"),
            Some(line) => position_line::parse(&*engine, line).unwrap_or_else(|error| panic!("{}: {error}", self.name)),
        };
        let positions = notation::play_all(&*engine, &first, notation::split(&self.after));
        let position = positions.unwrap_or_else(|error| panic!("{}: {error}", self.name)).pop().unwrap_or(first);
        (engine, position)
    }

    fn solve(&self) {
        assert!(!self.source.is_empty(), "{} has no source", self.name);
        let (engine, position) = self.position();
        let mut solver = Solver::new(engine.clone(), &position).expect("it can be solved").with_memory(64);
        if let Some(plies) = self.plies {
            solver = solver.with_plies(plies);
        }
        let solution = solver.solve(&Budget::work(30_000_000), &mut |_| {}).expect("the rules hold");
        let result = solution.value.map(|value| match Verdict::new(engine.game(), value.outcome) {
            Verdict::Winner(name) => name,
            Verdict::Draw(_) => "draw".to_owned(),
        });
        assert_eq!(result, self.result, "{}: {solution:?}", self.name);
        if let Some(length) = self.length {
            let plies = solution.value.and_then(|value| value.plies);
            assert_eq!(plies, Some(Plies::Exactly(length)), "{}: {solution:?}", self.name);
            assert_eq!(solution.line.len(), length as usize, "{}: {solution:?}", self.name);
        }
        self.verify_line(&*engine, &position, &solution.line);
        if !self.moves.is_empty() {
            assert!(self.moves.contains(&solution.line[0]), "{}: {solution:?}", self.name);
        }
        for (name, work) in &self.players {
            let mut session = engine.session().expect("it begins");
            session.set_position(&position).expect("it fits");
            let mut player = player::of(name, &engine).expect("it is known");
            let choice = player.choose(&mut session, &Budget::work(*work)).expect("it has a move");
            let text = session.notation(choice.index).expect("it is legal");
            assert!(self.moves.contains(&text), "{}: {name} plays {text}", self.name);
        }
    }

    /// The line of best play is legal, and if it ends the game, it ends it with the result.
    fn verify_line(&self, engine: &dyn Engine, position: &Position, line: &[String]) {
        let played = notation::play_all(engine, position, line.iter().map(String::as_str));
        let positions = played.unwrap_or_else(|error| panic!("{}: {error}", self.name));
        if let Some(outcome) = positions.last().and_then(|last| last.outcome) {
            let result = self.result.as_deref();
            match Verdict::new(engine.game(), outcome) {
                Verdict::Winner(name) => assert_eq!(Some(name.as_str()), result, "{}", self.name),
                Verdict::Draw(_) => assert_eq!(Some("draw"), result, "{}", self.name),
            }
        }
    }
}

fn solve_all(file: &str) {
    let text = std::fs::read_to_string(common::path("tests/puzzles").join(file)).expect("the file is there");
    let puzzles: Vec<Puzzle> = serde_json::from_str(&text).unwrap_or_else(|error| panic!("{file}: {error}"));
    assert!(!puzzles.is_empty());
    puzzles.iter().for_each(Puzzle::solve);
}

#[test]
fn small_boards_have_their_known_values() {
    solve_all("small-boards.json");
}

/// G. Irving, J. Donkers, J. Uiterwijk, Solving Kalah (2000): for each number of houses the results of the player who begins, with one
/// seed in each house, two, and so on.
const KALAH: [&str; 6] = ["DLWLWD", "WLLLWW", "DWWWWL", "WWW", "DDW", "WW"];

#[test]
fn kalah_has_its_published_values() {
    let text = std::fs::read_to_string(common::path("docs/solving/kalah.game")).expect("the file is there");
    for (houses, results) in (1..).zip(KALAH) {
        for (seeds, result) in (1..).zip(results.chars()) {
            let (houses, seeds): (i32, i32) = (houses, seeds);
            let settings = [("houses", &*houses.to_string()), ("first_seeds", &*seeds.to_string())];
            let engine = load_text(&text, &settings).expect("it can be played");
            let mut solver =
                Solver::new(engine.clone(), &engine.start().expect("it begins")).expect("it can be solved");
            let solution = solver.solve(&Budget::work(2_000_000), &mut |_| {}).expect("the rules hold");
            let found = match solution.value.map(|value| value.outcome) {
                Some(Outcome::Win(Player(0))) => 'W',
                Some(Outcome::Win(_)) => 'L',
                Some(Outcome::Draw) => 'D',
                None => '?',
            };
            assert_eq!(found, result, "{houses} houses, {seeds} seeds: {solution:?}");
        }
    }
}

#[test]
fn mates_are_found() {
    solve_all("mates.json");
}

#[test]
fn late_positions_have_their_values() {
    solve_all("late-positions.json");
}
