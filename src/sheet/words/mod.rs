//! Rules in words: a sentence for what a rule file says in its language.
//!
//! What has no good sentence stays what it is, as code between backquotes: better that than a sentence that says something
//! else.

mod change;
mod condition;
mod noun;
mod number;
mod set;
mod single;

pub(super) use change::Line;
use noun::article;
pub(super) use noun::joined;

use super::{Point, sentence};
use crate::game::Game;
use crate::game::piece::Player;
use crate::game::rules::VarType;
use crate::source::Span;
use crate::syntax::ast::{BinaryOp, Expr, IndexRange, Item, ItemNode, Node, Type};

/// Longer sentences are harder to read than the code.
const LONGEST: usize = 240;

/// From whose point of view rules are told.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Voice {
    /// Of the player who moves: "your pieces".
    You,
    /// Of somebody who looks on: "the mover's pieces".
    Mover,
    /// Of somebody who looks on, and knows whose turn it is: "White's pieces".
    Of(Player),
}

/// Tells the rules of a game in words.
#[derive(Clone, Debug)]
pub(super) struct Words<'g> {
    pub game: &'g Game,
    pub items: &'g [Item],
    pub voice: Voice,
    /// The names that are visible here, with their types.
    pub locals: Vec<(String, Type)>,
}

