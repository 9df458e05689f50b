//! The list of an action's candidates, in the language's order.

use super::action::{Take, Wanted};
use super::slice::Slice;
use super::word::{Word, ZERO};
use super::{Gen, Gets};
use crate::game::rules::Action;
use cranelift_codegen::ir::condcodes::IntCC;

impl<'p, 'b> Gen<'p, 'b> {
    /// Makes the function that lists the candidates, into the arguments after the first: how many words there is room
    /// for. It returns the number of candidates, or -1 if there is no room.
    pub(crate) fn make_list(&mut self, action: &'p Action) -> Gets<()> {
        self.list(action, |make, take| make.each_candidate(action, take))
    }

    /// Makes the function that lists the candidates with given values of some binders: a bit for each of these stands in the second
    /// argument, and the values of all binders follow.
    pub(crate) fn make_agreeing(&mut self, action: &'p Action) -> Gets<()> {
        let values = (0..action.binders.len()).map(|n| self.args_word(2 + n)).collect();
        let wanted = Wanted { which: self.args_word(1), values };
        self.list(action, |make, take| make.wanted_candidates(action, &wanted, take).map(drop))
    }

    fn list(&mut self, action: &'p Action, each: impl FnOnce(&mut Self, Take<'_, 'p, 'b>) -> Gets<()>) -> Gets<()> {
        let arity = action.binders.len() as i64;
        let (count, used) = (self.variable(ZERO), self.variable(ZERO));
        let room = self.args_word(0);
        let full = self.b.create_block();
        each(self, &mut |make, values| {
            let at = make.read(used);
            let after = make.add(at, Word::Known(arity));
            let beyond = make.compare(IntCC::UnsignedGreaterThan, after, room);
            make.jump_if(beyond, full);
            let to = make.address(make.args, at);
            for (i, value) in values.iter().enumerate() {
                make.store_at(to, 1 + i, *value);
            }
            make.assign(used, after);
            make.add_to(count, Word::Known(1));
            Ok(ZERO)
        })?;
        let count = self.read(count);
        self.give_back(count);
        self.b.switch_to_block(full);
        self.give_back(Word::Known(-1));
        Ok(())
    }

    /// Runs a function for each candidate: of sets of candidates, if that gives them in order, otherwise one by one.
    fn each_candidate(&mut self, action: &'p Action, take: Take<'_, 'p, 'b>) -> Gets<()> {
        match self.slices(action, None)? {
            Some((slices, _)) if slices.iter().all(Slice::is_by_first_cell) => self.each_in(&slices, take),
            _ => self.candidates(action, take).map(drop),
        }
    }

    /// Runs a function for the candidates of slices in the order of the first binder's cells, then of the slices.
    fn each_in(&mut self, slices: &[Slice], take: Take<'_, 'p, 'b>) -> Gets<()> {
        let parts: Vec<_> = slices.iter().map(|slice| self.slice_cells(slice)).collect();
        let none = self.no_cells();
        let all = parts.iter().fold(none, |all, part| self.set_or(&all, part));
        self.each_cell(&all, &mut |make, cell| {
            for (slice, part) in slices.iter().zip(&parts) {
                // Each cell of the only slice is a candidate.
                let has = if slices.len() == 1 { Word::Known(1) } else { make.contains(part, cell) };
                let values = slice.values_at(cell.word);
                make.only_if(has, |make| take(make, &values).map(drop))?;
            }
            Ok(ZERO)
        })?;
        Ok(())
    }
}
