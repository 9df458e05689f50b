//! What a move changes on a board with stacks. The statements tell about the tops only; the stacks before and after the move have all
//! pieces, but not which of two equal pieces is which. So what the statements tell is kept where the stacks agree with it, and the
//! rest follows from what each cell loses and gains.

use crate::details::Change;
use crate::game::Game;
use crate::game::cells::Cell;
use crate::game::piece::Piece;
use crate::position::Position;
use std::collections::BTreeMap;

/// What happened to the pieces.
struct PileChanges<'p> {
    game: &'p Game,
    before: &'p Position,
    after: &'p Position,
    /// How many of a piece a cell gains, less what is explained already.
    gains: BTreeMap<(Piece, Cell), i32>,
    /// The pieces that move, with their ways.
    moved: Vec<(Piece, Cell, Cell)>,
    rest: Vec<Change>,
}

/// Returns the changes of all pieces, given those of the tops that the statements tell.
pub(super) fn changes(game: &Game, before: &Position, after: &Position, told: &[Change]) -> Vec<Change> {
    let mut gains: BTreeMap<(Piece, Cell), i32> = BTreeMap::new();
    before.stacked_pieces(game).for_each(|(cell, piece)| *gains.entry((piece, cell)).or_default() -= 1);
    after.stacked_pieces(game).for_each(|(cell, piece)| *gains.entry((piece, cell)).or_default() += 1);
    let mut piles = PileChanges { game, before, after, gains, moved: Vec::new(), rest: Vec::new() };
    piles.keep_told(told);
    piles.match_others();
    piles.finish()
}

impl PileChanges<'_> {
    fn gain(&self, piece: Piece, cell: Cell) -> i32 {
        self.gains.get(&(piece, cell)).copied().unwrap_or(0)
    }

    fn explain(&mut self, piece: Piece, cell: Cell, gain: i32) {
        *self.gains.entry((piece, cell)).or_default() -= gain;
    }

    fn keep_told(&mut self, told: &[Change]) {
        for change in told {
            let (was, from, to) = match *change {
                Change::Moved { piece, from, to } => (piece, from, to),
                Change::Turned { cell, was, .. } => (was, cell, cell),
                _ => continue,
            };
            let becomes = told.iter().find_map(|change| match *change {
                Change::Turned { cell, was: old, piece } if cell == to && old == was => Some(piece),
                _ => None,
            });
            if self.gain(was, from) >= 0 {
                continue;
            }
            let becomes = becomes.filter(|piece| self.gain(*piece, to) > 0);
            if becomes.is_none() && (from == to || self.gain(was, to) <= 0) {
                continue;
            }
            self.explain(was, from, -1);
            self.explain(becomes.unwrap_or(was), to, 1);
            if from != to {
                self.moved.push((was, from, to));
            }
            if let Some(piece) = becomes {
                self.rest.push(Change::Turned { cell: to, was, piece });
            }
        }
    }

    /// Matches what a cell loses with what another one gains. The pieces below a top go its way, if they can; one that goes this way and
    /// is replaced there turns.
    fn match_others(&mut self) {
        while let Some((piece, from)) = self.gains.iter().find(|(_, n)| **n < 0).map(|(at, _)| *at) {
            let is_way = |to: Cell| self.moved.iter().any(|(_, start, end)| (*start, *end) == (from, to));
            let gained = || self.gains.iter().filter(|(_, n)| **n > 0).map(|(at, _)| *at);
            let same = || gained().filter(|(other, _)| *other == piece);
            let found = same().find(|(_, to)| is_way(*to)).or_else(|| same().next());
            let found = found.or_else(|| gained().find(|(_, to)| is_way(*to)));
            self.explain(piece, from, -1);
            let Some((becomes, to)) = found else {
                self.rest.push(Change::Removed { piece, cell: from });
                continue;
            };
            self.explain(becomes, to, 1);
            self.moved.push((piece, from, to));
            if becomes != piece {
                self.rest.push(Change::Turned { cell: to, was: piece, piece: becomes });
            }
        }
        let put: Vec<Change> = self
            .gains
            .iter()
            .filter(|(_, n)| **n > 0)
            .flat_map(|((piece, cell), n)| {
                std::iter::repeat_n(Change::Put { piece: *piece, cell: *cell }, usize::try_from(*n).unwrap_or(0))
            })
            .collect();
        self.rest.extend(put);
    }

    /// Returns the changes in their order: pieces that come to a cell come from the bottom up.
    fn finish(mut self) -> Vec<Change> {
        let moved = self.in_order_of_arrival();
        let mut changes: Vec<Change> =
            moved.into_iter().map(|(piece, from, to)| Change::Moved { piece, from, to }).collect();
        let order = |change: &Change| match change {
            Change::Turned { .. } => 0,
            Change::Put { .. } => 1,
            _ => 2,
        };
        self.rest.sort_by_key(order);
        changes.append(&mut self.rest);
        changes.extend(self.reordered(&changes));
        changes
    }

    fn in_order_of_arrival(&self) -> Vec<(Piece, Cell, Cell)> {
        let mut left = self.moved.clone();
        let mut ordered = Vec::new();
        while let Some((_, _, to)) = left.first().copied() {
            let (mut here, others): (Vec<_>, Vec<_>) = left.into_iter().partition(|(_, _, end)| *end == to);
            left = others;
            let mut arrived = Vec::new();
            for piece in self.after.stack(self.game, to).into_iter().rev() {
                arrived.extend(here.iter().rposition(|(moved, ..)| *moved == piece).map(|at| here.remove(at)));
            }
            arrived.reverse();
            // Those that become something else come last.
            ordered.extend(arrived.into_iter().chain(here));
        }
        ordered
    }

    /// Returns the stacks that differ from those that the changes make in their order.
    fn reordered(&self, changes: &[Change]) -> Vec<Change> {
        let mut stacks: BTreeMap<Cell, Vec<Piece>> = BTreeMap::new();
        for (cell, piece) in self.before.stacked_pieces(self.game) {
            stacks.entry(cell).or_default().push(piece);
        }
        let upper = |stack: &[Piece], piece: &Piece| stack.iter().rposition(|other| other == piece);
        for change in changes {
            if let Change::Moved { piece, from: cell, .. } | Change::Removed { piece, cell } = change {
                let stack = stacks.entry(*cell).or_default();
                upper(stack, piece).map(|at| stack.remove(at));
            }
        }
        for change in changes {
            if let Change::Moved { piece, to: cell, .. } | Change::Put { piece, cell } = change {
                stacks.entry(*cell).or_default().push(*piece);
            }
        }
        for change in changes {
            if let Change::Turned { cell, was, piece } = change {
                let stack = stacks.entry(*cell).or_default();
                upper(stack, was).into_iter().for_each(|at| stack[at] = *piece);
            }
        }
        let differs = |cell: Cell| {
            let pieces = self.after.stack(self.game, cell);
            let made = stacks.get(&cell).map_or(&[][..], Vec::as_slice);
            (pieces != made).then_some(Change::Reordered { cell, pieces })
        };
        self.game.board.cells().filter_map(differs).collect()
    }
}
