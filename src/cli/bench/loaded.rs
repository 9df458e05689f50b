//! [`BenchGame`]: a game with all that it takes to load it again.

use crate::cli::chosen;
use crate::cli::options::EngineName;
use crate::cli::out::CliError;
use boardwright::check::{Bases, check};
use boardwright::engine::Engine;
use boardwright::engine::fast::Fast;
use boardwright::engine::reference::Reference;
use boardwright::outcome::Fault;
use boardwright::source::Source;
use std::sync::Arc;

/// A game that can be played.
pub struct BenchGame {
    /// As it was asked for.
    pub name: String,
    source: Source,
    bases: Box<dyn Bases>,
    settings: Vec<(String, String)>,
    /// The engine that defines what its rules mean.
    pub definer: Arc<dyn Engine>,
}

impl BenchGame {
    /// The game of GAME and `--set`.
    pub fn new(name: &str, settings: &[(String, String)]) -> Result<BenchGame, CliError> {
        let (source, bases) = chosen::find_source(name)?;
        let engine = chosen::build_engine(check(source.clone(), &*bases, settings))?;
        let definer = chosen::select_engine(EngineName::Reference, engine);
        Ok(BenchGame { name: name.to_owned(), source, bases, settings: settings.to_vec(), definer })
    }

    /// Does everything anew that is done from the text of the rules to the first legal moves.
    pub fn again(&self, engine: EngineName) -> Result<(), Fault> {
        let Some(game) = check(self.source.clone(), &*self.bases, &self.settings).game else { return Ok(()) };
        let reference = Reference::new(game.clone());
        let engine: Box<dyn Engine> = match engine {
            EngineName::Reference => Box::new(reference),
            EngineName::Fast => Box::new(Fast::new(game, Arc::new(reference))),
        };
        engine.legal_moves(&engine.start()?)?;
        Ok(())
    }

    /// A fast engine that has not made its code yet.
    pub fn fast(&self) -> Fast {
        Fast::new(Arc::new(self.definer.game().clone()), self.definer.clone())
    }
}
