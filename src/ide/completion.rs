//! Proposes completions: [`complete`].

mod look;

use super::hover::{describe_word, documentation, signature};
use super::items::{ItemRange, ItemTokens};
use super::names::{SymbolId, SymbolKind};
use super::{FileAnalysis, reference};
use crate::check::words::{self, DIRECTIONS};
use crate::source::SourceId;
use crate::syntax::ast::Type;
use crate::syntax::keywords::{CHECKS, CLAUSES, ITEMS, STATEMENTS};
use crate::syntax::lex::{TokenKind, indent};

/// A completion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proposal {
    /// The text to insert.
    pub text: String,
    /// Its kind.
    pub kind: ProposalKind,
    /// Its usage and type, in a few words.
    pub detail: String,
    /// Its documentation, as Markdown.
    pub docs: String,
    /// Its rank: likelier completions have lower numbers.
    pub rank: u8,
}

/// The kind of a completion.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProposalKind {
    /// A name of the file.
    Name(SymbolKind),
    /// A keyword.
    Keyword,
    /// A built-in value.
    Word,
    /// A built-in function.
    Function,
    /// A type.
    Type,
    /// A cell of the board.
    Cell,
    /// A game that can be extended.
    Base,
}

/// Returns the completions at a byte of the file. `bases` returns the games that can be extended.
pub fn complete(analysis: &FileAnalysis, offset: usize, bases: &dyn Fn() -> Vec<String>) -> Vec<Proposal> {
    let text = analysis.sources().get(SourceId::default()).text;
    let cut = ItemTokens::new(&text);
    let Some(cursor) = Cursor::find(&cut, offset) else { return Vec::new() };
    let mut proposals = Proposals { analysis, offset, all: Vec::new() };
    cursor.propose(&mut proposals, bases);
    proposals.all.sort_by(|a, b| (a.rank, &a.text).cmp(&(b.rank, &b.text)));
    proposals.all.dedup_by(|a, b| a.text == b.text);
    proposals.all
}

/// The position to complete.
struct Cursor<'a> {
    cut: &'a ItemTokens<'a>,
    /// The item around it.
    item: Option<&'a ItemRange>,
    /// The last token before it, or `None` at the beginning.
    before: Option<usize>,
    /// The open brackets of the item.
    open: Vec<usize>,
    /// The number of spaces before it, or `None` if anything else precedes it on its line.
    indent: Option<usize>,
    /// The beginning of the word that is being written.
    prefix: &'a str,
    /// The quoted text around it.
    text: TextContext,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum TextContext {
    No,
    /// In `"{p}"`.
    Hole,
    /// After `extends`.
    Base,
}

