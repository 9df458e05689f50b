//! [`SetPhrase`]: the phrase of a set of cells.

use super::parentheses::{IN_CLAUSE, IN_SET, parenthesize};
use crate::syntax::ast::Expr;
use crate::wording::{article, join, with_article};

/// A set in words.
#[derive(Clone, Debug)]
pub(super) enum SetPhrase {
    /// Cells or pieces with attributes: "empty cells next to `p`".
    Noun(Noun),
    /// One of two sets.
    Either(Vec<SetPhrase>),
    /// One thing: "`p`", "the cell North of `p`".
    One(String),
    /// Several things with a name of their own: "a1, b2 and c3", "the cells “loose”".
    Many(String),
    /// One thing, if it also belongs to another set.
    Given(Box<SetPhrase>, Box<SetPhrase>),
}

/// Cells or pieces with attributes.
#[derive(Clone, Debug, Default)]
pub(super) struct Noun {
    /// Adjectives before the noun: "empty", "enemy".
    pub before: Vec<String>,
    /// The owner as a possessive, as in "one of your kings": "your".
    pub owner: Option<String>,
    /// The kind: "king"; `None` for cells and for pieces of any kind.
    pub kind: Option<(String, String)>,
    /// Whether these are pieces rather than cells.
    pub pieces: bool,
    /// The owner otherwise: "of White".
    pub whose: Option<String>,
    /// The name that the rest of the rule uses for one of them: "`p`".
    pub name: Option<String>,
    /// Attributes after the noun: "next to `p`".
    pub after: Vec<String>,
    /// Whether the article is "the", because there is at most one.
    pub the: bool,
    /// Whether the attributes belong together, so that no word may come between them: "your pieces in a row of three".
    pub closed: bool,
}

impl Noun {
    /// Creates a cell with an attribute before the noun.
    pub fn cell(before: &str) -> Noun {
        Noun { before: vec![before.to_owned()], ..Noun::default() }
    }

    /// Creates a cell with an attribute after the noun.
    pub fn at(after: impl Into<String>) -> Noun {
        Noun { after: vec![after.into()], ..Noun::default() }
    }

    /// Creates pieces without attributes.
    pub fn piece() -> Noun {
        Noun { pieces: true, ..Noun::default() }
    }

    /// Combines the attributes of both, or returns `None` if one phrase cannot hold them.
    pub fn and(&self, other: &Noun) -> Option<Noun> {
        if self.closed
            || other.closed
            || self.kind.is_some() && other.kind.is_some()
            || self.owner.is_some() && other.owner.is_some()
            || self.the
            || other.the
            || self.whose.is_some() && other.whose.is_some()
            || self.is_owned() && other.is_owned()
            || self.name.is_some()
            || other.name.is_some()
        {
            return None;
        }
        let empty = |noun: &Noun| noun.before.iter().any(|word| word == "empty");
        let stands = |noun: &Noun| noun.pieces;
        if empty(self) && stands(other) || stands(self) && empty(other) {
            return None;
        }
        let mut both = self.clone();
        both.before.extend(other.before.iter().filter(|word| !self.before.contains(word)).cloned());
        both.after.extend(other.after.iter().filter(|word| !self.after.contains(word)).cloned());
        // The exception comes last: "cells other than `p` next to `q`" could mean that `p` is next to `q`.
        both.after.sort_by_key(|words| (words.starts_with(OTHER), words.chars().count()));
        both.after.retain(|words| words != BOARD);
        both.owner = both.owner.or_else(|| other.owner.clone());
        both.whose = both.whose.or_else(|| other.whose.clone());
        both.kind = both.kind.or_else(|| other.kind.clone());
        both.pieces |= other.pieces;
        if both.pieces {
            both.before.retain(|word| word != "occupied");
        }
        Some(both)
    }

    /// Adds an attribute after the noun that applies to the whole phrase.
    pub fn closed(mut self, after: String) -> Noun {
        self.after.retain(|words| words != BOARD);
        if !self.after.is_empty() {
            self.after = vec![format!("({})", self.after.join(" and "))];
        }
        self.after.push(after);
        self.closed = true;
        self
    }

    /// Adds an exception.
    pub fn but(mut self, others: &str) -> Noun {
        self.after.retain(|words| words != BOARD);
        self.after.push(format!("{OTHER} {others}"));
        self
    }

    /// Returns whether the phrase names an owner.
    fn is_owned(&self) -> bool {
        self.owner.is_some() || self.whose.is_some() || self.before.iter().any(|word| word == "enemy")
    }

