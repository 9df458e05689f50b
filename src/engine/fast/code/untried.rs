//! Candidates that have not turned out to be illegal: each is drawn once in a ply, so that few are drawn in vain where few are legal. Those
//! that are left stay equally likely.

use super::flow::Variables;
use super::ply::{Offer, Trial};
use super::slice::Slice;
use super::word::{ONE, Spot, Word, ZERO};
use super::{Gen, Gets};
use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_frontend::Variable;

/// Sets of more words are not kept: to leave out a cell takes longer than to draw another one.
const WORDS: usize = 8;

/// The candidates of an offer that are left.
#[derive(Clone)]
pub(crate) enum Untried {
    /// Those of these cells.
    Cells(Variables),
    /// The first ones of the bag, as many as this.
    InBag(Variable),
}

impl Gen<'_, '_> {
    /// Keeps which candidates are left in the trials that have just one offer, and whose candidates follow from one cell and may be refused.
    pub(super) fn keep_untried(&mut self, offers: &[Offer], trials: &mut [Trial]) {
        for (n, trial) in trials.iter_mut().enumerate() {
            let mut own = offers.iter().filter(|offer| offer.trial == n);
            let (Some(offer), None) = (own.next(), own.next()) else { continue };
            if self.plan.game.actions[trial.action].chooses || !self.may_be_refused(trial) && trial.late.is_empty() {
                continue;
            }
            let slice = &offer.load.slice;
            trial.untried = match slice.cells() {
                _ if offer.from_bag => Some(Untried::InBag(self.variable(offer.size))),
                Some(cells) if offer.load.weight == ONE && slice.is_by_first_cell() && cells.len() <= WORDS => {
                    let some = self.compare(IntCC::NotEqual, offer.size, ZERO);
                    let cells = self.set_if(some, cells);
                    Some(Untried::Cells(self.set_variable(&cells)))
                }
                _ => None,
            };
        }
    }

    /// Returns the slice of an offer with the cells that are left, if these are kept as cells, and how many candidates are left.
    pub(super) fn rest_of(&mut self, offer: &Offer, untried: &Untried) -> (Option<Slice>, Word) {
        match untried {
            Untried::Cells(cells) => {
                let rest = offer.load.slice.with_cells(self.read_set(cells));
                let size = self.slice_size(&rest);
                (Some(rest), size)
            }
            Untried::InBag(count) => (None, self.read(*count)),
        }
    }

    /// Returns from the function if nothing is left to draw from.
    pub(super) fn leave_if_all_tried(&mut self, trials: &[Trial], total: Word) {
        if trials.iter().any(|trial| trial.untried.is_some()) {
            let none = self.same(total, ZERO);
            let said = self.nothing_left();
            self.give_back_if(none, said);
        }
    }

    /// Leaves out the candidate of a cell, if it is still there; `total` counts all that is left to draw from.
    pub(super) fn leave_out(&mut self, untried: &Untried, total: Variable, cell: Word) -> Gets<()> {
        match untried {
            Untried::Cells(cells) => {
                let spot = Spot { word: cell, sure: true };
                let (set, it) = (self.read_set(cells), self.just(spot));
                let is_there = self.contains(&set, spot);
                let others = self.set_except(&set, &it);
                self.assign_set(cells, &others);
                let fewer = self.sub(ZERO, is_there);
                self.add_to(total, fewer);
            }
            Untried::InBag(count) => {
                let Some(place) = self.place_in_bag() else { return Ok(()) };
                let before = self.read(*count);
                let is_there = self.below(place, before);
                self.only_if(is_there, |make| {
                    make.add_to(*count, Word::Known(-1));
                    make.add_to(total, Word::Known(-1));
                    let last = make.read(*count);
                    make.swap_in_bag(place, last);
                    Ok(())
                })?;
            }
        }
        Ok(())
    }
}
