//! Code for the rules of one game: compiles the typed expressions and statements of a [`Game`] to Cranelift's instructions.
//!
//! What is known while the code is generated is evaluated then ([`word`]): the board, the settings, the player to move
//! (each has code of its own), directions, and all that follows from them. Conditions on a cell are evaluated for all
//! cells at once where possible ([`lane`]).

pub(crate) mod action;
pub(crate) mod ahead;
mod arms;
pub(crate) mod ask;
mod ask_once;
pub(crate) mod asked;
pub(crate) mod bag;
pub(crate) mod best;
pub(crate) mod bool;
pub(crate) mod bounds;
mod by_group;
pub(crate) mod cells;
pub(crate) mod change;
mod choiceless;
pub(crate) mod choose;
pub(crate) mod common;
pub(crate) mod cut;
mod def_once;
pub(crate) mod draw;
mod draw_exactly;
mod draw_limits;
pub(crate) mod facts;
pub(crate) mod fixed;
pub(crate) mod flow;
pub(crate) mod goal;
pub(crate) mod groups;
pub(crate) mod guards;
mod hoist;
pub(crate) mod int;
mod kept;
pub(crate) mod lane;
pub(crate) mod lines;
pub(crate) mod linked;
pub(crate) mod list;
pub(crate) mod locals;
pub(crate) mod mask;
mod memory;
mod most_dirs;
mod most_numbers;
mod near;
pub(crate) mod nth;
pub(crate) mod numbers;
mod passes;
mod patient;
mod piece_kinds;
pub(crate) mod pieces;
pub(crate) mod play;
mod plies;
pub(crate) mod ply;
pub(crate) mod rays;
pub(crate) mod recursion;
pub(crate) mod region;
pub(crate) mod repeat;
pub(crate) mod rows;
pub(crate) mod set;
pub(crate) mod show;
pub(crate) mod single;
pub(crate) mod slice;
pub(crate) mod sort;
mod steps;
pub(crate) mod stmt;
mod straight;
pub(crate) mod tabulate;
pub(crate) mod turn;
pub(crate) mod twice;
mod untried;
mod walk;
pub(crate) mod watch;
pub(crate) mod weigh;
pub(crate) mod word;
pub(crate) mod written;

use super::plan::Plan;
use crate::engine::fast::calls::Task;
use cranelift_codegen::ir::{Block, StackSlot, Value};
use cranelift_frontend::{FunctionBuilder, Variable};
use locals::Locals;
use patient::Patience;
use std::collections::HashMap;
use word::{Constants, Word};

/// Something that is not supported: the game then runs on the other engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unsupported(pub &'static str);

/// The error for rules that would need too much code.
pub(crate) const TOO_LARGE: Unsupported = Unsupported("rules this large");

/// The error for a function that Cranelift does not compile.
pub(crate) const NOT_COMPILED: Unsupported = Unsupported("a function of the code generator");

/// The most instructions of one function.
const LONGEST: usize = 120_000;

/// A value, or what is not supported.
pub(crate) type Gets<T> = Result<T, Unsupported>;

/// The position that the code sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Moment {
    /// Before a move.
    Before,
    /// During and after a `do`, the turn not yet passed.
    After,
    /// After a ply.
    End,
}

/// The players that `mover` and `next` name, and the position that is seen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Perspective {
    pub mover: Word,
    pub next: Word,
    pub moment: Moment,
    /// In [`Moment::End`]: whether the player to move is stuck, if that is known or assumed.
    pub stuck: Option<Word>,
    /// In [`Moment::End`]: whether the turn passes, so that turn variables will be reset.
    pub passed: Word,
    /// In [`Moment::After`]: who makes the ply. In a condition on a future move this may be a player other than `mover`.
    pub actor: Word,
}

impl Perspective {
    /// Makes the view of a position before a move.
    pub(crate) fn before(mover: Word, next: Word) -> Perspective {
        Perspective { mover, next, moment: Moment::Before, stuck: None, passed: word::ZERO, actor: mover }
    }

    /// Makes the view of a position after a ply.
    pub(crate) fn end(mover: Word, next: Word, passed: Word) -> Perspective {
        Perspective { moment: Moment::End, passed, ..Perspective::before(mover, next) }
    }
}

