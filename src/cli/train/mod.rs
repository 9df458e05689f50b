//! `boardwright train`: finds the weights of `alphabeta` for a game.

mod report;
mod weights_file;

use super::chosen::{self, fault_error};
use super::options::{Format, GameArgs, parse_seconds};
use super::out::{CliError, Exit, Out, remark};
use super::progress::ProgressReporter;
use super::threads::ThreadCount;
use super::{endless, interrupt};
use boardwright::SessionError;
use boardwright::internals::wording::counted;
use boardwright::player::{Training, TrainingError, TrainingNews, Weights};
use clap::Args;
use report::Report;
use std::path::PathBuf;
use std::time::Duration;
use weights_file::WeightsFile;

const AFTER_HELP: &str = "\
The player `alphabeta` plays against itself. After each round of games, its weights are fitted to their positions and results, \
and a match decides whether the new weights are kept. In the end, a match against the player without training tells how much \
stronger it has become; weights that are not stronger are dropped. Another match, at equal time, tells whether `alphabeta` or \
`mcts` is the best player.

The file is written after each round, also when Ctrl-C or `--time` stops the training; `--continue` goes on with it, also with weights that \
were not kept. The same \
seed and numbers give the same file on every computer, but for the match against `mcts`, which depends on its speed.

Examples:
  boardwright train breakthrough --games 1000
  boardwright train breakthrough --games 2000 --continue
  boardwright train mygame.game --time 60 --out mygame.weights
  boardwright match mygame.game alphabeta:weights=mygame.weights mcts";

/// The arguments of `train`.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct TrainArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// Number of games of the player against itself
    #[arg(long, value_name = "N", default_value_t = 400, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub games: u64,
    /// Take at most this number of seconds: half of them for games against itself, the rest for matches, which are cut
    #[arg(long, value_name = "S", value_parser = parse_seconds)]
    pub time: Option<f64>,
    /// Fit the weights after each N games
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub round: u64,
    /// Positions looked at for each move
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000))]
    pub work: u64,
    /// Number of games of new weights against old ones; twice as many measure the result
    #[arg(long = "match", value_name = "N", default_value_t = 60, value_parser = clap::value_parser!(u64).range(2..=1_000_000))]
    pub match_games: u64,
    /// Number of games against `mcts`; 0 for none
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = clap::value_parser!(u64).range(..=1_000_000))]
    pub measure: u64,
    /// Seconds for each move in these games
    #[arg(long, value_name = "S", default_value_t = 0.1, value_parser = parse_seconds)]
    pub measure_time: f64,
    /// Seed of all that is drawn
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
    /// Number of games at a time, or `all` for one per core; the result does not depend on it
    #[arg(long, value_name = "N", default_value_t = ThreadCount::All)]
    pub threads: ThreadCount,
    /// Write the weights to this file [default: the name of the game and `.weights`]
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Go on with the training that wrote the file
    #[arg(long = "continue")]
    pub go_on: bool,
    /// Text for people or JSON for scripts
    #[arg(long, default_value = "text")]
    pub format: Format,
}

/// Trains, writes the weights and prints what came of it.
pub fn run(args: &TrainArgs, out: &mut Out) -> Result<Exit, CliError> {
    let engine = chosen::load_engine(&args.game)?;
    let (file, known) = WeightsFile::open(&args.game.game, args.out.as_deref(), args.go_on)?;
    let to_error = |error: TrainingError| match error {
        TrainingError::Session(SessionError::Fault(fault)) => fault_error(&*engine, &fault),
        TrainingError::Other(why) => CliError::usage(format!("cannot continue with `{}`: {why}", file.name())),
        TrainingError::Players(_) => CliError::usage(error.to_string()),
        other => CliError::finding(other.to_string()),
    };
    let mut training = Training::new(engine.clone()).map_err(to_error)?;
    (training.games, training.round, training.work, training.seed) = (args.games, args.round, args.work, args.seed);
    (training.match_games, training.measure_games) = (args.match_games, args.measure);
    training.measure_time = Duration::from_secs_f64(args.measure_time);
    training.time = args.time.map(Duration::from_secs_f64);
    training.threads = args.threads.count();
    if let Some(known) = known {
        let said = describe_continued(&known, args.games);
        training.resume(known).map_err(to_error)?;
        remark(said);
    }
    training.stop = interrupt::watch();
    let mut report = Report::new(engine.game());
    let mut failed = None;
    let mut progress = ProgressReporter::new(args.games, "games");
    let trained = training.run(&mut |news| {
        show(news, &mut progress, args.games);
        report.add(news);
        if let TrainingNews::Round { weights, .. } = news
            && failed.is_none()
        {
            failed = file.write(weights).err();
        }
    });
    drop(progress);
    let is_complete = trained.map_err(to_error)?;
    if let Some(error) = failed {
        return Err(error);
    }
    file.write(training.weights())?;
    report.finish(training.weights(), file.name());
    if report.is_endless()
        && let Some(hint) = endless::hint(engine.game())
    {
        remark(hint);
    }
    match args.format {
        Format::Text => report.print_text(out)?,
        Format::Json => out.json(&report.json())?,
    }
    if is_complete {
        return Ok(Exit::Success);
    }
    out.flush()?;
    let done = training.weights().games;
    remark(format!("Stopped after {done} of {} games; go on with `--continue`", args.games));
    Ok(Exit::Interrupted)
}

/// Says what a training goes on with.
fn describe_continued(known: &Weights, games: u64) -> String {
    let with = match (known.is_untrained(), known.has_candidates()) {
        (false, _) => "the weights in the file",
        (true, true) => "the last weights, which were not kept: no match has shown that they are better than none",
        (true, false) => "no weights: none were better than those without training",
    };
    let done = counted(usize::try_from(known.games).unwrap_or(usize::MAX), "game");
    let more = match known.games >= games {
        true => {
            format!("; all {games} are played, so only the matches at the end follow: for more games, use `--games`")
        }
        false => String::new(),
    };
    format!("Going on after {done} with {with}{more}")
}

/// Shows what happens: a bar for the games in progress, a line for each round.
fn show(news: &TrainingNews<'_>, progress: &mut ProgressReporter, games: u64) {
    match news {
        TrainingNews::Game { done, of } => {
            progress.set_total(*of);
            progress.note("against itself".to_owned());
            progress.at(*done);
        }
        TrainingNews::MatchGame { names: [one, other], done, of, result } => {
            progress.set_total(*of);
            progress.note(format!("{one} against {other}: {}", report::describe(result)));
            progress.at(*done);
        }
        TrainingNews::Round { games: done, samples: 0, too_long, .. } => {
            let long = match too_long {
                0 => String::new(),
                _ => format!(": {too_long} had no end after {} plies", Training::MOST_PLIES),
            };
            progress.aside(|| remark(format!("{done} of {games} games: no position to learn from{long}")));
        }
        TrainingNews::Round { games: done, result, is_cut, is_kept, loss: [before, after], .. } => {
            let kept = if *is_kept { "kept" } else { "dropped" };
            let result = report::describe_match(result, *is_cut);
            let line =
                format!("{done} of {games} games: loss {before:.3} -> {after:.3}, new against old {result}: {kept}");
            progress.aside(|| remark(line));
        }
        _ => {}
    }
}
