//! [`Fingerprint`]: tells whether two games have the same rules.

use crate::game::Game;
use crate::source::Source;
use crate::syntax::lex::{Token, lex};
use crate::zobrist::mix;
use std::fmt;

/// Tells whether two games have the same rules, whatever their comments, examples and settings.
///
/// See [`Weights`](super::Weights) for an example.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Fingerprint(u64);

/// Items that say nothing about how a game is played.
const SILENT: [&str; 4] = ["author", "example", "game", "year"];

impl Fingerprint {
    /// Returns the fingerprint of a game.
    pub fn of(game: &Game) -> Fingerprint {
        Fingerprint::of_texts(game.sources.all())
    }

    /// Returns the fingerprints of the games that a game extends, the next one first.
    pub fn of_bases(game: &Game) -> impl Iterator<Item = Fingerprint> {
        let all = game.sources.all();
        (1..all.len()).map(|first| Fingerprint::of_texts(&all[first..]))
    }

    /// Returns the fingerprint that a text shows: 16 hexadecimal digits.
    pub fn parse(text: &str) -> Option<Fingerprint> {
        let is_right = text.len() == 16 && text.bytes().all(|digit| digit.is_ascii_hexdigit());
        u64::from_str_radix(text, 16).ok().filter(|_| is_right).map(Fingerprint)
    }

    fn of_texts(texts: &[Source]) -> Fingerprint {
        Fingerprint(texts.iter().fold(0, |key, text| add_rules(mix(key), &text.text)))
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:016x}", self.0)
    }
}

/// Adds the words and signs of a rule file to a key.
fn add_rules(mut key: u64, text: &str) -> u64 {
    let mut is_silent = false;
    let tokens: Vec<Token> = lex(text).into_iter().filter(|token| !token.is_comment()).collect();
    let mut look_end = 0;
    for (at, token) in tokens.iter().enumerate() {
        if at < look_end {
            continue;
        }
        if token.is_head(text) {
            look_end = end_of_look(&tokens, at, text);
            if at < look_end {
                continue;
            }
            is_silent = SILENT.contains(&token.text(text));
        }
        if !is_silent {
            key = add_token(key, token, text);
        }
    }
    key
}

/// Returns the index after the `look` that begins at a token, or 0 if none does.
fn end_of_look(tokens: &[Token], first: usize, text: &str) -> usize {
    let is = |at: usize, words: &[&str]| tokens.get(at).is_some_and(|token| words.contains(&token.text(text)));
    let head = if is(first, &["also", "replace"]) { first + 1 } else { first };
    if !is(head, &["look"]) {
        return 0;
    }
    let mut depth = 0_i32;
    let closing = (head + 1..tokens.len()).find(|at| {
        depth += i32::from(is(*at, &["{"])) - i32::from(is(*at, &["}"]));
        depth <= 0
    });
    closing.map_or(tokens.len(), |closing| closing + 1)
}

fn add_token(key: u64, token: &Token, text: &str) -> u64 {
    // The end of a token counts, so that `a b` and `ab` differ.
    token.text(text).bytes().fold(mix(key ^ 0x100), |key, byte| mix(key ^ u64::from(byte)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fingerprint(change: impl Fn(&str) -> String) -> Fingerprint {
        let text = crate::bundled::source("breakthrough").unwrap().text;
        Fingerprint::of(crate::load_text(&change(&text), &[]).unwrap().game())
    }

    #[test]
    fn only_rules_count() {
        let own = fingerprint(str::to_owned);
        assert_eq!(own, Fingerprint::of(crate::load_bundled("breakthrough", &[]).unwrap().game()));
        assert_eq!(
            own,
            fingerprint(|text| format!("// A comment.\n\n{text}\nexample \"more\" {{\n  perft 1 = 22\n}}\n"))
        );
        assert_eq!(own, fingerprint(|text| text.replace("game \"Breakthrough\"", "game   \"Other\"")));
        let text = "game \"A\"\nboard square 3 x 3\npiece man\nvar n = 1\ndef f = n\n";
        for look in ["look { }\n", "also look {\n  fill { p in own: p == a1 }: red\n}\n", "replace look { hide n }\n"] {
            for before in ["piece", "var", "def"] {
                let changed = text.replace(before, &format!("{look}{before}"));
                assert_eq!(add_rules(0, text), add_rules(0, &changed), "{changed}");
            }
        }
        assert_ne!(own, fingerprint(|text| text.replace("mover wins", "mover loses")));
        assert_eq!(Fingerprint::parse(&own.to_string()), Some(own));
        assert_eq!((Fingerprint::parse("xyz"), Fingerprint::parse("+00000000000000f")), (None, None));
    }

    #[test]
    fn a_variant_has_the_fingerprint_of_its_base() {
        let (chess, antichess) = ["chess", "antichess"].map(|name| crate::load_bundled(name, &[]).unwrap()).into();
        let bases: Vec<Fingerprint> = Fingerprint::of_bases(antichess.game()).collect();
        assert_eq!(bases, [Fingerprint::of(chess.game())]);
        assert_ne!(Fingerprint::of(antichess.game()), bases[0]);
    }
}
