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
use crate::outcome::Fault;
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
            return Err(self.exhausted(&budget::TOO_MANY_STATEMENTS));
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
                for (n, element) in (1..).zip(self.elements(&each.over)?) {
                    self.place = *span;
                    self.frames.set_word(each.slot, element);
                    let pass = self.count_statement().and_then(|()| self.block(&each.body));
                    let flow = pass.map_err(|fault| self.blame_loop(fault, "for", n, *span))?;
                    if flow != Flow::On {
                        return Ok(flow);
                    }
                }
            }
            Stmt::While(condition, body, span) => {
                let mut passes = 0;
                while self.bool(condition)? {
                    self.place = *span;
                    passes += 1;
                    let pass = self.count_statement().and_then(|()| self.block(body));
                    let flow = pass.map_err(|fault| self.blame_loop(fault, "while", passes, *span))?;
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
                self.trace_removed(&at);
                at.iter().for_each(|cell| self.state.remove(cell));
            }
            Stmt::Move(from, to, span) => {
                let (from, to) = (self.cell(from)?, self.cell(to)?);
                let piece = self.state.at(from);
                if piece.is_nothing() {
                    let name = self.game.board.name(from);
                    return Err(fault(Code::F08, *span, format!("`move` found no piece on `{name}`")));
                }
                self.trace_moved(std::iter::once((from, to)));
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
        let flow = self.deeper(|run| run.block(&effect.body)).map_err(|fault| self.blame_stack(fault, span))?;
        self.frames.leave(at, outer);
        Ok(if flow == Flow::Return { Flow::On } else { flow })
    }

    /// Reports a fault in the words of stacks at the statement that called them, and says which stack is too high or too low.
    fn blame_stack(&self, mut fault: Box<Fault>, call: Span) -> Box<Fault> {
        let game = self.game;
        let Some(stacks) = game.stacks else { return fault };
        if fault.span.source != stacks.words || call.source == stacks.words {
            return fault;
        }
        if fault.code != Code::F06 {
            fault.span = call;
            return fault;
        }
        let depth = game.layout.vars.get(stacks.depth.0 as usize).map_or(0, |depth| depth.offset);
        let high = game.board.cells().find(|cell| self.state.word(depth + cell.0 as usize) >= stacks.most as i64);
        let message = match high {
            Some(cell) => format!("the stack on `{}` gets more than {} pieces", game.board.name(cell), stacks.most),
            None => "this takes more pieces from a stack than it has".to_owned(),
        };
        super::run::fault(Code::F10, call, message)
    }

    fn choose(&mut self, choose: &Choose) -> Ran<Flow> {
        let offered = self.elements(&choose.over)?;
        if self.sought.is_some() {
            self.note_choice(choose, &offered)?;
        }
        if offered.is_empty() {
            return Ok(Flow::On);
        }
        let Some(chosen) = self.script.next() else {
            self.script.offer(offered, choose.may);
            return Ok(Flow::Offer);
        };
        self.trace_choice(&choose.name, choose.over.element(), chosen);
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
        self.trace_put(&at);
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
        self.trace_moved(over.iter().zip(moved.iter().map(|(_, to)| *to)));
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
