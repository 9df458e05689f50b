//! Sets of directions, players and kinds.

use super::sort::Sort;
use super::word::{ONE, Word, ZERO};
use super::{Gen, Gets};
use crate::engine::fast::slow::SlowKind;
use crate::game::expr::*;

/// A type whose sets are masks.
pub(crate) trait Bit: Element + Sort<Value = Word> {
    fn special(word: &Self::Word, make: &mut Gen<'_, '_>) -> Gets<Word>;
}

impl Bit for DirExpr {
    fn special(word: &NoWord, _: &mut Gen<'_, '_>) -> Gets<Word> {
        match *word {}
    }
}

impl Bit for PlayerExpr {
    fn special(word: &PlayersWord, make: &mut Gen<'_, '_>) -> Gets<Word> {
        match word {
            PlayersWord::Players => Ok(make.load(make.plan.native.players)),
        }
    }
}

impl Bit for KindExpr {
    fn special(word: &NoWord, _: &mut Gen<'_, '_>) -> Gets<Word> {
        match *word {}
    }
}

impl Gen<'_, '_> {
    /// Makes a set of directions, players or kinds.
    pub(crate) fn mask_of<E: Bit>(&mut self, mask: &MaskExpr<E>) -> Gets<Word>
    where
        MaskExpr<E>: Sort<Value = Word>,
    {
        Ok(match mask {
            MaskExpr::Const(mask) => Word::Known(*mask as i64),
            MaskExpr::Common(common) => self.common(common)?,
            MaskExpr::One(element) => {
                let element = element.make(self)?;
                self.bit(element)
            }
            MaskExpr::Op(op, pair) => {
                let (a, b) = (self.mask_of(&pair.0)?, self.mask_of(&pair.1)?);
                self.mask_op(*op, a, b)
            }
            MaskExpr::Filter(filter) => {
                let over = self.mask_of(&filter.over)?;
                if let Word::Known(bits) = over {
                    let mut kept = ZERO;
                    for element in (0..64).filter(|element| bits >> element & 1 == 1) {
                        self.locals.bind(filter.slot, Word::Known(i64::from(element)), false);
                        let keep = self.truth(&filter.keep)?;
                        let bit = self.left_by(keep, element);
                        kept = self.or(kept, bit);
                    }
                    return Ok(kept);
                }
                let kept = self.variable(ZERO);
                self.each_bit(over, &mut |make, element| {
                    make.locals.bind(filter.slot, element, false);
                    let keep = make.truth(&filter.keep)?;
                    let bit = make.left(keep, element);
                    make.join_to(&[kept], &[bit]);
                    Ok(ZERO)
                })?;
                self.read(kept)
            }
            MaskExpr::Union(each) => {
                let all = self.variable(ZERO);
                self.each_unordered(&each.over, each.slot, &mut |make| {
                    make.count_step(SlowKind::Each("union"));
                    let more = make.mask_of(&each.body)?;
                    make.join_to(&[all], &[more]);
                    Ok(ZERO)
                })?;
                self.read(all)
            }
            MaskExpr::Word(word) => E::special(word, self)?,
        })
    }

    /// Returns the bit of an element; 0 for nobody and `nothing`.
    pub(crate) fn bit(&mut self, element: Word) -> Word {
        match element {
            Word::Known(n) => Word::Known(if (0..64).contains(&n) { 1 << n } else { 0 }),
            Word::Made(_) => {
                let bit = self.left(ONE, element);
                let fits = self.below(element, Word::Known(64));
                self.select(fits, bit, ZERO)
            }
        }
    }
}