impl<'a> Cursor<'a> {
    /// Finds the position of a byte, or `None` where nothing can be completed: in comments and plain texts.
    fn find(cut: &'a ItemTokens<'a>, offset: usize) -> Option<Cursor<'a>> {
        let inside = |token: &&crate::syntax::lex::Token| token.start < offset && offset <= token.end;
        if cut.comments.iter().any(|token| inside(&token)) {
            return None;
        }
        let at = cut.tokens.partition_point(|token| token.end < offset);
        let here = cut.tokens.get(at).filter(|token| token.start < offset);
        let (mut start, mut text) = (offset, TextContext::No);
        if let Some(token) = here {
            match token.kind {
                TokenKind::Word | TokenKind::Strange => start = token.start,
                TokenKind::Text | TokenKind::OpenText if token.end > offset || token.kind == TokenKind::OpenText => {
                    let before = cut.text.get(token.start..offset)?;
                    text = match before.rfind('{') {
                        Some(brace) if !before[brace..].contains('}') => TextContext::Hole,
                        _ if at.checked_sub(1).is_some_and(|before| cut.is(before, "extends")) => TextContext::Base,
                        _ => return None,
                    };
                    let word = before.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_');
                    start = token.start + word.len();
                }
                TokenKind::Symbol | TokenKind::CellName | TokenKind::Bare | TokenKind::Number => return None,
                _ => {}
            }
        }
        let before = cut.tokens.partition_point(|token| token.end <= start).checked_sub(1);
        let item = cut.items.iter().rev().find(|item| before.is_some_and(|before| item.first <= before));
        let mut open = Vec::new();
        if let (Some(item), Some(before)) = (item, before) {
            for at in item.first..=before {
                match cut.kind(at) {
                    Some(TokenKind::Open) => open.push(at),
                    Some(TokenKind::Close) => drop(open.pop()),
                    _ => {}
                }
            }
        }
        let prefix = cut.text.get(start..offset)?;
        Some(Cursor { cut, item, before, open, indent: indent(cut.text, start), prefix, text })
    }

    fn follows_any(&self, words: &[&str]) -> bool {
        self.before.is_some_and(|before| words.iter().any(|word| self.cut.is(before, word)))
    }

    /// Returns whether a value must follow, so that nothing new can begin.
    fn wants_more(&self) -> bool {
        self.before.is_some_and(|before| self.cut.wants_more(before))
    }

    fn head(&self) -> &'a str {
        self.item.map_or("", |item| self.cut.head(item))
    }

    fn propose(&self, to: &mut Proposals<'_>, bases: &dyn Fn() -> Vec<String>) {
        use SymbolKind::*;
        match self.text {
            TextContext::Base => return to.add_bases(bases()),
            TextContext::Hole => return self.propose_value(to),
            TextContext::No => {}
        }
        let depth = self.open.len();
        let new_item = depth == 0 && !self.wants_more() && self.indent.is_some();
        if self.item.is_none() || new_item && self.indent == Some(0) {
            to.add_keywords(ITEMS, 0);
        }
        if self.follows_any(&["replace"]) {
            to.add_keywords(
                &[
                    "param", "var", "def", "effect", "action", "board", "players", "setup", "look", "end", "always",
                    "piece",
                ],
                0,
            );
            return to.add_keywords(&["neutral"], 0);
        }
        if self.follows_any(&["also"]) {
            return to.add_keywords(&["setup", "look", "action", "end", "first"], 0);
        }
        if self.follows_any(&["without"]) && self.head() == "without" {
            return to.add_keywords(&["action", "def", "effect", "var", "param", "always"], 0);
        }
        if self.follows_any(&["action", "def", "effect", "var", "param", "always"]) && depth == 0 {
            // a new name, or one of the base that is changed
            let changes = self.head() == "without" || self.item.is_some_and(|item| item.first != item.head);
            let kinds = [Action, Def, Effect, Var, Param, Always];
            if changes {
                to.add_names(&kinds);
            }
            return;
        }
        let open = self.open.last().filter(|open| Some(**open) == self.before && self.cut.is(**open, "("));
        if self.follows_any(&["possible"]) || open.is_some_and(|open| self.cut.follows(*open, "possible")) {
            return to.add_names(&[Action]);
        }
        if self.is_type() {
            return to.add_types();
        }
        match self.head() {
            "game" | "author" | "year" | "language" | "extends" => {}
            "players" if self.follows_any(&["going"]) => to.add_directions(),
            "players" if depth == 0 && !self.wants_more() => to.add_keywords(&["going"], 1),
            "players" | "piece" | "neutral" => {}
            "legend" if self.follows_any(&["of"]) => to.add_names(&[Player]),
            "legend" => to.add_names(&[Kind]),
            "board" => self.propose_board(to),
            "setup" => self.propose_placement(to),
            "look" => self.propose_look(to),
            "example" => self.propose_example(to),
            "end" if depth == 1 => self.propose_ending(to),
            "end" if depth == 0 => {}
            "action" if depth == 0 && !self.wants_more() && !self.follows_any(&["do", "as"]) => {
                to.add_keywords(CLAUSES, 0);
                self.propose_operators(to);
            }
            "action" | "effect" if self.is_statement() => self.propose_statement(to),
            "var" if depth == 0 && !self.wants_more() => to.add_keywords(&["each", "turn"], 1),
            _ => self.propose_value(to),
        }
    }

    /// Returns whether a type belongs here.
    fn is_type(&self) -> bool {
        let Some(item) = self.item.filter(|_| self.follows_any(&[":"])) else { return false };
        match (self.head(), self.open.as_slice()) {
            ("def" | "var" | "param", []) => true,
            ("def" | "effect" | "var", [open]) => {
                item.name.is_some_and(|name| name + 1 == *open) && self.cut.is(*open, "(")
            }
            _ => false,
        }
    }

    /// Returns whether a statement can begin here.
    fn is_statement(&self) -> bool {
        let block = self.open.last().is_some_and(|open| self.cut.is(*open, "{"));
        let begins = self.before.is_some_and(|before| {
            self.open.last() == Some(&before) || !self.cut.wants_more(before) && !self.follows_any(&["do"])
        });
        self.follows_any(&["do"]) || block && begins
    }

    fn propose_statement(&self, to: &mut Proposals<'_>) {
        to.add_keywords(STATEMENTS, 0);
        to.add_keywords(&["let", "may", "else", "as"], 1);
        to.add_names(&[SymbolKind::Effect, SymbolKind::Var]);
        to.add_locals();
        if self.before.is_some_and(|before| self.cut.ends_value(before)) {
            self.propose_operators(to);
            to.add_keywords(&["to", "at", "of"], 2);
        }
    }

    fn propose_board(&self, to: &mut Proposals<'_>) {
        if self.follows_any(&["board"]) {
            return to.add_keywords(&["square", "hex", "graph"], 0);
        }
        if self.follows_any(&["hex"]) {
            to.add_keywords(&["side", "triangle", "star"], 0);
        }
        if self.follows_any(&["as"]) {
            return to.add_keywords(&["lines", "squares", "checkered", "hexes", "holes"], 0);
        }
        if self.open.is_empty() && !self.wants_more() {
            to.add_keywords(&["without", "links", "wraps", "stacks", "columns", "numbered", "named", "drawn"], 0);
        }
        self.propose_value(to);
    }

    /// Proposes parts of `man of White at rows(1)`.
    fn propose_placement(&self, to: &mut Proposals<'_>) {
        if self.follows_any(&["of"]) {
            return to.add_names(&[SymbolKind::Player]);
        }
        if !self.wants_more() || self.open.last().is_some_and(|open| self.before == Some(*open)) {
            to.add_names(&[SymbolKind::Kind]);
            return to.add_keywords(&["of", "at"], 1);
        }
        self.propose_value(to);
    }

    fn propose_example(&self, to: &mut Proposals<'_>) {
        let begins = self.open.len() == 1 && (!self.wants_more() || self.before == self.open.first().copied());
        if self.open.len() == 2 && self.open.get(1).is_some_and(|open| self.cut.follows(*open, "position")) {
            return self.propose_placement(to);
        }
        if self.follows_any(&["result"]) {
            to.add_names(&[SymbolKind::Player]);
            return to.add_keywords(&["draw"], 0);
        }
        if self.follows_any(&["set"]) {
            to.add_names(&[SymbolKind::Var, SymbolKind::Param]);
            return to.add_keywords(&["ply"], 1);
        }
        if self.follows_any(&["legal"]) {
            return to.add_keywords(&["only"], 0);
        }
        if self.follows_any(&["play", "illegal"]) || self.open.is_empty() {
            return;
        }
        if begins {
            to.add_keywords(CHECKS, 0);
            to.add_names(&[SymbolKind::Player]);
            return to.add_keywords(&["to", "move", "wins"], 2);
        }
        self.propose_value(to);
    }

    fn propose_ending(&self, to: &mut Proposals<'_>) {
        if self.follows_any(&[":"]) {
            to.add_keywords(&["draw", "never", "most", "fewest", "mover", "next"], 0);
            return to.add_names(&[SymbolKind::Player]);
        }
        if !self.wants_more() || self.before == self.open.first().copied() {
            to.add_keywords(&["when", "for", "wins", "loses"], 0);
            if self.before != self.open.first().copied() {
                self.propose_operators(to);
            }
            return;
        }
        self.propose_value(to);
    }

    fn propose_operators(&self, to: &mut Proposals<'_>) {
        to.add_keywords(&["and", "or", "in", "not", "within", "except", "of", "then", "else"], 2);
    }

    /// Proposes values and what leads to one.
    fn propose_value(&self, to: &mut Proposals<'_>) {
        if self.before.is_some_and(|before| self.cut.ends_value(before)) && self.text == TextContext::No {
            self.propose_operators(to);
        }
        to.add_locals();
        use SymbolKind::*;
        to.add_names(&[Param, Choice, Player, Kind, Var, Def, Direction]);
        to.add_directions();
        words::names().for_each(|word| to.add_word(word, ProposalKind::Word, 4));
        let calls = words::calls().chain(to.analysis.names().words_of_stacks());
        calls.for_each(|word| to.add_word(word, ProposalKind::Function, 4));
        to.add_keywords(&["not", "if", "match"], 5);
        if !self.prefix.is_empty() || self.open.last().is_some_and(|open| self.cut.is(*open, "{")) {
            to.add_cells(self.prefix);
        }
    }
}

