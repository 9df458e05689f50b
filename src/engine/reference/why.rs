//! Why a text is no legal move.
use super::run::Run;
use super::value::Ran;
use crate::engine::{Reason, Refusal};
impl<const W: usize> Run<'_, W> {
    pub(super) fn why_not(&mut self, _text: &str) -> Ran<Refusal> {
        Ok(Refusal { reason: Reason::Legal, action: None })
    }
}
