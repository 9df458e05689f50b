//! The moves of a position: binders as nested loops, conditions, choices, and what must hold after `do`.

use super::budget;
use super::run::{Moment, Perspective, Run, fault};
use super::state::State;
use super::stmt::Flow;
use super::text::shown;
use super::value::{Elements, Ran};
use crate::diagnostic::Code;
use crate::game::expr::IntExpr;
use crate::game::part::AsPart;
use crate::game::place::PlaceKind;
use crate::game::rules::{Action, ActionId, Binder, Clause};
use crate::moves::Move;
use crate::outcome::Fault;
use crate::types::Type;
use smallvec::SmallVec;
use std::ops::ControlFlow;

/// The choices in a `do`, in order.
#[derive(Clone, Debug)]
pub(super) struct Script<const W: usize> {
    pub(super) choices: SmallVec<[i32; 4]>,
    /// How many choices have been used in this run.
    used: usize,
    /// The choices on offer at the end of the script, and whether leaving them is a choice too.
    offered: Option<(Elements<W>, bool)>,
}

impl<const W: usize> Default for Script<W> {
    fn default() -> Self {
        Script { choices: SmallVec::new(), used: 0, offered: None }
    }
}

impl<const W: usize> Script<W> {
    /// Returns the next choice, if the script has one.
    pub(super) fn next(&mut self) -> Option<i32> {
        let choice = *self.choices.get(self.used)?;
        self.used += 1;
        Some(choice)
    }

    /// Offers choices at the end of the script.
    pub(super) fn offer(&mut self, elements: Elements<W>, may: bool) {
        self.offered = Some((elements, may));
    }
}

/// The moves found so far, with their texts if needed.
#[derive(Debug, Default)]
pub(super) struct FoundMoves {
    pub moves: Vec<Move>,
    /// All texts, one after the other.
    pub texts: String,
    /// Where each text ends.
    pub ends: Vec<usize>,
    /// The values of `maximize` of the action that is being listed.
    scores: Vec<i32>,
}

impl FoundMoves {
    /// Empties the list.
    pub(super) fn clear(&mut self) {
        self.moves.clear();
        self.texts.clear();
        self.ends.clear();
        self.scores.clear();
    }

    /// Returns the text of the n-th move; empty if texts are not needed.
    pub(super) fn text(&self, n: usize) -> &str {
        let begin = if n == 0 { 0 } else { self.ends.get(n - 1).copied().unwrap_or(0) };
        self.ends.get(n).and_then(|end| self.texts.get(begin..*end)).unwrap_or("")
    }

    /// Keeps those moves from the `first` on for which `keep` (given the index in the list) holds.
    pub(super) fn retain(&mut self, first: usize, mut keep: impl FnMut(usize) -> bool) {
        let texts = std::mem::take(&mut self.texts);
        let ends = std::mem::take(&mut self.ends);
        let old = FoundMoves { moves: Vec::new(), texts, ends, scores: Vec::new() };
        let mut at = 0;
        let kept = &mut *self;
        let (new_texts, new_ends) = (&mut kept.texts, &mut kept.ends);
        kept.moves.retain(|_| {
            let stays = at < first || keep(at);
            if stays && !old.ends.is_empty() {
                new_texts.push_str(old.text(at));
                new_ends.push(new_texts.len());
            }
            at += 1;
            stays
        });
    }
}

/// Returns whether to visit the next move.
pub(super) type VisitMove = Ran<ControlFlow<()>>;

impl<'g, const W: usize> Run<'g, W> {
    /// Lists the legal moves, each once.
    pub(super) fn list_moves(&mut self) -> Ran<()> {
        self.list.clear();
        if self.state.outcome.is_some() {
            return Ok(());
        }
        let game = self.game;
        for (id, action) in game.actions.iter().enumerate() {
            let id = ActionId(id as u16);
            let first = self.list.moves.len();
            let changes = action.chooses || self.is_checked_after(action) || action.maximize.is_some();
            self.list.scores.clear();
            let all = self.each_move(action, changes, &mut |run| run.note(id, action))?;
            debug_assert!(all.is_continue());
            if action.maximize.is_some() {
                let greatest = self.list.scores.iter().max().copied();
                let scores = std::mem::take(&mut self.list.scores);
                self.list.retain(first, |at| scores.get(at - first).copied() == greatest);
                self.list.scores = scores;
            }
        }
        Ok(())
    }

