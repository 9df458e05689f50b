//! Places: what a cell of the board is like for a player's piece.

use super::goals::{Form, Goals};
use crate::game::Game;
use crate::game::cells::Cell;
use crate::game::operator::bits;
use crate::game::piece::Dir;

/// The names of what a place is like.
pub(super) const NAMES: [&str; 5] = ["material", "advance", "center", "edge", "corner"];

/// What a place is like: one number for each of [`NAMES`], from 0 to 1.
pub(super) type Place = [f32; NAMES.len()];

/// Returns what the cells are like for a player.
pub(super) fn places(game: &Game, goals: &Goals, player: usize) -> Vec<Place> {
    let board = &game.board;
    let (edge, corner) = (board.edge::<16>(), board.corner::<16>());
    let center = scaled(&board.cells().map(|cell| -from_center(game, cell)).collect::<Vec<f32>>());
    let advance = scaled(&advance(game, goals, player));
    let place = |cell: Cell| {
        let n = usize::from(cell.0);
        let is_in = |holds: bool| if holds { 1.0 } else { 0.0 };
        [1.0, advance[n], center[n], is_in(edge.contains(cell)), is_in(corner.contains(cell))]
    };
    board.cells().map(place).collect()
}

/// Returns how far a cell is from the middle of the drawing.
fn from_center(game: &Game, cell: Cell) -> f32 {
    let positions: Vec<(f64, f64)> = game.board.cells().filter_map(|cell| game.board.position(cell)).collect();
    let middle = |of: fn(&(f64, f64)) -> f64| {
        let (least, most) = positions.iter().map(of).fold((f64::MAX, f64::MIN), |(a, b), x| (a.min(x), b.max(x)));
        (least + most) / 2.0
    };
    let (x, y) = (middle(|at| at.0), middle(|at| at.1));
    let far = |at: (f64, f64)| ((at.0 - x) * (at.0 - x) + (at.1 - y) * (at.1 - y)).sqrt();
    game.board.position(cell).map_or(0.0, |at| far(at) as f32)
}

/// Returns how far ahead the cells are: along the way that the player goes, or else toward a region that wins.
fn advance(game: &Game, goals: &Goals, player: usize) -> Vec<f32> {
    let board = &game.board;
    if let Some(going) = game.players.get(player).and_then(|info| info.going) {
        let ways: Vec<Dir> = bits(going).map(Dir).collect();
        let ahead = |cell: Cell| {
            let of =
                |by: fn(&crate::game::board::Board, Dir) -> i32| ways.iter().map(|way| by(board, *way)).sum::<i32>();
            let (dx, dy) = (of(|board, way| board.dx(way)), of(|board, way| board.dy(way)));
            (board.column(cell).unwrap_or(0) * dx + board.row(cell).unwrap_or(0) * dy) as f32
        };
        return board.cells().map(ahead).collect();
    }
    let regions = goals.all.iter().filter(|goal| goal.is_good).filter_map(|goal| goal.forms[player].as_ref());
    for form in regions {
        if let Form::Region(_, distances) = form {
            return distances.iter().map(|far| -f32::from(*far)).collect();
        }
    }
    vec![0.0; board.len()]
}

/// Scales numbers so that the least is 0 and the greatest 1; all are 0 if they are equal.
fn scaled(numbers: &[f32]) -> Vec<f32> {
    let (least, most) = numbers.iter().fold((f32::MAX, f32::MIN), |(least, most), n| (least.min(*n), most.max(*n)));
    let wide = if most > least { most - least } else { 1.0 };
    numbers.iter().map(|n| (n - least) / wide).collect()
}
