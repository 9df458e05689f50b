//! Reading on behind mistakes: one mistake gives one finding, and all that is not wrong is read.
//!
//! pest stops at the first place that does not fit. So a text that could not be read is cut where items begin, and each item is
//! read for itself. Where one cannot be read, the mistake is explained, and then the text is mended for the reading: by the fix of
//! the finding, if the item can be read further with it; otherwise the smallest statement, clause or line around it is left out
//! with which that is so. What was left out is told to the check ([`Unread`]).

mod units;
mod unread;

use super::ast::{File, Item, Unread};
use super::explain;
use super::lex::{Kind, Token, lex};
use super::parse::grammar::{GameParser, Rule};
use super::parse::{Mended, Names, read_into};
use super::words;
use crate::diagnostic::{Diagnostic, Fix};
use crate::source::{SourceId, Span};
use pest::Parser;
use pest::error::{Error, InputLocation};
use std::ops::Range;

/// More findings than these are no help.
const MOST: usize = 40;

/// More mistakes in one item than these mean that it is none.
const MOST_IN_ITEM: usize = 12;

/// Reads what can be read of a text that could not be read as a whole, and says all that is wrong with it.
pub(super) fn recover(original: &str, id: SourceId) -> (File, Vec<Diagnostic>) {
    let mut reading = Reading {
        original,
        id,
        work: Mended::new(original),
        file: File { source: id, language: None, extends: None, items: Vec::new(), unread: Vec::new() },
        names: Names::default(),
        found: Vec::new(),
        here: 0,
    };
    let mut from = 0;
    while let Some(next) = reading.from(from) {
        from = next;
    }
    let Reading { mut file, names, mut found, .. } = reading;
    found.extend(names.capitals(id, &file));
    file.items.sort_by_key(|item| item.span.start);
    found.sort_by_key(Diagnostic::span);
    found.truncate(MOST);
    (file, found)
}

/// What has been read so far.
struct Reading<'t> {
    original: &'t str,
    id: SourceId,
    work: Mended,
    file: File,
    names: Names,
    found: Vec<Diagnostic>,
    /// How many mistakes were found in the item that is being read.
    here: usize,
}

/// A stretch of the text from one item to the next, as words `words` and bytes `bytes`.
#[derive(Clone, Debug)]
struct Piece {
    words: Range<usize>,
    bytes: Range<usize>,
}

