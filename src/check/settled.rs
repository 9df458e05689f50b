//! Finds rules without effect: conditions that are always true or always false (W12), sets that are always empty (W13), parts that
//! change nothing (W15), and choices that make no difference (W16).
//!
//! An expression that depends on a parameter, or on a def that names a constant, is not reported: both exist to be changed.

use super::checker::*;
use super::lint::walk_unless;
use crate::analysis::{Analysis, Assumptions, Limits};
use crate::diagnostic::{Code, Diagnostic};
use crate::game::cells::MAX_WORDS;
use crate::game::expr::*;
use crate::game::operator::Ground;
use crate::game::part::AsPart;
use crate::source::Span;
use crate::syntax::ast::{self, BinaryOp, Node};

/// The words with a constant value that depends on the board. If the size of the board is a parameter, this value depends on the
/// settings. All other constants that depend on the board use one of these words or a named cell.
const OF_THE_BOARD: &[&str] = &[
    "board", "edge", "corner", "center", "dark", "light", "width", "height", "side", "rows", "columns", "cell", "cells",
];

/// The things besides the position that the value of an expression depends on.
#[derive(Clone, Copy, Default)]
struct Hangs {
    /// On a parameter, or on a def that names a constant.
    on_settings: bool,
    /// On the board, if the settings can change it.
    on_board: bool,
}

