//! `editors/`: highlighters know the words of the language, snippets are rules, and real editors work with the server.
//!
//! The editors' own tests need npm and Neovim. Without those they are left out, unless `BOARDWRIGHT_EDITORS=1` says that they
//! have to be there; the packages of npm are fetched only then.

use boardwright::internals::syntax::parse;
use boardwright::source::{Source, SourceId, Sources};
use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &str) -> String {
    std::fs::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The words of the language: those of the grammar, and those of the index of its description.
fn words() -> BTreeSet<String> {
    let grammar = read("grammar/game.pest");
    // The commands of paths are no words.
    let (first, rest) = grammar.split_once("// ---- paths of pictures").expect("a part with paths");
    let (_, last) = rest.split_once("// ---- ").expect("a part after it");
    let in_grammar = first.lines().chain(last.lines()).filter(|line| !line.starts_with("//")).flat_map(|line| {
        // The parts of a line that stand between quotes.
        line.split('"').skip(1).step_by(2).filter(|word| is_word(word)).map(String::from).collect::<Vec<_>>()
    });
    let described = read("docs/language.md");
    let (_, index) = described.split_once("## Index of words").expect("an index");
    let in_index = index.lines().filter_map(|line| Some(line.strip_prefix("| `")?.split('`').next()?.to_owned()));
    in_grammar.chain(in_index).collect()
}

fn is_word(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphabetic())
}

/// The words that stand in a regular expression: letters that are no escape and in no class of characters.
fn words_of_pattern(pattern: &str, words: &mut BTreeSet<String>) {
    let (mut plain, mut chars, mut class) = (String::new(), pattern.chars(), false);
    while let Some(c) = chars.next() {
        match c {
            '\\' => {
                chars.next();
                plain.push(' ');
            }
            '[' => class = true,
            ']' => class = false,
            _ => plain.push(if class { ' ' } else { c }),
        }
    }
    words.extend(plain.split(|c: char| !c.is_ascii_alphabetic()).filter(|word| is_word(word)).map(String::from));
}

/// The patterns of a TextMate grammar.
fn patterns(value: &serde_json::Value, each: &mut dyn FnMut(&str)) {
    match value {
        serde_json::Value::Object(fields) => {
            for (name, value) in fields {
                match (name.as_str(), value.as_str()) {
                    ("match" | "begin" | "end" | "while", Some(pattern)) => each(pattern),
                    _ => patterns(value, each),
                }
            }
        }
        serde_json::Value::Array(values) => values.iter().for_each(|value| patterns(value, each)),
        _ => {}
    }
}

fn json(path: &str) -> serde_json::Value {
    serde_json::from_str(&read(path)).unwrap_or_else(|error| panic!("{path}: {error}"))
}

#[track_caller]
fn assert_same_words(what: &str, known: &BTreeSet<String>) {
    let words = words();
    let lacking: Vec<_> = words.difference(known).collect();
    let unknown: Vec<_> = known.difference(&words).collect();
    assert!(words.len() > 150, "{words:?}");
    assert!(
        lacking.is_empty() && unknown.is_empty(),
        "{what} lacks {lacking:?}; no words of the language: {unknown:?}"
    );
}

#[test]
fn the_textmate_grammar_has_the_words_of_the_language() {
    let mut known = BTreeSet::new();
    let grammar = json("editors/vscode/syntaxes/boardwright.tmLanguage.json");
    patterns(&grammar, &mut |pattern| words_of_pattern(pattern, &mut known));
    assert_same_words("the TextMate grammar", &known);
}

#[test]
fn neovims_syntax_has_the_words_of_the_language() {
    let syntax = read("editors/neovim/syntax/boardwright.vim");
    let lists = syntax.lines().filter_map(|line| line.strip_prefix("syn keyword "));
    let mut known: BTreeSet<String> =
        lists.flat_map(|list| list.split_whitespace().skip(1).map(String::from).collect::<Vec<_>>()).collect();
    // The sign between the numbers of a board is colored as what it looks like, a name.
    known.insert("x".to_owned());
    assert_same_words("the syntax file of Neovim", &known);
}

