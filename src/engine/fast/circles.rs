//! Recursive defs and effects, which become functions of their own.

use crate::game::Game;
use crate::game::part::{AsPart, Expression, Part, by_type};
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
            Stmt::If(_, yes, no) => {
                called(yes, found);
                called(no, found);
            }
            Stmt::For(each, _) => called(&each.body, found),
            Stmt::While(_, body, _) => called(body, found),
            Stmt::Choose(choose) => called(&choose.body, found),
            _ => {}
        }
    }
}

/// Returns the recursive defs.
pub(crate) fn defs(game: &Game) -> Vec<(Type, u16)> {
    let mut defs: Vec<(Type, u16, Vec<Part<'_>>)> = Vec::new();
    for ty in Type::ALL.iter().copied() {
        by_type!(ty, E => for (n, def) in E::defs(&game.defs).iter().enumerate() {
            let values = def.lazies.iter().map(|(_, value)| value.part());
            defs.push((ty, n as u16, std::iter::once(def.body.part()).chain(values).collect()));
        });
    }
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
