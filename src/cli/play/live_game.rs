//! [`LiveGame`]: a game in progress, with undo, redo and save.

use super::forfeit::Forfeit;
use super::sides::{self, Who};
use crate::cli::chosen;
use crate::cli::options::StartArgs;
use crate::cli::out::CliError;
use crate::cli::outside;
use crate::cli::saved;
use boardwright::engine::Engine;
use boardwright::game::Game;
use boardwright::game::cells::CellSet;
use boardwright::game::piece::Player;
use boardwright::internals::refusal;
use boardwright::internals::wording::counted;
use boardwright::moves::Move;
use boardwright::notation::{self, NotPlayed, Verdict};
use boardwright::outcome::{Fault, Outcome};
use boardwright::position::Position;
use boardwright::position_line;
use boardwright::record::Record;
use boardwright::render;
use boardwright::rng::Rng;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A game in progress.
pub struct LiveGame {
    pub engine: Arc<dyn Engine>,
    /// The name that a saved game refers to.
    name: String,
    settings: Vec<(String, String)>,
    sides: Vec<Who>,
    seed: u64,
    start: Position,
    /// The line of the first position, if it is not the game's own.
    line: Option<String>,
    plies: Vec<Ply>,
    /// The plies that were taken back, the next one last.
    taken_back: Vec<Ply>,
    forfeit: Option<Forfeit>,
    /// The file that this game was saved to or loaded from; it may be replaced.
    own_file: Option<PathBuf>,
    /// How many plies of this game are saved.
    saved: Option<usize>,
}

/// A move that was made.
#[derive(Clone)]
pub struct Ply {
    pub mv: Move,
    pub text: String,
    /// Who made it.
    pub mover: Player,
    /// The position after it.
    pub after: Position,
}

impl LiveGame {
    pub fn new(
        engine: Arc<dyn Engine>,
        name: String,
        settings: Vec<(String, String)>,
        sides: Vec<Who>,
        seed: u64,
        start: &StartArgs,
    ) -> Result<LiveGame, CliError> {
        let is_given = start.position.is_some();
        let start = chosen::first_position(&*engine, start)?;
        let line = is_given.then(|| position_line::write(&*engine, &start)).transpose();
        let line = line.map_err(|fault| chosen::fault_error(&*engine, &fault))?;
        Ok(LiveGame {
            engine,
            name,
            settings,
            sides,
            seed,
            start,
            line,
            plies: Vec::new(),
            taken_back: Vec::new(),
            forfeit: None,
            own_file: None,
            saved: None,
        })
    }

    pub fn rules(&self) -> &Game {
        self.engine.game()
    }

    /// Returns the name of the game as a saved game has it, and its settings.
    pub fn source(&self) -> (&str, &[(String, String)]) {
        (&self.name, &self.settings)
    }

    pub fn start(&self) -> &Position {
        &self.start
    }

    pub fn position(&self) -> &Position {
        self.plies.last().map_or(&self.start, |ply| &ply.after)
    }

    pub fn plies(&self) -> &[Ply] {
        &self.plies
    }

    /// Returns the position before the last move, and the move.
    pub fn last_ply(&self) -> Option<(&Position, &Ply)> {
        let last = self.plies.last()?;
        let before = self.plies.iter().rev().nth(1).map_or(&self.start, |ply| &ply.after);
        Some((before, last))
    }

    /// Returns the texts of the moves so far.
    pub fn moves(&self) -> Vec<String> {
        self.plies.iter().map(|ply| ply.text.clone()).collect()
    }

    /// Returns the cells that the last move changed.
    pub fn last(&self) -> Option<CellSet> {
        let (before, last) = self.last_ply()?;
        Some(render::cells_of(self.rules(), before, &last.after))
    }

    pub fn sides(&self) -> &[Who] {
        &self.sides
    }

    pub fn set_side(&mut self, player: Player, who: Who) {
        if let Some(side) = self.sides.get_mut(player.0 as usize) {
            *side = who;
        }
    }

    /// Gives each side to the player of the one before.
    pub fn swap_sides(&mut self) {
        self.sides.rotate_right(1);
    }

    /// Returns whether a person plays.
    pub fn has_humans(&self) -> bool {
        self.sides.contains(&Who::Human)
    }

    pub fn is_over(&self) -> bool {
        self.position().outcome.is_some() || self.forfeit.is_some()
    }

    /// Ends the game without the rules, if it goes on.
    pub fn end(&mut self, forfeit: Forfeit) {
        if !self.is_over() {
            self.forfeit = Some(forfeit);
        }
    }

    /// Returns the player who has lost because its time is over.
    pub fn out_of_time(&self) -> Option<Player> {
        match self.forfeit {
            Some(Forfeit::OutOfTime(player)) => Some(player),
            _ => None,
        }
    }

