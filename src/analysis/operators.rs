//! The pure operators: by default they are evaluated for all values that their arguments can have.
//!
//! If only some elements of a set are known, the operator is evaluated once with the elements that are surely in it and
//! once with those that may be: most operators give more cells for more cells. A few operators have rules of their own.

use super::Analysis;
use super::area::Area;
use super::domain::*;
use super::sets::all_of;
use crate::game::cells::{Cell, CellSet, MAX_WORDS};
use crate::game::operator::{Coded, Cost, Op, Raw, bits, evaluate};
use crate::game::piece::{Dir, Kind, Player, Tag};
use crate::types::Type;
use AbstractValue as V;
use std::cell::RefCell;
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};
use std::rc::Rc;

/// The most combinations of arguments for which an operator is evaluated.
const COMBINATIONS: usize = 1024;

/// Values of operators, and whether the evaluation may fault, by the operator and its arguments.
pub(super) type Applied = Rc<RefCell<HashMap<Op, HashMap<Vec<AbstractValue>, (AbstractValue, bool), Mixing>>>>;

/// The most values of an operator that are kept.
const APPLIED: usize = 2048;

/// Hashes values, which are large, fast: the rules of one game choose what is hashed, nobody else.
type Mixing = BuildHasherDefault<Mixer>;

#[derive(Debug, Default)]
pub(super) struct Mixer(u64);

impl Hasher for Mixer {
    fn write(&mut self, bytes: &[u8]) {
        for chunk in bytes.chunks(8) {
            let mut word = [0; 8];
            word[..chunk.len()].copy_from_slice(chunk);
            self.write_u64(u64::from_le_bytes(word));
        }
    }

    fn write_u64(&mut self, word: u64) {
        self.0 = (self.0 ^ word).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    }

    fn write_usize(&mut self, word: usize) {
        self.write_u64(word as u64);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// The most numbers that are tried one by one.
const NUMBERS: i64 = 64;

/// No row, column or cell has a number beyond this.
const BEYOND: i64 = 2048;

/// Which elements of a set are used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Taken {
    Surely,
    Maybe,
}

impl Analysis<'_> {
    pub(super) fn apply(&mut self, op: Op, args: &[AbstractValue]) -> AbstractValue {
        let value = match (op, args) {
            (Op::Step, [V::Cell(from), V::Dir(dir), V::Int(n)]) if self.is_fixed => V::Cell(self.step(from, *dir, *n)),
            (Op::Max | Op::Min, _) => V::Int(extreme(op == Op::Max, args)),
            (Op::Abs, [V::Int(n)]) => {
                let least = if n.least <= 0 && n.most >= 0 { 0 } else { n.least.abs().min(n.most.abs()) };
                V::Int(self.fit(least, n.least.abs().max(n.most.abs())))
            }
            (Op::Owner, [V::Piece(piece)]) => V::Player(self.owner(piece)),
            (Op::KindOf, [V::Piece(piece)]) => V::Kind(self.kind_of(piece)),
            (Op::Rival, [V::Player(player)]) if self.ground.players.len() == 2 => {
                let mask = (player.mask & 1) << 1 | player.mask >> 1 & 1;
                V::Player(Single { mask, none: player.none, mover: player.other, other: player.mover })
            }
            (Op::TheCell, [V::Cells(set)]) => {
                self.may_fault |= set.count > 1;
                V::Cell(AbstractCell { area: set.area, off: set.surely.is_empty() })
            }
            (Op::TheDir, [V::Dirs(set)]) => {
                self.may_fault |= set.count > 1 || set.surely == 0;
                V::Dir(Single::among(set.maybe))
            }
            (Op::ThePlayer, [V::Players(set)]) => {
                self.may_fault |= set.count > 1;
                V::Player(Single { none: set.surely == 0, ..Single::among(set.maybe) })
            }
            (Op::TheKind, [V::Kinds(set)]) => {
                self.may_fault |= set.count > 1;
                V::Kind(Single { none: set.surely == 0, ..Single::among(set.maybe) })
            }
            (Op::Kinds, _) => V::Kinds(all_of(self.ground.kinds.len())),
            _ => self.remembered(op, args),
        };
        // All distances of a board are counted once.
        self.may_exceed |= op != Op::Distance && !matches!(op.form().cost, Cost::Light | Cost::Step);
        if let V::Cells(set) = value { V::Cells(self.kept_within(op, args, set)) } else { value }
    }

