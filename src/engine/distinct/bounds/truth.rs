//! Conditions.

use super::common::Bounded;
use super::{Between, Bound, Bounds, Known};
use crate::game::Game;
use crate::game::expr::*;
use crate::game::rules::Def;

/// Whether a condition can hold, and whether it can fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Truth {
    pub yes: bool,
    pub no: bool,
}

impl Truth {
    pub(in super::super) const EITHER: Truth = Truth { yes: true, no: true };

    fn known(holds: bool) -> Truth {
        Truth { yes: holds, no: !holds }
    }

    fn not(self) -> Truth {
        Truth { yes: self.no, no: self.yes }
    }

    fn and(self, other: Truth) -> Truth {
        Truth { yes: self.yes && other.yes, no: self.no || other.no }
    }

    fn or(self, other: Truth) -> Truth {
        self.not().and(other.not()).not()
    }
}

impl Bounded for BoolExpr {
    type Bound = Truth;

    fn bound<'g>(&'g self, of: &mut Bounds<'g>, known: &mut Known<'g>) -> Truth {
        match self {
            BoolExpr::Const(holds) => Truth::known(*holds),
            BoolExpr::Common(common) => of.common(common, known),
            BoolExpr::Watched(_, one) => one.bound(of, known),
            BoolExpr::Not(one) => one.bound(of, known).not(),
            BoolExpr::And(pair) => match pair.0.bound(of, known) {
                Truth { yes: false, .. } => Truth::known(false),
                first => first.and(pair.1.bound(of, known)),
            },
            BoolExpr::Or(pair) => match pair.0.bound(of, known) {
                Truth { no: false, .. } => Truth::known(true),
                first => first.or(pair.1.bound(of, known)),
            },
            BoolExpr::Compare(how, pair) => {
                let (a, b) = (pair.0.bound(of, known), pair.1.bound(of, known));
                let less = Truth { yes: a.from < b.to, no: a.to >= b.from };
                let greater = Truth { yes: a.to > b.from, no: a.from <= b.to };
                let equal = super::equal(&Bound::Int(a), &Bound::Int(b));
                match how {
                    Compare::Equal => equal,
                    Compare::NotEqual => equal.not(),
                    Compare::Less => less,
                    Compare::LessEqual => greater.not(),
                    Compare::Greater => greater,
                    Compare::GreaterEqual => less.not(),
                }
            }
            BoolExpr::Same(pair) => same(pair, of, known),
            BoolExpr::In(membership) => membered(membership, of, known),
            BoolExpr::Some(set) => match &**set {
                SetExpr::Cells(e) => {
                    let set = e.bound(of, known);
                    Truth { yes: !set.most.is_empty(), no: set.least.is_empty() }
                }
                SetExpr::Dirs(e) => some(e.bound(of, known)),
                SetExpr::Players(e) => some(e.bound(of, known)),
                SetExpr::Kinds(e) => some(e.bound(of, known)),
                SetExpr::Ints(e) => {
                    let set = e.bound(of, known);
                    Truth { yes: set.from <= set.to, no: !(set.full && set.from <= set.to) }
                }
            },
            BoolExpr::SomeOf(each) => some_of(each, of, known, |truth| truth),
            BoolExpr::Every(each) => some_of(each, of, known, Truth::not).not(),
            BoolExpr::Within(pair) => match &**pair {
                SetPair::Cells(a, b) => {
                    let (a, b) = (a.bound(of, known), b.bound(of, known));
                    Truth { yes: a.least.within(&b.most), no: !a.most.within(&b.least) }
                }
                SetPair::Dirs(a, b) => within(a.bound(of, known), b.bound(of, known)),
                SetPair::Players(a, b) => within(a.bound(of, known), b.bound(of, known)),
                SetPair::Kinds(a, b) => within(a.bound(of, known), b.bound(of, known)),
                SetPair::Ints(..) => Truth::EITHER,
            },
            BoolExpr::SameSet(_)
            | BoolExpr::Connects(..)
            | BoolExpr::Stuck(_)
            | BoolExpr::Possible(_)
            | BoolExpr::SomeMoveThen(_) => Truth::EITHER,
        }
    }

    fn anything(_: &Bounds<'_>) -> Truth {
        Truth::EITHER
    }

    fn either(one: &Truth, other: &Truth) -> Truth {
        Truth { yes: one.yes || other.yes, no: one.no || other.no }
    }

    fn taken(bound: &Bound) -> Option<Truth> {
        if let Bound::Truth(truth) = bound { Some(*truth) } else { None }
    }

    fn defs(game: &Game) -> &[Def<BoolExpr>] {
        &game.defs.bool
    }
}

fn some(set: Between<u64>) -> Truth {
    Truth { yes: set.most != 0, no: set.least == 0 }
}

fn within(a: Between<u64>, b: Between<u64>) -> Truth {
    Truth { yes: a.least & !b.most == 0, no: a.most & !b.least != 0 }
}

/// Whether something can be found for which this holds, and whether it can be missing.
fn some_of<'g>(
    each: &'g Generator<BoolExpr>,
    of: &mut Bounds<'g>,
    known: &mut Known<'g>,
    seen_as: fn(Truth) -> Truth,
) -> Truth {
    let seen = of.each(&each.over, each.slot, known, |of, known, _, surely| {
        let holds = seen_as(each.body.bound(of, known));
        Truth { yes: holds.yes, no: holds.no || !surely }
    });
    seen.map_or(Truth::EITHER, |seen| seen.into_iter().fold(Truth::known(false), Truth::or))
}

fn same<'g>(pair: &'g ScalarPair, of: &mut Bounds<'g>, known: &mut Known<'g>) -> Truth {
    let (one, other) = match pair {
        ScalarPair::Bool(a, b) => (Bound::Truth(a.bound(of, known)), Bound::Truth(b.bound(of, known))),
        ScalarPair::Cell(a, b) => (Bound::Cell(a.bound(of, known)), Bound::Cell(b.bound(of, known))),
        ScalarPair::Dir(a, b) => (Bound::Word(a.bound(of, known)), Bound::Word(b.bound(of, known))),
        ScalarPair::Player(a, b) => (Bound::Word(a.bound(of, known)), Bound::Word(b.bound(of, known))),
        ScalarPair::Kind(a, b) => (Bound::Word(a.bound(of, known)), Bound::Word(b.bound(of, known))),
        ScalarPair::Piece(..) => return Truth::EITHER,
    };
    super::equal(&one, &other)
}

fn membered<'g>(membership: &'g Membership, of: &mut Bounds<'g>, known: &mut Known<'g>) -> Truth {
    let word = |one: u64, set: Between<u64>| Truth { yes: one & set.most != 0, no: one & !set.least != 0 };
    match membership {
        Membership::Cell(cell, set) => {
            let (cell, set) = (cell.bound(of, known), set.bound(of, known));
            Truth { yes: cell.on.meets(&set.most), no: cell.off || !cell.on.within(&set.least) }
        }
        Membership::Dir(dir, set) => word(dir.bound(of, known), set.bound(of, known)),
        Membership::Player(player, set) => word(player.bound(of, known), set.bound(of, known)),
        Membership::Kind(kind, set) => word(kind.bound(of, known), set.bound(of, known)),
        Membership::Int(n, set) => {
            let (n, set) = (n.bound(of, known), set.bound(of, known));
            Truth { yes: n.from <= set.to && set.from <= n.to, no: !(set.full && set.from <= n.from && n.to <= set.to) }
        }
    }
}
