//! [`Threads`]: a thread pool.

use rayon::{ThreadPool, ThreadPoolBuilder};
use std::fmt;
use std::sync::mpsc;

/// A thread pool.
///
/// See [`perft`](crate::measure::perft()) for an example.
#[derive(Debug)]
pub struct Threads(ThreadPool);

/// The error of [`Threads::new`]: the thread pool could not be created. Has the system's message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoThreads(String);

impl fmt::Display for NoThreads {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl std::error::Error for NoThreads {}

/// The stack size of each thread in bytes. A thread that waits for part of its work runs other parts on the same stack.
const STACK: usize = 8 << 20;

impl Threads {
    /// The maximum number of threads.
    pub const MOST: usize = 1024;

    /// Creates a pool with `count` threads, from one to [`Threads::MOST`].
    pub fn new(count: usize) -> Result<Threads, NoThreads> {
        let pool = ThreadPoolBuilder::new().num_threads(count.clamp(1, Threads::MOST)).stack_size(STACK).build();
        pool.map(Threads).map_err(|error| NoThreads(error.to_string()))
    }

    /// Returns the number of threads.
    pub fn count(&self) -> usize {
        self.0.current_num_threads()
    }

    /// Runs the same work on each thread, with the thread's number. Returns the results in this order.
    pub fn each<R: Send>(&self, work: impl Fn(usize) -> R + Sync) -> Vec<R> {
        self.0.broadcast(|thread| work(thread.index()))
    }

    /// Runs parallel work. Whenever the work calls its argument, `news` is called on this thread soon after; several calls may
    /// be merged into one.
    pub(crate) fn run(&self, work: impl FnOnce(&(dyn Fn() + Sync)) + Send, news: &mut dyn FnMut()) {
        let (say, said) = mpsc::sync_channel(1);
        self.0.in_place_scope(|scope| {
            // A pending notification covers this one as well.
            scope.spawn(move |_| {
                work(&|| {
                    let _ = say.try_send(());
                })
            });
            said.into_iter().for_each(|()| news());
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicUsize, Ordering};

    #[test]
    fn all_threads_work_and_notify() {
        let threads = Threads::new(3).unwrap();
        assert_eq!(threads.count(), 3);
        assert_eq!(threads.each(|n| n), [0, 1, 2]);
        let (done, mut seen) = (AtomicUsize::new(0), 0);
        threads.run(
            |say| {
                rayon::broadcast(|_| done.fetch_add(1, Ordering::Relaxed));
                say();
            },
            &mut || seen = done.load(Ordering::Relaxed),
        );
        assert_eq!(seen, 3);
        assert_eq!(Threads::new(0).unwrap().count(), 1);
    }
}
