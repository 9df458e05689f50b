//! What a row of the table says: [`Builtin`], [`Usage`], [`Reads`], [`Form`], [`FormParam`], [`Cost`].

use super::{Ground, Op, table};
use crate::game::expr::*;
use crate::types::Type;

/// A built-in word of the language.
#[derive(Debug)]
pub struct Builtin {
    /// The word.
    pub name: &'static str,
    /// The section of `docs/language.md` about it.
    pub section: &'static str,
    /// Its uses, at least one.
    pub usages: &'static [Usage],
    /// An example of its use.
    pub example: &'static str,
    /// Its phrase in rule sheets: `{0}` stands for the first argument.
    pub phrase: &'static str,
    /// A free name to suggest instead.
    pub instead: &'static str,
    /// What its value depends on besides its arguments that changes in play; empty for a pure operator.
    pub reads: &'static [Reads],
    /// The pure operators that it names; empty if its value depends on the position, or if it binds a variable.
    pub ops: &'static [Op],
}

/// What changes in play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reads {
    /// The pieces, the variables, the players still in the game, and the number of plies.
    Position,
    /// The player to move.
    Mover,
    /// The player to move after the ply.
    Next,
    /// The earlier positions.
    History,
    /// The legal moves of a player.
    Moves,
}

/// A use of a built-in word.
#[derive(Debug)]
pub struct Usage {
    /// How it is written: `step(p, d)`, `step(p, d, n)`.
    pub written: &'static [&'static str],
    /// The type of its value; empty if it has several.
    pub ty: &'static str,
    /// Its meaning, as Markdown.
    pub doc: &'static str,
}

impl Builtin {
    /// Returns all ways to write it.
    pub fn written(&self) -> impl Iterator<Item = &'static str> {
        self.usages.iter().flat_map(|usage| usage.written).copied()
    }

    /// Returns whether it may stand alone.
    pub fn stands_alone(&self) -> bool {
        self.written().any(|form| !form.contains('('))
    }

    /// Returns whether it may take arguments.
    pub fn takes_arguments(&self) -> bool {
        self.written().any(|form| form.contains('('))
    }

    /// Returns whether it can only be written with a variable and a set (`x in X`).
    pub fn goes_through_a_set(&self) -> bool {
        self.written().all(|form| form.contains(" in "))
    }

    /// Returns the least and the greatest number of arguments.
    pub fn arity(&self) -> (usize, usize) {
        let of_ops = self.ops.iter().map(|op| op.form().arity());
        let plain = self.written().filter(|form| !form.contains(" in ") && self.ops.is_empty());
        let of_forms = plain.filter_map(|form| {
            let (_, args) = form.split_once('(')?;
            let least = args.split(',').filter(|arg| !arg.contains("...")).count();
            Some(if args.contains("...") { (0, MOST_ARGUMENTS) } else { (least, least) })
        });
        of_ops
            .chain(of_forms)
            .filter(|(_, most)| *most > 0)
            .reduce(|a, b| (a.0.min(b.0), a.1.max(b.1)))
            .unwrap_or((0, 0))
    }

    /// Returns its usages for messages: `` `edge` or `edge(D)` ``.
    pub fn usage(&self) -> String {
        let forms: Vec<String> = self.written().map(|form| format!("`{form}`")).collect();
        match forms.split_last() {
            Some((last, before)) if !before.is_empty() => format!("{} or {last}", before.join(", ")),
            _ => forms.concat(),
        }
    }
}

/// The most arguments that an operator may have.
const MOST_ARGUMENTS: usize = 16;

/// The signature of a pure operator.
#[derive(Debug)]
pub struct Form {
    /// The word.
    pub name: &'static str,
    /// Its parameters.
    pub params: &'static [FormParam],
    /// Whether the last parameter may be repeated.
    pub repeats: bool,
    /// The type of its value.
    pub result: Type,
    /// Whether it may fault.
    pub may_fault: bool,
    /// What it costs.
    pub cost: Cost,
    /// What it needs to know of where its player is going, if it depends on that.
    pub going: Option<Going>,
}

