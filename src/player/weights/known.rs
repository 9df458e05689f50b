//! The weights that come with the program, and which of them are for a game.

use super::{Fingerprint, Weights, params};
use crate::bundled;
use crate::game::Game;
use std::sync::LazyLock;

/// How well weights fit a game, the best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::player) enum Fit {
    /// They were made for this game.
    Same,
    /// They were made for these rules with other settings.
    OtherSettings,
    /// They were made for a game that this one extends, with this number of games between them.
    Base(usize),
}

static BUNDLED: LazyLock<Vec<Weights>> =
    LazyLock::new(|| bundled::weights().filter_map(|text| Weights::parse(text).ok()).collect());

/// Finds the bundled weights that fit a game best.
pub(super) fn bundled(game: &Game) -> Option<(&'static Weights, Fit)> {
    let rules = Rules::of(game);
    let fitting = BUNDLED.iter().filter_map(|weights| Some((weights, rules.fit(weights)?)));
    fitting.min_by_key(|(_, fit)| *fit)
}

/// Returns how well weights fit a game.
pub(super) fn fit(weights: &Weights, game: &Game) -> Option<Fit> {
    Rules::of(game).fit(weights)
}

/// The rules of a game, and of those that it extends.
struct Rules {
    own: Fingerprint,
    bases: Vec<Fingerprint>,
    params: std::collections::BTreeMap<String, String>,
}

impl Rules {
    fn of(game: &Game) -> Rules {
        Rules { own: Fingerprint::of(game), bases: Fingerprint::of_bases(game).collect(), params: params(game) }
    }

    fn fit(&self, weights: &Weights) -> Option<Fit> {
        if weights.rules == self.own {
            return Some(if weights.params == self.params { Fit::Same } else { Fit::OtherSettings });
        }
        self.bases.iter().position(|base| *base == weights.rules).map(Fit::Base)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::evaluation::Evaluation;

    #[test]
    fn all_bundled_weights_are_for_their_games() {
        let mut count = 0;
        let texts: Vec<&str> = bundled::weights().collect();
        assert_eq!(texts.len(), BUNDLED.len());
        for name in bundled::names() {
            let engine = crate::load_bundled(name, &[]).unwrap();
            let Some((weights, Fit::Same)) = bundled(engine.game()) else { continue };
            count += 1;
            assert_eq!(weights.game, engine.game().title);
            weights.check(&Evaluation::new(engine.game())).unwrap_or_else(|error| panic!("{name}: {error}"));
        }
        assert_eq!(count, texts.len(), "the rules of a game have changed: train it again");
    }
}
