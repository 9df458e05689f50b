//! W01: a player may have no legal move, and no rule says what happens then.

use super::checker::*;
use super::set::known_elements;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast::{self, BinaryOp, Node};
use crate::syntax::lex::lex;

/// The words that have another meaning in `end` than in an action, because `end` is evaluated after the move.
const OF_MOVER: &[&str] = &["own", "enemy", "mover", "forward", "backward", "ahead", "sideways"];

impl<'a> Checker<'a> {
    /// Reports W01, unless an `end` clause tests for stuck players or an action always has a move until the game ends.
    pub(super) fn stuck_players(&mut self, items: &[ast::Item], endings: &[&'a ast::Ending], always: bool) {
        if endings.is_empty() || endings.iter().any(|ending| self.asks(&ending.condition, "stuck")) {
            return;
        }
        let mut seen = Vec::new();
        let once = endings.iter().filter(|ending| ending.each.is_none());
        let ended: Vec<_> = once.flat_map(|ending| self.emptied(&ending.condition, &mut seen)).collect();
        if !always && self.actions.iter().any(|action| self.has_moves(action, &ended)) {
            return;
        }
        let span = Self::span_of_end(items);
        let help =
            "add a clause: `when stuck(next): next loses`, or `when stuck(next): never` if there is always a move";
        self.error_help(Code::W01, span, "no rule says what happens if a player has no legal move", help);
    }

    /// Reports W12 for clauses that test for stuck players, if there is an action that is always possible, such as a pass
    /// without a condition.
    pub(super) fn never_stuck(&mut self, endings: &[&'a ast::Ending], always: bool) {
        let is_free = |entry: &&ActionEntry| {
            let chooses = entry.lowered.as_ref().is_none_or(|action| action.chooses);
            let has_condition = entry.ast.clauses.iter().any(|clause| matches!(clause, ast::Clause::When(_)));
            entry.ast.binders.is_empty() && entry.ast.ensures.is_empty() && !has_condition && !chooses
        };
        let free = self.actions.iter().find(is_free).map(|entry| entry.ast.name.clone());
        let Some(pass) = free.filter(|_| !always) else { return };
        let decides = |ending: &&&ast::Ending| !matches!(ending.result, ast::GameResult::Never);
        let dead: Vec<Span> =
            endings.iter().filter(decides).filter_map(|ending| needs_stuck(&ending.condition)).collect();
        for span in dead.into_iter().filter(|span| !self.is_inherited(*span)).collect::<Vec<_>>() {
            let message = format!("this is never true: `{}` is always possible, so nobody is stuck", pass.node);
            let other = self.actions.iter().find(|entry| entry.ast.name.node != pass.node);
            let other = other.map_or("move", |entry| entry.ast.name.node.as_str());
            let help = format!(
                "give `{}` a condition, as in `when not possible({other})`, or count the passes that follow each other",
                pass.node
            );
            let finding = Diagnostic::new(Code::W12, span, message);
            self.report(finding.and(pass.span, "this action has no condition").help(help));
        }
    }

    /// Reports W12 for `stuck(White) and stuck(Black)` and `every(P in players: stuck(P))`: only the player to move can be stuck.
    pub(super) fn never_both_stuck(&mut self, endings: &[&'a ast::Ending]) {
        for ending in endings {
            if self.is_inherited(ending.span) {
                continue;
            }
            let mut stuck = Vec::new();
            collect_stuck(&ending.condition, &mut stuck);
            let names: Vec<&str> = stuck.iter().filter_map(|(_, of)| of.as_name()).collect();
            let is_player = |name: &&str| matches!(self.globals.get(*name), Some((Global::Player(_), _)));
            let first = names.iter().copied().find(|name| is_player(name));
            let both = first.is_some_and(|first| names.iter().any(|name| *name != first && is_player(name)));
            let all = stuck.iter().find(|(place, of)| !place.contains(of.span));
            let place = match (stuck.first(), stuck.last(), all) {
                (_, _, Some((place, _))) => *place,
                (Some((first, _)), Some((last, _)), None) if both => first.to(*last),
                _ => continue,
            };
            let help = "write `stuck(next)` for the player to move; to end when nobody can move, let players pass, \
                and count the passes that follow each other: `when passes == 2: draw`";
            self.error_help(Code::W12, place, "this is never true: only the player to move can be stuck", help);
        }
    }

    /// Returns whether an action has a move as long as none of these sets is empty.
    fn has_moves(&self, action: &ActionEntry, ended: &[Vec<String>]) -> bool {
        let free = action.ast.clauses.iter().all(|clause| match clause {
            ast::Clause::When(when) => only_if_nothing_else(when),
            _ => true,
        });
        let lowered = action.lowered.as_ref().map_or(&[][..], |action| &action.binders);
        let offers = |(at, binder): (usize, &ast::Binder)| match &binder.over.bare().node {
            // If there is an empty cell, there is a move. Ranges and lists always have candidates.
            Node::Name(name) if name == "empty" => true,
            Node::Range(..) => true,
            Node::List(items) => !items.is_empty(),
            _ => {
                let known = lowered.get(at).and_then(|binder| known_elements(&binder.over));
                known.is_some_and(|known| !known.is_empty())
                    || ended.contains(&self.joined_by_and(&binder.over, "mover"))
            }
        };
        free && action.ast.ensures.is_empty() && action.ast.binders.iter().enumerate().all(offers)
    }

    /// Returns the sets that a condition tests for emptiness, if they are the same before a move and after the previous one.
    /// `seen` are the defs that have been looked into.
    fn emptied(&self, condition: &'a ast::Expr, seen: &mut Vec<usize>) -> Vec<Vec<String>> {
        let is_none = |expr: &ast::Expr| match &expr.bare().node {
            Node::Number(n) => *n == 0,
            Node::List(items) => items.is_empty(),
            _ => false,
        };
        let asked = |expr: &'a ast::Expr, word: &str| match &expr.bare().node {
            Node::Call(name, args) if name.node == word => args.first(),
            _ => None,
        };
        let set = match &condition.bare().node {
            Node::Binary(left, op, right) if op.node == BinaryOp::Either => {
                let left = self.emptied(left, seen);
                return [left, self.emptied(right, seen)].concat();
            }
            Node::Name(name) => match self.open_def(name, seen).first() {
                Some(body) => return self.emptied(body, seen),
                None => None,
            },
            Node::Call(..) => asked(condition, "none"),
            Node::Not(inner) => asked(inner, "some"),
            Node::Binary(left, op, right) if op.node == BinaryOp::Equal && is_none(right) => {
                asked(left, "count").or(Some(&**left))
            }
            _ => None,
        };
        let set = set.filter(|set| !OF_MOVER.iter().any(|word| self.asks(set, word)));
        set.map(|set| self.joined_by_and(set, "next")).into_iter().collect()
    }

    /// Returns the texts of the sets that are joined by `&`, sorted. `to_move` is the name for the player to move.
    fn joined_by_and(&self, set: &ast::Expr, to_move: &str) -> Vec<String> {
        let mut parts = Vec::new();
        let mut todo = vec![set.bare()];
        while let Some(expr) = todo.pop() {
            match &expr.node {
                Node::Binary(left, op, right) if op.node == BinaryOp::And => todo.extend([left.bare(), right.bare()]),
                _ => {
                    let text = self.text(expr.span);
                    let tokens = lex(&text);
                    let words = tokens.iter().filter(|token| !token.is_comment()).map(|token| token.text(&text));
                    parts.push(
                        words.map(|word| if word == to_move { "next" } else { word }).collect::<Vec<_>>().join(" "),
                    );
                }
            }
        }
        parts.sort();
        parts
    }
}

/// Returns the place of `stuck` in a condition that cannot be true unless somebody is stuck.
fn needs_stuck(condition: &ast::Expr) -> Option<Span> {
    match &condition.bare().node {
        Node::Name(name) if name == "stuck" => Some(condition.span),
        Node::Call(name, _) if name.node == "stuck" => Some(condition.span),
        Node::Binary(left, op, right) if op.node == BinaryOp::Both => needs_stuck(left).or_else(|| needs_stuck(right)),
        _ => None,
    }
}

/// Collects the places of `stuck(P)` that must all hold in a condition, with P. In `every(P in players: stuck(P))`, the place is that of
/// the word `every`, which does not contain P.
fn collect_stuck<'e>(condition: &'e ast::Expr, found: &mut Vec<(Span, &'e ast::Expr)>) {
    match &condition.bare().node {
        Node::Binary(left, op, right) if op.node == BinaryOp::Both => {
            collect_stuck(left, found);
            collect_stuck(right, found);
        }
        Node::Call(name, args) if name.node == "stuck" => found.extend(args.first().map(|of| (condition.span, of))),
        Node::Generate(name, generator) if name.node == "every" && generator.over.as_name() == Some("players") => {
            let mut inside = Vec::new();
            collect_stuck(&generator.body, &mut inside);
            let of_each = inside.into_iter().find(|(_, of)| of.as_name() == Some(&generator.name.node));
            found.extend(of_each.map(|(_, of)| (name.span, of)));
        }
        _ => {}
    }
}

/// Returns whether a condition only says that other actions are impossible, so that always one of them or this one is possible.
fn only_if_nothing_else(condition: &ast::Expr) -> bool {
    match &condition.bare().node {
        Node::Binary(left, op, right) if op.node == BinaryOp::Both => {
            only_if_nothing_else(left) && only_if_nothing_else(right)
        }
        Node::Not(inner) => matches!(inner.bare().node, Node::Possible(_)),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use crate::check::testing::codes;
    use crate::diagnostic::Code;

    /// Returns whether W01, and nothing else, is found in a game with these binders, and this condition of its end.
    fn warned(binders: &str, end: &str) -> bool {
        let mut found = codes(&format!(
            "piece man
            def shore(P: player) = edge & rows(number(P))  def full = none(empty & rows(1))
            action add{binders} do {{ put man at p; if full {{ remove shore(mover) }} }}  end {{ when {end}: draw }}"
        ));
        // The effect is the same for all moves.
        found.retain(|code| *code != Code::W16);
        assert!(found.iter().all(|code| *code == Code::W01), "{binders}, {end}: {found:?}");
        !found.is_empty()
    }

    #[test]
    fn what_the_end_asks_for_is_there_before() {
        for (action, end) in [
            ("(p: empty)", "none(empty)"),
            ("(p: empty & edge)", "none(edge & empty)"),
            ("(p: empty & edge)", "ply > 9 or not some(edge & empty)"),
            ("(p: rows(1) & empty)", "full"),
            ("(p: empty except edge)", "empty except edge == {}"),
            ("(p: empty, d: N | E) as \"{p}{d}\"", "none(empty)"),
            ("(p: empty, q: edge)", "none(empty)"),
            ("(p: shore(mover) & empty)", "count(shore(next) & empty) == 0"),
        ] {
            assert!(!warned(action, end), "{action}, {end}");
        }
    }

    #[test]
    fn nobody_is_stuck_who_can_pass() {
        let found = |pass: &str, end: &str| {
            let text =
                format!("piece man  action add(p: empty) do put man at p  action pass() {pass}  end {{ {end} }}");
            codes(&text).contains(&Code::W12)
        };
        assert!(found("", "when stuck(next): next loses"));
        assert!(found("", "when none(empty) and stuck(next): draw"));
        assert!(!found("", "when none(empty): draw  when stuck(next): never"));
        assert!(!found("", "when none(empty) or stuck(next): draw"));
        assert!(!found("when not possible(add)", "when stuck(next): next loses  when none(empty): draw"));
    }

    #[test]
    fn what_it_does_not_ask_for_may_be_missing() {
        for (action, end) in [
            ("(p: empty & edge)", "none(empty)"),
            ("(p: empty & edge) when p in rows(1)", "none(empty & edge)"),
            ("(p: empty & edge)", "none(empty & edge) and ply > 9"),
            ("(p: shore(mover) & empty)", "none(shore(mover) & empty)"),
            ("(p: neighbors(own) & empty)", "none(neighbors(own) & empty)"),
            ("(p: empty, q: neighbors(p) & empty)", "none(empty)"),
        ] {
            assert!(warned(action, end), "{action}, {end}");
        }
    }
}
