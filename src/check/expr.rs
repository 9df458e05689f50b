//! Lowers expressions to typed values, with one function for each form.

use super::checker::*;
use super::fold;
use super::tags::Tags;
use super::types::*;
use crate::diagnostic::{Code, Diagnostic};
use crate::game::expr::*;
use crate::game::piece::Dir;
use crate::source::Span;
use crate::syntax::ast::{self, BinaryOp, Node};

impl<'a> Checker<'a> {
    /// Lowers an expression of a type. Reports E10 if it has another type.
    pub(super) fn typed<E: Expression>(&mut self, expr: &ast::Expr) -> Option<E> {
        E::from_any(self.of_type(expr, E::TYPE)?)
    }

    /// Lowers an expression of a type that is given as a value.
    pub(super) fn of_type(&mut self, expr: &ast::Expr, ty: Type) -> Option<AnyExpr> {
        let any = self.any(expr, Some(ty))?;
        self.fit(any, ty, expr)
    }

    /// Lowers an expression of a type that the file states.
    pub(super) fn of_stated_type(&mut self, expr: &ast::Expr, ty: &ast::StatedType) -> Option<AnyExpr> {
        self.of_type_among(expr, ty.node, self.tags_named(&ty.words))
    }

    /// Lowers an expression of a type, one of these words if there are any.
    pub(super) fn of_type_among(&mut self, expr: &ast::Expr, ty: Type, tags: Tags) -> Option<AnyExpr> {
        let (found, help) = (self.found.len(), self.help_for_tags(tags));
        let any = self.of_type(expr, ty);
        if any.is_none()
            && let Some(finding) = self.found.get_mut(found).filter(|finding| finding.help.is_none())
            && let Some(help) = help
        {
            finding.help = Some(help);
        }
        self.fit_tags(expr, tags).then_some(any?)
    }

    /// Converts a value to the expected type, or reports E10 with what to write.
    pub(super) fn fit(&mut self, any: AnyExpr, ty: Type, expr: &ast::Expr) -> Option<AnyExpr> {
        match coerce(any, ty) {
            Ok(any) => {
                self.dirs_may_be_nothing |= matches!(any, AnyExpr::Dir(DirExpr::Const(Dir::NOTHING)));
                Some(any)
            }
            Err(any) => {
                self.report_mismatch(&any, ty, expr);
                None
            }
        }
    }

    /// Lowers an expression of any type. The name of a piece alone is its kind.
    pub(super) fn any_or_kind(&mut self, expr: &ast::Expr) -> Option<AnyExpr> {
        let hint = self.is_kind_name(expr).then_some(Type::Kind);
        self.any(expr, hint)
    }

    /// Lowers a set of any type. A single element becomes a set.
    pub(super) fn any_set(&mut self, expr: &ast::Expr) -> Option<SetExpr> {
        let any = self.any(expr, None)?;
        let found = any.ty();
        let Some(ty) = found.set() else {
            let message = format!("expected a set, found {}", found.describe());
            let help = match found {
                Type::Bool => "to count or collect elements, write `x in X: condition`",
                _ => "sets contain cells, directions, players, kinds or numbers",
            };
            return self.refuse(Code::E10, expr.span, message, help);
        };
        SetExpr::from_any(self.fit(any, ty, expr)?)
    }

    /// Lowers an expression of any type. `want` is the expected type. It decides between two meanings of a word.
    pub(super) fn any(&mut self, expr: &ast::Expr, want: Option<Type>) -> Option<AnyExpr> {
        let span = expr.span;
        match &expr.node {
            Node::Number(n) => match i32::try_from(*n) {
                Ok(n) => Some(AnyExpr::Int(IntExpr::Const(n))),
                Err(_) => {
                    let message = "this number is too large";
                    self.refuse(Code::E36, span, message, "numbers go from -2147483648 to 2147483647")
                }
            },
            Node::Bool(value) => Some(AnyExpr::Bool(BoolExpr::Const(*value))),
            Node::Cell(name) => self.cell(name, span).map(|cell| AnyExpr::Cell(CellExpr::Const(cell))),
            Node::Name(name) => self.name(name, span, want),
            Node::Paren(inner) => self.any(inner, want),
            Node::List(items) => self.list(items, span, want),
            Node::Collect(generator) => self.collect(generator, span),
            Node::Call(name, args) => self.call(name, args, span),
            Node::Generate(name, generator) => self.lower_generator(name, generator, None, span),
            Node::Possible(name) => self.possible(name, span),
            Node::Match(subject, arms) => self.lower_match(subject, arms, span, want),
            Node::Neg(inner) => self.negative(inner, span),
            Node::Not(inner) => Some(AnyExpr::Bool(fold::not(self.typed::<BoolExpr>(inner)?))),
            Node::Binary(left, op, right) => self.binary(left, op, right, span, want),
            Node::Range(low, high) => {
                if let (Node::Cell(first), Node::Cell(last)) = (&low.node, &high.node) {
                    return self.report_range_of_cells(first, last, span);
                }
                let (low, high) = (self.typed::<IntExpr>(low), self.typed::<IntExpr>(high));
                Some(AnyExpr::Ints(IntsExpr::Range(Box::new((low?, high?)), span.into())))
            }
            Node::Of(kind, owner) if want == Some(Type::Piece) => self.piece_of(kind, owner, span),
            Node::Of(set, owner) => self.of(set, owner, span),
            Node::If(condition, yes, no) => self.lower_if(condition, yes, no, want),
            Node::Region(map, at) => self.region(map, *at),
            Node::Table(map) => self.table(map, span, want),
            Node::Look(some, condition) => self.look(*some, condition, span),
        }
    }

