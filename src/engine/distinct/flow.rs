//! The ways through the statements of a `do`, from choice to choice, as parts of the net.

use super::net::{Fork, NODES, NarrowLocals, Net, narrow};
use super::ranges::{self, Ranges, with_ranges};
use crate::analysis::Analysis;
use crate::game::Game;
use crate::game::expr::{AnyExpr, BoolExpr, Class, Common, SetExpr, Slot};
use crate::game::part::AsPart;
use crate::game::rules::{Clause, EffectId};
use crate::game::stmt::Stmt;
use std::collections::BTreeMap;

/// The truth values of locals, as far as they are known.
type Flags = BTreeMap<Slot, bool>;

/// A way through statements so far: it has come to this node with these truth values, so that a loop that a choice must set going ends without the
/// choice.
#[derive(Clone, Debug)]
pub(super) struct Point {
    flags: Flags,
    pub node: usize,
}

/// The ways through statements so far, no two of them with the same truth values.
#[derive(Clone, Debug, Default)]
pub(super) struct Points(pub Vec<Point>);

impl Points {
    pub fn at(node: usize) -> Points {
        Points(vec![Point { flags: Flags::new(), node }])
    }

    /// Adds a way; those with the same truth values go on together.
    fn add(&mut self, net: &mut Net<'_>, point: Point) {
        match self.0.iter().find(|other| other.flags == point.flags) {
            Some(other) => net.join(point.node, other.node),
            None => {
                let node = net.node();
                net.join(point.node, node);
                self.0.push(Point { node, ..point });
            }
        }
    }
}

/// Returns whether a condition holds, if these truth values decide it.
fn decided(condition: &BoolExpr, flags: &Flags) -> Option<bool> {
    match condition {
        BoolExpr::Const(holds) => Some(*holds),
        BoolExpr::Common(common) => match **common {
            Common::Local(slot) => flags.get(&slot).copied(),
            _ => None,
        },
        BoolExpr::Not(condition) => decided(condition, flags).map(|holds| !holds),
        BoolExpr::And(pair) | BoolExpr::Or(pair) => {
            let decides = matches!(condition, BoolExpr::Or(_));
            match (decided(&pair.0, flags), decided(&pair.1, flags)) {
                (Some(one), _) | (_, Some(one)) if one == decides => Some(decides),
                (Some(_), other) => other,
                (None, _) => None,
            }
        }
        _ => None,
    }
}

/// Adds the choices in the `do` of an action, in every order in which they may come.
pub(super) struct ChoiceFlow<'f, 'g> {
    pub game: &'g Game,
    pub net: &'f mut Net<'g>,
    pub analysis: &'f mut Analysis<'g>,
    pub action: usize,
    /// The effects that are being called, with the nodes where they begin and end.
    pub open: Vec<(EffectId, usize, usize)>,
    /// Where the action ends.
    pub end: usize,
    /// The facts about the locals of the current frame.
    pub known: NarrowLocals,
    /// The numbers that its locals can be.
    pub ranges: Ranges,
}

