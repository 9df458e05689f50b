//! Wrong usage: unknown options and commands, arguments too many, and values that are no numbers, with what to write instead.

use super::out::CliError;
use super::{play, synonyms};
use boardwright::bundled;
use boardwright::internals::suggest::listed;
use clap::builder::StyledStr;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Command};
use std::io::Write;
use std::num::{IntErrorKind, ParseIntError};

/// Prints why the arguments cannot be used, or the help or version that they ask for, and returns the exit code.
pub fn print(error: clap::Error, cli: &mut Command, words: &[String]) -> u8 {
    cli.build();
    let error = with_negative_value(&error, cli, words).unwrap_or(error);
    if let Some(wrong) = wrong_number(&error, cli, words) {
        return wrong.print();
    }
    let error = with_tips(error, cli, words);
    // Help and version go to standard output with exit code 0. An unprinted error message keeps its exit code.
    let printed = error.print().and_then(|()| std::io::stdout().flush());
    match printed {
        Err(full) if !error.use_stderr() => CliError::from(full).print(),
        _ => error.exit_code() as u8,
    }
}

/// Replaces the tips of an error.
fn with_tips(mut error: clap::Error, cli: &Command, words: &[String]) -> clap::Error {
    let mut command = words.iter().find_map(|word| cli.find_subcommand(word));
    let tips = match error.kind() {
        ErrorKind::UnknownArgument => {
            let Some(word) = text(&error, ContextKind::InvalidArg) else { return error };
            match command {
                Some(command) if word.starts_with('-') => of_option(&word, command, words),
                Some(command) => of_extra(&word, command),
                None => Vec::new(),
            }
        }
        ErrorKind::InvalidSubcommand => {
            let Some(word) = text(&error, ContextKind::InvalidSubcommand) else { return error };
            command = None;
            of_command(&word, cli)
        }
        _ => return error,
    };
    let is_unknown_option = command.is_some() && text(&error, ContextKind::InvalidArg).is_some();
    if is_unknown_option || !tips.is_empty() {
        // The tip of clap, to pass an option as a value, helps nobody here.
        error.remove(ContextKind::Suggested);
    }
    if let (Some(command), true) = (command, is_unknown_option) {
        // The usage of clap shows some of the given options as if they were required.
        error.insert(ContextKind::Usage, ContextValue::StyledStr(command.clone().render_usage()));
    }
    if !tips.is_empty() {
        error.remove(ContextKind::SuggestedArg);
        error.remove(ContextKind::SuggestedSubcommand);
        let tips = tips.into_iter().map(StyledStr::from).collect();
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(tips));
    }
    error
}

fn text(error: &clap::Error, kind: ContextKind) -> Option<String> {
    match error.get(kind) {
        Some(ContextValue::String(text)) => Some(text.clone()),
        _ => None,
    }
}

/// Returns what to write instead of an option that a command does not have.
fn of_option(word: &str, command: &Command, words: &[String]) -> Vec<String> {
    if is_negative(word) {
        return match option_before(word, words) {
            Some(_) => Vec::new(),
            None => vec!["write a number from 0".to_owned()],
        };
    }
    if let Some(format) = format_named(command, word.trim_start_matches('-')) {
        return vec![format!("use `--format {format}`")];
    }
    let synonyms = || synonyms::of_option(word);
    let find = |name: &str| command.get_arguments().find(|arg| is_named(arg, name));
    if let Some(arg) = synonyms().find_map(|row| row.here.iter().find_map(|name| find(name))) {
        return vec![how_to_write(arg, command)];
    }
    let takes_players = ["match", "play", "engine"].contains(&command.get_name());
    let otherwise = synonyms().map(|row| row.otherwise).find(|otherwise| !otherwise.is_empty());
    otherwise
        .filter(|otherwise| takes_players || !otherwise.starts_with("a player"))
        .map(str::to_owned)
        .into_iter()
        .collect()
}

/// Returns the value of `--format` with this name.
fn format_named(command: &Command, name: &str) -> Option<String> {
    let format = command.get_arguments().find(|arg| is_named(arg, "format"))?;
    format.get_possible_values().into_iter().map(|value| value.get_name().to_owned()).find(|value| value == name)
}

fn is_named(arg: &Arg, name: &str) -> bool {
    arg.get_long() == Some(name) || arg.is_positional() && arg.get_id() == name
}

/// Returns how an argument is written: `--games <N>`.
fn how_to_write(arg: &Arg, command: &Command) -> String {
    let Some(long) = arg.get_long() else {
        let all: Vec<String> = positionals(command).map(name_of).collect();
        return format!("write it without a name: `boardwright {} {}`", command.get_name(), all.join(" "));
    };
    match arg.get_possible_values().iter().any(|value| value.get_name() == "json") {
        true => "use `--format json`".to_owned(),
        false if arg.get_action().takes_values() => format!("use `--{long} {}`", name_of(arg)),
        false => format!("use `--{long}`"),
    }
}

/// Returns the name of an argument's value: `GAME`.
fn name_of(arg: &Arg) -> String {
    arg.get_value_names().map_or_else(
        || arg.get_id().to_string(),
        |names| names.iter().map(|name| name.as_str()).collect::<Vec<_>>().join(" "),
    )
}

fn positionals(command: &Command) -> impl Iterator<Item = &Arg> {
    command.get_positionals().filter(|arg| !arg.is_hide_set())
}

