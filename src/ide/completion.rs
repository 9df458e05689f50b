//! What could stand at a place: [`complete`].

use super::hover::{about_word, documentation, signature};
use super::items::{Cut, Item};
use super::names::{SymbolId, SymbolKind};
use super::{Analysis, words};
use crate::check::words::{self as language, DIRECTIONS};
use crate::source::SourceId;
use crate::syntax::ast::Type;
use crate::syntax::keywords::{CHECKS, CLAUSES, ITEMS, STATEMENTS};
use crate::syntax::lex::{Kind, indent};

/// Something that could stand at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// What would be written.
    pub text: String,
    /// What it is.
    pub kind: ProposalKind,
    /// In a few words: how it is written, what it holds.
    pub detail: String,
    /// What it means, as Markdown.
    pub docs: String,
    /// What is likelier has a lesser number.
    pub rank: u8,
}

/// What is proposed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProposalKind {
    /// A name of the file.
    Name(SymbolKind),
    /// A word of the frame.
    Keyword,
    /// A word that has a value.
    Word,
    /// A word that takes something in parentheses.
    Function,
    /// A type.
    Type,
    /// A cell of the board.
    Cell,
    /// A file that can be extended.
    Base,
}

/// What could stand where the byte `offset` of the file is. `bases` are the games that can be extended.
pub fn complete(analysis: &Analysis, offset: usize, bases: &dyn Fn() -> Vec<String>) -> Vec<Proposal> {
    let text = analysis.sources().get(SourceId::default()).text;
    let cut = Cut::new(&text);
    let Some(place) = Place::find(&cut, offset) else { return Vec::new() };
    let mut proposals = Proposals { analysis, offset, all: Vec::new() };
    place.propose(&mut proposals, bases);
    proposals.all.sort_by(|a, b| (a.rank, &a.text).cmp(&(b.rank, &b.text)));
    proposals.all.dedup_by(|a, b| a.text == b.text);
    proposals.all
}

/// Where something is about to be written.
struct Place<'a> {
    cut: &'a Cut<'a>,
    /// The item that it would belong to.
    item: Option<&'a Item>,
    /// The last token before it; none at the beginning.
    before: Option<usize>,
    /// The brackets of the item that are open there.
    open: Vec<usize>,
    /// The number of spaces before it, if nothing else stands on its line.
    indent: Option<usize>,
    /// What has been written of it.
    prefix: &'a str,
    /// Whether it is in a text.
    text: Text,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Text {
    No,
    /// In `"{p}"`.
    Hole,
    /// Behind `extends`.
    Base,
}

