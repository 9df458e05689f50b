//! [`MoveDetails`]: what a move says without its text: its action, values and choices, and what it changes.

use crate::game::Game;
use crate::game::cells::Cell;
use crate::game::piece::Piece;
use crate::game::rules::{ActionId, VarId};
use crate::game::value::Value;
use crate::position::Position;
use crate::wording::counted;

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
    /// What is different after the move: pieces in the order moved, turned, put, removed, then stacks in another order, and then
    /// variables. One piece that is removed before one like it is put has moved. On a board with stacks, first all pieces leave
    /// that move or are removed, the upper one of equal pieces; then those that move or are put come on top, in their order; then
    /// the upper ones turn.
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
    /// A stack has its pieces in another order than the other changes would leave it.
    Reordered {
        /// Where it stands.
        cell: Cell,
        /// All its pieces, from the bottom up.
        pieces: Vec<Piece>,
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

    /// Returns the changes as people write them. Pieces of a stack that do the same are one text: `2 pieces move from a1 to b1: …`.
    pub fn texts(&self, game: &Game) -> Vec<String> {
        let same = |one: &Change, other: &Change| match (one, other) {
            (Change::Moved { from, to, .. }, Change::Moved { from: other_from, to: other_to, .. }) => {
                (from, to) == (other_from, other_to)
            }
            (Change::Put { cell, .. }, Change::Put { cell: other, .. })
            | (Change::Removed { cell, .. }, Change::Removed { cell: other, .. }) => cell == other,
            _ => false,
        };
        self.changes.chunk_by(same).map(|changes| text_of_same(game, changes)).collect()
    }
}

/// Writes changes of several pieces that do the same.
fn text_of_same(game: &Game, changes: &[Change]) -> String {
    let [first, _, ..] = changes else { return changes.first().map_or(String::new(), |only| only.text(game)) };
    let name = |cell: &Cell| game.board.name(*cell);
    let done = match first {
        Change::Moved { from, to, .. } => format!("move from {} to {}", name(from), name(to)),
        Change::Put { cell, .. } => format!("are put on {}", name(cell)),
        Change::Removed { cell, .. } => format!("are removed from {}", name(cell)),
        _ => String::new(),
    };
    let pieces: Vec<String> = changes
        .iter()
        .filter_map(|change| match change {
            Change::Moved { piece, .. } | Change::Put { piece, .. } | Change::Removed { piece, .. } => {
                Some(game.piece_name(*piece))
            }
            _ => None,
        })
        .collect();
    format!("{} {done}: {}", counted(changes.len(), "piece"), pieces.join(", "))
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
            Change::Reordered { cell, pieces } => {
                let pieces: Vec<String> = pieces.iter().map(piece).collect();
                format!("the stack on {} is {}, from the bottom up", name(cell), pieces.join(", "))
            }
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
