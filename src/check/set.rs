//! Lowers sets: braces, `of`, `& | except`, and collections.

use super::checker::*;
use super::fold;
use super::mismatch::ALL_CELLS;
use super::need::Need;
use super::types::*;
use crate::diagnostic::{Code, Diagnostic};
use crate::game::cells::{Cell, CellSet};
use crate::game::expr::*;
use crate::game::operator::bits;
use crate::game::piece::{Dir, Kind, Player};
use crate::game::place::PlaceKind;
use crate::source::Span;
use crate::suggest;
use crate::syntax::ast::{self, BinaryOp, Node};

impl<'a> Checker<'a> {
    /// Lowers `{a1 c3}`, `{N, E}`, `{queen, rook}`, `{1, -1}` and `{}`.
    pub(super) fn list(&mut self, items: &[ast::Expr], span: Span, want: Option<Type>) -> Option<AnyExpr> {
        if items.is_empty() {
            if let Some(set) = want.and_then(Type::set).and_then(empty_set) {
                return Some(set);
            }
            let help = "write its type, as in `var marked: cells = {}`";
            return self.refuse(Code::E12, span, "the type of this empty set is unknown", help);
        }
        let mut elements = Vec::new();
        let mut complete = true;
        for item in items {
            // In braces the name of a piece is its kind.
            match self.any_or_kind(item) {
                Some(any) => elements.push((any, item)),
                None => complete = false,
            }
        }
        if !complete {
            return None;
        }
        let ty = elements.first()?.0.ty();
        let Some(target) = ty.set() else {
            let message = format!("a set cannot contain {}", ty.describe());
            let help = match ty {
                Type::Tag => {
                    let words: Vec<String> = items.iter().map(|item| self.text(item.span)).collect();
                    let terms: Vec<String> = words.iter().map(|word| format!("f({word})")).collect();
                    format!(
                        "there are no sets of words: test for several with `x in {{{}}}` where it is needed; to add up over them, \
                         write a term for each, `{}`",
                        words.join(", "),
                        terms.join(" + ")
                    )
                }
                _ => "sets contain cells, directions, players, kinds or numbers".to_owned(),
            };
            return self.refuse(Code::E10, items.first()?.span, message, help);
        };
        let mut all: Option<AnyExpr> = None;
        let mut numbers = Vec::new();
        for (any, item) in elements {
            let own = any.ty();
            if own.is_set() && own != Type::Dirs {
                return self.refuse_with(
                    Diagnostic::new(
                        Code::E10,
                        item.span,
                        format!("expected a single element, found {}", own.describe()),
                    )
                    .help(match items {
                        [_] => format!("write `{}` without braces", self.text(item.span)),
                        _ => "to join sets, write `|`: `own | neighbors(p)`".to_owned(),
                    }),
                );
            }
            if own.set() != Some(target) {
                let first = ty.describe();
                let message = format!("expected {first}, as at the beginning of this set, found {}", own.describe());
                return self.refuse(Code::E10, item.span, message, "all elements of a set have one type");
            }
            if let AnyExpr::Cell(CellExpr::Const(Cell::OFF)) = any {
                self.report_off_in_set(item.span);
            }
            if let AnyExpr::Int(n) = any {
                numbers.push(n);
                continue;
            }
            let set = self.fit(any, target, item)?;
            all = Some(match all {
                None => set,
                Some(before) => self.joined(SetOp::Or, before, set)?,
            });
        }
        if target == Type::Ints {
            return Some(AnyExpr::Ints(IntsExpr::List(numbers)));
        }
        all
    }

    /// Reports W14 for a step off the board in a set.
    pub(super) fn report_off_in_set(&mut self, span: Span) {
        self.error_help(
            Code::W14,
            span,
            "a step off the board is in no set, so it is ignored here",
            "to test whether a step leaves the board, write `step(p, d) == off`; to test whether four cells are on the \
                board, count them: `count((p | neighbors(p, N | NE | E)) & own) == 4`",
        );
    }

