//! The texts of a game as a net (a nondeterministic automaton): each path from an action's start to an end is a form of the
//! texts of its moves, letter by letter. A shown value is represented by its type.

use super::flow::{ChoiceFlow, Points};
use super::ranges;
use crate::analysis::{AbstractValue, Analysis};
use crate::game::Game;
use crate::game::expr::{AnyExpr, BoolExpr, Match, SetExpr, Slot};
use crate::game::part::{AsPart, Shared};
use crate::game::rules::Clause;
use crate::game::stmt::Choose;
use crate::game::text::{Text, TextPart};
use crate::types::Type;

/// Larger nets are not analyzed.
pub(super) const NODES: usize = 3000;

/// What a text is made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum Letter {
    Sign(char),
    /// A number from 0 to 9.
    Digit,
    Value(Type),
}

/// What selects one of several texts.
#[derive(Clone, Copy, Debug)]
pub(super) enum Guard<'g> {
    /// The condition holds, or does not.
    If(&'g BoolExpr, bool),
    /// This arm is taken; `None` for the `else`.
    Arm(&'g Match<Text>, Option<usize>),
}

/// A text without `if` and `match`.
#[derive(Clone, Debug)]
pub(super) struct Wording<'g> {
    pub letters: Vec<Letter>,
    /// The values that are shown, in order.
    pub values: Vec<&'g AnyExpr>,
    /// The conditions under which it is this one.
    pub guards: Vec<Guard<'g>>,
    /// The node where it begins in the net.
    pub node: usize,
}

impl<'g> Wording<'g> {
    /// Returns the text that begins with this one and goes on with another.
    pub(super) fn followed_by(&self, next: &Wording<'g>) -> Wording<'g> {
        let mut both = self.clone();
        both.letters.extend(&next.letters);
        both.values.extend(&next.values);
        both.guards.extend(&next.guards);
        both
    }
}

/// A place where something is chosen.
#[derive(Clone, Debug)]
pub(super) struct Fork<'g> {
    /// The action in which it is.
    pub action: usize,
    pub choose: &'g Choose,
    pub wordings: Vec<Wording<'g>>,
    /// The node where it continues if nothing is chosen, though something could be.
    pub left: Option<usize>,
    /// The clauses that give further locals their values.
    pub clauses: &'g [Clause],
}

/// A point between two letters.
#[derive(Clone, Debug, Default)]
pub(super) struct NetNode {
    /// The nodes that are reached without a letter.
    pub also: Vec<usize>,
    pub reads: Option<(Letter, usize)>,
    /// Whether a text may end here.
    pub ends: bool,
}

/// The net of a game.
#[derive(Clone, Debug, Default)]
pub(super) struct Net<'g> {
    pub nodes: Vec<NetNode>,
    /// The node at which each action begins.
    pub starts: Vec<usize>,
    /// The texts of each action itself.
    pub wordings: Vec<Vec<Wording<'g>>>,
    pub forks: Vec<Fork<'g>>,
    /// The directions that texts may show.
    pub dirs: u64,
}

/// A fact about a local that runs over a set and may be shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Narrow {
    /// It is a number from 0 to 9.
    Digit,
    /// It is one of these directions.
    Dirs(u64),
}

/// Locals with a fact about each.
pub(super) type NarrowLocals = Vec<(Slot, Narrow)>;

