//! The examples of files, run on a thread of their own, so that typing never waits for them.

use boardwright::ide::Analysis;
use boardwright::ide::results::{Tested, results};
use std::collections::HashSet;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender};
use std::time::{Duration, Instant};

/// The longest that the examples of one file may take. What is not done by then is left.
const LONGEST: Duration = Duration::from_secs(3);

/// A file whose examples are wanted.
struct Job {
    uri: String,
    analysis: Arc<Analysis>,
    wanted: Wanted,
}

/// Whether somebody still waits for an answer.
#[derive(Clone, Debug)]
pub struct Wanted(Arc<AtomicBool>);

impl Wanted {
    fn yes() -> Wanted {
        Wanted(Arc::new(AtomicBool::new(true)))
    }

    fn still(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Nobody does any more.
    pub fn no_more(&self) {
        self.0.store(false, Ordering::Relaxed);
    }
}

/// What became of the examples of a file.
pub struct Done {
    /// The file.
    pub uri: String,
    /// The text that they were run for.
    pub analysis: Arc<Analysis>,
    /// Each of them.
    pub tested: Vec<Tested>,
}

/// The thread that runs examples.
pub struct Worker {
    jobs: Sender<Job>,
}

impl Worker {
    /// Starts it; `done` is told what came out.
    pub fn start(done: impl Fn(Done) + Send + 'static) -> io::Result<Worker> {
        let (jobs, waiting) = mpsc::channel::<Job>();
        let work = move || {
            while let Ok(first) = waiting.recv() {
                let mut all = vec![first];
                all.extend(waiting.try_iter());
                let mut seen = HashSet::new();
                // of each file the last text counts
                all.reverse();
                all.retain(|job| seen.insert(job.uri.clone()) && job.wanted.still());
                for job in all.into_iter().rev() {
                    let since = Instant::now();
                    let wanted = || job.wanted.still() && since.elapsed() < LONGEST;
                    let work = std::panic::AssertUnwindSafe(|| results(&job.analysis, &wanted));
                    let tested = std::panic::catch_unwind(work).ok().flatten().unwrap_or_default();
                    if job.wanted.still() {
                        done(Done { uri: job.uri, analysis: job.analysis, tested });
                    }
                }
            }
        };
        std::thread::Builder::new().stack_size(crate::cli::STACK).spawn(work)?;
        Ok(Worker { jobs })
    }

    /// Has the examples of a file run.
    pub fn run(&self, uri: &str, analysis: &Arc<Analysis>) -> Wanted {
        let wanted = Wanted::yes();
        // A worker that is gone has nothing to say; findings come without it.
        let _ = self.jobs.send(Job { uri: uri.to_owned(), analysis: analysis.clone(), wanted: wanted.clone() });
        wanted
    }
}
