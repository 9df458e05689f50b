//! Statements, typed like the expressions in them: what a `do` and an `effect` change.

use super::expr::*;
use super::place::PlaceId;
use super::rules::EffectId;
use super::text::Text;
use crate::source::Span;

/// A statement.
#[derive(Clone, Debug)]
pub enum Stmt {
    /// `let n = E`, `var n = E`, and setting a local: puts the value into the slot of the value's class.
    Let(Slot, AnyExpr),
    /// Setting a variable.
    Set {
        /// The variable.
        target: VarRef,
        /// The new value, of the variable's type.
        value: AnyExpr,
    },
    /// `if C {..} else {..}`.
    If(BoolExpr, Vec<Stmt>, Vec<Stmt>),
    /// `for x in X {..}`.
    For(Generator<Vec<Stmt>>, Span),
    /// `while C {..}`.
    While(BoolExpr, Vec<Stmt>, Span),
    /// `e(p, q)`.
    Call(EffectId, Vec<AnyExpr>, Span),
    /// `choose x in X as "text" {..}`.
    Choose(Box<Choose>),
    /// `put K of P at S`.
    PutKind {
        /// The kind; `nothing` is F08.
        kind: KindExpr,
        /// The owner; a constant [`Player::NOBODY`](super::piece::Player::NOBODY) for neutral kinds. Otherwise nobody
        /// is F08.
        owner: PlayerExpr,
        /// The cells.
        at: CellsExpr,
        /// The whole.
        span: Span,
    },
    /// `put x at S`; `nothing` is F08.
    PutPiece {
        /// The piece.
        piece: PieceExpr,
        /// The cells.
        at: CellsExpr,
        /// The whole.
        span: Span,
    },
    /// `remove S`.
    Remove(CellsExpr),
    /// `move p to q`; an empty or missing p is F08. If q is `off`, the piece leaves the board.
    Move(CellExpr, CellExpr, Span),
    /// `move each c in S to E`: all at once; two pieces moving to one cell are F08.
    MoveEach {
        /// Where the cell is put.
        slot: Slot,
        /// The cells; those without a piece are skipped.
        over: CellsExpr,
        /// Where each piece goes; evaluated for all before any moves.
        to: CellExpr,
        /// The whole.
        span: Span,
    },
    /// `give S to P`; a neutral piece is F09, giving to nobody is F08.
    Give(CellsExpr, PlayerExpr, Span),
    /// `again`.
    Again,
    /// `return`.
    Return,
    /// Records that the next statement is reached; only in games that are watched.
    Reached(PlaceId),
}

impl Stmt {
    /// Returns the blocks of statements in it.
    pub fn blocks(&self) -> impl Iterator<Item = &[Stmt]> {
        let (first, second): (&[Stmt], &[Stmt]) = match self {
            Stmt::If(_, yes, no) => (yes, no),
            Stmt::For(each, _) => (&each.body, &[]),
            Stmt::While(_, body, _) => (body, &[]),
            Stmt::Choose(choose) => (&choose.body, &[]),
            _ => (&[], &[]),
        };
        [first, second].into_iter()
    }
}

/// `may choose x in X as "text" {..}`.
#[derive(Clone, Debug)]
pub struct Choose {
    /// Whether choosing nothing is a choice too (the first one, without text).
    pub may: bool,
    /// The name of its variable.
    pub name: String,
    /// Where the element is put.
    pub slot: Slot,
    /// The set of choices; if it is empty, nothing happens.
    pub over: SetExpr,
    /// The text of a choice, written before its block runs.
    pub text: Text,
    /// What follows.
    pub body: Vec<Stmt>,
    /// The whole.
    pub span: Span,
}
