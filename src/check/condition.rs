//! Conditions about single values and sets: `== != < <= > >=`, `in`, `within`, and what players can do.

use super::checker::*;
use super::fold;
use super::need::Need;
use super::types::*;
use crate::diagnostic::{Code, Diagnostic};
use crate::game::cells::Cell;
use crate::game::expr::*;
use crate::game::operator::Op;
use crate::game::piece::{Kind, Player};
use crate::game::place::PlaceKind;
use crate::source::Span;
use crate::syntax::ast::{self, BinaryOp, Node};

impl<'a> Checker<'a> {
    /// Checks `== != < <= > >=`.
    pub(super) fn comparison(
        &mut self,
        op: BinaryOp,
        left: &ast::Expr,
        right: &ast::Expr,
        span: Span,
    ) -> Option<BoolExpr> {
        if matches!(op, BinaryOp::Equal | BinaryOp::NotEqual) {
            let same = self.equality(left, op, right, span)?;
            return Some(if op == BinaryOp::Equal { same } else { fold::not(same) });
        }
        let (a, b) = (self.any(left, Some(Type::Int)), self.any(right, Some(Type::Int)));
        let set = |any: &Option<AnyExpr>| any.as_ref().is_some_and(|any| any.ty().is_set());
        if set(&a) && set(&b) {
            self.sets_in_order(left, right, span);
            return None;
        }
        let number = |check: &mut Self, any: Option<AnyExpr>, side| match check.fit(any?, Type::Int, side)? {
            AnyExpr::Int(number) => Some(number),
            _ => None,
        };
        let (a, b) = (number(self, a, left), number(self, b, right));
        let op = match op {
            BinaryOp::Less => Compare::Less,
            BinaryOp::LessEqual => Compare::LessEqual,
            BinaryOp::Greater => Compare::Greater,
            _ => Compare::GreaterEqual,
        };
        Some(fold::compare(op, a?, b?))
    }

    /// Reports E10 for `own > enemy`.
    fn sets_in_order(&mut self, left: &ast::Expr, right: &ast::Expr, span: Span) {
        let (a, b) = (self.text(left.span), self.text(right.span));
        let between = Span { start: left.span.end, end: right.span.start, ..span };
        let sign = self.text(between).trim().to_owned();
        let counted = format!("count({a}) {sign} count({b})");
        self.report(
            Diagnostic::new(Code::E10, span, format!("`{sign}` compares numbers, but these are sets"))
                .help(format!(
                    "to compare their sizes, write `{counted}`; to test whether one contains the other, \
                    write `{a} within {b}`"
                ))
                .fix(format!("write `{counted}`"), span, counted, false),
        );
    }

    /// Says how to compare a player with a number: by name, or by the place in turn order.
    fn help_for_player_number(&self, player: &ast::Expr, number: &ast::Expr) -> String {
        let (who, number) = (self.text(player.span), self.text(number.span));
        let at = number.parse::<usize>().ok().and_then(|number| number.checked_sub(1));
        let named = at.and_then(|at| self.players.get(at)).or(self.players.first());
        let name = named.map_or("White", |info| info.name.as_str());
        format!("players have names: write `{who} == {name}`; the place in turn order is `number({who}) == {number}`")
    }

