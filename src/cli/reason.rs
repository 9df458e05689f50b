//! Why a game is over, why a player is out, and why one moves again: the rule that decided it.

use super::chosen;
use boardwright::check;
use boardwright::engine::reference::{Outcomes, PlayWatch, Reference};
use boardwright::engine::{Engine, Examine};
use boardwright::game::Game;
use boardwright::game::expr::{BoolExpr, IntExpr, PlayerExpr};
use boardwright::game::part::{AsPart, Part};
use boardwright::game::piece::Player;
use boardwright::game::place::{PlaceId, PlaceKind};
use boardwright::game::rules::{Condition, Ending, GameResult};
use boardwright::game::stmt::Stmt;
use boardwright::internals::sheet;
use boardwright::moves::Move;
use boardwright::notation;
use boardwright::position::Position;
use boardwright::source::Span;
use std::fmt;
use std::sync::Arc;

/// How deep calls of defs are followed.
const DEFS: u32 = 8;

/// The rules of a game, checked once more so that they record what a move reaches.
pub struct Reasons {
    rules: Arc<Game>,
}

/// The clause of `end` that decided a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Decision {
    /// The clause as the rules write it, with its place: `none(empty): most pieces wins (rush.game:26)`.
    pub code: String,
    /// The same in the words of the rule sheet, if it has them.
    pub words: Option<String>,
    /// The points or numbers that it compares: `Black 13, White 12`.
    pub numbers: Option<String>,
}

impl Decision {
    /// Returns the clause in words with what it compares.
    pub fn in_words(&self) -> Option<String> {
        let numbers = self.numbers.as_ref().map_or_else(String::new, |numbers| format!(" {numbers}."));
        self.words.as_ref().map(|words| format!("{words}{numbers}"))
    }
}

/// Writes the clause as the rules write it, with what it compares.
impl fmt::Display for Decision {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let numbers = self.numbers.as_ref().map_or_else(String::new, |numbers| format!("; {numbers}"));
        write!(out, "{}{numbers}", self.code)
    }
}

/// A player who goes out, and the clause of `end` that decided it.
pub struct Departure {
    pub player: Player,
    pub reason: Option<String>,
}

impl Reasons {
    /// Checks the rules of a game, which a saved game would name so, once more.
    pub fn new(name: &str, settings: &[(String, String)]) -> Option<Reasons> {
        let (source, bases) = chosen::find_source(name).ok()?;
        Some(Reasons { rules: check::watched(source, &*bases, settings).game? })
    }

    /// Makes a move once more.
    pub fn watch<'p>(&self, before: &'p Position, mv: &Move) -> Option<WatchedMove<'p>> {
        let watch = Arc::new(PlayWatch::default());
        let engine = Reference::watching(self.rules.clone(), &watch);
        let mut after = before.clone();
        engine.play_unchecked(&mut after, mv).ok()?;
        let mut seen = Vec::new();
        watch.each(|outcomes| seen.push(outcomes));
        Some(WatchedMove { rules: self.rules.clone(), engine, seen, losers: watch.losers(), before, after })
    }
}

/// A move, made once more by rules that record what it reaches.
pub struct WatchedMove<'p> {
    rules: Arc<Game>,
    engine: Reference,
    seen: Vec<Outcomes>,
    /// The players who lost, each with its clause.
    losers: Vec<(Player, Span)>,
    before: &'p Position,
    after: Position,
}

