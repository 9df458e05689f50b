//! How messages write things: numbers with their nouns, sentences, and words of a command line.

mod plural;

pub use plural::plural;

/// Writes a number with a noun: `1 error`, `2 errors`, `3 plies`.
pub fn counted(n: usize, what: &str) -> String {
    if n == 1 { format!("{n} {what}") } else { format!("{n} {}", plural(what)) }
}

/// Capitalizes the first letter.
pub fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().into_iter().flat_map(char::to_uppercase).chain(letters).collect()
}

/// Capitalizes the first letter and adds a full stop, if the text does not end with a punctuation mark.
pub fn sentence(text: &str) -> String {
    let text = text.trim();
    // A name, such as that of a cell, stays as it is.
    let first = text.split(|c: char| !c.is_alphanumeric()).next().unwrap_or("");
    let is_name = first.chars().any(|c| c.is_ascii_digit()) || first.len() == 1 && !["a", "A", "I"].contains(&first);
    let text = if is_name { text.to_owned() } else { capital(text) };
    if text.is_empty() || text.trim_end_matches(['"', '”', ')']).ends_with(['.', '!', '?', ':']) {
        text
    } else {
        format!("{text}.")
    }
}

/// Returns a text as one word of a command line: in quotes if a shell needs them.
pub fn quoted(text: &str) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "_-./:=+,@%".contains(c) || cfg!(windows) && c == '\\';
    if !text.is_empty() && text.chars().all(is_plain) {
        text.to_owned()
    } else if cfg!(windows) || !text.contains(['"', '$', '`', '\\', '!']) {
        format!("\"{text}\"")
    } else {
        format!("'{}'", text.replace('\'', "'\\''"))
    }
}

/// Joins parts: "a, b and c".
pub fn join(parts: &[String], word: &str) -> String {
    match parts.split_last() {
        None => String::new(),
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} {word} {last}", rest.join(", ")),
    }
}

/// Puts `a` or `an` before a word: "a Black stone", "an arrow".
pub fn with_article(words: &str) -> String {
    format!("{} {words}", article(words))
}

/// Returns `a` or `an`, whichever these words take; they may begin with a quotation mark.
pub fn article(words: &str) -> &'static str {
    let first = words.trim_start_matches(['`', '“']);
    let has_vowel = first.starts_with(['A', 'E', 'I', 'O', 'U', 'a', 'e', 'i', 'o', 'u']);
    if has_vowel { "an" } else { "a" }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nouns_follow_their_numbers() {
        let texts = [(0, "game"), (1, "game"), (2, "game"), (1, "ply"), (3, "ply"), (2, "way")];
        let counted = texts.map(|(n, what)| counted(n, what)).join(", ");
        assert_eq!(counted, "0 games, 1 game, 2 games, 1 ply, 3 plies, 2 ways");
    }

    #[test]
    fn sentences_get_a_capital_letter_and_a_full_stop() {
        assert_eq!(sentence("there is none"), "There is none.");
        assert_eq!(sentence("is it so?"), "Is it so?");
        assert_eq!(sentence("a1 is not in it"), "a1 is not in it.");
        assert_eq!(sentence(""), "");
    }

    #[cfg(unix)]
    #[test]
    fn a_shell_reads_what_was_meant() {
        for (text, word) in [
            ("games/x-1.game", "games/x-1.game"),
            ("my game.game", "\"my game.game\""),
            ("it's; rm.game", "\"it's; rm.game\""),
            ("a $b 'c'", r"'a $b '\''c'\'''"),
            ("", "\"\""),
        ] {
            assert_eq!(quoted(text), word);
            let echo = std::process::Command::new("sh").arg("-c").arg(format!("printf %s {word}")).output();
            assert_eq!(echo.ok().map(|echo| echo.stdout), Some(text.as_bytes().to_vec()), "{word}");
        }
    }
}
