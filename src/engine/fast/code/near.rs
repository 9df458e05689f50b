//! Sets of cells around one cell, on wide boards: one bit for each direction instead of words for the whole board.

use super::straight::Names;
use super::walk::WIDE;
use super::watch::local;
use super::word::{ONE, Spot, Word, ZERO};
use super::{Gen, Gets};
use crate::engine::fast::around::{Around, Masks};
use crate::engine::fast::slow::SlowKind;
use crate::game::expr::*;
use crate::game::operator::Op;
use crate::game::part::Expression;
use crate::types::Type;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{InstBuilder, StackSlot};

/// How deep calls of defs are followed.
const DEFS: u32 = 8;

/// Neighbors of a cell.
pub(super) struct Near {
    pub center: Word,
    /// The n-th bit stands for the n-th direction of [`Around::dirs`].
    pub mask: Word,
    /// The neighbors that `mask` can have.
    pub ways: u64,
    /// Which neighbors are in other sets, as far as this has been asked.
    pub faces: Vec<(Source, Word)>,
    /// Whether faces are only noted, not computed.
    pub is_draft: bool,
}

/// What decides which neighbors belong to a set.
#[derive(Clone, Copy, PartialEq)]
pub(super) enum Source {
    /// Which neighbors exist.
    Exist,
    /// The set at this word of the position.
    Stored(usize),
    /// A set on the stack.
    Stack(StackSlot),
    /// The set at a row of a table of sets.
    Row(*const u64, Word),
    /// Links to the neighbor in the n-th direction.
    Linked(usize),
    /// A single cell.
    Cell(Word),
}

