//! The variables of a position that differ from their first values.

use crate::figure::layout;
use crate::game::Game;
use crate::game::layout::VarLayout;
use crate::game::rules::Var;
use crate::game::value::Value;
use crate::position::Position;

/// Returns the name and the value of each variable that differs from the bare position's, as rule files write them:
/// `("hand(White)", "3")`; one without indexes for a variable whose values are all equal.
pub(crate) fn assignments(game: &Game, bare: &Position, position: &Position) -> Vec<(String, String)> {
    let mut found = Vec::new();
    for (var, place) in game.vars.iter().zip(&game.layout.vars) {
        let words = |n: usize| position.value_words(place, n);
        let mut differing = (0..place.count).filter(|n| bare.value_words(place, *n) != words(*n)).peekable();
        if differing.peek().is_none() {
            continue;
        }
        if place.count > 1 && (1..place.count).all(|n| words(n) == words(0)) {
            found.push((var.name.clone(), write(game, var, words(0))));
            continue;
        }
        let value = |n| (format!("{}{}", var.name, indexes(game, var, place, n)), write(game, var, words(n)));
        found.extend(differing.map(value));
    }
    found
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
