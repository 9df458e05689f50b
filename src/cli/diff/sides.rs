//! [`sides`]: which two games are compared.

use super::Diff;
use crate::cli::args::Chosen;
use crate::cli::chosen::{self, playable};
use crate::cli::out::Stop;
use crate::cli::test::kept::Kept;
use boardwright::bundled;
use boardwright::check::check;
use boardwright::diff::Two;
use boardwright::engine::Engine;
use boardwright::load::{self, Given, LoadError};
use boardwright::report;
use boardwright::snapshot::behaviour::behaviour;
use boardwright::snapshot::file::Snapshot;
use boardwright::source::Source;
use boardwright::wording::quoted;
use std::sync::Arc;

/// One of the two games.
pub struct Side {
    /// What the user calls it.
    pub name: String,
    /// What plays it.
    pub engine: Arc<dyn Engine>,
}

/// What is compared.
pub enum Sides {
    /// Two games.
    Games(Two<Side>),
    /// A game and what a snapshot says, without its rules.
    Recorded(Recorded),
}

/// A game and its snapshot.
pub struct Recorded {
    /// The snapshot's name.
    pub name: String,
    /// The behaviour that it has written down.
    pub body: String,
    /// The game as it is.
    pub side: Side,
    /// Why it is without its rules, in a sentence without a full stop.
    pub without: String,
}

type Settings = Vec<(String, String)>;

/// Finds the games, or says why they cannot be compared.
pub fn sides(args: &Diff) -> Result<Sides, Stop> {
    let settings = settings(args)?;
    if let Some(b) = &args.b {
        return both(load(&args.a, &settings.a), load(b, &settings.b));
    }
    if settings.a != settings.b {
        return both(load(&args.a, &settings.a), load(&args.a, &settings.b));
    }
    match settings.a.first() {
        None => accepted(&args.a),
        Some((name, value)) => Err(Stop::usage(format!(
            "there is one game, and `{name}` is the same on both sides: nothing would differ"
        ))
        .help(format!(
            "`--b {name}={value}` compares the game as it is with this setting, `--set {name}=.. --set {name}={value}` two settings"
        ))),
    }
}

/// The settings of each side: a parameter that is `--set` once has that value on both, one that is `--set` twice has the first
/// value in A and the second one in B; `--a` and `--b` are for one side.
fn settings(args: &Diff) -> Result<Two<Settings>, Stop> {
    let all = chosen::settings(&args.set)?;
    let mut sides: Two<Settings> = Two::default();
    for (n, (name, value)) in all.iter().enumerate() {
        let same = |pairs: &[(String, String)]| pairs.iter().filter(|(other, _)| other == name).count();
        let (before, times) = (same(all.get(..n).unwrap_or(&[])), same(&all));
        if times > 2 {
            return Err(Stop::usage(format!("`{name}` is set {times} times"))
                .help("set a parameter once for both games, or twice: first that of A, then that of B".to_owned()));
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
        for (name, value) in chosen::settings_by(option, set)? {
            if pairs.iter().any(|(other, _)| *other == name) {
                return Err(Stop::usage(format!("`{option} {name}={value}` sets `{name}` once more")).help(
                    "set a parameter once for each game: `--set` is for both, `--a` and `--b` for one".to_owned(),
                ));
            }
            pairs.push((name, value));
        }
    }
    Ok(sides)
}

fn load(name: &str, settings: &Settings) -> Result<Side, Stop> {
    let (source, bases) = chosen::source(name)?;
    let engine = playable(check(source, &*bases, settings))?;
    Ok(Side { name: name.to_owned(), engine })
}

/// Both games, or the reports about both.
fn both(a: Result<Side, Stop>, b: Result<Side, Stop>) -> Result<Sides, Stop> {
    match (a, b) {
        (Ok(a), Ok(b)) => Ok(Sides::Games(Two { a, b })),
        (Err(Stop::Report(one)), Err(Stop::Report(other))) if one != other => Err(Stop::Report(one + &other)),
        (Err(stop), _) | (_, Err(stop)) => Err(stop),
    }
}

/// A game, and as which it was accepted last.
fn accepted(name: &str) -> Result<Sides, Stop> {
    let settings = crate::cli::args::Settings::default();
    let engine = chosen::engine(&Chosen { game: name.to_owned(), settings })?;
    let kept = Kept::find(name, engine.game())?;
    let side = Side { name: name.to_owned(), engine };
    let word = quoted(name);
    let Some(text) = &kept.text else {
        return Err(Stop::usage(format!("`{name}` has no snapshot that it could be compared with")).help(format!(
            "`boardwright test --accept {word}` writes one; or name a second game: `boardwright diff {word} OTHER`"
        )));
    };
    let snapshot = Snapshot::parse(text)
        .map_err(|corrupt| Stop::finding(format!("{} is no snapshot: {corrupt}", kept.name)))
        .map_err(|stop| stop.help(format!("`boardwright test --accept {word}` writes it anew")))?;
    match rules(&snapshot) {
        Ok(engine) => {
            let accepted = Side { name: format!("the rules of {}", kept.name), engine };
            Ok(Sides::Games(Two { a: accepted, b: side }))
        }
        Err(without) => Ok(Sides::Recorded(Recorded { name: kept.name, body: snapshot.body, side, without })),
    }
}

/// The rules that a snapshot was made of: those that it keeps, or else those of a bundled game that behaves just so. Or why
/// there are none.
fn rules(snapshot: &Snapshot) -> Result<Arc<dyn Engine>, String> {
    let kept = snapshot.rules.as_ref().map_err(|why| format!("The snapshot cannot say its rules ({why})"))?;
    let sources: Vec<Source> = kept.iter().map(|(name, text)| Source::new(name.as_str(), text.as_str())).collect();
    match sources.first() {
        Some(main) => load::load(main.clone(), &Given(sources.clone()), &[])
            .map_err(|error| format!("The snapshot keeps rules that cannot be played any more ({})", first(&error))),
        None => original(snapshot).ok_or_else(|| "The snapshot was written without its rules".to_owned()),
    }
}

/// The bundled game that behaves as a snapshot says.
fn original(snapshot: &Snapshot) -> Option<Arc<dyn Engine>> {
    let name = bundled::names().find(|name| {
        let kept = bundled::snapshot(name).and_then(|text| Snapshot::parse(text).ok());
        kept.is_some_and(|kept| kept.body == snapshot.body)
    })?;
    let engine = boardwright::load_bundled(name, &[]).ok()?;
    (behaviour(&*engine, None) == snapshot.body).then_some(engine)
}

/// The first error, in one line.
fn first(error: &LoadError) -> String {
    let finding = match error {
        LoadError::Wrong { sources, diagnostics } => {
            diagnostics.iter().find(|finding| finding.is_error()).map(|finding| report::plain(finding, sources))
        }
        _ => None,
    };
    finding.unwrap_or_else(|| error.to_string()).trim_end().to_owned()
}