impl<'a> Checker<'a> {
    /// Returns the analysis of expressions in this place.
    pub(super) fn analysis(&self) -> Analysis<'_> {
        let open = |def: &DefEntry| match (def.state, def.index) {
            (TypeState::Typed(ty), Some(index)) if !def.read => Some((ty, index)),
            _ => None,
        };
        let open = self.defs.iter().filter_map(open).collect();
        let ground = Ground { board: &self.board, players: &self.players, kinds: &self.kinds };
        let limits = Limits { fuel: self.body.fuel.clone(), elements: 0 };
        let mut analysis = Analysis::new(ground, &self.lowered, limits).without_defs(open);
        analysis.scope.known = self.body.facts.clone();
        if self.board_varies { analysis.on_any_board() } else { analysis }
    }

    /// Assumes that a condition holds (or does not), until that is [forgotten](Checker::forget).
    pub(super) fn suppose(&mut self, condition: Option<&BoolExpr>, holds: bool, expr: &ast::Expr) -> usize {
        let known = self.body.facts.len();
        if let Some(condition) = condition
            && !self.varies(expr)
        {
            let mut analysis = self.analysis();
            // From what cannot be, anything would follow.
            if analysis.is_settled(condition) != Some(!holds) {
                analysis.suppose(condition, holds, expr.span);
                self.body.facts = analysis.scope.known;
            }
        }
        known
    }

    /// Assumes that a local is an element of a set.
    pub(super) fn know_element(&mut self, slot: Slot, over: &SetExpr, expr: &ast::Expr) -> usize {
        let known = self.body.facts.len();
        if !self.varies(expr) {
            let element = self.analysis().element(over);
            self.body.facts.push_local(Class::Word, slot, element, expr.span);
        }
        known
    }

    /// Assumes the value of a local.
    pub(super) fn know_value(&mut self, slot: Slot, value: &AnyExpr, expr: &ast::Expr) {
        if !self.varies(expr) {
            let part = value.part();
            let known = self.analysis().value(part);
            self.body.facts.push_local(part.class(), slot, known, expr.span);
        }
    }

    /// Forgets what came to be known later than that.
    pub(super) fn forget(&mut self, known: usize) {
        self.body.facts.truncate(known);
    }

    /// Checks both sides of `and` (true) or `or`. The second one is evaluated only if the first one does not decide.
    pub(super) fn operands(
        &mut self,
        left: &ast::Expr,
        right: &ast::Expr,
        and: bool,
    ) -> (Option<BoolExpr>, Option<BoolExpr>) {
        let first = self.lower_operand(left);
        let before = self.body.facts.clone();
        let facts = self.behind(left, first.as_ref(), and);
        if let Some(facts) = &facts {
            self.body.facts = facts.clone();
        }
        let second = self.lower_operand(right);
        self.body.facts = before;
        self.body.chain = Some(ConditionChain { upto: left.span, and, facts });
        (first, second)
    }

    /// Returns the value of a condition if it is provably the same in all positions and settings.
    pub(super) fn proven(&self, holds: &BoolExpr, expr: &ast::Expr) -> Option<bool> {
        (!self.varies(expr)).then(|| self.analysis().is_settled(holds)).flatten()
    }

    /// Returns what is known after the first operand, or `None` if the second one is never evaluated. In a chain of one operator
    /// (`a and b and c`), what is known after `a` has already been found.
    fn behind(&mut self, left: &ast::Expr, first: Option<&BoolExpr>, and: bool) -> Option<Assumptions> {
        let (mut known, mut last, mut place) = (self.body.facts.clone(), first, left);
        if let (Some(chain), Node::Binary(inner, op, end)) = (self.body.chain.take(), &left.bare().node)
            && let Some(BoolExpr::And(sides) | BoolExpr::Or(sides)) = first
            && (chain.upto, chain.and) == (inner.span, and)
            && op.node == if and { BinaryOp::Both } else { BinaryOp::Either }
        {
            (known, last, place) = (chain.facts?, Some(&sides.1), end);
        }
        let here = std::mem::replace(&mut self.body.facts, known);
        let settled = last.filter(|_| !self.varies(place)).and_then(|last| self.analysis().is_settled(last));
        if settled != Some(!and) {
            self.suppose(last, and, place);
        }
        let known = std::mem::replace(&mut self.body.facts, here);
        (settled != Some(!and)).then_some(known)
    }

    /// Reports W12 for a part of a condition that has the same value in all positions.
    pub(super) fn settled_part(&mut self, part: &BoolExpr, expr: &ast::Expr) {
        if expr.is_chain() || !self.is_looked_at(expr.span) || self.varies(expr) {
            return;
        }
        let mut analysis = self.analysis();
        let Some(value) = analysis.is_settled(part) else { return };
        let help = if value {
            "remove it: it decides nothing"
        } else {
            "correct the condition: what depends on it never happens"
        };
        let reason = analysis.reason(part);
        self.report_settled(expr.span, format!("this condition is always {value} here"), help, reason);
    }

    /// Reports W12, with the place of the reason if it is a different place.
    fn report_settled(&mut self, span: Span, message: String, help: &str, reason: Option<Span>) {
        // a part of it that is settled is the mistake
        if self.found.iter().any(|found| found.code == Code::W12 && found.span() != span && span.contains(found.span()))
        {
            return;
        }
        if let Some(word) = self.word_for_whole_board(span) {
            let message = format!("{message}: every cell of this board is in `{word}`");
            let help = format!(
                "name the cells that are meant, such as `{{a1 e5}}`, or `rows(1)`; `{word}` depends on the cells that are left out"
            );
            return self.report(Diagnostic::new(Code::W12, span, message).help(help));
        }
        let finding = Diagnostic::new(Code::W12, span, message).help(help);
        self.report(match reason.filter(|reason| *reason != span) {
            Some(reason) => finding.and(reason, "because of this"),
            None => finding,
        });
    }

    /// Returns a word of the board in a text, `corner` or `edge`, that means all cells of a board with cells left out.
    fn word_for_whole_board(&self, span: Span) -> Option<&'static str> {
        let text = self.text(span);
        let all = self.board.len();
        let has = |word: &str| crate::syntax::lex::lex(&text).iter().any(|token| token.is(&text, word));
        let words =
            [("corner", self.board.corner::<MAX_WORDS>().len()), ("edge", self.board.edge::<MAX_WORDS>().len())];
        words.into_iter().find(|(word, cells)| *cells == all && has(word)).map(|(word, _)| word)
    }

    /// Reports W12 for a whole condition.
    pub(super) fn always_true(&mut self, holds: Option<&BoolExpr>, params_seen: usize, expr: &ast::Expr, whose: &str) {
        let Some(holds) = holds else { return };
        // A constant has already been reported, unless its value depends on the board.
        let hangs = self.hangs(expr);
        let is_free = !hangs.on_board && (matches!(holds, BoolExpr::Const(_)) || !hangs.on_settings);
        if self.params_seen != params_seen || !is_free || !self.is_looked_at(expr.span) {
            return;
        }
        let mut analysis = self.analysis();
        let Some(value) = analysis.is_settled(holds) else { return };
        let action = self.body.action.filter(|_| whose == "`when`").map(|at| &self.actions[at].ast.name.node);
        let help = match (value, action) {
            (true, _) => "remove it".to_owned(),
            (false, Some(action)) => format!("correct the condition: `{action}` is never possible"),
            (false, None) => "correct the condition: what depends on it never happens".to_owned(),
        };
        let message = format!("the condition of this {whose} is always {value}");
        let reason = analysis.reason(holds);
        self.report_settled(expr.span, message, &help, reason);
    }

    /// Reports W11 for a binder that never has a candidate.
    pub(super) fn never_bound(&mut self, binder: &ast::Binder, over: &SetExpr, action: &str) {
        let name = &binder.name.node;
        let hangs = self.hangs(&binder.over);
        let known = matches!(over, SetExpr::Cells(cells) if super::set::is_known_empty(cells));
        let settled = || !hangs.on_settings && self.analysis().count(over) == 0;
        if !hangs.on_board && self.is_looked_at(binder.over.span) && (known || settled()) {
            let element = if matches!(over, SetExpr::Cells(_)) { "cell" } else { "value" };
            let message = format!("this set is always empty, so `{action}` is never possible");
            let help = format!("write a set that can contain {element}s for `{name}`");
            self.error_help(Code::W11, binder.over.span, message, help);
        }
    }

    /// Reports W13 or W15 for a side of `& | except` that makes the set empty, or that changes nothing.
    pub(super) fn useless_side(
        &mut self,
        op: SetOp,
        (left, a): (&ast::Expr, &CellsExpr),
        (right, b): (&ast::Expr, &CellsExpr),
        span: Span,
    ) {
        if !self.is_looked_at(span) || self.varies(left) || self.varies(right) {
            return;
        }
        let mut analysis = self.analysis();
        // An operand that is always empty has been reported in its place, or was written on purpose.
        let Some(apart) = analysis.are_apart(a, b) else { return };
        let (inside, around) = (analysis.is_contained(a, b), analysis.is_contained(b, a));
        let (first, second) = (self.short(left.span), self.short(right.span));
        let (code, place, message, help) = match op {
            SetOp::And if apart => (Code::W13, span, format!("no cell can be in both {first} and {second}"), None),
            SetOp::Except if inside => {
                (Code::W13, span, format!("this set is always empty: all of {first} is in {second}"), None)
            }
            SetOp::And if inside => {
                (Code::W15, right.span, format!("all of {first} is in {second} anyway"), Some(right))
            }
            SetOp::And if around => (Code::W15, left.span, format!("all of {second} is in {first} anyway"), Some(left)),
            SetOp::Or if around => {
                (Code::W15, right.span, format!("all of {second} is in {first} anyway"), Some(right))
            }
            SetOp::Or if inside => (Code::W15, left.span, format!("all of {first} is in {second} anyway"), Some(left)),
            SetOp::Except if apart => {
                (Code::W15, right.span, format!("{second} has nothing in common with {first} anyway"), Some(right))
            }
            _ => return,
        };
        let mut finding = Diagnostic::new(code, place, message);
        if let Some(side) = help {
            // What goes with it is the sign between the two.
            let away = match side.span == right.span {
                true => Span { start: left.span.end, ..right.span },
                false => Span { end: right.span.start, ..left.span },
            };
            finding = finding
                .fix(format!("remove {}", self.short(side.span)), away, "", false)
                .help(format!("{} changes nothing here: remove it, or write what you meant", self.short(side.span)));
        }
        self.report(finding);
    }

    /// Reports W15 for two branches with the same text.
    pub(super) fn alike(&mut self, yes: Span, no: Span) {
        let words = |span: Span| self.text(span).split_whitespace().map(str::to_owned).collect::<Vec<_>>();
        if self.is_looked_at(no) && words(yes) == words(no) {
            let finding = Diagnostic::new(Code::W15, no, "both branches of this `if` are the same")
                .and(yes, "the same branch")
                .help("remove the `if`, or change one of the branches");
            self.report(finding);
        }
    }

    /// Returns whether the value of an expression may change with other settings, or in a variant that replaces a constant.
    fn varies(&self, expr: &ast::Expr) -> bool {
        let hangs = self.hangs(expr);
        hangs.on_settings || hangs.on_board
    }

    /// Returns what an expression and the defs that it uses depend on.
    fn hangs(&self, expr: &ast::Expr) -> Hangs {
        let (mut hangs, mut todo, mut seen) = (Hangs::default(), vec![expr], Vec::new());
        while let Some(expr) = todo.pop() {
            let on_cell = std::cell::Cell::new(false);
            let names_cell = |part: &ast::Expr| {
                on_cell.set(on_cell.get() || matches!(part.node, Node::Cell(_)));
                false
            };
            walk_unless(expr, &names_cell, &mut |name, _| match self.globals.get(name) {
                Some((Global::Param(_), _)) => hangs.on_settings = true,
                Some((Global::Def(at), _)) => {
                    hangs.on_settings |= self.defs[*at].known.is_some();
                    todo.extend(self.open_def(name, &mut seen));
                }
                None => hangs.on_board |= self.board_varies && OF_THE_BOARD.contains(&name),
                _ => {}
            });
            hangs.on_board |= self.board_varies && on_cell.get();
        }
        hangs
    }

    /// Returns whether to report findings for a span: it is used in play, belongs to this file, and has no finding yet.
    fn is_looked_at(&self, span: Span) -> bool {
        let played = !self.unroll
            && !matches!(self.body.context, Context::Static | Context::First)
            && !self.body.context.is_beside_play();
        let said = |other: &Diagnostic| {
            matches!(other.code, Code::W11 | Code::W12 | Code::W13 | Code::W15) && span.contains(other.span())
        };
        played && !self.is_inherited(span) && !self.found.iter().any(said)
    }

    /// Returns the text of a span in backquotes, or a description if the text is long.
    pub(super) fn short(&self, span: Span) -> String {
        let text = self.text(span);
        if text.len() <= 40 && !text.contains('\n') { format!("`{text}`") } else { "the other set".to_owned() }
    }
}