impl<'g> Words<'g> {
    /// From a point of view.
    pub fn new(game: &'g Game, items: &'g [Item], voice: Voice) -> Words<'g> {
        Words { game, items, voice, locals: Vec::new() }
    }

    /// The same with further names in sight.
    pub fn with(&self, names: impl IntoIterator<Item = (String, Type)>) -> Words<'g> {
        let mut words = self.clone();
        words.locals.extend(names);
        words
    }

    /// What stands in the file, on one line.
    pub fn source(&self, span: Span) -> String {
        let lines = self.game.sources.text(span).lines();
        let rules = lines.map(|line| line.split_once("//").map_or(line, |(rule, _)| rule));
        rules.flat_map(str::split_whitespace).collect::<Vec<_>>().join(" ")
    }

    /// The same as code.
    pub fn code(&self, expr: &Expr) -> String {
        format!("`{}`", self.source(expr.span))
    }

    /// The words if they are short enough to be read, else the code.
    fn short(&self, words: Option<String>, expr: &Expr) -> String {
        words.filter(|words| words.chars().count() <= LONGEST).unwrap_or_else(|| self.code(expr))
    }

    /// A condition as a clause: "`q` is empty and ..".
    pub fn condition(&self, expr: &Expr) -> String {
        match self.clause(expr, true).filter(|words| words.chars().count() <= LONGEST) {
            Some(words) => words,
            None => format!("{} holds", self.code(expr)),
        }
    }

    /// A set of which one is taken: "an empty cell next to `p`".
    pub fn one_of(&self, expr: &Expr) -> String {
        self.short(self.one_words(expr), expr)
    }

    fn one_words(&self, expr: &Expr) -> Option<String> {
        if let Node::If(condition, yes, no) = &bare(expr).node {
            let (yes, no) = (self.one_words(yes)?, self.one_words(no)?);
            return Some(format!("{yes} if {}, otherwise {no}", self.clause(condition, true)?));
        }
        match self.ty(expr)? {
            Type::Cell | Type::Cells => Some(self.set(expr)?.one()),
            Type::Dirs => match &bare(expr).node {
                Node::Name(name) if name == "all" => Some("any direction".to_owned()),
                Node::Name(name)
                    if ["orthogonal", "diagonal", "forward", "backward", "sideways"].contains(&name.as_str()) =>
                {
                    Some(format!("{} {name} direction", article(name)))
                }
                _ => self.dirs(expr).map(|dirs| format!("a direction: {dirs}")),
            },
            Type::Dir => self.dirs(expr),
            Type::Kinds => self.kinds(expr, "or"),
            Type::Players => Some("a player".to_owned())
                .filter(|_| matches!(&bare(expr).node, Node::Name(name) if name == "players")),
            Type::Ints => match &bare(expr).node {
                Node::Range(low, high) => {
                    Some(format!("a number from {} to {}", self.number(low)?, self.number(high)?))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// A value of any type.
    pub fn value(&self, expr: &Expr) -> String {
        self.short(self.value_words(expr), expr)
    }

    fn value_words(&self, expr: &Expr) -> Option<String> {
        if let Node::If(condition, yes, no) = &bare(expr).node {
            let (yes, no) = (self.value_words(yes)?, self.value_words(no)?);
            return Some(format!("{yes} if {}, otherwise {no}", self.clause(condition, true)?));
        }
        if let Node::Match(subject, arms) = &bare(expr).node {
            let mut words = Vec::new();
            for arm in arms {
                let body = self.value_words(&arm.body)?;
                words.push(match &arm.value {
                    Some(value) => format!("{body} for {}", self.value_words_like(value, self.ty(subject)?)?),
                    None => format!("otherwise {body}"),
                });
            }
            return Some(format!("{}, depending on {}", words.join("; "), self.value_words(subject)?));
        }
        if matches!(&bare(expr).node, Node::List(list) if list.is_empty()) {
            return Some("nothing".to_owned());
        }
        match self.ty(expr)? {
            Type::Int => self.number(expr),
            Type::Bool => match &bare(expr).node {
                Node::Bool(true) => Some("yes".to_owned()),
                Node::Bool(false) => Some("no".to_owned()),
                _ => Some(format!("whether {}", self.clause(expr, true)?)),
            },
            Type::Cell => self.cell(expr),
            Type::Cells => Some(self.set(expr)?.all()),
            Type::Dir | Type::Dirs => self.dirs(expr),
            Type::Player => self.player(expr),
            Type::Kind => self.kind(expr),
            Type::Kinds => self.kinds(expr, "and"),
            Type::Piece => self.piece(expr),
            Type::Ints | Type::Players => None,
        }
    }

    /// The value of an arm, which is of its subject's type.
    fn value_words_like(&self, expr: &Expr, ty: Type) -> Option<String> {
        match ty {
            Type::Kind => self.kind(expr),
            Type::Piece => self.piece(expr),
            _ => self.value_words(expr),
        }
    }

    /// What a def stands for, "means ..", "holds if ..", and what belongs under it: cases, or all that must hold.
    pub fn meaning(&self, expr: &Expr) -> (String, Vec<Point>) {
        let short = |words: Option<String>| words.filter(|words| words.chars().count() <= LONGEST);
        let bool = self.ty(expr) == Some(Type::Bool);
        let part = |expr: &Expr| if bool { self.condition(expr) } else { self.value(expr) };
        match &bare(expr).node {
            Node::Match(subject, arms) => {
                let ty = self.ty(subject);
                let arm = |arm: &crate::syntax::ast::Arm| {
                    let body = part(&arm.body);
                    match &arm.value {
                        Some(value) => {
                            let value =
                                ty.and_then(|ty| self.value_words_like(value, ty)).unwrap_or_else(|| self.code(value));
                            Point::new(format!("{value}: {body}."))
                        }
                        None => Point::new(format!("otherwise: {body}.")),
                    }
                };
                let word = if bool { "holds, depending on" } else { "depends on" };
                (format!("{word} {}", self.value(subject)), arms.iter().map(arm).collect())
            }
            Node::If(condition, yes, no) if short(self.value_words(expr)).is_none() => {
                let word = if bool { "holds" } else { "means" };
                let under = vec![
                    Point::new(format!("if {}: {}.", self.condition(condition), part(yes))),
                    Point::new(format!("otherwise: {}.", part(no))),
                ];
                (format!("{word} this"), under)
            }
            Node::Binary(_, op, _) if op.node == BinaryOp::Both => {
                let mut parts = Vec::new();
                conjuncts(expr, &mut parts);
                match short(self.clause(expr, true)).filter(|_| parts.len() < 3) {
                    Some(words) => (format!("holds if {words}"), Vec::new()),
                    None => {
                        let points = parts.iter().map(|part| Point::new(sentence(&self.condition(part))));
                        ("holds if all of this is true".to_owned(), points.collect())
                    }
                }
            }
            _ if bool => {
                (format!("holds if {}", short(self.clause(expr, true)).unwrap_or_else(|| self.code(expr))), Vec::new())
            }
            _ => (format!("means {}", self.value(expr)), Vec::new()),
        }
    }

    /// The directions in which cells adjoin.
    pub fn adjoining(&self, expr: &Expr) -> String {
        self.along(expr).map_or_else(|| format!("along {}", self.code(expr)), |words| words.replace(" or ", " and "))
    }

    /// What an index of a variable goes through: "player", "number `n` from 1 to 9".
    pub fn indexed(&self, index: &crate::syntax::ast::Index) -> String {
        let name = &index.name.node;
        match &index.over {
            IndexRange::Type(ty) => match ty.node {
                Type::Player => "player".to_owned(),
                Type::Cell => "cell".to_owned(),
                Type::Kind => "kind of piece".to_owned(),
                Type::Dir => "direction".to_owned(),
                _ => format!("`{name}`"),
            },
            IndexRange::Numbers(range) => match &bare(range).node {
                Node::Range(low, high) => format!("number `{name}` from {} to {}", self.value(low), self.value(high)),
                _ => format!("`{name}`"),
            },
        }
    }

    /// The player of whom it is told, if he has a name.
    fn told_of(&self) -> Option<&str> {
        match self.voice {
            Voice::Of(player) => Some(self.game.player_name(player)),
            _ => None,
        }
    }

    /// The type of a name.
    pub(super) fn local(&self, name: &str) -> Option<Type> {
        self.locals.iter().rev().find(|(other, _)| other == name).map(|(_, ty)| *ty)
    }

    /// A def, with its item.
    fn def(&self, name: &str) -> Option<&'g crate::syntax::ast::Def> {
        self.items.iter().find_map(|item| match &item.node {
            ItemNode::Def(def) if def.name.node == name => Some(def),
            _ => None,
        })
    }

    /// A variable, with its item.
    fn var(&self, name: &str) -> Option<&'g crate::syntax::ast::Var> {
        self.items.iter().find_map(|item| match &item.node {
            ItemNode::Var(var) if var.name.node == name => Some(var),
            _ => None,
        })
    }

    /// The type of what an index of a variable goes through.
    pub(super) fn index_type(&self, over: &IndexRange) -> Type {
        match over {
            IndexRange::Type(ty) => ty.node,
            IndexRange::Numbers(_) => Type::Int,
        }
    }

    fn def_type(&self, name: &str) -> Option<Type> {
        let defs = &self.game.defs;
        macro_rules! find {
            ($($list:ident $ty:ident),*) => {
                $(if defs.$list.iter().any(|def| def.name == name) { return Some(Type::$ty); })*
            };
        }
        find!(int Int, ints Ints, bool Bool, cell Cell, cells Cells, dir Dir, dirs Dirs, player Player, players Players,
            kind Kind, kinds Kinds, piece Piece);
        // A def whose value is known before play is not kept.
        self.def(name).and_then(|def| {
            let parameters = def.parameters.iter().map(|one| (one.name.node.clone(), one.ty.node));
            self.with(parameters).ty(&def.body)
        })
    }

    fn var_type(&self, name: &str) -> Option<Type> {
        let var = self.game.vars.iter().find(|var| var.name == name)?;
        Some(match var.ty {
            VarType::Int => Type::Int,
            VarType::Bool => Type::Bool,
            VarType::Cell => Type::Cell,
            VarType::Cells => Type::Cells,
            VarType::Dir => Type::Dir,
            VarType::Dirs => Type::Dirs,
            VarType::Player => Type::Player,
            VarType::Players => Type::Players,
            VarType::Kind => Type::Kind,
            VarType::Kinds => Type::Kinds,
            VarType::Piece => Type::Piece,
        })
    }

    fn is_kind(&self, name: &str) -> bool {
        self.local(name).is_none() && self.game.kinds.iter().any(|kind| kind.name == name)
    }

    /// The type of an expression, as far as it can be told.
    pub fn ty(&self, expr: &Expr) -> Option<Type> {
        use crate::syntax::ast::BinaryOp::*;
        let set_of = |ty: Type| match ty {
            Type::Cell | Type::Cells => Some(Type::Cells),
            Type::Dir | Type::Dirs => Some(Type::Dirs),
            Type::Kind | Type::Kinds => Some(Type::Kinds),
            Type::Player | Type::Players => Some(Type::Players),
            Type::Int | Type::Ints => Some(Type::Ints),
            _ => None,
        };
        Some(match &expr.node {
            Node::Number(_) | Node::Neg(_) => Type::Int,
            Node::Bool(_) | Node::Not(_) | Node::Look(..) | Node::Possible(_) => Type::Bool,
            Node::Cell(_) => Type::Cell,
            Node::Paren(inner) => self.ty(inner)?,
            Node::Range(..) => Type::Ints,
            Node::Of(..) => Type::Cells,
            Node::If(_, yes, no) => {
                let (yes, no) = (self.ty(yes), self.ty(no));
                if yes == no { yes? } else { set_of(yes.or(no)?)? }
            }
            Node::Match(_, arms) => self.ty(&arms.first()?.body)?,
            Node::List(items) => match items.first() {
                Some(Expr { node: Node::Name(name), .. }) if self.is_kind(name) => Type::Kinds,
                Some(first) => set_of(self.ty(first)?)?,
                None => return None,
            },
            Node::Collect(generator) => set_of(self.ty(&generator.over)?)?,
            Node::Binary(left, op, right) => match op.node {
                Mul | Div | Rem | Add | Sub => Type::Int,
                And | Or | Except => set_of(self.ty(left).or_else(|| self.ty(right))?)?,
                Either => match &bare(left).node {
                    Node::Generate(name, _) if matches!(name.node.as_str(), "max" | "min") => Type::Int,
                    _ => Type::Bool,
                },
                _ => Type::Bool,
            },
            Node::Generate(name, generator) => match name.node.as_str() {
                "count" | "sum" | "max" | "min" => Type::Int,
                "some" | "none" | "every" => Type::Bool,
                "reach" => Type::Cells,
                _ => {
                    let element = element(self.ty(&generator.over)?);
                    set_of(self.with([(generator.name.node.clone(), element)]).ty(&generator.body)?)?
                }
            },
            Node::Name(name) => self.name_type(name)?,
            Node::Call(name, args) => match name.node.as_str() {
                "row" | "column" | "number" | "dx" | "dy" | "count" | "groups" | "distance" | "max" | "min" | "abs"
                | "repeated" => Type::Int,
                "some" | "none" | "connects" | "stuck" => Type::Bool,
                "cell" | "step" => Type::Cell,
                "edge" | "side" | "rows" | "columns" | "cells" | "neighbors" | "ray" | "first" | "hop" | "leap"
                | "between" | "group" | "lines" => Type::Cells,
                "forward" | "backward" | "sideways" | "toward" => Type::Dirs,
                "opposite" => self.ty(args.first()?)?,
                "ahead" | "dir" => Type::Dir,
                "at" => Type::Piece,
                "owner" | "rival" | "after" => Type::Player,
                "kind" => Type::Kind,
                "the" => element(self.ty(args.first()?)?),
                other => self.def_type(other).or_else(|| self.var_type(other))?,
            },
        })
    }

    fn name_type(&self, name: &str) -> Option<Type> {
        if let Some(ty) = self.local(name) {
            return Some(ty);
        }
        if self.game.board.dir_word(name).is_some() {
            let one = self.game.board.dir_word(name).is_some_and(|mask| mask.count_ones() == 1);
            return Some(if one { Type::Dir } else { Type::Dirs });
        }
        Some(match name {
            "board" | "empty" | "occupied" | "pieces" | "own" | "enemy" | "edge" | "corner" | "center" | "dark"
            | "light" => Type::Cells,
            "orthogonal" | "diagonal" | "all" | "forward" | "backward" | "sideways" => Type::Dirs,
            "ahead" => Type::Dir,
            "mover" | "next" => Type::Player,
            "players" => Type::Players,
            "kinds" => Type::Kinds,
            "ply" | "width" | "height" | "repeated" => Type::Int,
            "stuck" => Type::Bool,
            "off" => Type::Cell,
            "nothing" => Type::Piece,
            _ if self.is_kind(name) => Type::Cells,
            _ if self.game.players.iter().any(|player| player.name == name) => Type::Player,
            _ => match self.game.params.iter().find(|param| param.name == name) {
                Some(param) => match param.value {
                    crate::game::rules::Setting::Int(_) => Type::Int,
                    crate::game::rules::Setting::Bool(_) => Type::Bool,
                    crate::game::rules::Setting::Word(_) => return None,
                },
                None => self.def_type(name).or_else(|| self.var_type(name))?,
            },
        })
    }

    /// A use of a def or a variable: "the “value” of `q` (friends: your pieces)"; without arguments "“loose”".
    fn term(&self, name: &str, args: &[Expr]) -> Option<String> {
        let bool = self.def_type(name).or_else(|| self.var_type(name)) == Some(Type::Bool);
        let term = format!("“{}”", spaced(name));
        let names: Vec<String> = match (self.def(name), self.var(name)) {
            (Some(def), _) => def.parameters.iter().map(|one| one.name.node.clone()).collect(),
            (None, Some(var)) => var.indexes.iter().map(|one| one.name.node.clone()).collect(),
            _ => return None,
        };
        let Some((first, rest)) = args.split_first() else { return Some(term) };
        let further: Option<Vec<String>> = rest
            .iter()
            .zip(names.iter().skip(1))
            .map(|(arg, name)| {
                let value = self.value_words(arg)?;
                Some(if value == format!("`{name}`") { value } else { format!("{}: {value}", spaced(name)) })
            })
            .collect();
        let further = further?;
        let further = if further.is_empty() { String::new() } else { format!(" ({})", further.join("; ")) };
        let first = self.value_words(first)?;
        if bool {
            return Some(format!("{term} for {first}{further}"));
        }
        let of = if name.ends_with("_of") { "" } else { " of" };
        let owner = first.strip_prefix("the ").unwrap_or(&first);
        Some(match (self.ty(&args[0]), first.as_str()) {
            (Some(Type::Player), "you") if of == " of" => format!("your {term}{further}"),
            (Some(Type::Player), _) if of == " of" && owner.split(' ').count() <= 2 && !first.contains('`') => {
                format!("{first}'s {term}{further}")
            }
            _ => format!("the {term}{of} {first}{further}"),
        })
    }

    /// Whether a def or variable holds: "“held” holds for White".
    fn holds_for(&self, name: &str, args: &[Expr], holds: bool) -> Option<String> {
        let term = self.term(name, args)?;
        let holds = if holds { "holds" } else { "does not hold" };
        Some(match term.split_once("” for ") {
            Some((term, rest)) => format!("{term}” {holds} for {rest}"),
            None => format!("{term} {holds}"),
        })
    }

    /// A set of cells by its name: "the cells “targets” of `p`".
    fn cells_term(&self, name: &str, args: &[Expr]) -> Option<String> {
        let term = self.term(name, args)?;
        Some(match term.strip_prefix("the ") {
            Some(term) if term.starts_with('“') => format!("the cells {term}"),
            None if args.is_empty() => format!("the cells {term}"),
            _ => term,
        })
    }
}

/// The parts of a condition that must all hold.
fn conjuncts<'e>(expr: &'e Expr, parts: &mut Vec<&'e Expr>) {
    match &bare(expr).node {
        Node::Binary(left, op, right) if op.node == BinaryOp::Both => {
            conjuncts(left, parts);
            conjuncts(right, parts);
        }
        _ => parts.push(expr),
    }
}