/// The text that a snippet inserts if nobody changes it: of `${1:text}` the text, of `$0` nothing.
fn inserted(body: &serde_json::Value) -> String {
    let lines: Vec<&str> = body.as_array().expect("lines").iter().filter_map(|line| line.as_str()).collect();
    let mut text = lines.join("\n");
    while let Some(at) = text.find("${") {
        let end = at + text[at..].find('}').expect("closed");
        let default = text[at + 2..end].split_once(':').map_or("", |(_, default)| default).to_owned();
        text.replace_range(at..=end, &default);
    }
    text.replace("$0", "")
}

#[test]
fn snippets_are_rules() {
    let snippets = json("editors/vscode/snippets/boardwright.json");
    let snippets = snippets.as_object().expect("snippets");
    assert!(
        ["newgame", "action", "example"].iter().all(|prefix| snippets.values().any(|one| one["prefix"] == *prefix))
    );
    for (name, snippet) in snippets {
        let text = inserted(&snippet["body"]);
        let mut sources = Sources::new();
        sources.add(Source::new("snippet.game", &*text));
        if let Err(wrong) = parse(&sources, SourceId(0)) {
            panic!("{name}: {wrong:?}\n{text}");
        }
        if snippet["prefix"] == "newgame" {
            let engine = boardwright::load_text(&text, &[]).unwrap_or_else(|error| panic!("{name}: {error}"));
            for example in &engine.game().examples {
                let failures = boardwright::internals::example::run(&*engine, example);
                assert!(failures.is_empty(), "{name}: {failures:?}");
            }
        }
    }
}

#[test]
fn the_description_shows_the_configuration_that_is_there() {
    let (described, helix) = (read("docs/editors.md"), read("editors/helix/languages.toml"));
    assert!(described.contains(&format!("```toml\n{helix}```")), "docs/editors.md shows another one for Helix");
}

/// Returns whether the tests of the editors must be run.
fn wanted() -> bool {
    std::env::var_os("BOARDWRIGHT_EDITORS").is_some_and(|value| value == "1")
}

/// Runs a script of `editors/` if what it needs is there.
fn run(script: &str, needs: &[&str], fetched: Option<&str>) {
    let there = |program: &&str| {
        let mut command = Command::new(program);
        command
            .arg("--version")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status()
            .is_ok_and(|status| status.success())
    };
    let missing: Vec<String> = needs.iter().filter(|program| !there(program)).map(|name| format!("`{name}`")).collect();
    assert!(!wanted() || missing.is_empty(), "BOARDWRIGHT_EDITORS=1, and {} is missing", missing.join(" and "));
    let unfetched = fetched.filter(|folder| !wanted() && !root().join(folder).is_dir());
    if !missing.is_empty() || unfetched.is_some() {
        let why = unfetched.map_or_else(|| missing.join(" and "), |folder| format!("`{folder}`"));
        // Not `eprintln`, which tests that pass keep to themselves.
        let _ = writeln!(
            std::io::stderr(),
            "LEFT OUT: {script}, because {why} is not there (BOARDWRIGHT_EDITORS=1 demands it)"
        );
        return;
    }
    let output = Command::new("bash")
        .arg(root().join(script))
        .env("BOARDWRIGHT", PathBuf::from(env!("CARGO_BIN_EXE_boardwright")))
        .output()
        .unwrap_or_else(|error| panic!("{script}: {error}"));
    let (out, err) = (String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{script}:\n{out}\n{err}");
}

#[test]
fn the_vscode_extension_passes_its_tests() {
    run("editors/vscode/test.sh", &["bash", "node", "npm"], Some("editors/vscode/node_modules"));
}

#[test]
fn neovim_gets_what_the_server_offers() {
    run("editors/neovim/test.sh", &["bash", "nvim"], None);
}
