//! `boardwright watch`: checks, tests and plays a rule file whenever it is saved.

mod child;
mod games;
mod part;
mod printer;
mod round;
mod saved;
mod versions;

use super::options::{Format, SettingArgs, parse_seconds};
use super::out::{CliError, Exit, Out};
use super::test::snapshot_path;
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
Each save of FILE, of a base that it extends, or of its snapshot starts a round. A round runs `check`. If the game can be played, it \
also lists the changed rules, runs `test`, and plays random games with the same seed as before; it reports whether differences are \
significant. A step that takes longer than ten seconds is stopped. Ctrl-C quits.

Examples:
  boardwright watch mygame.game
  boardwright watch mygame.game --set size=9 --seconds 2
  boardwright watch mygame.game --once
  boardwright watch mygame.game --format json";

/// The arguments of `watch`.
#[derive(Args, Debug)]
#[command(after_help = AFTER_HELP)]
pub struct WatchArgs {
    /// Rule file to watch
    pub file: String,
    #[command(flatten)]
    pub settings: SettingArgs,
    /// Seconds of random games in each round
    #[arg(long, value_name = "S", default_value_t = 0.3, value_parser = parse_seconds)]
    pub seconds: f64,
    /// Run one round and exit, with exit code 1 if there are problems
    #[arg(long)]
    pub once: bool,
    /// Text for people or JSON for scripts, one line for each step of a round
    #[arg(long, default_value = "text")]
    pub format: Format,
}

/// The pause between two checks for changes without a notification.
const PAUSE: Duration = Duration::from_millis(250);

/// A check that takes more seconds is not repeated.
const SOON: f64 = 0.5;

/// The time limit of a whole round.
const LONGEST: Duration = Duration::from_secs(30);

/// Watches a file, or runs one round.
pub fn run(args: &WatchArgs, out: &mut Out) -> Result<Exit, CliError> {
    chosen::parse_settings(&args.settings.set)?;
    let file = Path::new(&args.file);
    if !file.exists() && bundled::source(&args.file).is_some() {
        return Err(CliError::usage(format!("`{}` is a bundled game, which cannot be changed", args.file))
            .help(format!("use `boardwright show {} --format file` to copy it to a file of your own", args.file)));
    }
    files::read_bytes(file)?;
    // A name without a separator would mean a bundled game.
    let is_word = !args.file.contains(['/', std::path::MAIN_SEPARATOR]) && !args.file.ends_with(".game");
    let file = if is_word { format!("./{}", args.file) } else { args.file.clone() };
    let (settings, seconds) = (args.settings.clone(), args.seconds);
    let options = RoundOptions { file, settings, seconds, color: out.color };
    match args.once {
        true => run_once(&options, args.format, out),
        false => watch(options, args.format, out).map(|never| match never {}),
    }
}

fn run_once(options: &RoundOptions, format: Format, out: &mut Out) -> Result<Exit, CliError> {
    let mut printer = RoundPrinter::new(&options.file, format);
    let mut exit = Exit::Success;
    round::run(options, &mut |part| {
        if let PartResult::Check(part::CheckResult { refused: Some(why), .. }) = &part.found {
            printer.print(part.clone(), out)?;
            out.flush()?;
            return Err(CliError::usage(why));
        }
        if part.has_problems() {
            exit = Exit::Problems;
        }
        printer.print(part, out)?;
        out.flush()
    })?;
    printer.end(out)?;
    Ok(exit)
}

/// Runs rounds until the output is closed or the process is killed.
fn watch(options: RoundOptions, format: Format, out: &mut Out) -> Result<Infallible, CliError> {
    let (sender, events) = channel();
    let file = PathBuf::from(&options.file);
    let mut saved = SavedFiles::new({
        let sender = sender.clone();
        move || drop(sender.send(WatchEvent::Touched))
    });
    saved.watch(watched_files(&file, &[]));
    let (printer, versions) = (RoundPrinter::new(&options.file, format), Versions::default());
    let mut rounds = Rounds { printer, options, file, sender, events, saved, versions };
    let mut save = 0;
    loop {
        if !rounds.file.is_file() {
            rounds.printer.print_removed(out)?;
            rounds.wait_for_save(out)?;
            continue;
        }
        rounds.printer.begin(save, out)?;
        out.flush()?;
        if rounds.run_round(save, out)? {
            rounds.printer.end(out)?;
            rounds.wait_for_save(out)?;
        }
        save += 1;
    }
}

/// Returns the files whose saves start a round.
fn watched_files(file: &Path, bases: &[PathBuf]) -> Vec<PathBuf> {
    let own = [file.to_owned(), snapshot_path(file)];
    own.into_iter().chain(bases.iter().cloned()).collect()
}

/// The state that is kept between rounds.
struct Rounds {
    options: RoundOptions,
    file: PathBuf,
    sender: Sender<WatchEvent>,
    events: Receiver<WatchEvent>,
    saved: SavedFiles,
    printer: RoundPrinter,
    versions: Versions,
}

impl Rounds {
    /// Runs a round in another process, which is stopped when the file is saved again. Returns whether it is complete.
    fn run_round(&mut self, save: u64, out: &mut Out) -> Result<bool, CliError> {
        let mut child = Child::start(&self.options, save, self.sender.clone())?;
        let since = Instant::now();
        while since.elapsed() < LONGEST + Duration::from_secs_f64(self.options.seconds) {
            match self.events.recv_timeout(PAUSE) {
                Ok(WatchEvent::RoundPart(round, mut part)) if round == save => {
                    if let PartResult::Check(checked) = &part.found {
                        self.saved.watch(watched_files(&self.file, &checked.files));
                    }
                    part.save = save;
                    let change = self.find_changes(&part);
                    self.printer.print(*part, out)?;
                    if let Some(change) = change {
                        self.printer.print(RoundPart { save, ..change }, out)?;
                    }
                    out.flush()?;
                }
                Ok(WatchEvent::Ended(round)) if round == save => {
                    if !child.wait_for_success() {
                        self.printer.print_failed(out)?;
                    }
                    return Ok(true);
                }
                Ok(WatchEvent::Touched) | Err(RecvTimeoutError::Timeout) if self.saved.has_changed() => {
                    return Ok(false);
                }
                // From an earlier round, or nothing.
                _ => {}
            }
            out.check_reader()?;
        }
        self.printer.print_failed(out)?;
        Ok(true)
    }

    /// Returns the changed rules, if this step says that the game can be played.
    fn find_changes(&mut self, part: &RoundPart) -> Option<RoundPart> {
        // A slow check is not repeated.
        let is_fast = part.seconds < SOON && !part.has_problems();
        matches!(part.found, PartResult::Check(_) if is_fast).then(|| self.versions.update(&self.options)).flatten()
    }

    fn wait_for_save(&mut self, out: &mut Out) -> Result<(), CliError> {
        out.flush()?;
        loop {
            // Look for changes after a notification and after a pause.
            let _ = self.events.recv_timeout(PAUSE);
            if self.saved.has_changed() {
                return Ok(());
            }
            out.check_reader()?;
        }
    }
}
