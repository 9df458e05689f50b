//! What could not be read: it may have said whatever seems to be missing, and that is no second mistake.

use super::checker::*;
use crate::diagnostic::{Code, Diagnostic, Edit, Label};
use crate::game::rules::PlayerInfo;
use crate::source::{Sources, Span};
use crate::syntax::ast;
use std::collections::BTreeSet;

/// Of how many further places an unknown name is shown.
const MOST_PLACES: usize = 3;

/// What the parts of a file that could not be read may have said.
#[derive(Default)]
pub(super) struct Lost {
    /// The names that they may have given a meaning.
    names: BTreeSet<String>,
    /// The words of the items that are missing, with an empty one for those of which not even that is known.
    items: BTreeSet<String>,
    /// They may have given any name a meaning.
    any_name: bool,
    /// Something is missing, whatever it is.
    pub anything: bool,
    /// The board is not the file's own.
    pub board: bool,
    /// Symbols of the legend for which it is wrong what they stand for.
    pub symbols: BTreeSet<char>,
}

impl Lost {
    /// What these parts may have said.
    pub fn new(unread: &[ast::Unread]) -> Lost {
        let items: BTreeSet<String> = unread.iter().filter_map(|unread| unread.item.clone()).collect();
        let names = unread.iter().flat_map(|unread| unread.names.iter().cloned()).collect();
        let nameless = |unread: &ast::Unread| {
            let names_nothing = ["board", "setup", "legend", "end", "example", "game", "author", "year", "language"];
            let named = unread.item.as_deref().is_some_and(|item| !names_nothing.contains(&item));
            named && unread.names.is_empty()
        };
        let any_name = unread.iter().any(nameless);
        Lost { names, items, any_name, anything: !unread.is_empty(), board: false, symbols: BTreeSet::new() }
    }

    /// Whether an item that begins with this word may have been there.
    pub fn item(&self, word: &str) -> bool {
        self.items.contains(word) || self.items.contains("")
    }

    /// Whether a name may have had a meaning.
    pub fn name(&self, name: &str) -> bool {
        self.any_name || self.names.contains(name)
    }

    /// Whether a finding may be a consequence: without the board, cells, directions and sizes mean nothing.
    pub fn explains(&self, code: Code) -> bool {
        use Code::*;
        self.board && !matches!(code, E01 | E02 | E03 | E10 | E11 | E13 | E35 | E36 | E41 | E50 | E51)
    }
}

impl Checker<'_> {
    /// Goes on without the file's own board, with names for what it may have named.
    pub(super) fn without_board(&mut self, items: &[ast::Item]) {
        self.lost.board = true;
        for item in items {
            let ast::ItemNode::Board(board) = &item.node else { continue };
            let ast::Shape::Graph(chains) = &board.shape else { continue };
            let names = chains.iter().flat_map(|chains| std::iter::once(&chains.forth).chain(&chains.back));
            self.lost.names.extend(names.map(|name| name.node.clone()));
        }
    }

    /// Goes on without the file's own players, who may have had any names.
    pub(super) fn without_players(&mut self) {
        self.lost.any_name = true;
        self.lost.items.insert("players".to_owned());
        self.players = ["", " "].map(|name| PlayerInfo { name: name.to_owned(), going: None }).into();
    }
}

/// The findings that are not about what could not be read, or was read only as it was probably meant.
pub(super) fn independent(found: Vec<Diagnostic>, unread: &[Span]) -> Vec<Diagnostic> {
    let meets = |a: Span, b: Span| a.source == b.source && a.start <= b.end && b.start <= a.end;
    found.into_iter().filter(|finding| !unread.iter().any(|place| meets(finding.span(), *place))).collect()
}

/// Unknown names that are the same are one mistake: all are shown at the first, and its fix mends them all.
pub(super) fn gathered(found: Vec<Diagnostic>, sources: &Sources) -> Vec<Diagnostic> {
    let mut gathered: Vec<Diagnostic> = Vec::new();
    for finding in found {
        let same = |first: &&mut Diagnostic| {
            first.code == Code::E02 && sources.text(first.span()) == sources.text(finding.span())
        };
        let unknown = finding.code == Code::E02 && !finding.span().is_empty();
        let Some(first) = gathered.iter_mut().rev().find(same).filter(|_| unknown) else {
            gathered.push(finding);
            continue;
        };
        if first.labels.len() <= MOST_PLACES {
            first.labels.push(Label { span: finding.span(), text: "here, too".to_owned() });
        }
        if let (Some(fix), Some(other)) = (&mut first.fix, finding.fix) {
            let text = fix.edits.first().map(|edit| edit.text.clone()).unwrap_or_default();
            fix.edits.extend(other.edits.into_iter().map(|edit| Edit { text: text.clone(), ..edit }));
        }
    }
    gathered
}
