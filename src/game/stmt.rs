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
        /// Which.
        target: VarRef,
        /// To what; of the variable's type.
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
        /// Whose; [`Player::NOBODY`](super::piece::Player::NOBODY) as a constant for neutral kinds. Otherwise nobody is F08.
        owner: PlayerExpr,
        /// Where.
        at: CellsExpr,
        /// The whole.
        span: Span,
    },
    /// `put x at S`; `nothing` is F08.
    PutPiece {
        /// The piece.
        piece: PieceExpr,
        /// Where.
        at: CellsExpr,
        /// The whole.
        span: Span,
    },
    /// `remove S`.
    Remove(CellsExpr),
    /// `move p to q`; an empty or missing p is F08, `off` as q takes the piece from the board.
    Move(CellExpr, CellExpr, Span),
    /// `move each c in S to E`: all at once; two pieces to one cell are F08.
    MoveEach {
        /// Where the cell is put.
        slot: Slot,
        /// What is moved; cells without a piece are passed over.
        over: CellsExpr,
        /// Where each goes; worked out for all before anything moves.
        to: CellExpr,
        /// The whole.
        span: Span,
    },
    /// `give S to P`; a neutral piece is F09, nobody as P is F08.
    Give(CellsExpr, PlayerExpr, Span),
    /// `again`.
    Again,
    /// `return`.
    Return,
    /// Notes that the statement behind it is reached; only games that are watched have any.
    Reached(PlaceId),
}

/// `may choose x in X as "text" {..}`.
#[derive(Clone, Debug)]
pub struct Choose {
    /// Whether leaving it is a choice too (the first, and without text).
    pub may: bool,
    /// Where the element is put.
    pub slot: Slot,
    /// What is chosen from; if it is empty nothing happens.
    pub over: SetExpr,
    /// The text of a choice, made before its block runs.
    pub text: Text,
    /// What follows.
    pub body: Vec<Stmt>,
    /// The whole.
    pub span: Span,
}