impl<'p> Gen<'p, '_> {
    /// Returns a set, if it is written as neighbors of one cell, and that is worth its while.
    pub(super) fn near(&mut self, set: &CellsExpr) -> Gets<Option<Near>> {
        if !self.is_near(set) {
            return Ok(None);
        }
        let copies = self.copies.len();
        let near = self.near_of(set);
        self.copies.truncate(copies);
        near.map(Some)
    }

    /// Returns whether a set is written as neighbors of one cell.
    pub(super) fn is_near(&self, set: &CellsExpr) -> bool {
        self.width() >= WIDE && !self.plan.is_compact && self.plan.around().is_some() && self.has_center(set, DEFS)
    }

    fn has_center(&self, set: &CellsExpr, depth: u32) -> bool {
        if self.hoisted(set).is_some() || depth == 0 {
            return false;
        }
        match set {
            CellsExpr::Op(SetOp::And, pair) => self.has_center(&pair.0, depth) || self.has_center(&pair.1, depth),
            CellsExpr::Op(SetOp::Except, pair) => self.has_center(&pair.0, depth),
            CellsExpr::Filter(filter) => self.has_center(&filter.over, depth),
            _ => match called(set) {
                Some(call) => {
                    let is_recursive = self.plan.recursive_def(Type::Cells, call.def).is_some();
                    let def = &self.plan.game.defs.cells[usize::from(call.def)];
                    !is_recursive && self.has_center(&def.body, depth - 1)
                }
                None => self.neighbors_in(set).is_some(),
            },
        }
    }

    /// Returns the cell whose neighbors a set is, and their directions, if it is `neighbors(p, D)`.
    pub(super) fn neighbors_in<'e>(&self, set: &'e CellsExpr) -> Option<(&'e CellExpr, u64)> {
        let (Op::Neighbors, [AnyExpr::Cells(CellsExpr::One(cell)), AnyExpr::Dirs(DirsExpr::Const(dirs))]) =
            set.applied()?
        else {
            return None;
        };
        let ways = self.plan.around()?.dirs.iter().fold(0, |all, dir| all | 1 << dir.0);
        (dirs & !ways == 0).then_some((&**cell, *dirs))
    }

    fn near_of(&mut self, set: &CellsExpr) -> Gets<Near> {
        match set {
            CellsExpr::Op(SetOp::And, pair) => {
                let (core, other) =
                    if self.has_center(&pair.0, DEFS) { (&pair.0, &pair.1) } else { (&pair.1, &pair.0) };
                let mut near = self.near_of(core)?;
                let face = self.face_of(&mut near, other, None)?;
                near.mask = self.and(near.mask, face);
                Ok(near)
            }
            CellsExpr::Op(SetOp::Except, pair) => {
                let mut near = self.near_of(&pair.0)?;
                let face = self.face_of(&mut near, &pair.1, None)?;
                near.mask = self.and_not(near.mask, face);
                Ok(near)
            }
            CellsExpr::Filter(filter) => self.near_kept(filter),
            _ => {
                if let Some(call) = called(set) {
                    return self.in_def::<CellsExpr, _>(call, |make, body| make.near_of(body));
                }
                let Some((cell, dirs)) = self.neighbors_in(set) else {
                    return Err(super::Unsupported("a set without a center"));
                };
                let cell = self.cell(cell)?;
                let mut near = self.near_to(cell);
                near.ways = self.around()?.ways(dirs);
                let exist = self.face(&mut near, Source::Exist);
                near.mask = self.and(exist, Word::Known(near.ways as i64));
                Ok(near)
            }
        }
    }

    /// Returns all neighbors of a cell, or none if it is `off`.
    pub(super) fn near_to(&mut self, cell: Spot) -> Near {
        let mut near = Near { center: cell.word, mask: ZERO, ways: u64::MAX, faces: Vec::new(), is_draft: false };
        if !cell.sure {
            let exist = self.face(&mut near, Source::Exist);
            let on = self.is_on_board(cell);
            let on = self.mask(on);
            near.faces = vec![(Source::Exist, self.and(exist, on))];
        }
        near
    }

    pub(super) fn around(&self) -> Gets<&'p Around> {
        self.plan.around().ok_or(super::Unsupported("a set without a center"))
    }

    /// Returns which neighbors are in a set.
    pub(super) fn face_of(&mut self, near: &mut Near, set: &CellsExpr, at: Option<(Names, usize)>) -> Gets<Word> {
        let plan = self.plan;
        let layout = &plan.game.layout;
        if self.hoisted(set).is_none() {
            match set {
                CellsExpr::Const(set) => {
                    let table = plan.tables.keep(set.0.iter().take(self.width()).copied().collect());
                    return Ok(self.face(near, Source::Row(table, ZERO)));
                }
                CellsExpr::Op(op, pair) => {
                    let (a, b) = (self.face_of(near, &pair.0, at)?, self.face_of(near, &pair.1, at)?);
                    return Ok(self.mask_op(*op, a, b));
                }
                CellsExpr::One(cell) => {
                    if let (Some((names, way)), Some(slot)) = (at, local(cell))
                        && slot == names.neighbor
                    {
                        return Ok(Word::Known(1 << way));
                    }
                    let cell = self.cell(cell)?;
                    return Ok(self.face(near, Source::Cell(cell.word)));
                }
                CellsExpr::Enemy => {
                    if let (Some(mover), 2) = (self.seen.mover.known(), layout.players) {
                        return Ok(self.face(near, Source::Stored(layout.player(1 - mover as usize))));
                    }
                }
                CellsExpr::Occupied | CellsExpr::Empty => {
                    let stored = self.stored_sets();
                    let there = stored.into_iter().fold(ZERO, |all, at| {
                        let face = self.face(near, Source::Stored(at));
                        self.or(all, face)
                    });
                    if matches!(set, CellsExpr::Occupied) {
                        return Ok(there);
                    }
                    return Ok(self.and_not(Word::Known(-1), there));
                }
                CellsExpr::OfPlayer(player) => {
                    let player = self.player(player)?.known().and_then(|player| usize::try_from(player).ok());
                    if let Some(player) = player.filter(|player| *player < layout.players) {
                        return Ok(self.face(near, Source::Stored(layout.player(player))));
                    }
                }
                CellsExpr::OfKind(kind) if plan.only_kind().is_none() => {
                    return Ok(self.face(near, Source::Stored(layout.kind(kind.0 as usize))));
                }
                _ => {}
            }
            if let Some((cell, dirs)) = self.neighbors_in(set) {
                return self.linked_to(near, cell, dirs, at);
            }
        }
        let words = self.cells(set)?;
        let slot = self.copied(&words);
        Ok(self.face(near, Source::Stack(slot)))
    }

    /// Returns which neighbors are neighbors of a cell, too.
    fn linked_to(&mut self, near: &mut Near, cell: &CellExpr, dirs: u64, at: Option<(Names, usize)>) -> Gets<Word> {
        let around = self.around()?;
        let is = |slot: fn(&Names) -> Slot| at.is_some_and(|(names, _)| local(cell) == Some(slot(&names)));
        if let Some((_, way)) = at
            && is(|names| names.neighbor)
            && dirs == self.plan.board().links()
        {
            return Ok(self.face(near, Source::Linked(way)));
        }
        let is_center = is(|names| names.center);
        let word = if is_center { near.center } else { self.cell(cell)?.word };
        if word == near.center {
            let exist = self.face(near, Source::Exist);
            return Ok(self.and(exist, Word::Known(around.ways(dirs) as i64)));
        }
        Ok(self.face(near, Source::Row(self.plan.neighbors(dirs), word)))
    }

    /// Returns which neighbors a source names; bits of cells that do not exist have no meaning.
    pub(super) fn face(&mut self, near: &mut Near, source: Source) -> Word {
        if let Some((_, face)) = near.faces.iter().find(|(other, _)| *other == source) {
            return *face;
        }
        let Some(around) = self.plan.around() else { return ZERO };
        let masks = |make: &mut Self, masks: Masks| match masks {
            Masks::Known(mask) => Some(Word::Known(mask)),
            Masks::Table(_) if near.is_draft => None,
            Masks::Table(table) => Some(make.load_at(table, near.center)),
        };
        let found = match source {
            Source::Exist => masks(self, around.exist),
            Source::Linked(way) => masks(self, around.linked[way]),
            _ if near.is_draft => None,
            _ => Some(self.collected(near, around, source)),
        };
        let face = found.unwrap_or(ZERO);
        if found.is_some_and(|found| found.known().is_some()) && !matches!(source, Source::Cell(_)) {
            return face; // It need not be noted.
        }
        near.faces.push((source, face));
        face
    }

    /// Asks for each neighbor whether it is in a set.
    fn collected(&mut self, near: &Near, around: &Around, source: Source) -> Word {
        let first = self.mul(near.center, Word::Known(around.dirs.len() as i64));
        let base = match source {
            Source::Stored(at) => self.b.ins().iadd_imm_s(self.state, (at * 8) as i64),
            Source::Stack(slot) => self.b.ins().stack_addr(I64, slot, 0),
            Source::Row(table, row) => {
                let table = self.constant(table as i64);
                let row = self.mul(row, Word::Known(self.width() as i64));
                self.address(table, row)
            }
            Source::Cell(_) | Source::Exist | Source::Linked(_) => self.state,
        };
        let mut mask = ZERO;
        for n in (0..around.dirs.len()).filter(|n| near.ways >> n & 1 == 1) {
            let at = self.add(first, Word::Known(n as i64));
            let cell = self.load_at(around.next, at);
            let is_in = match source {
                Source::Cell(other) => self.same(cell, other),
                _ => {
                    let at = self.right_by(cell, 6);
                    let address = self.address(base, at);
                    let word = self.load_from(address, 0);
                    let bit = self.right(word, cell);
                    self.and(bit, ONE)
                }
            };
            let bit = self.left_by(is_in, n as u32);
            mask = self.or(mask, bit);
        }
        mask
    }

    /// Returns the neighbors of a set for which a condition holds.
    fn near_kept(&mut self, filter: &Filter<CellsExpr>) -> Gets<Near> {
        if let Some(near) = self.kept_at_once(filter)? {
            return Ok(near);
        }
        let near = self.near_of(&filter.over)?;
        let kept = self.variable(ZERO);
        self.each_side(&near, &mut |make, way, cell| {
            make.count_step(SlowKind::Each("{ p in S: C }"));
            make.locals.bind(filter.slot, cell.word, true);
            let holds = make.all_hold(&[&filter.keep])?;
            let bit = make.left(holds, way);
            make.join_to(&[kept], &[bit]);
            Ok(ZERO)
        })?;
        Ok(Near { mask: self.read(kept), ..near })
    }

    /// Runs code for each neighbor of a set and its direction's number, until it returns to stop. Returns whether it did.
    fn each_side(&mut self, near: &Near, run: &mut dyn FnMut(&mut Self, Word, Spot) -> Gets<Word>) -> Gets<Word> {
        let around = self.around()?;
        let first = self.mul(near.center, Word::Known(around.dirs.len() as i64));
        self.each_bit(near.mask, &mut |make, way| {
            let at = make.add(first, way);
            let word = make.load_at(around.next, at);
            run(make, way, Spot { word, sure: true })
        })
    }

    /// Runs code for each cell of a set, in the order of directions, until it returns to stop. Returns whether it did.
    pub(super) fn each_near(&mut self, near: &Near, run: &mut dyn FnMut(&mut Self, Spot) -> Gets<Word>) -> Gets<Word> {
        self.each_side(near, &mut |make, _, cell| run(make, cell))
    }

    /// Returns how many cells a set has.
    pub(super) fn near_size(&mut self, near: &Near) -> Word {
        self.bits(near.mask)
    }

    /// Returns whether a set has a cell.
    pub(super) fn near_some(&mut self, near: &Near) -> Word {
        let none = self.same(near.mask, ZERO);
        self.not(none)
    }

    /// Returns whether the cells of a set are a single group, and whether there are none; nothing if neighbors of different cells are
    /// linked in different ways, or some in one direction only.
    pub(super) fn near_is_one_group(&mut self, near: &Near) -> Gets<Option<(Word, Word)>> {
        let around = self.around()?;
        let known = |masks: &Masks| if let Masks::Known(mask) = masks { Some(*mask as u64) } else { None };
        let Some(linked) = around.linked.iter().map(known).collect::<Option<Vec<u64>>>() else { return Ok(None) };
        let ways = 0..linked.len();
        if !ways.clone().all(|a| ways.clone().all(|b| linked[a] >> b & 1 == linked[b] >> a & 1)) {
            return Ok(None);
        }
        let is_one = |of: u64| {
            let mut group = of & of.wrapping_neg();
            loop {
                let more = ways.clone().filter(|n| group >> n & 1 == 1).fold(group, |all, n| all | linked[n] & of);
                if more == group {
                    return u64::from(group == of && of != 0);
                }
                group = more;
            }
        };
        let table = self.plan.tables.keep((0..1 << linked.len()).map(is_one).collect());
        let one = self.load_at(table, near.mask);
        let none = self.same(near.mask, ZERO);
        Ok(Some((one, none)))
    }
}

/// Returns the call that a set is.
pub(super) fn called(set: &CellsExpr) -> Option<&Call> {
    match set {
        CellsExpr::Common(common) => match &**common {
            Common::Call(call) => Some(call),
            _ => None,
        },
        _ => None,
    }
}
