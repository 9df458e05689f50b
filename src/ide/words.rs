//! What the reference of the language says about each of its words: [`about`].
//!
//! The one source is `docs/language.md`: its index says which sections are about a word, and there its lines are the rows of the
//! tables that begin with it, or else the sentences that name it.

use std::collections::HashMap;
use std::sync::LazyLock;

/// A line of the reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// How the word is written: `step(p, d)`, `step(p, d, n)`; empty if the line is a sentence about it.
    pub usage: Vec<String>,
    /// The type of its value, if it has one.
    pub ty: Option<String>,
    /// What it means, as Markdown.
    pub meaning: String,
    /// The section of the reference.
    pub section: String,
}

/// What the reference says about a word; nothing if it is none of the language.
pub fn about(word: &str) -> &'static [Line] {
    ABOUT.get(word).map_or(&[], Vec::as_slice)
}

/// What the reference says about a type.
pub fn about_type(word: &str) -> Option<&'static Line> {
    about(word).iter().find(|line| line.section == TYPES)
}

/// All words of the language, in no order.
pub fn all() -> impl Iterator<Item = &'static str> {
    ABOUT.keys().map(String::as_str)
}

static ABOUT: LazyLock<HashMap<String, Vec<Line>>> = LazyLock::new(|| read(include_str!("../../docs/language.md")));

/// The most lines of a section about one word.
const MOST: usize = 4;

/// The section about types; its table has no types of values in it, but values of types.
const TYPES: &str = "Types";

/// A part of the reference under one heading.
struct Section<'a> {
    title: String,
    rows: Vec<Vec<String>>,
    sentences: Vec<&'a str>,
}

fn read(text: &str) -> HashMap<String, Vec<Line>> {
    let sections = sections(text);
    let index = sections.get("index-of-words").map_or(&[][..], |section| &section.rows);
    let mut all = HashMap::new();
    for row in index {
        let [word, places] = row.as_slice() else { continue };
        let Some(word) = word.strip_prefix('`').and_then(|word| word.strip_suffix('`')) else { continue };
        let slugs = places.split("(#").skip(1).filter_map(|place| place.split(')').next());
        let mut lines: Vec<Line> = Vec::new();
        for section in slugs.filter_map(|slug| sections.get(slug)) {
            lines.extend(section.about(word));
        }
        // a sentence is for what no table explains
        if lines.iter().any(|line| !line.usage.is_empty()) {
            lines.retain(|line| !line.usage.is_empty());
        }
        all.insert(word.to_owned(), lines);
    }
    all
}

/// The sections by what links call them.
fn sections(text: &str) -> HashMap<String, Section<'_>> {
    let mut sections = HashMap::new();
    let mut slug = String::new();
    let mut in_code = false;
    let mut paragraph: Option<(usize, usize)> = None;
    let mut at = 0;
    for line in text.split_inclusive('\n').chain(["\n"]) {
        let start = at;
        at += line.len();
        let bare = line.trim_end();
        let plain = !in_code && !bare.is_empty() && !bare.starts_with(['#', '|', '-']) && !bare.starts_with("```");
        if plain {
            paragraph = Some((paragraph.map_or(start, |(first, _)| first), at));
        } else if let (Some((first, end)), Some(section)) = (paragraph.take(), sections.get_mut(&slug)) {
            let section: &mut Section<'_> = section;
            section.sentences.extend(split_sentences(text.get(first..end).unwrap_or("")));
        }
        if bare.starts_with("```") {
            in_code = !in_code;
        } else if in_code {
            continue;
        } else if bare.starts_with('#') {
            let title = bare.trim_start_matches('#').trim();
            slug = slug_of(title);
            let title = title.to_owned();
            sections.entry(slug.clone()).or_insert(Section { title, rows: Vec::new(), sentences: Vec::new() });
        } else if let (Some(row), Some(section)) = (bare.strip_prefix('|'), sections.get_mut(&slug)) {
            section.rows.push(cells(row));
        }
    }
    sections
}

/// What a link calls a heading.
fn slug_of(title: &str) -> String {
    let kept = title.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect()
}

/// The cells of a row, of which the first `|` is gone.
fn cells(row: &str) -> Vec<String> {
    let row = row.strip_suffix('|').unwrap_or(row).replace("\\|", "\u{1}");
    row.split('|').map(|cell| cell.trim().replace('\u{1}', "|")).collect()
}

