//! Lines of best play.

use super::graph::Graph;
use super::search::{Search, Seen, Stop};
use super::settled::Remaining;
use super::shortest::Within;
use super::table::EVER;
use super::{Outcome, Plies, Value};
use crate::game::piece::Player;

/// Longer lines are cut.
const LONGEST: usize = 1_000;

/// How many positions may be looked at for each move of a line that is not known yet.
const POSITIONS: u64 = 2_000_000;

impl Search<'_> {
    /// Returns the moves of best play from the present position, which has this value. The line is cut where it is not known.
    pub fn line(&mut self, value: Value, graph: Option<&Graph>) -> Result<Vec<String>, Stop> {
        let (mut texts, mut value) = (Vec::new(), value);
        let ply = self.session.ply();
        while texts.len() < LONGEST && self.session.outcome().is_none() {
            let spot = match self.see(Player(0)) {
                Seen::Open(spot) => spot,
                Seen::Settled(..) => self.spot(),
                Seen::Over(_) | Seen::Loop(_) => break,
            };
            let found = match graph {
                Some(graph) => self.follow(graph, value),
                None => self.limited(POSITIONS, |search| search.choose(value)),
            };
            let index = match found {
                Ok(Some(index)) => index,
                Ok(None) | Err(Stop::Budget | Stop::Long | Stop::Memory) => break,
                Err(Stop::Failed(error)) => return Err(Stop::Failed(error)),
            };
            texts.push(self.session.notation(index)?);
            if self.enter(spot).is_err() {
                break;
            }
            self.session.make(index)?;
            value.plies = value.plies.map(|plies| match plies {
                Plies::Exactly(n) => Plies::Exactly(n.saturating_sub(1)),
                Plies::AtMost(n) => Plies::AtMost(n.saturating_sub(1)),
            });
        }
        self.go_back(ply);
        Ok(texts)
    }

    /// Returns the move that keeps a value in the graph.
    fn follow(&mut self, graph: &Graph, value: Value) -> Result<Option<usize>, Stop> {
        let rest = value.plies.map(|plies| plies.number().saturating_sub(1));
        for index in 0..self.session.legal_moves()?.len() {
            self.session.make(index)?;
            let after = self.value_in(graph);
            self.session.undo();
            if after == Some((value.outcome, rest)) {
                return Ok(Some(index));
            }
        }
        Ok(None)
    }

    /// Returns the value of the present position in the graph.
    pub fn value_in(&mut self, graph: &Graph) -> Option<(Outcome, Option<u32>)> {
        match self.session.outcome() {
            Some(Outcome::Win(winner)) => Some((Outcome::Win(winner), Some(0))),
            Some(Outcome::Draw) => {
                let shares = self.session.returns();
                let winner = shares.iter().position(|share| *share > 0.0);
                Some(winner.map_or((Outcome::Draw, None), |winner| (Outcome::Win(Player(winner as u8)), Some(0))))
            }
            None => {
                let spot = self.spot();
                graph.value(spot)
            }
        }
    }

    /// Returns a move of best play for the player to move.
    fn choose(&mut self, value: Value) -> Result<Option<usize>, Stop> {
        let mover = self.session.to_move();
        let moves = self.session.legal_moves()?.len();
        let spot = self.spot();
        self.enter(spot)?;
        let found = match (value.outcome, value.plies) {
            // All wins may take the same time.
            (Outcome::Win(winner), Some(Plies::Exactly(plies)))
                if !self.remaining().is_some_and(Remaining::is_fixed) =>
            {
                self.choose_exactly(winner, mover == Some(winner), plies.min(EVER.into()) as u16, moves)
            }
            (Outcome::Win(winner), _) => self.choose_proved(winner, mover == Some(winner), moves),
            (Outcome::Draw, _) => self.choose_draw(moves),
        };
        self.leave();
        found
    }

    /// Returns the move of the winner that wins in time, or the one of the loser that lasts longest.
    fn choose_exactly(&mut self, winner: Player, wins: bool, plies: u16, moves: usize) -> Result<Option<usize>, Stop> {
        if !wins && plies <= 1 {
            // Every move ends the game.
            return Ok((moves > 0).then_some(0));
        }
        // The loser's best move is one after which it is not won any sooner.
        let limit = plies.saturating_sub(if wins { 1 } else { 2 });
        for index in 0..moves {
            self.session.make(index)?;
            let within = self.shortest(winner, 1, limit);
            self.session.undo();
            if matches!(within?, Within::Won(_)) == wins {
                return Ok(Some(index));
            }
        }
        Ok(None)
    }

    /// Returns the move of the winner whose proof is shortest, or the one of the loser whose proof is longest.
    fn choose_proved(&mut self, winner: Player, wins: bool, moves: usize) -> Result<Option<usize>, Stop> {
        let mut best = None;
        // What is proved already comes first; the proof of a lost position is known to be complete.
        for known_only in [true, false] {
            for index in 0..moves {
                self.session.make(index)?;
                let known = match self.see(winner) {
                    Seen::Over(won) => Ok(Some((won, 0))),
                    Seen::Settled(won, remaining) => Ok(Some((won, remaining.most))),
                    Seen::Loop(_) => Ok(None),
                    Seen::Open(spot) => match self.decided(spot, winner) {
                        Some(found) => Ok(Some(found)),
                        None if known_only => Ok(None),
                        None => self.prove(winner).map(|known| known.holds().map(|won| (won, known.plies))),
                    },
                };
                self.session.undo();
                let Some((true, plies)) = known? else { continue };
                let is_better = |least: u16| if wins { plies < least } else { plies > least };
                if best.is_none_or(|(_, least)| is_better(least)) {
                    best = Some((index, plies));
                }
            }
            if best.is_some() {
                break;
            }
        }
        Ok(best.map(|(index, _)| index))
    }

    /// Returns a move after which the other player cannot force a win.
    fn choose_draw(&mut self, moves: usize) -> Result<Option<usize>, Stop> {
        let Some(mover) = self.session.to_move() else { return Ok(None) };
        let others: Vec<Player> =
            (0..self.session.game().players.len()).map(|n| Player(n as u8)).filter(|player| *player != mover).collect();
        for index in 0..moves {
            self.session.make(index)?;
            let mut holds = Ok(true);
            for other in &others {
                holds = match (holds, self.see(*other)) {
                    (Ok(true), Seen::Over(won) | Seen::Settled(won, _)) => Ok(!won),
                    (Ok(true), Seen::Open(_)) => self.prove(*other).map(|known| known.holds() == Some(false)),
                    (holds, _) => holds,
                };
            }
            // A move that loses for the mover himself is no draw either.
            let is_over = self.session.outcome();
            self.session.undo();
            if holds? && !matches!(is_over, Some(Outcome::Win(_))) {
                return Ok(Some(index));
            }
        }
        Ok(None)
    }
}