#[cfg(test)]
mod tests {
    use crate::check::testing::{codes, codes_on};
    use crate::diagnostic::Code;

    /// Returns the findings for an action with these clauses.
    fn found(clauses: &str) -> Vec<Code> {
        codes(&format!(
            "param size = 3 in 1..5 def wide = 4 def men = count(man & own) piece man, king neutral rock var n = 0
             setup {{ man of A at rows(1); man of B at rows(4); king of A at a1; rock at b2 }}
             action move(p: own, q: neighbors(p) & empty) {clauses} do {{ move p to q; n += size + wide + men }}
             end {{ when n > 999: draw when stuck(next): draw }}"
        ))
    }

    #[test]
    fn conditions_that_are_settled() {
        for settled in [
            "when p in own",
            "when p not in enemy",
            "when q in occupied",
            "when owner(p) == mover",
            "when owner(q) == nothing",
            "when kind(p) == rock",
            "when at(p) == nothing",
            "when p == q",
            "when row(p) <= 4",
            "when row(p) > n and row(p) > n",
            "when n > 3 and n < 2",
            "when n > 3 when n > 2",
            "when not (n > 3) or n > 1",
            "when none(neighbors(q) & enemy) and not some(neighbors(q) & enemy)",
            "when count(neighbors(p) & own) <= 4",
            "when every(x in own: x in pieces)",
            "when some(x in neighbors(p): n > 2 or x in board)",
            "when men >= 0",
            "when p in king and kind(p) == man",
            "when distance(p, q) >= 0",
            "let k = row(p) when k < 1",
        ] {
            assert_eq!(found(settled), [Code::W12], "{settled}");
        }
    }

