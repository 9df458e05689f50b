//! Merges a file into the items of its base: adds, replaces, extends and removes items.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::Span;
use crate::suggest;
use crate::syntax::ast::{Action, Change, Item, ItemName, ItemNode, KindName, Name, Node, Param};
use std::collections::{HashMap, HashSet};

/// The identity of an item: its word, and its name if it has one.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Key {
    word: &'static str,
    name: Option<String>,
}

impl Key {
    /// Returns the key of an item, or `None` for items that can be repeated.
    fn of(node: &ItemNode) -> Option<Key> {
        let (word, name) = Key::parts(node)?;
        Some(Key { word, name: name.map(|name| name.node.clone()) })
    }

    /// Returns whether an item has this key.
    fn is(&self, node: &ItemNode) -> bool {
        Key::parts(node)
            .is_some_and(|(word, name)| word == self.word && name.map(|name| &name.node) == self.name.as_ref())
    }

    fn parts(node: &ItemNode) -> Option<(&'static str, Option<&Name>)> {
        Some(match node {
            ItemNode::Title(_) => ("game", None),
            ItemNode::Year(_) => ("year", None),
            ItemNode::Board(_) => ("board", None),
            ItemNode::Players(_) => ("players", None),
            ItemNode::Setup(_) => ("setup", None),
            ItemNode::Look(_) => ("look", None),
            ItemNode::End(_) => ("end", None),
            ItemNode::Param(param) => ("param", Some(&param.name)),
            ItemNode::Var(var) => ("var", Some(&var.name)),
            ItemNode::Def(def) => ("def", Some(&def.name)),
            ItemNode::Effect(effect) => ("effect", Some(&effect.name)),
            ItemNode::Action(action) => ("action", Some(&action.name)),
            ItemNode::Always(always) => ("always", Some(&always.name)),
            ItemNode::Author(_)
            | ItemNode::Without(_)
            | ItemNode::Pieces(_)
            | ItemNode::Neutral(_)
            | ItemNode::Legend(_)
            | ItemNode::Example(_) => return None,
        })
    }

    fn of_name(item: &ItemName) -> Key {
        Key { word: item.word, name: Some(item.name.node.clone()) }
    }
}

impl std::fmt::Display for Key {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.name {
            Some(name) => write!(out, "`{} {name}`", self.word),
            None => write!(out, "`{}`", self.word),
        }
    }
}

/// Returns the span to underline for an item: its name, or its first word.
fn span_of(item: &Item) -> Span {
    match (Key::parts(&item.node), item.change) {
        (Some((_, Some(name))), _) => name.span,
        (key, Change::New) => {
            let word = key.map_or(0, |(word, _)| word.len());
            Span { end: (item.span.start + word as u32).min(item.span.end), ..item.span }
        }
        (_, Change::Replace(word) | Change::Also(word) | Change::AlsoFirst(word)) => word,
    }
}

/// The items of a base while a file is merged into them.
pub(super) struct Merge<'a> {
    items: Vec<Item>,
    /// The keys of these items and of removed ones. Most names are new, so this saves a search through all items.
    known: HashSet<Key>,
    /// Whether the file has a base.
    extends: bool,
    /// The items that the file itself has given or replaced, with their spans.
    said: HashMap<Key, Span>,
    found: &'a mut Vec<Diagnostic>,
}

