//! Where rules look back at the earlier positions of a game, and whether that can change who wins.

use super::Game;
use super::expr::{BoolExpr, Common, Compare, IntExpr, PlayerExpr};
use super::part::{AnyExpr, AsPart, Expression, Part};
use super::rules::{Ending, GameResult, RepetitionPart, VarId};

/// How deep calls are followed.
const DEFS: u32 = 32;

/// Returns whether the value of a part of the rules may depend on earlier positions.
fn looks_back(game: &Game, part: Part<'_>) -> bool {
    part.mentions(game, DEFS, &|part| matches!(part, Part::Int(IntExpr::Repeated(_))))
}

/// Returns whether earlier positions may tell which moves are legal, as superko does.
fn moves_look_back(game: &Game) -> bool {
    game.always.iter().any(|always| looks_back(game, always.condition.holds.part()))
        || game.actions.iter().any(|action| {
            action.ensures.iter().any(|ensure| looks_back(game, ensure.holds.part()))
                || action.maximize.as_ref().is_some_and(|number| looks_back(game, number.part()))
        })
}

/// What the past of a position is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum History {
    /// The rules do not look back.
    Unused,
    /// A repeated position is a draw, and that is all. Who can force a win can do so without repeating a position, and who
    /// cannot be forced to lose can repeat positions: the game has the value that it would have if it could go on forever.
    DrawsRepetitions,
    /// The value of a position depends on its past.
    Matters,
}

impl History {
    /// Returns what the past is for in a game.
    pub(crate) fn of(game: &Game) -> History {
        if game.repetitions.is_empty() {
            return History::Unused;
        }
        let draws = |ending: &Ending| draws_whole_positions(game, ending);
        let others = game.end.iter().filter(|ending| !draws(ending));
        let results = others.into_iter().any(|ending| {
            let result = match &ending.result {
                GameResult::Draw | GameResult::Never => false,
                GameResult::Wins(player) | GameResult::Loses(player) => looks_back(game, player.part()),
                GameResult::Score { score, .. } => looks_back(game, score.part()),
            };
            let each = ending.each.as_ref().is_some_and(|(_, players)| looks_back(game, players.part()));
            result || each || looks_back(game, ending.condition.holds.part())
        });
        if results || moves_look_back(game) || game.uses_ply || game.players.len() != 2 {
            History::Matters
        } else {
            History::DrawsRepetitions
        }
    }
}

/// Returns whether an ending is `repeated(...) >= n: draw`, for n from 2 on, where only equal positions count: a search notices the
/// second occurrence, before the rules do.
fn draws_whole_positions(game: &Game, ending: &Ending) -> bool {
    let (GameResult::Draw, None) = (&ending.result, &ending.each) else { return false };
    let BoolExpr::Compare(Compare::GreaterEqual, sides) = &ending.condition.holds else { return false };
    let (IntExpr::Repeated(id), IntExpr::Const(2..)) = &**sides else { return false };
    let Some(form) = game.repetitions.get(usize::from(id.0)) else { return false };
    let has_player =
        form.with.iter().any(|part| matches!(part, RepetitionPart::Value(AnyExpr::Player(PlayerExpr::Next))));
    let has = |id: VarId| form.with.iter().any(|part| is_variable(part, id));
    has_player && (0..game.vars.len()).all(|n| has(VarId(n as u16)))
}

/// Returns whether a repetition compares all values of a variable.
fn is_variable(part: &RepetitionPart, id: VarId) -> bool {
    let RepetitionPart::Value(value) = part else {
        return matches!(part, RepetitionPart::Table(table) if *table == id);
    };
    fn reads<E: Expression>(value: &E, id: VarId) -> bool {
        matches!(value.common(), Some(Common::Var(var)) if var.var == id && var.indexes.is_empty())
    }
    match value {
        AnyExpr::Int(value) => reads(value, id),
        AnyExpr::Bool(value) => reads(value, id),
        AnyExpr::Cell(value) => reads(value, id),
        AnyExpr::Player(value) => reads(value, id),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_past_matters_where_a_rule_looks_back_for_more_than_a_draw() {
        let history = |name: &str| History::of(crate::load_bundled(name, &[]).unwrap().game());
        assert_eq!(history("tic-tac-toe"), History::Unused);
        assert_eq!(history("mu-torere"), History::DrawsRepetitions);
        assert_eq!(history("nine-mens-morris"), History::DrawsRepetitions);
        for name in ["chess", "go", "oware", "minishogi", "arimaa", "bagh-chal"] {
            assert_eq!(history(name), History::Matters, "{name}");
        }
    }
}
