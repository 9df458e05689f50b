//! The names of a game: where each is declared and used, across the file and those that it extends.
//!
//! They are found in the words of the texts, not in the syntax tree, because a file in which somebody types is seldom one that
//! can be read. One name has one meaning in a file, which makes that simple: a name that an item has made itself comes first, then
//! those of the whole file.

use super::items::{Change, Cut, Item};
use super::scan::scan;
use crate::source::{SourceId, Sources, Span};
use std::collections::{BTreeMap, HashMap, HashSet};

/// One name of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symbol {
    /// As it is written.
    pub name: String,
    /// What it names.
    pub kind: SymbolKind,
    /// Where it is declared: in the base first, then where variants replace it. Never empty.
    pub declared: Vec<Span>,
    /// The item of the last declaration, from its first word to its last.
    pub item: Span,
    /// Of names that are known in a part of one item only: from here to there.
    pub visible: Option<Span>,
}

impl Symbol {
    /// The declaration that counts: the last one.
    pub fn place(&self) -> Span {
        self.declared.last().copied().unwrap_or_default()
    }
}

/// What a name can stand for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SymbolKind {
    /// `param size`.
    Param,
    /// A word of a `param`.
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
    /// For people: `a parameter`.
    pub fn describe(self) -> &'static str {
        match self {
            SymbolKind::Param => "a parameter of the game",
            SymbolKind::Choice => "a word of a parameter",
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
            SymbolKind::Element => "each element",
        }
    }

    /// Whether it is known in its item only.
    pub fn is_local(self) -> bool {
        matches!(self, SymbolKind::Binder | SymbolKind::Parameter | SymbolKind::Local | SymbolKind::Element)
    }
}

/// The number of a [`Symbol`] in its [`Names`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SymbolId(pub(super) usize);

/// What a word of a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A word of the language's frame.
    Keyword,
    /// The name of a type.
    Type,
    /// A word of the language that has a value.
    BuiltIn,
    /// A cell.
    Cell,
    /// A number.
    Number,
    /// A text, or a part of one.
    Text,
    /// The text of a move.
    Move,
    /// A sign between values.
    Sign,
    /// A comment that documents an item.
    Doc,
    /// Another comment.
    Comment,
    /// Here the name is declared.
    Declares(SymbolId),
    /// Here it is used.
    Uses(SymbolId),
    /// A name that nothing in the file answers to.
    Unknown,
}

/// A word and what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Word {
    /// Where it stands.
    pub span: Span,
    /// What it is.
    pub role: Role,
}

impl Word {
    /// The name that is declared or used here.
    pub fn symbol(&self) -> Option<SymbolId> {
        match self.role {
            Role::Declares(id) | Role::Uses(id) => Some(id),
            _ => None,
        }
    }
}

/// All names of a file and of those that it extends.
#[derive(Clone, Debug, Default)]
pub struct Names {
    symbols: Vec<Symbol>,
    /// The words of each text, in their order.
    words: Vec<Vec<Word>>,
    /// The names that the file can use anywhere.
    globals: Table,
    /// The actions that say themselves how their moves are written.
    with_text: HashSet<SymbolId>,
}

/// What names mean in a whole file. Actions are asked for by `possible` only, so their names are apart.
#[derive(Clone, Debug, Default)]
pub(super) struct Table {
    pub values: BTreeMap<String, SymbolId>,
    pub actions: BTreeMap<String, SymbolId>,
}

impl Table {
    fn of(&mut self, kind: SymbolKind) -> &mut BTreeMap<String, SymbolId> {
        if kind == SymbolKind::Action { &mut self.actions } else { &mut self.values }
    }
}

impl Names {
    /// The names of these texts: the file itself first, behind it what it extends.
    pub fn new(sources: &Sources) -> Names {
        let mut names = Names::default();
        let mut inherited = Inherited::default();
        let mut words = Vec::new();
        for id in sources.ids().rev() {
            let source = sources.get(id);
            let cut = Cut::new(&source.text);
            let declared = names.declare(&cut, id);
            words.push(scan(&cut, id, &mut names, &declared, &mut inherited));
        }
        words.reverse();
        names.words = words;
        names
    }

    /// A name.
    pub fn symbol(&self, id: SymbolId) -> &Symbol {
        // ids come from this table only
        &self.symbols[id.0]
    }

    /// All names, in the order in which they are declared, those of the base first.
    pub fn symbols(&self) -> impl Iterator<Item = (SymbolId, &Symbol)> {
        self.symbols.iter().enumerate().map(|(at, symbol)| (SymbolId(at), symbol))
    }

    /// The names that can be used anywhere in the file.
    pub fn globals(&self) -> impl Iterator<Item = (SymbolId, &Symbol)> {
        let all = self.globals.values.values().chain(self.globals.actions.values());
        all.map(|id| (*id, self.symbol(*id)))
    }

    /// What a name means anywhere in the file.
    pub fn global(&self, name: &str) -> Option<SymbolId> {
        self.globals.values.get(name).or_else(|| self.globals.actions.get(name)).copied()
    }

    /// The words of a text.
    pub fn words(&self, id: SourceId) -> &[Word] {
        self.words.get(id.0 as usize).map_or(&[], Vec::as_slice)
    }