    fn word(&self, many: bool) -> String {
        let (one, several) = match &self.kind {
            Some((one, several)) => (one.as_str(), several.as_str()),
            None if self.pieces => ("piece", "pieces"),
            None => ("cell", "cells"),
        };
        let word = if many { several } else { one };
        let further = [self.name.as_ref().map(|name| format!("`{name}`")), self.whose.clone()];
        std::iter::once(word.to_owned()).chain(further.into_iter().flatten()).collect::<Vec<_>>().join(" ")
    }

    fn with(&self, lead: &str, many: bool) -> String {
        let head = std::iter::once(lead.to_owned()).filter(|lead| !lead.is_empty());
        let after = self.after.join(if self.closed { " " } else { " and " });
        let after = Some(after).filter(|words| !words.is_empty());
        let words = head.chain(self.before.iter().cloned()).chain([self.word(many)]).chain(after);
        words.collect::<Vec<_>>().join(" ")
    }

    /// Phrases a cell's attributes in one or two words without a noun: "empty", "next to `p`".
    fn predicate(&self) -> Option<String> {
        let bare = self.kind.is_none() && !self.pieces && self.owner.is_none() && self.whose.is_none();
        let bare = bare && !self.the && !self.closed && self.name.is_none();
        match (self.before.as_slice(), self.after.as_slice()) {
            ([word], []) if bare && ["empty", "occupied", "dark", "light"].contains(&word.as_str()) => {
                Some(word.clone())
            }
            ([], after) if bare && !after.is_empty() => Some(after.join(" and ")),
            _ => None,
        }
    }
}

/// The beginning of an exception.
const OTHER: &str = "other than";

/// Applies to all cells, and is left out where there is another attribute.
pub(super) const BOARD: &str = "of the board";

/// Phrases all expressions and joins the phrases, or returns `None` if one of them has no phrase.
pub(super) fn join_all<'e, P: Into<String>>(
    exprs: impl IntoIterator<Item = &'e Expr>,
    word: &str,
    phrase: impl Fn(&'e Expr) -> Option<P>,
) -> Option<String> {
    let parts: Option<Vec<String>> = exprs.into_iter().map(|expr| phrase(expr).map(Into::into)).collect();
    Some(join(&parts?, word))
}

/// Strips the article: "number of the empty cells" is not English. A possessive keeps it: "the mover's pieces".
pub(super) fn without_the(words: &str) -> &str {
    let rest = words.strip_prefix("the ").unwrap_or(words);
    let owned = rest.split(' ').take(2).any(|word| word.ends_with("'s"));
    if owned { words } else { rest }
}

impl SetPhrase {
    /// Phrases one element: "an empty cell", "one of your pieces".
    pub fn one(&self) -> String {
        match self {
            SetPhrase::Noun(noun) if noun.the => noun.with("the", false),
            SetPhrase::Noun(noun) => match &noun.owner {
                Some(owner) => format!("one of {}", noun.with(owner, true)),
                None => {
                    let words = noun.with("", false);
                    with_article(&words)
                }
            },
            SetPhrase::Either(sets) => {
                join(&sets.iter().map(|set| parenthesize(set.one(), IN_SET)).collect::<Vec<_>>(), "or")
            }
            SetPhrase::One(one) => one.clone(),
            SetPhrase::Many(many) => format!("one of {}", parenthesize(many.clone(), IN_SET)),
            SetPhrase::Given(..) => self.all(),
        }
    }

    /// Returns whether these are pieces rather than cells.
    pub fn is_pieces(&self) -> bool {
        match self {
            SetPhrase::Noun(noun) => noun.pieces,
            SetPhrase::Either(sets) => sets.iter().all(SetPhrase::is_pieces),
            _ => false,
        }
    }

    /// Gives one element a name: returns the phrase for one and the phrase for all.
    pub fn named(&self, name: &str) -> (String, String) {
        match self {
            SetPhrase::Noun(noun) if noun.owner.is_none() && !noun.the => {
                let named = SetPhrase::Noun(Noun { name: Some(name.to_owned()), ..noun.clone() });
                (named.one(), named.all())
            }
            _ => {
                let all = self.inner();
                (format!("a cell `{name}` among {all}"), format!("the cells `{name}` among {all}"))
            }
        }
    }

    /// Phrases all elements: "the empty cells", "your pieces".
    pub fn all(&self) -> String {
        match self {
            SetPhrase::Noun(noun) if noun.the => noun.with("the", false),
            SetPhrase::Noun(noun) => match &noun.owner {
                Some(owner) => noun.with(owner, true),
                None => noun.with("the", true),
            },
            SetPhrase::Either(sets) => {
                join(&sets.iter().map(|set| parenthesize(set.all(), IN_SET)).collect::<Vec<_>>(), "and")
            }
            SetPhrase::One(words) | SetPhrase::Many(words) => words.clone(),
            SetPhrase::Given(one, others) => {
                let one = one.all();
                others.holds("it", true).map_or_else(|| one.clone(), |holds| format!("{one}, if {holds}"))
            }
        }
    }

