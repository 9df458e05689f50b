//! [`Coverage`]: the rules, conditions and effects that play has reached.
//!
//! To be covered, a game is checked by [`crate::check::watched`], which records its places. [`Covered`] plays it and records
//! what is reached. The following counts, and nothing else:
//!
//! - a condition counts twice: it must be true once and false once. Conditions are those of `when`, `ensure`, `always`, `end`,
//!   `if` and `while`, each operand of `and` and `or`, and those on each element or move (`some(x in X: C)`,
//!   `{ x in X: C }`, `some move then C`). A condition followed by `never` only has to be false;
//! - an action counts twice: a move of it has to be legal once, and one has to be played;
//! - a statement, an arm of a `match`, a `def`, an `effect` and a binder count once.
//!
//! If a parameter decides a condition before play, some of its outcomes and the rules that depend on them cannot be reached. These
//! places are [off](Mark::off) and do not count until an example sets the parameter.

use crate::engine::Engine;
use crate::engine::reference::{Outcomes, PlayWatch, Reference};
use crate::example;
use crate::game::Game;
use crate::game::place::PlaceKind;
use crate::snapshot::behavior::behavior;
use crate::source::{SourceId, Span};
use std::collections::BTreeMap;
use std::sync::Arc;

/// A place of the rules and what was seen of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The span; for a def, an effect or an action, that of its name.
    pub span: Span,
    /// The kind of place.
    pub what: PlaceKind,
    /// Whether it was reached; for an action, whether a move of it was ever legal.
    pub reached: bool,
    /// Whether the condition was true; for an action, whether a move of it was ever played.
    pub seen_true: bool,
    /// Whether the condition was false.
    pub seen_false: bool,
    /// Whether the settings switch it off in all games that were played.
    pub off: bool,
    /// Whether the settings make the condition always true, or always false, in some game.
    settled: (bool, bool),
    /// The outcome that is known before play.
    known: Option<bool>,
}

impl Mark {
    /// Returns how many outcomes are wanted and how many were seen. None are wanted if the place is off.
    pub fn points(&self) -> (u32, u32) {
        if self.off {
            return (0, 0);
        }
        let seen = |seen: bool| u32::from(seen);
        match self.what {
            PlaceKind::Action => (2, seen(self.reached) + seen(self.seen_true)),
            PlaceKind::Never => (1, seen(self.seen_false)),
            _ if self.is_condition() => (2, seen(self.seen_true) + seen(self.seen_false)),
            _ => (1, seen(self.reached)),
        }
    }

    /// Returns the constant outcome of a place that is off, as a phrase, or `None` if the place counts.
    pub fn constant(&self) -> Option<&'static str> {
        Some(match self.known {
            _ if !self.off => return None,
            Some(_) if self.what == PlaceKind::Def => "constant",
            Some(_) if self.what == PlaceKind::Arm => "always chosen",
            Some(true) => "always true",
            Some(false) => "always false",
            None => "switched off",
        })
    }

    /// Returns whether it is a condition.
    pub fn is_condition(&self) -> bool {
        use PlaceKind::*;
        matches!(self.what, When | Ensure | Always | End | Never | If | While | Operand | Each | Look)
    }

    /// Returns what was never seen of it as a phrase, or `None` if all was.
    pub fn missing(&self) -> Option<&'static str> {
        let (wanted, seen) = self.points();
        if seen == wanted {
            return None;
        }
        Some(match self.what {
            PlaceKind::Action if !self.reached => "never legal",
            PlaceKind::Action => "never played",
            PlaceKind::Binder => "always empty",
            PlaceKind::Arm => "never chosen",
            PlaceKind::Def => "never used",
            PlaceKind::Effect | PlaceKind::Statement => "never executed",
            PlaceKind::Never => "never evaluated",
            _ if !self.reached => "never evaluated",
            _ if !self.seen_true => "never true",
            _ => "never false",
        })
    }
}

/// The places of a game's rules, with what was reached.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// All places, in source order.
    pub marks: Vec<Mark>,
}

