//! [`Declared`], the types of the names in a file, for tools that show them, such as editors.

use crate::source::Span;
use crate::syntax::ast::Type;
use std::collections::HashMap;

/// The types of variables, defs, parameters, binders and local values, by the spans of their declarations. For a file with
/// errors it has the names that the check reached.
#[derive(Clone, Debug, Default)]
pub struct Declared(HashMap<Span, Type>);

impl Declared {
    /// Returns the type of the name that is declared at a span.
    pub fn at(&self, place: Span) -> Option<Type> {
        self.0.get(&place).copied()
    }

    /// Returns all declarations with their types, in no particular order.
    pub fn all(&self) -> impl Iterator<Item = (Span, Type)> {
        self.0.iter().map(|(place, ty)| (*place, *ty))
    }

    pub(super) fn note(&mut self, place: Span, ty: Type) {
        self.0.insert(place, ty);
    }
}
