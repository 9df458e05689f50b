//! Nodes per second of a search that lists the moves of each position, makes each, and takes it back, to the last ply: by a
//! session, and by copies of positions.
//!
//! ```text
//! cargo bench -- --sessions           # all games with a program by hand
//! cargo bench -- --sessions chess     # one of them
//! ```
//!
//! A node is a move that has been made. The last ply is made as well, not counted from the list. Both walk the same nodes,
//! from the start on, and take turns.

use crate::{Asked, Row, median, rows, seconds, speed};
use boardwright::engine::Engine;
use boardwright::engine::fast::Fast;
use boardwright::engine::reference::Reference;
use boardwright::position::Position;
use boardwright::{Session, SessionError};
use std::sync::Arc;

/// How deep the search goes.
const DEPTH: u32 = 4;

/// Walks at most this many nodes at once.
const NODES: u64 = 200_000;

/// What copies of positions walk at once: they are slower.
const FEWER: u64 = 10_000;

/// Searches with a session; `left` is how many nodes may still be made.
fn search(session: &mut Session, depth: u32, left: &mut u64) -> Result<(), SessionError> {
    let moves = session.legal_moves()?.len();
    for n in 0..moves {
        if *left == 0 {
            return Ok(());
        }
        *left -= 1;
        session.make(n)?;
        if depth > 1 {
            search(session, depth - 1, left)?;
        }
        session.undo();
    }
    Ok(())
}

/// Searches with copies of positions.
fn search_copies(engine: &dyn Engine, position: &Position, depth: u32, left: &mut u64) {
    for mv in engine.legal_moves(position).expect("no fault") {
        if *left == 0 {
            return;
        }
        *left -= 1;
        let mut after = position.clone();
        engine.play_unchecked(&mut after, &mv).expect("no fault");
        if depth > 1 {
            search_copies(engine, &after, depth - 1, left);
        }
    }
}

/// Returns the nodes per second of a walk, which returns its number of nodes, repeated for this many seconds.
fn sample(length: f64, walk: &mut dyn FnMut() -> u64) -> f64 {
    let (begin, mut nodes) = (seconds(), 0);
    loop {
        nodes += walk();
        let passed = seconds() - begin;
        if passed >= length {
            return nodes as f64 / passed;
        }
    }
}

/// Measures a row: nodes per second with a session, and how many times those with copies that is.
fn measure(row: &Row, asked: &Asked) -> (f64, f64) {
    let game = row.rules();
    let fast = Fast::new(game.clone(), Arc::new(Reference::new(game)));
    assert_eq!(fast.unsupported(), None, "{}", row.name);
    let engine: Arc<dyn Engine> = Arc::new(fast);
    let mut session = engine.session().expect("a start");
    let start = engine.start().expect("a start");
    let mut by_session = || {
        let mut left = NODES;
        search(&mut session, DEPTH, &mut left).expect("no fault");
        NODES - left
    };
    let mut by_copies = || {
        let mut left = FEWER;
        search_copies(&*engine, &start, DEPTH, &mut left);
        FEWER - left
    };
    let length = asked.millis as f64 / 1e3;
    sample(length / 4.0, &mut by_session);
    let round = || (sample(length, &mut by_session), sample(length, &mut by_copies));
    let rounds: Vec<(f64, f64)> = std::iter::repeat_with(round).take(asked.rounds).collect();
    let speed = median(rounds.iter().map(|(session, _)| *session).collect());
    (speed, median(rounds.iter().map(|(session, copies)| session / copies).collect()))
}

/// Prints the table of all games.
pub(crate) fn print(asked: &Asked) {
    println!("nodes per second of a search that makes and takes back every move, one thread\n");
    println!("{:<18} {:>10} {:>10}", "game", "session", "/ copies");
    for row in rows().into_iter().filter(|row| row.by_hand.is_some() && asked.wants(row)) {
        let (nodes, ratio) = measure(&row, asked);
        println!("{:<18} {:>10} {ratio:>10.1}", row.name, speed(nodes));
    }
}
