//! Lowers statements.

use super::checker::*;
use super::fold;
use super::types::*;
use crate::diagnostic::{Code, Diagnostic};
use crate::game::expr::*;
use crate::game::piece::{Kind, Player};
use crate::game::place::PlaceKind;
use crate::game::rules::EffectId;
use crate::game::stmt::*;
use crate::game::text::{Text, TextPart};
use crate::source::Span;
use crate::syntax::ast::{self, Node, StmtNode};
use crate::syntax::keywords;

impl<'a> Checker<'a> {
    /// Lowers statements in a scope of their own.
    pub(super) fn lower_block(&mut self, stmts: &[ast::Stmt]) -> Vec<Stmt> {
        self.scoped(|check| {
            let mut lowered = Vec::new();
            let mut left: Option<Span> = None;
            check.report_moves_back(stmts);
            for stmt in stmts {
                if let Some(span) = left.take() {
                    let help = "remove it, or put `return` into an `if`";
                    let finding = Diagnostic::new(Code::W11, stmt.span, "this statement is never reached");
                    check.report(finding.and(span, "the effect ends here").help(help));
                }
                if matches!(stmt.node, StmtNode::Return) {
                    left = Some(stmt.span);
                }
                // An `if` or `while` is counted by its condition.
                let is_asked = matches!(stmt.node, StmtNode::If(..) | StmtNode::While(..));
                let place = if is_asked { None } else { check.record_place(stmt.span, PlaceKind::Statement) };
                lowered.extend(place.map(Stmt::Reached));
                lowered.extend(check.lower_whole(stmt));
            }
            lowered
        })
    }

    /// Reports W26 for `move p to q move q to p`: the piece on q is replaced, and the one from p goes back.
    fn report_moves_back(&mut self, stmts: &[ast::Stmt]) {
        let mut before: Option<(&ast::Stmt, &ast::Expr, &ast::Expr)> = None;
        for stmt in stmts {
            match (&stmt.node, before) {
                (StmtNode::Move(from, to), Some((first, p, q)))
                    if self.text(from.span) == self.text(q.span) && self.text(to.span) == self.text(p.span) =>
                {
                    let (p, q) = (self.text(p.span), self.text(q.span));
                    let message = "this moves the same piece back";
                    let note = format!("a piece on `{q}` is replaced here, and lost");
                    let help = format!(
                        "to exchange two pieces, write `let x = at({p}) let y = at({q}) put y at {p} put x at {q}`"
                    );
                    if !self.is_inherited(stmt.span) {
                        self.report(Diagnostic::new(Code::W26, stmt.span, message).and(first.span, note).help(help));
                    }
                    before = None;
                }
                (StmtNode::Move(from, to), _) => before = Some((stmt, from, to)),
                // A local value or a variable changes nothing on the board.
                (StmtNode::Let(..) | StmtNode::Assign(..), _) => {}
                _ => before = None,
            }
        }
    }

    /// Lowers a statement to one or, on a board with stacks, several.
    fn lower_whole(&mut self, stmt: &ast::Stmt) -> Vec<Stmt> {
        let done = match &stmt.node {
            StmtNode::RemoveTop(n, at) => self.lower_remove_of("stack_lift", n.as_ref(), at, stmt.span),
            StmtNode::RemoveBottom(n, at) => self.lower_remove_of("stack_raise", n.as_ref(), at, stmt.span),
            StmtNode::MoveTop(n, from, to)
                if self.report_moved_under(
                    Some(&n.as_ref().map_or("1".to_owned(), |n| self.text(n.span))),
                    from,
                    to,
                ) =>
            {
                None
            }
            StmtNode::MoveTop(n, from, to) => self.lower_move_top(n.as_ref(), from, to, stmt.span),
            _ => self.lower_stmt(stmt).map(|lowered| match self.words {
                Some(_) if !self.is_word_of_stacks(stmt.span) => self.on_stacks(lowered, stmt.span),
                _ => vec![lowered],
            }),
        };
        done.unwrap_or_default()
    }