    #[test]
    fn conditions_that_are_not() {
        for open in [
            "when p in man",
            "when step(p, N) in board",
            "when kind(p) == king",
            "when q in rows(2)",
            "when row(p) < 4",
            "when n > 3 when n > 4",
            "when n > 3 or n < 2",
            "when count(neighbors(p) & own) < 4",
            "when size > 2",
            "when row(p) <= wide",
            "when men >= 1",
        ] {
            assert_eq!(found(open), [], "{open}");
        }
        // On a board whose size is a parameter a row may be any number.
        let sized = "piece man setup { man of A at rows(1) } action a(p: own, q: empty) when row(p) <= 4 and width > 3
             do move p to q end { when stuck(next): draw }";
        assert_eq!(codes_on("square s x 4 param s = 4 in 3..9", sized), []);
        // Facts about this board may be wrong for other sizes, even if the expression depends on the board indirectly.
        for open in [
            "when count(board) < 30 or p in edge",
            "when count(board) > 50 and p in edge",
            "when count(board) < 30",
            "when not (count(board) >= 30)",
            "when large or p in edge",
            "when some(rows(7))",
            "when every(x in own: count(board) < 30)",
            "when count(own) + count(board) > 9",
            "when (if count(corner) == 4 then p in empty else p in occupied)",
            "when row(f6) == 6",
            "let k = count(board) when k < 30",
            "when number(e5) == 25",
            "when some(own & rows(7))",
        ] {
            let rules = format!(
                "piece man def large = count(board) > 50
                 setup {{ man of A at a1 }} action a(p: empty) {open} do put man at p
                 action b(p: own, q: rows(7)) do move p to q end {{ when stuck(next): draw }}"
            );
            let settled = |code: &Code| matches!(code, Code::W11 | Code::W12 | Code::W13 | Code::W15);
            let mut codes = codes_on("square n x n param n = 5 in 3..12", &rules);
            codes.retain(settled);
            assert_eq!(codes, [], "{open}");
        }
        // Without pieces there are players all the same.
        let sown = "var n(c: cell) = 4 action a(p: rows(number(mover))) when n(p) > 0 do n(p) = 0
             end { when some(P in players: none(c in rows(number(P)): n(c) > 0)): draw when stuck(next): draw }";
        assert_eq!(codes_on("square 6 x 2", sown), []);
        let literal = "piece man action a(p: empty) when true or p in edge when p in empty do put man at p
             end { when stuck(next): draw }";
        assert_eq!(codes_on("square n x n param n = 5 in 3..12", literal), [Code::W12, Code::W12]);
    }