    /// Lets the player to move lose if an outside engine plays for it: it failed, and said why. Returns whether that is so.
    pub fn end_by_failure(&mut self, why: &str) -> bool {
        let is_outside = matches!(self.turn(), Some(Who::Player(name)) if outside::is_outside(name));
        if let Some(player) = self.to_move().filter(|_| is_outside) {
            self.end(if why == outside::RESIGNS { Forfeit::Resigned(player) } else { Forfeit::Failed(player) });
        }
        is_outside
    }

    /// Returns the winner or the player to move in a few words.
    pub fn status(&self) -> String {
        match self.forfeit {
            Some(forfeit) => forfeit.status(self.rules(), self.position()),
            None => notation::status(self.rules(), self.position()),
        }
    }

    /// Returns whether a player is still in the game.
    pub fn is_in(&self, player: Player) -> bool {
        !notation::out(self.rules(), self.position()).any(|out| out == player)
    }

    /// Returns the player to move, or `None` if the game is over.
    pub fn to_move(&self) -> Option<Player> {
        notation::to_move(self.position()).filter(|_| self.forfeit.is_none())
    }

    /// Returns who is to move, or `None` if the game is over.
    pub fn turn(&self) -> Option<&Who> {
        self.to_move().and_then(|player| self.side(player))
    }

    pub fn side(&self, player: Player) -> Option<&Who> {
        self.sides.get(player.0 as usize)
    }

    /// Makes the move with this text.
    pub fn play(&mut self, text: &str) -> Result<(), NotPlayed> {
        let Some(mv) = self.engine.find(self.position(), text)? else {
            let refusal = self.engine.why_not(self.position(), text)?;
            let why = refusal::sentence(self.rules(), text, &refusal);
            return Err(NotPlayed::Illegal { text: text.to_owned(), ply: self.position().ply, why });
        };
        Ok(self.make(&mv)?)
    }

    /// Makes a legal move.
    pub fn make(&mut self, mv: &Move) -> Result<(), Fault> {
        let mut after = self.position().clone();
        let (text, mover) = (self.engine.text(&after, mv)?, after.mover);
        self.engine.play_unchecked(&mut after, mv)?;
        // The same move as before: what follows can still be redone.
        match self.taken_back.last() {
            Some(next) if next.mv == *mv => drop(self.taken_back.pop()),
            _ => self.taken_back.clear(),
        }
        self.plies.push(Ply { mv: mv.clone(), text, mover, after });
        Ok(())
    }

    /// Returns the seed, on which moves drawn by chance depend.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Plays a random legal move and returns its text. The move depends only on the seed and the ply, so that a game continues
    /// in the same way after undo or load.
    pub fn play_random(&mut self) -> Result<Option<String>, Fault> {
        let moves = self.engine.legal_moves(self.position())?;
        let mut rng = Rng::for_game(self.seed, self.plies.len() as u64);
        let Some(mv) = moves.get(rng.below(moves.len())) else { return Ok(None) };
        self.make(mv)?;
        Ok(self.plies.last().map(|ply| ply.text.clone()))
    }

    /// Takes back all moves since a person was last to move, or the last move if no person plays; returns whether there were
    /// any. After a resignation, the game goes on; after a failure, the move before it is taken back, too: the engine would only fail
    /// again.
    pub fn undo(&mut self) -> bool {
        let forfeit = self.forfeit.take();
        if !matches!(forfeit, Some(Forfeit::Failed(_)) | None) {
            return true;
        }
        let by_human = |ply: &Ply| self.side(ply.mover) == Some(&Who::Human);
        let at = match self.has_humans() {
            true => self.plies.iter().rposition(by_human),
            false => self.plies.len().checked_sub(1),
        };
        let Some(at) = at else { return forfeit.is_some() };
        let taken_back = self.plies.split_off(at);
        self.taken_back.extend(taken_back.into_iter().rev());
        true
    }

