//! `boardwright watch`: what it prints whenever a file is saved.

use super::*;
use std::io::{BufRead, BufReader};
use std::process::{Child, ChildStdout};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// A running `watch`, whose lines are read as they come.
struct Watched {
    child: Child,
    lines: Receiver<String>,
}

impl Watched {
    fn start(folder: &TempDir, args: &str) -> Watched {
        let mut command = program(folder.path());
        let args = args.split_whitespace();
        let mut child =
            command.arg("watch").args(args).stdin(Stdio::null()).stdout(Stdio::piped()).spawn().expect("started");
        let (send, lines) = channel();
        let out: ChildStdout = child.stdout.take().expect("its output");
        std::thread::spawn(move || {
            BufReader::new(out).lines().map_while(Result::ok).try_for_each(|line| send.send(line))
        });
        Watched { child, lines }
    }

    /// Waits for a line with this part; all lines up to it.
    #[track_caller]
    fn until(&self, part: &str) -> String {
        let (end, mut seen) = (Instant::now() + Duration::from_secs(60), String::new());
        loop {
            match self.lines.recv_timeout(end.saturating_duration_since(Instant::now())) {
                Ok(line) => seen += &format!("{line}\n"),
                Err(_) => panic!("no `{part}` in\n{seen}"),
            }
            if seen.contains(part) {
                return seen;
            }
        }
    }
}

impl Drop for Watched {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn each_save_is_checked_tested_and_played_and_compared_with_the_one_before() {
    let folder = folder();
    let text = bundled("jostle");
    write(&folder, "jostle.game", &text);
    let watched = Watched::start(&folder, "jostle.game --seconds 0.3");
    let first = watched.until("draws");
    assert!(first.contains("no mistakes found") && first.contains(" passed"), "{first}");
    assert!(!first.contains("before") && !first.contains('\x1b'), "{first}");
    write(&folder, "jostle.game", text.replace("> value(p, own)", ">= value(p, own)"));
    let changed = watched.until("if this is intended");
    assert!(changed.contains("action move") && !first.contains("change"), "{changed}");
    assert!(changed.contains("save 1") && changed.contains("failed (before: "), "{changed}");
    assert!(changed.contains("plies per game") && changed.contains("   before "), "{changed}");
    // A mistake stays to be seen with each save until it is fixed.
    for save in ["save 2", "save 3"] {
        write(&folder, "jostle.game", format!("{text}// {save}\ndef"));
        let wrong = watched.until("missing name after `def`");
        assert!(wrong.contains(save) && wrong.contains("1 error") && !wrong.contains("playout"), "{wrong}");
    }
    // As many editors save: another file takes its place.
    write(&folder, "new", &text);
    std::fs::rename(folder.path().join("new"), folder.path().join("jostle.game")).unwrap();
    let fixed = watched.until("draws");
    assert!(fixed.contains("no mistakes found (before: 1 error)"), "{fixed}");
    std::fs::remove_file(folder.path().join("jostle.game")).unwrap();
    watched.until("was removed");
    write(&folder, "jostle.game", &text);
    watched.until("draws");
}

#[test]
fn saves_of_bases_count_also_of_such_as_are_missing() {
    let folder = folder();
    write(&folder, "mine.game", "extends \"base\"\ngame \"Mine\"\n");
    let watched = Watched::start(&folder, "mine.game --seconds 0.01 --format json");
    watched.until("E52");
    write(&folder, "base.game", bundled("jostle"));
    let played = watched.until("\"part\":\"playout\"");
    let parts: Vec<serde_json::Value> = played.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(
        parts.iter().map(|part| part["part"].as_str().unwrap()).collect::<Vec<_>>(),
        ["check", "test", "playout"]
    );
    assert!(parts.iter().all(|part| part["save"] == 1 && part["seconds"].is_f64()), "{played}");
    write(&folder, "base.game", bundled("jostle") + "param unused = 1\n");
    watched.until("\"save\":2");
}

#[test]
fn what_does_not_end_is_left_when_the_file_is_saved_anew() {
    let folder = folder();
    let (endless, text) = ("example \"long\" { perft 30 = 1 }\n", bundled("jostle"));
    write(&folder, "jostle.game", text.clone() + endless);
    let watched = Watched::start(&folder, "jostle.game --seconds 0.01");
    watched.until("check");
    let since = Instant::now();
    write(&folder, "jostle.game", &text);
    watched.until("save 1");
    watched.until("draws");
    assert!(since.elapsed() < Duration::from_secs(9), "{:?}", since.elapsed());
}

#[test]
fn once_ends_with_the_exit_code_of_what_it_found() {
    let folder = folder();
    write(&folder, "jostle.game", bundled("jostle"));
    let once = |file: &str| run_in(folder.path(), &["watch", file, "--once", "--seconds", "0.01"], "");
    once("jostle.game").code(0).out("no mistakes found").out("plies per game");
    write(&folder, "wrong.game", "game");
    once("wrong.game").code(1).out("1 error").out("E01");
    write(&folder, "endless.game", bundled("tic-tac-toe").replace("do put", "do { while true { } } do put"));
    once("endless.game").code(1);
    once("none.game").code(2).err("file not found");
    once("jostle").code(2).err("bundled game");
    once(".").code(2).err("is a folder");
}

#[cfg(unix)]
#[test]
fn it_ends_when_nobody_reads_any_more() {
    let folder = folder();
    write(&folder, "jostle.game", bundled("jostle"));
    let mut command = program(folder.path());
    let command = command.args(["watch", "jostle.game", "--seconds", "0.01"]).stdin(Stdio::null());
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    drop(child.stdout.take());
    let end = Instant::now() + Duration::from_secs(30);
    let status = loop {
        if let Some(status) = child.try_wait().unwrap() {
            break status;
        }
        assert!(Instant::now() < end, "it goes on");
        std::thread::sleep(Duration::from_millis(20));
    };
    assert_eq!(status.code(), Some(0));
}
