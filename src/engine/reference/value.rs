//! Values while the rules run: single values as codes of one machine word, sets of numbers, and the elements of a set.

use crate::game::Game;
use crate::game::cells::{Cell, Set};
use crate::game::operator::{Coded, Ints, Raw};
use crate::game::piece::{Dir, Kind, Piece, Tag};
use crate::outcome::Fault;
use crate::types::Type;

/// A value, or the fault that its evaluation led to. Faults are boxed, to keep results small.
pub(super) type Ran<T> = Result<T, Box<Fault>>;

/// The elements of a set, taken one by one in the language's order, as codes.
#[derive(Clone, Debug)]
pub(super) enum Elements<const W: usize> {
    /// The remaining cells, and the first word that may have any.
    Cells(Set<W>, usize),
    Mask(u64),
    /// The numbers, and how many have been taken.
    Ints(Ints, usize),
}

impl<const W: usize> Elements<W> {
    /// Returns how many elements remain.
    #[inline]
    pub(super) fn len(&self) -> usize {
        match self {
            Elements::Cells(set, _) => set.len(),
            Elements::Mask(mask) => mask.count_ones() as usize,
            Elements::Ints(ints, gone) => ints.len().saturating_sub(*gone),
        }
    }

    /// Returns whether no element remains.
    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        match self {
            Elements::Cells(set, _) => set.is_empty(),
            Elements::Mask(mask) => *mask == 0,
            Elements::Ints(ints, gone) => *gone >= ints.len(),
        }
    }

    /// Returns whether this is a remaining element.
    #[inline]
    pub(super) fn contains(&self, code: i64) -> bool {
        match self {
            Elements::Cells(set, _) => u16::try_from(code).is_ok_and(|cell| set.contains(Cell(cell))),
            Elements::Mask(mask) => (0..64).contains(&code) && mask >> code & 1 == 1,
            Elements::Ints(ints, gone) => ints.iter().skip(*gone).any(|n| i64::from(*n) == code),
        }
    }
}

impl<const W: usize> From<Raw<W>> for Elements<W> {
    fn from(set: Raw<W>) -> Self {
        match set {
            Raw::Cells(cells) => Elements::Cells(cells, 0),
            Raw::Word(mask) => Elements::Mask(mask as u64),
            Raw::Ints(ints) => Elements::Ints(ints, 0),
        }
    }
}

impl<const W: usize> Iterator for Elements<W> {
    type Item = i64;

    #[inline]
    fn next(&mut self) -> Option<i64> {
        match self {
            Elements::Cells(set, at) => loop {
                let word = set.0.get_mut(*at)?;
                if *word != 0 {
                    let bit = word.trailing_zeros() as usize;
                    *word &= *word - 1;
                    return Some((*at * 64 + bit) as i64);
                }
                *at += 1;
            },
            Elements::Mask(mask) => {
                if *mask == 0 {
                    return None;
                }
                let bit = mask.trailing_zeros();
                *mask &= *mask - 1;
                Some(i64::from(bit))
            }
            Elements::Ints(ints, gone) => {
                let n = *ints.get(*gone)?;
                *gone += 1;
                Some(i64::from(n))
            }
        }
    }
}

/// Writes a single value of a type, or an element of a set of that type, as moves have it.
pub(super) fn write_code(game: &Game, ty: Type, code: i64, out: &mut String) {
    use std::fmt::Write;
    match ty {
        Type::Int | Type::Ints => drop(write!(out, "{code}")),
        Type::Bool => out.push_str(if code != 0 { "true" } else { "false" }),
        Type::Cell | Type::Cells => out.push_str(game.board.name(Cell::decode(code))),
        Type::Dir | Type::Dirs => out.push_str(game.board.dir_name(Dir::decode(code))),
        Type::Player | Type::Players => {
            let player = game.players.get(code as usize);
            out.push_str(player.map_or("nothing", |player| &player.name));
        }
        Type::Kind | Type::Kinds => out.push_str(game.kind_text(Kind::decode(code))),
        Type::Piece => out.push_str(game.kind_text(Piece::decode(code).kind)),
        Type::Tag => out.push_str(game.tag_name(Tag::decode(code))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::piece::Player;
    use smallvec::SmallVec;

    #[test]
    fn words_survive_being_coded() {
        assert_eq!(i32::decode((-7).code()), -7);
        assert_eq!(Cell::decode(Cell::OFF.code()), Cell::OFF);
        assert_eq!(Cell::decode(-1), Cell::OFF);
        assert_eq!(Player::decode(Player::NOBODY.code()), Player::NOBODY);
        assert_eq!(Piece::decode(Piece::NOTHING.code()), Piece::NOTHING);
        let piece = Piece { owner: Player(1), kind: Kind(3) };
        assert_eq!(Piece::decode(piece.code()), piece);
        assert_eq!(u64::decode((1u64 << 63).code()), 1 << 63);
    }

    #[test]
    fn elements_come_in_order() {
        let cells: Set<2> = [Cell(70), Cell(3), Cell(64)].into_iter().collect();
        let elements = Elements::Cells(cells, 0);
        assert_eq!(elements.len(), 3);
        assert!(elements.contains(70) && !elements.contains(4) && !elements.contains(-1));
        assert_eq!(elements.collect::<Vec<_>>(), [3, 64, 70]);
        assert_eq!(Elements::<1>::Mask(0b1010).collect::<Vec<_>>(), [1, 3]);
        let mut ints = Elements::<1>::Ints(SmallVec::from_slice(&[-2, 5]), 0);
        assert_eq!((ints.next(), ints.len(), ints.contains(-2)), (Some(-2), 1, false));
    }
}
