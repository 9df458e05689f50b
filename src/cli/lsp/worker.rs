//! Slow work on separate threads, so that typing never waits: running examples, searching unreached rules, and playing random
//! games to find what is slow.

use crate::cli::test::kept::KeptSnapshot;
use boardwright::internals::ide::FileAnalysis;
use boardwright::internals::ide::reached::{Unreached, find_unreached};
use boardwright::internals::ide::results::{ExampleResult, run_examples};
use boardwright::internals::ide::speed::{SpeedExplanation, explain_speed};
use boardwright::internals::snapshot::behavior::moves_of;
use boardwright::internals::snapshot::file::Snapshot;
use boardwright::source::SourceId;
use std::collections::HashSet;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Sender};
use std::time::{Duration, Instant};

/// The task of a worker.
#[derive(Clone, Copy)]
pub enum WorkerTask {
    Examples,
    /// Search the rules that no example and no snapshot reaches.
    Coverage,
    /// Find out what makes the rules slow.
    Speed,
}

impl WorkerTask {
    fn time_limit(self) -> Duration {
        match self {
            WorkerTask::Examples => Duration::from_secs(3),
            WorkerTask::Coverage => Duration::from_secs(30),
            // Rules that are this slow show where in fewer plies.
            WorkerTask::Speed => Duration::from_secs(10),
        }
    }

    /// Carries out the task. The answer is empty after an internal error.
    fn answer(self, analysis: &FileAnalysis, wanted: &dyn Fn() -> bool) -> WorkerAnswer {
        match self {
            WorkerTask::Examples => WorkerAnswer::Examples(or_empty(|| run_examples(analysis, wanted))),
            WorkerTask::Coverage => WorkerAnswer::Coverage(or_empty(|| {
                let name = analysis.sources().get(SourceId::default()).name;
                let game = analysis.checked().game.as_ref();
                let kept = game.and_then(|game| KeptSnapshot::find(&name, game).ok()?.text);
                let moves = kept.and_then(|text| Some(moves_of(&Snapshot::parse(&text).ok()?.body)));
                find_unreached(analysis, moves.as_deref(), wanted)
            })),
            WorkerTask::Speed => {
                let explained = catch_unwind(AssertUnwindSafe(|| explain_speed(analysis, wanted)));
                WorkerAnswer::Speed(explained.ok().flatten())
            }
        }
    }
}

fn or_empty<T>(work: impl FnOnce() -> Option<Vec<T>>) -> Vec<T> {
    catch_unwind(AssertUnwindSafe(work)).ok().flatten().unwrap_or_default()
}

/// The answer of a worker.
pub enum WorkerAnswer {
    Examples(Vec<ExampleResult>),
    /// Each unreached place.
    Coverage(Vec<Unreached>),
    /// What makes the rules slow, or `None` after an internal error.
    Speed(Option<SpeedExplanation>),
}

struct Job {
    uri: String,
    analysis: Arc<FileAnalysis>,
    wanted: JobHandle,
}

/// A handle to cancel a job.
#[derive(Clone, Debug)]
pub struct JobHandle(Arc<AtomicBool>);

impl JobHandle {
    fn new() -> JobHandle {
        JobHandle(Arc::new(AtomicBool::new(true)))
    }

    fn is_active(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    pub fn cancel(&self) {
        self.0.store(false, Ordering::Relaxed);
    }
}

/// An answer and its file.
pub struct WorkerResult {
    pub uri: String,
    pub analysis: Arc<FileAnalysis>,
    pub answer: WorkerAnswer,
}

/// A thread that works on files, one after another.
pub struct Worker {
    jobs: Sender<Job>,
}

impl Worker {
    /// Starts a worker, which calls `done` with each result.
    pub fn start(task: WorkerTask, done: impl Fn(WorkerResult) + Send + 'static) -> io::Result<Worker> {
        let (jobs, waiting) = mpsc::channel::<Job>();
        let work = move || {
            while let Ok(first) = waiting.recv() {
                let mut all = vec![first];
                all.extend(waiting.try_iter());
                let mut seen = HashSet::new();
                // Only the last text of each file counts.
                all.reverse();
                all.retain(|job| job.wanted.is_active() && seen.insert(job.uri.clone()));
                for job in all.into_iter().rev() {
                    let since = Instant::now();
                    let wanted = || job.wanted.is_active() && since.elapsed() < task.time_limit();
                    let answer = task.answer(&job.analysis, &wanted);
                    if job.wanted.is_active() {
                        done(WorkerResult { uri: job.uri, analysis: job.analysis, answer });
                    }
                }
            }
        };
        std::thread::Builder::new().stack_size(crate::cli::threads::STACK).spawn(work)?;
        Ok(Worker { jobs })
    }

    /// Queues a job for a file.
    pub fn queue(&self, uri: &str, analysis: &Arc<FileAnalysis>) -> JobHandle {
        let wanted = JobHandle::new();
        // If the worker is gone, findings are published without its results.
        let _ = self.jobs.send(Job { uri: uri.to_owned(), analysis: analysis.clone(), wanted: wanted.clone() });
        wanted
    }
}