    /// Lowers `-n`. Reports `-d`, which is meant as the opposite direction.
    fn negative(&mut self, inner: &ast::Expr, span: Span) -> Option<AnyExpr> {
        let value = self.any(inner, Some(Type::Int))?;
        if matches!(value.ty(), Type::Dir | Type::Dirs) {
            let meant = format!("opposite({})", self.text(inner.bare().span));
            let message = format!("`-` expects a number, found {}", value.ty().describe());
            let finding = Diagnostic::new(Code::E10, span, message).help(format!("write `{meant}`"));
            return self.refuse_with(finding.fix(format!("write `{meant}`"), span, meant, true));
        }
        let n = IntExpr::from_any(self.fit(value, Type::Int, inner)?)?;
        Some(AnyExpr::Int(fold::negative(n, span)))
    }

    fn binary(
        &mut self,
        left: &ast::Expr,
        op: &crate::source::Spanned<BinaryOp>,
        right: &ast::Expr,
        span: Span,
        want: Option<Type>,
    ) -> Option<AnyExpr> {
        use BinaryOp::*;
        self.report_mixed(op.node, left, right, span);
        match op.node {
            Mul | Div | Rem | Add | Sub => self.arithmetic(left, op, right, span),
            And | Or | Except => self.set_operation(op.node, left, right, span, want),
            Both => {
                let (a, b) = self.conditions(left, op, right)?;
                if fold::known_condition(&a) == Some(false) {
                    self.switch_off(left.span, [right.span]);
                }
                Some(AnyExpr::Bool(fold::and(a, b)))
            }
            Either => {
                if let Some((name, generator)) = extreme(left) {
                    return self.lower_generator(name, generator, Some(right), span);
                }
                let (a, b) = self.conditions(left, op, right)?;
                if fold::known_condition(&a) == Some(true) {
                    self.switch_off(left.span, [right.span]);
                }
                Some(AnyExpr::Bool(fold::or(a, b)))
            }
            Equal | NotEqual | Less | LessEqual | Greater | GreaterEqual => {
                self.comparison(op.node, left, right, span).map(AnyExpr::Bool)
            }
            In => self.membership(left, right).map(AnyExpr::Bool),
            NotIn => self.membership(left, right).map(|held| AnyExpr::Bool(fold::not(held))),
            Within => self.within_set(left, right).map(AnyExpr::Bool),
        }
    }

    /// Lowers the two sides of an `and` or `or`. Two sets are reported as one mistake.
    fn conditions(
        &mut self,
        left: &ast::Expr,
        op: &crate::source::Spanned<BinaryOp>,
        right: &ast::Expr,
    ) -> Option<(BoolExpr, BoolExpr)> {
        let before = self.found.len();
        let (a, b) = self.operands(left, right, op.node == BinaryOp::Both);
        if a.is_none() && b.is_none() && self.are_sets(before, [left, right]) {
            self.found.truncate(before);
            let (word, sign, what) = match op.node {
                BinaryOp::Both => ("and", "&", "in both sets"),
                _ => ("or", "|", "in either set"),
            };
            let message = format!("`{word}` joins conditions, but these are sets");
            let help = format!("for the elements {what}, write `{sign}`");
            let finding = Diagnostic::new(Code::E10, op.span, message);
            self.report(finding.help(help).fix(format!("write `{sign}`"), op.span, sign, false));
        }
        Some((a?, b?))
    }

