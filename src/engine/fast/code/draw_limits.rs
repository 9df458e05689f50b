//! How often a random ply draws before it turns to a way that is certain to end: a draw of the candidates themselves, or a list of all moves.

use super::Gen;
use super::ply::Trial;
use super::word::{Word, ZERO};
use crate::game::expr::SetExpr;

/// How often a candidate is drawn from the wider set, and then from the candidates themselves.
pub(super) const DRAWS: i64 = 24;

/// How often, if some moves have choices, and how often more for each move that a candidate may become.
const LONG_DRAWS: i64 = 400;
const DRAWS_PER_CHOICE: i64 = 8;

/// No more often for each candidate then.
const DRAWS_PER_CANDIDATE: i64 = 16;

/// Where the values of a binder would be tried one after the other to find the candidates themselves, drawing goes on for this share of
/// the wider set, as a power of two: that costs less. The most such draws, and how often a candidate is drawn then.
const DRAWN_SHARE: u32 = 3;
const MOST_DRAWS: i64 = 4096;
const FEW_DRAWS: i64 = 3;

/// How often more, at most, if moves may turn out to be illegal after they have been made: then a draw of the candidates themselves is no
/// better.
const REFUSED_DRAWS: i64 = 256;

/// What a random ply draws from.
pub(super) struct Wide {
    /// How many moves the candidates may become together.
    pub total: Word,
    /// How many candidates there are.
    pub candidates: Word,
    /// How many moves a candidate may become.
    pub most_choices: Word,
}

/// How often a random ply draws.
pub(super) struct DrawLimits {
    /// From the wider set.
    pub wide: Word,
    /// Then from the candidates themselves.
    pub exact: i64,
}

impl Gen<'_, '_> {
    /// Returns how often candidates for these trials are drawn; without a wider set, only from the candidates themselves.
    pub(super) fn draw_limits(&mut self, trials: &[Trial], wide: Option<Wide>) -> DrawLimits {
        let Some(Wide { total, candidates, most_choices }) = wide else {
            return DrawLimits { wide: ZERO, exact: DRAWS };
        };
        let actions = &self.plan.game.actions;
        let chooses = trials.iter().any(|trial| actions[trial.action].chooses);
        let mut wide = Word::Known(DRAWS);
        if chooses {
            let more = self.mul(most_choices, Word::Known(DRAWS_PER_CHOICE));
            let long = self.add(more, Word::Known(LONG_DRAWS));
            // A list of all moves tries each candidate.
            let each = self.mul(candidates, Word::Known(DRAWS_PER_CANDIDATE));
            let most = self.add(each, wide);
            wide = self.extreme(false, long, most);
        }
        let walks_values = trials.iter().any(|trial| {
            let rest = &actions[trial.action].binders[trial.tail..];
            rest.iter().any(|binder| !matches!(binder.over, SetExpr::Cells(_)))
        });
        if walks_values {
            let part = self.right_by(total, DRAWN_SHARE);
            let more = self.extreme(false, part, Word::Known(MOST_DRAWS));
            wide = self.add(wide, more);
        }
        let refuses = !chooses && trials.iter().any(|trial| self.may_be_refused(trial));
        if refuses {
            let more = self.extreme(false, total, Word::Known(REFUSED_DRAWS));
            wide = self.add(wide, more);
        }
        // Without a remaining condition, the candidates themselves are what has been drawn from.
        let is_exact = trials.iter().all(|trial| trial.late.is_empty() && trial.bounds.is_empty());
        let exact = match () {
            () if refuses && is_exact => 0,
            () if walks_values => FEW_DRAWS,
            () => DRAWS,
        };
        DrawLimits { wide, exact }
    }
}
