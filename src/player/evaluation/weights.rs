//! The weights that an evaluation begins with.

use super::goals::{Form, Goals};
use crate::game::Game;

/// Returns a guess of the weights of these features.
pub(super) fn guess(game: &Game, goals: &Goals, names: &[String]) -> Vec<f32> {
    let mut weights = Vec::new();
    for _ in &game.kinds {
        // As `places::NAMES`.
        weights.extend([0.7, 0.4, 0.2, 0.0, 0.0]);
    }
    for goal in &goals.all {
        match goal.forms.iter().flatten().next() {
            Some(Form::Compared(..)) => weights.push(1.0),
            Some(Form::Score(..)) => weights.push(0.05),
            Some(Form::Region(..)) => weights.extend([2.0, 1.0]),
            Some(Form::Rows(rows)) => weights.extend([1.2, 0.3, 0.08].iter().take(rows.names().len())),
            Some(Form::Link(_)) => weights.extend([0.5, 1.0, 0.2]),
            None => {}
        }
    }
    // The variables, which may mean anything.
    weights.resize(names.len() - 3, 0.0);
    let moves = match (goals.is_stuck, goals.is_only_stuck) {
        (true, true) => 1.5,
        (true, false) => 0.3,
        _ => 0.0,
    };
    weights.extend([moves, 0.0, 0.0]);
    weights
}

/// Returns for each feature how many samples it takes to outweigh the guess.
pub(super) fn strengths(names: &[String]) -> Vec<f32> {
    let strength = |name: &String| match name.split(' ').next().unwrap_or("") {
        "first" => 1.0,
        "score" => 20.0,
        "variable" | "moves" | "to" => 50.0,
        "edge" | "corner" => 100.0,
        // Random games tell whether these are good, but not by how much among each other.
        "material" | "advance" | "center" => 1000.0,
        _ => 1500.0,
    };
    names.iter().map(strength).collect()
}
