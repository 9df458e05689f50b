//! The sides of cells: edges of the board in players' colors, and outlines of sets.

use crate::game::Game;
use crate::game::board::Board;
use crate::game::cells::{Cell, CellSet};
use crate::player::evaluation::connections;
use crate::render::colors::Paint;
use std::collections::BTreeMap;

/// A side of a square or hex. Points are in distances of neighboring cells; x grows to the East, y to the North.
///
/// See [`Scene`](super::Scene) for an example.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct Side {
    /// The cell.
    pub cell: Cell,
    /// The cell on the other side, if there is one.
    pub beyond: Option<Cell>,
    /// The ends of the side.
    pub ends: [(f64, f64); 2],
    /// The direction in which it is outside of the cell, as a unit vector.
    outward: (f64, f64),
}

/// Returns the corners of each square or hex, from its center, one after the other; none for a graph, which has only points.
pub(in crate::render) fn corners(board: &Board) -> Vec<(f64, f64)> {
    let (half, quarter) = (0.5, 1.0 / 12f64.sqrt());
    let hex = [(0.0, 2.0), (1.0, 1.0), (1.0, -1.0), (0.0, -2.0), (-1.0, -1.0), (-1.0, 1.0)];
    let square = [(-1.0, 1.0), (1.0, 1.0), (1.0, -1.0), (-1.0, -1.0)];
    match (board.is_graph(), board.is_hex()) {
        (true, _) => Vec::new(),
        (_, true) => hex.into_iter().map(|(x, y)| (x * half, y * quarter)).collect(),
        _ => square.into_iter().map(|(x, y)| (x * half, y * half)).collect(),
    }
}

/// Returns all sides of all cells.
pub(super) fn sides(board: &Board) -> Vec<Side> {
    let key = |(x, y): (f64, f64)| ((x * 8.0).round() as i64, (y * 8.0).round() as i64);
    let places: Vec<(Cell, (f64, f64))> =
        board.cells().filter_map(|cell| Some((cell, board.position(cell)?))).collect();
    let at: BTreeMap<(i64, i64), Cell> = places.iter().map(|(cell, place)| (key(*place), *cell)).collect();
    let corners = corners(board);
    let of_cell = |(cell, (x, y)): &(Cell, (f64, f64))| {
        let (cell, x, y) = (*cell, *x, *y);
        let side = |(from, to): (&(f64, f64), &(f64, f64))| {
            let beyond = (from.0 + to.0, from.1 + to.1);
            Side {
                cell,
                beyond: at.get(&key((x + beyond.0, y + beyond.1))).copied(),
                ends: [(x + from.0, y + from.1), (x + to.0, y + to.1)],
                outward: unit(beyond),
            }
        };
        corners.iter().zip(corners.iter().cycle().skip(1)).map(side).collect::<Vec<Side>>()
    };
    places.iter().flat_map(of_cell).collect()
}

/// Returns the outline of a set.
pub(super) fn around(sides: &[Side], cells: &CellSet) -> Vec<Side> {
    let is_inside = |cell: Option<Cell>| cell.is_some_and(|cell| cells.contains(cell));
    sides.iter().filter(|side| is_inside(Some(side.cell)) && !is_inside(side.beyond)).copied().collect()
}

/// Returns the edges that some players connect and others do not, in the players' colors.
pub(super) fn connected(game: &Game, players: &[Paint]) -> Vec<(CellSet, Paint)> {
    let connected = connections(game);
    let is_common = |edge: &CellSet| game.players.len() > 1 && connected.iter().all(|edges| edges.contains(edge));
    let own = connected.iter().zip(players).flat_map(|(edges, paint)| edges.iter().map(move |cells| (*cells, *paint)));
    own.filter(|(cells, _)| !is_common(cells)).collect()
}

/// Returns the outer sides of some edges in their colors. A cell in the corner belongs to two edges: each of its sides belongs to the
/// one that lies in its direction.
pub(super) fn edges(sides: &[Side], edges: &[(CellSet, Paint)]) -> Vec<(Side, Paint)> {
    let outer = || sides.iter().filter(|side| side.beyond.is_none());
    let count = |cell: Cell| outer().filter(|side| side.cell == cell).count();
    let directed = edges.iter().map(|(cells, paint)| {
        let counts: BTreeMap<Cell, usize> = cells.iter().map(|cell| (cell, count(cell))).collect();
        let fewest = counts.values().filter(|count| **count > 0).min();
        // A cell in a corner has sides in other directions, too.
        let typical = outer().filter(|side| counts.get(&side.cell).is_some_and(|count| Some(count) == fewest));
        let sum = typical.fold((0.0, 0.0), |sum, side| (sum.0 + side.outward.0, sum.1 + side.outward.1));
        (cells, *paint, unit(sum))
    });
    let directed: Vec<(&CellSet, Paint, (f64, f64))> = directed.collect();
    let own = outer().filter_map(|side| {
        let along = |outward: (f64, f64)| outward.0 * side.outward.0 + outward.1 * side.outward.1;
        let near = directed.iter().filter(|(cells, _, outward)| cells.contains(side.cell) && along(*outward) > 0.1);
        near.max_by(|a, b| along(a.2).total_cmp(&along(b.2))).map(|(_, paint, _)| (*side, *paint))
    });
    own.collect()
}

fn unit((x, y): (f64, f64)) -> (f64, f64) {
    let length = x.hypot(y).max(f64::MIN_POSITIVE);
    (x / length, y / length)
}

#[cfg(test)]
mod tests {
    use crate::load::load_text;
    use crate::render::Scene;

    /// Returns how many sides of cells are red, and how many are blue.
    fn sides(board: &str, clauses: &str) -> [usize; 2] {
        let text = format!(
            "game \"Links\"\nboard {board}\nplayers Red, Blue\npiece stone\naction put(p: empty) do put stone at p\n\
             end {{ {clauses} when none(empty): draw }}"
        );
        let engine = load_text(&text, &[]).unwrap();
        let scene = Scene::new(engine.game(), &engine.start().unwrap());
        ["red", "blue"].map(|color| scene.edges.iter().filter(|(_, paint)| paint.name() == color).count())
    }

    #[test]
    fn each_player_has_the_edges_to_be_connected() {
        let both = "when connects(stone of Red, edge(N), edge(S)): Red wins
                    when connects(stone of Blue, edge(W), edge(E)): Blue wins";
        assert_eq!(sides("square 5 x 4", both), [10, 8]);
        // Each of the 26 outer sides of 3 x 4 hexes, those of the corners divided by their directions.
        assert_eq!(sides("hex 3 x 4", both).iter().sum::<usize>(), 26);
        let one =
            "when connects(own, edge(if mover == Red then N else W), edge(if mover == Red then S else E)): mover wins";
        assert_eq!(sides("square 5 x 4", one), [10, 8]);
        assert_eq!(sides("square 3 x 3", "when connects(stone of Red, edge(N), edge(W)): Red wins"), [6, 0]);
    }

    #[test]
    fn what_all_players_connect_is_nobodys() {
        assert_eq!(sides("hex triangle 5", "when connects(own, side(1), side(2), side(3)): mover wins"), [0, 0]);
        assert_eq!(sides("square 3 x 3", "when connects(stone of Blue, edge(N), edge(S)): Red loses"), [0, 6]);
        assert_eq!(sides("square 3 x 3", ""), [0, 0]);
    }
}
