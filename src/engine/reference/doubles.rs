//! Moves with the same text: they are one move if they lead to the same position, and F03 otherwise.

use super::run::{Run, fault};
use super::state::State;
use super::value::Ran;
use crate::diagnostic::Code;
use crate::moves::Move;

impl<const W: usize> Run<'_, W> {
    /// Removes repeated moves from the list.
    pub(super) fn drop_doubles(&mut self) -> Ran<()> {
        let moves = self.list.moves.len();
        let mut table = std::mem::take(&mut self.table);
        table.clear();
        table.resize((moves * 2).next_power_of_two(), u32::MAX);
        let mut doubles: Vec<usize> = Vec::new();
        for n in 0..moves {
            let text = self.list.text(n);
            let mut at = hash(text) as usize & (table.len() - 1);
            // The table has at least twice as many places as there are moves, so there is always a free one.
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

    /// Errors with F03 unless two moves of the list lead to the same position.
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

/// Hashes by FNV-1a, with its better bits at the low end.
fn hash(text: &str) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    let hash = text.bytes().fold(0xcbf2_9ce4_8422_2325, step);
    hash ^ (hash >> 32)
}