impl Coverage {
    /// Creates the coverage recorded by a watch.
    pub fn of(watch: &PlayWatch) -> Coverage {
        let mut marks: BTreeMap<(SourceId, u32, u32, PlaceKind), Mark> = BTreeMap::new();
        watch.each(|seen| {
            let mark = mark(&seen);
            let key = (mark.span.source, mark.span.start, mark.span.end, mark.what);
            marks.entry(key).and_modify(|known| join(known, &mark)).or_insert(mark);
        });
        let mut coverage = Coverage { marks: marks.into_values().collect() };
        coverage.settle();
        coverage
    }

    /// Adds what was seen of the same rules elsewhere.
    pub fn merge(&mut self, other: &Coverage) {
        for mark in &other.marks {
            match self.marks.iter_mut().find(|known| known.span == mark.span && known.what == mark.what) {
                Some(known) => join(known, mark),
                None => self.marks.push(*mark),
            }
        }
        self.marks.sort_by_key(|mark| (mark.span.source, mark.span.start, mark.span.end, mark.what));
        self.settle();
    }

    /// Adds what the tests of a base reached of the rules that a variant inherits: those of `source`, which the base's own
    /// coverage knows as `there`. Places that the variant's settings switch off stay off.
    pub fn take_over(&mut self, source: SourceId, base: &Coverage, there: SourceId) {
        let same = |mark: &Mark, other: &Mark| {
            let (one, two) = (mark.span, other.span);
            two.source == there && (one.start, one.end, mark.what) == (two.start, two.end, other.what)
        };
        for mark in self.marks.iter_mut().filter(|mark| mark.span.source == source && !mark.off) {
            if let Some(other) = base.marks.iter().find(|other| same(mark, other)) {
                mark.reached |= other.reached;
                mark.seen_true |= other.seen_true;
                mark.seen_false |= other.seen_false;
            }
        }
    }

    /// Settles conditions that settings decide: one that is true in one game and false in another counts as seen both ways; one
    /// that is decided equally in all games does not count.
    fn settle(&mut self) {
        for mark in self.marks.iter_mut().filter(|mark| !mark.off) {
            match mark.settled {
                (false, false) => {}
                _ if mark.reached || mark.settled == (true, true) => {
                    mark.reached = true;
                    mark.seen_true |= mark.settled.0;
                    mark.seen_false |= mark.settled.1;
                }
                _ => mark.off = true,
            }
        }
    }

    /// Returns the outcomes wanted and the outcomes seen.
    pub fn points(&self) -> (u32, u32) {
        self.marks.iter().map(Mark::points).fold((0, 0), |(a, b), (wanted, seen)| (a + wanted, b + seen))
    }

    /// Returns the percentage seen, or 100 if nothing is wanted.
    pub fn percent(&self) -> f64 {
        match self.points() {
            (0, _) => 100.0,
            (wanted, seen) => 100.0 * f64::from(seen) / f64::from(wanted),
        }
    }

    /// Returns the places that do not count, because their outcome is constant.
    pub fn constant(&self) -> impl Iterator<Item = &Mark> {
        self.marks.iter().filter(|mark| mark.off)
    }

    /// Returns the places with outcomes that were not seen.
    pub fn missing(&self) -> impl Iterator<Item = &Mark> {
        self.marks.iter().filter(|mark| mark.missing().is_some())
    }
}

fn mark(seen: &Outcomes) -> Mark {
    let Outcomes { place, reached, seen_true, seen_false } = *seen;
    let settled = (place.settled == Some(true) && !place.off, place.settled == Some(false) && !place.off);
    let (span, what, off, known) = (place.span, place.what, place.off, place.settled);
    Mark { span, what, reached, seen_true, seen_false, off, settled, known }
}

/// Merges what was seen of a place elsewhere.
fn join(known: &mut Mark, other: &Mark) {
    known.reached |= other.reached;
    known.seen_true |= other.seen_true;
    known.seen_false |= other.seen_false;
    known.settled = (known.settled.0 | other.settled.0, known.settled.1 | other.settled.1);
    known.off &= other.off;
    known.known = known.known.filter(|outcome| other.known == Some(*outcome));
}

