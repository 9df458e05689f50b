//! Expressions that the board alone decides, evaluated without a position.

use super::budget;
use super::run::Run;
use crate::game::expr::{Frame, Slot};
use crate::game::part::Part;

impl<const W: usize> Run<'_, W> {
    /// Lets what follows take no more than this many steps.
    pub(super) fn limit_steps(&mut self, most: u64) {
        self.begin();
        self.spent.steps = budget::STEPS.saturating_sub(most);
    }

    /// Evaluates an expression of one word for these values of its locals; `None` if that comes to a fault.
    pub(super) fn apart(&mut self, part: Part<'_>, locals: &[(Slot, i64)], frame: Frame) -> Option<i64> {
        let (context, at) = (self.context, self.frames.heights());
        self.spent.depth = 0;
        self.step().ok()?;
        let outer = self.frames.enter(at, frame, &[]);
        locals.iter().for_each(|(slot, word)| self.frames.set_word(*slot, *word));
        let value = self.word(part);
        self.frames.leave(at, outer);
        self.context = context;
        value.ok()
    }
}
