//! Compares two engines of one game: their answers about a position, and the positions after their moves.

use boardwright::check::{self, Bases};
use boardwright::diagnostic::Code;
use boardwright::engine::fast::Fast;
use boardwright::engine::reference::Reference;
use boardwright::engine::{Counts, Engine};
use boardwright::game::Game;
use boardwright::moves::Move;
use boardwright::outcome::Fault;
use boardwright::position::Position;
use boardwright::rng::Rng;
use boardwright::source::Source;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Of a position with more moves than this, only some are made on both engines.
const ALL_MOVES: usize = 60;

/// Of a position with more moves than this, no three plies are counted.
const FEW_MOVES: u64 = 20;

/// Nor are they with more sequences of two plies than this: where moves have many choices, that takes very long.
const FEW_SEQUENCES: u64 = 2_000;

/// How often each move is drawn on average to see whether the draw is fair, the most time for it, and in one of how many games.
const DRAWS: u64 = 40;
const FAIR_SEEDS: u64 = 3;
const FAIR_TIME: Duration = Duration::from_millis(40);

/// The engine that defines the meaning, and the fast one: as it is made for any rules, and as it is made where no two moves have
/// one text.
pub struct Engines {
    pub reference: Arc<Reference>,
    pub trusting: Fast,
    pub plain: Fast,
}

/// How far a game is played, and how closely looked at.
#[derive(Clone, Copy)]
pub struct Length {
    pub plies: u32,
    pub time: Duration,
}

impl Engines {
    pub fn of(game: Arc<Game>) -> Engines {
        let reference = Arc::new(Reference::new(game.clone()));
        let trusting = Fast::trusting(game.clone(), reference.clone());
        let plain = Fast::new(game, reference.clone());
        // From here on it is code that answers.
        plain.unsupported();
        Engines { reference, trusting, plain }
    }

    /// Those of a text, if it checks.
    pub fn of_text(name: &str, text: &str, bases: &dyn Bases) -> Option<Engines> {
        let checked = check::check(Source::new(name, text), bases, &[]);
        checked.game.map(|game| Engines::of(Arc::new(Game::clone(&game))))
    }

    /// Plays a random game on all; the first difference, in words.
    pub fn play(&self, seed: u64, length: Length) -> Result<u32, String> {
        let begun = Instant::now();
        let mut rng = Rng::new(seed);
        let Ok(mut position) = self.reference.start() else { return Ok(0) };
        let mut plies = 0;
        while plies < length.plies && begun.elapsed() < length.time {
            let place = |what: &str| format!("seed {seed}, ply {}: {what}", position.ply);
            let Some(moves) = self.moves(&position).map_err(|what| place(&what))? else { break };
            let closely = plies % 5 == 0;
            let some = if closely { moves.len().min(ALL_MOVES) } else { 0 };
            let mut children = Vec::new();
            for n in 0..some {
                let mv = &moves[if moves.len() == some { n } else { rng.below(moves.len()) }];
                children.push(self.after(&position, mv).map_err(|what| place(&what))?);
            }
            if closely {
                let all = if moves.len() == some { Some(children) } else { None };
                let is_sound = all.as_ref().is_some_and(|all| all.iter().all(Result::is_ok));
                self.drawn(&position, all, rng.next_u64()).map_err(|what| place(&what))?;
                if is_sound && plies % 10 == 0 && seed.is_multiple_of(FAIR_SEEDS) {
                    self.draws_fairly(&position, DRAWS, FAIR_TIME).map_err(|what| place(&what))?;
                }
            }
            let Some(mv) = moves.get(rng.below(moves.len())) else { break };
            match self.after(&position, mv).map_err(|what| place(&what))? {
                Ok(after) => position = after,
                Err(_) => break,
            }
            plies += 1;
        }
        Ok(plies)
    }

    /// The legal moves, on which all agree; none if there are none, or a fault.
    fn moves(&self, position: &Position) -> Result<Option<Vec<Move>>, String> {
        let (expected, plain) = (self.reference.legal_moves(position), self.plain.legal_moves(position));
        if expected.as_ref().is_err_and(takes_long) {
            return Ok(None);
        }
        agree("legal moves", &expected, &plain)?;
        let trusting = self.trusting.legal_moves(position);
        let counted = self.trusting.count_moves(position);
        if let (Ok(all), Ok(count)) = (&trusting, counted)
            && all.len() as u64 != count
        {
            return Err(format!("{count} moves are counted, and {} listed", all.len()));
        }
        // Where texts do not tell the moves apart, nobody should have trusted in it.
        let texts = |moves: &[Move]| -> Vec<String> {
            moves.iter().map(|mv| self.reference.text(position, mv).unwrap_or_default()).collect()
        };
        let first = |all: &[Move]| -> Vec<Move> {
            let mut seen = std::collections::HashSet::new();
            let told = all.iter().zip(texts(all));
            told.filter(|(_, text)| seen.insert(text.clone())).map(|(mv, _)| mv.clone()).collect()
        };
        match (&expected, &trusting) {
            (Ok(some), Ok(all)) if some != all => {
                if first(all) != *some {
                    return Err(format!("legal moves: {some:?}\n  trusting: {all:?}"));
                }
            }
            (Err(_), Ok(all)) if first(all).len() < all.len() => return Ok(None),
            _ => agree("legal moves, trusting", &expected, &trusting)?,
        }
        Ok(expected.ok())
    }

