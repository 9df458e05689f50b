//! The result of a game as GTP writes it: `B+3.5`.

use crate::cli::protocol::black;
use boardwright::Session;
use boardwright::check::{Meaning, Scope};
use boardwright::engine::Engine;
use boardwright::game::Game;
use boardwright::game::piece::Player;
use boardwright::game::rules::GameResult;
use boardwright::game::value::Value;
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

/// Returns who has more points and by how many, as `most X wins` in the end conditions counts them. A game with a parameter
/// `komi` counts half points.
fn count(engine: &dyn Engine, position: &Position) -> Option<(Player, f64)> {
    let game = engine.game();
    if game.players.len() != 2 {
        return None;
    }
    let (text, most) = game.end.iter().find_map(|ending| match ending.result {
        GameResult::Score { most, .. } => Some((game.sources.text(ending.span).to_owned(), most)),
        _ => None,
    })?;
    let counted = text.split(if most { "most " } else { "fewest " }).nth(1)?.split(" wins").next()?.trim();
    let scope = Scope::new(game)?;
    let points = |player: u8| {
        let name = game.player_name(Player(player));
        [format!("{counted}({name})"), format!("count({counted} of {name})")]
            .iter()
            .find_map(|text| evaluate(engine, &scope, position, text))
    };
    let difference = points(0)? - points(1)?;
    let difference = if most { difference } else { -difference };
    let leader = Player(u8::from(difference < 0));
    Some((leader, f64::from(difference.abs()) / if has_komi(game) { 2.0 } else { 1.0 }))
}

fn evaluate(engine: &dyn Engine, scope: &Scope, position: &Position, text: &str) -> Option<i32> {
    let checked = scope.expression("points", text).ok()?;
    let Meaning::Value(expr) = &checked.meaning else { return None };
    match engine.of(checked.game.clone()).value(position, expr, checked.frame) {
        Ok(Value::Int(points)) => Some(points),
        _ => None,
    }
}

/// Returns whether a game has komi, in half points.
pub fn has_komi(game: &Game) -> bool {
    game.params.iter().any(|param| param.name == "komi")
}
