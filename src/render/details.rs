//! Details of moves in JSON, for scripts.

use super::to_json;
use crate::details::{Change, MoveDetails, VarChange};
use crate::game::Game;
use crate::game::piece::Piece;
use crate::game::value::Value;
use crate::notation::{self, Verdict};
use crate::position::Position;
use serde::Serialize;
use serde_json::Value as Json;

/// The details of a move for scripts. Values are written as by [`to_json`].
///
/// See [`MoveDetails`] for an example.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct JsonDetails {
    /// The text of the move.
    pub text: String,
    /// The action.
    pub action: String,
    /// The binders, in order.
    pub binders: Vec<JsonPart>,
    /// What was chosen, in order; `null` if a `may choose` was declined.
    pub choices: Vec<JsonPart>,
    /// The first cell of the piece, if exactly one piece moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// Its last cell.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// What is different after the move.
    pub changes: Vec<JsonChange>,
    /// Who moves next, or `null` if the move ends the game.
    pub to_move: Option<String>,
    /// The result, if the move ends the game.
    pub outcome: Option<Verdict>,
    /// The players who go out of a game for three or more players by the move.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub out: Vec<JsonDeparture>,
}

/// A player who goes out of the game, in [`JsonDetails`], such as `{"player":"Green","reason":"…"}`.
///
/// See [`MoveDetails`] for an example.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct JsonDeparture {
    /// The player.
    pub player: String,
    /// The clause of `end` that decided it, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
}

/// A named value of a move, in [`JsonDetails`].
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct JsonPart {
    /// The name of the binder, or of the variable of a `choose`.
    pub name: String,
    /// The value.
    pub value: Json,
}

/// A [`Change`] for scripts, such as `{"change":"put","piece":{"owner":"Black","kind":"disc"},"cell":"d3"}`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[serde(tag = "change", rename_all = "lowercase")]
#[allow(missing_docs)] // as in `Change`
#[non_exhaustive]
pub enum JsonChange {
    Moved { piece: Json, from: String, to: String },
    Turned { cell: String, was: Json, piece: Json },
    Put { piece: Json, cell: String },
    Removed { piece: Json, cell: String },
    Reordered { cell: String, pieces: Vec<Json> },
    Set { variable: String, indexes: Vec<Json>, was: Json, value: Json },
}

impl JsonDetails {
    /// Converts the details of a move with this text, which leads from the position `before` to the position `after`.
    pub fn new(game: &Game, text: String, details: &MoveDetails, before: &Position, after: &Position) -> JsonDetails {
        let part = |name: &String, value: Json| JsonPart { name: name.clone(), value };
        let moved = details.from_to().map(|(from, to)| (cell_name(game, from), cell_name(game, to)));
        let (from, to) = moved.unzip();
        JsonDetails {
            text,
            action: game
                .actions
                .get(usize::from(details.action.0))
                .map_or_else(String::new, |action| action.name.clone()),
            binders: details.binders.iter().map(|(name, value)| part(name, to_json(game, value))).collect(),
            choices: details
                .choices
                .iter()
                .map(|(name, value)| part(name, value.as_ref().map_or(Json::Null, |value| to_json(game, value))))
                .collect(),
            from,
            to,
            changes: details.changes.iter().map(|change| JsonChange::new(game, change)).collect(),
            to_move: notation::to_move(after).map(|player| game.player_name(player).to_owned()),
            outcome: after.outcome.map(|outcome| Verdict::new(game, outcome)),
            out: notation::went_out(game, before, after)
                .map(|player| JsonDeparture { player: game.player_name(player).to_owned(), reason: None })
                .collect(),
        }
    }
}

impl JsonChange {
    fn new(game: &Game, change: &Change) -> JsonChange {
        let piece = |piece: &Piece| to_json(game, &Value::Piece(*piece));
        match change {
            Change::Moved { piece: moved, from, to } => {
                JsonChange::Moved { piece: piece(moved), from: cell_name(game, *from), to: cell_name(game, *to) }
            }
            Change::Turned { cell, was, piece: is } => {
                JsonChange::Turned { cell: cell_name(game, *cell), was: piece(was), piece: piece(is) }
            }
            Change::Put { piece: put, cell } => JsonChange::Put { piece: piece(put), cell: cell_name(game, *cell) },
            Change::Removed { piece: removed, cell } => {
                JsonChange::Removed { piece: piece(removed), cell: cell_name(game, *cell) }
            }
            Change::Reordered { cell, pieces } => {
                JsonChange::Reordered { cell: cell_name(game, *cell), pieces: pieces.iter().map(piece).collect() }
            }
            Change::Set(set) => {
                let VarChange { var, indexes, was, value } = &**set;
                JsonChange::Set {
                    variable: game.vars.get(usize::from(var.0)).map_or_else(String::new, |var| var.name.clone()),
                    indexes: indexes.iter().map(|index| to_json(game, index)).collect(),
                    was: to_json(game, was),
                    value: to_json(game, value),
                }
            }
        }
    }
}

fn cell_name(game: &Game, cell: crate::game::cells::Cell) -> String {
    game.board.name(cell).to_owned()
}
