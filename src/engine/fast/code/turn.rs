//! The end of a ply: whose turn it is then, whether the game is over, and what has come before.

use super::common::Thing;
use super::locals::Locals;
use super::stmt::{pending, status};
use super::word::{Int, ONE, Word, ZERO};
use super::{Gen, Gets, Moment, Seen, Unsupported};
use crate::engine::fast::walk::AsPart;
use crate::game::expr::{AnyExpr, PlayerExpr};
use crate::game::rules::{Ending, GameResult, RepetitionId, RepetitionPart, VarType};
use cranelift_codegen::ir::condcodes::IntCC;

impl<'p> Gen<'p, '_> {
    /// The code that ends a ply after its `do`. With `light` it takes for granted that the player to move then is not stuck,
    /// and that a turn which goes on by `again` really does: what was taken for granted is noted, for the one who finds out
    /// that it is not so. Leaves the function.
    pub(crate) fn make_finish(&mut self, light: bool) -> Gets<()> {
        let plan = self.plan;
        let native = &plan.native;
        let mover = self.seen.mover;
        let ply = self.load(native.ply);
        let next_ply = self.add(ply, ONE);
        self.store(native.ply, next_ply);
        if plan.says_again() {
            let said = self.load(native.again);
            self.store(native.again, ZERO);
            let players = self.load(native.players);
            let is_in = self.right(players, mover);
            let is_in = self.and(is_in, ONE);
            let said = self.and(said, is_in);
            let left = self.either(
                said,
                |make| {
                    // What the next ply asks of `repeated` counts the position that it begins in.
                    if !plan.game.repetitions.is_empty() {
                        return Err(Unsupported("`again` with `repeated`"));
                    }
                    if light {
                        return Ok(super::flow::Left::from_slice(&[ONE]));
                    }
                    make.look_before(mover);
                    let goes_on = make.ask_any(mover, None)?;
                    Ok(super::flow::Left::from_slice(&[goes_on]))
                },
                |_| Ok(super::flow::Left::from_slice(&[ZERO])),
            )?;
            let stays = left[0];
            let seen = self.seen;
            self.only_if(stays, |make| {
                if light {
                    make.store(native.pending, Word::Known(pending::GOES_ON));
                }
                make.judged(mover, mover, Some(ZERO), false)
            })?;
            self.seen = seen;
        }
        self.pass_turn(light)
    }

    /// The code that ends a ply and passes the turn. Leaves the function.
    pub(crate) fn pass_turn(&mut self, light: bool) -> Gets<()> {
        let mover = self.seen.mover;
        let next = self.following(mover);
        if light {
            let asks = self.plan.asks_stuck();
            let taken = if asks { pending::NOT_STUCK } else { pending::NOTHING };
            self.store(self.plan.native.pending, Word::Known(taken));
        }
        self.judged(mover, next, light.then_some(ZERO), true)?;
        // Both ways give back; this is never reached, but a block needs an end.
        self.give_back(Word::Known(status::MADE));
        Ok(())
    }

    /// The code that asks the `end` clauses once more after a ply ended lightly: the player to move is stuck after all.
    /// [`crate::engine::fast::machine::FAULT`] if no clause holds.
    pub(crate) fn make_late(&mut self) -> Gets<()> {
        let mover = self.seen.mover;
        let native = &self.plan.native;
        let next = match self.plan.game.players.len() {
            2 => self.following(mover),
            _ => self.load(native.mover),
        };
        // The turn has never begun.
        self.store(native.mover, mover);
        for (n, place) in native.renewed.iter().enumerate() {
            let word = self.load(native.shadow + n);
            self.store(*place, word);
        }
        self.seen = Seen { mover, next, moment: Moment::End, stuck: Some(ONE), passed: true };
        self.ask_all()?;
        self.give_back(Word::Known(crate::engine::fast::machine::FAULT));
        Ok(())
    }

    /// Who follows in turn order.
    fn following(&mut self, mover: Word) -> Word {
        match (self.plan.game.players.len(), mover) {
            // Of two players both are in as long as the game goes on.
            (2, Word::Known(mover)) => Word::Known(1 - mover),
            _ => self.after(mover),
        }
    }

    /// Asks the `end` clauses, and begins the next turn if none holds. Leaves the function.
    fn judged(&mut self, mover: Word, next: Word, stuck: Option<Word>, passed: bool) -> Gets<()> {
        let plan = self.plan;
        let native = &plan.native;
        self.seen = Seen { mover, next, moment: Moment::End, stuck, passed };
        self.record()?;
        self.ask_all()?;
        self.store(native.mover, next);
        self.store(native.passed, Word::truth(passed));
        if passed {
            if stuck.is_some() {
                for (n, place) in native.renewed.iter().enumerate() {
                    let word = self.load(*place);
                    self.store(native.shadow + n, word);
                }
            }
            self.look_before(next);
            for (n, var) in plan.game.vars.iter().enumerate() {
                if var.each_turn {
                    self.set_first(n)?;
                }
            }
        }
        self.give_back(Word::Known(status::MADE));
        let never = self.b.create_block();
        self.b.switch_to_block(never);
        Ok(())
    }

    /// All clauses: leaves the function if one decides.
    fn ask_all(&mut self) -> Gets<()> {
        for ending in &self.plan.game.end {
            let locals = Locals::of(ending.frame, &[]);
            self.inside(locals, |make| match &ending.each {
                None => make.ask(ending),
                Some((slot, players)) => {
                    let players = make.some_players(players)?;
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

    /// One clause: leaves the function if it decides.
    fn ask(&mut self, ending: &'p Ending) -> Gets<()> {
        let holds = self.truth(&ending.condition.holds)?;
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
                    if make.plan.game.players.len() != 2 {
                        return Err(Unsupported("losing with more than two players"));
                    }
                    let loser = make.somebody(player)?;
                    let players = make.load(native.players);
                    let bit = make.bit(loser);
                    let left = make.and_not(players, bit);
                    make.store(native.players, left);
                    make.sub(Word::Known(3), loser)
                }
                GameResult::Score { most, score, player, draw } => make.winner(*most, score, *player, *draw)?,
            };
            make.store(native.outcome, outcome);
            make.give_back(Word::Known(status::MADE));
            let never = make.b.create_block();
            make.b.switch_to_block(never);
            Ok(())
        })
    }

    fn somebody(&mut self, player: &PlayerExpr) -> Gets<Word> {
        let player = self.player(player)?;
        let players = Word::Known(self.plan.game.players.len() as i64);
        let nobody = self.compare(IntCC::UnsignedGreaterThanOrEqual, player, players);
        if nobody == ONE {
            return Err(Unsupported("a result for nobody"));
        }
        self.fault_if(nobody);
        Ok(player)
    }

    /// The outcome by the best score.
    fn winner(
        &mut self,
        most: bool,
        score: &crate::game::expr::IntExpr,
        slot: crate::game::expr::Slot,
        draw: bool,
    ) -> Gets<Word> {
        let plan = self.plan;
        let is_in = self.load(plan.native.players);
        let two = plan.game.players.len() == 2;
        // The best score so far, whose it is (or 0: of several), and whether there is one.
        let (mut best, mut holder, mut some) = (ZERO, ZERO, ZERO);
        for p in 0..plan.game.players.len() {
            self.locals.bind(slot, Word::Known(p as i64), false);
            let n = self.int(score)?.word;
            let counts = if two {
                ONE
            } else {
                let bit = self.right_by(is_in, p as u32);
                self.and(bit, ONE)
            };
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

    /// Adds the keys of the new position to what has come before.
    fn record(&mut self) -> Gets<()> {
        for form in 0..self.plan.game.repetitions.len() {
            let next = self.seen.next;
            let key = self.repetition_key(form, next, false)?;
            self.call_record(key);
        }
        Ok(())
    }

    /// How many earlier positions have the key of this one.
    pub(crate) fn repeated(&mut self, form: RepetitionId) -> Gets<Int> {
        let seen = self.seen;
        let (to_move, is_new) = match seen.moment {
            Moment::Before => return Err(Unsupported("`repeated` before a move")),
            Moment::After if self.plan.says_again() => {
                return Err(Unsupported("`repeated` before the turn passes, with `again`"));
            }
            Moment::After => (self.following(seen.mover), true),
            Moment::End => (seen.next, false),
        };
        let key = self.repetition_key(form.0 as usize, to_move, is_new)?;
        let count = self.call_repeated(form.0, key, is_new);
        Ok(Int::between(count, 0, i64::from(i32::MAX)))
    }

    /// The key of a position as the player to move sees it when he begins; `is_new`: the ply has not been counted yet.
    fn repetition_key(&mut self, form: usize, to_move: Word, is_new: bool) -> Gets<Word> {
        let seen = self.seen;
        self.seen = Seen::before(to_move, to_move);
        let locals = Locals::of(self.plan.game.repetitions[form].frame, &[]);
        let key = self.inside(locals, |make| make.compared_key(form, is_new));
        self.seen = seen;
        key
    }

    fn compared_key(&mut self, form: usize, is_new: bool) -> Gets<Word> {
        let plan = self.plan;
        let renews = plan.game.vars.iter().any(|var| var.each_turn);
        let mut key = self.load(plan.native.key);
        for part in &plan.game.repetitions[form].with {
            match part {
                RepetitionPart::Value(value) => {
                    let part = AsPart::part(value);
                    if (is_new && plan.asks_ply(part)) || (renews && plan.asks_turn(part)) {
                        return Err(Unsupported("`repeated` with what changes when the turn passes"));
                    }
                    let is_cell = matches!(value, AnyExpr::Cell(_));
                    match self.any(value)? {
                        Thing::Word(word, _) => {
                            let word = if is_cell { self.cell_code(word) } else { word };
                            key = self.folded(key, word);
                        }
                        Thing::Cells(cells) => {
                            // The other engine's sets may have more words.
                            let width = [1, 2, 3, 6, 16].into_iter().find(|width| *width >= cells.len()).unwrap_or(16);
                            for i in 0..width {
                                let word = cells.get(i).copied().unwrap_or(ZERO);
                                key = self.folded(key, word);
                            }
                        }
                        Thing::Ints(_) => return Err(Unsupported("`repeated` with a set of numbers")),
                    }
                }
                RepetitionPart::Table(var) => {
                    let place = plan.game.layout.vars[var.0 as usize];
                    if plan.game.vars[var.0 as usize].each_turn {
                        return Err(Unsupported("`repeated` with what changes when the turn passes"));
                    }
                    let is_cell = plan.game.vars[var.0 as usize].ty == VarType::Cell;
                    if place.count * place.stride > 256 {
                        return Err(Unsupported("`repeated` with a large table"));
                    }
                    for i in 0..place.count * place.stride {
                        let word = self.load(place.offset + i);
                        let word = if is_cell { self.cell_code(word) } else { word };
                        key = self.folded(key, word);
                    }
                }
            }
        }
        Ok(key)
    }

    /// The code of a cell outside: `off` has one of its own there.
    fn cell_code(&mut self, cell: Word) -> Word {
        let off = self.same(cell, Word::Known(self.plan.cells() as i64));
        self.select(off, Word::Known(i64::from(crate::game::cells::Cell::OFF.0)), cell)
    }

    /// [`crate::zobrist::fold`].
    fn folded(&mut self, key: Word, value: Word) -> Word {
        let key = self.mixed(key);
        let both = self.xor(key, value);
        self.mixed(both)
    }

    /// [`crate::zobrist::mix`].
    pub(crate) fn mixed(&mut self, word: Word) -> Word {
        let mut z = self.add(word, Word::Known(0x9e37_79b9_7f4a_7c15_u64 as i64));
        for (bits, factor) in [(30, 0xbf58_476d_1ce4_e5b9_u64), (27, 0x94d0_49bb_1331_11eb)] {
            let high = self.right_by(z, bits);
            let both = self.xor(z, high);
            z = self.mul(both, Word::Known(factor as i64));
        }
        let high = self.right_by(z, 31);
        self.xor(z, high)
    }
}
