//! `boardwright match`: players against each other.

mod report;

use super::chosen::{self, fault_error};
use super::interrupt;
use super::options::{Format, GameArgs, LimitArgs};
use super::out::{CliError, Exit, Out, remark};
use super::progress::ProgressReporter;
use super::record_file::RecordFile;
use super::threads::ThreadCount;
use super::{outside, players};
use boardwright::SessionError;
use boardwright::measure::Sprt;
use boardwright::player::{Budget, Played, Standings};
use clap::Args;
use report::Report;
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::atomic::Ordering;

const AFTER_HELP: &str = "\
A player is `random`, `mcts`, `alphabeta` or `best`, with settings after a colon: `mcts:level=3`, `mcts:time=0.5` for limits of its own; or an engine of others, \
`uci:`, `usi:` or `gtp:` and its command line. Seats alternate: each opening is played once from \
each seat. With more than two players, each two of them meet; in a game for three, they sit at one board.

Elo says how much stronger the first of two players is: +100 is a score of 64 %, +200 of 76 %. The interval is right in 95 of \
100 matches. `--sprt 0 20` stops as soon as it is clear whether the difference is rather 20 or rather 0.

The same seed plays the same match on every computer, for any number of threads, if all players are limited by `--playouts` or \
`--depth`, or look at no clock.

Examples:
  boardwright match rush mcts random --set size=5 --games 20
  boardwright match breakthrough mcts alphabeta --time 0.5 --records games.jsonl
  boardwright match breakthrough mcts alphabeta --time 0.5 --records games.jsonl --continue
  boardwright match go mcts \"gtp:gnugo --mode gtp\" --set size=9 --time 1
  boardwright match hex mcts mcts:explore=0.5 --playouts 1000 --games 2000 --sprt 0 30";

/// How long a player may think about a move, in seconds, if there is no limit.
const SECONDS: f64 = 0.1;

/// What to do if the file of `--records` exists.
const EXISTS: &str = "choose another name; the match goes on in its file with `--continue`";

/// The arguments of `match`.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct MatchArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// The players, at least two
    #[arg(required = true, value_name = "PLAYER", num_args = 2..)]
    pub players: Vec<String>,
    /// Number of games of each two players
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub games: u64,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Begin each two games with the same N random plies
    #[arg(long, value_name = "N", default_value_t = 2)]
    pub opening: u32,
    /// Stop early if it is clear whether the first player is stronger by ELO1 rather than ELO0
    #[arg(long, num_args = 2, value_names = ["ELO0", "ELO1"], allow_negative_numbers = true, value_parser = parse_elo)]
    pub sprt: Option<Vec<f64>>,
    /// Stop a game after this many plies; it counts as a draw
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..))]
    pub max_plies: u32,
    /// Seed of the openings and of what the players draw
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Number of games at a time, or `all` for one per core
    #[arg(long, value_name = "N", default_value_t = ThreadCount::All)]
    pub threads: ThreadCount,
    /// Write each game to this file as a line of JSON when it ends
    #[arg(long, value_name = "FILE")]
    pub records: Option<PathBuf>,
    /// Go on with the match in the file of `--records`
    #[arg(long = "continue", requires = "records")]
    pub go_on: bool,
    /// Text for people or JSON for scripts
    #[arg(long, default_value = "text")]
    pub format: Format,
}

