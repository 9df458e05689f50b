//! Which moves may have the same text, as far as the rules show it: where none may, no engine has to compare texts.
//!
//! Two legal moves with one text are one move or a fault, so whoever lists moves has to look at their texts, unless it is
//! proved that texts tell moves apart. The proof has these steps, and gives up where one of them fails:
//!
//! 1. The forms of all texts make a [`net`]. What is written can be [`read`] in one way only: it tells the letters, and the
//!    values that are shown.
//! 2. Texts of different form differ. Where texts have one form, the values shown have to tell the moves apart: those of one
//!    action by what its binders and choices show ([`told`]), those of two actions by what can stand on the cells shown. All
//!    that is known of expressions comes from [`crate::analysis`].
//! 3. Texts can always be [`written`], so that nobody misses a fault.

mod local;
mod net;
mod read;
mod told;
mod written;

use crate::analysis::{Analysis, Limits, Scope};
use crate::game::Game;
use crate::game::expr::Slot;
use crate::game::rules::Action;
use net::{Fork, Net, Wording};
use std::collections::BTreeSet;
use told::{Agree, Choice, Chosen, either, told};

/// How many expressions are looked at for the proof.
const FUEL: u32 = 1_000_000;

/// The most elements of a set that are looked at one by one.
const ELEMENTS: usize = 1100;

/// Two actions, or twice the same, of which moves may have one text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Pair {
    pub one: usize,
    pub other: usize,
    /// Binders of the one and of the other that have one value then.
    pub agree: Vec<(usize, usize)>,
}

/// Which moves may have the same text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Alike {
    /// Those of these pairs of actions; no pairs: none.
    Pairs(Vec<Pair>),
    /// Texts may come to faults, so that they have to be written anyway.
    Faulty,
}

impl Alike {
    /// Returns whether no two moves can ever have the same text.
    pub(crate) fn never(&self) -> bool {
        matches!(self, Alike::Pairs(pairs) if pairs.is_empty())
    }
}

/// Which moves of a game may have the same text.
pub(crate) fn alike(game: &Game) -> Alike {
    let limits = || Limits { elements: ELEMENTS, ..Limits::new(FUEL) };
    if !written::are_always_written(game, Analysis::of(game, limits())) {
        return Alike::Faulty;
    }
    let Some(net) = Net::of(game) else {
        let pair = |one: usize, other: usize| Pair { one, other, agree: Vec::new() };
        let actions = game.actions.len();
        return Alike::Pairs((0..actions).flat_map(|a| (a..actions).map(move |b| pair(a, b))).collect());
    };
    let reader = read::Reader::new(game);
    let mut analysis = Analysis::of(game, limits());
    let mut pairs = Vec::new();
    for a in 0..game.actions.len() {
        for b in a..game.actions.len() {
            let (starts, agree) = match a == b {
                true => (vec![net.starts[a]], own(game, &net, &mut analysis, a)),
                false => (vec![net.starts[a], net.starts[b]], of_two(game, &net, &mut analysis, a, b)),
            };
            let agree = if reader.reads(&net, &starts) { agree } else { Some(BTreeSet::new()) };
            if let Some(agree) = agree {
                pairs.push(Pair { one: a, other: b, agree: agree.into_iter().collect() });
            }
        }
    }
    Alike::Pairs(pairs)
}

/// In what moves of an action agree that have the same letters and values.
fn own<'g>(game: &'g Game, net: &Net<'g>, analysis: &mut Analysis<'g>, action: usize) -> Agree {
    let rules = &game.actions[action];
    let chosen = rules.binders.iter().map(Chosen::of).collect();
    let choice = Choice { chosen, clauses: &rules.clauses, given: Vec::new(), asked: true };
    let agree = by_wordings(net, analysis, &choice, &net.wordings[action]);
    // With the same binders, and other choices?
    let told = net.forks.iter().filter(|fork| fork.action == action).all(|fork| is_choice_told(net, analysis, fork));
    let binders = (0..rules.binders.len()).map(|n| (n, n)).collect();
    if told { agree } else { either(agree, Some(binders)) }
}

/// Returns whether different choices, first of all at this place, lead to different letters or values.
fn is_choice_told<'g>(net: &Net<'g>, analysis: &mut Analysis<'g>, fork: &Fork<'g>) -> bool {
    let is_left_apart = |left: usize| !fork.wordings.iter().any(|wording| net.meet(left, wording.node));
    if !fork.left.is_none_or(is_left_apart) {
        return false;
    }
    let chosen = Chosen { slot: fork.choose.slot, over: &fork.choose.over };
    if analysis.inside(Scope::default(), |inner| inner.count(chosen.over)) <= 1 {
        return true;
    }
    let shown: Vec<_> = fork.wordings.iter().flat_map(|wording| wording.values.iter().copied()).collect();
    let Some(given) = local::given(analysis, chosen.slot, &shown) else { return false };
    let choice = Choice { chosen: vec![chosen], clauses: fork.clauses, given, asked: false };
    by_wordings(net, analysis, &choice, &fork.wordings).is_none()
}

/// In what different choices agree that lead to the same letters and values.
fn by_wordings<'g>(net: &Net<'g>, analysis: &mut Analysis<'g>, choice: &Choice<'g>, wordings: &[Wording<'g>]) -> Agree {
    let mut agree = None;
    for (n, one) in wordings.iter().enumerate() {
        for other in wordings[n..].iter().filter(|other| net.meet(one.node, other.node)) {
            let found = match one.letters == other.letters {
                true => told(analysis, choice, one, other),
                false => Some(BTreeSet::new()),
            };
            agree = either(agree, found);
        }
    }
    agree
}

/// In what moves of two actions agree that have the same letters and values in one position.
fn of_two<'g>(game: &'g Game, net: &Net<'g>, analysis: &mut Analysis<'g>, a: usize, b: usize) -> Agree {
    let (first, second) = (&game.actions[a], &game.actions[b]);
    let place = |action: &Action, slot: Slot| action.binders.iter().position(|binder| binder.slot == slot);
    let mut agree = None;
    for one in &net.wordings[a] {
        for other in net.wordings[b].iter().filter(|other| net.meet(one.node, other.node)) {
            let mut same = BTreeSet::new();
            let mut excluded = false;
            if one.letters == other.letters {
                for (x, y) in one.values.iter().zip(&other.values) {
                    let (Some(x), Some(y)) = (local::local(x, &first.clauses), local::local(y, &second.clauses)) else {
                        continue;
                    };
                    same.extend(place(first, x).zip(place(second, y)));
                    let (x, y) = (local::shown(analysis, first, x), local::shown(analysis, second, y));
                    excluded |= x.zip(y).is_some_and(|(x, y)| !x.compare_equal(&y).yes);
                }
            }
            if !excluded {
                agree = either(agree, Some(same));
            }
        }
    }
    agree
}

#[cfg(test)]
mod law_tests;
#[cfg(test)]
mod tests;
