//! Actions, the conditions after them, and the end of the game.

use super::{Expr, Name, Stmt, Template};
use crate::source::Span;

/// `action NAME(BINDERS) CLAUSES do .. ensure .. maximize ..`.
#[derive(Clone, Debug)]
pub struct Action {
    /// Its name.
    pub name: Name,
    /// `p: own, q: neighbors(p)`.
    pub binders: Vec<Binder>,
    /// `let`, `when` and `as`, in their order.
    pub clauses: Vec<Clause>,
    /// `do`, if it is present.
    pub body: Option<Vec<Stmt>>,
    /// `ensure` conditions.
    pub ensures: Vec<Expr>,
    /// `maximize`.
    pub maximize: Option<Expr>,
}

/// `p: own`.
#[derive(Clone, Debug)]
pub struct Binder {
    /// The name it binds.
    pub name: Name,
    /// What it ranges over.
    pub over: Expr,
}

/// A clause of an action before `do`.
#[derive(Clone, Debug)]
pub enum Clause {
    /// `let n = E`.
    Let(Name, Expr),
    /// `when C`.
    When(Expr),
    /// `as "text"`.
    As(Template),
}

/// `always NAME: C`.
#[derive(Clone, Debug)]
pub struct Always {
    /// Its name, for variants and reports.
    pub name: Name,
    /// What must hold after every move.
    pub condition: Expr,
}

/// `for P in players when C: RESULT`.
#[derive(Clone, Debug)]
pub struct Ending {
    /// The whole clause.
    pub span: Span,
    /// `for P in S`.
    pub each: Option<(Name, Expr)>,
    /// The condition.
    pub condition: Expr,
    /// The result if it holds.
    pub result: GameResult,
}

/// The result of an end clause.
#[derive(Clone, Debug)]
pub enum GameResult {
    /// `draw`.
    Draw,
    /// `never`.
    Never,
    /// `P wins`.
    Wins(Expr),
    /// `P loses`.
    Loses(Expr),
    /// `most X wins`, `fewest X wins`.
    Score {
        /// `most`, not `fewest`.
        most: bool,
        /// The def, var or set that is compared.
        of: Name,
        /// How ties are decided.
        tie: Tie,
    },
}

/// The rule for ties, after `wins`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tie {
    /// No words.
    Unsaid,
    /// `or draw`.
    Draw,
    /// `, no ties`.
    None,
}
