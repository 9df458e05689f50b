//! Random plies of players who wait with moves beside their own pieces alone that nobody else could make: of most moves it need not be
//! asked who could make them.

use super::calls::Task;
use super::code::drawn;
use super::code::stmt::{pending, status};
use super::native::FUEL;
use super::run::{Facet, Question, Runs};
use crate::game::cells::Cell;
use crate::game::expr::SetExpr;
use crate::game::rules::ActionId;
use crate::moves::Move;

/// How many moves are drawn before a player passes.
pub(crate) const DRAWS: i64 = 8;

impl Question<'_> {
    /// Makes a ply of a random game by [`Task::Ply`]. Returns what that function returns; the arguments tell the move. `pass` is the action
    /// that passes.
    pub(super) fn patient_ply(&mut self, state: &mut [u64], pass: ActionId, args: &mut [i64]) -> Runs<i64> {
        let native = &self.plan.native;
        let (mover, random, core) = (native.mover, native.random, native.core);
        let player = state[mover] as usize;
        let (mut before, recorded) = (self.copy_of(state), self.history.len());
        // A random ply joins groups, too.
        before[core..].copy_from_slice(&state[core..]);
        for _ in 0..DRAWS {
            let said = self.call(player, Task::Ply, state, args);
            let is_pass = args[drawn::ACTION] == i64::from(pass.0);
            let waits =
                said == status::MADE && (is_pass || !self.could_be_made_by_others(&mut before, player, args)?);
            if !waits {
                self.spare.push(before);
                return Ok(said);
            }
            let drawn = state[random];
            state.copy_from_slice(&before);
            state[random] = drawn;
            self.history.truncate(recorded);
        }
        self.spare.push(before);
        self.ply_after_waiting(state, pass, args)
    }

    /// Makes the ply of a player who has waited with all moves that were drawn: passes, if that is possible, or else makes any move by
    /// [`Task::Ply`]. Returns what that function returns, and notes no move; the arguments tell it.
    pub(super) fn ply_after_waiting(&mut self, state: &mut [u64], pass: ActionId, args: &mut [i64]) -> Runs<i64> {
        let native = &self.plan.native;
        let (player, number, left) = (state[native.mover] as usize, usize::from(pass.0), state[native.wanted]);
        if self.plan.actions[number].tried || self.count(state, player, number)? == 0 {
            (state[native.wanted], state[native.noted]) = (1, 0);
            let said = self.call(player, Task::Ply, state, args);
            state[native.wanted] = left - (1 - state[native.wanted]);
            return Ok(said);
        }
        // Moves were drawn, so that what was assumed is true.
        state[native.pending] = pending::NOTHING as u64;
        self.make(state, &Move { action: pass, values: Default::default() })?;
        if state[native.outcome] == 0 {
            // As the code does.
            state[native.wanted] -= 1;
        }
        (args[drawn::ACTION], args[drawn::CHOICES]) = (i64::from(pass.0), 0);
        Ok(status::MADE)
    }

    /// Returns whether another player could make the move that was drawn, if it were that player's turn in this position.
    fn could_be_made_by_others(&mut self, state: &mut [u64], player: usize, args: &[i64]) -> Runs<bool> {
        let (mover, players) = (self.plan.native.mover, state[self.plan.native.players]);
        let number = args[drawn::ACTION] as usize;
        let Facet { arity, tried, chooses, is_common, .. } = self.plan.actions[number];
        let values = &args[drawn::VALUES..drawn::VALUES + arity];
        if chooses || !self.is_enclosed(state, player, number, values) {
            return Ok(true);
        }
        for other in (0..self.plan.calls.players()).filter(|other| *other != player && players >> other & 1 == 1) {
            if !is_common && !self.is_candidate(state, other, number, values)? {
                continue;
            }
            if !tried {
                return Ok(true);
            }
            let (mut after, mut script) = (self.copy_of(state), self.some_args(arity + 3));
            (after[mover], after[self.plan.native.fuel]) = (other as u64, FUEL);
            script[..arity].copy_from_slice(values);
            script[arity] = 0;
            let said = self.call(other, Task::Do(number), &mut after, &mut script);
            self.spare.push(after);
            self.spare_args.push(script);
            if said == status::MADE {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns whether there are only pieces of the player beside the cells among these values of an action.
    fn is_enclosed(&self, state: &[u64], player: usize, action: usize, values: &[i64]) -> bool {
        let game = &self.plan.game;
        let (binders, layout) = (&game.actions[action].binders, &game.layout);
        let is_own = |cell: Cell| {
            let (word, bit) = (usize::from(cell.0) / 64, cell.0 % 64);
            state[layout.player(player) + word] >> bit & 1 == 1
        };
        let cells = binders.iter().zip(values).filter(|(binder, _)| matches!(binder.over, SetExpr::Cells(_)));
        let mut cells = cells.map(|(_, value)| Cell(*value as u16));
        cells.all(|cell| usize::from(cell.0) >= layout.cells || game.board.adjacent(cell).iter().all(is_own))
    }

    /// Returns whether these values are a candidate of an action for a player.
    fn is_candidate(&mut self, state: &mut [u64], player: usize, action: usize, values: &[i64]) -> Runs<bool> {
        let (list, count) = self.candidates(state, player, action)?;
        let candidates = &list[1..][..count * values.len()];
        let is_there = match values {
            [] => count > 0,
            values => candidates.chunks_exact(values.len()).any(|candidate| candidate == values),
        };
        self.spare_lists.push(list);
        Ok(is_there)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::running::{PlayedMoves, RandomRules};
    use crate::engine::{Engine, patience};
    use crate::rng::Rng;

    /// Plays random games from a position of 5 x 5 go; returns the moves of each.
    fn games(line: &str, waits: bool) -> Vec<Vec<String>> {
        let go = crate::load_bundled("go", &[("size", "5")]).unwrap();
        let pass = go.game().actions.iter().position(|action| action.name == "pass").unwrap();
        let waits = waits.then_some(ActionId(pass as u16));
        let mut session = go.session().unwrap();
        session.set_position(&crate::position_line::parse(&*go, line).unwrap()).unwrap();
        let (mut rng, rules) = (Rng::new(1), RandomRules { max_plies: 200, waits });
        let mut play = || {
            let mut played = PlayedMoves::default();
            session.random_game(&mut rng, &rules, Some(&mut played), &mut |_| {}).unwrap();
            played.moves().map(|mv| go.text(&session.position(), &mv).unwrap()).collect()
        };
        (0..50).map(|_| play()).collect()
    }

    #[test]
    fn eyes_are_not_filled() {
        let living = "bbbb1/bbbbb/bbbbb/bbbbb/1bbbb White";
        assert!(games(living, true).iter().all(|moves| moves.len() == 2));
        assert!(games(living, false).iter().any(|moves| moves.len() > 2));
    }

    /// Plays random games of players who wait, and checks that the moves lead to their results.
    fn replay(engine: &std::sync::Arc<dyn Engine>, max_plies: u32) {
        let waits = patience::pass(engine.game());
        assert!(waits.is_some());
        let rules = RandomRules { max_plies, waits };
        let (mut session, mut rng) = (engine.session().unwrap(), Rng::new(1));
        for _ in 0..200 {
            let mut played = PlayedMoves::default();
            let game = session.random_game(&mut rng, &rules, Some(&mut played), &mut |_| {}).unwrap();
            let mut position = session.position();
            for mv in played.moves() {
                assert_eq!(position.outcome, None);
                assert!(engine.legal_moves(&position).unwrap().contains(&mv));
                position = engine.play(&position, &mv).unwrap().unwrap();
            }
            assert_eq!((position.outcome, position.ply), (game.outcome, game.plies));
        }
    }

    #[test]
    fn games_are_those_of_the_moves_that_were_made() {
        let text = r#"
            game "Hex in which one may pass"
            board hex 4 x 4
            players Red, Blue
            piece stone
            action place(p: empty)
              when count(neighbors(p) & enemy) < 3
              do put stone at p
            action pass()
            end {
              when connects(stone of Red, edge(N), edge(S)): Red wins
              when connects(stone of Blue, edge(W), edge(E)): Blue wins
            }
        "#;
        replay(&crate::load_text(text, &[]).unwrap(), 60);
        // Here the code of a ply waits by itself.
        let text = text
            .replace("when count(neighbors(p) & enemy) < 3", "")
            .replace("at p", "at p ensure count(neighbors(p) & enemy) < 3");
        replay(&crate::load_text(&text, &[]).unwrap(), 60);
        for max_plies in [7, 300] {
            replay(&crate::load_bundled("go", &[("size", "5")]).unwrap(), max_plies);
        }
    }

    #[test]
    fn what_can_be_taken_is_taken() {
        let dead = "bbbb1/bbbbb/bb1bb/wwbbb/1wbbb Black";
        let taken = games(dead, true).iter().filter(|moves| moves[0] == "a1").count();
        assert!(taken > 35, "{taken} of 50");
    }
}
