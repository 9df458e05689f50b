//! Code for the rules of one game: the typed expressions and statements of a [`Game`], translated to Cranelift's code.
//!
//! What is known while the code is made is worked out then ([`word`]): the board, the parameters, the player to move (there is
//! code for each), directions, and all that follows from them. Conditions on a cell are worked out for all cells at once where
//! that can be ([`lane`]).

pub(crate) mod action;
pub(crate) mod ahead;
pub(crate) mod ask;
pub(crate) mod asked;
pub(crate) mod bool;
pub(crate) mod bounds;
pub(crate) mod cells;
pub(crate) mod change;
pub(crate) mod choose;
pub(crate) mod common;
pub(crate) mod draw;
pub(crate) mod facts;
pub(crate) mod flow;
pub(crate) mod groups;
pub(crate) mod int;
pub(crate) mod lane;
pub(crate) mod locals;
pub(crate) mod mask;
pub(crate) mod nth;
pub(crate) mod numbers;
pub(crate) mod pieces;
pub(crate) mod ply;
pub(crate) mod rays;
pub(crate) mod recursion;
pub(crate) mod repeat;
pub(crate) mod rows;
pub(crate) mod set;
pub(crate) mod single;
pub(crate) mod slice;
pub(crate) mod stmt;
pub(crate) mod turn;
pub(crate) mod watch;
pub(crate) mod weigh;
pub(crate) mod word;

use super::plan::Plan;
use cranelift_codegen::ir::{Block, Value};
use cranelift_frontend::{FunctionBuilder, Variable};
use locals::Locals;
use word::Word;

/// Something that no code can be made for (yet): the game runs on the other engine then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Unsupported(pub &'static str);

/// Rules that would make too much code.
pub(crate) const TOO_LARGE: Unsupported = Unsupported("rules this large");

/// The most instructions of one function.
const LONGEST: usize = 120_000;

/// A value, unless no code can be made for it.
pub(crate) type Gets<T> = Result<T, Unsupported>;

/// Which position the code sees.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Moment {
    /// Before a move.
    Before,
    /// During and after a `do`, the turn not yet passed.
    After,
    /// After a ply.
    End,
}

/// Whom the words `mover` and `next` name, and which position is seen.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seen {
    pub mover: Word,
    pub next: Word,
    pub moment: Moment,
    /// In [`Moment::End`]: whether the player to move is stuck, if that is known or taken for granted.
    pub stuck: Option<Word>,
    /// In [`Moment::End`]: whether the turn passes, so that what is set anew each turn will be.
    pub passed: Word,
    /// In [`Moment::After`]: who makes the ply. In a condition on a move to come this may be another one than `mover`.
    pub actor: Word,
}

impl Seen {
    /// A position before a move.
    pub(crate) fn before(mover: Word, next: Word) -> Seen {
        Seen { mover, next, moment: Moment::Before, stuck: None, passed: word::ZERO, actor: mover }
    }

    /// A position after a ply.
    pub(crate) fn end(mover: Word, next: Word, passed: Word) -> Seen {
        Seen { moment: Moment::End, passed, ..Seen::before(mover, next) }
    }
}

/// A condition on the position after a move: what it asks, as whom, and the locals that it uses.
#[derive(Clone, Debug)]
pub(crate) struct Site {
    pub condition: crate::game::expr::BoolExpr,
    pub mover: Word,
    pub outer: Vec<(crate::game::expr::Class, crate::game::expr::Slot, bool)>,
}

/// A choice that has been drawn together with the candidate.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Drawn {
    /// Its number, from 0, leaving first; 0 once it has been made.
    pub number: Variable,
    /// Where it leads if there are not so many choices.
    pub refused: Block,
}

/// The code of one function while it is made.
pub(crate) struct Gen<'p, 'b> {
    pub b: FunctionBuilder<'b>,
    pub plan: &'p Plan,
    pub calls: &'p super::calls::Calls,
    pub refs: ask::Refs,
    /// Conditions on positions to come, for which functions of their own are made.
    pub sites: &'p std::cell::RefCell<Vec<Site>>,
    /// Where the words of the position begin.
    pub state: Value,
    /// What the functions of the engine know of the question.
    pub context: Value,
    /// The values that the function was given.
    pub args: Value,
    pub seen: Seen,
    pub locals: Locals<'p>,
    /// What is known of cells as long as no piece has been put, moved or taken away.
    pub facts: Vec<(Word, facts::Fact)>,
    /// The conditions of `end` that a light end looks at only where a piece came to.
    pub watch: Option<watch::Watch>,
    /// How choices are made in random plies.
    pub drawn: Option<Drawn>,
    /// Where a fault leads: the other engine says which.
    pub fault: Block,
    /// How many defs and effects are open inside one another.
    pub depth: u32,
    /// So many instructions may there be when a lane is done.
    pub lane_end: usize,
    /// How many maps have been compared for lanes.
    pub lane_work: usize,
}

impl Gen<'_, '_> {
    /// Refuses rules that make too much code.
    pub(crate) fn has_room(&self) -> Gets<()> {
        if self.b.func.dfg.num_insts() > LONGEST { Err(TOO_LARGE) } else { Ok(()) }
    }
}
