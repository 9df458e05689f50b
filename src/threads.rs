//! [`Threads`]: several processors for work that can be divided.

use rayon::{ThreadPool, ThreadPoolBuilder};
use std::fmt;
use std::sync::mpsc;

/// Threads that wait for work.
#[derive(Debug)]
pub struct Threads(ThreadPool);

/// The threads cannot be had; why, in the words of the system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoThreads(String);

impl fmt::Display for NoThreads {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.0)
    }
}

impl std::error::Error for NoThreads {}

/// Bytes of each thread's stack: a thread that waits for a part of its work does other parts meanwhile, on the same stack.
const STACK: usize = 8 << 20;

impl Threads {
    /// The most threads that can be asked for.
    pub const MOST: usize = 1024;

    /// So many threads, from one to [`Threads::MOST`].
    pub fn new(count: usize) -> Result<Threads, NoThreads> {
        let pool = ThreadPoolBuilder::new().num_threads(count.clamp(1, Threads::MOST)).stack_size(STACK).build();
        pool.map(Threads).map_err(|error| NoThreads(error.to_string()))
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.0.current_num_threads()
    }

    /// Does the same work on each thread, which is told its number; what came of it, in the order of these.
    pub fn each<R: Send>(&self, work: impl Fn(usize) -> R + Sync) -> Vec<R> {
        self.0.broadcast(|thread| work(thread.index()))
    }

    /// Does work that divides itself by what `rayon` offers. Whenever it says (by calling what it is given) that there is
    /// news, `news` is called here soon after; once, perhaps, for several times.
    pub(crate) fn run(&self, work: impl FnOnce(&(dyn Fn() + Sync)) + Send, news: &mut dyn FnMut()) {
        let (say, said) = mpsc::sync_channel(1);
        self.0.in_place_scope(|scope| {
            // Where news is waiting already, it will be seen together with this.
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
    fn all_threads_work_and_the_news_comes() {
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
