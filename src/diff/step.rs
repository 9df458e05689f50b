//! [`CommonMoves`]: the moves of a position in both games, and the results of common moves.

use super::{DifferenceKind, Games, Two};
use crate::engine::Engine;
use crate::game::operator::bit;
use crate::moves::Move;
use crate::outcome::{Fault, Outcome};
use crate::position::Position;
use std::collections::HashMap;

/// The legal moves of both games in one position.
pub(super) struct CommonMoves {
    /// The number of moves listed.
    pub(super) listed: usize,
    /// The difference, if the legal moves differ or one game fails.
    pub(super) differs: Option<Sort>,
    /// The common moves, in the first game's order.
    pub(super) common: Vec<(String, Two<Move>)>,
}

/// The kind of a difference, and a number that is equal for differences that look alike: the same actions differ, or the same
/// results.
pub(super) type Sort = (DifferenceKind, u64);

/// The result of a move in both games.
pub(super) enum After {
    /// Equal positions, in everything that is compared.
    Same(Two<Position>),
    /// Different results.
    Apart(Sort),
    /// The same fault.
    Fault,
}

/// Returns the legal moves with their texts.
pub(super) fn texts(engine: &dyn Engine, position: &Position) -> Result<Vec<(String, Move)>, Fault> {
    let moves = engine.legal_moves(position)?;
    moves.into_iter().map(|mv| Ok((engine.text(position, &mv)?, mv))).collect()
}

impl Games<'_> {
    /// Lists the moves of a position that is the same in both games.
    pub(super) fn step(&self, at: &Two<Position>) -> CommonMoves {
        let none = |differs| CommonMoves { listed: 0, differs, common: Vec::new() };
        let (in_a, in_b) = match (texts(self.engines.a, &at.a), texts(self.engines.b, &at.b)) {
            (Ok(in_a), Ok(in_b)) => (in_a, in_b),
            (Err(one), Err(other)) if one.code == other.code => return none(None),
            _ => return none(Some((DifferenceKind::Fault, 0))),
        };
        let listed = in_a.len() + in_b.len();
        let (mut only_a, mut only_b) = (0, 0);
        let action = |mv: &Move| bit((mv.action.0 % 32) as u8);
        let mut others: HashMap<String, Move> = in_b.into_iter().collect();
        let common: Vec<(String, Two<Move>)> = in_a
            .into_iter()
            .filter_map(|(text, a)| {
                let b = others.remove(&text);
                only_a |= if b.is_none() { action(&a) } else { 0 };
                Some((text, Two { a, b: b? }))
            })
            .collect();
        others.values().for_each(|b| only_b |= action(b));
        let differs = (only_a | only_b != 0).then_some((DifferenceKind::Moves, only_a << 32 | only_b));
        CommonMoves { listed, differs, common }
    }

    /// Makes a move in both games. If the first positions differ, `strict` is false and pieces are not compared.
    pub(super) fn after(&self, at: &Two<Position>, mv: &Two<Move>, strict: bool) -> After {
        let mut next = at.clone();
        let made = Two {
            a: self.engines.a.play_unchecked(&mut next.a, &mv.a),
            b: self.engines.b.play_unchecked(&mut next.b, &mv.b),
        };
        match (made.a, made.b) {
            (Err(one), Err(other)) if one.code == other.code => return After::Fault,
            (Ok(()), Ok(())) => {}
            _ => return After::Apart((DifferenceKind::Fault, 1)),
        }
        let action = u64::from(mv.a.action.0);
        if next.a.outcome != next.b.outcome {
            let code = |outcome: Option<Outcome>| match outcome {
                None => 0,
                Some(Outcome::Draw) => 1,
                Some(Outcome::Win(player)) => 2 + u64::from(player == at.a.mover),
            };
            After::Apart((DifferenceKind::Result, 4 * code(next.a.outcome) + code(next.b.outcome)))
        } else if next.a.mover != next.b.mover {
            After::Apart((DifferenceKind::Turn, action))
        } else if strict && !self.alike.same(&next.a, &next.b) {
            After::Apart((DifferenceKind::Effect, action))
        } else {
            After::Same(next)
        }
    }
}
