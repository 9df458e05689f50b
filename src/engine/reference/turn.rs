//! A whole ply: `do`, whose turn is next, and whether the game has ended.

use super::run::{Perspective, Run, Turn, fault};
use super::value::Ran;
use crate::diagnostic::Code;
use crate::game::expr::{IntExpr, PlayerExpr, PlayersExpr, Slot};
use crate::game::operator::{Coded, bit};
use crate::game::piece::Player;
use crate::game::rules::{Ending, GameResult};
use crate::moves::Move;
use crate::outcome::{Fault, Outcome};
use crate::source::Span;

/// The effect of an `end` clause whose condition holds.
enum EndEffect {
    Over(Outcome),
    /// A player is out, and the later clauses are still evaluated.
    Out,
}

impl<const W: usize> Run<'_, W> {
    /// Makes a ply. After a fault everything is as it was before, and the fault says which move led to it.
    pub(super) fn ply(&mut self, mv: &Move) -> Ran<()> {
        let made = self.guarded(|run| {
            run.begin();
            run.make(mv)?;
            run.reached_action(mv.action, true);
            run.finish()
        });
        made.map_err(|mut fault| {
            if fault.played.is_none() {
                fault.played = self.write_move(mv).ok();
            }
            self.located(fault)
        })
    }

    /// Adds the current position, which the question was about, to a fault.
    pub(super) fn located(&self, mut fault: Box<Fault>) -> Box<Fault> {
        fault.position.get_or_insert_with(|| Box::new(self.position()));
        fault
    }

    /// Lists the legal moves; F01 if there are none.
    pub(super) fn legal_moves(&mut self, compare_texts: bool) -> Ran<()> {
        let listed = self.guarded(|run| {
            run.begin();
            run.texting |= compare_texts;
            run.list_moves()?;
            if run.texting {
                run.drop_doubles()?;
            }
            run.texting = false;
            if run.list.moves.is_empty() && run.state.outcome.is_none() { Err(run.left_open()) } else { Ok(()) }
        });
        listed.map_err(|fault| self.located(fault))
    }

    #[cold]
    fn left_open(&self) -> Box<Fault> {
        let game = self.game;
        let name = game.player_name(self.state.mover);
        let end = game.end.first().map(|clause| clause.span);
        let span = end.or_else(|| game.actions.first().map(|action| action.span)).unwrap_or_default();
        let way_out = "write `when stuck(next): ..` in `end`, or add an action for passing";
        fault(Code::F01, span, format!("{name} has no legal move, and no rule says what happens then; {way_out}"))
    }

    /// Ends a ply after its `do`: counts it, passes the turn, and evaluates the `end` clauses.
    fn finish(&mut self) -> Ran<()> {
        let turn = self.pass()?;
        self.record(turn)?;
        self.context = Perspective::end(self.state.mover, turn);
        match self.judge()? {
            Some(outcome) => {
                self.state.outcome = Some(outcome);
                self.look_from_here();
                Ok(())
            }
            None => {
                let turn = self.context.turn;
                self.begin_turn(turn)
            }
        }
    }

    /// Lets play begin: if the player to move is stuck, evaluates the `end` clauses as after a ply of the previous player.
    pub(super) fn begin_play(&mut self) -> Ran<()> {
        self.begin();
        self.look_from_here();
        if self.state.outcome.is_some() || self.has_move(None)? {
            return Ok(());
        }
        let to_move = self.state.mover;
        let players = self.game.players.len().max(1);
        self.state.mover = Player(((to_move.0 as usize + players - 1) % players) as u8);
        // The turn has begun: `each turn` variables have the values that they were given.
        self.context = Perspective::end(self.state.mover, Turn { to_move, passed: false, stuck: Some(true) });
        match self.judge()? {
            Some(outcome) => {
                self.state.outcome = Some(outcome);
                self.state.mover = to_move;
                self.look_from_here();
                Ok(())
            }
            None => {
                let turn = self.context.turn;
                self.begin_turn(turn)
            }
        }
    }

    /// Evaluates the clauses from top to bottom. If a player who was to move goes out, and the player after him is
    /// stuck, the clauses are evaluated again, since the earlier ones did not see that.
    fn judge(&mut self) -> Ran<Option<Outcome>> {
        for _ in 0..=self.game.players.len() {
            let to_move = self.context.turn.to_move;
            if let Some(outcome) = self.ask_all()? {
                return Ok(Some(outcome));
            }
            if self.context.turn.to_move == to_move || !self.stuck(None)? {
                break;
            }
        }
        Ok(None)
    }

    fn ask_all(&mut self) -> Ran<Option<Outcome>> {
        let game = self.game;
        for ending in &game.end {
            let at = self.frames.heights();
            let outer = self.frames.enter(at, ending.frame, &[]);
            self.place = ending.span;
            let outcome = match (&ending.each, &ending.result) {
                (None, _) => self.ask(ending)?,
                (Some((slot, players)), GameResult::Loses(loser)) => self.ask_losers(ending, *slot, players, loser)?,
                (Some((slot, players)), _) => {
                    let mut left = self.mask(players)?;
                    let mut outcome = None;
                    while left != 0 && outcome.is_none() {
                        self.step()?;
                        self.frames.set_word(*slot, i64::from(left.trailing_zeros()));
                        left &= left - 1;
                        outcome = self.ask(ending)?;
                    }
                    outcome
                }
            };
            self.frames.leave(at, outer);
            if outcome.is_some() {
                return Ok(outcome);
            }
        }
        Ok(None)
    }

    /// Evaluates one clause in its frame.
    fn ask(&mut self, ending: &Ending) -> Ran<Option<Outcome>> {
        if !self.bool(&ending.condition.holds)? {
            return Ok(None);
        }
        Ok(match self.verdict(ending)? {
            EndEffect::Over(outcome) => Some(outcome),
            EndEffect::Out => self.last_one()?,
        })
    }

    /// Evaluates a clause by which several players can lose. They are out at once, so that turn order does not matter.
    fn ask_losers(
        &mut self,
        ending: &Ending,
        slot: Slot,
        players: &PlayersExpr,
        loser: &PlayerExpr,
    ) -> Ran<Option<Outcome>> {
        let (mut left, mut losers) = (self.mask(players)?, 0);
        while left != 0 {
            self.step()?;
            self.frames.set_word(slot, i64::from(left.trailing_zeros()));
            left &= left - 1;
            if self.bool(&ending.condition.holds)? {
                let loser = self.somebody(loser, ending.span)?;
                self.went_out(loser, ending.span);
                losers |= bit(loser.0);
            }
        }
        if losers == 0 {
            return Ok(None);
        }
        self.state.players &= !(losers as u16);
        self.last_one()
    }

    fn verdict(&mut self, ending: &Ending) -> Ran<EndEffect> {
        match &ending.result {
            GameResult::Draw => Ok(EndEffect::Over(Outcome::Draw)),
            GameResult::Never => {
                let condition = self.game.sources.text(ending.condition.span);
                let message = format!("`{condition}` holds, but this clause says `never`");
                Err(fault(Code::F01, ending.span, message))
            }
            GameResult::Wins(player) => {
                let winner = self.somebody(player, ending.span)?;
                Ok(EndEffect::Over(Outcome::Win(winner)))
            }
            GameResult::Loses(player) => {
                let loser = self.somebody(player, ending.span)?;
                self.went_out(loser, ending.span);
                self.state.players &= !(bit(loser.0) as u16);
                Ok(EndEffect::Out)
            }
            GameResult::Score { most, score, player, draw } => {
                let winner = self.winner(*most, score, *player)?;
                match winner {
                    Some(winner) => Ok(EndEffect::Over(Outcome::Win(winner))),
                    None if *draw => Ok(EndEffect::Over(Outcome::Draw)),
                    None => Err(fault(Code::F02, ending.span, "this is a tie, and no rule decides it")),
                }
            }
        }
    }

    fn somebody(&mut self, player: &PlayerExpr, span: Span) -> Ran<Player> {
        let player = self.player(player)?;
        if player.0 as usize >= self.game.players.len() {
            return Err(fault(Code::F06, span, "a result needs a player, got `nothing`"));
        }
        Ok(player)
    }

    /// Handles players who go out: the last one in wins, and if nobody is left, it is a draw; otherwise the turn passes to a player who is still in.
    fn last_one(&mut self) -> Ran<Option<Outcome>> {
        let players = self.state.players;
        match players.count_ones() {
            0 => return Ok(Some(Outcome::Draw)),
            1 => return Ok(Some(Outcome::Win(Player(players.trailing_zeros() as u8)))),
            _ => {}
        }
        let mut turn = Turn { stuck: None, ..self.context.turn };
        if !self.is_in(turn.to_move) {
            turn = Turn { to_move: self.after(turn.to_move), passed: true, stuck: None };
            self.forget();
            self.record(turn)?;
        }
        // What is known so far may depend on who is still in.
        self.context = Perspective::end(self.state.mover, turn);
        Ok(None)
    }

    /// Returns the player with the best score, or `None` if there are several.
    fn winner(&mut self, most: bool, score: &IntExpr, slot: Slot) -> Ran<Option<Player>> {
        let mut best: Option<(i32, Option<Player>)> = None;
        for player in (0..self.game.players.len() as u8).map(Player) {
            if !self.is_in(player) {
                continue;
            }
            let score = self.score(score, slot, player)?;
            best = match best {
                Some((old, _)) if score == old => Some((old, None)),
                Some((old, holder)) if (score > old) != most => Some((old, holder)),
                _ => Some((score, Some(player))),
            };
        }
        Ok(best.and_then(|(_, player)| player))
    }

    /// Returns the score of each player by an ending that counts them.
    pub(super) fn scores(&mut self, ending: &Ending) -> Ran<Vec<i32>> {
        let GameResult::Score { score, player: slot, .. } = &ending.result else { return Ok(Vec::new()) };
        (0..self.game.players.len() as u8).map(|player| self.score(score, *slot, Player(player))).collect()
    }

    fn score(&mut self, score: &IntExpr, slot: Slot, player: Player) -> Ran<i32> {
        self.step()?;
        self.frames.set_word(slot, player.code());
        self.int(score)
    }
}
