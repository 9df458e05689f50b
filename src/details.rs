//! [`MoveDetails`]: what a move says without its text: its action, values and choices, and what it changes.

use crate::game::Game;
use crate::game::cells::Cell;
use crate::game::piece::Piece;
use crate::game::rules::{ActionId, VarId};
use crate::game::value::Value;
use crate::position::Position;

/// The parts of a move, and what it changes; see [`crate::engine::Engine::details`].
///
/// ```
/// use boardwright::render::JsonDetails;
///
/// let push = boardwright::load_bundled("push", &[])?;
/// let start = push.start()?;
/// let mv = push.find(&start, "a2-a3")?.expect("it is legal");
/// let details = push.details(&start, &mv)?;
///
/// let game = push.game();
/// assert_eq!(game.actions[usize::from(details.action.0)].name, "push");
/// let (from, to) = details.from_to().expect("one piece moves");
/// assert_eq!((game.board.name(from), game.board.name(to)), ("a2", "a3"));
/// assert_eq!(details.changes[0].text(game), "pawn of White moves from a2 to a3");
/// let after = push.play(&start, &mv)?.expect("it is legal");
/// let json = serde_json::to_value(JsonDetails::new(game, "a2-a3".to_owned(), &details, &start, &after))?;
/// assert_eq!(json["changes"][0]["to"], "a3");
///
/// // A move may set variables as well:
/// let morris = boardwright::load_bundled("nine-mens-morris", &[])?;
/// let start = morris.start()?;
/// let mv = morris.find(&start, "a1")?.expect("it is legal");
/// let changes = morris.details(&start, &mv)?.changes;
/// assert_eq!(changes[1].text(morris.game()), "hand(White) is 8");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct MoveDetails {
    /// The action.
    pub action: ActionId,
    /// The binders with their values, in order.
    pub binders: Vec<(String, Value)>,
    /// What was chosen at each `choose`, in the order in which they were reached: the name of its variable, and the value;
    /// `None` if a `may choose` was declined.
    pub choices: Vec<(String, Option<Value>)>,
    /// What is different after the move: pieces in the order moved, turned, put, removed, and then variables.
    pub changes: Vec<Change>,
}

/// A difference between the positions before and after a move.
///
/// See [`MoveDetails`] for an example.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Change {
    /// A piece moves to another cell.
    Moved {
        /// The piece, as it was.
        piece: Piece,
        /// Where it stood.
        from: Cell,
        /// Where it stands.
        to: Cell,
    },
    /// A piece becomes another one: it is promoted, turned over or changes hands.
    Turned {
        /// Where it stands after the move.
        cell: Cell,
        /// The piece, as it was.
        was: Piece,
        /// The piece that it is now.
        piece: Piece,
    },
    /// A new piece is put on the board.
    Put {
        /// The piece.
        piece: Piece,
        /// Where it stands.
        cell: Cell,
    },
    /// A piece leaves the board.
    Removed {
        /// The piece.
        piece: Piece,
        /// Where it stood.
        cell: Cell,
    },
    /// A variable has another value.
    Set(Box<VarChange>),
}

/// A variable, or one of its values, that is different after a move.
///
/// See [`MoveDetails`] for an example.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct VarChange {
    /// The variable.
    pub var: VarId,
    /// The values of its indexes.
    pub indexes: Vec<Value>,
    /// The value before.
    pub was: Value,
    /// The new value.
    pub value: Value,
}

impl VarChange {
    /// Returns the changes of variables between the positions before and after a move.
    pub(crate) fn between<'p>(
        game: &'p Game,
        before: &'p Position,
        after: &'p Position,
    ) -> impl Iterator<Item = VarChange> + 'p {
        after.changed_values(before, game).map(|changed| VarChange {
            var: changed.id,
            indexes: changed.indexes().collect(),
            was: Value::stored(changed.var.ty, changed.was),
            value: Value::stored(changed.var.ty, changed.words),
        })
    }
}

impl MoveDetails {
    /// Returns where the piece stood and stands, if the move moves exactly one.
    pub fn from_to(&self) -> Option<(Cell, Cell)> {
        let mut moved = self.changes.iter().filter_map(|change| match change {
            Change::Moved { from, to, .. } => Some((*from, *to)),
            _ => None,
        });
        moved.next().filter(|_| moved.next().is_none())
    }
}

impl Change {
    /// Returns the change as people write it: `king of White moves from e1 to e2`, `hand(White) is 3`.
    pub fn text(&self, game: &Game) -> String {
        let (piece, name) = (|piece: &Piece| game.piece_name(*piece), |cell: &Cell| game.board.name(*cell));
        match self {
            Change::Moved { piece: moved, from, to } => {
                format!("{} moves from {} to {}", piece(moved), name(from), name(to))
            }
            Change::Turned { cell, was, piece: is } => {
                format!("{} on {} becomes {}", piece(was), name(cell), piece(is))
            }
            Change::Put { piece: put, cell } => format!("{} is put on {}", piece(put), name(cell)),
            Change::Removed { piece: removed, cell } => format!("{} is removed from {}", piece(removed), name(cell)),
            Change::Set(set) => {
                let VarChange { var, indexes, value, .. } = &**set;
                let var = game.vars.get(usize::from(var.0)).map_or("", |var| &var.name);
                let indexes: Vec<String> = indexes.iter().map(|index| index.text(game)).collect();
                match indexes.is_empty() {
                    true => format!("{var} is {}", value.text(game)),
                    false => format!("{var}({}) is {}", indexes.join(", "), value.text(game)),
                }
            }
        }
    }
}
