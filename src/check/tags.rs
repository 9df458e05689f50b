//! Words that stand for themselves, such as `placing`: which there are, and which of them an expression can be.

use super::checker::*;
use super::fold;
use super::words;
use crate::diagnostic::{Code, Diagnostic};
use crate::game::expr::*;
use crate::game::operator::{bit, bits};
use crate::game::piece::{MAX_TAGS, Tag};
use crate::suggest;
use crate::syntax::ast::{self, ItemNode, Map, Name, Node};
use crate::syntax::keywords;

/// Some of the words of a game: bit n stands for word n.
pub(super) type Tags = u64;

impl<'a> Checker<'a> {
    /// Declares the words of a parameter or a type. A word can belong to several.
    pub(super) fn declare_tags(&mut self, words: &[Name]) {
        for (at, word) in words.iter().enumerate() {
            if let Some(first) = words.iter().take(at).find(|first| first.node == word.node) {
                let finding = Diagnostic::new(Code::E03, word.span, format!("`{}` is listed twice", word.node));
                self.report(finding.and(first.span, "first listed here").help("remove one of them"));
            } else if !matches!(self.globals.get(&word.node), Some((Global::Tag(_), _))) {
                if self.tags.len() == MAX_TAGS {
                    self.error(Code::E34, word.span, format!("a game has at most {MAX_TAGS} such words"));
                    return;
                }
                self.declare_name(word, Global::Tag(Tag(self.tags.len() as u8)));
                self.tags.push(word.node.clone());
            }
        }
    }

    /// Declares the words in the types of an item.
    pub(super) fn declare_tags_of(&mut self, item: &ItemNode) {
        let (parameters, ty): (&[ast::Parameter], _) = match item {
            ItemNode::Var(var) => (&[], var.ty.as_ref()),
            ItemNode::Def(def) => (&def.parameters, def.ty.as_ref()),
            ItemNode::Effect(effect) => (&effect.parameters, None),
            _ => return,
        };
        for ty in parameters.iter().map(|parameter| &parameter.ty).chain(ty) {
            self.declare_tags(&ty.words);
        }
    }

    /// Declares the words of tables: values that are names of nothing else.
    pub(super) fn declare_tags_of_maps(&mut self) {
        for at in 0..self.defs.len() {
            let Node::Table(map) = &self.defs[at].ast.body.node else { continue };
            let words: Vec<Name> = map.symbols.iter().filter_map(|(_, value)| self.new_tag(value)).collect();
            if words.len() == map.symbols.len() && map.numbers().is_empty() {
                self.declare_tags(&distinct(words));
            }
        }
    }

    fn new_tag(&self, value: &ast::Expr) -> Option<Name> {
        let name = value.as_name()?;
        let is_free = match self.globals.get(name) {
            Some((global, _)) => matches!(global, Global::Tag(_)),
            None => !words::is_word(name) && !keywords::is_reserved(name) && self.board.dir_word(name).is_none(),
        };
        is_free.then(|| Name::new(name.to_owned(), value.span))
    }

