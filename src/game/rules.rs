//! The parts of a [`super::Game`]: settings, players, kinds, variables, defs, effects, actions, endings, examples.

use super::cells::CellSet;
use super::expr::*;
pub use super::part::Defs;
use super::piece::{Piece, Player, Tag};
use super::spec::PositionSpec;
use super::stmt::*;
use super::text::Text;
use crate::source::Span;
use crate::types::Type;
use std::sync::Arc;

/// Index of a variable in [`super::Game::vars`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct VarId(pub u16);

/// Index of an effect in [`super::Game::effects`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct EffectId(pub u16);

/// Index of an action in [`super::Game::actions`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, serde::Serialize, serde::Deserialize)]
pub struct ActionId(pub u16);

/// Index of a form of `repeated` in [`super::Game::repetitions`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct RepetitionId(pub u16);

/// The value of a setting.
#[derive(Clone, Debug, PartialEq, Eq, Hash, serde::Serialize)]
#[serde(untagged)]
pub enum Setting {
    /// A number.
    Int(i32),
    /// A truth value.
    Bool(bool),
    /// One of the parameter's words.
    Word(String),
}

impl std::fmt::Display for Setting {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Setting::Int(n) => write!(out, "{n}"),
            Setting::Bool(b) => write!(out, "{b}"),
            Setting::Word(word) => out.write_str(word),
        }
    }
}

/// The values that a parameter may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Domain {
    /// Any number.
    Any,
    /// Numbers from the first to the second.
    Range(i32, i32),
    /// These numbers.
    List(Vec<i32>),
    /// `true` or `false`.
    Bool,
    /// These words.
    Words(Vec<String>),
}

/// A setting of the game, with the value it was loaded with.
#[derive(Clone, Debug)]
pub struct Param {
    /// Its name.
    pub name: String,
    /// Its value.
    pub value: Setting,
    /// The value that the file gives it.
    pub default: Setting,
    /// The values that it may take (a `where` may forbid more).
    pub domain: Domain,
    /// The text of its `where`, for people.
    pub condition: Option<String>,
    /// Its `///` comment.
    pub docs: String,
    /// Its name, where it is declared.
    pub span: Span,
}

/// A player.
#[derive(Clone, Debug)]
pub struct PlayerInfo {
    /// The name.
    pub name: String,
    /// The directions of `going`: on hexagonal boards N and S are two.
    pub going: Option<u64>,
}

/// A kind of piece.
#[derive(Clone, Debug)]
pub struct KindInfo {
    /// The name.
    pub name: String,
    /// Its sign in moves and pictures, if not its name.
    pub sign: Option<String>,
    /// Whether its pieces belong to nobody.
    pub neutral: bool,
}

impl KindInfo {
    /// Returns its text in moves.
    pub fn text(&self) -> &str {
        self.sign.as_deref().unwrap_or(&self.name)
    }
}

/// A character for a piece in pictures.
#[derive(Clone, Copy, Debug)]
pub struct PictureSymbol {
    /// The character.
    pub symbol: char,
    /// The piece that it stands for.
    pub piece: Piece,
}

/// Pieces of one kind on some cells. Later placements replace earlier ones.
#[derive(Clone, Debug)]
pub struct Placement {
    /// What is placed.
    pub piece: Piece,
    /// The cells; uses only what is fixed before play.
    pub at: CellsExpr,
    /// The frame that `at` is evaluated in.
    pub frame: Frame,
}

impl Placement {
    /// Returns the placement of a piece on all cells of a set.
    pub fn of_set((piece, set): (Piece, CellSet)) -> Placement {
        Placement { piece, at: CellsExpr::Const(Box::new(set)), frame: Frame::default() }
    }

    /// Returns the number of its cells, or `None` if it is not constant.
    pub(crate) fn count(&self) -> Option<usize> {
        if let CellsExpr::Const(set) = &self.at { Some(set.len()) } else { None }
    }
}

/// The most indexes that a variable may have.
pub const MAX_INDEXES: usize = 3;

