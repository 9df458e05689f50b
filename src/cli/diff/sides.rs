//! [`find_sides`]: finds the two games to compare.

use crate::cli::chosen::{self, build_engine};
use crate::cli::options::{GameArgs, SettingArgs};
use crate::cli::out::CliError;
use crate::cli::test::kept::{KeptSnapshot, find_bundled};
use boardwright::check::check;
use boardwright::engine::Engine;
use boardwright::internals::diff::Two;
use boardwright::internals::load::{self, Given, LoadError};
use boardwright::internals::snapshot::behavior::{behavior_like, moves_of};
use boardwright::internals::snapshot::file::Snapshot;
use boardwright::internals::wording::quoted;
use boardwright::report;
use boardwright::source::Source;
use clap::Args;
use std::sync::Arc;

/// The arguments that choose the two games.
#[derive(Args, Debug)]
pub struct SidesArgs {
    /// A bundled game or the path of a rule file
    #[arg(add = crate::cli::candidates::games())]
    pub a: String,
    /// The game to compare with; without it, A with other settings, or the snapshot of A
    #[arg(add = crate::cli::candidates::games())]
    pub b: Option<String>,
    /// Set a parameter of both games; given twice, the first value is for A and the second for B
    #[arg(long, value_name = "NAME=VALUE")]
    pub set: Vec<String>,
    /// Set a parameter of A only (repeatable)
    #[arg(long = "a", value_name = "NAME=VALUE")]
    pub set_a: Vec<String>,
    /// Set a parameter of B only (repeatable)
    #[arg(long = "b", value_name = "NAME=VALUE")]
    pub set_b: Vec<String>,
}

/// One of the two games.
pub struct Side {
    /// The name that the user gave.
    pub name: String,
    pub engine: Arc<dyn Engine>,
}

impl Side {
    /// Returns the moves of the game in its snapshot, if it has one that can be read.
    pub fn recorded_game(&self) -> Option<Vec<String>> {
        let kept = KeptSnapshot::find(&self.name, self.engine.game()).ok()?;
        let snapshot = Snapshot::parse(kept.text.as_deref()?).ok()?;
        Some(moves_of(&snapshot.body))
    }
}

/// The two sides to compare.
pub enum Sides {
    Games(Two<Side>),
    /// A game and a snapshot without rules.
    Snapshot(SnapshotSide),
}

/// A game and its snapshot without rules.
pub struct SnapshotSide {
    pub name: String,
    pub body: String,
    pub side: Side,
    /// Why the snapshot has no rules, as a sentence without a full stop.
    pub without: String,
}

/// Names and values of parameters.
type SettingPairs = Vec<(String, String)>;

/// Finds the games to compare.
pub fn find_sides(args: &SidesArgs) -> Result<Sides, CliError> {
    let settings = parse_sides(args)?;
    if let Some(b) = &args.b {
        return load_both(load(&args.a, &settings.a), load(b, &settings.b));
    }
    if settings.a != settings.b {
        return load_both(load(&args.a, &settings.a), load(&args.a, &settings.b));
    }
    match settings.a.first() {
        None => load_with_snapshot(&args.a),
        // A parameter that the game does not have comes first.
        Some((name, value)) => load(&args.a, &settings.a).and(Err(CliError::usage(format!(
            "nothing to compare: there is one game, and `{name}` has the same value on both sides"
        ))
        .help(format!(
            "use `--b {name}={value}` to compare with the default, or `--set {name}=... --set {name}={value}` to compare two values"
        )))),
    }
}

/// Parses the settings of both sides: `--set` once gives both the same value, `--set` twice gives the first value to A and the
/// second to B; `--a` and `--b` set one side.
fn parse_sides(args: &SidesArgs) -> Result<Two<SettingPairs>, CliError> {
    let all = chosen::parse_settings(&args.set)?;
    let mut sides: Two<SettingPairs> = Two::default();
    for (n, (name, value)) in all.iter().enumerate() {
        let count = |pairs: &[(String, String)]| pairs.iter().filter(|(other, _)| other == name).count();
        let (before, times) = (count(all.get(..n).unwrap_or(&[])), count(&all));
        if times > 2 {
            return Err(CliError::usage(format!("`{name}` is set {times} times"))
                .help("set a parameter once for both games, or twice: first for A, then for B"));
        }
        let pair = (name.clone(), value.clone());
        if times == 1 || before == 0 {
            sides.a.push(pair.clone());
        }
        if times == 1 || before == 1 {
            sides.b.push(pair);
        }
    }
    for (option, set, pairs) in [("--a", &args.set_a, &mut sides.a), ("--b", &args.set_b, &mut sides.b)] {
        for (name, value) in chosen::parse_settings_of(option, set)? {
            if pairs.iter().any(|(other, _)| *other == name) {
                return Err(CliError::usage(format!("`{option} {name}={value}` sets `{name}` again")).help(
                    "set a parameter once for each game: `--set` sets both games, `--a` and `--b` set one".to_owned(),
                ));
            }
            pairs.push((name, value));
        }
    }
    Ok(sides)
}