    fn lower_stmt(&mut self, stmt: &ast::Stmt) -> Option<Stmt> {
        let span = stmt.span;
        match &stmt.node {
            StmtNode::Let(name, value) => {
                self.lower_let(name, value, "a `let`").map(|(slot, value)| Stmt::Let(slot, value))
            }
            StmtNode::Var(name, ty, first) => {
                let value = match ty {
                    ty if self.report_range_of_variable(&name.node, first) => {
                        let Node::Binary(first, ..) = &first.node else { return None };
                        self.of_type(first, ty.as_ref().map_or(Type::Int, |ty| ty.node))
                    }
                    Some(ty) => self.of_type(first, ty.node),
                    None => self.any_or_kind(first),
                };
                let ty = value.as_ref().map(AnyExpr::ty).or(ty.as_ref().map(|ty| ty.node));
                let slot = match ty {
                    Some(ty) => {
                        let tags = self.tags_of_mutable(first);
                        let slot = self.bind(name, ty, "a `var`");
                        self.note_tags(tags);
                        Some(slot)
                    }
                    None => {
                        self.bind_held(name, Type::Int, LocalHome::Wrong, "a `var`");
                        None
                    }
                };
                if let Some(local) = self.body.scope.last_mut() {
                    local.mutable = true;
                }
                Some(Stmt::Let(slot?, value?))
            }
            StmtNode::If(condition, yes, no) => {
                let seen = self.params_seen;
                let holds = self.lower_condition(condition, PlaceKind::If);
                self.always_true(holds.as_ref(), seen, condition, "`if`");
                if let Some(known) = holds.as_ref().and_then(fold::known_condition) {
                    let never = if known { no.as_deref().unwrap_or(&[]) } else { yes };
                    self.switch_off(condition.span, never.iter().map(|stmt| stmt.span));
                }
                if let (Some(first), Some(last), Some(no)) = (yes.first(), yes.last(), no)
                    && let (Some(other), Some(end)) = (no.first(), no.last())
                {
                    self.alike(first.span.to(last.span), other.span.to(end.span));
                }
                let yes = self.lower_block(yes);
                let no = no.as_ref().map(|no| self.lower_block(no)).unwrap_or_default();
                Some(Stmt::If(holds?, yes, no))
            }
            StmtNode::For(name, over, body) => {
                let over = self.any_set(over)?;
                let (slot, body) = self.scoped(|check| {
                    (check.bind_element(name, &over, "the variable of a `for`"), check.lower_block(body))
                });
                let each = Generator { slot, over, body };
                self.report_wide_loop(stmt, &each);
                Some(Stmt::For(each, span))
            }
            StmtNode::While(condition, body) => {
                let holds = self.lower_condition(condition, PlaceKind::While);
                if holds.as_ref().and_then(fold::known_condition) == Some(false) {
                    self.switch_off(condition.span, body.iter().map(|stmt| stmt.span));
                }
                self.report_endless_choice(condition, body);
                let body = self.lower_block(body);
                Some(Stmt::While(holds?, body, condition.span))
            }
            StmtNode::Choose { may, name, over, text, body } => {
                self.lower_choose(*may, name, over, text.as_ref(), body, span)
            }
            StmtNode::Put { what, owner, at } => self.lower_put(what, owner.as_ref(), at, span),
            StmtNode::Remove(at) => {
                let cells = self.typed::<CellsExpr>(at)?;
                self.report_empty_cells(&cells, at.span, "`remove` takes pieces away");
                Some(Stmt::Remove(cells))
            }
            StmtNode::Move(from, to)
                if self.report_moved_bottom(from, to) || self.report_moved_under(None, from, to) =>
            {
                None
            }
            StmtNode::Move(from, to) => {
                let moved = self.any(from, Some(Type::Cell));
                if moved.as_ref().is_some_and(|moved| self.report_moved_set(moved, from, to, span)) {
                    return None;
                }
                let p = moved.and_then(|moved| CellExpr::from_any(self.fit(moved, Type::Cell, from)?));
                let q = self.typed::<CellExpr>(to);
                Some(Stmt::Move(p?, q?, span))
            }
            // They are several statements on the board.
            StmtNode::RemoveTop(..) | StmtNode::RemoveBottom(..) | StmtNode::MoveTop(..) => None,
            StmtNode::MoveEach(..) if self.words.is_some() => {
                let help = "move one stack after the other: `for c in own { move c to step(c, N) }`";
                self.refuse(Code::E20, span, "stacks cannot be moved all at once", help)
            }
            StmtNode::MoveEach(name, over, to) => {
                let over = self.typed::<CellsExpr>(over);
                let (slot, to) = self.scoped(|check| {
                    (check.bind(name, Type::Cell, "the variable of a `move each`"), check.typed::<CellExpr>(to))
                });
                Some(Stmt::MoveEach { slot, over: over?, to: to?, span })
            }
            StmtNode::Give(at, player) => {
                let (cells, player) = (self.typed::<CellsExpr>(at), self.typed::<PlayerExpr>(player));
                let cells = cells?;
                self.report_empty_cells(&cells, at.span, "`give` changes the owner of pieces");
                Some(Stmt::Give(cells, player?, span))
            }
            StmtNode::Again => {
                self.body.again = true;
                Some(Stmt::Again)
            }
            StmtNode::Return => {
                if self.body.effect.is_none() {
                    let message = "`return` can be used in an effect only";
                    return self.refuse(Code::E20, span, message, "in a `do`, use `if`");
                }
                Some(Stmt::Return)
            }
            StmtNode::Assign(target, op, value) => self.lower_assignment(target, *op, value, span),
            StmtNode::Call(call) => self.call_effect(call, span),
        }
    }

