//! Loops over cells in which a cell matters only by its group: their bodies are evaluated once for each group.

use super::cells::may_fault;
use super::locals::slots;
use super::set::Words;
use super::stmt::{is_word, uses_word};
use super::word::{Int, Word, ZERO};
use super::{Gen, Gets};
use crate::analysis::{AbstractValue, Analysis, Limits};
use crate::engine::fast::slow::SlowKind;
use crate::game::Game;
use crate::game::expr::*;
use crate::game::operator::Op;
use crate::game::part::{AsPart, Expression, Part, Shared};
use crate::types::Type;

/// The groups that the body of a loop asks about.
pub(super) struct ByGroup<'e> {
    /// The expressions whose value is the group of the loop's cell.
    groups: Vec<&'e CellsExpr>,
    /// The set whose groups they are.
    pub of: &'e CellsExpr,
    by_owner: Option<OfOwner<'e>>,
    /// Where the loop's cell is, if defs are called with it.
    passed: Option<Slot>,
}

/// A set that depends on the owner of the loop's cell.
#[derive(Clone, Copy, PartialEq)]
enum OfOwner<'e> {
    /// All pieces of this owner.
    All,
    /// Those that are in another set.
    Within(&'e CellsExpr),
}

/// The most players for each of whom the code for a group is written.
const PLAYERS: usize = 4;

/// How deep calls of defs are followed.
const DEFS: u32 = 4;

/// The most expressions that are analyzed to know how large a number can be.
const FUEL: u32 = 1000;

impl<'e> ByGroup<'e> {
    /// Returns the groups, if the cell in a slot matters only by its group in one set.
    pub(super) fn new(game: &'e Game, slot: Slot, body: Part<'e>) -> Option<ByGroup<'e>> {
        let mut found = Found {
            game,
            groups: Vec::new(),
            bound: vec![slot],
            followed: Vec::new(),
            others: Vec::new(),
            has_where: false,
        };
        let is_only_group = found.add(body, slot, DEFS);
        let first = found.groups.first()?;
        let (of, by_owner) = (first.of, of_owner(first.of, first.slot));
        let is_outer = |set: &CellsExpr| found.bound.iter().all(|inner| !uses_word(set.part(), *inner));
        let is_same = |group: &FoundGroup<'e>| {
            let same = match by_owner {
                Some(owner) => of_owner(group.of, group.slot) == Some(owner),
                None => group.of == of,
            };
            // What a def asks about must not depend on its parameters.
            let set = match by_owner {
                Some(OfOwner::All) => None,
                Some(OfOwner::Within(other)) => Some(other),
                None => Some(group.of),
            };
            same && set.is_none_or(|set| if group.is_outer { is_outer(set) } else { !has_locals(set) })
        };
        let are_same = found.groups.iter().all(is_same);
        // The group that is known is that of the loop's cell, in whatever call it is asked for.
        let calls = |part: Part<'_>| part.call().is_some_and(|call| found.followed.contains(&call));
        let may_ask = || found.has_where || found.others.iter().any(|part| part.mentions(game, 8, &calls));
        let is_elsewhere = !found.followed.is_empty() && may_ask();
        let passed = (!found.followed.is_empty()).then_some(slot);
        let groups = found.groups.iter().map(|group| group.set).collect();
        (is_only_group && are_same && !is_elsewhere).then_some(ByGroup { groups, of, by_owner, passed })
    }

    /// Returns whether they are groups of this set if the loop is over cells of it.
    pub(super) fn is_of(&self, set: &CellsExpr) -> bool {
        self.of == set || (self.by_owner == Some(OfOwner::All) && matches!(set, CellsExpr::OfPlayer(_)))
    }
}

fn has_locals(set: &CellsExpr) -> bool {
    set.part().contains(&mut |part| matches!(part.shared(), Some(Shared::Local(_) | Shared::Lazy(_))))
}

/// Returns what a set is if it is `pieces of owner(p)` with the cell in a slot, alone or with `&` and another set.
fn of_owner(set: &CellsExpr, slot: Slot) -> Option<OfOwner<'_>> {
    match set {
        CellsExpr::OfPlayer(player) => match player.applied()? {
            (Op::Owner, [AnyExpr::Piece(PieceExpr::At(cell))]) => is_word(cell.part(), slot).then_some(OfOwner::All),
            _ => None,
        },
        CellsExpr::Op(SetOp::And, pair) => match (of_owner(&pair.0, slot), of_owner(&pair.1, slot)) {
            (Some(OfOwner::All), None) => Some(OfOwner::Within(&pair.1)),
            (None, Some(OfOwner::All)) => Some(OfOwner::Within(&pair.0)),
            _ => None,
        },
        _ => None,
    }
}

