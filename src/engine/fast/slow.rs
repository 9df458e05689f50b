//! Which parts of the rules compiled code runs step by step, and how often: [`Fast::slow_places`].
//!
//! Code that is made for this question counts each of these steps in a word of its own.

use super::code::Gen;
use super::plan::Plan;
use super::{Fast, Made};
use crate::engine::Engine;
use crate::engine::distinct::{self, SameTexts};
use crate::engine::fast::machine::Helper;
use crate::game::operator::Op;
use crate::outcome::Fault;
use crate::rng::Rng;
use crate::source::Span;
use cranelift_codegen::ir::types::I64;
use cranelift_codegen::ir::{InstBuilder, MemFlagsData};
use std::cell::{Cell, RefCell};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};

/// What compiled code does step by step.
///
/// See [`Fast::slow_places`] for an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SlowKind {
    /// A condition, a number or a set is evaluated for one element after the other, not for all cells at once. Has the word or the
    /// form of the expression, such as `union`.
    Each(&'static str),
    /// The values of a binder are tried one after the other, instead of sets of candidates.
    Candidates,
    /// A built-in word is evaluated by a function that knows nothing of the game.
    BuiltIn(Op),
    /// The legal moves of a later position are asked for.
    LaterMoves,
    /// Moves are drawn from the candidates themselves, not from sets that are a little too large.
    Draws,
    /// A move is drawn that is not legal, so that another one is drawn.
    Vain,
    /// All legal moves are listed to draw one: because of their choices, of `maximize` with choices, or of what they change.
    Lists,
    /// A value faults that the rules do not ask for, so that the reference engine makes the ply.
    Fault,
}

impl SlowKind {
    /// Returns how many steps per ply there may be in games that are fast.
    fn usual(self) -> u64 {
        if self == SlowKind::Vain { 2 } else { 0 }
    }

    /// Returns how often the code passes a place for one step: plies before a fault are made twice, the second time to know their moves.
    fn passes(self) -> u64 {
        if self == SlowKind::Fault { 2 } else { 1 }
    }

    /// Returns about how many nanoseconds one step takes.
    fn weight(self) -> u64 {
        match self {
            SlowKind::Each(_) | SlowKind::Candidates => 3,
            SlowKind::BuiltIn(_) => 30,
            SlowKind::LaterMoves => 300,
            SlowKind::Draws => 50,
            SlowKind::Lists => 3000,
            SlowKind::Vain => 30,
            SlowKind::Fault => 30_000,
        }
    }
}

/// A place in the rules that runs step by step.
///
/// See [`Fast::slow_places`] for an example.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SlowPlace {
    /// What is done.
    pub kind: SlowKind,
    /// Where: a condition, a binder, a `def`, an `effect`, an action, or nothing (0 to 0) if it is no part of the rules: the engine
    /// itself draws a move, or asks whether the player to move has one.
    pub span: Span,
    /// How many steps there were.
    pub steps: u64,
}

/// What makes a game slow.
///
/// See [`Fast::slow_places`] for an example.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct SlowReport {
    /// The plies that were played.
    pub plies: u64,
    /// How many texts of moves the other engine wrote, to compare them.
    pub texts: u64,
    /// Pairs of actions whose moves may have the same text, so that texts are compared.
    pub alike: Vec<(usize, usize)>,
    /// The places, those that probably take the most time first.
    pub places: Vec<SlowPlace>,
}

/// The counters of a plan.
pub(super) struct StepCounters {
    /// The place that is being compiled.
    here: Cell<Span>,
    known: RefCell<Vec<(SlowKind, Span)>>,
    counters: Box<[AtomicU64]>,
}

/// A place is left out if there are fewer steps than one in this many plies.
const RARE: u64 = 20;

/// The most places that are told apart.
const PLACES: usize = 2000;

/// The most plies of a game; then another one begins.
const LONGEST: u32 = 1000;

/// After this many plies of a game, it is asked again whether to continue.
const PLIES_AT_ONCE: u32 = 100;

impl StepCounters {
    fn new() -> StepCounters {
        let counters = (0..PLACES).map(|_| AtomicU64::new(0)).collect();
        StepCounters { here: Cell::default(), known: RefCell::default(), counters }
    }

    /// Returns the counter for steps of a kind at the current place.
    fn counter(&self, kind: SlowKind) -> Option<&AtomicU64> {
        let key = (kind, self.here.get());
        let mut known = self.known.borrow_mut();
        let at = known.iter().position(|other| *other == key).unwrap_or_else(|| {
            known.push(key);
            known.len() - 1
        });
        self.counters.get(at)
    }
}

impl Gen<'_, '_> {
    /// Returns the place that is being compiled, if the code is made to be explained.
    pub(crate) fn current_place(&self) -> Span {
        self.plan.steps.as_ref().map_or_else(Span::default, |steps| steps.here.get())
    }

    /// Compiles a part of the rules with a place of its own.
    pub(crate) fn at_place<R>(&mut self, span: Span, compile: impl FnOnce(&mut Self) -> R) -> R {
        let outer = self.plan.steps.as_ref().map(|steps| steps.here.replace(span));
        let compiled = compile(self);
        if let (Some(steps), Some(outer)) = (&self.plan.steps, outer) {
            steps.here.set(outer);
        }
        compiled
    }