    /// Adds the current move to the list.
    fn note(&mut self, id: ActionId, action: &Action) -> VisitMove {
        if self.list.moves.len() >= budget::MOVES {
            return Err(self.exhausted(&budget::TOO_MANY_MOVES));
        }
        if let Some(value) = &action.maximize {
            let score = self.int(value)?;
            self.list.scores.push(score);
        }
        let mut values: SmallVec<[i32; 4]> = SmallVec::new();
        // This is done for every move: `push` is inlined, `extend` is not.
        for binder in &action.binders {
            values.push(self.frames.word(binder.slot) as i32);
        }
        for choice in &self.script.choices {
            values.push(*choice);
        }
        self.list.moves.push(Move { action: id, values });
        self.reached_action(id, false);
        if self.texting {
            self.list.texts.push_str(&self.text);
            self.list.ends.push(self.list.texts.len());
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Returns whether a condition must hold after a move of this action.
    fn is_checked_after(&self, action: &Action) -> bool {
        !action.ensures.is_empty() || !self.game.always.is_empty()
    }

    /// Returns whether the player to move has a legal move, by this action if one is given.
    pub(super) fn has_move(&mut self, only: Option<ActionId>) -> Ran<bool> {
        if self.state.outcome.is_some() {
            return Ok(false);
        }
        let game = self.game;
        for (id, action) in game.actions.iter().enumerate() {
            if only.is_some_and(|only| only.0 as usize != id) {
                continue;
            }
            // If nothing must hold afterwards, each candidate has a legal move, whatever its choices.
            let changes = self.is_checked_after(action);
            if self.each_move(action, changes, &mut |_| Ok(ControlFlow::Break(())))?.is_break() {
                self.reached_action(ActionId(id as u16), false);
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Returns the greatest `maximize` among the moves of an action.
    pub(super) fn greatest(&mut self, action: &'g Action, value: &IntExpr) -> Ran<Option<i32>> {
        let mut greatest = None;
        let all = self.each_move(action, true, &mut |run| {
            greatest = greatest.max(Some(run.int(value)?));
            Ok(ControlFlow::Continue(()))
        })?;
        debug_assert!(all.is_continue());
        Ok(greatest)
    }

    /// Visits the moves of an action that are legal but for `maximize`, in the language's order: each with its values in
    /// the frame and its choices in the script. With `changes`, the state is the one after `do`; otherwise `do` is not run,
    /// nothing is chosen, and nothing is tested afterwards.
    pub(super) fn each_move<F>(&mut self, action: &'g Action, changes: bool, visit: &mut F) -> VisitMove
    where
        F: FnMut(&mut Self) -> VisitMove,
    {
        let at = self.frames.heights();
        let outer = self.frames.enter(at, action.frame, &[]);
        self.place = action.span;
        let flow = self.bind(action, 0, changes, visit)?;
        self.frames.leave(at, outer);
        Ok(flow)
    }

    fn bind<F>(&mut self, action: &'g Action, depth: usize, changes: bool, visit: &mut F) -> VisitMove
    where
        F: FnMut(&mut Self) -> VisitMove,
    {
        let Some(binder) = action.binders.get(depth) else {
            // A fault in a def leaves its frame there, but the binders are in this one.
            let (base, heights) = (self.frames.base(), self.frames.heights());
            return self.candidate(action, changes, visit).map_err(|fault| {
                self.frames.leave(heights, base);
                self.note_tested(action, fault)
            });
        };
        for element in self.elements(&binder.over)? {
            self.step()?;
            self.reached_named(PlaceKind::Binder, binder.span);
            self.frames.set_word(binder.slot, element);
            if self.bind(action, depth + 1, changes, visit)?.is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    /// Adds the values of the binders to a fault.
    #[cold]
    fn note_tested(&self, action: &Action, mut fault: Box<Fault>) -> Box<Fault> {
        if fault.tested.is_none() {
            let value = |binder: &Binder| {
                let value = shown(self.game, binder.over.element(), self.frames.word(binder.slot));
                format!("{} = {value}", binder.name)
            };
            let values: Vec<String> = action.binders.iter().map(value).collect();
            let with = if values.is_empty() { String::new() } else { format!(" with {}", values.join(", ")) };
            fault.tested = Some(format!("{}{with}", action.name).into());
        }
        fault
    }

    fn candidate<F>(&mut self, action: &'g Action, changes: bool, visit: &mut F) -> VisitMove
    where
        F: FnMut(&mut Self) -> VisitMove,
    {
        for clause in &action.clauses {
            match clause {
                Clause::Let(slot, value) => {
                    let value = self.value(value.part())?;
                    self.frames.set(*slot, value);
                }
                Clause::When(condition) => {
                    if !self.bool(&condition.holds)? {
                        return Ok(ControlFlow::Continue(()));
                    }
                }
            }
        }
        self.text.clear();
        if self.texting {
            self.write(&action.text)?;
        }
        self.script.choices.clear();
        if !changes {
            return visit(self);
        }
        self.spent.choices = 0;
        let before = self.fork();
        let (seen, written) = (self.context, self.text.len());
        let flow = self.branch(action, &before, written, &mut |run: &mut Self| {
            if run.allowed_after(action)? { visit(run) } else { Ok(ControlFlow::Continue(())) }
        })?;
        self.restore(before);
        self.context = seen;
        Ok(flow)
    }

    /// Runs `do` from the state `before` with the choices of the script, and with every choice that follows;
    /// visits the end of each such run, whether it is allowed or not. The text of the move is `written` before the
    /// choices' texts.
    pub(super) fn branch<F>(
        &mut self,
        action: &'g Action,
        before: &State<W>,
        written: usize,
        visit: &mut F,
    ) -> VisitMove
    where
        F: FnMut(&mut Self) -> VisitMove,
    {
        self.text.truncate(written);
        let Some((offered, may)) = self.run_do(action)? else {
            let flow = visit(self)?;
            self.back(before);
            return Ok(flow);
        };
        self.back(before);
        let leaving = may.then_some(Move::LEFT);
        for choice in leaving.into_iter().chain(offered.map(|code| code as i32)) {
            self.spent.choices += 1;
            if self.spent.choices > budget::CHOICES {
                return Err(self.exhausted(&budget::TOO_MANY_CHOICES));
            }
            if self.spent.depth >= budget::DEPTH {
                return Err(self.exhausted(&budget::TOO_LONG));
            }
            self.script.choices.push(choice);
            let flow = self.deeper(|run| run.branch(action, before, written, visit))?;
            self.script.choices.pop();
            if flow.is_break() {
                return Ok(flow);
            }
        }
        Ok(ControlFlow::Continue(()))
    }

    fn back(&mut self, before: &State<W>) {
        self.state.copy_from(before);
        self.look_from_here();
    }

    /// Runs `do` in the action's frame. Returns what is on offer if the script ends before the choices do.
    pub(super) fn run_do(&mut self, action: &Action) -> Ran<Option<(Elements<W>, bool)>> {
        self.context = Perspective { moment: Moment::After, ..Perspective::before(self.state.mover) };
        self.state.again = false;
        self.spent.statements = 0;
        self.spent.passes = 0;
        self.script.used = 0;
        self.script.offered = None;
        let flow = self.block(&action.body)?;
        Ok(if flow == Flow::Offer { self.script.offered.take() } else { None })
    }

    /// Returns whether `ensure` and `always` hold after `do`.
    fn allowed_after(&mut self, action: &Action) -> Ran<bool> {
        for ensure in &action.ensures {
            if !self.bool(&ensure.holds)? {
                return Ok(false);
            }
        }
        for always in &self.game.always {
            if !self.in_frame(always.frame, |run| run.bool(&always.condition.holds))? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// Runs the `do` of a move: the state is then the one before the turn passes.
    pub(super) fn make(&mut self, mv: &Move) -> Ran<()> {
        let game = self.game;
        let action = game.actions.get(mv.action.0 as usize).filter(|_| self.state.outcome.is_none());
        let Some(action) = action else { return Err(self.no_move()) };
        let at = self.frames.heights();
        let outer = self.frames.enter(at, action.frame, &[]);
        self.place = action.span;
        self.set_binders(action, mv)?;
        self.follow(action, mv)?;
        self.frames.leave(at, outer);
        Ok(())
    }

    /// Runs `do` in the action's frame with the choices of a move.
    pub(super) fn follow(&mut self, action: &Action, mv: &Move) -> Ran<()> {
        self.script.choices.clear();
        self.script.choices.extend_from_slice(mv.values.get(action.binders.len()..).unwrap_or(&[]));
        let unfinished = self.run_do(action)?.is_some();
        if unfinished || self.script.used != self.script.choices.len() {
            return Err(self.no_move());
        }
        Ok(())
    }

    /// Puts a move's binder values, and the `let`s that follow from them, into the action's frame.
    pub(super) fn set_binders(&mut self, action: &Action, mv: &Move) -> Ran<()> {
        for (n, binder) in action.binders.iter().enumerate() {
            let Some(value) = mv.values.get(n).copied() else { return Err(self.no_move()) };
            if !self.can_be(binder.over.element(), value) {
                return Err(self.no_move());
            }
            self.frames.set_word(binder.slot, i64::from(value));
        }
        for clause in &action.clauses {
            if let Clause::Let(slot, value) = clause {
                let value = self.value(value.part())?;
                self.frames.set(*slot, value);
            }
        }
        Ok(())
    }

    /// Returns whether a code is a value of this type.
    fn can_be(&self, ty: Type, code: i32) -> bool {
        self.game.count_of(ty).is_none_or(|count| usize::try_from(code).is_ok_and(|code| code < count))
    }

    /// Makes the F06 for a move that is not possible here.
    #[cold]
    pub(super) fn no_move(&self) -> Box<Fault> {
        fault(Code::F06, self.place, "this move is not possible in this position")
    }
}
