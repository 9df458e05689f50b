//! The moves in a tree, each kept once: most of them are made in many positions.

use crate::moves::Move;
use indexmap::IndexSet;
use std::hash::{BuildHasherDefault, Hasher};

/// Moves with numbers: equal moves share one.
#[derive(Clone, Debug, Default)]
pub(super) struct Moves {
    all: IndexSet<Move, BuildHasherDefault<Mixed>>,
}

impl Moves {
    /// Returns the number of a move, which is kept if it is new.
    pub(super) fn number(&mut self, mv: &Move) -> u32 {
        let number = self.all.get_index_of(mv).unwrap_or_else(|| self.all.insert_full(mv.clone()).0);
        number as u32
    }

    /// Returns the number of a move, if it is kept.
    pub(super) fn find(&self, mv: &Move) -> Option<u32> {
        self.all.get_index_of(mv).map(|number| number as u32)
    }

    /// Returns the move with this number.
    pub(super) fn get(&self, number: u32) -> &Move {
        &self.all[number as usize]
    }

    /// Returns how many moves there are.
    pub(super) fn len(&self) -> usize {
        self.all.len()
    }

    /// Returns about how many bytes they take.
    pub(super) fn bytes(&self) -> usize {
        // A move, its hash, and its place in the table, of which a quarter is free on average.
        let beyond = |mv: &Move| if mv.values.spilled() { mv.values.capacity() * size_of::<i32>() } else { 0 };
        let many = self.all.first().map_or(0, beyond);
        self.all.len() * (size_of::<Move>() + many + 3 * size_of::<usize>())
    }
}

/// Mixes small numbers fast: the tree chooses what is hashed, nobody else.
#[derive(Default)]
struct Mixed(u64);

impl Hasher for Mixed {
    fn write(&mut self, bytes: &[u8]) {
        // The values of a move are numbers of four bytes.
        let (numbers, rest) = bytes.as_chunks::<4>();
        numbers.iter().for_each(|number| self.write_u64(u32::from_le_bytes(*number).into()));
        rest.iter().for_each(|byte| self.write_u64((*byte).into()));
    }

    fn write_u16(&mut self, number: u16) {
        self.write_u64(number.into());
    }

    fn write_i32(&mut self, number: i32) {
        self.write_u64(number as u32 as u64);
    }

    fn write_usize(&mut self, number: usize) {
        self.write_u64(number as u64);
    }

    fn write_u64(&mut self, number: u64) {
        self.0 = (self.0 ^ number).wrapping_mul(0x9e37_79b9_7f4a_7c15).rotate_left(29);
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::rules::ActionId;

    #[test]
    fn equal_moves_share_a_number() {
        let mut moves = Moves::default();
        let all: Vec<Move> = (0..1000)
            .map(|n| Move { action: ActionId(n % 3), values: [i32::from(n), 7, -1, 2, 5].as_slice().into() })
            .collect();
        let numbers: Vec<u32> = all.iter().map(|mv| moves.number(mv)).collect();
        assert_eq!(moves.len(), 1000);
        for (mv, number) in all.iter().zip(numbers) {
            assert_eq!((moves.number(mv), moves.find(mv), moves.get(number)), (number, Some(number), mv));
        }
    }
}
