//! The end of a ply: whose turn is next, whether the game is over, and the history of positions.

use super::locals::Locals;
use super::stmt::{pending, status};
use super::word::{ONE, Word, ZERO};
use super::{Gen, Gets, Perspective};
use crate::engine::fast::calls::Task;
use crate::engine::fast::machine::Helper;
use crate::game::expr::{PlayerExpr, PlayersExpr, Slot};
use crate::game::rules::{Ending, GameResult};
use cranelift_codegen::ir::condcodes::IntCC;

impl<'p> Gen<'p, '_> {
    /// Counts the ply. Returns whether a player who is still in said `again` in it.
    fn count_ply(&mut self) -> Word {
        let native = &self.plan.native;
        let ply = self.load(native.ply);
        let next = self.add(ply, ONE);
        self.store(native.ply, next);
        if !self.plan.says_again() {
            return ZERO;
        }
        let said = self.load(native.again);
        self.store(native.again, ZERO);
        let players = self.load(native.players);
        let is_in = self.right(players, self.seen.mover);
        let is_in = self.and(is_in, ONE);
        self.and(said, is_in)
    }

    /// Makes the function that ends a ply after its `do`. With `light` it assumes that the next player is not stuck,
    /// and that a player who said `again` has a move. It records what it assumed, for the caller that finds out
    /// otherwise. Returns from the function.
    pub(crate) fn make_finish(&mut self, light: bool) -> Gets<()> {
        let plan = self.plan;
        let native = &plan.native;
        let mover = self.seen.mover;
        let said = self.count_ply();
        if plan.says_again() {
            let stays = self.and_then(said, |make| if light { Ok(ONE) } else { make.can_go_on(mover) })?;
            let seen = self.seen;
            self.only_if(stays, |make| {
                if light {
                    make.store(native.pending, Word::Known(pending::GOES_ON));
                    make.store(native.next, mover);
                }
                make.judged(mover, mover, Some(ZERO), ZERO)
            })?;
            self.seen = seen;
        }
        self.pass_turn(light)
    }

    /// Emits code that ends a ply and passes the turn. Returns from the function.
    pub(crate) fn pass_turn(&mut self, light: bool) -> Gets<()> {
        let mover = self.seen.mover;
        let next = self.following(mover);
        if light {
            let asks = self.plan.ask_stuck(&self.plan.game.end);
            let taken = if asks { pending::NOT_STUCK } else { pending::NOTHING };
            self.store(self.plan.native.pending, Word::Known(taken));
            self.store(self.plan.native.next, next);
        }
        self.judged(mover, next, light.then_some(ZERO), ONE)?;
        // Both branches return; this is never reached, but a block needs an end.
        self.give_back(Word::Known(status::MADE));
        Ok(())
    }

    /// Makes the function that evaluates `end` again after a ply ended lightly, because the player to move is stuck
    /// after all. It returns [`crate::engine::fast::machine::FAULT`] if no clause holds.
    pub(crate) fn make_late(&mut self) -> Gets<()> {
        let mover = self.seen.mover;
        let native = &self.plan.native;
        let next = match self.plan.game.players.len() {
            2 => self.following(mover),
            _ => self.load(native.next),
        };
        // The turn has never begun.
        self.store(native.mover, mover);
        for (n, place) in native.renewed.iter().enumerate() {
            let word = self.load(native.shadow + n);
            self.store(*place, word);
        }
        self.seen = Perspective { mover, next, stuck: Some(ONE), ..Perspective::end(mover, next, ONE) };
        self.ask_all()?;
        self.give_back(Word::Known(crate::engine::fast::machine::FAULT));
        Ok(())
    }

    /// Returns whether a player who has said `again` has a move.
    fn can_go_on(&mut self, mover: Word) -> Gets<Word> {
        let repeats = !self.plan.game.repetitions.is_empty();
        // What the next ply asks of `repeated` counts the position that it begins in.
        if repeats {
            let args = self.args;
            let recorded = self.call_own(Task::Keys, args)?;
            self.refuse_faults(recorded);
        }
        self.look_before(mover);
        let goes_on = self.ask_any(mover, None)?;
        if repeats {
            self.engine(Helper::Forget, &[]);
        }
        Ok(goes_on)
    }

    /// Makes the function that counts a ply after its `do` and returns whose turn is next, without evaluating `end`.
    pub(crate) fn make_next(&mut self) -> Gets<()> {
        let native = &self.plan.native;
        let mover = self.seen.mover;
        let said = self.count_ply();
        let stays = self.and_then(said, |make| make.can_go_on(mover))?;
        let next = self.following(mover);
        let next = self.select(stays, mover, next);
        self.store(native.mover, next);
        let passed = self.not(stays);
        self.store(native.passed, passed);
        self.give_back(Word::Known(status::MADE));
        Ok(())
    }

    /// Returns the next player in turn order.
    pub(crate) fn following(&mut self, mover: Word) -> Word {
        match (self.plan.game.players.len(), mover) {
            // With two players, both are in as long as the game goes on.
            (2, Word::Known(mover)) => Word::Known(1 - mover),
            _ => self.after(mover),
        }
    }

    /// Evaluates the `end` clauses, and begins the next turn if none holds. Returns from the function.
    fn judged(&mut self, mover: Word, next: Word, stuck: Option<Word>, passed: Word) -> Gets<()> {
        let plan = self.plan;
        let native = &plan.native;
        self.seen = Perspective { stuck, ..Perspective::end(mover, next, passed) };
        self.record()?;
        if stuck.is_some() && passed != ZERO {
            // Whether a clause decides or not, `end` may have to be evaluated again.
            for (n, place) in native.renewed.iter().enumerate() {
                let word = self.load(*place);
                self.store(native.shadow + n, word);
            }
        }
        let (next, passed) = if plan.passes_over() {
            self.judged_by_rounds(next, passed)?
        } else {
            self.ask_all()?;
            (next, passed)
        };
        self.store(native.mover, next);
        self.store(native.passed, passed);
        self.only_if(passed, |make| {
            make.look_before(next);
            make.renew()
        })?;
        self.leave_for(next);
        Ok(())
    }

    /// Sets the variables anew that are when a turn begins.
    pub(crate) fn renew(&mut self) -> Gets<()> {
        let mut vars = self.plan.game.vars.iter().enumerate();
        vars.try_for_each(|(n, var)| if var.each_turn { self.set_first(n) } else { Ok(()) })
    }

    /// Evaluates the `end` clauses where the turn may pass over players who go out. If the player after them is stuck,
    /// the clauses are evaluated again, since the earlier ones did not see that. Returns who is to move then, and
    /// whether a new turn begins.
    fn judged_by_rounds(&mut self, next: Word, passed: Word) -> Gets<(Word, Word)> {
        let native = &self.plan.native;
        self.seen.stuck = None;
        self.store(native.next, next);
        self.store(native.passed, passed);
        let goes_on = self.variable(ONE);
        self.repeat(
            |make| Ok(make.read(goes_on)),
            |make| {
                let before = make.load(native.next);
                make.ask_all()?;
                make.see_next();
                let is_same = make.same(make.seen.next, before);
                let stuck = make.either_word(is_same, |_| Ok(ZERO), |make| make.stuck(None))?;
                make.assign(goes_on, stuck);
                Ok(())
            },
        )?;
        Ok((self.load(native.next), self.load(native.passed)))
    }

    /// Updates the view to the player whose turn it is now.
    fn see_next(&mut self) {
        let native = &self.plan.native;
        self.seen.next = self.load(native.next);
        self.seen.passed = self.load(native.passed);
    }

    /// Evaluates all clauses; returns from the function if one decides.
    fn ask_all(&mut self) -> Gets<()> {
        for (n, ending) in self.plan.game.end.iter().enumerate() {
            self.clause = n;
            let locals = Locals::of(ending.frame, &[]);
            self.inside(locals, |make| match (&ending.each, &ending.result) {
                (None, _) => make.ask(ending),
                (Some((slot, players)), GameResult::Loses(loser)) => make.ask_losers(ending, *slot, players, loser),
                (Some((slot, players)), _) => {
                    let players = make.mask_of(players)?;
                    make.each_bit(players, &mut |make, player| {
                        make.locals.bind(*slot, player, false);
                        make.ask(ending)?;
                        Ok(ZERO)
                    })?;
                    Ok(())
                }
            })?;
        }
        Ok(())
    }

    /// Evaluates a clause by which several players can lose. They are out at once. Returns from the function if that decides.
    fn ask_losers(
        &mut self,
        ending: &'p Ending,
        slot: Slot,
        players: &'p PlayersExpr,
        loser: &'p PlayerExpr,
    ) -> Gets<()> {
        if self.plan.passes_over() {
            self.see_next();
        }
        let players = self.mask_of(players)?;
        let losers = self.variable(ZERO);
        self.each_bit(players, &mut |make, player| {
            make.locals.bind(slot, player, false);
            let holds = make.at_place(ending.condition.span, |make| make.truth(&ending.condition.holds))?;
            if holds != ZERO {
                make.only_if(holds, |make| {
                    let loser = make.somebody(loser)?;
                    let bit = make.bit(loser);
                    make.join_to(&[losers], &[bit]);
                    Ok(())
                })?;
            }
            Ok(ZERO)
        })?;
        let losers = self.read(losers);
        let some = self.compare(IntCC::NotEqual, losers, ZERO);
        self.only_if(some, |make| {
            let native = &make.plan.native;
            let players = make.load(native.players);
            let left = make.and_not(players, losers);
            make.store(native.players, left);
            if make.plan.game.players.len() != 2 {
                return make.without(left);
            }
            let outcome = make.outcome_among(left);
            make.decide(outcome);
            Ok(())
        })
    }

    /// Returns the outcome if at most one player is left: that one wins, and without any it is a draw.
    fn outcome_among(&mut self, players: Word) -> Word {
        let none = self.same(players, ZERO);
        let last = self.lowest(players);
        let last = self.add(last, Word::Known(2));
        self.select(none, ONE, last)
    }

    /// Evaluates one clause; returns from the function if it decides.
    fn ask(&mut self, ending: &'p Ending) -> Gets<()> {
        if self.plan.passes_over() {
            self.see_next();
        }
        let holds = self.at_place(ending.condition.span, |make| make.truth(&ending.condition.holds))?;
        if holds == ZERO {
            return Ok(());
        }
        self.only_if(holds, |make| {
            let native = &make.plan.native;
            let outcome = match &ending.result {
                GameResult::Draw => ONE,
                GameResult::Never => {
                    make.fault_if(ONE);
                    ONE
                }
                GameResult::Wins(player) => {
                    let winner = make.somebody(player)?;
                    make.add(winner, Word::Known(2))
                }
                GameResult::Loses(player) => {
                    let loser = make.somebody(player)?;
                    let players = make.load(native.players);
                    let bit = make.bit(loser);
                    let left = make.and_not(players, bit);
                    make.store(native.players, left);
                    if make.plan.game.players.len() != 2 {
                        return make.without(left);
                    }
                    make.sub(Word::Known(3), loser)
                }
                GameResult::Score { most, score, player, draw } => make.winner(*most, score, *player, *draw)?,
            };
            make.decide(outcome);
            Ok(())
        })
    }

    /// Ends the game by the clause that is being evaluated. Returns from the function.
    fn decide(&mut self, outcome: Word) {
        // What a light end has assumed of the next player need not be found out if nobody has asked. Whether a player who said `again`
        // has a move is always asked, and may fault.
        let is_light = (self.seen.stuck, self.seen.passed) == (Some(ZERO), ONE);
        if is_light && !self.plan.ask_stuck(&self.plan.game.end[..=self.clause]) {
            self.store(self.plan.native.pending, Word::Known(pending::NOTHING));
        }
        self.store(self.plan.native.outcome, outcome);
        self.leave(Word::Known(status::MADE));
    }

    /// Handles players who go out: the last one in wins, and if nobody is left, it is a draw; otherwise the turn passes to a player who is still in.
    fn without(&mut self, players: Word) -> Gets<()> {
        let native = &self.plan.native;
        let fewer = self.sub(players, ONE);
        let others = self.and(players, fewer);
        let one = self.same(others, ZERO);
        self.only_if(one, |make| {
            let outcome = make.outcome_among(players);
            make.decide(outcome);
            Ok(())
        })?;
        let next = self.load(native.next);
        let bit = self.bit(next);
        let is_in = self.and(players, bit);
        let is_out = self.same(is_in, ZERO);
        self.only_if(is_out, |make| {
            let next = make.after(next);
            make.store(native.next, next);
            make.store(native.passed, ONE);
            make.see_next();
            if !make.plan.game.repetitions.is_empty() {
                make.engine(Helper::Forget, &[]);
                make.engine(Helper::Begun, &[next, ONE]);
            }
            Ok(())
        })
    }

    fn somebody(&mut self, player: &PlayerExpr) -> Gets<Word> {
        let player = self.player(player)?;
        self.refuse_nobody(player);
        Ok(player)
    }

    /// Returns the outcome by the best score.
    fn winner(&mut self, most: bool, score: &crate::game::expr::IntExpr, slot: Slot, draw: bool) -> Gets<Word> {
        let plan = self.plan;
        let is_in = self.load(plan.native.players);
        let two = plan.game.players.len() == 2;
        // The best score so far, its player (0 if there are several), and whether there is one.
        let (mut best, mut holder, mut some) = (ZERO, ZERO, ZERO);
        for p in 0..plan.game.players.len() {
            self.locals.bind(slot, Word::Known(p as i64), false);
            let n = self.int(score)?.word;
            let counts = if two { ONE } else { self.has_bit(is_in, p) };
            let tie = self.same(n, best);
            let sign = if most { IntCC::SignedGreaterThan } else { IntCC::SignedLessThan };
            let better = self.compare(sign, n, best);
            let first = self.not(some);
            let takes = self.or(better, first);
            let takes = self.and(takes, counts);
            let shares = self.and(tie, some);
            let shares = self.and(shares, counts);
            holder = self.select(shares, ONE, holder);
            holder = self.select(takes, Word::Known(p as i64 + 2), holder);
            best = self.select(takes, n, best);
            some = self.or(some, counts);
        }
        if !draw {
            let tie = self.below(holder, Word::Known(2));
            self.fault_if(tie);
        }
        Ok(holder)
    }
}
