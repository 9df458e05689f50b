//! [`Question`]: one question to the code while it is being answered: the earlier positions, and the moves of a position.

use super::calls::{Calls, Task};
use super::code::choose::offer;
use super::code::stmt::status;
use super::machine::{Code, FAULT};
use super::native::FUEL;
use super::plan::Plan;
use crate::engine::distinct::ActionPair;
use crate::game::Game;
use crate::game::rules::{Action, ActionId};
use crate::moves::Move;
use smallvec::SmallVec;
use std::collections::BTreeSet;

/// The code has reached a fault or its limits, so that the other engine has to answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Faulted;

pub(crate) type Runs<T> = Result<T, Faulted>;

/// The most candidates, and legal moves, of a position.
pub(crate) const MOVES: usize = 200_000;

/// The most choices of one move.
const CHOICES: usize = 10_000;

/// Lists the legal moves of a position with the other engine, which compares texts; `None` if they fault. The position is
/// given by its words and the keys of earlier positions.
pub(crate) type Definer<'c> = dyn Fn(&[u64], &[u64]) -> Option<Vec<Move>> + 'c;

/// A question to the code, with all that the answers need.
pub(crate) struct Question<'c> {
    pub(crate) code: &'c Code,
    pub(crate) plan: &'c RunFacts,
    definer: &'c Definer<'c>,
    /// Keys of the earlier positions.
    pub history: &'c mut Vec<u64>,
    /// How many questions about other moves are open inside one another.
    pub(crate) depth: u32,
    /// Unused buffers for words.
    pub(crate) spare: &'c mut Vec<Vec<u64>>,
    pub(crate) spare_args: &'c mut Vec<Vec<i64>>,
    /// Unused lists of candidates.
    pub(crate) spare_lists: &'c mut Vec<Vec<i64>>,
}

/// Unused buffers, to keep from one question to the next.
#[derive(Clone, Debug, Default)]
pub(crate) struct Spare {
    words: Vec<Vec<u64>>,
    args: Vec<Vec<i64>>,
    lists: Vec<Vec<i64>>,
}

/// What the questions need to know about the game.
pub(crate) struct RunFacts {
    /// The actions of the game.
    pub actions: Vec<Facet>,
    /// Pairs of actions whose moves may have the same text.
    pub alike: Vec<ActionPair>,
    /// What ends a ply whose result need not be known at once.
    pub light: Task,
    /// The number of forms of `repeated`.
    pub forms: usize,
    pub calls: Calls,
    pub native: super::native::Native,
    pub width: usize,
    pub game: std::sync::Arc<Game>,
}

/// What the questions need to know about an action.
pub(crate) struct Facet {
    pub arity: usize,
    /// The exclusive upper bound of each binder's value; `None` for numbers.
    pub bounds: Vec<Option<i64>>,
    /// Whether a candidate has to be tried: it has choices, or a condition to hold afterwards.
    pub tried: bool,
    chooses: bool,
    checked: bool,
    pub maximizes: bool,
}

impl RunFacts {
    pub(crate) fn of(plan: &Plan, alike: Vec<ActionPair>) -> RunFacts {
        let game = &plan.game;
        let facet = |action: &Action| Facet {
            arity: action.binders.len(),
            bounds: action.binders.iter().map(|binder| plan.elements(&binder.over)).collect(),
            tried: action.chooses || plan.checks_after(action) || action.maximize.is_some(),
            chooses: action.chooses,
            checked: plan.checks_after(action),
            maximizes: action.maximize.is_some(),
        };
        RunFacts {
            actions: game.actions.iter().map(facet).collect(),
            alike,
            light: if plan.may_leave_open() { Task::Light } else { Task::Finish },
            forms: game.repetitions.len(),
            calls: Calls::of(plan),
            native: plan.native.clone(),
            width: plan.width(),
            game: plan.game.clone(),
        }
    }
}

/// A legal move as the code makes it: its action, and its values in one list of all moves' values.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Found {
    pub action: u16,
    from: u32,
    to: u32,
}

/// Legal moves, with their values in one list.
#[derive(Clone, Debug, Default)]
pub(crate) struct CandidateList {
    pub moves: Vec<Found>,
    values: Vec<i64>,
    scores: Vec<i32>,
}

