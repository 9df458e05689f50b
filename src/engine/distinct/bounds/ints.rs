//! Numbers, and sets of them.

use super::common::Bounded;
use super::{Bound, Bounds, Known, Span};
use crate::game::Game;
use crate::game::expr::*;
use crate::game::rules::Def;

impl Span {
    /// All numbers; what does not fit 32 bits is a fault, and no value.
    const ALL: Span = Span { from: i32::MIN as i64, to: i32::MAX as i64, full: false };

    /// One number.
    pub(super) fn of(n: i64) -> Span {
        Span { from: n, to: n, full: true }
    }

    fn new(from: i64, to: i64) -> Span {
        Span { from: from.max(Span::ALL.from), to: to.min(Span::ALL.to), full: false }
    }

    /// The number, if it can be but one.
    pub(super) fn known(self) -> Option<i64> {
        (self.from == self.to).then_some(self.from)
    }

    fn either(self, other: Span) -> Span {
        Span { from: self.from.min(other.from), to: self.to.max(other.to), full: self.full && self == other }
    }
}

impl Bounded for IntExpr {
    type Bound = Span;

    fn bound<'g>(&'g self, of: &mut Bounds<'g>, known: &mut Known<'g>) -> Span {
        match self {
            IntExpr::Const(n) => Span::of(i64::from(*n)),
            IntExpr::Common(common) => of.common(common, known),
            IntExpr::Neg(n, _) => {
                let n = n.bound(of, known);
                Span::new(-n.to, -n.from)
            }
            IntExpr::Arith(op, pair, _) => arith(*op, pair.0.bound(of, known), pair.1.bound(of, known)),
            IntExpr::Count(set) => {
                let (least, most) = match &**set {
                    SetExpr::Cells(e) => {
                        let set = e.bound(of, known);
                        (set.least.len() as u32, set.most.len() as u32)
                    }
                    SetExpr::Dirs(e) => ones(e.bound(of, known)),
                    SetExpr::Players(e) => ones(e.bound(of, known)),
                    SetExpr::Kinds(e) => ones(e.bound(of, known)),
                    SetExpr::Ints(e) => {
                        let set = e.bound(of, known);
                        let most = (set.to - set.from + 1).max(0);
                        return Span::new(if set.full { most } else { 0 }, most);
                    }
                };
                Span::new(i64::from(least), i64::from(most))
            }
            IntExpr::CountOf(each) => {
                let seen = of.each(&each.over, each.slot, known, |of, known, _, surely| {
                    let holds = of.truth(&each.body, known);
                    (i64::from(surely && !holds.no), i64::from(holds.yes))
                });
                match seen {
                    Some(seen) => seen.iter().fold(Span::of(0), |all, n| Span::new(all.from + n.0, all.to + n.1)),
                    None => Span::new(0, Span::ALL.to),
                }
            }
            IntExpr::Extreme(max, all) => {
                let all: Vec<Span> = all.iter().map(|n| n.bound(of, known)).collect();
                let pick = |ends: &mut dyn Iterator<Item = i64>| if *max { ends.max() } else { ends.min() };
                let from = pick(&mut all.iter().map(|n| n.from));
                let to = pick(&mut all.iter().map(|n| n.to));
                from.zip(to).map_or(Span::ALL, |(from, to)| Span::new(from, to))
            }
            IntExpr::Abs(n, _) => {
                let n = n.bound(of, known);
                let to = n.from.abs().max(n.to.abs());
                Span::new(if n.from <= 0 && n.to >= 0 { 0 } else { n.from.abs().min(n.to.abs()) }, to)
            }
            IntExpr::Row(cell, _) => {
                let row = cell.bound(of, known).known().and_then(|cell| of.game.board.row(cell));
                row.map_or(Span::new(1, i64::from(of.game.board.height())), |row| Span::of(i64::from(row)))
            }
            IntExpr::Column(cell, _) => {
                let column = cell.bound(of, known).known().and_then(|cell| of.game.board.column(cell));
                column.map_or(Span::new(1, i64::from(of.game.board.width())), |column| Span::of(i64::from(column)))
            }
            IntExpr::Dx(dir) => {
                let dir = super::masks::only(dir.bound(of, known));
                dir.map_or(Span::new(-1, 1), |dir| Span::of(i64::from(of.game.board.dx(dir))))
            }
            IntExpr::Dy(dir) => {
                let dir = super::masks::only(dir.bound(of, known));
                dir.map_or(Span::new(-1, 1), |dir| Span::of(i64::from(of.game.board.dy(dir))))
            }
            IntExpr::Groups(_) | IntExpr::Ply | IntExpr::Repeated(_) => Span::new(0, Span::ALL.to),
            IntExpr::Sum(..)
            | IntExpr::Best { .. }
            | IntExpr::CellNumber(_)
            | IntExpr::Number(..)
            | IntExpr::Distance(..) => Span::ALL,
        }
    }

    fn anything(_: &Bounds<'_>) -> Span {
        Span::ALL
    }

    fn either(one: &Span, other: &Span) -> Span {
        one.either(*other)
    }

    fn taken(bound: &Bound) -> Option<Span> {
        if let Bound::Int(span) = bound { Some(*span) } else { None }
    }

    fn defs(game: &Game) -> &[Def<IntExpr>] {
        &game.defs.int
    }
}

