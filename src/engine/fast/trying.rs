//! Candidates that have to be tried to know whether they are legal: they have choices, or a condition to hold afterwards.

use super::calls::Task;
use super::code::choose::offer;
use super::code::stmt::status;
use super::native::FUEL;
use super::run::{Faulted, Question, Runs};
use crate::moves::Move;

/// The most choices of one candidate.
const CHOICES: usize = 10_000;

/// Visits a legal move: the words after its `do`, its values and its choices. Returns whether to stop.
type VisitMove<'v> = &'v mut dyn FnMut(&mut Question<'_>, &mut [u64], &[i64], &[i64]) -> Runs<bool>;

/// A candidate that is being tried.
struct Attempt {
    player: usize,
    action: usize,
    arity: usize,
    /// The words of the game, which its `do` changes.
    after: Vec<u64>,
    /// Its values, how many choices have been made, and these choices.
    args: Vec<i64>,
    /// How many more choices may be tried.
    left: usize,
}

impl Question<'_> {
    /// Visits the moves of an action that are legal but for `maximize`, each with the position after its `do`, its
    /// values and its choices, until the visitor stops. Returns whether it stopped.
    pub(crate) fn each_move(
        &mut self,
        state: &[u64],
        player: usize,
        action: usize,
        visit: VisitMove<'_>,
    ) -> Runs<bool> {
        let (values, count) = self.candidates(state, player, action)?;
        let arity = self.plan.actions[action].arity;
        let (after, args) = (self.copy_of(state), self.some_args(arity + 3));
        let mut attempt = Attempt { player, action, arity, after, args, left: CHOICES };
        let mut enough = Ok(false);
        for n in 0..count {
            attempt.args[..arity].copy_from_slice(&values[1 + n * arity..1 + (n + 1) * arity]);
            attempt.left = CHOICES;
            enough = self.choose(state, &mut attempt, 0, visit);
            if enough != Ok(false) {
                break;
            }
        }
        self.spare.push(attempt.after);
        self.spare_args.push(attempt.args);
        self.spare_lists.push(values);
        enough
    }

    /// Visits all ways to go on after the first `chosen` choices of a candidate.
    fn choose(&mut self, state: &[u64], attempt: &mut Attempt, chosen: usize, visit: VisitMove<'_>) -> Runs<bool> {
        let native = &self.plan.native;
        let Attempt { player, action, arity, after, args, .. } = attempt;
        let (arity, kept) = (*arity, native.fuel);
        after[..kept].copy_from_slice(&state[..kept]);
        (after[native.fuel], after[native.depth]) = (FUEL, state[native.depth]);
        args[arity] = chosen as i64;
        match self.call(*player, Task::Do(*action), after, args) {
            status::MADE => {
                if after[native.used] != chosen as u64 {
                    return Err(Faulted);
                }
                let (values, choices) = args.split_at(arity);
                visit(self, after, values, &choices[1..1 + chosen])
            }
            status::REFUSED => Ok(false),
            status::OFFER => {
                let at = arity + 1 + chosen;
                if args.len() <= at {
                    args.resize(2 * at, 0);
                }
                for choice in self.offered(after)? {
                    attempt.left = attempt.left.checked_sub(1).ok_or(Faulted)?;
                    attempt.args[at] = choice;
                    if self.choose(state, attempt, chosen + 1, visit)? {
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
}
