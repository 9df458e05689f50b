//! Answers what editors ask about a rule file, as plain data: [`FileAnalysis`].
//!
//! Spans point into the texts of [`FileAnalysis::sources`]. There are answers for texts with syntax errors, too: names are found in
//! the tokens, and their types are remembered from the last text that could be checked.
//!
//! ```
//! use boardwright::bundled::{self, Bundled};
//! use boardwright::internals::ide::{FileAnalysis, hover};
//!
//! let jostle = FileAnalysis::new(bundled::source("jostle").unwrap(), &Bundled, None);
//! let text = jostle.sources().get(Default::default()).text;
//! let hover = hover::hover(&jostle, text.find("value(q").unwrap()).unwrap();
//! assert!(hover.text.contains("def value(p: cell, friends: cells)"));
//! assert!(hover.text.contains("its friendly connections minus its enemy connections"));
//! ```

pub mod completion;
pub mod hover;
mod items;
mod names;
pub mod outline;
pub mod reached;
pub mod reference;
pub mod rename;
pub mod results;
mod scan;
pub mod signature;
#[cfg(feature = "native")]
pub mod speed;

pub use names::{NameIndex, Occurrence, Role, Symbol, SymbolId, SymbolKind};

use crate::check::{self, Bases, Checked, Type};
use crate::diagnostic::Diagnostic;
use crate::game::Game;
use crate::game::cells::Cell;
use crate::source::{Source, SourceId, Sources, Span};
use std::collections::HashMap;
use std::sync::Arc;

/// The most files in a chain of bases.
const MAX_BASES: usize = 16;

/// A rule file with everything known about it.
#[derive(Clone, Debug)]
pub struct FileAnalysis {
    checked: Checked,
    sources: Sources,
    names: NameIndex,
    remembered: Arc<Remembered>,
}

/// The results of the last text that could be checked.
#[derive(Debug, Default)]
struct Remembered {
    /// The types of names, by item and name.
    types: HashMap<(String, String), Type>,
    game: Option<Arc<Game>>,
}

impl FileAnalysis {
    /// Analyzes a text. `before` is the analysis of its previous version, if there was one.
    pub fn new(source: Source, bases: &dyn Bases, before: Option<&FileAnalysis>) -> FileAnalysis {
        let checked = check::check(source, bases, &[]);
        let mut sources = Sources::clone(&checked.sources);
        add_bases(&mut sources, bases);
        let names = NameIndex::new(&sources);
        let mut analysis = FileAnalysis { checked, sources, names, remembered: Arc::default() };
        analysis.remembered = analysis.remember(before.map(|before| &before.remembered));
        analysis
    }

    /// Returns the text and its bases; spans point into them.
    pub fn sources(&self) -> &Sources {
        &self.sources
    }

    /// Returns all errors and warnings of the check.
    pub fn findings(&self) -> &[Diagnostic] {
        &self.checked.diagnostics
    }

    /// Returns the result of the check.
    pub fn checked(&self) -> &Checked {
        &self.checked
    }

    /// Returns the names of the file and its bases.
    pub fn names(&self) -> &NameIndex {
        &self.names
    }

    /// Returns the span of the base after `extends`, if the file is a variant.
    pub fn base_span(&self) -> Option<Span> {
        find_base(&self.sources.get(SourceId::default()).text)
    }

    /// Returns the span of `game` and its title, if the file has them.
    pub fn title_span(&self) -> Option<Span> {
        let text = self.sources.get(SourceId::default()).text;
        let cut = items::ItemTokens::new(&text);
        let item = cut.items.iter().find(|item| cut.head(item) == "game")?;
        let (first, last) = (cut.tokens.get(item.head)?, cut.tokens.get(item.name.unwrap_or(item.head))?);
        Some(Span::new(SourceId::default(), first.start, last.end))
    }

    /// Returns the type of a name, or `None` if it has none.
    pub fn type_of(&self, id: SymbolId) -> Option<Type> {
        let symbol = self.names.symbol(id);
        let known = self.checked.declared.at(symbol.place());
        known.or_else(|| self.remembered.types.get(&self.key(symbol)).copied())
    }

    /// Returns the directions of the board, as far as it is known.
    pub fn directions(&self) -> Vec<&str> {
        self.remembered.game.as_ref().map_or(Vec::new(), |game| game.board.dir_words())
    }

    /// Returns the cells of the board, as far as it is known.
    pub fn cells(&self) -> Vec<&str> {
        let game = self.remembered.game.as_ref();
        game.map_or(Vec::new(), |game| (0..game.board.len()).map(|at| game.board.coordinate(Cell(at as u16))).collect())
    }

    /// Returns the key of a name in [`Remembered::types`].
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

/// Adds the bases that the check has not reached.
fn add_bases(sources: &mut Sources, bases: &dyn Bases) {
    for at in 0..MAX_BASES {
        let id = SourceId(at as u16);
        let source = sources.get(id);
        let Some(span) = find_base(&source.text) else { return };
        let base = source.text.get(span.start as usize..span.end as usize).unwrap_or("").trim_matches('"');
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

/// Finds the base after `extends`.
fn find_base(text: &str) -> Option<Span> {
    let cut = items::ItemTokens::new(text);
    let item = cut.items.iter().find(|item| cut.head(item) == "extends")?;
    cut.tokens.get(item.name?).map(|token| Span::new(SourceId::default(), token.start, token.end))
}
