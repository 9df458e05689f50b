//! [`EngineProcess`]: a program that reads and writes lines, which must not harm this one whatever it does.

use crate::cli::out::plain;
use std::collections::BTreeSet;
use std::io::{Read, Write};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// The longest line in bytes.
const LONGEST_LINE: usize = 1 << 16;

/// The most lines that wait to be read, or to be written.
const WAITING: usize = 256;

/// How often a wait looks whether it is to stop.
const TICK: Duration = Duration::from_millis(20);

/// How long a program may take to end by itself.
const FAREWELL: Duration = Duration::from_millis(300);

/// The processes that have not ended yet.
static RUNNING: Mutex<BTreeSet<u32>> = Mutex::new(BTreeSet::new());

fn running() -> std::sync::MutexGuard<'static, BTreeSet<u32>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Ends the engines that are still running, before this program ends.
pub fn end_all() {
    std::mem::take(&mut *running()).into_iter().for_each(kill);
}

/// Kills a process and those that it has started.
fn kill(id: u32) {
    #[cfg(unix)]
    if let Some(id) = i32::try_from(id).ok().and_then(rustix::process::Pid::from_raw) {
        let _ = rustix::process::kill_process_group(id, rustix::process::Signal::KILL);
    }
    #[cfg(not(unix))]
    let _ = id;
}

/// Why a program has no more lines.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Silence {
    /// It said nothing in the time that it had.
    Late,
    /// It has ended, or closed its output. Has the last line of its standard error.
    Ended(String),
    /// It wrote a line that is too long, or no text.
    Nonsense,
    /// Somebody wants to stop.
    Stopped,
}

/// A program that runs. It is killed when this is dropped.
pub struct EngineProcess {
    child: Child,
    input: Option<SyncSender<String>>,
    output: Receiver<Result<String, Silence>>,
    /// The last line of its standard error.
    complaint: Arc<Mutex<String>>,
}

/// Finds a program as a shell does: in the folders of `PATH`, and then in that for games.
pub fn find_program(name: &str) -> Option<PathBuf> {
    if name.contains(['/', std::path::MAIN_SEPARATOR]) {
        return Some(PathBuf::from(name)).filter(|path| path.is_file());
    }
    let path = std::env::var_os("PATH").unwrap_or_default();
    let folders = std::env::split_paths(&path).chain([PathBuf::from("/usr/games")]);
    let names = [name.to_owned(), format!("{name}{}", std::env::consts::EXE_SUFFIX)];
    folders.flat_map(|folder| names.each_ref().map(|name| folder.join(name))).find(|path| path.is_file())
}

impl EngineProcess {
    /// Starts a program.
    pub fn start(program: &str, arguments: &[String]) -> Result<EngineProcess, String> {
        let Some(path) = find_program(program) else { return Err(format!("cannot find the program `{program}`")) };
        let mut command = Command::new(path);
        command.args(arguments).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // In a group of its own, it is killed with what it starts, and Ctrl-C does not end it in the middle of a game.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn().map_err(|error| format!("cannot start `{program}`: {}", plain(&error)))?;
        running().insert(child.id());
        let (mut stdin, stdout, stderr) = (child.stdin.take(), child.stdout.take(), child.stderr.take());
        let (input, lines) = sync_channel::<String>(WAITING);
        let (answers, output) = sync_channel(WAITING);
        let complaint = Arc::new(Mutex::new(String::new()));
        let last = complaint.clone();
        let process = EngineProcess { child, input: Some(input), output, complaint };
        let spawn = |work: Box<dyn FnOnce() + Send>| std::thread::Builder::new().name("engine".to_owned()).spawn(work);
        let started = spawn(Box::new(move || {
            while let (Ok(line), Some(stdin)) = (lines.recv(), &mut stdin) {
                // A program that has ended reads nothing: who waits for its answer finds out.
                if stdin.write_all(line.as_bytes()).and_then(|()| stdin.flush()).is_err() {
                    return;
                }
            }
        }))
        .and_then(|_| {
            spawn(Box::new(move || {
                if let Some(stdout) = stdout {
                    read_lines(stdout, |line| answers.send(line).is_ok());
                }
            }))
        })
        .and_then(|_| {
            spawn(Box::new(move || {
                if let Some(stderr) = stderr {
                    read_lines(stderr, |line| {
                        let line = line.unwrap_or_default();
                        if !line.trim().is_empty() {
                            *last.lock().unwrap_or_else(PoisonError::into_inner) = line.chars().take(200).collect();
                        }
                        true
                    });
                }
            }))
        });
        started.map_err(|error| format!("cannot start `{program}`: {}", plain(&error)))?;
        Ok(process)
    }

