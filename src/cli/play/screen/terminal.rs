//! [`Screen`]: the terminal as a full screen, and as it was afterwards.

use crate::cli::play::machine::THREAD;
use ratatui::Terminal;
use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::Show;
use ratatui::crossterm::event::{DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture};
use ratatui::crossterm::execute;
use ratatui::crossterm::terminal::{EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode};
use std::io::{self, Stdout};
use std::panic;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

/// Whether the terminal is a full screen now.
static IS_ENTERED: AtomicBool = AtomicBool::new(false);

/// The terminal as a full screen. When this is dropped, or the program panics, the terminal is as it was before.
pub struct Screen {
    pub terminal: Terminal<CrosstermBackend<Stdout>>,
}

impl Screen {
    /// Takes the whole terminal.
    pub fn enter() -> io::Result<Screen> {
        restore_after_panics();
        IS_ENTERED.store(true, Ordering::SeqCst);
        // If one of these steps fails, the dropped screen takes back those before it.
        let screen = Screen { terminal: Terminal::new(CrosstermBackend::new(io::stdout()))? };
        enable_raw_mode()?;
        execute!(io::stdout(), EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste)?;
        Ok(screen)
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
