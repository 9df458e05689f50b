//! A comparison as text for people.

use super::comparison::{Comparison, PlayComparison};
use super::sides::Side;
use super::summary;
use crate::cli::chosen::fault_report;
use crate::cli::out::{self, CliError, Out, count};
use anstyle::{AnsiColor, Effects, Style};
use boardwright::game::rules::Setting;
use boardwright::internals::diff::figures::{Figure, Significance, Unit};
use boardwright::internals::diff::interval::Estimate;
use boardwright::internals::diff::{
    Became, Changed, Counts, Definition, Definitions, Difference, DifferenceKind, Origin, RefusedMove, Sign, Two,
};
use boardwright::internals::wording::sentence;
use boardwright::notation::status;
use boardwright::render::{self, TextStyle};

/// What is printed below the results of random games.
pub const FOOTNOTE: &str =
    "In parentheses: 95 % confidence intervals. A difference is significant if its interval does not contain 0.";

/// The most moves in a list.
pub const MOVES: usize = 24;

const HEAD: Style = Style::new().effects(Effects::BOLD);
const FAINT: Style = Style::new().effects(Effects::DIMMED);

pub fn print(comparison: &Comparison<'_>, out: &mut Out) -> Result<(), CliError> {
    let sides = comparison.sides;
    print_names(sides.each().map(|side| (side.name.as_str(), side.engine.game().full_title())), out)?;
    for line in start_lines(comparison) {
        out.line(line)?;
    }
    out.line("")?;
    for sentence in summary::summarize(comparison) {
        out.line(sentence)?;
    }
    print_definitions(&comparison.definitions, out)?;
    let Some(play) = &comparison.play else { return Ok(()) };
    print_examples(comparison, out)?;
    print_positions(comparison, play, out)?;
    if !play.counted.counts.is_empty() {
        print_heading("Perft", out)?;
        print_counts(&play.counted.counts, out)?;
    }
    for (side, fault) in [(&sides.a, &play.counted.faults.a), (&sides.b, &play.counted.faults.b)] {
        if let Some(fault) = fault {
            out.line(format!("Fault in {}: {fault}", side.name))?;
        }
    }
    print_games(comparison, play, out)
}

/// Prints which game is A and which is B.
pub fn print_names(names: Two<(&str, String)>, out: &mut Out) -> Result<(), CliError> {
    let width = names.a.0.chars().count().max(names.b.0.chars().count());
    for (side, (name, title)) in [("A", &names.a), ("B", &names.b)] {
        out.line(format!("{HEAD}{side}{HEAD:#}  {name:width$}  {title}").trim_end())?;
    }
    Ok(())
}

/// Returns the first position, if it is not the game's own; one for each game if their lines differ.
pub fn start_lines(comparison: &Comparison<'_>) -> Vec<String> {
    match &comparison.start {
        None => Vec::new(),
        Some(Two { a, b }) if a == b => vec![format!("position \"{a}\"")],
        Some(Two { a, b }) => vec![format!("position in A \"{a}\""), format!("position in B \"{b}\"")],
    }
}

pub fn print_heading(text: &str, out: &mut Out) -> Result<(), CliError> {
    out.line(format!("\n{HEAD}{text}{HEAD:#}\n"))
}

fn print_definitions(definitions: &Definitions, out: &mut Out) -> Result<(), CliError> {
    if definitions.same() {
        return Ok(());
    }
    print_heading("Definitions", out)?;
    for set in &definitions.settings {
        let value = |value: &Option<Setting>| value.as_ref().map_or("-".to_owned(), Setting::to_string);
        out.line(format!("setting  {}: {} in A, {} in B", set.name, value(&set.a), value(&set.b)))?;
    }
    for order in &definitions.order {
        out.line(format!("order of {}: {} in A, {} in B", order.word, order.a.join(", "), order.b.join(", ")))?;
    }
    let has_lines = |item: &&Definition| !is_lone_example(item);
    for (n, item) in definitions.items.iter().filter(has_lines).enumerate() {
        let place = |place: &Option<(String, usize)>| place.as_ref().map(|(file, line)| format!("{file}:{line}"));
        let mut places: Vec<String> = place(&item.a).into_iter().chain(place(&item.b)).collect();
        places.dedup();
        let became = item.became.word();
        if n > 0 || !definitions.settings.is_empty() || !definitions.order.is_empty() {
            out.line("")?;
        }
        out.line(format!("{became}  {HEAD}{}{HEAD:#}  {FAINT}{}{FAINT:#}", item.item, places.join(", ")))?;
        item.lines.iter().try_for_each(|line| out.line(draw_line(line).trim_end()))?;
    }
    for became in [Became::Added, Became::Removed] {
        let names = definitions.items.iter().filter(|item| is_lone_example(item) && item.became == became);
        for (n, item) in names.enumerate() {
            if n == 0 {
                out.line("")?;
            }
            out.line(format!("{}  {}", became.word(), item.item))?;
        }
    }
    Ok(())
}