/// The type of a set's elements.
pub(super) fn element(ty: Type) -> Type {
    match ty {
        Type::Cells => Type::Cell,
        Type::Dirs => Type::Dir,
        Type::Kinds => Type::Kind,
        Type::Players => Type::Player,
        Type::Ints => Type::Int,
        other => other,
    }
}

/// An expression without the parentheses around it.
pub(super) fn bare(expr: &Expr) -> &Expr {
    match &expr.node {
        Node::Paren(inner) => bare(inner),
        _ => expr,
    }
}

/// A name as people say it: `steps_to_edge` is "steps to edge".
pub(super) fn spaced(name: &str) -> String {
    name.replace('_', " ")
}

/// The plural of an English noun.
pub(super) fn plural(word: &str) -> String {
    let ends = |end: &str| word.ends_with(end);
    if ends("man") {
        return format!("{}en", word.trim_end_matches("an"));
    }
    if ends("s") || ends("x") || ends("ch") || ends("sh") {
        return format!("{word}es");
    }
    match word.strip_suffix('y') {
        Some(stem) if !stem.ends_with(['a', 'e', 'i', 'o', 'u']) => format!("{stem}ies"),
        _ => format!("{word}s"),
    }
}

/// Small numbers as words.
pub(super) fn numeral(n: i64) -> String {
    const WORDS: [&str; 13] =
        ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"];
    usize::try_from(n).ok().and_then(|at| WORDS.get(at)).map_or_else(|| n.to_string(), |word| (*word).to_owned())
}
