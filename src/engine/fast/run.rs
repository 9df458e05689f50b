//! [`Question`]: one question to the code while it is being answered, and the calls of the code's functions.

use super::calls::{Calls, PER_ACTION, Task};
use super::choices::ChoiceBounds;
use super::history::History;
use super::machine::{Code, FAULT};
use super::native::FUEL;
use super::plan::Plan;
use crate::engine::distinct::ActionPair;
use crate::game::Game;
use crate::game::limits::MOVES;
use crate::game::rules::{Action, ActionId};
use crate::moves::Move;
use smallvec::SmallVec;
use std::ops::Range;

/// The code has reached a fault or its limits, so that the other engine has to answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Faulted;

pub(crate) type Runs<T> = Result<T, Faulted>;

/// The exclusive upper bound of numbers: all of 32 bits are in range.
const NUMBERS: u64 = 1 << 32;

/// Writes the texts of moves in a position with the other engine; `None` if one faults. The position is given by its words and the
/// keys of earlier positions.
pub(crate) type Definer<'c> = dyn Fn(&[u64], &[u64], &[Move]) -> Option<Vec<String>> + 'c;

/// A question to the code, with all that the answers need.
pub(crate) struct Question<'c> {
    pub(crate) code: &'c Code,
    pub(crate) plan: &'c RunFacts,
    pub(crate) definer: &'c Definer<'c>,
    /// Keys of the earlier positions.
    pub history: &'c mut History,
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
    /// Their texts, as far as code compares them.
    pub texts: super::texts::Texts,
    /// The number of functions for each player.
    pub per_player: usize,
    /// The action that passes, if players of random games can wait in code.
    pub patient_pass: Option<ActionId>,
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
    /// The exclusive upper bound of each binder's value, seen as an unsigned number of 32 bits.
    pub bounds: Vec<u64>,
    /// The number of the first player's function that makes a move and ends the ply.
    pub play: usize,
    /// Whether a candidate has to be tried: it has choices, or a condition to hold afterwards.
    pub tried: bool,
    pub chooses: bool,
    /// How many moves each candidate that has to be tried may become, if that is known.
    pub most_moves: Option<ChoiceBounds>,
    /// Whether every player has the same candidates.
    pub is_common: bool,
    checked: bool,
    pub maximizes: bool,
}

impl RunFacts {
    pub(crate) fn of(plan: &Plan, alike: Vec<ActionPair>) -> RunFacts {
        let (game, calls) = (&plan.game, Calls::of(plan));
        let facet = |(n, action): (usize, &Action)| Facet {
            play: calls.number(0, Task::Play(n)),
            arity: action.binders.len(),
            bounds: action
                .binders
                .iter()
                .map(|binder| plan.elements(&binder.over).map_or(NUMBERS, |n| n as u64))
                .collect(),
            tried: action.chooses || plan.checks_after(action) || action.maximize.is_some(),
            chooses: action.chooses,
            most_moves: plan.bounds.get(n).cloned().flatten(),
            is_common: plan.is_common(action),
            checked: plan.checks_after(action),
            maximizes: action.maximize.is_some(),
        };
        let is_compared = |pair: &ActionPair| pair.one != pair.other || !plan.only_first.contains(&pair.one);
        RunFacts {
            actions: game.actions.iter().enumerate().map(facet).collect(),
            alike: alike.into_iter().filter(is_compared).collect(),
            texts: plan.texts.clone(),
            per_player: calls.per_player(),
            patient_pass: plan.patient_pass(),
            forms: game.repetitions.len(),
            calls,
            native: plan.native.clone(),
            width: plan.width(),
            game: plan.game.clone(),
        }
    }
}

impl<'c> Question<'c> {
    #[inline]
    pub(crate) fn new(
        code: &'c Code,
        plan: &'c RunFacts,
        definer: &'c Definer<'c>,
        history: &'c mut History,
        spare: &'c mut Spare,
    ) -> Question<'c> {
        let Spare { words: spare, args: spare_args, lists: spare_lists } = spare;
        Question { code, plan, definer, history, depth: 0, spare, spare_args, spare_lists }
    }

    /// Returns the number of words of a running game.
    pub(crate) fn len(&self) -> usize {
        self.plan.native.len
    }

    #[inline]
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
        self.plan.per_player
    }

    pub(crate) fn has_move(&mut self, state: &[u64], which: usize) -> Runs<bool> {
        let (player, task) = (which / self.per_player(), which % self.per_player());
        let actions = self.plan.actions.len();
        let one = task / PER_ACTION;
        let some = if one == actions { 0..actions } else { one..one + 1 };
        let mut copy = self.copy_of(state);
        let found = self.has_move_of(&mut copy, player, some);
        self.spare.push(copy);
        found
    }

    /// Returns whether a player has a move of one of these actions. Only words that are not part of the position may change.
    pub(crate) fn has_move_of(&mut self, state: &mut [u64], player: usize, actions: Range<usize>) -> Runs<bool> {
        for action in actions {
            let found = match self.plan.actions[action].checked {
                true => self.each_move(state, player, action, &mut |_, _, _, _| Ok(true))?,
                false => self.run(player, Task::Any(action), state)? != 0,
            };
            if found {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns the candidates of an action: their values, one after the other, and how many there are. Only words that are not
    /// part of the position change.
    pub(crate) fn candidates(&mut self, state: &mut [u64], player: usize, action: usize) -> Runs<(Vec<i64>, usize)> {
        self.candidates_by(state, player, Task::List(action), &[])
    }

    /// As [`Question::candidates`], for those with given values of some binders.
    pub(super) fn agreeing_candidates(
        &mut self,
        state: &mut [u64],
        player: usize,
        action: usize,
        given: &[Option<i64>],
    ) -> Runs<(Vec<i64>, usize)> {
        let which = given.iter().enumerate().fold(0, |which, (n, value)| which | i64::from(value.is_some()) << n);
        let values = given.iter().map(|value| value.unwrap_or(0));
        let args: SmallVec<[i64; 8]> = std::iter::once(which).chain(values).collect();
        self.candidates_by(state, player, Task::Agreeing(action), &args)
    }

    fn candidates_by(&mut self, state: &mut [u64], player: usize, task: Task, args: &[i64]) -> Runs<(Vec<i64>, usize)> {
        state[self.plan.native.fuel] = FUEL;
        let mut list = self.spare_lists.pop().unwrap_or_default();
        let mut room = list.len().max(257) - 1;
        let count = loop {
            // The old content is overwritten.
            list.resize(1 + room, 0);
            list[0] = room as i64;
            list[1..=args.len()].copy_from_slice(args);
            let count = self.call(player, task, state, &mut list);
            if count >= 0 || count == FAULT || room > MOVES {
                break count;
            }
            room *= 4;
        };
        match usize::try_from(count) {
            Ok(count) => Ok((list, count)),
            Err(_) => {
                self.spare_lists.push(list);
                Err(Faulted)
            }
        }
    }

    pub(super) fn has_candidate(&mut self, state: &mut [u64], player: usize, action: usize) -> Runs<bool> {
        state[self.plan.native.fuel] = FUEL;
        Ok(self.run(player, Task::Any(action), state)? != 0)
    }

    /// Returns how many candidates an action has.
    pub(crate) fn count(&mut self, state: &mut [u64], player: usize, action: usize) -> Runs<u64> {
        state[self.plan.native.fuel] = FUEL;
        self.run(player, Task::Count(action), state)
    }
}
