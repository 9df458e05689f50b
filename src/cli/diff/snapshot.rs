//! Compares a game with a snapshot that has no rules.

use super::sides::SnapshotSide;
use super::text::{self, print_heading};
use super::{html, json};
use crate::cli::out::{CliError, Out};
use boardwright::internals::diff::Two;
use boardwright::internals::diff::recorded::{self, Parted, RecordedPosition, compare};
use boardwright::internals::suggest::listed;
use boardwright::internals::wording::counted;
use boardwright::render;
use serde_json::{Value, json};
use std::fmt::Write;

/// The differences between a game and its snapshot.
pub struct SnapshotDiff<'s> {
    kept: &'s SnapshotSide,
    found: recorded::SnapshotComparison,
    /// Whether the game behaves as the snapshot says.
    pub is_same: bool,
}

impl SnapshotDiff<'_> {
    pub fn new(kept: &SnapshotSide) -> SnapshotDiff<'_> {
        let found = compare(&kept.body, &*kept.side.engine);
        let is_same = found.head.is_empty()
            && found.first.is_none()
            && found.counts.iter().all(|counts| counts.a == counts.b)
            && found.figures.iter().all(|figure| figure.difference.is_some_and(|difference| difference.value == 0.0));
        SnapshotDiff { kept, found, is_same }
    }

    pub fn json(&self) -> Value {
        let SnapshotDiff { kept, found, is_same } = self;
        let head = found.head.iter().map(|(name, of)| json!({ "name": name, "a": of.a, "b": of.b }));
        json!({
            "a": { "snapshot": kept.name.trim_matches('`') },
            "b": { "game": kept.side.name, "title": kept.side.engine.game().title },
            "same": is_same,
            "summary": self.summary(),
            "recorded": {
                "head": head.collect::<Vec<_>>(),
                "examined": found.examined,
                "differing": found.differing,
                "first": found.first,
            },
            "perft": found.counts,
            "playouts": { "games": found.games, "figures": json::figures(&found.figures) },
        })
    }

    /// Summarizes the differences in a few sentences.
    fn summary(&self) -> Vec<String> {
        let SnapshotDiff { kept, found, is_same } = self;
        let mut sentences = Vec::new();
        let names: Vec<&str> = found.head.iter().map(|(name, _)| name.as_str()).collect();
        if *is_same {
            sentences.push("No differences: the game behaves as its snapshot says.".to_owned());
        }
        if !names.is_empty() {
            sentences.push(format!("Changed in the header: {}.", listed(&names)));
        }
        if found.first.is_some() {
            let (examined, differing) = (found.examined, found.differing);
            sentences.push(match differing {
                0 => format!("{} compared: no differences.", counted(examined, "recorded position")),
                differing => {
                    format!("{} compared: {differing} with differences.", counted(examined, "recorded position"))
                }
            });
        }
        sentences.push(format!(
            "{}, so only what it records is compared: the moves of one game, perft, and a few random games. \
             `--accept` also saves the rules.",
            kept.without
        ));
        sentences
    }

    pub fn print(&self, out: &mut Out) -> Result<(), CliError> {
        let SnapshotDiff { kept, found, is_same } = self;
        let title = kept.side.engine.game().full_title();
        text::print_names(Two { a: (&kept.name, String::new()), b: (&kept.side.name, title) }, out)?;
        out.line("")?;
        self.summary().into_iter().try_for_each(|sentence| out.line(sentence))?;
        for (n, (name, of)) in found.head.iter().enumerate() {
            if n == 0 {
                print_heading("Header", out)?;
            }
            let value = |value: &Option<String>| value.clone().unwrap_or_else(|| "-".to_owned());
            out.line(format!("{name}: {} in A, {} in B", value(&of.a), value(&of.b)))?;
        }
        if let Some(first) = &found.first {
            print_heading("Positions", out)?;
            out.line(format!("{}.", describe(first)))?;
            out.line(format!("{}\n", first.line.join(" ")))?;
            let (a, b) = (board("A", &first.at.a), board("B", &first.at.b));
            text::print_boards((&a.0, &a.1), (&b.0, &b.1), out)?;
            text::print_only(&first.only, out)?;
            text::print_refused(&Two { a: Vec::new(), b: first.refused.clone() }, out)?;
        }
        if !is_same {
            print_heading("Perft", out)?;
            text::print_counts(&found.counts, out)?;
            print_heading(&format!("Random games: {} in the snapshot, {} now", found.games.a, found.games.b), out)?;
            text::print_table(&found.figures, out)?;
        }
        Ok(())
    }

    pub fn page(&self) -> String {
        let SnapshotDiff { kept, found, is_same } = self;
        let title = kept.side.engine.game().full_title();
        let names = [("A", &kept.name, String::new()), ("B", &kept.side.name, title)];
        let mut body = html::head(&names, &self.summary());
        let escape = render::html::text;
        for (name, of) in &found.head {
            let value = |value: &Option<String>| escape(value.as_deref().unwrap_or("-"));
            let _ = writeln!(body, "<p>{}: {} in A, {} in B</p>", escape(name), value(&of.a), value(&of.b));
        }
        if let Some(first) = &found.first {
            let _ = writeln!(body, "<h2>Positions</h2>\n<h3>{}</h3>", escape(&describe(first)));
            let _ = writeln!(body, "<p><code>{}</code></p>\n<div class=\"beside\">", escape(&first.line.join(" ")));
            for (caption, board) in [board("A", &first.at.a), board("B", &first.at.b)] {
                let (board, caption) = (escape(&board), escape(&caption));
                let _ = writeln!(body, "<figure><pre>{board}</pre><figcaption>{caption}</figcaption></figure>");
            }
            body.push_str("</div>\n");
            html::moves(&first.only, &mut body);
            html::refused(&Two { a: Vec::new(), b: first.refused.clone() }, &mut body);
        }
        if !is_same {
            body.push_str("<h2>Perft</h2>\n");
            html::counts(&found.counts, &mut body);
            body.push_str("<h2>Random games</h2>\n");
            html::table(&found.figures, &mut body);
        }
        render::html::page(&format!("{} and its snapshot", kept.side.name), &body)
    }
}

/// Describes where the recorded game differs first.
fn describe(first: &Parted) -> String {
    match (first.line.len(), &first.at.b) {
        (0, Some(_)) => "The first position differs".to_owned(),
        (plies, Some(_)) => format!("The recorded game first differs after {}", counted(plies, "ply")),
        (plies, None) => format!("The recorded game cannot continue after {}", counted(plies, "ply")),
    }
}

fn board(name: &str, moment: &Option<RecordedPosition>) -> (String, String) {
    match moment {
        Some(moment) => (format!("{name}: {}", moment.status), moment.board.clone()),
        None => (format!("{name}: no position"), String::new()),
    }
}
