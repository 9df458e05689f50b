//! `boardwright test --review`: shows each changed snapshot, and accepts, rejects or skips it.

use super::changed::ChangedSnapshot;
use super::ordered::for_each_in_order;
use super::tested::{self, Status, Test, TestOptions};
use crate::cli::files;
use crate::cli::out::{CliError, Exit, Out, plain};
use crate::cli::progress::ProgressReporter;
use anstyle::{AnsiColor, Effects};
use boardwright::internals::wording::{counted, quoted};
use console::{Key, Term};
use std::io::{self, IsTerminal};
use terminal_size::terminal_size;

/// The answer about a changed snapshot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ReviewAnswer {
    Accept,
    Reject,
    Skip,
    Quit,
}

impl ReviewAnswer {
    /// Parses a word or its first letter.
    fn parse(text: &str) -> Option<ReviewAnswer> {
        Some(match text.trim().to_ascii_lowercase().as_str() {
            "a" | "accept" => ReviewAnswer::Accept,
            "r" | "reject" => ReviewAnswer::Reject,
            "s" | "skip" => ReviewAnswer::Skip,
            "q" | "quit" => ReviewAnswer::Quit,
            _ => return None,
        })
    }
}

/// The number of answers of each kind.
#[derive(Default)]
struct ReviewCounts {
    accepted: usize,
    rejected: usize,
    skipped: usize,
    /// The snapshots that were not reviewed.
    left: usize,
}

/// Reviews the changed snapshots of games.
pub fn run(games: &[String], filter: Option<&str>, out: &mut Out) -> Result<Exit, CliError> {
    let options =
        TestOptions { filter: filter.map(str::to_owned), color: out.color, snapshots: true, ..TestOptions::default() };
    let mut changed: Vec<ChangedSnapshot> = Vec::new();
    let mut broken: Vec<Test> = Vec::new();
    let mut unknown = Vec::new();
    let mut progress = ProgressReporter::new(games.len() as u64, "games");
    for_each_in_order(
        games,
        |game| tested::test_one_of(games, game, &options),
        |done, tested| {
            progress.at(done as u64);
            // A failure that is not a change cannot be accepted.
            let is_changed = !tested.changed.is_empty();
            changed.extend(tested.changed);
            unknown.extend(tested.unknown);
            broken.extend(tested.tests.into_iter().filter(|test| test.status == Status::Fail && !is_changed));
            Ok(())
        },
    )?;
    drop(progress);
    if changed.is_empty() {
        print_broken(&broken, out)?;
        if broken.is_empty() {
            out.line(format!("No changed snapshots ({} tested).", counted(games.len(), "game")))?;
        }
        if let Some(one) = unknown.first() {
            out.text(super::printed::write_no_snapshot(one))?;
        }
        return Ok(if broken.is_empty() { Exit::Success } else { Exit::Problems });
    }
    let done = review_each(&changed, out)?;
    // Not before: each snapshot clears the screen.
    print_broken(&broken, out)?;
    let ReviewCounts { accepted, rejected, skipped, left } = done;
    let mut line = format!("{accepted} accepted, {rejected} rejected, {skipped} skipped");
    if left > 0 {
        line += &format!(", {left} not reviewed");
    }
    out.line(line)?;
    Ok(if accepted == changed.len() && broken.is_empty() { Exit::Success } else { Exit::Problems })
}

/// Prints the failures that cannot be accepted.
fn print_broken(broken: &[Test], out: &mut Out) -> Result<(), CliError> {
    broken.iter().try_for_each(|test| out.text(super::printed::write_test(test)))
}

