//! A comparison as one HTML page without external files.

use super::comparison::{Comparison, PlayComparison};
use super::sides::Side;
use super::summary;
use super::text::{
    FOOTNOTE, MOVES, choose_shown, describe_example, describe_extent, is_lone_example, line_note, list_first,
    start_lines, unfinished, write_count, write_estimates, write_ratio,
};
use boardwright::game::cells::CellSet;
use boardwright::game::rules::Setting;
use boardwright::internals::diff::figures::{Figure, Significance};
use boardwright::internals::diff::{
    Changed, Counts, Definitions, Difference, DifferenceKind, Origin, RefusedMove, Sign, Two,
};
use boardwright::internals::wording::sentence;
use boardwright::notation::status;
use boardwright::outcome::Fault;
use boardwright::position::Position;
use boardwright::render::html::{self, text};
use boardwright::render::{Arrow, SvgStyle, svg};
use std::fmt::Write;

/// The most arrows on a board.
const ARROWS: usize = 12;

// Writing to a string cannot fail, so the results of `write!` are of no interest in this file.

pub fn page(comparison: &Comparison<'_>) -> String {
    let Two { a, b } = comparison.sides;
    let names = [("A", &a.name, a.engine.game().full_title()), ("B", &b.name, b.engine.game().full_title())];
    let mut sentences = start_lines(comparison);
    sentences.extend(summary::summarize(comparison));
    let mut body = head(&names, &sentences);
    definitions(&comparison.definitions, &mut body);
    if let Some(play) = &comparison.play {
        examples(comparison, &mut body);
        positions(comparison, play, &mut body);
        if !play.counted.counts.is_empty() {
            body += "<h2>Perft</h2>\n<p class=\"faint\">The number of move sequences by depth.</p>\n";
            counts(&play.counted.counts, &mut body);
        }
        games(play, &mut body);
    }
    html::page(&format!("{} and {}", a.name, b.name), &body)
}

/// Returns the title, the games and the summary.
pub fn head(games: &[(&str, &String, String)], sentences: &[String]) -> String {
    let mut body = "<h1>Differences</h1>\n<table>\n".to_owned();
    for (side, name, title) in games {
        let _ = writeln!(body, "<tr><th>{side}</th><td><code>{}</code></td><td>{}</td></tr>", text(name), text(title));
    }
    body += "</table>\n";
    sentences.iter().for_each(|sentence| {
        let _ = writeln!(body, "<p>{}</p>", code(sentence));
    });
    body
}

/// Returns a sentence with the text in backquotes as code.
pub fn code(sentence: &str) -> String {
    let mut page = String::new();
    for (n, part) in sentence.split('`').enumerate() {
        let part = text(part);
        page += &if n % 2 == 1 { format!("<code>{part}</code>") } else { part };
    }
    page
}

fn definitions(definitions: &Definitions, body: &mut String) {
    if definitions.same() {
        return;
    }
    body.push_str("<h2>Definitions</h2>\n");
    if !definitions.settings.is_empty() {
        body.push_str("<table>\n<tr><th>setting</th><th>A</th><th>B</th></tr>\n");
        for set in &definitions.settings {
            let value = |value: &Option<Setting>| text(&value.as_ref().map_or("-".to_owned(), Setting::to_string));
            let name = text(&set.name);
            let _ = writeln!(body, "<tr><td>{name}</td><td>{}</td><td>{}</td></tr>", value(&set.a), value(&set.b));
        }
        body.push_str("</table>\n");
    }
    for order in &definitions.order {
        let (a, b) = (order.a.join(", "), order.b.join(", "));
        let _ = writeln!(body, "<p>Order of {}: {} in A, {} in B.</p>", order.word, text(&a), text(&b));
    }
    for item in &definitions.items {
        let became = item.became.word();
        let place = |place: &Option<(String, usize)>| place.as_ref().map(|(file, line)| format!("{file}:{line}"));
        let places: Vec<String> = place(&item.a).into_iter().chain(place(&item.b)).collect();
        let (name, places) = (text(&item.item), text(&places.join(", ")));
        if is_lone_example(item) {
            let _ = writeln!(body, "<p>{name} <span class=\"faint\">{became}, {places}</span></p>");
            continue;
        }
        let _ = write!(body, "<h3>{name} <span class=\"faint\">{became}, {places}</span></h3>\n<pre>");
        item.lines.iter().for_each(|line| changed(line, body));
        body.push_str("</pre>\n");
    }
}

