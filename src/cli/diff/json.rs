//! A comparison as JSON.

use super::comparison::{Comparison, PlayComparison};
use super::sides::Side;
use super::summary;
use crate::cli::chosen::settings_of;
use boardwright::internals::diff::figures::Figure;
use boardwright::internals::diff::{Difference, Two};
use boardwright::notation::{self, Verdict};
use boardwright::outcome::Fault;
use boardwright::position::Position;
use boardwright::render::{self, TextStyle};
use serde_json::{Value, json};

/// Returns the comparison as JSON.
pub fn value(comparison: &Comparison<'_>) -> Value {
    let side = |side: &Side, start: Option<&String>| {
        let game = side.engine.game();
        json!({ "game": side.name, "title": game.title, "settings": settings_of(game), "position": start })
    };
    let start = comparison.start.as_ref();
    let mut value = json!({
        "a": side(&comparison.sides.a, start.map(|start| &start.a)),
        "b": side(&comparison.sides.b, start.map(|start| &start.b)),
        "same": comparison.is_same(),
        "summary": summary::summarize(comparison),
        "definitions": comparison.definitions,
        "remarks": comparison.remarks,
    });
    if let (Some(play), Some(object)) = (&comparison.play, value.as_object_mut()) {
        let found = &play.positions.found;
        let (run, changed) = &comparison.examples;
        object.insert("examples".to_owned(), json!({ "run": run, "changed": changed }));
        object.insert(
            "positions".to_owned(),
            json!({
                "search": play.positions.search,
                "elsewhere": play.positions.elsewhere,
                "random_games": play.positions.walks,
                "differences": found.iter().map(|found| difference(comparison, found)).collect::<Vec<_>>(),
            }),
        );
        object.insert("perft".to_owned(), json!(play.counted.counts));
        object.insert("playouts".to_owned(), playouts(comparison, play));
    }
    value
}

fn difference(comparison: &Comparison<'_>, found: &Difference) -> Value {
    let side =
        |side: &Side, at: &Option<Position>, moves: usize, only: &[String], refused: &[_], fault: &Option<Fault>| {
            let game = side.engine.game();
            let board = |at: &Position| render::text(game, at, &TextStyle::default());
            json!({
                "to_move": at.as_ref().and_then(notation::to_move).map(|player| game.player_name(player)),
                "outcome": at.as_ref().and_then(|at| at.outcome).map(|outcome| Verdict::new(game, outcome)),
                "moves": moves,
                "only": only,
                "refused": refused,
                "fault": fault.as_ref().map(Fault::to_string),
                "board": at.as_ref().map(board),
            })
        };
    let Two { a, b } = comparison.sides;
    json!({
        "what": found.what,
        "from": found.origin,
        "line": found.line,
        "shortest": found.shortest,
        "a": side(a, &found.at.a, found.moves.a, &found.only.a, &found.refused.a, &found.fault.a),
        "b": side(b, &found.at.b, found.moves.b, &found.only.b, &found.refused.b, &found.fault.b),
    })
}

fn playouts(comparison: &Comparison<'_>, play: &PlayComparison) -> Value {
    match &play.played {
        Ok((played, found)) => json!({
            "games": played.games,
            "seed": play.extent.seed,
            "max_plies": play.extent.max_plies,
            "confidence": 0.95,
            "figures": figures(found),
        }),
        Err(failed) => {
            let fault = |side: &Side, failed: &Option<(u64, Fault)>| {
                failed.as_ref().map(|(n, fault)| json!({ "game": n + 1, "of": side.name, "fault": fault.to_string() }))
            };
            let Two { a, b } = comparison.sides;
            json!({
                "seed": play.extent.seed,
                "max_plies": play.extent.max_plies,
                "faults": { "a": fault(a, &failed.a), "b": fault(b, &failed.b) },
            })
        }
    }
}

/// Returns the figures, each with its verdict in words.
pub fn figures(figures: &[Figure]) -> Vec<Value> {
    let figure = |figure: &Figure| {
        let mut value = json!(figure);
        if let Some(object) = value.as_object_mut() {
            object.insert("words".to_owned(), json!(figure.words()));
        }
        value
    };
    figures.iter().map(figure).collect()
}
