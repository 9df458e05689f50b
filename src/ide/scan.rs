//! Finds the role of each token: [`scan`]. It declares the local names of items on the way.

mod look;

use super::items::{ItemChange, ItemRange, ItemTokens};
use super::names::{Inherited, NameIndex, Occurrence, Role, Symbol, SymbolId, SymbolKind, item_span};
use crate::check::words::is_word;
use crate::source::{SourceId, Span};
use crate::syntax::ast::Type;
use crate::syntax::keywords::{CHECKS, is_cell, is_reserved};
use crate::syntax::lex::{Token, TokenKind, lex};
use std::collections::HashMap;
use std::ops::Range;

/// Returns the occurrences in a text. `declared` are the roles of the tokens that name items.
pub(super) fn scan(
    cut: &ItemTokens<'_>,
    source: SourceId,
    names: &mut NameIndex,
    declared: &HashMap<usize, Role>,
    inherited: &mut Inherited,
) -> Vec<Occurrence> {
    let colons = find_colons(cut);
    let mut words = Vec::new();
    for item in &cut.items {
        let span = item_span(cut, item, source);
        let mut scan = Scan {
            cut,
            item,
            span,
            names: &mut *names,
            declared,
            has_colon: &colons,
            locals: HashMap::new(),
            brackets: Vec::new(),
            words: Vec::new(),
        };
        scan.inherit(inherited);
        scan.declare_wheres();
        (item.first..item.end).for_each(|at| scan.scan_token(at));
        scan.close_brackets();
        let (locals, found) = (scan.locals, scan.words);
        if let ("action", Some(name)) = (cut.head(item), item.name) {
            let all = inherited.actions.entry(cut.word(name).to_owned()).or_default();
            if item.change != ItemChange::Also {
                all.clear();
            }
            all.extend(locals.into_iter().filter(|(_, id)| {
                let kind = names.symbol(*id).kind;
                matches!(kind, SymbolKind::Binder | SymbolKind::Local)
            }));
        }
        words.extend(found);
    }
    // tokens before the first item
    let before = cut.items.first().map_or(cut.tokens.len(), |item| item.first);
    let plain = cut.tokens.iter().take(before).map(|token| (token, Role::Unknown));
    let comments =
        cut.comments.iter().map(|token| (token, if token.kind == TokenKind::Doc { Role::Doc } else { Role::Comment }));
    words.extend(
        plain.chain(comments).map(|(token, role)| Occurrence { span: Span::new(source, token.start, token.end), role }),
    );
    words.sort_by_key(|word| word.span.start);
    words
}

/// The longest part of a move in which names are searched.
const MAX_PART: usize = 64;

/// Returns for each opening bracket whether it directly contains a `:`, as in `(x in X: C)`.
fn find_colons(cut: &ItemTokens<'_>) -> Vec<bool> {
    let mut found = vec![false; cut.tokens.len()];
    let mut open: Vec<usize> = Vec::new();
    for (at, token) in cut.tokens.iter().enumerate() {
        match token.kind {
            TokenKind::Open => open.push(at),
            TokenKind::Close => drop(open.pop()),
            TokenKind::Sign if token.is(cut.text, ":") => {
                if let Some(bracket) = open.last() {
                    found[*bracket] = true;
                }
            }
            _ => {}
        }
    }
    found
}

/// A name that was declared in a bracket, and the name that it shadows.
struct Shadowing {
    id: SymbolId,
    before: Option<SymbolId>,
}

struct Scan<'a> {
    cut: &'a ItemTokens<'a>,
    item: &'a ItemRange,
    span: Span,
    names: &'a mut NameIndex,
    declared: &'a HashMap<usize, Role>,
    has_colon: &'a [bool],
    /// The local names of the item: the last of each name.
    locals: HashMap<String, SymbolId>,
    /// The open brackets, with the names that were declared in each.
    brackets: Vec<(usize, Vec<Shadowing>)>,
    words: Vec<Occurrence>,
}

