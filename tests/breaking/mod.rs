//! Breaking rule files: one word, sign or bracket is made wrong, as people do it.

use boardwright::rng::Rng;
use std::ops::Range;

/// A change that makes a rule file wrong: the replaced range, the new text, and a name.
#[derive(Clone, Debug)]
pub struct Break {
    pub place: Range<usize>,
    pub text: String,
    pub what: &'static str,
}

/// A word, a number, a sign or a bracket, outside of comments, texts, pictures and moves.
fn tokens(text: &str) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let start = at;
        at += line.len();
        let code = line.split("//").next().unwrap_or("");
        let first = code.split_whitespace().next().unwrap_or("");
        // rows of pictures, and lines of moves
        let picture = code.split_whitespace().all(|symbol| symbol.chars().count() == 1) && !matches!(first, "{" | "}");
        if picture || matches!(first, "play" | "legal" | "illegal" | "legend" | "author" | "game" | "example") {
            continue;
        }
        let mut quoted = false;
        let mut chars = code.char_indices().peekable();
        while let Some((from, c)) = chars.next() {
            quoted ^= c == '"';
            if quoted || c.is_whitespace() || c == '"' {
                continue;
            }
            let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
            let sign = |c: char| "=<>!+-".contains(c);
            let mut to = from + c.len_utf8();
            while let Some((next, other)) = chars.peek().copied() {
                if !(word(c) && word(other) || sign(c) && sign(other)) {
                    break;
                }
                to = next + other.len_utf8();
                chars.next();
            }
            found.push(start + from..start + to);
        }
    }
    found
}

/// A random break of a text.
pub fn some_break(text: &str, rng: &mut Rng) -> Option<Break> {
    let all = tokens(text);
    let place = all.get(rng.below(all.len().max(1)))?.clone();
    let word = &text[place.clone()];
    let letters = word.chars().all(|c| c.is_ascii_alphabetic() || c == '_');
    let is_cell = word.len() == 2
        && word.starts_with(|c: char| c.is_ascii_lowercase())
        && word.ends_with(|c: char| c.is_ascii_digit());
    let (what, text) = match word {
        "(" | ")" | "{" | "}" => ("bracket", String::new()),
        "," => ("comma", String::new()),
        ":" => ("colon", String::new()),
        "==" => ("=", "=".to_owned()),
        "!=" => ("<>", "<>".to_owned()),
        "<=" => ("=<", "=<".to_owned()),
        ">=" => ("=>", "=>".to_owned()),
        "=" => ("assignment", String::new()),
        "and" if rng.below(2) == 0 => ("&&", "&&".to_owned()),
        "or" if rng.below(2) == 0 => ("||", "||".to_owned()),
        "do" | "of" | "at" | "to" | "in" | "when" => ("word left out", String::new()),
        _ if is_cell && rng.below(2) == 0 => ("no such cell", "z99".to_owned()),
        _ if is_cell => ("capital cell", word.to_ascii_uppercase()),
        _ if letters && word.len() >= 4 => {
            let at = 1 + rng.below(word.len() - 2);
            match rng.below(3) {
                0 => ("letter left out", format!("{}{}", &word[..at], &word[at + 1..])),
                1 => ("letter doubled", format!("{}{}", &word[..=at], &word[at..])),
                _ => (
                    "letters swapped",
                    format!("{}{}{}{}", &word[..at], &word[at + 1..at + 2], &word[at..=at], &word[at + 2..]),
                ),
            }
        }
        _ => return None,
    };
    Some(Break { place, text, what })
}

/// A text with breaks; they do not overlap.
pub fn broken(text: &str, breaks: &[Break]) -> String {
    let mut sorted: Vec<&Break> = breaks.iter().collect();
    sorted.sort_by_key(|one| std::cmp::Reverse(one.place.start));
    let mut text = text.to_owned();
    sorted.into_iter().for_each(|one| text.replace_range(one.place.clone(), &one.text));
    text
}

/// The number of the item in which a byte stands.
pub fn item_of(text: &str, at: usize) -> usize {
    let heads = |line: &&str| line.starts_with(|c: char| c.is_ascii_lowercase());
    text[..at].split_inclusive('\n').chain([text[at..].split('\n').next().unwrap_or("")]).filter(heads).count()
}