    /// Joins two sets of one type by an operator.
    fn joined(&self, op: SetOp, a: AnyExpr, b: AnyExpr) -> Option<AnyExpr> {
        Some(match (a, b) {
            (AnyExpr::Cells(a), AnyExpr::Cells(b)) => AnyExpr::Cells(fold::cells_op(op, a, b)),
            (AnyExpr::Dirs(a), AnyExpr::Dirs(b)) => AnyExpr::Dirs(fold::mask_op(op, a, b)),
            (AnyExpr::Players(a), AnyExpr::Players(b)) => AnyExpr::Players(fold::mask_op(op, a, b)),
            (AnyExpr::Kinds(a), AnyExpr::Kinds(b)) => AnyExpr::Kinds(fold::mask_op(op, a, b)),
            (AnyExpr::Ints(a), AnyExpr::Ints(b)) => AnyExpr::Ints(IntsExpr::Op(op, Box::new((a, b)))),
            _ => return None,
        })
    }

    /// Lowers `& | except`.
    pub(super) fn set_operation(
        &mut self,
        op: BinaryOp,
        left: &ast::Expr,
        right: &ast::Expr,
        span: Span,
        want: Option<Type>,
    ) -> Option<AnyExpr> {
        let set_op = match op {
            BinaryOp::And => SetOp::And,
            BinaryOp::Or => SetOp::Or,
            _ => SetOp::Except,
        };
        let want = want.and_then(Type::set);
        let mut a = None;
        let mut b = None;
        // `{}` and the name of a piece take their type from the other side.
        if left.is_empty_list() {
            b = self.any(right, want);
            a = self.any(left, want.or(b.as_ref().map(AnyExpr::ty)));
        } else {
            let left_want = want.or_else(|| self.kinds_wanted(left, right));
            a = self.any(left, left_want).or(a);
            let seen = a
                .as_ref()
                .map(AnyExpr::ty)
                .filter(|ty| matches!(ty, Type::Kind | Type::Kinds) || right.is_empty_list());
            b = self.any(right, want.or(seen)).or(b);
        }
        let (a, b) = (a?, b?);
        let (left_ty, right_ty) = (a.ty(), b.ty());
        for (any, ty, expr) in [(&a, left_ty, left), (&b, right_ty, right)] {
            if ty.set().is_none() {
                let help = match ty {
                    Type::Bool => "to join conditions, write `and`, `or`, `not`",
                    _ => "`&`, `|` and `except` join sets",
                };
                let message = format!("expected a set, found {}", ty.describe());
                let mut finding = Diagnostic::new(Code::E10, expr.span, message).help(help);
                let gap = Span { start: left.span.end, end: right.span.start, ..span };
                let sign = self.text(gap).trim().to_owned();
                let word = if sign == "|" { "or" } else { "and" };
                if left_ty == Type::Bool && right_ty == Type::Bool && matches!(sign.as_str(), "&" | "|") {
                    finding = finding.fix(format!("write `{word}`"), gap, format!(" {word} "), true);
                }
                return self.refuse_with(finding);
            }
            if matches!(any, AnyExpr::Cell(CellExpr::Const(Cell::OFF))) {
                self.report_off_in_set(expr.span);
            }
        }
        let target = left_ty.set()?;
        if right_ty.set() != Some(target) {
            let (first, second) = (left_ty.describe(), right_ty.describe());
            let mut diagnostic =
                Diagnostic::new(Code::E10, right.span, format!("cannot combine {first} with {second}"))
                    .labeled(second)
                    .and(left.span, first);
            diagnostic.help = self.cells_for_kinds(left, left_ty).or_else(|| self.cells_for_kinds(right, right_ty));
            for (side, ty, other) in [(left, left_ty, right_ty), (right, right_ty, left_ty)] {
                if ty == Type::Dirs && matches!(other, Type::Cell | Type::Cells) && side.as_name() == Some("all") {
                    diagnostic = diagnostic.help(ALL_CELLS).fix("write `board`", side.span, "board", false);
                }
                if ty == Type::Player && matches!(other, Type::Cell | Type::Cells) {
                    let meant = format!("pieces of {}", self.text(side.span));
                    diagnostic = diagnostic.help(format!("for the pieces of this player, write `{meant}`"));
                    diagnostic = diagnostic.fix(format!("write `{meant}`"), side.span, meant, false);
                }
            }
            return self.refuse_with(diagnostic);
        }
        if set_op == SetOp::And && left_ty == Type::Int && right_ty == Type::Int {
            return self.report_bits(left, right, span);
        }
        let (a, b) = (self.fit(a, target, left)?, self.fit(b, target, right)?);
        let sides =
            if let (AnyExpr::Cells(a), AnyExpr::Cells(b)) = (&a, &b) { Some((a.clone(), b.clone())) } else { None };
        let result = self.joined(set_op, a, b)?;
        if set_op == SetOp::And {
            self.report_always_empty(&result, span);
        }
        if let Some(sides) = sides {
            self.useless_side(set_op, (left, &sides.0), (right, &sides.1), span);
        }
        Some(result)
    }

