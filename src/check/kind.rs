//! Declares kinds of pieces, and warns of unused ones.

use super::checker::*;
use crate::diagnostic::Code;
use crate::game::piece::MAX_KINDS;
use crate::game::rules::KindInfo;
use crate::syntax::ast::{self, ItemNode};
use crate::wording::with_article;

impl<'a> Checker<'a> {
    /// Declares the names of kinds.
    pub(super) fn declare_kinds(&mut self, kinds: &[ast::KindName], neutral: bool) {
        for kind in kinds {
            if self.kinds.len() == MAX_KINDS {
                let message = format!("a game has at most {MAX_KINDS} kinds of pieces");
                self.error(Code::E34, kind.name.span, message);
                break;
            }
            self.declare_name(&kind.name, Global::Kind(self.kinds.len()));
            let sign = kind.sign.as_ref().map(|sign| sign.node.clone());
            let info = KindInfo { name: kind.name.node.clone(), sign, neutral };
            if let Some(other) = self.kinds.iter().find(|other| other.text() == info.text() && other.name != info.name)
            {
                let message = format!("`{}` already stands for `{}`", info.text(), other.name);
                let place = kind.sign.as_ref().map_or(kind.name.span, |sign| sign.span);
                let help = "choose another sign: the two kinds would look the same in moves";
                self.error_help(Code::E03, place, message, help);
            }
            self.kinds.push(info);
        }
    }

    /// Reports W10 for kinds without any piece. A legend alone places none.
    pub(super) fn report_unused_kinds(&mut self, items: &[ast::Item]) {
        let kinds = items.iter().filter_map(|item| match &item.node {
            ItemNode::Pieces(kinds) | ItemNode::Neutral(kinds) => Some(kinds),
            _ => None,
        });
        for (at, kind) in kinds.flatten().enumerate() {
            if !self.kinds_used.contains(&at) && !self.is_inherited(kind.name.span) {
                let message = format!("no piece is ever {}", with_article(&format!("`{}`", kind.name.node)));
                let help = "remove it, or place such pieces with `setup` or `put`";
                self.error_help(Code::W10, kind.name.span, message, help);
            }
        }
    }
}
