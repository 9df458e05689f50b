//! What the code asks of the board while it runs, because too much would have to be known when it is made: lines that go in
//! circles, lengths and leaps that are not known, pairs of cells of large boards.

use super::run::Question;
use crate::game::board::Board;
use crate::game::cells::{Cell, CellSet};

/// What is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    /// A shortest and a greatest length, directions, and a set: the cells in rows of such a length.
    Lines,
    /// Two lengths, nothing, and a set: where its cells leap.
    Leap,
    /// Nothing, nothing, directions, a set and another one: onward from the first as far as all is in the second.
    Ray,
    /// The same: what is met first of the second.
    First,
    /// Two cells: those between them.
    Between,
    /// Two cells: the directions from one to the other.
    Toward,
    /// Two cells: the steps from one to the other.
    Distance,
}

/// Everything that can be asked; the code names it by its place.
const ALL: [Asked; 7] =
    [Asked::Lines, Asked::Leap, Asked::Ray, Asked::First, Asked::Between, Asked::Toward, Asked::Distance];

/// Stands for a row of any length.
pub(crate) const ANY_LENGTH: i64 = i64::MAX;

impl Asked {
    /// Its number for the code.
    pub(crate) fn number(self) -> i64 {
        ALL.iter().position(|asked| *asked == self).unwrap_or(0) as i64
    }

    /// How many sets are asked about.
    pub(crate) fn sets(self) -> usize {
        match self {
            Asked::Lines | Asked::Leap => 1,
            Asked::Ray | Asked::First => 2,
            Asked::Between | Asked::Toward | Asked::Distance => 0,
        }
    }

    /// Whether a set comes back; otherwise one word.
    pub(crate) fn gives_set(self) -> bool {
        !matches!(self, Asked::Toward | Asked::Distance)
    }

    /// How many words it needs: three, and the sets; what comes back takes their place.
    pub(crate) fn words(self, width: usize) -> usize {
        (3 + self.sets() * width).max(width)
    }
}

impl Question<'_> {
    /// Answers about the board, in the place of what was asked; nothing for what nobody can ask.
    pub(crate) fn ask_board(&self, asked: i64, words: &mut [i64]) {
        let Some(asked) = usize::try_from(asked).ok().and_then(|asked| ALL.get(asked).copied()) else { return };
        let (board, width) = (&self.plan.game.board, self.plan.width);
        let [first, second, third] = [0, 1, 2].map(|n| words.get(n).copied().unwrap_or(0));
        let set = |n: usize| -> CellSet {
            let mut set = CellSet::EMPTY;
            let from = words.iter().skip(3 + n * width).take(width);
            set.0.iter_mut().zip(from).for_each(|(to, from)| *to = *from as u64);
            set
        };
        let cell = |code: i64| match usize::try_from(code) {
            Ok(cell) if cell < board.len() => Cell(cell as u16),
            _ => Cell::OFF,
        };
        let found = match asked {
            Asked::Lines => lines(board, &set(0), first, second, third as u64),
            Asked::Leap => board.leap(&set(0), clamped(first), clamped(second)),
            Asked::Ray => board.ray(&set(0), third as u64, &set(1)),
            Asked::First => board.first(&set(0), third as u64, &set(1)),
            Asked::Between => board.between(cell(first), cell(second)),
            Asked::Toward => word(board.toward(cell(first), cell(second))),
            Asked::Distance => word(u64::from(board.distance(cell(first), cell(second)).unwrap_or(0).unsigned_abs())),
        };
        words.iter_mut().zip(found.0).take(width).for_each(|(to, from)| *to = from as i64);
    }
}

/// One word in the place of a set.
fn word(word: u64) -> CellSet {
    let mut set = CellSet::EMPTY;
    if let Some(first) = set.0.first_mut() {
        *first = word;
    }
    set
}

fn clamped(n: i64) -> i32 {
    n.clamp(i64::from(i32::MIN), i64::from(i32::MAX)) as i32
}

fn lines(board: &Board, of: &CellSet, least: i64, most: i64, along: u64) -> CellSet {
    board.lines(of, clamped(least), (most != ANY_LENGTH).then(|| clamped(most)), along)
}
