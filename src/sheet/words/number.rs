//! Numbers in words.

use super::noun::{join_all, without_the};
use super::parentheses::{IN_LIST, IN_NUMBER, parenthesize};
use super::{Phraser, Voice, element, numeral, strip_parens};
use crate::syntax::ast::{BinaryOp, Expr, Generator, Node, Type};

impl Phraser<'_> {
    /// Phrases a number: "3", "the number of your pieces".
    pub(super) fn number(&self, expr: &Expr) -> Option<String> {
        if self.known.is_some()
            && let Some(n) = self.known_number(expr)
        {
            return Some(n.to_string());
        }
        Some(match &expr.node {
            Node::Paren(inner) => self.number(inner)?,
            Node::Number(n) => n.to_string(),
            Node::Neg(inner) => match &strip_parens(inner).node {
                Node::Number(n) => format!("-{n}"),
                _ => format!("minus {}", self.operand(inner)?),
            },
            Node::Name(name) if self.local(name).is_some() => format!("`{name}`"),
            Node::Name(name) => match name.as_str() {
                "ply" => "the number of plies made so far".to_owned(),
                "repeated" => "the number of earlier positions with the same pieces".to_owned(),
                _ if self.game.params.iter().any(|param| param.name == *name) => format!("`{name}`"),
                _ => self.term(name, &[])?,
            },
            Node::Binary(..) if self.near_setting(expr).is_some() => self.near_setting(expr)?,
            Node::Binary(left, op, right) => {
                if let (BinaryOp::Either, Node::Generate(name, generator)) = (op.node, &strip_parens(left).node) {
                    let greatest = self.phrase_generator(&name.node, generator)?;
                    return Some(format!("{greatest} (or {} if there is none)", self.number(right)?));
                }
                // A chain of plus and minus reads from left to right.
                let chain = |op: BinaryOp| matches!(op, BinaryOp::Add | BinaryOp::Sub);
                let goes_on = matches!(&left.node, Node::Binary(_, inner, _) if chain(inner.node) && chain(op.node));
                let goes_on = goes_on && self.near_setting(left).is_none();
                let left = if goes_on { self.number(left)? } else { self.operand(left)? };
                let right = self.operand(right)?;
                match op.node {
                    BinaryOp::Add => format!("{left} plus {right}"),
                    BinaryOp::Sub => format!("{left} minus {right}"),
                    BinaryOp::Mul => format!("{left} times {right}"),
                    BinaryOp::Div => format!("{left} divided by {right}, rounded down"),
                    BinaryOp::Rem => format!("the remainder of {left} divided by {right}"),
                    _ => return None,
                }
            }
            Node::Generate(name, generator) => self.phrase_generator(&name.node, generator)?,
            Node::If(..) | Node::Match(..) => self.value_words(expr, Some(Type::Int))?,
            Node::Call(name, args) => match (name.node.as_str(), args.as_slice()) {
                ("count", [set]) => match self.ty(set)? {
                    Type::Cells => format!("the number of {}", without_the(&self.set(set)?.all())),
                    _ => return None,
                },
                ("groups", [set]) => format!("the number of groups that {} form", self.set(set)?.inner()),
                ("number", [of]) => match self.ty(of)? {
                    Type::Player => format!("the place of {} in turn order", self.player(of)?),
                    _ => format!("the number of {}", self.cell(of)?),
                },
                ("height", [cell]) => format!("the number of pieces on {}", self.cell(cell)?),
                ("abs", [n]) => format!("{} without its sign", self.operand(n)?),
                ("max" | "min", numbers) => {
                    let word = if name.node == "max" { "greatest" } else { "least" };
                    format!("the {word} of {}", join_all(numbers, "and", |n| self.listed(n))?)
                }
                ("repeated", with) => {
                    format!(
                        "the number of earlier positions with the same pieces and the same {}",
                        self.compared(with)?
                    )
                }
                ("dx", [dir]) => format!("how far {} leads to the East", self.beside(self.dirs(dir))?),
                ("dy", [dir]) => format!("how far {} leads to the North", self.beside(self.dirs(dir))?),
                (name, args) => self.term(name, args)?,
            },
            _ => return None,
        })
    }

    /// Phrases a number that is near a setting, twice as much or half of it: "one less than `size`".
    fn near_setting(&self, expr: &Expr) -> Option<String> {
        let Node::Binary(left, op, right) = &strip_parens(expr).node else { return None };
        let is_setting = |expr: &Expr| {
            let Node::Name(name) = &strip_parens(expr).node else { return false };
            self.local(name).is_none() && self.game.params.iter().any(|param| param.name == *name)
        };
        let number = |expr: &Expr| if let Node::Number(n) = strip_parens(expr).node { Some(n) } else { None };
        match (op.node, number(left), number(right)) {
            (BinaryOp::Sub, _, Some(n @ 1..)) if is_setting(left) => {
                Some(format!("{} less than {}", numeral(n), self.number(left)?))
            }
            (BinaryOp::Add, _, Some(n @ 1..)) if is_setting(left) => {
                Some(format!("{} more than {}", numeral(n), self.number(left)?))
            }
            (BinaryOp::Mul, Some(2), _) if is_setting(right) => Some(format!("twice {}", self.number(right)?)),
            (BinaryOp::Mul, _, Some(2)) if is_setting(left) => Some(format!("twice {}", self.number(left)?)),
            (BinaryOp::Div, _, Some(2)) if is_setting(left) => {
                Some(format!("half of {}, rounded down", self.number(left)?))
            }
            _ => None,
        }
    }

    /// Returns the value of a number that is made of numbers and the places of known players.
    pub(super) fn known_number(&self, expr: &Expr) -> Option<i64> {
        match &strip_parens(expr).node {
            Node::Number(n) => Some(*n),
            Node::Neg(inner) => self.known_number(inner)?.checked_neg(),
            Node::Call(name, args) => match (name.node.as_str(), args.as_slice()) {
                ("number", [of]) => Some(i64::from(self.known_player(of)?.0) + 1),
                _ => None,
            },
            Node::Binary(left, op, right) => {
                let (left, right) = (self.known_number(left)?, self.known_number(right)?);
                match op.node {
                    BinaryOp::Add => left.checked_add(right),
                    BinaryOp::Sub => left.checked_sub(right),
                    BinaryOp::Mul => left.checked_mul(right),
                    BinaryOp::Div if right > 0 => Some(left.div_euclid(right)),
                    BinaryOp::Rem if right > 0 => Some(left.rem_euclid(right)),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    /// Phrases what `repeated` compares besides the pieces.
    pub(super) fn compared(&self, with: &[Expr]) -> Option<String> {
        let word = |expr: &Expr| match &strip_parens(expr).node {
            Node::Name(name) if name == "next" || name == "mover" => Some("player to move".to_owned()),
            Node::Name(name) => self.term(name, &[]),
            _ => self.value_words(expr, None),
        };
        join_all(with, "and", word)
    }

    /// Phrases a number inside a larger one.
    pub(super) fn operand(&self, expr: &Expr) -> Option<String> {
        if self.known.is_some() && self.known_number(expr).is_some() {
            return self.number(expr);
        }
        match &strip_parens(expr).node {
            Node::Binary(..) | Node::If(..) | Node::Match(..) => {
                Some(format!("({})", self.number(strip_parens(expr))?))
            }
            _ => Some(parenthesize(self.number(expr)?, IN_NUMBER)),
        }
    }

    /// Phrases `count(x in X: C)`, `sum(x in X: n)` and so on.
    fn phrase_generator(&self, name: &str, generator: &Generator) -> Option<String> {
        let inner = self.with([(generator.name.node.clone(), element(self.ty(&generator.over)?))]);
        let (_, all) = self.elements(generator, |bound| self.operand(bound))?;
        Some(match name {
            "count" => {
                let condition = inner.clause(&generator.body, true)?;
                format!("the number of {} for which {condition}", without_the(&all))
            }
            "sum" => format!("the sum of {} over {all}", inner.listed(&generator.body)?),
            "max" => format!("the greatest {} among {all}", inner.ranked(&generator.body)?),
            "min" => format!("the least {} among {all}", inner.ranked(&generator.body)?),
            _ => return None,
        })
    }

    /// Phrases a number beside others.
    pub(super) fn listed(&self, expr: &Expr) -> Option<String> {
        Some(parenthesize(self.number(expr)?, IN_LIST))
    }

    /// Phrases a number whose maximum or minimum is taken.
    fn ranked(&self, expr: &Expr) -> Option<String> {
        Some(parenthesize(self.operand(expr)?.trim_start_matches("the ").to_owned(), &[" among ", " of (", ", "]))
    }

    /// Phrases a count: "two", "`size`".
    pub(super) fn count_word(&self, expr: &Expr) -> Option<String> {
        match &strip_parens(expr).node {
            Node::Number(n) if *n > 0 => Some(numeral(*n)),
            _ => self.number(expr),
        }
    }

    /// Returns the verb for a player: "you have", "White has".
    pub(super) fn has(&self, player: &str) -> &'static str {
        if player == "you" && self.voice == Voice::You { "have" } else { "has" }
    }
}
