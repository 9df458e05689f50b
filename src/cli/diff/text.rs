//! A comparison as people read it in a terminal.

use super::sides::Side;
use super::{Comparison, Play, summary};
use crate::cli::chosen::fault_report;
use crate::cli::out::{self, Out, Stop};
use anstyle::{AnsiColor, Effects, Style};
use boardwright::diff::figures::{Figure, Unit, Verdict};
use boardwright::diff::interval::Estimate;
use boardwright::diff::{Became, Changed, Counts, Definition, Definitions, Found, Refused, Sign, Two, What};
use boardwright::game::rules::Setting;
use boardwright::notation::status;
use boardwright::render::{self, TextStyle};
use boardwright::wording::sentence;

/// The most moves that are listed of one game.
pub const MOVES: usize = 24;

const HEAD: Style = Style::new().effects(Effects::BOLD);
const FAINT: Style = Style::new().effects(Effects::DIMMED);

/// Prints all of it.
pub fn print(comparison: &Comparison<'_>, out: &mut Out) -> Result<(), Stop> {
    let sides = comparison.sides;
    names(sides.each().map(|side| (side.name.as_str(), side.engine.game().full_title())), out)?;
    out.line("")?;
    for sentence in summary::summary(comparison) {
        out.line(sentence)?;
    }
    definitions(&comparison.definitions, out)?;
    let Some(play) = &comparison.play else { return Ok(()) };
    positions(comparison, play, out)?;
    if !play.counted.counts.is_empty() {
        heading("Perft", out)?;
        counts(&play.counted.counts, out)?;
    }
    for (side, fault) in [(&sides.a, &play.counted.faults.a), (&sides.b, &play.counted.faults.b)] {
        if let Some(fault) = fault {
            out.line(format!("{} of {}", fault, side.name))?;
        }
    }
    games(comparison, play, out)
}

/// Which game is A and which is B.
pub fn names(names: Two<(&str, String)>, out: &mut Out) -> Result<(), Stop> {
    let width = names.a.0.chars().count().max(names.b.0.chars().count());
    for (side, (name, title)) in [("A", &names.a), ("B", &names.b)] {
        out.line(format!("{HEAD}{side}{HEAD:#}  {name:width$}  {title}").trim_end())?;
    }
    Ok(())
}

/// The heading of a part.
pub fn heading(text: &str, out: &mut Out) -> Result<(), Stop> {
    out.line(format!("\n{HEAD}{text}{HEAD:#}\n"))
}

fn definitions(definitions: &Definitions, out: &mut Out) -> Result<(), Stop> {
    if definitions.same() {
        return Ok(());
    }
    heading("Definitions", out)?;
    for set in &definitions.settings {
        let value = |value: &Option<Setting>| value.as_ref().map_or("-".to_owned(), Setting::to_string);
        out.line(format!("setting  {}: {} in A, {} in B", set.name, value(&set.a), value(&set.b)))?;
    }
    for order in &definitions.order {
        out.line(format!("order of {}: {} in A, {} in B", order.word, order.a.join(", "), order.b.join(", ")))?;
    }
    let whole = |item: &&Definition| !alone(item);
    for (n, item) in definitions.items.iter().filter(whole).enumerate() {
        let place = |place: &Option<(String, usize)>| place.as_ref().map(|(file, line)| format!("{file}:{line}"));
        let mut places: Vec<String> = place(&item.a).into_iter().chain(place(&item.b)).collect();
        places.dedup();
        let became = match item.became {
            Became::Changed => "changed",
            Became::Added => "added",
            Became::Removed => "removed",
            Became::Renamed => "renamed",
        };
        if n > 0 || !definitions.settings.is_empty() || !definitions.order.is_empty() {
            out.line("")?;
        }
        out.line(format!("{became}  {HEAD}{}{HEAD:#}  {FAINT}{}{FAINT:#}", item.item, places.join(", ")))?;
        item.lines.iter().try_for_each(|line| out.line(changed(line).trim_end()))?;
    }
    for (became, word) in [(Became::Added, "added"), (Became::Removed, "removed")] {
        let names = definitions.items.iter().filter(|item| alone(item) && item.became == became);
        for (n, item) in names.enumerate() {
            if n == 0 {
                out.line("")?;
            }
            out.line(format!("{word}  {}", item.item))?;
        }
    }
    Ok(())
}

