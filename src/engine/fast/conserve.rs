//! The pieces that actions add. One that moves, takes and puts back, or removes pieces adds none: no player has more pieces of a kind after such a
//! move than before it. Others put neutral pieces, or a few of the mover, one at a time; what more they may add is not bounded.
//!
//! A piece is taken by `let x = at(p)`, then `remove p`. Then `x` may be put once, or be given to an effect that puts it once.

use super::circles::places_called;
use super::plan::Plan;
use crate::game::Game;
use crate::game::expr::{AnyExpr, CellExpr, CellsExpr, Class, Common, PieceExpr, PlayerExpr, Slot};
use crate::game::part::AsPart;
use crate::game::piece::Player;
use crate::game::rules::Action;
use crate::game::stmt::Stmt;

/// The pieces that a move may add.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Gain {
    /// The most pieces of the mover.
    pub own: i64,
    /// Whether there may be neutral ones, in any number.
    pub neutral: bool,
}

/// Returns for each action the pieces that it may add, or `None` if these may be any.
pub(crate) fn actions(game: &Game) -> Vec<Option<Gain>> {
    let puts = parameters(game);
    let gain_of = |body: &[Stmt], held: &[Slot]| {
        let mut walk = Walk { puts: &puts, gain: Gain::default() };
        let hands = Hands { held: held.to_vec(), seen: Vec::new() };
        walk.block(body, Some(hands)).ok().map(|_| walk.gain)
    };
    // An effect may be called any number of times.
    let effects = game.effects.iter().zip(&puts).map(|(effect, held)| gain_of(&effect.body, held));
    let effects: Vec<Option<Gain>> = effects.map(|gain| gain.filter(|gain| gain.own == 0)).collect();
    let of_action = |action: &Action| {
        let own = gain_of(&action.body, &[])?;
        places_called(game, &action.body).into_iter().try_fold(own, |all, effect| {
            effects[effect].map(|gain| Gain { neutral: all.neutral || gain.neutral, ..all })
        })
    };
    game.actions.iter().map(of_action).collect()
}

impl Plan {
    /// Returns the pieces that a move of this action may add, or `None` if these may be any.
    pub(crate) fn gain(&self, action: &Action) -> Option<Gain> {
        let at = self.game.actions.iter().position(|other| other.name == action.name);
        at.and_then(|at| self.gains[at])
    }
}

/// Returns for each effect the parameters that it puts as pieces, or gives to an effect that does.
fn parameters(game: &Game) -> Vec<Vec<Slot>> {
    let mut puts = vec![Vec::new(); game.effects.len()];
    loop {
        let mut more = false;
        for (n, effect) in game.effects.iter().enumerate() {
            let words = effect.parameters.iter().filter(|class| **class == Class::Word).count();
            let mut used = Vec::new();
            put_in(&effect.body, &puts, &mut used);
            for slot in used {
                if usize::from(slot.0) < words && !puts[n].contains(&slot) {
                    puts[n].push(slot);
                    more = true;
                }
            }
        }
        if !more {
            return puts;
        }
    }
}

/// Adds the locals that statements put as pieces.
fn put_in(body: &[Stmt], puts: &[Vec<Slot>], used: &mut Vec<Slot>) {
    for statement in body {
        match statement {
            Stmt::PutPiece { piece, .. } => used.extend(local_piece(piece)),
            Stmt::Call(effect, args, _) => used.extend(given(args, &puts[usize::from(effect.0)]).flatten()),
            other => other.blocks().for_each(|body| put_in(body, puts, used)),
        }
    }
}

/// Returns the arguments for these parameters: the local of each piece, or `None` if the piece is not a local.
fn given<'a>(args: &'a [AnyExpr], parameters: &'a [Slot]) -> impl Iterator<Item = Option<Slot>> + 'a {
    let words = args.iter().filter(|arg| AsPart::part(*arg).class() == Class::Word);
    let taken = words.enumerate().filter(|(n, _)| parameters.iter().any(|slot| usize::from(slot.0) == *n));
    taken.map(|(_, arg)| if let AnyExpr::Piece(piece) = arg { local_piece(piece) } else { None })
}

fn local_piece(piece: &PieceExpr) -> Option<Slot> {
    let PieceExpr::Common(common) = piece else { return None };
    if let Common::Local(slot) = **common { Some(slot) } else { None }
}

fn local_cell(cell: &CellExpr) -> Option<Slot> {
    let CellExpr::Common(common) = cell else { return None };
    if let Common::Local(slot) = **common { Some(slot) } else { None }
}

