//! Where players of random games wait with moves that nobody else could make.
//!
//! Where players put pieces and may pass at any time, such a move does not run away, and often it spoils what it is about: in Go
//! it fills an eye of one's own.

use crate::game::Game;
use crate::game::rules::{Action, ActionId, Clause};
use crate::game::stmt::Stmt;

/// Returns the action by which players may pass at any time, if there is one: it has no binders, no condition and no choices,
/// and only sets variables.
pub(crate) fn pass(game: &Game) -> Option<ActionId> {
    let is_pass = |action: &Action| {
        let is_free = action.binders.is_empty() && action.ensures.is_empty() && action.maximize.is_none();
        let is_always = !action.clauses.iter().any(|clause| matches!(clause, Clause::When(_)));
        is_free && is_always && action.body.iter().all(|stmt| matches!(stmt, Stmt::Set { .. }))
    };
    let number = game.actions.iter().position(is_pass)?;
    Some(ActionId(number as u16))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn passes_are_found() {
        let name = |name: &str| {
            let engine = crate::load_bundled(name, &[]).unwrap();
            pass(engine.game()).map(|ActionId(number)| engine.game().actions[usize::from(number)].name.clone())
        };
        assert_eq!(name("go").as_deref(), Some("pass"));
        assert_eq!(name("reversi"), None);
        assert_eq!(name("hex"), None);
    }
}
