//! [`contrast`]: what is on a cell, as the reason why no move begins with it.

use super::picking::Picking;
use boardwright::game::Game;
use boardwright::game::cells::Cell;
use boardwright::game::piece::{Piece, Player};
use boardwright::position::Position;

/// What the rules can tell apart most simply.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Occupant {
    Nothing,
    Own,
    Other,
    Neutral,
}

fn occupant(position: &Position, piece: Piece) -> Occupant {
    match piece.owner {
        _ if piece.is_nothing() => Occupant::Nothing,
        Player::NOBODY => Occupant::Neutral,
        owner if owner == position.mover => Occupant::Own,
        _ => Occupant::Other,
    }
}

/// Returns what is on a cell in a few words, such as `a6 is Black's` and `d5 is empty`, or `None` if a move begins with a cell that
/// is alike: then it is not the reason.
pub fn contrast(game: &Game, position: &Position, picking: &Picking, cell: Cell) -> Option<String> {
    let piece = position.at(game, cell);
    let own = occupant(position, piece);
    let mut begins = (0..picking.moves().len()).filter_map(|index| picking.path_of(index).first());
    if begins.any(|begin| occupant(position, position.at(game, *begin)) == own) {
        return None;
    }
    let name = game.board.name(cell);
    match own {
        Occupant::Nothing => Some(format!("{name} is empty")),
        Occupant::Other => Some(format!("{name} is {}'s", game.player_name(piece.owner))),
        Occupant::Neutral => Some(format!("{name} has a neutral piece")),
        Occupant::Own => None,
    }
}
