//! Whether the texts of moves tell moves apart by their form: then no engine has to compare them.

use crate::game::Game;
use crate::game::expr::{CellExpr, Common, Scalar, SetExpr};
use crate::game::rules::Action;
use crate::game::text::TextPart;

/// Whether no two moves can ever have the same text, as far as the form of the texts shows it: then texts need not be
/// compared. It holds where every text that an action may write shows all its binders, which are cells, with something
/// between them, nothing is chosen, and no two of these texts are alike.
pub(crate) fn are_texts_distinct(game: &Game) -> bool {
    let mut shapes: Vec<Vec<&str>> = Vec::new();
    for action in &game.actions {
        for parts in action.text.each() {
            match shape(game, action, parts) {
                Some(shape) if !shapes.contains(&shape) => shapes.push(shape),
                _ => return false,
            }
        }
    }
    true
}

/// What stands between the cells of a text, if these can be read back; of an action without binders the text itself, if it
/// is no cell's name. Two texts of different shapes differ.
fn shape<'g>(game: &'g Game, action: &'g Action, parts: &'g [TextPart]) -> Option<Vec<&'g str>> {
    if action.chooses {
        return None;
    }
    if action.binders.is_empty() {
        let [TextPart::Plain(name)] = parts else { return None };
        let is_word = name.chars().all(char::is_alphanumeric);
        return (is_word && game.board.named(name).is_none()).then(|| vec![name.as_str(), "alone"]);
    }
    let mut shown = vec![false; action.binders.len()];
    let mut shape = Vec::new();
    for (n, part) in parts.iter().enumerate() {
        match part {
            TextPart::Plain(sign) if n % 2 == 1 && !sign.is_empty() && !sign.contains(char::is_alphanumeric) => {
                shape.push(sign.as_str());
            }
            TextPart::Value(Scalar::Cell(CellExpr::Common(cell))) if n % 2 == 0 => {
                let Common::Local(slot) = **cell else { return None };
                let at = action.binders.iter().position(|binder| binder.slot == slot)?;
                if !matches!(action.binders[at].over, SetExpr::Cells(_)) {
                    return None;
                }
                shown[at] = true;
            }
            _ => return None,
        }
    }
    shown.iter().all(|shown| *shown).then_some(shape)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::load::{load_bundled, load_text};

    const SMALL: &str = "board square 3 x 1 players A, B piece stone";

    #[test]
    fn texts_tell_moves_apart_where_their_form_shows_it() {
        let distinct = |name: &str| are_texts_distinct(load_bundled(name, &[]).unwrap().game());
        assert!(distinct("jostle") && distinct("slash") && distinct("reversi") && distinct("amazons"));
        assert!(!distinct("push") && !distinct("tiger") && !distinct("chess"));
        let texts = |text: &str| {
            let step = format!("action step(p: own, q: neighbors(p) & empty) as {text} do move p to q");
            are_texts_distinct(
                load_text(&format!("game \"G\" {SMALL} {step} end {{ when stuck(next): draw }}"), &[]).unwrap().game(),
            )
        };
        assert!(texts("if p in edge then \"{p}-{q}\" else \"{p}:{q}\""));
        assert!(!texts("if p in edge then \"{p}-{q}\" else \"{q}-{p}\""));
        assert!(!texts("match p { a1: \"first\", else: \"{p}-{q}\" }"));
    }
}
