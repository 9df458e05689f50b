//! `boardwright test --review`.

use crate::cli::args::Test;
use crate::cli::out::{Exit, Out, Stop};

/// Steps through changed snapshots.
pub fn run(_args: &Test, _games: &[String], _out: &mut Out) -> Result<Exit, Stop> {
    Ok(Exit::Well)
}
