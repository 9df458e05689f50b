//! Pure operators that the code calls at run time, because it has no instructions of its own for them.

use super::machine::FAULT;
use super::run::Question;
use crate::game::cells::{Cell, CellSet, MAX_WORDS};
use crate::game::operator::{Ints, Op, Raw, evaluate};
use crate::types::Type;

/// Marks a range in place of the length of a set of numbers; the bounds follow.
pub(crate) const RANGE: i64 = -1;

/// Marks pairs of a number and whether it is in the set, in place of the length. The mark is this less the number of pairs.
pub(crate) const SOME: i64 = -2;

/// Reads arguments from words.
struct Reader<'w> {
    words: std::slice::Iter<'w, i64>,
}

impl Reader<'_> {
    fn word(&mut self) -> i64 {
        self.words.next().copied().unwrap_or(0)
    }

    fn ints(&mut self) -> Ints {
        let mut ints: Ints = match self.word() {
            RANGE => (self.word() as i32..=self.word() as i32).collect(),
            len @ 0.. => (0..len).map(|_| self.word() as i32).collect(),
            some => (some..SOME)
                .map(|_| (self.word() as i32, self.word()))
                .filter(|(_, is_in)| *is_in != 0)
                .map(|(n, _)| n)
                .collect(),
        };
        ints.sort_unstable();
        ints.dedup();
        ints
    }
}

impl Question<'_> {
    /// Evaluates an operator for these arguments and overwrites them with the value. Returns [`FAULT`] if there is no
    /// value.
    pub(crate) fn operate(&self, op: i64, words: &mut [i64]) -> i64 {
        let Some(op) = usize::try_from(op).ok().and_then(|op| Op::ALL.get(op).copied()) else { return FAULT };
        let (game, width) = (&self.plan.game, self.plan.width);
        let mut reader = Reader { words: words.iter() };
        let count = reader.word();
        let mut args: Vec<Raw<MAX_WORDS>> = Vec::new();
        for n in 0..usize::try_from(count).unwrap_or(0) {
            let Some(param) = op.form().param(n) else { return FAULT };
            args.push(match param.ty {
                Type::Cells => {
                    let mut set = CellSet::EMPTY;
                    set.0.iter_mut().take(width).for_each(|word| *word = reader.word() as u64);
                    Raw::Cells(set)
                }
                Type::Ints => Raw::Ints(reader.ints()),
                Type::Cell => match usize::try_from(reader.word()) {
                    Ok(cell) if cell < game.board.len() => Raw::Word(cell as i64),
                    _ => Raw::Word(i64::from(Cell::OFF.0)),
                },
                _ => Raw::Word(reader.word()),
            });
        }
        match evaluate(op, &game.ground(), &args) {
            Ok(Raw::Cells(set)) => words.iter_mut().zip(set.0).take(width).for_each(|(to, from)| *to = from as i64),
            Ok(Raw::Word(word)) => {
                let is_off = op.form().result == Type::Cell && word == i64::from(Cell::OFF.0);
                if let Some(first) = words.first_mut() {
                    *first = if is_off { game.board.len() as i64 } else { word };
                }
            }
            Ok(Raw::Ints(_)) | Err(_) => return FAULT,
        }
        0
    }
}
