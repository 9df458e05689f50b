//! What editors ask about a rule file, as plain data: [`Analysis`].
//!
//! Places are [`Span`]s in the texts of [`Analysis::sources`]. All questions have an answer for a text that cannot be read, too:
//! names are found in its words, and what they hold is remembered from the last text that could be checked.
//!
//! ```
//! use boardwright::bundled::{self, Bundled};
//! use boardwright::ide::{Analysis, hover};
//!
//! let jostle = Analysis::new(bundled::source("jostle").unwrap(), &Bundled, None);
//! let text = jostle.sources().get(Default::default()).text;
//! let said = hover::hover(&jostle, text.find("value(q").unwrap()).unwrap();
//! assert!(said.text.contains("def value(p: cell, friends: cells)"));
//! assert!(said.text.contains("its friendly connections minus its enemy connections"));
//! ```

pub mod completion;
pub mod hover;
mod items;
mod names;
pub mod outline;
pub mod reached;
pub mod rename;
pub mod results;
mod scan;
pub mod words;

pub use names::{Names, Role, Symbol, SymbolId, SymbolKind, Word};

use crate::check::{self, Bases, Checked, Type};
use crate::diagnostic::Diagnostic;
use crate::game::Game;
use crate::game::cells::Cell;
use crate::source::{Source, SourceId, Sources, Span};
use std::collections::HashMap;
use std::sync::Arc;

/// How many files may extend each other in a row before the rest is left out.
const MOST_BASES: usize = 16;

/// A rule file with all that can be said about it.
#[derive(Clone, Debug)]
pub struct Analysis {
    checked: Checked,
    sources: Sources,
    names: Names,
    remembered: Arc<Remembered>,
}

/// What the last text told that could be checked.
#[derive(Debug, Default)]
struct Remembered {
    /// The types of names, by the item that each stands in and by itself.
    types: HashMap<(String, String), Type>,
    game: Option<Arc<Game>>,
}

impl Analysis {
    /// Looks at a text. `before` is what was said about the text that stood there before, if there was one.
    pub fn new(source: Source, bases: &dyn Bases, before: Option<&Analysis>) -> Analysis {
        let checked = check::check(source, bases, &[]);
        let mut sources = Sources::clone(&checked.sources);
        follow(&mut sources, bases);
        let names = Names::new(&sources);
        let mut analysis = Analysis { checked, sources, names, remembered: Arc::default() };
        analysis.remembered = analysis.remember(before.map(|before| &before.remembered));
        analysis
    }

    /// The text, and those that it extends; spans point into them.
    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    /// All errors and warnings of the check.
    pub fn findings(&self) -> &[Diagnostic] {
        &self.checked.diagnostics
    }

    /// What became of the check.
    pub fn checked(&self) -> &Checked {
        &self.checked
    }

    /// The names of the file and of those that it extends.
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// The name behind `extends`, if the file is a variant.
    pub fn extends(&self) -> Option<Span> {
        extends(&self.sources.get(SourceId::default()).text)
    }

    /// What a name holds, if it holds something.
    pub fn type_of(&self, id: SymbolId) -> Option<Type> {
        let symbol = self.names.symbol(id);
        let known = self.checked.declared.at(symbol.place());
        known.or_else(|| self.remembered.types.get(&self.key(symbol)).copied())
    }

    /// The words for the directions of the board, as far as it is known.
    pub fn directions(&self) -> Vec<&str> {
        self.remembered.game.as_ref().map_or(Vec::new(), |game| game.board.dir_words())
    }

    /// The cells of the board, as far as it is known.
    pub fn cells(&self) -> Vec<&str> {
        let game = self.remembered.game.as_ref();
        game.map_or(Vec::new(), |game| (0..game.board.len()).map(|at| game.board.coordinate(Cell(at as u16))).collect())
    }

    /// By what a name is found again in a changed text.
    fn key(&self, symbol: &Symbol) -> (String, String) {
        let head: Vec<&str> = self.sources.text(symbol.item).split([' ', '(', '\n', ':']).take(2).collect();
        (if symbol.kind.is_local() { head.join(" ") } else { String::new() }, symbol.name.clone())
    }

    fn remember(&self, before: Option<&Arc<Remembered>>) -> Arc<Remembered> {
        let empty = Arc::default();
        let before = before.unwrap_or(&empty);
        let now = self.names.symbols();
        let typed = now.filter_map(|(_, symbol)| Some((self.key(symbol), self.checked.declared.at(symbol.place())?)));
        let mut types: HashMap<(String, String), Type> = typed.collect();
        if types.is_empty() && self.checked.game.is_none() {
            return before.clone();
        }
        if self.checked.game.is_none() {
            for (key, ty) in &before.types {
                types.entry(key.clone()).or_insert(*ty);
            }
        }
        Arc::new(Remembered { types, game: self.checked.game.clone().or_else(|| before.game.clone()) })
    }
}

/// Adds the files that a text extends which the check has not come to.
fn follow(sources: &mut Sources, bases: &dyn Bases) {
    for at in 0..MOST_BASES {
        let id = SourceId(at as u16);
        let source = sources.get(id);
        let Some(place) = extends(&source.text) else { return };
        let base = source.text.get(place.start as usize..place.end as usize).unwrap_or("").trim_matches('"');
        if sources.ids().count() > at + 1 {
            continue;
        }
        let Some(found) = bases.base(base, &source) else { return };
        if sources.ids().any(|id| sources.get(id).name == found.name) {
            return;
        }
        sources.add(found);
    }
}

/// Where a text names what it extends.
fn extends(text: &str) -> Option<Span> {
    let cut = items::Cut::new(text);
    let item = cut.items.iter().find(|item| cut.head(item) == "extends")?;
    cut.tokens.get(item.name?).map(|token| Span::new(SourceId::default(), token.start, token.end))
}
