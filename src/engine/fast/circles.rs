//! Recursive defs, and recursive or large effects, which become functions of their own.

use crate::game::Game;
use crate::game::part::Part;
use crate::game::rules::Effect;
use crate::game::stmt::Stmt;
use crate::types::Type;

/// An effect with more statements than this, together with those of the effects that it calls, is a function.
const MOST_STATEMENTS: usize = 400;

/// So is one that calls others inside one another to this depth.
const DEEPEST: usize = 24;

/// Returns for each effect whether it is a function: because it is recursive, or because of its size. All others are written out where they
/// are called.
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
    let mut functions: Vec<bool> = (0..calls.len()).map(|start| comes_back(&calls, start)).collect();
    let mut sizes = vec![None; calls.len()];
    (0..calls.len()).for_each(|effect| {
        size(game, &calls, effect, &mut functions, &mut sizes);
    });
    functions
}

/// Returns how many statements an effect has where it is called, and to what depth effects are written out there. Those that turn out to be too
/// large become functions.
fn size(
    game: &Game,
    calls: &[Vec<usize>],
    effect: usize,
    functions: &mut [bool],
    sizes: &mut [Option<(usize, usize)>],
) -> (usize, usize) {
    /// A call.
    const CALL: (usize, usize) = (1, 0);
    if functions[effect] {
        return CALL;
    }
    if let Some(known) = sizes[effect] {
        return known;
    }
    let (mut statements, mut depth) = (statements(&game.effects[effect].body), 0);
    for inner in &calls[effect] {
        let (more, below) = size(game, calls, *inner, functions, sizes);
        (statements, depth) = (statements.saturating_add(more), depth.max(below + 1));
    }
    functions[effect] = statements > MOST_STATEMENTS || depth > DEEPEST;
    let own = if functions[effect] { CALL } else { (statements, depth) };
    sizes[effect] = Some(own);
    own
}

fn statements(body: &[Stmt]) -> usize {
    body.iter().map(|statement| 1 + statement.blocks().map(statements).sum::<usize>()).sum()
}

fn called(statements: &[Stmt], found: &mut Vec<usize>) {
    for statement in statements {
        match statement {
            Stmt::Call(effect, ..) => found.push(effect.0 as usize),
            other => other.blocks().for_each(|body| called(body, found)),
        }
    }
}

/// Returns the places of the effects that statements may run, also by the effects that they call.
pub(crate) fn places_called(game: &Game, body: &[Stmt]) -> Vec<usize> {
    let (mut found, mut left) = (Vec::new(), Vec::new());
    called(body, &mut left);
    while let Some(effect) = left.pop() {
        if !found.contains(&effect) {
            found.push(effect);
            called(&game.effects[effect].body, &mut left);
        }
    }
    found
}

/// Returns the effects that statements may run, also by the effects that they call.
pub(crate) fn effects_called<'g>(game: &'g Game, body: &[Stmt]) -> impl Iterator<Item = &'g Effect> + use<'g> {
    places_called(game, body).into_iter().map(|effect| &game.effects[effect])
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