fn changed(line: &Changed, body: &mut String) {
    let (sign, class) = match line.sign {
        Sign::A => ('-', "bad"),
        Sign::B => ('+', "good"),
        Sign::Both => (' ', ""),
        Sign::Left => return body.push_str("  ...\n"),
    };
    let mut parts = format!("{sign} ");
    for part in &line.parts {
        let words = text(&part.text);
        parts += &if part.changed { format!("<mark>{words}</mark>") } else { words };
    }
    let _ = match class {
        "" => writeln!(body, "{parts}"),
        class => writeln!(body, "<span class=\"{class}\">{parts}</span>"),
    };
}

fn positions(comparison: &Comparison<'_>, play: &PlayComparison, body: &mut String) {
    body.push_str("<h2>Positions</h2>\n");
    for remark in &comparison.remarks {
        let _ = writeln!(body, "<p class=\"faint\">{}</p>", code(&sentence(remark)));
    }
    for line in describe_extent(comparison, play) {
        let _ = writeln!(body, "<p>{}</p>", text(&line));
    }
    let (shown, more) = choose_shown(&play.positions.found);
    shown.into_iter().for_each(|found| position(comparison, found, body));
    if !more.is_empty() {
        body.push_str("<h3>Other differences</h3>\n<ul>\n");
        for found in more {
            let line = text(&found.line.join(" "));
            let _ = writeln!(body, "<li>{} <code>{line}</code></li>", code(&summary::describe(comparison, found)));
        }
        body.push_str("</ul>\n");
    }
}

fn examples(comparison: &Comparison<'_>, body: &mut String) {
    let (_, changed) = &comparison.examples;
    if changed.is_empty() {
        return;
    }
    body.push_str("<h2>Examples of A under the rules of B</h2>\n");
    for one in changed {
        let (file, line) = &one.place;
        let _ = writeln!(body, "<p>{} <span class=\"faint\">{}:{line}</span></p>", text(&one.title), text(file));
        for line in describe_example("A", &one.a, true).chain(describe_example("B", &one.b, one.read)) {
            let _ = writeln!(body, "<p>{}</p>", code(&line));
        }
    }
}

fn position(comparison: &Comparison<'_>, found: &Difference, body: &mut String) {
    let sides = comparison.sides;
    let _ = writeln!(body, "<h3>{}</h3>", code(&summary::describe(comparison, found)));
    if let Origin::Example { position, .. } | Origin::Snapshot { position, .. } = &found.origin {
        let _ = writeln!(body, "<p><code>position \"{}\"</code></p>", text(position));
    }
    if !found.line.is_empty() {
        let line = text(&found.line.join(" "));
        let _ = writeln!(body, "<p><code>{line}</code> <span class=\"faint\">({})</span></p>", line_note(found));
    }
    body.push_str("<div class=\"beside\">\n");
    board("A", &sides.a, &found.at.a, (found.marks.a, &found.arrows.a), body);
    board("B", &sides.b, &found.at.b, (found.marks.b, &found.arrows.b), body);
    body.push_str("</div>\n");
    if found.what == DifferenceKind::Moves && (!found.marks.a.is_empty() || !found.marks.b.is_empty()) {
        body.push_str("<p class=\"faint\">Marked: the cells of moves that are legal only in this game. Crossed out: moves that are legal only in the other.</p>\n");
    }
    moves(&found.only, body);
    refused(&found.refused, body);
    for (name, fault) in [("A", &found.fault.a), ("B", &found.fault.b)] {
        if let Some(fault) = fault {
            fault_line(name, fault, body);
        }
    }
}

