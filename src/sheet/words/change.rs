//! Statements as sentences.

use super::noun::SetPhrase;
use super::parentheses::{IN_LIST, parenthesize};
use super::{Phraser, element, strip_parens, with_spaces};
use crate::sheet::capital;
use crate::source::Span;
use crate::syntax::ast::{AssignOp, Expr, Node, Stmt, StmtNode, Type};
use crate::wording::article;
use crate::wording::{join, plural};

/// A sentence about a statement, and the sentences below it.
#[derive(Clone, Debug)]
pub(crate) struct Sentence {
    /// The text; it ends with a colon if others follow below.
    pub text: String,
    /// The place in the rule file.
    pub span: Span,
    /// The sentences below it.
    pub under: Vec<Sentence>,
}

impl Phraser<'_> {
    /// Puts statements into words.
    pub fn changes(&self, statements: &[Stmt]) -> Vec<Sentence> {
        let mut words = self.clone();
        let mut lines = Vec::new();
        for statement in statements {
            lines.extend(words.change(statement));
            match &statement.node {
                StmtNode::Let(name, value) | StmtNode::Var(name, None, value) => {
                    let ty = words.ty(value).unwrap_or(Type::Piece);
                    words.locals.push((name.node.clone(), ty));
                }
                StmtNode::Var(name, Some(ty), _) => words.locals.push((name.node.clone(), ty.node)),
                _ => {}
            }
        }
        lines
    }

    fn change(&self, statement: &Stmt) -> Vec<Sentence> {
        let span = statement.span;
        let line = |text: String| vec![Sentence { text, span, under: Vec::new() }];
        let code = || line(format!("`{}`", self.source(span)));
        let sentence = |words: Option<String>| match words.filter(|words| words.chars().count() <= super::LONGEST) {
            Some(words) => line(format!("{words}.")),
            None => code(),
        };
        match &statement.node {
            StmtNode::Let(name, value) | StmtNode::Var(name, _, value) => {
                line(format!("Let `{}` be {}.", name.node, self.value(value)))
            }
            StmtNode::If(condition, yes, no) => {
                let mut lines = vec![self.block("If", condition, yes)];
                let mut no = no.as_deref();
                while let Some([Stmt { node: StmtNode::If(condition, yes, further), .. }]) = no {
                    lines.push(self.block("Otherwise, if", condition, yes));
                    no = further.as_deref();
                }
                if let Some(statements @ [_, ..]) = no {
                    lines.push(Sentence { text: "Otherwise:".to_owned(), span, under: self.changes(statements) });
                }
                lines
            }
            StmtNode::For(name, over, body) => {
                let ty = self.ty(over).map_or(Type::Cell, element);
                let under = self.with([(name.node.clone(), ty)]).changes(body);
                let over = self.over(&name.node, over);
                vec![Sentence { text: format!("For each {over}:"), span, under }]
            }
            StmtNode::While(condition, body) => vec![self.block("As long as", condition, body)],
            StmtNode::Choose { may, name, over, body, .. } => {
                let ty = self.ty(over).map_or(Type::Cell, element);
                let under = self.with([(name.node.clone(), ty)]).changes(body);
                let you = if *may { "You may choose" } else { "Choose" };
                let text = format!("{you} `{}`, {}", name.node, self.one_of(over));
                let text = if under.is_empty() { format!("{text}.") } else { format!("{text}:") };
                vec![Sentence { text, span: over.span, under }]
            }
            StmtNode::Put { what, owner, at } => sentence(self.put(what, owner.as_ref(), at)),
            StmtNode::Remove(at) => sentence(self.set(at).map(|set| match set {
                SetPhrase::One(one) if self.game.stacks.is_some() => format!("Remove the pieces on {one}"),
                SetPhrase::One(one) => format!("Remove the piece on {one}"),
                set if set.is_pieces() => format!("Remove {}", set.all()),
                set => format!("Remove the pieces on {}", set.all()),
            })),
            StmtNode::RemoveTop(n, at) => sentence(self.set(at).and_then(|set| {
                let tops = self.upper(n.as_ref(), "top", "upper")?;
                Some(format!("Remove {tops} of {}", each_of(set)))
            })),
            StmtNode::RemoveBottom(n, at) => sentence(self.set(at).and_then(|set| {
                let lowest = self.upper(n.as_ref(), "lowest", "lower")?;
                Some(format!("Remove {lowest} of {}", each_of(set)))
            })),
            StmtNode::MoveTop(n, from, to) => sentence((|| {
                Some(format!(
                    "Move {} of {} on top of {}",
                    self.upper(n.as_ref(), "top", "upper")?,
                    self.cell(from)?,
                    self.cell(to)?
                ))
            })()),
            StmtNode::Move(from, to) => sentence((|| {
                let from = self.cell(from)?;
                Some(match &strip_parens(to).node {
                    Node::Name(name) if name == "off" => format!("Take the piece on {from} off the board"),
                    _ if self.game.stacks.is_some() => format!("Move the pieces on {from} to {}", self.cell(to)?),
                    _ => format!("Move the piece on {from} to {}", self.cell(to)?),
                })
            })()),
            StmtNode::MoveEach(name, over, to) => sentence((|| {
                let inner = self.with([(name.node.clone(), Type::Cell)]);
                let (over, to) = (self.set(over)?, inner.cell(to)?);
                let pieces = if over.is_pieces() { over.all() } else { format!("the pieces on {}", over.all()) };
                Some(format!("Move {pieces} all at once, each from its cell `{}` to {to}", name.node))
            })()),
            StmtNode::Give(what, to) => sentence((|| {
                let what = match self.set(what)? {
                    SetPhrase::One(one) => format!("The piece on {one}"),
                    set if set.is_pieces() => capital(&set.all()),
                    set => format!("The pieces on {}", set.all()),
                };
                let becomes = if what.starts_with("The piece on") { "becomes" } else { "become" };
                Some(match self.player(to)?.as_str() {
                    "you" => format!("{what} {becomes} yours"),
                    player => format!("{what} {becomes} {player}'s"),
                })
            })()),
            StmtNode::Again => line("You move again.".to_owned()),
            StmtNode::Return => line("This ends the effect.".to_owned()),
            StmtNode::Assign(target, op, value) => sentence(self.assign(target, *op, value)),
            StmtNode::Call(call) => match &call.node {
                Node::Call(name, args) => {
                    let types = self.effect(&name.node).map(|effect| effect.parameters.iter().map(|one| one.ty.node));
                    let types = types.into_iter().flatten().map(Some).chain(std::iter::repeat(None));
                    let values: Vec<String> = args.iter().zip(types).map(|(arg, ty)| self.value_as(arg, ty)).collect();
                    let with =
                        if values.is_empty() { String::new() } else { format!(" with {}", join(&values, "and")) };
                    line(format!("Do “{}”{with}.", with_spaces(&name.node)))
                }
                _ => code(),
            },
        }
    }

    /// Phrases statements with a condition: "If `q` is empty:".
    fn block(&self, lead: &str, condition: &Expr, body: &[Stmt]) -> Sentence {
        let text = format!("{lead} {}:", self.condition(condition));
        Sentence { text, span: condition.span, under: self.changes(body) }
    }

    /// Names the elements of a loop: "cell `c` of your pieces".
    fn over(&self, name: &str, over: &Expr) -> String {
        match self.ty(over) {
            Some(Type::Cells | Type::Cell) => match self.set(over) {
                Some(SetPhrase::Noun(noun)) if noun.owner.is_none() && !noun.the => {
                    let one = SetPhrase::Noun(noun).one();
                    let one = one.trim_start_matches("an ").trim_start_matches("a ").to_owned();
                    format!("{one}, `{name}`")
                }
                Some(set) => format!("cell `{name}` of {}", set.inner()),
                None => format!("cell `{name}` of {}", self.code(over)),
            },
            Some(Type::Dirs | Type::Dir) => match self.dirs(over) {
                Some(dirs) => format!("direction `{name}` ({dirs})"),
                None => format!("direction `{name}` of {}", self.code(over)),
            },
            Some(Type::Players) => match self.among_players(over) {
                Some(among) => format!("player `{name}`{among}"),
                None => format!("player `{name}` of {}", self.code(over)),
            },
            Some(Type::Ints) => match &strip_parens(over).node {
                Node::Range(low, high) => match (self.number(low), self.number(high)) {
                    (Some(low), Some(high)) => format!("number `{name}` from {low} to {high}"),
                    _ => format!("number `{name}` of {}", self.code(over)),
                },
                _ => format!("number `{name}` of {}", self.code(over)),
            },
            _ => format!("`{name}` of {}", self.code(over)),
        }
    }

    /// Describes the pieces at one end of a stack: "the top piece", "the upper 2 pieces".
    fn upper(&self, n: Option<&Expr>, one: &str, several: &str) -> Option<String> {
        match n.map(|n| &strip_parens(n).node) {
            None | Some(Node::Number(1)) => Some(format!("the {one} piece")),
            Some(_) => Some(format!("the {several} {} pieces", self.number(n?)?)),
        }
    }

    fn put(&self, what: &Expr, owner: Option<&Expr>, at: &Expr) -> Option<String> {
        let places = match self.set(at)? {
            SetPhrase::One(one) => format!("on {one}"),
            set => format!("on each of {}", set.all()),
        };
        if let Node::Name(name) = &strip_parens(what).node
            && self.is_kind(name)
        {
            let kind = with_spaces(name);
            let neutral = self.game.kinds.iter().any(|kind| kind.name == *name && kind.neutral);
            let whose = match owner {
                Some(owner) => format!(" of {}", self.player(owner)?),
                None if neutral => String::new(),
                None => return Some(format!("Put one of your {} {places}", plural(&kind))),
            };
            return Some(format!("Put {} {kind}{whose} {places}", article(&kind)));
        }
        match (self.ty(what)?, owner) {
            (Type::Kind, None) => Some(format!("Put a piece of yours, of the kind {}, {places}", self.kind(what)?)),
            (Type::Kind, Some(owner)) => {
                Some(format!("Put a piece of {}, of the kind {}, {places}", self.player(owner)?, self.kind(what)?))
            }
            (Type::Piece, None) => Some(format!("Put {} {places}", self.piece(what)?)),
            _ => None,
        }
    }

    fn assign(&self, target: &Expr, op: AssignOp, value: &Expr) -> Option<String> {
        let (name, ty) = match &target.node {
            Node::Name(name) if self.local(name).is_some() => (format!("`{name}`"), self.name_type(name)),
            Node::Name(name) => (self.term(name, &[])?, self.name_type(name)),
            Node::Call(name, args) => (self.term(&name.node, args)?, self.var_type(&name.node)),
            _ => return None,
        };
        let value = self.value_words(value, ty)?;
        Some(match op {
            AssignOp::Set => format!("Set {name} to {value}"),
            AssignOp::Add => format!("Add {} to {name}", parenthesize(value, IN_LIST)),
            AssignOp::Subtract => format!("Subtract {} from {name}", parenthesize(value, IN_LIST)),
        })
    }
}

/// Returns "`q`" or "each of the cells next to `q`".
fn each_of(set: SetPhrase) -> String {
    match set {
        SetPhrase::One(one) => one,
        set => format!("each of {}", set.all()),
    }
}
