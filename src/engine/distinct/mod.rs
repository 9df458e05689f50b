//! Which moves may have the same text according to the rules. If there are none, no engine has to compare texts.
//!
//! Two legal moves with one text are either the same move or a fault. So an engine that lists moves has to compare
//! their texts, unless it is proved that the texts distinguish the moves. The proof has these steps, and fails if one
//! of them fails:
//!
//! 1. The forms of all texts make a [`net`]. A text can be [`read`] in one way only: it determines its letters and the
//!    shown values.
//! 2. Texts of different forms differ. For texts of one form, the shown values have to distinguish the moves: the moves
//!    of one action by its binders and choices ([`told`]), the moves of two actions by what can stand on the shown cells, and by
//!    conditions that are the opposite of one another.
//!    The facts about expressions come from [`crate::analysis`].
//! 3. Texts can always be [`written`], so that no fault is missed.

mod flow;
mod local;
mod net;
mod ranges;
mod read;
mod told;
mod written;

use crate::analysis::{AbstractValue, Analysis, FrameFacts, Limits};
use crate::game::Game;
use crate::game::expr::{BoolExpr, Class, Common, SetExpr, Slot};
use crate::game::part::{AsPart, Expression, Shared};
use crate::game::rules::{Action, ActionId, Binder};
use crate::game::stmt::Stmt;
use crate::source::Span;
use net::{Fork, Net, Wording};
use std::collections::BTreeSet;
use told::{Agree, Choice, Chosen, either, told};

/// The most expressions analyzed for the proof.
const FUEL: u32 = 1_000_000;

/// The most elements of a set that are analyzed one by one.
const ELEMENTS: usize = 1100;

/// Two actions, or the same action twice, with moves that may have the same text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct ActionPair {
    pub one: usize,
    pub other: usize,
    /// Binders of the first action and of the second that have equal values in such moves.
    pub agree: Vec<(usize, usize)>,
    /// Whether such moves may have the same values of all binders, and differ only in their choices.
    pub in_choices: bool,
    /// Whether a text determines its letters and the values that it shows: two moves have the same text exactly if these are the same.
    pub is_readable: bool,
}

/// Which moves may have the same text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum SameTexts {
    /// The moves of these pairs of actions; without pairs, no two moves.
    Pairs(Vec<ActionPair>),
    /// Writing a text of this action or effect may fault, so that all texts have to be written.
    Faulty(Span),
}

impl SameTexts {
    /// Returns whether no two moves can ever have the same text.
    pub(crate) fn never(&self) -> bool {
        matches!(self, SameTexts::Pairs(pairs) if pairs.is_empty())
    }
}

/// Finds out which moves of a game may have the same text.
pub(crate) fn alike(game: &Game) -> SameTexts {
    alike_within(game, FUEL)
}

fn alike_within(game: &Game, fuel: u32) -> SameTexts {
    let limits = || Limits { elements: ELEMENTS, ..Limits::new(fuel) };
    if let Some(place) = written::find_fault(game, Analysis::of(game, limits())) {
        return SameTexts::Faulty(place);
    }
    let Some(net) = Net::of(game, &mut Analysis::of(game, limits())) else {
        let pair = |one: usize, other: usize| ActionPair {
            one,
            other,
            agree: Vec::new(),
            in_choices: true,
            is_readable: false,
        };
        let actions = game.actions.len();
        return SameTexts::Pairs((0..actions).flat_map(|a| (a..actions).map(move |b| pair(a, b))).collect());
    };
    let reader = read::TextReader::new(game, net.dirs);
    let mut analysis = Analysis::of(game, limits());
    let mut pairs = Vec::new();
    for a in 0..game.actions.len() {
        for b in a..game.actions.len() {
            let (starts, (agree, in_choices)) = match a == b {
                true => (vec![net.starts[a]], own(game, &net, &mut analysis, a)),
                false => (vec![net.starts[a], net.starts[b]], (of_two(game, &net, &mut analysis, a, b), false)),
            };
            let is_readable = reader.reads(&net, &starts);
            let agree = if is_readable { agree } else { Some(BTreeSet::new()) };
            if let Some(agree) = agree {
                let (agree, in_choices) = (agree.into_iter().collect(), in_choices || !is_readable);
                pairs.push(ActionPair { one: a, other: b, agree, in_choices, is_readable });
            }
        }
    }
    SameTexts::Pairs(pairs)
}

/// Returns the binders that agree in moves of an action with the same letters and values, and whether these may differ in their choices only.
fn own<'g>(game: &'g Game, net: &Net<'g>, analysis: &mut Analysis<'g>, action: usize) -> (Agree, bool) {
    let rules = &game.actions[action];
    let chosen = rules.binders.iter().map(Chosen::of).collect();
    let choice = Choice { chosen, clauses: &rules.clauses, given: Vec::new(), asked: true };
    let mut agree = by_wordings(net, analysis, &choice, &net.wordings[action]);
    if agree.is_some()
        && let Some(fork) = net.forks.iter().find(|fork| fork.action == action)
        && begins_with_choice(analysis, rules, fork)
    {
        agree = with_first_choice(net, analysis, choice, &net.wordings[action], fork);
    }
    // Can moves with the same binders differ in their choices?
    let told = net.forks.iter().filter(|fork| fork.action == action).all(|fork| is_choice_told(net, analysis, fork));
    let binders = (0..rules.binders.len()).map(|n| (n, n)).collect();
    if told { (agree, false) } else { (either(agree, Some(binders)), true) }
}

