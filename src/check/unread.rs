//! Avoids follow-up errors: an invalid part of the file may declare whatever seems to be missing.

use super::checker::*;
use crate::diagnostic::{Code, Diagnostic, Edit, Label};
use crate::game::rules::PlayerInfo;
use crate::source::{Sources, Span};
use crate::syntax::ast;
use std::collections::BTreeSet;

/// The most lines between two places of a mistake that are shown together.
const MOST_LINES: usize = 5;

/// The names that the invalid parts of a file may have declared.
#[derive(Default)]
pub(super) struct Lost {
    /// The names that they may have declared.
    names: BTreeSet<String>,
    /// The words of the invalid items. An empty word is for items without a known one.
    items: BTreeSet<String>,
    /// Whether they may have declared any name.
    any_name: bool,
    /// Whether any part is invalid.
    pub anything: bool,
    /// Whether the board is a substitute.
    pub board: bool,
    /// The symbols with an invalid legend.
    pub symbols: BTreeSet<char>,
}

impl Lost {
    /// Collects what these parts may have declared.
    pub fn new(unread: &[ast::Unread]) -> Lost {
        let items: BTreeSet<String> = unread.iter().filter_map(|unread| unread.item.clone()).collect();
        let names = unread.iter().flat_map(|unread| unread.names.iter().cloned()).collect();
        let nameless = |unread: &ast::Unread| {
            let names_nothing =
                ["board", "setup", "look", "legend", "end", "example", "game", "author", "year", "language"];
            let named = unread.item.as_deref().is_some_and(|item| !names_nothing.contains(&item));
            named && unread.names.is_empty()
        };
        let any_name = unread.iter().any(nameless);
        Lost { names, items, any_name, anything: !unread.is_empty(), board: false, symbols: BTreeSet::new() }
    }

    /// Returns whether an item with this word may be invalid.
    pub fn item(&self, word: &str) -> bool {
        self.items.contains(word) || self.items.contains("")
    }

    /// Treats an item as unread, since what it says is wrong.
    pub(super) fn add_item(&mut self, word: &str) {
        self.items.insert(word.to_owned());
    }

    /// Returns whether a name may have been declared.
    pub fn name(&self, name: &str) -> bool {
        self.any_name || self.names.contains(name)
    }

    /// Returns whether a finding may follow from a missing board, which has no cells, directions or sizes.
    pub fn explains(&self, code: Code) -> bool {
        use Code::*;
        self.board && !matches!(code, E01 | E02 | E03 | E10 | E11 | E13 | E35 | E36 | E41 | E50 | E51)
    }
}

impl Checker<'_> {
    /// Continues without the board of the file. The directions of its chains stay known.
    pub(super) fn without_board(&mut self, items: &[ast::Item]) {
        self.lost.board = true;
        for item in items {
            let ast::ItemNode::Board(board) = &item.node else { continue };
            let ast::Shape::Graph(chains) = &board.shape else { continue };
            let names = chains.iter().flat_map(|chains| std::iter::once(&chains.forth).chain(&chains.back));
            self.lost.names.extend(names.map(|name| name.node.clone()));
        }
    }

    /// Continues without the players of the file, who may have any names.
    pub(super) fn without_players(&mut self) {
        self.lost.any_name = true;
        self.lost.items.insert("players".to_owned());
        self.players = ["", " "].map(|name| PlayerInfo { name: name.to_owned(), going: None }).into();
    }
}

/// Returns whether a syntax error is only the spelling of an operator, as in `a && b`: the expression around it means what it says.
pub(super) fn is_spelling(slip: &Diagnostic) -> bool {
    const OPERATORS: &[&str] = &["and", "or", "not", "&", "|", "==", "!=", "<=", ">="];
    let edits = slip.fix.as_ref().filter(|fix| fix.safe).map_or(&[][..], |fix| &fix.edits);
    matches!(edits, [edit] if edit.span == slip.span() && OPERATORS.contains(&edit.text.trim()))
}

