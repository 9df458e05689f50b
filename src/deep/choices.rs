//! W54: choices that never make a difference.

use super::DeepWork;
use super::reach::PlayReach;
use super::words::number;
use crate::diagnostic::{Code, Diagnostic};
use crate::engine::Engine;
use crate::game::Game;
use crate::game::stmt::{Choose, Stmt};
use crate::moves::Move;
use crate::outcome::Fault;
use crate::position::Position;
use crate::source::Span;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

/// The minimum number of choices compared before a warning.
const ENOUGH: u64 = 20;

/// The choices of each action.
pub(super) struct Choices(Vec<Option<ChoiceResults>>);

/// The results of the choices of an action.
#[derive(Default)]
struct ChoiceResults {
    /// How often several options all led to the same position.
    asked: AtomicU64,
    /// Whether two options ever led to different positions.
    differ: AtomicBool,
    /// The number of binders.
    binders: usize,
}

impl Choices {
    /// Starts without knowledge.
    pub fn new(game: &Game) -> Choices {
        let seen = game.actions.iter().map(|action| {
            action.chooses.then(|| ChoiceResults { binders: action.binders.len(), ..ChoiceResults::default() })
        });
        Choices(seen.collect())
    }

    /// Compares the results of the options in a position, for actions without a known difference.
    pub fn look(&self, engine: &dyn Engine, position: &Position, moves: &[Move]) -> Result<(), Fault> {
        for of_action in moves.chunk_by(|a, b| a.action == b.action) {
            let action = of_action.first().map_or(0, |mv| usize::from(mv.action.0));
            let Some(Some(seen)) = self.0.get(action) else { continue };
            let bound = |mv: &Move| mv.values.iter().take(seen.binders).copied().collect::<Vec<i32>>();
            for options in of_action.chunk_by(|a, b| bound(a) == bound(b)) {
                if seen.differ.load(Ordering::Relaxed) {
                    break;
                }
                seen.compare(engine, position, options)?;
            }
        }
        Ok(())
    }

    /// Returns whether every action with choices has shown a difference.
    pub fn all_differ(&self) -> bool {
        self.0.iter().flatten().all(|seen| seen.differ.load(Ordering::Relaxed))
    }
}

impl ChoiceResults {
    fn compare(&self, engine: &dyn Engine, position: &Position, options: &[Move]) -> Result<(), Fault> {
        let [first, others @ ..] = options else { return Ok(()) };
        let after = |mv: &Move| {
            let mut after = position.clone();
            engine.play_unchecked(&mut after, mv).map(|()| after)
        };
        let first = after(first)?;
        for mv in others {
            if after(mv)? != first {
                self.differ.store(true, Ordering::Relaxed);
                return Ok(());
            }
        }
        if !others.is_empty() {
            self.asked.fetch_add(1, Ordering::Relaxed);
        }
        Ok(())
    }
}

impl DeepWork<'_> {
    /// Reports W54.
    pub(super) fn choices(&mut self, reached: &PlayReach) {
        let game = self.game;
        for (action, seen) in game.actions.iter().zip(&reached.choices.0) {
            let Some(seen) = seen else { continue };
            let asked = seen.asked.load(Ordering::Relaxed);
            if seen.differ.load(Ordering::Relaxed) || asked < if reached.complete { 1 } else { ENOUGH } {
                continue;
            }
            let mut all = Vec::new();
            chooses(game, &action.body, &mut Vec::new(), &mut all);
            let place = all.first().map_or(action.span, |choose| choose.span);
            // The first line is enough.
            let line = game.sources.text(place).find(['{', '\n']).unwrap_or(place.len());
            let place = Span { end: place.start + line as u32, ..place };
            let times = number(asked);
            let message = "this choice makes no difference: every option leads to the same position";
            let help = format!("use the chosen value in `{}`, or remove the choice", action.name);
            let finding = Diagnostic::new(Code::W54, place, message);
            self.found.push(finding.labeled(format!("{times} choices compared {}", reached.extent())).help(help));
        }
    }
}

/// Collects the choices in statements and in the effects that they call.
fn chooses<'g>(game: &'g Game, body: &'g [Stmt], seen: &mut Vec<u16>, all: &mut Vec<&'g Choose>) {
    for stmt in body {
        match stmt {
            Stmt::Choose(choose) => {
                all.push(choose);
                chooses(game, &choose.body, seen, all);
            }
            Stmt::If(_, yes, no) => {
                chooses(game, yes, seen, all);
                chooses(game, no, seen, all);
            }
            Stmt::For(each, _) => chooses(game, &each.body, seen, all),
            Stmt::While(_, body, _) => chooses(game, body, seen, all),
            Stmt::Call(effect, _, _) if !seen.contains(&effect.0) => {
                seen.push(effect.0);
                if let Some(effect) = game.effects.get(usize::from(effect.0)) {
                    chooses(game, &effect.body, seen, all);
                }
            }
            _ => {}
        }
    }
}
