//! [`RoundPrinter`]: what people see of the rounds, and what changed against the one before.

use super::part::{CheckResult, PartResult, PlayoutResult, RoundPart, RuleChange, TestResult};
use crate::cli::options::Format;
use crate::cli::out::{CliError, Out};
use anstyle::{AnsiColor, Style};
use boardwright::diff::interval::{Estimate, mean, newcombe_unpaired};
use boardwright::wording::{counted, quoted};
use unicode_width::UnicodeWidthStr;

/// Under what the details of a part stand.
const INDENT: &str = "                 ";

/// What is shown, and what the rounds before have found.
pub struct RoundPrinter {
    file: String,
    format: Format,
    /// Lines printed in this round.
    lines: usize,
    /// Reports that stand below the sums of all parts.
    reports: Vec<String>,
    checked: Option<CheckResult>,
    tested: Option<TestResult>,
    played: Option<PlayoutResult>,
}

impl RoundPrinter {
    /// Nothing yet.
    pub fn new(file: &str, format: Format) -> RoundPrinter {
        let file = file.to_owned();
        RoundPrinter { file, format, lines: 0, reports: Vec::new(), checked: None, tested: None, played: None }
    }

    /// Begins a round, on an empty screen if it is one.
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

    /// All parts are there: the reports follow, on a screen as far as there is room, so that the sums above stay in sight.
    pub fn end(&mut self, out: &mut Out) -> Result<(), CliError> {
        for report in std::mem::take(&mut self.reports) {
            self.report(&report, out)?;
        }
        Ok(())
    }

