//! [`Arrow`]: a move on a picture.

use crate::details::{Change, MoveDetails};
use crate::engine::Engine;
use crate::game::cells::Cell;
use crate::position::Position;

/// A move on a picture: an arrow, or a ring around its target cell.
///
/// See [`svg()`](crate::render::svg()) for an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Arrow {
    /// The cell where it begins, unless the move involves only one cell.
    pub from: Option<Cell>,
    /// The target cell.
    pub to: Cell,
    /// What it marks.
    pub mark: ArrowMark,
}

/// What an arrow marks, by its color.
///
/// See [`svg()`](crate::render::svg()) for an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ArrowMark {
    /// The last move.
    Last,
    /// A legal move.
    Legal,
    /// An illegal move; it is crossed out.
    Illegal,
}

/// With more arrows than this on one board, none are drawn.
const MOST: usize = 16;

impl Arrow {
    /// Returns the arrows if one board has room for them, and otherwise none.
    pub fn few(arrows: &[Arrow]) -> Vec<Arrow> {
        if arrows.len() > MOST { Vec::new() } else { arrows.to_vec() }
    }

    /// Returns an arrow for each piece or stack that a move moves.
    pub fn each_moved(details: &MoveDetails, mark: ArrowMark) -> Vec<Arrow> {
        let arrow = |change: &Change| match change {
            Change::Moved { from, to, .. } => Some(Arrow { from: Some(*from), to: *to, mark }),
            _ => None,
        };
        let mut arrows: Vec<Arrow> = details.changes.iter().filter_map(arrow).collect();
        // The pieces of a stack go the same way, one after the other.
        arrows.dedup();
        arrows
    }

    /// Returns one arrow or ring for a move: where the first piece moves or, if none does, where one is put, turned or removed.
    pub fn first(details: &MoveDetails, mark: ArrowMark) -> Option<Arrow> {
        details.changes.iter().find_map(|change| match change {
            Change::Moved { from, to, .. } => Some(Arrow { from: Some(*from), to: *to, mark }),
            Change::Turned { cell, .. }
            | Change::Put { cell, .. }
            | Change::Removed { cell, .. }
            | Change::Reordered { cell, .. } => Some(Arrow { from: None, to: *cell, mark }),
            Change::Set(_) => None,
        })
    }

    /// Returns an arrow for each piece that the last move moved, given its text and the position before it.
    pub fn last(engine: &dyn Engine, before: &Position, text: &str) -> Vec<Arrow> {
        let Ok(Some(mv)) = engine.find(before, text) else { return Vec::new() };
        let details = engine.details(before, &mv);
        details.map_or_else(|_| Vec::new(), |details| Arrow::each_moved(&details, ArrowMark::Last))
    }
}
