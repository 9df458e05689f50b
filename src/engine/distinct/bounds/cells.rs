//! Cells, and sets of them.

use super::common::Bounded;
use super::masks::dirs_of;
use super::{Between, Bound, Bounds, Known, Span, Spot};
use crate::game::Game;
use crate::game::board::Board;
use crate::game::cells::{Cell, CellSet};
use crate::game::expr::*;
use crate::game::piece::Dir;
use crate::game::rules::Def;

impl Bounded for CellExpr {
    type Bound = Spot;

    fn bound<'g>(&'g self, of: &mut Bounds<'g>, known: &mut Known<'g>) -> Spot {
        let board = &of.game.board;
        match self {
            CellExpr::Const(cell) => Spot::of(*cell),
            CellExpr::Common(common) => of.common(common, known),
            CellExpr::Step(triple) => {
                let (from, dirs) = (triple.0.bound(of, known), triple.1.bound(of, known));
                let n = triple.2.bound(of, known);
                let mut found = Spot { on: CellSet::EMPTY, off: from.off };
                for cell in from.on.iter() {
                    for dir in dirs_of(dirs) {
                        steps(board, cell, dir, n, &mut found);
                    }
                }
                found
            }
            CellExpr::At(pair) => {
                let (columns, rows) = (pair.0.bound(of, known), pair.1.bound(of, known));
                match (columns.known(), rows.known()) {
                    (Some(column), Some(row)) => Spot::of(board.at(column as i32, row as i32)),
                    _ => Self::anything(of),
                }
            }
            CellExpr::The(set, _) => {
                let set = set.bound(of, known);
                Spot { on: set.most, off: set.least.is_empty() }
            }
            CellExpr::Numbered(n) => {
                n.bound(of, known).known().map_or_else(|| Self::anything(of), |n| Spot::of(board.numbered(n as i32)))
            }
        }
    }

    fn anything(of: &Bounds<'_>) -> Spot {
        Spot { on: of.all, off: true }
    }

    fn either(one: &Spot, other: &Spot) -> Spot {
        Spot { on: one.on.or(&other.on), off: one.off || other.off }
    }

    fn taken(bound: &Bound) -> Option<Spot> {
        if let Bound::Cell(spot) = bound { Some(spot.clone()) } else { None }
    }

    fn defs(game: &Game) -> &[Def<CellExpr>] {
        &game.defs.cell
    }
}

/// Adds where so many steps from a cell can lead.
fn steps(board: &Board, cell: Cell, dir: Dir, n: Span, found: &mut Spot) {
    let mut walk = |first: i64, way: Dir, more: i64| {
        let mut here = board.steps(cell, dir, first as i32);
        // Whoever is still on the board after as many steps as it has cells goes in a circle.
        for _ in 0..=more.min(board.len() as i64) {
            found.off |= here.is_off();
            if here.is_off() {
                break;
            }
            found.on.insert(here);
            here = board.step(here, way);
        }
    };
    if n.to >= 0 {
        let first = n.from.max(0);
        walk(first, dir, n.to - first);
    }
    if n.from < 0 {
        let first = n.to.min(-1);
        match board.opposite(dir) {
            Some(back) => walk(first, back, first - n.from),
            None => found.off = true,
        }
    }
}

impl Bounded for CellsExpr {
    type Bound = Between<CellSet>;
    const CLASS: Class = Class::Cells;

