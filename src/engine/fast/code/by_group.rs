//! Loops over cells in which a cell matters only by its group: their bodies are evaluated once for each group.

use super::cells::may_fault;
use super::set::Words;
use super::stmt::{is_word, uses_word};
use super::word::{Word, ZERO};
use super::{Gen, Gets};
use crate::engine::fast::slow::SlowKind;
use crate::game::expr::*;
use crate::game::operator::Op;
use crate::game::part::{AsPart, Expression, Part};

/// The groups that the body of a loop asks about.
pub(super) struct ByGroup<'e> {
    /// The expressions whose value is the group of the loop's cell.
    groups: Vec<&'e CellsExpr>,
    /// The set whose groups they are.
    pub of: &'e CellsExpr,
    by_owner: Option<OfOwner<'e>>,
}

/// A set that depends on the owner of the loop's cell.
#[derive(Clone, Copy)]
enum OfOwner<'e> {
    /// All pieces of this owner.
    All,
    /// Those that are in another set.
    Within(&'e CellsExpr),
}

/// The most players for each of whom the code for a group is written.
const PLAYERS: usize = 4;

impl<'e> ByGroup<'e> {
    /// Returns the groups, if the cell in a slot matters only by its group in one set.
    pub(super) fn new(slot: Slot, body: Part<'e>) -> Option<ByGroup<'e>> {
        let (mut groups, mut bound) = (Vec::new(), vec![slot]);
        let is_only_group = add_groups(body, slot, &mut groups, &mut bound);
        let of = group_of(groups.first()?, slot)?;
        let is_one = groups.iter().all(|group| group_of(group, slot) == Some(of));
        let is_outer = |set: &CellsExpr| bound.iter().all(|inner| !uses_word(set.part(), *inner));
        let by_owner = of_owner(of, slot).filter(|of| match of {
            OfOwner::All => true,
            OfOwner::Within(other) => is_outer(other),
        });
        let is_known = by_owner.is_some() || is_outer(of);
        (is_only_group && is_one && is_known).then_some(ByGroup { groups, of, by_owner })
    }
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

impl<'p> Gen<'p, '_> {
    /// Returns the groups that the body of a loop asks about, if it may be evaluated once for each.
    pub(super) fn by_group<'e>(&self, slot: Slot, body: Part<'e>) -> Option<ByGroup<'e>> {
        let is_short = |by: &ByGroup<'_>| by.by_owner.is_none() || self.plan.game.players.len() <= PLAYERS;
        let may_ask = |by: &ByGroup<'_>| is_short(by) && !may_fault(&self.plan.game, body, [slot]);
        ByGroup::new(slot, body).filter(|by| self.is_linked_both_ways() && may_ask(by))
    }

    /// Runs code for each group that cells of a set belong to, with these cells, until it returns to stop. Cells that belong to no group
    /// have the empty one. Returns whether it did.
    pub(super) fn ask_groups(
        &mut self,
        over: &CellsExpr,
        by: &ByGroup<'_>,
        run: &mut dyn FnMut(&mut Self, &Words) -> Gets<Word>,
    ) -> Gets<Word> {
        let over = self.cells(over)?;
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
        let first = self.and_then(some, |make| make.with_group(by, &none, |make| run(make, &outside)))?;
        let is_over = self.variable(first);
        for of in &sets {
            let inside = self.set_and(&over, of);
            self.each_group(&inside, of, Some(is_over), |make, group| {
                let members = make.set_and(&inside, group);
                let stops = make.with_group(by, group, |make| run(make, &members))?;
                make.assign(is_over, stops);
                Ok(())
            })?;
        }
        Ok(self.read(is_over))
    }

    /// Returns the cells of a filter, if its condition is about their groups.
    pub(super) fn kept_by_group(&mut self, filter: &Filter<CellsExpr>) -> Gets<Option<Words>> {
        let Some(by) = self.by_group(filter.slot, filter.keep.part()) else { return Ok(None) };
        let none = self.no_cells();
        let kept = self.set_variable(&none);
        self.ask_groups(&filter.over, &by, &mut |make, members| {
            make.count_step(SlowKind::Each("{ p in S: C }"));
            let holds = make.truth(&filter.keep)?;
            let some = make.set_if(holds, members);
            make.join_to(&kept, &some);
            Ok(ZERO)
        })?;
        Ok(Some(self.read_set(&kept)))
    }

    /// Returns the number of cells with a condition, if it is about their groups.
    pub(super) fn count_by_group(&mut self, each: &Generator<BoolExpr>) -> Gets<Option<Word>> {
        let SetExpr::Cells(over) = &each.over else { return Ok(None) };
        let Some(by) = self.by_group(each.slot, each.body.part()) else { return Ok(None) };
        let count = self.variable(ZERO);
        self.ask_groups(over, &by, &mut |make, members| {
            make.count_step(SlowKind::Each("count"));
            let holds = make.truth(&each.body)?;
            let size = make.size(members);
            let more = make.mul(holds, size);
            make.add_to(count, more);
            Ok(ZERO)
        })?;
        Ok(Some(self.read(count)))
    }

    /// Runs code in which the group of the loop's cell is known.
    pub(super) fn with_group<R>(&mut self, by: &ByGroup<'_>, group: &Words, run: impl FnOnce(&mut Self) -> R) -> R {
        let known = self.hoisted.len();
        self.hoisted.extend(by.groups.iter().map(|set| (std::ptr::from_ref(*set), group.clone())));
        let result = run(self);
        self.hoisted.truncate(known);
        result
    }
}

/// Adds the groups of the cell in a slot that a part asks about, and the locals that it binds. Returns whether it uses the cell for nothing
/// else.
fn add_groups<'e>(part: Part<'e>, slot: Slot, groups: &mut Vec<&'e CellsExpr>, bound: &mut Vec<Slot>) -> bool {
    if let Part::Cells(set) = part
        && group_of(set, slot).is_some()
    {
        groups.push(set);
        return true;
    }
    bound.extend(part.binds());
    let mut is_only_group = !is_word(part, slot);
    part.each(&mut |inner| is_only_group &= add_groups(inner, slot, groups, bound));
    is_only_group
}
