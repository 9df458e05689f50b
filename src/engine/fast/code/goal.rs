//! Conditions of `end` that come to hold only where a piece has been put: rows, connections, properties of groups, and
//! cells that are cut off.

use super::by_group::{ByGroup, body_of, group_of};
use super::rows::Rows;
use crate::game::Game;
use crate::game::expr::*;
use crate::game::operator::Op;
use crate::game::part::{AsPart, Expression, Part, Shared};

/// How deep calls of defs are followed.
const DEFS: u32 = 8;

/// A condition that can come to hold when a piece is added to a set.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Goal<'e> {
    /// `some(lines(..))`.
    Rows(Rows<'e>),
    /// `connects(T, A, B, ..)`: the set, and the ends.
    Connection(&'e CellsExpr, &'e [AnyExpr]),
    /// Some group is of this sort.
    Group(GroupGoal<'e>),
    /// Some cells are cut off.
    Cut(CutGoal<'e>),
}

/// `some(p in T & S: C)`: S is fixed, and C depends on nothing but `group(p, T)`.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GroupGoal<'e> {
    /// T.
    pub of: &'e CellsExpr,
    pub each: &'e Generator<BoolExpr>,
}

/// `not (A except T within group(S, A except T))`: all cells but those of T were connected with S, and some are no longer.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CutGoal<'e> {
    /// T.
    pub of: &'e CellsExpr,
    /// A.
    pub all: &'e CellsExpr,
    /// A without T.
    pub rest: &'e CellsExpr,
    /// S.
    pub from: &'e CellsExpr,
}

/// A condition that is a goal, and alone makes a condition of `end` hold.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Atom<'e> {
    pub condition: &'e BoolExpr,
    pub goal: Goal<'e>,
    /// The `where` values of the def that it is in.
    pub lazies: &'e [(Slot, AnyExpr)],
}

impl<'e> Goal<'e> {
    /// Returns the condition as a goal, if it is one. The `where` values are those of the def that it is in.
    fn new(game: &'e Game, condition: &'e BoolExpr, lazies: &'e [(Slot, AnyExpr)]) -> Option<Goal<'e>> {
        // Lengths and ends are also evaluated outside of the def, where its `where` values are not known.
        let has_lazy = || condition.part().contains(&mut |part| matches!(part.shared(), Some(Shared::Lazy(_))));
        match condition {
            BoolExpr::Some(set) => {
                let SetExpr::Cells(set) = &**set else { return None };
                let rows = Rows::of(set).filter(|_| !has_lazy()).map(Goal::Rows);
                rows.or_else(|| match set {
                    CellsExpr::Op(SetOp::Except, pair) => cut(game, &pair.0, &pair.1, lazies),
                    _ => None,
                })
            }
            BoolExpr::Not(inner) => match &**inner {
                BoolExpr::Within(pair) => match &**pair {
                    (SetExpr::Cells(rest), SetExpr::Cells(group)) => cut(game, rest, group, lazies),
                    _ => None,
                },
                _ => None,
            },
            BoolExpr::SomeOf(each) => {
                let SetExpr::Cells(over) = &each.over else { return None };
                let of = part_of(game, over)?;
                ByGroup::new(game, each.slot, each.body.part()).filter(|by| by.is_of(of))?;
                let is_movers = of.part().contains(&mut Part::is_mover);
                let reads = |part: Part<'_>| part.reads_position() && !(is_movers && part.is_mover());
                let reads_more = reads_beyond_group(game, each.body.part(), each.slot, &reads);
                (!reads_more).then_some(Goal::Group(GroupGoal { of, each }))
            }
            _ => match condition.applied()? {
                (Op::Connects, [AnyExpr::Cells(of), ends @ ..]) if !has_lazy() => Some(Goal::Connection(of, ends)),
                _ => None,
            },
        }
    }

    /// Returns the set that has to grow.
    pub(crate) fn made_of(self) -> &'e CellsExpr {
        match self {
            Goal::Rows(rows) => rows.of,
            Goal::Connection(of, _) => of,
            Goal::Group(goal) => goal.of,
            Goal::Cut(goal) => goal.of,
        }
    }

    /// Returns whether it can come to hold where nothing has been added, if pieces are removed elsewhere.
    pub(crate) fn needs_growth_alone(self) -> bool {
        match self {
            // A row that was too long may become short enough.
            Goal::Rows(rows) => !rows.is_open(),
            Goal::Connection(..) => false,
            Goal::Group(_) | Goal::Cut(_) => true,
        }
    }
}

/// Returns the goals that each alone make a condition hold.
pub(crate) fn goals<'e>(game: &'e Game, condition: &'e BoolExpr) -> Vec<Atom<'e>> {
    let mut found = Vec::new();
    add_goals(game, condition, &[], &mut Vec::new(), &mut found);
    found
}

