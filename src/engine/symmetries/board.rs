//! The ways to map a board onto itself.

use super::Symmetry;
use crate::game::board::Board;
use crate::game::cells::Cell;
use crate::game::piece::Dir;
use std::collections::VecDeque;

/// The most steps to find all symmetries of a board: more than any bundled board takes.
const FUEL: u32 = 2_000_000;

/// A symmetry of which only the images of some cells and directions are known.
#[derive(Clone)]
struct Draft {
    cells: Vec<Option<Cell>>,
    dirs: Vec<Option<Dir>>,
    /// The cells with an image, in the order in which they were found.
    known: Vec<Cell>,
}

/// Finds the symmetries of a board.
struct Finder<'b> {
    board: &'b Board,
    fuel: u32,
    found: Vec<Symmetry>,
}

/// Returns all symmetries of a board, also the one that changes nothing; none if they are too hard to find.
pub(super) fn all(board: &Board) -> Vec<Symmetry> {
    let mut finder = Finder { board, fuel: FUEL, found: Vec::new() };
    for first in board.cells() {
        let mut cells = vec![None; board.len()];
        cells[0] = Some(first);
        finder.go_on(Draft { cells, dirs: vec![None; board.dirs()], known: vec![Cell(0)] }, 0);
    }
    if finder.fuel == 0 { Vec::new() } else { finder.found }
}

impl Finder<'_> {
    /// Follows each direction from each known cell, from this number of a cell and direction on.
    fn go_on(&mut self, mut draft: Draft, mut at: usize) {
        let ways = self.board.dirs();
        while at < ways * draft.known.len() && self.fuel > 0 {
            self.fuel -= 1;
            let (cell, dir) = (draft.known[at / ways], at % ways);
            let to = self.board.step(cell, Dir(dir as u8));
            let Some(image_dir) = draft.dirs[dir] else {
                if !to.is_off() {
                    self.try_dirs(&draft, Dir(dir as u8), at);
                    return;
                }
                at += 1;
                continue;
            };
            let image = draft.cells[usize::from(cell.0)].map_or(Cell::OFF, |cell| self.board.step(cell, image_dir));
            match (to.index(), image.index()) {
                (None, None) => {}
                (Some(to), Some(_)) => match draft.cells[to] {
                    Some(known) if known == image => {}
                    None if !draft.cells.contains(&Some(image)) => {
                        draft.cells[to] = Some(image);
                        draft.known.push(Cell(to as u16));
                    }
                    _ => return,
                },
                _ => return,
            }
            at += 1;
        }
        self.add(&draft);
    }

    /// Goes on with each direction that can be the image of another one.
    fn try_dirs(&mut self, draft: &Draft, dir: Dir, at: usize) {
        for image in (0..self.board.dirs()).map(|n| Dir(n as u8)) {
            let mut next = draft.clone();
            let opposites = (self.board.opposite(dir), self.board.opposite(image));
            let pairs = match opposites {
                (Some(back), Some(image_back)) => vec![(dir, image), (back, image_back)],
                (None, None) => vec![(dir, image)],
                _ => continue,
            };
            let fits = pairs.into_iter().all(|(dir, image)| {
                let known = next.dirs[usize::from(dir.0)];
                let is_new = known.is_none() && !next.dirs.contains(&Some(image));
                next.dirs[usize::from(dir.0)] = Some(image);
                is_new || known == Some(image)
            });
            if fits {
                self.go_on(next, at);
            }
        }
    }

    /// Keeps a symmetry, if it maps every step to a step.
    fn add(&mut self, draft: &Draft) {
        let Some(cells) = draft.cells.iter().copied().collect::<Option<Vec<Cell>>>() else { return };
        let mut free: VecDeque<Dir> =
            (0..draft.dirs.len()).map(|n| Dir(n as u8)).filter(|dir| !draft.dirs.contains(&Some(*dir))).collect();
        // No step goes in a direction without an image.
        let dirs = draft.dirs.iter().map(|image| image.or_else(|| free.pop_front()).unwrap_or(Dir(0))).collect();
        let symmetry = Symmetry::new(cells, dirs);
        let is_whole = self.board.cells().all(|cell| {
            (0..self.board.dirs()).map(|n| Dir(n as u8)).all(|dir| {
                let to = self.board.step(symmetry.cell(cell), symmetry.dir(dir));
                to == symmetry.cell(self.board.step(cell, dir))
            })
        });
        if is_whole {
            self.found.push(symmetry);
        }
    }
}
