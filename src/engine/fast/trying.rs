//! Candidates that have to be tried to know whether they are legal: they have choices, or a condition to hold afterwards.

use super::calls::Task;
use super::code::choose::{offer, script};
use super::code::stmt::status;
use super::native::FUEL;
use super::run::{Faulted, Question, Runs};
use crate::moves::Move;

/// The most choices of one candidate.
const CHOICES: usize = 10_000;

/// Visits a legal move: the words after its `do`, its values and its choices. Returns whether to stop.
type VisitMove<'v> = &'v mut dyn FnMut(&mut Question<'_>, &mut [u64], &[i64], &[i64]) -> Runs<bool>;

/// For how many choices the code itself goes on with the first one on offer.
pub(crate) const ROOM: usize = 8;

/// Candidates of an action that are being tried.
struct Attempt<'a> {
    /// The function of its `do`.
    function: usize,
    arity: usize,
    /// The words of the game, which its `do` changes.
    after: &'a mut [u64],
    /// Its values, then the script of its choices.
    args: Vec<i64>,
    /// For each choice that has been made, the others that are still to be tried, the last one first.
    open: Vec<i64>,
    /// Where those of each choice begin in `open`.
    levels: Vec<usize>,
}

impl Question<'_> {
    /// Runs the `do` of a candidate by its function; the values and the first `given` choices are in the arguments. A number selects the other choices.
    fn run_do(
        &mut self,
        (copy, state): (&mut [u64], &[u64]),
        (function, arity): (usize, usize),
        (given, number): (usize, u64),
        args: &mut [i64],
    ) -> i64 {
        let native = &self.plan.native;
        (copy[native.fuel], copy[native.depth], copy[native.number]) = (FUEL, state[native.depth], number);
        native.note_changes(copy);
        args[arity] = ((ROOM << script::ROOM) + given) as i64;
        let code = self.code;
        code.call(function, self, copy, args)
    }

    /// Tries the move of a candidate whose choices a number selects; the position is as before afterwards. Returns how many choices the
    /// move has, which follow the values in the arguments and one word, or `None` if there is no such move.
    pub(super) fn try_numbered(
        &mut self,
        (copy, state): (&mut [u64], &[u64]),
        (player, action): (usize, usize),
        number: u64,
        args: &mut [i64],
    ) -> Runs<Option<usize>> {
        let (function, arity) = (self.plan.calls.number(player, Task::Do(action)), self.plan.actions[action].arity);
        let said = self.run_do((copy, state), (function, arity), (0, number), args);
        let native = &self.plan.native;
        let found = match said {
            status::MADE if copy[native.number] == 0 => Some(copy[native.used] as usize),
            status::MADE | status::REFUSED => None,
            _ => return Err(Faulted),
        };
        native.take_back(copy, state);
        Ok(found)
    }

    /// Returns a buffer for the arguments of an action, with room for its choices.
    pub(super) fn args_to_try(&mut self, action: usize) -> Vec<i64> {
        let arity = self.plan.actions[action].arity;
        self.some_args(arity + 1 + ROOM * (1 + script::offer_words(self.plan.width)))
    }

    /// Visits the moves of an action that are legal but for `maximize`, each with the position after its `do`, its
    /// values and its choices, until the visitor stops. Returns whether it stopped.
    pub(crate) fn each_move(
        &mut self,
        state: &[u64],
        player: usize,
        action: usize,
        visit: VisitMove<'_>,
    ) -> Runs<bool> {
        let mut after = self.copy_of(state);
        let stopped = self.each_move_in((&mut after, state), player, action, visit);
        self.spare.push(after);
        stopped
    }

    /// Does what [`Self::each_move`] does in a copy of the position, which is as before if no move stops it.
    pub(crate) fn each_move_in(
        &mut self,
        (copy, state): (&mut [u64], &[u64]),
        player: usize,
        action: usize,
        visit: VisitMove<'_>,
    ) -> Runs<bool> {
        let (values, count) = self.candidates(copy, player, action)?;
        let stopped = self.each_move_of((copy, state), (player, action), (&values, count), visit);
        self.spare_lists.push(values);
        stopped
    }

    /// Does what [`Self::each_move_in`] does for the candidates in a list.
    pub(super) fn each_move_of(
        &mut self,
        (copy, state): (&mut [u64], &[u64]),
        (player, action): (usize, usize),
        (list, count): (&[i64], usize),
        visit: VisitMove<'_>,
    ) -> Runs<bool> {
        let arity = self.plan.actions[action].arity;
        let args = self.args_to_try(action);
        let function = self.plan.calls.number(player, Task::Do(action));
        let mut attempt = Attempt { function, arity, after: copy, args, open: Vec::new(), levels: Vec::new() };
        let mut enough = Ok(false);
        for n in 0..count {
            attempt.args[..arity].copy_from_slice(&list[1 + n * arity..1 + (n + 1) * arity]);
            enough = self.each_way(state, &mut attempt, visit);
            if enough != Ok(false) {
                break;
            }
        }
        self.spare_args.push(attempt.args);
        enough
    }

    /// Visits all ways to make the choices of a candidate, whose values are among the arguments.
    fn each_way(&mut self, state: &[u64], attempt: &mut Attempt<'_>, visit: VisitMove<'_>) -> Runs<bool> {
        let (native, width) = (&self.plan.native, self.plan.width);
        let Attempt { function, arity, after, args, open, levels } = attempt;
        let mut left = CHOICES;
        open.clear();
        levels.clear();
        loop {
            let given = levels.len();
            let said = self.run_do((after, state), (*function, *arity), (given, 0), args);
            let used = after[native.used] as usize;
            if used < given || used > given.max(ROOM) {
                return Err(Faulted);
            }
            // The code has gone on with the first one of each of these offers.
            for n in given..used {
                levels.push(open.len());
                let offer = *arity + script::offer_at(ROOM, n, width);
                offered(width, open, |n| args[offer + n] as u64)?;
                open.pop();
            }
            match said {
                status::MADE => {
                    let (values, script) = args.split_at(*arity);
                    if visit(self, after, values, &script[1..1 + used])? {
                        return Ok(true);
                    }
                }
                status::REFUSED => {}
                status::OFFER => {
                    levels.push(open.len());
                    offered(width, open, |n| after[native.offer + n])?;
                }
                _ => return Err(Faulted),
            }
            native.take_back(after, state);
            left = left.checked_sub(used - given).ok_or(Faulted)?;
            // Go on with the next choice that has not been tried.
            while levels.last().is_some_and(|first| open.len() == *first) {
                levels.pop();
            }
            let Some(choice) = open.pop_if(|_| !levels.is_empty()) else { return Ok(false) };
            left = left.checked_sub(1).ok_or(Faulted)?;
            let at = *arity + levels.len();
            if args.len() <= at {
                args.resize(2 * at, 0);
            }
            args[at] = choice;
        }
    }
}

/// Adds the choices on offer to a list, the last one first; leaving is the first one.
fn offered(width: usize, choices: &mut Vec<i64>, word: impl Fn(usize) -> u64) -> Runs<()> {
    let first = choices.len();
    let tag = word(0) as i64;
    if tag & offer::MAY != 0 {
        choices.push(i64::from(Move::LEFT));
    }
    let mut bits = |first: i64, mut word: u64| {
        while word != 0 {
            choices.push(first + i64::from(word.trailing_zeros()));
            word &= word - 1;
        }
    };
    match tag & !offer::MAY {
        offer::CELLS => (0..width).for_each(|i| bits(i as i64 * 64, word(1 + i))),
        offer::BITS => bits(word(2) as i64, word(1)),
        _ => {
            let (first, last) = (word(1) as i64, word(2) as i64);
            if last - first >= CHOICES as i64 {
                return Err(Faulted);
            }
            choices.extend(first..=last);
        }
    }
    choices[first..].reverse();
    Ok(())
}
