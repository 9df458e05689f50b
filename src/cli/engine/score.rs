//! The result of a game as GTP writes it: `B+3.5`.

use crate::cli::protocol::black;
use boardwright::Session;
use boardwright::engine::Engine;
use boardwright::game::Game;
use boardwright::game::piece::Player;
use boardwright::game::rules::GameResult;
use boardwright::outcome::Outcome;
use boardwright::position::Position;

/// Returns the result of a game, or of counting the points if it goes on and the rules count points.
pub fn final_score(session: &mut Session) -> Result<String, String> {
    let position = session.position();
    let engine = session.engine().clone();
    let game = engine.game();
    let points = count(&*engine, &position);
    let black = black(game);
    let letter = |player: Player| if player == black { 'B' } else { 'W' };
    match (session.outcome(), points) {
        (Some(Outcome::Draw), _) => Ok("0".to_owned()),
        (Some(Outcome::Win(winner)), Some((leader, margin))) if leader == winner && margin > 0.0 => {
            Ok(format!("{}+{margin}", letter(winner)))
        }
        // Won by something else than points.
        (Some(Outcome::Win(winner)), _) => Ok(format!("{}+", letter(winner))),
        (None, Some((_, 0.0))) => Ok("0".to_owned()),
        (None, Some((leader, margin))) => Ok(format!("{}+{margin}", letter(leader))),
        (None, None) => Err("the game goes on, and its rules count no points".to_owned()),
    }
}

/// Returns who has more points and by how many, as the first ending with `most` or `fewest` counts them. A game with a
/// parameter `komi` counts half points.
fn count(engine: &dyn Engine, position: &Position) -> Option<(Player, f64)> {
    let game = engine.game();
    let (ending, most) = game.end.iter().find_map(|ending| match ending.result {
        GameResult::Score { most, .. } => Some((ending, most)),
        _ => None,
    })?;
    let [one, other] = engine.scores(position, ending).ok()?.try_into().ok()?;
    let difference = (i64::from(one) - i64::from(other)) * if most { 1 } else { -1 };
    let leader = Player(u8::from(difference < 0));
    Some((leader, difference.abs() as f64 / if has_komi(game) { 2.0 } else { 1.0 }))
}

/// Returns whether a game has komi, in half points.
pub fn has_komi(game: &Game) -> bool {
    game.params.iter().any(|param| param.name == "komi")
}
