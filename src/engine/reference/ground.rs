//! Expressions that the board alone decides, evaluated without a position.

use super::Reference;
use super::budget;
use super::run::{Perspective, Run};
use super::value::Ran;
use crate::game::expr::{Frame, Slot};
use crate::game::part::Part;
use crate::game::piece::Player;

/// Evaluates an expression of one word for these values of its locals; `None` if that comes to a fault, or takes too long.
pub(crate) type Evaluate<'a> = &'a mut dyn FnMut(Part<'_>, &[(Slot, i64)]) -> Option<i64>;

impl Reference {
    /// Evaluates expressions that do not depend on the position, with `mover` to move. They have their locals in a frame, and each may take no more than
    /// `most` steps.
    pub(crate) fn on_board_alone(&self, mover: Player, frame: Frame, most: u64, ask: &mut dyn FnMut(Evaluate<'_>)) {
        // To begin without a position does not fault.
        let _: Ran<()> = run!(self, blank(), |run| {
            run.context = Perspective::before(mover);
            ask(&mut |part, locals| run.apart(part, locals, frame, most));
            Ok(())
        });
    }
}

impl<const W: usize> Run<'_, W> {
    fn apart(&mut self, part: Part<'_>, locals: &[(Slot, i64)], frame: Frame, most: u64) -> Option<i64> {
        let (context, at) = (self.context, self.frames.heights());
        self.begin();
        self.spent.steps = budget::STEPS.saturating_sub(most);
        let outer = self.frames.enter(at, frame, &[]);
        locals.iter().for_each(|(slot, word)| self.frames.set_word(*slot, *word));
        let value = self.word(part);
        self.frames.leave(at, outer);
        self.context = context;
        value.ok()
    }
}
