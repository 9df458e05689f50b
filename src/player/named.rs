//! Players by name: `random`, `mcts:c=1.2`.

use super::alphabeta::Switches;
use super::files;
use super::{
    AlphaBeta, Best, BestKind, LEVELS, Level, Limited, Mcts, MctsSettings, Player, Random, Weights, WeightsError,
};
use crate::engine::Engine;
use crate::suggest;
use std::fmt;
use std::ops::RangeInclusive;
use std::sync::Arc;
use std::time::Duration;

/// The kinds of players.
const KINDS: [&str; 4] = ["alphabeta", "best", "mcts", "random"];

/// The most threads that the name of a player may ask for.
pub const MOST_THREADS: usize = 256;

/// The most memory that the name of a player may ask for, in millions of bytes.
pub const MOST_MEMORY: usize = 1 << 20;

/// The time for a move that the name of a player may ask for, in seconds.
const SECONDS: RangeInclusive<f64> = 0.001..=86_400.0;

/// The seed of a player without the setting `seed`.
const SEED: u64 = 1;

/// A name that no player has.
///
/// See [`of`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NameError(String);

impl NameError {
    /// Creates an error with its reason as a sentence without a full stop.
    pub fn new(why: impl Into<String>) -> NameError {
        NameError(why.into())
    }
}

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

    /// Takes a number that must be in a range.
    fn take_in<T>(&mut self, setting: &'static str, otherwise: T, range: RangeInclusive<T>) -> Result<T, NameError>
    where
        T: std::str::FromStr + PartialOrd + fmt::Display,
    {
        Ok(self.take_any_in(setting, range)?.unwrap_or(otherwise))
    }

    /// Takes a number that must be in a range, if it is written.
    fn take_any_in<T>(&mut self, setting: &'static str, range: RangeInclusive<T>) -> Result<Option<T>, NameError>
    where
        T: std::str::FromStr + PartialOrd + fmt::Display,
    {
        let Some(value) = self.take_any(setting)? else { return Ok(None) };
        if range.contains(&value) {
            return Ok(Some(value));
        }
        let (least, most) = (range.start(), range.end());
        Err(NameError(format!("`{setting}={value}` of player `{}` is not from {least} to {most}", self.kind)))
    }

    /// Checks that no setting is left.
    pub(super) fn finish(self) -> Result<(), NameError> {
        let Some((setting, _)) = self.left.first() else { return Ok(()) };
        if self.known.contains(setting) {
            return Err(NameError(format!("player `{}` has the setting `{setting}` twice", self.kind)));
        }
        let help = suggest::did_you_mean(setting, self.known.iter().copied())
            .unwrap_or_else(|| format!("it has {}", suggest::listed(&self.known)));
        Err(NameError(format!("player `{}` has no setting `{setting}`; {help}", self.kind)))
    }
}

/// Creates the player with this name: its kind, then its settings after a colon. Every kind has the setting `level`, see
/// [`Level`], and each that thinks the settings `time` (in seconds) and `playouts`, see [`Limited`].
///
/// See [the module's page](super) for an example.
pub fn of(name: &str, engine: &Arc<dyn Engine>) -> Result<Box<dyn Player>, NameError> {
    let kind = name.split(':').next().unwrap_or("").trim();
    if !KINDS.contains(&kind) {
        return Err(unknown(kind));
    }
    let mut settings = Settings::parse(name)?;
    let level: Option<u32> = settings.take_any("level")?;
    if let Some(level) = level.filter(|level| !LEVELS.contains(level)) {
        return Err(NameError(format!(
            "there is no level {level}: levels go from {} to {}",
            LEVELS.start(),
            LEVELS.end()
        )));
    }
    let (mut time, mut work) = (None, None);
    if settings.kind != "random" {
        time = settings.take_any_in("time", SECONDS)?.map(Duration::from_secs_f64);
        work = settings.take_any_in("playouts", 1..=u64::MAX)?;
    }
    let player: Box<dyn Player> = match settings.kind {
        "mcts" => Box::new(Mcts::for_game(engine, mcts(&mut settings)?)),
        "alphabeta" => Box::new(alphabeta(&mut settings, engine)?),
        "best" => Box::new(best(&mut settings, engine)?),
        "random" => Box::new(Random::new(settings.take("seed", SEED)?)),
        other => return Err(unknown(other)),
    };
    settings.finish()?;
    let player: Box<dyn Player> = match level {
        Some(level) => Box::new(Level::new(player, level, SEED)),
        None => player,
    };
    Ok(match (time, work) {
        (None, None) => player,
        _ => Box::new(Limited::new(player, time, work)),
    })
}

fn unknown(kind: &str) -> NameError {
    let help = suggest::did_you_mean(kind, KINDS).unwrap_or_else(|| format!("there are {}", suggest::listed(&KINDS)));
    NameError(format!("unknown player `{kind}`; {help}"))
}

/// Takes the settings of [`AlphaBeta`].
fn alphabeta(settings: &mut Settings<'_>, engine: &Arc<dyn Engine>) -> Result<AlphaBeta, NameError> {
    let (seed, learns) = (settings.take("seed", AlphaBeta::SEED)?, settings.take("learn", true)?);
    let (is_trained, file) = (settings.take("trained", true)?, settings.take_any::<String>("weights")?);
    let player = match file {
        Some(file) => {
            let player = AlphaBeta::trained(engine, &read_weights(&file, engine)?);
            player.map_err(|error| wrong_weights(&file, &error))?.named_after(&file)
        }
        None if !learns => AlphaBeta::unlearned(engine),
        None if !is_trained => AlphaBeta::untrained(engine, seed),
        None => AlphaBeta::new(engine, seed),
    };
    let mut switches = Switches::default();
    for (name, is_on) in switches.all() {
        *is_on = settings.take(name, true)?;
    }
    let player = player.with_switches(switches);
    Ok(player.with_depth(settings.take_in("depth", u32::MAX, 1..=u32::MAX)?).with_memory(settings.take_in(
        "memory",
        AlphaBeta::MEMORY,
        1..=MOST_MEMORY,
    )?))
}

/// Reads a file of weights for the rules of a game, or of one that it extends.
fn read_weights(file: &str, engine: &Arc<dyn Engine>) -> Result<Weights, NameError> {
    let text = files::read(file).map_err(NameError)?;
    let weights = Weights::parse(&text).and_then(|weights| weights.fit_rules(engine.game()).map(|_| weights));
    weights.map_err(|error| wrong_weights(file, &error))
}

fn wrong_weights(file: &str, error: &WeightsError) -> NameError {
    NameError(format!("`{file}`{} {error}", if error.line() == 0 { ":" } else { "," }))
}

/// Takes the settings of [`Best`]: those that both players have, and `threads`, which only one needs.
fn best(settings: &mut Settings<'_>, engine: &Arc<dyn Engine>) -> Result<Best, NameError> {
    const KNOWN: [&str; 4] = ["seed", "threads", "memory", "weights"];
    settings.known.extend(KNOWN);
    let shown: Vec<String> = settings.left.iter().map(|(name, value)| format!("{}={value}", name.trim())).collect();
    let file = settings.left.iter().find(|(name, _)| *name == "weights").map(|(_, file)| read_weights(file, engine));
    let kind = Best::kind(engine, file.transpose()?.as_ref());
    let own = |setting: &str| match kind {
        BestKind::AlphaBeta => setting != "threads",
        BestKind::Mcts => setting != "weights",
    };
    let (passed, rest) = std::mem::take(&mut settings.left).into_iter().partition(|(name, _)| KNOWN.contains(name));
    settings.left = rest;
    let passed: Vec<(&str, &str)> = passed;
    let threads = passed.iter().find(|(name, _)| *name == "threads");
    if let Some((_, value)) = threads.filter(|(_, value)| value.parse::<usize>().is_err()) {
        return Err(NameError(format!("`threads={value}` is not a value of player `best`")));
    }
    let left = passed.into_iter().filter(|(name, _)| own(name)).collect();
    let mut inner = Settings { kind: settings.kind, left, known: Vec::new() };
    let player: Box<dyn Player> = match kind {
        BestKind::AlphaBeta => Box::new(alphabeta(&mut inner, engine)?),
        BestKind::Mcts => Box::new(Mcts::for_game(engine, mcts(&mut inner)?)),
    };
    Ok(Best::with(player, &shown))
}

/// Takes the settings of [`Mcts`].
fn mcts(settings: &mut Settings<'_>) -> Result<MctsSettings, NameError> {
    let usual = MctsSettings::default();
    Ok(MctsSettings {
        seed: settings.take("seed", usual.seed)?,
        threads: settings.take_in("threads", usual.threads, 1..=MOST_THREADS)?,
        memory: settings.take_in("memory", usual.memory, 1..=MOST_MEMORY)?,
        explore: settings.take_any_in("explore", 0.0..=100.0)?,
        later: settings.take_any("later")?,
        reference: settings.take("reference", usual.reference)?,
        grow: settings.take_any("grow")?,
        cut: settings.take_any("cut")?,
        wait: settings.take_any("wait")?,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(name: &str) -> String {
        let engine = crate::load_bundled("tic-tac-toe", &[]).unwrap();
        of(name, &engine).err().unwrap().to_string()
    }

    #[test]
    fn a_name_makes_the_player_that_has_it() {
        let engine = crate::load_bundled("tic-tac-toe", &[]).unwrap();
        for name in [
            "random:seed=3",
            "mcts:seed=2,threads=2,later=30",
            "mcts:level=3",
            "alphabeta:depth=3,seed=2",
            "alphabeta:learn=false",
            "alphabeta:trained=false,seed=2",
            "alphabeta:table=false,captures=false",
            "best",
            "best:seed=3,threads=2,memory=100,level=4",
            "mcts:time=0.25",
            "alphabeta:level=3,time=2,playouts=50",
        ] {
            let whole = of(name, &engine).unwrap().name();
            assert_eq!(of(&whole, &engine).unwrap().name(), whole);
        }
    }

    #[test]
    fn a_wrong_name_is_explained() {
        assert_eq!(refused("mtcs"), "unknown player `mtcs`; did you mean `mcts`?");
        assert_eq!(refused("mtcs:foo"), "unknown player `mtcs`; did you mean `mcts`?");
        assert_eq!(refused("random:sed=3"), "player `random` has no setting `sed`; did you mean `seed`?");
        assert_eq!(refused("random:seed=x"), "`seed=x` is not a value of player `random`");
        assert_eq!(refused("random:seed"), "`seed` in player `random:seed` is not of the form setting=value");
        assert_eq!(refused("best:sed=3"), "player `best` has no setting `sed`; did you mean `seed`?");
        assert_eq!(refused("best:threads=x"), "`threads=x` is not a value of player `best`");
        assert_eq!(
            refused("alphabeta:weights=none.weights"),
            "cannot read `none.weights`: files are not available here"
        );
        assert_eq!(refused("mcts:threads=0"), "`threads=0` of player `mcts` is not from 1 to 256");
        assert_eq!(refused("mcts:explore=nan"), "`explore=NaN` of player `mcts` is not from 0 to 100");
        assert_eq!(refused("mcts:level=3,level=4"), "player `mcts` has the setting `level` twice");
        assert_eq!(refused("mcts:time=0"), "`time=0` of player `mcts` is not from 0.001 to 86400");
        assert_eq!(refused("mcts:playouts=x"), "`playouts=x` is not a value of player `mcts`");
        assert_eq!(refused("random:time=1"), "player `random` has no setting `time`; it has `level` and `seed`");
        assert_eq!(refused("mcts:level=11"), "there is no level 11: levels go from 1 to 10");
    }
}
