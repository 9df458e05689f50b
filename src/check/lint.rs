//! Warnings about rules that are valid but probably not meant.

use super::checker::*;
use super::types::*;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast::{self, BinaryOp, ItemNode, Node, StmtNode};

impl<'a> Checker<'a> {
    /// Reports the warnings that need the whole file.
    pub(super) fn lint(&mut self, items: &'a [ast::Item], endings: &[&'a ast::Ending], always: bool) {
        self.stuck_players(items, endings, always);
        self.never_stuck(endings, always);
        self.never_both_stuck(endings);
        self.endless(items, endings);
        self.covered(endings);
        self.report_next_as_rival(endings);
        self.report_named_winners(endings);
        self.unused_items();
        self.report_unused_kinds(items);
        for at in 0..self.actions.len() {
            self.own_pieces(self.actions[at].ast);
            self.unasked_steps(self.actions[at].ast);
            self.report_idle_maximize(self.actions[at].ast);
        }
    }

    /// Reports W03 if no clause can end the game.
    fn endless(&mut self, items: &[ast::Item], endings: &[&ast::Ending]) {
        if endings.iter().any(|ending| !matches!(ending.result, ast::GameResult::Never)) {
            return;
        }
        let help = "add a clause that ends it: `end { when stuck(next): next loses }`";
        self.error_help(Code::W03, Self::span_of_end(items), "no clause can end the game", help);
    }

    /// Reports W21 for an `end` clause that an earlier, more general clause covers.
    fn covered(&mut self, endings: &[&ast::Ending]) {
        let several = self.players.len() > 2;
        let mut before: Vec<(Vec<String>, Span)> = Vec::new();
        for ending in endings {
            let mut parts = Vec::new();
            self.conjuncts(&ending.condition, &mut parts);
            let cover = before
                .iter()
                .find(|(earlier, _)| earlier.iter().all(|part| parts.contains(part)))
                .map(|(_, span)| *span);
            if let Some(span) = cover
                && !self.is_inherited(ending.span)
            {
                let help = "put the clause with the narrower condition first";
                let finding = Diagnostic::new(Code::W21, ending.span, "this clause is never reached");
                self.report(finding.and(span, "this clause decides first, whenever it holds").help(help));
            }
            // Among more than two players a loss does not end the game, and the clauses below are still asked.
            if ending.each.is_none() && !(several && matches!(ending.result, ast::GameResult::Loses(_))) {
                before.push((parts, ending.span));
            }
        }
    }

    fn conjuncts(&self, condition: &ast::Expr, parts: &mut Vec<String>) {
        match &condition.bare().node {
            Node::Binary(left, op, right) if op.node == BinaryOp::Both => {
                self.conjuncts(left, parts);
                self.conjuncts(right, parts);
            }
            _ => parts.push(self.text(condition.bare().span).split_whitespace().collect::<Vec<_>>().join(" ")),
        }
    }

    /// Reports W10 for unused items.
    fn unused_items(&mut self) {
        let defs = self.defs.iter().filter(|def| !def.used).map(|def| &def.ast.name);
        let vars = self.vars.iter().filter(|var| !var.used && !var.set).map(|var| &var.ast.name);
        let effects = self.effects.iter().filter(|effect| !effect.used).map(|effect| &effect.ast.name);
        let names = defs.chain(vars).chain(effects).map(|name| (name.node.clone(), name.span));
        let params = self.params.iter().enumerate().filter(|(at, _)| !self.params_used.contains(at));
        let params = params.filter_map(|(_, param)| Some((param.name.clone(), self.globals.get(&param.name)?.1)));
        let mut unused: Vec<(String, Span)> = names.chain(params).collect();
        unused.retain(|(_, span)| !self.is_inherited(*span));
        for (name, span) in unused {
            self.error_help(Code::W10, span, format!("`{name}` is never used"), "remove it if it is not needed");
        }
        let unread = self.vars.iter().filter(|var| !var.used && var.set).map(|var| &var.ast.name);
        let unread = unread.filter(|name| !self.is_inherited(name.span));
        let unread: Vec<_> = unread.map(|name| (name.node.clone(), name.span)).collect();
        for (name, span) in unread {
            let help = "use it in a condition or a value, or remove it and what sets it";
            self.error_help(Code::W10, span, format!("`{name}` is set, but never read"), help);
        }
        let constant =
            self.vars.iter().filter(|var| var.used && !var.set && !var.ast.each_turn).map(|var| &var.ast.name);
        let constant = constant.filter(|name| !self.is_inherited(name.span));
        let constant: Vec<_> = constant.map(|name| (name.node.clone(), name.span)).collect();
        for (name, span) in constant {
            let target = self.example_of_target(&name);
            let help =
                format!("set it where it changes, as in `do {{ {target} }}`; if it never changes, make it a `def`");
            self.error_help(Code::W10, span, format!("`{name}` is never set: it keeps its first value"), help);
        }
    }

    /// Returns a statement that sets a variable, with its indexes and a value of its type: `score(mover) += 1`.
    fn example_of_target(&self, name: &str) -> String {
        let Some(var) = self.vars.iter().find(|var| var.ast.name.node == name) else { return format!("{name} = ..") };
        let indexes: Vec<String> = var
            .ast
            .indexes
            .iter()
            .map(|index| match &index.over {
                ast::IndexRange::Numbers(_) => index.name.node.clone(),
                ast::IndexRange::Type(ty) => match ty.node {
                    Type::Player => "mover".to_owned(),
                    Type::Cell => "p".to_owned(),
                    _ => index.name.node.clone(),
                },
            })
            .collect();
        let target = if indexes.is_empty() { name.to_owned() } else { format!("{name}({})", indexes.join(", ")) };
        match var.state.known().unwrap_or(Type::Int) {
            Type::Int => format!("{target} += 1"),
            Type::Player => format!("{target} = mover"),
            Type::Cell => format!("{target} = p"),
            Type::Cells => format!("{target} = {target} | p"),
            Type::Bool => format!("{target} = true"),
            _ => format!("{target} = .."),
        }
    }

    /// Reports W20 for a `move` or `put` that may land on an own piece.
    fn own_pieces(&mut self, action: &ast::Action) {
        // In a stack nothing is replaced.
        if self.words.is_some() {
            return;
        }
        for binder in &action.binders {
            if !may_hold_own(&binder.over) || self.is_inherited(binder.over.span) {
                continue;
            }
            let name = &binder.name.node;
            let asked = action.clauses.iter().any(|clause| match clause {
                ast::Clause::When(expr) | ast::Clause::Let(_, expr) => find_name(expr, name).is_some(),
                ast::Clause::As(_) => false,
            });
            if asked || !action.ensures.is_empty() {
                continue;
            }
            if let Some(body) = &action.body
                && let Some(span) = landing(body, name)
            {
                self.report(
                    Diagnostic::new(Code::W20, span, format!("an own piece on `{name}` may be replaced"))
                        .and(binder.over.span, "own pieces may be in this set")
                        .help(format!(
                            "to leave them out, write `{} except own` or `... & empty`",
                            self.text(binder.over.span)
                        )),
                );
            }
        }
    }

    /// Reports W20 for `move p to step(p, d)`, where no condition of the action asks what is there, and for a loop that moves own pieces
    /// one after the other.
    fn unasked_steps(&mut self, action: &ast::Action) {
        let Some(body) = action.body.as_ref().filter(|_| self.words.is_none() && action.ensures.is_empty()) else {
            return;
        };
        let conditions: Vec<&ast::Expr> = (action.clauses.iter())
            .filter_map(|clause| match clause {
                ast::Clause::When(expr) | ast::Clause::Let(_, expr) => Some(expr),
                ast::Clause::As(_) => None,
            })
            .collect();
        for stmt in body {
            let (target, looped) = match &stmt.node {
                StmtNode::Move(_, to) => (to, None),
                StmtNode::For(name, over, inner) => match inner.as_slice() {
                    [ast::Stmt { node: StmtNode::Move(from, to), .. }] if from.as_name() == Some(&name.node) => {
                        (to, Some((name, over)))
                    }
                    _ => continue,
                },
                _ => continue,
            };
            let Node::Call(word, args) = &target.bare().node else { continue };
            if word.node != "step" || self.globals.contains_key("step") || self.is_inherited(stmt.span) {
                continue;
            }
            let text = self.text(target.span);
            if let Some((name, over)) = looped {
                let takes_own = find_name(over, "own").is_some();
                let follows = args.first().and_then(ast::Expr::as_name) == Some(&name.node);
                if takes_own && follows {
                    let meant = format!("move each {} in {} to {text}", name.node, self.text(over.span));
                    let message =
                        format!("an own piece on `{text}` may be replaced: the pieces move one after the other");
                    let finding = Diagnostic::new(Code::W20, target.span, message);
                    self.report(finding.help(format!("to move all of them at once, write `{meant}`")));
                }
                continue;
            }
            // a condition on a part of the target asks about it, if only by a def
            let mut names: Vec<&str> = vec!["step"];
            args.iter().skip(1).for_each(|arg| walk(arg, &mut |name, _| names.push(name)));
            let asked =
                conditions.iter().any(|condition| names.iter().any(|name| find_name(condition, name).is_some()));
            let binds =
                action.binders.iter().any(|binder| names.iter().any(|name| find_name(&binder.over, name).is_some()));
            if !asked && !binds {
                let message =
                    format!("an own piece on `{text}` may be replaced, and a piece that leaves the board is lost");
                let finding = Diagnostic::new(Code::W20, target.span, message);
                self.report(finding.help(format!(
                    "say where it can go: `when {text} in empty`, or `when {text} in board except own`"
                )));
            }
        }
    }

    /// Returns whether a condition names a word, itself or by the defs that it uses.
    pub(super) fn asks(&self, condition: &ast::Expr, word: &str) -> bool {
        let (mut todo, mut seen, mut hit) = (vec![condition], Vec::new(), false);
        while let Some(expr) = todo.pop() {
            walk(expr, &mut |name, _| {
                hit |= name == word;
                todo.extend(self.open_def(name, &mut seen));
            });
        }
        hit
    }

    /// Returns the expressions of a def, unless it has been seen before.
    pub(super) fn open_def(&self, name: &str, seen: &mut Vec<usize>) -> Vec<&'a ast::Expr> {
        let Some((Global::Def(at), _)) = self.globals.get(name) else { return Vec::new() };
        if seen.contains(at) {
            return Vec::new();
        }
        seen.push(*at);
        let ast = self.defs[*at].ast;
        std::iter::once(&ast.body).chain(ast.wheres.iter().map(|(_, value)| value)).collect()
    }

    /// Returns the span of the keyword `end`, or the start of the file.
    pub(super) fn span_of_end(items: &[ast::Item]) -> Span {
        let end = items.iter().find(|item| matches!(item.node, ItemNode::End(_)));
        end.map_or(Span::default(), |item| Span { end: item.span.start + 3, ..item.span })
    }
}

