//! The types of expressions, as far as the syntax tree and the game determine them.

use super::{Phraser, strip_parens};
use crate::game::operator::{self, Op};
use crate::game::rules::Setting;
use crate::sheet::items_of;
use crate::syntax::ast::{Def, Effect, Expr, IndexRange, Node, Var};
use crate::types::Type;

impl<'g> Phraser<'g> {
    pub(super) fn local(&self, name: &str) -> Option<Type> {
        self.locals.iter().rev().find(|(other, _)| other == name).map(|(_, ty)| *ty)
    }

    pub(super) fn def(&self, name: &str) -> Option<&'g Def> {
        items_of!(self.items, Def).map(|(_, def)| def).find(|def| def.name.node == name)
    }

    pub(super) fn effect(&self, name: &str) -> Option<&'g Effect> {
        items_of!(self.items, Effect).map(|(_, effect)| effect).find(|effect| effect.name.node == name)
    }

    pub(super) fn var(&self, name: &str) -> Option<&'g Var> {
        items_of!(self.items, Var).map(|(_, var)| var).find(|var| var.name.node == name)
    }

    pub(in crate::internals::sheet) fn index_type(&self, over: &IndexRange) -> Type {
        match over {
            IndexRange::Type(ty) => ty.node,
            IndexRange::Numbers(_) => Type::Int,
        }
    }

    pub(in crate::internals::sheet) fn def_type(&self, name: &str) -> Option<Type> {
        let defs = &self.game.defs;
        macro_rules! find {
            ($($list:ident $ty:ident),*) => {
                $(if defs.$list.iter().any(|def| def.name == name) { return Some(Type::$ty); })*
            };
        }
        find!(int Int, ints Ints, bool Bool, cell Cell, cells Cells, dir Dir, dirs Dirs, player Player, players Players,
            kind Kind, kinds Kinds, piece Piece, tag Tag);
        // Defs that are constant before play are not in the game.
        self.def(name).and_then(|def| {
            let parameters = def.parameters.iter().map(|one| (one.name.node.clone(), one.ty.node));
            self.with(parameters).ty(&def.body)
        })
    }

    pub(super) fn var_type(&self, name: &str) -> Option<Type> {
        let var = self.game.vars.iter().find(|var| var.name == name)?;
        Some(var.ty)
    }

    pub(super) fn is_kind(&self, name: &str) -> bool {
        self.local(name).is_none() && self.game.kinds.iter().any(|kind| kind.name == name)
    }

    pub(super) fn is_tag(&self, name: &str) -> bool {
        self.local(name).is_none() && self.game.tags.iter().any(|tag| tag == name)
    }

    /// Returns the type of a value in a table, where the name of a kind is that kind.
    fn ty_of_value(&self, value: &Expr) -> Option<Type> {
        if value.as_name().is_some_and(|name| self.is_kind(name)) { Some(Type::Kind) } else { self.ty(value) }
    }

    /// Returns the type of an expression, if it is known.
    pub(in crate::internals::sheet) fn ty(&self, expr: &Expr) -> Option<Type> {
        use crate::syntax::ast::BinaryOp::*;
        Some(match &expr.node {
            Node::Number(_) | Node::Neg(_) => Type::Int,
            Node::Bool(_) | Node::Not(_) | Node::Look(..) | Node::Possible(_) => Type::Bool,
            Node::Cell(_) => Type::Cell,
            Node::Paren(inner) => self.ty(inner)?,
            Node::Region(..) => Type::Cells,
            Node::Table(map) => map.symbols.first().map_or(Some(Type::Int), |(_, value)| self.ty_of_value(value))?,
            Node::Range(..) => Type::Ints,
            Node::Of(..) => Type::Cells,
            Node::If(_, yes, no) => {
                let (yes, no) = (self.ty(yes), self.ty(no));
                if yes == no { yes? } else { yes.or(no)?.set()? }
            }
            Node::Match(_, arms) => self.ty(&arms.first()?.body)?,
            Node::List(items) => match items.first() {
                Some(Expr { node: Node::Name(name), .. }) if self.is_kind(name) => Type::Kinds,
                Some(first) => self.ty(first)?.set()?,
                None => return None,
            },
            Node::Collect(generator) => self.ty(&generator.over)?.set()?,
            Node::Binary(left, op, right) => match op.node {
                Mul | Div | Rem | Add | Sub => Type::Int,
                And | Or | Except => self.ty(left).or_else(|| self.ty(right))?.set()?,
                Either => match &strip_parens(left).node {
                    Node::Generate(name, _) if matches!(name.node.as_str(), "max" | "min") => Type::Int,
                    _ => Type::Bool,
                },
                _ => Type::Bool,
            },
            Node::Generate(name, generator) => match name.node.as_str() {
                "count" | "sum" | "max" | "min" => Type::Int,
                "some" | "none" | "every" => Type::Bool,
                "reach" => Type::Cells,
                _ => {
                    let element = element(self.ty(&generator.over)?);
                    self.with([(generator.name.node.clone(), element)]).ty(&generator.body)?.set()?
                }
            },
            Node::Name(name) => self.name_type(name)?,
            Node::Call(name, args) => match name.node.as_str() {
                "count" | "repeated" => Type::Int,
                "some" | "none" | "stuck" => Type::Bool,
                "opposite" => self.ty(args.first()?)?,
                "at" => Type::Piece,
                "after" => Type::Player,
                "the" => element(self.ty(args.first()?)?),
                other => match operator(other, args.len()) {
                    Some(op) => op.form().result,
                    None => self.def_type(other).or_else(|| self.var_type(other))?,
                },
            },
        })
    }

    pub(super) fn name_type(&self, name: &str) -> Option<Type> {
        if let Some(ty) = self.local(name) {
            return Some(ty);
        }
        if self.game.board.dir_word(name).is_some() {
            let one = self.game.board.dir_word(name).is_some_and(|mask| mask.count_ones() == 1);
            return Some(if one { Type::Dir } else { Type::Dirs });
        }
        Some(match name {
            "empty" | "occupied" | "pieces" | "own" | "enemy" => Type::Cells,
            "mover" | "next" => Type::Player,
            "players" => Type::Players,
            "ply" | "repeated" => Type::Int,
            "stuck" => Type::Bool,
            "off" => Type::Cell,
            "nothing" => Type::Piece,
            _ if operator(name, 0).is_some() => operator(name, 0)?.form().result,
            _ if self.is_kind(name) => Type::Cells,
            _ if self.is_tag(name) => Type::Tag,
            _ if self.game.players.iter().any(|player| player.name == name) => Type::Player,
            _ => match self.game.params.iter().find(|param| param.name == name) {
                Some(param) => match param.value {
                    Setting::Int(_) => Type::Int,
                    Setting::Bool(_) => Type::Bool,
                    Setting::Word(_) => return None,
                },
                None => self.def_type(name).or_else(|| self.var_type(name))?,
            },
        })
    }
}

/// Returns the operator with this name and this number of arguments.
pub(super) fn operator(name: &str, args: usize) -> Option<Op> {
    let takes = |op: &&Op| (op.form().arity().0..=op.form().arity().1).contains(&args);
    operator::word(name)?.ops.iter().find(takes).copied()
}

/// Returns the type of a set's elements.
pub(in crate::internals::sheet) fn element(ty: Type) -> Type {
    ty.element().unwrap_or(ty)
}