/// The pieces at hand.
#[derive(Clone)]
struct Hands {
    /// The locals with a taken piece that has not been put.
    held: Vec<Slot>,
    /// The locals with a piece that still stands on the cell of another local.
    seen: Vec<(Slot, Slot)>,
}

impl Hands {
    /// Forgets a local that gets another value.
    fn forget(&mut self, slot: Slot) {
        self.held.retain(|other| *other != slot);
        self.seen.retain(|(piece, cell)| *piece != slot && *cell != slot);
    }

    /// Puts the piece of a local.
    fn put(&mut self, slot: Option<Slot>) -> Result<(), Adds> {
        let at = self.held.iter().position(|other| Some(*other) == slot).ok_or(Adds)?;
        self.held.swap_remove(at);
        self.seen.clear();
        Ok(())
    }
}

/// A piece may be added.
#[derive(Debug)]
struct Adds;

/// The hands after statements; `None` if they do not end there.
type After = Result<Option<Hands>, Adds>;

struct Walk<'w> {
    /// For each effect the parameters that it puts.
    puts: &'w [Vec<Slot>],
    /// What the statements so far may add.
    gain: Gain,
}

impl Walk<'_> {
    fn block(&mut self, body: &[Stmt], hands: Option<Hands>) -> After {
        body.iter().try_fold(hands, |hands, statement| match hands {
            Some(hands) => self.statement(statement, hands),
            None => Ok(None),
        })
    }

    fn statement(&mut self, statement: &Stmt, mut hands: Hands) -> After {
        match statement {
            Stmt::Let(slot, value) if AsPart::part(value).class() == Class::Word => {
                hands.forget(*slot);
                if let AnyExpr::Piece(PieceExpr::At(cell)) = value
                    && let Some(cell) = local_cell(cell)
                    && cell != *slot
                {
                    hands.seen.retain(|(_, other)| *other != cell);
                    hands.seen.push((*slot, cell));
                }
            }
            Stmt::Let(..) | Stmt::Set { .. } | Stmt::Again | Stmt::Reached(_) => {}
            Stmt::Return => return Ok(None),
            Stmt::Remove(CellsExpr::One(cell)) => {
                let cell = local_cell(cell);
                let taken = hands.seen.iter().find(|(_, other)| Some(*other) == cell).map(|(piece, _)| *piece);
                hands.held.extend(taken);
                hands.seen.clear();
            }
            Stmt::Remove(_) | Stmt::Move(..) | Stmt::MoveEach { .. } => hands.seen.clear(),
            Stmt::PutPiece { piece, at: CellsExpr::One(_), .. } => hands.put(local_piece(piece))?,
            Stmt::PutKind { owner: PlayerExpr::Const(Player::NOBODY), .. } => {
                self.gain.neutral = true;
                hands.seen.clear();
            }
            Stmt::PutKind { owner: PlayerExpr::Mover, at: CellsExpr::One(_), .. } => {
                self.gain.own += 1;
                hands.seen.clear();
            }
            Stmt::PutPiece { .. } | Stmt::PutKind { .. } | Stmt::Give(..) => return Err(Adds),
            Stmt::Call(effect, args, _) => {
                let puts = &self.puts[usize::from(effect.0)];
                given(args, puts).try_for_each(|piece| hands.put(piece))?;
                hands.seen.clear();
            }
            Stmt::If(_, yes, no) => {
                let (yes, no) = (self.block(yes, Some(hands.clone()))?, self.block(no, Some(hands))?);
                return Ok(both(yes, no));
            }
            Stmt::For(each, _) => {
                hands.forget(each.slot);
                return self.repeated(&each.body, hands);
            }
            Stmt::While(_, body, _) => return self.repeated(body, hands),
            Stmt::Choose(choose) => {
                let mut inside = hands.clone();
                inside.forget(choose.slot);
                return Ok(both(Some(hands), self.block(&choose.body, Some(inside))?));
            }
        }
        Ok(Some(hands))
    }

    /// Walks through statements that run any number of times: what they put must be taken in each round.
    fn repeated(&mut self, body: &[Stmt], mut hands: Hands) -> After {
        hands.seen.clear();
        let own = self.gain.own;
        loop {
            let after = both(self.block(body, Some(hands.clone()))?, Some(hands.clone()));
            if self.gain.own > own {
                return Err(Adds);
            }
            let Some(after) = after.filter(|after| after.held.len() < hands.held.len()) else { return Ok(Some(hands)) };
            hands = after;
        }
    }
}