    #[test]
    fn parts_of_sets() {
        for (clauses, code) in [
            ("when some(own & rows(1) & occupied)", Code::W15),
            ("when some(man of mover & own)", Code::W15),
            ("when some(own | (own & king))", Code::W15),
            ("when some(empty except rock)", Code::W15),
            ("when some((own | enemy) & rock)", Code::W13),
            ("when some(rows(1) & rows(2))", Code::W13),
            ("when some(own except pieces)", Code::W13),
            ("when (if n > 2 then row(p) else row(p)) == n", Code::W15),
        ] {
            assert_eq!(found(clauses), [code], "{clauses}");
        }
        for open in
            ["some(own & rows(1))", "some(rows(size) & rows(2))", "some(empty | enemy)", "some(own except rock of A)"]
        {
            let clauses = format!("when {}", open.replace(" of A", ""));
            assert!(!found(&clauses).contains(&Code::W13), "{open}");
        }
    }

    #[test]
    fn choices_without_a_difference() {
        let game = |action: &str| {
            codes(&format!("piece man {action} end {{ when none(empty): draw when stuck(next): draw }}"))
        };
        assert_eq!(game("action a(p: empty, d: N | S) as \"{p}{d}\" do put man at p"), [Code::W16]);
        assert_eq!(game("action a(p: empty) do { put man at p; choose d in N | S { put man at a1 } }"), [Code::W16]);
        assert_eq!(game("action a(p: empty, d: N | S) as \"{p}{d}\" do put man at p | step(p, d)"), []);
        assert_eq!(game("action a(p: empty) do { put man at p; may choose d in {1} as \"+\" { put man at a1 } }"), []);
    }
}
