//! What a move does to the mover's own pieces.

use boardwright::game::cells::Cell;
use boardwright::game::piece::{Kind, Player};
use boardwright::moves::{Change, MoveDetails};

/// What a move does to the mover's own pieces, which is what other programs write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Doing {
    /// A piece goes to another cell, and may become another kind.
    Step { from: Cell, to: Cell, becomes: Option<Kind> },
    /// Two pieces move at once; the first one is the one that the move names.
    Castle { from: Cell, to: Cell, other: Cell },
    /// A piece comes onto the board.
    Put { kind: Kind, to: Cell },
    /// The board is the same after it.
    Pass,
}

/// Returns what a move does, or `None` if it does something else.
pub fn doing(mover: Player, details: &MoveDetails) -> Option<Doing> {
    let changes = || details.changes.iter();
    let moved: Vec<(Cell, Cell)> = changes()
        .filter_map(|change| match change {
            Change::Moved { piece, from, to } if piece.owner == mover => Some((*from, *to)),
            _ => None,
        })
        .collect();
    let put: Vec<(Kind, Cell)> = changes()
        .filter_map(|change| match change {
            Change::Put { piece, cell } if piece.owner == mover => Some((piece.kind, *cell)),
            _ => None,
        })
        .collect();
    let becomes = |at: Cell| {
        changes().find_map(|change| match change {
            Change::Turned { cell, was, piece } if *cell == at && was.owner == mover && piece.owner == mover => {
                Some(piece.kind)
            }
            _ => None,
        })
    };
    match (moved.as_slice(), put.as_slice()) {
        ([(from, to)], []) => Some(Doing::Step { from: *from, to: *to, becomes: becomes(*to) }),
        ([(from, to), (other, _)], []) => Some(Doing::Castle { from: *from, to: *to, other: *other }),
        ([], [(kind, to)]) => Some(Doing::Put { kind: *kind, to: *to }),
        ([], []) if changes().all(|change| matches!(change, Change::Set(_))) => Some(Doing::Pass),
        _ => None,
    }
}
