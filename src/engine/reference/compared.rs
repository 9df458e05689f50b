//! What a condition that does not hold evaluates to: the values of both sides, or the element that makes it fail.

use super::run::Run;
use super::text::shown;
use super::value::Ran;
use crate::game::expr::*;
use crate::game::part::{AsPart, Part};
use crate::game::value::Value;
use crate::types::Type;

/// The most elements of a set that are listed.
const MOST_ELEMENTS: usize = 12;

impl<const W: usize> Run<'_, W> {
    /// Returns both sides of the comparison that makes a condition fail, the elements where there should be none, or
    /// the element for which it fails.
    pub(super) fn compared_values(&mut self, condition: &BoolExpr) -> Ran<Option<String>> {
        match condition {
            BoolExpr::Watched(_, condition) => self.compared_values(condition),
            BoolExpr::And(pair) if self.bool(&pair.0)? => self.compared_values(&pair.1),
            BoolExpr::And(pair) => self.compared_values(&pair.0),
            BoolExpr::Compare(sign, pair) => {
                let (a, b) = (self.int(&pair.0)?, self.int(&pair.1)?);
                Ok(Some(format!("{a} {} {b}", sign_of(*sign))))
            }
            BoolExpr::Same(pair) => self.both(pair, "==").map(Some),
            BoolExpr::SameSet(pair) => self.both(pair, "==").map(Some),
            BoolExpr::Within(pair) => self.both(pair, "within").map(Some),
            BoolExpr::In(membership) => self.both(membership, "in").map(Some),
            BoolExpr::Every(each) => Ok(self.first_with(each, false)?.map(|name| format!("false for {name}"))),
            BoolExpr::Not(inner) => match &**inner {
                BoolExpr::Some(set) => Ok(Some(format!("none({})", self.told(set.part())?))),
                BoolExpr::SomeOf(each) => Ok(self.first_with(each, true)?.map(|name| format!("true for {name}"))),
                BoolExpr::Compare(sign, pair) => {
                    let (a, b) = (self.int(&pair.0)?, self.int(&pair.1)?);
                    Ok(Some(format!("{a} {} {b}", sign_of(sign.negated()))))
                }
                BoolExpr::Same(pair) => self.both(pair, "!=").map(Some),
                BoolExpr::SameSet(pair) => self.both(pair, "!=").map(Some),
                BoolExpr::In(membership) => self.both(membership, "not in").map(Some),
                _ => Ok(None),
            },
            _ => Ok(None),
        }
    }

    /// Writes the values of two parts with a sign between them.
    fn both(&mut self, (a, b): &(impl AsPart, impl AsPart), sign: &str) -> Ran<String> {
        Ok(format!("{} {sign} {}", self.told(a.part())?, self.told(b.part())?))
    }

    /// Writes the value of a part; of a large set only the first elements.
    pub(super) fn told(&mut self, part: Part<'_>) -> Ran<String> {
        let value = Value::of_raw(part.ty(), self.value(part)?);
        Ok(match value.elements(self.game) {
            Some(names) if names.len() > MOST_ELEMENTS => {
                let separator = if part.ty() == Type::Cells { " " } else { ", " };
                format!("{{{} ...}}", names[..MOST_ELEMENTS].join(separator))
            }
            _ => value.text(self.game),
        })
    }

    /// Returns the first element for which a condition is `wanted`.
    fn first_with(&mut self, each: &Generator<BoolExpr>, wanted: bool) -> Ran<Option<String>> {
        for element in self.elements(&each.over)? {
            if self.with(each.slot, element, |run| run.bool(&each.body))? == wanted {
                return Ok(Some(shown(self.game, each.over.part().ty(), element)));
            }
        }
        Ok(None)
    }
}

pub(super) fn sign_of(sign: Compare) -> &'static str {
    match sign {
        Compare::Equal => "==",
        Compare::NotEqual => "!=",
        Compare::Less => "<",
        Compare::LessEqual => "<=",
        Compare::Greater => ">",
        Compare::GreaterEqual => ">=",
    }
}
