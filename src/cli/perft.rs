//! `boardwright perft`.

use super::chosen::{fault_error, select_engine};
use super::game_position::{GamePosition, reach};
use super::options::{AfterArgs, Format, GameArgs, RunArgs};
use super::out::{CliError, Exit, Out, remark};
use super::progress::ProgressReporter;
use boardwright::measure;
use clap::Args;
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Instant;

const AFTER_HELP: &str = "\
Examples:
  boardwright perft chess 3
  boardwright perft rush 3 --set size=9
  boardwright perft push 4 --divide
  boardwright perft chess 3 --position \"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 White rights={}\"";

/// The arguments of `perft`.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct PerftArgs {
    #[command(flatten)]
    pub game: GameArgs,
    /// Length of the sequences, in plies
    pub depth: u32,
    #[command(flatten)]
    pub after: AfterArgs,
    /// Count separately for each first move
    #[arg(long)]
    pub divide: bool,
    #[command(flatten)]
    pub run: RunArgs,
    /// Text for people or JSON for scripts
    #[arg(long, default_value = "text")]
    pub format: Format,
}

/// The count in JSON.
#[derive(Serialize)]
struct PerftReport {
    depth: u32,
    nodes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<BTreeMap<String, u64>>,
}

/// Counts the sequences of legal moves.
pub fn run(args: &PerftArgs, out: &mut Out) -> Result<Exit, CliError> {
    let GamePosition { engine, position, .. } = reach(&args.game, &args.after)?;
    let engine = select_engine(args.run.engine, engine);
    let threads = args.run.threads.start()?;
    let fault = |fault| fault_error(&*engine, &fault);
    let since = Instant::now();
    let count = |depth: u32| {
        ProgressReporter::show("moves", Instant::now(), |news| {
            measure::perft(&*engine, &position, depth, &threads, news)
        })
        .map_err(fault)
    };
    if args.format == Format::Text && !args.divide {
        for depth in 1..args.depth {
            out.line(format!("perft {depth}  {}", count(depth)?))?;
            out.flush()?;
        }
    }
    let (nodes, divided) = if args.divide && args.depth > 0 {
        let divide = |news: &mut dyn FnMut(u64, u64)| measure::divide(&*engine, &position, args.depth, &threads, news);
        let counts = ProgressReporter::show("moves", since, divide).map_err(fault)?;
        let written = counts.iter().map(|(mv, nodes)| Ok((engine.text(&position, mv)?, *nodes)));
        (counts.iter().map(|(_, nodes)| nodes).sum(), written.collect::<Result<_, _>>().map_err(fault)?)
    } else {
        (count(args.depth)?, Vec::new())
    };
    if args.format == Format::Json {
        let divide = args.divide.then(|| divided.into_iter().collect());
        out.json(&PerftReport { depth: args.depth, nodes, divide })?;
        return Ok(Exit::Success);
    }
    divided.iter().try_for_each(|(text, nodes)| out.line(format!("{text}  {nodes}")))?;
    out.line(format!("perft {}  {nodes}", args.depth))?;
    out.flush()?;
    if out.terminal {
        remark(format!("time: {:.1} s", since.elapsed().as_secs_f64()));
    }
    Ok(Exit::Success)
}
