//! How many moves a candidate with choices may become: the product of the numbers of choices on offer, one after the other, bounded
//! before play. A number below the bound selects one choice of each offer, so that a move is drawn without listing all of them.

use super::code::locals::slots;
use super::plan::Plan;
use super::trying::ROOM;
use crate::analysis::{AbstractValue, Analysis, FrameFacts, Interval, Limits};
use crate::game::Game;
use crate::game::expr::{AnyExpr, Class, IntsExpr, SetExpr, Slot};
use crate::game::part::AsPart;
use crate::game::rules::{Action, EffectId};
use crate::game::stmt::{Choose, Stmt};
use crate::types::Type;
use std::collections::HashMap;

/// The most expressions analyzed for one action.
const FUEL: u32 = 20_000;

/// The most moves of a candidate that are drawn.
const MOST: u64 = 1 << 16;

/// The most tuples of numbers with bounds of their own.
const TUPLES: usize = 256;

/// The most numbers of a set that are analyzed one by one.
const NUMBERS: usize = 64;

/// How many calls of effects inside one another are followed.
const DEPTH: usize = 24;

/// For the candidates of an action: upper bounds of the number of moves that each may become.
#[derive(Clone, Debug)]
pub(crate) struct ChoiceBounds {
    /// The binders that the bounds depend on: the place of the binder, its least value, and how many values it has.
    by: Vec<(usize, i64, usize)>,
    bounds: Vec<u64>,
}

impl ChoiceBounds {
    /// Returns the bounds for the candidates of an action, or `None` if nothing useful is known.
    pub(crate) fn new(game: &Game, action: &Action) -> Option<ChoiceBounds> {
        let limits = Limits { elements: NUMBERS, ..Limits::new(FUEL) };
        let mut bounder =
            Bounder { analysis: Analysis::of(game, limits), game, known: HashMap::new(), open: Vec::new() };
        let mut by = Vec::new();
        for (n, binder) in action.binders.iter().enumerate() {
            if let SetExpr::Ints(numbers) = &binder.over
                && let Some(numbers) = bounder.numbers(numbers)
                && let (Some(least), Some(most)) = (numbers.first(), numbers.last())
            {
                by.push((n, *least, (most - least + 1) as usize));
            }
        }
        if by.iter().try_fold(1_usize, |all, (.., count)| all.checked_mul(*count)).is_none_or(|all| all > TUPLES) {
            by.clear();
        }
        let mut tuples = vec![Vec::new()];
        for (_, least, count) in &by {
            let longer = |tuple: Vec<i64>| (0..*count as i64).map(move |n| [&tuple[..], &[least + n]].concat());
            tuples = tuples.into_iter().flat_map(longer).collect();
        }
        let mut bounds = Vec::new();
        for tuple in tuples {
            let mut scope = FrameFacts::default();
            for ((n, ..), value) in by.iter().zip(tuple) {
                scope.known.push(action.binders[*n].slot, AbstractValue::Int(Interval::of(value)));
            }
            let given = action.binders.iter().map(|binder| (Class::Word, binder.slot)).collect();
            let bound = bounder.frame(None, scope, given, &action.body)?;
            if bound.depth > ROOM {
                return None;
            }
            bounds.push(bound.ways);
        }
        Some(ChoiceBounds { by, bounds })
    }

    /// Returns the bound for a candidate with these values of its binders.
    pub(crate) fn bound_for(&self, values: &[i64]) -> Option<u64> {
        let mut at = 0;
        for (n, least, count) in &self.by {
            let place = usize::try_from(values.get(*n)? - least).ok().filter(|place| place < count)?;
            at = at * count + place;
        }
        self.bounds.get(at).copied()
    }

    /// Returns the greatest bound.
    pub(crate) fn most(&self) -> u64 {
        self.bounds.iter().copied().max().unwrap_or(1)
    }
}

impl Plan {
    /// Returns how many moves each candidate of an action may become, if it has to be tried.
    pub(super) fn choice_bounds(&self, action: &Action) -> Option<ChoiceBounds> {
        let is_tried = (action.chooses || self.checks_after(action)) && action.maximize.is_none();
        is_tried.then(|| ChoiceBounds::new(&self.game, action)).flatten()
    }