fn board(name: &str, side: &Side, at: &Option<Position>, (marks, arrows): (CellSet, &[Arrow]), body: &mut String) {
    let game = side.engine.game();
    let (picture, caption) = match at {
        Some(at) => {
            let style = SvgStyle {
                last: Some(marks),
                title: Some(format!("{name}: {}", game.title)),
                caption: None,
                arrows: arrows.iter().copied().take(ARROWS).collect(),
            };
            (svg(game, at, &style), status(game, at))
        }
        None => (String::new(), "a fault".to_owned()),
    };
    let caption = text(&caption);
    let _ = writeln!(body, "<figure>\n{}\n<figcaption>{name}: {caption}</figcaption>\n</figure>", picture.trim_end());
}

fn fault_line(name: &str, fault: &Fault, body: &mut String) {
    let _ = writeln!(body, "<p class=\"bad\">Fault in {name}: {}</p>", text(&fault.to_string()));
}

/// Lists the moves that are legal in only one of the games.
pub fn moves(only: &Two<Vec<String>>, body: &mut String) {
    for (name, class, texts) in [("A", "bad", &only.a), ("B", "good", &only.b)] {
        if !texts.is_empty() {
            let texts = text(&list_first(texts, 4 * MOVES));
            let _ = writeln!(body, "<p>Only in {name}: <code class=\"{class}\">{texts}</code></p>");
        }
    }
}

/// Explains why each game makes moves of the other one illegal.
pub fn refused(refused: &Two<Vec<RefusedMove>>, body: &mut String) {
    for (name, refused) in [("A", &refused.a), ("B", &refused.b)] {
        for refused in refused {
            let _ = writeln!(body, "<p>In {name}, {}.</p>", code(&refused.why));
        }
    }
}

/// Writes the numbers of move sequences side by side.
pub fn counts(counts: &[Counts], body: &mut String) {
    let cells = |tag: &str, cells: [String; 4], body: &mut String| {
        let cells = cells.map(|cell| format!("<{tag} class=\"number\">{cell}</{tag}>")).concat();
        let _ = writeln!(body, "<tr>{cells}</tr>");
    };
    body.push_str("<table>\n");
    cells("th", ["depth", "A", "B", "B / A"].map(String::from), body);
    for row in counts {
        cells("td", [row.depth.to_string(), write_count(row.a), write_count(row.b), write_ratio(row)], body);
    }
    body.push_str("</table>\n");
}

fn games(play: &PlayComparison, body: &mut String) {
    body.push_str("<h2>Random games</h2>\n");
    match &play.played {
        Ok((played, figures)) => {
            let (games, seed) = (played.games, play.extent.seed);
            let _ = writeln!(body, "<p>{games} games of A and of B, seed {seed}.</p>");
            table(figures, body);
            for (side, left) in [("A", played.stats.a.unfinished), ("B", played.stats.b.unfinished)] {
                if left > 0 {
                    let _ = writeln!(body, "<p class=\"faint\">{}</p>", unfinished(side, left, play.extent.max_plies));
                }
            }
        }
        Err(failed) => {
            for (name, failed) in [("A", &failed.a), ("B", &failed.b)] {
                if let Some((n, fault)) = failed {
                    let _ = writeln!(body, "<p>In game {} of seed {}:</p>", n + 1, play.extent.seed);
                    fault_line(name, fault, body);
                }
            }
        }
    }
}

/// Writes the results of random games side by side.
pub fn table(figures: &[Figure], body: &mut String) {
    body.push_str("<table>\n<tr><th></th><th>A</th><th>B</th><th>B - A</th><th></th></tr>\n");
    for figure in figures {
        let [a, b, difference] = write_estimates(figure).map(|cell| text(&cell));
        let (name, words) = (text(&figure.name), text(&figure.words()));
        let words =
            if figure.verdict == Significance::Significant { format!("<strong>{words}</strong>") } else { words };
        let _ = writeln!(body, "<tr><td>{name}</td><td>{a}</td><td>{b}</td><td>{difference}</td><td>{words}</td></tr>");
    }
    body.push_str(&format!("</table>\n<p class=\"faint\">{FOOTNOTE}</p>\n"));
}
