//! [`BenchGame`]: a game that can be loaded again.

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

/// A game to measure.
pub struct BenchGame {
    /// The name that the user gave.
    pub name: String,
    source: Source,
    bases: Box<dyn Bases>,
    settings: Vec<(String, String)>,
    pub reference: Arc<dyn Engine>,
}

impl BenchGame {
    pub fn new(name: &str, settings: &[(String, String)]) -> Result<BenchGame, CliError> {
        let (source, bases) = chosen::find_source(name)?;
        let engine = chosen::build_engine(check(source.clone(), &*bases, settings))?;
        let reference = chosen::select_engine(EngineName::Reference, engine);
        Ok(BenchGame { name: name.to_owned(), source, bases, settings: settings.to_vec(), reference })
    }

    /// Repeats the work from the rule text to the first legal moves.
    pub fn reload(&self, engine: EngineName) -> Result<(), Fault> {
        let Some(game) = check(self.source.clone(), &*self.bases, &self.settings).game else { return Ok(()) };
        let own = Reference::new(game.clone());
        let engine: Box<dyn Engine> = match engine {
            EngineName::Reference => Box::new(own),
            EngineName::Fast => Box::new(Fast::new(game, Arc::new(own))),
        };
        engine.legal_moves(&engine.start()?)?;
        Ok(())
    }

    /// Creates a fast engine that is not compiled yet.
    pub fn fast(&self) -> Fast {
        Fast::new(Arc::new(self.reference.game().clone()), self.reference.clone())
    }
}