/// The completions so far.
struct Proposals<'a> {
    analysis: &'a FileAnalysis,
    offset: usize,
    all: Vec<Proposal>,
}

impl Proposals<'_> {
    fn add_keywords(&mut self, words: &[&str], rank: u8) {
        words.iter().for_each(|word| self.add_word(word, ProposalKind::Keyword, rank));
    }

    fn add_word(&mut self, word: &str, kind: ProposalKind, rank: u8) {
        let lines = reference::about(word);
        let fits = |usage: &String| usage.contains('(') == (kind == ProposalKind::Function);
        let line = lines.iter().find(|line| line.usage.iter().any(fits)).or(lines.first());
        let usage = line.and_then(|line| line.usage.iter().find(|usage| fits(usage)).or(line.usage.first()));
        let ty = line.and_then(|line| line.ty.as_ref()).map(|ty| format!(": {ty}")).unwrap_or_default();
        let detail = usage.map(|usage| format!("{usage}{ty}")).unwrap_or_default();
        self.add(word, kind, detail, describe_word(word).unwrap_or_default(), rank);
    }

    fn add(&mut self, text: &str, kind: ProposalKind, detail: impl Into<String>, docs: String, rank: u8) {
        self.all.push(Proposal { text: text.to_owned(), kind, detail: detail.into(), docs, rank });
    }

    fn add_types(&mut self) {
        for ty in Type::with_keywords() {
            let docs = reference::about_type(ty.word()).map(|line| line.meaning.clone()).unwrap_or_default();
            self.add(ty.word(), ProposalKind::Type, "", docs, 0);
        }
    }

    fn add_names(&mut self, kinds: &[SymbolKind]) {
        let globals = self.analysis.names().globals().filter(|(_, symbol)| kinds.contains(&symbol.kind));
        let ids: Vec<SymbolId> = globals.map(|(id, _)| id).collect();
        ids.into_iter().for_each(|id| self.add_name(id, 1));
    }

    /// Adds the local names that are visible here.
    fn add_locals(&mut self) {
        let at = self.offset as u32;
        let visible = self.analysis.names().symbols().filter(|(_, symbol)| {
            let place = symbol.place();
            let here = symbol.visible.filter(|here| here.source == SourceId::default() && here.start < at);
            here.is_some_and(|here| {
                at <= here.end && place.end < at || symbol.kind == SymbolKind::Local && at < place.start
            })
        });
        let ids: Vec<SymbolId> = visible.map(|(id, _)| id).collect();
        ids.into_iter().for_each(|id| self.add_name(id, 0));
    }

    fn add_name(&mut self, id: SymbolId, rank: u8) {
        let symbol = self.analysis.names().symbol(id);
        let signature = signature(self.analysis, id);
        let mut docs = if symbol.kind.is_local() { String::new() } else { documentation(self.analysis, symbol) };
        if signature.contains('\n') {
            docs = format!("```game\n{signature}\n```\n\n{docs}");
        }
        let detail = signature.lines().next().unwrap_or("");
        self.add(&symbol.name, ProposalKind::Name(symbol.kind), detail, docs, rank);
    }

    fn add_directions(&mut self) {
        let known = self.analysis.directions();
        let all = if known.is_empty() { DIRECTIONS.to_vec() } else { known };
        all.into_iter().for_each(|word| self.add_word(word, ProposalKind::Word, 3));
    }

    fn add_cells(&mut self, prefix: &str) {
        for cell in self.analysis.cells().into_iter().filter(|cell| cell.starts_with(prefix)) {
            self.add(cell, ProposalKind::Cell, "cell of the board", String::new(), 6);
        }
    }

    fn add_bases(&mut self, names: Vec<String>) {
        names.iter().for_each(|name| self.add(name, ProposalKind::Base, "game to extend", String::new(), 0));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bundled::Bundled;
    use crate::check::Bases;
    use crate::source::Source;

    /// Returns the completions at the `|` in some rules.
    fn complete_at(rules: &str) -> Vec<String> {
        let start = "game \"X\"\nboard square 3 x 3\nplayers White, Black\npiece man, king\nparam size = 3\nvar taken = 0\n\
             /// How many.\ndef score(P: player) = count(pieces of P)\neffect clear(p: cell) { remove p }\n\
             action place(p: empty, k: {man, king})\n  do put k at p\n";
        let whole = format!("{start}end {{ when none(empty): draw }}");
        let before = FileAnalysis::new(Source::new("x.game", whole), &Bundled, None);
        let text = format!("{start}{rules}");
        let offset = text.find('|').unwrap();
        let analysis = FileAnalysis::new(Source::new("x.game", text.replacen('|', "", 1)), &Bundled, Some(&before));
        let all = complete(&analysis, offset, &|| Bundled.names());
        all.into_iter().map(|proposal| proposal.text).collect()
    }

    #[track_caller]
    fn assert_proposed(rules: &str, some: &[&str], none: &[&str]) {
        let all = complete_at(rules);
        for word in some {
            assert!(all.iter().any(|text| text == word), "{rules}: no {word} in {all:?}");
        }
        for word in none {
            assert!(!all.iter().any(|text| text == word), "{rules}: {word} in {all:?}");
        }
    }

    #[test]
    fn completions_fit_their_place() {
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
    fn the_words_of_stacks_are_words_of_the_language() {
        let text = "game \"X\"\nboard square 3 x 3 stacks of 4\nplayers White, Black\npiece man\ndef f(p: cell) = stack(p, 1) == s";
        let analysis = FileAnalysis::new(Source::new("x.game", text), &Bundled, None);
        let all = complete(&analysis, text.len(), &Vec::new);
        let texts = || all.iter().map(|proposal| proposal.text.as_str());
        assert!(texts().any(|text| text == "stack") && !texts().any(|text| text.starts_with("stack_")));
        let at = text.find("stack(p").unwrap();
        let hover = crate::ide::hover::hover(&analysis, at).unwrap();
        assert!(hover.text.contains("the n-th piece on p, from the bottom"), "{}", hover.text);
        let call = crate::ide::signature::find_signature(&analysis, at + 6).unwrap();
        assert_eq!((call.usages[0].label.as_str(), call.argument), ("stack(p, n)", 0));
        assert!(crate::ide::rename::find_renameable(&analysis, at).is_err());
    }

    #[test]
    fn completions_are_documented() {
        let text = "game \"X\"\n/// How many.\ndef score(P: player) = 1\ndef f = s";
        let analysis = FileAnalysis::new(Source::new("x.game", text), &Bundled, None);
        let all = complete(&analysis, text.len(), &Vec::new);
        let find = |text: &str| all.iter().find(|proposal| proposal.text == text).unwrap();
        assert_eq!(find("score").docs, "How many.");
        assert_eq!(find("score").detail, "def score(P: player) = 1");
        assert_eq!(find("step").detail, "step(p, d): cell");
        assert!(find("stuck").docs.contains("no legal move"));
    }
}
