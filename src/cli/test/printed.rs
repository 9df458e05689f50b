//! Tests as lines for people: one for each, those that failed again at the end with what is wrong, and a summary.

use super::tested::{Status, Test, TestResults};
use anstyle::{AnsiColor, Effects, Style};
use boardwright::wording::{counted, quoted};
use std::time::Duration;

/// A test that takes longer is slow.
const SLOW: f64 = 5.0;

/// What stands between the tests and what came of them.
const RULE: &str = "────────────";

/// A word in front of a line, to the right in twelve columns and in bold.
fn head(word: &str, color: AnsiColor) -> String {
    let style: Style = color.on_default().effects(Effects::BOLD);
    format!("{style}{word:>12}{style:#}")
}

fn seconds(seconds: f64) -> String {
    format!("[{seconds:>8.3}s]")
}

/// What is printed before the first test.
pub fn beginning(games: usize) -> String {
    format!("{} tests of {}\n", head("Starting", AnsiColor::Green), counted(games, "game"))
}

/// The line of a test.
pub fn line(test: &Test) -> String {
    let head = match test.status {
        Status::Pass => head("PASS", AnsiColor::Green),
        Status::Fail => head("FAIL", AnsiColor::Red),
        Status::Written => head("SNAP", AnsiColor::Yellow),
    };
    let slow = if is_slow(test) { " (slow)" } else { "" };
    format!("{head} {} {}: {}{slow}\n", seconds(test.seconds), test.game, test.title)
}

fn is_slow(test: &Test) -> bool {
    test.seconds > SLOW
}

/// The line of a test and, if it failed, what is wrong.
pub fn whole(test: &Test) -> String {
    match test.status {
        Status::Fail => line(test) + &detail(test),
        Status::Pass | Status::Written => line(test),
    }
}

fn detail(test: &Test) -> String {
    test.detail.lines().map(|line| format!("  {line}").trim_end().to_owned() + "\n").collect()
}

/// What is printed behind the last test: what failed, and how many did not.
pub fn end(sum: &TestResults, took: Duration) -> String {
    let failed: Vec<&Test> = sum.tests.iter().filter(|test| test.status == Status::Fail).collect();
    let mut text = String::new();
    for test in &failed {
        text += &format!("{RULE}\n{}{}", line(test), detail(test));
    }
    text += &format!("{RULE}\n{}\n", summary(sum, took));
    if failed.len() > 1 {
        text.extend(failed.iter().map(|test| line(test)));
    }
    match sum.unknown.as_slice() {
        [] => {}
        [one] => text += &no_snapshot(one),
        [one, ..] => {
            let games = sum.unknown.len();
            text += &format!("{games} games have no snapshot yet, such as `{one}`: `--accept` writes them\n");
        }
    }
    if !sum.changed.is_empty() {
        text += &format!(
            "{} changed: `--review` shows one after the other, `--accept` takes all\n",
            counted(sum.changed.len(), "snapshot")
        );
    }
    text
}

/// What is said of a game without a snapshot.
pub fn no_snapshot(game: &str) -> String {
    format!("`{game}` has no snapshot yet: `boardwright test {} --accept` writes one\n", quoted(game))
}

fn summary(sum: &TestResults, took: Duration) -> String {
    let (failed, written) = (sum.count(Status::Fail), sum.count(Status::Written));
    let slow = sum.tests.iter().filter(|test| is_slow(test)).count();
    let color = if failed > 0 { AnsiColor::Red } else { AnsiColor::Green };
    let mut line = format!("{} {} ", head("Summary", color), seconds(took.as_secs_f64()));
    line += &format!("{} run: {} passed", counted(sum.tests.len(), "test"), sum.count(Status::Pass));
    if slow > 0 {
        line += &format!(" ({slow} slow)");
    }
    line += &format!(", {failed} failed");
    if written > 0 {
        line += &format!(", {} written", counted(written, "snapshot"));
    }
    if sum.skipped > 0 {
        line += &format!(", {} skipped", sum.skipped);
    }
    line
}