    /// Phrases all elements inside a larger phrase.
    pub fn inner(&self) -> String {
        parenthesize(self.all(), IN_SET)
    }

    /// Adds an attribute that applies to the whole phrase, or returns `None` if the phrase cannot hold it.
    pub fn those(self, words: String) -> Option<SetPhrase> {
        match self {
            SetPhrase::Noun(noun) if !noun.the => Some(SetPhrase::Noun(noun.closed(words))),
            set @ (SetPhrase::Many(_) | SetPhrase::Either(_)) => {
                Some(SetPhrase::Many(format!("those of {} that are {words}", set.inner())))
            }
            _ => None,
        }
    }

    /// Phrases a number of elements: "two empty cells", "two of your pieces".
    pub fn of(&self, number: &str, many: bool) -> String {
        match self {
            SetPhrase::Noun(noun) if !noun.the => match &noun.owner {
                Some(owner) => format!("{number} of {}", noun.with(owner, true)),
                None => noun.with(number, many),
            },
            _ => format!("{number} of {}", self.inner()),
        }
    }

    /// Phrases existence: "there is an empty cell", "there is no ..".
    pub fn there(&self, some: bool) -> String {
        match self {
            SetPhrase::Noun(noun) if noun.the => {
                let after = if some { "there is" } else { "there is not" };
                format!("{after} {}", noun.with("a", false))
            }
            SetPhrase::Noun(noun) if noun.owner.is_none() => {
                if some {
                    format!("there is {}", self.one())
                } else {
                    format!("there is {}", noun.with("no", false))
                }
            }
            SetPhrase::Noun(noun) => {
                let owner = noun.owner.as_deref().unwrap_or_default();
                let has = match owner.strip_suffix("'s") {
                    Some(player) => format!("{player} has"),
                    None => "you have".to_owned(),
                };
                let words = noun.with("", false);
                format!("{has} {} {words}", if some { article(&words) } else { "no" })
            }
            SetPhrase::Either(sets) => {
                let parts: Vec<String> = sets.iter().map(|set| parenthesize(set.there(some), IN_CLAUSE)).collect();
                join(&parts, if some { "or" } else { "and" })
            }
            SetPhrase::One(one) => format!("{one} {}", if some { "is on the board" } else { "is off the board" }),
            SetPhrase::Many(many) => {
                let many = parenthesize(many.clone(), IN_SET);
                match (without_the(&many), some) {
                    (words, true) if words != many => format!("there are {words}"),
                    (words, false) if words != many => format!("there are no {words}"),
                    (words, true) => format!("there is at least one of {words}"),
                    (words, false) => format!("there are none of {words}"),
                }
            }
            SetPhrase::Given(one, others) => others.holds(&one.all(), some).unwrap_or_else(|| self.all()),
        }
    }

    /// Phrases membership of a cell: "`q` is empty", "`q` holds an enemy piece".
    pub fn holds(&self, subject: &str, is: bool) -> Option<String> {
        Some(match self {
            SetPhrase::Noun(noun) => match noun.predicate() {
                Some(words) => format!("{subject} is {}{words}", if is { "" } else { "not " }),
                None if noun.pieces && is => format!("{subject} holds {}", self.one()),
                None if noun.pieces && noun.after.is_empty() => format!("{subject} holds {}", self.none()),
                None if noun.pieces => format!("{subject} does not hold {}", self.one()),
                None if is => format!("{subject} is {}", self.one()),
                None => format!("{subject} is not {}", self.one()),
            },
            SetPhrase::Either(sets) => {
                let part = |set: &SetPhrase| Some(parenthesize(set.holds(subject, is)?, IN_CLAUSE));
                let parts: Option<Vec<String>> = sets.iter().map(part).collect();
                join(&parts?, if is { "or" } else { "and" })
            }
            SetPhrase::One(one) => format!("{subject} is {}{one}", if is { "" } else { "not " }),
            SetPhrase::Many(many) => {
                format!("{subject} is {}one of {}", if is { "" } else { "not " }, parenthesize(many.clone(), IN_SET))
            }
            SetPhrase::Given(one, others) if is => {
                format!("{subject} is {}, and {}", one.all(), others.holds("it", true)?)
            }
            SetPhrase::Given(..) => return None,
        })
    }

    /// Phrases the absence of all elements: "none of your pieces", "no enemy piece".
    fn none(&self) -> String {
        match self {
            SetPhrase::Noun(noun) if noun.owner.is_none() && !noun.the => noun.with("no", false),
            _ => format!("none of {}", self.inner()),
        }
    }
}
