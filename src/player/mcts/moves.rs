//! The moves in a tree, each kept once: most of them are made in many positions.

use crate::game::rules::ActionId;
use crate::moves::{Move, Values};
use std::collections::HashMap;
use std::hash::{BuildHasherDefault, Hasher};

type Numbers<K> = HashMap<K, u32, BuildHasherDefault<Mixed>>;

/// Moves with numbers: equal moves share one. Those of random games are looked up.
#[derive(Clone, Debug, Default)]
pub(super) struct Moves {
    all: Vec<Move>,
    /// The numbers of moves of one small value, such as a cell, by action and value, or [`NONE`].
    single: Vec<u32>,
    /// The numbers of short moves, which fit in a word.
    short: Numbers<u64>,
    long: Numbers<Move>,
}

const NONE: u32 = u32::MAX;

/// The values of single moves are less than this.
const VALUES: usize = 1 << 10;

/// The numbers of their actions are less than this.
const ACTIONS: u16 = 16;

/// What a move is looked up by.
enum MoveKey {
    Single(usize),
    Short(u64),
    Long,
}

impl MoveKey {
    #[inline]
    fn of(action: ActionId, values: &[i32]) -> MoveKey {
        match values {
            [value] if (0..VALUES as i32).contains(value) && action.0 < ACTIONS => {
                MoveKey::Single(usize::from(action.0) * VALUES + *value as usize)
            }
            _ => packed(action, values).map_or(MoveKey::Long, MoveKey::Short),
        }
    }
}

/// Returns a word that stands for a move of few small values, and no other move.
fn packed(ActionId(number): ActionId, values: &[i32]) -> Option<u64> {
    let head = (number < 1 << 14 && values.len() <= 3).then_some(u64::from(number) << 2 | values.len() as u64)?;
    values.iter().try_fold(head, |word, value| Some(word << 16 | u64::from(u16::try_from(*value).ok()?)))
}

impl Moves {
    /// Returns the number of a move, which is kept if it is new.
    pub(super) fn number(&mut self, mv: &Move) -> u32 {
        self.find(mv.action, &mv.values).unwrap_or_else(|| {
            let number = self.all.len() as u32;
            self.all.push(mv.clone());
            match MoveKey::of(mv.action, &mv.values) {
                MoveKey::Single(at) => {
                    self.single.resize(self.single.len().max(at + 1), NONE);
                    self.single[at] = number;
                }
                MoveKey::Short(word) => _ = self.short.insert(word, number),
                MoveKey::Long => _ = self.long.insert(mv.clone(), number),
            };
            number
        })
    }

    /// Returns the number of a move, if it is kept.
    #[inline]
    pub(super) fn find(&self, action: ActionId, values: &[i32]) -> Option<u32> {
        match MoveKey::of(action, values) {
            MoveKey::Single(at) => self.single.get(at).copied().filter(|number| *number != NONE),
            MoveKey::Short(word) => self.short.get(&word).copied(),
            MoveKey::Long => self.long.get(&Move { action, values: Values::from_slice(values) }).copied(),
        }
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
        // A move, and its entry in a table, of which a quarter is free on average.
        let beyond = |mv: &Move| if mv.values.spilled() { mv.values.capacity() * size_of::<i32>() } else { 0 };
        let many = self.all.first().map_or(0, beyond);
        let short = self.short.len() * 2 * size_of::<u64>();
        let single = self.single.len() * size_of::<u32>();
        single
            + self.all.len() * (size_of::<Move>() + many)
            + 4 * (short + self.long.len() * (size_of::<Move>() + many + 8)) / 3
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

    #[test]
    fn equal_moves_share_a_number() {
        let mut moves = Moves::default();
        let values: [&[i32]; 7] = [&[], &[0], &[0, 0], &[0, 1], &[70_000], &[-1, 2], &[1, 7, -1, 2, 5]];
        let all: Vec<Move> = (0..1000)
            .flat_map(|n| values.map(|values| (n, values)))
            .filter(|(n, values)| *n < 3 || !values.is_empty()) // A move without values is equal to others.
            .map(|(n, values)| {
                let values = values.iter().map(|value| value * 3 + i32::from(n / 3)).collect();
                Move { action: ActionId(n % 3), values }
            })
            .collect();
        let numbers: Vec<u32> = all.iter().map(|mv| moves.number(mv)).collect();
        assert_eq!(moves.len(), all.len());
        for (mv, number) in all.iter().zip(numbers) {
            assert_eq!(
                (moves.number(mv), moves.find(mv.action, &mv.values), moves.get(number)),
                (number, Some(number), mv)
            );
        }
    }
}
