//! Which moves may have the same text, as far as the rules show it: where none may, no engine has to compare texts.
//!
//! Two legal moves with one text are one move or a fault, so whoever lists moves has to look at their texts, unless it is
//! proved that texts tell moves apart. The proof has these steps, and gives up where one of them fails:
//!
//! 1. The forms of all texts make a [`net`]. What is written can be [`read`] in one way only: it tells the letters, and the
//!    values that are shown.
//! 2. Texts of different form differ. Where texts have one form, the values shown have to tell the moves apart: those of one
//!    action by what its binders and choices show ([`told`], with the [`bounds`] of what an expression can come to, and sets
//!    that are [`single`]), those of two actions by what can [stand][stands] on the cells shown.
//! 3. Texts can always be written ([`total`]), so that nobody misses a fault.

mod bounds;
mod net;
mod read;
mod single;
mod stands;
mod told;
mod total;

use crate::game::Game;
use crate::game::stmt::Stmt;
use bounds::Bounds;
use net::{Net, Wording};
use told::{Choice, Chosen, is_told};

/// How much is worked out for the proof.
const FUEL: u32 = 1_000_000;

/// Which moves may have the same text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Alike {
    /// Those of these pairs of actions, which may be twice the same; no pairs: none.
    Pairs(Vec<(usize, usize)>),
    /// Nothing is known; or texts may come to faults.
    Unknown,
}

impl Alike {
    /// Whether no two moves can ever have the same text.
    pub(crate) fn never(&self) -> bool {
        matches!(self, Alike::Pairs(pairs) if pairs.is_empty())
    }
}

/// Which moves of a game may have the same text.
pub(crate) fn alike(game: &Game) -> Alike {
    // The bounds keep kinds in words, with a bit for none.
    if game.kinds.len() > 63 || !texts_are_always_written(game) {
        return Alike::Unknown;
    }
    let Some(net) = Net::of(game) else { return Alike::Unknown };
    let reader = read::Reader::new(game);
    let mut bounds = Bounds::new(game, FUEL);
    let mut pairs = Vec::new();
    for a in 0..game.actions.len() {
        for b in a..game.actions.len() {
            let starts = [net.starts[a], net.starts[b]];
            let starts = if a == b { &starts[..1] } else { &starts[..] };
            let apart = if a == b {
                are_own_apart(game, &net, &mut bounds, a)
            } else {
                are_apart(game, &net, &mut bounds, a, b)
            };
            if !apart || !reader.reads(&net, starts) {
                pairs.push((a, b));
            }
        }
    }
    Alike::Pairs(pairs)
}

/// Whether no text can come to a fault.
fn texts_are_always_written(game: &Game) -> bool {
    fn block(game: &Game, stmts: &[Stmt]) -> bool {
        stmts.iter().all(|stmt| match stmt {
            Stmt::If(_, yes, no) => block(game, yes) && block(game, no),
            Stmt::For(each, _) => block(game, &each.body),
            Stmt::While(_, body, _) => block(game, body),
            Stmt::Choose(choose) => total::is_always_written(game, &choose.text) && block(game, &choose.body),
            _ => true,
        })
    }
    game.actions.iter().all(|action| total::is_always_written(game, &action.text) && block(game, &action.body))
        && game.effects.iter().all(|effect| block(game, &effect.body))
}

/// Whether no two moves of an action have the same letters and values.
fn are_own_apart<'g>(game: &'g Game, net: &Net<'g>, bounds: &mut Bounds<'g>, action: usize) -> bool {
    let rules = &game.actions[action];
    let chosen = rules.binders.iter().map(Chosen::of).collect();
    let choice = Choice { chosen, clauses: &rules.clauses, given: Vec::new(), asked: true };
    let wordings = &net.wordings[action];
    are_told(net, bounds, &choice, wordings)
        && net.forks.iter().filter(|fork| fork.action == action).all(|fork| {
            let left_apart = |left: usize| !fork.wordings.iter().any(|wording| net.meet(left, wording.node));
            if !fork.left.is_none_or(left_apart) {
                return false;
            }
            let chosen = Chosen { slot: fork.choose.slot, over: &fork.choose.over };
            if single::is_single(game, chosen.over) {
                return true;
            }
            let shown: Vec<_> = fork.wordings.iter().flat_map(|wording| wording.values.iter().copied()).collect();
            let Some(given) = told::given(bounds, chosen.slot, &shown) else { return false };
            let choice = Choice { chosen: vec![chosen], clauses: fork.clauses, given, asked: false };
            are_told(net, bounds, &choice, &fork.wordings)
        })
}

/// Whether different choices lead to different texts.
fn are_told<'g>(net: &Net<'g>, bounds: &mut Bounds<'g>, choice: &Choice<'g>, wordings: &[Wording<'g>]) -> bool {
    wordings.iter().enumerate().all(|(n, one)| {
        wordings[n..].iter().all(|other| {
            !net.meet(one.node, other.node) || one.letters == other.letters && is_told(bounds, choice, one, other)
        })
    })
}

/// Whether no moves of two actions have the same letters and values in one position.
fn are_apart<'g>(game: &'g Game, net: &Net<'g>, bounds: &mut Bounds<'g>, a: usize, b: usize) -> bool {
    let (first, second) = (&game.actions[a], &game.actions[b]);
    let excluded = |one: &Wording<'g>, other: &Wording<'g>, bounds: &mut Bounds<'g>| {
        one.values.iter().zip(&other.values).any(|(x, y)| {
            let (Some(x), Some(y)) = (told::local(x, &first.clauses), told::local(y, &second.clauses)) else {
                return false;
            };
            stands::on(game, first, x).excludes(stands::on(game, second, y)) || {
                let (x, y) = (told::bound(bounds, first, x), told::bound(bounds, second, y));
                !bounds::equal(&x, &y).yes
            }
        })
    };
    net.wordings[a].iter().all(|one| {
        net.wordings[b].iter().all(|other| {
            !net.meet(one.node, other.node) || one.letters == other.letters && excluded(one, other, bounds)
        })
    })
}

#[cfg(test)]
mod tests;
