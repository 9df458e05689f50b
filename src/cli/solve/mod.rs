//! `boardwright solve`: who wins with best play.

mod report;
mod table_file;

use crate::cli::chosen::fault_error;
use crate::cli::game_position::{GamePosition, reach};
use crate::cli::interrupt;
use crate::cli::options::{AfterArgs, Format, GameArgs, parse_seconds};
use crate::cli::out::{CliError, Exit, Out, remark};
use crate::cli::progress::ProgressLine;
use boardwright::SessionError;
use boardwright::engine::Engine;
use boardwright::player::Budget;
use boardwright::position_line;
use boardwright::solve::{MOST_PLIES, Method, SolveError, Solver, Unsolved};
use clap::Args;
use report::Report;
use std::path::PathBuf;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

const AFTER_HELP: &str = "\
The answer is proved. Where play can go in circles, all positions are listed and solved backward, if the memory is large enough for \
them and nobody wins within three plies; else a proof-number search finds out who wins, or a depth-first search in games that only fill the board. After Ctrl-C, the command prints what is known.

Exit code: 0 solved, 1 not solved within the limits, 2 wrong usage, 130 after Ctrl-C.

Examples:
  boardwright solve tic-tac-toe
  boardwright solve hex --set size=3 --moves
  boardwright solve chess --plies 3 --position \"kbK5/pp6/1P6/8/8/8/8/R7 White rights={}\"
  boardwright solve clobber --time 60 --out clobber.table
  boardwright solve clobber --out clobber.table --continue";

/// The arguments of `solve`.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct SolveArgs {
    #[command(flatten)]
    pub game: GameArgs,
    #[command(flatten)]
    pub after: AfterArgs,
    /// Look at most N plies ahead: 3 for a mate in two
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=i64::from(MOST_PLIES)))]
    pub plies: Option<u32>,
    /// Find the shortest win, however long that takes
    #[arg(long, conflicts_with = "plies")]
    pub exact: bool,
    /// Print the value of each legal move as well
    #[arg(long)]
    pub moves: bool,
    /// Stop after this number of seconds
    #[arg(long, value_name = "S", value_parser = parse_seconds)]
    pub time: Option<f64>,
    /// The most memory for what is known of positions, in MB
    #[arg(long, value_name = "MB", default_value_t = Solver::MEMORY as u64, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    pub memory: u64,
    /// Write what is known at the end to this file
    #[arg(long, value_name = "FILE")]
    pub out: Option<PathBuf>,
    /// Go on with what is in the file of `--out`; retrograde analysis begins again
    #[arg(long = "continue", requires = "out")]
    pub go_on: bool,
    /// Text for people or JSON for scripts
    #[arg(long, default_value = "text")]
    pub format: Format,
}

/// Solves a position, and prints what is known of it, also after Ctrl-C.
pub fn run(args: &SolveArgs, out: &mut Out) -> Result<Exit, CliError> {
    let GamePosition { engine, position, is_later, .. } = reach(&args.game, &args.after)?;
    let line = is_later.then(|| position_line::write(&*engine, &position).ok()).flatten();
    let to_error = |error: SolveError| to_cli_error(&*engine, error);
    let mut solver = Solver::new(engine.clone(), &position).map_err(to_error)?;
    solver = solver.with_memory(usize::try_from(args.memory).unwrap_or(usize::MAX));
    if let Some(plies) = args.plies {
        solver = solver.with_plies(plies);
    }
    if args.exact {
        solver = solver.with_exact_plies();
    }
    if let Some(path) = &args.out {
        table_file::read(&mut solver, path, args.go_on)?;
    }
    if args.go_on && solver.lists_positions().map_err(to_error)? {
        remark(
            "Play can go in circles here: retrograde analysis, if it is needed, begins again, because a file has only what proof-number search has found",
        );
    }
    let interrupted = interrupt::watch();
    let since = Instant::now();
    let mut budget = Budget::default().with_stop(interrupted.clone());
    budget.time = args.time.map(Duration::from_secs_f64);
    let mut progress = ProgressLine::new();
    let solution =
        solver.solve(&budget, &mut |news| progress.set(|| report::brief(engine.game(), news))).map_err(to_error)?;
    let mut moves = None;
    if args.moves {
        // What is left of the time.
        budget.time = budget.time.map(|time| time.saturating_sub(since.elapsed()));
        let values = solver.move_values(&budget, &mut |news| progress.set(|| report::brief(engine.game(), news)));
        moves = Some(values.map_err(to_error)?);
    }
    drop(progress);
    // The table first: whatever happens to the output, it is not lost.
    if let Some(path) = &args.out {
        table_file::write(&solver, path)?;
    }
    let is_solved = solution.unsolved.is_none() && moves.iter().flatten().all(|mv| mv.value.is_some());
    let report = Report { game: engine.game(), solution: &solution, moves, position: line, since };
    match args.format {
        Format::Text => report.print_text(out)?,
        Format::Json => out.json(&report.json())?,
    }
    if is_solved {
        return Ok(Exit::Success);
    }
    if interrupted.load(Ordering::Relaxed) && matches!(solution.unsolved, None | Some(Unsolved::Budget)) {
        out.flush()?;
        remark(match args.out {
            Some(_) if solution.method == Method::Retrograde => "Stopped; retrograde analysis would begin again",
            Some(_) => "Stopped; go on with `--continue`",
            None => "Stopped",
        });
        return Ok(Exit::Interrupted);
    }
    Ok(Exit::Problems)
}

fn to_cli_error(engine: &dyn Engine, error: SolveError) -> CliError {
    match error {
        SolveError::Session(SessionError::Fault(fault)) => fault_error(engine, &fault),
        SolveError::Players(_) => CliError::usage(error.to_string()),
        other => CliError::finding(other.to_string()),
    }
}