    pub(super) fn equality(
        &mut self,
        left: &ast::Expr,
        op: BinaryOp,
        right: &ast::Expr,
        span: Span,
    ) -> Option<BoolExpr> {
        // An ambiguous side is lowered second, with the type of the other side.
        let vague = |check: &Self, expr: &ast::Expr| match &expr.bare().node {
            Node::List(list) => list.is_empty(),
            Node::Name(name) => name == "nothing" || check.is_kind_name(expr),
            _ => check.is_piece_name(expr),
        };
        let is_nothing = |expr: &ast::Expr| matches!(&expr.bare().node, Node::List(list) if list.is_empty());
        let (a, b) = if vague(self, left) && !is_nothing(right) {
            let b = self.any(right, None);
            let want = b.as_ref().and_then(wanted);
            (self.any(left, want), b)
        } else {
            let a = self.any(left, None);
            let want = a.as_ref().and_then(wanted);
            let b = self.any(right, want);
            (a, b)
        };
        let (a, b) = (a?, b?);
        let (left_ty, right_ty) = (a.ty(), b.ty());
        self.report_other_tag(left, right);
        self.report_element_against_set((&a, left), op, (&b, right), span);
        let target = if left_ty == right_ty {
            left_ty
        } else if left_ty.set() == right_ty.set() && left_ty.set().is_some() {
            left_ty.set()?
        } else if left_ty == Type::Piece {
            right_ty
        } else {
            left_ty
        };
        if coerce(a.clone(), target).is_err() || coerce(b.clone(), target).is_err() {
            let (first, second) = (left_ty.describe(), right_ty.describe());
            let message = format!("{first} and {second} cannot be compared");
            let mut diagnostic = Diagnostic::new(Code::E10, right.span, message).labeled(second).and(left.span, first);
            if left_ty == Type::Piece && self.is_kind_name(right) {
                diagnostic = diagnostic.help(format!(
                    "compare its kind: `kind({}) == {}`",
                    self.text(left.span),
                    self.text(right.span)
                ));
            } else if left_ty == Type::Cell && (right_ty == Type::Cells || self.is_kind_name(right)) {
                diagnostic = diagnostic.help(format!("write `{} in {}`", self.text(left.span), self.text(right.span)));
            } else if left_ty == Type::Cell && right.as_name() == Some("nothing") {
                let help = "no cell is `off`; `nothing` is no piece";
                diagnostic = diagnostic.help(help).fix("write `off`", right.span, "off", false);
            } else if let (Type::Player, Node::Number(_)) = (left_ty, &right.bare().node) {
                diagnostic = diagnostic.help(self.help_for_player_number(left, right));
            } else if let Some(help) = self.help_for_tags(self.tags_of(left) | self.tags_of(right)) {
                diagnostic = diagnostic.help(help);
            } else if left_ty == Type::Cells && right_ty == Type::Int {
                let (set, number) = (self.text(left.span), self.text(right.span));
                let meant = if number == "0" { format!("none({set})") } else { format!("count({set}) == {number}") };
                diagnostic = diagnostic.help(format!("write `{meant}`"));
            } else {
                diagnostic = diagnostic.help(self.help_for_comparison((left, left_ty), (right, right_ty)));
            }
            return self.refuse_with(diagnostic);
        }
        let (a, b) = (self.fit(a, target, left)?, self.fit(b, target, right)?);
        Some(match (a, b) {
            (AnyExpr::Int(a), AnyExpr::Int(b)) => fold::compare(Compare::Equal, a, b),
            (a, b) if target.is_set() => BoolExpr::SameSet(Box::new((SetExpr::from_any(a)?, SetExpr::from_any(b)?))),
            // In an example, a constant result is not folded: a failed example shows both values.
            (a, b) if self.body.context.is_beside_play() => BoolExpr::Same(Box::new((a, b))),
            (a, b) => fold::same(a, b),
        })
    }

