//! Laws of reading: whatever the text is, `parse` ends, panics nowhere, and says where it is wrong.

use boardwright::source::{Source, Sources};
use boardwright::syntax::parse;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use std::sync::LazyLock;

/// All bundled games.
static GAMES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/games");
    let entries = std::fs::read_dir(folder).expect("the games are there").flatten();
    let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    let games = paths.iter().filter(|path| path.extension().is_some_and(|extension| extension == "game"));
    games.map(|path| std::fs::read_to_string(path).expect("a game can be read")).collect()
});

/// What the language is made of, and what is near to it.
const TOKENS: &[&str] = &[
    "action",
    "again",
    "also",
    "always",
    "author",
    "board",
    "choose",
    "def",
    "effect",
    "end",
    "example",
    "extends",
    "for",
    "game",
    "give",
    "legend",
    "move",
    "neutral",
    "param",
    "piece",
    "players",
    "put",
    "remove",
    "replace",
    "return",
    "setup",
    "var",
    "while",
    "without",
    "year",
    "and",
    "or",
    "not",
    "in",
    "within",
    "except",
    "of",
    "if",
    "then",
    "else",
    "match",
    "where",
    "true",
    "false",
    "when",
    "do",
    "ensure",
    "maximize",
    "as",
    "let",
    "at",
    "to",
    "each",
    "turn",
    "wins",
    "loses",
    "draw",
    "never",
    "most",
    "no",
    "some",
    "ties",
    "position",
    "play",
    "legal",
    "only",
    "illegal",
    "perft",
    "expect",
    "set",
    "first",
    "square",
    "hex",
    "graph",
    "x",
    "p",
    "own",
    "f(",
    "count(",
    "possible(",
    "a1",
    "C5",
    "1",
    "19",
    "99999999999",
    "\"t\"",
    "\"{p}\"",
    "\"",
    "(",
    ")",
    "{",
    "}",
    ",",
    ";",
    ":",
    "=",
    "==",
    "<",
    "+",
    "-",
    "+=",
    "&",
    "|",
    "*",
    "/",
    "..",
    ".",
    "!",
    "&&",
    "é",
    "§",
    "//",
    "///",
    "\n",
    "\n\n",
    "\t",
    "\r\n",
    "\u{FEFF}",
];

/// Reads a text; every finding must lie within it.
fn read(text: &str) -> Result<(), TestCaseError> {
    let mut sources = Sources::new();
    let id = sources.add(Source::new("law.game", text));
    for found in parse(&sources, id).err().unwrap_or_default() {
        prop_assert!(!found.message.is_empty());
        for label in &found.labels {
            let (start, end) = (label.span.start as usize, label.span.end as usize);
            prop_assert!(text.get(start..end).is_some(), "{start}..{end} of {}: {}", text.len(), found.message);
        }
    }
    Ok(())
}

/// A text cut where words, signs and spaces meet.
fn cut(text: &str) -> Vec<&str> {
    let mut cuts = Vec::new();
    let mut start = 0;
    let class = |c: char| {
        if c.is_alphanumeric() {
            0
        } else if c.is_whitespace() {
            1
        } else {
            2
        }
    };
    let mut before: Option<char> = None;
    for (at, c) in text.char_indices() {
        if before.is_some_and(|before| class(before) != class(c) || class(c) == 2) {
            cuts.push(&text[start..at]);
            start = at;
        }
        before = Some(c);
    }
    cuts.push(&text[start..]);
    cuts
}

/// A game with some of its parts deleted, doubled, exchanged or replaced.
fn edited(game: &str, edits: &[(u8, Index, Index, &str)], whole_words: bool) -> String {
    let mut parts: Vec<String> = if whole_words {
        cut(game).into_iter().map(str::to_owned).collect()
    } else {
        game.chars().map(String::from).collect()
    };
    for (kind, at, other, token) in edits {
        if parts.is_empty() {
            break;
        }
        let (at, other) = (at.index(parts.len()), other.index(parts.len()));
        match kind % 4 {
            0 => drop(parts.remove(at)),
            1 => parts.insert(at, parts[at].clone()),
            2 => parts.swap(at, other),
            _ => parts[at] = format!(" {token} "),
        }
    }
    parts.concat()
}

fn edits() -> impl Strategy<Value = Vec<(u8, Index, Index, &'static str)>> {
    prop::collection::vec((any::<u8>(), any::<Index>(), any::<Index>(), select(TOKENS)), 1..6)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        read(&String::from_utf8_lossy(&bytes))?;
    }

    #[test]
    fn any_text(text in "\\PC{0,200}") {
        read(&text)?;
    }

    #[test]
    fn any_tokens(tokens in prop::collection::vec(select(TOKENS), 0..60)) {
        read(&tokens.join(" "))?;
        read(&tokens.concat())?;
    }

    #[test]
    fn any_edit_of_a_game(game in any::<Index>(), edits in edits(), whole_words in any::<bool>()) {
        let game: &String = game.get(GAMES.as_slice());
        read(&edited(game, &edits, whole_words))?;
    }
}
