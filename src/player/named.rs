//! Players by name: `random`, `mcts:c=1.2`.

use super::{Mcts, MctsSettings, Player, Random};
use crate::engine::Engine;
use crate::suggest;
use std::fmt;
use std::sync::Arc;

/// The kinds of players.
const KINDS: [&str; 2] = ["mcts", "random"];

/// The seed of a player without the setting `seed`.
const SEED: u64 = 1;

/// A name that no player has.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameError(String);

impl fmt::Display for NameError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl std::error::Error for NameError {}

/// The settings of a player: what has been asked for is taken, so that what is left is unknown.
pub(super) struct Settings<'n> {
    kind: &'n str,
    left: Vec<(&'n str, &'n str)>,
    known: Vec<&'static str>,
}

impl<'n> Settings<'n> {
    fn parse(name: &'n str) -> Result<Settings<'n>, NameError> {
        let (kind, settings) = name.split_once(':').unwrap_or((name, ""));
        let pair = |text: &'n str| {
            let wrong = || NameError(format!("`{text}` in player `{name}` is not of the form setting=value"));
            text.trim().split_once('=').ok_or_else(wrong)
        };
        let left: Result<_, _> = settings.split(',').filter(|text| !text.trim().is_empty()).map(pair).collect();
        Ok(Settings { kind: kind.trim(), left: left?, known: Vec::new() })
    }

    /// Takes the value of a setting, or the value that it has if it is not written.
    pub(super) fn take<T: std::str::FromStr>(&mut self, setting: &'static str, otherwise: T) -> Result<T, NameError> {
        Ok(self.take_any(setting)?.unwrap_or(otherwise))
    }

    /// Takes the value of a setting, if it is written.
    pub(super) fn take_any<T: std::str::FromStr>(&mut self, setting: &'static str) -> Result<Option<T>, NameError> {
        self.known.push(setting);
        let Some(at) = self.left.iter().position(|(name, _)| *name == setting) else { return Ok(None) };
        let (_, value) = self.left.remove(at);
        let wrong = || NameError(format!("`{setting}={value}` is not a value of player `{}`", self.kind));
        value.parse().map(Some).map_err(|_| wrong())
    }

    /// Checks that no setting is left.
    pub(super) fn finish(self) -> Result<(), NameError> {
        let Some((setting, _)) = self.left.first() else { return Ok(()) };
        let help = suggest::did_you_mean(setting, self.known.iter().copied())
            .unwrap_or_else(|| format!("it has {}", suggest::listed(&self.known)));
        Err(NameError(format!("player `{}` has no setting `{setting}`; {help}", self.kind)))
    }
}

/// Creates the player with this name: its kind, then its settings after a colon.
///
/// See [the module's page](super) for an example.
pub fn of(name: &str, _engine: &Arc<dyn Engine>) -> Result<Box<dyn Player>, NameError> {
    let mut settings = Settings::parse(name)?;
    let player: Box<dyn Player> = match settings.kind {
        "mcts" => Box::new(Mcts::new(mcts(&mut settings)?)),
        "random" => Box::new(Random::new(settings.take("seed", SEED)?)),
        other => {
            let help =
                suggest::did_you_mean(other, KINDS).unwrap_or_else(|| format!("there are {}", suggest::listed(&KINDS)));
            return Err(NameError(format!("unknown player `{other}`; {help}")));
        }
    };
    settings.finish()?;
    Ok(player)
}

/// Takes the settings of [`Mcts`].
fn mcts(settings: &mut Settings<'_>) -> Result<MctsSettings, NameError> {
    let usual = MctsSettings::default();
    Ok(MctsSettings {
        seed: settings.take("seed", usual.seed)?,
        threads: settings.take("threads", usual.threads)?,
        memory: settings.take("memory", usual.memory)?,
        explore: settings.take("explore", usual.explore)?,
        first_play: settings.take("first_play", usual.first_play)?,
        later: settings.take_any("later")?,
        reference: settings.take("reference", usual.reference)?,
        grow: settings.take("grow", usual.grow)?,
        plies: settings.take("plies", usual.plies)?,
    })
}
