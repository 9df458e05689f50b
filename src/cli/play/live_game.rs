//! [`LiveGame`]: a game in progress, with undo and save.

use super::sides::Who;
use crate::cli::chosen;
use crate::cli::options::StartArgs;
use crate::cli::out::CliError;
use crate::cli::saved;
use boardwright::engine::Engine;
use boardwright::game::Game;
use boardwright::game::cells::CellSet;
use boardwright::notation::{self, NotPlayed, Verdict};
use boardwright::outcome::Fault;
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
    /// The text of each move, and the position after it.
    plies: Vec<(String, Position)>,
    /// The file that this game was saved to or loaded from; it may be replaced.
    own_file: Option<PathBuf>,
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
        Ok(LiveGame { engine, name, settings, sides, seed, start, line, plies: Vec::new(), own_file: None })
    }

    pub fn rules(&self) -> &Game {
        self.engine.game()
    }

    pub fn position(&self) -> &Position {
        self.plies.last().map_or(&self.start, |(_, position)| position)
    }

    /// Returns the texts of the moves so far.
    pub fn moves(&self) -> Vec<String> {
        self.plies.iter().map(|(text, _)| text.clone()).collect()
    }

    /// Returns the cells that the last move changed.
    pub fn last(&self) -> Option<CellSet> {
        let (_, after) = self.plies.last()?;
        let before = self.plies.iter().rev().nth(1).map_or(&self.start, |(_, position)| position);
        Some(render::cells_of(self.rules(), before, after))
    }

    /// Returns whether a person plays.
    pub fn has_humans(&self) -> bool {
        self.sides.contains(&Who::Human)
    }

    pub fn is_over(&self) -> bool {
        self.position().outcome.is_some()
    }

    /// Returns who is to move, or `None` if the game is over.
    pub fn turn(&self) -> Option<Who> {
        notation::to_move(self.position()).and_then(|player| self.side(player.0))
    }

    fn side(&self, player: u8) -> Option<Who> {
        self.sides.get(player as usize).copied()
    }

    pub fn play(&mut self, text: &str) -> Result<(), NotPlayed> {
        let next = notation::play(&*self.engine, self.position(), text)?;
        self.plies.push((text.to_owned(), next));
        Ok(())
    }

    /// Plays a random legal move and returns its text. The move depends only on the seed and the ply, so that a game continues
    /// in the same way after undo or load.
    pub fn play_random(&mut self) -> Result<Option<String>, Fault> {
        let mut next = self.position().clone();
        let moves = self.engine.legal_moves(&next)?;
        let mut rng = Rng::for_game(self.seed, self.plies.len() as u64);
        let Some(mv) = moves.get(rng.below(moves.len())) else { return Ok(None) };
        let text = self.engine.text(&next, mv)?;
        self.engine.play_unchecked(&mut next, mv)?;
        self.plies.push((text.clone(), next));
        Ok(Some(text))
    }

    /// Takes back all moves since a person was last to move; returns whether there were any.
    pub fn undo(&mut self) -> bool {
        let humans = |(n, _): &(usize, &(String, Position))| {
            let before = n.checked_sub(1).and_then(|n| self.plies.get(n)).map_or(&self.start, |(_, position)| position);
            self.side(before.mover.0) == Some(Who::Human)
        };
        let Some((n, _)) = self.plies.iter().enumerate().rev().find(humans) else { return false };
        self.plies.truncate(n);
        true
    }

    /// Saves the game. Replaces an existing file if it has the beginning of this game, or if `replace` is set.
    pub fn save(&mut self, path: &Path, replace: bool) -> Result<(), String> {
        let random = self.sides.contains(&Who::Random);
        let mut record = Record::new(self.name.as_str(), &self.settings, random.then_some(self.seed));
        record.position.clone_from(&self.line);
        record.moves = self.plies.iter().map(|(text, _)| text.clone()).collect();
        record.result = self.position().outcome.map(|outcome| Verdict::new(self.rules(), outcome));
        saved::save(&record, path, replace, self.own_file.as_deref() == Some(path))?;
        self.own_file = Some(path.to_owned());
        Ok(())
    }

    /// Loads a saved game, possibly with other rules.
    pub fn load(&mut self, path: &Path) -> Result<(), String> {
        let saved::SavedGame { record, engine, positions } = saved::load(path)?;
        let mut positions = positions.into_iter();
        let Some(start) = positions.next() else { return Err("the saved game has no first position".to_owned()) };
        if engine.game().players.len() != self.sides.len() {
            self.sides = super::sides::parse_sides(engine.game(), &[]).map_err(CliError::into_message)?;
        }
        (self.start, self.line) = (start, record.position);
        self.plies = record.moves.into_iter().zip(positions).collect();
        self.seed = record.seed.unwrap_or(self.seed);
        self.own_file = Some(path.to_owned());
        self.settings = record.settings.into_iter().collect();
        (self.engine, self.name) = (engine, record.game);
        Ok(())
    }
}
