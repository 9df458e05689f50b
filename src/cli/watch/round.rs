//! [`run`]: one round of check, test and random games. No part keeps the others waiting for long.

use super::games;
use super::part::{self, PartResult, RoundPart};
use crate::cli::chosen;
use crate::cli::options::SettingArgs;
use crate::cli::out::{CliError, plain, reports};
use crate::cli::test::test_one;
use crate::cli::threads::STACK;
use boardwright::check::{Bases, Checked, check};
use boardwright::load;
use boardwright::source::Source;
use boardwright::threads::Threads;
use std::cell::RefCell;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

/// A part that takes longer is left.
pub const LIMIT: Duration = Duration::from_secs(10);

/// Random games are awaited for so much longer than they shall take: a single ply may take its time.
const GRACE: Duration = Duration::from_secs(2);

/// What a round is about.
#[derive(Clone, Debug)]
pub struct RoundOptions {
    /// The path of the rule file.
    pub file: String,
    /// Settings for check and random games.
    pub settings: SettingArgs,
    /// How long random games are played.
    pub seconds: f64,
    /// Whether the reports are drawn in colours.
    pub color: bool,
}

/// Does one round; `each` gets every part as soon as it is there.
///
/// The parts work on threads of their own, which are left where they are when their time is up: whoever asks for a round
/// ends the process soon after it.
pub fn run(asked: &RoundOptions, each: &mut dyn FnMut(RoundPart) -> Result<(), CliError>) -> Result<(), CliError> {
    let (of_check, of_test, of_games) = (asked.clone(), asked.clone(), asked.clone());
    let checking = begin(move || checked(&of_check))?;
    let Some((checked, part)) = awaited(checking, LIMIT, "check", each)? else { return Ok(()) };
    let playable = checked.filter(|_| !part.found_something());
    each(part)?;
    let Some(checked) = playable else { return Ok(()) };
    let testing = begin(move || tested(&of_test))?;
    let playing = begin(move || played(&of_games, checked))?;
    if let Some(part) = awaited(testing, LIMIT, "test", each)? {
        each(part?)?;
    }
    let grace = Duration::from_secs_f64(asked.seconds) + GRACE;
    if let Some(part) = awaited(playing, grace, "playout", each)? {
        each(part?)?;
    }
    Ok(())
}

/// Begins work on a thread of its own.
fn begin<R: Send + 'static>(work: impl FnOnce() -> R + Send + 'static) -> Result<Receiver<R>, CliError> {
    let (send, receive): (Sender<R>, Receiver<R>) = channel();
    let work = move || {
        // Nobody waits for it any more once it is late.
        let _ = send.send(work());
    };
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(work);
    thread.map_err(|error| CliError::usage(format!("cannot start a thread: {}", plain(&error))))?;
    Ok(receive)
}

/// What comes of some work, if it comes in time.
fn awaited<R>(
    work: Receiver<R>,
    limit: Duration,
    what: &str,
    each: &mut dyn FnMut(RoundPart) -> Result<(), CliError>,
) -> Result<Option<R>, CliError> {
    match work.recv_timeout(limit) {
        Ok(done) => Ok(Some(done)),
        Err(RecvTimeoutError::Timeout) => {
            each(RoundPart {
                save: 0,
                seconds: limit.as_secs_f64(),
                found: PartResult::Late { what: what.to_owned() },
            })?;
            Ok(None)
        }
        // It has said why it stopped.
        Err(RecvTimeoutError::Disconnected) => Ok(None),
    }
}

/// The bases of a file, and where they are looked for.
struct Noted {
    bases: Box<dyn Bases>,
    files: RefCell<Vec<PathBuf>>,
}

impl Bases for Noted {
    fn base(&self, name: &str, from: &Source) -> Option<Source> {
        self.files.borrow_mut().extend(chosen::base_path(name, from));
        self.bases.base(name, from)
    }

    fn names(&self) -> Vec<String> {
        self.bases.names()
    }
}

/// Checks the file.
fn checked(asked: &RoundOptions) -> (Option<Checked>, RoundPart) {
    let since = Instant::now();
    let found =
        |checked| RoundPart { save: 0, seconds: since.elapsed().as_secs_f64(), found: PartResult::Check(checked) };
    let refused = |stop: CliError, files| {
        let refused = Some(stop.into_message());
        (None, found(part::CheckResult { errors: 0, warnings: 0, refused, report: String::new(), files }))
    };
    let settings = match chosen::parse_settings(&asked.settings.set) {
        Ok(settings) => settings,
        Err(stop) => return refused(stop, Vec::new()),
    };
    let (source, bases) = match chosen::find_source(&asked.file) {
        Ok(source) => source,
        Err(stop) => return refused(stop, Vec::new()),
    };
    let noted = Noted { bases, files: RefCell::default() };
    let checked = check(source, &noted, &settings);
    let errors = checked.diagnostics.iter().filter(|finding| finding.is_error()).count();
    let part = found(part::CheckResult {
        errors,
        warnings: checked.diagnostics.len() - errors,
        refused: (errors == 0)
            .then(|| checked.refused.first())
            .flatten()
            .map(|setting| CliError::usage(&*setting.message).maybe_help(setting.help.clone()).into_message()),
        report: reports(&checked.diagnostics, &checked.sources, asked.color),
        files: noted.files.into_inner(),
    });
    (Some(checked), part)
}

/// Runs its examples, and compares its behaviour with the snapshot.
fn tested(asked: &RoundOptions) -> Result<RoundPart, CliError> {
    let since = Instant::now();
    let tested = test_one(&asked.file, asked.color)?;
    let report = match asked.color {
        true => tested.text,
        false => anstream::adapter::strip_str(&tested.text).to_string(),
    };
    let found =
        part::TestResult { passed: tested.passed, failed: tested.failed, snapshot: tested.unknown.is_empty(), report };
    Ok(RoundPart { save: 0, seconds: since.elapsed().as_secs_f64(), found: PartResult::Test(found) })
}

/// Plays random games.
fn played(asked: &RoundOptions, checked: Checked) -> Result<RoundPart, CliError> {
    let since = Instant::now();
    let engine = load::engine(checked).map_err(|error| CliError::usage(error.to_string()))?;
    // One core is left for the tests.
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = Threads::new(cores - 1).map_err(|why| CliError::usage(format!("cannot start threads: {why}")))?;
    let played = games::play(&*engine, &threads, since + Duration::from_secs_f64(asked.seconds));
    Ok(RoundPart { save: 0, seconds: since.elapsed().as_secs_f64(), found: PartResult::Playout(played) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variant_notes_its_bases_and_those_that_are_not_there() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        std::fs::write(path("mine.game"), "extends \"base\"\ngame \"Mine\"\n").expect("written");
        std::fs::write(path("base.game"), "extends \"rush\"\ngame \"Base\"\n").expect("written");
        let file = path("mine.game").to_string_lossy().into_owned();
        let asked = RoundOptions { file, settings: SettingArgs::default(), seconds: 0.01, color: false };
        let PartResult::Check(checked) = checked(&asked).1.found else { panic!("no check") };
        assert_eq!((checked.errors, checked.files), (0, vec![path("base.game"), path("rush.game")]));
    }
}
