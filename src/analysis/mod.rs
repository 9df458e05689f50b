//! The possible values of an expression, without playing: an abstract interpretation of typed expressions.
//!
//! [`Analysis::value`] evaluates an expression to all values that it can have ([`AbstractValue`]): the bounds of a number,
//! the cells that a set surely and possibly contains and what stands there, the most elements that it can have, whether a
//! condition can hold and whether it can fail. It also notes whether the evaluation may fault. A [`FrameFacts`] holds what is
//! known at a place in the rules, and a condition can be assumed there. The check looks for conditions that are always
//! true, sets that are always empty, and constants; the engines look for bounds and facts. They differ in their [`Limits`].
//!
//! Each type of expression has one function; the pure operators share one default, see [`operators`].

mod area;
mod control;
#[cfg(feature = "native")]
mod cost;
mod domain;
mod elements;
mod filling;
mod numbers;
mod operators;
mod scope;
mod sets;
mod singles;
mod suppose;
mod truth;

pub(crate) use area::{Area, Stands};
pub(crate) use domain::*;
pub(crate) use filling::{Filled, Placed, Put, analyze_filling, filling, placed};
pub(crate) use scope::{Assumptions, FrameFacts};

use crate::game::Game;
use crate::game::board::Board;
use crate::game::cells::{CellSet, MAX_CELLS, MAX_WORDS};
use crate::game::expr::*;
use crate::game::operator::Ground;
use crate::game::part::{AsPart, Part};
use crate::game::rules::Defs;
use crate::types::Type;
use std::cell::Cell as Counter;
use std::rc::Rc;

/// The number of expressions that may still be analyzed.
pub(crate) type Fuel = Rc<Counter<u32>>;

/// The limits of an analysis.
#[derive(Clone, Debug)]
pub(crate) struct Limits {
    /// How many more expressions may be analyzed; without fuel nothing is known of any expression.
    pub fuel: Fuel,
    /// The most elements of a set that are analyzed one by one. With 0 one value stands for all of them, and each
    /// operand of `and` and `or` is analyzed under the assumptions that follow from the others.
    pub elements: usize,
}

impl Limits {
    /// Limits the analysis to `fuel` expressions, with one value for all elements of a set.
    pub(crate) fn new(fuel: u32) -> Limits {
        Limits { fuel: Rc::new(Counter::new(fuel)), elements: 0 }
    }
}

/// How many calls of defs inside one another are followed.
const DEPTH: u32 = 12;

/// Evaluates expressions at one place in the rules to all values that they can have.
#[derive(Clone, Debug)]
pub(crate) struct Analysis<'e> {
    ground: Ground<'e>,
    defs: &'e Defs,
    /// Whether the board is the same for all settings.
    is_fixed: bool,
    /// Whether a direction can be `nothing`.
    dirs_may_be_nothing: bool,
    /// Defs whose bodies are not known yet.
    open: Vec<(Type, u16)>,
    /// The player to move as a mask, if it is known.
    mover: Option<u64>,
    /// All cells, and what can stand on them.
    everywhere: Area,
    limits: Limits,
    /// The values of operators so far.
    applied: operators::Applied,
    /// What is known at this place in the rules.
    pub scope: FrameFacts<'e>,
    /// Whether any evaluation since this was last reset may have faulted, other than by too much work.
    pub may_fault: bool,
    /// Whether any evaluation since this was last reset may have been too much work (F04).
    pub may_exceed: bool,
}

impl<'e> Analysis<'e> {
    /// Makes the analysis of a game's rules.
    pub(crate) fn of(game: &'e Game, limits: Limits) -> Analysis<'e> {
        let dirs_may_be_nothing = game.dirs_may_be_nothing;
        Analysis { dirs_may_be_nothing, ..Analysis::new(game.ground(), &game.defs, limits) }
    }

    /// Makes the analysis of rules of which only these defs are known.
    pub(crate) fn new(ground: Ground<'e>, defs: &'e Defs, limits: Limits) -> Analysis<'e> {
        let neutral =
            ground.kinds.iter().enumerate().filter(|(_, kind)| kind.neutral).fold(0, |mask, (n, _)| mask | 1 << n);
        let owned = first(ground.kinds.len()) & !neutral;
        let stands = Stands { own: owned, others: owned, neutral, nothing: true };
        let everywhere =
            Area { cells: ground.board.all_cells::<MAX_WORDS>(), stands, owners: first(ground.players.len()) };
        Analysis {
            ground,
            defs,
            is_fixed: true,
            dirs_may_be_nothing: true,
            open: Vec::new(),
            mover: None,
            everywhere: everywhere.normal(&everywhere, None),
            limits,
            applied: operators::Applied::default(),
            scope: FrameFacts::default(),
            may_fault: false,
            may_exceed: false,
        }
    }