/// Returns T if a set is `group(p, T)` with the cell in a slot.
pub(super) fn group_of(set: &CellsExpr, slot: Slot) -> Option<&CellsExpr> {
    match set.applied()? {
        (Op::Group, [AnyExpr::Cells(CellsExpr::One(cell)), AnyExpr::Cells(of)]) => {
            is_word(cell.part(), slot).then_some(of)
        }
        _ => None,
    }
}

/// Returns the body of the def that a part calls with the cell in a slot, and where the cell is there.
pub(super) fn body_of<'e>(game: &'e Game, part: Part<'e>, slot: Slot) -> Option<(Slot, Part<'e>)> {
    let Some(Shared::Call(call)) = part.shared() else { return None };
    let [body] = part.called(game)[..] else { return None };
    let parameters = slots(call.args.iter().map(|arg| AsPart::part(arg).class()));
    let mut passed = parameters.zip(&call.args).filter(|(_, arg)| is_word(AsPart::part(*arg), slot));
    let (parameter, _) = passed.next()?;
    passed.next().is_none().then_some((parameter, body))
}

/// A group of the loop's cell.
struct FoundGroup<'e> {
    set: &'e CellsExpr,
    of: &'e CellsExpr,
    /// Where the cell is.
    slot: Slot,
    /// Whether it is asked for in the loop itself, not in a def.
    is_outer: bool,
}

/// What has been found in the body of a loop.
struct Found<'e> {
    game: &'e Game,
    groups: Vec<FoundGroup<'e>>,
    /// The locals that the loop binds.
    bound: Vec<Slot>,
    /// The defs that are called with the loop's cell.
    followed: Vec<(Type, u16)>,
    /// Calls of other defs.
    others: Vec<Part<'e>>,
    /// Whether there are `where` values, which may call defs too.
    has_where: bool,
}

impl<'e> Found<'e> {
    /// Adds what a part asks for. Returns whether it uses the cell in a slot for nothing but its group.
    fn add(&mut self, part: Part<'e>, slot: Slot, depth: u32) -> bool {
        let is_outer = depth == DEFS;
        if let Part::Cells(set) = part
            && let Some(of) = group_of(set, slot)
        {
            self.groups.push(FoundGroup { set, of, slot, is_outer });
            return true;
        }
        if is_outer {
            self.bound.extend(part.binds());
        }
        if let Some((parameter, body)) = body_of(self.game, part, slot).filter(|_| depth > 0) {
            self.followed.extend(part.call());
            let mut is_only_group = self.add(body, parameter, depth - 1);
            part.each(&mut |arg| is_only_group &= is_word(arg, slot) || self.add(arg, slot, depth));
            return is_only_group;
        }
        self.others.extend(part.call().map(|_| part));
        self.has_where |= matches!(part.shared(), Some(Shared::Lazy(_)));
        let mut is_only_group = !is_word(part, slot);
        part.each(&mut |inner| is_only_group &= self.add(inner, slot, depth));
        is_only_group
    }
}