    /// Intersects a set of cells with the sets that it is selected from.
    fn kept_within(&self, op: Op, args: &[AbstractValue], mut set: AbstractCells) -> AbstractCells {
        let among = match op {
            Op::Ray | Op::First => args.get(2),
            Op::Group => args.get(1),
            Op::Lines => args.first(),
            _ => None,
        };
        if let Some(V::Cells(among)) = among {
            set.area = self.meet(&set.area, &among.area);
            set.is_exact &= set.known().is_some();
            set.count = if op == Op::Ray { set.count } else { set.count.min(among.count) };
        }
        if let (Op::Neighbors | Op::First | Op::Hop, [V::Cells(from), V::Dirs(dirs), ..]) = (op, args) {
            set.count = set.count.min(from.count.saturating_mul(dirs.count));
        }
        let longest = || self.ground.board.longest_ray() as i64;
        match (op, args) {
            (Op::Ray, [V::Cells(from), V::Dirs(dirs), ..])
                if self.is_fixed && from.count.saturating_mul(dirs.count) < set.count =>
            {
                set.count = set.count.min(from.count.saturating_mul(dirs.count).saturating_mul(longest()));
            }
            // A line that leads to a cell goes on to that cell.
            (Op::Between, _) if self.is_fixed => set.count = set.count.min((longest() - 1).max(0)),
            _ => {}
        }
        self.cells_in(set)
    }

    /// Returns the possible values of an operator for any arguments.
    fn at_all(&self, op: Op) -> AbstractValue {
        let board = self.ground.board;
        let upto = |n: i64| if self.is_fixed { n } else { Interval::ALL.most };
        let (least, most) = match op {
            Op::Row | Op::Height => (1, upto(i64::from(board.height()))),
            Op::Column | Op::Width => (1, upto(i64::from(board.width()))),
            Op::Dx | Op::Dy => (-1, 1),
            Op::Groups | Op::Distance => (0, upto(board.len() as i64)),
            Op::CellNumber => (0, Interval::ALL.most),
            Op::PlayerNumber => (1, self.ground.players.len().max(1) as i64),
            _ => return self.anything(op.form().result),
        };
        V::Int(Interval { least, most })
    }

    /// Returns the value of [`Analysis::by_default`], which is worked out once: an analysis comes to the same arguments again
    /// and again.
    fn remembered(&mut self, op: Op, args: &[AbstractValue]) -> AbstractValue {
        if let Some((value, may_fault)) = self.applied.borrow().get(&op).and_then(|values| values.get(args)) {
            self.may_fault |= may_fault;
            return value.clone();
        }
        let before = std::mem::take(&mut self.may_fault);
        let value = self.by_default(op, args);
        let mut applied = self.applied.borrow_mut();
        let values = applied.entry(op).or_default();
        if values.len() >= APPLIED {
            values.clear();
        }
        values.insert(args.to_vec(), (value.clone(), self.may_fault));
        self.may_fault |= before;
        value
    }

    /// Applies the operator's own evaluator to all values of its arguments.
    fn by_default(&mut self, op: Op, args: &[AbstractValue]) -> AbstractValue {
        let all = match op {
            _ if !self.is_fixed && op != Op::PlayerNumber => None,
            // A larger set does not give more first cells, but all of them lie on the rays toward it.
            Op::First if args.iter().any(|arg| arg.known().is_none()) => {
                let ray = [&args[..2], &[V::Cells(self.cells_of(&self.ground.board.all_cells()))]].concat();
                self.evaluated(Op::Ray, &ray).map(|ray| self.possibly(ray))
            }
            _ => self.evaluated(op, args),
        };
        // A distance from or to `off` is the only one that there is not.
        let is_fine = op == Op::Distance && args.iter().all(is_on_board);
        self.may_fault |= all.is_none() && op.form().may_fault && !is_fine;
        all.unwrap_or_else(|| self.at_all(op))
    }