/// Returns what a command takes, and what an argument too many may mean.
fn of_extra(word: &str, command: &Command) -> Vec<String> {
    let has = |name: &str| command.get_arguments().any(|arg| arg.get_long() == Some(name));
    let name = command.get_name();
    let all: Vec<String> = positionals(command).map(name_of).collect();
    let mut tips = vec![match all.as_slice() {
        [] => format!("`{name}` takes only options"),
        all => format!("`{name}` takes only {}, and options", listed(all).replace('`', "")),
    }];
    if has("set") && word.contains('=') {
        tips.push(format!("settings follow `--set`: `--set {word}`"));
    } else if has("after") || has("moves") {
        let option = if has("after") { "after" } else { "moves" };
        tips.push(format!("moves follow `--{option}`, in quotes: `--{option} \"MOVES\"`"));
    } else if name == "list" && is_game(word) {
        tips.push(format!("`boardwright show {word}` shows a game"));
    }
    tips
}

/// Returns which command does what another program calls so.
fn of_command(word: &str, cli: &Command) -> Vec<String> {
    if is_game(word) {
        return vec![
            format!("`boardwright play {word}` plays this game"),
            format!("`boardwright show {word} --rules` prints its rules"),
        ];
    }
    let Some(here) = synonyms::of_command(word) else { return Vec::new() };
    let command = here.split(' ').next().and_then(|name| cli.find_subcommand(name));
    // The arguments of an answer say enough.
    let about = command.filter(|_| !here.contains(' ')).and_then(Command::get_about);
    vec![match about {
        Some(about) => format!("use `boardwright {here}`: {about}"),
        None => format!("use `boardwright {here}`"),
    }]
}

/// Returns whether a word names a bundled game or a rule file.
fn is_game(word: &str) -> bool {
    word.ends_with(".game") || bundled::source(word).is_some()
}

fn is_negative(word: &str) -> bool {
    word.strip_prefix('-').is_some_and(|number| number.starts_with(|c: char| c.is_ascii_digit()))
}

/// Returns the option before a word.
fn option_before<'w>(word: &str, words: &'w [String]) -> Option<&'w String> {
    words.iter().take_while(|other| *other != word).last().filter(|before| before.starts_with("--"))
}

/// Returns the error of `--games=-3` for `--games -3`, where clap takes the number for an option.
fn with_negative_value(error: &clap::Error, cli: &Command, words: &[String]) -> Option<clap::Error> {
    let word = text(error, ContextKind::InvalidArg).filter(|word| is_negative(word))?;
    refuse_value(option_before(&word, words)?, &word, cli, words)
}

/// Returns the error of the command for a value of one of its options, or `None` if the option takes it.
fn refuse_value(option: &str, value: &str, cli: &Command, words: &[String]) -> Option<clap::Error> {
    let command = words.iter().find_map(|word| cli.find_subcommand(word))?;
    let words = [cli.get_name(), command.get_name(), &format!("{option}={value}")];
    cli.clone().try_get_matches_from(words).err().filter(|error| error.kind() == ErrorKind::ValueValidation)
}

/// Returns the least and the greatest number that an error for a number out of range names.
fn range_of(error: &clap::Error) -> Option<(String, Option<String>)> {
    let range = std::error::Error::source(error)?.to_string();
    let (least, most) = range.split_once(" is not in ")?.1.split_once("..")?;
    // The greatest number of a type is no limit that anybody has set.
    let most = Some(most.trim_start_matches('=').to_owned()).filter(|most| !most.is_empty() && most.len() <= 12);
    Some((least.to_owned(), most))
}

/// Returns the error for a value that is no number, or out of range.
fn wrong_number(error: &clap::Error, cli: &Command, words: &[String]) -> Option<CliError> {
    if error.kind() != ErrorKind::ValueValidation {
        return None;
    }
    let (value, arg) = (text(error, ContextKind::InvalidValue)?, text(error, ContextKind::InvalidArg)?);
    let source = std::error::Error::source(error)?;
    let range = match source.downcast_ref::<ParseIntError>() {
        // Only a number out of range makes clap name the range.
        Some(_) => {
            let option = arg.split(' ').next().filter(|option| option.starts_with("--"));
            let numbers = ["0".to_owned(), u64::MAX.to_string()];
            let mut refused = numbers.iter().filter_map(|number| refuse_value(option?, number, cli, words));
            refused.find_map(|error| range_of(&error))
        }
        None => Some(range_of(error)?),
    };
    let kind = source.downcast_ref::<ParseIntError>().map(ParseIntError::kind);
    let number = if kind.is_some_and(|kind| *kind != IntErrorKind::PosOverflow) { "whole number" } else { "number" };
    let expected = match range {
        Some((least, Some(most))) => format!("expected a {number} from {least} to {most}"),
        _ if kind == Some(&IntErrorKind::PosOverflow) => "expected a smaller number".to_owned(),
        Some((least, None)) => format!("expected a {number} from {least}"),
        None => "expected a whole number from 0, such as 10".to_owned(),
    };
    Some(CliError::usage(format!("invalid value `{value}` for `{arg}`: {expected}")))
}

/// Returns the arguments of this process as text, without its own name, as the commands read them.
pub fn words() -> Vec<String> {
    let words = play::name_sides(std::env::args_os().collect());
    words.into_iter().skip(1).map(|word| word.to_string_lossy().into_owned()).collect()
}
