//! The pieces that actions add. One that moves, takes and puts back, or removes pieces adds none: no player has more pieces of a kind after such a
//! move than before it. Others put or give a few, as many as the sets have cells where they do so; what more they may add is not bounded.
//!
//! A piece is taken by `let x = at(p)`, then `remove p`. Then `x` may be put once, or be given to an effect that puts it once.

use super::circles::places_called;
use super::plan::Plan;
use crate::analysis::{AbstractValue, Analysis, FrameFacts, Limits};
use crate::game::Game;
use crate::game::expr::{AnyExpr, CellExpr, CellsExpr, Class, Common, PieceExpr, PlayerExpr, Slot};
use crate::game::part::AsPart;
use crate::game::piece::Player;
use crate::game::rules::{Action, Clause};
use crate::game::stmt::Stmt;

/// A move that may add more pieces than this, or empty more cells, counts as unbounded: few of the numbers drawn for its choices would stand for
/// one.
pub(crate) const FEW: i64 = 24;

/// The most expressions analyzed to bound a set.
const FUEL: u32 = 1000;

/// Returns how many elements a set has at most, whatever the locals are that these clauses do not tell.
pub(crate) fn most<'g>(game: &'g Game, clauses: &'g [Clause], set: &impl AsPart) -> i64 {
    Analysis::of(game, Limits::new(FUEL)).inside(FrameFacts::of(clauses), |inner| inner.count(set))
}

/// The pieces that a move may add.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Gain {
    /// The most pieces of the mover. Neutral ones of a kind that is not known beforehand count here, too.
    pub own: i64,
    /// The most pieces of all others.
    pub others: i64,
    /// Whether there may be pieces of neutral kinds that are known, in any number.
    pub neutral: bool,
}

impl Gain {
    /// What comes of two that happen both, or of one that happens `times`.
    fn and(self, other: Gain, times: i64) -> Result<Gain, Adds> {
        let sum = |a: i64, b: i64| a.saturating_add(b.saturating_mul(times));
        let (own, others) = (sum(self.own, other.own), sum(self.others, other.others));
        let all = Gain { own, others, neutral: self.neutral || other.neutral };
        if own.saturating_add(others) <= FEW { Ok(all) } else { Err(Adds) }
    }

    /// How many pieces of players these are at most.
    pub(crate) fn pieces(self) -> i64 {
        self.own + self.others
    }

    /// What is among both of two.
    pub(crate) fn meet(self, other: Gain) -> Gain {
        Gain {
            own: self.own.min(other.own),
            others: self.others.min(other.others),
            neutral: self.neutral && other.neutral,
        }
    }

    /// What comes of one of two.
    pub(crate) fn or(self, other: Gain) -> Gain {
        Gain {
            own: self.own.max(other.own),
            others: self.others.max(other.others),
            neutral: self.neutral || other.neutral,
        }
    }

    /// Returns whether no player gets a piece.
    fn is_conserving(self) -> bool {
        self.pieces() == 0
    }
}

/// Returns for each action the pieces that it may add, or `None` if these may be any.
pub(crate) fn actions(game: &Game) -> Vec<Option<Gain>> {
    let mut gains = Gains { game, puts: parameters(game), effects: vec![None; game.effects.len()] };
    game.actions.iter().map(|action| gains.of_body(&action.body, &action.clauses, &[], true)).collect()
}

/// The pieces that effects may add.
struct Gains<'g> {
    game: &'g Game,
    /// For each effect the parameters that it puts.
    puts: Vec<Vec<Slot>>,
    /// What is found so far.
    effects: Vec<Option<Option<Gain>>>,
}

impl<'g> Gains<'g> {
    /// Returns what statements may add that have these pieces at hand; what they call is left out unless it is `followed`.
    fn of_body(&mut self, body: &[Stmt], clauses: &'g [Clause], held: &[Slot], followed: bool) -> Option<Gain> {
        let mut walk = Walk { gains: self, clauses, followed, gain: Gain::default() };
        walk.block(body, Some(Hands { held: held.to_vec(), seen: Vec::new() })).ok()?;
        Some(walk.gain)
    }

