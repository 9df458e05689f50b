//! [`GtpTime`]: the clocks of both players.

use boardwright::game::piece::Player;
use std::time::Duration;

/// The time for a move without settings of time.
pub const TIME: Duration = Duration::from_secs(1);

/// How many moves the rest of the time is for.
const MOVES_LEFT: u32 = 30;

/// What is left on the clock whatever happens.
const RESERVE: Duration = Duration::from_millis(50);

/// The clocks of both players, and their settings, if there are any.
#[derive(Debug, Default)]
pub struct GtpTime {
    settings: Option<TimeSettings>,
    clocks: [GtpClock; 2],
}

/// The time of a player.
#[derive(Clone, Copy, Debug, Default)]
struct GtpClock {
    /// The time that is left, before byo-yomi or in its period.
    left: Duration,
    /// The moves to make in it, in byo-yomi.
    stones: u32,
}

/// The settings of time: the main time, and the time and the moves of a period of byo-yomi.
#[derive(Clone, Copy, Debug)]
struct TimeSettings {
    byoyomi: Duration,
    stones: u32,
}

impl GtpTime {
    /// Sets the times as `time_settings` does.
    pub fn set(&mut self, main: &str, byoyomi: &str, stones: &str) -> Result<(), String> {
        let (main, byoyomi, stones) = (seconds(main)?, seconds(byoyomi)?, count(stones)?);
        self.clocks = [GtpClock { left: main, stones: 0 }; 2];
        // A period without moves means that there is no limit.
        let is_unlimited = stones == 0 && !byoyomi.is_zero() || main.is_zero() && byoyomi.is_zero();
        self.settings = (!is_unlimited).then_some(TimeSettings { byoyomi, stones });
        Ok(())
    }

    /// Sets the clock of a player as `time_left` does.
    pub fn set_left(&mut self, player: Player, left: &str, stones: &str) -> Result<(), String> {
        *self.clock(player) = GtpClock { left: seconds(left)?, stones: count(stones)? };
        self.settings.get_or_insert(TimeSettings { byoyomi: Duration::ZERO, stones: 0 });
        Ok(())
    }

    /// Returns the time for a move.
    pub fn for_move(&mut self, player: Player) -> Duration {
        let Some(settings) = self.settings else { return TIME };
        let clock = *self.clock(player);
        let (left, stones) = match clock.left.is_zero() && clock.stones == 0 {
            // The main time is over.
            true => (settings.byoyomi, settings.stones),
            false => (clock.left, clock.stones),
        };
        let time = if stones > 0 { left / stones } else { left / MOVES_LEFT };
        time.min(left.saturating_sub(RESERVE)).max(Duration::from_millis(10))
    }

    /// Takes the time of a move off the clock.
    pub fn spend(&mut self, player: Player, time: Duration) {
        let clock = self.clock(player);
        clock.left = clock.left.saturating_sub(time);
    }

    fn clock(&mut self, player: Player) -> &mut GtpClock {
        &mut self.clocks[usize::from(player.0.min(1))]
    }
}

fn seconds(text: &str) -> Result<Duration, String> {
    let seconds: Option<f64> = text.parse().ok().filter(|seconds: &f64| seconds.is_finite() && seconds.abs() < 1e9);
    let seconds = seconds.ok_or_else(|| format!("`{text}` is not a number of seconds"))?;
    Ok(Duration::from_secs_f64(seconds.max(0.0)))
}

fn count(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| format!("`{text}` is not a number of moves"))
}
