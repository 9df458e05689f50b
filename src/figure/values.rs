//! `set` lines: the variables of a position that differ from their values without `set`.

use super::layout;
use crate::game::Game;
use crate::game::layout::VarLayout;
use crate::game::rules::Var;
use crate::game::value::Value;
use crate::position::Position;
use std::fmt::Write;

/// Writes a line for each value that differs from the bare position's, or one line for a variable whose values are all equal.
pub(super) fn settings(text: &mut String, game: &Game, bare: &Position, position: &Position) {
    for (var, place) in game.vars.iter().zip(&game.layout.vars) {
        let values: Vec<&[u64]> = (0..place.count).map(|n| position.value_words(place, n)).collect();
        let differs = |n: &usize| bare.value_words(place, *n) != position.value_words(place, *n);
        let Some(first) = values.first().filter(|_| (0..place.count).any(|n| differs(&n))) else { continue };
        if values.len() > 1 && values.iter().all(|value| value == first) {
            let _ = writeln!(text, "  set {} = {}", var.name, write(game, var, first));
            continue;
        }
        for n in (0..place.count).filter(differs) {
            let value = write(game, var, position.value_words(place, n));
            let _ = writeln!(text, "  set {}{} = {value}", var.name, indexes(game, var, place, n));
        }
    }
}

/// Writes `(White, 3)`, or nothing for a variable with one value.
fn indexes(game: &Game, var: &Var, place: &VarLayout, n: usize) -> String {
    let values = var.indexes.iter().zip(place.indexes(n));
    let names: Vec<String> = values.map(|(index, number)| Value::of_word(index.ty(), number).source(game)).collect();
    if names.is_empty() { String::new() } else { format!("({})", names.join(", ")) }
}

/// Writes a value in the language.
fn write(game: &Game, var: &Var, words: &[u64]) -> String {
    match Value::stored(var.ty, words) {
        Value::Cells(set) => layout::cells(game, &set),
        value => value.source(game),
    }
}
