//! Why a text is not a legal move: the binder values that would write it, and how far each combination gets.

use super::reason::{Progress, Stage};
use super::run::Run;
use super::value::{Ran, write_code};
use crate::diagnostic::Code;
use crate::engine::{Reason, Refusal};
use crate::game::Game;
use crate::game::expr::*;
use crate::game::part::{AsPart, Part, Shared};
use crate::game::rules::{Action, Binder, Clause, EffectId};
use crate::game::stmt::Stmt;
use crate::game::text::{Text, TextPart};
use crate::game::written::{Offsets, WrittenTexts, can_be_written};
use crate::suggest::nearest;

/// The most combinations of binder values tried for one text.
const TRIES: u32 = 300_000;

/// How deep calls of effects are followed to the choices in them.
const EFFECTS: u32 = 8;

/// A text to be explained, and the best explanation so far.
struct ReasonSearch<'t> {
    text: &'t str,
    /// The texts of the legal moves of each action.
    legal: Vec<Vec<String>>,
    tries: u32,
    /// How much of the text the action writes, how far it got, and its name.
    best: Option<(Fit, Progress, String)>,
}

/// The part of a text that an action writes with some values of its binders.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    No,
    /// All but a part that its choices can begin to write.
    Beginning,
    /// All but a part that its choices can write in some position.
    WithChoices,
    Whole,
}

impl<'g, const W: usize> Run<'g, W> {
    /// Returns why no legal move has this text.
    pub(super) fn why_not(&mut self, text: &str) -> Ran<Refusal> {
        let refusal = |reason| Refusal { reason, action: None, because: None, instead: Vec::new() };
        if self.state.outcome.is_some() {
            return Ok(refusal(Reason::Over));
        }
        match self.legal_moves(true) {
            // A stuck player is no reason to omit the condition that refuses this move.
            Err(fault) if fault.code != Code::F01 => return Err(fault),
            _ => {}
        }
        let game = self.game;
        let legal: Vec<String> = (0..self.list.moves.len()).map(|n| self.list.text(n).to_string()).collect();
        if let Some(n) = legal.iter().position(|legal| legal == text) {
            let action = self.list.moves.get(n).and_then(|mv| game.actions.get(mv.action.0 as usize));
            let action = action.map(|action| action.name.clone());
            return Ok(Refusal { action, ..refusal(Reason::Legal) });
        }
        let of_action = |action: usize| {
            let moves = self.list.moves.iter().zip(&legal).filter(|(mv, _)| mv.action.0 as usize == action);
            moves.map(|(_, text)| text.clone()).collect()
        };
        let legal_of = (0..game.actions.len()).map(of_action).collect();
        let mut search = ReasonSearch { text, legal: legal_of, tries: 0, best: None };
        self.begin();
        for (n, action) in game.actions.iter().enumerate() {
            let at = self.frames.heights();
            let outer = self.frames.enter(at, action.frame, &[]);
            self.place = action.span;
            self.seek((n, action), 0, &mut search);
            self.frames.leave(at, outer);
        }
        Ok(match search.best {
            Some((_, progress, action)) => {
                let instead = match (&progress.reason, progress.stage) {
                    (Reason::NotInSet { value: Some(value), .. }, (Stage::Binder, 0)) if text.starts_with(value) => {
                        beginning(&legal, value)
                    }
                    _ => Vec::new(),
                };
                Refusal { reason: progress.reason, action: Some(action), because: progress.because, instead }
            }
            None => {
                let near = nearest(text, legal.iter().map(String::as_str));
                refusal(Reason::NoSuchText(near.into_iter().map(str::to_string).collect()))
            }
        })
    }