/// Plays a match and prints the result, also after Ctrl-C.
pub fn run(args: &MatchArgs, out: &mut Out) -> Result<Exit, CliError> {
    let engine = chosen::load_engine(&args.game)?;
    let test = args.sprt.as_deref().map(parse_test).transpose()?;
    if test.is_some() && args.players.len() != 2 {
        return Err(CliError::usage("`--sprt` needs two players"));
    }
    let settings = chosen::parse_settings(&args.game.settings.set)?;
    let name = chosen::resolve_name(&args.game.game);
    let mut contest = players::contest(&engine, &args.players).map_err(|error| CliError::usage(error.to_string()))?;
    let interrupted = interrupt::watch();
    (contest.games, contest.opening, contest.max_plies) = (args.games, args.opening, args.max_plies);
    let all_have_own = args.limits.is_unlimited() && players::all_have_own_limits(&args.players);
    let budget = if all_have_own { Budget::default() } else { args.limits.budget(SECONDS) };
    (contest.seed, contest.budget) = (args.seed, budget.with_stop(interrupted.clone()));
    let mut standings = Standings::new(&contest);
    if let Some(test) = test {
        standings = standings.with_test(test);
    }
    let to_error = |error: SessionError| match error {
        SessionError::Fault(fault) => fault_error(&*engine, &fault),
        other => CliError::finding(other.to_string()),
    };
    let mut file = match &args.records {
        Some(path) => Some(RecordFile::open(path, args.go_on, EXISTS, name, settings)?),
        None => None,
    };
    let mut done = BTreeSet::new();
    for played in file.as_mut().map_or(Ok(Vec::new()), |file| file.take(&contest))? {
        done.insert(played.number);
        standings.add(played);
    }
    let threads = args.threads.start()?;
    let labels = report::labels(&contest);
    let mut progress = ProgressReporter::new(contest.total(), "games");
    let is_decided = standings.decision().is_some();
    let (mut finished, mut failed) = (done.len() as u64, None);
    let mut hear = |played: Played| {
        finished += 1;
        if let Some((seat, why)) = &played.failure {
            let loser = played.seats.get(*seat).and_then(|entrant| labels.get(*entrant)).map_or("", String::as_str);
            let what = match why == outside::RESIGNS {
                true => "resigns".to_owned(),
                false => format!("loses, because it failed: {why}"),
            };
            progress.aside(|| remark(format!("game {}: {loser} {what}", played.number + 1)));
        }
        if let Some(file) = &mut file
            && let Err(error) = file.add(&contest.record(&played, &file.name, &file.settings))
        {
            failed = Some(error);
            return false;
        }
        standings.add(played);
        progress.at(finished);
        progress.note(report::brief(&standings, &labels));
        standings.decision().is_none()
    };
    if !is_decided {
        contest.run(&threads, &|number| done.contains(&number), &mut hear).map_err(to_error)?;
    }
    drop(progress);
    if let Some(error) = failed {
        return Err(error);
    }
    standings.finish();
    let report = Report { contest: &contest, standings: &standings, labels: &labels };
    let is_stopped = interrupted.load(Ordering::Relaxed);
    match args.format {
        // A table of a match that was stopped before its first game ended says nothing.
        Format::Text if is_stopped && standings.stats().games == 0 => {}
        Format::Text => report.print_text(out)?,
        Format::Json => out.json(&report.json())?,
    }
    if let Some(doubt) = report.doubt() {
        out.flush()?;
        remark(doubt);
    }
    let missing = contest.total().saturating_sub(standings.stats().games);
    if !is_stopped || standings.decision().is_some() || missing == 0 {
        return Ok(Exit::Success);
    }
    out.flush()?;
    let help = match &args.records {
        Some(_) => "; go on with `--continue`",
        None => "",
    };
    remark(format!("Stopped after {} of {} games{help}", standings.stats().games, contest.total()));
    Ok(Exit::Interrupted)
}

fn parse_elo(text: &str) -> Result<f64, String> {
    text.parse().map_err(|_| "not a number".to_owned())
}

fn parse_test(bounds: &[f64]) -> Result<Sprt, CliError> {
    match bounds {
        [low, high] if low < high && low.abs() <= 2000.0 && high.abs() <= 2000.0 => Ok(Sprt::new(*low, *high)),
        _ => Err(CliError::usage("`--sprt` needs two differences in Elo, the smaller one first")
            .help("write for example `--sprt 0 20`")),
    }
}
