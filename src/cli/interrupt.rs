//! Ctrl-C, or another signal to end, as a request to finish.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

/// Some programs send the signal twice, to the process and to its group: that is one Ctrl-C.
const ONE: Duration = Duration::from_millis(300);

/// What Ctrl-C sets, once somebody watches.
static STOP: OnceLock<Arc<AtomicBool>> = OnceLock::new();

/// Returns the flag that Ctrl-C sets, or `None` if nobody has called [`watch`]: for waits that have no budget.
pub fn stop_flag() -> Option<&'static AtomicBool> {
    STOP.get().map(|stop| &**stop)
}

/// Returns what Ctrl-C, or the signal of a closed terminal, sets from now on. A second Ctrl-C ends the program at once.
pub fn watch() -> Arc<AtomicBool> {
    let stop = STOP.get_or_init(Arc::default).clone();
    let (set, first) = (stop.clone(), OnceLock::new());
    // If there can be no handler, Ctrl-C ends the program as usual.
    let _ = ctrlc::set_handler(move || {
        set.store(true, Ordering::Relaxed);
        if first.get_or_init(Instant::now).elapsed() > ONE {
            crate::cli::outside::end_all();
            std::process::exit(130);
        }
    });
    stop
}
