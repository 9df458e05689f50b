//! [`Improver`]: compiles functions again for the fastest code, on a thread in the background, and replaces the quick code.
//!
//! Both codes are made from the same functions, so that nothing but the time depends on which of them runs.

use super::machine::Entries;
use super::tier::{Settings, Tier, Waiting};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// How many threads compile in the background, for all games.
static RUNNING: AtomicUsize = AtomicUsize::new(0);

/// The most such threads: the code of other games remains quick until one of them has ended.
const MOST_RUNNING: usize = 4;

/// The functions that are compiled again.
pub(super) struct Improver {
    entries: Entries,
    /// The code, which only the thread in the background uses. `None` until it has begun.
    tier: Mutex<Option<Tier>>,
    work: Mutex<Work>,
    is_done: Condvar,
    /// Whether functions wait for a thread to begin.
    has_new: AtomicBool,
    /// Whether nobody wants the code any more.
    is_stopped: AtomicBool,
}

#[derive(Default)]
struct Work {
    /// Functions in the order in which they were compiled; those of a batch call only one another and earlier ones.
    batches: Vec<Vec<Waiting>>,
    is_running: bool,
}

impl Improver {
    pub(super) fn new(entries: Entries) -> Arc<Improver> {
        Arc::new(Improver {
            entries,
            tier: Mutex::default(),
            work: Mutex::default(),
            is_done: Condvar::new(),
            has_new: AtomicBool::new(false),
            is_stopped: AtomicBool::new(false),
        })
    }

    fn lock(&self) -> MutexGuard<'_, Work> {
        self.work.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds functions that have been compiled quickly. They wait until [`Improver::begin`].
    pub(super) fn add(&self, batch: Vec<Waiting>) {
        if self.is_stopped.load(Ordering::Relaxed) {
            return;
        }
        let mut work = self.lock();
        work.batches.push(batch);
        if !work.is_running {
            self.has_new.store(true, Ordering::Relaxed);
        }
    }

    /// Begins to compile the functions that wait, if there are any.
    #[inline]
    pub(super) fn begin(self: &Arc<Self>) {
        if self.has_new.load(Ordering::Relaxed) {
            self.begin_thread(MOST_RUNNING);
        }
    }

    #[cold]
    fn begin_thread(self: &Arc<Self>, most: usize) {
        let mut work = self.lock();
        if work.is_running || RUNNING.load(Ordering::Relaxed) >= most {
            return;
        }
        self.has_new.store(false, Ordering::Relaxed);
        let improver = Arc::clone(self);
        // The thread is not waited for: where a program ends, it ends with it.
        RUNNING.fetch_add(1, Ordering::Relaxed);
        let begun = thread::Builder::new().name("compile".into()).spawn(move || {
            let _end = EndOfThread(&improver);
            improver.compile_all();
        });
        // Without a thread, the quick code remains.
        work.is_running = begun.is_ok();
        if begun.is_err() {
            RUNNING.fetch_sub(1, Ordering::Relaxed);
        }
    }

    /// Compiles the batches that wait, until there are none. Where one fails, the quick code remains.
    fn compile_all(&self) {
        let Ok(mut tier) = self.tier.lock() else {
            self.lock().is_running = false;
            return;
        };
        loop {
            let batch = {
                let mut work = self.lock();
                if work.batches.is_empty() || self.is_stopped.load(Ordering::Relaxed) {
                    work.is_running = false;
                    return;
                }
                work.batches.remove(0)
            };
            let made = match &mut *tier {
                Some(tier) => Ok(tier),
                none => Tier::new(Settings::Full, self.entries.len()).map(|tier| none.insert(tier)),
            };
            let is_wanted = || !self.is_stopped.load(Ordering::Relaxed);
            match made.and_then(|tier| tier.compile(&batch, 1, &is_wanted)) {
                Ok(compiled) => compiled.iter().for_each(|one| self.entries.put(one)),
                Err(_) => self.stop(),
            }
        }
    }

