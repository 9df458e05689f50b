//! [`look`]: what can be said of rules only after playing them. Random games, or all games where there are few positions,
//! show actions that are never possible, clauses of `end` that never decide, conditions that always come out the same,
//! parameters and choices that change nothing, and games that are long or one-sided.
//!
//! The findings join those of the check. Random games prove nothing, and the findings say so: they count what was played.

mod choices;
mod games;
mod params;
mod places;
mod reach;
mod words;

use crate::bundled::is_bundled;
use crate::check::{self, Bases, Checked};
use crate::diagnostic::Diagnostic;
use crate::engine;
use crate::game::Game;
use crate::meant::is_meant;
use crate::outcome::Fault;
use crate::source::Source;
use crate::threads::Threads;
use crate::wording::quoted;
use reach::Reached;
use std::sync::Arc;

/// How much is played.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// Random games.
    pub games: u64,
    /// Their seed.
    pub seed: u64,
}

/// What has been found, and by how much play.
#[derive(Clone, Debug)]
pub struct Deep {
    /// The findings of the check and of play, in the order of the text. A fault that play ran into is an error among them.
    pub checked: Checked,
    /// Random games that were played.
    pub games: u64,
    /// Positions whose legal moves were looked at one by one.
    pub positions: u64,
    /// Whether these were all positions that the game can come to.
    pub complete: bool,
    /// Whether that is enough to say what never comes; otherwise there was too little time.
    pub enough: bool,
}

/// The parts of the work, and how much of the time each may have been used up when it ends.
const GAMES: f64 = 0.3;
const WHOLE: f64 = 0.4;
const POSITIONS: f64 = 0.8;
const ALL: f64 = 1.0;

/// Checks a rule file and plays it. `spent` says which part of the time that there is has been used up (0 where it does not
/// matter, 1 when all work has to stop); `progress` is told which part of the work is done.
pub fn look(
    source: &Source,
    bases: &dyn Bases,
    settings: &[(String, String)],
    plan: Plan,
    threads: &Threads,
    spent: &(dyn Fn() -> f64 + Sync),
    progress: &mut dyn FnMut(f64),
) -> Deep {
    let checked = check::check(source.clone(), bases, settings);
    let watched = check::watched(source.clone(), bases, settings).game;
    let mut deep = Deep { checked, games: 0, positions: 0, complete: false, enough: true };
    if let (Some(game), Some(watched)) = (deep.checked.game.clone(), watched) {
        let with = |settings: &[(String, String)]| check::check(source.clone(), bases, settings).game;
        let playout = playout(source, settings);
        let mut work = Work { game: &game, playout, plan, threads, spent, progress, found: Vec::new() };
        work.play(&mut deep, watched);
        // After a fault there is nothing to compare.
        if !work.found.iter().any(Diagnostic::is_error) {
            work.params(settings, &with);
        }
        let found = work.found;
        join(&mut deep.checked, found);
    }
    deep
}

/// What is being worked on.
struct Work<'a> {
    game: &'a Arc<Game>,
    /// The command that plays such games.
    playout: String,
    plan: Plan,
    threads: &'a Threads,
    spent: &'a (dyn Fn() -> f64 + Sync),
    progress: &'a mut dyn FnMut(f64),
    found: Vec<Diagnostic>,
}

impl Work<'_> {
    /// Plays, and finds what is in the places of the rules, in results and in lengths.
    fn play(&mut self, deep: &mut Deep, watched: Arc<Game>) {
        let engine = engine::engine(self.game.clone());
        let start = match engine.start() {
            Ok(start) => start,
            Err(fault) => return self.fault(&fault, "It comes before the first move."),
        };
        let sum = match self.games(&*engine, &start) {
            Ok(sum) => sum,
            Err((seed, n, fault)) => {
                let again =
                    format!("`{} --seed {seed} --games {}` shows the moves that lead to it", self.playout, n + 1);
                return self.fault(&fault, &again);
            }
        };
        deep.games = sum.stats.games;
        let reached = match self.reach(&watched) {
            Ok(reached) => reached,
            Err(fault) => return self.fault(&fault, "random games come to it"),
        };
        (deep.positions, deep.complete, deep.enough) = (reached.positions, reached.complete, reached.is_enough());
        self.results(&sum, &reached);
        self.places(&reached);
        self.choices(&reached);
    }

    fn fault(&mut self, fault: &Fault, how: &str) {
        self.found.push(fault.diagnostic().help(format!("{how}; `boardwright explain {}` says more", fault.code)));
    }
}

/// The command line that plays random games of a rule file with settings.
fn playout(source: &Source, settings: &[(String, String)]) -> String {
    let name = if is_bundled(source) { source.name.trim_end_matches(".game") } else { &*source.name };
    let mut line = format!("boardwright playout {}", quoted(name));
    for (name, value) in settings {
        line += &format!(" --set {}", quoted(&format!("{name}={value}")));
    }
    line
}

impl Reached {
    /// `in 1,000 random games` or, where all has been seen, `in all 5,478 positions`.
    fn so_many(&self) -> String {
        match self.complete {
            true if self.positions == 1 => "in the only position that there is".to_owned(),
            true => format!("in all {} positions that there are", words::number(self.positions)),
            false => {
                let (games, positions) = (words::number(self.games), words::number(self.positions));
                format!("in {games} random games ({positions} positions)")
            }
        }
    }
}

/// Adds findings to those of the check, in the order of the text. What is meant is left out, and so is what belongs to a
/// base, or what the check has said of the same place already.
fn join(checked: &mut Checked, found: Vec<Diagnostic>) {
    let main = crate::source::SourceId(0);
    for finding in found {
        let place = finding.span();
        let said = |other: &Diagnostic| {
            let other = other.span();
            other.source == place.source && place.start <= other.start && other.end <= place.end
        };
        let is_wanted = finding.is_error() || place.source == main && !checked.diagnostics.iter().any(said);
        if is_wanted && !is_meant(&finding, &checked.sources) {
            checked.diagnostics.push(finding);
        }
    }
    checked.diagnostics.sort_by_key(|one| (one.span().source, one.span().start, one.code));
}