/// The range of a variable's index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(missing_docs)] // named after the types of the language
pub enum IndexType {
    Cell,
    Player,
    Dir,
    Kind,
    /// `1..8`: the numbers from the first to the second.
    Range(i32, i32),
}

impl IndexType {
    /// Returns the type of its values.
    pub fn ty(self) -> Type {
        match self {
            IndexType::Cell => Type::Cell,
            IndexType::Player => Type::Player,
            IndexType::Dir => Type::Dir,
            IndexType::Kind => Type::Kind,
            IndexType::Range(..) => Type::Int,
        }
    }
}

/// A state variable.
#[derive(Clone, Debug)]
pub struct Var {
    /// Its name.
    pub name: String,
    /// The indexes: there is one value for each combination of their elements; none for a single value.
    pub indexes: Vec<IndexType>,
    /// The type of its values, which is not a set of numbers.
    pub ty: Type,
    /// The words that a value is one of; none for other types.
    pub words: Vec<Tag>,
    /// The first value; the indexes are in the first word slots of `frame`. A default is written out (0, false, off, {},
    /// nothing).
    pub first: AnyExpr,
    /// The frame that `first` is evaluated in.
    pub frame: Frame,
    /// Whether it is reset when a turn begins.
    pub each_turn: bool,
    /// Where it is declared.
    pub span: Span,
}

/// A named value.
#[derive(Clone, Debug)]
pub struct Def<E> {
    /// Its name.
    pub name: String,
    /// The classes of its parameters; their slots are the first ones of each class, in order.
    pub parameters: Vec<Class>,
    /// The expression that it names.
    pub body: E,
    /// Its `where` values: for each the slot that keeps it once it is evaluated, and the expression.
    pub lazies: Vec<(Slot, AnyExpr)>,
    /// Its frame.
    pub frame: Frame,
    /// Its number among the steady defs, if it is one: it has no parameters and depends only on pieces, variables,
    /// `ply` and players, so that its value stays the same as long as these do.
    pub steady: Option<u16>,
    /// The whole item.
    pub span: Span,
}

/// A named sequence of changes.
#[derive(Clone, Debug)]
pub struct Effect {
    /// Its name.
    pub name: String,
    /// The classes of its parameters; their slots are the first ones of each class, in order.
    pub parameters: Vec<Class>,
    /// Its statements.
    pub body: Vec<Stmt>,
    /// Its frame.
    pub frame: Frame,
    /// The whole item.
    pub span: Span,
}

/// An action: a kind of move, with its conditions and effects.
#[derive(Clone, Debug)]
pub struct Action {
    /// Its name.
    pub name: String,
    /// Its `///` comment.
    pub docs: String,
    /// Its binders, the outermost first.
    pub binders: Vec<Binder>,
    /// `let` and `when`, from top to bottom.
    pub clauses: Vec<Clause>,
    /// Its text, which is written before `do` if all clauses hold.
    pub text: Text,
    /// `do`.
    pub body: Vec<Stmt>,
    /// What must hold after `do`.
    pub ensures: Vec<Condition>,
    /// Only the action's legal moves with the greatest value after `do` stay legal.
    pub maximize: Option<IntExpr>,
    /// Its frame.
    pub frame: Frame,
    /// Whether `do` may reach a `choose`, directly or in an effect.
    pub chooses: bool,
    /// The whole item.
    pub span: Span,
}

/// `p: own`.
#[derive(Clone, Debug)]
pub struct Binder {
    /// The name.
    pub name: String,
    /// Where the element is put, in [`Class::Word`].
    pub slot: Slot,
    /// What it ranges over; may use the binders before it.
    pub over: SetExpr,
    /// From the name to the end of the set.
    pub span: Span,
}

/// A clause of an action before `do`.
#[derive(Clone, Debug)]
pub enum Clause {
    /// `let`.
    Let(Slot, AnyExpr),
    /// `when`.
    When(Condition),
}

/// A condition with its place.
#[derive(Clone, Debug)]
pub struct Condition {
    /// The condition itself.
    pub holds: BoolExpr,
    /// Where it stands, without its keyword.
    pub span: Span,
}

