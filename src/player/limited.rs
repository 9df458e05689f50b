//! [`Limited`]: a player with limits of its own.

use super::{Budget, Choice, Player, PlayerError};
use crate::session::Session;
use std::time::Duration;

/// Gives another player its own time or work for each move, whatever the others have: to measure what twice the time is worth, or to
/// give an opponent a handicap.
///
/// ```
/// use boardwright::player::{Budget, Limited, Mcts, MctsSettings, Player};
///
/// let mut session = boardwright::load_bundled("hex", &[("size", "5")])?.session()?;
/// let mcts = Box::new(Mcts::new(MctsSettings::default()));
/// let mut player = Limited::new(mcts, None, Some(300));
/// let choice = player.choose(&mut session, &Budget::work(10))?;
/// assert_eq!(choice.judgment.unwrap().work, 300);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Limited {
    player: Box<dyn Player>,
    time: Option<Duration>,
    work: Option<u64>,
}

impl Limited {
    /// Creates a player with a time for each move, a number of random games or positions looked at, or both. They replace all limits of
    /// the budget; without any, the budget applies.
    pub fn new(player: Box<dyn Player>, time: Option<Duration>, work: Option<u64>) -> Limited {
        Limited { player, time, work }
    }
}

impl Player for Limited {
    fn name(&self) -> String {
        let mut name = self.player.name();
        let limits = [
            self.time.map(|time| format!("time={}", time.as_secs_f64())),
            self.work.map(|work| format!("playouts={work}")),
        ];
        for limit in limits.into_iter().flatten() {
            name.push(if name.contains(':') { ',' } else { ':' });
            name.push_str(&limit);
        }
        name
    }

    fn begin(&mut self, number: u64) -> Result<(), PlayerError> {
        self.player.begin(number)
    }

    fn choose(&mut self, session: &mut Session, budget: &Budget) -> Result<Choice, PlayerError> {
        if self.time.is_none() && self.work.is_none() {
            return self.player.choose(session, budget);
        }
        let own = Budget { time: self.time, work: self.work, depth: None, ..budget.clone() };
        self.player.choose(session, &own)
    }
}