/// Returns whether an item is an example of only one game, for which its title is enough.
pub fn is_lone_example(item: &Definition) -> bool {
    item.item.starts_with("example ") && matches!(item.became, Became::Added | Became::Removed)
}

/// Returns a line of a definition, in red or green, with the changed words marked.
fn draw_line(line: &Changed) -> String {
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

fn print_positions(comparison: &Comparison<'_>, play: &PlayComparison, out: &mut Out) -> Result<(), CliError> {
    print_heading("Positions", out)?;
    for remark in &comparison.remarks {
        out.line(format!("{FAINT}{}{FAINT:#}", sentence(remark)))?;
    }
    let (shown, more) = choose_shown(&play.positions.found);
    for (n, found) in shown.into_iter().enumerate() {
        if n > 0 || !comparison.remarks.is_empty() {
            out.line("")?;
        }
        print_position(comparison, found, out)?;
    }
    if !more.is_empty() {
        out.line("\nThere are other differences:")?;
        for found in more {
            let line = if found.line.is_empty() {
                String::new()
            } else {
                format!("  {FAINT}{}{FAINT:#}", found.line.join(" "))
            };
            out.line(format!("  {}{line}", summary::describe(comparison, found)))?;
        }
    }
    let examined = describe_extent(comparison, play);
    if !play.positions.found.is_empty() && !examined.is_empty() {
        out.line("")?;
    }
    examined.into_iter().try_for_each(|line| out.line(line))
}

/// The most differences that are shown with their boards.
pub const SHOWN: usize = 3;

/// Chooses the differences that are shown, of different kinds if possible, and returns them and the others.
pub fn choose_shown(found: &[Difference]) -> (Vec<&Difference>, Vec<&Difference>) {
    let mut kinds: Vec<DifferenceKind> = Vec::new();
    let (mut shown, mut more): (Vec<&Difference>, Vec<&Difference>) = (Vec::new(), Vec::new());
    for one in found {
        let fresh = !kinds.contains(&one.what) && shown.len() < SHOWN;
        kinds.push(one.what);
        if fresh { &mut shown } else { &mut more }.push(one);
    }
    let room = (SHOWN - shown.len()).min(more.len());
    shown.extend(more.drain(..room));
    shown.sort_by_key(|one| found.iter().position(|other| std::ptr::eq(other, *one)));
    (shown, more)
}

/// Prints the examples of A that come out differently in B.
fn print_examples(comparison: &Comparison<'_>, out: &mut Out) -> Result<(), CliError> {
    let (_, changed) = &comparison.examples;
    if changed.is_empty() {
        return Ok(());
    }
    print_heading("Examples of A under the rules of B", out)?;
    for one in changed {
        let (file, line) = &one.place;
        out.line(format!("{HEAD}{}{HEAD:#}  {FAINT}{file}:{line}{FAINT:#}", one.title))?;
        for line in describe_example("A", &one.a, true).chain(describe_example("B", &one.b, one.read)) {
            out.line(format!("  {line}"))?;
        }
    }
    Ok(())
}

/// Describes how an example comes out on a side, in lines. `is_read` says whether the rules of the side can read it.
pub fn describe_example(side: &str, messages: &[String], is_read: bool) -> impl Iterator<Item = String> {
    let lines = match messages {
        [] => vec![format!("{side}: as it says")],
        [why] if !is_read => vec![format!("{side}: it cannot be read: {why}")],
        messages => messages.iter().map(|message| format!("{side}: {message}")).collect(),
    };
    lines.into_iter()
}

/// Describes how much was examined, and how much of it differs.
pub fn describe_extent(comparison: &Comparison<'_>, play: &PlayComparison) -> Vec<String> {
    let (search, walks) = (&play.positions.search, &play.positions.walks);
    let differences = |differing: u64| match differing {
        0 => "no differences".to_owned(),
        differing => format!("{differing} with differences"),
    };
    let mut lines = Vec::new();
    if search.all {
        let positions = count(search.examined, "position");
        lines.push(format!("Searched all {positions} that both games can reach: {}.", differences(search.differing)));
    } else if comparison.is_comparable {
        let depth = match search.plies {
            0 => String::new(),
            plies => format!(" (complete to depth {plies})"),
        };
        let positions = count(search.examined, "position");
        lines.push(format!("Searched {positions}, shortest lines first{depth}: {}.", differences(search.differing)));
    }
    if let Some(search) = &play.positions.elsewhere {
        let positions = count(search.examined, "position");
        lines.push(format!(
            "Searched {positions} from those of examples and snapshots: {}.",
            differences(search.differing)
        ));
    }
    if walks.games > 0 {
        let elsewhere = match walks.elsewhere {
            0 => String::new(),
            games => format!(" ({games} from positions of examples and snapshots)"),
        };
        let games =
            format!("Played {}{elsewhere} with moves that are legal in both games", count(walks.games, "random game"));
        let positions = count(walks.positions, "position");
        let median = match walks.median {
            Some(0) => ", half of them in the first position".to_owned(),
            Some(plies) => format!(", half of them within {}", count(plies.into(), "ply")),
            None => String::new(),
        };
        lines.push(match walks.touched {
            0 => format!("{games}: no differences in {positions}."),
            touched => format!(
                "{games}: {touched} reached a difference{median}; {positions}, {}.",
                differences(walks.differing)
            ),
        });
    }
    if walks.left > 0 {
        let them = if walks.left == walks.games { "All".to_owned() } else { walks.left.to_string() };
        let verb = if walks.left == 1 { "was" } else { "were" };
        lines.push(format!("{them} of these games {verb} stopped early; use `--positions` to search further."));
    }
    lines
}

/// Tells how many random games of a side were stopped before their end.
pub fn unfinished(side: &str, games: u64, plies: u32) -> String {
    let verb = if games == 1 { "was" } else { "were" };
    format!("{} of {side} {verb} stopped after {}.", count(games, "game"), count(plies.into(), "ply"))
}

/// Says how a line was found.
pub fn line_note(found: &Difference) -> &'static str {
    match (found.shortest, &found.origin) {
        (true, Origin::Start) => "shortest line",
        (true, _) => "shortest line from there",
        (false, _) => "found in a random game; a shorter line may exist",
    }
}

