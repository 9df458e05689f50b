//! What the program and its tests use beside the library's public face. **Unstable**: it may change in any version.
//!
//! As unstable are the typed rules in [`crate::game`] (`expr`, `operator`, `part`, `place`, `stmt`, `text`), [`crate::check::Scope`] with what
//! belongs to it, and [`crate::engine::reference::PlayWatch`].

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
#[path = "wording.rs"]
pub mod wording;
#[path = "zobrist.rs"]
pub mod zobrist;