fn add_goals<'e>(
    game: &'e Game,
    condition: &'e BoolExpr,
    lazies: &'e [(Slot, AnyExpr)],
    seen: &mut Vec<u16>,
    found: &mut Vec<Atom<'e>>,
) {
    if let BoolExpr::Or(pair) = condition {
        add_goals(game, &pair.0, lazies, seen, found);
        add_goals(game, &pair.1, lazies, seen, found);
    } else if let Some(Common::Call(call)) = condition.common() {
        // A def without parameters has one meaning, wherever it is called.
        if call.args.is_empty() && !seen.contains(&call.def) {
            seen.push(call.def);
            let def = &BoolExpr::defs(&game.defs)[usize::from(call.def)];
            add_goals(game, &def.body, &def.lazies, seen, found);
        }
    } else if let Some(goal) = Goal::new(game, condition, lazies) {
        found.push(Atom { condition, goal, lazies });
    }
}

/// Returns T if a set is T, or T without the cells outside some fixed sets. T consists of a player's pieces.
pub(crate) fn part_of<'e>(game: &Game, set: &'e CellsExpr) -> Option<&'e CellsExpr> {
    match set {
        CellsExpr::OfPlayer(_) => Some(set),
        CellsExpr::Op(SetOp::And, pair) => match (&pair.0, &pair.1) {
            (CellsExpr::OfKind(_), CellsExpr::OfPlayer(_)) | (CellsExpr::OfPlayer(_), CellsExpr::OfKind(_)) => {
                Some(set)
            }
            (inner, other) | (other, inner) if is_fixed(game, other) => part_of(game, inner),
            _ => None,
        },
        CellsExpr::Op(SetOp::Except, pair) if is_fixed(game, &pair.1) => part_of(game, &pair.0),
        _ => None,
    }
}

/// Returns whether a set is the same in all positions.
fn is_fixed(game: &Game, set: &CellsExpr) -> bool {
    let is_local = |part: Part<'_>| matches!(part.shared(), Some(Shared::Local(_)));
    !set.part().mentions(game, DEFS, &Part::reads_position) && !set.part().contains(&mut |part| is_local(part))
}

/// Returns whether a part depends on the position by more than the group of the cell in a slot; `reads` tells which parts do.
fn reads_beyond_group(game: &Game, part: Part<'_>, slot: Slot, reads: &dyn Fn(Part<'_>) -> bool) -> bool {
    if matches!(part, Part::Cells(set) if group_of(set, slot).is_some()) {
        return false;
    }
    if let Some((parameter, body)) = body_of(game, part, slot) {
        let mut found = reads_beyond_group(game, body, parameter, reads);
        part.each(&mut |arg| found = found || reads_beyond_group(game, arg, slot, reads));
        return found;
    }
    let mut found = reads(part) || part.called(game).into_iter().any(|body| body.mentions(game, DEFS, reads));
    part.each(&mut |inner| found = found || reads_beyond_group(game, inner, slot, reads));
    found
}

/// Returns a goal if the first set is some cells without T, and the other one those of them that are connected with S.
fn cut<'e>(
    game: &'e Game,
    rest: &'e CellsExpr,
    group: &'e CellsExpr,
    lazies: &'e [(Slot, AnyExpr)],
) -> Option<Goal<'e>> {
    let (Op::Group, [AnyExpr::Cells(from), AnyExpr::Cells(through)]) = group.applied()? else { return None };
    let written = match rest.common() {
        Some(Common::Lazy(n)) => match &lazies.get(usize::from(*n))?.1 {
            AnyExpr::Cells(set) => set,
            _ => return None,
        },
        // A def without parameters and `where` values has one meaning, wherever it is called.
        Some(Common::Call(call)) if call.args.is_empty() => {
            let def = &CellsExpr::defs(&game.defs)[usize::from(call.def)];
            if !def.lazies.is_empty() {
                return None;
            }
            &def.body
        }
        _ => rest,
    };
    match written {
        CellsExpr::Op(SetOp::Except, pair) if rest == through && is_fixed(game, &pair.0) && is_fixed(game, from) => {
            Some(Goal::Cut(CutGoal { of: &pair.1, all: &pair.0, rest, from }))
        }
        _ => None,
    }
}

/// What may end a game.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Goals {
    pub rows: bool,
    /// How many ends all connections have.
    pub ends: usize,
    /// What whole groups are like.
    pub groups: bool,
    /// Whether cells are cut off.
    pub cuts: bool,
}

impl Goals {
    pub(crate) fn of(game: &Game) -> Goals {
        let mut found = Goals::default();
        for atom in game.end.iter().flat_map(|ending| goals(game, &ending.condition.holds)) {
            match atom.goal {
                Goal::Rows(_) => found.rows = true,
                Goal::Connection(_, ends) => found.ends += ends.len(),
                Goal::Group(_) => found.groups = true,
                Goal::Cut(_) => found.cuts = true,
            }
        }
        found
    }
}
