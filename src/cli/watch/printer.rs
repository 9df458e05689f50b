//! [`RoundPrinter`]: prints rounds and compares each with the one before.

use super::part::{CheckResult, PartResult, PlayoutResult, RoundPart, RuleChange, TestResult};
use crate::cli::options::Format;
use crate::cli::out::{CliError, Out, count};
use anstyle::{AnsiColor, Style};
use boardwright::internals::diff::interval::{Estimate, mean, newcombe_unpaired};
use boardwright::internals::wording::{counted, quoted};
use unicode_width::UnicodeWidthStr;

/// The indentation of details.
const INDENT: &str = "                 ";

/// Prints rounds; keeps the results of the previous one.
pub struct RoundPrinter {
    file: String,
    format: Format,
    /// The number of lines printed in this round.
    lines: usize,
    /// Reports to print after all steps.
    reports: Vec<String>,
    checked: Option<CheckResult>,
    tested: Option<TestResult>,
    played: Option<PlayoutResult>,
}

impl RoundPrinter {
    pub fn new(file: &str, format: Format) -> RoundPrinter {
        let file = file.to_owned();
        RoundPrinter { file, format, lines: 0, reports: Vec::new(), checked: None, tested: None, played: None }
    }

    /// Starts a round, on an empty screen in a terminal.
    pub fn begin(&mut self, save: u64, out: &mut Out) -> Result<(), CliError> {
        if self.format == Format::Json {
            return Ok(());
        }
        out.clear()?;
        (self.lines, self.reports) = (0, Vec::new());
        let bold = Style::new().bold();
        let gap = if save > 0 && !out.terminal { "\n" } else { "" };
        let count = if save > 0 { format!(", save {save}") } else { String::new() };
        self.line(&format!("{gap}{bold}{}{bold:#}{count}", self.file), out)
    }

    /// Ends a round: prints the reports, in a terminal only as many lines as fit, so that the summary stays visible.
    pub fn end(&mut self, out: &mut Out) -> Result<(), CliError> {
        for report in std::mem::take(&mut self.reports) {
            self.print_report(&report, out)?;
        }
        Ok(())
    }

    fn print_report(&mut self, report: &str, out: &mut Out) -> Result<(), CliError> {
        let size = terminal_size::terminal_size().filter(|_| out.terminal);
        let (columns, rows) =
            size.map_or((usize::MAX, usize::MAX), |(width, height)| (width.0.into(), height.0.into()));
        let all = report.lines().count();
        for (n, line) in report.lines().enumerate() {
            let taken = 1 + anstream::adapter::strip_str(line).to_string().width().saturating_sub(1) / columns.max(1);
            // Keep two lines free: one for the remark below, and one for the cursor.
            if n > 0 && n + 1 < all && self.lines + taken + 2 > rows {
                let dim = Style::new().dimmed();
                let command = format!("`boardwright watch {} --once`", quoted(&self.file));
                return self.line(
                    &format!("{dim}... and {}; run {command} to see all{dim:#}", counted(all - n, "more line")),
                    out,
                );
            }
            self.lines += taken - 1;
            self.line(line, out)?;
        }
        Ok(())
    }

    fn line(&mut self, line: &str, out: &mut Out) -> Result<(), CliError> {
        self.lines += 1 + line.matches('\n').count();
        out.line(line)
    }

    /// Reports that the file was removed.
    pub fn print_removed(&self, out: &mut Out) -> Result<(), CliError> {
        if self.format == Format::Text {
            out.clear()?;
            out.line(format!("`{}` was removed; waiting for it to come back", self.file))?;
        }
        Ok(())
    }

    /// Reports that a round failed.
    pub fn print_failed(&mut self, out: &mut Out) -> Result<(), CliError> {
        match self.format {
            Format::Text => self.line("This round failed. Save the file to start a new one.", out),
            Format::Json => Ok(()),
        }
    }