impl<'p> Gen<'p, '_> {
    /// Returns the groups that the body of a loop asks about, if it may be evaluated once for each.
    pub(super) fn by_group<'e>(&self, slot: Slot, body: Part<'e>) -> Option<ByGroup<'e>>
    where
        'p: 'e,
    {
        let is_short = |by: &ByGroup<'_>| by.by_owner.is_none() || self.plan.game.players.len() <= PLAYERS;
        let may_ask = |by: &ByGroup<'_>| is_short(by) && !may_fault(&self.plan.game, body, [slot]);
        ByGroup::new(&self.plan.game, slot, body).filter(|by| self.plan.is_linked_both_ways() && may_ask(by))
    }

    /// Returns the groups that a condition on the cells of a set asks about, if they are to be asked one by one: whether they meet
    /// something is found for all cells at once.
    pub(super) fn asked_by_group<'e>(
        &self,
        slot: Slot,
        over: &CellsExpr,
        condition: &'e BoolExpr,
    ) -> Option<ByGroup<'e>>
    where
        'p: 'e,
    {
        self.by_group(slot, condition.part()).filter(|_| !self.asks_to_meet(slot, over, condition))
    }

    /// Runs code for each group that cells of a set belong to, with these cells, until it returns to stop. Cells that belong to no group
    /// have the empty one. Returns whether it did.
    pub(super) fn ask_groups(
        &mut self,
        over: &Words,
        by: &ByGroup<'_>,
        run: &mut dyn FnMut(&mut Self, &Words) -> Gets<Word>,
    ) -> Gets<Word> {
        let sets = match by.by_owner {
            None => vec![self.cells(by.of)?],
            Some(of) => {
                let other = match of {
                    OfOwner::All => self.all_cells(),
                    OfOwner::Within(other) => self.cells(other)?,
                };
                let players = 0..self.plan.game.players.len() as i64;
                let of = |player| {
                    let theirs = self.of_player(Word::Known(player));
                    self.set_and(&theirs, &other)
                };
                players.map(of).collect()
            }
        };
        let outside = sets.iter().fold(over.clone(), |left, of| self.set_except(&left, of));
        let some = self.is_some(&outside);
        let none = self.no_cells();
        let first = self.and_then(some, |make| make.with_group(by, &outside, &none, |make| run(make, &outside)))?;
        let is_over = self.variable(first);
        for of in &sets {
            let inside = self.set_and(over, of);
            self.each_group(&inside, of, Some(is_over), |make, group| {
                let members = make.set_and(&inside, group);
                let stops = make.with_group(by, &members, group, |make| run(make, &members))?;
                make.assign(is_over, stops);
                Ok(())
            })?;
        }
        Ok(self.read(is_over))
    }

    /// Returns the cells of a set, or those of them that are given, for which a condition holds, if it is about their groups.
    pub(super) fn kept_by_group(
        &mut self,
        slot: Slot,
        over: &CellsExpr,
        keep: &BoolExpr,
        given: Option<&Words>,
    ) -> Gets<Option<Words>> {
        let Some(by) = self.asked_by_group(slot, over, keep) else { return Ok(None) };
        let over = match given {
            Some(given) => given.clone(),
            None => self.cells(over)?,
        };
        let none = self.no_cells();
        let kept = self.set_variable(&none);
        self.ask_groups(&over, &by, &mut |make, members| {
            make.count_step(SlowKind::Each("{ p in S: C }"));
            let holds = make.truth(keep)?;
            let some = make.set_if(holds, members);
            make.join_to(&kept, &some);
            Ok(ZERO)
        })?;
        Ok(Some(self.read_set(&kept)))
    }

    /// Returns the number of cells with a condition, if it is about their groups.
    pub(super) fn count_by_group(&mut self, each: &Generator<BoolExpr>) -> Gets<Option<Word>> {
        let SetExpr::Cells(over) = &each.over else { return Ok(None) };
        let Some(by) = self.asked_by_group(each.slot, over, &each.body) else { return Ok(None) };
        let (over, count) = (self.cells(over)?, self.variable(ZERO));
        self.ask_groups(&over, &by, &mut |make, members| {
            make.count_step(SlowKind::Each("count"));
            let holds = make.truth(&each.body)?;
            let size = make.size(members);
            let more = make.mul(holds, size);
            make.add_to(count, more);
            Ok(ZERO)
        })?;
        Ok(Some(self.read(count)))
    }

    /// Returns the sum over cells, if it is about their groups and cannot be too large on the way.
    pub(super) fn sum_by_group(&mut self, each: &Generator<IntExpr>) -> Gets<Option<Int>> {
        let SetExpr::Cells(over) = &each.over else { return Ok(None) };
        let Some(by) = self.by_group(each.slot, each.body.part()) else { return Ok(None) };
        let cells = self.plan.cells() as i64;
        let AbstractValue::Int(range) = Analysis::of(&self.plan.game, Limits::new(FUEL)).value(each.body.part()) else {
            return Ok(None);
        };
        let bounds = (range.least.min(0).saturating_mul(cells), range.most.max(0).saturating_mul(cells));
        if bounds.0 < i64::from(i32::MIN) || bounds.1 > i64::from(i32::MAX) {
            return Ok(None);
        }
        let (over, sum) = (self.cells(over)?, self.variable(ZERO));
        self.ask_groups(&over, &by, &mut |make, members| {
            make.count_step(SlowKind::Each("sum"));
            let n = make.int(&each.body)?;
            let size = make.size(members);
            let more = make.mul(n.word, size);
            make.add_to(sum, more);
            Ok(ZERO)
        })?;
        Ok(Some(Int::between(self.read(sum), bounds.0, bounds.1)))
    }

    /// Runs code in which the group of the loop's cell, one of some members, is known.
    pub(super) fn with_group<R>(
        &mut self,
        by: &ByGroup<'_>,
        members: &Words,
        group: &Words,
        run: impl FnOnce(&mut Self) -> R,
    ) -> R {
        if let Some(slot) = by.passed {
            let cell = self.first_of(members);
            self.locals.bind(slot, cell.word, true);
        }
        let known = self.hoisted.len();
        self.hoisted.extend(by.groups.iter().map(|set| (std::ptr::from_ref(*set), group.clone())));
        let result = run(self);
        self.hoisted.truncate(known);
        result
    }
}
