//! Reports names that are taken, and finds free ones.

use super::checker::*;
use super::types::*;
use super::words;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::syntax::ast;

impl Checker<'_> {
    /// Reports E03 for a local name that is taken. A name of the file is not taken in the words of stacks and in the files that it
    /// extends: they mean their own.
    pub(super) fn report_if_taken(&mut self, name: &ast::Name, ty: Type) {
        let word = name.node.as_str();
        let place = self.body.local(word).map(|local| (local.what, local.span));
        let is_known_to = |span: Span| name.span.source >= self.outside || span.source >= name.span.source;
        let global = self.globals.get(word).filter(|(_, span)| span.source < self.outside && is_known_to(*span));
        let global = global.map(|(global, span)| (global.describe(), *span));
        if let Some((what, span)) = place.or(global) {
            self.report_taken(name, what, span);
        } else if words::is_word(word) || self.board.dir_word(word).is_some() && !self.is_word_of_stacks(name.span) {
            self.report_keyword(name, Some(ty));
        }
    }

    /// Reports a name that is declared already, as `what`, at `span`.
    pub fn report_taken(&mut self, name: &ast::Name, what: &str, span: Span) {
        if self.is_word_of_stacks(span) {
            return self.report_keyword(name, None);
        }
        let help = "choose another name: a name has one meaning in a file";
        let finding = Diagnostic::new(Code::E03, name.span, format!("the name `{}` is already taken", name.node));
        self.report(finding.and(span, format!("declared here as {what}")).help(help));
    }

    /// Reports a name that is a word of the language.
    pub fn report_keyword(&mut self, name: &ast::Name, ty: Option<Type>) {
        let free = self.free_name(&name.node, ty);
        if name.node.starts_with("stack_") && !words::is_word(&name.node) {
            let message =
                format!("`{}` is taken: on a board with stacks, names that begin with `stack_` are", name.node);
            let help = format!("choose another name, such as `{free}`");
            return self.error_help(Code::E03, name.span, message, help);
        }
        let help = format!("choose another name, such as `{free}`");
        let is_dir = !words::is_word(&name.node) && self.board.dir_word(&name.node).is_some();
        let what = if is_dir { "a direction of this board" } else { "a word of the language" };
        let message = format!("`{}` is {what}, so it cannot be a name", name.node);
        self.error_help(Code::E03, name.span, message, help);
    }

    /// Returns a free name to use instead of a word of the language; for a local, its type is known.
    pub fn free_name(&self, word: &str, ty: Option<Type>) -> String {
        let lower = word.to_lowercase();
        let taken = |name: &str| {
            self.globals.contains_key(name)
                || self.body.scope.iter().any(|local| local.name == name)
                || self.board.dir_word(name).is_some()
        };
        // A letter such as `S` says nothing about what it was meant for, but its type does.
        let is_dir = matches!(ty, None | Some(Type::Dir));
        let of_type = ty.filter(|_| words::DIRECTIONS.contains(&word) && !is_dir).map(words::for_type);
        let another = of_type.or_else(|| words::instead(word)).map(str::to_string).into_iter();
        let mut candidates = another.chain([format!("the_{lower}"), format!("this_{lower}")]);
        candidates.find(|name| !taken(name)).unwrap_or_else(|| format!("my_{lower}"))
    }
}