    /// Returns what a call of an effect may add.
    fn of_effect(&mut self, effect: usize) -> Option<Gain> {
        if let Some(known) = self.effects[effect] {
            return known;
        }
        let game = self.game;
        let called = places_called(game, &game.effects[effect].body);
        let mut own = |one: usize, followed| {
            let held = self.puts[one].clone();
            self.of_body(&game.effects[one].body, &[], &held, followed)
        };
        let gain = if called.contains(&effect) {
            // All that are called from here may run any number of times.
            let mut all = called.iter().map(|one| own(*one, false).filter(|gain| gain.is_conserving()));
            all.try_fold(Gain::default(), |all, one| Some(all.or(one?)))
        } else {
            own(effect, true)
        };
        self.effects[effect] = Some(gain);
        gain
    }
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

struct Walk<'w, 'g> {
    gains: &'w mut Gains<'g>,
    /// The clauses of the action.
    clauses: &'g [Clause],
    /// Whether what the statements call counts.
    followed: bool,
    /// What the statements so far may add.
    gain: Gain,
}

impl Walk<'_, '_> {
    /// Adds one piece of this player on each cell.
    fn add(&mut self, owner: &PlayerExpr, at: &CellsExpr) -> Result<(), Adds> {
        if matches!(owner, PlayerExpr::Const(Player::NOBODY)) {
            self.gain.neutral = true;
            return Ok(());
        }
        let game = self.gains.game;
        let mut analysis = Analysis::of(game, Limits::new(FUEL));
        let may_be =
            |of: AbstractValue| if let AbstractValue::Player(of) = of { (of.mover, of.other) } else { (true, true) };
        let (own, others) = analysis.inside(FrameFacts::of(self.clauses), |inner| may_be(inner.value(owner.part())));
        let one = Gain { own: own.into(), others: others.into(), neutral: false };
        self.gain = self.gain.and(one, most(game, self.clauses, at))?;
        Ok(())
    }

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
            Stmt::PutPiece { .. } => return Err(Adds),
            Stmt::PutKind { owner, at, .. } | Stmt::Give(at, owner, _) => {
                self.add(owner, at)?;
                hands.seen.clear();
            }
            Stmt::Call(effect, args, _) => {
                let effect = usize::from(effect.0);
                given(args, &self.gains.puts[effect]).try_for_each(|piece| hands.put(piece))?;
                if self.followed {
                    let more = self.gains.of_effect(effect).ok_or(Adds)?;
                    self.gain = self.gain.and(more, 1)?;
                }
                hands.seen.clear();
            }
            Stmt::If(_, yes, no) => {
                let before = self.gain;
                let yes = self.block(yes, Some(hands.clone()))?;
                let after = std::mem::replace(&mut self.gain, before);
                let no = self.block(no, Some(hands))?;
                self.gain = self.gain.or(after);
                return Ok(both(yes, no));
            }
            Stmt::For(each, _) => {
                hands.forget(each.slot);
                let rounds = most(self.gains.game, self.clauses, &each.over);
                return self.repeated(&each.body, hands, rounds);
            }
            Stmt::While(_, body, _) => return self.repeated(body, hands, i64::MAX),
            Stmt::Choose(choose) => {
                let mut inside = hands.clone();
                inside.forget(choose.slot);
                return Ok(both(Some(hands), self.block(&choose.body, Some(inside))?));
            }
        }
        Ok(Some(hands))
    }

    /// Walks through statements that run up to this many times: what they put from the hands must be taken in each round.
    fn repeated(&mut self, body: &[Stmt], mut hands: Hands, rounds: i64) -> After {
        hands.seen.clear();
        let before = std::mem::take(&mut self.gain);
        loop {
            self.gain = Gain::default();
            let after = both(self.block(body, Some(hands.clone()))?, Some(hands.clone()));
            let Some(after) = after.filter(|after| after.held.len() < hands.held.len()) else { break };
            hands = after;
        }
        self.gain = before.and(self.gain, rounds)?;
        Ok(Some(hands))
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
            (false, "let x = at(p) put x at q", ""),
            (false, "let x = at(p) remove q put x at q", ""),
            (false, "let x = at(p) move p to q remove p put x at p", ""),
            (false, "let x = at(p) let y = at(p) remove p put x at q put y at p", ""),
            (false, "let x = at(p) remove p put x at q put x at p", ""),
            (false, "let x = at(p) remove p if n > 1 { put x at q } put x at p", ""),
            (false, "let x = at(p) remove p while n < 3 { n += 1 put x at q }", ""),
            (false, "let x = at(p) remove p for c in neighbors(p) { put x at c }", ""),
            (false, "let x = at(p) remove p put x at neighbors(p)", ""),
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
        for (own, others, neutral, body, effects) in [
            (1, 0, false, "put man at q", ""),
            (2, 0, false, "put man at q if n > 1 { put king at p }", ""),
            (1, 0, false, "if n > 1 { put man at p } else { put king at q }", ""),
            (2, 0, false, "put man at p | q", ""),
            (4, 0, false, "put man at neighbors(p)", ""),
            (0, 1, false, "put man of rival(mover) at q", ""),
            (1, 1, false, "put man of rival(owner(p)) at q", ""),
            (1, 0, false, "give q to mover", ""),
            (1, 1, false, "give q to rival(owner(q))", ""),
            (0, 4, false, "give neighbors(q) & man to rival(mover)", ""),
            (4, 0, false, "for c in neighbors(p) { put man at c }", ""),
            (
                5,
                4,
                false,
                "put man at q for c in neighbors(p) { grow(c) }",
                "effect grow(c: cell) { give c to rival(owner(c)) }",
            ),
            (
                2,
                0,
                false,
                "grow(p)",
                "effect grow(c: cell) { put man at c more(c) } effect more(c: cell) { put king at c }",
            ),
            (0, 0, true, "move p to q put rock at p", ""),
            (0, 0, true, "for c in neighbors(p) & empty { put rock at c }", ""),
            (1, 0, true, "put man at q wall(p)", "effect wall(c: cell) { if n < 3 { n += 1 put rock at c wall(c) } }"),
        ] {
            assert_eq!(gain(body, effects), Some(Gain { own, others, neutral }), "{body} {effects}");
        }
        for (body, effects) in [
            ("let x = at(p) put rock at p remove p put x at q", ""),
            ("let x = at(p) put man at p remove p put x at q", ""),
            ("let x = at(p) give p to rival(mover) remove p put x at q", ""),
            ("while n < 3 { n += 1 give q to mover }", ""),
            ("for c in board { for d in board { put man at d } }", ""),
            (
                "one(p)",
                "effect one(c: cell) { if n < 3 { other(c) } } effect other(c: cell) { n += 1 put man at c one(c) }",
            ),
        ] {
            assert_eq!(gain(body, effects), None, "{body} {effects}");
        }
    }
}