fn ones(set: super::Between<u64>) -> (u32, u32) {
    (set.least.count_ones(), set.most.count_ones())
}

fn arith(op: Arith, a: Span, b: Span) -> Span {
    match op {
        Arith::Add => Span::new(a.from + b.from, a.to + b.to),
        Arith::Sub => Span::new(a.from - b.to, a.to - b.from),
        Arith::Mul => {
            let ends = [a.from * b.from, a.from * b.to, a.to * b.from, a.to * b.to];
            let (from, to) = (ends.iter().min(), ends.iter().max());
            from.zip(to).map_or(Span::ALL, |(from, to)| Span::new(*from, *to))
        }
        Arith::Div | Arith::Rem => match (a.known(), b.known()) {
            (Some(a), Some(b)) if b > 0 => Span::of(if op == Arith::Div { a.div_euclid(b) } else { a.rem_euclid(b) }),
            _ => Span::ALL,
        },
    }
}

impl Bounded for IntsExpr {
    type Bound = Span;
    const CLASS: Class = Class::Ints;

    fn bound<'g>(&'g self, of: &mut Bounds<'g>, known: &mut Known<'g>) -> Span {
        match self {
            IntsExpr::Common(common) => of.common(common, known),
            IntsExpr::Range(pair, _) => {
                let (from, to) = (pair.0.bound(of, known), pair.1.bound(of, known));
                Span { from: from.from, to: to.to, full: from.known().is_some() && to.known().is_some() }
            }
            IntsExpr::List(list) => {
                let all: Vec<Span> = list.iter().map(|n| n.bound(of, known)).collect();
                match all.split_first() {
                    Some((first, [])) => Span { full: first.known().is_some(), ..*first },
                    Some((first, others)) => {
                        Span { full: false, ..others.iter().fold(*first, |all, n| all.either(*n)) }
                    }
                    None => Span { from: 1, to: 0, full: true },
                }
            }
            IntsExpr::Op(op, pair) => {
                let (a, b) = (pair.0.bound(of, known), pair.1.bound(of, known));
                match op {
                    SetOp::And => Span { from: a.from.max(b.from), to: a.to.min(b.to), full: a.full && b.full },
                    SetOp::Or => Span { full: false, ..a.either(b) },
                    SetOp::Except => Span { full: false, ..a },
                }
            }
            IntsExpr::Filter(filter) => Span { full: false, ..filter.over.bound(of, known) },
            IntsExpr::Union(_) => Span::ALL,
        }
    }

    fn anything(_: &Bounds<'_>) -> Span {
        Span::ALL
    }

    fn either(one: &Span, other: &Span) -> Span {
        one.either(*other)
    }

    fn taken(bound: &Bound) -> Option<Span> {
        if let Bound::Ints(span) = bound { Some(*span) } else { None }
    }

    fn defs(game: &Game) -> &[Def<IntsExpr>] {
        &game.defs.ints
    }
}
