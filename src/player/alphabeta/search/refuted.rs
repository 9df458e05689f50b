//! What to play when the time ends after the best move has been refuted, and before the others have been searched.

use super::super::order::Ranked;
use super::super::score::DECIDED;
use super::{Found, Next, Search, Window};

/// How many more positions are looked at: as many as before, but no fewer and no more than these.
const LEAST: u64 = 2000;
const MOST: u64 = 20_000;

/// The guess for a move that has not been searched when the best one is refuted: the others are rarely good.
const UNREFUTED: i32 = -2000;

/// Asks whether a move loses for certain.
const LOST: Window = Window { alpha: -DECIDED, beta: -DECIDED + 1 };

impl Search<'_> {
    /// Replaces the best move, which loses for certain, by one of those that this search has not reached and the last one has not refuted: by
    /// the first one that some more positions do not refute, or else by the one that holds out longest.
    pub(super) fn replace_refuted(&mut self, next: Next, unreached: &[Ranked], found: &mut Found) {
        let is_open = |one: &&Ranked| {
            let is_it = |(other, value): &(usize, i32)| *other == one.index as usize && *value <= -DECIDED;
            !found.others.iter().any(is_it)
        };
        let mut open: Vec<&Ranked> = unreached.iter().filter(is_open).collect();
        let mut lost = Vec::new();
        self.most = Some(self.work + self.work.clamp(LEAST, MOST));
        for depth in 2..=next.depth.max(2) {
            let mut is_over = false;
            open.retain(|one| {
                // Moves that there is no time to search are kept.
                let value = if is_over { None } else { self.next_move(Next { depth, ..next }, one, LOST).ok() };
                is_over |= value.is_none();
                lost.extend(value.filter(|value| *value <= -DECIDED).map(|value| (one.index as usize, value)));
                value.is_none_or(|value| value > -DECIDED)
            });
            if is_over || open.is_empty() {
                break;
            }
        }
        self.most = None;
        let slowest = lost.iter().copied().filter(|(_, value)| *value > found.value).max_by_key(|(_, value)| *value);
        let replacement = open.first().map(|one| (one.index as usize, UNREFUTED)).or(slowest);
        found.others.retain(|(other, _)| lost.iter().all(|(index, _)| index != other));
        found.others.extend(lost);
        let Some((best, value)) = replacement else { return };
        self.refuted = Some(found.clone());
        (found.best, found.value) = (best, value);
        found.line = self.session.listed().get(best).cloned().into_iter().collect();
    }

    /// Brings moves to the front that the line against the last move is made of: a place that a winning line needs is one to take.
    pub(super) fn bring_answers(&self, ranked: &mut [Ranked]) {
        let (listed, line) = (self.session.listed(), self.lines.get(1).map_or(&[][..], Vec::as_slice));
        let is_answer = |one: &Ranked| listed.get(one.index as usize).is_some_and(|mv| line.contains(mv));
        ranked.sort_by_key(|one| !is_answer(one));
    }
}
