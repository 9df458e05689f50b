//! Records the places of the rules that coverage counts, if the game is watched.

use super::checker::*;
use super::fold;
use crate::game::expr::BoolExpr;
use crate::game::place::{Place as Noted, PlaceId, PlaceKind};
use crate::source::Span;
use crate::syntax::ast;
use std::collections::{HashMap, HashSet};

/// The recorded places.
#[derive(Debug, Default)]
pub(super) struct Places {
    noted: Vec<Noted>,
    /// The index of each place. A rule that is lowered twice has one place.
    at: HashMap<(Span, PlaceKind), PlaceId>,
    /// The conditions that parameters decide before play.
    decided: HashSet<Span>,
    /// The parts that such conditions switch off.
    off: Vec<Span>,
    /// The uses of defs and effects during play: the span of the name, and the span of the use.
    uses: Vec<(Span, Span)>,
    /// The defs that are evaluated before play.
    early: HashSet<Span>,
}

impl Checker<'_> {
    /// Records a place, if the game is watched. Expressions before and beside play have none.
    pub(super) fn record_place(&mut self, span: Span, what: PlaceKind) -> Option<PlaceId> {
        if self.unroll || self.body.context.is_beside_play() || self.is_word_of_stacks(span) {
            return None;
        }
        let places = self.places.as_mut()?;
        Some(*places.at.entry((span, what)).or_insert_with(|| {
            places.noted.push(Noted { span, what, settled: None, off: false });
            PlaceId(places.noted.len() as u32 - 1)
        }))
    }

    /// Lowers a condition and records its place.
    pub(super) fn lower_condition(&mut self, expr: &ast::Expr, what: PlaceKind) -> Option<BoolExpr> {
        self.lower_placed(expr, Some(what))
    }

    /// Lowers an operand of `and` or `or` and records its place, unless it is itself a chain: then its operands have places.
    pub(super) fn lower_operand(&mut self, expr: &ast::Expr) -> Option<BoolExpr> {
        self.lower_placed(expr, (!expr.is_chain()).then_some(PlaceKind::Operand))
    }

    fn lower_placed(&mut self, expr: &ast::Expr, what: Option<PlaceKind>) -> Option<BoolExpr> {
        let place = what.and_then(|what| self.record_place(expr.span, what));
        let seen = self.params_seen;
        let holds = self.typed::<BoolExpr>(expr)?;
        if matches!(what, Some(PlaceKind::Operand | PlaceKind::Each | PlaceKind::Look)) {
            self.settled_part(&holds, expr);
        }
        let known = fold::known_condition(&holds);
        if known.is_some()
            && self.params_seen > seen
            && let Some(places) = &mut self.places
        {
            places.decided.insert(expr.span);
        }
        let Some(place) = place else { return Some(holds) };
        if let Some(value) = known {
            self.mark_decided(place, value);
            return Some(holds);
        }
        // A proven condition is left out of coverage. It is still watched, so that play can refute the proof.
        if let Some(value) = self.proven(&holds, expr) {
            self.mark_decided(place, value);
            self.places.iter_mut().for_each(|places| places.off.push(expr.span));
        }
        Some(BoolExpr::Watched(place, Box::new(holds)))
    }

    /// Marks a place as decided before play.
    pub(super) fn mark_decided(&mut self, place: PlaceId, value: bool) {
        if let Some(noted) = self.places.as_mut().and_then(|places| places.noted.get_mut(place.0 as usize)) {
            noted.settled = Some(value);
        }
    }

    /// Marks parts as switched off, if parameters decide the condition that they depend on.
    pub(super) fn switch_off(&mut self, condition: Span, what: impl IntoIterator<Item = Span>) {
        if let Some(places) = self.places.as_mut().filter(|places| places.decided.contains(&condition)) {
            places.off.extend(what);
        }
    }

    /// Records the arms of a `match`. Returns the place of the first one.
    pub(super) fn record_arms<T>(&mut self, arms: &[ast::Arm<T>]) -> Option<PlaceId> {
        let places: Vec<Option<PlaceId>> = arms.iter().map(|arm| self.record_place(arm.span, PlaceKind::Arm)).collect();
        places.first().copied().flatten()
    }

    /// Marks the arm that a parameter selects as decided, and the other arms as switched off.
    pub(super) fn mark_selected_arm<T>(&mut self, first: Option<PlaceId>, arms: &[ast::Arm<T>], chosen: usize) {
        let Some(first) = first else { return };
        self.mark_decided(PlaceId(first.0 + chosen as u32), true);
        if let Some(places) = &mut self.places {
            places.off.extend(arms.iter().enumerate().filter(|(at, _)| *at != chosen).map(|(_, arm)| arm.span));
        }
    }

    /// Records the use of a def or an effect, given by the span of its name.
    pub(super) fn record_use(&mut self, name: Span, at: Span) {
        if let Some(places) = &mut self.places {
            if self.unroll {
                places.early.insert(name);
            } else {
                places.uses.push((name, at));
            }
        }
    }

    /// Returns all places, after everything has been lowered. A def or an effect that is used only in parts that are switched
    /// off, or only before play, is switched off as well.
    pub(super) fn take_places(&mut self) -> Vec<Noted> {
        let Some(mut places) = self.places.take() else { return Vec::new() };
        let defs = self.defs.iter().map(|def| {
            let wheres = def.ast.wheres.iter().map(|(_, value)| value.span);
            (def.ast.name.span, wheres.chain([def.ast.body.span]).collect::<Vec<Span>>())
        });
        let effects = self.effects.iter().map(|effect| {
            (effect.ast.name.span, effect.ast.body.iter().map(|statement| statement.span).collect::<Vec<Span>>())
        });
        let mut left: Vec<(Span, Vec<Span>)> = defs.chain(effects).collect();
        loop {
            let (off, on): (Vec<_>, Vec<_>) = left.into_iter().partition(|(name, _)| {
                let mut uses = places.uses.iter().filter(|(used, _)| used == name).peekable();
                match uses.peek() {
                    None => places.early.contains(name),
                    Some(_) => uses.all(|(_, at)| is_within(*at, &places.off)),
                }
            });
            left = on;
            if off.is_empty() {
                break;
            }
            for (name, body) in off {
                places.off.push(name);
                places.off.extend(body);
            }
        }
        for place in &mut places.noted {
            place.off = is_within(place.span, &places.off);
        }
        places.noted
    }
}

/// Returns whether a span lies within one of the others.
fn is_within(span: Span, others: &[Span]) -> bool {
    others.iter().any(|other| other.contains(span))
}
