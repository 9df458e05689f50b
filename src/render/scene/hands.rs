//! The pieces beside the board: what players have in hand, or what the file's look puts there.

use crate::game::Game;
use crate::game::layout::VarLayout;
use crate::game::piece::{Kind, Piece, Player};
use crate::game::rules::{IndexType, Var, VarId};
use crate::position::Position;
use crate::render::values;
use crate::types::Type;

/// Pieces that a player has beside the board of a [`Scene`](super::Scene), such as those in hand.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Hand {
    /// What they are called.
    pub name: String,
    /// Whose they are, or [`Player::NOBODY`].
    pub owner: Player,
    /// Each piece, and how often.
    pub pieces: Vec<(Piece, i32)>,
}

/// Returns whether pictures show the values of a variable as pieces beside the board.
pub(in crate::render) fn is_hand(game: &Game, at: usize, var: &Var) -> bool {
    is_number_of_kinds(var) || game.look.beside(VarId(at as u16)).is_some()
}

/// Returns whether a variable has a number for each player and kind.
fn is_number_of_kinds(var: &Var) -> bool {
    var.indexes == [IndexType::Player, IndexType::Kind] && var.ty == Type::Int
}

/// Returns the pieces beside the board, variable by variable.
pub(super) fn hands(game: &Game, position: &Position) -> Vec<Hand> {
    let shown = values::listed(game).filter_map(|(at, var)| Some((at, var, game.layout.vars.get(at)?)));
    shown.flat_map(|(at, var, place)| of_variable(game, position, at, var, place)).collect()
}

fn of_variable(game: &Game, position: &Position, at: usize, var: &Var, place: &VarLayout) -> Vec<Hand> {
    let number = |n: usize| position.value_words(place, n).first().map_or(0, |word| *word as i32);
    let players = || (0..game.players.len()).map(|player| Player(player as u8));
    let hand = |owner: Player, pieces: Vec<(Piece, i32)>| Hand {
        name: values::name(game, at, var).to_owned(),
        owner,
        pieces: pieces.into_iter().filter(|(_, number)| *number != 0).collect(),
    };
    if is_number_of_kinds(var) {
        let kinds = |owner: Player| {
            let first = usize::from(owner.0) * game.kinds.len();
            (0..game.kinds.len()).map(|kind| (piece(game, Kind(kind as u8), owner), number(first + kind))).collect()
        };
        return players().map(|owner| hand(owner, kinds(owner))).collect();
    }
    match (game.look.beside(VarId(at as u16)), var.indexes.as_slice()) {
        (Some(shown), [IndexType::Player]) => {
            let pieces = |owner: Player| vec![(piece(game, shown.kind, owner), number(usize::from(owner.0)))];
            players().map(|owner| hand(owner, pieces(owner))).collect()
        }
        (Some(shown), _) => vec![hand(shown.owner, vec![(shown, number(0))])],
        (None, _) => Vec::new(),
    }
}

/// Returns the piece of this kind that a player has.
fn piece(game: &Game, kind: Kind, owner: Player) -> Piece {
    let is_neutral = game.kinds.get(usize::from(kind.0)).is_some_and(|info| info.neutral);
    Piece { kind, owner: if is_neutral { Player::NOBODY } else { owner } }
}
