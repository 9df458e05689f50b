//! [`Best`]: the player that training has found to be the best one for a game.

use super::{AlphaBeta, BestKind, Budget, Choice, Mcts, MctsSettings, Player, PlayerError, Weights};
use crate::engine::Engine;
use crate::session::Session;
use std::sync::Arc;

/// The player that training has found to be the best one for a game, or [`Mcts`] if nobody knows.
///
/// ```
/// use boardwright::player::{Best, BestKind, Player};
///
/// let engine = boardwright::load_text(
///     r#"
///     game "Clear"
///     board square 3 x 3
///     players Black, White
///     piece stone
///     action place(p: empty)
///       when none(neighbors(p) & own)
///       do put stone at p
///     end { when stuck(next): next loses }
///     "#,
///     &[],
/// )?;
/// assert_eq!(Best::kind(&engine, None), BestKind::Mcts);
/// assert_eq!(Best::new(&engine).name(), "best");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Best {
    name: String,
    player: Box<dyn Player>,
}

impl Best {
    /// Creates the best player of a game.
    pub fn new(engine: &Arc<dyn Engine>) -> Best {
        let player: Box<dyn Player> = match Best::kind(engine, None) {
            BestKind::AlphaBeta => Box::new(AlphaBeta::new(engine, AlphaBeta::SEED)),
            BestKind::Mcts => Box::new(Mcts::for_game(engine, MctsSettings::default())),
        };
        Best::with(player, &[])
    }

    /// Returns which player is the best one, by weights of your own or else by those that come with the program for these rules, or
    /// for those that they extend.
    pub fn kind(engine: &Arc<dyn Engine>, weights: Option<&Weights>) -> BestKind {
        let weights = weights.or_else(|| Weights::bundled(engine.game()).map(|(weights, _)| weights));
        weights.and_then(|weights| weights.best).unwrap_or(BestKind::Mcts)
    }

    /// Creates the best player from who it is, and the settings that its name shows.
    pub(super) fn with(player: Box<dyn Player>, settings: &[String]) -> Best {
        let colon = if settings.is_empty() { "" } else { ":" };
        Best { name: format!("best{colon}{}", settings.join(",")), player }
    }
}

impl Player for Best {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn begin(&mut self, number: u64) -> Result<(), PlayerError> {
        self.player.begin(number)
    }

    fn choose(&mut self, session: &mut Session, budget: &Budget) -> Result<Choice, PlayerError> {
        self.player.choose(session, budget)
    }
}