/// Whether an item is an example that only one game has: its name says enough.
pub fn alone(item: &Definition) -> bool {
    item.item.starts_with("example ") && matches!(item.became, Became::Added | Became::Removed)
}

/// A line of a definition, red or green, with the words that differ.
fn changed(line: &Changed) -> String {
    let (sign, style) = match line.sign {
        Sign::A => ("-", AnsiColor::Red.on_default()),
        Sign::B => ("+", AnsiColor::Green.on_default()),
        Sign::Both => (" ", Style::new()),
        Sign::Left => return format!("    {FAINT}...{FAINT:#}"),
    };
    let mark = style.effects(Effects::BOLD | Effects::INVERT);
    let mut text = format!("  {style}{sign}{style:#} ");
    for part in &line.parts {
        let style = if part.changed { mark } else { style };
        text += &format!("{style}{}{style:#}", part.text);
    }
    text
}

fn positions(comparison: &Comparison<'_>, play: &Play, out: &mut Out) -> Result<(), Stop> {
    heading("Positions", out)?;
    for remark in &comparison.remarks {
        out.line(format!("{FAINT}{}{FAINT:#}", sentence(remark)))?;
    }
    let mut shown: Vec<What> = Vec::new();
    let mut more = Vec::new();
    for found in &play.positions.found {
        // The first of each sort is shown, further ones are named.
        if shown.contains(&found.what) {
            more.push(found);
            continue;
        }
        if !shown.is_empty() || !comparison.remarks.is_empty() {
            out.line("")?;
        }
        shown.push(found.what);
        position(comparison, found, out)?;
    }
    if !more.is_empty() {
        out.line("\nLegal moves differ also")?;
        for found in more {
            let one = |name: &str, moves: &[String]| {
                (!moves.is_empty()).then(|| format!("only in {name}: {}", some(moves, 6)))
            };
            let only: Vec<String> = one("A", &found.only.a).into_iter().chain(one("B", &found.only.b)).collect();
            out.line(format!("  after {}  {FAINT}{}{FAINT:#}", found.line.join(" "), only.join("; ")))?;
        }
    }
    let examined = examined(comparison, play);
    if !play.positions.found.is_empty() && !examined.is_empty() {
        out.line("")?;
    }
    examined.into_iter().try_for_each(|line| out.line(line))
}

/// How much was examined, and how much of it differs.
pub fn examined(comparison: &Comparison<'_>, play: &Play) -> Vec<String> {
    let (search, walks) = (&play.positions.search, &play.positions.walks);
    let mut lines = Vec::new();
    if search.all {
        lines.push(format!(
            "These are all positions that both games come to: {}. The games differ in {} of them.",
            search.examined, search.differing
        ));
    } else if comparison.comparable {
        let reach = match search.plies {
            0 => String::new(),
            1 => " (all after up to 1 ply)".to_owned(),
            plies => format!(" (all after up to {plies} plies)"),
        };
        lines.push(format!(
            "{} positions were examined, the shortest lines first{reach}: the games differ in {} of them.",
            search.examined, search.differing
        ));
    }
    if walks.games > 0 {
        let median = match walks.median {
            Some(0) => "; half of them in the first position".to_owned(),
            Some(plies) => format!("; half of them after {plies} plies or fewer"),
            None => String::new(),
        };
        lines.push(format!(
            "Of {} random games with the same moves in both, {} come to a difference{median}. Of their {} positions the games \
             differ in {}.",
            walks.games, walks.touched, walks.positions, walks.differing
        ));
        if walks.left > 0 {
            let them = if walks.left == walks.games { "All".to_owned() } else { walks.left.to_string() };
            lines.push(format!(
                "{them} of these games were left before they were over: what comes later was not looked at; `--positions` looks further."
            ));
        }
    }
    lines
}

