//! [`Session`]: the game, the history of positions, and the names in scope.

use crate::cli::chosen;
use crate::cli::options::{GameArgs, SettingArgs, StartArgs};
use crate::cli::out::CliError;
use crate::cli::saved;
use boardwright::check::Scope;
use boardwright::engine::Engine;
use boardwright::engine::reference::Reference;
use boardwright::game::Game;
use boardwright::game::cells::CellSet;
use boardwright::game::expr::{Frame, IntExpr};
use boardwright::game::piece::Player;
use boardwright::internals::ide::FileAnalysis;
use boardwright::internals::wording::counted;
use boardwright::notation::{self, NotPlayed, Verdict};
use boardwright::outcome::Fault;
use boardwright::position::Position;
use boardwright::position_line;
use boardwright::record::Record;
use boardwright::render;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The origin of a position.
#[derive(Clone, Debug)]
pub enum StepOrigin {
    Start,
    Played(String),
    SetUp,
}

/// A position in the history.
#[derive(Clone, Debug)]
struct SessionStep {
    how: StepOrigin,
    position: Position,
}

/// A game and the history of its positions.
pub struct Session {
    args: GameArgs,
    pub engine: Arc<dyn Engine>,
    pub scope: Scope,
    /// The history, with undone steps. Never empty.
    way: Vec<SessionStep>,
    at: usize,
    own_file: Option<PathBuf>,
}

impl Session {
    /// Starts a session at the first position, or at the one that is given.
    pub fn new(args: GameArgs, start: &StartArgs) -> Result<Session, CliError> {
        if let Some(saved) = saved::open(&args, start)? {
            let (scope, path) = (new_scope(saved.engine.game())?, Path::new(&args.game).to_owned());
            let mut session =
                Session { engine: saved.engine.clone(), scope, way: Vec::new(), at: 0, own_file: None, args };
            session.go_on(saved, &path).map_err(CliError::usage)?;
            return Ok(session);
        }
        let engine = chosen::load_engine(&args)?;
        let scope = new_scope(engine.game())?;
        let (how, position) = match start.position {
            Some(_) => (StepOrigin::SetUp, chosen::first_position(&*engine, start)?),
            None => {
                let position = first_position(&*engine).map_err(|fault| chosen::fault_error(&*engine, &fault))?;
                (StepOrigin::Start, position)
            }
        };
        let way = vec![SessionStep { how, position }];
        Ok(Session { args, engine, scope, way, at: 0, own_file: None })
    }

    pub fn game(&self) -> &Game {
        self.engine.game()
    }

    pub fn position(&self) -> &Position {
        // The history is never empty.
        &self.way[self.at.min(self.way.len() - 1)].position
    }

    /// Returns the names in the rules with their declarations, or `None` if the rules cannot be read.
    pub fn analysis(&self) -> Option<FileAnalysis> {
        let (source, bases) = chosen::find_source(&self.args.game).ok()?;
        Some(FileAnalysis::new(source, &*bases, None))
    }

    /// Returns the cells that the last move changed.
    pub fn last(&self) -> Option<CellSet> {
        let step = self.way.get(self.at).filter(|step| matches!(step.how, StepOrigin::Played(_)))?;
        let before = self.way.get(self.at.checked_sub(1)?)?;
        Some(render::cells_of(self.game(), &before.position, &step.position))
    }

    /// Returns the moves since the last position that was set up, and whether one was.
    pub fn moves(&self) -> (Vec<&str>, bool) {
        let here = self.way.get(..=self.at).unwrap_or(&[]);
        let from = here.iter().rposition(|step| matches!(step.how, StepOrigin::SetUp));
        let moves = here.iter().skip(from.map_or(0, |from| from + 1)).filter_map(|step| match &step.how {
            StepOrigin::Played(text) => Some(text.as_str()),
            _ => None,
        });
        (moves.collect(), from.is_some())
    }

    pub fn play(&mut self, text: &str) -> Result<(), NotPlayed> {
        let position = notation::play(&*self.engine, self.position(), text)?;
        self.add(StepOrigin::Played(text.to_owned()), position);
        Ok(())
    }

    /// Continues from a position that was set up.
    pub fn set_up(&mut self, position: Position) {
        self.add(StepOrigin::SetUp, position);
    }

