//! How much memory positions take: at most 256 bytes on boards up to 8 x 8, and 1 KiB up to 19 x 19.

use boardwright::{bundled, load_bundled};

/// Returns the maximum size in bytes of a position on a board with `cells` cells.
fn limit(cells: usize) -> usize {
    match cells {
        0..=64 => 256,
        65..=361 => 1024,
        _ => usize::MAX,
    }
}

#[test]
fn positions_are_small() {
    // What has to remember more than what stands where.
    let left = [
        "arimaa",     // what stood on each cell when the turn began
        "crazyhouse", // pieces in hand: a number for each player and kind
        "dvonn",      // the rings of each cell's stack, forty-nine deep
        "focus",      // the men in each cell's stack, ten deep
        "lasca",      // the men of each cell's column, twenty-two deep
        "minishogi",  // pieces in hand
        "santorini",  // the level of each cell's building
        "tak",        // the pieces in each cell's stack, forty-four deep
    ];
    let mut found = Vec::new();
    for name in bundled::names() {
        let Ok(engine) = load_bundled(name, &[]) else { panic!("{name} does not load") };
        if engine.start().unwrap().bytes() > limit(engine.game().board.len()) {
            found.push(name);
        }
    }
    assert_eq!(found, left);
}
