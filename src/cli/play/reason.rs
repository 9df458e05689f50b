//! Why a game is over, and why a player moves again: the rule that decided it.

use super::live_game::{LiveGame, Ply};
use super::sides::Who;
use crate::cli::chosen;
use boardwright::check;
use boardwright::engine::reference::{Outcomes, PlayWatch, Reference};
use boardwright::engine::{Engine, Examine};
use boardwright::game::Game;
use boardwright::game::expr::{AnyExpr, At, BoolExpr, Generator, IntExpr, PlayerExpr, PlayersExpr, SetExpr};
use boardwright::game::part::{AsPart, Part};
use boardwright::game::place::PlaceKind;
use boardwright::game::rules::{Condition, Ending, GameResult};
use boardwright::game::value::Value;
use boardwright::position::Position;
use boardwright::source::Span;
use std::sync::Arc;

/// How deep calls of defs are followed.
const DEFS: u32 = 8;

/// Returns the clause of `end` that decided the game, with its place and the points or numbers that it compares:
/// `none(empty): most pieces wins (rush.game:26); Black 13, White 12`. Returns `None` if the game goes on, or was decided without
/// a move.
pub fn reason(game: &LiveGame) -> Option<String> {
    game.position().outcome?;
    let WatchedMove { rules, engine, seen, .. } = WatchedMove::new(game)?;
    let decided = |seen: &&Outcomes| seen.place.what == PlaceKind::End && seen.seen_true;
    let condition = seen.iter().find(decided)?.place.span;
    let clause = rules.end.iter().find(|ending| contains(ending.span, condition));
    let points = clause.and_then(|clause| {
        let points = || points(&rules, &engine, game.position(), clause);
        points().or_else(|| comparison(&rules, &engine, game.position(), clause))
    });
    let points = points.map(|points| format!("; {points}")).unwrap_or_default();
    Some(format!("{}{points}", describe(&rules, clause.map_or(condition, |clause| clause.span))))
}

/// Returns why the person who has just moved moves again: `Black moves again: connections(p) >= 2 (rush.game:21)`. Returns `None`
/// if nobody does.
pub fn again(game: &LiveGame) -> Option<String> {
    let (_, last) = game.last_ply()?;
    let is_again = game.turn() == Some(&Who::Human) && game.to_move() == Some(last.mover);
    if !is_again || game.rules().players.len() < 2 {
        return None;
    }
    let WatchedMove { rules, seen, .. } = WatchedMove::new(game)?;
    let text = |span: Span| rules.sources.text(span);
    let is_again = |seen: &&Outcomes| {
        seen.place.what == PlaceKind::Statement && seen.reached && text(seen.place.span).trim() == "again"
    };
    let again = seen.iter().find(is_again)?.place.span;
    let conditions = seen.iter().filter(|seen| seen.place.what == PlaceKind::If && seen.seen_true);
    let around = conditions.map(|seen| seen.place.span).filter(|condition| is_block_of(&rules, *condition, again));
    let why = around.max_by_key(|condition| condition.start).unwrap_or(again);
    Some(format!("{} moves again: {}", game.rules().player_name(last.mover), describe(&rules, why)))
}

/// The last move, made once more by rules that record what it reaches.
struct WatchedMove {
    rules: Arc<Game>,
    engine: Reference,
    seen: Vec<Outcomes>,
}

impl WatchedMove {
    /// Checks the rules again and makes the last move once more.
    fn new(game: &LiveGame) -> Option<WatchedMove> {
        let (before, Ply { mv, .. }) = game.last_ply()?;
        let (name, settings) = game.source();
        let (source, bases) = chosen::find_source(name).ok()?;
        let rules = check::watched(source, &*bases, settings).game?;
        let watch = Arc::new(PlayWatch::default());
        let engine = Reference::watching(rules.clone(), &watch);
        engine.play_unchecked(&mut before.clone(), mv).ok()?;
        let mut seen = Vec::new();
        watch.each(|outcomes| seen.push(outcomes));
        Some(WatchedMove { rules, engine, seen })
    }
}

/// Returns the points of all players if a clause compares them: `Black 13, White 12`.
fn points(rules: &Game, engine: &Reference, position: &Position, clause: &Ending) -> Option<String> {
    let GameResult::Score { score, player, .. } = &clause.result else { return None };
    let points = |n: usize| {
        let over = SetExpr::Players(PlayersExpr::Const(1 << n));
        let sum = Generator { slot: *player, over, body: score.clone() };
        let sum = AnyExpr::Int(IntExpr::Sum(Box::new(sum), At::default()));
        match engine.value(position, &sum, clause.frame) {
            Ok(Value::Int(points)) => Some(points),
            _ => None,
        }
    };
    let each = rules.players.iter().enumerate().map(|(n, player)| Some(format!("{} {}", player.name, points(n)?)));
    Some(each.collect::<Option<Vec<_>>>()?.join(", "))
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

/// Returns whether a statement is in the block right after a condition, not in its `else` nor after it.
fn is_block_of(rules: &Game, condition: Span, statement: Span) -> bool {
    if condition.source != statement.source || statement.start < condition.end {
        return false;
    }
    let source = rules.sources.get(condition.source);
    let between = source.text.get(condition.end as usize..statement.start as usize).unwrap_or("");
    let code: String = between.lines().map(|line| line.split("//").next().unwrap_or("")).collect();
    let mut depth = 0;
    for (at, c) in code.char_indices() {
        depth += i32::from(c == '{') - i32::from(c == '}');
        // The block has ended.
        if c == '}' && depth == 0 || depth < 0 || c == '{' && depth == 1 && !code[..at].trim().is_empty() {
            return false;
        }
    }
    depth > 0
}
