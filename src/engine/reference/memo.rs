//! A cache of the values of defs without parameters, valid as long as nothing changes that they depend on.
//!
//! A condition that is evaluated for every candidate uses the same def again and again. Its value is cached only while
//! pieces, variables, `ply`, the players, and those that `mover` and `next` name stay the same.

use super::run::Run;
use super::typed::Typed;
use super::value::Ran;
use crate::game::operator::Raw;
use crate::game::piece::Player;

/// A def that takes fewer steps than this is evaluated as quickly as it is looked up.
const WORTH_KEEPING: u64 = 8;

/// Everything that a steady def can depend on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Dependencies {
    version: u64,
    ply: u32,
    players: u16,
    mover: Player,
    next: Player,
}

/// The values of steady defs by number, with the state they were evaluated in.
#[derive(Debug, Default)]
pub(super) struct Memo<const W: usize>(Vec<Option<(Dependencies, Raw<W>)>>);

impl<const W: usize> Run<'_, W> {
    /// Returns the value of a steady def from the cache, or evaluates it with `work`.
    pub(super) fn remembered<E: Typed>(
        &mut self,
        number: u16,
        work: impl FnOnce(&mut Self) -> Ran<E::Value<W>>,
    ) -> Ran<E::Value<W>> {
        let number = number as usize;
        let seen = Dependencies {
            version: self.state.version(),
            ply: self.state.ply,
            players: self.state.players,
            mover: self.context.mover,
            next: self.context.next,
        };
        if let Some(Some((then, value))) = self.memo.0.get(number)
            && *then == seen
        {
            return Ok(E::of_value(value));
        }
        let before = self.spent.steps;
        let value = work(self)?;
        if self.spent.steps - before >= WORTH_KEEPING {
            if self.memo.0.len() <= number {
                self.memo.0.resize(number + 1, None);
            }
            if let Some(kept) = self.memo.0.get_mut(number) {
                *kept = Some((seen, E::to_value(&value)));
            }
        }
        Ok(value)
    }
}
