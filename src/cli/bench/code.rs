//! `bench --clif TASK`: the native code of a game, for those who work on the engine.

use super::loaded::BenchGame;
use crate::cli::out::{CliError, Out};
use boardwright::engine::fast::ClifFunction;
use boardwright::internals::suggest;

/// Prints the functions of a task, `any`, for each player, or `Black any` for one.
pub fn print(game: &BenchGame, task: &str, out: &mut Out) -> Result<(), CliError> {
    let functions = game.fast().clif().map_err(|why| {
        CliError::usage(format!("`{}` uses the reference engine, because {why} cannot be compiled", game.name))
    })?;
    let of_player = |function: &ClifFunction| function.name.split_once(' ').map_or("", |(_, task)| task).to_owned();
    let is_wanted = |function: &&ClifFunction| function.name == task || of_player(function) == task;
    let wanted: Vec<&ClifFunction> = functions.iter().filter(is_wanted).collect();
    if wanted.is_empty() {
        let mut tasks: Vec<String> = functions.iter().map(of_player).collect();
        tasks.sort();
        tasks.dedup();
        let tasks: Vec<&str> = tasks.iter().map(String::as_str).collect();
        let message = format!("`{}` has no task `{task}`; it has {}", game.name, suggest::alternatives(&tasks));
        return Err(CliError::usage(message));
    }
    for function in wanted {
        out.line(format!("; {}", function.name))?;
        out.line(&function.code)?;
    }
    Ok(())
}