/// A position in which the games differ.
fn position(comparison: &Comparison<'_>, found: &Found, out: &mut Out) -> Result<(), Stop> {
    out.line(format!("{}.", summary::found(comparison, found)))?;
    if !found.line.is_empty() {
        let short =
            if found.shortest { "no line is shorter" } else { "found in a random game; there may be a shorter line" };
        out.line(format!("{}  {FAINT}({short}){FAINT:#}", found.line.join(" ")))?;
    }
    let sides = comparison.sides;
    let board = |side: &Side, at: &Option<_>, marks| match at {
        Some(at) => {
            let style = TextStyle { color: out.color, last: Some(marks) };
            (status(side.engine.game(), at), render::text(side.engine.game(), at, &style))
        }
        None => ("a fault".to_owned(), String::new()),
    };
    let (status_a, a) = board(&sides.a, &found.at.a, found.marks.a);
    let (status_b, b) = board(&sides.b, &found.at.b, found.marks.b);
    out.line("")?;
    boards((&format!("A: {status_a}"), &a), (&format!("B: {status_b}"), &b), out)?;
    only(&found.only, out)?;
    refused(&found.refused, out)?;
    for (side, fault) in [(&sides.a, &found.fault.a), (&sides.b, &found.fault.b)] {
        if let Some(fault) = fault {
            out.text(format!("\n{}", fault_report(&*side.engine, fault)))?;
        }
    }
    Ok(())
}

/// Two boards side by side, and once below them what both say there.
pub fn boards(a: (&str, &str), b: (&str, &str), out: &mut Out) -> Result<(), Stop> {
    let parts = |board: &str| match board.split_once("\n\n") {
        Some((board, below)) => (format!("{board}\n"), below.to_owned()),
        None => (board.to_owned(), String::new()),
    };
    let ((board_a, below_a), (board_b, below_b)) = (parts(a.1), parts(b.1));
    if below_a != below_b || below_a.is_empty() {
        return out.text(render::beside(a, b, out::width()));
    }
    out.text(render::beside((a.0, &board_a), (b.0, &board_b), out::width()))?;
    out.text(format!("\n{below_a}"))
}

/// The moves that only one of the games allows.
pub fn only(only: &Two<Vec<String>>, out: &mut Out) -> Result<(), Stop> {
    let styles = [AnsiColor::Red.on_default(), AnsiColor::Green.on_default()];
    if !only.a.is_empty() || !only.b.is_empty() {
        out.line("")?;
    }
    for ((name, moves), style) in [("A", &only.a), ("B", &only.b)].into_iter().zip(styles) {
        if !moves.is_empty() {
            out.line(format!("only in {name}: {style}{}{style:#}", some(moves, MOVES)))?;
        }
    }
    Ok(())
}

/// Why each game refuses what the other one allows.
pub fn refused(refused: &Two<Vec<Refused>>, out: &mut Out) -> Result<(), Stop> {
    for (name, refused) in [("A", &refused.a), ("B", &refused.b)] {
        refused.iter().try_for_each(|refused| out.line(format!("in {name} {}", refused.why)))?;
    }
    Ok(())
}

/// The first of many.
pub fn some(texts: &[String], most: usize) -> String {
    let shown: Vec<&str> = texts.iter().take(most).map(String::as_str).collect();
    match texts.len().saturating_sub(most) {
        0 => shown.join(" "),
        more => format!("{} and {more} more", shown.join(" ")),
    }
}

/// How many times as many, as people read it.
pub fn ratio(counts: &Counts) -> String {
    match counts.ratio() {
        Some(ratio) if ratio >= 1000.0 => format!("{ratio:.0}"),
        Some(ratio) if ratio >= 0.01 => format!("{ratio:.3}"),
        Some(0.0) => "0".to_owned(),
        Some(ratio) => format!("{ratio:.1e}"),
        None => "-".to_owned(),
    }
}

/// A count, or that it is missing.
pub fn count(nodes: Option<u64>) -> String {
    nodes.map_or("-".to_owned(), |nodes| nodes.to_string())
}

