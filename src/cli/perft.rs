//! `boardwright perft`.

use super::args::{Format, Perft};
use super::chosen::{Reached, faulty, reach, run_by};
use super::out::{Exit, Out, Stop, remark};
use super::progress::Progress;
use boardwright::engine::Engine;
use boardwright::moves::Move;
use boardwright::outcome::Fault;
use boardwright::perft;
use boardwright::position::Position;
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::Instant;

/// The count as scripts read it.
#[derive(Serialize)]
struct Counted {
    depth: u32,
    nodes: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    divide: Option<BTreeMap<String, u64>>,
}

/// Counts sequences of plies.
pub fn run(args: &Perft, out: &mut Out) -> Result<Exit, Stop> {
    let Reached { engine, position, .. } = reach(&args.chosen, &args.after)?;
    let engine = run_by(args.engine, engine);
    let threads = args.threads.threads()?;
    let fault = |fault| faulty(&*engine, &fault);
    let count = |depth: u32| {
        let mut progress = Progress::new(0, "moves");
        perft::perft(&*engine, &position, depth, &threads, &mut |done, all| progress.of(all).at(done)).map_err(fault)
    };
    let since = Instant::now();
    if args.format == Format::Text && !args.divide {
        for depth in 1..args.depth {
            out.line(format!("perft {depth}  {}", count(depth)?))?;
            out.flush()?;
        }
    }
    let (nodes, divided) = if args.divide && args.depth > 0 {
        let mut progress = Progress::new(0, "moves");
        let counted = &mut |done, all| progress.of(all).at(done);
        let counts = perft::divide(&*engine, &position, args.depth, &threads, counted).map_err(fault)?;
        (counts.iter().map(|(_, nodes)| nodes).sum(), with_texts(&*engine, &position, &counts).map_err(fault)?)
    } else {
        (count(args.depth)?, Vec::new())
    };
    if args.format == Format::Json {
        let divide = args.divide.then(|| divided.into_iter().collect());
        out.json(&Counted { depth: args.depth, nodes, divide })?;
        return Ok(Exit::Well);
    }
    divided.iter().try_for_each(|(text, nodes)| out.line(format!("{text}  {nodes}")))?;
    out.line(format!("perft {}  {nodes}", args.depth))?;
    out.flush()?;
    if out.terminal {
        remark(format!("in {:.1} s", since.elapsed().as_secs_f64()));
    }
    Ok(Exit::Well)
}

/// The counts with the moves as they are written.
fn with_texts(engine: &dyn Engine, position: &Position, counts: &[(Move, u64)]) -> Result<Vec<(String, u64)>, Fault> {
    counts.iter().map(|(mv, nodes)| Ok((engine.text(position, mv)?, *nodes))).collect()
}
