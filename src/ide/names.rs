//! Indexes the names of a game: where each is declared and used, in the file and its bases.
//!
//! They are found in the tokens, not in the syntax tree, because a file rarely parses while somebody types. A name has one meaning
//! in a file, which makes this simple: the local names of an item come first, then those of the whole file.

use super::items::{ItemChange, ItemRange, ItemTokens};
use super::scan::scan;
use crate::check::stacks;
use crate::check::words::is_word;
use crate::source::{SourceId, Sources, Span};
use crate::syntax::lex::TokenKind;
use std::collections::{BTreeMap, HashMap, HashSet};

/// One name of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// Its text.
    pub name: String,
    /// Its kind.
    pub kind: SymbolKind,
    /// Its declarations: in the base first, then where variants replace it. Never empty.
    pub declared: Vec<Span>,
    /// The item of the last declaration.
    pub item: Span,
    /// Where a local name is visible; `None` for global names.
    pub visible: Option<Span>,
}

impl Symbol {
    /// Returns the declaration in effect: the last one.
    pub fn place(&self) -> Span {
        self.declared.last().copied().unwrap_or_default()
    }
}

/// The kind of a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymbolKind {
    /// `param size`.
    Param,
    /// A word of a `param`, of a type or of a table: `placing | moving`.
    Choice,
    /// A player.
    Player,
    /// A kind of piece.
    Kind,
    /// A direction that a graph names.
    Direction,
    /// `var taken`.
    Var,
    /// `def f`.
    Def,
    /// `effect e`.
    Effect,
    /// `action move`.
    Action,
    /// `always safe`.
    Always,
    /// The `p` of `action move(p: own)`.
    Binder,
    /// The `p` of `def f(p: cell)`; also the index of a variable.
    Parameter,
    /// A `let`, a local `var`, a `where`.
    Local,
    /// The `x` of `count(x in X: C)`, of a `for`, of a `choose`.
    Element,
}

impl SymbolKind {
    /// Returns a description with an article: `a parameter`.
    pub fn describe(self) -> &'static str {
        match self {
            SymbolKind::Param => "a parameter of the game",
            SymbolKind::Choice => "a word of a parameter or a type",
            SymbolKind::Player => "a player",
            SymbolKind::Kind => "a kind of piece",
            SymbolKind::Direction => "a direction",
            SymbolKind::Var => "a variable",
            SymbolKind::Def => "a def",
            SymbolKind::Effect => "an effect",
            SymbolKind::Action => "an action",
            SymbolKind::Always => "an `always`",
            SymbolKind::Binder => "a binder",
            SymbolKind::Parameter => "a parameter",
            SymbolKind::Local => "a local value",
            SymbolKind::Element => "an element",
        }
    }

    /// Returns whether it is visible only in its item.
    pub fn is_local(self) -> bool {
        matches!(self, SymbolKind::Binder | SymbolKind::Parameter | SymbolKind::Local | SymbolKind::Element)
    }
}

/// The number of a [`Symbol`] in its [`NameIndex`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SymbolId(pub(super) usize);

/// The role of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A keyword.
    Keyword,
    /// The name of a type.
    Type,
    /// A built-in value or function.
    BuiltIn,
    /// A cell.
    Cell,
    /// A number.
    Number,
    /// A text, or a part of one.
    Text,
    /// The text of a move.
    Move,
    /// An operator or separator.
    Sign,
    /// A comment that documents an item.
    Doc,
    /// Another comment.
    Comment,
    /// The declaration of a name.
    Declares(SymbolId),
    /// A use of a name.
    Uses(SymbolId),
    /// An undeclared name.
    Unknown,
}

/// A token with its role.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Occurrence {
    /// Its span.
    pub span: Span,
    /// Its role.
    pub role: Role,
}

impl Occurrence {
    /// Returns the name that is declared or used here.
    pub fn symbol(&self) -> Option<SymbolId> {
        match self.role {
            Role::Declares(id) | Role::Uses(id) => Some(id),
            _ => None,
        }
    }
}

/// All names of a file and its bases.
#[derive(Clone, Debug, Default)]
pub struct NameIndex {
    symbols: Vec<Symbol>,
    /// The occurrences in each text, in their order.
    occurrences: Vec<Vec<Occurrence>>,
    /// The names that the file can use anywhere.
    globals: Globals,
    /// The actions with an `as`.
    with_text: HashSet<SymbolId>,
    /// Whether the words of stacks belong to the language of the file.
    has_stacks: bool,
}

/// The global names of a file. Only `possible` uses actions, so their names are separate.
#[derive(Clone, Debug, Default)]
pub(super) struct Globals {
    pub values: BTreeMap<String, SymbolId>,
    pub actions: BTreeMap<String, SymbolId>,
}

impl Globals {
    fn table_of(&mut self, kind: SymbolKind) -> &mut BTreeMap<String, SymbolId> {
        if kind == SymbolKind::Action { &mut self.actions } else { &mut self.values }
    }
}

