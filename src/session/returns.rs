//! What a result is worth to each player.

use crate::engine::running::RandomGame;
use crate::outcome::Outcome;

/// Returns one number for each player: the winners share 1, the losers share -1. All are 0 in a game without a result,
/// and in a draw, unless somebody went out before it: then those who are still in share the win.
pub(super) fn returns(outcome: Option<Outcome>, players: usize, still_in: u16) -> Vec<f64> {
    let wins = |player: usize| match outcome {
        None => false,
        Some(Outcome::Win(winner)) => usize::from(winner.0) == player,
        Some(Outcome::Draw) => still_in >> player & 1 == 1,
    };
    let winners = (0..players).filter(|player| wins(*player)).count();
    let share = |player: usize| match winners {
        0 => 0.0,
        all if all == players => {
            if players == 1 && outcome != Some(Outcome::Draw) {
                1.0
            } else {
                0.0
            }
        }
        some if wins(player) => 1.0 / some as f64,
        some => -1.0 / (players - some) as f64,
    };
    (0..players).map(share).collect()
}

/// How a random game of a session ended.
///
/// See [`Session::playout`](crate::Session::playout) for an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Playout {
    /// The result, or `None` if the game was stopped.
    pub outcome: Option<Outcome>,
    /// The number of plies made.
    pub plies: u32,
    players: u16,
    all: usize,
}

impl Playout {
    /// Creates the result of a game of `all` players.
    pub(super) fn new(ended: RandomGame, all: usize) -> Playout {
        let RandomGame { outcome, plies, players } = ended;
        Playout { outcome, plies, players, all }
    }

    /// Returns what the game is worth to each player, see [`super::Session::returns`].
    pub fn returns(&self) -> Vec<f64> {
        returns(self.outcome, self.all, self.players)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::piece::Player;

    #[test]
    fn returns_add_up_to_nothing() {
        let win = |n: u8| Some(Outcome::Win(Player(n)));
        assert_eq!(returns(win(0), 2, 0b11), [1.0, -1.0]);
        assert_eq!(returns(win(1), 2, 0b10), [-1.0, 1.0]);
        assert_eq!(returns(win(2), 3, 0b111), [-0.5, -0.5, 1.0]);
        assert_eq!(returns(Some(Outcome::Draw), 2, 0b11), [0.0, 0.0]);
        assert_eq!(returns(Some(Outcome::Draw), 3, 0b101), [0.5, -1.0, 0.5]);
        assert_eq!(returns(None, 3, 0b101), [0.0, 0.0, 0.0]);
    }

    #[test]
    fn a_single_player_wins_alone() {
        assert_eq!(returns(Some(Outcome::Win(Player(0))), 1, 1), [1.0]);
        assert_eq!(returns(Some(Outcome::Draw), 1, 1), [0.0]);
    }
}
