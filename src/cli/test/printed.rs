//! The text output of tests: a line for each test, the failures again at the end, and a summary.

use super::tested::{Status, Test, TestResults};
use anstyle::{AnsiColor, Effects, Style};
use boardwright::internals::wording::{counted, quoted};
use std::time::Duration;

/// The seconds after which a test is slow.
const SLOW: f64 = 5.0;

/// The line between the tests and the failures.
const RULE: &str = "────────────";

/// Writes the first word of a line, in bold and right-aligned.
fn write_head(word: &str, color: AnsiColor) -> String {
    let style: Style = color.on_default().effects(Effects::BOLD);
    format!("{style}{word:>12}{style:#}")
}

fn write_seconds(seconds: f64) -> String {
    format!("[{seconds:>8.3}s]")
}

/// Writes what is printed before the first test.
pub fn write_start(games: usize) -> String {
    format!("{} tests of {}\n", write_head("Starting", AnsiColor::Green), counted(games, "game"))
}

pub fn write_line(test: &Test) -> String {
    let head = match test.status {
        Status::Pass => write_head("PASS", AnsiColor::Green),
        Status::Fail => write_head("FAIL", AnsiColor::Red),
        Status::Written => write_head("SNAP", AnsiColor::Yellow),
    };
    let slow = if is_slow(test) { " (slow)" } else { "" };
    format!("{head} {} {}: {}{slow}\n", write_seconds(test.seconds), test.game, test.title)
}

fn is_slow(test: &Test) -> bool {
    test.seconds > SLOW
}

/// Writes the line of a test and, if it failed, its report.
pub fn write_test(test: &Test) -> String {
    match test.status {
        Status::Fail => write_line(test) + &write_detail(test),
        Status::Pass | Status::Written => write_line(test),
    }
}

fn write_detail(test: &Test) -> String {
    test.detail.lines().map(|line| format!("  {line}").trim_end().to_owned() + "\n").collect()
}

/// Writes what is printed after the last test: the failures and the summary.
pub fn write_end(sum: &TestResults, took: Duration) -> String {
    let failed: Vec<&Test> = sum.tests.iter().filter(|test| test.status == Status::Fail).collect();
    let mut text = String::new();
    for test in &failed {
        text += &format!("{RULE}\n{}{}", write_line(test), write_detail(test));
    }
    text += &format!("{RULE}\n{}\n", write_summary(sum, took));
    if failed.len() > 1 {
        text.extend(failed.iter().map(|test| write_line(test)));
    }
    match sum.unknown.as_slice() {
        [] => {}
        [one] => text += &write_no_snapshot(one),
        [one, ..] => {
            let games = sum.unknown.len();
            text += &format!("{games} games have no snapshot, such as `{one}`; use `--accept` to write them\n");
        }
    }
    if !sum.changed.is_empty() {
        text += &format!(
            "{} changed; use `--review` to see each one, or `--accept` to accept all\n",
            counted(sum.changed.len(), "snapshot")
        );
    }
    text
}

/// Reports that a game has no snapshot.
pub fn write_no_snapshot(game: &str) -> String {
    format!("`{game}` has no snapshot; run `boardwright test {} --accept` to write one\n", quoted(game))
}

fn write_summary(sum: &TestResults, took: Duration) -> String {
    let (failed, written) = (sum.count(Status::Fail), sum.count(Status::Written));
    let slow = sum.tests.iter().filter(|test| is_slow(test)).count();
    let color = if failed > 0 { AnsiColor::Red } else { AnsiColor::Green };
    let mut line = format!("{} {} ", write_head("Summary", color), write_seconds(took.as_secs_f64()));
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
