//! [`Sought`]: a text whose choices are followed, and how far it could be read.

use super::run::Run;
use super::value::{Elements, Ran};
use crate::game::cells::Cell;
use crate::game::expr::{CellsExpr, SetExpr, SetOp};
use crate::game::operator::Coded;
use crate::game::stmt::Choose;
use crate::source::Span;

/// A text whose choices are followed.
#[derive(Clone, Debug)]
pub(super) struct Sought {
    pub text: String,
    /// The choice that explains best why the text ends there.
    pub stem: Option<Stem>,
}

/// A choice that was reached on the way to the text.
#[derive(Clone, Debug)]
pub(super) struct Stem {
    /// How much of the text comes before it.
    pub written: usize,
    pub span: Span,
    /// Why the value that the text names cannot be chosen, if there is more to say.
    pub because: Option<String>,
    fit: Fit,
}

/// How well a choice explains what is missing. Later ones are better.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    /// It writes nothing, so what follows is missing.
    Silent,
    /// It writes something else.
    Other,
    /// It could write the text, with a value that is not in its set. Has the number of parts of the set that have the value.
    Refused(u32),
}

impl<const W: usize> Run<'_, W> {
    /// Notes that a choice is reached, if the text so far is the beginning of the one that is sought.
    pub(super) fn note_choice(&mut self, choose: &Choose, offered: &Elements<W>) -> Ran<()> {
        if !self.texting {
            return Ok(());
        }
        let written = self.text.len();
        let Some(rest) = self.sought.as_ref().and_then(|sought| sought.text.strip_prefix(self.text.as_str())) else {
            return Ok(());
        };
        let rest = rest.to_owned();
        let is_silent = choose.text.each().iter().all(|parts| parts.is_empty());
        let mut stem =
            Stem { written, span: choose.span, because: None, fit: if is_silent { Fit::Silent } else { Fit::Other } };
        if let Some(value) = self.refused_value(choose, offered, &rest) {
            stem.fit = Fit::Refused(0);
            if let SetExpr::Cells(cells) = &choose.over {
                let cell = Cell::decode(value);
                stem.fit = Fit::Refused(self.guarded(|run| run.parts_with(cells, cell)).unwrap_or(0));
                stem.because = self.why_in(cells, cell, false);
            }
        }
        let rank = |stem: &Stem| (stem.written, stem.fit);
        if let Some(sought) = &mut self.sought
            && sought.stem.as_ref().is_none_or(|best| rank(&stem) > rank(best))
        {
            sought.stem = Some(stem);
        }
        Ok(())
    }

    /// Returns the value that is not offered, with which the choice would write the beginning of a text.
    fn refused_value(&mut self, choose: &Choose, offered: &Elements<W>, rest: &str) -> Option<i64> {
        let count = self.game.count_of(choose.over.element())?;
        let (start, mut best) = (self.text.len(), None);
        for value in (0..count as i64).filter(|value| !offered.contains(*value)) {
            self.frames.set_word(choose.slot, value);
            let is_written = self.guarded(|run| run.write(&choose.text)).is_ok();
            let text = self.text.get(start..).unwrap_or("");
            // `c1` also begins `c10`.
            if is_written && !text.is_empty() && rest.starts_with(text) && best.is_none_or(|(_, len)| text.len() > len)
            {
                best = Some((value, text.len()));
            }
            self.text.truncate(start);
        }
        best.map(|(value, _)| value)
    }

    /// Counts the parts of a set that a cell is in.
    fn parts_with(&mut self, set: &CellsExpr, cell: Cell) -> Ran<u32> {
        Ok(match set {
            CellsExpr::Filter(filter) => self.parts_with(&filter.over, cell)?,
            CellsExpr::Op(SetOp::And | SetOp::Except, pair) => {
                self.parts_with(&pair.0, cell)? + u32::from(self.cell_in(cell, &pair.1)?)
            }
            set => u32::from(self.cell_in(cell, set)?),
        })
    }
}