/// A game played to measure coverage.
#[derive(Debug)]
pub struct Covered {
    engine: Reference,
    watch: Arc<PlayWatch>,
}

impl Covered {
    /// Creates one for a game checked by [`crate::check::watched`].
    pub fn new(game: Arc<Game>) -> Covered {
        let watch = Arc::new(PlayWatch::default());
        Covered { engine: Reference::watching(game, &watch), watch }
    }

    /// Returns the engine. It records everything it is asked.
    pub fn engine(&self) -> &dyn Engine {
        &self.engine
    }

    /// Returns what was reached so far.
    pub fn coverage(&self) -> Coverage {
        Coverage::of(&self.watch)
    }

    /// Runs all examples.
    /// Returns the titles of those that fail; what they reach counts anyway.
    pub fn examples(&self) -> Vec<String> {
        let game = self.engine.game();
        let examples = game.examples.iter().zip(example::titles(game));
        let failed = examples.filter(|(example, _)| !example::run(&self.engine, example).is_empty());
        failed.map(|(_, title)| title).collect()
    }

    /// Plays everything that a snapshot contains; `follow` are the moves of its listed game.
    pub fn snapshot(&self, follow: Option<&[String]>) {
        drop(behavior(&self.engine, follow));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bundled::Bundled;
    use crate::source::Source;

    const RULES: &str = "game \"X\"
        param wide = false
        board square 3 x 1
        players A, B
        piece stone
        def edge_cells = if wide then board else edge
        def unused(p: cell) = p in edge_cells
        effect drop_at(p: cell) { put stone at p; if p == c1 { again } }
        action place(p: empty) when p in board and (ply < 9 or p != a1) do drop_at(p)
        action pass() when none(empty) do {}
        end { when none(empty): draw when ply > 99: never }";

    fn covered(examples: &str) -> (Coverage, Arc<Game>) {
        let text = format!("{RULES}\n{examples}");
        let checked = crate::check::watched(Source::new("x.game", text), &Bundled, &[]);
        let game = checked.game.unwrap();
        let covered = Covered::new(game.clone());
        covered.examples();
        (covered.coverage(), game)
    }

    fn missing(examples: &str) -> Vec<String> {
        let (coverage, game) = covered(examples);
        let text = |mark: &Mark| format!("{}: {}", game.sources.text(mark.span), mark.missing().unwrap());
        coverage.missing().map(text).collect()
    }

    #[test]
    fn unreached_places_are_named() {
        assert_eq!(
            missing("example \"one\" { play a1 }"),
            [
                "unused: never used",
                "p == c1: never true",
                "again: never executed",
                "p in board and (ply < 9 or p != a1): never false",
                "ply < 9: never false",
                "p != a1: never evaluated",
                "pass: never legal",
                "none(empty): never true",
                "none(empty): never true",
            ]
            .map(String::from)
        );
    }

    #[test]
    fn rules_disabled_by_settings_are_off() {
        let off = |examples: &str| -> Vec<String> {
            let (coverage, game) = covered(examples);
            let text = |mark: &Mark| format!("{}: {}", game.sources.text(mark.span), mark.constant().unwrap());
            coverage.constant().map(text).collect()
        };
        let one = off("example \"one\" { play a1 }");
        assert_eq!(one, ["wide: always false", "p in board: always true"]);
        // what is known before play in either game has nothing to reach
        assert_eq!(off("example \"one\" { set wide = true play a1, c1 }"), ["p in board: always true"]);
    }

    #[test]
    fn defs_that_never_depend_on_play_are_no_places() {
        let text = "game \"X\" board square 3 x 1 players A, B piece stone param far = false
            map h = hill { h . . } def near = if far then own else hill def around = near | corner def most = 2 * 3
            action place(p: empty except around) when count(own) < most do put stone at p
            end { when stuck(next): draw }";
        let game = crate::check::watched(Source::new("x.game", text), &Bundled, &[]).game.unwrap();
        let defs = game.places.iter().filter(|place| place.what == PlaceKind::Def);
        let defs: Vec<&str> = defs.map(|place| game.sources.text(place.span)).collect();
        assert_eq!(defs, ["near", "around"]);
    }
}
