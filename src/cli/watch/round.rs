//! [`run`]: runs one round of check, test and random games. No step delays the others for long.

use super::games;
use super::part::{self, PartResult, RoundPart};
use crate::cli::chosen;
use crate::cli::options::SettingArgs;
use crate::cli::out::{CliError, plain, reports};
use crate::cli::test::printed::write_test;
use crate::cli::test::tested::{self, Status, TestOptions};
use crate::cli::threads::STACK;
use boardwright::check::{Bases, Checked, check};
use boardwright::internals::load;
use boardwright::measure::Threads;
use boardwright::source::Source;
use std::cell::RefCell;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};

/// The time limit of a step.
pub const LIMIT: Duration = Duration::from_secs(10);

/// How much longer random games may take: a single ply may be slow.
const GRACE: Duration = Duration::from_secs(2);

/// The options of a round.
#[derive(Clone, Debug)]
pub struct RoundOptions {
    /// The path of the rule file.
    pub file: String,
    /// Settings for check and random games.
    pub settings: SettingArgs,
    /// Seconds of random games.
    pub seconds: f64,
    /// Whether reports use colors.
    pub color: bool,
}

/// Runs one round and calls `each` with the result of every step.
///
/// The steps run on their own threads, which are abandoned when their time is up: the process ends soon after the round.
pub fn run(options: &RoundOptions, each: &mut dyn FnMut(RoundPart) -> Result<(), CliError>) -> Result<(), CliError> {
    let (of_check, of_test, of_games) = (options.clone(), options.clone(), options.clone());
    let checking = start(move || run_check(&of_check))?;
    let Some((checked, part)) = wait_for(checking, LIMIT, "check", each)? else { return Ok(()) };
    let playable = checked.filter(|_| !part.has_problems());
    each(part)?;
    let Some(checked) = playable else { return Ok(()) };
    let testing = start(move || run_tests(&of_test))?;
    let playing = start(move || run_games(&of_games, checked))?;
    if let Some(part) = wait_for(testing, LIMIT, "test", each)? {
        each(part?)?;
    }
    let grace = Duration::from_secs_f64(options.seconds) + GRACE;
    if let Some(part) = wait_for(playing, grace, "playout", each)? {
        each(part?)?;
    }
    Ok(())
}

/// Starts work on a new thread.
fn start<R: Send + 'static>(work: impl FnOnce() -> R + Send + 'static) -> Result<Receiver<R>, CliError> {
    let (send, receive): (Sender<R>, Receiver<R>) = channel();
    let work = move || {
        // The receiver is gone if the work is late.
        let _ = send.send(work());
    };
    let thread = std::thread::Builder::new().stack_size(STACK).spawn(work);
    thread.map_err(|error| CliError::usage(format!("cannot start a thread: {}", plain(&error))))?;
    Ok(receive)
}

/// Waits for the result of some work, or reports that it is late and returns `None`.
fn wait_for<R>(
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
        // The thread has reported why it stopped.
        Err(RecvTimeoutError::Disconnected) => Ok(None),
    }
}

/// The bases of a file, and the paths where they are searched.
struct TrackedBases {
    bases: Box<dyn Bases>,
    files: RefCell<Vec<PathBuf>>,
}

impl Bases for TrackedBases {
    fn base(&self, name: &str, from: &Source) -> Option<Source> {
        self.files.borrow_mut().extend(chosen::base_path(name, from));
        self.bases.base(name, from)
    }

    fn names(&self) -> Vec<String> {
        self.bases.names()
    }
}

fn run_check(options: &RoundOptions) -> (Option<Checked>, RoundPart) {
    let since = Instant::now();
    let found =
        |checked| RoundPart { save: 0, seconds: since.elapsed().as_secs_f64(), found: PartResult::Check(checked) };
    let refused = |stop: CliError, files| {
        let refused = Some(stop.into_message());
        (None, found(part::CheckResult { errors: 0, warnings: 0, refused, report: String::new(), files }))
    };
    let settings = match chosen::parse_settings(&options.settings.set) {
        Ok(settings) => settings,
        Err(stop) => return refused(stop, Vec::new()),
    };
    let (source, bases) = match chosen::find_source(&options.file) {
        Ok(source) => source,
        Err(stop) => return refused(stop, Vec::new()),
    };
    let tracked = TrackedBases { bases, files: RefCell::default() };
    let checked = check(source, &tracked, &settings);
    let errors = checked.diagnostics.iter().filter(|finding| finding.is_error()).count();
    let part = found(part::CheckResult {
        errors,
        warnings: checked.diagnostics.len() - errors,
        refused: (errors == 0)
            .then(|| checked.refused.first())
            .flatten()
            .map(|setting| CliError::usage(&*setting.message).maybe_help(setting.help.clone()).into_message()),
        report: reports(&checked.diagnostics, &checked.sources, options.color),
        files: tracked.files.into_inner(),
    });
    (Some(checked), part)
}

/// Runs the examples and the snapshot.
fn run_tests(options: &RoundOptions) -> Result<RoundPart, CliError> {
    let since = Instant::now();
    let color = options.color;
    let tested = tested::test(&options.file, &TestOptions { color, ..TestOptions::default() })?;
    let failed = tested.tests.iter().filter(|test| test.status == Status::Fail);
    let text: String = failed.map(write_test).collect();
    let found = part::TestResult {
        passed: tested.count(Status::Pass),
        failed: tested.count(Status::Fail),
        snapshot: tested.unknown.is_empty(),
        report: if color { text } else { anstream::adapter::strip_str(&text).to_string() },
    };
    Ok(RoundPart { save: 0, seconds: since.elapsed().as_secs_f64(), found: PartResult::Test(found) })
}

fn run_games(options: &RoundOptions, checked: Checked) -> Result<RoundPart, CliError> {
    let since = Instant::now();
    let engine = load::engine(checked).map_err(|error| CliError::usage(error.to_string()))?;
    // Leave one core for the tests.
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let threads = Threads::new(cores - 1).map_err(|why| CliError::usage(format!("cannot start threads: {why}")))?;
    let played = games::play(&*engine, &threads, since + Duration::from_secs_f64(options.seconds));
    Ok(RoundPart { save: 0, seconds: since.elapsed().as_secs_f64(), found: PartResult::Playout(played) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_variant_tracks_its_bases_and_missing_ones() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        std::fs::write(path("mine.game"), "extends \"base\"\ngame \"Mine\"\n").expect("written");
        std::fs::write(path("base.game"), "extends \"rush\"\ngame \"Base\"\n").expect("written");
        let file = path("mine.game").to_string_lossy().into_owned();
        let options = RoundOptions { file, settings: SettingArgs::default(), seconds: 0.01, color: false };
        let PartResult::Check(checked) = run_check(&options).1.found else { panic!("no check") };
        assert_eq!((checked.errors, checked.files), (0, vec![path("base.game"), path("rush.game")]));
    }
}