    /// Says how two values of these types are compared.
    fn help_for_comparison(&self, (left, a): (&ast::Expr, Type), (right, b): (&ast::Expr, Type)) -> String {
        let (x, y) = (self.text(left.span), self.text(right.span));
        match (a, b) {
            (Type::Cell, Type::Player) => format!("for the owner of the piece on a cell, write `owner({x}) == {y}`"),
            (Type::Player, Type::Cell) => format!("for the owner of the piece on a cell, write `{x} == owner({y})`"),
            (Type::Piece, Type::Player) => format!("for the owner of a piece, write `owner({x}) == {y}`"),
            (Type::Player, Type::Piece) => format!("for the owner of a piece, write `{x} == owner({y})`"),
            (Type::Cell, Type::Kind) => format!("for the kind of the piece on a cell, write `kind({x}) == {y}`"),
            (Type::Kind, Type::Cell) => format!("for the kind of the piece on a cell, write `{x} == kind({y})`"),
            (Type::Players | Type::Dirs | Type::Kinds, Type::Int) => {
                format!("to count its elements, write `count({x}) == {y}`")
            }
            (Type::Int, Type::Players | Type::Dirs | Type::Kinds | Type::Cells) => {
                format!("to count its elements, write `{x} == count({y})`")
            }
            (Type::Player, Type::Cells) => {
                format!("the pieces of a player are `pieces of {x}`; the player of a cell is `owner(p)`")
            }
            (Type::Cells, Type::Player) => {
                format!("the pieces of a player are `pieces of {y}`; the player of a cell is `owner(p)`")
            }
            (Type::Cell, Type::Int) => format!("the row of a cell is `row({x})`, its column `column({x})`"),
            (Type::Int, Type::Cell) => format!("the row of a cell is `row({y})`, its column `column({y})`"),
            _ => "compare two values of the same type".to_owned(),
        }
    }

    /// Reports W24 for `p == own`, which holds only if the set has this element and no other, and for `p != own`.
    fn report_element_against_set(
        &mut self,
        (a, left): (&AnyExpr, &ast::Expr),
        op: BinaryOp,
        (b, right): (&AnyExpr, &ast::Expr),
        span: Span,
    ) {
        let (set, element, one, all) = match (a.ty().element(), b.ty().element()) {
            (Some(element), None) if element == b.ty() => (a, b, right, left),
            (None, Some(element)) if element == a.ty() => (b, a, left, right),
            _ => return,
        };
        // What the set is in the position of an example or a picture can be said exactly.
        let known = self.found.iter().any(|found| found.code == Code::W24 && found.span() == span);
        if known || self.body.context.is_beside_play() || self.is_inherited(span) || !self.is_plural(set) {
            return;
        }
        let (one, all) = (self.text(one.span), self.text(all.span));
        let finding = Diagnostic::new(Code::W24, span, format!("{} is compared with a set", element.ty().describe()));
        let meant = format!("{one} {} {all}", if op == BinaryOp::Equal { "in" } else { "not in" });
        let help = match op {
            BinaryOp::Equal => format!(
                "this holds only if `{all}` has just this element; to test whether it is in the set, write `{meant}`"
            ),
            _ => format!(
                "this fails only if `{all}` has just this element; to test that it is not in the set, write `{meant}`"
            ),
        };
        self.report(finding.help(help).fix(format!("write `{meant}`"), span, meant, false));
    }