    /// Reports E10 for `n & 1`, an operator on bits in other languages. A single number is no set worth an intersection.
    fn report_bits(&mut self, left: &ast::Expr, right: &ast::Expr, span: Span) -> Option<AnyExpr> {
        let finding = Diagnostic::new(Code::E10, span, "`&` joins sets, but these are numbers");
        let number = self.text(left.span);
        self.refuse_with(match right.bare().node {
            Node::Number(1) => {
                let meant = format!("{number} % 2");
                let finding = finding.help(format!("for the remainder of a division by 2, write `{meant}`"));
                finding.fix(format!("write `{meant}`"), span, meant, false)
            }
            _ => finding.help("there are no operators on bits: write `n / 4 % 2`, or keep a set in the variable"),
        })
    }

    /// Returns the type of the left side in `queen | {rook}`, where `queen` is a kind.
    fn kinds_wanted(&mut self, left: &ast::Expr, right: &ast::Expr) -> Option<Type> {
        let listed = |check: &Self, expr: &ast::Expr| matches!(&expr.bare().node, Node::List(items) if items.iter().any(|item| check.is_kind_name(item)));
        (self.is_kind_name(left) && listed(self, right)).then_some(Type::Kinds)
    }

    /// Returns a help for a kind that is used for cells.
    fn cells_for_kinds(&self, expr: &ast::Expr, ty: Type) -> Option<String> {
        if !matches!(ty, Type::Kind | Type::Kinds) {
            return None;
        }
        let Node::List(items) = &expr.bare().node else {
            let text = self.text(expr.span);
            return Some(format!("for the cells of these pieces, write `{{ p in pieces: kind(p) == {text} }}`"));
        };
        let names: Vec<String> = items.iter().map(|item| self.text(item.span)).collect();
        let names = if names.len() > 1 { format!("({})", names.join(" | ")) } else { names.join("") };
        Some(format!("braces mean the kind itself; for the cells of these pieces, write `{names}`"))
    }

    /// Reports W13 for an intersection that is always empty.
    fn report_always_empty(&mut self, result: &AnyExpr, span: Span) {
        let AnyExpr::Cells(set) = result else { return };
        let operands = operands(SetOp::And, set);
        let apart = |a: &CellsExpr, b: &CellsExpr| {
            let own =
                |set: &CellsExpr| matches!(set, CellsExpr::OfPlayer(player) if matches!(**player, PlayerExpr::Mover));
            let held = |set: &CellsExpr| {
                matches!(
                    set,
                    CellsExpr::Occupied
                        | CellsExpr::Pieces
                        | CellsExpr::Enemy
                        | CellsExpr::OfPlayer(_)
                        | CellsExpr::OfKind(_)
                )
            };
            matches!(a, CellsExpr::Empty) && held(b)
                || own(a) && matches!(b, CellsExpr::Enemy)
                || matches!((a, b), (CellsExpr::OfKind(x), CellsExpr::OfKind(y)) if x != y)
        };
        let Some((last, before)) = operands.split_last() else { return };
        if before.iter().any(|other| apart(other, last) || apart(last, other)) {
            let text = self.text(span);
            let simple = before.len() == 1 && text.len() < 60;
            let help = if simple {
                format!("for the cells of either set, write `{}`", text.replace('&', "|"))
            } else {
                String::new()
            };
            let mut diagnostic = Diagnostic::new(Code::W13, span, "no cell can be in both sets");
            diagnostic.help = (!help.is_empty()).then_some(help);
            self.report(diagnostic);
        }
    }

