//! Pure operators without instructions of their own: tables of their values, and calls at run time.

use super::code::pieces::NONE;
use super::machine::FAULT;
use super::plan::Plan;
use super::run::Question;
use crate::game::cells::{Cell, CellSet, MAX_WORDS};
use crate::game::operator::{Coded, Ints, Op, Raw, evaluate};
use crate::types::Type;

/// Marks a range in place of the length of a set of numbers; the bounds follow.
pub(crate) const RANGE: i64 = -1;

/// Marks pairs of a number and whether it is in the set, in place of the length. The mark is this less the number of pairs.
pub(crate) const SOME: i64 = -2;

/// The most words of a table.
const MOST: usize = 1 << 17;

/// The most elements whose sets all have an entry in a table.
const FEW: usize = 8;

/// Marks arguments for which there is no value in a table.
pub(crate) const NO_VALUE: i64 = i64::MIN + 1;

/// A table of the values of an operator.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lookup {
    /// The values for all combinations of arguments, in order.
    pub table: *const u64,
    /// The least and the greatest value.
    pub bounds: (i64, i64),
    /// Whether some combinations have no value.
    pub may_fault: bool,
}

/// An operator, and for each of its arguments all words that it can be.
pub(crate) type FiniteCall = (Op, Vec<Vec<i64>>);

impl Plan {
    /// Returns a table of the values of an operator, or `None` if it would be too large.
    pub(crate) fn lookup(&self, domain: FiniteCall) -> Option<Lookup> {
        *self.lookups.borrow_mut().entry(domain).or_insert_with_key(|(op, args)| self.make_lookup(*op, args))
    }

    fn make_lookup(&self, op: Op, args: &[Vec<i64>]) -> Option<Lookup> {
        let result = op.form().result;
        let width = if result == Type::Cells { self.width() } else { 1 };
        let rows = args.iter().try_fold(1, |rows: usize, words| rows.checked_mul(words.len()))?;
        if rows.checked_mul(width)? > MOST {
            return None;
        }
        let (mut words, mut may_fault) = (Vec::new(), false);
        for row in 0..rows {
            let mut rest = row;
            let mut values: Vec<Raw<MAX_WORDS>> = Vec::new();
            for words in args.iter().rev() {
                values.push(Raw::Word(words[rest % words.len()]));
                rest /= words.len();
            }
            values.reverse();
            match evaluate(op, &self.game.ground(), &values) {
                Ok(Raw::Cells(set)) => words.extend(set.0.into_iter().take(width)),
                Ok(Raw::Word(word)) if result == Type::Cell => words.push(self.code(Cell::decode(word)) as u64),
                Ok(Raw::Word(word)) => words.push(word as u64),
                Err(_) if result != Type::Cells => {
                    may_fault = true;
                    words.push(NO_VALUE as u64);
                }
                Ok(Raw::Ints(_)) | Err(_) => return None,
            }
        }
        Some(self.keep_lookup(words, may_fault))
    }

    /// Keeps a table of values, some of which may be [`NO_VALUE`].
    pub(crate) fn keep_lookup(&self, words: Vec<u64>, may_fault: bool) -> Lookup {
        let values = || words.iter().map(|word| *word as i64).filter(|value| *value != NO_VALUE);
        let bounds = (values().min().unwrap_or(0), values().max().unwrap_or(0));
        Lookup { table: self.tables.keep(words), bounds, may_fault }
    }

    /// Returns all words that an argument of a type can be, if they are few: elements, of which `off` and `nothing` come last, or sets
    /// of a few directions, players or kinds.
    pub(crate) fn words_of(&self, ty: Type) -> Option<Vec<i64>> {
        if let Some(element) = ty.element() {
            let count = self.game.count_of(element).filter(|count| *count <= FEW && ty != Type::Cells)?;
            return Some((0..1 << count).collect());
        }
        let last = match ty {
            Type::Cell => Some(i64::from(Cell::OFF.0)),
            Type::Player | Type::Kind | Type::Dir => Some(NONE),
            _ => None,
        };
        let count = self.game.count_of(ty)? as i64;
        Some((0..count).chain(last).collect())
    }
}

/// Reads arguments from words.
struct ArgumentReader<'w> {
    words: std::slice::Iter<'w, i64>,
}

impl ArgumentReader<'_> {
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
        let mut reader = ArgumentReader { words: words.iter() };
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