    /// Returns whether numbers select choices, see [`Native::number`].
    pub(crate) fn draws_choices(&self) -> bool {
        self.bounds.iter().flatten().any(|bounds| bounds.most() > 1)
    }

    /// Returns whether statements may make a choice.
    pub(crate) fn has_choice(&self, body: &[Stmt]) -> bool {
        has_choice(body, &self.choosing)
    }
}

/// Returns for each effect whether it may make a choice, by itself or by an effect that it calls.
pub(crate) fn choosing(game: &Game) -> Vec<bool> {
    let mut choosing = vec![false; game.effects.len()];
    loop {
        let more: Vec<bool> = game.effects.iter().map(|effect| has_choice(&effect.body, &choosing)).collect();
        if more == choosing {
            return choosing;
        }
        choosing = more;
    }
}

/// Returns whether statements may make a choice, given which effects do.
fn has_choice(body: &[Stmt], choosing: &[bool]) -> bool {
    body.iter().any(|statement| match statement {
        Stmt::Choose(_) => true,
        Stmt::Call(effect, ..) => choosing[usize::from(effect.0)],
        other => other.blocks().any(|body| has_choice(body, choosing)),
    })
}

/// Bounds of what statements do.
#[derive(Clone, Copy, Debug)]
struct Bound {
    /// How many combinations of choices there are.
    ways: u64,
    /// How many choices there are one after the other.
    depth: usize,
}

impl Bound {
    const NONE: Bound = Bound { ways: 1, depth: 0 };

    fn then(self, next: Bound) -> Option<Bound> {
        let ways = self.ways.checked_mul(next.ways).filter(|ways| *ways <= MOST)?;
        Some(Bound { ways, depth: self.depth + next.depth })
    }

    fn or(self, other: Bound) -> Bound {
        Bound { ways: self.ways.max(other.ways), depth: self.depth.max(other.depth) }
    }
}

/// An effect, and those of its arguments that are known numbers.
type KnownCall = (EffectId, Vec<Option<i64>>);

/// A body whose bounds are being computed.
struct OpenBody {
    /// The call that it belongs to, if it is that of an effect.
    call: Option<KnownCall>,
    /// The slots that are set more than once.
    repeated: Vec<(Class, Slot)>,
}

struct Bounder<'e> {
    analysis: Analysis<'e>,
    game: &'e Game,
    known: HashMap<KnownCall, Bound>,
    /// The bodies whose bounds are being computed.
    open: Vec<OpenBody>,
}