    /// Stops compiling after the present function.
    pub(super) fn stop(&self) {
        self.is_stopped.store(true, Ordering::Relaxed);
        self.lock().batches.clear();
    }

    /// Compiles all functions that wait, and returns when that is done.
    pub(super) fn finish(self: &Arc<Self>) {
        if self.has_new.load(Ordering::Relaxed) {
            self.begin_thread(usize::MAX);
        }
        let mut work = self.lock();
        while work.is_running {
            work = self.is_done.wait(work).unwrap_or_else(PoisonError::into_inner);
        }
    }
}

/// Tells those who wait that a thread has ended, even by a panic of the code generator.
struct EndOfThread<'i>(&'i Improver);

impl Drop for EndOfThread<'_> {
    fn drop(&mut self) {
        RUNNING.fetch_sub(1, Ordering::Relaxed);
        if thread::panicking() {
            self.0.stop();
            self.0.lock().is_running = false;
        }
        self.0.is_done.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::Engine;
    use crate::engine::fast::Fast;
    use crate::engine::fast::assemble::{PARAMS, index_of, signature};
    use crate::engine::fast::tier::target;
    use crate::engine::reference::Reference;
    use cranelift_codegen::cursor::{Cursor, FuncCursor};
    use cranelift_codegen::ir::{Function, InstBuilder, UserFuncName, types::I64};

    /// Makes a function that returns 1, or one without an end, which cannot be compiled.
    fn waiting(number: usize, is_whole: bool) -> Waiting {
        let isa = target(Settings::Full).unwrap();
        let name = UserFuncName::user(0, index_of(number));
        let mut function = Function::with_name_signature(name, signature(&*isa, PARAMS));
        let block = function.dfg.make_block();
        (0..PARAMS).for_each(|_| {
            function.dfg.append_block_param(block, I64);
        });
        let mut cursor = FuncCursor::new(&mut function);
        cursor.insert_block(block);
        let one = cursor.ins().iconst(I64, 1);
        if is_whole {
            cursor.ins().return_(&[one]);
        }
        Waiting { number, function, is_recursive: false }
    }

    fn has_code(improver: &Improver, number: usize) -> bool {
        !improver.entries.get(number).unwrap().is_null()
    }

    #[test]
    fn functions_wait_until_improving_begins() {
        let improver = Improver::new(Entries::new(2));
        improver.add(vec![waiting(0, true)]);
        assert!(!has_code(&improver, 0));
        improver.finish();
        assert!(has_code(&improver, 0) && !has_code(&improver, 1));
        improver.add(vec![waiting(1, true)]);
        improver.finish();
        assert!(has_code(&improver, 1));
    }

    #[test]
    fn where_a_function_fails_the_earlier_code_remains() {
        let improver = Improver::new(Entries::new(3));
        improver.add(vec![waiting(0, true)]);
        improver.add(vec![waiting(1, false)]);
        improver.add(vec![waiting(2, true)]);
        improver.finish();
        assert_eq!([0, 1, 2].map(|number| has_code(&improver, number)), [true, false, false]);
    }

    #[test]
    fn what_is_stopped_compiles_nothing() {
        let improver = Improver::new(Entries::new(1));
        improver.stop();
        improver.add(vec![waiting(0, true)]);
        improver.finish();
        assert!(!has_code(&improver, 0));
    }

    #[test]
    fn improved_code_plays_the_same_games() {
        for name in ["breakthrough", "amazons"] {
            let game = Arc::new(crate::load_bundled(name, &[]).unwrap().game().clone());
            let fast = Fast::new(game.clone(), Arc::new(Reference::new(game)));
            let start = fast.start().unwrap();
            let games = || {
                let mut played = Vec::new();
                fast.random_games(&start, 1, 0..3, 200, &mut |outcome, plies| played.push((outcome, plies))).unwrap();
                (played, fast.perft(&start, 2).unwrap())
            };
            let quick = games();
            fast.finish_compiling();
            assert_eq!(games(), quick, "{name}");
        }
    }
}
