//! What a move does to the mover's own pieces.

use boardwright::game::cells::Cell;
use boardwright::game::piece::{Kind, Player};
use boardwright::game::value::Value;
use boardwright::moves::{Change, MoveDetails};
use boardwright::{Session, SessionError};

/// What a move does to the mover's own pieces, which is what other programs write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Doing {
    /// A piece or a stack goes to another cell, and its top may become another kind.
    Step { from: Cell, to: Cell, becomes: Option<Kind> },
    /// A piece goes to another cell, and another own piece that the move names goes somewhere, too: castling.
    Castle { from: Cell, to: Cell, other: Cell },
    /// A piece comes onto the board.
    Put { kind: Kind, to: Cell },
    /// The board is the same after it.
    Pass,
}

impl Doing {
    /// Returns what the legal move with this index does, or `None` if it does something else.
    pub fn of(session: &mut Session, index: usize) -> Result<Option<Doing>, SessionError> {
        let details = session.details(index)?;
        let Some(mover) = session.to_move() else { return Ok(None) };
        let position = session.position();
        let own = |cell: Cell| Some(position.at(session.game(), cell)).filter(|piece| piece.owner == mover);
        let mut named = details.binders.iter().filter_map(|(_, value)| match value {
            Value::Cell(cell) => own(*cell).map(|piece| (*cell, piece.kind)),
            _ => None,
        });
        Ok(match (named.next(), named.next()) {
            (Some((from, kind)), Some((other, _))) if from != other => {
                // In Chess960, the king may stay where he is.
                let to = arrivals(mover, &details).find(|(arrived, _)| *arrived == kind).map_or(from, |(_, to)| to);
                Some(Doing::Castle { from, to, other })
            }
            _ => Doing::of_one_piece(mover, &details),
        })
    }

    fn of_one_piece(mover: Player, details: &MoveDetails) -> Option<Doing> {
        let changes = || details.changes.iter();
        let moved_by = |is_own: bool| {
            let mut moved: Vec<(Cell, Cell)> = changes()
                .filter_map(|change| match change {
                    Change::Moved { piece, from, to } if !is_own || piece.owner == mover => Some((*from, *to)),
                    _ => None,
                })
                .collect();
            // The pieces of a stack go the same way.
            moved.dedup();
            moved
        };
        let put: Vec<(Kind, Cell)> = changes()
            .filter_map(|change| match change {
                Change::Put { piece, cell } if piece.owner == mover => Some((piece.kind, *cell)),
                _ => None,
            })
            .collect();
        let own = moved_by(true);
        // A move of others' pieces alone may go the same way as one with own pieces, and must not be taken for it.
        let moved = if own.is_empty() && put.is_empty() { moved_by(false) } else { own };
        let (mut moved, mut put) = (moved.into_iter(), put.into_iter());
        let becomes = |at: Cell| {
            changes().find_map(|change| match change {
                Change::Turned { cell, was, piece } if *cell == at && was.owner == mover && piece.owner == mover => {
                    Some(piece.kind)
                }
                _ => None,
            })
        };
        match (moved.next(), moved.next(), put.next(), put.next()) {
            (Some((from, to)), None, None, _) => Some(Doing::Step { from, to, becomes: becomes(to) }),
            (None, _, Some((kind, to)), None) => Some(Doing::Put { kind, to }),
            (None, _, None, _) if changes().all(|change| matches!(change, Change::Set(_))) => Some(Doing::Pass),
            _ => None,
        }
    }
}

/// Returns where the mover's pieces arrive.
fn arrivals(mover: Player, details: &MoveDetails) -> impl Iterator<Item = (Kind, Cell)> {
    details.changes.iter().filter_map(move |change| match change {
        Change::Moved { piece, to, .. } if piece.owner == mover => Some((piece.kind, *to)),
        Change::Put { piece, cell } | Change::Turned { piece, cell, .. } if piece.owner == mover => {
            Some((piece.kind, *cell))
        }
        _ => None,
    })
}