/// Returns whether a set is one of the board's topology alone, in which own pieces may stand.
fn may_hold_own(set: &ast::Expr) -> bool {
    match &set.bare().node {
        Node::Name(name) => name == "board",
        Node::Call(name, args) => match name.node.as_str() {
            "neighbors" | "hop" | "leap" | "rows" | "columns" | "edge" | "side" => true,
            "ray" => args.len() == 2,
            _ => false,
        },
        Node::Binary(left, op, right) => match op.node {
            BinaryOp::And => may_hold_own(left) && may_hold_own(right),
            BinaryOp::Or => may_hold_own(left) || may_hold_own(right),
            BinaryOp::Except => {
                may_hold_own(left) && !["own", "occupied", "pieces"].iter().any(|name| find_name(right, name).is_some())
            }
            _ => false,
        },
        _ => false,
    }
}

/// Returns the span of an unconditional statement that puts or moves a piece to the cell with this name.
fn landing(body: &[ast::Stmt], name: &str) -> Option<Span> {
    body.iter().find_map(|stmt| match &stmt.node {
        StmtNode::Move(_, to) | StmtNode::MoveTop(_, _, to) | StmtNode::Put { at: to, .. } => {
            (to.as_name() == Some(name)).then_some(stmt.span)
        }
        _ => None,
    })
}