    /// The word at a byte of a text; at the border of two the one that is a name, or else the one behind.
    pub fn at(&self, id: SourceId, offset: u32) -> Option<&Word> {
        let words = self.words(id);
        let next = words.partition_point(|word| word.span.end < offset);
        let mut here = words.iter().skip(next).take_while(|word| word.span.start <= offset);
        let first = here.next()?;
        let named = |word: &&Word| word.symbol().is_some() || matches!(word.role, Role::BuiltIn | Role::Keyword);
        Some(here.next().filter(|second| !named(&first) || named(second) && first.span.end <= offset).unwrap_or(first))
    }

    /// All places where a name is declared or used, the file's own first.
    pub fn places(&self, id: SymbolId) -> impl Iterator<Item = &Word> {
        self.words.iter().flatten().filter(move |word| word.symbol() == Some(id))
    }

    pub(super) fn table(&self) -> &Table {
        &self.globals
    }

    /// Whether an action says how its moves are written. Otherwise a move without cells is written as its name.
    pub(super) fn has_text(&self, id: SymbolId) -> bool {
        self.with_text.contains(&id)
    }

    pub(super) fn add(&mut self, symbol: Symbol) -> SymbolId {
        self.symbols.push(symbol);
        SymbolId(self.symbols.len() - 1)
    }

    /// Says where a local name ends.
    pub(super) fn ends(&mut self, id: SymbolId, end: u32) {
        if let Some(visible) = self.symbols.get_mut(id.0).and_then(|symbol| symbol.visible.as_mut()) {
            visible.end = end;
        }
    }

    /// Makes the names of all items of a text known; by the numbers of their tokens.
    fn declare(&mut self, cut: &Cut<'_>, source: SourceId) -> HashMap<usize, Role> {
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
            for (at, kind) in declarations(cut, item) {
                let Some(token) = cut.tokens.get(at) else { continue };
                let place = Span::new(source, token.start, token.end);
                let known = self.globals.of(kind).get(cut.word(at)).copied();
                let same = known.filter(|id| self.symbol(*id).kind == kind);
                let role = match (same, item.change) {
                    (Some(id), Change::Also) => Role::Uses(id),
                    // of a kind only the sign is replaced
                    (Some(id), Change::Replace) if kind == SymbolKind::Kind => Role::Uses(id),
                    // two params may share a word
                    (Some(id), change) if change == Change::Replace || kind == SymbolKind::Choice => {
                        let symbol = &mut self.symbols[id.0];
                        symbol.declared.push(place);
                        symbol.item = span;
                        Role::Declares(id)
                    }
                    _ => {
                        let name = cut.word(at).to_owned();
                        let id = self.add(Symbol { name, kind, declared: vec![place], item: span, visible: None });
                        // of two that have one name the first has it; that is a mistake, and is reported
                        self.globals.of(kind).entry(cut.word(at).to_owned()).or_insert(id);
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

/// What the actions of the bases have made known to those that add to them, `also action take`.
#[derive(Debug, Default)]
pub(super) struct Inherited {
    pub actions: HashMap<String, Vec<(String, SymbolId)>>,
}

/// From the first word of an item to its last.
pub(super) fn item_span(cut: &Cut<'_>, item: &Item, source: SourceId) -> Span {
    let start = cut.tokens.get(item.first).map_or(0, |token| token.start);
    let end = item.end.checked_sub(1).and_then(|last| cut.tokens.get(last)).map_or(start, |token| token.end);
    Span::new(source, start, end)
}

/// The names that an item makes known to the whole file: their tokens, and what they are.
fn declarations(cut: &Cut<'_>, item: &Item) -> Vec<(usize, SymbolKind)> {
    let inside = item.head + 1..item.end;
    let word = |at: &usize| cut.kind(*at) == Some(crate::syntax::lex::Kind::Word);
    let named = |kind: SymbolKind| item.name.map(|at| (at, kind)).into_iter().collect();
    // the words behind the item's own word and behind commas
    let listed = |kind: SymbolKind| {
        let begins = |at: &usize| *at == item.head + 1 || cut.follows(*at, ",");
        inside.clone().filter(word).filter(begins).map(|at| (at, kind)).collect()
    };
    match cut.head(item) {
        "var" => named(SymbolKind::Var),
        "def" => named(SymbolKind::Def),
        "effect" => named(SymbolKind::Effect),
        "action" => named(SymbolKind::Action),
        "always" => named(SymbolKind::Always),
        "players" => listed(SymbolKind::Player),
        "piece" | "neutral" => listed(SymbolKind::Kind),
        "param" => {
            let mut all: Vec<(usize, SymbolKind)> = named(SymbolKind::Param);
            all.extend(choices(cut, item).map(|at| (at, SymbolKind::Choice)));
            all
        }
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

/// The words that a parameter chooses from: `bounce | open`.
pub(super) fn choices(cut: &Cut<'_>, item: &Item) -> impl Iterator<Item = usize> {
    let first = item.name.map_or(item.end, |name| name + 2);
    let colon = first.checked_sub(1).is_some_and(|colon| cut.is(colon, ":"));
    let end = (first..item.end).find(|at| cut.is(*at, "=")).unwrap_or(first);
    // one word alone is a type
    let several = colon && (first..end).any(|at| cut.is(at, "|"));
    let words = (first..end).filter(move |_| several);
    let named: Vec<usize> =
        words.filter(|at| cut.kind(*at) == Some(crate::syntax::lex::Kind::Word) && cut.word(*at) != "true").collect();
    named.into_iter()
}
