//! Moves with the same text: one move if they lead to the same position, and otherwise F03.

use super::run::{Run, fault};
use super::state::State;
use super::value::Ran;
use crate::diagnostic::Code;
use crate::game::Game;
use crate::game::expr::{CellExpr, Common, Scalar, SetExpr};
use crate::game::rules::Action;
use crate::game::stmt::TextPart;
use crate::moves::Move;

/// Whether no two moves can ever have the same text, as far as the form of the texts shows it: then texts need not be
/// compared. It holds where every action shows all its binders, which are cells, with something between them, nothing is
/// chosen, and no two actions write alike.
pub(super) fn are_texts_distinct(game: &Game) -> bool {
    let mut shapes: Vec<Vec<&str>> = Vec::new();
    for action in &game.actions {
        match shape(game, action) {
            Some(shape) if !shapes.contains(&shape) => shapes.push(shape),
            _ => return false,
        }
    }
    true
}

/// What stands between the cells of an action's texts, if these can be read back; an action without binders that is no
/// cell's name, as it is. Two texts of different shapes differ.
fn shape<'g>(game: &'g Game, action: &'g Action) -> Option<Vec<&'g str>> {
    if action.chooses {
        return None;
    }
    if action.binders.is_empty() {
        let [TextPart::Plain(name)] = &action.text.0[..] else { return None };
        let is_word = name.chars().all(char::is_alphanumeric);
        return (is_word && game.board.named(name).is_none()).then(|| vec![name.as_str(), "alone"]);
    }
    let mut shown = vec![false; action.binders.len()];
    let mut shape = Vec::new();
    for (n, part) in action.text.0.iter().enumerate() {
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

impl<const W: usize> Run<'_, W> {
    /// Takes moves that are double out of the list.
    pub(super) fn drop_doubles(&mut self) -> Ran<()> {
        let moves = self.list.moves.len();
        let mut table = std::mem::take(&mut self.table);
        table.clear();
        table.resize((moves * 2).next_power_of_two(), u32::MAX);
        let mut doubles: Vec<usize> = Vec::new();
        for n in 0..moves {
            let text = self.list.text(n);
            let mut at = hash(text) as usize & (table.len() - 1);
            // The table has twice as many places as there are moves, so there is always a free one.
            while let Some(place) = table.get_mut(at) {
                if *place == u32::MAX {
                    *place = n as u32;
                    break;
                }
                let other = *place as usize;
                if self.list.text(other) == text {
                    self.are_one(other, n)?;
                    doubles.push(n);
                    break;
                }
                at = (at + 1) & (table.len() - 1);
            }
        }
        self.table = table;
        if !doubles.is_empty() {
            self.list.retain(0, |n| doubles.binary_search(&n).is_err());
        }
        Ok(())
    }

    /// F03 unless two moves of the list lead to the same position.
    fn are_one(&mut self, one: usize, other: usize) -> Ran<()> {
        let moves = [self.list.moves.get(one).cloned(), self.list.moves.get(other).cloned()];
        let [Some(one), Some(other)] = moves else { return Ok(()) };
        let before = self.fork();
        self.make_from(&before, &one)?;
        let first = self.fork();
        self.make_from(&before, &other)?;
        let same = self.state.same_result(&first);
        self.discard(first);
        self.restore(before);
        self.look_from_here();
        if same { Ok(()) } else { Err(self.ambiguous(&other)) }
    }

    fn make_from(&mut self, before: &State<W>, mv: &Move) -> Ran<()> {
        self.state.copy_from(before);
        self.look_from_here();
        self.make(mv)
    }

    #[cold]
    fn ambiguous(&mut self, mv: &Move) -> Box<crate::outcome::Fault> {
        let span = self.game.actions.get(mv.action.0 as usize).map_or(self.place, |action| action.span);
        let text = self.write_move(mv).unwrap_or_default();
        fault(Code::F03, span, format!("two different moves are both written `{text}`"))
    }
}

/// FNV-1a, with its better bits below.
fn hash(text: &str) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325, step);
    hash ^ (hash >> 32)
}

#[cfg(test)]
mod tests {
    use super::super::tests::*;
    use crate::diagnostic::Code;
    use crate::load::load_bundled;

    #[test]
    fn moves_that_read_alike_are_one_or_a_fault() {
        let one = game(&format!(
            "{SMALL} action place(p: empty, d: orthogonal) do put stone at p end {{ when stuck(next): draw }}"
        ));
        assert_eq!(moves(&*one, &one.start().unwrap()), "a1 b1 c1");
        let (code, message, _) = fault(&format!(
            "{SMALL} action place(p: empty, d: E | W) do put stone at step(p, d) end {{ when stuck(next): draw }}"
        ));
        assert_eq!((code, message.as_str()), (Code::F03, "two different moves are both written `a1`"));
    }

    #[test]
    fn texts_are_compared_only_where_they_might_collide() {
        let distinct = |name: &str| super::are_texts_distinct(load_bundled(name, &[]).unwrap().game());
        assert!(distinct("jostle") && distinct("slash") && distinct("reversi") && distinct("amazons"));
        assert!(!distinct("push") && !distinct("tiger") && !distinct("chess"));
    }
}
