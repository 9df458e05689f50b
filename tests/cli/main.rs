//! The command line as users meet it: the real program, its output and its exit codes.

mod bad_input;
mod bench;
mod commands;
mod deep;
mod departures;
mod diff;
mod docs;
mod editors;
mod engine;
mod engine_go;
mod engine_gtp;
mod files;
mod fix;
mod json;
mod judge;
mod lsp;
mod matches;
mod outside;
mod play;
mod position;
mod record;
mod repl;
mod sheet;
mod solve;
mod terminal;
mod testing;
mod training;
mod watch;
mod why;

use std::ffi::OsStr;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// What a command printed, and how it ended.
pub struct Ran {
    /// The exit code.
    pub code: Option<i32>,
    /// Standard output.
    pub out: String,
    /// Standard error.
    pub err: String,
}

impl Ran {
    /// It ended so.
    #[track_caller]
    pub fn code(self, code: i32) -> Ran {
        assert_eq!(self.code, Some(code), "\n--- out\n{}\n--- err\n{}", self.out, self.err);
        self
    }

    /// Its standard output has this part.
    #[track_caller]
    pub fn out(self, part: &str) -> Ran {
        assert!(self.out.contains(part), "no `{part}` in standard output:\n{}\n--- err\n{}", self.out, self.err);
        self
    }

    /// Its standard error has this part.
    #[track_caller]
    pub fn err(self, part: &str) -> Ran {
        assert!(self.err.contains(part), "no `{part}` in standard error:\n{}\n--- out\n{}", self.err, self.out);
        self
    }

    /// Its standard output as JSON.
    #[track_caller]
    pub fn json(&self) -> serde_json::Value {
        serde_json::from_str(&self.out).unwrap_or_else(|error| panic!("{error}: {}{}", self.out, self.err))
    }
}

/// The program in a folder.
pub fn program(folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_boardwright"));
    command.current_dir(folder).env("LC_ALL", "C.UTF-8").env_remove("CLICOLOR_FORCE").env_remove("NO_COLOR");
    command
}

/// Runs the program in a folder with this input.
pub fn run_in(folder: &Path, args: &[impl AsRef<OsStr>], input: &str) -> Ran {
    let mut child =
        program(folder).args(args).stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    // A program that does not read its input may have closed it.
    let _ = child.stdin.take().unwrap().write_all(input.as_bytes());
    let output = child.wait_with_output().unwrap();
    Ran {
        code: output.status.code(),
        out: String::from_utf8(output.stdout).unwrap(),
        err: String::from_utf8(output.stderr).unwrap(),
    }
}

/// Starts a command, and sends Ctrl-C when `is_time` says so.
#[cfg(unix)]
pub fn stopped_in(folder: &Path, args: &str, is_time: impl Fn() -> bool) -> Ran {
    let mut child =
        program(folder).args(args.split_whitespace()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    while !is_time() {
        assert!(child.try_wait().unwrap().is_none());
        std::thread::sleep(Duration::from_millis(20));
    }
    Command::new("kill").args(["-INT", &child.id().to_string()]).status().unwrap();
    let output = child.wait_with_output().unwrap();
    let text = |bytes: Vec<u8>| String::from_utf8_lossy(&bytes).into_owned();
    Ran { code: output.status.code(), out: text(output.stdout), err: text(output.stderr) }
}

/// Starts a command, and sends Ctrl-C after three seconds.
#[cfg(unix)]
pub fn stopped(folder: &Path, args: &str) -> Ran {
    let since = Instant::now();
    stopped_in(folder, args, || since.elapsed() > Duration::from_secs(3))
}

/// Runs the program in an empty folder; the arguments are separated by spaces.
pub fn run(args: &str) -> Ran {
    run_in(folder().path(), &args.split_whitespace().collect::<Vec<_>>(), "")
}

/// Notes that a test is left out because a program is missing; with `BOARDWRIGHT_PROGRAMS=1`, it fails instead.
#[track_caller]
pub fn leave_out(program: &str) {
    let is_wanted = std::env::var_os("BOARDWRIGHT_PROGRAMS").is_some_and(|value| value == "1");
    assert!(!is_wanted, "BOARDWRIGHT_PROGRAMS=1, and {program} is missing");
    // Not `eprintln`, which tests that pass keep to themselves.
    let _ = writeln!(std::io::stderr(), "LEFT OUT, because {program} is not there (BOARDWRIGHT_PROGRAMS=1 demands it)");
}

/// An empty folder.
pub fn folder() -> TempDir {
    tempfile::tempdir().unwrap()
}

/// Writes a file.
pub fn write(folder: &TempDir, name: &str, text: impl AsRef<[u8]>) {
    let path = folder.path().join(name);
    std::fs::create_dir_all(path.parent().unwrap()).unwrap();
    std::fs::write(path, text).unwrap();
}

/// Reads a file.
pub fn read(folder: &TempDir, name: &str) -> String {
    std::fs::read_to_string(folder.path().join(name)).unwrap()
}

/// The text of a bundled game.
pub fn bundled(name: &str) -> String {
    boardwright::bundled::source(name).unwrap().text.to_string()
}
