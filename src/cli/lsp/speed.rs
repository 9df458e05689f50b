//! What makes a file slow, once somebody has asked: the state of the answer for one version of the text.

use super::worker::JobHandle;
use boardwright::internals::ide::speed::SpeedHint;

/// The name of the command that asks.
pub const COMMAND: &str = "boardwright.explainSpeed";

/// The kind of the code action that asks.
pub const ACTION: &str = "source.explainSpeed";

/// The answer for the current text of a file.
#[derive(Default)]
pub enum SpeedState {
    /// Nobody has asked.
    #[default]
    Unasked,
    /// Random games are being played.
    Running(JobHandle),
    /// The places, which are published with the findings.
    Known(Vec<SpeedHint>),
}

impl SpeedState {
    /// Forgets the answer, and cancels the games if they are being played.
    pub fn forget(&mut self) {
        if let SpeedState::Running(job) = std::mem::take(self) {
            job.cancel();
        }
    }

    pub fn is_running(&self) -> bool {
        matches!(self, SpeedState::Running(_))
    }

    pub fn hints(&self) -> &[SpeedHint] {
        match self {
            SpeedState::Known(hints) => hints,
            _ => &[],
        }
    }
}
