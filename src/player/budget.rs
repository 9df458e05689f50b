//! What a player may spend on a move: [`Budget`], and the [`Clock`] that watches it.

use crate::wording::counted;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

/// What a player may spend on a move. The first limit that is reached ends the search; without any, the player decides.
///
/// ```
/// use boardwright::player::Budget;
/// use std::time::Duration;
///
/// let budget = Budget::time(Duration::from_millis(100)).with_work(5000);
/// assert_eq!(budget.work, Some(5000));
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Budget {
    /// Time on the clock.
    pub time: Option<Duration>,
    /// Random games, or positions looked at.
    pub work: Option<u64>,
    /// How many plies to look ahead.
    pub depth: Option<u32>,
    /// How many lines are wanted, the best ones first: what other moves are worth need not be found out. One, unless it is set.
    /// `alphabeta` finds the best line alone if there are more than two players.
    pub lines: Option<usize>,
    /// Set by another thread, or a signal, to stop at once.
    pub stop: Option<Arc<AtomicBool>>,
}

impl Budget {
    /// Creates a budget of time.
    pub fn time(time: Duration) -> Budget {
        Budget { time: Some(time), ..Budget::default() }
    }

    /// Creates a budget of random games, or positions looked at.
    pub fn work(work: u64) -> Budget {
        Budget { work: Some(work), ..Budget::default() }
    }

    /// Adds a limit of random games, or positions looked at.
    pub fn with_work(self, work: u64) -> Budget {
        Budget { work: Some(work), ..self }
    }

    /// Adds a limit of plies to look ahead.
    pub fn with_depth(self, depth: u32) -> Budget {
        Budget { depth: Some(depth), ..self }
    }

    /// Sets how many lines are wanted. A search that goes on at more than one has less time for the best one.
    ///
    /// ```
    /// use boardwright::player::{AlphaBeta, Budget, Player};
    ///
    /// let mut session = boardwright::load_bundled("breakthrough", &[])?.session()?;
    /// let mut player = AlphaBeta::new(session.engine(), AlphaBeta::SEED);
    /// let choice = player.choose(&mut session, &Budget::default().with_depth(2).with_lines(3))?;
    /// let judgment = choice.judgment.unwrap();
    /// let known = judgment.lines.iter().filter(|line| line.work > 0);
    /// assert_eq!(known.count(), 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn with_lines(self, lines: usize) -> Budget {
        Budget { lines: Some(lines), ..self }
    }

    /// Adds what stops the search when it is set.
    pub fn with_stop(self, stop: Arc<AtomicBool>) -> Budget {
        Budget { stop: Some(stop), ..self }
    }

    /// Returns whether there is no limit at all.
    pub fn is_unlimited(&self) -> bool {
        self.time.is_none() && self.work.is_none() && self.depth.is_none()
    }

    /// Returns whether somebody has set [`Budget::stop`].
    pub fn is_stopped(&self) -> bool {
        self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// Starts the clock.
    pub fn start(&self) -> Clock {
        // Without a limit of time, the time is not asked for: not every machine knows it.
        Clock { end: self.time.map(|time| Instant::now() + time), work: self.work, stop: self.stop.clone() }
    }
}

/// Writes the limits, such as `0.1 s, 500 playouts`.
impl fmt::Display for Budget {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let limits = [
            self.time.map(|time| format!("{} s", time.as_secs_f64())),
            self.work.map(|work| counted(usize::try_from(work).unwrap_or(usize::MAX), "playout")),
            self.depth.map(|depth| format!("depth {depth}")),
        ];
        let limits: Vec<String> = limits.into_iter().flatten().collect();
        out.write_str(if limits.is_empty() { "no limit" } else { "" })?;
        out.write_str(&limits.join(", "))
    }
}

/// A running clock.
///
/// See [`Budget::start`].
#[derive(Clone, Debug)]
pub struct Clock {
    end: Option<Instant>,
    work: Option<u64>,
    stop: Option<Arc<AtomicBool>>,
}

impl Clock {
    /// Returns whether somebody has stopped the search.
    pub fn is_stopped(&self) -> bool {
        self.stop.as_ref().is_some_and(|stop| stop.load(Ordering::Relaxed))
    }

    /// Returns whether a search that has done so much must end.
    pub fn is_over(&self, work: u64) -> bool {
        self.is_spent(work) || self.end.is_some_and(|end| Instant::now() >= end)
    }

    /// Returns the same, but does not look at the time.
    pub(crate) fn is_spent(&self, work: u64) -> bool {
        self.work.is_some_and(|most| work >= most) || self.is_stopped()
    }
}
