//! Nearest names: what somebody probably meant.

use crate::wording::join;

/// Returns the candidates that `word` probably misspells, nearest first, at most three.
pub fn nearest<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Vec<&'a str> {
    let limit = match word.chars().count() {
        0..=2 => 1,
        3..=5 => 2,
        _ => 3,
    };
    let lower = word.to_lowercase();
    let length = lower.chars().count();
    let mut found: Vec<(usize, &str)> = candidates
        .into_iter()
        .filter(|candidate| *candidate != word)
        // Each difference in length is a difference of the words: long words need no comparison.
        .filter(|candidate| candidate.to_lowercase().chars().count().abs_diff(length) <= limit)
        .map(|candidate| (strsim::damerau_levenshtein(&lower, &candidate.to_lowercase()), candidate))
        // a letter that replaces another one has nothing in common with it
        .filter(|(distance, candidate)| *distance <= limit && *distance < candidate.chars().count().max(length.min(2)))
        .collect();
    found.sort();
    found.dedup();
    // beside a slip of one letter nothing further away is meant
    if lower.chars().count() > 2 && found.first().is_some_and(|(distance, _)| *distance <= 1) {
        found.retain(|(distance, _)| *distance <= 1);
    }
    found.into_iter().map(|(_, candidate)| candidate).take(3).collect()
}

/// Returns the candidate that `word` misspells, if there is only one near candidate, and only one letter is wrong (in a long word,
/// two). A word of two letters is too short.
pub fn surely<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let near = nearest(word, candidates);
    let [only] = near.as_slice() else { return None };
    let most = match word.chars().count() {
        0..=2 => 0,
        3..=6 => 1,
        _ => 2,
    };
    (strsim::damerau_levenshtein(word, only) <= most).then_some(*only)
}

/// Returns "did you mean `a`, `b` or `c`?", or `None` if no name is similar.
pub fn did_you_mean<'a>(word: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<String> {
    let near = nearest(word, candidates);
    (!near.is_empty()).then(|| format!("did you mean {}?", alternatives(&near)))
}

/// Lists names in backquotes: `a`, `b` or `c`.
pub fn alternatives(names: &[impl AsRef<str>]) -> String {
    joined(names, "or")
}

/// Lists names in backquotes: `a`, `b` and `c`.
pub fn listed(names: &[impl AsRef<str>]) -> String {
    joined(names, "and")
}

fn joined(names: &[impl AsRef<str>], word: &str) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("`{}`", name.as_ref())).collect();
    join(&quoted, word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_misspelled_word_finds_similar_words() {
        assert_eq!(nearest("neigbors", ["neighbors", "number", "none"]), ["neighbors"]);
        assert_eq!(did_you_mean("emty", ["empty", "enemy"]).as_deref(), Some("did you mean `empty`?"));
        assert_eq!(did_you_mean("xyzzy", ["empty", "enemy"]), None);
        assert_eq!(did_you_mean("q", ["E", "N", "p"]), None);
        assert_eq!(did_you_mean("n", ["E", "N", "NE"]).as_deref(), Some("did you mean `N` or `NE`?"));
        assert_eq!(surely("neigbors", ["neighbors", "number"]), Some("neighbors"));
        assert_eq!([surely("q", ["p"]), surely("cont", ["count", "const"])], [None, None]);
        assert_eq!(surely("mov", ["move", "may", "for"]), Some("move"));
    }
}
