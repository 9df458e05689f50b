//! Laws of parsing and formatting: for any text, `parse` ends, does not panic, and reports where the text is wrong. `format` changes
//! only spaces, and changes nothing the second time.

use boardwright::internals::syntax::{format, parse};
use boardwright::source::{Source, Sources};
use proptest::prelude::*;
use proptest::sample::{Index, select};
use std::sync::LazyLock;

/// All bundled games.
static GAMES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let folders =
        [concat!(env!("CARGO_MANIFEST_DIR"), "/games"), concat!(env!("CARGO_MANIFEST_DIR"), "/games/classics")];
    let entries =
        folders.into_iter().flat_map(|folder| std::fs::read_dir(folder).expect("the games are there").flatten());
    let mut paths: Vec<_> = entries.map(|entry| entry.path()).collect();
    paths.sort();
    let games = paths.iter().filter(|path| path.extension().is_some_and(|extension| extension == "game"));
    games.map(|path| std::fs::read_to_string(path).expect("a game can be read")).collect()
});

/// The tokens of the language, and similar ones.
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
    "look",
    "map",
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
    "columns",
    "numbered",
    "named",
    "from",
    "drawn",
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

/// The tree of a text without its spans, and how many comments there are.
fn meaning(text: &str) -> Option<(String, usize)> {
    let mut sources = Sources::new();
    let id = sources.add(Source::new("law.game", text));
    let file = parse(&sources, id).ok()?;
    let tree = format!("{file:?}");
    let mut parts = tree.split("Span { ");
    let mut bare = parts.next().unwrap_or_default().to_owned();
    parts.for_each(|part| bare.push_str(part.split_once('}').map_or("", |(_, rest)| rest)));
    Some((bare, text.matches("//").count()))
}

fn tidy(text: &str) -> Option<String> {
    let mut sources = Sources::new();
    let id = sources.add(Source::new("law.game", text));
    format(&sources, id).ok()
}

/// A game with other spaces and line ends between its words.
fn respaced(game: &str, spaces: &[&str]) -> String {
    let mut made = String::new();
    let mut spaces = spaces.iter().cycle();
    for line in game.lines() {
        let (code, comment) = line.split_once("//").unwrap_or((line, ""));
        for (n, part) in code.split('"').enumerate() {
            made.push_str(if n > 0 { "\"" } else { "" });
            for piece in part.split_inclusive(' ') {
                made.push_str(piece.trim_end());
                if piece.ends_with(' ') {
                    made.push_str(if n % 2 == 0 { spaces.next().unwrap_or(&" ") } else { " " });
                }
            }
        }
        if line.contains("//") {
            made.push_str("//");
            made.push_str(comment);
            made.push('\n');
        } else {
            made.push_str(spaces.next().unwrap_or(&"\n"));
        }
    }
    made
}

#[test]
fn printing_the_bundled_games_keeps_their_meaning() {
    for game in GAMES.iter() {
        let tidy = tidy(game).expect("a bundled game is right");
        assert_eq!(meaning(&tidy), meaning(game));
    }
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
        let text = edited(game, &edits, whole_words);
        read(&text)?;
        prop_assert_eq!(tidy(&text).and_then(|tidy| meaning(&tidy)), meaning(&text));
    }

    #[test]
    fn printing_changes_nothing_but_spaces(
        game in any::<Index>(),
        spaces in prop::collection::vec(select(&[" ", " ", " ", "  ", "\n", "\n  ", "\n\n\n", "\t"][..]), 1..40),
    ) {
        let game: &String = game.get(GAMES.as_slice());
        let text = respaced(game, &spaces);
        let before = meaning(&text);
        prop_assert!(before.is_some(), "{}", text);
        let tidied = tidy(&text).unwrap_or_default();
        prop_assert_eq!(meaning(&tidied), before, "{}", tidied);
        prop_assert_eq!(tidy(&tidied), Some(tidied));
    }
}