/// Sequences of plies, side by side.
pub fn counts(counts: &[Counts], out: &mut Out) -> Result<(), Stop> {
    let rows: Vec<[String; 4]> = std::iter::once(["plies", "A", "B", "B / A"].map(String::from))
        .chain(counts.iter().map(|row| [row.depth.to_string(), count(row.a), count(row.b), ratio(row)]))
        .collect();
    let width = |n: usize| rows.iter().map(|row| row.get(n).map_or(0, String::len)).max().unwrap_or(0);
    let widths = [0, 1, 2, 3].map(width);
    for row in &rows {
        let cells: Vec<String> = row.iter().zip(widths).map(|(cell, width)| format!("{cell:>width$}")).collect();
        out.line(cells.join("   "))?;
    }
    Ok(())
}

fn games(comparison: &Comparison<'_>, play: &Play, out: &mut Out) -> Result<(), Stop> {
    let sides = comparison.sides;
    match &play.played {
        Ok((played, figures)) => {
            heading(&format!("Random games: {} of each, seed {}", played.games, play.extent.seed), out)?;
            table(figures, out)?;
            for (side, left) in [("A", played.stats.a.unfinished), ("B", played.stats.b.unfinished)] {
                if left > 0 {
                    let plies = play.extent.max_plies;
                    out.line(format!(
                        "{FAINT}{left} games of {side} were left after {plies} plies: they would be longer.{FAINT:#}"
                    ))?;
                }
            }
            Ok(())
        }
        Err(failed) => {
            heading(&format!("Random games, seed {}", play.extent.seed), out)?;
            for (name, side, failed) in [("A", &sides.a, &failed.a), ("B", &sides.b, &failed.b)] {
                match failed {
                    Some((n, fault)) => {
                        out.line(format!(
                            "Game {} of {name} runs into a fault, so that figures would say nothing:",
                            n + 1
                        ))?;
                        out.text(fault_report(&*side.engine, fault))?;
                    }
                    None => out.line(format!("{name} ran into no fault there."))?,
                }
            }
            Ok(())
        }
    }
}

/// The figures of random games, side by side.
pub fn table(figures: &[Figure], out: &mut Out) -> Result<(), Stop> {
    let head = ["", "A", "B", "B - A", ""].map(String::from);
    let rows: Vec<[String; 5]> = figures
        .iter()
        .map(|figure| {
            let [a, b, difference] = cells(figure);
            [figure.name.clone(), a, b, difference, figure.words()]
        })
        .collect();
    let all = || std::iter::once(&head).chain(&rows);
    let width = |n: usize| all().map(|row| row.get(n).map_or(0, |cell| cell.chars().count())).max().unwrap_or(0);
    let widths = [0, 1, 2, 3].map(width);
    let styles = figures.iter().map(|figure| match figure.verdict {
        Verdict::Real => AnsiColor::Yellow.on_default().effects(Effects::BOLD),
        _ => Style::new(),
    });
    for (row, style) in all().zip(std::iter::once(Style::new()).chain(styles)) {
        let [name, a, b, difference, words] = row;
        let [n, x, y, z] = widths;
        let line = format!("{name:n$}   {a:x$}   {b:y$}   {difference:z$}   ");
        out.line(format!("{line}{style}{words}{style:#}").trim_end())?;
    }
    out.line(format!("\n{FAINT}In brackets: what lies within with 95 % confidence. A difference whose bounds leave 0 out is real.{FAINT:#}"))
}

/// What each game comes to and what the second has more, with their bounds.
pub fn cells(figure: &Figure) -> [String; 3] {
    let unit = figure.unit;
    let sign = if unit == Unit::Share { " %" } else { "" };
    let of = |estimate: Option<Estimate>| match estimate {
        None => "-".to_owned(),
        Some(estimate) if !estimate.margin().is_finite() => format!("{}{sign}", unit.number(estimate.value)),
        Some(Estimate { value, low, high }) => {
            format!("{}{sign} ({} to {})", unit.number(value), unit.number(low), unit.number(high))
        }
    };
    let difference = match figure.difference {
        None => "-".to_owned(),
        Some(estimate) if !estimate.margin().is_finite() => unit.signed(estimate.value),
        Some(Estimate { value, low, high }) => {
            format!("{} ({} to {})", unit.signed(value), unit.signed(low), unit.signed(high))
        }
    };
    [of(figure.a), of(figure.b), difference]
}
