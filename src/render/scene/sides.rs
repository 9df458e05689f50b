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

impl Side {
    /// Returns how many columns and rows the next cell beyond it is away, on a board of squares or hexes.
    pub(in crate::render) fn steps(&self, is_hex: bool) -> (i32, i32) {
        let dy = self.outward.1.round();
        // Each row of hexes is half a cell further to the East than the one below.
        let dx = self.outward.0 - if is_hex { dy / 2.0 } else { 0.0 };
        (dx.round() as i32, dy as i32)
    }
}

/// Returns the corners of each square or hex, from its center, one after the other; none for a graph, which has only points.
pub(super) fn corners(board: &Board) -> Vec<(f64, f64)> {
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

/// A connected part of an edge.
struct Edge {
    cells: CellSet,
    paint: Paint,
    /// Its cells with the fewest outer sides, which are in no corner.
    middle: CellSet,
    /// Where it lies, seen from the middle of the board.
    outward: (f64, f64),
}

impl Edge {
    fn new(outer: &[Side], cells: CellSet, paint: Paint) -> Edge {
        let mut counts: BTreeMap<Cell, usize> = BTreeMap::new();
        for side in outer.iter().filter(|side| cells.contains(side.cell)) {
            *counts.entry(side.cell).or_default() += 1;
        }
        let fewest = counts.values().min().copied();
        let middle: CellSet =
            counts.iter().filter(|(_, count)| Some(**count) == fewest).map(|(cell, _)| *cell).collect();
        let typical = outer.iter().filter(|side| middle.contains(side.cell));
        let sum = typical.fold((0.0, 0.0), |sum, side| (sum.0 + side.outward.0, sum.1 + side.outward.1));
        Edge { cells, paint, middle, outward: unit(sum) }
    }

    /// Returns how well a side lies in its direction, or `None` if it belongs to another edge.
    fn claim(&self, side: &Side) -> Option<f64> {
        let along = self.outward.0 * side.outward.0 + self.outward.1 * side.outward.1;
        let is_own = along > 0.1 || self.middle.contains(side.cell);
        (self.cells.contains(side.cell) && is_own).then_some(along)
    }
}

/// Returns the outer sides of some edges in their colors. A cell in the corner belongs to two edges: each of its sides belongs to the
/// one that lies in its direction.
pub(super) fn edges(board: &Board, sides: &[Side], edges: &[(CellSet, Paint)]) -> Vec<(Side, Paint)> {
    let outer: Vec<Side> = sides.iter().filter(|side| side.beyond.is_none()).copied().collect();
    let mut parts: Vec<Edge> = Vec::new();
    for (cells, paint) in edges {
        let mut rest = *cells;
        while let Some(first) = rest.first() {
            let part = board.group(&CellSet::of(first), &rest);
            rest = rest.except(&part);
            parts.push(Edge::new(&outer, part, *paint));
        }
    }
    let own = outer.iter().filter_map(|side| {
        let claims = parts.iter().filter_map(|edge| Some((edge.claim(side)?, edge.paint)));
        claims.max_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, paint)| (*side, paint))
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
    fn a_look_may_name_edges_that_lie_apart() {
        let text = "game \"Looks\" board square 4 x 3 players Red, Blue piece stone \
                    look { edge rows(1) | rows(3): Red edge columns(1): Blue } \
                    action put(p: empty) do put stone at p end { when stuck(next): draw }";
        let engine = load_text(text, &[]).unwrap();
        let scene = Scene::new(engine.game(), &engine.start().unwrap());
        let count = |color: &str| scene.edges.iter().filter(|(_, paint)| paint.name() == color).count();
        assert_eq!((count("red"), count("blue")), (8, 3));
    }

    #[test]
    fn what_all_players_connect_is_nobodys() {
        assert_eq!(sides("hex triangle 5", "when connects(own, side(1), side(2), side(3)): mover wins"), [0, 0]);
        assert_eq!(sides("square 3 x 3", "when connects(stone of Blue, edge(N), edge(S)): Red loses"), [0, 6]);
        assert_eq!(sides("square 3 x 3", ""), [0, 0]);
    }
}
