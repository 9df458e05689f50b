//! Recursive defs and effects, which become functions of their own.

use crate::game::Game;
use crate::game::part::{AsPart, Part, TypeName};
use crate::game::rules::Def;
use crate::game::stmt::Stmt;

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
pub(crate) fn defs(game: &Game) -> Vec<(TypeName, u16)> {
    fn parts<E: AsPart>(defs: &[Def<E>]) -> Vec<Vec<Part<'_>>> {
        let all = |def| {
            let Def { body, lazies, .. }: &Def<E> = def;
            std::iter::once(body.part()).chain(lazies.iter().map(|(_, value)| AsPart::part(value))).collect()
        };
        defs.iter().map(all).collect()
    }
    let of = &game.defs;
    let all = [
        (TypeName::Int, parts(&of.int)),
        (TypeName::Ints, parts(&of.ints)),
        (TypeName::Bool, parts(&of.bool)),
        (TypeName::Cell, parts(&of.cell)),
        (TypeName::Cells, parts(&of.cells)),
        (TypeName::Dir, parts(&of.dir)),
        (TypeName::Dirs, parts(&of.dirs)),
        (TypeName::Player, parts(&of.player)),
        (TypeName::Players, parts(&of.players)),
        (TypeName::Kind, parts(&of.kind)),
        (TypeName::Kinds, parts(&of.kinds)),
        (TypeName::Piece, parts(&of.piece)),
    ];
    let defs: Vec<(TypeName, u16, Vec<Part<'_>>)> = all
        .into_iter()
        .flat_map(|(name, defs)| defs.into_iter().enumerate().map(move |(n, parts)| (name, n as u16, parts)))
        .collect();
    let place = |call: (TypeName, u16)| defs.iter().position(|(name, n, _)| (*name, *n) == call);
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

fn uses(part: Part<'_>, found: &mut Vec<(TypeName, u16)>) {
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
