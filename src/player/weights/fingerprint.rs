//! [`Fingerprint`]: tells whether two games have the same rules.

use crate::game::Game;
use crate::source::{Source, Sources, Span};
use crate::syntax::ast::ItemNode;
use crate::syntax::lex::{Token, lex};
use crate::syntax::parse;
use crate::zobrist::mix;
use std::fmt;

/// Tells whether two games have the same rules, whatever their comments, examples and settings.
///
/// See [`Weights`](super::Weights) for an example.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Fingerprint(u64);

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
        Fingerprint(texts.iter().fold(0, |key, text| add_rules(mix(key), text)))
    }
}

impl fmt::Display for Fingerprint {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:016x}", self.0)
    }
}

/// Adds the words and signs of a rule file to a key.
fn add_rules(key: u64, source: &Source) -> u64 {
    let mut sources = Sources::new();
    let id = sources.add(source.clone());
    let Ok(file) = parse(&sources, id) else { return mix(key) };
    let rules: Vec<Span> =
        file.items.iter().filter(|item| says_how_to_play(&item.node)).map(|item| item.span).collect();
    let tokens = lex(&source.text).into_iter().filter(|token| !token.is_comment());
    let is_rule =
        |token: &Token| rules.iter().any(|rule| (rule.start as usize..rule.end as usize).contains(&token.start));
    tokens.filter(is_rule).fold(key, |key, token| add_token(key, &token, &source.text))
}

/// Returns whether an item is more than a name, an example or a look.
fn says_how_to_play(item: &ItemNode) -> bool {
    !matches!(
        item,
        ItemNode::Title(_) | ItemNode::Author(_) | ItemNode::Year(_) | ItemNode::Example(_) | ItemNode::Look(_)
    )
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
        for look in ["look { }\n", "look {\n  fill { p in own: p == a1 }: red\n}\n"] {
            for before in ["players", "piece", "action"] {
                let begins = format!("\n{before}");
                assert_eq!(
                    own,
                    fingerprint(|text| text.replacen(&begins, &format!("\n{look}{before}"), 1)),
                    "{look}{before}"
                );
            }
        }
        assert_ne!(own, fingerprint(|text| text.replacen("square 8 x 8", "square 8 x 9", 1)));
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