    /// Treats the board as any board with these directions.
    pub(crate) fn on_any_board(mut self) -> Analysis<'e> {
        self.is_fixed = false;
        self.everywhere.cells = CellSet::first_cells(MAX_CELLS);
        self
    }

    /// Excludes defs whose bodies are not known yet.
    pub(crate) fn without_defs(self, open: Vec<(Type, u16)>) -> Analysis<'e> {
        Analysis { open, ..self }
    }

    /// Assumes that it is this player's turn.
    #[cfg(feature = "native")]
    pub(crate) fn with_mover(self, mover: crate::game::piece::Player) -> Analysis<'e> {
        Analysis { applied: operators::Applied::default(), mover: 1u64.checked_shl(u32::from(mover.0)), ..self }
    }

    /// Returns all cells of the board, with anything on them.
    pub(crate) fn everywhere(&self) -> &Area {
        &self.everywhere
    }

    /// Returns the board.
    pub(crate) fn board(&self) -> &'e Board {
        self.ground.board
    }

    /// Returns whether the fuel is spent.
    pub(crate) fn is_spent(&self) -> bool {
        self.limits.fuel.get() == 0
    }

    /// Spends fuel for one expression; returns whether there was any.
    fn spend(&mut self) -> bool {
        let left = self.limits.fuel.get();
        self.limits.fuel.set(left.saturating_sub(1));
        left > 0
    }

    /// Runs a function in another scope.
    pub(crate) fn inside<R>(&mut self, scope: FrameFacts<'e>, run: impl FnOnce(&mut Self) -> R) -> R {
        let outer = std::mem::replace(&mut self.scope, scope);
        let result = run(self);
        self.scope = outer;
        result
    }

    /// Runs a function and forgets what it assumed.
    pub(crate) fn forgetting<R>(&mut self, run: impl FnOnce(&mut Self) -> R) -> R {
        let known = self.scope.known.len();
        let result = run(self);
        self.scope.known.truncate(known);
        result
    }

    /// Returns all values that an expression can have.
    pub(crate) fn value(&mut self, part: Part<'_>) -> AbstractValue {
        macro_rules! each {
            ($($name:ident: $own:ident;)*) => {
                match part {
                    $(Part::$name(e) => match e.common() {
                        Some(common) => self.common(common),
                        None => AbstractValue::$name(self.$own(e)),
                    },)*
                }
            };
        }
        use crate::game::part::Expression;
        if !self.spend() {
            self.may_fault = true;
            return self.anything(part.ty());
        }
        if let Part::Bool(condition) = part
            && let Some(holds) = self.scope.known.condition(condition)
        {
            return AbstractValue::Bool(Truth::of(holds));
        }
        let value = each! {
            Int: own_int; Ints: own_ints; Bool: own_truth; Cell: own_cell; Cells: own_cells; Dir: own_dir; Dirs: own_mask;
            Player: own_player; Players: own_mask; Kind: own_kind; Kinds: own_mask; Piece: own_piece; Tag: own_tag;
        };
        match (part, value) {
            (Part::Int(number), AbstractValue::Int(range)) if range.known().is_none() => {
                let said = self.scope.known.number(number);
                AbstractValue::Int(said.map_or(range, |said| range.meet(said)))
            }
            (_, value) => value,
        }
    }

    /// Returns all values of a type.
    pub(crate) fn anything(&self, ty: Type) -> AbstractValue {
        match ty {
            Type::Int => AbstractValue::Int(Interval::ALL),
            Type::Ints => AbstractValue::Ints(NumberSet::all()),
            Type::Bool => AbstractValue::Bool(Truth::EITHER),
            Type::Cell => AbstractValue::Cell(AbstractCell { area: self.everywhere, off: true }),
            Type::Cells => AbstractValue::Cells(self.cells_within(self.everywhere)),
            Type::Dir => {
                let some = Single::among(self.ground.board.all_dirs());
                AbstractValue::Dir(Single { none: self.dirs_may_be_nothing, ..some })
            }
            Type::Dirs => AbstractValue::Dirs(AbstractMask::new(0, self.ground.board.all_dirs())),
            Type::Player => AbstractValue::Player(Single { none: true, ..self.anybody() }),
            Type::Players => AbstractValue::Players(AbstractMask::new(0, self.anybody().mask)),
            Type::Kind => AbstractValue::Kind(Single { none: true, ..Single::among(first(self.ground.kinds.len())) }),
            Type::Kinds => AbstractValue::Kinds(AbstractMask::new(0, first(self.ground.kinds.len()))),
            Type::Piece => AbstractValue::Piece(self.everywhere),
            Type::Tag => AbstractValue::Tag(Single::among(u64::MAX)),
        }
    }

    fn anybody(&self) -> Single {
        Single::among(first(self.ground.players.len()))
    }
}

macro_rules! typed {
    ($($name:ident($expr:ty) -> $value:ty: $variant:ident else $any:expr;)*) => {
        /// One public function per type, which all do the same.
        impl Analysis<'_> {
            $(
                #[doc = concat!("Returns all that a `", stringify!($name), "` can be.")]
                pub(crate) fn $name(&mut self, expr: &$expr) -> $value {
                    if let AbstractValue::$variant(value) = self.value(expr.part()) { value } else { $any(self) }
                }
            )*
        }
    };
}

typed! {
    int(IntExpr) -> Interval: Int else |_: &Self| Interval::ALL;
    ints(IntsExpr) -> NumberSet: Ints else |_: &Self| NumberSet::all();
    truth(BoolExpr) -> Truth: Bool else |_: &Self| Truth::EITHER;
    cell(CellExpr) -> AbstractCell: Cell else |of: &Self| AbstractCell { area: of.everywhere, off: true };
    cells(CellsExpr) -> AbstractCells: Cells else |of: &Self| of.cells_within(of.everywhere);
    player(PlayerExpr) -> Single: Player else |of: &Self| Single { none: true, ..of.anybody() };
}

/// Returns the mask of the first `n`.
fn first(n: usize) -> u64 {
    if n >= 64 { u64::MAX } else { (1 << n) - 1 }
}
