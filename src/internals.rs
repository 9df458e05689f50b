//! What the program and its tests use beside the library's public face. **Unstable**: it may change in any version.
//!
//! As unstable are, in other modules:
//!
//! - [`crate::game`]: the rules (`drawing`, `expr`, `layout`, `operator`, `part`, `place`, `rules`, `stmt`, `text`), and the
//!   [`Blueprint`](crate::game::board::Blueprint) of a board with its types.
//! - [`crate::check`]: `expand` except [`Bases`](crate::check::Bases), and [`Scope`](crate::check::Scope) with its types.
//! - [`crate::engine`]: `running`, and [`PlayWatch`](crate::engine::reference::PlayWatch).

#[path = "coverage.rs"]
pub mod coverage;
#[cfg(feature = "parallel")]
#[path = "deep/mod.rs"]
pub mod deep;
#[cfg(feature = "parallel")]
#[path = "diff/mod.rs"]
pub mod diff;
#[path = "example.rs"]
pub mod example;
#[path = "explain.rs"]
pub mod explain;
#[path = "figure/mod.rs"]
pub mod figure;
#[path = "fix.rs"]
pub mod fix;
#[path = "ide/mod.rs"]
pub mod ide;
#[path = "lines.rs"]
pub mod lines;
#[path = "load.rs"]
pub mod load;
#[path = "meant.rs"]
pub mod meant;
#[path = "refusal.rs"]
pub mod refusal;
#[path = "sheet/mod.rs"]
pub mod sheet;
#[path = "snapshot/mod.rs"]
pub mod snapshot;
#[path = "suggest.rs"]
pub mod suggest;
#[path = "syntax/mod.rs"]
pub mod syntax;
#[path = "types.rs"]
pub mod types;
#[path = "wording/mod.rs"]
pub mod wording;
#[path = "zobrist.rs"]
pub mod zobrist;

pub use crate::engine::symmetries::{Symmetry, symmetries};
