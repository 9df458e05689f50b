//! `boardwright judge`: what a player expects of a position.

use super::chosen::fault_error;
use super::expected::{percents, shares, texts};
use super::game_position::{GamePosition, reach};
use super::options::{AfterArgs, Format, GameArgs, LimitArgs};
use super::out::{CliError, Exit, Out, remark};
use super::progress::ProgressReporter;
use super::threads::STACK;
use super::{interrupt, players};
use boardwright::engine::Engine;
use boardwright::moves::Move;
use boardwright::notation::{self, Verdict};
use boardwright::player::{Budget, Judgment, Line, Player, PlayerError};
use boardwright::position::Position;
use boardwright::{Session, SessionError};
use clap::Args;
use serde::Serialize;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

const AFTER_HELP: &str = "\
Each player's share of the point is an expectation: 50 % and 50 % is an even position or a draw. It is certain where it says `proven`; what \
`boardwright solve` prints is always proven, but may take long. Ctrl-C ends the thinking early.

Examples:
  boardwright judge rush --set size=7
  boardwright judge connect-four --after \"d d d d\" --time 5
  boardwright judge chess --position \"6k1/5ppp/8/8/8/8/8/R5K1 White rights={}\" --player alphabeta
  boardwright judge hex --lines 1 --format json

Exit code: 0 success; 1 the rules failed; 2 wrong usage; 130 after Ctrl-C.";

/// How long a player thinks, in seconds, if there is no limit.
const SECONDS: f64 = 1.0;

/// The most moves without an alternative that are followed.
const FORCED: usize = 200;

/// The arguments of `judge`.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct JudgeArgs {
    #[command(flatten)]
    pub game: GameArgs,
    #[command(flatten)]
    pub after: AfterArgs,
    /// Who judges: `best`, `mcts` or `alphabeta`, with settings after a colon, or an engine of others, such as `uci:fairy-stockfish`
    #[arg(long, value_name = "PLAYER", default_value = "best")]
    pub player: String,
    #[command(flatten)]
    pub limits: LimitArgs,
    /// Print at most this number of lines, the best ones first; `mcts` thinks best of the move after which it has played most games
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..))]
    pub lines: u32,
    /// Text for people or JSON for scripts
    #[arg(long, default_value = "text")]
    pub format: Format,
}

/// A judgment in JSON.
#[derive(Serialize)]
struct JudgmentReport<'a> {
    to_move: Option<&'a str>,
    outcome: Option<Verdict>,
    player: &'a str,
    /// The expected result of each player, from -1 to 1.
    returns: BTreeMap<&'a str, f64>,
    proven: bool,
    lines: Vec<LineReport>,
    work: u64,
    depth: u32,
    seconds: f64,
}

/// A line in JSON.
#[derive(Serialize)]
struct LineReport {
    moves: Vec<String>,
    /// What it is worth to the player to move, from -1 to 1.
    value: f64,
    /// Whether this value is certain.
    proven: bool,
    work: u64,
}

