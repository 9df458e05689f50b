//! `boardwright perft`.

use super::args::{Format, Perft};
use super::chosen::{Reached, faulty, reach, run_by};
use super::out::{Exit, Out, Stop, remark};
use super::progress::Progress;
use boardwright::engine::Engine;
use boardwright::outcome::Fault;
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
    let fault = |fault| faulty(&*engine, &fault);
    let since = Instant::now();
    if args.format == Format::Text && !args.divide {
        for depth in 1..args.depth {
            let nodes = engine.perft(&position, depth).map_err(fault)?;
            out.line(format!("perft {depth}  {nodes}"))?;
            out.flush()?;
        }
    }
    let divided = divide(&*engine, &position, args.depth).map_err(fault)?;
    let nodes = if args.depth == 0 { 1 } else { divided.iter().map(|(_, nodes)| nodes).sum() };
    if args.format == Format::Json {
        let divide = args.divide.then(|| divided.into_iter().collect());
        out.json(&Counted { depth: args.depth, nodes, divide })?;
        return Ok(Exit::Well);
    }
    if args.divide {
        divided.iter().try_for_each(|(text, nodes)| out.line(format!("{text}  {nodes}")))?;
    }
    out.line(format!("perft {}  {nodes}", args.depth))?;
    out.flush()?;
    if out.terminal {
        remark(format!("in {:.1} s", since.elapsed().as_secs_f64()));
    }
    Ok(Exit::Well)
}

/// The count behind each first move.
fn divide(engine: &dyn Engine, position: &Position, depth: u32) -> Result<Vec<(String, u64)>, Fault> {
    let Some(below) = depth.checked_sub(1) else { return Ok(Vec::new()) };
    let moves = engine.legal_moves(position)?;
    let mut progress = Progress::new(moves.len() as u64, "moves");
    let mut counts = Vec::new();
    for (n, mv) in moves.iter().enumerate() {
        let mut after = position.clone();
        engine.play_unchecked(&mut after, mv)?;
        counts.push((engine.text(position, mv)?, engine.perft(&after, below)?));
        progress.at(n as u64 + 1);
    }
    Ok(counts)
}
