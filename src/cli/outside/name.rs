//! [`OutsideName`]: what `uci:fairy-stockfish; Skill Level=-20` says.

use std::time::Duration;

/// The languages of outside engines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Language {
    Uci,
    Usi,
    Gtp,
}

/// The time that an engine may take beyond that for a move, without a setting.
const GRACE: Duration = Duration::from_secs(10);

/// The name of an outside engine, in its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OutsideName {
    pub language: Language,
    pub program: String,
    pub arguments: Vec<String>,
    /// The options to set; in GTP, the commands to send.
    pub settings: Vec<String>,
    /// The time that the engine may take beyond that for a move.
    pub grace: Duration,
}

impl OutsideName {
    /// Parses a name, or returns `None` if it is not the name of an outside engine.
    pub fn parse(name: &str) -> Option<Result<OutsideName, String>> {
        let (kind, rest) = name.split_once(':')?;
        let language = match kind.trim().to_ascii_lowercase().as_str() {
            "uci" => Language::Uci,
            "usi" => Language::Usi,
            "gtp" => Language::Gtp,
            _ => return None,
        };
        Some(OutsideName::parse_rest(language, kind, rest))
    }

    fn parse_rest(language: Language, kind: &str, text: &str) -> Result<OutsideName, String> {
        let (words, rest) = split_words(text)?;
        let mut words = words.into_iter();
        let Some(program) = words.next() else {
            return Err(format!("missing program after `{kind}:`; write `{kind}:PROGRAM ARGUMENTS`"));
        };
        let mut name =
            OutsideName { language, program, arguments: words.collect(), settings: Vec::new(), grace: GRACE };
        for setting in rest.split(';').map(str::trim).filter(|setting| !setting.is_empty()) {
            match setting.split_once('=').map(|(key, value)| (key.trim(), value.trim())) {
                Some(("grace", seconds)) => {
                    let seconds: Option<f64> =
                        seconds.parse().ok().filter(|seconds| (0.0..=86_400.0).contains(seconds));
                    let seconds =
                        seconds.ok_or_else(|| format!("`{setting}` is not a number of seconds up to 86400"))?;
                    name.grace = Duration::from_secs_f64(seconds);
                }
                None if language != Language::Gtp => {
                    return Err(format!("missing value in `{setting}`; write `; {setting}=VALUE`"));
                }
                _ => name.settings.push(setting.to_owned()),
            }
        }
        Ok(name)
    }
}

/// Splits a command line at spaces, up to a semicolon; returns the words and what follows the semicolon. Quotes keep spaces and
/// semicolons in a word.
fn split_words(text: &str) -> Result<(Vec<String>, &str), String> {
    let (mut words, mut word, mut quote) = (Vec::new(), None::<String>, None);
    for (at, c) in text.char_indices() {
        match (quote, c) {
            (Some(mark), c) if c == mark => quote = None,
            (Some(_), c) => word.get_or_insert_default().push(c),
            (None, '"' | '\'') => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            (None, ';') => {
                words.extend(word);
                return Ok((words, &text[at + 1..]));
            }
            (None, c) if c.is_whitespace() => words.extend(word.take()),
            (None, c) => word.get_or_insert_default().push(c),
        }
    }
    if let Some(mark) = quote {
        return Err(format!("missing `{mark}` at the end of `{}`", text.trim()));
    }
    words.extend(word);
    Ok((words, ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(name: &str) -> OutsideName {
        OutsideName::parse(name).unwrap().unwrap()
    }

    fn refused(name: &str) -> String {
        OutsideName::parse(name).unwrap().unwrap_err()
    }

    #[test]
    fn a_name_is_a_command_line_and_settings() {
        let name = parsed("uci:fairy-stockfish; Skill Level=-20; UCI_Variant=breakthrough");
        assert_eq!((name.language, name.program.as_str(), name.arguments.len()), (Language::Uci, "fairy-stockfish", 0));
        assert_eq!(name.settings, ["Skill Level=-20", "UCI_Variant=breakthrough"]);
        let name = parsed("gtp: gnugo --mode gtp --komi '7,5' \"a; b\" ; level 1; grace=2.5");
        assert_eq!(name.arguments, ["--mode", "gtp", "--komi", "7,5", "a; b"]);
        assert_eq!((name.settings, name.grace), (vec!["level 1".to_owned()], Duration::from_millis(2500)));
        assert_eq!(OutsideName::parse("mcts:level=3"), None);
    }

    #[test]
    fn a_wrong_name_is_explained() {
        assert_eq!(refused("gtp: "), "missing program after `gtp:`; write `gtp:PROGRAM ARGUMENTS`");
        assert_eq!(refused("uci:a 'b"), "missing `'` at the end of `a 'b`");
        assert_eq!(refused("uci:a; Threads"), "missing value in `Threads`; write `; Threads=VALUE`");
        assert_eq!(refused("gtp:a; grace=x"), "`grace=x` is not a number of seconds up to 86400");
    }
}