impl Reading<'_> {
    /// Reads items from a byte on, up to the first that had to be mended: from where to go on, or none at the end.
    fn from(&mut self, from: usize) -> Option<usize> {
        let tokens = lex(self.work.text());
        let all: Vec<Token> = tokens.iter().copied().filter(|token| !token.is_comment()).collect();
        for piece in pieces(self.work.text(), &all).into_iter().filter(|piece| piece.bytes.start >= from) {
            let bytes = piece.bytes.clone();
            let (work, file, names) = (&self.work, &mut self.file, &mut self.names);
            match read_into(file, names, self.original, work, &tokens, bytes.clone()) {
                Ok(slips) => self.found.extend(slips),
                Err(error) if self.found.len() < MOST && self.here < MOST_IN_ITEM => {
                    self.here += 1;
                    self.mend(&all, &piece, *error);
                    return Some(bytes.start);
                }
                Err(_) => self.leave_out(&all, piece.words.clone(), &piece),
            }
            self.here = 0;
        }
        None
    }

    /// Explains why an item could not be read, and mends it or leaves out what is wrong.
    fn mend(&mut self, all: &[Token], piece: &Piece, error: Error<Rule>) {
        let at = piece.bytes.start + place(&error);
        let mut finding = explain::explain(self.work.text(), all, piece.words.clone(), self.id, at, error);
        let words = all.get(piece.words.clone()).unwrap_or(&[]);
        let anchor = words.partition_point(|word| word.start <= finding.span().start as usize).saturating_sub(1);
        let units = units::around(self.work.text(), words, anchor);
        let stretch = |unit: &Range<usize>| match (words.get(unit.start), words.get(unit.end.saturating_sub(1))) {
            (Some(first), Some(last)) => first.start..last.end,
            _ => piece.bytes.clone(),
        };
        let line = units.first().map(stretch);
        let mended = finding.fix.as_ref().and_then(|fix| self.with_fix(fix, piece, at, line.clone()));
        let left_out = units.iter().find(|unit| mended.is_none() && self.reads_without(stretch(unit), piece));
        // places are told in the text as its author wrote it
        let places = finding.labels.iter_mut().map(|label| &mut label.span);
        let edits = finding.fix.iter_mut().flat_map(|fix| &mut fix.edits).map(|edit| &mut edit.span);
        for span in places.chain(edits) {
            *span = self.in_original(span.start as usize..span.end as usize);
        }
        self.found.push(finding);
        if let Some(mended) = mended {
            // what is read now may still be something else than what was meant
            self.file.unread.extend(line.map(|line| Unread { span: self.in_original(line), item: None, names: Vec::new() }));
            self.work = mended;
        } else {
            let unit = left_out.cloned().unwrap_or(0..words.len());
            let first = piece.words.start;
            self.leave_out(all, first + unit.start..first + unit.end, piece);
        }
    }

    /// The text with a fix, if the item can be read further so. A fix that is not safe must bring it behind the line where it is
    /// made: a second finding there would be one of the fix.
    fn with_fix(&self, fix: &Fix, piece: &Piece, at: usize, line: Option<Range<usize>>) -> Option<Mended> {
        let mut tried = self.work.clone();
        if !tried.apply(&fix.edits) {
            return None;
        }
        let behind = self.work.text().len().saturating_sub(piece.bytes.end);
        let stop = tried.text().len().saturating_sub(behind);
        let far = line.filter(|_| !fix.safe).map_or(at, |line| line.end.max(at));
        let further = match failure(tried.text(), piece.bytes.start..stop) {
            None => true,
            Some(now) => tried.original(now) > self.work.original(far),
        };
        further.then_some(tried)
    }

    /// Whether the item can be read further if a stretch is left out. A mistake right behind it would be one of the gap.
    fn reads_without(&self, stretch: Range<usize>, piece: &Piece) -> bool {
        let mut tried = self.work.clone();
        tried.blank(stretch.clone());
        match failure(tried.text(), piece.bytes.clone()) {
            None => true,
            Some(now) => {
                let between = tried.text().get(stretch.end..now).unwrap_or("");
                !between.trim().is_empty()
            }
        }
    }

    /// Blanks words, and notes what they may have said.
    fn leave_out(&mut self, all: &[Token], range: Range<usize>, piece: &Piece) {
        let words = all.get(range.clone()).unwrap_or(&[]);
        let (Some(first), Some(last)) = (words.first(), words.last()) else { return };
        let stretch = first.start..last.end;
        let text = self.work.text();
        let first_of_line = first.start == 0 || text.as_bytes().get(first.start - 1) == Some(&b'\n');
        let is_item = range.start == piece.words.start || first_of_line;
        let left = unread::unread(text, words, self.in_original(stretch.clone()), is_item);
        let mut named = unread::stand_in(text, words, &left, self.id);
        if let Some(item) = &mut named {
            self.places_of(item);
        }
        self.file.items.extend(named);
        self.file.unread.push(left);
        self.work.blank(stretch);
    }

    /// Names of a stand-in were found in the mended text.
    fn places_of(&self, item: &mut Item) {
        use super::ast::ItemNode::{Neutral, Pieces, Players};
        let names: Vec<&mut Span> = match &mut item.node {
            Players(players) => players.iter_mut().map(|player| &mut player.name.span).collect(),
            Pieces(kinds) | Neutral(kinds) => kinds.iter_mut().map(|kind| &mut kind.name.span).collect(),
            _ => Vec::new(),
        };
        for span in names {
            *span = self.in_original(span.start as usize..span.end as usize);
        }
    }

    fn in_original(&self, stretch: Range<usize>) -> Span {
        let start = self.work.original(stretch.start);
        Span::new(self.id, start, self.work.original(stretch.end).max(start))
    }
}

/// Where reading a stretch fails, if it does.
fn failure(text: &str, stretch: Range<usize>) -> Option<usize> {
    let error = GameParser::parse(Rule::file, text.get(stretch.clone())?).err()?;
    Some(stretch.start + place(&error))
}

fn place(error: &Error<Rule>) -> usize {
    match error.location {
        InputLocation::Pos(at) => at,
        InputLocation::Span((start, _)) => start,
    }
}

/// Cuts a text at the words that begin items at the beginning of a line. Some of these words are also values or statements, or
/// stand in the middle of an item: they begin one only where no bracket is open and nothing is left unfinished.
fn pieces(text: &str, words: &[Token]) -> Vec<Piece> {
    let mut depth = 0usize;
    let mut heads = vec![(0, 0)];
    for (at, word) in words.iter().enumerate() {
        let at_line = word.start == 0 || text.as_bytes().get(word.start - 1) == Some(&b'\n');
        let other = at_line && depth == 0 && word.is_word_of(text, &["board", "language", "players", "var"]);
        let finished = at.checked_sub(1).and_then(|at| words.get(at)).is_some_and(|before| match before.kind {
            Kind::Sign => false,
            Kind::Word => !words::RESERVED.contains(&before.text(text)) && !before.is(text, "numbered"),
            _ => true,
        });
        if at > 0 && (word.is_head(text) || other && finished) {
            heads.push((at, word.start));
            depth = 0;
        }
        match word.kind {
            Kind::Open => depth += 1,
            Kind::Close => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    let ends = heads.iter().skip(1).copied().chain([(words.len(), text.len())]);
    heads.iter().zip(ends).map(|(&(first, start), (end, stop))| Piece { words: first..end, bytes: start..stop }).collect()
}