    /// Returns the same set with no element sure.
    fn possibly(&self, set: AbstractValue) -> AbstractValue {
        if let V::Cells(set) = set { V::Cells(self.cells_within(set.area)) } else { set }
    }

    /// Evaluates an operator for all combinations of its arguments; `None` if there are too many or some are unknown.
    fn evaluated(&mut self, op: Op, args: &[AbstractValue]) -> Option<AbstractValue> {
        let (least, most) = match op {
            Op::Neighbors
            | Op::Ray
            | Op::Hop
            | Op::Leap
            | Op::Group
            | Op::Rows
            | Op::Columns
            | Op::CellsNumbered
            | Op::Opposites => (Taken::Surely, Taken::Maybe),
            // With more directions, fewer cells are at the edge in all of them.
            Op::EdgeOf => (Taken::Maybe, Taken::Surely),
            _ if args.iter().any(|arg| is_set(arg) && arg.known().is_none()) => return None,
            _ => (Taken::Surely, Taken::Surely),
        };
        let least = combinations(args, least)?;
        let most = combinations(args, most)?;
        let mut all: Option<AbstractValue> = None;
        for (least, most) in least.iter().zip(&most) {
            let low = evaluate(op, &self.ground, least).ok();
            let high = if least == most { low.clone() } else { evaluate(op, &self.ground, most).ok() };
            let (Some(low), Some(high)) = (low, high) else {
                self.may_fault = true;
                continue;
            };
            let value = self.between(op.form().result, low, high);
            all = match all {
                Some(all) => all.join(&value),
                None => Some(value),
            };
        }
        all
    }

    /// Returns a value, or a set between a lower and an upper bound.
    fn between(&self, ty: Type, low: Raw<MAX_WORDS>, high: Raw<MAX_WORDS>) -> AbstractValue {
        let word = low.word();
        match (ty, &low, &high) {
            (Type::Int, ..) => V::Int(Interval::of(word)),
            (Type::Bool, ..) => V::Bool(Truth::of(word != 0)),
            (Type::Cell, ..) => V::Cell(self.known_cell(Cell::decode(word))),
            (Type::Cells, Raw::Cells(low), Raw::Cells(high)) => {
                let most = self.cells_of(high);
                V::Cells(AbstractCells { surely: *low, is_exact: low == high, ..most })
            }
            (Type::Dir, ..) => V::Dir(Single::of(Dir::decode(word).0)),
            (Type::Dirs, ..) => V::Dirs(AbstractMask::new(word as u64, high.word() as u64)),
            (Type::Player, ..) => V::Player(self.known_player(Player::decode(word))),
            (Type::Players, ..) => V::Players(AbstractMask::new(word as u64, high.word() as u64)),
            (Type::Tag, ..) => V::Tag(Single::of(Tag::decode(word).0)),
            (Type::Kind, ..) => V::Kind(Single::of(Kind::decode(word).0)),
            (Type::Kinds, ..) => V::Kinds(AbstractMask::new(word as u64, high.word() as u64)),
            _ => self.anything(ty),
        }
    }

    /// Returns where a number of steps can lead.
    fn step(&self, from: &AbstractCell, dirs: Single, n: Interval) -> AbstractCell {
        let board = self.ground.board;
        let (mut found, mut off) = (CellSet::EMPTY, from.off || dirs.none);
        let mut walk = |dir: Dir, least: i64, most: i64, off: &mut bool| {
            let (mut here, furthest) = (from.area.cells, board.len() as i64);
            let one = 1 << dir.0;
            for done in 0.. {
                // A walk that is still on the board after as many steps as there are cells goes in a circle.
                if done >= least || done > furthest {
                    found = found.or(&here);
                }
                if done == most || done > 2 * furthest || here.is_empty() {
                    break;
                }
                *off |= here.meets(&board.edge_of(one));
                here = board.neighbors(&here, one);
            }
        };
        for dir in bits(dirs.mask).map(Dir) {
            if n.most >= 0 {
                walk(dir, n.least.max(0), n.most, &mut off);
            }
            match board.opposite(dir) {
                _ if n.least >= 0 => {}
                Some(back) => walk(back, -n.most.min(-1), -n.least, &mut off),
                None => off = true,
            }
        }
        AbstractCell { area: if found.is_empty() { Area::NONE } else { self.at_cells(found) }, off }
    }
}