impl Scan<'_> {
    /// Lets `also action take` use the local names of the base's action.
    fn inherit(&mut self, inherited: &Inherited) {
        if let (ItemChange::Also, "action", Some(name)) = (self.item.change, self.cut.head(self.item), self.item.name)
            && let Some(known) = inherited.actions.get(self.cut.word(name))
        {
            self.locals.extend(known.iter().cloned());
        }
    }

    /// Declares the names after the `where` of a def, which are visible before it.
    fn declare_wheres(&mut self) {
        let cut = self.cut;
        if cut.head(self.item) != "def" {
            return;
        }
        let Some(first) = (self.item.first..self.item.end).rfind(|at| cut.is(*at, "where")) else { return };
        let mut depth = 0usize;
        for at in first..self.item.end {
            match cut.kind(at) {
                Some(TokenKind::Open) => depth += 1,
                Some(TokenKind::Close) => depth = depth.saturating_sub(1),
                Some(TokenKind::Word)
                    if depth == 0 && cut.is(at + 1, "=") && (at == first + 1 || cut.follows(at, ",")) =>
                {
                    self.declare_local(at, SymbolKind::Local, false);
                }
                _ => {}
            }
        }
    }

    /// Returns where the next item begins or the text ends: what is written after this item belongs to it.
    fn item_limit(&self) -> u32 {
        self.cut.tokens.get(self.item.end).map_or(self.cut.text.len(), |token| token.start) as u32
    }

    /// Makes names in unclosed brackets visible to the end of the item.
    fn close_brackets(&mut self) {
        let next = self.item_limit();
        let open = std::mem::take(&mut self.brackets);
        open.into_iter().flat_map(|(_, names)| names).for_each(|name| self.names.end_visibility(name.id, next));
    }

    fn scan_token(&mut self, at: usize) {
        let Some(token) = self.cut.tokens.get(at).copied() else { return };
        let role = match token.kind {
            TokenKind::Open => {
                self.brackets.push((at, Vec::new()));
                return;
            }
            TokenKind::Close => {
                let ended = self.brackets.pop().map(|(_, names)| names).unwrap_or_default();
                return self.end_names(ended, token.start);
            }
            TokenKind::Word => self.word_role(at),
            TokenKind::Number => Role::Number,
            TokenKind::Sign => Role::Sign,
            TokenKind::Text if matches!(self.cut.head(self.item), "action" | "effect" | "look") => {
                return self.scan_template(token);
            }
            TokenKind::Text | TokenKind::OpenText => Role::Text,
            TokenKind::Bare => return self.scan_move(at, token),
            TokenKind::CellName | TokenKind::Symbol => return,
            TokenKind::Comment | TokenKind::Doc | TokenKind::Strange => Role::Unknown,
        };
        self.push(token, role);
    }

    /// Ends the visibility of names that were declared in a bracket.
    fn end_names(&mut self, ended: Vec<Shadowing>, at: usize) {
        for Shadowing { id, before } in ended.into_iter().rev() {
            self.names.end_visibility(id, at as u32);
            let name = &self.names.symbol(id).name;
            match before {
                Some(before) => drop(self.locals.insert(name.clone(), before)),
                None => drop(self.locals.remove(name)),
            }
        }
    }

    fn push(&mut self, token: Token, role: Role) {
        if token.start == token.end {
            return;
        }
        self.words.push(Occurrence { span: Span::new(self.span.source, token.start, token.end), role });
    }

    /// Scans the text of a move in an example. It may be the name of an action without an `as`, or contain names of kinds, players
    /// and directions.
    fn scan_move(&mut self, at: usize, token: Token) {
        let word = self.cut.word(at);
        let action = self.names.global_table().actions.get(word).copied().filter(|id| !self.names.has_text(*id));
        if let Some(id) = action {
            return self.push(token, Role::Uses(id));
        }
        let is_sign = |sign: char| !sign.is_ascii_alphanumeric() && sign != '_';
        let (mut start, mut plain) = (token.start, token.start);
        for part in word.split_inclusive(is_sign) {
            for (named, id) in self.find_names(part.trim_end_matches(is_sign)) {
                let (from, to) = (start + named.start, start + named.end);
                self.push(Token { start: plain, end: from, ..token }, Role::Move);
                self.push(Token { start: from, end: to, ..token }, Role::Uses(id));
                plain = to;
            }
            start += part.len();
        }
        self.push(Token { start: plain, ..token }, Role::Move);
    }

    /// Returns the kinds, players and directions in a part of a move. The part is one of them, or consists of their names, cells and
    /// numbers without separators, as in `kingc1`.
    fn find_names(&self, part: &str) -> Vec<(Range<usize>, SymbolId)> {
        let named = |word: &str| {
            let id = self.names.global_table().values.get(word).copied()?;
            let kind = self.names.symbol(id).kind;
            matches!(kind, SymbolKind::Kind | SymbolKind::Player | SymbolKind::Direction).then_some(id)
        };
        if let Some(id) = named(part) {
            return vec![(0..part.len(), id)];
        }
        if part.len() > MAX_PART || !part.is_ascii() {
            return Vec::new();
        }
        // for each byte, from the last one on: where the name, cell or number there ends, if the rest can be split, too
        let mut ends: Vec<Option<usize>> = vec![None; part.len()];
        ends.push(Some(part.len()));
        let piece = |from: usize, to: usize| part.get(from..to).unwrap_or("");
        for from in (0..part.len()).rev() {
            let readable = |to: &usize| ends.get(*to).copied().flatten().is_some();
            let digit = |at: usize| piece(at, at + 1).starts_with(|sign: char| sign.is_ascii_digit());
            let tos = || (from + 1..=part.len()).rev().filter(readable);
            // digits stay together
            let cell = || tos().find(|to| is_cell(piece(from, *to)) && !digit(*to));
            let name = || tos().find(|to| named(piece(from, *to)).is_some());
            let number = || tos().find(|to| (from..*to).all(digit) && !digit(*to));
            ends[from] = cell().or_else(name).or_else(number);
        }
        let (mut found, mut at) = (Vec::new(), 0);
        while let Some(end) = ends.get(at).copied().flatten().filter(|end| *end > at) {
            found.extend(named(piece(at, end)).map(|id| (at..end, id)));
            at = end;
        }
        found
    }

    /// Scans the values in `"{p}-{q}"`.
    fn scan_template(&mut self, token: Token) {
        let text = token.text(self.cut.text);
        let (mut start, mut depth) = (token.start, 0usize);
        let mut hole = 0;
        for (at, sign) in text.char_indices() {
            let here = token.start + at;
            match sign {
                '{' => {
                    if depth == 0 {
                        self.push(Token { kind: TokenKind::Text, start, end: here + 1 }, Role::Text);
                        hole = here + 1;
                    }
                    depth += 1;
                }
                '}' if depth > 0 => {
                    depth -= 1;
                    if depth == 0 {
                        self.scan_hole(hole, here);
                        start = here;
                    }
                }
                _ => {}
            }
        }
        if depth > 0 {
            start = hole;
        }
        self.push(Token { kind: TokenKind::Text, start, end: token.end }, Role::Text);
    }

    fn scan_hole(&mut self, start: usize, end: usize) {
        for token in lex(self.cut.text.get(start..end).unwrap_or("")) {
            let token = Token { start: token.start + start, end: token.end + start, ..token };
            let role = match token.kind {
                TokenKind::Word => self.value_role(token.text(self.cut.text)),
                TokenKind::Number => Role::Number,
                TokenKind::Sign => Role::Sign,
                _ => continue,
            };
            self.push(token, role);
        }
    }

    fn word_role(&mut self, at: usize) -> Role {
        let word = self.cut.word(at);
        if let Some(role) = self.declared.get(&at) {
            return *role;
        }
        if self.brackets.is_empty() && self.cut.follows(at, "where") || self.cut.is(at + 1, "=") {
            // the name of a `where`, which is already declared
            let place = self.place(at);
            if let Some(id) = self.locals.get(word).filter(|id| self.names.symbol(**id).declared.contains(&place)) {
                return Role::Declares(*id);
            }
        }
        if self.begins_look_line(at) {
            return Role::Keyword;
        }
        if let Some(kind) = self.declared_kind(at) {
            return Role::Declares(self.declare_local(at, kind, true));
        }
        if self.cut.follows(at, "(") && at.checked_sub(2).is_some_and(|before| self.cut.is(before, "possible")) {
            return self.names.global_table().actions.get(word).map_or(Role::Unknown, |id| Role::Uses(*id));
        }
        if self.is_type(at) {
            return Role::Type;
        }
        if self.is_keyword(at) {
            return Role::Keyword;
        }
        self.look_role(at).unwrap_or_else(|| self.value_role(word))
    }

    fn value_role(&self, word: &str) -> Role {
        if is_reserved(word) && !matches!(word, "board" | "players") {
            return Role::Keyword;
        }
        let known = self.locals.get(word).or_else(|| self.names.global_table().values.get(word));
        match known {
            Some(id) => Role::Uses(*id),
            None if is_cell(word) => Role::Cell,
            None if self.names.is_word(word) => Role::BuiltIn,
            None => Role::Unknown,
        }
    }

    fn place(&self, at: usize) -> Span {
        self.cut.tokens.get(at).map_or(self.span, |token| Span::new(self.span.source, token.start, token.end))
    }

    /// Declares a name that is visible from here on, in the open bracket or in the whole item.
    fn declare_local(&mut self, at: usize, kind: SymbolKind, bracketed: bool) -> SymbolId {
        let place = self.place(at);
        let start = if bracketed { place.start } else { self.span.start };
        let visible = Some(Span { start, end: u32::MAX, ..self.span });
        let name = self.cut.word(at).to_owned();
        let symbol = Symbol { name: name.clone(), kind, declared: vec![place], item: self.span, visible };
        let id = self.names.add(symbol);
        let before = self.locals.insert(name, id);
        let everywhere = matches!(kind, SymbolKind::Binder | SymbolKind::Parameter);
        match self.brackets.last_mut() {
            Some((_, names)) if bracketed && !everywhere => names.push(Shadowing { id, before }),
            _ => {
                let next = self.item_limit();
                self.names.end_visibility(id, next);
            }
        }
        id
    }

    /// Returns the kind of the local name that a word declares, or `None` if it declares none.
    fn declared_kind(&self, at: usize) -> Option<SymbolKind> {
        let cut = self.cut;
        let word = cut.word(at);
        if is_reserved(word) || is_cell(word) || is_word(word) {
            return None;
        }
        if cut.follows(at, "let") || cut.follows(at, "var") {
            return Some(SymbolKind::Local);
        }
        let of_set = cut.is(at + 1, "in");
        if of_set && self.is_element_of_look(at) {
            return Some(SymbolKind::Element);
        }
        if of_set && ["for", "choose", "each"].iter().any(|before| cut.follows(at, before)) {
            return Some(SymbolKind::Element);
        }
        let (bracket, _) = self.brackets.last()?;
        if *bracket + 1 == at && of_set && self.has_colon.get(*bracket).is_some_and(|colon| *colon) {
            return Some(SymbolKind::Element);
        }
        let header = self.item.name.is_some_and(|name| name + 1 == *bracket) && cut.is(*bracket, "(");
        if header && (*bracket + 1 == at || cut.follows(at, ",")) {
            return match cut.head(self.item) {
                "action" if cut.is(at + 1, ":") => Some(SymbolKind::Binder),
                "def" | "effect" | "var" => Some(SymbolKind::Parameter),
                _ => None,
            };
        }
        None
    }

    /// Returns whether a word is in the place of a type.
    fn is_type(&self, at: usize) -> bool {
        let cut = self.cut;
        if !cut.follows(at, ":") || Type::of_word(cut.word(at)).is_none() {
            return false;
        }
        let follows = |word: &str| at.checked_sub(3).is_some_and(|before| cut.is(before, word));
        match (cut.head(self.item), self.brackets.as_slice()) {
            ("def" | "var" | "param", []) => true,
            ("def" | "effect" | "var", [(bracket, _)]) => {
                cut.is(*bracket, "(") && self.item.name.is_some_and(|name| name + 1 == *bracket) || follows("var")
            }
            _ => follows("var"),
        }
    }

    /// Returns whether a word that could be a name is a keyword here.
    fn is_keyword(&self, at: usize) -> bool {
        let cut = self.cut;
        let word = cut.word(at);
        let before = at.checked_sub(1);
        let after_value = before.is_some_and(|before| cut.ends_value(before));
        let then = |next: &str| cut.is(at + 1, next);
        if at == self.item.head || cut.follows(at, "also") {
            return true;
        }
        if self.item.first != self.item.head && at < self.item.head {
            return true;
        }
        match word {
            "some" | "no" if then("move") => return true,
            "may" => return then("choose"),
            "each" => return cut.follows(at, "move") || then("turn"),
            "turn" => return cut.follows(at, "each"),
            _ => {}
        }
        let depth = self.brackets.len();
        match cut.head(self.item) {
            "board" if depth == 0 => match word {
                "x" => after_value,
                _ => BOARD.split(' ').any(|known| known == word),
            },
            "players" => word == "going" && after_value,
            "setup" => word == "at" && after_value,
            "look" => word == "to" && after_value,
            "action" | "effect" => {
                matches!(word, "to" | "at") && after_value && !then("=") && !then("+=") && !then("-=")
            }
            "end" => match word {
                "draw" | "never" => cut.follows(at, ":") || cut.follows(at, "or"),
                "most" | "fewest" => cut.follows(at, ":") && cut.kind(at + 1) == Some(TokenKind::Word) && !then("wins"),
                "wins" | "loses" => after_value,
                "ties" => cut.follows(at, "no"),
                "no" => then("ties"),
                _ => false,
            },
            "example" => {
                let first = self.brackets.last().map(|(bracket, _)| bracket + 1) == Some(at);
                match word {
                    "to" => after_value && then("move"),
                    "only" => cut.follows(at, "legal"),
                    "wins" => after_value,
                    "draw" => cut.follows(at, "result"),
                    "at" => depth > 1 && after_value,
                    _ => {
                        depth == 1
                            && CHECKS.contains(&word)
                            && (first || before.is_some_and(|before| !cut.wants_more(before)))
                    }
                }
            }
            _ => false,
        }
    }
}

/// The keywords of boards.
const BOARD: &str = "square hex graph side triangle star links wraps \
    columns numbered named drawn from lines squares checkered hexes holes";
