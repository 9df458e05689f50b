//! Many games at once: [`perft()`] counts sequences of plies, [`Stats`] add up random games, and [`Score`] those of a match.
//!
//! ```
//! use boardwright::load_bundled;
//! use boardwright::measure::{Stats, playout};
//!
//! let rush = load_bundled("rush", &[("size", "5")])?;
//! let start = rush.start()?;
//! let mut stats = Stats::new(rush.game());
//! for n in 0..10 {
//!     let (last, plies) = playout(&*rush, &start, 1, n, 1000)?;
//!     stats.add(last.outcome, plies);
//! }
//! assert_eq!(stats.games, 10);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[cfg(feature = "parallel")]
pub use crate::perft::{divide, perft};
#[cfg(feature = "parallel")]
pub use crate::stats::playouts;
pub use crate::stats::{Stats, moves, playout};
pub use crate::strength::{Elo, Score, Sprt, elo_difference, expected_score};
#[cfg(feature = "parallel")]
pub use crate::threads::{NoThreads, Threads};
