//! [`for_each_in_order`]: works on many games in parallel, and handles the results in order.

use crate::cli::out::CliError;
use crate::cli::threads::STACK;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;

/// Works on all games in parallel, with one thread per core, and calls `each` with the results in the order of the games.
///
/// Errors with the first error of `work` or `each`, and stops.
pub fn for_each_in_order<T: Send>(
    games: &[String],
    work: impl Fn(&str) -> Result<T, CliError> + Sync,
    mut each: impl FnMut(usize, T) -> Result<(), CliError>,
) -> Result<(), CliError> {
    let next = AtomicUsize::new(0);
    let (send, results) = mpsc::channel();
    let workers = std::thread::available_parallelism().map_or(1, usize::from).min(games.len());
    std::thread::scope(|scope| {
        for _ in 0..workers {
            let (send, next, work) = (send.clone(), &next, &work);
            let worker = move || {
                while let n = next.fetch_add(1, Ordering::Relaxed)
                    && let Some(game) = games.get(n)
                {
                    // The receiver is gone if an error has stopped the work.
                    if send.send((n, work(game))).is_err() {
                        next.store(games.len(), Ordering::Relaxed);
                    }
                }
            };
            std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, worker)?;
        }
        drop(send);
        let mut early = BTreeMap::new();
        let mut awaited = 0;
        for (n, result) in results {
            early.insert(n, result);
            while let Some(result) = early.remove(&awaited) {
                awaited += 1;
                if let Err(stop) = result.and_then(|result| each(awaited, result)) {
                    next.store(games.len(), Ordering::Relaxed);
                    return Err(stop);
                }
            }
        }
        Ok(())
    })
}