/// Returns the first place where an expression uses a name.
pub(super) fn find_name(expr: &ast::Expr, wanted: &str) -> Option<Span> {
    find_name_unless(expr, &|_| false, wanted)
}

/// Returns the first place where an expression uses a name, except in the parts to skip.
pub(super) fn find_name_unless(expr: &ast::Expr, skip: &dyn Fn(&ast::Expr) -> bool, wanted: &str) -> Option<Span> {
    let mut place = None;
    walk_unless(expr, skip, &mut |name, span| {
        if name == wanted && place.is_none() {
            place = Some(span);
        }
    });
    place
}

/// Shows every name in an expression.
pub(super) fn walk<'e>(expr: &'e ast::Expr, see: &mut dyn FnMut(&'e str, Span)) {
    walk_unless(expr, &|_| false, see);
}

/// Shows every name in an expression but for those parts of it that are to be skipped.
pub(super) fn walk_unless<'e>(
    expr: &'e ast::Expr,
    skip: &dyn Fn(&ast::Expr) -> bool,
    see: &mut dyn FnMut(&'e str, Span),
) {
    if skip(expr) {
        return;
    }
    match &expr.node {
        Node::Name(name) => see(name, expr.span),
        Node::Call(name, _) => see(&name.node, name.span),
        _ => {}
    }
    expr.parts().into_iter().for_each(|part| walk_unless(part, skip, see));
}