/// Returns whether every move of an action begins with a choice at this place.
fn begins_with_choice<'g>(analysis: &mut Analysis<'g>, action: &'g Action, fork: &Fork<'g>) -> bool {
    let is_first = matches!(action.body.first(), Some(Stmt::Choose(choose)) if std::ptr::eq(&**choose, fork.choose));
    is_first
        && !fork.choose.may
        && analysis.inside(FrameFacts::of(&action.clauses), |inner| {
            action.conditions().into_iter().for_each(|condition| inner.suppose(condition, true, Span::default()));
            !inner.truth(&BoolExpr::Some(Box::new(fork.choose.over.clone()))).no
        })
}

/// Returns the binders that agree in moves with the same letters and values if each move begins with a choice: what it shows also tells the moves apart.
fn with_first_choice<'g>(
    net: &Net<'g>,
    analysis: &mut Analysis<'g>,
    mut choice: Choice<'g>,
    wordings: &[Wording<'g>],
    fork: &Fork<'g>,
) -> Agree {
    let binders = choice.chosen.len();
    choice.chosen.push(Chosen { slot: fork.choose.slot, over: &fork.choose.over });
    let both = wordings.iter().flat_map(|wording| fork.wordings.iter().map(move |chosen| wording.followed_by(chosen)));
    let agree = by_wordings(net, analysis, &choice, &both.collect::<Vec<_>>());
    agree.map(|agree| agree.into_iter().filter(|(n, _)| *n < binders).collect())
}

/// Returns whether choices that first differ at this place lead to different letters or values.
fn is_choice_told<'g>(net: &Net<'g>, analysis: &mut Analysis<'g>, fork: &Fork<'g>) -> bool {
    let is_left_apart = |left: usize| !fork.wordings.iter().any(|wording| net.meet(left, wording.node));
    if !fork.left.is_none_or(is_left_apart) {
        return false;
    }
    let chosen = Chosen { slot: fork.choose.slot, over: &fork.choose.over };
    if analysis.inside(FrameFacts::default(), |inner| inner.count(chosen.over)) <= 1 {
        return true;
    }
    let shown: Vec<_> = fork.wordings.iter().flat_map(|wording| wording.values.iter().copied()).collect();
    let Some(given) = local::given(analysis, chosen.slot, &shown) else { return false };
    let choice = Choice { chosen: vec![chosen], clauses: fork.clauses, given, asked: false };
    by_wordings(net, analysis, &choice, &fork.wordings).is_none()
}

/// Returns the values that agree in different choices with the same letters and values.
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

/// Returns the binders that agree in moves of two actions with the same letters and values in one position.
fn of_two<'g>(game: &'g Game, net: &Net<'g>, analysis: &mut Analysis<'g>, a: usize, b: usize) -> Agree {
    let (first, second) = (&game.actions[a], &game.actions[b]);
    if is_never_beside(game, first, b) || is_never_beside(game, second, a) {
        return None;
    }
    let place = |action: &Action, slot: Slot| action.binders.iter().position(|binder| binder.slot == slot);
    let mut agree = None;
    for one in &net.wordings[a] {
        for other in net.wordings[b].iter().filter(|other| net.meet(one.node, other.node)) {
            let (mut same, mut locals) = (BTreeSet::new(), Vec::new());
            let mut excluded = false;
            if one.letters == other.letters {
                for (x, y) in one.values.iter().zip(&other.values) {
                    let (Some(x), Some(y)) = (local::local(x, &first.clauses), local::local(y, &second.clauses)) else {
                        continue;
                    };
                    same.extend(place(first, x).zip(place(second, y)));
                    locals.push((x, y));
                }
                excluded = differ(analysis, first, second, &locals, None)
                    || same.iter().any(|(x, y)| {
                        let given = (first.binders[*x].slot, second.binders[*y].slot);
                        given_each_cell(analysis, &first.binders[*x], |analysis, cell| {
                            differ(analysis, first, second, &locals, Some((given, cell)))
                        })
                    });
            }
            if !excluded && !contradict(analysis, first, second, &same) {
                agree = either(agree, Some(same));
            }
        }
    }
    agree
}

/// How many calls of defs are followed.
const DEFS: u32 = 8;

/// Returns whether an action has moves only where another one has none, as it says: `not possible(take)`, or `not can_take`, if that def asks for
/// what the other action takes.
fn is_never_beside(game: &Game, action: &Action, other: usize) -> bool {
    let (binders, conditions) = (&game.actions[other].binders, game.actions[other].conditions());
    action.conditions().iter().any(|condition| match condition {
        // A local of this action would be taken for one of the other.
        BoolExpr::Not(asked) => {
            uses_only(asked, &|_| false) && holds_beside(game, asked, other, (binders, &conditions), DEFS)
        }
        _ => false,
    })
}