/// A condition on the position after a move: the condition, the players in it, and the locals that it uses.
#[derive(Clone, Debug)]
pub(crate) struct Site {
    pub condition: crate::game::expr::BoolExpr,
    pub mover: Word,
    /// The part of the rules that it is in.
    pub span: crate::source::Span,
    pub outer: Vec<(crate::game::expr::Class, crate::game::expr::Slot, bool)>,
}

/// Where a random ply says which move it made, in the arguments of its function.
pub(crate) mod drawn {
    /// The action.
    pub(crate) const ACTION: usize = 0;
    /// The number of choices.
    pub(crate) const CHOICES: usize = 1;
    /// The values of the binders, then of the choices.
    pub(crate) const VALUES: usize = 2;
}

/// The choices that were drawn together with the candidate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DrawnChoice {
    /// The number that selects them, divided by how many values each has that has been made; leaving is the first value.
    pub number: Variable,
    /// Whether no more than one choice is made.
    pub is_only: bool,
    /// The block to jump to if there are fewer choices.
    pub refused: Block,
    /// The argument word that gets the first choice.
    pub place: usize,
}

/// The generator of one function.
pub(crate) struct Gen<'p, 'b> {
    pub b: FunctionBuilder<'b>,
    pub plan: &'p Plan,
    pub calls: &'p super::calls::Calls,
    pub refs: ask::Refs,
    /// Conditions on future positions, for which functions of their own are generated.
    pub sites: &'p std::cell::RefCell<Vec<Site>>,
    /// The address of the position's words.
    pub state: Value,
    /// The address of the question, for calls of the engine.
    pub context: Value,
    /// The address of the function's arguments.
    pub args: Value,
    pub seen: Perspective,
    pub locals: Locals<'p>,
    /// The facts about cells as long as no piece has been put, moved or removed.
    pub facts: Vec<(Word, facts::Fact)>,
    /// The least and the greatest number that these values can be.
    pub ranges: HashMap<Value, (i64, i64)>,
    /// The conditions of `end` that a light end of a ply evaluates only at the cell of a new piece.
    pub watch: Option<watch::LightEnd<'p>>,
    /// The constants of the block that is being written.
    pub constants: Constants,
    /// Sets that have been computed before the loops around the current place.
    pub hoisted: Vec<hoist::Hoisted>,
    /// Defs that are evaluated once around the current place.
    pub once: Vec<def_once::DefOnce>,
    /// Sets that are also in memory.
    pub copies: Vec<(set::Words, StackSlot)>,
    /// Whether the player to move has moves of these actions, where they have been counted already.
    pub known_possible: Vec<(usize, Word)>,
    /// The clause of `end` that is being evaluated.
    pub clause: usize,
    /// In random plies: where those of each player begin, if one goes on with the next.
    pub starts: Option<Vec<Block>>,
    /// Whether players wait in random plies, see [`patient`].
    pub is_patient: bool,
    /// How the player waits in the ply that is being compiled.
    pub patience: Option<Patience>,
    /// The tasks of random plies that the first player's function makes for all players.
    pub together: &'p std::cell::RefCell<Vec<Task>>,
    /// In random plies that draw from a bag of empty cells: the place of the drawn cell in it.
    pub bag_at: Option<Variable>,
    /// How choices are made in random plies.
    pub drawn: Option<DrawnChoice>,
    /// Where the next word of what the text of a move shows is written, in words from the arguments.
    pub shown: Option<Variable>,
    /// The block that faults lead to: the other engine determines which fault it is.
    pub fault: Block,
    /// How many calls of defs and effects are open.
    pub depth: u32,
    /// How deep calls of this function may be nested, if it is recursive.
    pub max_depth: i64,
    /// The number of instructions at which the lane must end.
    pub lane_end: usize,
    /// How many maps have been compared for lanes.
    pub lane_work: usize,
}

impl Gen<'_, '_> {
    /// Refuses rules that need too much code.
    pub(crate) fn has_room(&self) -> Gets<()> {
        if self.b.func.dfg.num_insts() > LONGEST { Err(TOO_LARGE) } else { Ok(()) }
    }
}
