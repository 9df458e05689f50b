//! [`Forfeit`]: how a game ends without the rules.

use crate::cli::outside::RESIGNS;
use boardwright::game::Game;
use boardwright::game::piece::Player;
use boardwright::internals::wording::counted;
use boardwright::notation;
use boardwright::position::Position;
use boardwright::record::Stopped;

/// Why somebody has lost by time, as saved games have it.
const OUT_OF_TIME: &str = "it is out of time";

/// Why an outside engine has lost, as saved games have it.
const FAILED: &str = "it has failed";

/// How a game ended without the rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Forfeit {
    /// This player resigned.
    Resigned(Player),
    /// This player's time is over.
    OutOfTime(Player),
    /// The engine of this player failed.
    Failed(Player),
}

impl Forfeit {
    pub fn loser(self) -> Player {
        match self {
            Forfeit::Resigned(player) | Forfeit::OutOfTime(player) | Forfeit::Failed(player) => player,
        }
    }

    /// Returns the winner in a few words: the only other player who is still in the game, if there is one.
    pub fn status(self, game: &Game, position: &Position) -> String {
        let how = match self {
            Forfeit::Resigned(_) => "resigns",
            Forfeit::OutOfTime(_) => "is out of time",
            Forfeit::Failed(_) => "has failed",
        };
        let out: Vec<Player> = notation::out(game, position).collect();
        let players = (0..game.players.len()).map(|n| Player(n as u8));
        let others: Vec<Player> = players.filter(|player| *player != self.loser() && !out.contains(player)).collect();
        let loser = game.player_name(self.loser());
        match others.as_slice() {
            [winner] => format!("{} wins: {loser} {how}", game.player_name(*winner)),
            _ => {
                let players = counted(game.players.len() - out.len(), "player");
                format!("{loser} {how}: with {players} nobody wins, and the game ends without a result")
            }
        }
    }

    /// Returns what a saved game says of it.
    pub fn stopped(self, game: &Game) -> Stopped {
        let why = match self {
            Forfeit::Resigned(_) => RESIGNS,
            Forfeit::OutOfTime(_) => OUT_OF_TIME,
            Forfeit::Failed(_) => FAILED,
        };
        Stopped { loser: Some(game.player_name(self.loser()).to_owned()), why: why.to_owned() }
    }

    /// Reads what a saved game says; `None` if nobody lost by it.
    ///
    /// Errors with a sentence without a full stop if the loser is not a player of the game.
    pub fn of_stopped(game: &Game, stopped: &Stopped) -> Result<Option<Forfeit>, String> {
        let Some(name) = &stopped.loser else { return Ok(None) };
        let Some(loser) = game.player(name) else {
            return Err(format!("the saved game is lost by `{name}`, who is not a player"));
        };
        Ok(Some(match stopped.why.as_str() {
            RESIGNS => Forfeit::Resigned(loser),
            OUT_OF_TIME => Forfeit::OutOfTime(loser),
            _ => Forfeit::Failed(loser),
        }))
    }
}
