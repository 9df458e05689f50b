//! [`look`]: warnings that need play. Random games, or all games if there are few positions, find actions that are never legal,
//! clauses of `end` that never decide, conditions that never change, parameters and choices without effect, and games that are
//! long or one-sided.
//!
//! The findings join those of the check. Random games prove nothing, and the findings say so: they state how much was played.

mod choices;
mod games;
mod params;
mod places;
mod reach;
mod words;

use crate::bundled::is_bundled;
use crate::check::{self, Bases, Checked};
use crate::diagnostic::Diagnostic;
use crate::engine::{self, Engine};
use crate::game::Game;
use crate::meant::is_meant;
use crate::moves::Move;
use crate::outcome::Fault;
use crate::position::Position;
use crate::position_line;
use crate::source::Source;
use crate::threads::Threads;
use crate::wording::quoted;
use reach::{PlayReach, ReachFault};
use std::sync::Arc;

/// The limits of play.
#[derive(Clone, Copy, Debug)]
pub struct DeepPlan {
    /// The number of random games.
    pub games: u64,
    /// The seed.
    pub seed: u64,
}

/// The findings, and how much was played.
#[derive(Clone, Debug)]
pub struct Deep {
    /// The findings of the check and of play, in source order. A fault during play is an error among them.
    pub checked: Checked,
    /// The number of random games.
    pub games: u64,
    /// The number of positions whose legal moves were examined.
    pub positions: u64,
    /// Whether these are all reachable positions.
    pub complete: bool,
    /// Whether the games are enough to report what never happens. Otherwise the time ran out.
    pub enough: bool,
}

/// The phases of the work, and the share of the time that may be used when each ends.
const GAMES: f64 = 0.3;
const WHOLE: f64 = 0.4;
const POSITIONS: f64 = 0.8;
const ALL: f64 = 1.0;

/// Checks a rule file and plays it. `spent` returns the share of the time that is used up (0 if there is no limit,
/// 1 to stop); `progress` is called with the share of the work that is done.
pub fn look(
    source: &Source,
    bases: &dyn Bases,
    settings: &[(String, String)],
    plan: DeepPlan,
    threads: &Threads,
    spent: &(dyn Fn() -> f64 + Sync),
    progress: &mut dyn FnMut(f64),
) -> Deep {
    let checked = check::check(source.clone(), bases, settings);
    let watched = check::watched(source.clone(), bases, settings).game;
    let mut deep = Deep { checked, games: 0, positions: 0, complete: false, enough: true };
    if let (Some(game), Some(watched)) = (deep.checked.game.clone(), watched) {
        let with = |settings: &[(String, String)]| check::check(source.clone(), bases, settings).game;
        let args = command_args(source, settings);
        let mut work = DeepWork { game: &game, args, plan, threads, spent, progress, found: Vec::new() };
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

/// The work in progress.
struct DeepWork<'a> {
    game: &'a Arc<Game>,
    /// The file and its settings, as commands have them.
    args: String,
    plan: DeepPlan,
    threads: &'a Threads,
    spent: &'a (dyn Fn() -> f64 + Sync),
    progress: &'a mut dyn FnMut(f64),
    found: Vec<Diagnostic>,
}

impl DeepWork<'_> {
    /// Plays games, and collects findings on places of the rules, results and lengths.
    fn play(&mut self, deep: &mut Deep, watched: Arc<Game>) {
        let engine = engine::engine(self.game.clone());
        let start = match engine.start() {
            Ok(start) => start,
            Err(fault) => return self.fault(&fault, "it occurs before the first move"),
        };
        let sum = match self.games(&*engine, &start) {
            Ok(sum) => sum,
            Err((seed, n, fault)) => {
                let again = format!(
                    "run `boardwright playout {} --seed {seed} --games {}` to see the moves that lead to it",
                    self.args,
                    n + 1
                );
                return self.fault(&fault, &again);
            }
        };
        deep.games = sum.stats.games;
        let reached = match self.reach(&watched) {
            Ok(reached) => reached,
            Err(ReachFault { fault, at }) => {
                let again = at.and_then(|at| self.reach_command(&*engine, &at.0, at.1.as_ref()));
                return self.fault(&fault, again.as_deref().unwrap_or("it occurs before the first move"));
            }
        };
        (deep.positions, deep.complete, deep.enough) = (reached.positions, reached.complete, reached.is_enough());
        self.results(&sum, &reached);
        self.places(&reached);
        self.undrawn(&sum, &reached);
        self.choices(&reached);
    }

    /// Returns what to run to see a fault in a position, or of a move in it.
    fn reach_command(&self, engine: &dyn Engine, position: &Position, mv: Option<&Move>) -> Option<String> {
        let line = position_line::write(engine, position).ok()?;
        let (args, line) = (&self.args, format!("--position \"{line}\""));
        Some(match mv {
            Some(mv) => {
                let text = engine.text(position, mv).ok()?;
                format!("run `boardwright show {args} {line} --after {}` to see it", quoted(&text))
            }
            None => format!("run `boardwright moves {args} {line}` to see it"),
        })
    }

    fn fault(&mut self, fault: &Fault, how: &str) {
        self.found
            .push(fault.diagnostic().help(format!("{how}; for details, run `boardwright explain {}`", fault.code)));
    }
}

/// Returns a rule file with settings, as commands have them.
fn command_args(source: &Source, settings: &[(String, String)]) -> String {
    let name = if is_bundled(source) { source.name.trim_end_matches(".game") } else { &*source.name };
    let mut line = quoted(name);
    for (name, value) in settings {
        line += &format!(" --set {}", quoted(&format!("{name}={value}")));
    }
    line
}

impl PlayReach {
    /// Returns `in 1,000 random games`, or `in all 5,478 positions` if all were examined.
    fn extent(&self) -> String {
        match self.complete {
            true if self.positions == 1 => "in the only position".to_owned(),
            true => format!("in all {} positions", words::number(self.positions)),
            false => {
                let (games, positions) = (words::number(self.games), words::number(self.positions));
                format!("in {games} random games ({positions} positions)")
            }
        }
    }
}

/// Adds findings to those of the check, in source order. Omits findings that the author marked as meant, that belong to a base,
/// or that the check has reported for the same place.
fn join(checked: &mut Checked, found: Vec<Diagnostic>) {
    let main = crate::source::SourceId(0);
    for finding in found {
        let place = finding.span();
        let said = |other: &Diagnostic| place.contains(other.span());
        let is_wanted = finding.is_error() || place.source == main && !checked.diagnostics.iter().any(said);
        if is_wanted && !is_meant(&finding, &checked.sources) {
            checked.diagnostics.push(finding);
        }
    }
    checked.diagnostics.sort_by_key(|one| (one.span().source, one.span().start, one.code));
}
