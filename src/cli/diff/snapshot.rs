//! A game beside a snapshot that does not keep the rules: what can be said then.

use super::sides::Recorded;
use super::text::{self, heading};
use super::{Diff, Shape, html, json};
use crate::cli::out::{Exit, Out, Stop};
use boardwright::diff::Two;
use boardwright::diff::recorded::{self, Moment, Parted, compare};
use boardwright::render;
use boardwright::suggest::listed;
use boardwright::wording::counted;
use serde_json::json;
use std::fmt::Write;

/// What is said of what cannot be known.
fn unknown(kept: &Recorded) -> String {
    format!(
        "{}, so that only what it records can be compared: the moves of one game, perft, and a few random games. `--accept` \
         writes the rules down, too.",
        kept.without
    )
}

/// Compares, and prints what came of it.
pub fn run(args: &Diff, kept: &Recorded, out: &mut Out) -> Result<Exit, Stop> {
    let found = compare(&kept.body, &*kept.side.engine);
    let same = found.head.is_empty()
        && found.first.is_none()
        && found.counts.iter().all(|counts| counts.a == counts.b)
        && found.figures.iter().all(|figure| figure.difference.is_some_and(|difference| difference.value == 0.0));
    match args.format {
        Shape::Text => print(kept, &found, same, out)?,
        Shape::Json => out.json(&json!({
            "a": { "snapshot": kept.name.trim_matches('`') },
            "b": { "game": kept.side.name, "title": kept.side.engine.game().title },
            "same": same,
            "summary": summary(kept, &found, same),
            "recorded": {
                "head": found.head.iter().map(|(name, of)| json!({ "name": name, "a": of.a, "b": of.b })).collect::<Vec<_>>(),
                "examined": found.examined,
                "differing": found.differing,
                "first": found.first,
            },
            "perft": found.counts,
            "playouts": { "games": found.games, "figures": json::figures(&found.figures) },
        }))?,
        Shape::Html => out.text(page(kept, &found, same))?,
    }
    Ok(if same { Exit::Well } else { Exit::Findings })
}

fn summary(kept: &Recorded, found: &recorded::Recorded, same: bool) -> Vec<String> {
    let mut sentences = Vec::new();
    let names: Vec<&str> = found.head.iter().map(|(name, _)| name.as_str()).collect();
    if same {
        sentences.push("The game behaves as its snapshot says.".to_owned());
    }
    if !names.is_empty() {
        sentences.push(format!("The games differ in {}.", listed(&names)));
    }
    if found.first.is_some() {
        let (examined, differing) = (found.examined, found.differing);
        sentences.push(format!("Of the {examined} recorded positions that could be compared {differing} differ."));
    }
    sentences.push(unknown(kept));
    sentences
}

fn print(kept: &Recorded, found: &recorded::Recorded, same: bool, out: &mut Out) -> Result<(), Stop> {
    let title = kept.side.engine.game().full_title();
    text::names(Two { a: (&kept.name, String::new()), b: (&kept.side.name, title) }, out)?;
    out.line("")?;
    summary(kept, found, same).into_iter().try_for_each(|sentence| out.line(sentence))?;
    for (n, (name, of)) in found.head.iter().enumerate() {
        if n == 0 {
            heading("Head", out)?;
        }
        let value = |value: &Option<String>| value.clone().unwrap_or_else(|| "-".to_owned());
        out.line(format!("{name}: {} in A, {} in B", value(&of.a), value(&of.b)))?;
    }
    if let Some(first) = &found.first {
        heading("Positions", out)?;
        out.line(format!("{}.", when(first)))?;
        out.line(format!("{}\n", first.line.join(" ")))?;
        let (a, b) = (board("A", &first.at.a), board("B", &first.at.b));
        text::boards((&a.0, &a.1), (&b.0, &b.1), out)?;
        text::only(&first.only, out)?;
        text::refused(&Two { a: Vec::new(), b: first.refused.clone() }, out)?;
    }
    if !same {
        heading("Perft", out)?;
        text::counts(&found.counts, out)?;
        heading(&format!("Random games: {} in the snapshot, {} now", found.games.a, found.games.b), out)?;
        text::table(&found.figures, out)?;
    }
    Ok(())
}

fn when(first: &Parted) -> String {
    match (first.line.len(), &first.at.b) {
        (0, Some(_)) => "They differ in the first position".to_owned(),
        (plies, Some(_)) => format!("They differ first after {} of the recorded game", counted(plies, "ply")),
        (plies, None) => format!("The recorded game goes on after {}, and cannot now", counted(plies, "ply")),
    }
}

fn board(name: &str, moment: &Option<Moment>) -> (String, String) {
    match moment {
        Some(moment) => (format!("{name}: {}", moment.status), moment.board.clone()),
        None => (format!("{name}: no such position"), String::new()),
    }
}

fn page(kept: &Recorded, found: &recorded::Recorded, same: bool) -> String {
    let title = kept.side.engine.game().full_title();
    let names = [("A", &kept.name, String::new()), ("B", &kept.side.name, title)];
    let mut body = html::head(&names, &summary(kept, found, same));
    let escape = render::html::text;
    for (name, of) in &found.head {
        let value = |value: &Option<String>| escape(value.as_deref().unwrap_or("-"));
        let _ = writeln!(body, "<p>{}: {} in A, {} in B</p>", escape(name), value(&of.a), value(&of.b));
    }
    if let Some(first) = &found.first {
        let _ = writeln!(body, "<h2>Positions</h2>\n<h3>{}</h3>", escape(&when(first)));
        let _ = writeln!(body, "<p><code>{}</code></p>\n<div class=\"beside\">", escape(&first.line.join(" ")));
        for (caption, board) in [board("A", &first.at.a), board("B", &first.at.b)] {
            let (board, caption) = (escape(&board), escape(&caption));
            let _ = writeln!(body, "<figure><pre>{board}</pre><figcaption>{caption}</figcaption></figure>");
        }
        body.push_str("</div>\n");
        html::moves(&first.only, &mut body);
        html::refused(&Two { a: Vec::new(), b: first.refused.clone() }, &mut body);
    }
    if !same {
        body.push_str("<h2>Perft</h2>\n");
        html::counts(&found.counts, &mut body);
        body.push_str("<h2>Random games</h2>\n");
        html::table(&found.figures, &mut body);
    }
    render::html::page(&format!("{} and its snapshot", kept.side.name), &body)
}
