//! [`Child`]: a round in a process of its own, so that the next save can end it wherever it is.

use super::part::RoundPart;
use super::round::RoundOptions;
use crate::cli::out::{CliError, plain};
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::sync::mpsc::Sender;

/// What can happen.
pub enum WatchEvent {
    /// Something in a folder that is watched.
    Touched,
    /// A part of this round is done.
    RoundPart(u64, Box<RoundPart>),
    /// This round has ended.
    Ended(u64),
}

/// A process that does one round. It ends with this value.
pub struct Child(std::process::Child);

impl Child {
    /// Begins a round, whose number comes with everything that is told of it.
    pub fn start(asked: &RoundOptions, round: u64, told: Sender<WatchEvent>) -> Result<Child, CliError> {
        let failed = |error| CliError::usage(format!("cannot start another process: {}", plain(&error)));
        let program = std::env::current_exe().map_err(failed)?;
        let mut command = Command::new(program);
        command.args(["--color", if asked.color { "always" } else { "never" }]);
        command.args(["watch", "--once", "--format", "json", "--seconds", &asked.seconds.to_string()]);
        command.args(asked.settings.set.iter().flat_map(|set| ["--set", set]));
        // The terminal stays where its width is asked for: on standard error.
        let mut process =
            command.args(["--", &asked.file]).stdin(Stdio::null()).stdout(Stdio::piped()).spawn().map_err(failed)?;
        if let Some(output) = process.stdout.take() {
            std::thread::spawn(move || {
                let lines = BufReader::new(output).lines().map_while(Result::ok);
                for part in lines.filter_map(|line| serde_json::from_str::<RoundPart>(&line).ok()) {
                    if told.send(WatchEvent::RoundPart(round, Box::new(part))).is_err() {
                        return;
                    }
                }
                let _ = told.send(WatchEvent::Ended(round));
            });
        }
        Ok(Child(process))
    }

    /// Whether it ended as rounds do: with the exit code 0 or 1.
    pub fn ended_well(&mut self) -> bool {
        self.0.wait().is_ok_and(|status| matches!(status.code(), Some(0 | 1)))
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        // It may have ended by itself; and it must not stay behind as a process that nobody asked how it ended.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
