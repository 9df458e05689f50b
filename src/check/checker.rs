//! [`Checker`], the state of a check: declarations, findings, and the item that is being checked.

use super::declared::Declared;
use super::need::{DefUse, Need};
use super::tags::Tags;
use super::types::*;
use super::unread::Lost;
use crate::analysis::{Assumptions, Fuel, Limits};
use crate::diagnostic::{Code, Diagnostic};
use crate::game::board::Board;
use crate::game::drawing::BoardDrawing;
use crate::game::expr::*;
use crate::game::look::Look;
use crate::game::piece::Tag;
use crate::game::rules::*;
use crate::source::{SourceId, Sources, Span};
use crate::syntax::ast;
use std::collections::{BTreeMap, BTreeSet};

/// The state of a check.
pub(super) struct Checker<'a> {
    pub sources: &'a Sources,
    pub found: Vec<Diagnostic>,
    /// What the invalid parts of the file may have declared.
    pub lost: Lost,
    /// The names of the file with their meanings and declarations.
    pub globals: BTreeMap<String, (Global, Span)>,
    /// Actions by name. Only `possible` uses them.
    pub action_names: BTreeMap<String, (usize, Span)>,
    pub params: Vec<Param>,
    /// The parameters with an invalid default. That has been reported, so their uses are not reported again.
    pub params_wrong: BTreeSet<usize>,
    /// The parameters that are used.
    pub params_used: BTreeSet<usize>,
    pub board: Board,
    /// Whether the board depends on parameters.
    pub board_varies: bool,
    /// How the board is drawn, if the file says so.
    pub drawn: Option<BoardDrawing>,
    /// What the file says about pictures.
    pub look: Look,
    pub players: Vec<PlayerInfo>,
    pub kinds: Vec<KindInfo>,
    /// The words that stand for themselves.
    pub tags: Vec<String>,
    /// The pieces of the setup, each with the number of its cells, if that is known before play.
    pub placed: Vec<(Piece, usize)>,
    /// The kinds that are placed or used.
    pub kinds_used: BTreeSet<usize>,
    pub vars: Vec<VarEntry<'a>>,
    pub defs: Vec<DefEntry<'a>>,
    pub lowered: Defs,
    pub effects: Vec<EffectEntry<'a>>,
    pub actions: Vec<ActionEntry<'a>>,
    pub repetitions: Vec<Repetition>,
    pub uses_ply: bool,
    /// Whether some direction can be `nothing`.
    pub dirs_may_be_nothing: bool,
    /// Whether some action uses `again`.
    pub again: bool,
    /// The item that is being checked.
    pub body: Body,
    /// The uses of defs outside of defs. What the defs need is checked against them at the end.
    pub uses: Vec<DefUse>,
    /// How often the value of a parameter was used. What depends on one is not "always" true.
    pub params_seen: usize,
    /// Whether generators and defs are evaluated element by element before play.
    pub unroll: bool,
    /// How deep such evaluations are nested.
    pub unroll_depth: usize,
    /// The first source that does not belong to the file, see [`Lowering`](super::game::Lowering).
    pub outside: SourceId,
    /// The words of stacks, if the board has stacks.
    pub words: Option<SourceId>,
    /// The places that coverage counts, if the game is watched.
    pub places: Option<super::place::Places>,
    /// The types of the declared names.
    pub declared: Declared,
}

/// The largest number of possible values that are kept for a local.
const MOST_VALUES: usize = 64;

/// The item that a name of the file stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Global {
    Param(usize),
    Tag(Tag),
    Player(usize),
    Kind(usize),
    Var(usize),
    Def(usize),
    Effect(usize),
    Always,
}

