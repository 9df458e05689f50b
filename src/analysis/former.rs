//! Operators that are still variants of their own.

use super::Analysis;
use super::domain::*;
use crate::game::expr::*;
use crate::game::operator::Op;
use crate::game::part::{AsPart, Part};

impl Analysis<'_> {
    /// Returns the operator and its arguments.
    pub(super) fn former(&mut self, part: Part<'_>) -> Option<(Op, Vec<AbstractValue>)> {
        let all: &dyn Fn(&Self) -> AbstractValue = &|of| AbstractValue::Cells(of.cells_all_of(of.everywhere));
        let mask = |mask: u64| AbstractValue::Dirs(AbstractMask::of(mask));
        let (op, parts): (Op, Vec<Part<'_>>) = match part {
            Part::Int(e) => match e {
                IntExpr::Extreme(max, list) => {
                    (if *max { Op::Max } else { Op::Min }, list.iter().map(AsPart::part).collect())
                }
                IntExpr::Abs(n, _) => (Op::Abs, vec![n.part()]),
                IntExpr::Row(cell, _) => (Op::Row, vec![cell.part()]),
                IntExpr::Column(cell, _) => (Op::Column, vec![cell.part()]),
                IntExpr::CellNumber(cell) => (Op::CellNumber, vec![cell.part()]),
                IntExpr::Dx(dir) => (Op::Dx, vec![dir.part()]),
                IntExpr::Dy(dir) => (Op::Dy, vec![dir.part()]),
                IntExpr::Number(player, _) => (Op::PlayerNumber, vec![player.part()]),
                IntExpr::Distance(pair, _) => (Op::Distance, vec![pair.0.part(), pair.1.part()]),
                IntExpr::Groups(set) => (Op::Groups, vec![set.part()]),
                _ => return None,
            },
            Part::Bool(BoolExpr::Connects(of, ends)) => {
                (Op::Connects, std::iter::once(&**of).chain(ends).map(AsPart::part).collect())
            }
            Part::Cell(e) => match e {
                CellExpr::Step(triple) => (Op::Step, vec![triple.0.part(), triple.1.part(), triple.2.part()]),
                CellExpr::At(pair) => (Op::CellAt, vec![pair.0.part(), pair.1.part()]),
                CellExpr::The(set, _) => (Op::TheCell, vec![set.part()]),
                CellExpr::Numbered(n) => (Op::CellNumbered, vec![n.part()]),
                _ => return None,
            },
            Part::Cells(e) => match e {
                CellsExpr::Rows(n) => (Op::Rows, vec![n.part()]),
                CellsExpr::Columns(n) => (Op::Columns, vec![n.part()]),
                CellsExpr::Numbered(n) => (Op::CellsNumbered, vec![n.part()]),
                CellsExpr::Side(n) => (Op::Side, vec![n.part()]),
                CellsExpr::EdgeOf(dirs) => (Op::EdgeOf, vec![dirs.part()]),
                CellsExpr::Neighbors(from, Some(dirs)) => (Op::Neighbors, vec![from.part(), dirs.part()]),
                CellsExpr::Neighbors(from, None) => {
                    let from = self.value(from.part());
                    return Some((Op::Neighbors, vec![from, mask(self.ground.board.links())]));
                }
                CellsExpr::Ray(pair, through) => {
                    let mut args = vec![self.value(pair.0.part()), self.value(pair.1.part())];
                    args.push(match through {
                        Some(through) => self.value(through.part()),
                        None => all(self),
                    });
                    return Some((Op::Ray, args));
                }
                CellsExpr::First(of) => (Op::First, vec![of.0.part(), of.1.part(), of.2.part()]),
                CellsExpr::Hop(of) => (Op::Hop, vec![of.0.part(), of.1.part(), of.2.part()]),
                CellsExpr::Leap(of) => (Op::Leap, vec![of.0.part(), of.1.part(), of.2.part()]),
                CellsExpr::Between(of) => (Op::Between, vec![of.0.part(), of.1.part()]),
                CellsExpr::Group(of) => (Op::Group, vec![of.0.part(), of.1.part()]),
                CellsExpr::Lines { of, least, most, along } => {
                    let mut args = vec![self.value(of.part()), self.value(least.part())];
                    args.push(match most {
                        Some(most) => self.value(most.part()),
                        None => AbstractValue::Int(Interval::of(i32::MAX)),
                    });
                    args.push(match along {
                        Some(along) => self.value(along.part()),
                        None => mask(self.ground.board.all_dirs()),
                    });
                    return Some((Op::Lines, args));
                }
                _ => return None,
            },
            Part::Dir(e) => match e {
                DirExpr::Opposite(dir) => (Op::Opposite, vec![dir.part()]),
                DirExpr::Of(pair, _) => (Op::DirOf, vec![pair.0.part(), pair.1.part()]),
                DirExpr::Ahead(player, _) => (Op::Ahead, vec![player.part()]),
                DirExpr::The(set, _) => (Op::TheDir, vec![set.part()]),
                _ => return None,
            },
            Part::Dirs(MaskExpr::Word(word)) => match &**word {
                DirsWord::Forward(player) => (Op::Forward, vec![player.part()]),
                DirsWord::Backward(player) => (Op::Backward, vec![player.part()]),
                DirsWord::Sideways(player) => (Op::Sideways, vec![player.part()]),
                DirsWord::Toward(p, q) => (Op::Toward, vec![p.part(), q.part()]),
                DirsWord::Opposite(dirs) => (Op::Opposites, vec![dirs.part()]),
            },
            Part::Player(e) => match e {
                PlayerExpr::Rival(player) => (Op::Rival, vec![player.part()]),
                PlayerExpr::Owner(piece) => (Op::Owner, vec![piece.part()]),
                PlayerExpr::The(set, _) => (Op::ThePlayer, vec![set.part()]),
                _ => return None,
            },
            Part::Kind(e) => match e {
                KindExpr::Of(piece) => (Op::KindOf, vec![piece.part()]),
                KindExpr::The(set, _) => (Op::TheKind, vec![set.part()]),
                _ => return None,
            },
            _ => return None,
        };
        Some((op, parts.into_iter().map(|part| self.value(part)).collect()))
    }
}
