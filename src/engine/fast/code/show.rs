//! The text of a move as numbers: which texts it is made of, and the values that they show.

use super::choose::script;
use super::locals::Locals;
use super::word::{ONE, Word};
use super::{Gen, Gets};
use crate::engine::fast::machine::FAULT;
use crate::game::part::{AsPart, Part};
use crate::game::rules::Action;
use crate::game::text::{Text, TextPart};
use cranelift_codegen::ir::{Block, InstBuilder};

/// The most values that a text shows here.
pub(crate) const SHOWN: usize = 12;

impl<'p> Gen<'p, '_> {
    /// Makes the function that takes the values of an action's binders, and the script of its choices if it has any, and returns how many
    /// words it writes over the values, or after the script: the number of each text and the values in it.
    pub(crate) fn make_show(&mut self, n: usize, action: &'p Action) -> Gets<()> {
        let plan = self.plan;
        let Some(first) = plan.texts.of_action(n) else {
            self.give_back(Word::Known(FAULT));
            return Ok(());
        };
        let locals = Locals::of(action.frame, &[]);
        self.inside(locals, |make| {
            make.bind_move(action)?;
            let arity = action.binders.len();
            let start = if action.chooses {
                let head = make.args_word(arity);
                let given = make.and(head, Word::Known((1 << script::ROOM) - 1));
                make.add(given, Word::Known(arity as i64 + 1))
            } else {
                Word::Known(0)
            };
            let place = make.variable(start);
            make.shown = Some(place);
            make.write_text(&action.text, first)?;
            if action.chooses {
                let refused = make.fault;
                let script = make.b.ins().iadd_imm_u(make.args, (arity * 8) as i64);
                make.store(plan.native.used, Word::Known(0));
                make.carry_out(action, script, refused)?;
            }
            let end = make.read(place);
            let written = make.sub(end, start);
            make.give_back(written);
            Ok(())
        })
    }

    /// Writes which text this is, and the values that it shows; `first` is the number of the first text that it may be.
    pub(crate) fn write_text(&mut self, text: &'p Text, first: usize) -> Gets<()> {
        let (mut number, done) = (first, self.b.create_block());
        self.write_one(text, &mut number, done)?;
        self.b.switch_to_block(done);
        Ok(())
    }

    fn write_one(&mut self, text: &'p Text, number: &mut usize, done: Block) -> Gets<()> {
        match text {
            Text::Parts(parts) => {
                let mut words = vec![Word::Known(*number as i64)];
                *number += 1;
                for part in parts {
                    let TextPart::Value(value) = part else { continue };
                    let word = self.word(value.part())?;
                    // The text of a piece is that of its kind.
                    let is_piece = matches!(value.part(), Part::Piece(_));
                    words.push(if is_piece { self.and(word, Word::Known(255)) } else { word });
                }
                if let Some(place) = self.shown {
                    let at = self.read(place);
                    let to = self.address(self.args, at);
                    for (n, word) in words.iter().enumerate() {
                        self.store_at(to, n, *word);
                    }
                    self.add_to(place, Word::Known(words.len() as i64));
                }
                self.b.ins().jump(done, &[]);
            }
            Text::If(condition, yes, no) => {
                let holds = self.truth(condition)?;
                self.write_if(holds, yes, number, done)?;
                self.write_one(no, number, done)?;
            }
            Text::Match(one) => {
                let subject = self.word(one.subject.part())?;
                for (value, text) in &one.arms {
                    let value = self.word(value.part())?;
                    let is_it = self.same(subject, value);
                    self.write_if(is_it, text, number, done)?;
                }
                match &one.otherwise {
                    Some(text) => self.write_one(text, number, done)?,
                    None => {
                        self.fault_if(ONE);
                        self.b.ins().jump(done, &[]);
                    }
                }
            }
        }
        Ok(())
    }

    /// Writes a text if a condition holds; goes on with the code for the other case.
    fn write_if(&mut self, holds: Word, text: &'p Text, number: &mut usize, done: Block) -> Gets<()> {
        let otherwise = self.when(holds);
        self.restoring(|make| make.write_one(text, number, done))?;
        self.b.switch_to_block(otherwise);
        Ok(())
    }
}