impl WatchedMove<'_> {
    /// Returns the clause of `end` that decided the game, or `None` if the game goes on.
    pub fn result(&self) -> Option<Decision> {
        self.after.outcome?;
        let rules = &*self.rules;
        let decided = |seen: &&Outcomes| seen.place.what == PlaceKind::End && seen.seen_true;
        let clause_of = |seen: &Outcomes| {
            let condition = seen.place.span;
            (condition, rules.end.iter().find(|ending| contains(ending.span, condition)))
        };
        // Players may have gone out by other clauses in the same ply.
        let is_final =
            |clause: &(Span, Option<&Ending>)| !clause.1.is_some_and(|c| matches!(c.result, GameResult::Loses(_)));
        let decided = || self.seen.iter().filter(decided).map(clause_of);
        let (condition, clause) = decided().find(is_final).or_else(|| decided().last())?;
        let numbers = clause.and_then(|clause| {
            let points = || points(rules, &self.engine, &self.after, clause);
            points().or_else(|| comparison(rules, &self.engine, &self.after, clause))
        });
        let span = clause.map_or(condition, |clause| clause.span);
        Some(Decision { code: describe(rules, span), words: sheet::end_clause(&self.rules, span), numbers })
    }

    /// Returns the players who go out of a game for three or more by this move.
    pub fn departures(&self) -> Vec<Departure> {
        let departure = |player: Player| {
            let clause = self.losers.iter().find(|(loser, _)| *loser == player);
            Departure { player, reason: clause.map(|(_, clause)| describe(&self.rules, *clause)) }
        };
        notation::went_out(&self.rules, self.before, &self.after).map(departure).collect()
    }

    /// Returns the players who go out by this move, each on a line: `Green is out: none(pieces of P): P loses (three.game:14)`.
    pub fn departure_lines(&self) -> Vec<String> {
        let departures = self.departures().into_iter();
        departures
            .map(|Departure { player, reason }| {
                let name = self.rules.player_name(player);
                reason.map_or_else(|| format!("{name} is out"), |reason| format!("{name} is out: {reason}"))
            })
            .collect()
    }

    /// Returns why the player who has just moved moves again: `connections(p) >= 2 (rush.game:21)`. Returns `None` if it does
    /// not.
    pub fn again(&self) -> Option<String> {
        let rules = &*self.rules;
        let span = |place: PlaceId| rules.places.get(place.0 as usize).map(|place| place.span);
        let is_reached = |place: PlaceId| {
            let is_it =
                |seen: &Outcomes| seen.place.what == PlaceKind::Statement && Some(seen.place.span) == span(place);
            self.seen.iter().any(|seen| seen.reached && is_it(seen))
        };
        let actions = rules.actions.iter().map(|action| &action.body);
        let mut blocks = actions.chain(rules.effects.iter().map(|effect| &effect.body));
        let why = span(blocks.find_map(|block| reason_of_again(block, None, &is_reached))?)?;
        Some(describe(rules, why))
    }
}

/// Returns the points of all players if a clause compares them: `Black 13, White 12`.
fn points(rules: &Game, engine: &Reference, position: &Position, clause: &Ending) -> Option<String> {
    let points = engine.scores(position, clause).ok().filter(|points| !points.is_empty())?;
    let each = rules.players.iter().zip(points).map(|(player, points)| format!("{} {points}", player.name));
    Some(each.collect::<Vec<_>>().join(", "))
}

/// Returns the numbers that the condition of a clause compares: `6 >= 6`. Returns `None` if it compares none, or if they depend on
/// the moment: whose turn would be next, and what has been before.
fn comparison(rules: &Game, engine: &Reference, position: &Position, clause: &Ending) -> Option<String> {
    let condition = last_condition(&clause.condition.holds);
    let BoolExpr::Compare(..) = condition else { return None };
    let is_momentary = |part: Part<'_>| {
        let is_next = matches!(part, Part::Player(PlayerExpr::Next | PlayerExpr::After(_)));
        is_next || matches!(part, Part::Int(IntExpr::Repeated(_)) | Part::Bool(BoolExpr::Possible(_)))
    };
    if clause.each.is_some() || condition.part().mentions(rules, DEFS, &is_momentary) {
        return None;
    }
    let condition = Condition { holds: condition.clone(), ..clause.condition.clone() };
    engine.compared(position, &condition, clause.frame).ok()?
}

/// Returns the last part of a condition with `and`.
fn last_condition(condition: &BoolExpr) -> &BoolExpr {
    match condition {
        BoolExpr::Watched(_, inner) => last_condition(inner),
        BoolExpr::And(pair) => last_condition(&pair.1),
        condition => condition,
    }
}

/// Returns a part of the rules on one line, with its place.
fn describe(rules: &Game, span: Span) -> String {
    let text = rules.sources.text(span).split_whitespace().collect::<Vec<_>>().join(" ");
    let (file, line, _) = rules.sources.place(span);
    let file = file.rsplit(['/', '\\']).next().unwrap_or(&file);
    format!("{} ({file}:{line})", text.strip_prefix("when ").unwrap_or(&text))
}

fn contains(around: Span, inner: Span) -> bool {
    around.source == inner.source && around.start <= inner.start && inner.end <= around.end
}

/// Finds an `again` that is reached. Returns the condition of the innermost `if` whose block it is in, its `else` not counted, or
/// else the `again` itself. `around` is the condition around the block.
fn reason_of_again(block: &[Stmt], around: Option<PlaceId>, is_reached: &dyn Fn(PlaceId) -> bool) -> Option<PlaceId> {
    let mut reached = None;
    block.iter().find_map(|stmt| match stmt {
        // It comes right before its statement.
        Stmt::Reached(place) => {
            reached = Some(*place);
            None
        }
        Stmt::Again => reached.filter(|place| is_reached(*place)).map(|again| around.unwrap_or(again)),
        Stmt::If(BoolExpr::Watched(condition, _), yes, no) => {
            let inside = reason_of_again(yes, Some(*condition), is_reached);
            inside.or_else(|| reason_of_again(no, around, is_reached))
        }
        other => other.blocks().find_map(|block| reason_of_again(block, around, is_reached)),
    })
}
