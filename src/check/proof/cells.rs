//! What sets of cells can hold.

use super::Prover;
use super::area::{self, Area};
use super::facts::{Fact, Known, What};
use crate::game::cells::CellSet;
use crate::game::expr::*;
use crate::game::piece::Player;
use crate::syntax::ast::Type;

impl Prover<'_> {
    /// What the cells of a set can be.
    pub fn cells(&self, set: &CellsExpr) -> Area {
        if self.tired() {
            return self.everywhere();
        }
        let everywhere = self.everywhere();
        if let Some(exact) = self.exact(set) {
            return exact;
        }
        match set {
            CellsExpr::One(cell) => self.cell(cell).0,
            CellsExpr::Op(SetOp::And, sides) => self.cells(&sides.0).meet(&self.cells(&sides.1), self.neutral()),
            CellsExpr::Op(SetOp::Or, sides) => self.cells(&sides.0).join(&self.cells(&sides.1)),
            CellsExpr::Op(SetOp::Except, sides) => {
                let all = self.cells(&sides.0);
                self.exact(&sides.1).map_or(all, |less| all.minus(&less, self.neutral()))
            }
            CellsExpr::OfPlayer(player) => {
                let (whose, owners) = self.player(player);
                Area { whose: whose & area::OWNED, owners, ..everywhere }.tidy(self.neutral())
            }
            CellsExpr::Neighbors(from, dirs) => {
                let dirs = dirs.as_ref().map_or(self.board.links(), |dirs| self.dirs(dirs));
                self.lying(self.board.neighbors(&self.cells(from).cells, dirs))
            }
            CellsExpr::Ray(of, through) => {
                let reached = self.board.ray(&self.cells(&of.0).cells, self.dirs(&of.1), &self.board.all_cells());
                let reached = self.lying(reached);
                match through {
                    Some(through) => reached.meet(&self.cells(through), self.neutral()),
                    None => reached,
                }
            }
            CellsExpr::First(of) => self.cells(&of.2),
            CellsExpr::Group(of) => self.cells(&of.1),
            CellsExpr::Lines { of, .. } => self.cells(of),
            CellsExpr::Filter(filter) => {
                let mut inner = self.with_element(filter.slot, &SetExpr::Cells(filter.over.clone()));
                inner.suppose(&filter.keep, true, Default::default());
                match inner.facts.local(Class::Word, filter.slot) {
                    Some(Known::Cell(area, _)) => area,
                    _ => self.cells(&filter.over),
                }
            }
            CellsExpr::Union(each) => self.with_element(each.slot, &each.over).cells(&each.body),
            CellsExpr::Common(common) => match &**common {
                Common::Local(slot) => match self.facts.local(Class::Cells, *slot) {
                    Some(Known::Cells(area)) => area,
                    _ => everywhere,
                },
                Common::If(_, yes, no) => self.cells(yes).join(&self.cells(no)),
                Common::Match(arms) => {
                    let each = arms.arms.iter().map(|(_, set)| set).chain(&arms.otherwise);
                    each.map(|set| self.cells(set)).fold(Area::NONE, |all, area| all.join(&area))
                }
                Common::Call(call) => {
                    let def = self.defs.cells.get(usize::from(call.def));
                    self.within_def(Type::Cells, call, def, |inner, body| inner.cells(body)).unwrap_or(everywhere)
                }
                Common::Lazy(_) | Common::Var(_) | Common::Apply(_) => everywhere,
            },
            _ => everywhere,
        }
    }

    /// The area that a set fills, if it fills one.
    pub fn exact(&self, set: &CellsExpr) -> Option<Area> {
        let everywhere = self.everywhere();
        let held = |whose: u8| self.holding(whose);
        Some(match set {
            CellsExpr::Const(cells) if self.fixed => Area { cells: **cells, ..everywhere }.tidy(self.neutral()),
            CellsExpr::Empty => held(area::EMPTY),
            CellsExpr::Occupied => held(area::OWNED | area::NEUTRAL),
            CellsExpr::Pieces => held(area::OWNED),
            CellsExpr::Enemy => held(area::OTHER),
            CellsExpr::OfPlayer(player) => match &**player {
                PlayerExpr::Mover => held(area::MOVER),
                PlayerExpr::Const(player) if *player != Player::NOBODY && player.0 < 64 => {
                    Area { whose: area::OWNED, owners: 1 << player.0, ..everywhere }.tidy(self.neutral())
                }
                PlayerExpr::Rival(of) if self.players == 2 && matches!(**of, PlayerExpr::Mover) => held(area::OTHER),
                _ => return None,
            },
            CellsExpr::OfKind(kind) if kind.0 < 64 => {
                Area { whose: area::OWNED | area::NEUTRAL, kinds: 1 << kind.0, ..everywhere }.tidy(self.neutral())
            }
            CellsExpr::Op(SetOp::And, sides) => self.exact(&sides.0)?.meet(&self.exact(&sides.1)?, self.neutral()),
            CellsExpr::Op(SetOp::Or, sides) => self.exact(&sides.0)?.joined(&self.exact(&sides.1)?, self.neutral())?,
            _ => return None,
        })
    }

    /// All cells on which such things stand.
    fn holding(&self, whose: u8) -> Area {
        Area { whose, ..self.everywhere() }.tidy(self.neutral())
    }

    /// The cells of a place, whatever stands there; where the board varies, they may lie anywhere.
    fn lying(&self, cells: CellSet) -> Area {
        let everywhere = self.everywhere();
        if self.fixed { Area { cells, ..everywhere }.tidy(self.neutral()) } else { everywhere }
    }

    /// The directions that a set can hold.
    fn dirs(&self, dirs: &DirsExpr) -> u64 {
        match dirs {
            MaskExpr::Const(mask) => *mask,
            MaskExpr::One(dir) => match **dir {
                DirExpr::Const(dir) if dir.0 < 64 => 1 << dir.0,
                _ => self.board.all_dirs(),
            },
            _ => self.board.all_dirs(),
        }
    }

    /// Whether no cell can be in both sets; none if one of them is empty by itself, which is another matter.
    pub fn apart(&self, a: &CellsExpr, b: &CellsExpr) -> Option<bool> {
        let (a, b) = (self.cells(a), self.cells(b));
        (!a.is_empty() && !b.is_empty()).then(|| a.meet(&b, self.neutral()).is_empty())
    }

    /// Whether every cell of a set is in another one, whatever stands on the board.
    pub fn contained(&self, a: &CellsExpr, b: &CellsExpr) -> bool {
        self.exact(b).is_some_and(|exact| self.cells(a).within(&exact))
    }

    /// Keeps in mind that a local cell is, or is not, in a set.
    pub(super) fn narrow(&mut self, cell: &CellExpr, set: &CellsExpr, is_in: bool, from: crate::source::Span) {
        let CellExpr::Common(common) = cell else { return };
        let Common::Local(slot) = **common else { return };
        let (area, off) = self.cell(cell);
        let known = match (is_in, self.exact(set)) {
            (true, _) => Known::Cell(area.meet(&self.cells(set), self.neutral()), false),
            (false, Some(exact)) => Known::Cell(area.minus(&exact, self.neutral()), off),
            (false, None) => return,
        };
        self.facts.0.push(Fact { what: What::Local(Class::Word, slot, known), from });
    }
}

/// The operands of a chain of one operator.
pub(in super::super) fn operands(op: SetOp, set: &CellsExpr) -> Vec<&CellsExpr> {
    match set {
        CellsExpr::Op(other, sides) if *other == op => {
            let mut all = operands(op, &sides.0);
            all.extend(operands(op, &sides.1));
            all
        }
        set => vec![set],
    }
}