impl<'e> Bounder<'e> {
    /// Bounds the body of an action, or of the effect that is called, in which these slots have values from the start.
    fn frame(
        &mut self,
        call: Option<KnownCall>,
        scope: FrameFacts<'e>,
        given: Vec<(Class, Slot)>,
        body: &[Stmt],
    ) -> Option<Bound> {
        let mut set = given;
        set_in(body, &mut set);
        set.sort_unstable_by_key(|(class, slot)| (*class as u8, slot.0));
        let repeated = set.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]).collect();
        self.open.push(OpenBody { call, repeated });
        let outer = std::mem::replace(&mut self.analysis.scope, scope);
        let bound = self.block(body);
        self.analysis.scope = outer;
        self.open.pop();
        bound
    }

    fn block(&mut self, body: &[Stmt]) -> Option<Bound> {
        let known = self.analysis.scope.known.len();
        let bound = body.iter().try_fold(Bound::NONE, |all, statement| all.then(self.statement(statement)?));
        self.analysis.scope.known.truncate(known);
        bound
    }

    /// Returns what stays true of a value when the position changes.
    fn lasting(&self, mut value: AbstractValue, ty: Type) -> AbstractValue {
        if value.outlast(self.analysis.everywhere()) { value } else { self.analysis.anything(ty) }
    }

    fn statement(&mut self, statement: &Stmt) -> Option<Bound> {
        match statement {
            Stmt::Let(slot, value) => {
                let (class, ty) = (value.part().class(), value.part().ty());
                let is_set_again = self.open.last().is_none_or(|open| open.repeated.contains(&(class, *slot)));
                let known = match is_set_again {
                    true => self.analysis.anything(ty),
                    false => {
                        let value = self.analysis.value(value.part());
                        self.lasting(value, ty)
                    }
                };
                self.analysis.scope.known.push_local(class, *slot, known, Default::default());
                Some(Bound::NONE)
            }
            Stmt::If(condition, yes, no) => match self.analysis.is_settled(condition) {
                Some(true) => self.block(yes),
                Some(false) => self.block(no),
                None => Some(self.block(yes)?.or(self.block(no)?)),
            },
            Stmt::For(each, _) => {
                let element = self.element(&each.over);
                self.repeated(Some((each.slot, element)), &each.body)
            }
            Stmt::While(_, body, _) => self.repeated(None, body),
            Stmt::Call(effect, args, _) => self.call(*effect, args),
            Stmt::Choose(choose) => self.choose(choose),
            _ => Some(Bound::NONE),
        }
    }

    fn element(&mut self, set: &SetExpr) -> AbstractValue {
        let element = self.analysis.element(set);
        self.lasting(element, set.element())
    }

    /// Bounds the body of a loop, which must not have choices.
    fn repeated(&mut self, element: Option<(Slot, AbstractValue)>, body: &[Stmt]) -> Option<Bound> {
        let known = self.analysis.scope.known.len();
        if let Some((slot, element)) = element {
            self.analysis.scope.known.push(slot, element);
        }
        let bound = self.block(body);
        self.analysis.scope.known.truncate(known);
        bound.filter(|bound| bound.depth == 0)
    }

    fn call(&mut self, id: EffectId, args: &[AnyExpr]) -> Option<Bound> {
        let effect = self.game.effects.get(usize::from(id.0))?;
        let values: Vec<AbstractValue> = args.iter().map(|arg| self.analysis.value(arg.part())).collect();
        let numbers = values.iter().map(|value| match value {
            AbstractValue::Int(number) => number.known(),
            _ => None,
        });
        let call: KnownCall = (id, numbers.collect());
        if let Some(bound) = self.known.get(&call) {
            return Some(*bound);
        }
        if self.open.len() > DEPTH || self.open.iter().any(|open| open.call.as_ref() == Some(&call)) {
            return None;
        }
        let (mut scope, mut given) = (FrameFacts::default(), Vec::new());
        for ((class, slot), number) in
            effect.parameters.iter().zip(slots(effect.parameters.iter().copied())).zip(&call.1)
        {
            given.push((*class, slot));
            if let Some(number) = number {
                scope.known.push(slot, AbstractValue::Int(Interval::of(*number)));
            }
        }
        let bound = self.frame(Some(call.clone()), scope, given, &effect.body)?;
        self.known.insert(call, bound);
        Some(bound)
    }

    fn choose(&mut self, choose: &Choose) -> Option<Bound> {
        let known = self.analysis.scope.known.len();
        let (mut count, mut after) = (0, Bound::NONE);
        let numbers = match &choose.over {
            SetExpr::Ints(numbers) => self.numbers(numbers),
            _ => None,
        };
        match numbers {
            Some(numbers) => {
                for number in numbers {
                    self.analysis.scope.known.push(choose.slot, AbstractValue::Int(Interval::of(number)));
                    let bound = self.block(&choose.body);
                    self.analysis.scope.known.truncate(known);
                    after = after.or(bound?);
                    count += 1;
                }
            }
            None => {
                count = u64::try_from(self.analysis.count(&choose.over)).ok()?;
                let element = self.element(&choose.over);
                self.analysis.scope.known.push(choose.slot, element);
                let bound = self.block(&choose.body);
                self.analysis.scope.known.truncate(known);
                after = bound?;
            }
        }
        Bound { ways: (count + u64::from(choose.may)).max(1), depth: 1 }.then(after)
    }

    /// Returns the numbers that a set may have in ascending order, or `None` if there may be many.
    fn numbers(&mut self, set: &IntsExpr) -> Option<Vec<i64>> {
        let IntsExpr::Filter(filter) = set else {
            let found = self.analysis.elements(set)?;
            return Some(found.iter().map(|element| element.code).collect());
        };
        let mut all = self.numbers(&filter.over)?;
        let known = self.analysis.scope.known.len();
        all.retain(|number| {
            self.analysis.scope.known.push(filter.slot, AbstractValue::Int(Interval::of(*number)));
            let holds = self.analysis.is_settled(&filter.keep);
            self.analysis.scope.known.truncate(known);
            holds != Some(false)
        });
        Some(all)
    }
}

