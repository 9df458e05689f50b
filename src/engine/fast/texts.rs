//! Texts of moves as code shows them: the number of each text that a move is made of, and the values in it.

use super::code::show::SHOWN;
use super::plan::Plan;
use super::tidy::keep_first;
use crate::engine::distinct::ActionPair;
use crate::game::rules::Action;
use crate::game::stmt::{Choose, Stmt};
use crate::game::text::{Text, TextPart};
use std::collections::HashMap;
use std::sync::Arc;

/// What stands in a text.
#[derive(Clone, Copy, Debug)]
enum Sign {
    Plain(char),
    Value,
}

/// The texts of the actions whose texts are compared, and of their choices.
#[derive(Clone, Debug, Default)]
pub(crate) struct Texts {
    /// The signs of each text, by its number.
    signs: Vec<Vec<Sign>>,
    /// The number of the first text of each action that is shown by code.
    actions: HashMap<usize, usize>,
    /// The number of the first text of each choice, by its address.
    choices: HashMap<usize, usize>,
}

/// Returns the address of a choice, which stays the same as long as its game does.
fn address(choose: &Choose) -> usize {
    std::ptr::from_ref(choose) as usize
}

impl Plan {
    /// Keeps only the first of moves with the same text in these pairs of actions, where that is a condition; compares the others' texts
    /// in native code where texts determine what they show.
    pub(super) fn compare_texts(&mut self, alike: &[ActionPair]) {
        let mut compared = Vec::new();
        for pair in alike.iter().filter(|pair| pair.is_readable) {
            if pair.one == pair.other && keep_first(Arc::make_mut(&mut self.game), pair.one) {
                self.orders.borrow_mut().clear();
                self.only_first.push(pair.one);
            } else {
                compared.extend([pair.one, pair.other]);
            }
        }
        let mut texts = Texts::default();
        compared.into_iter().for_each(|n| texts.add_action(self, n, &self.game.actions[n]));
        self.texts = texts;
    }
}

impl Texts {
    /// Adds the texts of an action, unless it has too many values, or choices in effects that are functions.
    pub(super) fn add_action(&mut self, plan: &Plan, n: usize, action: &Action) {
        let (mut choices, is_short) =
            (Vec::new(), |text: &Text| text.each().iter().all(|parts| values(parts) <= SHOWN));
        let are_written = !action.chooses || plan.choices_written_out(&action.body, &mut choices);
        if self.actions.contains_key(&n) || !are_written || action.binders.len() > SHOWN || !is_short(&action.text) {
            return;
        }
        if choices.iter().all(|choose| is_short(&choose.text)) {
            let first = self.add(&action.text);
            self.actions.insert(n, first);
            for choose in choices {
                if !self.choices.contains_key(&address(choose)) {
                    let first = self.add(&choose.text);
                    self.choices.insert(address(choose), first);
                }
            }
        }
    }

    fn add(&mut self, text: &Text) -> usize {
        let first = self.signs.len();
        for parts in text.each() {
            let signs = parts.iter().flat_map(|part| match part {
                TextPart::Plain(plain) => plain.chars().map(Sign::Plain).collect(),
                TextPart::Value(_) => vec![Sign::Value],
            });
            self.signs.push(signs.collect());
        }
        first
    }

    /// Returns the number of the first text of an action, if code shows its texts.
    pub(crate) fn of_action(&self, n: usize) -> Option<usize> {
        self.actions.get(&n).copied()
    }

    /// Returns the number of the first text of a choice, if code shows it.
    pub(crate) fn of_choice(&self, choose: &Choose) -> Option<usize> {
        self.choices.get(&address(choose)).copied()
    }

    /// Visits the signs of a move's text, and the values in it, as numbers. They are given as code shows them: numbers of texts, each
    /// followed by its values. Returns `None` if this is not their form.
    pub(super) fn each_sign(&self, shown: &[i64], visit: &mut dyn FnMut(i64)) -> Option<()> {
        let mut shown = shown.iter();
        while let Some(text) = shown.next() {
            for sign in self.signs.get(usize::try_from(*text).ok()?)? {
                match sign {
                    Sign::Plain(plain) => visit(i64::from(u32::from(*plain)) | 1 << 40),
                    Sign::Value => visit(*shown.next()?),
                }
            }
        }
        Some(())
    }
}

fn values(parts: &[TextPart]) -> usize {
    parts.iter().filter(|part| matches!(part, TextPart::Value(_))).count()
}

impl Plan {
    /// Adds the choices in statements; returns whether all of them are written out where their effects are called.
    fn choices_written_out<'a>(&'a self, body: &'a [Stmt], found: &mut Vec<&'a Choose>) -> bool {
        body.iter().all(|statement| {
            if let Stmt::Choose(choose) = statement {
                found.push(choose);
            }
            match statement {
                Stmt::Call(effect, ..) if !self.choosing[usize::from(effect.0)] => true,
                Stmt::Call(effect, ..) => {
                    self.written_out(*effect).is_some_and(|effect| self.choices_written_out(&effect.body, found))
                }
                other => other.blocks().all(|body| self.choices_written_out(body, found)),
            }
        })
    }
}
