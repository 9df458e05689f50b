//! The words of Boardwright's prose: none that reads like a translation, in code, documents, rule files or help.
//!
//! A pattern is a phrase in lower case; it is found where no letter stands before or after it. `*` at its end stands for any letters.

use crate::common::path;
use std::fs;
use std::path::{Path, PathBuf};

/// What is not written, and what to write instead.
const WORDS: &[(&str, &str)] = &[
    ("behind `<`", "after `<`"),
    ("behind it", "after it"),
    ("behind a", "after a"),
    ("behind the", "after the"),
    ("stands behind", "follows"),
    ("stand behind", "follow"),
    ("mend", "fix"),
    ("mends", "fixes"),
    ("mended", "fixed"),
    ("mending", "fixing"),
    ("is no word of the language", "unknown keyword"),
    ("there is no sign", "unknown operator"),
    ("begins no", "is not a"),
    ("here that is `", "use `"),
    ("here something else begins", "found `…` instead"),
    ("take it away", "remove it"),
    ("taken away", "removed"),
    ("is given nothing", "got none"),
    ("comes back to itself", "depends on itself"),
    ("cannot be had", "is not available; could not be created"),
    ("to be had", "available"),
    ("cheap to have", "cheap to compute"),
    ("quickly had", "cheap to compute"),
    ("comes to a value", "has a value"),
    ("come to a value", "have a value"),
    ("come out as", "are"),
    ("comes out as", "is"),
    ("so many", "N; this many"),
    ("of such", "of them"),
    ("for want of", "because there is no"),
    ("hangs on", "depends on"),
    ("hang on", "depend on"),
    ("goes by", "depends on"),
    ("laid out", "formatted"),
    ("no chance", "significant"),
    ("cannot be chance", "significant"),
    ("could not be chance", "not significant"),
    ("could be chance", "not significant"),
    ("are others", "are different"),
    ("is none", "is illegal; is missing"),
    ("for the right one", "as the new snapshot"),
    ("is kept count of", "is tracked"),
    ("kept count", "tracked"),
    ("optimised", "optimized"),
    ("optimise*", "optimize"),
    ("unoptimised", "unoptimized"),
    ("behaviour*", "behavior"),
    ("colour*", "color"),
    ("coloured", "colored"),
    ("neighbour*", "neighbor"),
    ("favour*", "favor"),
    ("honour*", "honor"),
    ("serialis*", "serialize"),
    ("normalis*", "normalize"),
    ("recognis*", "recognize"),
    ("organis*", "organize"),
    ("initialis*", "initialize"),
    ("summaris*", "summarize"),
    ("generalis*", "generalize"),
    ("specialis*", "specialize"),
    ("minimis*", "minimize"),
    ("maximis*", "maximize"),
    ("capitalis*", "capitalize"),
    ("centre*", "center"),
    ("grey", "gray"),
    ("cancelled", "canceled"),
    ("labelled", "labeled"),
    ("travelled", "traveled"),
    ("judgement", "judgment"),
    ("catalogue", "catalog"),
    ("whilst", "while"),
    ("in the order of the alphabet", "in alphabetical order"),
    ("made anew", "generated again; rewritten"),
    ("writes it anew", "rewrites it"),
];

/// First words of a documentation line of a function, and what to write instead.
const BEGINNINGS: &[(&str, &str)] = &[("Whether ", "Returns whether …"), ("None if", "Returns `None` if …")];

/// Phrases that are right where they stand: file, phrase, and why.
const RIGHT: &[(&str, &str, &str)] = &[
    ("games/push.game", "behind it stay", "a place on the board"),
    ("games/push-whole.game", "own piece behind it", "a place on the board"),
    ("games/tiger.game", "behind", "a place on the board"),
    ("src/check/unknown.rs", "neighbours", "a word that people write"),
    ("src/check/unknown.rs", "colour", "a word that people write"),
    ("src/syntax/keywords.rs", "colours", "a word that people write"),
    ("src/game/look.rs", "grey", "a word that people write"),
    ("src/ide/rename.rs", "Grey", "a name in a test"),
    ("src/engine/fast/code/flow.rs", "if there is none left", "right English"),
    ("src/sheet/words/number.rs", "if there is none", "right English"),
    ("src/wording/mod.rs", "there is none", "right English"),
];