impl CandidateList {
    fn clear(&mut self) {
        self.moves.clear();
        self.values.clear();
    }

    fn push(&mut self, action: usize, values: &[i64], choices: &[i64]) -> Runs<()> {
        if self.moves.len() >= MOVES {
            return Err(Faulted);
        }
        let from = self.values.len() as u32;
        self.values.extend_from_slice(values);
        self.values.extend_from_slice(choices);
        self.moves.push(Found { action: action as u16, from, to: self.values.len() as u32 });
        Ok(())
    }

    /// Returns whether there are two moves of a pair of actions that may have the same text by their values.
    fn has_alike(&self, pair: &ActionPair) -> bool {
        let of = |action: usize, pick: fn(&(usize, usize)) -> usize| {
            let moves = self.moves.iter().filter(move |found| found.action as usize == action);
            moves.map(move |found| {
                let values = self.values(*found);
                pair.agree.iter().map(|both| values.get(pick(both)).copied()).collect::<SmallVec<[Option<i64>; 4]>>()
            })
        };
        let mut seen: BTreeSet<_> = BTreeSet::new();
        if pair.one == pair.other {
            return of(pair.one, |both| both.0).any(|agreed| !seen.insert(agreed));
        }
        seen.extend(of(pair.one, |both| both.0));
        of(pair.other, |both| both.1).any(|agreed| seen.contains(&agreed))
    }

    /// Returns the values of a move.
    pub(crate) fn values(&self, found: Found) -> &[i64] {
        self.values.get(found.from as usize..found.to as usize).unwrap_or(&[])
    }

    /// Returns a move in the form that all engines share.
    pub(crate) fn as_move(&self, found: Found) -> Move {
        let values: SmallVec<[i32; 4]> = self.values(found).iter().map(|value| *value as i32).collect();
        Move { action: ActionId(found.action), values }
    }
}