/// Returns the findings outside of the invalid parts.
pub(super) fn outside_of(found: Vec<Diagnostic>, unread: &[Span]) -> Vec<Diagnostic> {
    let meets = |a: Span, b: Span| a.source == b.source && a.start <= b.end && b.start <= a.end;
    found.into_iter().filter(|finding| !unread.iter().any(|place| meets(finding.span(), *place))).collect()
}

/// Merges findings of the same mistake with the same word into the first one. Its fix covers all places.
pub(super) fn merge_repeated(found: Vec<Diagnostic>, sources: &Sources) -> Vec<Diagnostic> {
    let mut gathered: Vec<(Diagnostic, Vec<Span>)> = Vec::new();
    for finding in found {
        let same = |first: &Diagnostic| {
            first.code == finding.code
                && sources.text(first.span()) == sources.text(finding.span())
                && (first.code == Code::E02 || first.message == finding.message)
        };
        let one_word = matches!(finding.code, Code::E02 | Code::E10 | Code::E15) && !finding.span().is_empty();
        match gathered.iter_mut().rev().find(|(first, _)| one_word && same(first)) {
            None => gathered.push((finding, Vec::new())),
            Some((first, others)) => {
                others.push(finding.span());
                if let (Some(fix), Some(other)) = (&mut first.fix, finding.fix) {
                    let text = fix.edits.first().map(|edit| edit.text.clone()).unwrap_or_default();
                    // Insert a declaration only once.
                    let here = other.edits.into_iter().filter(|edit| !edit.span.is_empty());
                    fix.edits.extend(here.map(|edit| Edit { text: text.clone(), ..edit }));
                }
            }
        }
    }
    gathered.into_iter().map(|(finding, others)| add_places(finding, &others, sources)).collect()
}

/// Adds the other places to a finding: near ones are shown, others are counted.
fn add_places(mut finding: Diagnostic, others: &[Span], sources: &Sources) -> Diagnostic {
    let mut last = sources.place(finding.span()).1;
    let mut more = 0usize;
    for place in others {
        let line = sources.place(*place).1;
        if more == 0 && place.source == finding.span().source && line - last.min(line) <= MOST_LINES {
            finding.labels.push(Label { span: *place, text: "also here".to_owned() });
            last = line;
        } else {
            more += 1;
        }
    }
    if more > 0 && finding.labels.first().is_some_and(|label| label.text.is_empty()) {
        let places = if more == 1 { "one more place".to_owned() } else { format!("{more} more places") };
        finding = finding.labeled(format!("here and in {places} below"));
    }
    if finding.code == Code::E02 && !others.is_empty() {
        finding = point_to_declaration(finding, sources);
    }
    finding
}

/// Points to the declaration if a name is used several times and only the declaration is spelled differently.
fn point_to_declaration(finding: Diagnostic, sources: &Sources) -> Diagnostic {
    let name = sources.text(finding.span()).to_owned();
    let Some(near) = finding.fix.as_ref().and_then(|fix| fix.edits.first()).map(|edit| edit.text.clone()) else {
        return finding;
    };
    if super::words::is_word(&near) {
        return finding;
    }
    let source = sources.get(finding.span().source);
    let letter = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '_');
    let whole = |at: usize| {
        let (before, after) = (source.text.get(..at), source.text.get(at + near.len()..));
        !letter(before.and_then(|text| text.chars().next_back())) && !letter(after.and_then(|text| text.chars().next()))
    };
    let uses: Vec<usize> = source.text.match_indices(&near).map(|(at, _)| at).filter(|at| whole(*at)).collect();
    let [only] = uses.as_slice() else { return finding };
    let place = Span::new(finding.span().source, *only, *only + near.len());
    let line = sources.place(place).1;
    finding.help(format!("line {line} declares it as `{near}`: write `{name}` there")).fix(
        format!("write `{name}` in line {line}"),
        place,
        name,
        true,
    )
}
