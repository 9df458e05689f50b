//! Reports a value of another type than expected, with what to write instead.

use super::checker::*;
use super::lint::walk;
use super::types::*;
use crate::diagnostic::{Code, Diagnostic, Edit};
use crate::game::expr::*;
use crate::source::Span;
use crate::syntax::ast::{self, BinaryOp, Node};

/// What to write for the set of all cells.
pub(super) const ALL_CELLS: &str = "`all` are all directions; all cells are `board`";

impl Checker<'_> {
    /// Reports E10 with a help for this pair of types.
    pub(super) fn report_mismatch(&mut self, any: &AnyExpr, want: Type, expr: &ast::Expr) {
        let got = any.ty();
        let text = self.text(expr.span);
        let short = text.len() <= 40 && !text.contains('\n');
        if want == Type::Dir && got == Type::Dirs {
            let message = "expected one direction, found several".to_string();
            let text = if short { text.as_str() } else { "..." };
            let binder = format!("take one at a time with a binder: `d: {text}`");
            let help = match any {
                AnyExpr::Dirs(MaskExpr::Const(_)) => binder,
                _ => format!("{binder}; if the set always has one element, write `the({text})`"),
            };
            self.error_help(Code::E14, expr.span, message, help);
            return;
        }
        let help = match (got, want) {
            (Type::Kind | Type::Kinds, Type::Cells | Type::Cell) => match self.kinds_in_braces(expr) {
                Some(names) => Some(format!("for the cells of these pieces, write `{names}` without braces")),
                None => Some(format!(
                    "for the cells of these pieces, write `{{ p in pieces: kind(p) == {} }}`",
                    if short { &text } else { "k" }
                )),
            },
            (Type::Cells, Type::Kinds) => Some("for the kind itself, write braces: `{king}`".to_string()),
            (Type::Cells, Type::Kind) => Some(
                "the name of a kind means its cells; for the kind itself, write `the({..})` around the name, or let a def say that it is a \
                 kind: `def f(..): kind = ..`"
                    .into(),
            ),
            (Type::Cells, Type::Cell) => {
                let only = if short { format!("the({text})") } else { "the(...)".to_string() };
                let help = "if the set always has one cell, write";
                let others =
                    "otherwise take one at a time: a binder `p: ...`, `for p in ... { }`, `union(p in ...: ...)`";
                Some(format!("{help} `{only}`; {others}"))
            }
            (Type::Players, Type::Player) | (Type::Kinds, Type::Kind) if short => {
                Some(format!("if the set always has one element, write `the({text})`"))
            }
            (Type::Cell | Type::Cells, Type::Bool) if short => {
                Some(format!("test the set: `some({text})`, `none({text})` or `p in {text}`"))
            }
            (Type::Dirs | Type::Players | Type::Kinds | Type::Ints, Type::Bool) => {
                Some("test the set: `some(...)`, `none(...)` or `x in ...`".into())
            }
            (Type::Int, Type::Bool) if matches!(expr.bare().node, Node::Number(_)) => {
                Some(format!("write both conditions in full, `x == 1 or x == {text}`, or write `x in {{1, {text}}}`"))
            }
            (Type::Int, Type::Bool) if short => Some(format!("compare it: `{text} > 0`")),
            (Type::Tag, Type::Bool) if short => self.comparison_of_tag(expr).map(|meant| format!("write `{meant}`")),
            (Type::Cells | Type::Dirs | Type::Players | Type::Kinds, Type::Int) if short => {
                Some(format!("to count its elements, write `count({text})`"))
            }
            (Type::Piece, Type::Cells | Type::Cell) => Some("a piece is not the cell it stands on".into()),
            (Type::Piece, Type::Kind) if short => Some(format!("for its kind, write `kind({text})`")),
            (Type::Piece, Type::Player) if short => Some(format!("for its owner, write `owner({text})`")),
            (Type::Cells, Type::Piece) if self.is_kind_name(expr) => Some(format!("name the owner: `{text} of mover`")),
            (Type::Cell, Type::Piece) if short => Some(format!("for the piece on this cell, write `at({text})`")),
            (Type::Cell, Type::Player) if short => {
                Some(format!("for the owner of the piece on this cell, write `owner({text})`"))
            }
            (Type::Cell, Type::Kind) if short => {
                Some(format!("for the kind of the piece on this cell, write `kind({text})`"))
            }
            (Type::Cells, Type::Player | Type::Players) if text == "enemy" => Some(self.help_for_enemy()),
            (Type::Player, Type::Cells) if short => {
                Some(format!("for the pieces of this player, write `pieces of {text}`"))
            }
            (Type::Int, Type::Cell | Type::Cells) if short && self.board.has_numbers() => {
                Some(format!("for the cell with the number {text}, write `cell({text})`"))
            }
            (Type::Int, Type::Cell | Type::Cells) => Some(
                "for the cells of a row, write `rows(n)`, of a column `columns(n)`; for one cell `cell(column, row)`"
                    .into(),
            ),
            (Type::Bool, Type::Int) if short => Some(format!("write `if {text} then 1 else 0`")),
            (Type::Dirs, Type::Cells) if text == "all" => Some(ALL_CELLS.into()),
            (Type::Dir | Type::Dirs, Type::Cells) => {
                self.edges_for(expr).map(|edges| format!("for the cells at this edge of the board, write `{edges}`"))
            }
            _ => None,
        };
        let message = format!("expected {}, found {}", want.describe(), got.describe());
        let mut diagnostic = Diagnostic::new(Code::E10, expr.span, message).labeled(got.describe());
        if let Some(instead) = help.as_deref().and_then(|help| quoted_with(help, &text)).filter(|_| short) {
            let instead = instead.to_owned();
            diagnostic = diagnostic.fix(format!("write `{instead}`"), expr.span, instead, false);
        }
        diagnostic.help = help;
        if got == Type::Dir && matches!(want, Type::Cell | Type::Cells) {
            diagnostic = self.explain_direction(diagnostic, expr);
        }
        if want == Type::Kind && got == Type::Cells {
            diagnostic = self.mention_type_of_def(diagnostic, expr);
        }
        if want.set() == Some(got) {
            diagnostic = self.mention_braces(diagnostic, expr);
        }
        self.report(diagnostic);
    }

    /// Returns what to write for the cells at the edges of the board in these directions, or `None` if they have no common name.
    fn edges_for(&self, dirs: &ast::Expr) -> Option<String> {
        match &dirs.bare().node {
            Node::Name(name) if matches!(name.as_str(), "all" | "orthogonal" | "diagonal" | "sideways") => None,
            Node::Name(name) if self.body.local(name).is_some_and(|local| local.is_bound()) => None,
            // `edge(N | S)` would be the cells at both.
            Node::Binary(a, op, b) if op.node == BinaryOp::Or => {
                Some(format!("{} | {}", self.edges_for(a)?, self.edges_for(b)?))
            }
            Node::Name(name) => Some(format!("edge({name})")),
            _ => None,
        }
    }

    /// Reports `move chain to step(chain, d)` for a set `chain`, with the `move each` that is meant. Returns whether it is one.
    pub(super) fn report_moved_set(&mut self, moved: &AnyExpr, from: &ast::Expr, to: &ast::Expr, span: Span) -> bool {
        let Some(name) = from.as_name().filter(|_| moved.ty() == Type::Cells && self.words.is_none()) else {
            return false;
        };
        let mut uses = Vec::new();
        walk(to, &mut |other, place| uses.extend((other == name).then_some(place)));
        let is_free = |cell: &&str| self.body.local(cell).is_none() && !self.globals.contains_key(*cell);
        let Some(cell) = ["c", "x", "from"].into_iter().find(is_free).filter(|_| !uses.is_empty()) else {
            return false;
        };
        let (mut target, mut start) = (String::new(), to.span.start);
        for place in uses {
            target += &self.text(Span { start, end: place.start, ..place });
            target += cell;
            start = place.end;
        }
        target += &self.text(Span { start, ..to.span });
        let message = format!("`move` takes one cell, found {}", moved.ty().describe());
        let finding = Diagnostic::new(Code::E10, from.span, message).labeled(moved.ty().describe());
        self.report(finding.suggest(span, format!("move each {cell} in {name} to {target}"), false));
        true
    }

    /// Adds to a report about a variable that runs over directions where cells are wanted what was probably meant: cells, or a step.
    fn explain_direction(&self, finding: Diagnostic, expr: &ast::Expr) -> Diagnostic {
        let local = expr.as_name().and_then(|name| self.body.local(name)).filter(|local| local.is_bound());
        let Some(local) = local else { return finding };
        let mut finding = finding.and(local.span, format!("`{}` runs over directions", local.name));
        let cell = self.body.scope.iter().rev().find(|local| local.ty == Type::Cell);
        finding.help = match cell {
            _ if local.among.as_ref().is_some_and(|among| among.len() == self.board.dirs()) => Some(ALL_CELLS.into()),
            Some(cell) => {
                Some(format!("for the next cell in this direction, write `step({}, {})`", cell.name, local.name))
            }
            None => None,
        };
        finding
    }

    /// Adds to a report about a set where one element is expected that braces make it a set: `if C then { 1 } else { 2 }`.
    fn mention_braces(&self, finding: Diagnostic, expr: &ast::Expr) -> Diagnostic {
        let name = match &expr.bare().node {
            Node::Name(name) => Some(name),
            Node::Call(name, _) => Some(&name.node),
            _ => None,
        };
        let value = match name.and_then(|name| self.globals.get(name.as_str())) {
            Some((Global::Def(at), _)) => &self.defs[*at].ast.body,
            _ => expr,
        };
        let mut results = Vec::new();
        list_results(value, &mut results);
        let inside = results.iter().map(|result| match &result.bare().node {
            Node::List(elements) if elements.len() == 1 => elements.first(),
            _ => None,
        });
        let Some(elements) = inside.collect::<Option<Vec<_>>>().filter(|_| value.span.source.0 == 0) else {
            return finding;
        };
        let edits: Vec<Edit> = results
            .iter()
            .zip(elements)
            .map(|(result, element)| Edit { span: result.span, text: self.text(element.span) })
            .collect();
        let (mut meant, mut at) = (String::new(), value.span.start);
        for edit in &edits {
            meant.push_str(&self.text(Span { start: at, end: edit.span.start, ..value.span }));
            meant.push_str(&edit.text);
            at = edit.span.end;
        }
        meant.push_str(&self.text(Span { start: at, ..value.span }));
        let help = format!("braces make a set; write `{}`", crate::syntax::one_line(&meant));
        let finding = finding.help(help).edits("remove the braces", edits, false);
        match results.first() {
            Some(first) if !expr.span.contains(first.span) => finding.and(first.span, "a set, because of its braces"),
            _ => finding,
        }
    }

    /// Returns the def of this file without a type whose value an expression is, with its name and place.
    pub(super) fn untyped_def<'e>(&self, expr: &'e ast::Expr) -> Option<(usize, &'e str, Span)> {
        let name = match &expr.bare().node {
            Node::Name(name) => name,
            Node::Call(name, _) => &name.node,
            _ => return None,
        };
        let (Global::Def(at), place) = self.globals.get(name.as_str()).copied()? else { return None };
        (self.defs[at].ast.ty.is_none() && place.source.0 == 0).then_some((at, name, place))
    }

    /// Adds to a report about cells where a kind is expected that the def needs a type, if they are the value of one.
    fn mention_type_of_def(&self, finding: Diagnostic, expr: &ast::Expr) -> Diagnostic {
        let Some((at, name, place)) = self.untyped_def(expr) else { return finding };
        let ast = self.defs[at].ast;
        let after = ast.parameters.last().map_or(place.end, |last| last.ty.span.end);
        let source = self.sources.get(place.source);
        let equals = source.text.get(after as usize..).and_then(|rest| rest.find('=')).unwrap_or(0);
        let before = source.text.get(..after as usize + equals).unwrap_or("").trim_end().len();
        let gap = Span::new(place.source, before, before);
        let shown = source.text.get(place.start as usize..before).unwrap_or(name);
        let help = format!("the name of a kind means its cells here; write `def {shown}: kind = ..`");
        let finding = finding.and(place, "declared here without a type").help(help);
        finding.fix("write `: kind`", gap, ": kind", false)
    }

    /// Returns `king | queen` for `{king, queen}`.
    fn kinds_in_braces<'e>(&self, expr: &'e ast::Expr) -> Option<String> {
        let Node::List(list) = &expr.node else { return None };
        let name = |item: &'e ast::Expr| if let Node::Name(name) = &item.node { Some(name.as_str()) } else { None };
        let names: Option<Vec<&str>> = list.iter().map(name).collect();
        Some(names?.join(" | "))
    }

    /// Says how to write the player whose pieces `enemy` are.
    fn help_for_enemy(&self) -> String {
        match self.players.len() {
            2 => "`enemy` is a set of cells; for the player, write `rival(mover)`".to_owned(),
            _ => "`enemy` is a set of cells; the other players are `players except mover`, one of them \
                is `P` in `union(P in players except mover: pieces of P)`"
                .to_owned(),
        }
    }
}

/// Returns the first code in a help that contains the text and is longer: `count(own)` for `own`.
fn quoted_with<'h>(help: &'h str, text: &str) -> Option<&'h str> {
    let mut quoted = help.split('`').skip(1).step_by(2);
    quoted.find(|quoted| quoted.len() > text.len() && quoted.contains(text) && !quoted.contains(".."))
}

/// Lists the expressions one of which is the value of an expression: the branches of an `if`, the arms of a `match`.
fn list_results<'e>(expr: &'e ast::Expr, into: &mut Vec<&'e ast::Expr>) {
    match &expr.bare().node {
        Node::If(_, yes, no) => [yes, no].into_iter().for_each(|branch| list_results(branch, into)),
        Node::Match(_, arms) => arms.iter().for_each(|arm| list_results(&arm.body, into)),
        _ => into.push(expr),
    }
}