impl<'a> Place<'a> {
    /// None where nothing can be proposed: in comments and plain texts.
    fn find(cut: &'a Cut<'a>, offset: usize) -> Option<Place<'a>> {
        let inside = |token: &&crate::syntax::lex::Token| token.start < offset && offset <= token.end;
        if cut.comments.iter().any(|token| inside(&token)) {
            return None;
        }
        let at = cut.tokens.partition_point(|token| token.end < offset);
        let here = cut.tokens.get(at).filter(|token| token.start < offset);
        let (mut start, mut text) = (offset, Text::No);
        if let Some(token) = here {
            match token.kind {
                Kind::Word | Kind::Strange => start = token.start,
                Kind::Text | Kind::OpenText if token.end > offset || token.kind == Kind::OpenText => {
                    let before = cut.text.get(token.start..offset)?;
                    text = match before.rfind('{') {
                        Some(brace) if !before[brace..].contains('}') => Text::Hole,
                        _ if at.checked_sub(1).is_some_and(|before| cut.is(before, "extends")) => Text::Base,
                        _ => return None,
                    };
                    let word = before.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_');
                    start = token.start + word.len();
                }
                Kind::Symbol | Kind::CellName | Kind::Bare | Kind::Number => return None,
                _ => {}
            }
        }
        let before = cut.tokens.partition_point(|token| token.end <= start).checked_sub(1);
        let item = cut.items.iter().rev().find(|item| before.is_some_and(|before| item.first <= before));
        let mut open = Vec::new();
        if let (Some(item), Some(before)) = (item, before) {
            for at in item.first..=before {
                match cut.kind(at) {
                    Some(Kind::Open) => open.push(at),
                    Some(Kind::Close) => drop(open.pop()),
                    _ => {}
                }
            }
        }
        let prefix = cut.text.get(start..offset)?;
        Some(Place { cut, item, before, open, indent: indent(cut.text, start), prefix, text })
    }

    fn behind(&self, words: &[&str]) -> bool {
        self.before.is_some_and(|before| words.iter().any(|word| self.cut.is(before, word)))
    }

    /// Whether a value has to stand here, and nothing new can begin.
    fn wants_more(&self) -> bool {
        self.before.is_some_and(|before| self.cut.wants_more(before))
    }

    fn head(&self) -> &'a str {
        self.item.map_or("", |item| self.cut.head(item))
    }

    fn propose(&self, to: &mut Proposals<'_>, bases: &dyn Fn() -> Vec<String>) {
        use SymbolKind::*;
        match self.text {
            Text::Base => return to.bases(bases()),
            Text::Hole => return self.value(to),
            Text::No => {}
        }
        let depth = self.open.len();
        let new_item = depth == 0 && !self.wants_more() && self.indent.is_some();
        if self.item.is_none() || new_item && self.indent == Some(0) {
            to.words(ITEMS, 0);
        }
        if self.behind(&["replace"]) {
            to.words(
                &["param", "var", "def", "effect", "action", "board", "players", "setup", "end", "always", "piece"],
                0,
            );
            return to.words(&["neutral"], 0);
        }
        if self.behind(&["also"]) {
            return to.words(&["setup", "action", "end", "first"], 0);
        }
        if self.behind(&["without"]) && self.head() == "without" {
            return to.words(&["action", "def", "effect", "var", "param", "always"], 0);
        }
        if self.behind(&["action", "def", "effect", "var", "param", "always"]) && depth == 0 {
            // a new name, or one of the base that is changed
            let changes = self.head() == "without" || self.item.is_some_and(|item| item.first != item.head);
            let kinds = [Action, Def, Effect, Var, Param, Always];
            if changes {
                to.names(&kinds);
            }
            return;
        }
        if self.behind(&["possible"]) || self.behind(&["("]) && self.asks_for_action() {
            return to.names(&[Action]);
        }
        if self.is_type() {
            return to.types();
        }
        match self.head() {
            "game" | "author" | "year" | "language" | "extends" => {}
            "players" if self.behind(&["going"]) => to.directions(),
            "players" if depth == 0 && !self.wants_more() => to.words(&["going"], 1),
            "players" | "piece" | "neutral" => {}
            "legend" if self.behind(&["of"]) => to.names(&[Player]),
            "legend" => to.names(&[Kind]),
            "board" => self.board(to),
            "setup" => self.placed(to),
            "example" => self.example(to),
            "end" if depth == 1 => self.ending(to),
            "end" if depth == 0 => {}
            "action" if depth == 0 && !self.wants_more() && !self.behind(&["do", "as"]) => {
                to.words(CLAUSES, 0);
                self.operators(to);
            }
            "action" | "effect" if self.is_statement() => self.statement(to),
            "var" if depth == 0 && !self.wants_more() => to.words(&["each", "turn"], 1),
            _ => self.value(to),
        }
    }

    /// Whether the bracket here is that of `possible(`.
    fn asks_for_action(&self) -> bool {
        let open = self.open.last().copied();
        open.is_some_and(|open| Some(open) == self.before && self.cut.follows(open, "possible"))
    }

    /// Whether a type stands here.
    fn is_type(&self) -> bool {
        let Some(item) = self.item.filter(|_| self.behind(&[":"])) else { return false };
        match (self.head(), self.open.as_slice()) {
            ("def" | "var" | "param", []) => true,
            ("def" | "effect" | "var", [open]) => {
                item.name.is_some_and(|name| name + 1 == *open) && self.cut.is(*open, "(")
            }
            _ => false,
        }
    }

    /// Whether a statement can begin here.
    fn is_statement(&self) -> bool {
        let block = self.open.last().is_some_and(|open| self.cut.is(*open, "{"));
        let begins = self.before.is_some_and(|before| {
            self.open.last() == Some(&before) || !self.cut.wants_more(before) && !self.behind(&["do"])
        });
        self.behind(&["do"]) || block && begins
    }

    fn statement(&self, to: &mut Proposals<'_>) {
        to.words(STATEMENTS, 0);
        to.words(&["let", "may", "else", "as"], 1);
        to.names(&[SymbolKind::Effect, SymbolKind::Var]);
        to.locals();
        if self.before.is_some_and(|before| self.cut.ends_value(before)) {
            self.operators(to);
            to.words(&["to", "at", "of"], 2);
        }
    }

    fn board(&self, to: &mut Proposals<'_>) {
        if self.behind(&["board"]) {
            return to.words(&["square", "hex", "graph"], 0);
        }
        if self.behind(&["hex"]) {
            to.words(&["side", "triangle", "star"], 0);
        }
        if self.behind(&["as"]) {
            return to.words(&["lines", "squares", "checkered", "hexes", "holes"], 0);
        }
        if self.open.is_empty() && !self.wants_more() {
            to.words(&["without", "links", "wraps", "columns", "numbered", "named", "drawn"], 0);
        }
        self.value(to);
    }

    /// `man of White at rows(1)`.
    fn placed(&self, to: &mut Proposals<'_>) {
        if self.behind(&["of"]) {
            return to.names(&[SymbolKind::Player]);
        }
        if !self.wants_more() || self.open.last().is_some_and(|open| self.before == Some(*open)) {
            to.names(&[SymbolKind::Kind]);
            return to.words(&["of", "at"], 1);
        }
        self.value(to);
    }

    fn example(&self, to: &mut Proposals<'_>) {
        let begins = self.open.len() == 1 && (!self.wants_more() || self.before == self.open.first().copied());
        if self.open.len() == 2 && self.open.get(1).is_some_and(|open| self.cut.follows(*open, "position")) {
            return self.placed(to);
        }
        if self.behind(&["result"]) {
            to.names(&[SymbolKind::Player]);
            return to.words(&["draw"], 0);
        }
        if self.behind(&["set"]) {
            to.names(&[SymbolKind::Var, SymbolKind::Param]);
            return to.words(&["ply"], 1);
        }
        if self.behind(&["legal"]) {
            return to.words(&["only"], 0);
        }
        if self.behind(&["play", "illegal"]) || self.open.is_empty() {
            return;
        }
        if begins {
            to.words(CHECKS, 0);
            to.names(&[SymbolKind::Player]);
            return to.words(&["to", "move", "wins"], 2);
        }
        self.value(to);
    }

    fn ending(&self, to: &mut Proposals<'_>) {
        if self.behind(&[":"]) {
            to.words(&["draw", "never", "most", "fewest", "mover", "next"], 0);
            return to.names(&[SymbolKind::Player]);
        }
        if !self.wants_more() || self.before == self.open.first().copied() {
            to.words(&["when", "for", "wins", "loses"], 0);
            if self.before != self.open.first().copied() {
                self.operators(to);
            }
            return;
        }
        self.value(to);
    }

    fn operators(&self, to: &mut Proposals<'_>) {
        to.words(&["and", "or", "in", "not", "within", "except", "of", "then", "else"], 2);
    }

    /// What has a value, or leads to one.
    fn value(&self, to: &mut Proposals<'_>) {
        if self.before.is_some_and(|before| self.cut.ends_value(before)) && self.text == Text::No {
            self.operators(to);
        }
        to.locals();
        to.names(&[
            SymbolKind::Param,
            SymbolKind::Choice,
            SymbolKind::Player,
            SymbolKind::Kind,
            SymbolKind::Var,
            SymbolKind::Def,
        ]);
        to.names(&[SymbolKind::Direction]);
        to.directions();
        for word in language::names() {
            to.word(word, ProposalKind::Word, 4);
        }
        for word in language::calls() {
            to.word(word, ProposalKind::Function, 4);
        }
        to.words(&["not", "if", "match"], 5);
        if !self.prefix.is_empty() || self.open.last().is_some_and(|open| self.cut.is(*open, "{")) {
            to.cells(self.prefix);
        }
    }
}

