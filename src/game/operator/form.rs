//! What a row of the table says: [`Builtin`], [`Form`], [`Param`], [`Cost`].

use super::{Ground, Op, Raw, table};
use crate::game::expr::*;
use crate::game::part::TypeName;

/// A built-in word of the language.
#[derive(Debug)]
pub struct Builtin {
    /// The word.
    pub name: &'static str,
    /// How it is written, one text for each form.
    pub written: &'static [&'static str],
    /// What it means, in one line of Markdown.
    pub doc: &'static str,
    /// An example of its use.
    pub example: &'static str,
    /// What it is called in rule sheets: `{0}` stands for its first argument.
    pub phrase: &'static str,
    /// A free name to use instead of it.
    pub instead: &'static str,
    /// The pure operators that it names; none if its value depends on the position, or it binds a variable.
    pub ops: &'static [Op],
}

impl Builtin {
    /// Returns whether it may stand alone.
    pub fn stands_alone(&self) -> bool {
        self.written.iter().any(|form| !form.contains('('))
    }

    /// Returns whether it may take arguments.
    pub fn takes_arguments(&self) -> bool {
        self.written.iter().any(|form| form.contains('('))
    }

    /// Returns whether it is only written with a variable that goes through a set.
    pub fn goes_through_a_set(&self) -> bool {
        self.written.iter().all(|form| form.contains(" in "))
    }

    /// How many arguments it takes: at least, and at most.
    pub fn arity(&self) -> (usize, usize) {
        let of_ops = self.ops.iter().map(|op| op.form().arity());
        let plain = self.written.iter().filter(|form| !form.contains(" in ") && self.ops.is_empty());
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

    /// How it is written, for messages: `` `edge` or `edge(D)` ``.
    pub fn usage(&self) -> String {
        let forms: Vec<String> = self.written.iter().map(|form| format!("`{form}`")).collect();
        match forms.split_last() {
            Some((last, before)) if !before.is_empty() => format!("{} or {last}", before.join(", ")),
            _ => forms.concat(),
        }
    }
}

/// The most arguments that an operator may have.
const MOST_ARGUMENTS: usize = 16;

/// How a pure operator is used.
#[derive(Debug)]
pub struct Form {
    /// The word.
    pub name: &'static str,
    /// Its parameters.
    pub params: &'static [Param],
    /// Whether the last parameter may come more than once.
    pub repeats: bool,
    /// The type of its value.
    pub result: TypeName,
    /// Whether it may be a fault.
    pub may_fault: bool,
    /// What it costs.
    pub cost: Cost,
}

impl Form {
    /// How many arguments it takes: at least, and at most.
    pub fn arity(&self) -> (usize, usize) {
        let least = self.params.iter().filter(|param| param.filled.is_none()).count();
        if self.repeats { (2, MOST_ARGUMENTS) } else { (least, self.params.len()) }
    }

    /// The parameter that an argument is for.
    pub fn param(&self, n: usize) -> Option<&'static Param> {
        if self.repeats { self.params.get(n).or(self.params.last()) } else { self.params.get(n) }
    }
}

/// A parameter of an operator.
#[derive(Debug)]
pub struct Param {
    /// Its name in the documentation.
    pub name: &'static str,
    /// Its type.
    pub ty: TypeName,
    /// What is filled in if the argument is left out; none if it may not be left out.
    pub filled: Option<Filled>,
}

/// The argument that is filled in for one that is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Filled {
    /// A number.
    Number(i32),
    /// The directions in which the board's cells adjoin.
    Links,
    /// All directions.
    Dirs,
    /// All cells.
    Board,
    /// The player to move.
    Mover,
}

impl Filled {
    /// The argument.
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
    /// A table is asked once.
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
    /// The board is searched from cells through those of the second set.
    Flood,
    /// The rows of a set are searched in the directions of the fourth argument.
    Rows,
    /// All cells of a set are searched.
    Search,
    /// All ways between two cells are searched, once.
    Ways,
}

/// The weight of what is never cheap.
pub const HEAVY: usize = 10_000;

impl Cost {
    /// Steps of the budget for these arguments.
    pub fn steps<const W: usize>(self, args: &[Raw<W>]) -> usize {
        let cells = |n: usize| args.get(n).map_or(0, Raw::len);
        let dirs = |n: usize| args.get(n).map_or(0, |arg| (arg.word() as u64).count_ones() as usize);
        match self {
            Cost::Light | Cost::Segment | Cost::Ways => 0,
            Cost::Step => cells(0) * dirs(1) / 16,
            Cost::Hop | Cost::Walk => cells(0) * dirs(1),
            Cost::Leap | Cost::Search => cells(0),
            Cost::Flood => cells(1) / 8,
            Cost::Rows => cells(0) * dirs(3),
        }
    }

    /// Roughly how many instructions it takes for all cells of a word at once, on a board with so many directions and cells
    /// across.
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
    /// How it is used.
    pub fn form(self) -> &'static Form {
        table::form(self)
    }

    /// The word that names it.
    pub fn name(self) -> &'static str {
        self.form().name
    }
}
