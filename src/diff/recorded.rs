//! [`compare`]: a game against a snapshot that does not contain the rules.
//!
//! A snapshot records what a game does, not why: the positions and legal moves of one game, counts of sequences, and the results of
//! a few random games. These are compared. Which rules changed, and behavior that is not recorded, remain unknown.

use super::figures::{Figure, Significance, Unit, verdict};
use super::found::refusals;
use super::interval::{mean, newcombe_unpaired, wilson};
use super::positions::RefusedMove;
use super::{Counts, Two};
use crate::engine::Engine;
use crate::notation::play_all;
use crate::snapshot::behavior::{behavior_like, moves_of, section};
use crate::snapshot::listed::{ListedPosition, others, positions};
use serde::Serialize;
use std::collections::BTreeSet;

/// A game against its snapshot: `a` is the snapshot, `b` the game.
#[derive(Clone, Debug, Serialize)]
pub struct SnapshotComparison {
    /// Differing lines of the header: number of cells, players, actions, settings.
    pub head: Vec<(String, Two<Option<String>>)>,
    /// The positions of the recorded game that could be compared.
    pub examined: usize,
    /// How many of them differ.
    pub differing: usize,
    /// The first that differs.
    pub first: Option<Parted>,
    /// Sequences of plies.
    pub counts: Vec<Counts>,
    /// The number of random games of each.
    pub games: Two<u64>,
    /// The figures of random games. The snapshot does not record the variance of lengths.
    pub figures: Vec<Figure>,
}

/// A position of the recorded game in which game and snapshot differ.
#[derive(Clone, Debug, Serialize)]
pub struct Parted {
    /// The moves that lead to it.
    pub line: Vec<String>,
    /// The position in each, or `None` if the game does not reach it.
    pub at: Two<Option<RecordedPosition>>,
    /// Moves that only one of them allows.
    pub only: Two<Vec<String>>,
    /// Why the game refuses moves that the snapshot allows.
    pub refused: Vec<RefusedMove>,
}

/// A position in a snapshot.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RecordedPosition {
    /// The plies before it.
    pub ply: usize,
    /// `Red to move`.
    pub status: String,
    /// The board in characters.
    pub board: String,
    /// The legal moves.
    pub moves: Vec<String>,
}

/// Compares a game with the behavior recorded in a snapshot.
pub fn compare(old: &str, engine: &dyn Engine) -> SnapshotComparison {
    let line = moves_of(old);
    let new = behavior_like(engine, Some(&line), old);
    let texts = Two { a: old, b: new.as_str() };
    let moments = texts.map(moments);
    let mut recorded = SnapshotComparison {
        head: head(texts),
        examined: 0,
        differing: 0,
        first: None,
        counts: counts(texts),
        games: texts.map(|text| number(text, "games").unwrap_or(0.0) as u64),
        figures: figures(texts),
    };
    for (n, was) in moments.a.iter().enumerate() {
        let is = moments.b.get(n);
        recorded.examined += 1;
        // Marks of the last move and the order of moves do not matter here.
        let plain = |moment: &RecordedPosition| {
            let moves: BTreeSet<String> = moment.moves.iter().cloned().collect();
            (moment.status.clone(), moment.board.replace(['[', ']', '|'], " "), moves)
        };
        if is.is_some_and(|is| plain(is) == plain(was)) {
            continue;
        }
        recorded.differing += 1;
        recorded.first.get_or_insert_with(|| compare_position(engine, line.get(..n).unwrap_or(&[]), was, is));
        if is.is_none() {
            break;
        }
    }
    recorded
}

fn compare_position(
    engine: &dyn Engine,
    line: &[String],
    was: &RecordedPosition,
    is: Option<&RecordedPosition>,
) -> Parted {
    let none = Vec::new();
    let moves = Two { a: &was.moves, b: is.map_or(&none, |is| &is.moves) };
    let only = Two { a: others(moves.a, moves.b), b: others(moves.b, moves.a) };
    let only = only.map(|texts| texts.into_iter().map(String::from).collect::<Vec<_>>());
    let position = engine.start().ok().and_then(|start| {
        let played = play_all(engine, &start, line.iter().map(String::as_str)).ok()?;
        Some(played.into_iter().next_back().unwrap_or(start))
    });
    let refused = refusals(engine, &position, &only.a);
    Parted { line: line.to_vec(), at: Two { a: Some(was.clone()), b: is.cloned() }, only, refused }
}

fn moments(text: &str) -> Vec<RecordedPosition> {
    let moment = |listed: ListedPosition| {
        let (ply, status) = listed.title.strip_prefix("Ply ")?.split_once(": ")?;
        let (ply, status) = (ply.parse().unwrap_or(0), status.to_owned());
        Some(RecordedPosition { ply, status, board: listed.board + "\n", moves: listed.moves })
    };
    positions(text).into_iter().filter_map(moment).collect()
}

