//! What `solve` prints.

use crate::cli::out::{CliError, Out, count};
use boardwright::game::Game;
use boardwright::game::piece::Player;
use boardwright::notation::Verdict;
use boardwright::outcome::Outcome;
use boardwright::solve::{Method, MoveValue, Phase, Plies, Progress, Solution, Unsolved, Value};
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Instant;

/// What has been found out.
pub struct Report<'r> {
    pub game: &'r Game,
    pub solution: &'r Solution,
    pub moves: Option<Vec<MoveValue>>,
    /// The line of the position, if it is not the first one of the game.
    pub position: Option<String>,
    pub since: Instant,
}

/// The solution in JSON.
#[derive(Serialize)]
struct SolutionReport<'a> {
    game: String,
    position: Option<&'a str>,
    solved: bool,
    #[serde(flatten)]
    value: ValueReport,
    line: &'a [String],
    /// For each player, whether he can force a win; null if that is not known.
    can_win: BTreeMap<&'a str, Option<bool>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<Vec<MoveReport<'a>>>,
    method: String,
    positions: u64,
    states: Option<u64>,
    seconds: f64,
    unsolved: Option<&'static str>,
}

/// A value in JSON.
#[derive(Serialize)]
struct ValueReport {
    value: Option<Verdict>,
    plies: Option<u32>,
    /// Whether no shorter win is possible.
    exact: bool,
}

/// The value of a move in JSON.
#[derive(Serialize)]
struct MoveReport<'a> {
    r#move: &'a str,
    #[serde(flatten)]
    value: ValueReport,
}

