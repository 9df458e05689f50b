//! The limit of time: what each part of a training may take of it, and a flag that stops a part when its time is over.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

/// How often the watch looks whether it is stopped from outside.
const PERIOD: Duration = Duration::from_millis(20);

/// When each part of a training has to end, if its time is limited. Matches need a part, too: weights that were never
/// compared tell nothing.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Deadlines {
    /// No game of the player against itself goes on after this.
    pub games: Option<Instant>,
    /// No match of a round goes on after this.
    pub rounds: Option<Instant>,
    /// The match against the player without training ends here.
    pub strength: Option<Instant>,
    /// All ends here.
    pub end: Option<Instant>,
}

impl Deadlines {
    /// Divides the time from now on. Without a match against `mcts`, the rest has more of it.
    pub(super) fn new(time: Option<Duration>, measures_best: bool) -> Deadlines {
        let Some(time) = time else { return Deadlines::default() };
        let now = Instant::now();
        let at = |share: f64| now.checked_add(time.mul_f64(share));
        let [games, rounds, strength] = if measures_best { [0.5, 0.7, 0.85] } else { [0.6, 0.8, 1.0] };
        Deadlines { games: at(games), rounds: at(rounds), strength: at(strength), end: at(1.0) }
    }
}

/// Returns whether there is time before a deadline.
pub(super) fn is_before(deadline: Option<Instant>) -> bool {
    deadline.is_none_or(|deadline| Instant::now() < deadline)
}

/// Runs a part of the training with a flag that is set when the deadline has passed, or when all is stopped.
pub(super) fn with_flag<T>(
    stop: &Arc<AtomicBool>,
    deadline: Option<Instant>,
    run: impl FnOnce(&Arc<AtomicBool>) -> T,
) -> T {
    let Some(deadline) = deadline else { return run(stop) };
    // The thread that sets it may begin late.
    let flag = Arc::new(AtomicBool::new(!is_before(Some(deadline))));
    std::thread::scope(|scope| {
        let (done, is_done) = mpsc::channel::<()>();
        let watch = || {
            let is_done = is_done;
            loop {
                let left = deadline.saturating_duration_since(Instant::now());
                if left.is_zero() || stop.load(Ordering::Relaxed) {
                    return flag.store(true, Ordering::Relaxed);
                }
                if is_done.recv_timeout(left.min(PERIOD)) != Err(RecvTimeoutError::Timeout) {
                    return;
                }
            }
        };
        // If there can be no thread, the part takes the time that it takes, and can still be stopped.
        match std::thread::Builder::new().spawn_scoped(scope, watch) {
            Ok(_) => {
                let result = run(&flag);
                drop(done);
                result
            }
            Err(_) => run(stop),
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_flag_is_set_at_the_deadline_or_when_all_is_stopped() {
        let wait = |flag: &Arc<AtomicBool>| {
            while !flag.load(Ordering::Relaxed) {
                std::thread::yield_now();
            }
        };
        let stop = Arc::new(AtomicBool::new(false));
        with_flag(&stop, Some(Instant::now() + Duration::from_millis(5)), wait);
        assert!(!stop.load(Ordering::Relaxed));
        stop.store(true, Ordering::Relaxed);
        with_flag(&stop, Some(Instant::now() + Duration::from_secs(1000)), wait);
        with_flag(&stop, None, wait);
        // What is done sooner does not wait.
        let stop = Arc::default();
        assert_eq!(with_flag(&stop, Some(Instant::now() + Duration::from_secs(1000)), |_| 7), 7);
    }

    #[test]
    fn the_parts_end_one_after_the_other() {
        for measures_best in [true, false] {
            let Deadlines { games, rounds, strength, end } =
                Deadlines::new(Some(Duration::from_secs(10)), measures_best);
            assert!(games < rounds && rounds < strength && strength <= end);
        }
        assert!(is_before(Deadlines::new(None, true).end));
        // A time that is too long limits nothing.
        assert!(is_before(Deadlines::new(Some(Duration::from_secs(u64::MAX / 2)), true).end));
    }
}
