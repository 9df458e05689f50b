//! Actions that add no pieces: they move, take and put back, or remove. No player has more pieces of a kind after such a move than
//! before it.
//!
//! A piece is taken by `let x = at(p)`, then `remove p`. Then `x` may be put once, or be given to an effect that puts it once.

use super::circles::places_called;
use super::plan::Plan;
use crate::game::Game;
use crate::game::expr::{AnyExpr, CellExpr, CellsExpr, Class, Common, PieceExpr, Slot};
use crate::game::part::AsPart;
use crate::game::rules::Action;
use crate::game::stmt::Stmt;

/// Returns for each action whether it adds no pieces.
pub(crate) fn actions(game: &Game) -> Vec<bool> {
    let walk = Walk { puts: parameters(game) };
    let keeps = |(body, held): (&[Stmt], &Vec<Slot>)| {
        let hands = Hands { held: held.clone(), seen: Vec::new() };
        walk.block(body, Some(hands)).is_ok()
    };
    let effects: Vec<bool> = game.effects.iter().map(|effect| &effect.body[..]).zip(&walk.puts).map(keeps).collect();
    let conserves = |action: &Action| {
        let called = places_called(game, &action.body);
        keeps((&action.body, &Vec::new())) && called.into_iter().all(|effect| effects[effect])
    };
    game.actions.iter().map(conserves).collect()
}

impl Plan {
    /// Returns whether no player has more pieces of a kind after a move of this action than before it.
    pub(crate) fn conserves(&self, action: &Action) -> bool {
        self.game.actions.iter().zip(&self.conserving).any(|(other, keeps)| *keeps && other.name == action.name)
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

struct Walk {
    /// For each effect the parameters that it puts.
    puts: Vec<Vec<Slot>>,
}

impl Walk {
    fn block(&self, body: &[Stmt], hands: Option<Hands>) -> After {
        body.iter().try_fold(hands, |hands, statement| match hands {
            Some(hands) => self.statement(statement, hands),
            None => Ok(None),
        })
    }

    fn statement(&self, statement: &Stmt, mut hands: Hands) -> After {
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
    fn repeated(&self, body: &[Stmt], mut hands: Hands) -> After {
        hands.seen.clear();
        loop {
            let after = both(self.block(body, Some(hands.clone()))?, Some(hands.clone()));
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
    /// Returns whether an action with this `do` adds no pieces, in a game with these effects.
    fn conserves(body: &str, effects: &str) -> bool {
        let rules = format!(
            "game \"Kept\"\nboard square 3 x 3\nplayers White, Black\npiece man, king\nvar n = 0\n\
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
            (false, "put man at q", ""),
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
            assert_eq!(conserves(body, effects), keeps, "{body} {effects}");
        }
    }
}
