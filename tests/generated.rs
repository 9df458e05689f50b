//! What is generated from the words of the language is current: the tables of built-in words and the index of
//! docs/language.md, and the words in the grammars of VS Code and Neovim. `BLESS=1 cargo test --test library generated`
//! writes them.

use crate::common::path;
use crate::pages;
use boardwright::game::operator::{self, Builtin, Usage, WORDS};
use boardwright::internals::syntax::keywords::{CHECKS, ITEMS};
use std::fs::read_to_string;

/// Replaces the lines between two lines, wherever they are, by those that `make` returns for the text before.
fn replace_between(text: &str, begin: &str, end: &str, mut make: impl FnMut(&str) -> String) -> String {
    let mut made = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(begin) {
        let (_, after) = after.split_once(end).unwrap_or_else(|| panic!("`{begin}` without `{end}`"));
        made += before;
        let lines = make(&made);
        made += &format!("{begin}{lines}{end}");
        rest = after;
    }
    made + rest
}

/// Returns the table of a section of built-in words.
fn table(section: &str) -> String {
    let row = |usage: &Usage| {
        let forms: Vec<String> = usage.written.iter().map(|form| format!("`{form}`")).collect();
        format!("| {} | {} | {} |\n", forms.join(", "), usage.ty, usage.doc.replace('|', "\\|"))
    };
    let words = WORDS.iter().filter(|word| word.section == section);
    let rows: String = words.flat_map(|word| word.usages).map(row).collect();
    assert!(!rows.is_empty(), "no built-in words in the section {section}");
    format!("| word | type | meaning |\n|---|---|---|\n{rows}")
}

/// Returns the rows of the index, with all built-in words and their sections.
fn index(rows: &str) -> String {
    let link = |word: &Builtin| {
        let anchor = word.section.to_lowercase().replace(' ', "-");
        format!("[{}](#{anchor})", word.section)
    };
    let mut rows: Vec<(String, String)> = rows
        .lines()
        .filter_map(|row| {
            let (word, places) = row.strip_prefix("| `")?.strip_suffix(" |")?.split_once("` | ")?;
            let own = operator::word(word).map(link);
            let places = own.filter(|own| !places.contains(own)).into_iter().chain([places.to_owned()]);
            Some((word.to_owned(), places.collect::<Vec<_>>().join(", ")))
        })
        .collect();
    for word in WORDS {
        if rows.iter().all(|(name, _)| name != word.name) {
            rows.push((word.name.to_owned(), link(word)));
        }
    }
    rows.sort_by_key(|(word, _)| (word.to_lowercase(), word.clone()));
    rows.iter().map(|(word, places)| format!("| `{word}` | {places} |\n")).collect()
}

#[test]
fn the_description_has_the_built_in_words() {
    let name = "docs/language.md";
    let text = read_to_string(path(name)).unwrap();
    let mut sections = Vec::new();
    let text = replace_between(&text, "<!-- words -->\n", "<!-- end of words -->\n", |before| {
        let section = before.rsplit("\n### ").next().and_then(|section| section.lines().next()).unwrap();
        sections.push(section.to_owned());
        table(section)
    });
    for word in WORDS {
        assert!(sections.iter().any(|section| section == word.section), "no table in the section {}", word.section);
    }
    let head = "\n| word | see |\n|---|---|\n";
    let (before, rows) = text.split_once(head).expect("an index");
    pages::compare([(name.to_owned(), format!("{before}{head}{}", index(rows)))]);
}

/// The built-in words that are written without arguments, except those that grammars color as constants.
fn names() -> impl Iterator<Item = &'static str> {
    let constants = ["true", "false", "off", "nothing"];
    WORDS.iter().filter(|word| word.stands_alone()).map(|word| word.name).filter(move |name| !constants.contains(name))
}

#[test]
fn the_textmate_grammar_has_the_words() {
    let mut functions = WORDS.iter().filter(|word| word.takes_arguments()).map(|word| word.name);
    let mut items = ITEMS.iter().map(|item| if *item == "language" { r"language\\s+\\d" } else { *item });
    let alternatives = |words: &mut dyn Iterator<Item = &'static str>| words.collect::<Vec<_>>().join("|");
    let generated = [
        (r#""match": "\\b(?:edge|"#, r#")\\b(?=\\()","#, alternatives(&mut functions)),
        (r#""match": "\\b(?:board|"#, r#")\\b","#, alternatives(&mut names())),
        (r#""end": "(?=\\b(?:action|"#, r#")\\b)|(?=\\})","#, alternatives(&mut items)),
    ];
    let name = "editors/vscode/syntaxes/boardwright.tmLanguage.json";
    let mut text = read_to_string(path(name)).unwrap();
    for (begin, end, words) in generated {
        let words = words.split_once('|').map_or("", |(_, words)| words).to_owned();
        assert_eq!(text.matches(begin).count(), 1, "{begin}");
        text = replace_between(&text, begin, end, |_| words.clone());
    }
    pages::compare([(name.to_owned(), text)]);
}

/// Returns lines of keywords for Neovim.
fn syn_keyword(group: &str, words: impl Iterator<Item = &'static str>) -> String {
    let mut lines = vec![format!("syn keyword {group}")];
    for word in words {
        let last = lines.last_mut().unwrap();
        if last.len() + word.len() >= 120 {
            lines.push(format!("syn keyword {group} {word}"));
        } else {
            *last += &format!(" {word}");
        }
    }
    lines.join("\n") + "\n"
}

#[test]
fn neovims_syntax_has_the_words() {
    let name = "editors/neovim/syntax/boardwright.vim";
    let text = read_to_string(path(name)).unwrap();
    let (begin, end) = ("\" Generated from the words of the language.\n", "\" End of the generated lines.\n");
    let by_hand = replace_between(&text, begin, end, |_| String::new());
    let others: Vec<&str> = by_hand.lines().filter_map(|line| line.strip_prefix("syn keyword ")).collect();
    let is_other = |word: &str| {
        let is_by_hand = others.iter().any(|line| line.split(' ').skip(1).any(|other| other == word));
        is_by_hand || ITEMS.contains(&word) || CHECKS.contains(&word)
    };
    let built_in = WORDS.iter().map(|word| word.name).filter(|word| !is_other(word));
    let lines = [
        syn_keyword("boardwrightItem", ITEMS.iter().copied()),
        syn_keyword("boardwrightCheck", CHECKS.iter().copied()),
        syn_keyword("boardwrightBuiltin", built_in),
    ]
    .concat();
    pages::compare([(name.to_owned(), replace_between(&text, begin, end, |_| lines.clone()))]);
}
