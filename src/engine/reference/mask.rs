//! Sets of directions, players and kinds, as masks.

use super::run::Run;
use super::typed::Typed;
use super::value::Ran;
use crate::game::expr::*;
use crate::game::operator::bit;

/// A type whose sets are masks.
pub(super) trait MaskElement: Element + Typed {
    /// Returns the value of a built-in set.
    fn word<const W: usize>(word: &Self::Word, run: &mut Run<'_, W>) -> Ran<u64>;
}

impl MaskElement for DirExpr {
    fn word<const W: usize>(word: &NoWord, _: &mut Run<'_, W>) -> Ran<u64> {
        match *word {}
    }
}

impl MaskElement for PlayerExpr {
    fn word<const W: usize>(word: &PlayersWord, run: &mut Run<'_, W>) -> Ran<u64> {
        match word {
            PlayersWord::Players => Ok(u64::from(run.state.players)),
        }
    }
}

impl MaskElement for KindExpr {
    fn word<const W: usize>(word: &NoWord, _: &mut Run<'_, W>) -> Ran<u64> {
        match *word {}
    }
}

impl<const W: usize> Run<'_, W> {
    /// Returns the value of a small set.
    pub(super) fn mask<E: MaskElement>(&mut self, expr: &MaskExpr<E>) -> Ran<u64>
    where
        MaskExpr<E>: Typed<Value<W> = u64>,
    {
        Ok(match expr {
            MaskExpr::Const(mask) => *mask,
            MaskExpr::Common(common) => self.common(common)?,
            MaskExpr::One(element) => bit(E::to_value(&element.eval(self)?).word() as u8),
            MaskExpr::Op(op, pair) => {
                let (a, b) = (self.mask(&pair.0)?, self.mask(&pair.1)?);
                op.of_masks(a, b)
            }
            MaskExpr::Union(each) => {
                let mut all = 0;
                for element in self.elements(&each.over)? {
                    all |= self.with(each.slot, element, |run| run.mask(&each.body))?;
                }
                all
            }
            MaskExpr::Filter(filter) => {
                let mut left = self.mask(&filter.over)?;
                let mut kept = 0;
                while left != 0 {
                    let index = left.trailing_zeros();
                    left &= left - 1;
                    if self.with(filter.slot, i64::from(index), |run| run.bool(&filter.keep))? {
                        kept |= 1 << index;
                    }
                }
                kept
            }
            MaskExpr::Word(word) => E::word(word, self)?,
        })
    }
}
