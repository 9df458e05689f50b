//! Counting sequences of plies on several threads: [`perft`] and [`divide`].

use crate::engine::{Counts, Engine};
use crate::moves::Move;
use crate::outcome::Fault;
use crate::position::Position;
use crate::threads::Threads;
use rayon::prelude::*;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// Subtrees of at least this depth after the second move become tasks of their own.
const TASK: u32 = 2;

/// From this depth on, positions that were reached by other orders of the same moves, or their images, are looked up.
const DEEP: u32 = 4;

/// Counts the sequences of exactly `depth` plies. Calls `counted` regularly with the number of first moves done and
/// in total; see also [`divide`].
///
/// ```
/// use boardwright::load_bundled;
/// use boardwright::measure::{Threads, perft};
///
/// let push = load_bundled("push", &[])?;
/// let nodes = perft(&*push, &push.start()?, 3, &Threads::new(2)?, &mut |_, _| ())?;
/// assert_eq!(nodes, 2874);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn perft(
    engine: &dyn Engine,
    position: &Position,
    depth: u32,
    threads: &Threads,
    counted: &mut dyn FnMut(u64, u64),
) -> Result<u64, Fault> {
    if depth < 2 {
        return engine.perft(position, depth);
    }
    Ok(divide(engine, position, depth, threads, counted)?.iter().map(|(_, nodes)| nodes).sum())
}

/// Counts the sequences of exactly `depth` plies by their first move; none if `depth` is 0.
/// Returns the fault that a single thread would meet first.
pub fn divide(
    engine: &dyn Engine,
    position: &Position,
    depth: u32,
    threads: &Threads,
    counted: &mut dyn FnMut(u64, u64),
) -> Result<Vec<(Move, u64)>, Fault> {
    let Some(below) = depth.checked_sub(1) else { return Ok(Vec::new()) };
    let moves = engine.legal_moves(position)?;
    // A position is reached again at the earliest when its mover has moved twice, in another order.
    let positions = (moves.len() as u64).saturating_pow(below);
    let known = (depth >= DEEP).then(|| Counts::new(engine, position, positions));
    let known = known.as_ref();
    let done = &AtomicU64::new(0);
    let mut counts = Ok(Vec::new());
    threads.run(
        |say| {
            counts = each(&moves, &|| true, |mv, wanted| {
                let nodes = nodes(engine, &after(engine, position, mv)?, below, known, wanted)?;
                done.fetch_add(1, Ordering::Relaxed);
                say();
                Ok(nodes)
            });
        },
        &mut || counted(done.load(Ordering::Relaxed), moves.len() as u64),
    );
    let counts = counts?;
    Ok(moves.into_iter().zip(counts).collect())
}

/// Counts the sequences after a first move, divided by the second moves.
fn nodes(
    engine: &dyn Engine,
    position: &Position,
    depth: u32,
    known: Option<&Counts>,
    wanted: &IsWanted<'_>,
) -> Result<u64, Fault> {
    let count = |position: &Position, depth: u32| match known {
        Some(known) => engine.perft_known(position, depth, known),
        None => engine.perft(position, depth),
    };
    if depth <= TASK {
        return count(position, depth);
    }
    let moves = engine.legal_moves(position)?;
    let counts = each(&moves, wanted, |mv, _| count(&after(engine, position, mv)?, depth - 1))?;
    Ok(counts.iter().sum())
}

fn after(engine: &dyn Engine, position: &Position, mv: &Move) -> Result<Position, Fault> {
    let mut after = position.clone();
    engine.play_unchecked(&mut after, mv)?;
    Ok(after)
}

/// Returns whether the result is still needed.
type IsWanted<'w> = dyn Fn() -> bool + Sync + 'w;

/// Works on all moves in parallel. Returns the results, or the first fault in their order; work after a fault is skipped.
/// The result of canceled work is meaningless.
fn each(
    moves: &[Move],
    wanted: &IsWanted<'_>,
    work: impl Fn(&Move, &IsWanted<'_>) -> Result<u64, Fault> + Sync,
) -> Result<Vec<u64>, Fault> {
    let first_fault = AtomicUsize::new(usize::MAX);
    let work_at = |(n, mv): (usize, &Move)| {
        let wanted = || n <= first_fault.load(Ordering::Relaxed) && wanted();
        let found = wanted().then(|| work(mv, &wanted));
        if let Some(Err(_)) = found {
            first_fault.fetch_min(n, Ordering::Relaxed);
        }
        found
    };
    let found: Vec<Option<Result<u64, Fault>>> = moves.par_iter().enumerate().map(work_at).collect();
    found.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{load_bundled, load_text};

    fn count(engine: &dyn Engine, depth: u32, threads: usize) -> Result<Vec<(Move, u64)>, Fault> {
        divide(engine, &engine.start().unwrap(), depth, &Threads::new(threads).unwrap(), &mut |_, _| ())
    }

    #[test]
    fn the_count_does_not_depend_on_the_threads() {
        let push = load_bundled("push", &[]).unwrap();
        for depth in 0..=4 {
            let counts = count(&*push, depth, 1).unwrap();
            assert_eq!(counts, count(&*push, depth, 3).unwrap(), "{depth} plies");
            let (start, threads) = (push.start().unwrap(), Threads::new(2).unwrap());
            let mut told = 0;
            let nodes = perft(&*push, &start, depth, &threads, &mut |n, of| told = n * of).unwrap();
            assert_eq!(nodes, [1, 12, 144, 2874, 56728][depth as usize]);
            assert_eq!(told, if depth > 1 { 144 } else { 0 });
            assert!(depth == 0 || counts.iter().map(|(_, nodes)| nodes).sum::<u64>() == nodes);
        }
    }

    #[test]
    fn the_first_fault_is_returned() {
        // The player who fills the last cell leaves the other one without a move, which the rules do not cover.
        let silent = "game \"Silent\" board square 4 x 1 players Black, White piece stone
            action place(p: empty) do put stone at p
            end { when ply > 99: draw }";
        let silent = load_text(silent, &[]).unwrap();
        let fault = |threads| count(&*silent, 6, threads).unwrap_err();
        let first = fault(1);
        assert_eq!(first.code.name(), "F01");
        let alone = silent.perft(&silent.start().unwrap(), 6).unwrap_err();
        assert_eq!((&first.position, first.code), (&alone.position, alone.code));
        assert!((0..20).all(|_| fault(4).position == first.position));
    }
}
