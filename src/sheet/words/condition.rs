//! Conditions as clauses.

use super::noun::{Noun, SetPhrase, join_all, without_the};
use super::parentheses::{IN_CASE, IN_CLAUSE, IN_SET, parenthesize, parenthesize_last};
use super::{Phraser, Voice, element, numeral, strip_parens, with_spaces};
use crate::syntax::ast::{BinaryOp, Expr, Generator, Node, Type};

impl Phraser<'_> {
    /// Phrases a condition as a clause, or its negation if not `holds`.
    pub(super) fn clause(&self, expr: &Expr, holds: bool) -> Option<String> {
        match &expr.node {
            Node::Paren(inner) => self.clause(inner, holds),
            Node::Not(inner) => self.clause(inner, !holds),
            Node::Bool(value) => Some(if *value == holds { "always" } else { "never" }.to_owned()),
            Node::Binary(left, op, right) => self.binary(left, op.node, right, holds),
            Node::Call(name, args) => self.phrase_question(&name.node, args, expr, holds),
            Node::Generate(name, generator) => self.of_elements(&name.node, generator, holds),
            Node::Name(name) if self.local(name).is_some() => {
                Some(format!("`{name}` {}", if holds { "holds" } else { "does not hold" }))
            }
            Node::Name(name) if name == "stuck" => {
                let word = if holds { "no" } else { "a" };
                let who = if self.voice == Voice::Mover { "the player to move" } else { self.mover() };
                Some(format!("{who} {} {word} legal move", self.has(who)))
            }
            Node::Name(name) if self.game.params.iter().any(|param| param.name == *name) => {
                Some(format!("`{name}` is {}", if holds { "on" } else { "off" }))
            }
            Node::Name(name) => self.holds_for(name, &[], holds),
            Node::Possible(action) => {
                let who = if self.voice == Voice::Mover { "the player to move" } else { self.mover() };
                let can = if holds { "can" } else { "cannot" };
                Some(format!("{who} {can} do “{}”", with_spaces(&action.node)))
            }
            Node::Look(some, inner) => {
                let there = if *some == holds { "there is a legal move" } else { "there is no legal move" };
                Some(format!("{there} after which {}", self.clause(inner, true)?))
            }
            Node::If(condition, yes, no) => {
                let part = |expr: &Expr, holds: bool| Some(parenthesize(self.clause(expr, holds)?, IN_CLAUSE));
                let (yes, no) = (part(yes, holds)?, part(no, holds)?);
                Some(format!("{yes} in case {}, but {no} otherwise", part(condition, true)?))
            }
            _ => None,
        }
    }

    fn binary(&self, left: &Expr, op: BinaryOp, right: &Expr, holds: bool) -> Option<String> {
        use BinaryOp::*;
        match op {
            Both | Either => {
                let and = (op == Both) == holds;
                let mut parts = Vec::new();
                self.chain(left, and, holds, &mut parts)?;
                self.chain(right, and, holds, &mut parts)?;
                // What is known of a known player decides, or says nothing.
                let (decides, says_nothing) = if and { ("never", "always") } else { ("always", "never") };
                if parts.iter().any(|part| part == decides) {
                    return Some(decides.to_owned());
                }
                parts.retain(|part| part != says_nothing);
                if parts.is_empty() {
                    return Some(says_nothing.to_owned());
                }
                let last = parts.len().saturating_sub(1);
                let parts: Vec<String> = parts
                    .into_iter()
                    .enumerate()
                    .map(|(n, part)| if n == last { parenthesize_last(part) } else { parenthesize(part, IN_CLAUSE) })
                    .collect();
                Some(if and || parts.len() == 1 {
                    parts.join(" and ")
                } else {
                    format!("either {}", parts.join(" or "))
                })
            }
            In | NotIn => self.membership(left, right, (op == In) == holds),
            Within => {
                let (inner, outer) = (self.set(left)?, self.set(right)?);
                let not = if holds { "" } else { "not " };
                Some(format!("{not}all of {} are among {}", inner.inner(), outer.inner()))
            }
            Equal | NotEqual | Less | LessEqual | Greater | GreaterEqual => self.comparison(left, op, right, holds),
            _ => None,
        }
    }

    /// Collects the parts of a chain of `and` or `or`, or their negations.
    fn chain(&self, expr: &Expr, and: bool, holds: bool, parts: &mut Vec<String>) -> Option<()> {
        match &strip_parens(expr).node {
            Node::Not(inner) => self.chain(inner, and, !holds, parts),
            Node::Binary(left, op, right)
                if matches!(op.node, BinaryOp::Both | BinaryOp::Either)
                    && (op.node == BinaryOp::Both) == (and == holds) =>
            {
                self.chain(left, and, holds, parts)?;
                self.chain(right, and, holds, parts)
            }
            _ => {
                parts.push(self.clause(expr, holds)?);
                Some(())
            }
        }
    }

    /// Phrases a number that is compared.
    fn amount(&self, expr: &Expr) -> Option<String> {
        Some(parenthesize(self.number(expr)?, IN_CASE))
    }

    fn membership(&self, element: &Expr, set: &Expr, is: bool) -> Option<String> {
        let not = if is { "" } else { "not " };
        match self.ty(element)? {
            Type::Cell => self.set(set)?.holds(&self.cell(element)?, is),
            Type::Int => match &strip_parens(set).node {
                Node::Range(low, high) => {
                    let (low, high) = (self.operand(low)?, self.operand(high)?);
                    Some(format!("{} is {not}from {low} to {high}", self.amount(element)?))
                }
                _ => None,
            },
            Type::Kind => Some(format!("{} is {not}{}", self.kind(element)?, self.kinds(set, "or")?)),
            Type::Player => self.one_of_players(element, set, is),
            Type::Dir => Some(format!("{} is {not}{}", self.dirs(element)?, self.dirs(set)?)),
            _ => None,
        }
    }

    fn comparison(&self, left: &Expr, op: BinaryOp, right: &Expr, holds: bool) -> Option<String> {
        use BinaryOp::*;
        let op = match (op, holds) {
            (op, true) => op,
            (Equal, _) => NotEqual,
            (NotEqual, _) => Equal,
            (Less, _) => GreaterEqual,
            (LessEqual, _) => Greater,
            (Greater, _) => LessEqual,
            (_, _) => Less,
        };
        // Of a known player, its place in turn order is known.
        if self.known.is_some()
            && let (Some(one), Some(other)) = (self.known_number(left), self.known_number(right))
        {
            let is_true = match op {
                Equal => one == other,
                NotEqual => one != other,
                Less => one < other,
                LessEqual => one <= other,
                Greater => one > other,
                _ => one >= other,
            };
            return Some(if is_true { "always" } else { "never" }.to_owned());
        }
        if let (Node::Call(name, args), Node::Number(n)) = (&strip_parens(left).node, &strip_parens(right).node) {
            match (name.node.as_str(), args.as_slice()) {
                ("count", [set]) if self.ty(set)? == Type::Players => return self.number_of_players_left(set, op, *n),
                ("count", [set]) if self.ty(set)? == Type::Cells => return self.phrase_count(&self.set(set)?, op, *n),
                ("repeated", with) => return self.times(&format!(" and the same {}", self.compared(with)?), op, *n),
                _ => {}
            }
        }
        if let (Node::Name(name), Node::Number(n)) = (&strip_parens(left).node, &strip_parens(right).node)
            && name == "repeated"
        {
            return self.times("", op, *n);
        }
        if let Some(words) = self.parity(left, op, right) {
            return Some(words);
        }
        let (one, other) = (self.ty(left), self.ty(right));
        if one == Some(Type::Int) || other == Some(Type::Int) {
            let word = match op {
                Equal => "is",
                NotEqual => "is not",
                Less => "is less than",
                LessEqual => "is at most",
                Greater => "is greater than",
                _ => "is at least",
            };
            return Some(format!("{} {word} {}", self.amount(left)?, self.amount(right)?));
        }
        let is = match op {
            Equal => "is",
            NotEqual => "is not",
            _ => return None,
        };
        let either = |ty: Type| one == Some(ty) || other == Some(ty);
        if let Node::Name(word) = &strip_parens(right).node {
            let is_left = |name: &str| matches!(&strip_parens(left).node, Node::Name(left) if left == name);
            if self.game.params.iter().any(|param| is_left(&param.name)) {
                return Some(format!("{} {is} `{word}`", self.code(left)));
            }
            if word == "nothing" && self.ty(left) == Some(Type::Piece) {
                return Some(format!("{} {is} nothing", self.piece(left)?));
            }
        }
        if either(Type::Player) || either(Type::Players) {
            return match one == Some(Type::Players) || other == Some(Type::Players) {
                true => self.players_left(left, right, op == Equal),
                false => self.same_player(left, right, op == Equal),
            };
        }
        let phrase: Option<fn(&Self, &Expr) -> Option<String>> = match (one, other) {
            _ if either(Type::Kind) => Some(Self::kind),
            _ if either(Type::Piece) => Some(Self::piece),
            _ if either(Type::Tag) => Some(Self::tag),
            (Some(Type::Cell), Some(Type::Cell)) => Some(Self::cell),
            (Some(Type::Dir), Some(Type::Dir)) => Some(Self::dirs),
            (Some(Type::Bool), _) => return None,
            _ => None,
        };
        if let Some(phrase) = phrase {
            return Some(format!("{} {is} {}", phrase(self, left)?, phrase(self, right)?));
        }
        if either(Type::Cells) {
            let (left, right) = (self.set(left)?, self.set(right)?);
            let not = if op == Equal { "" } else { " not" };
            return Some(match &left {
                SetPhrase::Noun(Noun { the: false, .. }) => {
                    format!("{} are{not} exactly {}", left.inner(), right.inner())
                }
                _ => format!("{} {is} {}", left.inner(), right.inner()),
            });
        }
        None
    }

    /// Phrases `n % 2 == 1`: "n is odd".
    fn parity(&self, left: &Expr, op: BinaryOp, right: &Expr) -> Option<String> {
        let Node::Binary(n, sign, two) = &strip_parens(left).node else { return None };
        if sign.node != BinaryOp::Rem {
            return None;
        }
        let (Node::Number(2), Node::Number(rest @ 0..=1)) = (&strip_parens(two).node, &strip_parens(right).node) else {
            return None;
        };
        let odd = match op {
            BinaryOp::Equal => *rest == 1,
            BinaryOp::NotEqual => *rest == 0,
            _ => return None,
        };
        Some(format!("{} is {}", self.amount(n)?, if odd { "odd" } else { "even" }))
    }

    /// Phrases a comparison of a count: "there are at least two empty cells".
    fn phrase_count(&self, set: &SetPhrase, op: BinaryOp, n: i64) -> Option<String> {
        use BinaryOp::*;
        let exact = |n: i64, lead: &str| match n {
            0 => set.there(false),
            1 => format!("there is {lead}{}", set.of("one", false)),
            n => format!("there are {lead}{}", set.of(&numeral(n), true)),
        };
        Some(match (op, n) {
            (GreaterEqual, n) if n <= 1 => set.there(true),
            (Greater, 0) => set.there(true),
            (Less, 1) | (LessEqual | Equal, 0) => set.there(false),
            (NotEqual, 0) => set.there(true),
            (Equal, n) if n > 0 => exact(n, "exactly "),
            (GreaterEqual, n) => exact(n, "at least "),
            (Greater, n) if n > 0 => exact(n + 1, "at least "),
            (Less, n) if n > 1 => exact(n - 1, "at most "),
            (LessEqual, n) if n > 0 => exact(n, "at most "),
            (NotEqual, n) if n > 0 => format!("the number of {} is not {n}", without_the(&set.inner())),
            _ => return None,
        })
    }

    /// Phrases how often a position has occurred before.
    fn times(&self, with: &str, op: BinaryOp, n: i64) -> Option<String> {
        use BinaryOp::*;
        let most = match (op, n) {
            (Less, n) if n > 1 => Some(n - 1),
            (LessEqual, n) if n > 0 => Some(n),
            _ => None,
        };
        if let Some(most) = most {
            let positions = if most == 1 { "position" } else { "positions" };
            return Some(format!(
                "at most {} earlier {positions} had the same pieces on the same cells{with}",
                numeral(most)
            ));
        }
        let least = match (op, n) {
            (GreaterEqual, n) => n,
            (Greater, n) => n + 1,
            (Equal | LessEqual, 0) | (Less, 1) => {
                return Some(format!("no earlier position had the same pieces on the same cells{with}"));
            }
            _ => return None,
        };
        Some(match least {
            1 => format!("an earlier position had the same pieces on the same cells{with}"),
            n if n > 1 => {
                format!("at least {} earlier positions had the same pieces on the same cells{with}", numeral(n))
            }
            _ => return None,
        })
    }

    fn phrase_question(&self, name: &str, args: &[Expr], whole: &Expr, holds: bool) -> Option<String> {
        match (name, args) {
            ("some" | "none", [set]) => {
                let some = (name == "some") == holds;
                if let Node::Call(inner, args) = &strip_parens(set).node
                    && let ("lines", [of, n, rest @ ..]) = (inner.node.as_str(), args.as_slice())
                    && let SetPhrase::Noun(noun) = self.set(of)?
                {
                    let along = self.along_if_given(rest)?;
                    let of = SetPhrase::Noun(noun).all();
                    let of = without_the(&of);
                    let no = if some { "a" } else { "no" };
                    return Some(format!(
                        "there is {no} row of {} of {}{along}",
                        self.length(n)?,
                        parenthesize(of.to_owned(), IN_SET)
                    ));
                }
                match self.ty(set)? {
                    Type::Cells | Type::Cell => Some(self.set(set)?.there(some)),
                    _ => None,
                }
            }
            ("connects", [set, ends @ ..]) if !ends.is_empty() => {
                let places = join_all(ends, "and", |end| self.end_of(end))?;
                let of = self.set(set)?.inner();
                Some(format!("{} connected group of {of} joins {places}", if holds { "a" } else { "no" }))
            }
            ("stuck", [player]) => {
                let player = self.player(player)?;
                let has = self.has(&player);
                Some(format!("{player} {has} {} legal move", if holds { "no" } else { "a" }))
            }
            _ if self.ty(whole)? == Type::Bool => self.holds_for(name, args, holds),
            _ => None,
        }
    }

    /// Phrases a part of the board that pieces connect: "the North edge".
    fn end_of(&self, expr: &Expr) -> Option<String> {
        if let Node::Call(name, args) = &strip_parens(expr).node {
            match (name.node.as_str(), args.as_slice()) {
                ("edge", [dir]) if self.compass(dir).is_some() => {
                    return Some(format!("the {} edge", self.compass(dir)?));
                }
                ("side", [n]) => return Some(format!("side {}", self.number(n)?)),
                ("edge", [_]) => {}
                ("edge" | "side", _) => return None,
                _ => {}
            }
        }
        Some(self.set(expr)?.all())
    }

    /// Phrases `some(x in X: C)`, `every(..)` and `none(..)`.
    fn of_elements(&self, name: &str, generator: &Generator, holds: bool) -> Option<String> {
        let inner = self.with([(generator.name.node.clone(), element(self.ty(&generator.over)?))]);
        let (one, each) = self.elements(generator, |bound| self.number(bound))?;
        let condition = inner.clause(&generator.body, true)?;
        Some(match (name, holds) {
            ("some", true) | ("none", false) => format!("there is {one} for which {condition}"),
            ("some", false) | ("none", true) => format!("there is not {one} for which {condition}"),
            ("every", true) => format!("for all {each}, {condition}"),
            ("every", false) => format!("not for all {each}, {condition}"),
            _ => return None,
        })
    }
}