impl<'a> Merge<'a> {
    /// Creates a merge for a file without a base.
    pub(super) fn alone(found: &'a mut Vec<Diagnostic>) -> Merge<'a> {
        Merge { items: Vec::new(), known: HashSet::new(), extends: false, said: HashMap::new(), found }
    }

    /// Creates a merge for a file that extends these items, without those that belong to the base alone, such as its title.
    pub(super) fn onto(mut base: Vec<Item>, found: &'a mut Vec<Diagnostic>) -> Merge<'a> {
        let own = |node: &ItemNode| {
            matches!(node, ItemNode::Title(_) | ItemNode::Author(_) | ItemNode::Year(_) | ItemNode::Example(_))
        };
        base.retain(|item| !own(&item.node));
        let known = base.iter().filter_map(|item| Key::of(&item.node)).collect();
        Merge { items: base, known, extends: true, said: HashMap::new(), found }
    }

    /// Merges the items of the file and returns all items.
    pub(super) fn merge(mut self, own: Vec<Item>) -> Vec<Item> {
        for item in own {
            self.merge_item(item);
        }
        self.items
    }

    fn merge_item(&mut self, item: Item) {
        if let ItemNode::Without(name) = &item.node {
            return self.remove(name);
        }
        if let (Change::Replace(word), ItemNode::Pieces(kinds) | ItemNode::Neutral(kinds)) = (item.change, &item.node) {
            return kinds
                .iter()
                .for_each(|kind| self.replace_sign(kind, matches!(item.node, ItemNode::Neutral(_)), word));
        }
        let Some(key) = Key::of(&item.node) else {
            return self.add_item(item);
        };
        match item.change {
            Change::New => self.new_item(key, item),
            Change::Replace(word) => self.replace(key, item, word),
            Change::Also(word) => self.add(key, item, word, false),
            Change::AlsoFirst(word) => self.add(key, item, word, true),
        }
    }

    fn add_item(&mut self, item: Item) {
        self.known.extend(Key::of(&item.node));
        self.items.push(Item { change: Change::New, ..item });
    }

    /// Returns the index of the item with this key.
    fn find(&self, key: &Key) -> Option<usize> {
        self.known.contains(key).then(|| self.items.iter().position(|item| key.is(&item.node)))?
    }

    /// Reports E35 for an item that the file has given before. Returns whether it has.
    fn report_twice(&mut self, key: &Key, here: Span) -> bool {
        match self.said.get(key).copied() {
            Some(first) => {
                let report = Diagnostic::new(Code::E35, here, format!("{key} is given twice"));
                self.found.push(report.and(first, "first given here").help("remove one of them"));
                true
            }
            None => {
                self.said.insert(key.clone(), here);
                false
            }
        }
    }

    fn new_item(&mut self, key: Key, item: Item) {
        let old = self.find(&key).and_then(|old| self.items.get(old)).map(span_of);
        let inherited = old.filter(|old| old.source != item.span.source);
        if let Some(old) = inherited {
            let mut help = "write `replace` before it to replace that one".to_owned();
            match key.word {
                "setup" | "look" | "end" => help.push_str(", or `also` to add to it"),
                _ if key.name.is_some() => help.push_str(", or choose another name"),
                _ => {}
            }
            let report = Diagnostic::new(Code::E51, span_of(&item), format!("the base already has {key}"));
            self.found.push(report.and(old, "declared in the base here").help(help));
        } else if key.name.is_some() || !self.report_twice(&key, span_of(&item)) {
            // two items of one name are reported when names are declared
            self.add_item(item);
        }
    }

    fn replace(&mut self, key: Key, mut item: Item, word: Span) {
        if self.report_twice(&key, span_of(&item)) {
            return;
        }
        let Some(old) = self.find(&key).and_then(|old| self.items.get_mut(old)) else {
            self.report_missing(&key, span_of(&item), word, "replace");
            // a parameter takes its words from that of the base
            let has_value = |param: &Param| matches!(param.default.bare().node, Node::Number(_) | Node::Bool(_));
            if !(self.extends && matches!(&item.node, ItemNode::Param(param) if !has_value(param))) {
                self.add_item(item);
            }
            return;
        };
        if let (ItemNode::Param(new), ItemNode::Param(param)) = (&mut item.node, &old.node) {
            keep_range(new, param);
            if item.docs.is_empty() {
                item.docs = std::mem::take(&mut old.docs);
            }
        }
        *old = Item { change: Change::New, ..item };
        // a second setup of the base is replaced, too
        let mut kept = false;
        self.items.retain(|item| !key.is(&item.node) || !std::mem::replace(&mut kept, true));
    }

    fn remove(&mut self, name: &ItemName) {
        let key = Key::of_name(name);
        match self
            .find(&key)
            .filter(|old| self.items.get(*old).is_some_and(|old| old.span.source != name.name.span.source))
        {
            Some(old) => drop(self.items.remove(old)),
            None => self.report_missing(&key, name.name.span, name.name.span, "without"),
        }
    }

    /// Applies `replace piece knight "S"`, which gives a kind of the base another text.
    fn replace_sign(&mut self, new: &KindName, neutral: bool, word: Span) {
        let key = Key { word: if neutral { "neutral" } else { "piece" }, name: Some(new.name.node.clone()) };
        if !self.extends {
            return self.report_missing(&key, new.name.span, word, "replace");
        }
        if self.report_twice(&key, new.name.span) {
            return;
        }
        let kinds = self.items.iter_mut().filter_map(|item| match &mut item.node {
            ItemNode::Pieces(kinds) if !neutral => Some(kinds),
            ItemNode::Neutral(kinds) if neutral => Some(kinds),
            _ => None,
        });
        let mut kinds: Vec<&mut KindName> = kinds.flatten().collect();
        if let Some(kind) = kinds.iter_mut().find(|kind| kind.name.node == new.name.node) {
            return kind.sign.clone_from(&new.sign);
        }
        let near = suggest::did_you_mean(&new.name.node, kinds.iter().map(|kind| kind.name.node.as_str()));
        let mut report = Diagnostic::new(Code::E50, new.name.span, format!("the base has no {key}"));
        report.help = near.or_else(|| Some(format!("to add a new kind, write `{}` without `replace`", key.word)));
        self.found.push(report);
    }

    /// Applies `also`: adds to the item of the base.
    fn add(&mut self, key: Key, item: Item, word: Span, first: bool) {
        let mut old = self.items.iter_mut().enumerate().rev().filter(|_| self.extends);
        let Some((at, old)) = old.find(|(_, old)| key.is(&old.node)) else {
            self.report_missing(&key, span_of(&item), word, "also");
            return;
        };
        match (&mut old.node, item.node) {
            (ItemNode::End(old), ItemNode::End(mut new)) if first => {
                new.append(old);
                *old = new;
            }
            (ItemNode::End(old), ItemNode::End(mut new)) => old.append(&mut new),
            (ItemNode::Action(old), ItemNode::Action(new)) => add_clauses(old, new),
            (_, node) => {
                let added = Item { span: item.span, docs: item.docs, change: Change::New, node };
                return self.items.insert(at + 1, added);
            }
        }
        if !item.docs.is_empty() {
            let line = if old.docs.is_empty() { "" } else { "\n" };
            old.docs = format!("{}{line}{}", old.docs, item.docs);
        }
    }

    /// Reports E50 for a change to a missing item.
    fn report_missing(&mut self, key: &Key, here: Span, word: Span, change: &str) {
        if !self.extends {
            let message = format!("`{change}` needs a base, but this file extends nothing");
            let help = "begin the file with the name of its base: `extends \"tiger\"`";
            return self.found.push(Diagnostic::new(Code::E50, word, message).help(help));
        }
        let others = self.items.iter().filter_map(|item| Key::of(&item.node));
        let help = match &key.name {
            None => Some(format!("write `{}` without `{change}`", key.word)),
            Some(name) => {
                let (same, other): (Vec<Key>, Vec<Key>) = others.partition(|other| other.word == key.word);
                let names = || same.iter().filter_map(|other| other.name.as_deref());
                let elsewhere = other.iter().find(|other| other.name.as_ref() == Some(name));
                elsewhere
                    .map(|other| format!("the base has {other}"))
                    .or_else(|| suggest::did_you_mean(name, names()))
                    .or_else(|| {
                        let names: Vec<&str> = names().collect();
                        let known =
                            (!names.is_empty()).then(|| format!("the base has {}", suggest::alternatives(&names)));
                        // What is not in the base can be new.
                        let new = (change == "replace").then(|| format!("to add it, drop `{change}`"));
                        let parts: Vec<String> = known.into_iter().chain(new).collect();
                        (!parts.is_empty()).then(|| parts.join("; "))
                    })
            }
        };
        let report = Diagnostic::new(Code::E50, here, format!("the base has no {key}"));
        self.found.push(match help {
            Some(help) => report.help(help),
            None => report,
        });
    }
}

/// Copies the type, words and range of a replaced parameter, unless the new one has its own.
fn keep_range(new: &mut Param, old: &Param) {
    let typed = new.ty.is_some() || !new.words.is_empty();
    let ranged = new.domain.is_some() || new.condition.is_some();
    if typed || ranged && !old.words.is_empty() {
        return;
    }
    new.ty.clone_from(&old.ty);
    new.words.clone_from(&old.words);
    if !ranged {
        new.domain.clone_from(&old.domain);
        new.condition.clone_from(&old.condition);
    }
}

/// Adds `let` and `when` after those of the base, the statements of `do` after its own, and `ensure`.
fn add_clauses(old: &mut Action, new: Action) {
    old.clauses.extend(new.clauses);
    if let Some(body) = new.body {
        old.body.get_or_insert_default().extend(body);
    }
    old.ensures.extend(new.ensures);
}
