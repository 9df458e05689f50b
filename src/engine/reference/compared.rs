//! What a condition that does not hold evaluates to: the values of both sides, or the element that makes it fail.

use super::run::Run;
use super::text::shown;
use super::value::{Elements, Ran};
use crate::game::expr::*;
use crate::game::operator::Coded;
use crate::game::piece::Piece;
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
            BoolExpr::SameSet(pair) => self.both_sets(pair, "==").map(Some),
            BoolExpr::Within(pair) => self.both_sets(pair, "within").map(Some),
            BoolExpr::In(membership) => self.element_and_set(membership, "in").map(Some),
            BoolExpr::Every(each) => Ok(self.first_with(each, false)?.map(|name| format!("false for {name}"))),
            BoolExpr::Not(inner) => match &**inner {
                BoolExpr::Some(set) => Ok(Some(format!("none({})", self.listed(set)?))),
                BoolExpr::SomeOf(each) => Ok(self.first_with(each, true)?.map(|name| format!("true for {name}"))),
                BoolExpr::Compare(sign, pair) => {
                    let (a, b) = (self.int(&pair.0)?, self.int(&pair.1)?);
                    Ok(Some(format!("{a} {} {b}", sign_of(sign.negated()))))
                }
                BoolExpr::Same(pair) => self.both(pair, "!=").map(Some),
                BoolExpr::SameSet(pair) => self.both_sets(pair, "!=").map(Some),
                BoolExpr::In(membership) => self.element_and_set(membership, "not in").map(Some),
                _ => Ok(None),
            },
            _ => Ok(None),
        }
    }

    fn both(&mut self, (a, b): &(AnyExpr, AnyExpr), sign: &str) -> Ran<String> {
        let (game, ty) = (self.game, a.ty());
        let name = |code| match ty {
            Type::Piece => game.piece_name(Piece::decode(code)),
            _ => shown(game, ty, code),
        };
        Ok(format!("{} {sign} {}", name(self.any_word(a)?), name(self.any_word(b)?)))
    }

    fn both_sets(&mut self, (a, b): &(SetExpr, SetExpr), sign: &str) -> Ran<String> {
        Ok(format!("{} {sign} {}", self.listed(a)?, self.listed(b)?))
    }

    fn element_and_set(&mut self, (element, set): &(AnyExpr, SetExpr), sign: &str) -> Ran<String> {
        let code = self.any_word(element)?;
        Ok(format!("{} {sign} {}", shown(self.game, element.ty(), code), self.listed(set)?))
    }

    /// Returns the first element for which a condition is `wanted`.
    fn first_with(&mut self, each: &Generator<BoolExpr>, wanted: bool) -> Ran<Option<String>> {
        for element in self.elements(&each.over)? {
            if self.with(each.slot, element, |run| run.bool(&each.body))? == wanted {
                return Ok(Some(shown(self.game, each.over.element(), element)));
            }
        }
        Ok(None)
    }

    fn listed(&mut self, set: &SetExpr) -> Ran<String> {
        let elements = self.elements(set)?;
        Ok(self.list(set.element(), elements))
    }

    /// Writes a set; of a large one only the first elements.
    fn list(&self, ty: Type, elements: Elements<W>) -> String {
        let more = elements.len() > MOST_ELEMENTS;
        let names: Vec<String> = elements.take(MOST_ELEMENTS).map(|code| shown(self.game, ty, code)).collect();
        let separator = if ty == Type::Cell { " " } else { ", " };
        format!("{{{}{}}}", names.join(separator), if more { " ..." } else { "" })
    }
}

fn sign_of(sign: Compare) -> &'static str {
    match sign {
        Compare::Equal => "==",
        Compare::NotEqual => "!=",
        Compare::Less => "<",
        Compare::LessEqual => "<=",
        Compare::Greater => ">",
        Compare::GreaterEqual => ">=",
    }
}
