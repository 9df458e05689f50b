//! Where random games are cut and judged: where players who choose by chance wander about, their ends tell less than a judgment
//! soon after their beginnings.

use crate::engine::Engine;
use crate::rng::Rng;
use crate::session::Session;
use std::sync::Arc;

/// After how many plies random games are cut if pieces are what is judged: an exchange is over by then.
const WITH_PIECES: u32 = 4;

/// After how many plies they are cut if there are no pieces: what is gained adds up over some turns.
const WITHOUT_PIECES: u32 = 10;

/// After how many plies they are cut if each ply adds a piece, and there are very many.
const FILLING: u32 = 15;

/// Random games that last fewer plies are played to their ends.
const LONG: usize = 40;

/// How many random games are looked at.
const GAMES: usize = 8;

/// How many of their plies at most.
const PLIES: usize = 200;

/// Returns after how many plies random games are to be cut, or `None` if they are to be played to their ends.
///
/// By matches at equal time it pays to cut them where most plies move pieces, as in chess, morris, oware and push, and does harm
/// where each ply fills the board or empties it, as in reversi, go, hex and amazons, or random games end soon, as in jostle:
/// there their ends tell more. If hundreds of pieces are added, as in slash and rush on large boards, it pays nevertheless.
pub(super) fn plies(engine: &Arc<dyn Engine>) -> Option<u32> {
    let mut session = engine.session().ok()?;
    let mut rng = Rng::new(1);
    let (mut all, mut more, mut fewer, mut has_pieces) = (0, 0, 0, false);
    for _ in 0..GAMES {
        session.reset().ok()?;
        let mut before = pieces(&session);
        for _ in 0..PLIES {
            let Ok(Some(index)) = session.random_move(&mut rng) else { break };
            if session.make(index).is_err() || session.outcome().is_some() {
                break;
            }
            let now = pieces(&session);
            all += 1;
            more += usize::from(now > before);
            fewer += usize::from(now < before);
            has_pieces |= now > 0;
            before = now;
        }
    }
    let wanders = 4 * more.max(fewer) < 3 * all;
    match (wanders, has_pieces) {
        (true, true) if all >= GAMES * LONG => Some(WITH_PIECES),
        (true, false) if all >= GAMES * LONG => Some(WITHOUT_PIECES),
        (false, true) if more == all && all >= GAMES * PLIES => Some(FILLING),
        _ => None,
    }
}

/// Returns the number of pieces on the board.
fn pieces(session: &Session) -> u32 {
    let (words, layout) = (session.words(), &session.game().layout);
    let of =
        |kind: usize| words[layout.kind(kind)..][..layout.set_words].iter().map(|word| word.count_ones()).sum::<u32>();
    (0..layout.kinds).map(of).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_games_are_cut_where_pieces_move() {
        for (name, cut) in [
            ("chess", Some(WITH_PIECES)),
            ("push", Some(WITH_PIECES)),
            ("oware", Some(WITHOUT_PIECES)),
            ("amazons", None),
            ("jostle", None),
            ("rush", Some(FILLING)),
        ] {
            assert_eq!(plies(&crate::load_bundled(name, &[]).unwrap()), cut, "{name}");
        }
    }
}