    fn add(&mut self, how: StepOrigin, position: Position) {
        self.way.truncate(self.at + 1);
        self.way.push(SessionStep { how, position });
        self.at = self.way.len() - 1;
    }

    /// Undoes steps, and says which.
    ///
    /// Errors with a sentence without a full stop if there are fewer.
    pub fn undo(&mut self, steps: usize) -> Result<String, String> {
        let Some(to) = self.at.checked_sub(steps) else {
            return Err(match self.at {
                0 => "no step to undo".to_owned(),
                most => format!("only {} can be undone", counted(most, "step")),
            });
        };
        let undone = self.way.get(to + 1..=self.at).unwrap_or(&[]).iter();
        let names: Vec<&str> = undone
            .map(|step| match &step.how {
                StepOrigin::Played(text) => text.as_str(),
                _ => "a position that was set up",
            })
            .collect();
        self.at = to;
        Ok(format!("Undone: {}.", names.join(", ")))
    }

    /// Redoes undone steps and returns how many.
    pub fn redo(&mut self, steps: usize) -> usize {
        let forth = steps.min(self.way.len() - 1 - self.at);
        self.at += forth;
        forth
    }

    /// Goes to the position after a number of plies; returns whether there is one.
    pub fn go(&mut self, ply: u32) -> bool {
        let found = self.way.iter().rposition(|step| step.position.ply == ply);
        self.at = found.unwrap_or(self.at);
        found.is_some()
    }

    /// Returns the greatest number of plies in the history.
    pub fn plies(&self) -> u32 {
        self.way.iter().map(|step| step.position.ply).max().unwrap_or(0)
    }

    /// Makes another player the one to move.
    pub fn set_mover(&mut self, player: Player) -> Result<(), Fault> {
        let mut position = self.position().clone();
        position.mover = player;
        position.players |= 1 << player.0;
        position.outcome = None;
        clear_history(&*self.engine, &mut position)?;
        self.engine.begin(&mut position)?;
        self.set_up(position);
        Ok(())
    }

    /// Returns an engine for an extended game, and the current position in it.
    pub fn extended(&self, game: &Arc<Game>) -> Result<(Arc<dyn Engine>, Position), Fault> {
        let engine: Arc<dyn Engine> = Arc::new(Reference::new(game.clone()));
        if game.repetitions.len() == self.game().repetitions.len() {
            return Ok((engine, self.position().clone()));
        }
        // The extended game counts repetitions that the history has not counted: replay it.
        let (way, _) = self.replay(&*engine, self.at)?;
        let position = way.last().map_or_else(|| self.position().clone(), |step| step.position.clone());
        Ok((engine, position))
    }

    /// Continues with an extended game.
    pub fn extend(&mut self, game: Arc<Game>) {
        self.engine = self.engine.of(game);
    }

    /// Replays the history with another engine, as far as possible, and returns why it ended early, if it did.
    fn replay(&self, engine: &dyn Engine, last: usize) -> Result<(Vec<SessionStep>, Option<String>), Fault> {
        let mut way: Vec<SessionStep> = Vec::new();
        for step in self.way.iter().take(last + 1) {
            let position = match (&step.how, way.last()) {
                (StepOrigin::Start | StepOrigin::Played(_), None) => first_position(engine)?,
                (StepOrigin::Start, Some(_)) => continue,
                (StepOrigin::Played(text), Some(before)) => match notation::play(engine, &before.position, text) {
                    Ok(position) => position,
                    Err(NotPlayed::Fault(fault)) => return Err(fault),
                    Err(NotPlayed::Illegal { why, .. }) => return Ok((way, Some(why))),
                },
                (StepOrigin::SetUp, before) => {
                    let mut position = step.position.clone();
                    position.history.clear();
                    if !position.fits(engine.game()) {
                        if before.is_none() {
                            way.push(SessionStep { how: StepOrigin::Start, position: first_position(engine)? });
                        }
                        return Ok((way, Some("the position that was set up does not fit the board".to_owned())));
                    }
                    clear_history(engine, &mut position)?;
                    position
                }
            };
            way.push(SessionStep { how: step.how.clone(), position });
        }
        Ok((way, None))
    }