/// What is proposed so far.
struct Proposals<'a> {
    analysis: &'a Analysis,
    offset: usize,
    all: Vec<Proposal>,
}

impl Proposals<'_> {
    fn words(&mut self, words: &[&str], rank: u8) {
        for word in words {
            self.word(word, ProposalKind::Keyword, rank);
        }
    }

    fn word(&mut self, word: &str, kind: ProposalKind, rank: u8) {
        let lines = words::about(word);
        let called = |usage: &String| usage.contains('(') == (kind == ProposalKind::Function);
        let line = lines.iter().find(|line| line.usage.iter().any(called)).or(lines.first());
        let usage = line.and_then(|line| line.usage.iter().find(|usage| called(usage)).or(line.usage.first()));
        let ty = line.and_then(|line| line.ty.as_ref()).map(|ty| format!(": {ty}")).unwrap_or_default();
        let detail = usage.map(|usage| format!("{usage}{ty}")).unwrap_or_default();
        let docs = about_word(word).unwrap_or_default();
        self.all.push(Proposal { text: word.to_owned(), kind, detail, docs, rank });
    }

    fn types(&mut self) {
        for ty in Type::ALL {
            let docs = words::about_type(ty.word()).map(|line| line.meaning.clone()).unwrap_or_default();
            let text = ty.word().to_owned();
            self.all.push(Proposal { text, kind: ProposalKind::Type, detail: String::new(), docs, rank: 0 });
        }
    }

    fn names(&mut self, kinds: &[SymbolKind]) {
        let globals = self.analysis.names().globals().filter(|(_, symbol)| kinds.contains(&symbol.kind));
        let ids: Vec<SymbolId> = globals.map(|(id, _)| id).collect();
        ids.into_iter().for_each(|id| self.name(id, 1));
    }

    /// The names of the item that are known here.
    fn locals(&mut self) {
        let at = self.offset as u32;
        let visible = self.analysis.names().symbols().filter(|(_, symbol)| {
            symbol.visible.is_some_and(|here| {
                here.source == SourceId::default() && here.start < at && at <= here.end && symbol.place().end < at
                    || here.source == SourceId::default()
                        && symbol.kind == SymbolKind::Local
                        && here.start < at
                        && at < symbol.place().start
            })
        });
        let ids: Vec<SymbolId> = visible.map(|(id, _)| id).collect();
        ids.into_iter().for_each(|id| self.name(id, 0));
    }

    fn name(&mut self, id: SymbolId, rank: u8) {
        let symbol = self.analysis.names().symbol(id);
        let signature = signature(self.analysis, id);
        let mut docs = if symbol.kind.is_local() { String::new() } else { documentation(self.analysis, symbol) };
        if signature.contains('\n') {
            docs = format!("```game\n{signature}\n```\n\n{docs}");
        }
        let detail = signature.lines().next().unwrap_or("").to_owned();
        self.all.push(Proposal {
            text: symbol.name.clone(),
            kind: ProposalKind::Name(symbol.kind),
            detail,
            docs,
            rank,
        });
    }

    fn directions(&mut self) {
        let known = self.analysis.directions();
        let all = if known.is_empty() { DIRECTIONS.to_vec() } else { known };
        for word in all {
            self.word(word, ProposalKind::Word, 3);
        }
    }

    fn cells(&mut self, prefix: &str) {
        for cell in self.analysis.cells().into_iter().filter(|cell| cell.starts_with(prefix)) {
            let (text, detail) = (cell.to_owned(), "a cell of the board".to_owned());
            self.all.push(Proposal { text, kind: ProposalKind::Cell, detail, docs: String::new(), rank: 6 });
        }
    }

    fn bases(&mut self, names: Vec<String>) {
        for text in names {
            let detail = "a game that can be extended".to_owned();
            self.all.push(Proposal { text, kind: ProposalKind::Base, detail, docs: String::new(), rank: 0 });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bundled::Bundled;
    use crate::check::Bases;
    use crate::source::Source;

    /// A game with a piece of rules, in which `|` says where.
    fn proposed(rules: &str) -> Vec<String> {
        let start = "game \"X\"\nboard square 3 x 3\nplayers White, Black\npiece man, king\nparam size = 3\nvar taken = 0\n\
             /// How many.\ndef score(P: player) = count(pieces of P)\neffect clear(p: cell) { remove p }\n\
             action place(p: empty, k: {man, king})\n  do put k at p\n";
        let whole = format!("{start}end {{ when none(empty): draw }}");
        let before = Analysis::new(Source::new("x.game", whole), &Bundled, None);
        let text = format!("{start}{rules}");
        let offset = text.find('|').unwrap();
        let analysis = Analysis::new(Source::new("x.game", text.replacen('|', "", 1)), &Bundled, Some(&before));
        let all = complete(&analysis, offset, &|| Bundled.names());
        all.into_iter().map(|proposal| proposal.text).collect()
    }

    #[track_caller]
    fn assert_proposed(rules: &str, some: &[&str], none: &[&str]) {
        let all = proposed(rules);
        for word in some {
            assert!(all.iter().any(|text| text == word), "{rules}: no {word} in {all:?}");
        }
        for word in none {
            assert!(!all.iter().any(|text| text == word), "{rules}: {word} in {all:?}");
        }
    }

    #[test]
    fn what_can_stand_where() {
        assert_proposed("|", &["action", "def", "example", "end"], &["own", "put"]);
        assert_proposed("action go(q: own)\n  wh|", &["when", "do", "as"], &["own", "action"]);
        assert_proposed(
            "action go(q: own)\n  when sc|",
            &["score", "q", "own", "neighbors", "size", "man"],
            &["place", "p", "when"],
        );
        assert_proposed("action go(q: own)\n  do { |", &["put", "move", "clear", "taken", "q"], &["neighbors"]);
        assert_proposed("action go(q: own)\n  as \"{|", &["q", "score"], &["when"]);
        assert_proposed("action go(q: own)\n  as \"q|\"", &[], &["q"]);
        assert_proposed("def f(p: |", &["cell", "player"], &["own", "p"]);
        assert_proposed("def f(c: cell) = count(x in own: |)", &["c", "x", "own"], &[]);
        assert_proposed("def f(c: cell) = count(x in own: x == c) + |", &["c", "own"], &["x"]);
        assert_proposed("def f = a + |\n  where a = 1", &["a"], &[]);
        assert_proposed("def f = possible(|", &["place"], &["own", "score"]);
        assert_proposed("end {\n  when stuck(next): |", &["draw", "White", "most"], &["own"]);
        assert_proposed("end {\n  |", &["when", "for"], &["own"]);
        assert_proposed("example \"e\" {\n  |", &["play", "expect", "White"], &["own"]);
        assert_proposed("example \"e\" {\n  expect own == {a|", &["a1", "a3"], &["b1"]);
        assert_proposed("example \"e\" {\n  position { |", &["man"], &["own"]);
        assert_proposed("example \"e\" {\n  position { man of |", &["Black"], &["own", "man"]);
        assert_proposed("example \"e\" {\n  result |", &["Black", "draw"], &["own"]);
        assert_proposed("// n|", &[], &["neighbors", "action"]);
        assert_proposed("extends \"ti|\"", &["tiger"], &["own"]);
        assert_proposed("without |", &["action", "def"], &["own"]);
    }

    #[test]
    fn proposals_say_what_they_are() {
        let text = "game \"X\"\n/// How many.\ndef score(P: player) = 1\ndef f = s";
        let analysis = Analysis::new(Source::new("x.game", text), &Bundled, None);
        let all = complete(&analysis, text.len(), &Vec::new);
        let find = |text: &str| all.iter().find(|proposal| proposal.text == text).unwrap();
        assert_eq!(find("score").docs, "How many.");
        assert_eq!(find("score").detail, "def score(P: player) = 1");
        assert_eq!(find("step").detail, "step(p, d): cell");
        assert!(find("stuck").docs.contains("no legal move"));
    }
}
