//! `boardwright watch`: check, test and random games whenever a rule file is saved.

mod child;
mod games;
mod part;
mod round;
mod saved;
mod shown;
mod versions;

use super::args::{Format, Settings, seconds};
use super::out::{Exit, Out, Stop};
use super::test::snapshot_beside;
use super::{chosen, files};
use boardwright::bundled;
use child::Child;
use part::{Found, Part};
use round::Asked;
use saved::Saved;
use shown::Shown;
use std::convert::Infallible;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::time::{Duration, Instant};
use versions::Versions;

/// What `--help` says at the end.
pub const HELP: &str = "\
Each save of FILE, of a base that it extends, or of its snapshot, begins a round: the mistakes of `check`; if there are none that \
keep it from being played, what its rules say otherwise than before, the tests of `test`, and random games, compared with those before the save. The same seed is used each \
time, and what differs is told from what may be chance. What takes longer than ten seconds is left. Ctrl-C ends.

Examples:
  boardwright watch mygame.game
  boardwright watch mygame.game --set size=9 --seconds 2
  boardwright watch mygame.game --once
  boardwright watch mygame.game --format json";

/// Arguments of `watch`.
#[derive(clap::Args, Debug)]
pub struct Watch {
    /// The rule file
    pub file: String,
    #[command(flatten)]
    pub settings: Settings,
    /// How long random games are played
    #[arg(long, value_name = "S", default_value_t = 0.3, value_parser = seconds)]
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

/// What can happen.
pub enum Event {
    /// Something in a folder that is watched.
    Touched,
    /// A part of this round is done.
    Part(u64, Box<Part>),
    /// This round has ended.
    Ended(u64),
}

/// Watches a file, or does one round.
pub fn run(args: &Watch, out: &mut Out) -> Result<Exit, Stop> {
    chosen::settings(&args.settings.set)?;
    let file = Path::new(&args.file);
    if !file.exists() && bundled::source(&args.file).is_some() {
        return Err(Stop::usage(format!("`{}` is a bundled game, which nobody changes", args.file))
            .help(format!("`boardwright show {} --format file` prints it, for a file of your own", args.file)));
    }
    files::bytes(file)?;
    // `chosen` takes a word for a bundled game, and what has a separator for a path.
    let is_word = !args.file.contains(['/', std::path::MAIN_SEPARATOR]) && !args.file.ends_with(".game");
    let file = if is_word { format!("./{}", args.file) } else { args.file.clone() };
    let (settings, seconds) = (args.settings.clone(), args.seconds);
    let asked = Asked { file, settings, seconds, color: out.color };
    match args.once {
        true => once(&asked, args.format, out),
        false => watch(asked, args.format, out).map(|never| match never {}),
    }
}

/// Does one round in this process.
fn once(asked: &Asked, format: Format, out: &mut Out) -> Result<Exit, Stop> {
    let mut shown = Shown::new(&asked.file, format);
    let mut exit = Exit::Well;
    round::run(asked, &mut |part| {
        if let Found::Check(part::Checked { refused: Some(why), .. }) = &part.found {
            shown.part(part.clone(), out)?;
            out.flush()?;
            return Err(Stop::usage(why));
        }
        if part.found_something() {
            exit = Exit::Findings;
        }
        shown.part(part, out)?;
        out.flush()
    })?;
    shown.end(out)?;
    Ok(exit)
}

/// Does rounds until nobody reads any more, or the process is ended.
fn watch(asked: Asked, format: Format, out: &mut Out) -> Result<Infallible, Stop> {
    let (told, events) = channel();
    let file = PathBuf::from(&asked.file);
    let mut saved = Saved::new(told.clone());
    saved.watch(also_watched(&file, &[]));
    let (shown, versions) = (Shown::new(&asked.file, format), Versions::default());
    let mut rounds = Rounds { shown, asked, file, told, events, saved, versions };
    let mut save = 0;
    loop {
        if !rounds.file.is_file() {
            rounds.shown.gone(out)?;
            rounds.until_saved(out)?;
            continue;
        }
        rounds.shown.begin(save, out)?;
        out.flush()?;
        if rounds.round(save, out)? == Left::Done {
            rounds.shown.end(out)?;
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
enum Left {
    /// It is done.
    Done,
    /// The file was saved meanwhile.
    Saved,
}

/// What goes from round to round.
struct Rounds {
    asked: Asked,
    file: PathBuf,
    told: Sender<Event>,
    events: Receiver<Event>,
    saved: Saved,
    shown: Shown,
    versions: Versions,
}

impl Rounds {
    /// Does a round, in a process that ends when the file is saved anew.
    fn round(&mut self, save: u64, out: &mut Out) -> Result<Left, Stop> {
        let mut child = Child::start(&self.asked, save, self.told.clone())?;
        let since = Instant::now();
        while since.elapsed() < LONGEST + Duration::from_secs_f64(self.asked.seconds) {
            match self.events.recv_timeout(PAUSE) {
                Ok(Event::Part(round, mut part)) if round == save => {
                    if let Found::Check(checked) = &part.found {
                        self.saved.watch(also_watched(&self.file, &checked.files));
                    }
                    part.save = save;
                    let change = self.change(&part);
                    self.shown.part(*part, out)?;
                    if let Some(change) = change {
                        self.shown.part(Part { save, ..change }, out)?;
                    }
                    out.flush()?;
                }
                Ok(Event::Ended(round)) if round == save => {
                    if !child.ended_well() {
                        self.shown.broken(out)?;
                    }
                    return Ok(Left::Done);
                }
                Ok(Event::Touched) | Err(RecvTimeoutError::Timeout) if self.saved.changed() => return Ok(Left::Saved),
                // Of a round before, or nothing.
                _ => {}
            }
            out.still_read()?;
        }
        self.shown.broken(out)?;
        Ok(Left::Done)
    }

    /// What the rules say otherwise than before, if this is the part that says that they can be played.
    fn change(&mut self, part: &Part) -> Option<Part> {
        // What took long to be checked is not checked again.
        let soon = part.seconds < SOON && !part.found_something();
        matches!(part.found, Found::Check(_) if soon).then(|| self.versions.next(&self.asked)).flatten()
    }

    /// Waits for the next save.
    fn until_saved(&mut self, out: &mut Out) -> Result<(), Stop> {
        out.flush()?;
        loop {
            // Whatever is told, it is looked; and without being told, too.
            let _ = self.events.recv_timeout(PAUSE);
            if self.saved.changed() {
                return Ok(());
            }
            out.still_read()?;
        }
    }
}