    fn report(&mut self, report: &str, out: &mut Out) -> Result<(), CliError> {
        let size = terminal_size::terminal_size().filter(|_| out.terminal);
        let (columns, rows) =
            size.map_or((usize::MAX, usize::MAX), |(width, height)| (width.0.into(), height.0.into()));
        let all = report.lines().count();
        for (n, line) in report.lines().enumerate() {
            let taken = 1 + anstream::adapter::strip_str(line).to_string().width().saturating_sub(1) / columns.max(1);
            // Two lines are kept free: one for what is left out, and the one of the cursor.
            if n > 0 && n + 1 < all && self.lines + taken + 2 > rows {
                let dim = Style::new().dimmed();
                let command = format!("`boardwright watch {} --once`", quoted(&self.file));
                return self.line(&format!("{dim}... {} more lines: {command} shows all{dim:#}", all - n), out);
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

    /// The file has been removed.
    pub fn gone(&self, out: &mut Out) -> Result<(), CliError> {
        if self.format == Format::Text {
            out.clear()?;
            out.line(format!("`{}` is not there any more; waiting for it", self.file))?;
        }
        Ok(())
    }

    /// A round ended in a way that it should not have.
    pub fn broken(&mut self, out: &mut Out) -> Result<(), CliError> {
        match self.format {
            Format::Text => self.line("This round did not come to its end; the next save begins a new one.", out),
            Format::Json => Ok(()),
        }
    }

    /// Shows a part.
    pub fn part(&mut self, part: RoundPart, out: &mut Out) -> Result<(), CliError> {
        if self.format == Format::Json {
            return out.json(&part);
        }
        let (seconds, bad) = (part.seconds, part.found_something());
        let style = color(if bad { AnsiColor::Red } else { AnsiColor::Green });
        match part.found {
            PartResult::Check(checked) => {
                let before = self.checked.as_ref().map(said_of_check);
                self.line(&sum("check", seconds, style, &said_of_check(&checked), before), out)?;
                self.reports.push(checked.report.clone());
                self.checked = Some(checked);
            }
            PartResult::RuleChange(change) => {
                self.line(&sum("change", seconds, Style::new(), &said_of_change(&change), None), out)?;
            }
            PartResult::Test(tested) => {
                let before = self.tested.as_ref().map(said_of_test);
                self.line(&sum("test", seconds, style, &said_of_test(&tested), before), out)?;
                if bad {
                    self.reports.push(tested.report.clone());
                }
                if !tested.snapshot && self.tested.is_none() {
                    let command = format!("`boardwright test {} --accept`", quoted(&self.file));
                    self.line(&format!("{INDENT}no snapshot yet: {command} writes one"), out)?;
                }
                self.tested = Some(tested);
            }
            PartResult::Playout(played) => {
                let style = if bad { style } else { Style::new() };
                self.line(&sum("playout", seconds, style, &said_of_games(&played), None), out)?;
                for row in rows(&played, self.played.as_ref()) {
                    self.line(&format!("{INDENT}{row}"), out)?;
                }
                self.reports.extend(played.fault.clone());
                if played.games > 0 {
                    self.played = Some(played);
                }
            }
            PartResult::Late { what } => {
                self.line(&sum(&what, seconds, style, "took too long and was left", None), out)?
            }
        }
        Ok(())
    }
}

fn color(color: AnsiColor) -> Style {
    color.on_default()
}

/// The first line of a part.
fn sum(name: &str, seconds: f64, style: Style, text: &str, before: Option<String>) -> String {
    let before =
        before.filter(|before| before != text).map(|before| format!(" (before: {before})")).unwrap_or_default();
    format!("{name:<8} {seconds:>5.2} s  {style}{text}{style:#}{before}")
}

fn said_of_check(checked: &CheckResult) -> String {
    match (checked.errors, checked.warnings, &checked.refused) {
        (0, _, Some(refused)) => refused.clone(),
        (0, 0, _) => "no mistakes found".to_owned(),
        (0, warnings, _) => counted(warnings, "warning"),
        (errors, 0, _) => counted(errors, "error"),
        (errors, warnings, _) => format!("{}, {}", counted(errors, "error"), counted(warnings, "warning")),
    }
}

fn said_of_change(change: &RuleChange) -> String {
    let parts = [
        ("", &change.changed),
        ("new: ", &change.added),
        ("gone: ", &change.removed),
        ("in another order: ", &change.reordered),
    ];
    let said = parts.iter().filter(|(_, items)| !items.is_empty());
    let said: Vec<String> = said.map(|(what, items)| format!("{what}{}", items.join(", "))).collect();
    match said.is_empty() {
        true => "the rules say the same as before".to_owned(),
        false => said.join("; "),
    }
}

fn said_of_test(tested: &TestResult) -> String {
    match (tested.passed, tested.failed) {
        (0, 0) => "no tests yet".to_owned(),
        (passed, 0) => format!("{passed} passed"),
        (passed, failed) => format!("{passed} passed, {failed} failed"),
    }
}

fn said_of_games(played: &PlayoutResult) -> String {
    match (&played.fault, played.games) {
        (Some(_), 0) => "the rules ran into a fault".to_owned(),
        (Some(_), games) => format!("{}, then the rules ran into a fault", counted_games(games)),
        (None, 0) => "no game was over in this time".to_owned(),
        (None, games) => counted_games(games),
    }
}

fn counted_games(games: u64) -> String {
    counted(games.try_into().unwrap_or(usize::MAX), "random game")
}

/// A number that games have come to.
enum Statistic {
    /// So many of so many.
    Share(u64, u64),
    /// Of all lengths.
    Mean(Estimate),
}

impl Statistic {
    fn text(&self) -> String {
        match self {
            Statistic::Share(part, of) => format!("{:.1} %", 100.0 * *part as f64 / (*of).max(1) as f64),
            Statistic::Mean(mean) => format!("{:.1}", mean.value),
        }
    }

    /// What is to be said of it against the one before: with 95 % it is no chance, or it may be.
    fn against(&self, before: &Statistic) -> &'static str {
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
            true => "may be chance",
            false if difference.value > 0.0 => "more",
            false => "less",
        }
    }
}

/// The numbers of random games, with those before.
fn rows(played: &PlayoutResult, before: Option<&PlayoutResult>) -> Vec<String> {
    let some_unfinished = [Some(played), before].iter().flatten().any(|played| played.unfinished > 0);
    let now = numbers(played, some_unfinished);
    let before = before.map(|before| numbers(before, some_unfinished)).unwrap_or_default();
    let names = now.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    let values = now.iter().map(|(_, measured)| measured.text().chars().count()).max().unwrap_or(0);
    let row = |(name, measured): &(String, Statistic)| {
        let old = before.iter().find(|(old, _)| old == name).map(|(_, old)| old);
        let against = old.filter(|old| old.text() != measured.text()).map(|old| {
            let verdict = measured.against(old);
            let style =
                if verdict == "may be chance" { Style::new().dimmed() } else { color(AnsiColor::Yellow).bold() };
            format!("   before {}: {style}{verdict}{style:#}", old.text())
        });
        format!("{name:<names$}  {:>values$}{}", measured.text(), against.unwrap_or_default())
    };
    now.iter().map(row).collect()
}

/// What is counted of games, each with its name.
fn numbers(played: &PlayoutResult, unfinished: bool) -> Vec<(String, Statistic)> {
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
    fn what_may_be_chance_is_told_from_what_is_none() {
        let text = plain(rows(&played(1000, 700, 40.0), Some(&played(1000, 500, 39.9))));
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "plies per game    40.0   before 39.9: may be chance");
        assert_eq!(lines[1], "Red wins        70.0 %   before 50.0 %: more");
        assert_eq!(lines[2], "Blue wins       30.0 %   before 50.0 %: less");
        assert_eq!(lines[3], "draws            0.0 %");
    }

    #[test]
    fn what_the_rules_say_otherwise_is_told_in_one_line() {
        let names = |names: &[&str]| names.iter().map(|name| name.to_string()).collect();
        let change = RuleChange {
            changed: names(&["action move", "end"]),
            removed: names(&["year"]),
            reordered: names(&["action"]),
            ..RuleChange::default()
        };
        assert_eq!(said_of_change(&change), "action move, end; gone: year; in another order: action");
        assert_eq!(said_of_change(&RuleChange::default()), "the rules say the same as before");
    }

    #[test]
    fn the_first_games_have_nothing_to_be_compared_with() {
        assert!(!plain(rows(&played(1000, 700, 40.0), None)).contains("before"));
        let none = PlayoutResult { games: 0, plies_per_game: None, ..played(0, 0, 0.0) };
        assert!(rows(&none, None).is_empty());
        assert_eq!(said_of_games(&none), "no game was over in this time");
    }
}
