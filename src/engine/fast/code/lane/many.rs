//! Sets of cells that differ from cell to cell, and how they are joined.

use crate::engine::fast::code::Gen;
use crate::engine::fast::code::set::Words;
use crate::engine::fast::code::word::ZERO;
use crate::engine::fast::maps::Map;
use crate::game::expr::SetOp;

/// A map, and the cells for which it is valid.
pub(crate) type MapEntry = (Map, Words);

/// One set of cells for each cell.
#[derive(Clone, Debug)]
pub(crate) enum Many {
    /// Each map leads to a cell of the set, for the cells for which it is valid.
    Each(Vec<MapEntry>),
    /// A set for all cells, and how it differs from it for some of them.
    Same(Same),
}

/// The same set for all cells, without the cells that the first entries lead to, and with those of the others.
#[derive(Clone, Debug)]
pub(crate) struct Same {
    pub all: Words,
    pub less: Vec<MapEntry>,
    pub more: Vec<MapEntry>,
}

impl Many {
    /// Makes the same set for all cells.
    pub(crate) fn same(all: Words) -> Many {
        Many::Same(Same { all, less: Vec::new(), more: Vec::new() })
    }

    /// Returns the entries of a set that has no other cells: nothing can be left out of it.
    pub(crate) fn entries(self) -> Option<Vec<MapEntry>> {
        match self {
            Many::Each(entries) => Some(entries),
            Many::Same(same) => same.all.iter().all(|word| *word == ZERO).then_some(same.more),
        }
    }

    /// Returns the set in the form with entries added and left out.
    pub(crate) fn into_same(self, none: Words) -> Same {
        match self {
            Many::Each(more) => Same { all: none, less: Vec::new(), more },
            Many::Same(same) => same,
        }
    }
}

impl Gen<'_, '_> {
    /// Returns the cells that a map sends into their set.
    pub(crate) fn lane_holds(&mut self, set: &Many, map: &Map) -> Words {
        match set {
            Many::Each(entries) => self.met(entries, map),
            Many::Same(Same { all, less, more }) => {
                let inside = self.pulled(map, all);
                let without = self.met(less, map);
                let kept = self.set_except(&inside, &without);
                let added = self.met(more, map);
                self.set_or(&kept, &added)
            }
        }
    }

    /// Returns the cells that a map sends to a cell of the entries.
    fn met(&mut self, entries: &[MapEntry], map: &Map) -> Words {
        let mut all = self.no_cells();
        self.lane_work += entries.len();
        for (other, cells) in entries {
            let meeting = map.meeting(other);
            if meeting.is_empty() {
                continue;
            }
            let meeting = self.known_set(&meeting);
            let both = self.set_and(cells, &meeting);
            all = self.set_or(&all, &both);
        }
        all
    }

    /// Adds an entry, merging it with the one that has the same map.
    pub(super) fn enter(&mut self, entries: &mut Vec<MapEntry>, map: Map, cells: Words) {
        if map.is_empty() || cells.iter().all(|word| *word == ZERO) {
            return;
        }
        self.lane_work += 1 + entries.len() / 8;
        match entries.iter_mut().find(|(other, _)| *other == map) {
            Some((_, old)) => *old = self.set_or(old, &cells),
            None => entries.push((map, cells)),
        }
    }

    /// Joins two sets of each cell.
    pub(super) fn lane_op(&mut self, op: SetOp, a: Many, b: Many) -> Many {
        match (op, a, b) {
            (SetOp::And, Many::Each(entries), other) | (SetOp::And, other, Many::Each(entries)) => {
                Many::Each(self.kept_entries(entries, &other, Self::set_and))
            }
            (SetOp::Except, Many::Each(entries), other) => {
                Many::Each(self.kept_entries(entries, &other, Self::set_except))
            }
            (SetOp::Or, Many::Each(mut entries), Many::Each(more)) => {
                self.enter_all(&mut entries, more);
                Many::Each(entries)
            }
            (op, a, b) => {
                let none = self.no_cells();
                let (one, other) = (a.clone().into_same(none.clone()), b.clone().into_same(none));
                Many::Same(match op {
                    SetOp::And => self.same_and(one, other, (&a, &b)),
                    SetOp::Or => self.same_or(one, other, (&a, &b)),
                    SetOp::Except => self.same_except(one, other, (&a, &b)),
                })
            }
        }
    }

    /// Returns the cells of both sets; what is added to one set has to be in the other one.
    fn same_and(&mut self, one: Same, other: Same, (a, b): (&Many, &Many)) -> Same {
        let (mut less, mut more) = (one.less, self.kept_entries(one.more, b, Self::set_and));
        let added = self.kept_entries(other.more, a, Self::set_and);
        self.enter_all(&mut less, other.less);
        self.enter_all(&mut more, added);
        Same { all: self.set_and(&one.all, &other.all), less, more }
    }

    /// Returns the cells of either set; what is left out of one set stays if it is in the other one.
    fn same_or(&mut self, one: Same, other: Same, (a, b): (&Many, &Many)) -> Same {
        let (mut less, mut more) = (self.kept_entries(one.less, b, Self::set_except), one.more);
        let left_out = self.kept_entries(other.less, a, Self::set_except);
        self.enter_all(&mut less, left_out);
        self.enter_all(&mut more, other.more);
        Same { all: self.set_or(&one.all, &other.all), less, more }
    }

    /// Returns the cells of the first set only; what is left out of the second one stays.
    fn same_except(&mut self, one: Same, other: Same, (a, b): (&Many, &Many)) -> Same {
        let (mut less, mut more) = (one.less, self.kept_entries(one.more, b, Self::set_except));
        let stays = self.kept_entries(other.less, a, Self::set_and);
        let stays = self.kept_entries(stays, b, Self::set_except);
        self.enter_all(&mut less, other.more);
        self.enter_all(&mut more, stays);
        Same { all: self.set_except(&one.all, &other.all), less, more }
    }

    fn enter_all(&mut self, entries: &mut Vec<MapEntry>, more: Vec<MapEntry>) {
        for (map, cells) in more {
            self.enter(entries, map, cells);
        }
    }

    /// Keeps the entries' cells for which another set contains the cell they lead to, or does not.
    fn kept_entries(
        &mut self,
        entries: Vec<MapEntry>,
        other: &Many,
        keep: fn(&mut Self, &Words, &Words) -> Words,
    ) -> Vec<MapEntry> {
        let mut kept = Vec::new();
        for (map, cells) in entries {
            let holds = self.lane_holds(other, &map);
            let cells = keep(self, &cells, &holds);
            self.enter(&mut kept, map, cells);
        }
        kept
    }

    /// Makes entries disjoint, so that no two send a cell to the same cell: for counting.
    pub(crate) fn apart(&mut self, entries: Vec<MapEntry>) -> Vec<MapEntry> {
        let mut kept: Vec<MapEntry> = Vec::new();
        for (map, cells) in entries {
            let seen = self.met(&kept, &map);
            let cells = self.set_except(&cells, &seen);
            kept.push((map, cells));
        }
        kept
    }
}