/// Returns the files with prose: code, documents and rule files.
fn files() -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = ["README.md", "CHANGELOG.md", "CONTRIBUTING.md"].map(path).to_vec();
    for folder in ["src", "docs", "games", "grammar", "benches"] {
        add(&path(folder), &mut found);
    }
    found.sort();
    found
}

fn add(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let extension = path.extension().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            add(&path, found);
        } else if ["rs", "md", "game", "pest", "css"].contains(&extension.as_str()) {
            found.push(path);
        }
    }
}

/// Returns whether a phrase stands in a line as words of its own.
fn stands_in(line: &str, pattern: &str) -> bool {
    let (phrase, open) = pattern.strip_suffix('*').map_or((pattern, false), |phrase| (phrase, true));
    line.match_indices(phrase).any(|(at, _)| {
        let before = line[..at].chars().next_back();
        let after = line[at + phrase.len()..].chars().next();
        let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        let starts = !phrase.starts_with(char::is_alphanumeric) || !is_word(before);
        let ends = open || !phrase.ends_with(char::is_alphanumeric) || !is_word(after);
        starts && ends
    })
}

/// Returns the patterns that a line contains, and what to write instead.
fn wrong(line: &str) -> Vec<(&'static str, &'static str)> {
    let lower = line.to_lowercase();
    WORDS.iter().filter(|(pattern, _)| stands_in(&lower, pattern)).copied().collect()
}

/// Returns whether the first documentation line before a function begins as none should.
fn wrong_beginning(lines: &[&str], at: usize) -> Option<(&'static str, &'static str)> {
    let text = lines[at].trim_start().strip_prefix("/// ")?;
    let first = at == 0 || !lines[at - 1].trim_start().starts_with("///");
    let mut rest = lines[at..].iter().map(|line| line.trim_start());
    let item = rest.find(|line| !line.starts_with("///") && !line.starts_with("#["))?;
    let is_function = item.split_whitespace().take(4).any(|word| word == "fn");
    let found = BEGINNINGS.iter().find(|(beginning, _)| text.starts_with(beginning)).copied();
    found.filter(|_| first && is_function)
}

fn report() -> Vec<String> {
    let mut found = Vec::new();
    for file in files() {
        let name = file.strip_prefix(path("")).unwrap_or(&file).to_string_lossy().replace('\\', "/");
        let text = fs::read_to_string(&file).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        for (n, line) in lines.iter().enumerate() {
            if RIGHT.iter().any(|(file, phrase, _)| *file == name && line.contains(phrase)) {
                continue;
            }
            let beginning = if name.ends_with(".rs") { wrong_beginning(&lines, n) } else { None };
            for (pattern, instead) in wrong(line).into_iter().chain(beginning) {
                found.push(format!("{name}:{}: `{pattern}`: write {instead}", n + 1));
            }
        }
    }
    found
}

#[test]
fn prose_uses_plain_words() {
    let found = report();
    assert!(found.is_empty(), "{}\n{} places", found.join("\n"), found.len());
}

#[test]
fn every_exception_is_needed() {
    for (file, phrase, _) in RIGHT {
        let text = fs::read_to_string(path(file)).unwrap();
        let lines: Vec<&str> = text.lines().collect();
        let is_wrong = |n: usize| !wrong(lines[n]).is_empty() || wrong_beginning(&lines, n).is_some();
        assert!((0..lines.len()).any(|n| lines[n].contains(phrase) && is_wrong(n)), "{file}: `{phrase}`");
    }
}

#[test]
fn phrases_are_found_as_words_of_their_own() {
    assert!(stands_in("it hangs on this", "hangs on") && !stands_in("it hangs once", "hangs on"));
    assert!(stands_in("unoptimised code", "unoptimised") && !stands_in("recommended", "mend"));
    assert!(stands_in("two colours", "colour*") && stands_in("behind `<`", "behind `<`"));
    let lines = ["/// Whether it is so.", "#[inline]", "pub fn is_so() -> bool {"];
    assert!(wrong_beginning(&lines, 0).is_some());
    assert!(wrong_beginning(&["/// Whether it is so.", "pub is_so: bool,"], 0).is_none());
}
