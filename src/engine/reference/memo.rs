//! What defs without parameters came to, kept as long as nothing changes that they ask for.
//!
//! A condition that is asked of every candidate names the same def again and again. Its value is looked up only while pieces,
//! variables, `ply`, the players and who is meant by `mover` and `next` are the same as when it was worked out.

use super::run::Run;
use super::typed::Typed;
use super::value::Ran;
use crate::game::operator::Raw;
use crate::game::piece::Player;

/// A def that takes fewer steps than this is as soon worked out as looked up.
const WORTH_KEEPING: u64 = 8;

/// All that a steady def can ask for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Seen {
    version: u64,
    ply: u32,
    players: u16,
    mover: Player,
    next: Player,
}

/// The values of steady defs, by their numbers, and what they were worked out from.
#[derive(Debug, Default)]
pub(super) struct Memo<const W: usize>(Vec<Option<(Seen, Raw<W>)>>);

impl<const W: usize> Run<'_, W> {
    /// The value of a steady def, which `work` works out if it is not known.
    pub(super) fn remembered<E: Typed>(
        &mut self,
        number: u16,
        work: impl FnOnce(&mut Self) -> Ran<E::Value<W>>,
    ) -> Ran<E::Value<W>> {
        let number = number as usize;
        let seen = Seen {
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

#[cfg(test)]
mod tests {
    use super::super::tests::*;

    #[test]
    fn a_def_is_worked_out_anew_when_something_changes() {
        // `longest` is asked before the move, in `do` between two changes, after it, for both players, and in `end`.
        let engine = game(
            "board square 4 x 2 players A, B piece stone var seen = 0 var later = 0
             def longest = max(p in own: count(group(p, own))) or 0
             def wide = longest + count(q in board: q in own)
             action place(p: empty)
               do { put stone at p; seen = wide; put stone at step(p, N); later = wide }
               ensure wide == later
             end { when wide == 8 and seen == 6: mover wins when stuck(next): draw }",
        );
        let position = after(&*engine, "a1 d1").unwrap();
        assert_eq!(result(&*engine, &position), "");
        assert_eq!(result(&*engine, &after(&*engine, "a1 d1 b1").unwrap()), "A");
    }
}
