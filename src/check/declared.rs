//! What the names of a file hold: [`Declared`], for those who show it, such as editors.

use crate::source::Span;
use crate::syntax::ast::Type;
use std::collections::HashMap;

/// The types of names, by the places where they are declared: of variables, defs, parameters of both, binders, local values. It
/// is filled while names are made known, so a file with mistakes has those that the check came to.
#[derive(Clone, Debug, Default)]
pub struct Declared(HashMap<Span, Type>);

impl Declared {
    /// The type of what is declared at a place.
    pub fn at(&self, place: Span) -> Option<Type> {
        self.0.get(&place).copied()
    }

    /// All places of declarations with their types, in no order.
    pub fn all(&self) -> impl Iterator<Item = (Span, Type)> {
        self.0.iter().map(|(place, ty)| (*place, *ty))
    }

    pub(super) fn note(&mut self, place: Span, ty: Type) {
        self.0.insert(place, ty);
    }
}