    /// Reports W29 for a `while` around a `may choose` alone: without a choice nothing changes, and the loop goes on.
    fn report_endless_choice(&mut self, condition: &ast::Expr, body: &[ast::Stmt]) {
        let [ast::Stmt { node: StmtNode::Choose { may: true, .. }, span }] = body else { return };
        if self.is_inherited(*span) {
            return;
        }
        let condition = crate::syntax::one_line(&self.text(condition.span));
        let head = Span { end: span.start + "may choose".len() as u32, ..*span };
        let finding = Diagnostic::new(Code::W29, head, "the loop does not end: without a choice, nothing changes");
        self.report(finding.help(format!(
            "end it by a variable: `var going = true`, `while going and {condition} {{ going = false; may choose .. {{ going = true; .. }} }}`"
        )));
    }

    /// Reports W15 for a statement about the pieces on cells that are all empty when it runs, such as `remove q & empty`.
    fn report_empty_cells(&mut self, cells: &CellsExpr, span: Span, what: &str) {
        if is_all_empty(cells) && !self.is_inherited(span) {
            let message = format!("there is no piece: {} has empty cells only", self.short(span));
            let help = format!("{what}: write the cells of pieces, such as `q & enemy`");
            self.report(Diagnostic::new(Code::W15, span, message).help(help));
        }
    }

    /// Lowers `let n = E`. Returns the slot and the value.
    pub(super) fn lower_let(
        &mut self,
        name: &ast::Name,
        value: &ast::Expr,
        what: &'static str,
    ) -> Option<(Slot, AnyExpr)> {
        match self.any(value, None) {
            Some(lowered) => {
                let tags = self.tags_of(value);
                let slot = self.bind(name, lowered.ty(), what);
                self.note_tags(tags);
                Some((slot, lowered))
            }
            None => {
                self.bind_held(name, Type::Int, LocalHome::Wrong, what);
                None
            }
        }
    }

    fn lower_choose(
        &mut self,
        may: bool,
        name: &ast::Name,
        over: &ast::Expr,
        text: Option<&ast::Template>,
        body: &[ast::Stmt],
        span: Span,
    ) -> Option<Stmt> {
        self.body.chooses = true;
        let over = self.any_set(over)?;
        let mark = self.body.scope.len();
        let slot = self.bind_element(name, &over, "the variable of a `choose`");
        let text = match text {
            Some(text) => self.lower_template(text),
            None => {
                let value = local(over.element(), slot);
                Some(Text::Parts(vec![TextPart::Plain("-".into()), TextPart::Value(value)]))
            }
        };
        // A name in the text alone does not count as used.
        if let Some(local) = self.body.scope.last_mut() {
            local.used = false;
        }
        let body = self.lower_block(body);
        let chosen = self.unbind(mark);
        self.indifferent(&chosen, &over, "the options of this `choose` differ only in their texts");
        Some(Stmt::Choose(Box::new(Choose { may, name: name.node.clone(), slot, over, text: text?, body, span })))
    }

    /// Lowers `put K of P at S` and `put x at S`.
    fn lower_put(&mut self, what: &ast::Expr, owner: Option<&ast::Expr>, at: &ast::Expr, span: Span) -> Option<Stmt> {
        if self.report_put_of_stack(what, owner, at, span) {
            return None;
        }
        let player = owner.map(|owner| self.typed::<PlayerExpr>(owner));
        let cells = self.typed::<CellsExpr>(at);
        if owner.is_none() {
            self.report_late_owner(what, at, span);
        }
        let any = self.any(what, Some(Type::Kind))?;
        match any {
            AnyExpr::Piece(piece) => {
                if let Some(owner) = owner {
                    let text = self.text(what.span);
                    let help = format!("for a piece of its kind, write `put kind({text}) of ... at ...`");
                    return self.refuse(Code::E10, owner.span, "this piece already has an owner", help);
                }
                Some(Stmt::PutPiece { piece, at: cells?, span })
            }
            any => {
                let AnyExpr::Kind(kind) = self.fit(any, Type::Kind, what)? else { return None };
                let neutral = matches!(kind, KindExpr::Const(Kind(k)) if self.kinds.get(k as usize).is_some_and(|info| info.neutral));
                if let (true, Some(owner)) = (neutral, owner) {
                    let name = self.text(what.span);
                    let help = format!("write `put {name} at ...`");
                    return self.refuse(Code::E10, owner.span, format!("`{name}` is neutral: it has no owner"), help);
                }
                let owner = match player {
                    Some(player) => player?,
                    None if neutral => PlayerExpr::Const(Player::NOBODY),
                    None => PlayerExpr::Mover,
                };
                Some(Stmt::PutKind { kind, owner, at: cells?, span })
            }
        }
    }

