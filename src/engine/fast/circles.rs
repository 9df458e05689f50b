//! Recursive defs and effects, which become functions of their own.

use crate::game::Game;
use crate::game::part::Part;
use crate::game::stmt::Stmt;
use crate::types::Type;

/// Returns for each effect whether it is recursive.
pub(crate) fn effects(game: &Game) -> Vec<bool> {
    let calls: Vec<Vec<usize>> = game
        .effects
        .iter()
        .map(|effect| {
            let mut found = Vec::new();
            called(&effect.body, &mut found);
            found
        })
        .collect();
    (0..calls.len()).map(|start| comes_back(&calls, start)).collect()
}

fn called(statements: &[Stmt], found: &mut Vec<usize>) {
    for statement in statements {
        match statement {
            Stmt::Call(effect, ..) => found.push(effect.0 as usize),
            other => other.blocks().for_each(|body| called(body, found)),
        }
    }
}

/// Returns the recursive defs.
pub(crate) fn defs(game: &Game) -> Vec<(Type, u16)> {
    let defs: Vec<(Type, u16, Vec<Part<'_>>)> = game.defs.parts();
    let place = |call: (Type, u16)| defs.iter().position(|(name, n, _)| (*name, *n) == call);
    let calls: Vec<Vec<usize>> = defs
        .iter()
        .map(|(_, _, parts)| {
            let mut found = Vec::new();
            parts.iter().for_each(|part| uses(*part, &mut found));
            found.into_iter().filter_map(place).collect()
        })
        .collect();
    let circular = |at: &usize| comes_back(&calls, *at);
    (0..defs.len()).filter(circular).map(|at| (defs[at].0, defs[at].1)).collect()
}

fn uses(part: Part<'_>, found: &mut Vec<(Type, u16)>) {
    found.extend(part.call());
    part.each(&mut |inner| uses(inner, found));
}

/// Returns whether a path along these calls leads back to its start.
fn comes_back(calls: &[Vec<usize>], start: usize) -> bool {
    let mut seen = vec![false; calls.len()];
    let mut left = calls[start].clone();
    while let Some(here) = left.pop() {
        if here == start {
            return true;
        }
        if !std::mem::replace(&mut seen[here], true) {
            left.extend(&calls[here]);
        }
    }
    false
}
