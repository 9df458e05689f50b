//! Looks up a word of the language in the reference: [`about`].
//!
//! The entries about a built-in word are those of its row in [`crate::game::operator::WORDS`]. The other ones come from
//! `docs/language.md`. Its index lists the sections about a word. The entries there are the rows of tables that begin with the
//! word, or else the sentences that contain it. The words of stacks are those of their section, whether the index has them or not:
//! on other boards they can be names.

use super::signature::CallUsage;
use crate::check::stacks;
use crate::game::operator::{self, Builtin};
use std::collections::HashMap;
use std::sync::LazyLock;

/// An entry of the reference.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReferenceEntry {
    /// How to write the word: `step(p, d)`, `step(p, d, n)`; empty if the entry is a sentence.
    pub usage: Vec<String>,
    /// The type of its value, if it has one.
    pub ty: Option<String>,
    /// Its meaning, as Markdown.
    pub meaning: String,
    /// The section of the reference.
    pub section: String,
}

/// Returns the entries about a word; none if it is not part of the language.
pub fn about(word: &str) -> &'static [ReferenceEntry] {
    ABOUT.get(word).map_or(&[], Vec::as_slice)
}

/// Returns the entry about a type.
pub fn about_type(word: &str) -> Option<&'static ReferenceEntry> {
    about(word).iter().find(|line| line.section == TYPES)
}

static ABOUT: LazyLock<HashMap<String, Vec<ReferenceEntry>>> =
    LazyLock::new(|| parse_reference(include_str!("../../docs/language.md")));

/// The most entries of a section about one word.
const MAX_ENTRIES: usize = 4;

/// The section about types.
const TYPES: &str = "Types";

/// The section about words that only some boards have, and which boards these are.
const STACKS: (&str, &str) = ("Stacks", "on a board with `stacks of n`: ");

struct Section<'a> {
    title: String,
    rows: Vec<Vec<String>>,
    sentences: Vec<&'a str>,
}

fn parse_reference(text: &str) -> HashMap<String, Vec<ReferenceEntry>> {
    let sections = split_sections(text);
    let index = sections.get("index-of-words").map_or(&[][..], |section| &section.rows);
    let mut all = HashMap::new();
    for row in index {
        let [word, places] = row.as_slice() else { continue };
        let Some(word) = word.strip_prefix('`').and_then(|word| word.strip_suffix('`')) else { continue };
        let slugs = places.split("(#").skip(1).filter_map(|place| place.split(')').next());
        let built_in = operator::word(word);
        let mut lines = built_in.map_or_else(Vec::new, entries_of);
        for section in slugs.filter_map(|slug| sections.get(slug)) {
            if built_in.is_none_or(|row| row.section != section.title) {
                lines.extend(section.about(word));
            }
        }
        // sentences are only for words that no table explains
        if lines.iter().any(|line| !line.usage.is_empty()) {
            lines.retain(|line| !line.usage.is_empty());
        }
        all.insert(word.to_owned(), lines);
    }
    for word in stacks::words() {
        let rows = || sections.get("stacks").map_or_else(Vec::new, |section| section.about(word));
        all.entry(word.to_owned()).or_insert_with(rows);
    }
    all
}

/// Returns the entries about a built-in word.
fn entries_of(row: &Builtin) -> Vec<ReferenceEntry> {
    let entry = |usage: &operator::Usage| ReferenceEntry {
        usage: usage.written.iter().map(|form| (*form).to_owned()).collect(),
        ty: Some(usage.ty.to_owned()).filter(|ty| !ty.is_empty()),
        meaning: remove_links(usage.doc),
        section: row.section.to_owned(),
    };
    row.usages.iter().map(entry).collect()
}

/// Returns the usages of a word that take arguments.
pub(super) fn calls(word: &str) -> Vec<CallUsage> {
    let written = about(word).iter().flat_map(|entry| entry.usage.iter().map(move |form| (form, entry)));
    let calls = written.filter(|(form, _)| form.strip_prefix(word).is_some_and(|rest| rest.starts_with('(')));
    let call = |(form, entry): (&String, &ReferenceEntry)| {
        let ty = entry.ty.as_ref().map(|ty| format!(": {ty}")).unwrap_or_default();
        CallUsage::new(form, &ty, entry.meaning.clone())
    };
    calls.map(call).collect()
}

/// Splits the reference into sections, by their anchors.
fn split_sections(text: &str) -> HashMap<String, Section<'_>> {
    let mut sections = HashMap::new();
    let mut slug = String::new();
    let mut in_code = false;
    let mut paragraph: Option<(usize, usize)> = None;
    let mut at = 0;
    for line in text.split_inclusive('\n').chain(["\n"]) {
        let start = at;
        at += line.len();
        let bare = line.trim_end();
        let plain = !in_code && !bare.is_empty() && !bare.starts_with(['#', '|', '-', '<']) && !bare.starts_with("```");
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
            section.rows.push(split_row(row));
        }
    }
    sections
}

/// Returns the anchor of a heading.
fn slug_of(title: &str) -> String {
    let kept = title.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect()
}

