//! The indexes of variables: their types and ranges, their total size, and their use.

use super::checker::*;
use super::types::*;
use crate::diagnostic::Code;
use crate::game::expr::*;
use crate::game::layout::{Layout, MAX_VAR_WORDS};
use crate::game::rules::{IndexType, MAX_INDEXES};
use crate::source::Span;
use crate::syntax::ast::{self, IndexRange, Node};

/// Describes what a variable has a value for: "player and kind".
pub(super) fn each_of(indexes: &[IndexType]) -> String {
    in_words(indexes, |index| match index {
        IndexType::Cell => "cell".to_string(),
        IndexType::Player => "player".to_string(),
        IndexType::Dir => "direction".to_string(),
        IndexType::Kind => "kind".to_string(),
        IndexType::Range(first, last) => format!("number from {first} to {last}"),
    })
}

fn in_words(indexes: &[IndexType], word: impl Fn(IndexType) -> String) -> String {
    let mut words: Vec<String> = indexes.iter().map(|index| word(*index)).collect();
    let last = words.pop().unwrap_or_default();
    if words.is_empty() { last } else { format!("{} and {last}", words.join(", ")) }
}

impl<'a> Checker<'a> {
    /// Returns the types of the indexes of a variable, or `None` if one is invalid (E10). The ends of ranges are set later by
    /// [`Checker::evaluate_index_ranges`], when parameters and the board are known.
    pub(super) fn var_indexes(&mut self, var: &ast::Var) -> Option<Vec<IndexType>> {
        if let Some(index) = var.indexes.get(MAX_INDEXES) {
            let message = format!("a variable has at most {MAX_INDEXES} indexes");
            return self.refuse_plain(Code::E11, index.name.span, message);
        }
        let indexes: Vec<Option<IndexType>> = var.indexes.iter().map(|index| self.index_type_of(index)).collect();
        indexes.into_iter().collect()
    }

    fn index_type_of(&mut self, index: &ast::Index) -> Option<IndexType> {
        let ty = match &index.over {
            IndexRange::Numbers(_) => return Some(IndexType::Range(0, 0)),
            IndexRange::Type(ty) => ty,
        };
        Some(match ty.node {
            Type::Cell => IndexType::Cell,
            Type::Player => IndexType::Player,
            Type::Dir => IndexType::Dir,
            Type::Kind => IndexType::Kind,
            Type::Int => {
                let help = format!("give it a range: `{}: 1..8`", index.name.node);
                return self.refuse(Code::E10, ty.span, "an index cannot be any number", help);
            }
            other => {
                let message = format!("an index cannot be {}", other.describe());
                let help = match other {
                    Type::Tag => "write one variable for each word, or a range of numbers",
                    _ => "an index is a cell, a player, a direction, a kind or a range of numbers",
                };
                return self.refuse(Code::E10, ty.span, message, help);
            }
        })
    }

    /// Works out the ends of the ranges that variables have as indexes.
    pub(super) fn evaluate_index_ranges(&mut self) {
        for at in 0..self.vars.len() {
            for (nth, index) in self.vars[at].ast.indexes.iter().enumerate() {
                let IndexRange::Numbers(range) = &index.over else { continue };
                let found = self.evaluate_index_range(range);
                match (found, &mut self.vars[at].indexes) {
                    (Some(found), Some(indexes)) => indexes[nth] = found,
                    (None, indexes) => *indexes = None,
                    (Some(_), None) => {}
                }
            }
        }
    }

    fn evaluate_index_range(&mut self, range: &ast::Expr) -> Option<IndexType> {
        let unroll = std::mem::replace(&mut self.unroll, true);
        let ends = self.with_body(Body::new(Context::Static), |check| check.typed::<IntsExpr>(range)).0;
        self.unroll = unroll;
        let ends = ends?;
        let IntsExpr::Range(ends, _) = ends else { return None };
        match *ends {
            (IntExpr::Const(first), IntExpr::Const(last)) if first <= last => Some(IndexType::Range(first, last)),
            // The board has a report of its own.
            _ if self.is_word_of_stacks(range.span) => None,
            (IntExpr::Const(first), IntExpr::Const(last)) => {
                self.refuse_plain(Code::E34, range.span, format!("the range from {first} to {last} is empty"))
            }
            _ => {
                let message = "the range of an index must be known before play";
                let help = "write fixed ends: `n: 1..20`, `n: 1..size`";
                self.refuse(Code::E22, range.span, message, help)
            }
        }
    }

