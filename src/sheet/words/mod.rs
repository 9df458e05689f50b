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
mod types;

pub(super) use change::Line;
use noun::article;
pub(super) use noun::joined;
pub(super) use types::element;

use super::{Point, sentence};
use crate::game::Game;
use crate::game::piece::Player;
use crate::source::Span;
use crate::syntax::ast::{BinaryOp, Expr, IndexRange, Item, Node, Type};

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