    /// Counts a step where the code runs, if it was made to be explained.
    pub(crate) fn count_step(&mut self, kind: SlowKind) {
        let Some(counter) = self.plan.steps.as_ref().and_then(|steps| steps.counter(kind)) else { return };
        let address = self.b.ins().iconst(I64, std::ptr::from_ref(counter) as i64);
        let before = self.b.ins().load(I64, MemFlagsData::trusted(), address, 0);
        let one = self.b.ins().iconst(I64, 1);
        let after = self.b.ins().iadd(before, one);
        self.b.ins().store(MemFlagsData::trusted(), after, address, 0);
    }

    /// Counts calls of the engine that ask for moves.
    pub(crate) fn count_call(&mut self, helper: Helper) {
        if matches!(helper, Helper::Explore | Helper::Ahead | Helper::Then | Helper::After) {
            self.count_step(SlowKind::LaterMoves);
        }
    }
}

impl Fast {
    /// Plays random games with code that counts its steps, until there have been this many plies.
    ///
    /// Errors if a part of the rules cannot be compiled; the error names it.
    ///
    /// ```
    /// use boardwright::engine::{Engine, fast::Fast, reference::Reference};
    /// use std::sync::Arc;
    ///
    /// let chess = boardwright::load_bundled("chess", &[])?;
    /// let game = Arc::new(chess.game().clone());
    /// let fast = Fast::new(game.clone(), Arc::new(Reference::new(game)));
    /// let report = fast.slow_places(1000)??;
    /// assert!(report.plies >= 1000 && report.texts == 0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn slow_places(&self, plies: u64) -> Result<Result<SlowReport, Fault>, &'static str> {
        self.slow_places_while(plies, &|| true)
    }

    /// Returns the action or effect with a text that may fault, if that is why the rules cannot be compiled.
    ///
    /// ```
    /// use boardwright::engine::{Engine, fast::Fast, reference::Reference};
    /// use std::sync::Arc;
    ///
    /// let rules = r#"
    ///     game "A"
    ///     board square 3 x 3
    ///     players White, Black
    ///     piece man
    ///     var n = 0
    ///     action place(p: empty) as "{p}/{6 / n}" do put man at p
    ///     end { when stuck(next): draw }
    /// "#;
    /// let game = Arc::new(boardwright::load_text(rules, &[])?.game().clone());
    /// let fast = Fast::new(game.clone(), Arc::new(Reference::new(game.clone())));
    /// assert_eq!(fast.slow_places(1).unwrap_err(), "texts of moves that may fault");
    /// assert!(game.sources.text(fast.faulty_text().unwrap()).starts_with("action place"));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn faulty_text(&self) -> Option<Span> {
        match distinct::alike(&self.game) {
            SameTexts::Faulty(place) => Some(place),
            SameTexts::Pairs(_) => None,
        }
    }

    /// As [`Fast::slow_places`], but stops as soon as the answer is no longer `wanted`. The report is then about the plies
    /// that were played.
    pub fn slow_places_while(
        &self,
        plies: u64,
        wanted: &dyn Fn() -> bool,
    ) -> Result<Result<SlowReport, Fault>, &'static str> {
        let SameTexts::Pairs(pairs) = distinct::alike(&self.game) else { return Err(super::FAULTY_TEXTS) };
        let plan = || Plan { steps: Some(StepCounters::new()), ..Plan::new(&self.game, &self.definer) };
        // The code counts in the words of this plan, which must outlive it.
        let (made, plan) = Made::new(plan, pairs)?;
        let alike = made.facts.alike.iter().map(|pair| (pair.one, pair.other)).collect();
        let counting =
            Fast { made: OnceLock::from(Ok(Arc::new(made))), ..Fast::new(self.game.clone(), self.definer.clone()) };
        let mut report = SlowReport { alike, ..SlowReport::default() };
        let played = counting.count_plies(plies, wanted, &mut report.plies);
        if let Err(fault) = played {
            return Ok(Err(fault));
        }
        report.texts = counting.written.load(Ordering::Relaxed);
        if let Some(steps) = &plan.steps {
            let known = steps.known.borrow();
            let counted = known.iter().zip(steps.counters.iter());
            let places = counted.map(|((kind, span), count)| SlowPlace {
                kind: *kind,
                span: *span,
                steps: count.load(Ordering::Relaxed) / kind.passes(),
            });
            // Places that are hardly ever passed are not what makes a game slow.
            let plies = report.plies;
            let is_often =
                |place: &SlowPlace| place.steps.saturating_sub(place.kind.usual() * plies) * RARE >= plies.max(1);
            report.places = places.filter(is_often).collect();
        }
        report.places.sort_by_key(|place| std::cmp::Reverse(place.steps * place.kind.weight()));
        Ok(Ok(report))
    }

    fn count_plies(&self, plies: u64, wanted: &dyn Fn() -> bool, played: &mut u64) -> Result<(), Fault> {
        let start = self.start()?;
        let mut game = 0;
        while *played < plies && wanted() {
            let (mut position, mut rng) = (start.clone(), Rng::for_game(1, game));
            let mut of_game = 0;
            while position.outcome.is_none() && of_game < LONGEST && wanted() {
                of_game += self.playout(&mut position, &mut rng, PLIES_AT_ONCE)?;
            }
            // A game that is over at once counts, too, so that this ends.
            *played += u64::from(of_game.max(1));
            game += 1;
        }
        Ok(())
    }
}
