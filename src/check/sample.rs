//! Samples of moves, for reports about texts that no action can write.

use super::checker::*;
use crate::game::expr::AnyExpr;
use crate::game::piece::Dir;
use crate::game::text::TextPart;
use crate::suggest;

/// The most samples that a report shows.
const MOST: usize = 3;

impl Checker<'_> {
    /// Returns a help that shows how the moves of this game are written, with cells, directions and numbers as they may be.
    pub(super) fn help_for_texts(&self) -> Option<String> {
        let texts = self.actions.iter().filter_map(|action| action.lowered.as_ref()).map(|action| &action.text);
        let mut samples: Vec<String> = Vec::new();
        for parts in texts.flat_map(|text| text.each()) {
            let sample = self.write_sample(parts).filter(|sample| self.can_write(sample));
            samples.extend(sample.filter(|sample| !samples.contains(sample)));
        }
        let chooses = self.actions.iter().filter_map(|action| action.lowered.as_ref()).any(|action| action.chooses);
        let choices = if chooses { ", with the choices of the move after that" } else { "" };
        samples.truncate(MOST);
        (!samples.is_empty()).then(|| format!("moves are written like {}{choices}", suggest::alternatives(&samples)))
    }

    /// Returns a text with these parts, or `None` if a value has no simple sample.
    fn write_sample(&self, parts: &[TextPart]) -> Option<String> {
        let mut cells = self.board.cells();
        let mut sample = String::new();
        for part in parts {
            match part {
                TextPart::Plain(plain) => sample.push_str(plain),
                TextPart::Value(AnyExpr::Cell(_)) => sample.push_str(self.board.name(cells.next()?)),
                TextPart::Value(AnyExpr::Dir(_)) => sample.push_str(self.board.dir_name(Dir(0))),
                TextPart::Value(AnyExpr::Int(_)) => sample.push('1'),
                TextPart::Value(AnyExpr::Player(_)) => sample.push_str(&self.players.first()?.name),
                TextPart::Value(AnyExpr::Kind(_) | AnyExpr::Piece(_)) => sample.push_str(self.kinds.first()?.text()),
                TextPart::Value(_) => return None,
            }
        }
        Some(sample)
    }
}