fn split_sentences(paragraph: &str) -> Vec<&str> {
    let mut all = Vec::new();
    let mut rest = paragraph.trim();
    while !rest.is_empty() {
        let ends = rest.match_indices(['.', ':']).map(|(at, _)| at + 1);
        let end = ends.into_iter().find(|end| {
            let behind = rest.get(*end..).unwrap_or("");
            let code = rest.get(..*end).is_some_and(|before| before.matches('`').count() % 2 == 1);
            !code
                && behind.starts_with([' ', '\n'])
                && behind.trim_start().starts_with(|c: char| c.is_uppercase() || c == '`')
        });
        let (sentence, behind) = rest.split_at(end.unwrap_or(rest.len()));
        all.push(sentence.trim());
        rest = behind.trim_start();
    }
    all
}

/// The parts of a text in backquotes.
fn code(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

/// Whether a piece of code has a word.
fn has(code: &str, word: &str) -> bool {
    code.split(|c: char| !c.is_alphanumeric() && c != '_').any(|part| part == word)
}

/// Whether a piece of code begins with a word, or with what may stand before it.
fn leads(code: &str, word: &str) -> bool {
    let code = code.trim_start_matches("... ");
    let behind = code.strip_prefix(word).map(|behind| !behind.starts_with(|c: char| c.is_alphanumeric() || c == '_'));
    behind.unwrap_or(false)
}

/// Markdown without the links, on one line.
fn unlinked(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, link)) = rest.split_once('[') {
        let Some((words, behind)) = link.split_once("](") else { break };
        let Some((_, behind)) = behind.split_once(')') else { break };
        plain.push_str(before);
        plain.push_str(words);
        rest = behind;
    }
    plain.push_str(rest);
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl Section<'_> {
    /// The lines about a word: the rows that begin with it, or those that name it, or the sentences.
    fn about(&self, word: &str) -> Vec<Line> {
        let row = |fits: fn(&str, &str) -> bool| {
            let rows = self
                .rows
                .iter()
                .filter(move |row| row.first().is_some_and(|first| code(first).any(|code| fits(code, word))));
            rows.take(MOST).map(|row| self.line(row)).collect::<Vec<_>>()
        };
        let mut lines = row(leads);
        if lines.is_empty() {
            lines = row(has);
        }
        if lines.is_empty() {
            let meant = |row: &&Vec<String>| row.iter().any(|cell| code(cell).any(|code| has(code, word)));
            lines = self.rows.iter().filter(meant).take(1).map(|row| self.line(row)).collect();
        }
        if !lines.is_empty() {
            return lines;
        }
        let names = |sentence: &&&str| code(sentence).any(|code| has(code, word));
        let said: Vec<String> =
            self.sentences.iter().filter(names).take(2).map(|sentence| unlinked(sentence)).collect();
        let meaning = said.join(" ");
        let line = Line { usage: Vec::new(), ty: None, meaning, section: self.title.clone() };
        if line.meaning.is_empty() { Vec::new() } else { vec![line] }
    }

    fn line(&self, row: &[String]) -> Line {
        let usage = row.first().map_or_else(Vec::new, |first| code(first).map(str::to_owned).collect());
        let ty =
            if row.len() == 3 && self.title != TYPES { row.get(1).filter(|ty| !ty.is_empty()).cloned() } else { None };
        let meaning = unlinked(row.last().map_or("", String::as_str));
        Line { usage, ty, meaning, section: self.title.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::words::{DIRECTIONS, calls, names};
    use crate::syntax::ast::Type;
    use crate::syntax::keywords::{BEGINNINGS, CHECKS, CLAUSES, ITEMS, RESERVED, STATEMENTS};

    #[test]
    fn the_reference_has_a_line_about_every_word() {
        let frame = [RESERVED, BEGINNINGS, ITEMS, CLAUSES, STATEMENTS, CHECKS].concat();
        let values = names().chain(calls()).chain(DIRECTIONS.iter().copied());
        let types = Type::ALL.iter().map(|ty| ty.word());
        let all = frame.into_iter().chain(values).chain(types);
        let unsaid: Vec<&str> = all.filter(|word| about(word).is_empty()).collect();
        assert!(unsaid.is_empty(), "nothing about {unsaid:?}");
    }

    #[test]
    fn lines_say_how_a_word_is_written_and_what_it_means() {
        let [step] = about("step") else { panic!("{:?}", about("step")) };
        assert_eq!(step.usage, ["step(p, d)", "step(p, d, n)"]);
        assert_eq!(step.ty.as_deref(), Some("cell"));
        assert_eq!(step.meaning, "one step, or n steps, from p; a negative n goes back");
        assert_eq!(step.section, "Steps and lines");
        assert!(about("when").iter().any(|line| line.meaning.contains("only if C holds")));
        assert!(about("count").len() == 2 && about("no_such_word").is_empty());
    }
}