    /// Reports W13 for `edge(N | S)`, if no cell is at both edges.
    pub(super) fn report_empty_edge(&mut self, dirs: &DirsExpr, expr: &ast::Expr) {
        let MaskExpr::Const(mask) = dirs else { return };
        let each: Vec<u8> = bits(*mask).collect();
        let some = |mask: u64| !self.board.edge_of::<{ crate::game::cells::MAX_WORDS }>(mask).is_empty();
        if mask.count_ones() < 2 || some(*mask) || !each.iter().all(|at| some(1 << at)) || self.is_inherited(expr.span)
        {
            return;
        }
        let names: Vec<&str> = each.iter().map(|at| self.board.dir_name(Dir(*at))).collect();
        let help = match names.as_slice() {
            [one, other] => format!("for the cells at either edge, write `edge({one}) | edge({other})`"),
            _ => format!("for the cells at any of these edges, write `union(d in {}: edge(d))`", self.text(expr.span)),
        };
        let message = format!("no cell lies at the edges {} at once", suggest::listed(&names));
        self.error_help(Code::W13, expr.span, message, help);
    }

    /// Lowers `king of P`, `S of P` and `pieces of P`.
    pub(super) fn of(&mut self, set: &ast::Expr, owner: &ast::Expr, span: Span) -> Option<AnyExpr> {
        if let Some(name) = set.as_name()
            && matches!(name, "own" | "enemy" | "empty")
        {
            let owner = self.text(owner.span);
            let meant = format!("pieces of {owner}");
            let finding = Diagnostic::new(Code::E10, span, format!("`{name}` cannot be followed by `of`"))
                .help(format!("for the pieces of a player, write `{meant}`"));
            return self.refuse_with(finding.fix(format!("write `{meant}`"), span, meant, name == "own"));
        }
        if set.as_name() == Some("number") && !self.globals.contains_key("number") {
            let meant = format!("count({})", self.text(owner.span));
            let finding = Diagnostic::new(Code::E11, span, "`number of` does not count");
            let finding = finding.help(format!("for the number of elements, write `{meant}`"));
            return self.refuse_with(finding.fix(format!("write `{meant}`"), span, meant, false));
        }
        if self.report_top_of(set, owner, span) {
            return None;
        }
        if let Node::Number(n) = &set.bare().node {
            let help = "`of` gives pieces an owner: `man of White`; a board leaves cells out by `without light`";
            return self.refuse(Code::E10, span, format!("`{n}` cannot be followed by `of`"), help);
        }
        let only_calls = |name: &&str| {
            let row = crate::game::operator::word(name);
            row.is_some_and(|row| row.takes_arguments() && !row.stands_alone()) && !self.globals.contains_key(*name)
        };
        if let Some(name) = set.as_name().filter(only_calls) {
            let meant = format!("{name}({})", self.text(owner.span));
            let finding = Diagnostic::new(Code::E11, span, format!("`{name}` needs parentheses"));
            return self.refuse_with(finding.help(format!("write `{meant}`")).fix(
                format!("write `{meant}`"),
                span,
                meant,
                false,
            ));
        }
        if matches!(set.bare().node, Node::Of(..)) {
            return self.refuse_plain(Code::E10, span, "these pieces already have an owner");
        }
        let player = self.typed::<PlayerExpr>(owner);
        let cells = self.typed::<CellsExpr>(set);
        let (player, cells) = (player?, cells?);
        if let CellsExpr::OfKind(kind) = cells {
            self.require_owned_kind(kind, span)?;
        }
        self.need(Need::State, span);
        let owned = CellsExpr::OfPlayer(Box::new(player));
        Some(AnyExpr::Cells(match cells {
            CellsExpr::Pieces => owned,
            cells => fold::cells_op(SetOp::And, cells, owned),
        }))
    }

    /// Lowers `king of P` as a piece.
    pub(super) fn piece_of(&mut self, kind: &ast::Expr, owner: &ast::Expr, span: Span) -> Option<AnyExpr> {
        let (kind, player) = (self.typed::<KindExpr>(kind), self.typed::<PlayerExpr>(owner));
        let kind = kind?;
        if let KindExpr::Const(kind) = kind {
            self.require_owned_kind(kind, span)?;
        }
        Some(AnyExpr::Piece(PieceExpr::Of(Box::new((kind, player?)))))
    }

    /// Reports E10 for a neutral kind with an owner.
    fn require_owned_kind(&mut self, kind: Kind, span: Span) -> Option<()> {
        let info = self.kinds.get(kind.0 as usize).filter(|info| info.neutral);
        let Some(name) = info.map(|info| info.name.clone()) else { return Some(()) };
        let message = format!("`{name}` is neutral: it has no owner");
        self.refuse(Code::E10, span, message, format!("write `{name}`"))
    }

