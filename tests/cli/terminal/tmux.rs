//! A terminal to test in: a server of tmux for each test.

use super::super::folder;
use std::process::Command;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// How long a screen may take, on a machine that is busy.
const PATIENCE: Duration = Duration::from_secs(60);

/// Returns whether tmux is installed, and says so if it is not.
pub fn is_installed() -> bool {
    let is_installed = Command::new("tmux").arg("-V").output().is_ok_and(|output| output.status.success());
    if !is_installed {
        crate::leave_out("tmux");
    }
    is_installed
}

/// A terminal with a shell.
pub struct Terminal {
    socket: String,
    /// The folder that the shell is in.
    pub folder: TempDir,
}

impl Terminal {
    /// Starts a shell in a terminal of this size.
    pub fn new(width: u16, height: u16) -> Terminal {
        static NUMBER: AtomicU32 = AtomicU32::new(0);
        let socket = format!("boardwright-{}-{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
        let terminal = Terminal { socket, folder: folder() };
        let size = [width.to_string(), height.to_string()];
        let program = env!("CARGO_BIN_EXE_boardwright");
        let shell = format!("PS1='READY> ' PS2= ENV= LC_ALL=C.UTF-8 program='{program}' exec sh");
        terminal.tmux(&["-f", "/dev/null", "new-session", "-d", "-x", &size[0], "-y", &size[1], &shell]);
        terminal.tmux(&["send-keys", "-l", &format!("cd '{}'\n", terminal.folder.path().display())]);
        terminal.wait_for("READY>");
        terminal
    }

    /// Starts the program.
    pub fn start(&self, args: &str) {
        self.type_text(&format!("clear; $program {args}\n"));
    }

    fn tmux(&self, args: &[&str]) -> String {
        let output =
            Command::new("tmux").args(["-u", "-L", &self.socket]).args(args).env_remove("TMUX").output().unwrap();
        assert!(output.status.success(), "tmux {args:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// Sends a text as it is.
    pub fn type_text(&self, text: &str) {
        self.tmux(&["send-keys", "-l", text]);
    }

    /// Sends a byte.
    pub fn byte(&self, byte: u8) {
        self.tmux(&["send-keys", "-H", &format!("{byte:02x}")]);
    }

    /// Sends keys by their names, all at once.
    pub fn keys(&self, keys: &[&str]) {
        if !keys.is_empty() {
            self.tmux(&[&["send-keys"], keys].concat());
        }
    }

    /// Sends a signal to the program.
    pub fn signal(&self, name: &str) {
        let shell = self.tmux(&["display-message", "-p", "#{pane_pid}"]);
        let kill = format!("kill -{name} $(pgrep -P {} boardwright)", shell.trim());
        assert!(Command::new("sh").args(["-c", &kill]).status().unwrap().success(), "{kill}");
    }

    /// Presses and releases the mouse at a place of the screen.
    pub fn click(&self, x: usize, y: usize) {
        let (x, y) = (x + 1, y + 1);
        self.type_text(&format!("\u{1b}[<0;{x};{y}M\u{1b}[<0;{x};{y}m"));
    }

    pub fn resize(&self, width: u16, height: u16) {
        self.tmux(&["resize-window", "-x", &width.to_string(), "-y", &height.to_string()]);
    }

    /// Returns what the terminal shows.
    pub fn screen(&self) -> String {
        self.tmux(&["capture-pane", "-p"])
    }

    /// Returns column and row of the cursor.
    pub fn cursor(&self) -> (usize, usize) {
        let shown = self.tmux(&["display-message", "-p", "#{cursor_x} #{cursor_y}"]);
        let (x, y) = shown.trim().split_once(' ').unwrap();
        (x.parse().unwrap(), y.parse().unwrap())
    }

    /// Waits until the screen is as wanted, and returns it.
    #[track_caller]
    pub fn wait(&self, what: &str, is_so: impl Fn(&str) -> bool) -> String {
        let start = Instant::now();
        loop {
            let screen = self.screen();
            if is_so(&screen) {
                return screen;
            }
            assert!(start.elapsed() < PATIENCE, "no {what} in\n{screen}");
            std::thread::sleep(Duration::from_millis(15));
        }
    }

    /// Waits until the screen shows a text, and returns the screen.
    #[track_caller]
    pub fn wait_for(&self, text: &str) -> String {
        self.wait(&format!("`{text}`"), |screen| screen.contains(text))
    }

    /// Checks that the program has ended and left the terminal as it was: the usual screen, lines with echo, no mouse.
    #[track_caller]
    pub fn is_clean(&self) {
        self.wait("prompt", |screen| {
            screen.lines().rev().find(|line| !line.is_empty()).is_some_and(|line| line.starts_with("READY>"))
        });
        let modes = "#{alternate_on} #{mouse_any_flag} #{mouse_sgr_flag} #{cursor_flag} #{keypad_cursor_flag}";
        assert_eq!(self.tmux(&["display-message", "-p", modes]).trim(), "0 0 0 1 0");
        self.type_text("stty -a | tr ' ' '\\n' | grep -x -e icanon -e echo -e isig | tr '\\n' '+'; echo done\n");
        let screen = self.wait("answer of stty", |screen| screen.contains("+done"));
        assert!(["isig+", "icanon+", "echo+"].iter().all(|mode| screen.contains(mode)), "{screen}");
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        let _ = Command::new("tmux").args(["-L", &self.socket, "kill-server"]).output();
    }
}