    /// Loads the rules again, possibly with another setting, and replays the history. Returns why it ended early, if it did.
    pub fn reload(&mut self, set: Option<String>) -> Result<Option<String>, CliError> {
        let mut args = self.args.clone();
        args.settings.set.extend(set);
        let engine = chosen::load_engine(&args)?;
        let scope = new_scope(engine.game())?;
        let (way, said) =
            self.replay(&*engine, self.way.len() - 1).map_err(|fault| chosen::fault_error(&*engine, &fault))?;
        self.at = self.at.min(way.len() - 1);
        (self.args, self.engine, self.scope, self.way) = (args, engine, scope, way);
        Ok(said)
    }

    /// Goes back to the first position and clears the history.
    pub fn restart(&mut self) {
        self.way.truncate(1);
        self.at = 0;
    }

    /// Returns the line of the last position that was set up, or `None` if none was.
    fn set_up_line(&self) -> Result<Option<String>, String> {
        let here = self.way.get(..=self.at).unwrap_or(&[]);
        let step = here.iter().rfind(|step| matches!(step.how, StepOrigin::SetUp));
        let line = step.map(|step| position_line::write(&*self.engine, &step.position)).transpose();
        line.map_err(|fault| format!("the rules failed: {fault}"))
    }

    /// Saves the moves, and the position that they begin with if it was set up. Replaces an existing file if it has the beginning of
    /// this game, or if `replace` is set.
    pub fn save(&mut self, path: &Path, replace: bool) -> Result<(), String> {
        let (moves, _) = self.moves();
        let moves = moves.into_iter().map(str::to_owned).collect();
        let settings = chosen::parse_settings(&self.args.settings.set).map_err(CliError::into_message)?;
        let mut record = Record::new(chosen::resolve_name(&self.args.game), &settings, None);
        record.position = self.set_up_line()?;
        record.moves = moves;
        record.result = self.position().outcome.map(|outcome| Verdict::new(self.game(), outcome));
        saved::save(&record, path, replace, self.own_file.as_deref() == Some(path))?;
        self.own_file = Some(path.to_owned());
        Ok(())
    }

    /// Loads a saved game and returns a sentence about it.
    pub fn load(&mut self, path: &Path) -> Result<String, String> {
        let old = self.game().full_title();
        let loaded = saved::load(path)?;
        let plies = loaded.record.moves.len();
        self.go_on(loaded, path)?;
        Ok(saved::describe(path, &old, &self.game().full_title(), plies))
    }

    /// Continues with a saved game.
    fn go_on(&mut self, saved: saved::SavedGame, path: &Path) -> Result<(), String> {
        let saved::SavedGame { record, engine, positions } = saved;
        let scope = new_scope(engine.game()).map_err(CliError::into_message)?;
        let first = if record.position.is_some() { StepOrigin::SetUp } else { StepOrigin::Start };
        let hows = std::iter::once(first).chain(record.moves.iter().cloned().map(StepOrigin::Played));
        let way: Vec<SessionStep> = hows.zip(positions).map(|(how, position)| SessionStep { how, position }).collect();
        let Some(at) = way.len().checked_sub(1) else { return Err("the saved game has no first position".to_owned()) };
        let set = record.settings.iter().map(|(name, value)| format!("{name}={value}")).collect();
        self.args = GameArgs { game: record.game.clone(), settings: SettingArgs { set } };
        (self.engine, self.scope, self.way, self.at) = (engine, scope, way, at);
        self.own_file = Some(path.to_owned());
        Ok(())
    }
}

/// Returns the first position, or the setup if the rules fault there.
fn first_position(engine: &dyn Engine) -> Result<Position, Fault> {
    engine.start().or_else(|fault| match &fault.position {
        Some(position) => Ok(Position::clone(position)),
        None => Err(fault),
    })
}

fn new_scope(game: &Game) -> Result<Scope, CliError> {
    Scope::new(game).ok_or_else(|| CliError::finding(format!("cannot read the rules of {} again", game.title)))
}

/// Forgets the positions that `repeated` counts.
fn clear_history(engine: &dyn Engine, position: &mut Position) -> Result<(), Fault> {
    position.history.clear();
    let ply = i32::try_from(position.ply).unwrap_or(0);
    engine.set_ply(position, &IntExpr::Const(ply), Frame::default())
}