/// Returns whether to visit the next one.
type VisitCandidate<'v> = &'v mut dyn FnMut(&mut Question<'_>, &mut [u64], &[i64], &[i64]) -> Runs<bool>;

impl<'c> Question<'c> {
    pub(crate) fn new(
        code: &'c Code,
        plan: &'c RunFacts,
        definer: &'c Definer<'c>,
        history: &'c mut Vec<u64>,
        spare: &'c mut Spare,
    ) -> Question<'c> {
        let Spare { words: spare, args: spare_args, lists: spare_lists } = spare;
        Question { code, plan, definer, history, depth: 0, spare, spare_args, spare_lists }
    }

    /// Returns the number of words of a running game.
    pub(crate) fn len(&self) -> usize {
        self.plan.native.len
    }

    pub(crate) fn call(&mut self, player: usize, task: Task, state: &mut [u64], args: &mut [i64]) -> i64 {
        let code = self.code;
        code.call(self.plan.calls.number(player, task), self, state, args)
    }

    /// Calls a function that is given no arguments.
    pub(crate) fn run(&mut self, player: usize, task: Task, state: &mut [u64]) -> Runs<u64> {
        let mut args = self.some_args(16);
        let said = self.call(player, task, state, &mut args);
        self.spare_args.push(args);
        u64::try_from(said).map_err(|_| Faulted)
    }

    pub(crate) fn copy_of(&mut self, state: &[u64]) -> Vec<u64> {
        let (core, len) = (self.plan.native.core, self.plan.native.len);
        let mut copy = self.spare.pop().unwrap_or_default();
        copy.resize(len, 0);
        copy[..core].copy_from_slice(&state[..core]);
        copy
    }

    pub(crate) fn some_args(&mut self, len: usize) -> Vec<i64> {
        let mut args = self.spare_args.pop().unwrap_or_default();
        if args.len() < len.max(16) {
            args.resize(len.max(16), 0);
        }
        args
    }

    pub(crate) fn per_player(&self) -> usize {
        self.plan.calls.per_player()
    }

    pub(crate) fn has_move(&mut self, state: &[u64], which: usize) -> Runs<bool> {
        let (player, task) = (which / self.per_player(), which % self.per_player());
        let actions = self.plan.actions.len();
        let some = if task == 4 * actions { 0..actions } else { task / 4..task / 4 + 1 };
        for action in some {
            let found = if self.plan.actions[action].checked {
                self.each_move(state, player, action, &mut |_, _, _, _| Ok(true))?
            } else {
                let mut copy = self.copy_of(state);
                let any = self.run(player, Task::Any(action), &mut copy);
                self.spare.push(copy);
                any? != 0
            };
            if found {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns the candidates of an action: their values, one after the other, and how many there are.
    pub(crate) fn candidates(&mut self, state: &[u64], player: usize, action: usize) -> Runs<(Vec<i64>, usize)> {
        let mut copy = self.copy_of(state);
        copy[self.plan.native.fuel] = FUEL;
        let mut list = self.spare_lists.pop().unwrap_or_default();
        let mut room = list.len().max(257) - 1;
        let count = loop {
            // The old content is overwritten.
            list.resize(1 + room, 0);
            list[0] = room as i64;
            let count = self.call(player, Task::List(action), &mut copy, &mut list);
            if count >= 0 || count == FAULT || room > MOVES {
                break count;
            }
            room *= 4;
        };
        self.spare.push(copy);
        match usize::try_from(count) {
            Ok(count) => Ok((list, count)),
            Err(_) => {
                self.spare_lists.push(list);
                Err(Faulted)
            }
        }
    }

    /// Visits the moves of an action that are legal but for `maximize`, each with the position after its `do`, its
    /// values and its choices, until the visitor stops. Returns whether it stopped.
    pub(crate) fn each_move(
        &mut self,
        state: &[u64],
        player: usize,
        action: usize,
        visit: VisitCandidate<'_>,
    ) -> Runs<bool> {
        let (values, count) = self.candidates(state, player, action)?;
        let arity = self.plan.actions[action].arity;
        let mut enough = Ok(false);
        for n in 0..count {
            let own = &values[1 + n * arity..1 + (n + 1) * arity];
            enough = self.each_end(state, player, action, own, visit);
            if enough != Ok(false) {
                break;
            }
        }
        self.spare_lists.push(values);
        enough
    }

    /// Visits all ways to make the choices of a candidate.
    fn each_end(
        &mut self,
        state: &[u64],
        player: usize,
        action: usize,
        values: &[i64],
        visit: VisitCandidate<'_>,
    ) -> Runs<bool> {
        let mut after = self.copy_of(state);
        let mut args = self.some_args(values.len() + 1);
        args[..values.len()].copy_from_slice(values);
        let mut script: Vec<i64> = Vec::new();
        let mut left = CHOICES;
        let done =
            self.branch(state, player, action, values.len(), &mut after, &mut args, &mut script, &mut left, visit);
        self.spare.push(after);
        self.spare_args.push(args);
        done
    }

    #[allow(clippy::too_many_arguments)] // what one step of the search passes to the next
    fn branch(
        &mut self,
        state: &[u64],
        player: usize,
        action: usize,
        arity: usize,
        after: &mut Vec<u64>,
        args: &mut Vec<i64>,
        script: &mut Vec<i64>,
        left: &mut usize,
        visit: VisitCandidate<'_>,
    ) -> Runs<bool> {
        let kept = self.plan.native.core;
        after[..kept].copy_from_slice(&state[..kept]);
        after[self.plan.native.fuel] = FUEL;
        args.resize((arity + 1 + script.len()).max(16), 0);
        args[arity] = script.len() as i64;
        args[arity + 1..arity + 1 + script.len()].copy_from_slice(script);
        match self.call(player, Task::Do(action), after, args) {
            status::MADE => {
                if after[self.plan.native.used] != script.len() as u64 {
                    return Err(Faulted);
                }
                let values: SmallVec<[i64; 8]> = args[..arity].into();
                visit(self, after, &values, script)
            }
            status::REFUSED => Ok(false),
            status::OFFER => {
                let offered = self.offered(after);
                for choice in offered? {
                    *left = left.checked_sub(1).ok_or(Faulted)?;
                    script.push(choice);
                    let enough = self.branch(state, player, action, arity, after, args, script, left, visit)?;
                    script.pop();
                    if enough {
                        return Ok(true);
                    }
                }
                Ok(false)
            }
            _ => Err(Faulted),
        }
    }

    /// Returns the choices on offer, first that of leaving.
    fn offered(&self, state: &[u64]) -> Runs<Vec<i64>> {
        let at = self.plan.native.offer;
        let tag = state[at] as i64;
        let mut choices = Vec::new();
        if tag & offer::MAY != 0 {
            choices.push(i64::from(Move::LEFT));
        }
        let bits = |first: i64, mut word: u64, choices: &mut Vec<i64>| {
            while word != 0 {
                choices.push(first + i64::from(word.trailing_zeros()));
                word &= word - 1;
            }
        };
        match tag & 7 {
            offer::CELLS => {
                for (i, word) in state[at + 1..at + 1 + self.plan.width].iter().enumerate() {
                    bits(i as i64 * 64, *word, &mut choices);
                }
            }
            offer::RANGE => {
                let (first, last) = (state[at + 1] as i64, state[at + 2] as i64);
                if last - first >= CHOICES as i64 {
                    return Err(Faulted);
                }
                choices.extend(first..=last);
            }
            _ => bits(state[at + 2] as i64, state[at + 1], &mut choices),
        }
        Ok(choices)
    }

    /// Lists the legal moves in the language's order.
    pub(crate) fn legal_moves(&mut self, state: &[u64], list: &mut CandidateList) -> Runs<()> {
        list.clear();
        let native = &self.plan.native;
        if state[native.outcome] != 0 {
            return Ok(());
        }
        let player = state[native.mover] as usize;
        (0..self.plan.actions.len()).try_for_each(|action| self.list_action(state, player, action, list))?;
        if self.plan.alike.iter().any(|pair| list.has_alike(pair)) {
            self.compare_texts(state, list)?;
        }
        Ok(())
    }

    /// Lists the legal moves with the engine that compares texts.
    fn compare_texts(&mut self, state: &[u64], list: &mut CandidateList) -> Runs<()> {
        let moves = (self.definer)(state, &self.history).ok_or(Faulted)?;
        list.clear();
        for mv in moves {
            let values: SmallVec<[i64; 8]> = mv.values.iter().map(|value| i64::from(*value)).collect();
            list.push(mv.action.0 as usize, &values, &[])?;
        }
        Ok(())
    }

    /// Returns whether there may be two moves here with the same text.
    pub(crate) fn may_be_alike(&mut self, state: &mut [u64], player: usize) -> Runs<bool> {
        let plan = self.plan;
        for pair in &plan.alike {
            let first = self.count(state, player, pair.one)?;
            let two = match pair.one == pair.other {
                true => first > 1 || first == 1 && plan.actions[pair.one].chooses,
                false => first > 0 && self.count(state, player, pair.other)? > 0,
            };
            if two {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns how many candidates an action has.
    pub(crate) fn count(&mut self, state: &mut [u64], player: usize, action: usize) -> Runs<u64> {
        state[self.plan.native.fuel] = FUEL;
        self.run(player, Task::Count(action), state)
    }

    /// Lists the legal moves of one action, in the language's order.
    pub(crate) fn list_action(
        &mut self,
        state: &[u64],
        player: usize,
        action: usize,
        list: &mut CandidateList,
    ) -> Runs<()> {
        let facet = &self.plan.actions[action];
        if !facet.tried {
            let arity = facet.arity;
            let (values, count) = self.candidates(state, player, action)?;
            for n in 0..count {
                list.push(action, &values[1 + n * arity..1 + (n + 1) * arity], &[])?;
            }
            self.spare_lists.push(values);
            return Ok(());
        }
        let (maximizes, score) = (facet.maximizes, self.plan.native.score);
        let first = list.moves.len();
        list.scores.clear();
        self.each_move(state, player, action, &mut |_, after, values, choices| {
            list.push(action, values, choices)?;
            if maximizes {
                list.scores.push(after[score] as i64 as i32);
            }
            Ok(false)
        })?;
        if maximizes {
            let best = list.scores.iter().max().copied();
            let scores = std::mem::take(&mut list.scores);
            let mut at = 0;
            list.moves.retain(|_| {
                at += 1;
                at <= first || scores.get(at - 1 - first).copied() == best
            });
            list.scores = scores;
        }
        Ok(())
    }
}
