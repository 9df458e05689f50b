//! Boards whose cells and links are the corners and edges of triangles that make up a disc, such as boards of hexes without holes. There,
//! what cuts cells off from the edge is a closed ring of cells.

use crate::game::board::Board;
use crate::game::cells::{Cell, CellSet};

/// Returns the cells at the edge of the disc, or `None` if a board is not a disc: around each cell inside, the neighbors form a
/// ring; around each cell at the edge, they form a chain; and vertices - edges + triangles is 1, so that there are no holes.
///
/// Links are taken to lead in both directions.
pub(crate) fn edge_of_disc(board: &Board) -> Option<CellSet> {
    let around: Vec<CellSet> = board.cells().map(|cell| board.adjacent(cell)).collect();
    let near = |cell: Cell| &around[usize::from(cell.0)];
    let (mut edge, mut links, mut corners) = (CellSet::EMPTY, 0, 0);
    for cell in board.cells() {
        let neighbors = near(cell);
        let count = neighbors.len();
        let linked: Vec<usize> = neighbors.iter().map(|other| near(other).and(neighbors).len()).collect();
        let ends = linked.iter().filter(|linked| **linked == 1).count();
        let inner = linked.iter().filter(|linked| **linked == 2).count();
        let is_ring = inner == count && count > 3;
        let is_chain = ends == 2 && inner + 2 == count;
        if neighbors.contains(cell) || !(is_ring || is_chain) || !is_connected(neighbors, near) {
            return None;
        }
        if is_chain {
            edge.insert(cell);
        }
        links += count;
        corners += linked.iter().sum::<usize>() / 2;
    }
    let all = board.all_cells();
    let is_whole = board.len() + corners / 3 == links / 2 + 1;
    (is_whole && !edge.is_empty() && is_connected(&all, near)).then_some(edge)
}

/// Returns whether all of these cells are connected with one another.
fn is_connected<'a>(cells: &CellSet, near: impl Fn(Cell) -> &'a CellSet) -> bool {
    let Some(first) = cells.iter().next() else { return true };
    let (mut reached, mut open) = (CellSet::of(first), vec![first]);
    while let Some(cell) = open.pop() {
        for next in near(cell).and(cells).except(&reached).iter() {
            reached.insert(next);
            open.push(next);
        }
    }
    reached == *cells
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns how many cells are at the edge of the disc.
    fn edge(board: &str) -> Option<usize> {
        let text = format!(
            "game \"Disc\"\nboard {board}\nplayers A, B\npiece stone\naction place(p: empty) do put stone at p\n"
        );
        let game = crate::load_text(&text, &[]).unwrap();
        let board = &game.game().board;
        let edge = edge_of_disc(board);
        assert!(edge.is_none_or(|edge| edge == board.edge()));
        edge.map(|edge| edge.len())
    }

    #[test]
    fn hexagonal_boards_are_discs() {
        assert_eq!(edge("hex side 3"), Some(12));
        assert_eq!(edge("hex side 2"), Some(6));
        assert_eq!(edge("hex triangle 5"), Some(12));
        assert_eq!(edge("hex 4 x 5"), Some(14));
        assert_eq!(edge("hex 2 x 2"), Some(4));
        assert_eq!(edge("square 5 x 4 links orthogonal | NE | SW"), Some(14));
    }

    #[test]
    fn others_are_not() {
        let others = [
            "hex 1 x 5",
            "hex 4 x 4 wraps E/W, NE/SW",
            "square 5 x 5",
            "square 5 x 5 links all",
            "hex side 4 without {d4}",
        ];
        for board in others {
            assert_eq!(edge(board), None, "{board}");
        }
    }
}