    /// Reports W27 for `put stone at p of mover`, which puts a stone on p only if the mover has a piece there.
    fn report_late_owner(&mut self, what: &ast::Expr, at: &ast::Expr, span: Span) {
        let Node::Of(cell, owner) = &at.bare().node else { return };
        let is_one = self.probe(cell, Some(Type::Cells)).is_some_and(|value| value.ty() == Type::Cell);
        if !is_one || !self.is_kind_name(what) || self.is_inherited(span) {
            return;
        }
        let (what, cell, owner) = (self.text(what.span), self.text(cell.span), self.text(owner.span));
        let meant = format!("put {what} of {owner} at {cell}");
        let message = format!("`{cell} of {owner}` is the cell only if {owner} has a piece there");
        let finding = Diagnostic::new(Code::W27, at.span, message);
        let finding = finding.help(format!("for a piece of {owner}, write `{meant}`"));
        self.report(finding.fix(format!("write `{meant}`"), span, meant, false));
    }

    /// Lowers `e(p, q)` as a statement.
    fn call_effect(&mut self, call: &ast::Expr, span: Span) -> Option<Stmt> {
        let Node::Call(name, args) = &call.node else {
            let help = "a statement changes something, such as `put stone at p` or an effect `mill(p)`";
            return self.refuse(Code::E01, span, "this is not a statement", help);
        };
        let Some((Global::Effect(at), _)) = self.globals.get(&name.node).copied() else {
            match self.globals.get(&name.node).copied() {
                Some((global, place)) => {
                    let message = format!("`{}` is {}, not an effect", name.node, global.describe());
                    let help = "only an effect can be called as a statement";
                    self.report(Diagnostic::new(Code::E10, name.span, message).and(place, "").help(help));
                }
                None if self.lost.name(&name.node) || self.is_before_result(span) => {}
                None if let Some(absent) = crate::absent::find_absent(&name.node) => {
                    self.error_help(Code::E02, name.span, absent.message, absent.help);
                }
                None => {
                    let candidates: Vec<String> =
                        self.effects.iter().map(|effect| effect.ast.name.node.clone()).collect();
                    let near = crate::suggest::did_you_mean(&name.node, candidates.iter().map(String::as_str));
                    let near = near.or_else(|| keywords::explain_statement(&name.node).map(str::to_owned));
                    let help = near.unwrap_or_else(|| {
                        format!(
                            "declare it, `effect {}(...) {{ ... }}`, or use `put`, `remove`, `move`, `give`",
                            name.node
                        )
                    });
                    self.error_help(Code::E02, name.span, format!("unknown effect `{}`", name.node), help);
                }
            }
            return None;
        };
        self.effects[at].used |= self.body.effect != Some(at);
        self.body.calls.push(at);
        let ast = self.effects[at].ast;
        self.record_use(ast.name.span, span);
        let values = self.lower_args(&ast.name, &ast.parameters, args, "()", span)?;
        Some(Stmt::Call(EffectId(at as u16), values, span))
    }

    /// Returns whether `wins` or `loses` follows, which has been reported: `owner(q) loses`.
    fn is_before_result(&self, span: Span) -> bool {
        let source = self.sources.get(span.source);
        let rest = source.text.get(span.end as usize..).unwrap_or("");
        rest.split_whitespace().next().is_some_and(|word| matches!(word, "wins" | "loses"))
    }
}

/// Returns whether a set has empty cells only, whatever the position is.
fn is_all_empty(cells: &CellsExpr) -> bool {
    match cells {
        CellsExpr::Empty => true,
        CellsExpr::Op(SetOp::And, sides) => is_all_empty(&sides.0) || is_all_empty(&sides.1),
        CellsExpr::Op(SetOp::Or, sides) => is_all_empty(&sides.0) && is_all_empty(&sides.1),
        CellsExpr::Op(SetOp::Except, sides) => is_all_empty(&sides.0),
        _ => false,
    }
}