/// Returns what is at hand after either.
fn both(one: Option<Hands>, other: Option<Hands>) -> Option<Hands> {
    let (mut one, other) = match (one, other) {
        (Some(one), Some(other)) => (one, other),
        (one, other) => return one.or(other),
    };
    one.held.retain(|slot| other.held.contains(slot));
    one.seen.retain(|pair| other.seen.contains(pair));
    Some(one)
}

#[cfg(test)]
mod tests {
    use super::Gain;

    /// Returns what an action with this `do` may add, in a game with these effects.
    fn gain(body: &str, effects: &str) -> Option<Gain> {
        let rules = format!(
            "game \"Kept\"\nboard square 3 x 3\nplayers White, Black\npiece man, king\nneutral rock\nvar n = 0\n\
             setup {{ man of White at rows(1) man of Black at rows(3) }}\n{effects}\n\
             action go(p: own, q: neighbors(p))\n  do {{ {body} }}\nend {{ when ply > 9: draw when stuck(next): draw }}"
        );
        let engine = crate::load_text(&rules, &[]);
        super::actions(engine.unwrap_or_else(|report| panic!("{rules}\n{report:?}")).game())[0]
    }

    #[test]
    fn pieces_that_are_taken_may_be_put_once() {
        for (keeps, body, effects) in [
            (true, "move p to q", ""),
            (true, "move p to q remove neighbors(q)", ""),
            (true, "let x = at(p) remove p put x at q", ""),
            (true, "let x = at(p) n += 1 remove p if n > 1 { put x at q }", ""),
            (true, "let x = at(p) remove p if n > 1 { put x at q } else { put x at p }", ""),
            (
                true,
                "let x = at(p) remove p fly(x, q)",
                "effect fly(x: piece, c: cell) { while n < 3 { n += 1 if n == 2 { put x at c return } } put x at c }",
            ),
            (true, "let x = at(p) remove p land(x, q)", "effect land(x: piece, c: cell) { if n < 9 { put x at c } }"),
            (
                true,
                "let x = at(p) remove p bump(x, q)",
                "effect bump(x: piece, c: cell) {\nif n > 5 { put x at c return }\nlet y = at(c) remove c n += 1\n\
                 put x at c if y != nothing { bump(y, c) }\n}",
            ),
            (false, "put man of rival(mover) at q", ""),
            (false, "for c in neighbors(p) { put man at c }", ""),
            (false, "put man at neighbors(p)", ""),
            (false, "let x = at(p) put x at q", ""),
            (false, "let x = at(p) remove q put x at q", ""),
            (false, "let x = at(p) move p to q remove p put x at p", ""),
            (false, "let x = at(p) let y = at(p) remove p put x at q put y at p", ""),
            (false, "let x = at(p) remove p put x at q put x at p", ""),
            (false, "let x = at(p) remove p if n > 1 { put x at q } put x at p", ""),
            (false, "let x = at(p) remove p while n < 3 { n += 1 put x at q }", ""),
            (false, "let x = at(p) remove p for c in neighbors(p) { put x at c }", ""),
            (false, "let x = at(p) remove p put x at neighbors(p)", ""),
            (false, "give q to mover", ""),
            (
                false,
                "let x = at(p) remove p bump(x, q)",
                "effect bump(x: piece, c: cell) {\nput x at c if n < 3 { n += 1 bump(x, c) }\n}",
            ),
            (false, "go_on(q)", "effect go_on(c: cell) { if n < 3 { n += 1 put king at c go_on(c) } }"),
        ] {
            assert_eq!(gain(body, effects), keeps.then_some(Gain::default()), "{body} {effects}");
        }
    }

    #[test]
    fn what_is_put_is_counted() {
        for (own, neutral, body, effects) in [
            (1, false, "put man at q", ""),
            (2, false, "put man at q if n > 1 { put king at p }", ""),
            (0, true, "move p to q put rock at p", ""),
            (0, true, "for c in neighbors(p) & empty { put rock at c }", ""),
            (1, true, "put man at q wall(p)", "effect wall(c: cell) { if n < 3 { n += 1 put rock at c wall(c) } }"),
        ] {
            assert_eq!(gain(body, effects), Some(Gain { own, neutral }), "{body} {effects}");
        }
        for (body, effects) in [
            ("let x = at(p) put rock at p remove p put x at q", ""),
            ("let x = at(p) put man at p remove p put x at q", ""),
            ("grow(p)", "effect grow(c: cell) { put man at c }"),
        ] {
            assert_eq!(gain(body, effects), None, "{body} {effects}");
        }
    }
}