impl<'g> ChoiceFlow<'_, 'g> {
    /// Adds statements to the ways so far; returns the ways through them.
    pub fn block(&mut self, stmts: &'g [Stmt], from: Points, clauses: &'g [Clause]) -> Option<Points> {
        stmts.iter().try_fold(from, |from, stmt| {
            let mut all = Points::default();
            let is_one = from.0.len() == 1;
            for point in from.0 {
                let points = self.stmt(stmt, point, clauses)?;
                if is_one {
                    return Some(points);
                }
                points.0.into_iter().for_each(|point| all.add(self.net, point));
            }
            Some(all)
        })
    }

    fn stmt(&mut self, stmt: &'g Stmt, mut from: Point, clauses: &'g [Clause]) -> Option<Points> {
        if self.net.nodes.len() > NODES {
            return None;
        }
        Some(match stmt {
            Stmt::If(condition, yes, no) => {
                let holds = decided(condition, &from.flags);
                let mut behind = Points::default();
                for (block, taken) in [(yes, true), (no, false)] {
                    if holds.is_none_or(|holds| holds == taken) {
                        let last = self.block(block, Points(vec![from.clone()]), clauses)?;
                        last.0.into_iter().for_each(|point| behind.add(self.net, point));
                    }
                }
                behind
            }
            Stmt::For(each, _) => {
                from.flags.remove(&each.slot);
                self.bind(each.slot, Some(&each.over));
                self.again(None, &each.body, from, clauses)?
            }
            Stmt::While(condition, body, _) => self.again(Some(condition), body, from, clauses)?,
            Stmt::Call(effect, _, _) => {
                let node = self.call(*effect, from.node)?;
                Points(vec![Point { node, ..from }])
            }
            Stmt::Choose(choose) => {
                self.bind(choose.slot, Some(&choose.over));
                from.flags.remove(&choose.slot);
                let chosen = self.net.node();
                let wordings = self.net.write(&choose.text, &self.known, from.node, chosen);
                let start = Points(vec![Point { node: chosen, ..from.clone() }]);
                // The set of choices may be empty.
                let mut behind = Points::default();
                behind.add(self.net, from);
                let left = behind.0.first().map(|point| point.node).filter(|_| choose.may);
                self.net.forks.push(Fork { action: self.action, choose, wordings, left, clauses });
                let last = self.block(&choose.body, start, clauses)?;
                last.0.into_iter().for_each(|point| behind.add(self.net, point));
                behind
            }
            Stmt::Return => {
                let exit = self.open.last().map_or(self.end, |(_, _, exit)| *exit);
                self.net.join(from.node, exit);
                Points::default()
            }
            Stmt::Let(slot, value) if value.part().class() == Class::Word => {
                self.bind(*slot, None);
                match value {
                    AnyExpr::Bool(value) => match decided(value, &from.flags) {
                        Some(holds) => from.flags.insert(*slot, holds),
                        None => from.flags.remove(slot),
                    },
                    _ => from.flags.remove(slot),
                };
                Points(vec![from])
            }
            Stmt::MoveEach { slot, .. } => {
                from.flags.remove(slot);
                Points(vec![from])
            }
            Stmt::Let(..)
            | Stmt::Set { .. }
            | Stmt::PutKind { .. }
            | Stmt::PutPiece { .. }
            | Stmt::Remove(_)
            | Stmt::Move(..)
            | Stmt::Give(..)
            | Stmt::Again
            | Stmt::Reached(_) => Points(vec![from]),
        })
    }

    /// Forgets what was known of a local, since those of different blocks may share a slot, and notes a fact about its elements if it runs
    /// over a set.
    fn bind(&mut self, slot: Slot, over: Option<&'g SetExpr>) {
        self.known.retain(|(other, _)| *other != slot);
        if let Some(over) = over {
            self.known.extend(with_ranges(self.analysis, &self.ranges, |inner| narrow(inner, slot, over)));
        }
    }

    /// Adds a block that is run any number of times, while a condition holds.
    fn again(
        &mut self,
        condition: Option<&'g BoolExpr>,
        body: &'g [Stmt],
        from: Point,
        clauses: &'g [Clause],
    ) -> Option<Points> {
        let decided = |point: &Point| condition.and_then(|condition| decided(condition, &point.flags));
        let (mut rounds, mut done) = (Points::default(), 0);
        rounds.add(self.net, from);
        while let Some(round) = rounds.0.get(done).cloned() {
            done += 1;
            if decided(&round) != Some(false) {
                let last = self.block(body, Points(vec![round]), clauses)?;
                last.0.into_iter().for_each(|point| rounds.add(self.net, point));
            }
        }
        rounds.0.retain(|round| decided(round) != Some(true));
        Some(rounds)
    }

    /// Adds an effect: a copy for each call, unless it is recursive. Returns the node after it.
    fn call(&mut self, effect: EffectId, from: usize) -> Option<usize> {
        if let Some((_, entry, exit)) = self.open.iter().find(|open| open.0 == effect).copied() {
            self.net.join(from, entry);
            let behind = self.net.node();
            self.net.join(exit, behind);
            return Some(behind);
        }
        let called = self.game.effects.get(effect.0 as usize)?;
        let (entry, exit) = (self.net.node(), self.net.node());
        self.net.join(from, entry);
        self.open.push((effect, entry, exit));
        let ranges = ranges::of_effect(self.analysis, called);
        let outer = (std::mem::take(&mut self.known), std::mem::replace(&mut self.ranges, ranges));
        let last = self.block(&called.body, Points::at(entry), &[]);
        (self.known, self.ranges) = outer;
        self.open.pop();
        last?.0.iter().for_each(|point| self.net.join(point.node, exit));
        Some(exit)
    }
}