    /// Returns whether both sides are sets, or directions, which are sets of one. Findings since `before` stay unchanged.
    fn are_sets(&mut self, before: usize, sides: [&ast::Expr; 2]) -> bool {
        let told = self.found.split_off(before);
        let is_set = |ty: Type| ty.is_set() || ty == Type::Dir;
        let are = sides
            .into_iter()
            .all(|side| !side.is_chain() && self.any(side, Some(Type::Bool)).is_some_and(|value| is_set(value.ty())));
        self.found.truncate(before);
        self.found.extend(told);
        are
    }

    /// Returns the value of an expression without reporting anything.
    pub(super) fn probe(&mut self, expr: &ast::Expr, want: Option<Type>) -> Option<AnyExpr> {
        let told = std::mem::take(&mut self.found);
        let value = self.any(expr, want);
        self.found = told;
        value
    }

    /// Reports E13 for different operators of a family without parentheses.
    fn report_mixed(&mut self, op: BinaryOp, left: &ast::Expr, right: &ast::Expr, span: Span) {
        use BinaryOp::*;
        let family = |op: BinaryOp| match op {
            And | Or | Except => Some("`&`, `|` and `except`"),
            Both | Either => Some("`and` and `or`"),
            _ => None,
        };
        let Some(signs) = family(op) else { return };
        let mixes = |expr: &ast::Expr, op: BinaryOp| matches!(&expr.node, Node::Binary(_, other, _) if family(other.node) == Some(signs) && other.node != op);
        for side in [left, right] {
            if let Node::Binary(first, other, last) = &side.node
                && mixes(side, op)
                // Otherwise that is what is reported.
                && !mixes(first, other.node)
            {
                // `a | b & c` is more often meant as `a | (b & c)`, also by those who know other languages.
                let together = match (other.node, op) {
                    (Or, And) | (Either, Both) if std::ptr::eq(side, left) => last.span.to(right.span),
                    _ => side.span,
                };
                let shown = shortened(&self.text(together));
                self.report(
                    Diagnostic::new(Code::E13, span, format!("{signs} are mixed without parentheses"))
                        .and(other.span, "")
                        .help(format!("add parentheses to say what belongs together, such as `({shown})`"))
                        .fix(format!("write `({shown})`"), together, format!("({})", self.text(together)), false),
                );
            }
        }
        if op == Or {
            // A neutral kind has no owner, and `pieces` is no kind.
            let is_kind = |expr: &ast::Expr| {
                let Node::Name(name) = &expr.node else { return false };
                matches!(self.globals.get(name), Some((Global::Kind(at), _)) if !self.kinds[*at].neutral)
            };
            let is_pieces = |expr: &ast::Expr| matches!(&expr.node, Node::Name(name) if name.as_str() == "pieces");
            let sides = if matches!(right.node, Node::Of(..)) { Some((left, right)) } else { Some((right, left)) };
            if let Some((kind, of)) = sides
                && let Node::Of(set, owner) = &of.node
                && is_kind(kind)
                && !is_pieces(set)
            {
                let (kind, set, owner) = (self.text(kind.span), self.text(set.span), self.text(owner.span));
                let message = format!("unclear whether `of {owner}` applies to both kinds, or to `{set}` alone");
                let help = format!("write `({kind} | {set}) of {owner}` or `{kind} | ({set} of {owner})`");
                self.error_help(Code::E13, span, message, help);
            }
        }
    }

