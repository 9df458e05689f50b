//! A progress bar on standard error for slow commands.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::IsTerminal;
use std::time::{Duration, Instant};

/// A bar that appears after one second, in a terminal only.
pub struct ProgressReporter {
    bar: Option<ProgressBar>,
    total: u64,
    what: &'static str,
    since: Instant,
}

impl ProgressReporter {
    /// Creates a bar for a number of steps; `what` names them in the plural.
    pub fn new(total: u64, what: &'static str) -> ProgressReporter {
        ProgressReporter { bar: None, total, what, since: Instant::now() }
    }

    /// Does work that reports its finished steps and the number of all steps. The work began at `since`, so that the bar waits for
    /// its first second only once.
    pub fn show<T>(what: &'static str, since: Instant, work: impl FnOnce(&mut dyn FnMut(u64, u64)) -> T) -> T {
        let mut progress = ProgressReporter { bar: None, total: 0, what, since };
        work(&mut |done, total| {
            progress.total = total;
            progress.at(done);
        })
    }

    /// Sets the number of finished steps.
    pub fn at(&mut self, done: u64) {
        if self.bar.is_none() && self.since.elapsed() > Duration::from_secs(1) && std::io::stderr().is_terminal() {
            let bar = ProgressBar::with_draw_target(Some(self.total), ProgressDrawTarget::stderr());
            let template = format!("{{bar:40}} {{pos}} of {{len}} {} ({{eta}} left)  {{msg}}", self.what);
            if let Ok(style) = ProgressStyle::with_template(&template) {
                bar.set_style(style);
            }
            self.bar = Some(bar);
        }
        if let Some(bar) = &self.bar {
            bar.set_length(self.total);
            bar.set_position(done);
        }
    }

    /// Sets the number of all steps.
    pub fn set_total(&mut self, total: u64) {
        self.total = total;
    }

    /// Sets the text after the bar.
    pub fn note(&self, text: String) {
        if let Some(bar) = &self.bar {
            bar.set_message(text);
        }
    }

    /// Prints something while the bar is hidden.
    pub fn aside<R>(&self, say: impl FnOnce() -> R) -> R {
        match &self.bar {
            Some(bar) => bar.suspend(say),
            None => say(),
        }
    }
}

impl Drop for ProgressReporter {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// A line that appears after one second, in a terminal only, for work of unknown length.
pub struct ProgressLine {
    bar: Option<ProgressBar>,
    since: Instant,
}

impl ProgressLine {
    /// Creates a line.
    pub fn new() -> ProgressLine {
        ProgressLine { bar: None, since: Instant::now() }
    }

    /// Sets the text.
    pub fn set(&mut self, text: impl FnOnce() -> String) {
        if self.bar.is_none() && self.since.elapsed() > Duration::from_secs(1) && std::io::stderr().is_terminal() {
            let bar = ProgressBar::with_draw_target(None, ProgressDrawTarget::stderr());
            if let Ok(style) = ProgressStyle::with_template("{spinner} {elapsed}  {msg}") {
                bar.set_style(style);
            }
            self.bar = Some(bar);
        }
        if let Some(bar) = &self.bar {
            bar.set_message(text());
            bar.tick();
        }
    }
}

impl Drop for ProgressLine {
    fn drop(&mut self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