fn extreme(max: bool, args: &[AbstractValue]) -> Interval {
    let numbers = args.iter().map(|n| if let V::Int(n) = n { *n } else { Interval::ALL });
    let pick = |a: i64, b: i64| if max { a.max(b) } else { a.min(b) };
    let both = |a: Interval, b: Interval| Interval { least: pick(a.least, b.least), most: pick(a.most, b.most) };
    numbers.reduce(both).unwrap_or(Interval::ALL)
}

fn is_on_board(value: &AbstractValue) -> bool {
    matches!(value, V::Cell(cell) if !cell.off)
}

fn is_set(value: &AbstractValue) -> bool {
    matches!(value, V::Ints(_) | V::Cells(_) | V::Dirs(_) | V::Players(_) | V::Kinds(_))
}

/// Returns all combinations of the arguments' values, or `None` if there are too many.
fn combinations(args: &[AbstractValue], taken: Taken) -> Option<Vec<Vec<Raw<MAX_WORDS>>>> {
    let mut all = vec![Vec::new()];
    for arg in args {
        let values = possible(arg, taken)?;
        if values.len() * all.len() > COMBINATIONS {
            return None;
        }
        let with = |before: &Vec<Raw<MAX_WORDS>>| {
            let before = before.clone();
            values.iter().map(move |value| [&before[..], std::slice::from_ref(value)].concat()).collect::<Vec<_>>()
        };
        all = all.iter().flat_map(with).collect();
    }
    Some(all)
}

/// Returns the values that an argument can have, or `None` if there are too many.
fn possible(arg: &AbstractValue, taken: Taken) -> Option<Vec<Raw<MAX_WORDS>>> {
    let each = |mask: u64| bits(mask).map(i64::from);
    let mask = |set: &AbstractMask| if taken == Taken::Surely { set.surely } else { set.maybe };
    let words = |words: &mut dyn Iterator<Item = i64>| Some(words.map(Raw::Word).collect());
    match arg {
        V::Int(n) if n.most - n.least < NUMBERS => words(&mut (n.least..=n.most)),
        V::Cell(cell) => {
            let off = cell.off.then_some(Cell::OFF);
            words(&mut cell.area.cells.iter().chain(off).map(|cell| cell.code()))
        }
        V::Dir(one) => words(&mut each(one.mask).chain(one.none.then_some(Dir::NOTHING.code()))),
        V::Player(one) => words(&mut each(one.mask).chain(one.none.then_some(Player::NOBODY.code()))),
        V::Tag(one) => words(&mut each(one.mask)),
        V::Kind(one) => words(&mut each(one.mask).chain(one.none.then_some(Kind::NOTHING.code()))),
        V::Bool(truth) => {
            words(&mut [false, true].into_iter().filter(|is| if *is { truth.yes } else { truth.no }).map(i64::from))
        }
        V::Dirs(set) | V::Players(set) | V::Kinds(set) => words(&mut std::iter::once(mask(set) as i64)),
        V::Cells(set) if taken == Taken::Surely => Some(vec![Raw::Cells(set.surely)]),
        V::Cells(set) => Some(vec![Raw::Cells(set.area.cells)]),
        V::Ints(set) => {
            let near = Interval { least: -BEYOND, most: BEYOND };
            let near = NumberSet { range: set.range.meet(near), ..set.clone() };
            let elements = near.elements(LISTED)?.into_iter();
            let numbers = elements.filter(|(_, is_sure)| taken == Taken::Maybe || *is_sure).map(|(n, _)| n);
            Some(vec![Raw::Ints(numbers.collect())])
        }
        V::Int(_) | V::Piece(_) => None,
    }
}
