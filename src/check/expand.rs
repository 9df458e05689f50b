//! Expands variants: merges a file and the files that it extends into one list of items.

use super::merge::Merge;
use crate::diagnostic::{Code, Diagnostic};
use crate::source::{Source, SourceId, Sources, Span};
use crate::suggest;
use crate::syntax::ast::{self, File};
use crate::syntax::parse;

/// The version of the language that this program knows.
const LANGUAGE: i64 = 1;

/// The largest number of bases in a row.
const MOST_BASES: usize = 16;

/// A source of the files that others extend, for [`check`](crate::check::check()) and [`load`](crate::load()).
pub trait Bases {
    /// Returns the text of a base, as the file `from` names it: `extends "tiger"`.
    fn base(&self, name: &str, from: &Source) -> Option<Source>;
    /// Returns the known names, for suggestions.
    fn names(&self) -> Vec<String>;
}

/// A file with the items that it takes from its bases.
#[derive(Clone, Debug)]
pub struct Expanded {
    /// All items: those of the base in their order, each replaced one in the place of the old one, then the file's own. Additions
    /// to an item are merged into it, except a second `setup`, which follows the first. Items from a base have spans in the
    /// source of the base. There are no `without` items, and every [`Change`](ast::Change) is `New`.
    pub items: Vec<ast::Item>,
    /// The invalid parts of the file itself.
    pub unread: Vec<ast::Unread>,
    /// The words of [stacks](super::stacks), if the board has stacks.
    pub words: Option<SourceId>,
}

/// Merges a file with the files that it extends. Adds their texts to the sources and the findings to `found`. Returns `None` if
/// a base is missing or invalid, because then every name would be unknown.
pub fn expand(sources: &mut Sources, main: File, bases: &dyn Bases, found: &mut Vec<Diagnostic>) -> Option<Expanded> {
    let top = main.extends.as_ref().map(|extends| extends.span);
    let mut expansion = Expansion { sources, bases, found, top, chain: Vec::new() };
    let mut expanded = expansion.expand(main)?;
    super::stacks::add_words(&mut expanded, sources);
    Some(expanded)
}

/// The path from a file to its bases.
struct Expansion<'a> {
    sources: &'a mut Sources,
    bases: &'a dyn Bases,
    found: &'a mut Vec<Diagnostic>,
    /// The `extends` of the file itself.
    top: Option<Span>,
    /// The files on the path, with the names by which they are extended.
    chain: Vec<(SourceId, String)>,
}

impl Expansion<'_> {
    fn expand(&mut self, file: File) -> Option<Expanded> {
        self.check_language(&file);
        let Some(extends) = &file.extends else {
            let items = Merge::alone(self.found).merge(file.items);
            return Some(Expanded { items, unread: file.unread, words: None });
        };
        let base = self.expand_base(extends, file.source)?;
        let items = Merge::onto(base.items, self.found).merge(file.items);
        Some(Expanded { items, unread: file.unread, words: None })
    }

    /// Expands the file that another one extends.
    fn expand_base(&mut self, extends: &ast::Name, from: SourceId) -> Option<Expanded> {
        let from_source = self.sources.get(from);
        let Some(source) = self.bases.base(&extends.node, &from_source) else {
            let names = self.bases.names();
            let help = suggest::did_you_mean(&extends.node, names.iter().map(String::as_str));
            let help = help.unwrap_or_else(|| {
                "write the name of a bundled game, or of a rule file in the same folder, without `.game`".to_owned()
            });
            let message = format!("there is no game `{}` to extend", extends.node);
            self.found.push(Diagnostic::new(Code::E52, extends.span, message).help(help));
            return None;
        };
        self.chain.push((from, extends.node.clone()));
        let known = self.chain.iter().any(|(id, _)| {
            let on_the_way = self.sources.get(*id);
            on_the_way.name == source.name && on_the_way.text == source.text
        });
        if known || self.chain.len() > MOST_BASES {
            self.report_circle(extends, known);
            return None;
        }
        let id = self.sources.add(source);
        match parse(self.sources, id) {
            Ok(file) => self.expand(file),
            Err(errors) => {
                self.found.extend(errors);
                None
            }
        }
    }

    /// Reports E53 at the `extends` of the file itself, which its author can change.
    fn report_circle(&mut self, last: &ast::Name, known: bool) {
        let names: Vec<String> = self.chain.iter().map(|(_, name)| format!("`{name}`")).collect();
        let message =
            if known { "these files extend each other in a circle" } else { "too many files extend each other" };
        let help = if known {
            "one of them must be a whole game, without `extends`".to_owned()
        } else {
            format!("a game can have at most {MOST_BASES} bases in a row")
        };
        let top = self.top.unwrap_or(last.span);
        let way = format!("the chain is {}", names.join(", then "));
        let mut report = Diagnostic::new(Code::E53, top, message).labeled(way).help(help);
        if last.span != top {
            report = report.and(last.span, if known { "the circle closes here" } else { "one too many" });
        }
        self.found.push(report);
    }

    fn check_language(&mut self, file: &File) {
        if let Some(language) = file.language.as_ref().filter(|language| language.node != LANGUAGE) {
            let message = format!(
                "this file is written in language {}, but this Boardwright knows language {LANGUAGE}",
                language.node
            );
            let help = if language.node > LANGUAGE { "update Boardwright to read it" } else { "write `language 1`" };
            self.found.push(Diagnostic::new(Code::E01, language.span, message).help(help));
        }
    }
}

#[cfg(test)]
mod tests;
