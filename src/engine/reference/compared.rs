//! What a condition that does not hold evaluates to: the values of both sides, or the element that makes it fail.

use super::run::Run;
use super::text::shown;
use super::typed::element_type;
use super::value::{Elements, Ran};
use crate::game::expr::*;
use crate::game::operator::Coded;
use crate::game::rules::VarType;

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
                    Ok(Some(format!("{a} {} {b}", opposite_of(*sign))))
                }
                BoolExpr::Same(pair) => self.both(pair, "!=").map(Some),
                BoolExpr::SameSet(pair) => self.both_sets(pair, "!=").map(Some),
                BoolExpr::In(membership) => self.element_and_set(membership, "not in").map(Some),
                _ => Ok(None),
            },
            _ => Ok(None),
        }
    }

    fn both(&mut self, pair: &ScalarPair, sign: &str) -> Ran<String> {
        let (ty, a, b) = match pair {
            ScalarPair::Bool(a, b) => (VarType::Bool, self.bool(a)?.code(), self.bool(b)?.code()),
            ScalarPair::Cell(a, b) => (VarType::Cell, self.cell(a)?.code(), self.cell(b)?.code()),
            ScalarPair::Dir(a, b) => (VarType::Dir, self.dir(a)?.code(), self.dir(b)?.code()),
            ScalarPair::Player(a, b) => (VarType::Player, self.player(a)?.code(), self.player(b)?.code()),
            ScalarPair::Kind(a, b) => (VarType::Kind, self.kind(a)?.code(), self.kind(b)?.code()),
            ScalarPair::Piece(a, b) => {
                let (a, b) = (self.piece(a)?, self.piece(b)?);
                return Ok(format!("{} {sign} {}", self.game.piece_name(a), self.game.piece_name(b)));
            }
        };
        Ok(format!("{} {sign} {}", shown(self.game, ty, a), shown(self.game, ty, b)))
    }

    fn both_sets(&mut self, pair: &SetPair, sign: &str) -> Ran<String> {
        let (ty, a, b) = match pair {
            SetPair::Cells(a, b) => {
                (VarType::Cell, Elements::Cells(self.cells(a)?, 0), Elements::Cells(self.cells(b)?, 0))
            }
            SetPair::Dirs(a, b) => (VarType::Dir, Elements::Mask(self.mask(a)?), Elements::Mask(self.mask(b)?)),
            SetPair::Players(a, b) => (VarType::Player, Elements::Mask(self.mask(a)?), Elements::Mask(self.mask(b)?)),
            SetPair::Kinds(a, b) => (VarType::Kind, Elements::Mask(self.mask(a)?), Elements::Mask(self.mask(b)?)),
            SetPair::Ints(a, b) => (VarType::Int, Elements::Ints(self.ints(a)?, 0), Elements::Ints(self.ints(b)?, 0)),
        };
        Ok(format!("{} {sign} {}", self.list(ty, a), self.list(ty, b)))
    }

    fn element_and_set(&mut self, membership: &Membership, sign: &str) -> Ran<String> {
        let (ty, element, set) = match membership {
            Membership::Cell(p, set) => (VarType::Cell, self.cell(p)?.code(), Elements::Cells(self.cells(set)?, 0)),
            Membership::Dir(d, set) => (VarType::Dir, self.dir(d)?.code(), Elements::Mask(self.mask(set)?)),
            Membership::Player(p, set) => (VarType::Player, self.player(p)?.code(), Elements::Mask(self.mask(set)?)),
            Membership::Kind(k, set) => (VarType::Kind, self.kind(k)?.code(), Elements::Mask(self.mask(set)?)),
            Membership::Int(n, set) => (VarType::Int, self.int(n)?.code(), Elements::Ints(self.ints(set)?, 0)),
        };
        Ok(format!("{} {sign} {}", shown(self.game, ty, element), self.list(ty, set)))
    }

    /// Returns the first element for which a condition is `wanted`.
    fn first_with(&mut self, each: &Generator<BoolExpr>, wanted: bool) -> Ran<Option<String>> {
        for element in self.elements(&each.over)? {
            if self.with(each.slot, element, |run| run.bool(&each.body))? == wanted {
                return Ok(Some(shown(self.game, element_type(&each.over), element)));
            }
        }
        Ok(None)
    }

    fn listed(&mut self, set: &SetExpr) -> Ran<String> {
        let elements = self.elements(set)?;
        Ok(self.list(element_type(set), elements))
    }

    /// Writes a set; of a large one only the first elements.
    fn list(&self, ty: VarType, elements: Elements<W>) -> String {
        let more = elements.len() > MOST_ELEMENTS;
        let names: Vec<String> = elements.take(MOST_ELEMENTS).map(|code| shown(self.game, ty, code)).collect();
        let separator = if ty == VarType::Cell { " " } else { ", " };
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

/// Returns the sign of the opposite comparison.
fn opposite_of(sign: Compare) -> &'static str {
    sign_of(match sign {
        Compare::Equal => Compare::NotEqual,
        Compare::NotEqual => Compare::Equal,
        Compare::Less => Compare::GreaterEqual,
        Compare::LessEqual => Compare::Greater,
        Compare::Greater => Compare::LessEqual,
        Compare::GreaterEqual => Compare::Less,
    })
}
