//! How slow places are worded: what the code does there, and what to write instead.

use super::slow::{SlowKind, SlowReport};
use std::fmt;

impl SlowKind {
    /// Returns what the code does, in a few words.
    ///
    /// ```
    /// use boardwright::engine::fast::SlowKind;
    ///
    /// let each = SlowKind::Each("union");
    /// assert_eq!(each.name(), "one element after the other");
    /// assert_eq!(each.to_string(), "one element after the other, in `union`");
    /// assert!(each.help().contains("write the set with them"));
    /// assert!(SlowKind::Each("reach").help().contains("group"));
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            SlowKind::Each(_) => "one element after the other",
            SlowKind::Candidates => "one candidate after the other",
            SlowKind::BuiltIn(_) => "a call of a built-in word",
            SlowKind::LaterMoves => "asks for the legal moves of a later position",
            SlowKind::Draws => "moves are drawn from all candidates",
            SlowKind::Lists => "all moves are listed to draw one",
            SlowKind::Vain => "moves are drawn in vain",
            SlowKind::Fault => "a fault, after which the reference engine makes the ply",
        }
    }

    /// Returns what to write instead.
    pub fn help(self) -> &'static str {
        match self {
            SlowKind::Each("reach") => {
                "where a cell leads to neighbors, steps or hops on conditions, all are followed at once; `group(S, T)` and `connects(T, S, E)` \
                 ask for neighbors alone"
            }
            SlowKind::Each("max" | "min") => {
                "ask for one that is large or small enough, `some(d in all: n >= 4)`, or write the number as a def without parameters, which is \
                 evaluated once"
            }
            SlowKind::Each("for") => {
                "take the cells of a loop from a small set, such as `neighbors(p) & enemy`, or change them all at once: \
                 `remove { c in enemy: none(neighbors(group(c, enemy)) & empty) }`"
            }
            SlowKind::Each(_) => {
                "conditions on pieces, regions, steps and neighbors are evaluated for all cells at once: write the set with \
                 them, and other conditions in a smaller set"
            }
            SlowKind::Candidates => {
                "take binders from small sets, and write conditions on one binder directly after it"
            }
            SlowKind::BuiltIn(_) => {
                "the word is fast with arguments that are known before play, such as directions; test cheaper conditions first"
            }
            SlowKind::LaterMoves => "test what is necessary for such a move first: a count of pieces, an empty cell",
            SlowKind::Draws => {
                "a binder has too many values to draw one of them: take it from a set with few, such as `own`, `neighbors(p)` \
                 or `1..8`"
            }
            SlowKind::Vain => {
                "take binders from sets with few illegal cells; give moves that rarely have a choice, or rarely have several, an action of \
                 their own, with the condition before the move"
            }
            SlowKind::Fault => {
                "native code evaluates some values earlier than the rules, or for more cells: write what may fault so that it never does, \
                 such as `6 / max(n, 1)`"
            }
            SlowKind::Lists => {
                "choose outside of `while` and of effects that call themselves, make moves of their own of choices that come one after the \
                 other (`again`), and give actions with choices conditions instead of `maximize`"
            }
        }
    }

    /// Returns the word or the form of the expression, if it is one: a built-in word that is called, or `union`.
    pub fn word(self) -> Option<&'static str> {
        match self {
            SlowKind::BuiltIn(op) => Some(op.name()),
            SlowKind::Each(word) => Some(word),
            _ => None,
        }
    }
}

/// The name, and the word of the expression if it is one.
impl fmt::Display for SlowKind {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(self.name())?;
        match self {
            SlowKind::BuiltIn(op) => write!(out, " `{}`", op.name()),
            SlowKind::Each(word) => write!(out, ", in `{word}`"),
            _ => Ok(()),
        }
    }
}

impl SlowReport {
    /// The plies that are enough to find the places.
    pub const PLIES: u64 = 3000;

    /// The most places that are worth listing.
    pub const MOST_LISTED: usize = 12;

    /// Returns a number of steps or texts per ply, to one decimal.
    pub fn per_ply(&self, steps: u64) -> f64 {
        (steps as f64 / self.plies.max(1) as f64 * 10.0).round() / 10.0
    }
}

/// Says that moves of two actions may have the same text.
///
/// ```
/// let sentence = boardwright::engine::fast::same_texts("jump", "move");
/// assert_eq!(sentence, "moves of `jump` and `move` may have the same text, so that texts are compared");
/// ```
pub fn same_texts(one: &str, other: &str) -> String {
    let who = match one == other {
        true => format!("two moves of `{one}`"),
        false => format!("moves of `{one}` and `{other}`"),
    };
    format!("{who} may have the same text, so that texts are compared")
}

/// What to write so that no two moves may have the same text.
pub const SAME_TEXTS_HELP: &str = "show all binders and choices in the texts of moves, with a sign such as `-` between numbers and before a choice in a loop, and \
                                   begin the texts of each action with a letter of its own: `as \"w{p}-{n}\"`";

/// What to write so that no text may fault.
pub const FAULTY_TEXTS_HELP: &str = "show binders, or a `let` of the action: their values are known when a text is written; before an \
                                     operation on a value that may not exist, test it with `when`";