/// Lets a player think about a position, and prints what it expects.
pub fn run(args: &JudgeArgs, out: &mut Out) -> Result<Exit, CliError> {
    let GamePosition { engine, position, .. } = reach(&args.game, &args.after)?;
    let mut player = players::create(&args.player, &engine).map_err(|error| CliError::usage(error.to_string()))?;
    if player.name().starts_with(players::RANDOM) {
        let error = CliError::usage(format!("`{}` judges no positions", args.player));
        return Err(error.help("choose `best`, `mcts` or `alphabeta`"));
    }
    let interrupted = interrupt::watch();
    let budget = args.limits.budget(SECONDS).with_lines(args.lines as usize).with_stop(interrupted.clone());
    let since = Instant::now();
    let judged = judge(&mut *player, &engine, &position, &budget);
    let exit = if interrupted.load(Ordering::Relaxed) { Exit::Interrupted } else { Exit::Success };
    let judgment = match judged {
        Ok(Some(judgment)) => judgment,
        // An engine that was stopped has nothing to say.
        _ if exit == Exit::Interrupted => return Ok(exit),
        Ok(None) => return Err(CliError::finding(format!("`{}` says nothing about this position", args.player))),
        Err(PlayerError::Session(SessionError::Fault(fault))) => return Err(fault_error(&*engine, &fault)),
        Err(other) => return Err(CliError::finding(other.to_string())),
    };
    let game = engine.game();
    let mover = usize::from(position.mover.0);
    // Of moves without work, a player may know no more than that they are not better.
    let is_known = |(n, line): &(usize, &Line)| !line.moves.is_empty() && (*n == 0 || line.work > 0);
    let known = judgment.lines.iter().enumerate().filter(is_known);
    let lines = known.take(args.lines as usize).map(|(_, line)| line);
    let lines = lines.map(|line| LineReport {
        moves: texts(&*engine, &position, &line.moves),
        value: line.value,
        proven: line.is_proven,
        work: line.work,
    });
    let lines: Vec<LineReport> = lines.collect();
    let names = game.players.iter().map(|player| player.name.as_str());
    let seconds = since.elapsed().as_secs_f64();
    if args.format == Format::Json {
        out.json(&JudgmentReport {
            to_move: notation::to_move(&position).map(|player| game.player_name(player)),
            outcome: position.outcome.map(|outcome| Verdict::new(game, outcome)),
            player: &args.player,
            returns: names.zip(judgment.returns.iter().copied()).collect(),
            proven: judgment.is_proven,
            lines,
            work: judgment.work,
            depth: judgment.depth,
            seconds,
        })?;
        return Ok(exit);
    }
    if position.outcome.is_some() {
        remark(format!("The game is over: {}", notation::status(game, &position)));
    }
    let expected = percents(&judgment.returns);
    let shares = shares(game, &expected);
    let proven = if judgment.is_proven { " (proven)" } else { "" };
    out.line(format!("{}: {shares}{proven}", notation::status(game, &position)))?;
    for (n, line) in lines.iter().enumerate() {
        let break_before = if n == 0 { "\n" } else { "" };
        // Of the best line, it is known what the others get.
        let share = match n {
            0 => expected[mover],
            _ => percents(&returns_of(line.value, mover, game.players.len()))[mover],
        };
        out.line(format!("{break_before}{share:>3} %  {}", line.moves.join(" ")))?;
    }
    if judgment.work > 0 {
        let work = judgment.work;
        out.line(format!("\n{work} random games or positions, {} plies ahead, {seconds:.2} s", judgment.depth))?;
    }
    Ok(exit)
}

/// Returns the results of all players, if the one to move gets this one.
fn returns_of(value: f64, mover: usize, players: usize) -> Vec<f64> {
    let others = players.saturating_sub(1).max(1) as f64;
    (0..players).map(|player| if player == mover { value } else { -value / others }).collect()
}

/// Lets a player judge a position; `None` if it judges none. Players make the only legal move without thinking: the position after
/// such moves is judged.
fn judge(
    player: &mut dyn Player,
    engine: &Arc<dyn Engine>,
    position: &Position,
    budget: &Budget,
) -> Result<Option<Judgment>, PlayerError> {
    let mut session = Session::new(engine.clone()).map_err(|fault| PlayerError::Session(fault.into()))?;
    session.set_position(position)?;
    let mut forced: Vec<Move> = Vec::new();
    while forced.len() < FORCED
        && let [only] = session.legal_moves()?
    {
        forced.push(only.clone());
        session.make(0)?;
    }
    let mut judgment = Judgment::default();
    if session.outcome().is_some() || forced.len() == FORCED {
        (judgment.returns, judgment.is_proven) = (session.returns(), session.outcome().is_some());
    } else {
        match think(player, &mut session, budget)? {
            Some(found) => judgment = found,
            None => return Ok(None),
        }
    }
    if !forced.is_empty() {
        let mut line = judgment.lines.into_iter().next().unwrap_or_default();
        line.moves.splice(0..0, forced);
        line.value = judgment.returns.get(usize::from(position.mover.0)).copied().unwrap_or_default();
        line.is_proven = judgment.is_proven;
        judgment.lines = vec![line];
    }
    Ok(Some(judgment))
}

/// Lets a player think, with a progress bar if that takes long.
fn think(player: &mut dyn Player, session: &mut Session, budget: &Budget) -> Result<Option<Judgment>, PlayerError> {
    let (since, seconds) = (Instant::now(), budget.time.map_or(0, |time| time.as_secs()));
    let mut progress = ProgressReporter::new(seconds, "seconds");
    std::thread::scope(|scope| {
        let thinking = std::thread::Builder::new().stack_size(STACK);
        let thinking = thinking.spawn_scoped(scope, || player.choose(session, budget));
        let thinking = thinking.map_err(|error| PlayerError::Failed(error.to_string()))?;
        while !thinking.is_finished() {
            if seconds > 1 {
                progress.at(since.elapsed().as_secs());
            }
            std::thread::sleep(Duration::from_millis(5));
        }
        thinking.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)).map(|choice| choice.judgment)
    })
}