impl Report<'_> {
    /// Prints the solution for people.
    pub fn print_text(&self, out: &mut Out) -> Result<(), CliError> {
        let Solution { value, line, .. } = self.solution;
        let answer = match (value, self.solution.unsolved) {
            (Some(value), _) if value.outcome == Outcome::Draw && self.solution.method == Method::Retrograde => {
                "a draw: nobody can force a win, and play may go in circles".to_owned()
            }
            (Some(value), _) => describe(self.game, *value),
            (None, Some(Unsolved::Plies(plies))) => format!("nobody can force a win in {}", count(plies.into(), "ply")),
            (None, _) => "not solved".to_owned(),
        };
        out.line(format!("{}: {answer}", self.game.full_title()))?;
        if let Some(line) = &self.position {
            out.line(format!("position \"{line}\""))?;
        }
        out.line("")?;
        if value.is_none() {
            for known in self.known() {
                out.line(format!("known        {known}"))?;
            }
            if let Some(why) = self.why_unsolved() {
                out.line(format!("stopped      {why}"))?;
            }
        }
        if !line.is_empty() {
            let cut = if self.is_cut() { " ..." } else { "" };
            out.line(format!("best play    {}{cut}", line.join(" ")))?;
        }
        let states = self.solution.states.map(|states| format!(", {states} different ones")).unwrap_or_default();
        let positions = count(self.solution.positions, "position");
        let seconds = self.since.elapsed().as_secs_f64();
        out.line(format!("found by     {}: {positions}{states}, {seconds:.2} s", self.solution.method))?;
        if let Some(moves) = &self.moves {
            out.line("")?;
            let width = moves.iter().map(|one| one.text.chars().count()).max().unwrap_or(0).max(11);
            for MoveValue { text, value, .. } in moves {
                let value = value.map_or("not solved".to_owned(), |value| describe(self.game, value));
                out.line(format!("{text:width$}  {value}"))?;
            }
        }
        Ok(())
    }

    /// Returns whether the line stops before the game is over.
    fn is_cut(&self) -> bool {
        match self.solution.value.and_then(|value| value.plies) {
            Some(Plies::Exactly(plies)) => self.solution.line.len() < plies as usize,
            _ => false,
        }
    }

    /// Returns what is known of a position that is not solved.
    fn known(&self) -> Vec<String> {
        let wins = self.solution.wins.iter().enumerate();
        wins.filter(|(_, wins)| **wins == Some(false))
            .map(|(n, _)| format!("{} cannot force a win", self.game.player_name(Player(n as u8))))
            .collect()
    }

    fn why_unsolved(&self) -> Option<&'static str> {
        let is_retrograde = self.solution.method == Method::Retrograde;
        Some(match self.solution.unsolved? {
            Unsolved::Budget if is_retrograde => {
                "before the end of retrograde analysis, which begins again the next time: it needs more time at once"
            }
            _ if self.solution.is_too_large => {
                "play can go in circles, and there are too many positions to list; `--memory` sets a larger memory"
            }
            Unsolved::Budget => "before the end; more time may help",
            Unsolved::Long => "because games can be too long",
            Unsolved::Memory => "because the memory is full; `--memory` sets a larger one",
            _ => return None,
        })
    }

    /// Returns the solution for scripts.
    pub fn json(&self) -> impl Serialize {
        let Solution { value, wins, line, positions, states, .. } = self.solution;
        let players = self.game.players.iter().map(|player| player.name.as_str());
        SolutionReport {
            game: self.game.full_title(),
            position: self.position.as_deref(),
            solved: value.is_some(),
            value: ValueReport::new(self.game, *value),
            line,
            can_win: players.zip(wins.iter().copied()).collect(),
            moves: self.moves.as_ref().map(|moves| {
                let report = |one: &'_ MoveValue| ValueReport::new(self.game, one.value);
                moves.iter().map(|one| MoveReport { r#move: &one.text, value: report(one) }).collect()
            }),
            method: self.solution.method.to_string(),
            positions: *positions,
            states: *states,
            seconds: self.since.elapsed().as_secs_f64(),
            unsolved: self.solution.unsolved.map(|why| match why {
                Unsolved::Budget => "budget",
                Unsolved::Plies(_) => "plies",
                Unsolved::Long => "long games",
                Unsolved::Memory => "memory",
                _ => "unknown",
            }),
        }
    }
}

impl ValueReport {
    fn new(game: &Game, value: Option<Value>) -> ValueReport {
        let plies = value.and_then(|value| value.plies);
        ValueReport {
            value: value.map(|value| Verdict::new(game, value.outcome)),
            plies: plies.map(Plies::number),
            exact: matches!(plies, Some(Plies::Exactly(_))),
        }
    }
}

/// Returns a value in words: `White wins in 5 plies`.
fn describe(game: &Game, value: Value) -> String {
    let verdict = Verdict::new(game, value.outcome);
    match (value.outcome, value.plies) {
        (Outcome::Draw, _) | (_, None) => verdict.to_string(),
        (_, Some(Plies::Exactly(0))) => format!("{verdict} at once"),
        (_, Some(Plies::AtMost(n))) => format!("{verdict} in at most {}", count(n.into(), "ply")),
        (_, Some(plies)) => format!("{verdict} in {}", count(plies.number().into(), "ply")),
    }
}

/// Returns what a solver does, in one line.
pub fn brief(game: &Game, progress: &Progress) -> String {
    let name = |player: Player| game.player_name(player).to_owned();
    let what = match progress.phase {
        Phase::Proving(player) => format!("can {} force a win?", name(player)),
        Phase::Shortening(player) => format!("{} wins; in {} plies?", name(player), progress.depth),
        Phase::Listing => format!("{} different positions", progress.states),
        Phase::Backward => "solving backward".to_owned(),
        _ => format!("{} plies ahead", progress.depth),
    };
    let cannot = progress.wins.iter().enumerate().filter(|(_, wins)| **wins == Some(false));
    let known: String = cannot.map(|(n, _)| format!("; {} cannot", name(Player(n as u8)))).collect();
    format!("{:.1} million positions; {what}{known}", progress.positions as f64 / 1e6)
}
