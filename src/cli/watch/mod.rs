//! `boardwright watch`: check, test and random games whenever a rule file is saved.

mod child;
mod games;
mod part;
mod printer;
mod round;
mod saved;
mod versions;

use super::options::{Format, SettingArgs, parse_seconds};
use super::out::{CliError, Exit, Out};
use super::test::snapshot_beside;
use super::{chosen, files};
use boardwright::bundled;
use child::{Child, WatchEvent};
use clap::Args;
use part::{PartResult, RoundPart};
use printer::RoundPrinter;
use round::RoundOptions;
use saved::SavedFiles;
use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};
use versions::Versions;

const AFTER_HELP: &str = "\
Each save of FILE, of a base that it extends, or of its snapshot, begins a round: the mistakes of `check`; if there are none that \
keep it from being played, what its rules say otherwise than before, the tests of `test`, and random games, compared with those before the save. The same seed is used each \
time, and what differs is told from what may be chance. What takes longer than ten seconds is left. Ctrl-C ends.

Examples:
  boardwright watch mygame.game
  boardwright watch mygame.game --set size=9 --seconds 2
  boardwright watch mygame.game --once
  boardwright watch mygame.game --format json";

/// The arguments of `watch`.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct WatchArgs {
    /// The rule file
    pub file: String,
    #[command(flatten)]
    pub settings: SettingArgs,
    /// How long random games are played
    #[arg(long, value_name = "S", default_value_t = 0.3, value_parser = parse_seconds)]
    pub seconds: f64,
    /// Do one round and end, with exit code 1 if there is something to mend
    #[arg(long)]
    pub once: bool,
    /// Text for people, or JSON for scripts: one line for each part of a round
    #[arg(long, default_value = "text")]
    pub format: Format,
}

/// After this time it is looked whether something has changed that nobody told of.
const PAUSE: Duration = Duration::from_millis(250);

/// A check that takes so many seconds is nothing to be done twice.
const SOON: f64 = 0.5;

/// A round whose parts have all taken as long as they may is over by then.
const LONGEST: Duration = Duration::from_secs(30);

/// Watches a file, or does one round.
pub fn run(args: &WatchArgs, out: &mut Out) -> Result<Exit, CliError> {
    chosen::parse_settings(&args.settings.set)?;
    let file = Path::new(&args.file);
    if !file.exists() && bundled::source(&args.file).is_some() {
        return Err(CliError::usage(format!("`{}` is a bundled game, which nobody changes", args.file))
            .help(format!("`boardwright show {} --format file` prints it, for a file of your own", args.file)));
    }
    files::read_bytes(file)?;
    // `chosen` takes a word for a bundled game, and what has a separator for a path.
    let is_word = !args.file.contains(['/', std::path::MAIN_SEPARATOR]) && !args.file.ends_with(".game");
    let file = if is_word { format!("./{}", args.file) } else { args.file.clone() };
    let (settings, seconds) = (args.settings.clone(), args.seconds);
    let asked = RoundOptions { file, settings, seconds, color: out.color };
    match args.once {
        true => once(&asked, args.format, out),
        false => watch(asked, args.format, out).map(|never| match never {}),
    }
}

/// Does one round in this process.
fn once(asked: &RoundOptions, format: Format, out: &mut Out) -> Result<Exit, CliError> {
    let mut printer = RoundPrinter::new(&asked.file, format);
    let mut exit = Exit::Success;
    round::run(asked, &mut |part| {
        if let PartResult::Check(part::CheckResult { refused: Some(why), .. }) = &part.found {
            printer.part(part.clone(), out)?;
            out.flush()?;
            return Err(CliError::usage(why));
        }
        if part.found_something() {
            exit = Exit::Problems;
        }
        printer.part(part, out)?;
        out.flush()
    })?;
    printer.end(out)?;
    Ok(exit)
}