impl Global {
    /// Returns its description in messages.
    pub fn describe(self) -> &'static str {
        match self {
            Global::Param(_) => "a parameter",
            Global::Tag(_) => "a word of a parameter or a type",
            Global::Player(_) => "a player",
            Global::Kind(_) => "a kind of piece",
            Global::Var(_) => "a variable",
            Global::Def(_) => "a def",
            Global::Effect(_) => "an effect",
            Global::Always => "an `always`",
        }
    }
}

/// A declared variable.
pub(super) struct VarEntry<'a> {
    pub ast: &'a ast::Var,
    /// The types of its indexes, or `None` if one is invalid.
    pub indexes: Option<Vec<IndexType>>,
    pub state: TypeState,
    /// The words that it can be.
    pub tags: Tags,
    pub lowered: Option<Var>,
    /// Whether any rule sets it.
    pub set: bool,
    pub used: bool,
}

/// The state of inferring the type of a def or variable.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TypeState {
    Waiting,
    Working,
    Typed(Type),
    Failed,
}

impl TypeState {
    /// Returns the type, if it is known.
    pub fn known(self) -> Option<Type> {
        if let TypeState::Typed(ty) = self { Some(ty) } else { None }
    }
}

/// A declared def.
pub(super) struct DefEntry<'a> {
    pub ast: &'a ast::Def,
    pub state: TypeState,
    /// The words that it can be.
    pub tags: Tags,
    /// Its index among the defs of its type, once the type is known.
    pub index: Option<u16>,
    /// Whether its value has been lowered.
    pub read: bool,
    /// Its value, if it has no parameters and is known before play.
    pub known: Option<AnyExpr>,
    /// What its value needs to be available where it is used.
    pub needs: Vec<(Need, Span)>,
    /// The defs that it uses.
    pub calls: Vec<(usize, Span)>,
    /// Whether it uses a parameter.
    pub sees_params: bool,
    pub used: bool,
}

/// A declared effect.
pub(super) struct EffectEntry<'a> {
    pub ast: &'a ast::Effect,
    pub lowered: Option<Effect>,
    /// The effects that it calls.
    pub calls: Vec<usize>,
    pub chooses: bool,
    pub used: bool,
}

/// A declared action.
pub(super) struct ActionEntry<'a> {
    pub ast: &'a ast::Action,
    pub docs: &'a str,
    pub span: Span,
    pub lowered: Option<Action>,
    /// The actions that its conditions ask about, directly or through a def.
    pub asks: Vec<(ActionRef, Span)>,
}

/// The actions that `possible` or `stuck` asks about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ActionRef {
    Action(usize),
    Every,
}

/// The context of an expression. It decides what the expression can use ("What is seen where").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Context {
    /// `param`, `board`, `setup`: before play.
    Static,
    /// The first value of a variable.
    First,
    /// Binders, `let`, `when`, `as`.
    Before,
    /// `do`, effects, choices.
    Do,
    /// `always`, `ensure`, `maximize`.
    After,
    /// `end`.
    End,
    /// `expect`.
    Expect,
    /// `look`.
    Look,
    /// What `repeated` compares.
    Compared,
}

impl Context {
    /// Returns whether it is evaluated beside play, in a position that somebody looks at.
    pub(super) fn is_beside_play(self) -> bool {
        matches!(self, Context::Expect | Context::Look)
    }
}