impl NameIndex {
    /// Indexes these texts: the file first, then its bases.
    pub fn new(sources: &Sources) -> NameIndex {
        let mut names = NameIndex::default();
        let mut inherited = Inherited::default();
        let mut occurrences = Vec::new();
        for id in sources.ids().rev() {
            let source = sources.get(id);
            if stacks::are_words(&source) {
                names.has_stacks = true;
                occurrences.push(Vec::new());
                continue;
            }
            let cut = ItemTokens::new(&source.text);
            let declared = names.declare(&cut, id);
            occurrences.push(scan(&cut, id, &mut names, &declared, &mut inherited));
        }
        occurrences.reverse();
        names.occurrences = occurrences;
        names
    }

    /// Returns a name.
    pub fn symbol(&self, id: SymbolId) -> &Symbol {
        // ids come from this table only
        &self.symbols[id.0]
    }

    /// Returns all names, in the order of their declarations, those of the base first.
    pub fn symbols(&self) -> impl Iterator<Item = (SymbolId, &Symbol)> {
        self.symbols.iter().enumerate().map(|(at, symbol)| (SymbolId(at), symbol))
    }

    /// Returns the names that are visible in the whole file.
    pub fn globals(&self) -> impl Iterator<Item = (SymbolId, &Symbol)> {
        let all = self.globals.values.values().chain(self.globals.actions.values());
        all.map(|id| (*id, self.symbol(*id)))
    }

    /// Returns a name that is visible in the whole file.
    pub fn global(&self, name: &str) -> Option<SymbolId> {
        self.globals.values.get(name).or_else(|| self.globals.actions.get(name)).copied()
    }

    /// Returns the occurrences in a text.
    pub fn occurrences(&self, id: SourceId) -> &[Occurrence] {
        self.occurrences.get(id.0 as usize).map_or(&[], Vec::as_slice)
    }

    /// Returns the token at a byte of a text. Between two tokens it prefers the one that is a name, then the second one.
    pub fn at(&self, id: SourceId, offset: u32) -> Option<&Occurrence> {
        let words = self.occurrences(id);
        let next = words.partition_point(|word| word.span.end < offset);
        let mut here = words.iter().skip(next).take_while(|word| word.span.start <= offset);
        let first = here.next()?;
        let named = |word: &&Occurrence| word.symbol().is_some() || matches!(word.role, Role::BuiltIn | Role::Keyword);
        Some(here.next().filter(|second| !named(&first) || named(second) && first.span.end <= offset).unwrap_or(first))
    }

    /// Returns all declarations and uses of a name, those in the file first.
    pub fn occurrences_of(&self, id: SymbolId) -> impl Iterator<Item = &Occurrence> {
        self.occurrences.iter().flatten().filter(move |word| word.symbol() == Some(id))
    }

    pub(super) fn global_table(&self) -> &Globals {
        &self.globals
    }

    /// Returns whether a word belongs to the language of the file and cannot be a name in it.
    pub(super) fn is_word(&self, word: &str) -> bool {
        is_word(word) || self.words_of_stacks().any(|known| known == word)
    }

    /// Returns the words that a board with stacks adds; none on other boards.
    pub(super) fn words_of_stacks(&self) -> impl Iterator<Item = &'static str> {
        stacks::words().filter(|_| self.has_stacks)
    }

    /// Returns whether an action has an `as`. Otherwise a move without cells is written as its name.
    pub(super) fn has_text(&self, id: SymbolId) -> bool {
        self.with_text.contains(&id)
    }

    pub(super) fn add(&mut self, symbol: Symbol) -> SymbolId {
        self.symbols.push(symbol);
        SymbolId(self.symbols.len() - 1)
    }

    /// Sets where a local name stops being visible.
    pub(super) fn end_visibility(&mut self, id: SymbolId, end: u32) {
        if let Some(visible) = self.symbols.get_mut(id.0).and_then(|symbol| symbol.visible.as_mut()) {
            visible.end = end;
        }
    }

    /// Declares the names of all items of a text. Returns the roles of their tokens.
    fn declare(&mut self, cut: &ItemTokens<'_>, source: SourceId) -> HashMap<usize, Role> {
        let mut roles = HashMap::new();
        for item in &cut.items {
            let span = item_span(cut, item, source);
            if cut.head(item) == "without" {
                let table =
                    if cut.is(item.head + 1, "action") { &mut self.globals.actions } else { &mut self.globals.values };
                if let Some((at, id)) = item.name.and_then(|at| Some((at, table.remove(cut.word(at))?))) {
                    roles.insert(at, Role::Uses(id));
                }
                continue;
            }
            for (at, kind) in find_declarations(cut, item) {
                let Some(token) = cut.tokens.get(at) else { continue };
                let place = Span::new(source, token.start, token.end);
                let known = self.globals.table_of(kind).get(cut.word(at)).copied();
                let same = known.filter(|id| self.symbol(*id).kind == kind);
                let role = match (same, item.change) {
                    (Some(id), ItemChange::Also) => Role::Uses(id),
                    // only the text of a kind is replaced
                    (Some(id), ItemChange::Replace) if kind == SymbolKind::Kind => Role::Uses(id),
                    // two params may share a word
                    (Some(id), change) if change == ItemChange::Replace || kind == SymbolKind::Choice => {
                        let symbol = &mut self.symbols[id.0];
                        symbol.declared.push(place);
                        symbol.item = span;
                        Role::Declares(id)
                    }
                    // a value of a table can be the name of something else
                    (None, _) if kind == SymbolKind::Choice && known.is_some() => {
                        roles.extend(known.map(|id| (at, Role::Uses(id))));
                        continue;
                    }
                    _ => {
                        let name = cut.word(at).to_owned();
                        let id = self.add(Symbol { name, kind, declared: vec![place], item: span, visible: None });
                        // of two items with one name the first keeps it; the check reports this
                        self.globals.table_of(kind).entry(cut.word(at).to_owned()).or_insert(id);
                        Role::Declares(id)
                    }
                };
                if let (SymbolKind::Action, Role::Declares(id)) = (kind, role) {
                    self.with_text.remove(&id);
                    self.with_text.extend((item.head..item.end).any(|at| cut.is(at, "as")).then_some(id));
                }
                roles.insert(at, role);
            }
        }
        roles
    }
}