    fn bound<'g>(&'g self, of: &mut Bounds<'g>, known: &mut Known<'g>) -> Between<CellSet> {
        if !of.may_go_on() {
            return Self::anything(of);
        }
        let board = &of.game.board;
        let upto = |most: CellSet| Between { least: CellSet::EMPTY, most };
        match self {
            CellsExpr::Const(set) => Between { least: **set, most: **set },
            CellsExpr::Common(common) => of.common(common, known),
            CellsExpr::One(cell) => {
                let spot = cell.bound(of, known);
                Between { least: spot.known().map_or(CellSet::EMPTY, CellSet::of), most: spot.on }
            }
            CellsExpr::Op(op, pair) => {
                let (a, b) = (pair.0.bound(of, known), pair.1.bound(of, known));
                match op {
                    SetOp::And => Between { least: a.least.and(&b.least), most: a.most.and(&b.most) },
                    SetOp::Or => Between { least: a.least.or(&b.least), most: a.most.or(&b.most) },
                    SetOp::Except => Between { least: a.least.except(&b.most), most: a.most.except(&b.least) },
                }
            }
            CellsExpr::Rows(numbers) => numbered(of, known, numbers, |n| board.row_cells(n), board.height()),
            CellsExpr::Columns(numbers) => numbered(of, known, numbers, |n| board.column_cells(n), board.width()),
            CellsExpr::Side(n) => match n.bound(of, known).known() {
                Some(n) => exactly(board.side(n as i32)),
                None => Self::anything(of),
            },
            CellsExpr::EdgeOf(dirs) => {
                let dirs = dirs.bound(of, known);
                if dirs.least == dirs.most { exactly(board.edge_of(dirs.most)) } else { Self::anything(of) }
            }
            // What follows grows with all its sets.
            CellsExpr::Neighbors(from, dirs) => {
                let from = from.bound(of, known);
                let links = Between { least: board.links(), most: board.links() };
                let dirs = dirs.as_ref().map_or(links, |dirs| dirs.bound(of, known));
                Between {
                    least: board.neighbors(&from.least, dirs.least),
                    most: board.neighbors(&from.most, dirs.most),
                }
            }
            CellsExpr::Ray(pair, through) => {
                let (from, dirs) = (pair.0.bound(of, known), pair.1.bound(of, known));
                let through = through.as_ref().map_or(exactly(of.all), |through| through.bound(of, known));
                Between {
                    least: board.ray(&from.least, dirs.least, &through.least),
                    most: board.ray(&from.most, dirs.most, &through.most),
                }
            }
            CellsExpr::Hop(triple) => {
                let (from, dirs) = (triple.0.bound(of, known), triple.1.bound(of, known));
                let over = triple.2.bound(of, known);
                Between {
                    least: board.hop(&from.least, dirs.least, &over.least),
                    most: board.hop(&from.most, dirs.most, &over.most),
                }
            }
            CellsExpr::Leap(triple) => {
                let from = triple.0.bound(of, known);
                match (triple.1.bound(of, known).known(), triple.2.bound(of, known).known()) {
                    (Some(m), Some(n)) => Between {
                        least: board.leap(&from.least, m as i32, n as i32),
                        most: board.leap(&from.most, m as i32, n as i32),
                    },
                    _ => Self::anything(of),
                }
            }
            CellsExpr::First(triple) => {
                let (from, dirs) = (triple.0.bound(of, known), triple.1.bound(of, known));
                let met = triple.2.bound(of, known);
                upto(board.ray(&from.most, dirs.most, &of.all).and(&met.most))
            }
            CellsExpr::Between(pair) => match (pair.0.bound(of, known).known(), pair.1.bound(of, known).known()) {
                (Some(p), Some(q)) => exactly(board.between(p, q)),
                _ => Self::anything(of),
            },
            CellsExpr::Group(pair) => upto(pair.1.bound(of, known).most),
            CellsExpr::Lines { of: cells, .. } => upto(cells.bound(of, known).most),
            CellsExpr::Union(each) => {
                let seen = of.each(&each.over, each.slot, known, |of, known, _, surely| {
                    let set = each.body.bound(of, known);
                    if surely { set } else { upto(set.most) }
                });
                let none = exactly(CellSet::EMPTY);
                let join = |a: Between<CellSet>, b: Between<CellSet>| Between {
                    least: a.least.or(&b.least),
                    most: a.most.or(&b.most),
                };
                seen.map_or_else(|| Self::anything(of), |seen| seen.into_iter().fold(none, join))
            }
            CellsExpr::Filter(filter) => {
                let over = filter.over.bound(of, known);
                let mut kept = exactly(CellSet::EMPTY);
                for cell in over.most.iter() {
                    known.push(filter.slot, Bound::Cell(Spot::of(cell)));
                    let keep = of.truth(&filter.keep, known);
                    known.pop();
                    if keep.yes {
                        kept.most.insert(cell);
                    }
                    if !keep.no && over.least.contains(cell) {
                        kept.least.insert(cell);
                    }
                }
                kept
            }
            CellsExpr::Empty
            | CellsExpr::Occupied
            | CellsExpr::Pieces
            | CellsExpr::Enemy
            | CellsExpr::OfPlayer(_)
            | CellsExpr::OfKind(_)
            | CellsExpr::Numbered(_)
            | CellsExpr::Reach(_) => Self::anything(of),
        }
    }

    fn anything(of: &Bounds<'_>) -> Between<CellSet> {
        Between { least: CellSet::EMPTY, most: of.all }
    }

    fn either(one: &Between<CellSet>, other: &Between<CellSet>) -> Between<CellSet> {
        Between { least: one.least.and(&other.least), most: one.most.or(&other.most) }
    }

    fn taken(bound: &Bound) -> Option<Between<CellSet>> {
        if let Bound::Cells(set) = bound { Some(*set) } else { None }
    }

    fn defs(game: &Game) -> &[Def<CellsExpr>] {
        &game.defs.cells
    }
}

fn exactly(set: CellSet) -> Between<CellSet> {
    Between { least: set, most: set }
}

/// Rows or columns with these numbers.
fn numbered<'g>(
    of: &mut Bounds<'g>,
    known: &mut Known<'g>,
    numbers: &'g IntsExpr,
    cells: impl Fn(i32) -> CellSet,
    greatest: i32,
) -> Between<CellSet> {
    let numbers = numbers.bound(of, known);
    let range = numbers.from.max(1)..=numbers.to.min(i64::from(greatest));
    let most = range.fold(CellSet::EMPTY, |all, n| all.or(&cells(n as i32)));
    Between { least: if numbers.full { most } else { CellSet::EMPTY }, most }
}
