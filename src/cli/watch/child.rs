//! [`Child`]: a round in a separate process, so that the next save can stop it at any point.

use super::part::RoundPart;
use super::round::RoundOptions;
use crate::cli::out::{CliError, plain};
use std::io::{BufRead, BufReader};
use std::process::{Command, Stdio};
use std::sync::mpsc::Sender;

/// An event during a round.
pub enum WatchEvent {
    /// A change in a watched folder.
    Touched,
    /// A step of this round is complete.
    RoundPart(u64, Box<RoundPart>),
    Ended(u64),
}

/// A process that runs one round. Dropping the value kills it.
pub struct Child(std::process::Child);

impl Child {
    /// Starts a round. Its events carry the number of the round.
    pub fn start(options: &RoundOptions, round: u64, sender: Sender<WatchEvent>) -> Result<Child, CliError> {
        let failed = |error| CliError::usage(format!("cannot start another process: {}", plain(&error)));
        let program = std::env::current_exe().map_err(failed)?;
        let mut command = Command::new(program);
        command.args(["--color", if options.color { "always" } else { "never" }]);
        command.args(["watch", "--once", "--format", "json", "--seconds", &options.seconds.to_string()]);
        command.args(options.settings.set.iter().flat_map(|set| ["--set", set]));
        // Standard error stays the terminal, which gives the width.
        let mut process =
            command.args(["--", &options.file]).stdin(Stdio::null()).stdout(Stdio::piped()).spawn().map_err(failed)?;
        if let Some(output) = process.stdout.take() {
            std::thread::spawn(move || {
                let lines = BufReader::new(output).lines().map_while(Result::ok);
                for part in lines.filter_map(|line| serde_json::from_str::<RoundPart>(&line).ok()) {
                    if sender.send(WatchEvent::RoundPart(round, Box::new(part))).is_err() {
                        return;
                    }
                }
                let _ = sender.send(WatchEvent::Ended(round));
            });
        }
        Ok(Child(process))
    }

    /// Waits for the process and returns whether it succeeded, with exit code 0 or 1.
    pub fn wait_for_success(&mut self) -> bool {
        self.0.wait().is_ok_and(|status| matches!(status.code(), Some(0 | 1)))
    }
}

impl Drop for Child {
    fn drop(&mut self) {
        // The process may have ended already. Waiting avoids a zombie process.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}