/// The item that is being checked: its frame and its visible names.
#[derive(Debug)]
pub(super) struct Body {
    pub context: Context,
    /// The def, if it is one.
    pub def: Option<usize>,
    /// The effect, if it is one.
    pub effect: Option<usize>,
    /// The action, if it is one.
    pub action: Option<usize>,
    pub frame: Frame,
    pub scope: Vec<LocalName>,
    /// Whether it contains a `choose`; whether it contains an `again`.
    pub chooses: bool,
    pub again: bool,
    /// The effects that it calls.
    pub calls: Vec<usize>,
    /// Why the first N locals cannot be used here although they are visible (in the arguments of `repeated`), and N.
    pub no_locals: Option<(&'static str, usize)>,
    /// The facts that hold here.
    pub facts: Assumptions,
    /// The chain of `and` or `or` that was lowered last.
    pub chain: Option<ConditionChain>,
    /// The remaining budget for proofs here.
    pub fuel: Fuel,
}

/// The number of expressions that proofs about one item may evaluate.
const FUEL: u32 = 20_000;

/// A chain of `and` or `or` without its last operand.
#[derive(Debug)]
pub(super) struct ConditionChain {
    /// Its span.
    pub upto: Span,
    /// Whether it is a chain of `and`.
    pub and: bool,
    /// The facts after it, or `None` if the last operand is never evaluated.
    pub facts: Option<Assumptions>,
}

impl Body {
    /// Returns the innermost local of this name.
    pub fn local(&self, name: &str) -> Option<&LocalName> {
        self.scope.iter().rev().find(|local| local.name == name)
    }

    pub fn new(context: Context) -> Body {
        Body {
            context,
            def: None,
            effect: None,
            action: None,
            frame: Frame::default(),
            scope: Vec::new(),
            chooses: false,
            again: false,
            calls: Vec::new(),
            no_locals: None,
            facts: Assumptions::default(),
            chain: None,
            fuel: Limits::new(FUEL).fuel,
        }
    }

    /// Allocates a slot for values of a type.
    pub fn slot(&mut self, ty: Type) -> Slot {
        let counter = match Class::of(ty) {
            Class::Word => &mut self.frame.words,
            Class::Cells => &mut self.frame.cells,
            Class::Ints => &mut self.frame.ints,
        };
        *counter = counter.saturating_add(1);
        Slot(*counter - 1)
    }
}

/// A name that is visible only in one item.
#[derive(Clone, Debug)]
pub(super) struct LocalName {
    pub name: String,
    pub ty: Type,
    pub held: LocalHome,
    pub span: Span,
    /// "binder", "parameter", "`let`", ..., for messages.
    pub what: &'static str,
    /// Whether statements can set it (`var`).
    pub mutable: bool,
    pub used: bool,
    /// Its possible values, if the set that it runs over is known.
    pub among: Option<Vec<AnyExpr>>,
}

impl LocalName {
    pub fn new(name: &ast::Name, ty: Type, held: LocalHome, what: &'static str) -> LocalName {
        let (name, span) = (name.node.clone(), name.span);
        LocalName { name, ty, held, span, what, mutable: false, used: false, among: None }
    }

    /// Returns whether it runs over the elements of a set.
    pub fn is_bound(&self) -> bool {
        self.what.contains("variable of") || self.what.contains("binder")
    }
}

/// The place of a local's value.
#[derive(Clone, Debug)]
pub(super) enum LocalHome {
    Slot(Slot),
    Lazy(u16),
    Known(Box<AnyExpr>),
    /// Nowhere: its value is invalid. That has been reported, so its uses are not reported again.
    Wrong,
}

impl<'a> Checker<'a> {
    /// Reports an error or warning.
    pub fn report(&mut self, diagnostic: Diagnostic) {
        if self.lost.explains(diagnostic.code) {
            return;
        }
        // An expression that is not known before play is one mistake, however many parts of it are not known.
        let place = diagnostic.span();
        let within = |other: &Diagnostic| other.code == Code::E22 && place.contains(other.span());
        if diagnostic.code == Code::E22 && self.found.iter().any(within) {
            return;
        }
        self.found.push(diagnostic);
    }

    /// Reports a finding with a code, a span and a message.
    pub fn error(&mut self, code: Code, span: Span, message: impl Into<String>) {
        self.report(Diagnostic::new(code, span, message));
    }

    /// Reports a finding with help.
    pub fn error_help(&mut self, code: Code, span: Span, message: impl Into<String>, help: impl Into<String>) {
        self.report(Diagnostic::new(code, span, message).help(help));
    }