/// Adds the slots that statements set.
fn set_in(body: &[Stmt], set: &mut Vec<(Class, Slot)>) {
    for statement in body {
        match statement {
            Stmt::Let(slot, value) => set.push((value.part().class(), *slot)),
            Stmt::For(each, _) => set.push((Class::Word, each.slot)),
            Stmt::Choose(choose) => set.push((Class::Word, choose.slot)),
            Stmt::MoveEach { slot, .. } => set.push((Class::Word, *slot)),
            _ => {}
        }
        statement.blocks().for_each(|body| set_in(body, set));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::{load_bundled, load_text};

    /// Returns the bounds for the first action of a game with these items.
    fn bounds(items: &str) -> Option<Vec<u64>> {
        let rules =
            format!("game \"G\" board square 4 x 4 players A, B piece stone {items} end {{ when stuck(next): draw }}");
        let engine = load_text(&rules, &[]).unwrap_or_else(|error| panic!("{error}"));
        Some(ChoiceBounds::new(engine.game(), &engine.game().actions[0])?.bounds)
    }

    #[test]
    fn offers_are_multiplied() {
        let put = |choices: &str| bounds(&format!("action put(p: empty) do {{ put stone at p {choices} }}"));
        assert_eq!(put(""), Some(vec![1]));
        assert_eq!(put("choose n in 1..3 as \"{n}\" { put stone at rows(n) }"), Some(vec![3]));
        assert_eq!(put("may choose n in 1..3 as \"{n}\" { put stone at rows(n) }"), Some(vec![4]));
        let two = "choose n in 1..3 as \"{n}\" { if n > 1 { choose m in { m in 1..4: m < n } as \"{m}\" { remove rows(m) } } }";
        assert_eq!(put(two), Some(vec![6]));
        // A loop with choices has no bound, nor has a way over the board.
        assert_eq!(put("for q in neighbors(p) { choose n in 1..2 as \"{n}\" { put stone at q } }"), None);
        assert_eq!(
            bounds(
                "action put(p: empty) do go_on(p)
                 effect go_on(p: cell) { choose q in neighbors(p) & empty as \"{q}\" { put stone at q go_on(q) } }"
            ),
            None
        );
    }

    #[test]
    fn what_is_set_again_is_not_known() {
        let put = |before: &str| {
            bounds(&format!(
                "action put(p: empty) do {{
                   var n = 1
                   {before}
                   choose m in {{ m in 1..4: m <= n }} as \"{{m}}\" {{ put stone at p }}
                 }}"
            ))
        };
        assert_eq!(put(""), Some(vec![1]));
        assert_eq!(put("if p in rows(1) { n = 3 }"), Some(vec![4]));
        assert_eq!(put("for q in neighbors(p) { n += 1 }"), Some(vec![4]));
    }

    #[test]
    fn a_spread_has_fewer_moves_if_fewer_pieces_go() {
        let tak = load_bundled("tak", &[]).unwrap();
        let spread = tak.game().actions.iter().find(|action| action.name == "spread").unwrap();
        let bounds = ChoiceBounds::new(tak.game(), spread).unwrap();
        assert_eq!((bounds.bounds.as_slice(), bounds.most()), (&[1, 2, 6, 24, 120][..], 120));
        let moves = |n: i64| bounds.bound_for(&[3, n, 0]);
        assert_eq!((moves(0), moves(2), moves(5), moves(6)), (None, Some(2), Some(120), None));
    }
}
