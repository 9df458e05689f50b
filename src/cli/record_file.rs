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
    /// What it had.
    text: String,
    /// The name of the game.
    pub name: String,
    /// The settings of the game.
    pub settings: Vec<(String, String)>,
}

impl RecordFile {
    /// Creates the file, or opens it to go on with its match, which [`RecordFile::take`] reads. `help` says what to do if it exists.
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
        Ok(RecordFile { file, path: shown, text, name, settings })
    }

    /// Reads the games of a match in the file and verifies them move by move.
    ///
    /// Whatever stopped the last match can have cut its last line: it is removed, if it began like a game and all others are games of
    /// this match. No other file is changed.
    pub fn take(&mut self, contest: &Contest) -> Result<Vec<Played>, CliError> {
        let text = std::mem::take(&mut self.text);
        let (complete, last) = text.split_at(text.rfind('\n').map_or(0, |end| end + 1));
        let is_cut = self.is_cut(last);
        let lines = complete.lines().chain((!is_cut && !last.is_empty()).then_some(last));
        let mut numbers = std::collections::BTreeSet::new();
        let mut games = Vec::new();
        for (n, line) in lines.enumerate() {
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
        let to_error = |error| CliError::usage(format!("cannot write `{}`: {}", self.path, plain(&error)));
        if is_cut {
            self.file.set_len(complete.len() as u64).map_err(to_error)?;
            remark(format!("removed the last line of `{}`, which is not complete", self.path));
        } else if !last.is_empty() {
            self.file.write_all(b"\n").map_err(to_error)?;
        }
        Ok(games)
    }

    /// Returns whether a line is the beginning of a game of these rules, and no more.
    fn is_cut(&self, line: &str) -> bool {
        let whole = Record::new(&self.name, &self.settings, None).to_json_line();
        let begin = whole.split_inclusive("\"settings\"").next().unwrap_or("");
        let is_begun = serde_json::from_str::<serde_json::Value>(line).is_err_and(|error| error.is_eof());
        is_begun && !line.is_empty() && (line.starts_with(begin) || begin.starts_with(line))
    }

    /// Adds a game. The whole line is written at once, so that the file is valid whenever the program ends.
    pub fn add(&mut self, record: &Record) -> Result<(), CliError> {
        let line = record.to_json_line() + "\n";
        let to_error = |error| CliError::usage(format!("cannot write `{}`: {}", self.path, plain(&error)));
        self.file.write_all(line.as_bytes()).map_err(to_error)
    }
}