/// `always safe: C`.
#[derive(Clone, Debug)]
pub struct Always {
    /// Its name.
    pub name: String,
    /// What must hold after every move.
    pub condition: Condition,
    /// Its frame.
    pub frame: Frame,
}

/// A clause of `end`.
#[derive(Clone, Debug)]
pub struct Ending {
    /// `for P in S`: where the player is put, and which players.
    pub each: Option<(Slot, PlayersExpr)>,
    /// The condition.
    pub condition: Condition,
    /// What follows.
    pub result: GameResult,
    /// Its frame.
    pub frame: Frame,
    /// The whole clause.
    pub span: Span,
}

/// The result that an end clause decides.
#[derive(Clone, Debug)]
pub enum GameResult {
    /// `draw`.
    Draw,
    /// `never`: if the condition holds, it is F01.
    Never,
    /// `P wins`.
    Wins(PlayerExpr),
    /// `P loses`.
    Loses(PlayerExpr),
    /// `most X wins`, `fewest X wins`.
    Score {
        /// Whether it is `most`; otherwise `fewest`.
        most: bool,
        /// The score of the player in `player`.
        score: IntExpr,
        /// Where each player is put, in [`Class::Word`].
        player: Slot,
        /// Whether a tie is a draw; otherwise it is F02.
        draw: bool,
    },
}

/// A form of `repeated`: the values that must be the same, besides the pieces. They have no locals but their own.
#[derive(Clone, Debug)]
pub struct Repetition {
    /// Single values, sets, and whole variables.
    pub with: Vec<RepetitionPart>,
    /// The frame that they are evaluated in.
    pub frame: Frame,
}

/// A value that a [`Repetition`] compares.
#[derive(Clone, Debug)]
pub enum RepetitionPart {
    /// A value.
    Value(AnyExpr),
    /// All values of a variable that has indexes.
    Table(VarId),
}

/// A figure of the rule sheet, as a test.
#[derive(Clone, Debug)]
pub struct Example {
    /// Its title.
    pub title: String,
    /// The starting position; by default the setup.
    pub position: Option<ExamplePosition>,
    /// Its lines, in order.
    pub checks: Vec<Check>,
    /// The game with the example's own settings, if it has any; that game has no examples itself.
    pub game: Option<Arc<super::Game>>,
    /// The whole example.
    pub span: Span,
}

/// The starting position of an example.
#[derive(Clone, Debug)]
pub enum ExamplePosition {
    /// `position { .. }`: the pieces on the board. Further lines set variables and the player to move.
    Pieces(Vec<Placement>),
    /// `position "8/8 White"`: the whole position.
    Line(PositionSpec),
}

/// A line of an example.
#[derive(Clone, Debug)]
pub struct Check {
    /// What it says.
    pub node: CheckNode,
    /// The whole line.
    pub span: Span,
}

/// A move as it is written, with its place.
pub type MoveText = crate::source::Spanned<String>;

/// The kinds of lines in an example. Those before the first `play` and checks make the position.
#[derive(Clone, Debug)]
pub enum CheckNode {
    /// `set hand(White) = 0`, without an index all values of the variable.
    SetVar(VarRef, AnyExpr, Frame),
    /// `set ply = 10`.
    SetPly(IntExpr, Frame),
    /// `White to move`: before the first `play` it sets whose turn it is, after a `play` it is a check.
    ToMove(Player),
    /// `play a1, b2`.
    Play(Vec<MoveText>),
    /// `legal a1`; `only`: these and no others.
    Legal {
        /// `legal only`.
        only: bool,
        /// The moves.
        moves: Vec<MoveText>,
    },
    /// `illegal a1`.
    Illegal(Vec<MoveText>),
    /// `moves 20`.
    Moves(u64),
    /// `perft 3 = 8902`.
    Perft(u32, u64),
    /// `expect C`.
    Expect(Condition, Frame),
    /// `result White wins`; `None` for `result draw`.
    Result(Option<Player>),
    /// `position { .. }` after a `play` or a check: what stands on the board then.
    Position(Vec<Placement>),
    /// `position "8/8 White"` after a `play` or a check: the position is this one then.
    Line(PositionSpec),
}
