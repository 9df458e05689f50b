//! What the code asks the engine while it answers a question: about future moves and about earlier positions.

use super::calls::Task;
use super::code::ahead::{begins, header};
use super::code::stmt::status;
use super::machine::FAULT;
use super::native::FUEL;
use super::run::{Faulted, Question, Runs};

/// How many questions about other moves may be nested: the native stack is finite.
const DEEPEST: u32 = 12;

/// With less native stack than this, a nested question gets more.
const RED_ZONE: usize = 1 << 20;
const MORE_STACK: usize = 8 << 20;

impl Question<'_> {
    pub(crate) fn record(&mut self, key: u64) {
        self.history.push(key);
    }

    /// Removes the keys of the last position.
    pub(crate) fn forget(&mut self) {
        let left = self.history.len().saturating_sub(self.plan.forms);
        self.history.truncate(left);
    }

    /// Returns how many earlier positions have a key, for a form of `repeated`.
    pub(crate) fn repeated(&self, form: usize, key: u64) -> i64 {
        self.history.count(key, form, self.plan.forms)
    }

    /// Returns how many positions before the last one have its key.
    pub(crate) fn came(&self, form: usize) -> i64 {
        self.history.count_last(form, self.plan.forms)
    }

    /// Runs a question one level deeper.
    fn deeper(&mut self, ask: impl FnOnce(&mut Self) -> Runs<i64>) -> i64 {
        if self.depth >= DEEPEST {
            return FAULT;
        }
        self.depth += 1;
        let recorded = self.history.len();
        let answer = stacker::maybe_grow(RED_ZONE, MORE_STACK, || ask(self));
        self.depth -= 1;
        self.history.truncate(recorded);
        answer.unwrap_or(FAULT)
    }

    /// Returns to the code whether a player has a legal move; `which` is the number of the function that would tell.
    pub(crate) fn explore(&mut self, state: &[u64], which: usize) -> i64 {
        self.deeper(|question| question.has_move(state, which).map(i64::from))
    }

    /// Returns the same after the turn has passed to that player.
    pub(crate) fn ahead(&mut self, state: &[u64], which: usize) -> i64 {
        self.deeper(|question| {
            let player = which / question.per_player();
            let copy = question.begin(state, player, true)?;
            let found = question.has_move(&copy, which)?;
            question.spare.push(copy);
            Ok(i64::from(found))
        })
    }

    /// Returns the position in which a player begins; if the turn has passed, with its turn variables reset.
    pub(crate) fn begin(&mut self, state: &[u64], player: usize, passed: bool) -> Runs<Vec<u64>> {
        let mut copy = self.copy_of(state);
        copy[self.plan.native.mover] = player as u64;
        copy[self.plan.native.fuel] = FUEL;
        if passed {
            self.run(player, Task::Renew, &mut copy)?;
        }
        Ok(copy)
    }

    /// Records the keys of the position in which a player begins.
    pub(crate) fn begun(&mut self, state: &[u64], player: usize, passed: bool) -> i64 {
        let recorded = self.begin(state, player, passed).and_then(|mut copy| {
            self.run(player, Task::Keys, &mut copy)?;
            self.spare.push(copy);
            Ok(0)
        });
        recorded.unwrap_or(FAULT)
    }

    /// Returns the position that a `do` leads to once its ply is counted, and records its keys.
    fn next(&mut self, state: &[u64], actor: usize) -> Runs<(Vec<u64>, usize)> {
        let native = &self.plan.native;
        let (mover, passed) = (native.mover, native.passed);
        let mut counted = self.begin(state, actor, false)?;
        self.run(actor, Task::Next, &mut counted)?;
        let player = counted[mover] as usize;
        let mut copy = self.begin(&counted, player, counted[passed] != 0)?;
        self.spare.push(counted);
        if self.plan.forms > 0 {
            self.run(player, Task::Keys, &mut copy)?;
        }
        Ok((copy, player))
    }

    /// Returns how many earlier positions have the key of the one that a `do` leads to.
    pub(crate) fn arising(&mut self, state: &[u64], actor: usize, form: usize) -> i64 {
        self.deeper(|question| {
            let (copy, _) = question.next(state, actor)?;
            question.spare.push(copy);
            Ok(question.came(form))
        })
    }

    /// Returns twice the number of the player who moves after a `do`, plus 1 if that player has a move.
    pub(crate) fn after(&mut self, state: &[u64], actor: usize, task: usize) -> i64 {
        self.deeper(|question| {
            let (copy, player) = question.next(state, actor)?;
            let found = question.has_move(&copy, player * question.per_player() + task)?;
            question.spare.push(copy);
            Ok(2 * player as i64 + i64::from(found))
        })
    }

    /// Returns whether a player to move has a legal move after which the condition of a site holds. The arguments say
    /// for which player the condition is evaluated.
    pub(crate) fn then(&mut self, state: &[u64], site: usize, player: usize, begins: i64, args: &[i64]) -> i64 {
        self.deeper(|question| {
            let (copy, player) = if begins == begins::AFTER.known().unwrap_or(0) {
                question.next(state, player)?
            } else {
                (question.begin(state, player, begins == begins::PASSED)?, player)
            };
            let found = question.some_move_then(&copy, site, player, args)?;
            question.spare.push(copy);
            Ok(i64::from(found))
        })
    }

    fn some_move_then(&mut self, state: &[u64], site: usize, player: usize, args: &[i64]) -> Runs<bool> {
        let (score, outcome) = (self.plan.native.score, self.plan.native.outcome);
        if state[outcome] != 0 {
            return Ok(false);
        }
        let function = self.plan.calls.len() + site;
        let mut given = self.some_args(args.len());
        given[..args.len()].copy_from_slice(args);
        given[header::ACTOR] = player as i64;
        let mut found = false;
        for action in 0..self.plan.actions.len() {
            let mut best = None;
            if self.plan.actions[action].maximizes {
                self.each_move(state, player, action, &mut |_, after, _, _| {
                    best = best.max(Some(after[score] as i64));
                    Ok(false)
                })?;
            }
            found = self.each_move(state, player, action, &mut |question, after, _, _| {
                if best.is_some_and(|best| after[score] as i64 != best) {
                    return Ok(false);
                }
                let code = question.code;
                let holds = code.call(function, question, after, &mut given);
                if holds < 0 { Err(Faulted) } else { Ok(holds == status::HOLDS) }
            })?;
            if found {
                break;
            }
        }
        self.spare_args.push(given);
        Ok(found)
    }
}
