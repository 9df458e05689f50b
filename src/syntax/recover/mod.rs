//! Reading on behind mistakes: one mistake gives one finding, and all that is not wrong is read.
//!
//! pest stops at the first place that does not fit. So a text that could not be read is cut where items begin, and each item is
//! read for itself. Where one cannot be read, the mistake is explained, and then the text is patched for the reading: by the fix of
//! the finding, if the item can be read further with it; otherwise the smallest statement, clause or line around it is left out
//! with which that is so. What was left out is told to the check ([`Unread`]).

mod units;
mod unread;

use super::ast::{File, Item, Unread};
use super::explain::{self, Explained};
use super::keywords;
use super::lex::{Kind, Token, lex};
use super::parse::grammar::{GameParser, Rule};
use super::parse::{Names, PatchedText, read_into};
use crate::diagnostic::{Diagnostic, Fix};
use crate::source::{SourceId, Span};
use pest::Parser;
use pest::error::Error;
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
        work: PatchedText::new(original),
        file: File::nothing(id),
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
    work: PatchedText,
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
    /// Reads items from a byte on, up to the first that had to be patched: from where to go on, or none at the end.
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
                    self.recover_item(&all, &piece, *error);
                    return Some(bytes.start);
                }
                Err(_) => self.leave_out(&all, piece.words.clone(), &piece),
            }
            self.here = 0;
        }
        None
    }

    /// Explains why an item could not be read, and candidates it or leaves out what is wrong.
    fn recover_item(&mut self, all: &[Token], piece: &Piece, error: Error<Rule>) {
        let at = piece.bytes.start + explain::error_offset(&error);
        let Explained { mut finding, candidates, .. } =
            explain::explain(self.work.text(), all, piece.words.clone(), self.id, at, error);
        let words = all.get(piece.words.clone()).unwrap_or(&[]);
        let anchor = words.partition_point(|word| word.start <= finding.span().start as usize).saturating_sub(1);
        let units = units::around(self.work.text(), words, anchor);
        let stretch = |unit: &Range<usize>| match (words.get(unit.start), words.get(unit.end.saturating_sub(1))) {
            (Some(first), Some(last)) => first.start..last.end,
            _ => piece.bytes.clone(),
        };
        let line = units.first().map(stretch);
        let own = finding.fix.take();
        let patched = self.best(own.iter(), true, piece, (at, line.clone()));
        let tried = || self.best(candidates.iter(), false, piece, (at, line.clone()));
        let patched = match patched {
            Some(patched) => Some(patched),
            None => tried().inspect(|(_, fix)| say(&mut finding, fix)),
        };
        let patched = patched.map(|(patched, fix)| {
            finding.fix = Some(fix);
            patched
        });
        let left_out = units.iter().find(|unit| patched.is_none() && self.reads_without(stretch(unit), piece));
        // places are told in the text as its author wrote it
        let places = finding.labels.iter_mut().map(|label| &mut label.span);
        let edits = finding.fix.iter_mut().flat_map(|fix| &mut fix.edits).map(|edit| &mut edit.span);
        for span in places.chain(edits) {
            *span = self.in_original(span.start as usize..span.end as usize);
        }
        self.found.push(finding);
        if let Some(patched) = patched {
            // what is read now may still be something else than what was meant
            self.file.unread.extend(line.map(|line| Unread {
                span: self.in_original(line),
                item: None,
                names: Vec::new(),
            }));
            self.work = patched;
        } else {
            let unit = left_out.cloned().unwrap_or(0..words.len());
            let first = piece.words.start;
            self.leave_out(all, first + unit.start..first + unit.end, piece);
        }
    }

    /// The text with the fix by which the item can be read furthest, if it can be read further with one at all. A fix that is not
    /// safe must bring it behind the line where it is made: a second finding there would be one of the fix. Of several by which
    /// all can be read none is safe. (`own` says that they are those of the finding itself, not made for trial.)
    fn best<'f>(
        &self,
        fixes: impl Iterator<Item = &'f Fix>,
        own: bool,
        piece: &Piece,
        (at, line): (usize, Option<Range<usize>>),
    ) -> Option<(PatchedText, Fix)> {
        let behind = self.work.text().len().saturating_sub(piece.bytes.end);
        let end = line.clone().map_or(at, |line| line.end.max(at));
        let last_word = self.work.text().get(..piece.bytes.end).unwrap_or("").trim_end().len();
        let mut best: Option<(usize, PatchedText, Fix)> = None;
        for fix in fixes {
            let mut tried = self.work.clone();
            if !tried.apply(&fix.edits) {
                continue;
            }
            let stop = tried.text().len().saturating_sub(behind);
            // a bracket is put in or taken away only where one is missing or too much
            let open = |text: &str, stop: usize| unpaired(text.get(piece.bytes.start..stop).unwrap_or(""));
            let brackets =
                fix.edits.iter().any(|edit| edit.text.contains(['(', ')', '{', '}']) || edit.text.is_empty());
            if brackets && open(tried.text(), stop) > open(self.work.text(), piece.bytes.end) {
                continue;
            }
            let read = match failure(tried.text(), piece.bytes.start..stop) {
                Some(now) => tried.original(now),
                None if own || !self.slips(&tried, piece.bytes.start..stop, line.clone()) => usize::MAX,
                None => continue,
            };
            let between = |from: usize| self.original.get(self.work.original(from)..read);
            let far = if own && fix.safe {
                // what is missing at the end of the item would be a second finding for the same words
                read > self.work.original(at) && (read == usize::MAX || read < self.work.original(last_word))
            } else {
                read == usize::MAX || between(end).is_some_and(|between| !between.trim().is_empty())
            };
            match &mut best {
                _ if !far => {}
                Some((most, _, first)) if read == *most && !first.safe => {}
                Some((most, _, first)) if read == *most => first.safe = fix.edits == first.edits,
                Some((most, ..)) if read < *most => {}
                _ => best = Some((read, tried, fix.clone())),
            }
        }
        best.map(|(_, patched, fix)| (patched, fix))
    }

    /// Whether reading a stretch of a patched text finds slips in a line.
    fn slips(&self, tried: &PatchedText, stretch: Range<usize>, line: Option<Range<usize>>) -> bool {
        let tokens = lex(tried.text());
        let (mut file, mut names) = (File::nothing(self.id), Names::default());
        let slips = read_into(&mut file, &mut names, self.original, tried, &tokens, stretch).unwrap_or_default();
        let line = line.map(|line| self.in_original(line));
        slips.iter().any(|slip| line.is_none_or(|line| slip.span().start <= line.end && line.start <= slip.span().end))
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

    /// Names of a stand-in were found in the patched text.
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

/// Says what a fix that was found by trial shows about a mistake.
fn say(finding: &mut Diagnostic, fix: &Fix) {
    let Some((sign, place)) = fix.title.strip_prefix("write ").and_then(|said| said.split_once(' ')) else { return };
    if finding.message.starts_with("expected ") && fix.safe {
        finding.message = format!("missing {sign} {place}");
    } else if let Some(help) =
        finding.help.as_mut().filter(|help| help.ends_with("is missing between these two places"))
    {
        *help = format!("a {sign} is missing, probably {place}");
    }
}

/// How many brackets are more than their partners.
fn unpaired(text: &str) -> usize {
    let count = |bracket: char| text.matches(bracket).count();
    count('(').abs_diff(count(')')) + count('{').abs_diff(count('}'))
}

/// Where reading a stretch fails, if it does.
fn failure(text: &str, stretch: Range<usize>) -> Option<usize> {
    let error = GameParser::parse(Rule::file, text.get(stretch.clone())?).err()?;
    Some(stretch.start + explain::error_offset(&error))
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
            Kind::Word => !keywords::RESERVED.contains(&before.text(text)) && !before.is(text, "numbered"),
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
    heads
        .iter()
        .zip(ends)
        .map(|(&(first, start), (end, stop))| Piece { words: first..end, bytes: start..stop })
        .collect()
}