    /// Returns words by their names.
    pub(super) fn tags_named<'n>(&self, words: impl IntoIterator<Item = &'n Name>) -> Tags {
        let tag = |word: &Name| match self.globals.get(&word.node) {
            Some((Global::Tag(tag), _)) => bit(tag.0),
            _ => 0,
        };
        words.into_iter().fold(0, |all, word| all | tag(word))
    }

    /// Returns the words that an expression can be; none if that is not known.
    pub(super) fn tags_of(&self, expr: &ast::Expr) -> Tags {
        let either = |of: &mut dyn Iterator<Item = &ast::Expr>| {
            of.map(|one| self.tags_of(one)).try_fold(0, |all, some| (some != 0).then_some(all | some)).unwrap_or(0)
        };
        match &expr.bare().node {
            Node::Name(name) => match self.body.scope.iter().rfind(|local| local.name == *name) {
                Some(local) => local.tags(),
                None => self.tags_of_global(name),
            },
            Node::Call(name, _) => self.tags_of_global(&name.node),
            Node::If(_, yes, no) => either(&mut [&**yes, &**no].into_iter()),
            Node::Match(_, arms) => either(&mut arms.iter().map(|arm| &arm.body)),
            Node::Table(map) => self.tags_of_table(map),
            _ => 0,
        }
    }

    fn tags_of_table(&self, map: &Map) -> Tags {
        map.symbols.iter().fold(0, |all, (_, value)| all | self.tags_of(value))
    }

    fn tags_of_global(&self, name: &str) -> Tags {
        match self.globals.get(name).map(|(global, _)| *global) {
            Some(Global::Tag(tag)) => bit(tag.0),
            Some(Global::Param(at)) => match self.params.get(at).map(|param| &param.domain) {
                Some(crate::game::rules::Domain::Words(words)) => {
                    let tag = |word: &String| self.tags.iter().position(|tag| tag == word);
                    words.iter().filter_map(tag).fold(0, |all, at| all | bit(at as u8))
                }
                _ => 0,
            },
            Some(Global::Var(at)) => self.vars.get(at).map_or(0, |var| var.tags),
            Some(Global::Def(at)) => self.defs.get(at).map_or(0, |def| def.tags),
            _ => 0,
        }
    }

    /// Returns the words that a local can be that begins with an expression and changes: any, if it begins with one word.
    pub(super) fn tags_of_mutable(&self, first: &ast::Expr) -> Tags {
        match self.tags_of(first) {
            one if one.count_ones() == 1 => u64::MAX >> (MAX_TAGS - self.tags.len()),
            tags => tags,
        }
    }

    /// Reports E10 for a value that can be a word that is not one of these.
    pub(super) fn fit_tags(&mut self, expr: &ast::Expr, allowed: Tags) -> bool {
        let other = self.tags_of(expr) & !allowed;
        if allowed == 0 || other == 0 {
            return true;
        }
        let (words, allowed) = (self.list_tags(other), self.list_tags(allowed));
        let message = format!("expected {allowed}, found {words}");
        let near = expr.as_name().and_then(|name| self.near_tag(name, &allowed));
        self.error_help(Code::E10, expr.span, message, near.unwrap_or_else(|| format!("write {allowed}")));
        false
    }

    fn near_tag(&self, name: &str, allowed: &str) -> Option<String> {
        let known = self.tags.iter().map(String::as_str).filter(|tag| allowed.contains(&format!("`{tag}`")));
        suggest::did_you_mean(name, known)
    }

    /// Says which words are meant where a number or a text stands for one.
    pub(super) fn help_for_tags(&self, allowed: Tags) -> Option<String> {
        (allowed != 0).then(|| format!("write {}", self.list_tags(allowed)))
    }

    /// Reports E10 for two words that can never be equal, such as a variable and a word that it never is.
    pub(super) fn report_other_tag(&mut self, left: &ast::Expr, right: &ast::Expr) {
        let (a, b) = (self.tags_of(left), self.tags_of(right));
        if a == 0 || b == 0 || a & b != 0 {
            return;
        }
        let (subject, word, all) = match a.count_ones() {
            1 => (right, left, b),
            _ => (left, right, a),
        };
        let message = format!("`{}` is never {}", self.text(subject.span), self.list_tags(self.tags_of(word)));
        let all = self.list_tags(all);
        let near = word.as_name().and_then(|name| self.near_tag(name, &all));
        self.error_help(Code::E10, word.span, message, near.unwrap_or_else(|| format!("it is {all}")));
    }

    /// Checks `phase in {placing, moving}`: there are no sets of words, so it is compared with each.
    pub(super) fn is_one_of_tags(&mut self, left: &ast::Expr, words: &[ast::Expr]) -> Option<BoolExpr> {
        let mut found = BoolExpr::Const(false);
        for word in words {
            found = fold::or(found, self.equality(left, ast::BinaryOp::Equal, word, left.span.to(word.span))?);
        }
        Some(found)
    }

    /// Lists words: "`placing` or `moving`".
    pub(super) fn list_tags(&self, tags: Tags) -> String {
        let names: Vec<&String> = bits(tags).filter_map(|at| self.tags.get(usize::from(at))).collect();
        suggest::alternatives(&names)
    }

    /// Returns the comparison that is meant by a word, or by a variable for words, alone: `phase == placing`.
    pub(super) fn comparison_of_tag(&self, expr: &ast::Expr) -> Option<String> {
        let (text, tags) = (self.text(expr.span), self.tags_of(expr));
        if tags.count_ones() > 1 {
            let first = self.tags.get(tags.trailing_zeros() as usize)?;
            return Some(format!("{text} == {first}"));
        }
        let var = self.vars.iter().find(|var| var.tags & tags != 0 && var.ast.indexes.is_empty())?;
        Some(format!("{} == {text}", var.ast.name.node))
    }

    /// Notes the words that the local that was bound last can be.
    pub(super) fn note_tags(&mut self, tags: Tags) {
        if let Some(local) = self.body.scope.last_mut().filter(|_| tags != 0) {
            local.among = Some(constants(tags));
        }
    }

    /// Returns whether the words that an expression can be are known.
    pub(super) fn known_tags(&self, expr: &ast::Expr) -> Option<Vec<AnyExpr>> {
        Some(self.tags_of(expr)).filter(|tags| *tags != 0).map(constants)
    }
}

impl LocalName {
    /// Returns the words that it can be; none if that is not known.
    pub(super) fn tags(&self) -> Tags {
        let tag = |value: &AnyExpr| if let AnyExpr::Tag(TagExpr::Const(tag)) = value { bit(tag.0) } else { 0 };
        self.among.iter().flatten().fold(0, |all, value| all | tag(value))
    }
}

/// Returns the first of some words.
pub(super) fn first_tag(tags: Tags) -> AnyExpr {
    AnyExpr::Tag(TagExpr::Const(Tag(tags.trailing_zeros().min(u32::from(u8::MAX)) as u8)))
}

fn constants(tags: Tags) -> Vec<AnyExpr> {
    bits(tags).map(|at| AnyExpr::Tag(TagExpr::Const(Tag(at)))).collect()
}

/// Leaves out words that come again: two characters of a table can have one value.
fn distinct(words: Vec<Name>) -> Vec<Name> {
    let mut found: Vec<Name> = Vec::new();
    for word in words {
        if found.iter().all(|other| other.node != word.node) {
            found.push(word);
        }
    }
    found
}