    /// Checks `p in S`.
    pub(super) fn membership(&mut self, left: &ast::Expr, right: &ast::Expr) -> Option<BoolExpr> {
        if let Node::List(words) = &right.bare().node
            && words.iter().any(|word| self.tags_of(word) != 0)
        {
            return self.is_one_of_tags(left, words);
        }
        let set = self.any_set(right);
        let hint = if let Some(SetExpr::Kinds(_)) = set { Some(Type::Kind) } else { None };
        let element = self.any(left, hint);
        let (set, element) = (set?, element?);
        let (set_ty, ty) = (set.ty(), element.ty());
        if ty.is_set() {
            let (a, b) = (self.text(left.span), self.text(right.span));
            let help = format!(
                "if some of it must be in the other, write `some({a} & {b})`; if all of it must be, write `{a} \
                    within {b}`"
            );
            let message = format!("`in` expects a single element, found {}", ty.describe());
            return self.refuse(Code::E10, left.span, message, help);
        }
        if ty.set() != Some(set_ty) && !matches!(element, AnyExpr::Piece(PieceExpr::Nothing)) {
            let message = format!("{} cannot be in {}", ty.describe(), set_ty.describe());
            let mut diagnostic = Diagnostic::new(Code::E10, right.span, message)
                .labeled(set_ty.describe())
                .and(left.span, ty.describe());
            let text = self.text(right.span);
            if set_ty == Type::Cells && ty == Type::Kind && text.len() < 40 {
                diagnostic = diagnostic.help(format!(
                    "`{text}` is a set of cells here; for the kind, write `{{{}}}`",
                    text.replace(" | ", ", ")
                ));
            } else if set_ty == Type::Cells && ty == Type::Piece {
                diagnostic = diagnostic.help(format!("test its kind: `kind({}) in {{{text}}}`", self.text(left.span)));
            } else if set_ty == Type::Kinds && ty == Type::Cell {
                let inside = text.trim_start_matches('{').trim_end_matches('}').replace(", ", " | ");
                diagnostic = diagnostic.help(format!("for the cells of these pieces, write `{inside}` without braces"));
            } else if set_ty == Type::Players && ty == Type::Cell && text.len() < 40 {
                let pieces = if text == "players" { "pieces".to_owned() } else { format!("pieces of {text}") };
                diagnostic = diagnostic.suggest(right.span, pieces, false);
            }
            return self.refuse_with(diagnostic);
        }
        // `nothing` is not in any set.
        Some(if set_ty.element() == Some(ty) { fold::member(element, set) } else { BoolExpr::Const(false) })
    }

    /// Checks `S within T`.
    pub(super) fn within_set(&mut self, left: &ast::Expr, right: &ast::Expr) -> Option<BoolExpr> {
        let (a, b) = (self.any_set(left), self.any_set(right));
        let (a, b) = (a?, b?);
        let (left_ty, right_ty) = (a.ty(), b.ty());
        if left_ty != right_ty {
            let message = format!("{} cannot be within {}", left_ty.describe(), right_ty.describe());
            return self.refuse_plain(Code::E10, right.span, message);
        }
        if let SetExpr::Cells(cells) = &a {
            let leads_off = |op: Op| matches!(op, Op::Step | Op::CellAt | Op::CellNumbered);
            let stepped = |set: &CellsExpr| match set {
                CellsExpr::One(cell) if cell.applied().is_some_and(|(op, _)| leads_off(op)) => {
                    let both = [(**cell).clone(), CellExpr::Const(Cell::OFF)].map(AnyExpr::Cell);
                    let is_off = BoolExpr::Same(Box::new(both.into()));
                    self.analysis().is_settled(&is_off) != Some(false)
                }
                _ => false,
            };
            if super::set::operands(SetOp::Or, cells).into_iter().any(stepped) {
                self.report_off_in_set(left.span);
            }
        }
        Some(BoolExpr::Within(Box::new((a, b))))
    }

    /// Checks `some move then C` and `no move then C`.
    pub(super) fn look(&mut self, some: bool, condition: &ast::Expr, span: Span) -> Option<AnyExpr> {
        self.need(Need::State, span);
        self.need(Need::Look, span);
        // After a move another position is seen.
        let here = std::mem::take(&mut self.body.facts);
        let condition = self.lower_condition(condition, PlaceKind::Look);
        self.body.facts = here;
        let look = BoolExpr::SomeMoveThen(Box::new(condition?));
        Some(AnyExpr::Bool(if some { look } else { fold::not(look) }))
    }

    /// Checks `possible(A)`.
    pub(super) fn possible(&mut self, name: &ast::Name, span: Span) -> Option<AnyExpr> {
        let Some((at, _)) = self.action_names.get(&name.node).copied() else {
            let actions = self.actions.iter().map(|action| action.ast.name.node.clone()).collect();
            self.report_unknown(&name.node, name.span, "action", actions);
            return None;
        };
        self.need(Need::State, span);
        self.need(Need::Possible(at), span);
        Some(AnyExpr::Bool(BoolExpr::Possible(crate::game::rules::ActionId(at as u16))))
    }