/// Prints a position in which the games differ.
fn print_position(comparison: &Comparison<'_>, found: &Difference, out: &mut Out) -> Result<(), CliError> {
    out.line(format!("{}.", summary::describe(comparison, found)))?;
    if let Origin::Example { position, .. } | Origin::Snapshot { position, .. } = &found.origin {
        out.line(format!("position \"{position}\""))?;
    }
    if !found.line.is_empty() {
        out.line(format!("{}  {FAINT}({}){FAINT:#}", found.line.join(" "), line_note(found)))?;
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
    print_boards((&format!("A: {status_a}"), &a), (&format!("B: {status_b}"), &b), out)?;
    print_only(&found.only, out)?;
    print_refused(&found.refused, out)?;
    for (side, fault) in [(&sides.a, &found.fault.a), (&sides.b, &found.fault.b)] {
        if let Some(fault) = fault {
            out.text(format!("\n{}", fault_report(&*side.engine, fault)))?;
        }
    }
    Ok(())
}

/// Prints two boards side by side, and below them the text that both have in common.
pub fn print_boards(a: (&str, &str), b: (&str, &str), out: &mut Out) -> Result<(), CliError> {
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

/// Prints the moves that are legal in only one of the games.
pub fn print_only(only: &Two<Vec<String>>, out: &mut Out) -> Result<(), CliError> {
    let styles = [AnsiColor::Red.on_default(), AnsiColor::Green.on_default()];
    if !only.a.is_empty() || !only.b.is_empty() {
        out.line("")?;
    }
    for ((name, moves), style) in [("A", &only.a), ("B", &only.b)].into_iter().zip(styles) {
        if !moves.is_empty() {
            out.line(format!("only in {name}: {style}{}{style:#}", list_first(moves, MOVES)))?;
        }
    }
    Ok(())
}

/// Explains why each game makes moves of the other one illegal.
pub fn print_refused(refused: &Two<Vec<RefusedMove>>, out: &mut Out) -> Result<(), CliError> {
    for (name, refused) in [("A", &refused.a), ("B", &refused.b)] {
        refused.iter().try_for_each(|refused| out.line(format!("in {name}, {}", refused.why)))?;
    }
    Ok(())
}

/// Lists the first of many texts.
pub fn list_first(texts: &[String], most: usize) -> String {
    let shown: Vec<&str> = texts.iter().take(most).map(String::as_str).collect();
    match texts.len().saturating_sub(most) {
        0 => shown.join(" "),
        more => format!("{} and {more} more", shown.join(" ")),
    }
}

/// Writes the ratio of two counts.
pub fn write_ratio(counts: &Counts) -> String {
    match counts.ratio() {
        Some(ratio) if ratio >= 1000.0 => format!("{ratio:.0}"),
        Some(ratio) if ratio >= 0.01 => format!("{ratio:.3}"),
        Some(0.0) => "0".to_owned(),
        Some(ratio) => format!("{ratio:.1e}"),
        None => "-".to_owned(),
    }
}

/// Writes a count, or `-` if it is unknown.
pub fn write_count(nodes: Option<u64>) -> String {
    nodes.map_or("-".to_owned(), |nodes| nodes.to_string())
}

/// Prints the numbers of move sequences, side by side.
pub fn print_counts(counts: &[Counts], out: &mut Out) -> Result<(), CliError> {
    let rows: Vec<[String; 4]> = std::iter::once(["depth", "A", "B", "B / A"].map(String::from))
        .chain(
            counts.iter().map(|row| [row.depth.to_string(), write_count(row.a), write_count(row.b), write_ratio(row)]),
        )
        .collect();
    let width = |n: usize| rows.iter().map(|row| row.get(n).map_or(0, String::len)).max().unwrap_or(0);
    let widths = [0, 1, 2, 3].map(width);
    for row in &rows {
        let cells: Vec<String> = row.iter().zip(widths).map(|(cell, width)| format!("{cell:>width$}")).collect();
        out.line(cells.join("   "))?;
    }
    Ok(())
}

fn print_games(comparison: &Comparison<'_>, play: &PlayComparison, out: &mut Out) -> Result<(), CliError> {
    let sides = comparison.sides;
    match &play.played {
        Ok((played, figures)) => {
            print_heading(&format!("Random games: {} each, seed {}", played.games, play.extent.seed), out)?;
            print_table(figures, out)?;
            for (side, left) in [("A", played.stats.a.unfinished), ("B", played.stats.b.unfinished)] {
                if left > 0 {
                    let text = unfinished(side, left, play.extent.max_plies);
                    out.line(format!("{FAINT}{text}{FAINT:#}"))?;
                }
            }
            Ok(())
        }
        Err(failed) => {
            print_heading(&format!("Random games, seed {}", play.extent.seed), out)?;
            for (name, side, failed) in [("A", &sides.a, &failed.a), ("B", &sides.b, &failed.b)] {
                match failed {
                    Some((n, fault)) => {
                        out.line(format!("Game {} of {name} ends with a fault, so there are no statistics:", n + 1))?;
                        out.text(fault_report(&*side.engine, fault))?;
                    }
                    None => out.line(format!("No fault in {name}."))?,
                }
            }
            Ok(())
        }
    }
}

/// Prints the results of random games, side by side.
pub fn print_table(figures: &[Figure], out: &mut Out) -> Result<(), CliError> {
    let head = ["", "A", "B", "B - A", ""].map(String::from);
    let rows: Vec<[String; 5]> = figures
        .iter()
        .map(|figure| {
            let [a, b, difference] = write_estimates(figure);
            [figure.name.clone(), a, b, difference, figure.words()]
        })
        .collect();
    let all = || std::iter::once(&head).chain(&rows);
    let width = |n: usize| all().map(|row| row.get(n).map_or(0, |cell| cell.chars().count())).max().unwrap_or(0);
    let widths = [0, 1, 2, 3].map(width);
    let styles = figures.iter().map(|figure| match figure.verdict {
        Significance::Significant => AnsiColor::Yellow.on_default().effects(Effects::BOLD),
        _ => Style::new(),
    });
    for (row, style) in all().zip(std::iter::once(Style::new()).chain(styles)) {
        let [name, a, b, difference, words] = row;
        let [n, x, y, z] = widths;
        let line = format!("{name:n$}   {a:x$}   {b:y$}   {difference:z$}   ");
        out.line(format!("{line}{style}{words}{style:#}").trim_end())?;
    }
    out.line(format!("\n{FAINT}{FOOTNOTE}{FAINT:#}"))
}

/// Writes the estimates of both games and of the difference, with their confidence intervals.
pub fn write_estimates(figure: &Figure) -> [String; 3] {
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
        Some(estimate) if !estimate.margin().is_finite() => unit.change(estimate.value),
        Some(estimate) => unit.difference(estimate),
    };
    [of(figure.a), of(figure.b), difference]
}
