//! The meaning of a def: a sentence, with cases or conditions below it.

use super::parentheses::{IN_CASE, parenthesize};
use super::{LONGEST, Phraser, strip_parens};
use crate::sheet::{Point, sentence};
use crate::syntax::ast::{Arm, BinaryOp, Expr, Node, Type};

impl Phraser<'_> {
    /// Phrases the meaning of a def, "means ..", "holds if ..", with the cases or conditions below it.
    pub fn meaning(&self, expr: &Expr, ty: Option<Type>) -> (String, Vec<Point>) {
        let bool = ty == Some(Type::Bool);
        if let Some((on, under)) = self.cases(expr, ty) {
            return (format!("{} {on}", if bool { "holds, depending on" } else { "depends on" }), under);
        }
        if !bool {
            return (format!("means {}", self.value_as(expr, ty)), Vec::new());
        }
        let (op, how) = match &strip_parens(expr).node {
            Node::Binary(_, op, _) if op.node == BinaryOp::Either => (BinaryOp::Either, "any"),
            _ => (BinaryOp::Both, "all"),
        };
        let mut parts = Vec::new();
        collect_chain(expr, op, &mut parts);
        let by_case = parts.iter().any(|part| matches!(strip_parens(part).node, Node::If(..)));
        let words = self.clause(expr, true).filter(|words| words.chars().count() <= LONGEST);
        let many = op == BinaryOp::Both && parts.len() > 2;
        match words.filter(|_| !many && !by_case) {
            Some(words) => (format!("holds if {words}"), Vec::new()),
            None if parts.len() > 1 => {
                let points = parts.iter().map(|part| match self.cases(part, ty) {
                    Some((on, under)) => Point { text: format!("What follows, depending on {on}:"), under },
                    None => Point::new(sentence(&self.condition(part))),
                });
                (format!("holds if {how} of this is true"), points.collect())
            }
            None => (format!("holds if {}", self.condition(expr)), Vec::new()),
        }
    }

    /// Returns what the value depends on and its cases, if one sentence is not enough.
    fn cases(&self, expr: &Expr, ty: Option<Type>) -> Option<(String, Vec<Point>)> {
        match &strip_parens(expr).node {
            Node::Match(subject, arms) => {
                let of = self.ty(subject);
                let arm = |arm: &Arm| {
                    let value = arm.value.as_ref().map_or("otherwise".to_owned(), |value| self.value_as(value, of));
                    self.case(&value, &arm.body, ty)
                };
                Some((self.value(subject), arms.iter().map(arm).collect()))
            }
            Node::Table(map) => {
                let mut under: Vec<Point> = (map.symbols.iter().enumerate())
                    .map(|(n, (_, value))| self.case(&format!("on {}", self.cells_of(map, n)), value, ty))
                    .collect();
                let numbers = map.numbers().into_iter();
                under.extend(numbers.map(|(n, cells)| Point::new(format!("on {}: {n}.", self.cells_at(&cells)))));
                Some(("the cell".to_owned(), under))
            }
            Node::If(condition, yes, no) => {
                let nested = |expr: &Expr| matches!(strip_parens(expr).node, Node::If(..) | Node::Match(..));
                let plain = ty != Some(Type::Bool) && !nested(yes) && !nested(no);
                let words = Some(()).filter(|()| plain).and_then(|()| self.value_words(expr, ty));
                if words.is_some_and(|words| words.chars().count() <= LONGEST / 2) {
                    return None;
                }
                let mut under = vec![self.case(&format!("if {}", self.condition(condition)), yes, ty)];
                let mut rest: &Expr = no;
                while let Node::If(condition, yes, no) = &strip_parens(rest).node {
                    under.push(self.case(&format!("otherwise, if {}", self.condition(condition)), yes, ty));
                    rest = no;
                }
                under.push(self.case("otherwise", rest, ty));
                Some(("the case".to_owned(), under))
            }
            _ => None,
        }
    }

    /// Phrases a case with its value, or with the cases inside it.
    fn case(&self, lead: &str, expr: &Expr, ty: Option<Type>) -> Point {
        match self.cases(expr, ty) {
            Some((on, under)) => Point { text: format!("{lead}, depending on {on}:"), under },
            None if ty == Some(Type::Bool) => Point::new(format!("{lead}: {}.", self.condition(expr))),
            None => Point::new(format!("{lead}: {}.", self.value_as(expr, ty))),
        }
    }

    /// Phrases a value with two cases: "3 if `p` is empty, otherwise 1".
    pub(super) fn if_words(&self, parts: [&Expr; 3], ty: Option<Type>) -> Option<String> {
        let [condition, yes, no] = parts;
        let condition = self.clause(condition, true)?;
        // What is known of a known player decides.
        match condition.as_str() {
            "always" if self.known.is_some() => return self.value_words(yes, ty),
            "never" if self.known.is_some() => return self.value_words(no, ty),
            _ => {}
        }
        let (yes, no) = (parenthesize(self.value_words(yes, ty)?, IN_CASE), self.value_words(no, ty)?);
        // A chain of cases reads from left to right.
        let no = if matches!(strip_parens(parts[2]).node, Node::If(..)) { no } else { parenthesize(no, IN_CASE) };
        Some(format!("{yes} if {}, otherwise {no}", parenthesize(condition, IN_CASE)))
    }

    /// Phrases a value that depends on another one: "1 for man; otherwise 2, depending on the kind of `p`".
    pub(super) fn match_words(&self, subject: &Expr, arms: &[Arm], ty: Option<Type>) -> Option<String> {
        let mut words = Vec::new();
        for arm in arms {
            let body = parenthesize(self.value_words(&arm.body, ty)?, IN_CASE);
            words.push(match &arm.value {
                Some(value) => format!("{body} for {}", self.value_words(value, self.ty(subject))?),
                None => format!("otherwise {body}"),
            });
        }
        Some(format!("{}, depending on {}", words.join("; "), self.value_words(subject, None)?))
    }
}

fn collect_chain<'e>(expr: &'e Expr, op: BinaryOp, parts: &mut Vec<&'e Expr>) {
    match &strip_parens(expr).node {
        Node::Binary(left, other, right) if other.node == op => {
            collect_chain(left, op, parts);
            collect_chain(right, op, parts);
        }
        _ => parts.push(expr),
    }
}