fn load(name: &str, settings: &SettingPairs) -> Result<Side, CliError> {
    let (source, bases) = chosen::find_source(name)?;
    let engine = build_engine(check(source, &*bases, settings))?;
    Ok(Side { name: name.to_owned(), engine })
}

/// Returns both games, or the reports of both.
fn load_both(a: Result<Side, CliError>, b: Result<Side, CliError>) -> Result<Sides, CliError> {
    match (a, b) {
        (Ok(a), Ok(b)) => Ok(Sides::Games(Two { a, b })),
        (Err(CliError::Report(one)), Err(CliError::Report(other))) if one != other => {
            Err(CliError::Report(one + &other))
        }
        (Err(stop), _) | (_, Err(stop)) => Err(stop),
    }
}

fn load_with_snapshot(name: &str) -> Result<Sides, CliError> {
    let settings = SettingArgs::default();
    let engine = chosen::load_engine(&GameArgs { game: name.to_owned(), settings })?;
    let kept = KeptSnapshot::find(name, engine.game())?;
    let side = Side { name: name.to_owned(), engine };
    let word = quoted(name);
    let Some(text) = &kept.text else {
        if kept.path.is_none() {
            return Err(CliError::usage(format!("`{name}` is a bundled game and has no earlier version"))
                .help(format!("name a second game: `boardwright diff {word} OTHER`")));
        }
        return Err(CliError::usage(format!("`{name}` has no snapshot to compare with")).help(format!(
            "run `boardwright test --accept {word}` to write one, or name a second game: `boardwright diff {word} OTHER`"
        )));
    };
    let snapshot = Snapshot::parse(text)
        .map_err(|corrupt| CliError::finding(format!("{} is not a valid snapshot: {corrupt}", kept.name)))
        .map_err(|stop| stop.help(format!("run `boardwright test --accept {word}` to write a new one")))?;
    match load_rules(&snapshot) {
        Ok(engine) => {
            let accepted = Side { name: format!("the rules of {}", kept.name), engine };
            Ok(Sides::Games(Two { a: accepted, b: side }))
        }
        Err(without) => Ok(Sides::Snapshot(SnapshotSide { name: kept.name, body: snapshot.body, side, without })),
    }
}

/// Loads the rules in a snapshot, or those of a bundled game with the same behavior.
///
/// Errors with the reason, as a sentence, if there are none.
fn load_rules(snapshot: &Snapshot) -> Result<Arc<dyn Engine>, String> {
    let kept = snapshot.rules.as_ref().map_err(|why| format!("The rules in the snapshot cannot be read ({why})"))?;
    let sources: Vec<Source> = kept.iter().map(|(name, text)| Source::new(name.as_str(), text.as_str())).collect();
    match sources.first() {
        Some(main) => load::load(main.clone(), &Given(sources.clone()), &[])
            .map_err(|error| format!("The rules in the snapshot can no longer be played ({})", first_error(&error))),
        None => find_original(snapshot).ok_or_else(|| "The snapshot was written without rules".to_owned()),
    }
}

/// Finds the bundled game with the behavior of a snapshot.
fn find_original(snapshot: &Snapshot) -> Option<Arc<dyn Engine>> {
    let title = snapshot.body.lines().next()?.strip_prefix("# ")?;
    let (_, engine) = find_bundled(title)?;
    (behavior_like(&*engine, None, &snapshot.body) == snapshot.body).then_some(engine)
}

fn first_error(error: &LoadError) -> String {
    let finding = match error {
        LoadError::Wrong { sources, diagnostics } => {
            diagnostics.iter().find(|finding| finding.is_error()).map(|finding| report::plain(finding, sources))
        }
        _ => None,
    };
    finding.unwrap_or_else(|| error.to_string()).trim_end().to_owned()
}
