//! Connections: how many cells are missing until a group joins sets of cells.

use super::formula::{Cells, Words};
use super::math::ln_after;
use crate::game::board::Board;
use crate::game::cells::CellSet;
use std::collections::VecDeque;

/// No more missing cells count than this.
const MOST: u16 = 20;

/// A connection of some cells between ends.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Link {
    of: Cells,
    ends: Vec<CellSet>,
    /// For each cell its neighbors.
    neighbors: Vec<Vec<u16>>,
}

impl Link {
    pub(super) fn new(board: &Board, of: Cells, ends: Vec<CellSet>) -> Link {
        let neighbors = board.cells().map(|cell| board.adjacent(cell).iter().map(|cell| cell.0).collect());
        Link { of, ends, neighbors: neighbors.collect() }
    }

    /// Returns the regions that are to be connected.
    pub(super) fn ends(&self) -> &[CellSet] {
        &self.ends
    }

    /// Returns the names of its values.
    pub(super) fn names(&self) -> Vec<String> {
        ["cells that connect", "last cells that connect", "ways to connect"].map(str::to_owned).to_vec()
    }

    /// Adds how close the connection is: the missing cells, their logarithm, and how many cells are on a shortest way.
    pub(super) fn values(&self, at: &Words<'_>, values: &mut Vec<f32>) {
        let (own, empty) = (at.cells(&self.of), at.cells(&Cells::Empty));
        // What it takes to go onto each cell.
        let cost: Vec<u16> = (0..self.neighbors.len())
            .map(|cell| {
                let holds = |set: &CellSet| set.0[cell / 64] >> (cell % 64) & 1 == 1;
                if holds(&own) {
                    0
                } else if holds(&empty) {
                    1
                } else {
                    MOST
                }
            })
            .collect();
        let mut sums = vec![0; cost.len()];
        for end in &self.ends {
            for (sum, far) in sums.iter_mut().zip(self.distances(&cost, end)) {
                *sum += far;
            }
        }
        // A cell counts once, not for each end.
        let twice = self.ends.len().saturating_sub(1) as u16;
        let reached = (0..sums.len()).filter(|cell| cost[*cell] < MOST);
        let all: Vec<u16> = reached.map(|cell| (sums[cell].saturating_sub(twice * cost[cell])).min(MOST)).collect();
        let least = all.iter().copied().min().unwrap_or(MOST);
        let ways = all.iter().filter(|sum| **sum == least).count();
        values.extend([-f32::from(least), -ln_after(least.into()), ln_after(ways as u64)]);
    }

    /// Returns for each cell how many cells have to be filled to join it with an end, with the cell itself.
    fn distances(&self, cost: &[u16], end: &CellSet) -> Vec<u16> {
        let mut far = vec![MOST; cost.len()];
        let mut open = VecDeque::new();
        let reach = |cell: usize, so_far: u16, far: &mut Vec<u16>, open: &mut VecDeque<(u16, u16)>| {
            let next = so_far + cost[cell];
            if next < far[cell] {
                far[cell] = next;
                // What is reached at no cost is looked at first.
                if cost[cell] == 0 { open.push_front((cell as u16, next)) } else { open.push_back((cell as u16, next)) }
            }
        };
        end.iter().for_each(|cell| reach(usize::from(cell.0), 0, &mut far, &mut open));
        while let Some((cell, so_far)) = open.pop_front() {
            if far[usize::from(cell)] == so_far {
                for next in &self.neighbors[usize::from(cell)] {
                    reach(usize::from(*next), so_far, &mut far, &mut open);
                }
            }
        }
        far
    }
}
