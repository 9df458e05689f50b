//! [`Clocks`]: the time that each player has left.

use boardwright::game::piece::Player;
use std::time::{Duration, Instant};

/// The clocks of all players; at most one of them runs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clocks {
    left: Vec<Duration>,
    /// The time of each player at the beginning.
    first: Duration,
    /// Added after each move.
    increment: Duration,
    /// Whose clock runs, since when, and how many plies there were then.
    running: Option<(Player, Instant, usize)>,
}

impl Clocks {
    /// Parses `5` or `5+3`: minutes for each player, and seconds for each move.
    pub fn parse(text: &str, players: usize) -> Result<Clocks, String> {
        let (minutes, seconds) = text.split_once('+').unwrap_or((text, "0"));
        let number = |text: &str| text.trim().parse::<f64>().ok().filter(|n| (0.0..=1440.0).contains(n));
        match (number(minutes), number(seconds)) {
            (Some(minutes), Some(seconds)) if minutes > 0.0 => {
                let (first, increment) = (Duration::from_secs_f64(minutes * 60.0), Duration::from_secs_f64(seconds));
                Ok(Clocks { left: vec![first; players], first, increment, running: None })
            }
            _ => Err("expected minutes and seconds, such as `5+3`".to_owned()),
        }
    }

    /// Returns the clocks as they were at the beginning.
    pub fn fresh(self) -> Clocks {
        Clocks { left: vec![self.first; self.left.len()], running: None, ..self }
    }

    /// Gives a player the time of the beginning again.
    pub fn refill(&mut self, player: Player) {
        if let Some(own) = self.left.get_mut(usize::from(player.0)) {
            *own = self.first;
        }
        self.running = self.running.filter(|(running, ..)| *running != player);
    }

    /// Lets the clock of a player run after this number of plies, or none. Another player's clock stops and gets its increment for a move,
    /// unless its time is over.
    pub fn run(&mut self, player: Option<Player>, plies: usize, now: Instant) {
        if self.running.map(|(running, ..)| running) == player {
            return;
        }
        if let Some((stopped, _, before)) = self.running {
            let left = self.left(stopped, now);
            if let Some(own) = self.left.get_mut(usize::from(stopped.0)) {
                *own = if left.is_zero() || plies <= before { left } else { left + self.increment };
            }
        }
        self.running = player.map(|player| (player, now, plies));
    }

    /// Returns how much time a player has left.
    pub fn left(&self, player: Player, now: Instant) -> Duration {
        let left = self.left.get(usize::from(player.0)).copied().unwrap_or_default();
        match self.running {
            Some((running, since, _)) if running == player => left.saturating_sub(now.saturating_duration_since(since)),
            _ => left,
        }
    }

    /// Returns the player whose time is over.
    pub fn loser(&self, now: Instant) -> Option<Player> {
        let (running, ..) = self.running?;
        self.left(running, now).is_zero().then_some(running)
    }

    /// Returns how long the computer may think about a move of a player.
    pub fn thinking_time(&self, player: Player, now: Instant) -> Duration {
        self.left(player, now) / 30 + self.increment * 3 / 4
    }
}

/// Returns a time as people write it: `4:07`, and `0:09.3` at the end.
pub fn text(left: Duration) -> String {
    let seconds = (left + Duration::from_millis(500)).as_secs();
    match left.as_secs() {
        0..20 => format!("0:{:04.1}", left.as_secs_f64()),
        _ => format!("{}:{:02}", seconds / 60, seconds % 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clocks_run_one_at_a_time() {
        let start = Instant::now();
        let after = |seconds: u64| start + Duration::from_secs(seconds);
        let mut clocks = Clocks::parse("1+2", 2).unwrap();
        clocks.run(Some(Player(0)), 0, start);
        clocks.run(Some(Player(1)), 1, after(10));
        assert_eq!(text(clocks.left(Player(0), after(15))), "0:52");
        assert_eq!(text(clocks.left(Player(1), after(15))), "0:55");
        assert_eq!(clocks.loser(after(69)), None);
        assert_eq!(clocks.loser(after(70)), Some(Player(1)));
        // Who resigns, or takes the move back, has made no move.
        let mut resigned = clocks.clone();
        for (player, plies) in [(None, 1), (Some(Player(1)), 1), (Some(Player(0)), 0)] {
            resigned.run(player, plies, after(15));
            assert_eq!(text(resigned.left(Player(1), after(15))), "0:55");
        }
        clocks.run(None, 1, after(70));
        assert_eq!(text(clocks.left(Player(1), after(80))), "0:00.0");
        assert!(Clocks::parse("0", 2).is_err() && Clocks::parse("x+1", 2).is_err());
    }
}