    /// Reports E34 for variables with too many values.
    pub(super) fn verify_var_size(&mut self) {
        let layout = Layout::new(&self.board, self.players.len(), self.kinds.len(), &[]);
        let mut words = 0usize;
        for var in self.vars.iter().filter_map(|var| var.lowered.as_ref()) {
            words = words.saturating_add(layout.place(self.board.dirs(), &var.indexes, var.ty).words());
            if words > MAX_VAR_WORDS {
                let held = match u32::try_from(words) {
                    Ok(words) => words.to_string(),
                    Err(_) => format!("more than {MAX_VAR_WORDS}"),
                };
                if let Some(stacks) = self.span_of_stacks().filter(|_| self.is_word_of_stacks(var.span)) {
                    let message = "the stacks are too high for this number of cells";
                    let help =
                        format!("all cells together can hold {MAX_VAR_WORDS} pieces at most; write a smaller number");
                    return self.error_help(Code::E34, stacks, message, help);
                }
                let message = format!("too many values: the variables up to `{}` hold {held}", var.name);
                let help = format!(
                    "at most {MAX_VAR_WORDS} are allowed; a set of cells counts once for every 64 cells of the board"
                );
                let span = var.span;
                return self.error_help(Code::E34, span, message, help);
            }
        }
    }

    /// Lowers the indexes in a use of a variable.
    pub(super) fn lower_indexes(&mut self, at: usize, args: &[ast::Expr], span: Span) -> Option<Vec<AnyExpr>> {
        let name = &self.vars[at].ast.name.node;
        let indexes = self.vars[at].indexes.clone()?;
        if indexes.len() != args.len() {
            let (message, help) = match indexes.as_slice() {
                [] => {
                    let help = "for a value for each player, declare it as `var hand(P: player) = 9`".to_string();
                    (format!("`{name}` is a single value, without an index"), help)
                }
                indexes => {
                    let given = in_words(indexes, |index| format!("one {}", index.ty().word()));
                    (
                        format!("`{name}` has one value for each {}", each_of(indexes)),
                        format!("write `{}` with {given}", self.var_usage(at)),
                    )
                }
            };
            return self.refuse(Code::E11, span, message, help);
        }
        let scalars: Vec<Option<AnyExpr>> =
            args.iter().enumerate().map(|(nth, arg)| self.lower_index(at, nth, indexes[nth], arg)).collect();
        scalars.into_iter().collect()
    }

    /// Returns the form of a use of a variable, with the names of its declaration: `hand(P, k)`.
    pub(super) fn var_usage(&self, at: usize) -> String {
        let ast = self.vars[at].ast;
        let names: Vec<&str> = ast.indexes.iter().map(|index| index.name.node.as_str()).collect();
        format!("{}({})", ast.name.node, names.join(", "))
    }

    fn lower_index(&mut self, at: usize, nth: usize, index: IndexType, arg: &ast::Expr) -> Option<AnyExpr> {
        let value = self.of_type(arg, index.ty())?;
        // A range that depends on a parameter may contain the number with other settings.
        if let (AnyExpr::Int(IntExpr::Const(n)), IndexType::Range(first, last)) = (&value, index)
            && !(first..=last).contains(n)
            && self.vars[at].ast.indexes.get(nth).is_some_and(has_plain_ends)
        {
            let name = &self.vars[at].ast.name.node;
            let message = format!("`{name}` has a value for each number from {first} to {last}, but not for {n}");
            return self.refuse_plain(Code::E31, arg.span, message);
        }
        Some(value)
    }
}

/// Returns whether both ends of a range are written as numbers.
fn has_plain_ends(index: &ast::Index) -> bool {
    let IndexRange::Numbers(range) = &index.over else { return false };
    let Node::Range(first, last) = &range.node else { return false };
    matches!((&first.node, &last.node), (Node::Number(_), Node::Number(_)))
}
