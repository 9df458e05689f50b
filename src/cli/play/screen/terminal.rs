//! [`Screen`]: the terminal as a full screen, and as it was afterwards.

use crate::cli::play::machine::THREAD;
use ratatui::Frame;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};
use std::io::{self, Stdout};
use std::panic;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, MutexGuard, Once, PoisonError};

/// Whether the terminal is a full screen now.
static IS_ENTERED: AtomicBool = AtomicBool::new(false);

/// Whether the screen has to be drawn as a whole, because somebody else has written to the terminal.
static IS_STALE: AtomicBool = AtomicBool::new(false);

/// Held by who writes to the terminal: nothing is drawn on a terminal that a signal has given back.
static WRITING: Mutex<()> = Mutex::new(());

fn lock() -> MutexGuard<'static, ()> {
    WRITING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The terminal as a full screen. When this is dropped, or the program panics or is ended by a signal, the terminal is as it was
/// before.
pub struct Screen {
    terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl Screen {
    /// Takes the whole terminal.
    pub fn enter() -> io::Result<Screen> {
        restore_after_panics();
        #[cfg(unix)]
        super::signals::handle()?;
        // If one of these steps fails, the dropped screen takes back those before it.
        IS_ENTERED.store(true, Ordering::SeqCst);
        let screen = Screen { terminal: Terminal::new(CrosstermBackend::new(io::stdout()))? };
        take()?;
        Ok(screen)
    }

    /// Draws the screen.
    pub fn draw(&mut self, draw: impl FnOnce(&mut Frame)) -> io::Result<()> {
        let _writing = lock();
        if IS_STALE.swap(false, Ordering::SeqCst) {
            self.terminal.clear()?;
        }
        self.terminal.draw(draw).map(drop)
    }

    /// Returns whether it has to be drawn even if nothing has changed.
    pub fn is_stale(&self) -> bool {
        IS_STALE.load(Ordering::SeqCst)
    }
}

/// Makes the terminal a full screen.
fn take() -> io::Result<()> {
    IS_ENTERED.store(true, Ordering::SeqCst);
    enable_raw_mode()?;
    execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste)
}

/// Gives the terminal back while this runs, and takes it again if the program goes on then.
#[cfg(unix)]
pub(super) fn leave_for(away: impl FnOnce()) {
    let _writing = lock();
    let was_entered = IS_ENTERED.load(Ordering::SeqCst);
    restore();
    away();
    if was_entered {
        // A terminal that is gone fails in the loop of the screen, which then ends.
        let _ = take();
        IS_STALE.store(true, Ordering::SeqCst);
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        restore();
    }
}

/// Gives the terminal back, if it was taken.
fn restore() {
    if IS_ENTERED.swap(false, Ordering::SeqCst) {
        // Nothing better can be done with a terminal that is gone.
        let _ = execute!(io::stdout(), DisableBracketedPaste, DisableMouseCapture, LeaveAlternateScreen, Show);
        let _ = disable_raw_mode();
    }
}

/// Gives the terminal back before a panic is reported.
fn restore_after_panics() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let report = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            // The screen goes on without the players, and says so.
            let is_player = std::thread::current().name() == Some(THREAD);
            if is_player && IS_ENTERED.load(Ordering::SeqCst) {
                return;
            }
            restore();
            report(panic);
        }));
    });
}
