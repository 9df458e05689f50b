//! Signals that end or stop the program while it has the whole terminal.

use super::terminal::leave_for;
use crate::cli::outside;
use signal_hook::consts::{SIGCONT, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP};
use signal_hook::iterator::Signals;
use signal_hook::low_level::emulate_default_handler;
use std::io;
use std::sync::atomic::{AtomicBool, Ordering};

/// Gives the terminal back before a signal ends or stops the program, and takes it again when the program goes on. A thread of its
/// own does so: the one that draws may be busy with a long move.
pub fn handle() -> io::Result<()> {
    static IS_HANDLED: AtomicBool = AtomicBool::new(false);
    if IS_HANDLED.swap(true, Ordering::SeqCst) {
        return Ok(());
    }
    let mut signals = Signals::new([SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGCONT])?;
    let work = move || {
        for signal in signals.forever() {
            match signal {
                // The shell may have changed the terminal while the program was stopped by another signal.
                SIGCONT => leave_for(|| {}),
                SIGTSTP => leave_for(|| drop(emulate_default_handler(signal))),
                _ => leave_for(|| {
                    outside::end_all();
                    let _ = emulate_default_handler(signal);
                }),
            }
        }
    };
    std::thread::Builder::new().name("signals".to_owned()).spawn(work).map(drop)
}
