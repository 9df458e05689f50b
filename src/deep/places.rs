//! Places of the rules after play: W50, W51, W55.

use super::DeepWork;
use super::reach::PlayReach;
use crate::coverage::Mark;
use crate::diagnostic::{Code, Diagnostic};
use crate::game::expr::BoolExpr;
use crate::game::place::PlaceKind;
use crate::source::Span;

/// With fewer games, nothing is reported.
const ENOUGH_GAMES: u64 = 50;
/// The number of rounds of games in which a condition must have been evaluated.
const ENOUGH_ROUNDS: u32 = 20;
/// The maximum length of a condition that a label repeats.
const LONGEST: usize = 60;

impl PlayReach {
    /// Returns whether the games are enough to report what never happens.
    pub(super) fn is_enough(&self) -> bool {
        self.complete || self.games >= ENOUGH_GAMES || self.coverage.missing().next().is_none()
    }
}

impl DeepWork<'_> {
    /// Reports actions that were never legal, clauses that never decided, and conditions that never changed.
    pub(super) fn places(&mut self, reached: &PlayReach) {
        if !reached.is_enough() {
            return;
        }
        let extent = reached.extent();
        let marks: Vec<&Mark> = reached.coverage.marks.iter().filter(|mark| !mark.off).collect();
        // A place inside a part of the rules that was never used is not a finding of its own.
        let mut reported: Vec<Span> = Vec::new();
        for mark in marks.iter().filter(|mark| mark.what == PlaceKind::Action && !(mark.reached && mark.seen_true)) {
            let whole = self.game.actions.iter().map(|action| action.span).find(|span| span.contains(mark.span));
            let whole = whole.unwrap_or(mark.span);
            reported.push(whole);
            self.found.push(self.dead_action(mark, whole, &marks, reached));
        }
        // If none of the watched games ended, W52 says so; the faster games, of which there are more, may have ended by any clause.
        let is_end = |mark: &&&Mark| mark.what == PlaceKind::End;
        let has_ended = reached.complete || marks.iter().filter(is_end).any(|mark| mark.seen_true);
        for mark in marks.iter().filter(|mark| mark.what == PlaceKind::End && !mark.seen_true) {
            let clause = self.game.end.iter().find(|ending| ending.span.contains(mark.span));
            reported.push(clause.map_or(mark.span, |clause| clause.span));
            let is_stuck = clause.is_some_and(|clause| matches!(clause.condition.holds, BoolExpr::Stuck(_)));
            // The rules must cover a stuck player, even if that hardly ever happens.
            if is_stuck && !reached.complete || !has_ended {
                continue;
            }
            let asked =
                if mark.reached { "never true" } else { "never evaluated, because a clause above always decided," };
            let help = match (is_stuck, reached.complete) {
                (true, _) => "there is always a legal move: write `when stuck(next): never`",
                (false, true) => "no game can end like this: check the condition, and the clauses above",
                (false, false) => "if it is rare, add an example that ends like this; otherwise check the condition",
            };
            let finding = Diagnostic::new(Code::W51, mark.span, "no game ended by this clause");
            self.found.push(finding.labeled(format!("{asked} {extent}")).help(help));
        }
        let mut conditions: Vec<&Mark> = marks.iter().copied().filter(|mark| is_asked(mark, reached)).collect();
        // Longer conditions first: their parts follow from them.
        conditions.sort_by_key(|mark| (mark.span.source, mark.span.start, std::cmp::Reverse(mark.span.end)));
        for mark in conditions {
            if mark.seen_true && mark.seen_false || reported.iter().any(|span| span.contains(mark.span)) {
                continue;
            }
            reported.push(mark.span);
            let value = mark.seen_true;
            let help = match (reached.complete, value) {
                (true, true) => "it has no effect in any game: remove it, or correct it",
                (true, false) => "the rules that depend on it never apply: correct the condition, or remove them",
                (false, true) => "if it can be false, add an example that shows it; otherwise remove it",
                (false, false) => {
                    "if it can be true, add an example that shows it; otherwise correct the condition: the rules that depend on it never apply"
                }
            };
            let finding = Diagnostic::new(Code::W55, mark.span, format!("this condition was always {value}"));
            self.found.push(finding.labeled(format!("always {value} {extent}")).help(help));
        }
    }

    /// Builds W50, with the first condition that always failed.
    fn dead_action(&self, mark: &Mark, whole: Span, marks: &[&Mark], reached: &PlayReach) -> Diagnostic {
        let extent = reached.extent();
        let name = self.game.sources.text(mark.span);
        if mark.reached {
            return Diagnostic::new(Code::W50, mark.span, format!("no game chose `{name}`"))
                .labeled(format!("legal, but never chosen {extent}"))
                .help("it is rare in random games: add an example that plays it");
        }
        let finding = Diagnostic::new(Code::W50, mark.span, format!("`{name}` was never legal"))
            .labeled(format!("never legal {extent}"));
        let inside = marks.iter().filter(|other| whole.contains(other.span));
        let cause = inside.filter_map(|other| match other.what {
            PlaceKind::Binder if !other.reached => Some((other, "this set was always empty")),
            PlaceKind::When | PlaceKind::Ensure if other.reached && !other.seen_true => {
                Some((other, "this was never true"))
            }
            _ => None,
        });
        let help = match reached.complete {
            true => "no game can reach it: check its conditions",
            false => "check its conditions; if it is only rare, add an example that plays it",
        };
        match cause.min_by_key(|(other, _)| other.span.start) {
            Some((cause, why)) if cause.span.len() <= LONGEST => finding.and(cause.span, why).help(help),
            _ => finding.help(help),
        }
    }
}

/// Returns whether a condition was evaluated often enough to expect both values.
fn is_asked(mark: &Mark, reached: &PlayReach) -> bool {
    let rounds = reached.rounds.get(&(mark.span, mark.what)).copied().unwrap_or(0);
    (rounds >= ENOUGH_ROUNDS || reached.complete && mark.reached)
        && matches!(
            mark.what,
            PlaceKind::When
                | PlaceKind::Ensure
                | PlaceKind::Always
                | PlaceKind::If
                | PlaceKind::Operand
                | PlaceKind::Each
        )
}
