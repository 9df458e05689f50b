//! Work on several threads, whose results are heard in their order.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;

/// The stack of a thread that plays games, in bytes.
const STACK: usize = 8 << 20;

/// Does work for each number below `count` and hears the results in order, on this thread. Work that returns `None` was stopped.
/// It ends early if `hear` returns false or an error.
pub(super) fn for_each<T: Send, E>(
    threads: usize,
    count: u64,
    stop: &AtomicBool,
    work: &(dyn Fn(u64) -> Option<T> + Sync),
    hear: &mut dyn FnMut(u64, T) -> Result<bool, E>,
) -> Result<(), E> {
    if threads <= 1 || count <= 1 {
        return for_each_alone(count, stop, work, hear);
    }
    let (next, is_over) = (AtomicU64::new(0), AtomicBool::new(false));
    let (send, results) = mpsc::sync_channel(threads);
    std::thread::scope(|scope| {
        let mut is_alone = true;
        for _ in 0..threads.min(usize::try_from(count).unwrap_or(usize::MAX)) {
            let (send, next, is_over) = (send.clone(), &next, &is_over);
            let all = move || {
                while !is_over.load(Ordering::Relaxed) {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    let Some(result) = (number < count).then(|| work(number)).flatten() else { return };
                    if send.send((number, result)).is_err() {
                        return;
                    }
                }
            };
            // If there can be no more threads, those that there are do the work.
            is_alone &= std::thread::Builder::new().stack_size(STACK).spawn_scoped(scope, all).is_err();
        }
        drop(send);
        if is_alone {
            return for_each_alone(count, stop, work, hear);
        }
        let (mut waiting, mut heard) = (BTreeMap::new(), 0);
        let mut hear_all = || {
            for (number, result) in &results {
                waiting.insert(number, result);
                while let Some(result) = waiting.remove(&heard) {
                    heard += 1;
                    if stop.load(Ordering::Relaxed) || !hear(heard - 1, result)? {
                        return Ok(());
                    }
                }
            }
            Ok(())
        };
        let result = hear_all();
        is_over.store(true, Ordering::Relaxed);
        // Whoever waits to send learns that nobody listens.
        drop(results);
        result
    })
}

/// Does the same on this thread alone.
fn for_each_alone<T, E>(
    count: u64,
    stop: &AtomicBool,
    work: &(dyn Fn(u64) -> Option<T> + Sync),
    hear: &mut dyn FnMut(u64, T) -> Result<bool, E>,
) -> Result<(), E> {
    for number in 0..count {
        let Some(result) = work(number) else { break };
        if stop.load(Ordering::Relaxed) || !hear(number, result)? {
            break;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order_on_any_number_of_threads() {
        for threads in [1, 3] {
            let mut all = Vec::new();
            let work = |number: u64| Some(number * number);
            let mut hear = |number: u64, square: u64| {
                all.push((number, square));
                Ok::<_, ()>(number < 7)
            };
            for_each(threads, 20, &AtomicBool::new(false), &work, &mut hear).unwrap();
            assert_eq!(all, (0..8).map(|n| (n, n * n)).collect::<Vec<_>>());
            let mut fail = |_, _| Err("it fails");
            assert_eq!(for_each(threads, 20, &AtomicBool::new(false), &work, &mut fail), Err("it fails"));
        }
    }
}