    /// Sends a line.
    pub fn send(&mut self, line: &str) -> Result<(), Silence> {
        let Some(input) = &self.input else { return Err(self.ended()) };
        match input.try_send(format!("{line}\n")) {
            Ok(()) => Ok(()),
            // It does not read what it is sent.
            Err(TrySendError::Full(_)) => Err(Silence::Late),
            Err(TrySendError::Disconnected(_)) => Err(self.ended()),
        }
    }

    /// Returns the next line, without the spaces around it.
    pub fn line(&mut self, until: Instant, stop: Option<&AtomicBool>) -> Result<String, Silence> {
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match self.output.recv_timeout(left.min(TICK)) {
                Ok(Ok(line)) => return Ok(line.trim().to_owned()),
                Ok(Err(why)) => return Err(why),
                Err(RecvTimeoutError::Disconnected) => return Err(self.ended()),
                Err(RecvTimeoutError::Timeout) if stop.is_some_and(|stop| stop.load(Ordering::Relaxed)) => {
                    return Err(Silence::Stopped);
                }
                Err(RecvTimeoutError::Timeout) if left.is_zero() => return Err(Silence::Late),
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// Waits a moment for what the program has to say about its end.
    fn ended(&mut self) -> Silence {
        let until = Instant::now() + FAREWELL;
        while Instant::now() < until && matches!(self.child.try_wait(), Ok(None)) {
            std::thread::sleep(TICK);
        }
        std::thread::sleep(TICK);
        Silence::Ended(self.complaint.lock().unwrap_or_else(PoisonError::into_inner).trim().to_owned())
    }

    /// Says goodbye: the program has a moment to end by itself.
    pub fn quit(&mut self) {
        let _ = self.send("quit");
        self.input = None;
        let until = Instant::now() + FAREWELL;
        while Instant::now() < until && matches!(self.child.try_wait(), Ok(None)) {
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

impl Drop for EngineProcess {
    fn drop(&mut self) {
        let id = self.child.id();
        // What the program has started may be running even if it has ended itself.
        if running().remove(&id) {
            kill(id);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// Reads lines until the end, or until `hear` does not want more. A line that is too long, or no text, is the last one.
fn read_lines(mut from: impl Read, mut hear: impl FnMut(Result<String, Silence>) -> bool) {
    let mut line: Vec<u8> = Vec::new();
    let mut buffer = [0u8; 8192];
    while let Ok(count @ 1..) = from.read(&mut buffer) {
        for byte in &buffer[..count] {
            if *byte != b'\n' {
                line.push(*byte);
                continue;
            }
            let text = String::from_utf8(std::mem::take(&mut line)).map_err(|_| Silence::Nonsense);
            let is_text = text.is_ok();
            if !hear(text) || !is_text {
                return;
            }
        }
        if line.len() > LONGEST_LINE {
            hear(Err(Silence::Nonsense));
            return;
        }
    }
    if !line.is_empty() {
        hear(String::from_utf8(line).map_err(|_| Silence::Nonsense));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(bytes: &[u8]) -> Vec<Result<String, Silence>> {
        let mut lines = Vec::new();
        read_lines(bytes, |line| {
            lines.push(line);
            true
        });
        lines
    }

    #[test]
    fn lines_are_bounded() {
        assert_eq!(lines(b"one\ntwo"), [Ok("one".to_owned()), Ok("two".to_owned())]);
        assert_eq!(lines(b"\xff\nmore"), [Err(Silence::Nonsense)]);
        assert_eq!(lines(&vec![b'x'; 3 * LONGEST_LINE]), [Err(Silence::Nonsense)]);
    }
}