/// Returns the lines of the header that differ.
fn head(texts: Two<&str>) -> Vec<(String, Two<Option<String>>)> {
    let lines = texts.map(|text| {
        let head = text.split("\n## ").next().unwrap_or("");
        let named = head.lines().filter_map(|line| match line.strip_prefix("setting  ") {
            Some(setting) => setting.split_once(" = "),
            None => line.split_once(' '),
        });
        let title = |name: &str| if name == "#" { "title".to_owned() } else { name.to_owned() };
        named.map(|(name, value)| (title(name), value.trim().to_owned())).collect::<Vec<(String, String)>>()
    });
    let value = |lines: &[(String, String)], name: &str| {
        lines.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone())
    };
    let mut seen = BTreeSet::new();
    let names = lines.a.iter().chain(&lines.b).map(|(name, _)| name).filter(|name| seen.insert(*name));
    let both = names.map(|name| (name.clone(), Two { a: value(&lines.a, name), b: value(&lines.b, name) }));
    both.filter(|(_, values)| values.a != values.b).collect()
}

fn counts(texts: Two<&str>) -> Vec<Counts> {
    let counted = texts.map(|text| {
        let lines = section(text, "Positions after").lines();
        let counts = lines.filter_map(|line| line.strip_prefix("perft ")?.split_once(" = "));
        counts
            .filter_map(|(depth, nodes)| Some((depth.parse().ok()?, nodes.parse().ok()?)))
            .collect::<Vec<(u32, u64)>>()
    });
    let of = |counts: &[(u32, u64)], depth| counts.iter().find(|(known, _)| *known == depth).map(|(_, nodes)| *nodes);
    let depths: BTreeSet<u32> = counted.a.iter().chain(&counted.b).map(|(depth, _)| *depth).collect();
    depths.into_iter().map(|depth| Counts { depth, a: of(&counted.a, depth), b: of(&counted.b, depth) }).collect()
}

/// Returns the number after a name among the figures of random games.
fn number(text: &str, name: &str) -> Option<f64> {
    let line = section(text, "Random games").lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '))?;
    line.split_whitespace().next()?.parse().ok()
}

fn figures(texts: Two<&str>) -> Vec<Figure> {
    let games = texts.map(|text| number(text, "games").unwrap_or(0.0) as u64);
    let mut names: Vec<&str> = Vec::new();
    for text in [texts.a, texts.b] {
        let wins = section(text, "Random games").lines().filter_map(|line| line.get(..line.find(" wins ")? + 5));
        wins.for_each(|name| names.extend((!names.contains(&name)).then_some(name)));
    }
    let shares = names.into_iter().chain(["draws", "unfinished"]).filter_map(|name| {
        let hits = texts.map(|text| number(text, name).map(|hits| hits as u64));
        if name == "unfinished" && hits.a.max(hits.b).unwrap_or(0) == 0 {
            return None;
        }
        let share = |hits: Option<u64>, games| hits.map(|hits| wilson(hits.min(games), games));
        let difference =
            hits.a.zip(hits.b).map(|(a, b)| newcombe_unpaired((a.min(games.a), games.a), (b.min(games.b), games.b)));
        let (a, b) = (share(hits.a, games.a), share(hits.b, games.b));
        Some(Figure { name: name.to_owned(), unit: Unit::Share, a, b, difference, verdict: verdict(difference, false) })
    });
    let means = [("plies", "plies per game", Unit::Plies), ("moves", "moves per position", Unit::Moves)];
    let means = means.into_iter().map(|(key, name, unit)| {
        // A single number has no variance.
        let value = texts.map(|text| number(text, key).map(|value| mean(value, 0.0, 1)));
        let difference = value.a.zip(value.b).map(|(a, b)| mean(b.value - a.value, 0.0, 1));
        let same = difference.is_some_and(|difference| difference.value == 0.0);
        let verdict = if same { Significance::Equal } else { Significance::Unknown };
        Figure { name: name.to_owned(), unit, a: value.a, b: value.b, difference, verdict }
    });
    shares.chain(means).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::snapshot::behavior::behavior;
    use crate::{bundled, load_bundled, load_text};

    #[test]
    fn snapshots_are_compared() {
        let engine = load_bundled("tic-tac-toe", &[]).unwrap();
        let old = behavior(&*engine, None);
        let same = compare(&old, &*engine);
        assert!(same.head.is_empty() && same.first.is_none() && same.differing == 0 && same.examined > 4);
        assert!(same.counts.iter().all(|counts| counts.a == counts.b));

        let text = bundled::source("tic-tac-toe")
            .unwrap()
            .text
            .replace("action place(p: empty)", "action place(p: empty except b2)");
        let engine = load_text(&text, &[]).unwrap();
        let changed = compare(&old, &*engine);
        let first = changed.first.unwrap();
        assert_eq!((first.line.len(), &first.only.a, first.only.b.len()), (0, &vec!["b2".to_owned()], 0));
        assert!(first.refused[0].why.contains("except b2"), "{:?}", first.refused);
        assert_eq!((changed.counts[0].a, changed.counts[0].b), (Some(9), Some(8)));
        assert!(changed.figures.iter().any(|figure| figure.name == "plies per game"));
    }
}