    /// The position after a move, or the fault in making it, on which all agree.
    fn after(&self, position: &Position, mv: &Move) -> Result<Result<Position, String>, String> {
        let mut expected = position.clone();
        let said = self.reference.play_unchecked(&mut expected, mv);
        if said.as_ref().is_err_and(takes_long) {
            return Ok(Err("it takes long".to_owned()));
        }
        for engine in [&self.trusting, &self.plain] {
            let mut after = position.clone();
            let also = engine.play_unchecked(&mut after, mv);
            agree(&format!("the move {mv:?}"), &said, &also)?;
            if after != expected {
                return Err(format!("after {mv:?}: {expected:?}\n  but: {after:?}"));
            }
        }
        let hashes = [self.reference.zobrist_hash(&expected), self.trusting.zobrist_hash(&expected)];
        if hashes[0] != hashes[1] {
            return Err(format!("hashes after {mv:?}: {hashes:?}"));
        }
        Ok(said.map(|()| expected).map_err(|fault| format!("{fault:?}")))
    }

    /// Tests that a random ply leads to the position after a legal move, or to the expected fault.
    fn drawn(
        &self,
        position: &Position,
        children: Option<Vec<Result<Position, String>>>,
        seed: u64,
    ) -> Result<(), String> {
        let mut drawn = position.clone();
        match (self.trusting.playout(&mut drawn, &mut Rng::new(seed), 1), children) {
            (Ok(plies), Some(children)) => {
                let is_one = children.contains(&Ok(drawn.clone()));
                let is_none = plies == 0 && children.is_empty() && drawn == *position;
                if !is_one && !is_none {
                    return Err(format!("a random ply leads to no child: {drawn:?}"));
                }
                Ok(())
            }
            (Ok(_), None) => Ok(()),
            (Err(fault), _) => self.is_due(&fault),
        }
    }

    /// Returns whether the reference comes to the same fault in the position in which another one has come to it.
    fn is_due(&self, fault: &Fault) -> Result<(), String> {
        let Some(position) = &fault.position else { return Err(format!("a fault without a position: {fault:?}")) };
        let expected = match &fault.played {
            None => self.reference.legal_moves(position).map(|_| ()),
            Some(text) => match self.reference.find(position, text) {
                Ok(Some(mv)) => self.reference.play_unchecked(&mut position.as_ref().clone(), &mv),
                Ok(None) => return Err(format!("a fault of a move that is not legal: {fault:?}")),
                // A random ply asks only of the moves that it draws: at fault may be another one.
                Err(_) => return Ok(()),
            },
        };
        agree("a random ply", &expected, &Err(fault.clone()))
    }

    /// Each ply of a random game as a whole is a legal move, to the end, to the limit, or to the fault that there is. Since the
    /// games of a seed begin alike, its plies are seen in games that are one ply longer each.
    pub fn play_out(&self, seed: u64, plies: u32, time: Duration) -> Result<(), String> {
        let Ok(start) = self.reference.start() else { return Ok(()) };
        let (begun, mut before) = (Instant::now(), start.clone());
        for ply in 1..=plies {
            let place = |what: String| format!("a playout of {ply} plies, seed {seed}: {what}");
            let mut after = start.clone();
            match self.trusting.playout(&mut after, &mut Rng::new(seed), ply) {
                Ok(made) if made == ply => {}
                Ok(made) if before.outcome.is_some() && made < ply => return Ok(()),
                Ok(made) => return Err(place(format!("it stops after {made}"))),
                Err(fault) => return self.is_due(&fault).map_err(place),
            }
            if before.outcome.is_some() {
                return Err(place(format!("it goes on after the end: {before:?}")));
            }
            if !self.leads_to(&before, &after)? {
                return Err(place(format!("no move leads to {after:?}\n  from {before:?}")));
            }
            before = after;
            if begun.elapsed() > time {
                break;
            }
        }
        Ok(())
    }

