//! The edges of the board that players connect, in their colors.

use super::board::Geometry;
use super::xml::{Xml, number};
use crate::game::Game;
use crate::game::cells::{Cell, CellSet};
use crate::player::evaluation::connections;
use crate::render::colors;
use std::collections::BTreeMap;

/// How thick an edge is, and its outline.
const THICK: f64 = 5.0;
const OUTLINE: f64 = 7.0;

/// A side of a cell that no other cell touches.
struct OuterSide {
    cell: Cell,
    /// Its ends.
    line: [(f64, f64); 2],
    /// The direction in which it is outside, as a unit vector.
    outward: (f64, f64),
}

/// An edge that a player has to reach, and where it lies.
struct Edge {
    player: usize,
    cells: CellSet,
    outward: (f64, f64),
}

/// Draws the edges that some players connect and others do not. A cell in the corner belongs to two edges: each of its sides belongs
/// to the one that lies in its direction.
pub(super) fn draw(xml: &mut Xml, game: &Game, plan: &Geometry<'_>) {
    let connected = connections(game);
    let is_common = |edge: &CellSet| game.players.len() > 1 && connected.iter().all(|edges| edges.contains(edge));
    let own = connected.iter().enumerate().flat_map(|(player, edges)| edges.iter().map(move |cells| (player, *cells)));
    let own: Vec<(usize, CellSet)> = own.filter(|(_, cells)| !is_common(cells)).collect();
    if own.is_empty() || game.board.is_graph() {
        return;
    }
    let sides = outer_sides(plan);
    let edges: Vec<Edge> = own
        .iter()
        .map(|(player, cells)| {
            let of_cell = |cell| sides.iter().filter(|side| side.cell == cell).count();
            let fewest = cells.iter().map(of_cell).filter(|count| *count > 0).min();
            // A cell in a corner has sides in other directions, too.
            let typical = sides.iter().filter(|side| cells.contains(side.cell) && Some(of_cell(side.cell)) == fewest);
            let sum = typical.fold((0.0, 0.0), |sum, side| (sum.0 + side.outward.0, sum.1 + side.outward.1));
            Edge { player: *player, cells: *cells, outward: unit(sum) }
        })
        .collect();
    let mut paths: BTreeMap<usize, String> = BTreeMap::new();
    for side in &sides {
        let along = |edge: &&Edge| edge.outward.0 * side.outward.0 + edge.outward.1 * side.outward.1;
        let candidates = edges.iter().filter(|edge| edge.cells.contains(side.cell) && along(edge) > 0.1);
        if let Some(edge) = candidates.max_by(|a, b| along(a).total_cmp(&along(b))) {
            let [from, to] = side.line;
            let line = format!("M{} {}L{} {}", number(from.0), number(from.1), number(to.0), number(to.1));
            paths.entry(edge.player).or_default().push_str(&line);
        }
    }
    let paints = colors::paints(game);
    for (player, path) in paths {
        let Some(paint) = paints.get(player) else { continue };
        for (color, thick) in [(paint.outline, OUTLINE), (paint.fill, THICK)] {
            let look = format!("fill=\"none\" stroke=\"{color}\" stroke-width=\"{thick}\" stroke-linecap=\"round\"");
            xml.element("path", &format!("d=\"{path}\" {look}"));
        }
    }
}

/// Returns the sides of cells beyond which there is no cell.
fn outer_sides(plan: &Geometry<'_>) -> Vec<OuterSide> {
    let key = |(x, y): (f64, f64)| (x.round() as i64, y.round() as i64);
    let taken: Vec<(i64, i64)> = plan.cells().map(|(_, place)| key(place)).collect();
    let near = |(x, y): (i64, i64), other: &(i64, i64)| (x - other.0).abs() <= 2 && (y - other.1).abs() <= 2;
    let count = plan.corners().len();
    let mut sides = Vec::new();
    for (cell, (x, y)) in plan.cells() {
        let corners = plan.corners();
        for (n, from) in corners.iter().enumerate() {
            let to = corners[(n + 1) % count];
            let beyond = (from.0 + to.0, from.1 + to.1);
            if taken.iter().any(|other| near(key((x + beyond.0, y + beyond.1)), other)) {
                continue;
            }
            let line = [(x + from.0, y + from.1), (x + to.0, y + to.1)];
            sides.push(OuterSide { cell, line, outward: unit(beyond) });
        }
    }
    sides
}

fn unit((x, y): (f64, f64)) -> (f64, f64) {
    let length = x.hypot(y).max(f64::MIN_POSITIVE);
    (x / length, y / length)
}

#[cfg(test)]
mod tests {
    use crate::load::load_text;
    use crate::render::{SvgStyle, svg};

    /// Returns how many sides of cells have each of some colors, as `(red, blue)` for the default colors of pieces.
    fn sides(board: &str, clauses: &str) -> [usize; 2] {
        let text = format!(
            "game \"Links\"\nboard {board}\nplayers Red, Blue\npiece stone\naction put(p: empty) do put stone at p\n\
             end {{ {clauses} when none(empty): draw }}"
        );
        let engine = load_text(&text, &[]).unwrap();
        let picture = svg(engine.game(), &engine.start().unwrap(), &SvgStyle::default());
        ["#c8392f", "#2f66b8"].map(|color| {
            let path = picture.split("<path ").find(|path| path.contains(&format!("stroke=\"{color}\"")));
            path.map_or(0, |path| path.matches('M').count())
        })
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