    /// Prints the result of a step.
    pub fn print(&mut self, part: RoundPart, out: &mut Out) -> Result<(), CliError> {
        if self.format == Format::Json {
            return out.json(&part);
        }
        let (seconds, has_problems) = (part.seconds, part.has_problems());
        let style = if has_problems { AnsiColor::Red } else { AnsiColor::Green }.on_default();
        match part.found {
            PartResult::Check(checked) => {
                let before = self.checked.as_ref().map(describe_check);
                self.line(&write_line("check", seconds, style, &describe_check(&checked), before), out)?;
                self.reports.push(checked.report.clone());
                self.checked = Some(checked);
            }
            PartResult::Change(change) => {
                self.line(&write_line("change", seconds, Style::new(), &describe_change(&change), None), out)?;
            }
            PartResult::Test(tested) => {
                let before = self.tested.as_ref().map(describe_test);
                self.line(&write_line("test", seconds, style, &describe_test(&tested), before), out)?;
                if has_problems {
                    self.reports.push(tested.report.clone());
                }
                if !tested.snapshot && self.tested.is_none() {
                    let command = format!("`boardwright test {} --accept`", quoted(&self.file));
                    self.line(&format!("{INDENT}no snapshot; run {command} to write one"), out)?;
                }
                self.tested = Some(tested);
            }
            PartResult::Playout(played) => {
                let style = if has_problems { style } else { Style::new() };
                self.line(&write_line("playout", seconds, style, &describe_games(&played), None), out)?;
                for row in write_statistics(&played, self.played.as_ref()) {
                    self.line(&format!("{INDENT}{row}"), out)?;
                }
                self.reports.extend(played.fault.clone());
                if played.games > 0 {
                    self.played = Some(played);
                }
            }
            PartResult::Late { what } => {
                self.line(&write_line(&what, seconds, style, "took too long and was stopped", None), out)?
            }
        }
        Ok(())
    }
}

/// Writes the first line of a step.
fn write_line(name: &str, seconds: f64, style: Style, text: &str, before: Option<String>) -> String {
    let before =
        before.filter(|before| before != text).map(|before| format!(" (before: {before})")).unwrap_or_default();
    format!("{name:<8} {seconds:>5.2} s  {style}{text}{style:#}{before}")
}

fn describe_check(checked: &CheckResult) -> String {
    match (checked.errors, checked.warnings, &checked.refused) {
        (0, _, Some(refused)) => refused.clone(),
        (0, 0, _) => "no mistakes found".to_owned(),
        (0, warnings, _) => counted(warnings, "warning"),
        (errors, 0, _) => counted(errors, "error"),
        (errors, warnings, _) => format!("{}, {}", counted(errors, "error"), counted(warnings, "warning")),
    }
}

fn describe_change(change: &RuleChange) -> String {
    let parts = [
        ("", &change.changed),
        ("added: ", &change.added),
        ("removed: ", &change.removed),
        ("reordered: ", &change.reordered),
    ];
    let lists = parts.iter().filter(|(_, items)| !items.is_empty());
    let lists: Vec<String> = lists.map(|(what, items)| format!("{what}{}", items.join(", "))).collect();
    match lists.is_empty() {
        true => "no differences".to_owned(),
        false => lists.join("; "),
    }
}

fn describe_test(tested: &TestResult) -> String {
    match (tested.passed, tested.failed) {
        (0, 0) => "no tests".to_owned(),
        (passed, 0) => format!("{passed} passed"),
        (passed, failed) => format!("{passed} passed, {failed} failed"),
    }
}

fn describe_games(played: &PlayoutResult) -> String {
    match (&played.fault, played.games) {
        (Some(_), 0) => "a fault".to_owned(),
        (Some(_), games) => format!("{}, then a fault", count(games, "random game")),
        (None, 0) => "no game ended in time".to_owned(),
        (None, games) => count(games, "random game"),
    }
}

/// A statistic of random games.
enum Statistic {
    /// A share: a part of a whole.
    Share(u64, u64),
    Mean(Estimate),
}

impl Statistic {
    fn text(&self) -> String {
        match self {
            Statistic::Share(part, of) => format!("{:.1} %", 100.0 * *part as f64 / (*of).max(1) as f64),
            Statistic::Mean(mean) => format!("{:.1}", mean.value),
        }
    }

    /// Compares with the previous statistic, at a confidence of 95 %.
    fn compare(&self, before: &Statistic) -> &'static str {
        let difference = match (before, self) {
            (Statistic::Share(part, of), Statistic::Share(now, of_now)) => {
                newcombe_unpaired((*part, *of), (*now, *of_now))
            }
            (Statistic::Mean(a), Statistic::Mean(b)) => {
                let (value, half) = (b.value - a.value, a.margin().hypot(b.margin()));
                Estimate { value, low: value - half, high: value + half }
            }
            _ => return "",
        };
        match difference.has_zero() {
            true => "not significant",
            false if difference.value > 0.0 => "more",
            false => "less",
        }
    }
}

