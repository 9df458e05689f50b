//! What a shell offers for an argument: games, rule files, settings of the game, codes of reports.

use super::sources::{find_source, is_stdin};
use boardwright::bundled;
use boardwright::check::check;
use boardwright::diagnostic::Code;
use boardwright::game::rules::Domain;
use clap_complete::engine::{ArgValueCompleter, CompletionCandidate, PathCompleter, ValueCompleter};
use clap_complete::env::CompleteEnv;
use std::ffi::OsStr;
use std::path::Path;

/// The variable in which the script of a shell names the shell.
pub const VARIABLE: &str = "BOARDWRIGHT_COMPLETE";

/// The name of the program.
pub const PROGRAM: &str = "boardwright";

/// The most values of a parameter that are offered.
const MOST_VALUES: i64 = 64;

/// Answers the script of a shell and ends the program, if the script has started it.
pub fn complete(command: fn() -> clap::Command) {
    CompleteEnv::with_factory(command).var(VARIABLE).bin(PROGRAM).completer(PROGRAM).complete();
}

/// Returns what completes a game: the bundled ones, rule files and saved games.
pub fn games() -> ArgValueCompleter {
    ArgValueCompleter::new(|current: &OsStr| {
        let named = bundled::names().map(CompletionCandidate::new);
        let files = paths(&["game", "json"]).complete(current);
        beginning_with(current, named).into_iter().chain(files).collect()
    })
}

/// Returns what completes a rule file.
pub fn rule_files() -> ArgValueCompleter {
    ArgValueCompleter::new(paths(&["game"]))
}

/// Returns what completes `NAME=VALUE` for the game on the command line.
pub fn settings() -> ArgValueCompleter {
    ArgValueCompleter::new(|current: &OsStr| {
        let mut all = std::env::args_os().skip_while(|arg| arg != "--").skip(2);
        let params = all.find_map(|arg| params(arg.to_str()?)).unwrap_or_default();
        beginning_with(current, params.into_iter().map(CompletionCandidate::new))
    })
}

/// Returns what completes the code of a report.
pub fn codes() -> ArgValueCompleter {
    ArgValueCompleter::new(|current: &OsStr| {
        let code = |code: &Code| CompletionCandidate::new(code.name()).help(Some(code.title().into()));
        beginning_with(current, Code::ALL.iter().map(code))
    })
}

fn paths(extensions: &'static [&'static str]) -> PathCompleter {
    let is_wanted = |path: &Path, extensions: &[&str]| {
        path.is_dir() || path.extension().and_then(OsStr::to_str).is_some_and(|end| extensions.contains(&end))
    };
    PathCompleter::any().filter(move |path| is_wanted(path, extensions))
}

fn beginning_with(
    current: &OsStr,
    candidates: impl IntoIterator<Item = CompletionCandidate>,
) -> Vec<CompletionCandidate> {
    let current = current.to_string_lossy();
    let fits = |candidate: &CompletionCandidate| candidate.get_value().to_string_lossy().starts_with(&*current);
    candidates.into_iter().filter(fits).collect()
}

/// Returns the settings of the game that a word names, or `None` if it names none.
fn params(word: &str) -> Option<Vec<String>> {
    let (source, bases) = find_source(word).ok().filter(|_| !is_stdin(word))?;
    let game = check(source, &*bases, &[]).game?;
    let mut settings = Vec::new();
    for param in &game.params {
        let name = &param.name;
        let values: Vec<String> = match &param.domain {
            Domain::Range(low, high) if i64::from(*high) - i64::from(*low) < MOST_VALUES => {
                (*low..=*high).map(|n| n.to_string()).collect()
            }
            Domain::List(list) => list.iter().map(i32::to_string).collect(),
            Domain::Words(words) => words.clone(),
            Domain::Bool => vec!["true".to_owned(), "false".to_owned()],
            _ => Vec::new(),
        };
        settings.extend(values.iter().map(|value| format!("{name}={value}")));
        if values.is_empty() {
            settings.push(format!("{name}="));
        }
    }
    Some(settings)
}