/// Does rounds until nobody reads any more, or the process is ended.
fn watch(asked: RoundOptions, format: Format, out: &mut Out) -> Result<Infallible, CliError> {
    let (told, events) = channel();
    let file = PathBuf::from(&asked.file);
    let mut saved = SavedFiles::new({
        let told = told.clone();
        move || drop(told.send(WatchEvent::Touched))
    });
    saved.watch(also_watched(&file, &[]));
    let (printer, versions) = (RoundPrinter::new(&asked.file, format), Versions::default());
    let mut rounds = Rounds { printer, asked, file, told, events, saved, versions };
    let mut save = 0;
    loop {
        if !rounds.file.is_file() {
            rounds.printer.gone(out)?;
            rounds.until_saved(out)?;
            continue;
        }
        rounds.printer.begin(save, out)?;
        out.flush()?;
        if rounds.round(save, out)? == RoundEnd::Done {
            rounds.printer.end(out)?;
            rounds.until_saved(out)?;
        }
        save += 1;
    }
}

/// All files whose saves begin a round.
fn also_watched(file: &Path, bases: &[PathBuf]) -> Vec<PathBuf> {
    let own = [file.to_owned(), snapshot_beside(file)];
    own.into_iter().chain(bases.iter().cloned()).collect()
}

/// How a round was left.
#[derive(PartialEq)]
enum RoundEnd {
    /// It is done.
    Done,
    /// The file was saved meanwhile.
    Saved,
}

/// What goes from round to round.
struct Rounds {
    asked: RoundOptions,
    file: PathBuf,
    told: Sender<WatchEvent>,
    events: Receiver<WatchEvent>,
    saved: SavedFiles,
    printer: RoundPrinter,
    versions: Versions,
}

impl Rounds {
    /// Does a round, in a process that ends when the file is saved anew.
    fn round(&mut self, save: u64, out: &mut Out) -> Result<RoundEnd, CliError> {
        let mut child = Child::start(&self.asked, save, self.told.clone())?;
        let since = Instant::now();
        while since.elapsed() < LONGEST + Duration::from_secs_f64(self.asked.seconds) {
            match self.events.recv_timeout(PAUSE) {
                Ok(WatchEvent::RoundPart(round, mut part)) if round == save => {
                    if let PartResult::Check(checked) = &part.found {
                        self.saved.watch(also_watched(&self.file, &checked.files));
                    }
                    part.save = save;
                    let change = self.change(&part);
                    self.printer.part(*part, out)?;
                    if let Some(change) = change {
                        self.printer.part(RoundPart { save, ..change }, out)?;
                    }
                    out.flush()?;
                }
                Ok(WatchEvent::Ended(round)) if round == save => {
                    if !child.ended_well() {
                        self.printer.broken(out)?;
                    }
                    return Ok(RoundEnd::Done);
                }
                Ok(WatchEvent::Touched) | Err(RecvTimeoutError::Timeout) if self.saved.changed() => {
                    return Ok(RoundEnd::Saved);
                }
                // Of a round before, or nothing.
                _ => {}
            }
            out.check_reader()?;
        }
        self.printer.broken(out)?;
        Ok(RoundEnd::Done)
    }

    /// What the rules say otherwise than before, if this is the part that says that they can be played.
    fn change(&mut self, part: &RoundPart) -> Option<RoundPart> {
        // What took long to be checked is not checked again.
        let soon = part.seconds < SOON && !part.found_something();
        matches!(part.found, PartResult::Check(_) if soon).then(|| self.versions.next(&self.asked)).flatten()
    }

    /// Waits for the next save.
    fn until_saved(&mut self, out: &mut Out) -> Result<(), CliError> {
        out.flush()?;
        loop {
            // Whatever is told, it is looked; and without being told, too.
            let _ = self.events.recv_timeout(PAUSE);
            if self.saved.changed() {
                return Ok(());
            }
            out.check_reader()?;
        }
    }
}
