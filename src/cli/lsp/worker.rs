//! What takes longer than a moment, done on threads of its own, so that typing never waits for it: examples are run, and rules
//! looked for that nothing reaches.

use crate::cli::test::kept::KeptSnapshot;
use boardwright::ide::Analysis;
use boardwright::ide::reached::{Unreached, unreached};
use boardwright::ide::results::{Tested, results};
use boardwright::snapshot::behavior::moves_of;
use boardwright::snapshot::file::Snapshot;
use boardwright::source::SourceId;
use std::collections::HashSet;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender};
use std::time::{Duration, Instant};

/// What a worker is asked about a file.
#[derive(Clone, Copy)]
pub enum WorkerTask {
    /// What becomes of the examples.
    Examples,
    /// Which rules neither they nor the snapshot reach.
    Coverage,
}

impl WorkerTask {
    /// The longest that an answer may take. What is not done by then is left.
    fn longest(self) -> Duration {
        match self {
            WorkerTask::Examples => Duration::from_secs(3),
            WorkerTask::Coverage => Duration::from_secs(30),
        }
    }

    fn answer(self, analysis: &Analysis, wanted: &dyn Fn() -> bool) -> WorkerAnswer {
        match self {
            WorkerTask::Examples => WorkerAnswer::Examples(results(analysis, wanted).unwrap_or_default()),
            WorkerTask::Coverage => {
                let name = analysis.sources().get(SourceId::default()).name;
                let game = analysis.checked().game.as_ref();
                let kept = game.and_then(|game| KeptSnapshot::find(&name, game).ok()?.text);
                let moves = kept.and_then(|text| Some(moves_of(&Snapshot::parse(&text).ok()?.body)));
                WorkerAnswer::Coverage(unreached(analysis, moves.as_deref(), wanted).unwrap_or_default())
            }
        }
    }

    /// The answer if something of ours goes wrong.
    fn nothing(self) -> WorkerAnswer {
        match self {
            WorkerTask::Examples => WorkerAnswer::Examples(Vec::new()),
            WorkerTask::Coverage => WorkerAnswer::Coverage(Vec::new()),
        }
    }
}

/// What came of a question.
pub enum WorkerAnswer {
    /// Each example.
    Examples(Vec<Tested>),
    /// Each place that is not reached.
    Coverage(Vec<Unreached>),
}

/// A file about which something is asked.
struct Job {
    uri: String,
    analysis: Arc<Analysis>,
    wanted: JobHandle,
}

/// Whether somebody still waits for an answer.
#[derive(Clone, Debug)]
pub struct JobHandle(Arc<AtomicBool>);

impl JobHandle {
    fn yes() -> JobHandle {
        JobHandle(Arc::new(AtomicBool::new(true)))
    }

    fn still(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Nobody does any more.
    pub fn no_more(&self) {
        self.0.store(false, Ordering::Relaxed);
    }
}

/// An answer, with what it is about.
pub struct WorkerResult {
    /// The file.
    pub uri: String,
    /// The text of it.
    pub analysis: Arc<Analysis>,
    /// What came.
    pub answer: WorkerAnswer,
}

/// A thread that answers one question about files.
pub struct Worker {
    jobs: Sender<Job>,
}

impl Worker {
    /// Starts it; `done` is told what came.
    pub fn start(question: WorkerTask, done: impl Fn(WorkerResult) + Send + 'static) -> io::Result<Worker> {
        let (jobs, waiting) = mpsc::channel::<Job>();
        let work = move || {
            while let Ok(first) = waiting.recv() {
                let mut all = vec![first];
                all.extend(waiting.try_iter());
                let mut seen = HashSet::new();
                // of each file the last text counts
                all.reverse();
                all.retain(|job| job.wanted.still() && seen.insert(job.uri.clone()));
                for job in all.into_iter().rev() {
                    let since = Instant::now();
                    let wanted = || job.wanted.still() && since.elapsed() < question.longest();
                    let work = std::panic::AssertUnwindSafe(|| question.answer(&job.analysis, &wanted));
                    let answer = std::panic::catch_unwind(work).unwrap_or_else(|_| question.nothing());
                    if job.wanted.still() {
                        done(WorkerResult { uri: job.uri, analysis: job.analysis, answer });
                    }
                }
            }
        };
        std::thread::Builder::new().stack_size(crate::cli::threads::STACK).spawn(work)?;
        Ok(Worker { jobs })
    }

    /// Asks about a file.
    pub fn ask(&self, uri: &str, analysis: &Arc<Analysis>) -> JobHandle {
        let wanted = JobHandle::yes();
        // A worker that is gone has nothing to say; findings come without it.
        let _ = self.jobs.send(Job { uri: uri.to_owned(), analysis: analysis.clone(), wanted: wanted.clone() });
        wanted
    }
}
