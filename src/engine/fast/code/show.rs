//! The text of a move as numbers: which text it is, and the values that it shows.

use super::locals::Locals;
use super::word::Word;
use super::{Gen, Gets};
use crate::engine::fast::machine::FAULT;
use crate::game::part::{AsPart, Part};
use crate::game::rules::Action;
use crate::game::text::{Text, TextPart};

/// The most values that a text shows here.
pub(crate) const SHOWN: usize = 12;

impl<'p> Gen<'p, '_> {
    /// Makes the function that takes the values of an action's binders and returns how many values the text of the move shows. It
    /// writes the number of the text, and the values after it.
    pub(crate) fn make_show(&mut self, n: usize, action: &'p Action) -> Gets<()> {
        let forms = self.plan.forms.get(n).and_then(Option::as_deref);
        let Some(forms) = forms.filter(|_| action.binders.len() <= SHOWN) else {
            self.give_back(Word::Known(FAULT));
            return Ok(());
        };
        let locals = Locals::of(action.frame, &[]);
        self.inside(locals, |make| {
            make.bind_move(action)?;
            make.show(&action.text, &mut forms.iter())
        })
    }

    /// Writes what a text shows, and returns from the function. `forms` are the numbers of this text and those after it.
    fn show(&mut self, text: &'p Text, forms: &mut std::slice::Iter<'_, usize>) -> Gets<()> {
        match text {
            Text::Parts(parts) => {
                let form = forms.next().copied();
                let values =
                    parts.iter().filter_map(|part| if let TextPart::Value(value) = part { Some(value) } else { None });
                let mut shown = Vec::new();
                for value in values {
                    let word = self.word(value.part())?;
                    // The text of a piece is that of its kind.
                    shown.push(if matches!(value.part(), Part::Piece(_)) {
                        self.and(word, Word::Known(255))
                    } else {
                        word
                    });
                }
                let Some(form) = form.filter(|_| shown.len() <= SHOWN) else {
                    self.give_back(Word::Known(FAULT));
                    return Ok(());
                };
                self.args_put(0, Word::Known(form as i64));
                for (n, word) in shown.iter().enumerate() {
                    self.args_put(1 + n, *word);
                }
                self.give_back(Word::Known(shown.len() as i64));
            }
            Text::If(condition, yes, no) => {
                let holds = self.truth(condition)?;
                self.show_one(holds, yes, forms)?;
                self.show(no, forms)?;
            }
            Text::Match(one) => {
                let subject = self.word(one.subject.part())?;
                for (value, text) in &one.arms {
                    let value = self.word(value.part())?;
                    let is_it = self.same(subject, value);
                    self.show_one(is_it, text, forms)?;
                }
                match &one.otherwise {
                    Some(text) => self.show(text, forms)?,
                    None => self.give_back(Word::Known(FAULT)),
                }
            }
        }
        Ok(())
    }

    /// Writes what a text shows, and returns from the function, if a condition holds; goes on with the code for the other case.
    fn show_one(&mut self, holds: Word, text: &'p Text, forms: &mut std::slice::Iter<'_, usize>) -> Gets<()> {
        let otherwise = self.when(holds);
        self.restoring(|make| make.show(text, forms))?;
        self.b.switch_to_block(otherwise);
        Ok(())
    }
}
