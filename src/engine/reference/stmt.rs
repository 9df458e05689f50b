//! Statements: what a `do` and its effects change.

use super::budget;
use super::run::{Run, fault, unsaid};
use super::text::shown;
use super::value::Ran;
use crate::diagnostic::Code;
use crate::game::cells::Cell;
use crate::game::expr::*;
use crate::game::operator::bit;
use crate::game::part::AsPart;
use crate::game::piece::Player;
use crate::game::place::PlaceKind;
use crate::game::stmt::*;
use crate::moves::Move;
use crate::source::Span;
use smallvec::SmallVec;

/// The way in which a statement ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flow {
    /// At its end.
    On,
    /// By `return`.
    Return,
    /// At a `choose` for which the script has no choice: its choices are on offer in the script.
    Offer,
}

impl<const W: usize> Run<'_, W> {
    /// Runs statements until one of them is left early.
    pub(super) fn block(&mut self, statements: &[Stmt]) -> Ran<Flow> {
        for statement in statements {
            let flow = self.statement(statement)?;
            if flow != Flow::On {
                return Ok(flow);
            }
        }
        Ok(Flow::On)
    }

    fn count_statement(&mut self) -> Ran<()> {
        self.spent.statements += 1;
        if self.spent.statements > budget::STATEMENTS {
            return Err(self.exhausted("statements in one move", u64::from(budget::STATEMENTS)));
        }
        self.step()
    }

    fn statement(&mut self, statement: &Stmt) -> Ran<Flow> {
        if let Stmt::Reached(place) = statement {
            self.reached(*place);
            return Ok(Flow::On);
        }
        self.count_statement()?;
        match statement {
            Stmt::Let(slot, value) => {
                let value = self.value(value.part())?;
                self.frames.set(*slot, value);
            }
            Stmt::Set { target, value } => self.assign(target, value)?,
            Stmt::If(condition, yes, no) => {
                let chosen = if self.bool(condition)? { yes } else { no };
                return self.block(chosen);
            }
            Stmt::For(each, span) => {
                for element in self.elements(&each.over)? {
                    self.place = *span;
                    self.count_statement()?;
                    self.frames.set_word(each.slot, element);
                    let flow = self.block(&each.body)?;
                    if flow != Flow::On {
                        return Ok(flow);
                    }
                }
            }
            Stmt::While(condition, body, span) => {
                while self.bool(condition)? {
                    self.place = *span;
                    self.count_statement()?;
                    let flow = self.block(body)?;
                    if flow != Flow::On {
                        return Ok(flow);
                    }
                }
            }
            Stmt::Call(effect, args, span) => return self.effect(*effect, args, *span),
            Stmt::Choose(choose) => return self.choose(choose),
            Stmt::PutKind { kind, owner, at, span } => {
                let piece = Piece { kind: self.kind(kind)?, owner: self.player(owner)? };
                self.put(piece, at, *span)?;
            }
            Stmt::PutPiece { piece, at, span } => {
                let piece = self.piece(piece)?;
                self.put(piece, at, *span)?;
            }
            Stmt::Remove(at) => {
                let at = self.cells(at)?.and(&self.state.occupied);
                self.steps(at.len())?;
                at.iter().for_each(|cell| self.state.remove(cell));
            }
            Stmt::Move(from, to, span) => {
                let (from, to) = (self.cell(from)?, self.cell(to)?);
                let piece = self.state.at(from);
                if piece.is_nothing() {
                    let name = self.game.board.name(from);
                    return Err(fault(Code::F08, *span, format!("`move` found no piece on `{name}`")));
                }
                self.state.remove(from);
                self.state.put(piece, to);
            }
            Stmt::MoveEach { slot, over, to, span } => self.move_each(*slot, over, to, *span)?,
            Stmt::Give(at, to, span) => self.give(at, to, *span)?,
            Stmt::Again => self.state.again = true,
            Stmt::Reached(_) => {}
            Stmt::Return => return Ok(Flow::Return),
        }
        Ok(Flow::On)
    }

    fn assign(&mut self, target: &VarRef, value: &AnyExpr) -> Ran<()> {
        let value = self.value(value.part())?;
        let offset = self.offset(target)?;
        self.set_value(offset, value);
        Ok(())
    }

    fn effect(&mut self, effect: crate::game::rules::EffectId, args: &[AnyExpr], span: Span) -> Ran<Flow> {
        let game = self.game;
        let Some(effect) = game.effects.get(effect.0 as usize) else { return Err(unsaid(span)) };
        self.reached_named(PlaceKind::Effect, effect.span);
        let at = self.frames.heights();
        self.arguments(args)?;
        let outer = self.frames.enter(at, effect.frame, &[]);
        self.place = span;
        let flow = self.deeper(|run| run.block(&effect.body))?;
        self.frames.leave(at, outer);
        Ok(if flow == Flow::Return { Flow::On } else { flow })
    }

    fn choose(&mut self, choose: &Choose) -> Ran<Flow> {
        let offered = self.elements(&choose.over)?;
        if offered.is_empty() {
            return Ok(Flow::On);
        }
        let Some(chosen) = self.script.next() else {
            if let Some(sought) = self.sought.as_mut().filter(|_| self.texting) {
                sought.note(&self.text, choose.span);
            }
            self.script.offer(offered, choose.may);
            return Ok(Flow::Offer);
        };
        if chosen == Move::LEFT && choose.may {
            return Ok(Flow::On);
        }
        let chosen = i64::from(chosen);
        if !offered.contains(chosen) {
            let value = shown(self.game, choose.over.part().ty(), chosen);
            return Err(fault(Code::F06, choose.span, format!("{value} cannot be chosen here")));
        }
        self.frames.set_word(choose.slot, chosen);
        if self.texting {
            self.write(&choose.text)?;
        }
        self.block(&choose.body)
    }

    fn put(&mut self, piece: Piece, at: &CellsExpr, span: Span) -> Ran<()> {
        let at = self.cells(at)?;
        self.steps(at.len())?;
        let piece = self.placeable(piece, span)?;
        at.iter().for_each(|cell| self.state.put(piece, cell));
        Ok(())
    }

    /// Returns the piece as it can stand on the board: a neutral kind belongs to nobody, any other kind to a player.
    fn placeable(&self, piece: Piece, span: Span) -> Ran<Piece> {
        let Some(kind) = self.game.kinds.get(piece.kind.0 as usize) else {
            return Err(fault(Code::F08, span, "`nothing` cannot be put on the board"));
        };
        if kind.neutral {
            return Ok(Piece { owner: Player::NOBODY, ..piece });
        }
        if piece.owner.0 as usize >= self.game.players.len() {
            return Err(fault(Code::F08, span, format!("a {} without an owner cannot be put on the board", kind.name)));
        }
        Ok(piece)
    }

    fn move_each(&mut self, slot: Slot, over: &CellsExpr, to: &CellExpr, span: Span) -> Ran<()> {
        let mut moved: SmallVec<[(Piece, Cell); 16]> = SmallVec::new();
        let over = self.cells(over)?.and(&self.state.occupied);
        let mut filled = crate::game::cells::Set::<W>::EMPTY;
        for cell in over.iter() {
            let to = self.with(slot, i64::from(cell.0), |run| run.cell(to))?;
            if filled.contains(to) {
                let name = self.game.board.name(to);
                return Err(fault(Code::F08, span, format!("`move each` moves two pieces to `{name}`")));
            }
            filled.insert(to);
            moved.push((self.state.at(cell), to));
        }
        over.iter().for_each(|cell| self.state.remove(cell));
        moved.into_iter().for_each(|(piece, to)| self.state.put(piece, to));
        Ok(())
    }

    fn give(&mut self, at: &CellsExpr, to: &PlayerExpr, span: Span) -> Ran<()> {
        let at = self.cells(at)?.and(&self.state.occupied);
        self.steps(at.len())?;
        let to = self.player(to)?;
        if bit(to.0) == 0 {
            return Err(fault(Code::F08, span, "pieces cannot be given to `nothing`"));
        }
        for cell in at.iter() {
            let piece = self.state.at(cell);
            if bit(piece.owner.0) == 0 {
                let (kind, name) = (self.game.kind_name(piece.kind), self.game.board.name(cell));
                return Err(fault(Code::F09, span, format!("the {kind} on `{name}` is neutral and cannot be given")));
            }
            self.state.put(Piece { owner: to, ..piece }, cell);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::*;
    use crate::diagnostic::Code;

    const END: &str = "end { when stuck(next): draw }";

    fn fault_of(body: &str) -> (Code, String, String) {
        fault(&format!(
            "board square 3 x 1 players A, B piece stone, man neutral rock
             setup {{ stone of A at a1; rock at b1 }}
             var n = 0 var k: kind
             effect again_and_again(p: cell) {{ again_and_again(p) }}
             action act() do {{ {body} }} {END}"
        ))
    }

    #[test]
    fn what_runs_on_is_stopped() {
        assert_eq!(fault_of("while true { n = 1 - n }").0, Code::F04);
        assert_eq!(fault_of("again_and_again(a1)").0, Code::F04);
        let loops = "for x in 1..100000 { for y in 1..100000 { } }";
        assert_eq!(fault_of(loops).1, "more than 100000 statements in one move");
    }

    #[test]
    fn numbers_and_questions_without_an_answer() {
        assert_eq!(fault_of("n = 2000000000; n += 2000000000").0, Code::F05);
        assert_eq!(fault_of("n = 7 / n"), (Code::F05, "7 is divided by 0".into(), "7 / n".into()));
        assert_eq!(fault_of("n = row(step(a1, W))").0, Code::F06);
        assert_eq!(fault_of("n = max(x in empty & occupied: 1)").0, Code::F06);
        assert_eq!(fault_of("n = match owner(c1) { A: 1, B: 2 }").0, Code::F07);
    }

    #[test]
    fn pieces_that_cannot_be_put_moved_or_given() {
        assert_eq!(
            fault_of("move c1 to a1"),
            (Code::F08, "`move` found no piece on `c1`".into(), "move c1 to a1".into())
        );
        assert_eq!(fault_of("put at(c1) at a1").0, Code::F08);
        assert_eq!(fault_of("put k at a1").0, Code::F08);
        assert_eq!(fault_of("put stone of owner(c1) at a1").0, Code::F08);
        assert_eq!(fault_of("move each c in {a1 b1} to c1").1, "`move each` moves two pieces to `c1`");
        assert_eq!(fault_of("give b1 to B").1, "the rock on `b1` is neutral and cannot be given");
    }

    #[test]
    fn all_move_at_once_and_replace_what_stands_there() {
        let engine = game(
            "board square 4 x 1 players A, B piece stone
             setup { stone of A at {a1 b1}; stone of B at c1 }
             action push() do move each c in own to step(c, E)
             action rush() do move each c in own to step(c, E, 3)
             end { when none(enemy): mover wins when stuck(next): draw }",
        );
        let name = |moves: &str, cell: &str| {
            let position = after(&*engine, moves).unwrap();
            let owner = position.at(engine.game(), engine.game().board.cell(cell).unwrap()).owner;
            engine.game().player_name(owner).to_string()
        };
        assert_eq!(
            (name("push", "a1"), name("push", "b1"), name("push", "c1")),
            ("nobody".into(), "A".into(), "A".into())
        );
        assert_eq!((name("rush", "d1"), name("rush", "b1")), ("A".into(), "nobody".into()));
        assert_eq!(result(&*engine, &after(&*engine, "push").unwrap()), "A");
    }

    #[test]
    fn choices_come_in_order_and_leaving_first() {
        let engine = game(&format!(
            "board square 3 x 1 players A, B piece stone
             action act() do {{ may choose c in empty {{ put stone at c; choose d in empty except c as \"+{{d}}\" {{ put stone at d }} }} }}
             {END}"
        ));
        let start = engine.start().unwrap();
        let all = "act act-a1+b1 act-a1+c1 act-b1+a1 act-b1+c1 act-c1+a1 act-c1+b1";
        assert_eq!(moves(&*engine, &start), all);
        let mv = engine.find(&start, "act-b1+c1").unwrap().unwrap();
        assert_eq!(mv.values.as_slice(), [1, 2]);
    }
}