    /// Returns whether a set, by its form, usually has several elements. Of the pieces of a kind, the setup has
    /// several.
    fn is_plural(&self, set: &AnyExpr) -> bool {
        match set {
            AnyExpr::Cells(cells) => self.are_plural(cells),
            AnyExpr::Ints(IntsExpr::Range(..) | IntsExpr::Op(SetOp::Or, _))
            | AnyExpr::Dirs(MaskExpr::Op(SetOp::Or, _))
            | AnyExpr::Players(MaskExpr::Op(SetOp::Or, _))
            | AnyExpr::Kinds(MaskExpr::Op(SetOp::Or, _)) => true,
            AnyExpr::Ints(IntsExpr::List(list)) => list.len() > 1,
            AnyExpr::Dirs(MaskExpr::Const(mask))
            | AnyExpr::Players(MaskExpr::Const(mask))
            | AnyExpr::Kinds(MaskExpr::Const(mask)) => mask.count_ones() > 1,
            AnyExpr::Dirs(dirs) => {
                dirs.applied().is_some_and(|(op, _)| matches!(op, Op::Forward | Op::Backward | Op::Sideways))
            }
            AnyExpr::Players(MaskExpr::Word(_)) => true,
            AnyExpr::Kinds(kinds) => kinds.applied().is_some_and(|(op, _)| op == Op::Kinds),
            _ => false,
        }
    }

    fn are_plural(&self, cells: &CellsExpr) -> bool {
        match cells {
            CellsExpr::Const(set) => set.len() > 1,
            CellsExpr::Empty | CellsExpr::Occupied | CellsExpr::Pieces | CellsExpr::Enemy | CellsExpr::OfPlayer(_) => {
                true
            }
            CellsExpr::OfKind(kind) => self.count_placed(*kind, true) > 1,
            CellsExpr::Op(SetOp::And, pair) => match owned_kind(&pair.0, &pair.1) {
                Some(kind) => self.count_placed(kind, false) > 1,
                None => self.are_plural(&pair.0) && self.are_plural(&pair.1),
            },
            CellsExpr::Op(SetOp::Except, pair) => self.are_plural(&pair.0),
            CellsExpr::Op(SetOp::Or, _) | CellsExpr::Reach(_) => true,
            CellsExpr::Filter(filter) => self.are_plural(&filter.over),
            CellsExpr::Common(_) => cells.applied().is_some_and(|(op, args)| match (op, args) {
                (Op::Neighbors | Op::Ray, [_, dirs, ..]) => self.is_plural(dirs),
                (Op::Leap | Op::Group | Op::Lines, _) => true,
                _ => false,
            }),
            _ => false,
        }
    }

    /// Returns how many pieces of a kind the setup has at most: those of the player with the most, unless `all` of them count.
    fn count_placed(&self, kind: Kind, all: bool) -> usize {
        let placed = self.placed.iter().filter(|(piece, _)| piece.kind == kind);
        let of = |owner: Player| placed.clone().filter(|(piece, _)| piece.owner == owner).map(|(_, count)| count).sum();
        match all {
            true => placed.clone().map(|(_, count)| count).sum(),
            false => placed.clone().map(|(piece, _)| of(piece.owner)).max().unwrap_or(0),
        }
    }
}

/// Returns the kind of a set such as `king of White`, `king & enemy`.
fn owned_kind(a: &CellsExpr, b: &CellsExpr) -> Option<Kind> {
    match (a, b) {
        (CellsExpr::OfKind(kind), CellsExpr::OfPlayer(_) | CellsExpr::Enemy)
        | (CellsExpr::OfPlayer(_) | CellsExpr::Enemy, CellsExpr::OfKind(kind)) => Some(*kind),
        _ => None,
    }
}

/// Returns the type that the other side of `==` should have.
fn wanted(value: &AnyExpr) -> Option<Type> {
    if let AnyExpr::Piece(PieceExpr::Nothing) = value { None } else { Some(value.ty()) }
}
