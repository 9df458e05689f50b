//! [`RecordFile`]: games in a file, one line of JSON each.

use crate::cli::chosen::is_stdin;
use crate::cli::out::{CliError, plain, remark};
use crate::cli::saved::{NAME_RULES, STDIN_RULES};
use boardwright::player::{Contest, Played};
use boardwright::record::Record;
use std::fs::{File, OpenOptions};
use std::io::{Read, Write};
use std::path::Path;

/// A file that games are added to.
pub struct RecordFile {
    file: File,
    path: String,
    /// The lines that it had.
    lines: Vec<String>,
    /// The name of the game.
    pub name: String,
    /// The settings of the game.
    pub settings: Vec<(String, String)>,
}

impl RecordFile {
    /// Creates the file, or opens it to go on with its match. `help` says what to do if it exists.
    pub fn open(
        path: &Path,
        go_on: bool,
        help: &str,
        name: String,
        settings: Vec<(String, String)>,
    ) -> Result<RecordFile, CliError> {
        let shown = path.display().to_string();
        if is_stdin(&name) {
            return Err(CliError::usage(format!("cannot write `{shown}`: {STDIN_RULES}")).help(NAME_RULES));
        }
        let to_error = |error: std::io::Error| match error.kind() {
            std::io::ErrorKind::AlreadyExists => CliError::usage(format!("`{shown}` already exists")).help(help),
            _ => CliError::usage(format!("cannot write `{shown}`: {}", plain(&error))),
        };
        let mut options = OpenOptions::new();
        options.read(true).append(true);
        let options = if go_on { options.create(true) } else { options.create_new(true) };
        let mut file = options.open(path).map_err(to_error)?;
        let mut text = Vec::new();
        file.read_to_end(&mut text).map_err(to_error)?;
        let text = String::from_utf8(text).map_err(|_| CliError::usage(format!("`{shown}` is not UTF-8")))?;
        let mut lines: Vec<String> = text.lines().map(String::from).collect();
        // Whatever stopped the last match can have cut its last line.
        if let Some(last) = lines.last()
            && !text.ends_with('\n')
        {
            let complete = text.len() - last.len();
            file.set_len(complete as u64).map_err(to_error)?;
            remark(format!("removed the last line of `{shown}`, which is not complete"));
            lines.pop();
        }
        Ok(RecordFile { file, path: shown, lines, name, settings })
    }

    /// Reads the games of a match in the file and verifies them move by move.
    pub fn take(&mut self, contest: &Contest) -> Result<Vec<Played>, CliError> {
        let mut numbers = std::collections::BTreeSet::new();
        let mut games = Vec::new();
        for (n, line) in std::mem::take(&mut self.lines).iter().enumerate() {
            let wrong = |why: String| CliError::usage(format!("`{}`, line {}: {why}", self.path, n + 1));
            let record = Record::from_json(line).map_err(|error| wrong(error.to_string()))?;
            if record.game != self.name || record.settings != self.settings.iter().cloned().collect() {
                return Err(wrong("it is a game with other rules or settings".to_owned()));
            }
            let played = contest.from_record(&record).map_err(|error| wrong(error.to_string()))?;
            if !numbers.insert(played.number) {
                return Err(wrong(format!("game {} a second time", played.number + 1)));
            }
            games.push(played);
        }
        Ok(games)
    }

    /// Adds a game. The whole line is written at once, so that the file is valid whenever the program ends.
    pub fn add(&mut self, record: &Record) -> Result<(), CliError> {
        let line = record.to_json_line() + "\n";
        let to_error = |error| CliError::usage(format!("cannot write `{}`: {}", self.path, plain(&error)));
        self.file.write_all(line.as_bytes()).map_err(to_error)
    }
}
