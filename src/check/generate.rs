//! Lowers generators: `count(x in X: C)`, `sum`, `union` and so on.

use super::checker::*;
use super::fold;
use crate::diagnostic::Code;
use crate::game::expr::*;
use crate::game::place::PlaceKind;
use crate::source::Span;
use crate::suggest;
use crate::syntax::ast;

impl Checker<'_> {
    /// Lowers `count(x in X: C)` and so on. `default` is the value after `or`.
    pub(super) fn lower_generator(
        &mut self,
        name: &ast::Name,
        generator: &ast::Generator,
        default: Option<&ast::Expr>,
        span: Span,
    ) -> Option<AnyExpr> {
        let over = self.any_set(&generator.over);
        let word = name.node.as_str();
        match word {
            "count" | "some" | "none" | "every" => {
                let over = over?;
                let (slot, body) =
                    self.generated(generator, &over, |check, body| check.lower_condition(body, PlaceKind::Each));
                let each = Box::new(Generator { slot, over, body: body? });
                Some(match word {
                    "count" => AnyExpr::Int(IntExpr::CountOf(each)),
                    "some" => AnyExpr::Bool(BoolExpr::SomeOf(each)),
                    "none" => AnyExpr::Bool(fold::not(BoolExpr::SomeOf(each))),
                    _ => AnyExpr::Bool(BoolExpr::Every(each)),
                })
            }
            "sum" => {
                let over = over?;
                let (slot, body) = self.generated(generator, &over, Self::typed::<IntExpr>);
                Some(AnyExpr::Int(IntExpr::Sum(Box::new(Generator { slot, over, body: body? }), span.into())))
            }
            "max" | "min" => {
                let over = over?;
                let (slot, body) = self.generated(generator, &over, Self::typed::<IntExpr>);
                let default = match default {
                    Some(default) => Some(Box::new(self.typed::<IntExpr>(default)?)),
                    None => None,
                };
                let each = Box::new(Generator { slot, over, body: body? });
                Some(AnyExpr::Int(IntExpr::Best { max: word == "max", each, default, at: span.into() }))
            }
            "union" => {
                let over = over?;
                let (slot, body) = self.generated(generator, &over, |check, body| check.any_set(body));
                Some(match body? {
                    SetExpr::Cells(body) => AnyExpr::Cells(CellsExpr::Union(Box::new(Generator { slot, over, body }))),
                    SetExpr::Dirs(body) => AnyExpr::Dirs(MaskExpr::Union(Box::new(Generator { slot, over, body }))),
                    SetExpr::Players(body) => {
                        AnyExpr::Players(MaskExpr::Union(Box::new(Generator { slot, over, body })))
                    }
                    SetExpr::Kinds(body) => AnyExpr::Kinds(MaskExpr::Union(Box::new(Generator { slot, over, body }))),
                    SetExpr::Ints(body) => AnyExpr::Ints(IntsExpr::Union(Box::new(Generator { slot, over, body }))),
                })
            }
            "reach" => {
                let over = over?;
                let (slot, to) = self.generated(generator, &over, Self::typed::<CellsExpr>);
                let SetExpr::Cells(from) = over else {
                    return self.refuse_plain(Code::E10, generator.over.span, "`reach` expects a set of cells");
                };
                Some(AnyExpr::Cells(CellsExpr::Reach(Box::new(Reach { slot, from, to: to? }))))
            }
            _ => {
                let words = ["count", "some", "none", "every", "sum", "max", "min", "union", "reach"];
                let usual = match word {
                    "all" | "forall" | "each" => Some("use `every`".to_owned()),
                    "any" | "exists" => Some("use `some`".to_owned()),
                    _ => None,
                };
                let help = usual
                    .or_else(|| suggest::did_you_mean(word, words))
                    .unwrap_or_else(|| format!("use {}", suggest::alternatives(&words)));
                self.refuse(Code::E02, name.span, format!("`{word}` does not take `x in X: ...`"), help)
            }
        }
    }
}