/// Returns whether a condition without parameters holds wherever an action has a move: it is `possible(action)`, or there are values for the first
/// binders that satisfy some of the conditions. They have the same slots in a def as in the action.
fn holds_beside(
    game: &Game,
    asked: &BoolExpr,
    action: usize,
    (binders, conditions): (&[Binder], &[&BoolExpr]),
    depth: u32,
) -> bool {
    if conditions.contains(&asked) {
        return true;
    }
    match (asked, asked.common()) {
        (BoolExpr::Possible(ActionId(n)), _) => usize::from(*n) == action,
        (BoolExpr::SomeOf(each), _) => match binders.split_first() {
            Some((first, rest)) if first.slot == each.slot && first.over == each.over => {
                holds_beside(game, &each.body, action, (rest, conditions), depth)
            }
            _ => false,
        },
        (_, Some(Common::Call(call))) if call.args.is_empty() && depth > 0 => {
            let def = &game.defs.bool[usize::from(call.def)];
            def.lazies.is_empty() && holds_beside(game, &def.body, action, (binders, conditions), depth - 1)
        }
        (BoolExpr::And(pair), _) => {
            [&pair.0, &pair.1].iter().all(|one| holds_beside(game, one, action, (binders, conditions), depth))
        }
        _ => false,
    }
}

/// Returns whether some of these locals cannot have the same value in moves of two actions, perhaps when others have a given one.
fn differ<'g>(
    analysis: &mut Analysis<'g>,
    first: &'g Action,
    second: &'g Action,
    locals: &[(Slot, Slot)],
    given: Option<((Slot, Slot), &AbstractValue)>,
) -> bool {
    let [one, other] = given.map_or([None, None], |((x, y), value)| [Some((x, value)), Some((y, value))]);
    locals.iter().any(|(x, y)| {
        let (x, y) = (local::shown(analysis, first, *x, one), local::shown(analysis, second, *y, other));
        x.zip(y).is_some_and(|(x, y)| !x.compare_equal(&y).yes)
    })
}

/// Returns whether something holds for each cell that a binder may have as its value.
fn given_each_cell<'g>(
    analysis: &mut Analysis<'g>,
    binder: &'g Binder,
    mut holds: impl FnMut(&mut Analysis<'g>, &AbstractValue) -> bool,
) -> bool {
    let SetExpr::Cells(over) = &binder.over else { return false };
    let cells = analysis.inside(FrameFacts::default(), |inner| inner.elements(over));
    cells.is_some_and(|cells| cells.iter().all(|cell| holds(analysis, &cell.value)))
}

/// Returns whether the conditions of two actions exclude one another, given the binders that agree.
fn contradict<'g>(
    analysis: &mut Analysis<'g>,
    first: &'g Action,
    second: &'g Action,
    same: &BTreeSet<(usize, usize)>,
) -> bool {
    let agrees = |slot: Slot| same.iter().any(|(a, b)| [first.binders[*a].slot, second.binders[*b].slot] == [slot; 2]);
    let shared = |action: &'g Action| -> Vec<&'g BoolExpr> {
        action.conditions().into_iter().filter(|condition| uses_only(condition, &agrees)).collect()
    };
    let (ours, theirs) = (shared(first), shared(second));
    analysis.inside(FrameFacts::default(), |inner| {
        ours.iter().for_each(|one| inner.suppose(one, true, Span::default()));
        theirs
            .iter()
            .any(|other| !inner.truth(other).yes || ours.iter().any(|one| exclude_each_other(inner, one, other)))
    })
}

/// Returns whether two conditions cannot hold together, whatever their values are.
fn exclude_each_other(analysis: &mut Analysis<'_>, one: &BoolExpr, other: &BoolExpr) -> bool {
    match (one, other) {
        (BoolExpr::Compare(sign, pair), BoolExpr::Compare(opposite, others)) => {
            *opposite == sign.negated() && pair == others
        }
        (BoolExpr::Same(pair), BoolExpr::Same(others)) => {
            pair.0 == others.0 && !analysis.compare_equal(&pair.1, &others.1).yes
        }
        _ => false,
    }
}

/// Returns whether a condition uses no local but those that it binds and those that are known.
fn uses_only(condition: &BoolExpr, known: &impl Fn(Slot) -> bool) -> bool {
    let mut bound = Vec::new();
    condition.part().contains(&mut |part| {
        bound.extend(part.binds());
        false
    });
    !condition.part().contains(&mut |part| match part.shared() {
        Some(Shared::Local(slot)) => part.class() != Class::Word || !(known(slot) || bound.contains(&slot)),
        _ => false,
    })
}

#[cfg(test)]
mod law_tests;
#[cfg(test)]
mod pair_tests;
#[cfg(test)]
mod tests;