    /// Lowers `{ x in X: C }`.
    pub(super) fn collect(&mut self, generator: &ast::Generator, span: Span) -> Option<AnyExpr> {
        let over = self.any_set(&generator.over)?;
        if self.unroll
            && let Some(elements) = known_elements(&over)
        {
            return self.collect_known(generator, &over, elements, span);
        }
        let (slot, keep) = self.generated(generator, &over, |check, body| check.lower_condition(body, PlaceKind::Each));
        let keep = keep?;
        Some(match over {
            SetExpr::Cells(over) => AnyExpr::Cells(CellsExpr::Filter(Box::new(Filter { slot, over, keep }))),
            SetExpr::Dirs(over) => AnyExpr::Dirs(MaskExpr::Filter(Box::new(Filter { slot, over, keep }))),
            SetExpr::Players(over) => AnyExpr::Players(MaskExpr::Filter(Box::new(Filter { slot, over, keep }))),
            SetExpr::Kinds(over) => AnyExpr::Kinds(MaskExpr::Filter(Box::new(Filter { slot, over, keep }))),
            SetExpr::Ints(over) => AnyExpr::Ints(IntsExpr::Filter(Box::new(Filter { slot, over, keep }))),
        })
    }

    /// Lowers the body of a generator, with its variable visible.
    pub(super) fn generated<E>(
        &mut self,
        generator: &ast::Generator,
        over: &SetExpr,
        read: impl FnOnce(&mut Self, &ast::Expr) -> Option<E>,
    ) -> (Slot, Option<E>) {
        self.scoped(|check| {
            let slot = check.bind_element(&generator.name, over, "the variable of a set");
            let known = check.know_element(slot, over, &generator.over);
            let body = read(check, &generator.body);
            check.forget(known);
            (slot, body)
        })
    }

    /// Evaluates `{ x in X: C }` now, element by element.
    fn collect_known(
        &mut self,
        generator: &ast::Generator,
        over: &SetExpr,
        elements: Vec<AnyExpr>,
        span: Span,
    ) -> Option<AnyExpr> {
        let ty = over.element();
        let mut kept = empty_set(ty.set()?)?;
        for element in elements {
            let mark = self.body.scope.len();
            self.bind_held(&generator.name, ty, LocalHome::Known(Box::new(element.clone())), "the variable of a set");
            let keep = self.typed::<BoolExpr>(&generator.body);
            self.unbind(mark);
            match keep? {
                BoolExpr::Const(true) => {
                    kept = self.joined(SetOp::Or, kept, coerce(element, ty.set()?).ok()?)?;
                }
                BoolExpr::Const(false) => {}
                _ => {
                    return self.refuse_plain(Code::E22, span, "this must be known before play");
                }
            }
        }
        Some(kept)
    }
}

/// Returns the elements of a constant set.
pub(super) fn known_elements(over: &SetExpr) -> Option<Vec<AnyExpr>> {
    let each = |mask: u64, element: fn(u8) -> AnyExpr| bits(mask).map(element).collect::<Vec<AnyExpr>>();
    Some(match over {
        SetExpr::Cells(CellsExpr::Const(set)) => set.iter().map(|cell| AnyExpr::Cell(CellExpr::Const(cell))).collect(),
        SetExpr::Ints(set) => set.constant()?.into_iter().map(|n| AnyExpr::Int(IntExpr::Const(n))).collect(),
        SetExpr::Dirs(MaskExpr::Const(mask)) => each(*mask, |at| AnyExpr::Dir(DirExpr::Const(Dir(at)))),
        SetExpr::Players(MaskExpr::Const(mask)) => each(*mask, |at| AnyExpr::Player(PlayerExpr::Const(Player(at)))),
        SetExpr::Kinds(MaskExpr::Const(mask)) => each(*mask, |at| AnyExpr::Kind(KindExpr::Const(Kind(at)))),
        _ => return None,
    })
}

/// Returns whether a set of cells is the constant empty set.
pub(super) fn is_known_empty(set: &CellsExpr) -> bool {
    matches!(set, CellsExpr::Const(set) if **set == CellSet::EMPTY)
}

/// Returns the operands of a chain of one operator.
pub(super) fn operands(op: SetOp, set: &CellsExpr) -> Vec<&CellsExpr> {
    match set {
        CellsExpr::Op(other, sides) if *other == op => {
            let mut all = operands(op, &sides.0);
            all.extend(operands(op, &sides.1));
            all
        }
        set => vec![set],
    }
}
