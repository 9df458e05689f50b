//! [`PlayWatch`]: which places in the rules have been reached at run time.

use super::run::Run;
use crate::game::Game;
use crate::game::expr::Match;
use crate::game::piece::Player;
use crate::game::place::{Place, PlaceId, PlaceKind};
use crate::game::rules::ActionId;
use crate::source::Span;
use std::collections::HashMap;
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

/// Flags of what has been recorded of a place.
const REACHED: u8 = 1;
const TRUE: u8 = 2;
const FALSE: u8 = 4;

/// What has been recorded of the rules of one game.
#[derive(Debug)]
pub(super) struct PlayRecord {
    game: Arc<Game>,
    marks: Vec<AtomicU8>,
    /// The places of defs, effects and binders.
    named: HashMap<(PlaceKind, Span), PlaceId>,
    /// The places of the actions, in their order.
    actions: Vec<PlaceId>,
    /// The players who went out, each with the clause by which it lost.
    losers: Mutex<Vec<(Player, Span)>>,
}

impl PlayRecord {
    fn new(game: Arc<Game>) -> PlayRecord {
        let places = || game.places.iter().enumerate().map(|(n, place)| (PlaceId(n as u32), place));
        let has_name = |what: PlaceKind| matches!(what, PlaceKind::Def | PlaceKind::Effect | PlaceKind::Binder);
        let named = places().filter(|(_, place)| has_name(place.what));
        let named = named.map(|(id, place)| ((place.what, place.span), id)).collect();
        let actions = places().filter(|(_, place)| place.what == PlaceKind::Action).map(|(id, _)| id).collect();
        let marks = game.places.iter().map(|_| AtomicU8::new(0)).collect();
        PlayRecord { named, actions, marks, losers: Mutex::default(), game }
    }

    fn mark(&self, place: PlaceId, bits: u8) {
        if let Some(mark) = self.marks.get(place.0 as usize)
            && mark.load(Ordering::Relaxed) & bits != bits
        {
            mark.fetch_or(bits, Ordering::Relaxed);
        }
    }
}

/// Records what the games played with it reach: see [`Reference::watching`](super::Reference::watching).
#[derive(Debug, Default)]
pub struct PlayWatch {
    seen: Mutex<Vec<Arc<PlayRecord>>>,
}

/// What has been recorded of a place of a game.
#[derive(Clone, Copy, Debug)]
pub struct Outcomes {
    /// The place.
    pub place: Place,
    /// Whether it was reached; for an action, whether a move of it was ever legal.
    pub reached: bool,
    /// Whether the condition has held; for an action, whether a move of it was ever played.
    pub seen_true: bool,
    /// Whether the condition has failed.
    pub seen_false: bool,
}

impl PlayWatch {
    /// Watches a game from now on.
    pub(super) fn begin(&self, game: Arc<Game>) -> Arc<PlayRecord> {
        let seen = Arc::new(PlayRecord::new(game));
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).push(seen.clone());
        seen
    }

    /// Returns the players who lost, each with the clauses of `end` by which it did.
    pub fn losers(&self) -> Vec<(Player, Span)> {
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        let losers = |seen: &Arc<PlayRecord>| seen.losers.lock().unwrap_or_else(PoisonError::into_inner).clone();
        seen.iter().flat_map(losers).collect()
    }

    /// Visits all places of all games that were played, with what was recorded. A rule that belongs to several games,
    /// as examples with settings make them, is visited once for each.
    pub fn each(&self, mut visit: impl FnMut(Outcomes)) {
        let seen = self.seen.lock().unwrap_or_else(PoisonError::into_inner);
        for seen in seen.iter() {
            for (place, mark) in seen.game.places.iter().zip(&seen.marks) {
                let bits = mark.load(Ordering::Relaxed);
                visit(Outcomes {
                    place: *place,
                    reached: bits & REACHED != 0,
                    seen_true: bits & TRUE != 0,
                    seen_false: bits & FALSE != 0,
                });
            }
        }
    }
}

impl<const W: usize> Run<'_, W> {
    /// Records that a place is reached.
    #[inline]
    pub(super) fn reached(&self, place: PlaceId) {
        if let Some(seen) = self.seen {
            seen.mark(place, REACHED);
        }
    }

    /// Records the value of a condition.
    #[inline]
    pub(super) fn came_to(&self, place: PlaceId, holds: bool) {
        if let Some(seen) = self.seen {
            seen.mark(place, REACHED | if holds { TRUE } else { FALSE });
        }
    }

    /// Records that the n-th arm of a `match` is reached; the `else` comes after the arms.
    #[inline]
    pub(super) fn reached_arm<T>(&self, one: &Match<T>, n: usize) {
        if let Some(first) = one.places {
            self.reached(PlaceId(first.0 + n as u32));
        }
    }

    /// Records that a player goes out by a clause of `end`.
    pub(super) fn went_out(&self, loser: Player, clause: Span) {
        if let Some(seen) = self.seen {
            let mut losers = seen.losers.lock().unwrap_or_else(PoisonError::into_inner);
            // Many games are watched together: a pair is kept once.
            if !losers.contains(&(loser, clause)) {
                losers.push((loser, clause));
            }
        }
    }

    /// Records that a def, an effect or a binder is reached.
    #[inline]
    pub(super) fn reached_named(&self, what: PlaceKind, span: Span) {
        if let Some(seen) = self.seen
            && let Some(place) = seen.named.get(&(what, span))
        {
            seen.mark(*place, REACHED);
        }
    }

    /// Records that a move of an action is legal, or that one is played.
    #[inline]
    pub(super) fn reached_action(&self, action: ActionId, played: bool) {
        if let Some(seen) = self.seen
            && let Some(place) = seen.actions.get(action.0 as usize)
        {
            seen.mark(*place, if played { TRUE } else { REACHED });
        }
    }
}