/// What an operator needs to know of where a player is going.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Going {
    /// The directions, one or several.
    Anywhere,
    /// One direction straight ahead.
    OneWay,
}

impl Form {
    /// Returns the least and the greatest number of arguments.
    pub fn arity(&self) -> (usize, usize) {
        let least = self.params.iter().filter(|param| param.filled.is_none()).count();
        if self.repeats { (2, MOST_ARGUMENTS) } else { (least, self.params.len()) }
    }

    /// Returns the parameter for the n-th argument.
    pub fn param(&self, n: usize) -> Option<&'static FormParam> {
        if self.repeats { self.params.get(n).or(self.params.last()) } else { self.params.get(n) }
    }
}

/// A parameter of an operator.
#[derive(Debug)]
pub struct FormParam {
    /// Its name in the documentation.
    pub name: &'static str,
    /// Its type.
    pub ty: Type,
    /// The default argument; `None` if the argument is required.
    pub filled: Option<Filled>,
}

/// A default argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filled {
    /// A number.
    Number(i32),
    /// The directions in which the board's cells are neighbors.
    Links,
    /// All directions.
    Dirs,
    /// All cells.
    Board,
    /// The player to move.
    Mover,
}

impl Filled {
    /// Returns the argument as an expression.
    pub fn expr(self, ground: &Ground<'_>) -> AnyExpr {
        match self {
            Filled::Number(n) => AnyExpr::Int(IntExpr::Const(n)),
            Filled::Links => AnyExpr::Dirs(MaskExpr::Const(ground.board.links())),
            Filled::Dirs => AnyExpr::Dirs(MaskExpr::Const(ground.board.all_dirs())),
            Filled::Board => AnyExpr::Cells(CellsExpr::Const(Box::new(ground.board.all_cells()))),
            Filled::Mover => AnyExpr::Player(PlayerExpr::Mover),
        }
    }
}

/// What an operator costs: steps of the reference engine's budget, and instructions of generated code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cost {
    /// A lookup in a table.
    Light,
    /// One step from each cell in each direction.
    Step,
    /// Two steps from each cell in each direction.
    Hop,
    /// Some jumps from each cell.
    Leap,
    /// A walk from each cell in each direction.
    Walk,
    /// A walk from one cell to another.
    Segment,
    /// A search from cells through those of the second set.
    Flood,
    /// A search for the rows of a set in the directions of the fourth argument.
    Rows,
    /// A search through all cells of a set.
    Search,
    /// One search for all ways between two cells.
    Ways,
}

/// The weight of an operator that is never cheap.
pub const HEAVY: usize = 10_000;

impl Cost {
    /// Returns the steps of the budget that it takes for arguments of these sizes.
    #[inline]
    pub(super) fn steps(self, sizes: &[usize]) -> usize {
        let size = |n: usize| sizes.get(n).copied().unwrap_or(0);
        match self {
            Cost::Light | Cost::Segment | Cost::Ways => 0,
            Cost::Step => size(0) * size(1) / 16,
            Cost::Hop | Cost::Walk => size(0) * size(1),
            Cost::Leap | Cost::Search => size(0),
            Cost::Flood => size(1) / 8,
            Cost::Rows => size(0) * size(3),
        }
    }

    /// Returns roughly how many instructions it takes for all cells of a word at once, on a board with this many
    /// directions and this many cells across.
    pub fn weight(self, dirs: usize, across: usize) -> usize {
        match self {
            Cost::Light | Cost::Leap => 1,
            Cost::Step => 2 * dirs,
            Cost::Hop => 4 * dirs,
            Cost::Walk => 2 * dirs * across,
            Cost::Segment => 4 * across,
            Cost::Flood | Cost::Rows | Cost::Search | Cost::Ways => HEAVY,
        }
    }
}

impl Op {
    /// Returns its signature.
    #[inline]
    pub fn form(self) -> &'static Form {
        table::form(self)
    }

    /// Returns the word that names it.
    pub fn name(self) -> &'static str {
        self.form().name
    }
}