    fn arithmetic(
        &mut self,
        left: &ast::Expr,
        op: &crate::source::Spanned<BinaryOp>,
        right: &ast::Expr,
        span: Span,
    ) -> Option<AnyExpr> {
        let arith = match op.node {
            BinaryOp::Mul => Arith::Mul,
            BinaryOp::Div => Arith::Div,
            BinaryOp::Rem => Arith::Rem,
            BinaryOp::Add => Arith::Add,
            _ => Arith::Sub,
        };
        if let (Arith::Sub, Node::Cell(first), Node::Cell(last)) = (arith, &left.node, &right.node) {
            return self.report_range_of_cells(first, last, span);
        }
        let mut operands = Vec::new();
        let values = [left, right].map(|side| self.any(side, Some(Type::Int)));
        if let [Some(AnyExpr::Cell(_)), Some(AnyExpr::Dir(_) | AnyExpr::Dirs(_))] = &values
            && arith == Arith::Add
        {
            let (cell, dir) = (self.text(left.span), self.text(right.span));
            let many = matches!(&values[1], Some(AnyExpr::Dirs(_)));
            let meant = if many { format!("neighbors({cell}, {dir})") } else { format!("step({cell}, {dir})") };
            let finding = Diagnostic::new(Code::E10, op.span, "`+` expects numbers, found a cell");
            let help = format!("for the next cell in this direction, write `{meant}`");
            return self.refuse_with(finding.help(help).fix(format!("write `{meant}`"), span, meant, false));
        }
        if let [Some(AnyExpr::Dir(_) | AnyExpr::Dirs(_)), Some(AnyExpr::Dir(_) | AnyExpr::Dirs(_))] = &values
            && arith == Arith::Div
        {
            let meant = format!("{} | {}", self.text(left.span), self.text(right.span));
            let finding = Diagnostic::new(Code::E10, op.span, "`/` expects numbers, found directions");
            let help = format!("for both directions, write `{meant}`");
            return self.refuse_with(finding.help(help).fix(format!("write `{meant}`"), span, meant, true));
        }
        let is_beside_number = values.iter().flatten().any(|value| value.ty() == Type::Int);
        for (any, side) in values.into_iter().zip([left, right]) {
            let Some(any) = any else { continue };
            let ty = any.ty();
            if ty.is_set() && is_beside_number {
                // The number of its elements is meant.
                return self.fit(any, Type::Int, side);
            }
            if (ty.is_set() || ty.set().is_some()) && ty != Type::Int && matches!(arith, Arith::Add | Arith::Sub) {
                let (sign, help) = match arith {
                    Arith::Add if ty == Type::Player => ("+", "for the player who comes next, write `after(P)`"),
                    Arith::Sub if ty == Type::Player => {
                        ("-", "players are not numbers; the place of P in turn order is `number(P)`")
                    }
                    Arith::Add => ("+", "to join sets, write `|`"),
                    _ => ("-", "to remove one set from another, write `except`"),
                };
                let message = format!("`{sign}` expects numbers, found {}", ty.describe());
                return self.refuse(Code::E10, op.span, message, help);
            }
            if let Some(AnyExpr::Int(n)) = self.fit(any, Type::Int, side) {
                operands.push(n);
            }
        }
        let (right, left) = (operands.pop()?, operands.pop()?);
        Some(AnyExpr::Int(fold::arith(arith, left, right, span)))
    }

    /// Returns whether an expression is a kind with an owner, which can be cells or a piece.
    pub(super) fn is_piece_name(&self, expr: &ast::Expr) -> bool {
        matches!(&expr.bare().node, Node::Of(kind, _) if self.is_kind_name(kind))
    }

    /// Returns whether an expression is the name of a kind.
    pub(super) fn is_kind_name(&self, expr: &ast::Expr) -> bool {
        let is_kind = |name: &str| matches!(self.globals.get(name), Some((Global::Kind(_), _)));
        let is_local = |name: &str| self.body.scope.iter().any(|local| local.name == name);
        expr.as_name().is_some_and(|name| is_kind(name) && !is_local(name))
    }
}

/// Returns a text on one line. A long text is reduced to both ends.
fn shortened(text: &str) -> String {
    const LONGEST: usize = 60;
    let line = crate::syntax::one_line(text);
    let words: Vec<&str> = line.split(' ').collect();
    if line.chars().count() <= LONGEST {
        return line;
    }
    let room = |words: &mut dyn Iterator<Item = &str>| {
        let mut left = LONGEST / 2;
        words.take_while(|word| left.checked_sub(word.chars().count() + 1).map(|rest| left = rest).is_some()).count()
    };
    let (start, end) = (room(&mut words.iter().copied()), room(&mut words.iter().rev().copied()));
    format!("{} ... {}", words[..start].join(" "), words[words.len() - end..].join(" "))
}

/// Returns the parts of `max(x in X: n)` on the left of an `or`.
fn extreme(expr: &ast::Expr) -> Option<(&ast::Name, &ast::Generator)> {
    match &expr.bare().node {
        Node::Generate(name, generator) if matches!(name.node.as_str(), "max" | "min") => Some((name, generator)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::check::testing::codes_on;
    use crate::diagnostic::Code;

    #[test]
    fn an_owner_belongs_to_kinds_that_have_one() {
        let found = |set: &str| {
            let items = format!(
                "piece man, king neutral bush setup {{ man of A at a1 king of B at c3 bush at b2 }} \
                 action go(p: own, q: neighbors(p) & empty) when none(neighbors(q) & ({set})) do move p to q \
                 end {{ when ply > 9: draw when stuck(next): draw }}"
            );
            codes_on("square 3 x 3", &items)
        };
        for set in [
            "bush | pieces of rival(mover)",
            "pieces of A | bush",
            "bush | man of A",
            "king | pieces of A",
            "(man | king) of A",
        ] {
            assert_eq!(found(set), [], "{set}");
        }
        for set in ["man | king of A", "king of A | man"] {
            assert_eq!(found(set), [Code::E13], "{set}");
        }
    }
}
