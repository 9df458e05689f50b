//! Nodes per second of a search that lists the moves of each position, makes each, and takes it back, to the last ply: by a
//! session, and by copies of positions.
//!
//! ```text
//! cargo bench -- --sessions           # all games with a program by hand
//! cargo bench -- --sessions chess     # one of them
//! ```
//!
//! A node is a move that has been made. The last ply is made as well, not counted from the list. All walk the same nodes,
//! from the start on, and take turns. For chess, the library shakmaty does the same: it lists the legal moves of each
//! position, and plays each on a copy.

use crate::{Asked, Row, median, rows, seconds, speed};
use boardwright::engine::Engine;
use boardwright::engine::fast::Fast;
use boardwright::engine::reference::Reference;
use boardwright::position::Position;
use boardwright::{Session, SessionError};
use shakmaty::{Chess, Position as _};
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

/// Searches chess with shakmaty.
fn search_shakmaty(position: &Chess, depth: u32, left: &mut u64) {
    for mv in &position.legal_moves() {
        if *left == 0 {
            return;
        }
        *left -= 1;
        let mut after = position.clone();
        after.play_unchecked(*mv);
        if depth > 1 {
            search_shakmaty(&after, depth - 1, left);
        }
        // A search looks at the position, so that it has to be made.
        std::hint::black_box(&after);
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

/// The results of a row: medians.
struct Searched {
    /// Nodes per second with a session.
    session: f64,
    /// How many times those with copies of positions that is.
    by_copies: f64,
    /// How many times those with shakmaty that is, if it plays the game.
    by_shakmaty: Option<f64>,
}

/// Measures a row.
fn measure(row: &Row, asked: &Asked) -> Searched {
    let game = row.rules();
    let fast = Fast::new(game.clone(), Arc::new(Reference::new(game)));
    assert_eq!(fast.unsupported(), None, "{}", row.name);
    let engine: Arc<dyn Engine> = Arc::new(fast);
    let mut session = engine.session().expect("a start");
    let start = engine.start().expect("a start");
    let mut with_session = || {
        let mut left = NODES;
        search(&mut session, DEPTH, &mut left).expect("no fault");
        NODES - left
    };
    let mut with_copies = || {
        let mut left = FEWER;
        search_copies(&*engine, &start, DEPTH, &mut left);
        FEWER - left
    };
    let mut with_shakmaty = || {
        let mut left = NODES;
        search_shakmaty(&Chess::default(), DEPTH, &mut left);
        NODES - left
    };
    let is_chess = row.name == "chess";
    let length = asked.millis as f64 / 1e3;
    sample(length / 4.0, &mut with_session);
    let (mut sessions, mut copies, mut others) = (Vec::new(), Vec::new(), Vec::new());
    for _ in 0..asked.rounds {
        let session = sample(length, &mut with_session);
        sessions.push(session);
        copies.push(session / sample(length, &mut with_copies));
        if is_chess {
            others.push(session / sample(length, &mut with_shakmaty));
        }
    }
    let by_shakmaty = is_chess.then(|| median(others));
    Searched { session: median(sessions), by_copies: median(copies), by_shakmaty }
}

/// Prints the table of all games.
pub(crate) fn print(asked: &Asked) {
    println!("nodes per second of a search that makes and takes back every move, one thread\n");
    println!("{:<18} {:>10} {:>10} {:>11}", "game", "session", "/ copies", "/ shakmaty");
    for row in rows().into_iter().filter(|row| row.by_hand.is_some() && asked.wants(row)) {
        let Searched { session, by_copies, by_shakmaty } = measure(&row, asked);
        let by_shakmaty = by_shakmaty.map(|ratio| format!("{ratio:.2}")).unwrap_or_default();
        let line = format!("{:<18} {:>10} {by_copies:>10.1} {by_shakmaty:>11}", row.name, speed(session));
        println!("{}", line.trim_end());
    }
}