/// The local names of the bases' actions, which `also action take` can use.
#[derive(Debug, Default)]
pub(super) struct Inherited {
    pub actions: HashMap<String, Vec<(String, SymbolId)>>,
}

/// Returns the span of an item.
pub(super) fn item_span(cut: &ItemTokens<'_>, item: &ItemRange, source: SourceId) -> Span {
    let start = cut.tokens.get(item.first).map_or(0, |token| token.start);
    let end = item.end.checked_sub(1).and_then(|last| cut.tokens.get(last)).map_or(start, |token| token.end);
    Span::new(source, start, end)
}

/// Returns the global names that an item declares: their tokens and kinds.
fn find_declarations(cut: &ItemTokens<'_>, item: &ItemRange) -> Vec<(usize, SymbolKind)> {
    let inside = item.head + 1..item.end;
    let word = |at: &usize| cut.kind(*at) == Some(TokenKind::Word);
    let named = |kind: SymbolKind| -> Vec<(usize, SymbolKind)> { item.name.map(|at| (at, kind)).into_iter().collect() };
    let with_choices = |kind: SymbolKind| {
        let words = choices(cut, item).into_iter().map(|at| (at, SymbolKind::Choice));
        named(kind).into_iter().chain(words).collect()
    };
    // the words after the keyword and after commas
    let listed = |kind: SymbolKind| {
        let begins = |at: &usize| *at == item.head + 1 || cut.follows(*at, ",");
        inside.clone().filter(word).filter(begins).map(|at| (at, kind)).collect()
    };
    match cut.head(item) {
        "var" => with_choices(SymbolKind::Var),
        "def" => with_choices(SymbolKind::Def),
        "map" if cut.is(item.head + 2, ":") => {
            let values = inside.clone().filter(word).filter(|at| cut.follows(*at, "=") && !is_word(cut.word(*at)));
            named(SymbolKind::Def).into_iter().chain(values.map(|at| (at, SymbolKind::Choice))).collect()
        }
        "map" => {
            let begins = |at: &usize| cut.follows(*at, "=");
            inside.clone().filter(word).filter(begins).map(|at| (at, SymbolKind::Def)).collect()
        }
        "effect" => with_choices(SymbolKind::Effect),
        "action" => named(SymbolKind::Action),
        "always" => named(SymbolKind::Always),
        "players" => listed(SymbolKind::Player),
        "piece" | "neutral" => listed(SymbolKind::Kind),
        "param" => with_choices(SymbolKind::Param),
        "board" => {
            let forth = |at: &usize| {
                let back = cut.is(*at, "/") || cut.is(*at, ":");
                back && cut.is(item.head + 1, "graph")
            };
            let ends = inside
                .clone()
                .filter(forth)
                .flat_map(|at| [at.checked_sub(1), Some(at + 1).filter(|_| cut.is(at, "/"))]);
            let mut all: Vec<usize> = ends.flatten().filter(word).collect();
            all.dedup();
            all.into_iter().map(|at| (at, SymbolKind::Direction)).collect()
        }
        _ => Vec::new(),
    }
}

/// Returns the words of the types in the head of an item: `bounce | open`.
fn choices(cut: &ItemTokens<'_>, item: &ItemRange) -> Vec<usize> {
    let end = (item.head..item.end).find(|at| cut.is(*at, "=") || cut.is(*at, "{")).unwrap_or(item.end);
    // a single word is a type
    let in_list = |at: &usize| cut.is(at + 1, "|") || cut.follows(*at, "|");
    (item.head..end).filter(|at| cut.kind(*at) == Some(TokenKind::Word)).filter(in_list).collect()
}