impl<'g> Net<'g> {
    /// Makes the net of a game; `None` if it would be too large.
    pub(super) fn of(game: &'g Game, analysis: &mut Analysis<'g>) -> Option<Net<'g>> {
        let mut net = Net::default();
        for (n, action) in game.actions.iter().enumerate() {
            let (start, done, end) = (net.node(), net.node(), net.node());
            net.nodes[end].ends = true;
            let binders = action.binders.iter();
            let mut known = NarrowLocals::new();
            binders.for_each(|binder| known.extend(narrow(analysis, binder.slot, &binder.over)));
            let wordings = net.write(&action.text, &known, start, done);
            net.starts.push(start);
            net.wordings.push(wordings);
            if action.chooses {
                let ranges = ranges::of_action(analysis, action);
                let open = Vec::new();
                let mut flow = ChoiceFlow { game, net: &mut net, analysis, action: n, open, end, known, ranges };
                let last = flow.block(&action.body, Points::at(done), &action.clauses)?;
                last.0.iter().for_each(|point| net.join(point.node, end));
            } else {
                net.join(done, end);
            }
        }
        Some(net)
    }

    pub(super) fn node(&mut self) -> usize {
        self.nodes.push(NetNode::default());
        self.nodes.len() - 1
    }

    pub(super) fn join(&mut self, from: usize, to: usize) {
        self.nodes[from].also.push(to);
    }

    /// Adds a text between two nodes.
    pub(super) fn write(
        &mut self,
        text: &'g Text,
        known: &[(Slot, Narrow)],
        from: usize,
        to: usize,
    ) -> Vec<Wording<'g>> {
        let mut wordings = Vec::new();
        word(text, known, &mut Vec::new(), &mut wordings);
        for wording in &mut wordings {
            for value in wording.values.iter().filter(|value| value.ty() == Type::Dir) {
                let dirs = match narrowed(value, known) {
                    Some(Narrow::Dirs(dirs)) => dirs,
                    _ => u64::MAX,
                };
                self.dirs |= dirs;
            }
            wording.node = self.node();
            self.join(from, wording.node);
            let last = wording.letters.iter().fold(wording.node, |here, letter| {
                let next = self.node();
                self.nodes[here].reads = Some((*letter, next));
                next
            });
            self.join(last, to);
        }
        wordings
    }

    /// Returns the nodes, and all nodes that are reached from them without a letter.
    pub(super) fn closure(&self, nodes: &[usize]) -> Vec<usize> {
        let mut found: Vec<usize> = nodes.to_vec();
        let mut at = 0;
        while let Some(node) = found.get(at).copied() {
            for next in &self.nodes[node].also {
                if !found.contains(next) {
                    found.push(*next);
                }
            }
            at += 1;
        }
        found.sort_unstable();
        found.dedup();
        found
    }

    /// Returns whether the same letters can lead from both nodes to an end.
    pub(super) fn meet(&self, one: usize, other: usize) -> bool {
        let mut seen = std::collections::BTreeSet::from([(one, other)]);
        let mut open = vec![(one, other)];
        while let Some((one, other)) = open.pop() {
            let (a, b) = (&self.nodes[one], &self.nodes[other]);
            if a.ends && b.ends {
                return true;
            }
            let mut next: Vec<(usize, usize)> = a.also.iter().map(|one| (*one, other)).collect();
            next.extend(b.also.iter().map(|other| (one, *other)));
            if let (Some((x, one)), Some((y, other))) = (a.reads, b.reads)
                && x == y
            {
                next.push((one, other));
            }
            open.extend(next.into_iter().filter(|pair| seen.insert(*pair)));
        }
        false
    }
}

/// Returns the local that runs over this set and a fact about it, or `None` without such a fact.
pub(super) fn narrow(analysis: &mut Analysis<'_>, slot: Slot, over: &SetExpr) -> Option<(Slot, Narrow)> {
    let known = match over {
        SetExpr::Ints(_) => match analysis.element(over) {
            AbstractValue::Int(range) if range.least >= 0 && range.most <= 9 => Narrow::Digit,
            _ => return None,
        },
        SetExpr::Dirs(_) => match analysis.element(over) {
            AbstractValue::Dir(dir) if !dir.none => Narrow::Dirs(dir.mask),
            _ => return None,
        },
        _ => return None,
    };
    Some((slot, known))
}

/// Returns the fact about a value, if it is such a local.
fn narrowed(value: &AnyExpr, known: &[(Slot, Narrow)]) -> Option<Narrow> {
    let Some(Shared::Local(slot)) = value.part().shared() else { return None };
    known.iter().find(|(other, _)| *other == slot).map(|(_, known)| *known)
}

/// Splits a text into its wordings.
fn word<'g>(text: &'g Text, known: &[(Slot, Narrow)], guards: &mut Vec<Guard<'g>>, wordings: &mut Vec<Wording<'g>>) {
    let mut guarded = |guard: Guard<'g>, text: &'g Text| {
        guards.push(guard);
        word(text, known, guards, wordings);
        guards.pop();
    };
    match text {
        Text::If(condition, yes, no) => {
            guarded(Guard::If(condition, true), yes);
            guarded(Guard::If(condition, false), no);
        }
        Text::Match(one) => {
            for (n, (_, text)) in one.arms.iter().enumerate() {
                guarded(Guard::Arm(one, Some(n)), text);
            }
            if let Some(text) = &one.otherwise {
                guarded(Guard::Arm(one, None), text);
            }
        }
        Text::Parts(parts) => {
            let mut wording =
                Wording { letters: Vec::new(), values: Vec::new(), guards: guards.clone(), node: usize::MAX };
            for part in parts {
                match part {
                    TextPart::Plain(signs) => wording.letters.extend(signs.chars().map(Letter::Sign)),
                    TextPart::Value(value) => {
                        let is_digit = value.ty() == Type::Int && narrowed(value, known) == Some(Narrow::Digit);
                        wording.letters.push(if is_digit { Letter::Digit } else { Letter::Value(shown_type(value)) });
                        wording.values.push(value);
                    }
                }
            }
            wordings.push(wording);
        }
    }
}

/// Returns what a text shows of a value; a text shows the kind of a piece.
fn shown_type(value: &AnyExpr) -> Type {
    if value.ty() == Type::Piece { Type::Kind } else { value.ty() }
}
