//! Conditions on a cell, worked out for all cells at once.

use super::set::Words;
use super::word::Word;
use super::{Gen, Gets};
use crate::game::expr::{BoolExpr, Generator, Slot};

/// One value for each cell.
#[derive(Clone, Debug)]
pub(crate) enum Lane {}

impl Gen<'_, '_> {
    /// The cells of a set for which a condition holds, if it can be worked out for all at once.
    pub(crate) fn lanes_of(&mut self, _: Slot, _: &Words, _: &BoolExpr) -> Gets<Option<Words>> {
        Ok(None)
    }

    /// Whether the condition comes out so for some element, if it can be worked out for all at once.
    pub(crate) fn search_lanes(&mut self, _: &Generator<BoolExpr>, _: bool) -> Gets<Option<Word>> {
        Ok(None)
    }
}
