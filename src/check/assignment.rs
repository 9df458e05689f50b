//! Lowers assignments: `n = E`, `n += E`.

use super::checker::*;
use super::fold;
use super::tags::Tags;
use super::types::*;
use crate::diagnostic::{Code, Diagnostic};
use crate::game::expr::*;
use crate::game::rules::VarId;
use crate::game::stmt::*;
use crate::source::Span;
use crate::syntax::ast::{self, AssignOp, Node};

impl<'a> Checker<'a> {
    /// Lowers `n = E`, `n += E` and `hand(mover) -= 1`.
    pub(super) fn lower_assignment(
        &mut self,
        target: &ast::Expr,
        op: AssignOp,
        value: &ast::Expr,
        span: Span,
    ) -> Option<Stmt> {
        let (name, args): (&str, &[ast::Expr]) = match &target.node {
            Node::Name(name) => (name, &[]),
            Node::Call(name, args) => (&name.node, args),
            _ => {
                return self.refuse(Code::E05, target.span, "only a variable can be set", "declare one: `var n = 0`");
            }
        };
        if let Some(found) = self.body.scope.iter().rposition(|local| local.name == name) {
            let local = self.body.scope[found].clone();
            if !local.mutable {
                return self.refuse_with(
                    Diagnostic::new(Code::E05, target.span, format!("`{name}` is {} and cannot be set", local.what))
                        .and(local.span, "declared here")
                        .help("for a local that changes, write `var`: `var here = p`"),
                );
            }
            let LocalHome::Slot(slot) = local.held else { return None };
            let now = super::types::local(local.ty, slot);
            let value = self.new_value(op, now, (local.ty, local.tags()), value, span)?;
            return Some(Stmt::Let(slot, value));
        }
        if self.report_set_of_stacks(name, target.span) {
            return None;
        }
        match self.globals.get(name).copied() {
            Some((Global::Var(at), _)) => {
                self.vars[at].set = true;
                let indexes = self.lower_indexes(at, args, target.span)?;
                let ty = self.var_type(at, target.span)?;
                let var = VarRef { var: VarId(at as u16), indexes, at: target.span.into() };
                let value = self.new_value(op, variable(ty, var.clone()), (ty, self.vars[at].tags), value, span)?;
                Some(Stmt::Set { target: var, value })
            }
            Some((global, place)) => {
                let what = global.describe();
                let help = match global {
                    Global::Param(_) => "a parameter is fixed before play; for what changes during play, write a `var`",
                    _ => "for what changes during play, write a `var`",
                };
                self.refuse_with(
                    Diagnostic::new(Code::E05, target.span, format!("`{name}` is {what} and cannot be set"))
                        .and(place, "")
                        .help(help),
                )
            }
            None => {
                if super::words::is_word(name) {
                    if matches!(name, "at" | "kind" | "board") {
                        return self.refuse_cell_assignment(name, args, value, (target.span, span));
                    }
                    let message = format!("`{name}` is a word of the language and cannot be set");
                    let help = match name {
                        "mover" | "next" => {
                            "turns pass by themselves; for another move of the same player, write `again`; if a move names the next \
                             player, let the others wait: `action wait() when due != mover`"
                        }
                        "own" | "enemy" | "empty" | "occupied" | "pieces" => {
                            "`put`, `remove`, `move` and `give` change what stands on the board"
                        }
                        "owner" => "to change the owner of a piece, write `give p to mover`",
                        _ => "for what changes during play, write a `var` with another name",
                    };
                    return self.refuse_with(Diagnostic::new(Code::E05, target.span, message).help(help));
                }
                let locals = self.body.scope.iter().filter(|local| local.mutable).map(|local| local.name.clone());
                let vars = self.vars.iter().map(|var| var.ast.name.node.clone());
                let candidates: Vec<String> = locals.chain(vars).collect();
                let is_slip = !crate::suggest::nearest(name, candidates.iter().map(String::as_str)).is_empty();
                if (op == AssignOp::Set || !args.is_empty())
                    && !is_slip
                    && self.report_undeclared(name, args, value, target.span)
                {
                    return None;
                }
                self.report_unknown(name, target.span, "variable", candidates);
                None
            }
        }
    }

    /// Reports `at(q) = king` and says how to put the piece on the cell.
    fn refuse_cell_assignment<T>(
        &mut self,
        word: &str,
        args: &[ast::Expr],
        value: &ast::Expr,
        (target, span): (Span, Span),
    ) -> Option<T> {
        let message = format!("`{word}` is a word of the language and cannot be set");
        let report = Diagnostic::new(Code::E05, target, message);
        let [cell] = args else {
            return self
                .refuse_with(report.help("`put K at p` puts a piece of kind K on a cell; `remove p` removes it"));
        };
        let (cell, piece) = (self.text(cell.span), self.text(value.span));
        if matches!(value.as_name(), Some("nothing" | "empty")) {
            let meant = format!("remove {cell}");
            return self.refuse_with(report.suggest(span, meant, false));
        }
        let meant = format!("put {piece} at {cell}");
        self.refuse_with(match self.words {
            // It would lie on top of what is there.
            Some(_) => report.help(format!("to replace the top, write `remove top of {cell}; {meant}`, in braces")),
            None => report.suggest(span, meant, false),
        })
    }

    /// Returns the new value of a variable after `=`, `+=` or `-=`.
    fn new_value(
        &mut self,
        op: AssignOp,
        now: AnyExpr,
        (ty, tags): (Type, Tags),
        value: &ast::Expr,
        span: Span,
    ) -> Option<AnyExpr> {
        if op == AssignOp::Set {
            return self.of_type_among(value, ty, tags);
        }
        let AnyExpr::Int(now) = now else {
            let (sign, set) = if op == AssignOp::Add { ("+=", "|") } else { ("-=", "except") };
            let message = format!("`{sign}` expects numbers, found {}", ty.describe());
            let target = Span { end: value.span.start, ..span };
            let target = self.text(target).trim_end_matches(['+', '-', '=', ' ']).to_owned();
            let meant = format!("{target} = {target} {set} {}", self.text(value.span));
            if let Some(help) = self.help_for_tags(tags) {
                return self.refuse(Code::E10, span, message, help.replace("write", &format!("set `{target}` to")));
            }
            let finding = Diagnostic::new(Code::E10, span, message).help(format!("write `{meant}`"));
            let is_one = !matches!(value.bare().node, Node::Binary(..)) && ty.is_set();
            return self.refuse_with(finding.fix(format!("write `{meant}`"), span, meant, is_one));
        };
        let value = self.typed::<IntExpr>(value)?;
        let arith = if op == AssignOp::Add { Arith::Add } else { Arith::Sub };
        Some(AnyExpr::Int(fold::arith(arith, now, value, span)))
    }
}