/// Writes the statistics of random games, beside the previous ones.
fn write_statistics(played: &PlayoutResult, before: Option<&PlayoutResult>) -> Vec<String> {
    let some_unfinished = [Some(played), before].iter().flatten().any(|played| played.unfinished > 0);
    let now = statistics(played, some_unfinished);
    let before = before.map(|before| statistics(before, some_unfinished)).unwrap_or_default();
    let names = now.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let values = now.iter().map(|(_, statistic)| statistic.text().chars().count()).max().unwrap_or(0);
    let row = |(name, statistic): &(String, Statistic)| {
        let old = before.iter().find(|(old, _)| old == name).map(|(_, old)| old);
        let against = old.filter(|old| old.text() != statistic.text()).map(|old| {
            let verdict = statistic.compare(old);
            let style = if verdict == "not significant" {
                Style::new().dimmed()
            } else {
                AnsiColor::Yellow.on_default().bold()
            };
            format!("   before {}: {style}{verdict}{style:#}", old.text())
        });
        format!("{name:<names$}  {:>values$}{}", statistic.text(), against.unwrap_or_default())
    };
    now.iter().map(row).collect()
}

/// Returns the statistics of games, each with its name.
fn statistics(played: &PlayoutResult, unfinished: bool) -> Vec<(String, Statistic)> {
    let Some(lengths) = played.plies_per_game else { return Vec::new() };
    let mean = Statistic::Mean(mean(lengths.mean, lengths.deviation.powi(2), played.games));
    let share = |part| Statistic::Share(part, played.games);
    let mut numbers = vec![("plies per game".to_owned(), mean)];
    let wins = |player: &String| played.wins.get(player).copied().unwrap_or(0);
    numbers.extend(played.players.iter().map(|player| (format!("{player} wins"), share(wins(player)))));
    numbers.push(("draws".to_owned(), share(played.draws)));
    if unfinished {
        numbers.push(("unfinished".to_owned(), share(played.unfinished)));
    }
    numbers
}

#[cfg(test)]
mod tests {
    use super::super::part::Lengths;
    use super::*;

    fn played(games: u64, red: u64, mean: f64) -> PlayoutResult {
        PlayoutResult {
            game: "Game".to_owned(),
            players: vec!["Red".to_owned(), "Blue".to_owned()],
            games,
            wins: [("Blue".to_owned(), games - red), ("Red".to_owned(), red)].into(),
            draws: 0,
            unfinished: 0,
            plies_per_game: Some(Lengths { mean, deviation: 5.0, least: 3, most: 90 }),
            fault: None,
        }
    }

    fn plain(rows: Vec<String>) -> String {
        anstream::adapter::strip_str(&rows.join("\n")).to_string()
    }

    #[test]
    fn significant_differences_are_marked() {
        let text = plain(write_statistics(&played(1000, 700, 40.0), Some(&played(1000, 500, 39.9))));
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "plies per game    40.0   before 39.9: not significant");
        assert_eq!(lines[1], "Red wins        70.0 %   before 50.0 %: more");
        assert_eq!(lines[2], "Blue wins       30.0 %   before 50.0 %: less");
        assert_eq!(lines[3], "draws            0.0 %");
    }

    #[test]
    fn changes_are_listed_in_one_line() {
        let names = |names: &[&str]| names.iter().map(|name| name.to_string()).collect();
        let change = RuleChange {
            changed: names(&["action move", "end"]),
            removed: names(&["year"]),
            reordered: names(&["action"]),
            ..RuleChange::default()
        };
        assert_eq!(describe_change(&change), "action move, end; removed: year; reordered: action");
        assert_eq!(describe_change(&RuleChange::default()), "no differences");
    }

    #[test]
    fn the_first_games_are_not_compared() {
        assert!(!plain(write_statistics(&played(1000, 700, 40.0), None)).contains("before"));
        let none = PlayoutResult { games: 0, plies_per_game: None, ..played(0, 0, 0.0) };
        assert!(write_statistics(&none, None).is_empty());
        assert_eq!(describe_games(&none), "no game ended in time");
    }
}
