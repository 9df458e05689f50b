//! A search of one's own: negamax with alpha and beta, against a random player. `cargo run --release --example search`.

use boardwright::load_bundled;
use boardwright::rng::Rng;
use boardwright::session::{Session, SessionError};

const DEPTH: u32 = 4;

/// Returns what the position is worth to the player to move, from -1 to 1, and the index of the best move. It knows the rules
/// and nothing else: a position at the end of the depth is worth 0.
fn search(session: &mut Session, depth: u32, alpha: f64, beta: f64) -> Result<(f64, Option<usize>), SessionError> {
    let Some(player) = session.to_move().filter(|_| depth > 0) else { return Ok((0.0, None)) };
    let (mut best, mut chosen) = (f64::NEG_INFINITY, None);
    for index in 0..session.legal_moves()?.len() {
        session.make(index)?;
        let value = match session.to_move() {
            None => session.returns()[usize::from(player.0)],
            Some(next) if next == player => search(session, depth - 1, alpha.max(best), beta)?.0,
            Some(_) => -search(session, depth - 1, -beta, -alpha.max(best))?.0,
        };
        session.undo();
        if value > best {
            (best, chosen) = (value, Some(index));
        }
        if best >= beta {
            break;
        }
    }
    Ok((best, chosen))
}

/// Plays a game of the search against chance.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    let game = load_bundled("breakthrough", &[])?;
    let mut session = game.session()?;
    let mut rng = Rng::new(7);
    while let Some(random) = session.random_move(&mut rng)? {
        let thinks = session.ply() % 2 == 0;
        let (value, found) = if thinks { search(&mut session, DEPTH, -1.0, 1.0)? } else { (0.0, None) };
        // As long as all moves are worth the same, a random one is as good as the first.
        let index = found.filter(|_| value != 0.0).unwrap_or(random);
        println!("{:3}. {}", session.ply() + 1, session.notation(index)?);
        session.make(index)?;
    }
    println!("{:?}", session.returns());
    Ok(())
}
