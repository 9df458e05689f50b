//! Binary digits, one number for each cell: adding and comparing them digit by digit.

use super::{Lifts, lift};
use crate::engine::fast::code::Gen;
use crate::engine::fast::code::set::Words;
use crate::engine::fast::code::word::Word;
use crate::game::expr::Compare;

/// One number for each cell: a least one plus a binary number, given as the cells for which each digit is 1.
#[derive(Clone, Debug)]
pub(crate) struct Digits {
    pub low: i64,
    pub digits: Vec<Words>,
}

impl Digits {
    /// Makes the same number for all cells.
    pub(crate) fn known(n: i64) -> Digits {
        Digits { low: n, digits: Vec::new() }
    }

    /// Returns whether all possible numbers fit 32 bits.
    pub(crate) fn fits(&self) -> bool {
        self.digits.len() <= 32 && self.low >= i64::from(i32::MIN) && self.high() <= i64::from(i32::MAX)
    }

    /// Returns the greatest possible number.
    fn high(&self) -> i64 {
        self.low + (1i64 << self.digits.len()) - 1
    }
}

/// The most digits of a number.
const MOST: usize = 12;

impl Gen<'_, '_> {
    /// Counts for each cell how many of these sets contain it.
    pub(crate) fn lane_tally(&mut self, sets: &[Words]) -> Digits {
        let mut columns: Vec<Vec<Words>> = vec![sets.to_vec()];
        let mut digits = Vec::new();
        let mut at = 0;
        while at < columns.len() {
            // Add three of a column, or two, to one in this column and one in the next.
            while columns[at].len() > 1 {
                let a = columns[at].pop().unwrap_or_default();
                let b = columns[at].pop().unwrap_or_default();
                let half = self.set_xor(&a, &b);
                let carry = self.set_and(&a, &b);
                let (sum, carry) = match columns[at].pop() {
                    Some(c) => {
                        let more = self.set_and(&half, &c);
                        (self.set_xor(&half, &c), self.set_or(&carry, &more))
                    }
                    None => (half, carry),
                };
                columns[at].push(sum);
                if columns.len() == at + 1 {
                    columns.push(Vec::new());
                }
                columns[at + 1].push(carry);
            }
            digits.push(columns[at].pop().unwrap_or_else(|| self.no_cells()));
            at += 1;
        }
        self.trimmed(Digits { low: 0, digits })
    }

    /// Removes the digits that are 0 for all cells.
    fn trimmed(&self, mut n: Digits) -> Digits {
        while n.digits.last().is_some_and(|digit| digit.iter().all(|word| *word == Word::Known(0))) {
            n.digits.pop();
        }
        n
    }

    fn digit(&self, n: &Digits, i: usize) -> Words {
        n.digits.get(i).cloned().unwrap_or_else(|| self.no_cells())
    }

    pub(crate) fn lane_add(&mut self, a: &Digits, b: &Digits) -> Digits {
        let mut digits = Vec::new();
        let mut carry = self.no_cells();
        let width = a.digits.len().max(b.digits.len());
        for i in 0..width {
            let (x, y) = (self.digit(a, i), self.digit(b, i));
            let half = self.set_xor(&x, &y);
            let sum = self.set_xor(&half, &carry);
            let first = self.set_and(&x, &y);
            let second = self.set_and(&half, &carry);
            carry = self.set_or(&first, &second);
            digits.push(sum);
        }
        if width > 0 {
            digits.push(carry);
        }
        self.trimmed(Digits { low: a.low + b.low, digits })
    }

    /// Negates the number: the distance to its greatest value, added to the negated greatest value.
    pub(crate) fn lane_negative(&mut self, a: &Digits) -> Digits {
        let digits = a.digits.iter().map(|digit| self.set_not(digit)).collect();
        Digits { low: -a.high(), digits }
    }

    /// Returns the same number with a lower least one.
    fn lowered(&mut self, a: &Digits, low: i64) -> Lifts<Digits> {
        let more = a.low - low;
        if more == 0 {
            return Ok(Some(a.clone()));
        }
        if !(0..1 << MOST).contains(&more) {
            return Ok(None);
        }
        let all = self.all_cells();
        let width = 64 - more.leading_zeros() as usize;
        let digits = (0..width).map(|i| if more >> i & 1 == 1 { all.clone() } else { self.no_cells() }).collect();
        let more = Digits { low: 0, digits };
        let plain = Digits { low: 0, digits: a.digits.clone() };
        let sum = self.lane_add(&plain, &more);
        Ok(Some(Digits { low, digits: sum.digits }))
    }

    /// Returns both numbers with the same least one.
    pub(crate) fn lane_level(&mut self, a: Digits, b: Digits) -> Lifts<(Digits, Digits)> {
        let low = a.low.min(b.low);
        let (a, b) = (lift!(self.lowered(&a, low)), lift!(self.lowered(&b, low)));
        Ok(Some((a, b)))
    }

    /// Selects for each cell one number or the other.
    pub(crate) fn lane_choice(&mut self, holds: &Words, yes: Digits, no: Digits) -> Lifts<Digits> {
        let (yes, no) = lift!(self.lane_level(yes, no));
        let width = yes.digits.len().max(no.digits.len());
        let mut digits = Vec::new();
        for i in 0..width {
            let (x, y) = (self.digit(&yes, i), self.digit(&no, i));
            digits.push(self.set_choice(holds, &x, &y));
        }
        let chosen = Digits { low: yes.low, digits };
        Ok(Some(self.trimmed(chosen)))
    }

    /// Returns the number for some cells, and 0 for the others.
    pub(crate) fn lane_only(&mut self, holds: &Words, n: Digits) -> Lifts<Digits> {
        self.lane_choice(holds, n, Digits::known(0))
    }

    /// Returns the cells for which the comparison holds.
    pub(crate) fn lane_compare(&mut self, sign: Compare, a: Digits, b: Digits) -> Lifts<Words> {
        if a.digits.len() > MOST || b.digits.len() > MOST {
            return Ok(None);
        }
        if matches!(sign, Compare::Greater | Compare::LessEqual) {
            // a > b is b < a, a <= b is not b < a.
            let less = lift!(self.lane_compare(Compare::Less, b, a));
            return Ok(Some(if sign == Compare::Greater { less } else { self.set_not(&less) }));
        }
        // The ranges do not overlap.
        let all = self.all_cells();
        if a.high() < b.low || b.high() < a.low {
            let a_is_less = a.high() < b.low;
            let holds = match sign {
                Compare::Equal => false,
                Compare::NotEqual => true,
                Compare::Less => a_is_less,
                _ => !a_is_less,
            };
            return Ok(Some(if holds { all } else { self.no_cells() }));
        }
        let (a, b) = lift!(self.lane_level(a, b));
        let (mut less, mut equal) = (self.no_cells(), all);
        for i in (0..a.digits.len().max(b.digits.len())).rev() {
            let (x, y) = (self.digit(&a, i), self.digit(&b, i));
            let here = self.set_except(&y, &x);
            let here = self.set_and(&here, &equal);
            less = self.set_or(&less, &here);
            let differ = self.set_xor(&x, &y);
            equal = self.set_except(&equal, &differ);
        }
        Ok(Some(match sign {
            Compare::Equal => equal,
            Compare::NotEqual => self.set_not(&equal),
            Compare::Less => less,
            _ => self.set_not(&less),
        }))
    }
}
