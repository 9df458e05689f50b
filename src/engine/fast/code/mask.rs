//! Sets of directions, players and kinds.

use super::common::Sort;
use super::word::{ONE, Word, ZERO};
use super::{Gen, Gets};
use crate::game::board::Board;
use crate::game::expr::*;
use crate::game::operator::Op;
use crate::game::piece::Dir;
use cranelift_codegen::ir::condcodes::IntCC;

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
    pub(crate) fn some_dirs(&mut self, dirs: &DirsExpr) -> Gets<Word> {
        self.some_of(dirs)
    }

    pub(crate) fn some_players(&mut self, players: &PlayersExpr) -> Gets<Word> {
        self.some_of(players)
    }

    pub(crate) fn some_kinds(&mut self, kinds: &KindsExpr) -> Gets<Word> {
        self.some_of(kinds)
    }

    fn some_of<E: Bit>(&mut self, mask: &MaskExpr<E>) -> Gets<Word>
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
                let (a, b) = (self.some_of(&pair.0)?, self.some_of(&pair.1)?);
                match op {
                    SetOp::And => self.and(a, b),
                    SetOp::Or => self.or(a, b),
                    SetOp::Except => self.and_not(a, b),
                }
            }
            MaskExpr::Filter(filter) => {
                let over = self.some_of(&filter.over)?;
                match over {
                    Word::Known(mut bits) => {
                        let mut kept = ZERO;
                        while bits != 0 {
                            let element = bits.trailing_zeros();
                            bits &= bits.wrapping_sub(1);
                            self.locals.bind(filter.slot, Word::Known(i64::from(element)), false);
                            let keep = self.truth(&filter.keep)?;
                            let bit = self.left_by(keep, element);
                            kept = self.or(kept, bit);
                        }
                        kept
                    }
                    Word::Made(_) => {
                        let kept = self.variable(ZERO);
                        self.each_bit(over, &mut |make, element| {
                            make.locals.bind(filter.slot, element, false);
                            let keep = make.truth(&filter.keep)?;
                            let bit = make.left(keep, element);
                            let old = make.read(kept);
                            let new = make.or(old, bit);
                            make.assign(kept, new);
                            Ok(ZERO)
                        })?;
                        self.read(kept)
                    }
                }
            }
            MaskExpr::Union(each) => {
                let all = self.variable(ZERO);
                self.each_element(&each.over, each.slot, &mut |make| {
                    let more = make.some_of(&each.body)?;
                    let old = make.read(all);
                    let new = make.or(old, more);
                    make.assign(all, new);
                    Ok(ZERO)
                })?;
                self.read(all)
            }
            MaskExpr::Word(word) => E::special(word, self)?,
        })
    }

    /// Emits instructions for operators whose value is a set of directions.
    pub(crate) fn lower_dirs(&mut self, op: Op, args: &[AnyExpr]) -> Gets<Option<Word>> {
        Ok(Some(match (op, args) {
            (Op::Forward, [AnyExpr::Player(player)]) => self.going(player, Board::forward)?,
            (Op::Backward, [AnyExpr::Player(player)]) => self.going(player, Board::backward)?,
            (Op::Sideways, [AnyExpr::Player(player)]) => self.going(player, Board::sideways)?,
            (Op::Toward, [AnyExpr::Cell(p), AnyExpr::Cell(q)]) => {
                let (p, q) = (self.cell(p)?, self.cell(q)?);
                self.toward(p, q)?
            }
            (Op::Opposites, [AnyExpr::Dirs(dirs)]) => {
                let dirs = self.some_dirs(dirs)?;
                let board = self.plan.board();
                let mut all = ZERO;
                for dir in 0..board.dirs() {
                    let Some(back) = board.opposite(Dir(dir as u8)) else { continue };
                    let bit = self.right_by(dirs, dir as u32);
                    let bit = self.and(bit, ONE);
                    let bit = self.left_by(bit, u32::from(back.0));
                    all = self.or(all, bit);
                }
                all
            }
            _ => return Ok(None),
        }))
    }

    /// Returns the one element of a mask, or `none` if it is empty. Several elements are a fault, and an empty mask is
    /// one if `none` is not given.
    pub(crate) fn only(&mut self, mask: Word, none: Option<i64>) -> Gets<Word> {
        let fewer = self.sub(mask, ONE);
        let rest = self.and(mask, fewer);
        let many = self.compare(IntCC::NotEqual, rest, ZERO);
        self.fault_if(many);
        let one = self.lowest(mask);
        let empty = self.same(mask, ZERO);
        Ok(match none {
            Some(none) => self.select(empty, Word::Known(none), one),
            None => {
                self.fault_if(empty);
                self.and(one, Word::Known(63))
            }
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

    /// Returns directions that depend on where a player is going; none for nobody.
    fn going(&mut self, player: &PlayerExpr, dirs: fn(&Board, u64) -> u64) -> Gets<Word> {
        let plan = self.plan;
        let of = |p: usize| plan.game.players.get(p).and_then(|p| p.going).map_or(0, |going| dirs(plan.board(), going));
        Ok(match self.player(player)? {
            Word::Known(p) => Word::Known(usize::try_from(p).map_or(0, of) as i64),
            player => {
                let mut found = ZERO;
                for p in 0..plan.game.players.len() {
                    let here = self.same(player, Word::Known(p as i64));
                    found = self.select(here, Word::Known(of(p) as i64), found);
                }
                found
            }
        })
    }
}
