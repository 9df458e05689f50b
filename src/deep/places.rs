//! What the places of the rules show after play: W50, W51, W55.

use super::Work;
use super::reach::Reached;
use crate::coverage::Mark;
use crate::diagnostic::{Code, Diagnostic};
use crate::game::expr::BoolExpr;
use crate::game::place::What;
use crate::source::Span;

/// After fewer games than that nothing is said.
const ENOUGH_GAMES: u64 = 50;
/// In so many rounds of them a condition has to have been asked.
const ENOUGH_ROUNDS: u32 = 20;
/// The longest condition that a label repeats.
const LONGEST: usize = 60;

impl Reached {
    /// Whether enough was played to say what never comes: if not all was seen that there is to see.
    pub(super) fn is_enough(&self) -> bool {
        self.complete || self.games >= ENOUGH_GAMES || self.coverage.missing().next().is_none()
    }
}

impl Work<'_> {
    /// Actions that were never possible, clauses that never decided, and conditions that always came out the same.
    pub(super) fn places(&mut self, reached: &Reached) {
        if !reached.is_enough() {
            return;
        }
        let so_many = reached.so_many();
        let marks: Vec<&Mark> = reached.coverage.marks.iter().filter(|mark| !mark.off).collect();
        // What lies in a part of the rules that was never used is no finding of its own.
        let mut reported: Vec<Span> = Vec::new();
        for mark in marks.iter().filter(|mark| mark.what == What::Action && !(mark.reached && mark.seen_true)) {
            let whole = self.game.actions.iter().map(|action| action.span).find(|span| holds(*span, mark.span));
            let whole = whole.unwrap_or(mark.span);
            reported.push(whole);
            self.found.push(self.dead_action(mark, whole, &marks, reached));
        }
        for mark in marks.iter().filter(|mark| mark.what == What::End && !mark.seen_true) {
            let clause = self.game.end.iter().find(|ending| holds(ending.span, mark.span));
            reported.push(clause.map_or(mark.span, |clause| clause.span));
            let is_stuck = clause.is_some_and(|clause| matches!(clause.condition.holds, BoolExpr::Stuck(_)));
            // What happens to a stuck player has to be said even if it hardly comes to that.
            if is_stuck && !reached.complete {
                continue;
            }
            let asked = if mark.reached { "never held" } else { "never asked, for a clause above decided," };
            let help = match (is_stuck, reached.complete) {
                (true, _) => "there always is a move; say so: `when stuck(next): never`",
                (false, true) => "no game can end so: look at what the condition asks for, and at the clauses above",
                (false, false) => {
                    "if it is rare, write an example that ends so; else look at what the condition asks for"
                }
            };
            self.found.push(
                Diagnostic::new(Code::W51, mark.span, "no game ended by this clause")
                    .labelled(format!("{asked} {so_many}"))
                    .help(help),
            );
        }
        let mut conditions: Vec<&Mark> = marks.iter().copied().filter(|mark| is_asked(mark, reached)).collect();
        // The longer ones first: their parts follow from them.
        conditions.sort_by_key(|mark| (mark.span.source, mark.span.start, std::cmp::Reverse(mark.span.end)));
        for mark in conditions {
            if mark.seen_true && mark.seen_false || reported.iter().any(|span| holds(*span, mark.span)) {
                continue;
            }
            reported.push(mark.span);
            let value = mark.seen_true;
            let help = match (reached.complete, value) {
                (true, true) => "it decides nothing in any game: take it away, or write what was meant",
                (true, false) => "what hangs on it never happens in any game",
                (false, true) => "if it can come out false, an example shows it; if not, it can be taken away",
                (false, false) => {
                    "if it can come out true, an example shows it; if not, what hangs on it never happens"
                }
            };
            self.found.push(
                Diagnostic::new(Code::W55, mark.span, format!("this condition was always {value}"))
                    .labelled(format!("always {value} {so_many}"))
                    .help(help),
            );
        }
    }

    /// W50, with the first condition that nothing came through.
    fn dead_action(&self, mark: &Mark, whole: Span, marks: &[&Mark], reached: &Reached) -> Diagnostic {
        let so_many = reached.so_many();
        let name = self.game.sources.text(mark.span);
        if mark.reached {
            return Diagnostic::new(Code::W50, mark.span, format!("no game chose `{name}`"))
                .labelled(format!("possible, but never chosen {so_many}"))
                .help("it is rare in random games: an example that plays it shows what it does");
        }
        let finding = Diagnostic::new(Code::W50, mark.span, format!("`{name}` was never possible"))
            .labelled(format!("never possible {so_many}"));
        let inside = marks.iter().filter(|other| holds(whole, other.span));
        let cause = inside.filter_map(|other| match other.what {
            What::Binder if !other.reached => Some((other, "nothing was ever in this")),
            What::When | What::Ensure if other.reached && !other.seen_true => Some((other, "this never held")),
            _ => None,
        });
        let help = match reached.complete {
            true => "no game can come to it: look at its conditions",
            false => "look at its conditions; if it is only rare, write an example that plays it",
        };
        match cause.min_by_key(|(other, _)| other.span.start) {
            Some((cause, why)) if cause.span.len() <= LONGEST => finding.and(cause.span, why).help(help),
            _ => finding.help(help),
        }
    }
}

/// Whether a condition was asked often, of those that are to come out both ways.
fn is_asked(mark: &Mark, reached: &Reached) -> bool {
    let rounds = reached.rounds.get(&(mark.span, mark.what)).copied().unwrap_or(0);
    (rounds >= ENOUGH_ROUNDS || reached.complete && mark.reached)
        && matches!(mark.what, What::When | What::Ensure | What::Always | What::If | What::Operand | What::Each)
}

/// Whether a span lies in another one.
fn holds(outer: Span, inner: Span) -> bool {
    outer.source == inner.source && outer.start <= inner.start && inner.end <= outer.end
}