    /// Reports a finding like [`Checker::error`]. Returns `None`: the expression has no value.
    pub fn refuse_plain<T>(&mut self, code: Code, span: Span, message: impl Into<String>) -> Option<T> {
        self.refuse_with(Diagnostic::new(code, span, message))
    }

    /// Reports a finding with help. Returns `None`: the expression has no value.
    pub fn refuse<T>(
        &mut self,
        code: Code,
        span: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) -> Option<T> {
        self.refuse_with(Diagnostic::new(code, span, message).help(help))
    }

    /// Reports a finding. Returns `None`: the expression has no value.
    pub fn refuse_with<T>(&mut self, diagnostic: Diagnostic) -> Option<T> {
        self.report(diagnostic);
        None
    }

    /// Returns the source text of a span.
    pub fn text(&self, span: Span) -> String {
        self.sources.text(span).to_string()
    }

    /// Runs `work` with another body, and returns that body, too.
    pub fn with_body<T>(&mut self, body: Body, work: impl FnOnce(&mut Self) -> T) -> (T, Body) {
        let outer = std::mem::replace(&mut self.body, body);
        let result = work(self);
        let inner = std::mem::replace(&mut self.body, outer);
        (result, inner)
    }

    /// Runs `work` in another context, as inside of `then`.
    pub fn in_context<T>(&mut self, context: Context, work: impl FnOnce(&mut Self) -> T) -> T {
        let outer = std::mem::replace(&mut self.body.context, context);
        let result = work(self);
        self.body.context = outer;
        result
    }

    /// Makes a name visible in the item and returns its slot. Reports E03 if the name is taken.
    pub fn bind(&mut self, name: &ast::Name, ty: Type, what: &'static str) -> Slot {
        let slot = self.body.slot(ty);
        self.bind_held(name, ty, LocalHome::Slot(slot), what);
        slot
    }

    /// Makes a name visible for a value that is held somewhere already.
    pub fn bind_held(&mut self, name: &ast::Name, ty: Type, held: LocalHome, what: &'static str) {
        self.report_if_taken(name, ty);
        if !matches!(held, LocalHome::Wrong) {
            self.declared.note(name.span, ty);
        }
        let among = if let LocalHome::Known(value) = &held { Some(vec![(**value).clone()]) } else { None };
        self.body.scope.push(LocalName { among, ..LocalName::new(name, ty, held, what) });
    }

    /// Makes the name of an element visible, for a binder, a `choose` or a generator over a set.
    pub fn bind_element(&mut self, name: &ast::Name, over: &SetExpr, what: &'static str) -> Slot {
        let slot = self.bind(name, over.element(), what);
        if let Some(local) = self.body.scope.last_mut() {
            local.among = super::set::known_elements(over).filter(|among| among.len() <= MOST_VALUES);
        }
        slot
    }

    /// Hides the names that became visible after `mark`, and returns them.
    pub fn unbind(&mut self, mark: usize) -> Vec<LocalName> {
        self.body.scope.split_off(mark.min(self.body.scope.len()))
    }

    /// Runs `work` in a scope of its own, and reports the names that it never uses.
    pub fn scoped<T>(&mut self, work: impl FnOnce(&mut Self) -> T) -> T {
        let mark = self.body.scope.len();
        let result = work(self);
        let bound = self.unbind(mark);
        self.report_unused_locals(&bound);
        result
    }

    /// Returns whether the item at a span comes from a base.
    pub fn is_inherited(&self, span: Span) -> bool {
        span.source != SourceId(0)
    }
}

/// Returns whether a name is a cell.
pub(super) fn is_cell_name(name: &str) -> bool {
    let letters = name.bytes().take_while(u8::is_ascii_lowercase).count();
    let digits = &name[letters..];
    (1..=2).contains(&letters)
        && (1..=2).contains(&digits.len())
        && digits.bytes().all(|digit| digit.is_ascii_digit())
        && !digits.starts_with('0')
}