    /// Tries all values that the text allows for the binders from the `depth`-th on.
    fn seek(&mut self, (n, action): (usize, &'g Action), depth: usize, search: &mut ReasonSearch<'_>) {
        let Some(binder) = action.binders.get(depth) else {
            search.tries += 1;
            return self.try_values((n, action), search);
        };
        let shown = shows(&action.text, binder.slot);
        let mut name = String::new();
        for code in self.universe(binder) {
            if search.tries >= TRIES {
                return;
            }
            name.clear();
            write_code(self.game, binder.over.part().ty(), code, &mut name);
            if !shown || search.text.contains(&name) {
                self.frames.set_word(binder.slot, code);
                self.seek((n, action), depth + 1, search);
            }
        }
    }

    /// Returns all values that a binder could have in some position; for numbers those that it has in this one.
    fn universe(&mut self, binder: &Binder) -> Vec<i64> {
        if let Some(count) = self.game.count_of(binder.over.element()) {
            return (0..count as i64).collect();
        }
        self.guarded(|run| run.elements(&binder.over)).map(Iterator::collect).unwrap_or_default()
    }

    /// Follows the action with the values in its frame, if it writes the text with them.
    fn try_values(&mut self, (n, action): (usize, &'g Action), search: &mut ReasonSearch<'_>) {
        let fit = self.fit(action, search.text);
        if fit == Fit::No {
            return;
        }
        // Values that fault explain nothing, but other values may.
        let legal = search.legal.get(n).map_or(&[][..], Vec::as_slice);
        let Ok(progress) = self.guarded(|run| run.follow_text(action, search.text, legal)) else { return };
        // With choices, only following them tells whether the action writes the whole text.
        let fit = if progress.stage == (Stage::After, 1) { Fit::Whole } else { fit };
        let is_better = match &mut search.best {
            Some((best_fit, best, name))
                if (fit, progress.stage) == (*best_fit, best.stage) && *name == action.name =>
            {
                best.add_writing(&progress.reason);
                false
            }
            Some((best_fit, best, _)) => (fit, progress.stage) > (*best_fit, best.stage),
            None => true,
        };
        if is_better {
            search.best = Some((fit, progress, action.name.clone()));
        }
    }

    fn fit(&mut self, action: &'g Action, text: &str) -> Fit {
        for clause in &action.clauses {
            if let Clause::Let(slot, value) = clause {
                // A `when` before it may be what prevents evaluating it here.
                if let Ok(value) = self.guarded(|run| run.value(value.part())) {
                    self.frames.set(*slot, value);
                }
            }
        }
        self.text.clear();
        let written = self.guarded(|run| run.write(&action.text));
        if written.is_err() || !text.starts_with(&self.text) {
            Fit::No
        } else if self.text.len() == text.len() {
            Fit::Whole
        } else if action.chooses && can_write(self.game, &action.body, text, self.text.len()) {
            Fit::WithChoices
        } else if action.chooses && can_choose(self.game, &action.body, &text[self.text.len()..], EFFECTS) {
            Fit::Beginning
        } else {
            Fit::No
        }
    }
}

/// Returns the texts that begin with a value and continue.
fn beginning(texts: &[String], value: &str) -> Vec<String> {
    let goes_on = |text: &&String| {
        text.strip_prefix(value).is_some_and(|rest| !rest.starts_with(|next: char| next.is_alphanumeric()))
    };
    texts.iter().filter(goes_on).cloned().collect()
}

/// Returns whether the choices in these statements can write what follows the first bytes of a text, in some position.
fn can_write(game: &Game, body: &[Stmt], text: &str, start: usize) -> bool {
    let effect = |id: EffectId| game.effects.get(usize::from(id.0)).map(|effect| effect.body.as_slice());
    let is_player = |name: &str| game.players.iter().any(|player| player.name == name);
    let is_kind = |name: &str| game.kinds.iter().any(|kind| kind.text() == name);
    let can_be = |value: &AnyExpr, text: &str| can_be_written(value, text, &game.board, &is_player, &is_kind);
    WrittenTexts::new(text, &effect, &can_be).is_continued(body, &Offsets::from([start]))
}

/// Returns whether a choice in these statements can write the beginning of a text, by the signs that its own text begins with.
fn can_choose(game: &Game, block: &[Stmt], text: &str, effects: u32) -> bool {
    let begins = |parts: &&[TextPart]| match parts.first() {
        Some(TextPart::Plain(sign)) => text.starts_with(sign.as_str()) || sign.starts_with(text),
        // A number can be negative.
        Some(TextPart::Value(_)) => text.starts_with(|c: char| c.is_alphanumeric() || c == '-' || c == '_'),
        None => false,
    };
    block.iter().any(|stmt| match stmt {
        Stmt::Choose(choose) if choose.text.each().iter().any(begins) => true,
        Stmt::Call(effect, ..) if effects > 0 => {
            game.effects.get(effect.0 as usize).is_some_and(|effect| can_choose(game, &effect.body, text, effects - 1))
        }
        other => other.blocks().any(|block| can_choose(game, block, text, effects)),
    })
}

/// Returns whether a text, in any of its forms, shows the local in this slot by itself.
pub(super) fn shows(text: &Text, slot: Slot) -> bool {
    text.each().iter().all(|parts| parts.iter().any(|part| is_slot(part, slot)))
}

fn is_slot(part: &TextPart, slot: Slot) -> bool {
    let TextPart::Value(value) = part else { return false };
    let part = value.part();
    !matches!(part, Part::Bool(_) | Part::Piece(_))
        && matches!(part.shared(), Some(Shared::Local(local)) if local == slot)
}
