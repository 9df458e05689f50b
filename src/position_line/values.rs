//! The variables of a position that differ from their first values.

use crate::figure::layout;
use crate::game::Game;
use crate::game::rules::Var;
use crate::game::value::Value;
use crate::position::{ChangedValue, Position};

/// Returns the name and the value of each variable that differs from the bare position's, as rule files write them:
/// `("hand(White)", "3")`; one without indexes for a variable whose values are all equal.
pub(crate) fn assignments(game: &Game, bare: &Position, position: &Position) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let changed: Vec<ChangedValue<'_>> = position.changed_values(bare, game).collect();
    for values in changed.chunk_by(|one, next| one.id == next.id) {
        let [ChangedValue { var, place, words, .. }, ..] = values else { continue };
        if place.count > 1 && (0..place.count).all(|n| position.value_words(place, n) == *words) {
            found.push((var.name.clone(), write(game, var, words)));
        } else {
            let name = |value: &ChangedValue<'_>| format!("{}{}", var.name, indexes(game, value));
            found.extend(values.iter().map(|value| (name(value), write(game, var, value.words))));
        }
    }
    found
}

/// Returns a condition for each value that differs from the one in another position: `hand(White) == 3`, `not moved`.
pub(crate) fn conditions(game: &Game, before: &Position, position: &Position) -> Vec<String> {
    let condition = |value: ChangedValue<'_>| {
        let name = format!("{}{}", value.var.name, indexes(game, &value));
        match Value::stored(value.var.ty, value.words) {
            Value::Bool(true) => name,
            Value::Bool(false) => format!("not {name}"),
            value => format!("{name} == {}", value.source(game)),
        }
    };
    position.changed_values(before, game).map(condition).collect()
}

/// A value that differs between two positions, as rule files write it.
pub(super) struct Differing {
    /// The variable with its indexes: `hand(White)`.
    pub name: String,
    pub found: String,
    pub expected: String,
}

/// Returns each value that differs.
pub(super) fn differing(game: &Game, found: &Position, expected: &Position) -> Vec<Differing> {
    let differing = found.changed_values(expected, game).map(|value| Differing {
        name: format!("{}{}", value.var.name, indexes(game, &value)),
        found: write(game, value.var, value.words),
        expected: write(game, value.var, value.was),
    });
    differing.collect()
}

/// Writes `(White, 3)`, or nothing for a variable with one value.
fn indexes(game: &Game, value: &ChangedValue<'_>) -> String {
    let names: Vec<String> = value.indexes().map(|index| index.source(game)).collect();
    if names.is_empty() { String::new() } else { format!("({})", names.join(", ")) }
}

/// Writes a value in the language.
fn write(game: &Game, var: &Var, words: &[u64]) -> String {
    match Value::stored(var.ty, words) {
        Value::Cells(set) => layout::cells(game, &set),
        value => value.source(game),
    }
}