/// Shows each snapshot and carries out each answer at once, so that quitting loses nothing.
fn review_each(changed: &[ChangedSnapshot], out: &mut Out) -> Result<ReviewCounts, CliError> {
    let mut done = ReviewCounts::default();
    // What became of the last answer is told above the next snapshot, where no clearing removes it.
    let mut said = String::new();
    let bold = anstyle::Style::new().effects(Effects::BOLD);
    for (n, one) in changed.iter().enumerate() {
        let title = format!("{} ({} of {})", one.game, n + 1, changed.len());
        let room = by_keys(out).then(|| terminal_size().map_or(24, |(_, height)| usize::from(height.0)));
        if room.is_some() {
            out.clear()?;
        }
        out.text(std::mem::take(&mut said))?;
        out.line(format!("{bold}{title}{bold:#}\n"))?;
        out.text(super::boards::indent(&fit(&one.shown, room, &one.game)))?;
        out.line("")?;
        match ask(out)? {
            ReviewAnswer::Accept => {
                let path = tested::write_snapshot(&one.game, &one.kept, one.now.clone())?;
                said = format!("accepted: {}\n\n", path.as_deref().unwrap_or("already written"));
                done.accepted += 1;
            }
            ReviewAnswer::Reject => {
                said = format!("rejected: {} is not changed; correct the rules\n\n", one.kept.name);
                done.rejected += 1;
            }
            ReviewAnswer::Skip => {
                "skipped\n\n".clone_into(&mut said);
                done.skipped += 1;
            }
            ReviewAnswer::Quit => {
                done.left = changed.len() - n;
                break;
            }
        }
    }
    out.text(said)?;
    Ok(done)
}

/// The lines around a text: the answer to the one before and the title, each with an empty line, an empty line, and the question.
const AROUND: usize = 6;

/// Shortens a text that does not fit a screen of some lines.
fn fit(text: &str, room: Option<usize>, game: &str) -> String {
    let count = text.lines().count();
    let room = room.map_or(count, |room| room.saturating_sub(AROUND).max(5));
    if count <= room {
        return text.to_owned();
    }
    let shown: Vec<&str> = text.lines().take(room.saturating_sub(1)).collect();
    let more = counted(count - shown.len(), "more line");
    format!("{}\n... and {more}: `boardwright test {}` shows them all\n", shown.join("\n"), quoted(game))
}

/// Returns whether answers are single keys on a terminal.
fn by_keys(out: &Out) -> bool {
    io::stdin().is_terminal() && out.terminal
}

/// Asks until there is an answer; the end of the input quits.
fn ask(out: &mut Out) -> Result<ReviewAnswer, CliError> {
    let key = |key: &str, color: AnsiColor| {
        let style = color.on_default().effects(Effects::BOLD);
        format!("{style}[{key}]{style:#}")
    };
    let prompt = format!(
        "{}ccept the new behavior, {}eject it, {}kip, {}uit? ",
        key("a", AnsiColor::Green),
        key("r", AnsiColor::Red),
        key("s", AnsiColor::Yellow),
        key("q", AnsiColor::Cyan)
    );
    let by_keys = by_keys(out);
    loop {
        out.text(&prompt)?;
        out.flush()?;
        let typed = if by_keys { read_key()? } else { files::read_line()? };
        let Some(typed) = typed else {
            out.line("")?;
            return Ok(ReviewAnswer::Quit);
        };
        // The terminal does not show a pressed key, nor a line from a pipe.
        out.line(if by_keys || !io::stdin().is_terminal() { typed.trim() } else { "" })?;
        if let Some(answer) = ReviewAnswer::parse(&typed) {
            return Ok(answer);
        }
    }
}

/// Reads a key, or returns `None` for Escape and the end of the input.
fn read_key() -> Result<Option<String>, CliError> {
    match Term::stdout().read_key() {
        Ok(Key::Char('\u{4}') | Key::Escape) => Ok(None),
        Ok(Key::Char(letter)) => Ok(Some(letter.to_string())),
        Ok(_) => Ok(Some(String::new())),
        Err(error) if error.kind() == io::ErrorKind::Interrupted => Ok(None),
        Err(error) => Err(CliError::usage(format!("cannot read the keyboard: {}", plain(&error)))),
    }
}
