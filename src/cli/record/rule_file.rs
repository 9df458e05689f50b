//! [`RuleFile`]: the rule file that gets an example, after the example is tested.

use crate::cli::out::{CliError, plain, report_for_stderr};
use crate::cli::{chosen, files};
use boardwright::bundled;
use boardwright::check::{Bases, check};
use boardwright::engine;
use boardwright::internals::example;
use boardwright::source::{Source, line_end};
use std::path::Path;

/// A rule file, or the text of a bundled game.
pub struct RuleFile {
    source: Source,
    bases: Box<dyn Bases>,
    titles: Vec<String>,
}

impl RuleFile {
    /// Finds the rule file of a game. If the example is to be `added`, a bundled game is an error.
    pub fn find(game: &str, added: bool) -> Result<RuleFile, CliError> {
        let (source, bases) = chosen::find_source(game)?;
        if added && bundled::is_bundled(&source) {
            return Err(CliError::usage(format!("`{game}` is a bundled game, which cannot be changed")).help(format!(
                "copy it first with `boardwright show {game} --format file > mine.game`, then use `--into mine.game`"
            )));
        }
        if added && chosen::is_stdin(game) {
            return Err(CliError::usage("standard input cannot be changed").help("give the path of a file"));
        }
        let titles = check(source.clone(), &*bases, &[])
            .game
            .map(|game| game.examples.iter().map(|example| example.title.clone()).collect());
        Ok(RuleFile { source, bases, titles: titles.unwrap_or_default() })
    }

    /// Returns a title that no example in the file has yet.
    pub fn free_title(&self, title: String) -> String {
        let mut titles = std::iter::once(title.clone()).chain((2..).map(|n| format!("{title} ({n})")));
        titles.find(|title| !self.titles.contains(title)).unwrap_or(title)
    }

    /// Returns the text of the file with an example at its end.
    ///
    /// Errors if the example does not hold.
    pub fn append(&self, example: &str) -> Result<String, CliError> {
        let whole = append_example(&self.source.text, example);
        let checked = check(Source::new(&*self.source.name, &*whole), &*self.bases, &[]);
        let Some(game) = checked.game else {
            let errors = checked.diagnostics.iter().filter(|finding| finding.is_error());
            let reports: String = errors.map(|finding| report_for_stderr(finding, &checked.sources)).collect();
            return Err(CliError::Report(format!("{reports}The example is not valid:\n\n{example}")));
        };
        let engine = engine::engine(game);
        let failures = match engine.game().examples.last() {
            Some(last) => example::run(&*engine, last),
            None => Vec::new(),
        };
        match failures.first() {
            None => Ok(whole),
            Some(failure) => Err(CliError::finding(format!("these moves cannot become an example: {failure}")).help(
                "an example does not know earlier positions, for instance; start it earlier with `--from`".to_owned(),
            )),
        }
    }

    /// Replaces the text of the file and returns its path.
    pub fn replace(&self, text: &str) -> Result<String, CliError> {
        let path = Path::new(&*self.source.name);
        files::write(path, text)
            .map_err(|error| CliError::usage(format!("cannot write `{}`: {}", path.display(), plain(&error))))?;
        Ok(path.display().to_string())
    }
}

/// Appends an example after a blank line, with the line ends of the text.
fn append_example(text: &str, example: &str) -> String {
    let end = line_end(text);
    let mut whole = text.to_owned();
    if !whole.is_empty() && !whole.ends_with('\n') {
        whole += end;
    }
    if whole.lines().next_back().is_some_and(|last| !last.trim().is_empty()) {
        whole += end;
    }
    whole + &example.replace('\n', end)
}

#[cfg(test)]
mod tests {
    use super::append_example;

    #[test]
    fn only_missing_line_ends_are_added() {
        for (text, whole) in [
            ("a", "a\n\nx\ny\n"),
            ("a\n", "a\n\nx\ny\n"),
            ("a\n\n", "a\n\nx\ny\n"),
            ("a \n \n\n", "a \n \n\nx\ny\n"),
            ("a\r\nb", "a\r\nb\r\n\r\nx\r\ny\r\n"),
            ("a\r\n\r\n", "a\r\n\r\nx\r\ny\r\n"),
        ] {
            assert_eq!(append_example(text, "x\ny\n"), whole, "{text:?}");
        }
    }
}