/// Splits a row without its first `|` into cells.
fn split_row(row: &str) -> Vec<String> {
    let row = row.strip_suffix('|').unwrap_or(row).replace("\\|", "\u{1}");
    row.split('|').map(|cell| cell.trim().replace('\u{1}', "|")).collect()
}

fn split_sentences(paragraph: &str) -> Vec<&str> {
    let mut all = Vec::new();
    let mut rest = paragraph.trim();
    while !rest.is_empty() {
        let ends = rest.match_indices(['.', ':']).map(|(at, _)| at + 1);
        let end = ends.into_iter().find(|end| {
            let next = rest.get(*end..).unwrap_or("");
            let code = rest.get(..*end).is_some_and(|before| before.matches('`').count() % 2 == 1);
            !code
                && next.starts_with([' ', '\n'])
                && next.trim_start().starts_with(|c: char| c.is_uppercase() || c == '`')
        });
        let (sentence, next) = rest.split_at(end.unwrap_or(rest.len()));
        all.push(sentence.trim());
        rest = next.trim_start();
    }
    all
}

/// Returns the parts of a text in backquotes.
fn code(text: &str) -> impl Iterator<Item = &str> {
    text.split('`').skip(1).step_by(2)
}

fn has_word(code: &str, word: &str) -> bool {
    code.split(|c: char| !c.is_alphanumeric() && c != '_').any(|part| part == word)
}

/// Returns whether code begins with a word, or with `...` and the word.
fn begins_with(code: &str, word: &str) -> bool {
    let code = code.trim_start_matches("... ");
    let rest = code.strip_prefix(word).map(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '_'));
    rest.unwrap_or(false)
}

/// Returns Markdown without its links, on one line.
fn remove_links(text: &str) -> String {
    let mut plain = String::new();
    let mut rest = text;
    while let Some((before, link)) = rest.split_once('[') {
        let Some((words, rest_of_link)) = link.split_once("](") else { break };
        let Some((_, after)) = rest_of_link.split_once(')') else { break };
        plain.push_str(before);
        plain.push_str(words);
        rest = after;
    }
    plain.push_str(rest);
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}

impl Section<'_> {
    /// Returns the entries about a word: the rows that begin with it, or those that contain it, or the sentences.
    fn about(&self, word: &str) -> Vec<ReferenceEntry> {
        let row = |fits: fn(&str, &str) -> bool| {
            let rows = self
                .rows
                .iter()
                .filter(move |row| row.first().is_some_and(|first| code(first).any(|code| fits(code, word))));
            rows.take(MAX_ENTRIES).map(|row| self.entry(row)).collect::<Vec<_>>()
        };
        let mut lines = row(begins_with);
        if lines.is_empty() {
            lines = row(has_word);
        }
        if lines.is_empty() {
            let meant = |row: &&Vec<String>| row.iter().any(|cell| code(cell).any(|code| has_word(code, word)));
            lines = self.rows.iter().filter(meant).take(1).map(|row| self.entry(row)).collect();
        }
        if !lines.is_empty() {
            return lines;
        }
        let names = |sentence: &&&str| code(sentence).any(|code| has_word(code, word));
        let sentences: Vec<String> =
            self.sentences.iter().filter(names).take(2).map(|sentence| remove_links(sentence)).collect();
        let meaning = sentences.join(" ");
        let line = ReferenceEntry { usage: Vec::new(), ty: None, meaning, section: self.title.clone() };
        if line.meaning.is_empty() { Vec::new() } else { vec![line] }
    }

    fn entry(&self, row: &[String]) -> ReferenceEntry {
        let usage = row.first().map_or_else(Vec::new, |first| code(first).map(str::to_owned).collect());
        let condition = if self.title == STACKS.0 { STACKS.1 } else { "" };
        let meaning = condition.to_owned() + &remove_links(row.last().map_or("", String::as_str));
        ReferenceEntry { usage, ty: None, meaning, section: self.title.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::check::words::{DIRECTIONS, calls, names};
    use crate::syntax::ast::Type;
    use crate::syntax::keywords::{BEGINNINGS, CHECKS, CLAUSES, ITEMS, RESERVED, STATEMENTS};

    #[test]
    fn the_reference_has_an_entry_about_every_word() {
        let frame = [RESERVED, BEGINNINGS, ITEMS, CLAUSES, STATEMENTS, CHECKS].concat();
        let values = names().chain(calls()).chain(DIRECTIONS.iter().copied());
        let types = Type::with_keywords().map(Type::word);
        let all = frame.into_iter().chain(values).chain(types);
        let missing: Vec<&str> = all.filter(|word| about(word).is_empty()).collect();
        assert!(missing.is_empty(), "nothing about {missing:?}");
    }

    #[test]
    fn entries_have_usage_type_and_meaning() {
        let [step] = about("step") else { panic!("{:?}", about("step")) };
        assert_eq!(step.usage, ["step(p, d)", "step(p, d, n)"]);
        assert_eq!(step.ty.as_deref(), Some("cell"));
        assert_eq!(step.meaning, "the cell one step, or n steps, from p; a negative n goes back");
        assert_eq!(step.section, "Steps and lines");
        assert!(about("when").iter().any(|line| line.meaning.contains("only if C is true")));
        assert!(about("count").len() == 2 && about("no_such_word").is_empty());
    }
}