    /// Returns whether a legal move leads from one position to another.
    fn leads_to(&self, before: &Position, after: &Position) -> Result<bool, String> {
        // A random ply asks only of the moves that it draws: at fault may be another one.
        let Ok(moves) = self.reference.legal_moves(before) else { return Ok(true) };
        Ok(moves.iter().any(|mv| {
            let mut there = before.clone();
            match self.reference.play_unchecked(&mut there, mv) {
                Ok(()) => there == *after,
                // The reference stops after a number of steps; native code needs fewer where it evaluates many cells at once.
                Err(fault) if fault.code == Code::F04 => {
                    let mut made = before.clone();
                    self.plain.play_unchecked(&mut made, mv).is_ok() && made == *after
                }
                Err(_) => false,
            }
        }))
    }

    /// Tests that all legal moves of a position are equally likely, by this many draws for each of them, or as many as the time allows.
    pub fn draws_fairly(&self, position: &Position, draws: u64, time: Duration) -> Result<(), String> {
        self.each_draws_fairly(&self.trusting, position, draws, time).map_err(|what| format!("trusting: {what}"))?;
        self.each_draws_fairly(&self.plain, position, draws, time)
    }

    fn each_draws_fairly(&self, fast: &Fast, position: &Position, draws: u64, time: Duration) -> Result<(), String> {
        let begun = Instant::now();
        let moves = fast.legal_moves(position).map_err(|fault| fault.to_string())?;
        let mut times: Vec<(Position, u64, u64)> = Vec::new();
        for mv in &moves {
            let mut after = position.clone();
            self.reference.play_unchecked(&mut after, mv).map_err(|fault| fault.to_string())?;
            match times.iter_mut().find(|(other, ..)| *other == after) {
                Some((_, ways, _)) => *ways += 1,
                None => times.push((after, 1, 0)),
            }
        }
        let mut drawn = 0;
        while drawn < draws * moves.len() as u64 && begun.elapsed() < time {
            let mut after = position.clone();
            fast.playout(&mut after, &mut Rng::for_game(1, drawn), 1).map_err(|fault| fault.to_string())?;
            let found = times.iter_mut().find(|(other, ..)| *other == after);
            found.ok_or("a random ply leads to no child")?.2 += 1;
            drawn += 1;
        }
        for (after, ways, times) in &times {
            let expected = drawn as f64 * *ways as f64 / moves.len() as f64;
            if unlikely(*times as f64, expected) {
                let text = format!("{ways} of {} moves were drawn {times} times of {drawn}", moves.len());
                return Err(format!("{text}: {after:?}"));
            }
        }
        Ok(())
    }

    /// Compares the number of sequences of two plies, or the fault; of one ply if two would presumably take longer than this.
    pub fn count(&self, time: Duration) -> Result<(), String> {
        let Ok(start) = self.reference.start() else { return Ok(()) };
        let begun = Instant::now();
        // Where there are too many moves for the reference, other engines may still count them all.
        let first = self.reference.perft(&start, 1);
        let moves = first.as_ref().ok().copied();
        let is_fast = |moves: u64| begun.elapsed().as_secs_f64() * moves as f64 <= time.as_secs_f64();
        let depth = if moves.is_some_and(is_fast) { 2 } else { 1 };
        let expected = if depth == 1 { first } else { self.reference.perft(&start, depth) };
        if expected.as_ref().is_err_and(takes_long) {
            return Ok(());
        }
        agree("perft", &expected, &self.plain.perft(&start, depth))?;
        if moves.is_some_and(|moves| moves <= FEW_MOVES) && expected.as_ref().is_ok_and(|count| *count <= FEW_SEQUENCES)
        {
            let known = self.plain.perft_known(&start, 3, &Counts::new(&self.plain, &start, 1000));
            agree("perft with known positions", &self.plain.perft(&start, 3), &known)?;
        }
        match (&expected, self.trusting.perft(&start, depth)) {
            // With two moves of one text there are more, or there is no fault.
            (Ok(some), Ok(all)) if *some <= all => Ok(()),
            (Err(fault), Ok(_)) if fault.code == Code::F03 => Ok(()),
            (_, said) => agree("perft, trusting", &expected, &said),
        }
    }
}

/// Returns whether something happens so much more or less often than expected that chance hardly explains it: less than once in 10^10
/// times, by Chernoff's bound for a Poisson distribution.
fn unlikely(times: f64, expected: f64) -> bool {
    let ratio = if times > 0.0 { times * (times / expected).ln() } else { 0.0 };
    ratio - (times - expected) > 23.0
}

/// Returns whether this is the fault of taking too long: what is asked costs an engine's own time, and another one may come to an answer.
pub fn takes_long(fault: &Fault) -> bool {
    fault.code == Code::F04 && fault.message.contains("evaluation steps")
}

fn agree<T: std::fmt::Debug>(what: &str, expected: &Result<T, Fault>, said: &Result<T, Fault>) -> Result<(), String> {
    let (expected, said) = (format!("{expected:?}"), format!("{said:?}"));
    if expected == said { Ok(()) } else { Err(format!("{what}: {expected}\n  but: {said}")) }
}
