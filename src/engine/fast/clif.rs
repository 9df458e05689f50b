//! The code of a game as text to read, before it is optimized: [`Fast::clif`](super::Fast::clif).

use super::assemble::Work;
use super::calls::{Calls, Task};
use super::code::Gets;
use super::compile::look_into;
use super::machine::HELPERS;
use super::plan::Plan;
use crate::game::Game;
use cranelift_codegen::ir::Function;
use std::ops::Range;

/// One function of the code of a game, in the text format of Cranelift.
///
/// See [`Fast::clif`](super::Fast::clif) for an example.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ClifFunction {
    /// The player to move and the task: `Black count place`.
    pub name: String,
    /// The code. Functions that it does not call are left out, and `table 3 + 8` stands for an address.
    pub code: String,
}

/// Generates the code of a game and returns each function as text.
pub(super) fn clif(plan: &Plan) -> Gets<Vec<ClifFunction>> {
    let calls = Calls::of(plan);
    let tasks: Vec<String> = calls.all().map(|(player, task)| task_name(&plan.game, player, task)).collect();
    let names: Vec<&str> = HELPERS.iter().map(|(name, ..)| *name).chain(tasks.iter().map(String::as_str)).collect();
    let mut functions = Vec::new();
    let mut see = |work: &Work, function: &Function| {
        let name = match work {
            Work::Task(player, task) => task_name(&plan.game, *player, *task),
            Work::Site(_) => format!("look ahead {}", functions.len() + 1 - tasks.len()),
        };
        // How functions are called depends on the operating system.
        let convention = format!(" {}", function.signature.call_conv);
        functions.push(ClifFunction { name, code: function.to_string().replace(&convention, "") });
    };
    look_into(plan, &mut see)?;
    let tables = plan.tables.all();
    let ranges: Vec<Range<u64>> =
        tables.iter().map(|table| table.as_ptr_range()).map(|range| range.start as u64..range.end as u64).collect();
    for function in &mut functions {
        function.code = readable(&function.code, &names, &ranges);
    }
    Ok(functions)
}

/// Returns the player to move and the task of a function.
fn task_name(game: &Game, player: usize, task: Task) -> String {
    let action = |n: usize| game.actions.get(n).map_or("", |action| action.name.as_str());
    let task = match task {
        Task::Count(n) => format!("count {}", action(n)),
        Task::Any(n) => format!("any {}", action(n)),
        Task::List(n) => format!("list {}", action(n)),
        Task::Agreeing(n) => format!("agreeing {}", action(n)),
        Task::Do(n) => format!("do {}", action(n)),
        Task::Play(n) => format!("play {}", action(n)),
        Task::Show(n) => format!("show {}", action(n)),
        Task::Effect(n) => format!("effect {}", game.effects.get(n).map_or("", |effect| effect.name.as_str())),
        Task::Def(n, moment) => format!("def {n} {moment:?}").to_lowercase(),
        Task::AnyAll => "any".to_owned(),
        single => format!("{single:?}").to_lowercase(),
    };
    format!("{} {task}", game.players.get(player).map_or("", |player| player.name.as_str()))
}

/// Leaves out the functions that are not called, names the others, and writes addresses as places in tables.
fn readable(code: &str, names: &[&str], tables: &[Range<u64>]) -> String {
    let mut text = String::new();
    for line in code.lines() {
        if line.starts_with("    sig") {
            continue;
        }
        let declared = line.trim_start().strip_prefix("fn").and_then(|rest| rest.split_once(" = "));
        let Some((function, declaration)) = declared else {
            text.push_str(&without_addresses(line, tables));
            text.push('\n');
            continue;
        };
        if code.contains(&format!(" fn{function}(")) {
            let number = declaration.split_once("u0:").and_then(|(_, rest)| rest.split(' ').next()?.parse().ok());
            let name = number.and_then(|number: usize| names.get(number)).copied().unwrap_or("look ahead");
            text.push_str(&format!("    fn{function} = {name}\n"));
        }
    }
    text
}

/// Replaces the addresses of tables in a line.
fn without_addresses(line: &str, tables: &[Range<u64>]) -> String {
    let word = |word: &str| {
        let number = word.strip_prefix("0x").and_then(|digits| u64::from_str_radix(&digits.replace('_', ""), 16).ok());
        let table = number.and_then(|number| Some((tables.iter().position(|table| table.contains(&number))?, number)));
        table.map_or_else(|| word.to_owned(), |(at, number)| format!("table {at} + {}", number - tables[at].start))
    };
    // What Cranelift adds as a comment repeats the constants.
    let line = line.split("  ;").next().unwrap_or(line);
    line.split(' ').map(word).collect::<Vec<_>>().join(" ")
}
