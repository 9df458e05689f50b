//! Random games: ply after ply by the code, and how to correct an assumption that turns out wrong.

use super::calls::Task;
use super::code::drawn;
use super::code::stmt::{pending, status};
use super::drawing::Drawn;
use super::native::FUEL;
use super::run::{Faulted, Question, Runs};
use crate::engine::distinct::ActionPair;
use crate::engine::running::{MoveList, PlayedMoves, RandomRules};
use crate::game::rules::ActionId;
use crate::moves::Move;
use crate::rng::Rng;

/// Where the arguments have room for noted moves, and for how many.
const NOTES: usize = 64;
const NOTED: u32 = 256;

/// How many moves are drawn, before all are listed, if others with the same text come before them.
const REDRAWN: usize = 16;

/// A random game that is being played.
#[derive(Default)]
struct Playing {
    args: Vec<i64>,
    lists: Option<Box<Lists>>,
    /// Who made the last ply.
    last: usize,
    /// Who was in the game before it.
    players: u64,
}

/// Room for moves, which few games need.
#[derive(Default)]
struct Lists {
    list: MoveList,
    drawn: Drawn,
}

impl Question<'_> {
    /// Plays random moves until the game is over or the most plies have been made; returns the number of plies made.
    /// Adds the moves to `played`, if there is one.
    pub(crate) fn playout(
        &mut self,
        state: &mut [u64],
        rng: &mut Rng,
        rules: &RandomRules,
        played: Option<&mut PlayedMoves>,
    ) -> Runs<u32> {
        let is_ready = self.is_ready(state)?;
        self.playout_from(state, rng, rules, is_ready, played)
    }

    /// As [`Question::playout`]; `drawn` says whether plies may end lightly.
    pub(crate) fn playout_from(
        &mut self,
        state: &mut [u64],
        rng: &mut Rng,
        rules: &RandomRules,
        drawn: bool,
        played: Option<&mut PlayedMoves>,
    ) -> Runs<u32> {
        let random = self.plan.native.random;
        state[random] = rng.state();
        let made = self.make_plies(state, rules, drawn, played);
        *rng = Rng::new(state[random]);
        made
    }

    fn make_plies(
        &mut self,
        state: &mut [u64],
        rules: &RandomRules,
        mut drawn: bool,
        mut played: Option<&mut PlayedMoves>,
    ) -> Runs<u32> {
        let native = &self.plan.native;
        let (mover, players, outcome, taken, wanted) =
            (native.mover, native.players, native.outcome, native.pending, native.wanted);
        let (noted, note) = (native.noted, native.note);
        state[taken] = pending::NOTHING as u64;
        let plies = rules.max_plies;
        let mut made = 0;
        let (code, per_player) = (self.code, self.plan.calls.per_player());
        let texts_differ = self.plan.alike.is_empty();
        let two = self.plan.calls.players() == 2;
        // Whether players wait in the code.
        let is_patient = texts_differ && rules.waits.is_some() && rules.waits == self.plan.patient_pass;
        let task = if is_patient { Task::Patient } else { Task::Ply };
        let waits = rules.waits.filter(|_| !is_patient);
        let is_alone = !two || !texts_differ || waits.is_some() || played.is_some() && note == 0;
        let first = self.plan.calls.number(0, task);
        let plies_of = |player: usize| player * per_player + first;
        let notes = if is_alone || played.is_none() { 0 } else { note };
        let args = self.some_args(NOTES + NOTED as usize * notes);
        let mut game = Playing { args, ..Playing::default() };
        state[noted] = 0;
        while state[outcome] == 0 && made < plies {
            let player = state[mover] as usize;
            let before = state[players];
            let most = match (is_alone, notes) {
                (true, _) => 1,
                (false, 0) => plies - made,
                (false, _) => (plies - made).min(NOTED),
            };
            if notes > 0 {
                state[noted] = NOTES as u64;
            }
            state[wanted] = u64::from(most);
            let mut said = match waits {
                _ if !drawn => status::LISTED,
                Some(_) if !texts_differ && self.may_be_alike(state, player)? => status::LISTED,
                Some(pass) => self.patient_ply(state, pass, &mut game.args)?,
                None if texts_differ => code.call(plies_of(player), self, state, &mut game.args),
                None => self.telling_ply(state, plies_of(player), &mut game)?,
            };
            if let Some(played) = played.as_mut().filter(|_| notes > 0) {
                let noted = game.args.get(NOTES..state[noted] as usize).ok_or(Faulted)?;
                for words in noted.chunks_exact(notes) {
                    self.add_move(played, words[0], &words[1..], 0)?;
                }
            }
            let has_waited = said == status::WAITED;
            if let Some(pass) = rules.waits.filter(|_| has_waited) {
                said = self.ply_after_waiting(state, pass, &mut game.args)?;
            }
            // A ply that ends the game is not counted by the code.
            let done = most - state[wanted] as u32 + u32::from(said == status::MADE && state[outcome] != 0);
            if done > 0 {
                let passed = state[outcome] == 0 && state[taken] != pending::GOES_ON as u64;
                let last = if passed { 1 ^ state[mover] } else { state[mover] };
                (game.last, game.players) = (if done == 1 { player } else { last as usize }, before);
                made += done;
            }
            match said {
                status::MADE => {
                    // A ply that ends the game notes nothing.
                    let is_noted = notes > 0 && state[outcome] == 0 && !has_waited;
                    if let Some(played) = played.as_mut().filter(|_| !is_noted) {
                        let (action, choices) = (game.args[drawn::ACTION], game.args[drawn::CHOICES]);
                        self.add_move(played, action, &game.args[drawn::VALUES..], choices as usize)?;
                    }
                    if rules.waits.is_some_and(|pass| game.args[drawn::ACTION] == i64::from(pass.0)) {
                        drawn = self.is_ready(state)?;
                    }
                }
                status::LISTED => {
                    let (player, before) = (state[mover] as usize, state[players]);
                    if let Some(mv) = self.listed_ply(state, &mut game)? {
                        if let Some(played) = &mut played {
                            played.extend(std::slice::from_ref(&mv));
                        }
                        (game.last, game.players) = (player, before);
                        made += 1;
                        drawn = drawn && self.is_ready(state)?;
                    }
                }
                status::NONE if state[taken] != pending::NOTHING as u64 => self.settle(state, &mut game, false)?,
                _ => return Err(Faulted),
            }
            if state[outcome] != 0 || made == plies {
                self.check(state, &mut game)?;
            }
        }
        self.spare_args.push(game.args);
        Ok(made)
    }

    /// Makes a ply by a function that draws a move, where moves may have the same text. What it draws has to be the first move with its
    /// text; otherwise the position is as before, and another one is drawn, or the legal moves are listed. Returns what that function returns.
    fn telling_ply(&mut self, state: &mut [u64], function: usize, game: &mut Playing) -> Runs<i64> {
        let (code, plan) = (self.code, self.plan);
        let (random, core) = (plan.native.random, plan.native.core);
        let recorded = self.history.len();
        // Which move is drawn is known only when it has been made.
        let mut before = self.copy_of(state);
        before[core..].copy_from_slice(&state[core..]);
        for _ in 0..REDRAWN {
            let said = code.call(function, self, state, &mut game.args);
            let is_of = |pair: &ActionPair| [pair.one, pair.other].contains(&(game.args[drawn::ACTION] as usize));
            if said != status::MADE || !plan.alike.iter().any(is_of) {
                self.spare.push(before);
                return Ok(said);
            }
            let added = self.history.keys()[recorded..].to_vec();
            self.history.truncate(recorded);
            let drawn = self.drawn_move(&game.args)?;
            let is_first = self.is_first(&before, &drawn, &mut game.lists.get_or_insert_default().list)?;
            if is_first == Some(true) {
                added.into_iter().for_each(|key| self.history.push(key));
                self.spare.push(before);
                return Ok(said);
            }
            before[random] = state[random];
            state.copy_from_slice(&before);
            if is_first.is_none() {
                break;
            }
        }
        self.spare.push(before);
        Ok(status::LISTED)
    }

    /// Adds the move of a random ply: an action with the first of these values.
    #[inline]
    fn add_move(&self, played: &mut PlayedMoves, action: i64, values: &[i64], choices: usize) -> Runs<()> {
        let facet = self.plan.actions.get(action as usize).ok_or(Faulted)?;
        let values = values.get(..facet.arity + choices).ok_or(Faulted)?;
        played.add(ActionId(action as u16), values.iter().map(|value| *value as i32));
        Ok(())
    }

    /// Returns the move that a random ply has made, from its arguments.
    fn drawn_move(&self, args: &[i64]) -> Runs<Move> {
        let (mut played, choices) = (PlayedMoves::default(), args[drawn::CHOICES] as usize);
        self.add_move(&mut played, args[drawn::ACTION], &args[drawn::VALUES..], choices)?;
        played.moves().next().ok_or(Faulted)
    }

    /// Prepares watched plies; returns whether they are possible. They are not if a condition already holds that ends
    /// the game as soon as it comes to hold.
    pub(crate) fn is_ready(&mut self, state: &mut [u64]) -> Runs<bool> {
        let mut holds = false;
        for player in 0..self.plan.calls.players() {
            holds |= self.run(player, Task::Settled, state)? != 0;
        }
        Ok(!holds)
    }

    /// Tests what was assumed, and ends the ply anew if it is wrong.
    fn check(&mut self, state: &mut [u64], game: &mut Playing) -> Runs<()> {
        let native = &self.plan.native;
        let (next, taken, outcome, players) = (native.next, native.pending, native.outcome, native.players);
        while state[taken] != pending::NOTHING as u64 {
            let player = state[next] as usize;
            let number = self.plan.calls.number(player, Task::AnyAll);
            let found = if state[outcome] == 0 {
                self.has_move(state, number)?
            } else {
                // The game ended before the turn could begin.
                let mut copy = self.begin(state, player, state[taken] == pending::NOT_STUCK as u64)?;
                (copy[outcome], copy[players]) = (0, game.players);
                let found = self.has_move(&copy, number)?;
                self.spare.push(copy);
                found
            };
            self.settle(state, game, found)?;
        }
        Ok(())
    }

    /// Continues now that it is known whether the player to move has a move.
    fn settle(&mut self, state: &mut [u64], game: &mut Playing, found: bool) -> Runs<()> {
        let native = &self.plan.native;
        let (outcome, players, pending_at, fuel) = (native.outcome, native.players, native.pending, native.fuel);
        let taken = std::mem::replace(&mut state[pending_at], pending::NOTHING as u64) as i64;
        if found {
            return Ok(());
        }
        state[outcome] = 0;
        state[players] = game.players;
        state[fuel] = FUEL;
        let task = if taken == pending::GOES_ON {
            // The position differs from the one that was recorded.
            self.forget();
            Task::Pass
        } else {
            Task::Late
        };
        if self.call(game.last, task, state, &mut game.args) == status::MADE { Ok(()) } else { Err(Faulted) }
    }

    /// Makes one of all legal moves, and returns it; if there are none, corrects what was assumed instead.
    fn listed_ply(&mut self, state: &mut [u64], game: &mut Playing) -> Runs<Option<Move>> {
        let native = &self.plan.native;
        let (random, taken) = (native.random, native.pending);
        let mut rng = Rng::new(state[random]);
        let Lists { list, drawn } = &mut **game.lists.get_or_insert_default();
        let drawn = if self.may_draw_unlisted() {
            self.draw_move(state, &mut rng, drawn)?
        } else {
            list.truncate(0);
            self.legal_moves(state, list, None)?;
            let moves = list.moves();
            (!moves.is_empty()).then(|| moves[rng.below(moves.len())].clone())
        };
        let Some(mv) = drawn else {
            if state[taken] == pending::NOTHING as u64 {
                return Err(Faulted);
            }
            return self.settle(state, game, false).map(|()| None);
        };
        state[taken] = pending::NOTHING as u64;
        state[random] = rng.state();
        self.make(state, &mv).map(|()| Some(mv))
    }
}