    /// Does this several times, and says what was taken back.
    ///
    /// Errors with a sentence without a full stop if it cannot be done so often.
    pub fn undo_times(&mut self, times: usize) -> Result<String, String> {
        let by_human = self.plies.iter().filter(|ply| self.side(ply.mover) == Some(&Who::Human)).count();
        let moves = if self.has_humans() { by_human } else { self.plies.len() };
        let failed = self.forfeit.filter(|forfeit| matches!(forfeit, Forfeit::Failed(_)));
        let is_undone_alone = self.forfeit.is_some() && (failed.is_none() || moves == 0);
        match moves + usize::from(is_undone_alone) {
            0 => return Err("no move to take back".to_owned()),
            most if most < times => return Err(format!("only {} can be taken back", counted(most, "move"))),
            _ => {}
        }
        let before = self.plies.len();
        for _ in 0..times {
            self.undo();
        }
        let last = self.taken_back.iter().rev().take(before - self.plies.len());
        let texts: Vec<&str> = last.map(|ply| ply.text.as_str()).collect();
        let taken =
            if texts.is_empty() { "Taken back.".to_owned() } else { format!("Taken back: {}.", texts.join(", ")) };
        Ok(match failed.map(|forfeit| self.rules().player_name(forfeit.loser())) {
            Some(name) => {
                let side = name.to_lowercase();
                format!("{taken} {name} has failed: let another player play, such as `player {side} human`.")
            }
            None => taken,
        })
    }

    /// Makes moves that were taken back, until a person is to move; returns whether there were any.
    pub fn redo(&mut self) -> bool {
        let Some(first) = self.taken_back.pop() else { return false };
        self.plies.push(first);
        while self.has_humans() && self.turn() != Some(&Who::Human) {
            let Some(next) = self.taken_back.pop() else { break };
            self.plies.push(next);
        }
        true
    }

    /// Does this several times; returns whether anything was made again.
    pub fn redo_times(&mut self, times: usize) -> bool {
        (0..times).take_while(|_| self.redo()).count() > 0
    }

    /// Returns whether moves can be made again.
    pub fn can_redo(&self) -> bool {
        !self.taken_back.is_empty()
    }

    /// Begins again from the first position.
    pub fn restart(&mut self) {
        (self.plies, self.taken_back) = (Vec::new(), Vec::new());
        (self.forfeit, self.own_file, self.saved) = (None, None, None);
    }

    /// Returns whether there are moves that are not saved in a game that goes on.
    pub fn is_unsaved(&self) -> bool {
        !self.is_over() && !self.plies.is_empty() && self.saved != Some(self.plies.len())
    }

    /// Returns the file that this game was saved to or loaded from.
    pub fn own_file(&self) -> Option<&Path> {
        self.own_file.as_deref()
    }

    /// Saves the game. Replaces an existing file if it has the beginning of this game, or if `replace` is set.
    pub fn save(&mut self, path: &Path, replace: bool) -> Result<(), String> {
        let random = self.sides.contains(&Who::Random);
        let mut record = Record::new(self.name.as_str(), &self.settings, random.then_some(self.seed));
        record.position.clone_from(&self.line);
        record.moves = self.moves();
        record.result = self.position().outcome.map(|outcome: Outcome| Verdict::new(self.rules(), outcome));
        record.stopped = self.forfeit.map(|forfeit| forfeit.stopped(self.rules()));
        saved::save(&record, path, replace, self.own_file.as_deref() == Some(path))?;
        self.own_file = Some(path.to_owned());
        self.saved = Some(self.plies.len());
        Ok(())
    }

    /// Loads a saved game, possibly with other rules, and returns a sentence about it.
    pub fn load(&mut self, path: &Path) -> Result<String, String> {
        let saved = saved::load(path)?;
        self.go_on(saved, path)
    }

    /// Continues a saved game that was loaded from a file, possibly with other rules, and returns a sentence about it.
    pub fn go_on(&mut self, saved: saved::SavedGame, path: &Path) -> Result<String, String> {
        let old = self.rules().full_title();
        let saved::SavedGame { record, engine, positions } = saved;
        let mut positions = positions.into_iter();
        let Some(start) = positions.next() else { return Err("the saved game has no first position".to_owned()) };
        let forfeit = match &record.stopped {
            Some(stopped) => Forfeit::of_stopped(engine.game(), stopped)?,
            None => None,
        };
        let plies = record.moves.into_iter().zip(positions);
        let plies = plies.scan(start.clone(), |before, (text, after)| {
            let mover = before.mover;
            let mv = engine.find(before, &text).ok().flatten()?;
            before.clone_from(&after);
            Some(Ply { mv, text, mover, after })
        });
        let plies: Vec<Ply> = plies.collect();
        if engine.game().players.len() != self.sides.len() {
            self.sides = sides::parse_sides(&engine, &[], sides::LEVEL).map_err(CliError::into_message)?;
        }
        self.restart();
        (self.start, self.line) = (start, record.position);
        self.saved = Some(plies.len());
        self.plies = plies;
        forfeit.into_iter().for_each(|forfeit| self.end(forfeit));
        self.seed = record.seed.unwrap_or(self.seed);
        self.own_file = Some(path.to_owned());
        self.settings = record.settings.into_iter().collect();
        (self.engine, self.name) = (engine, record.game);
        Ok(saved::describe(path, &old, &self.rules().full_title(), self.plies.len()))
    }
}
