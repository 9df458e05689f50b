//! Parentheses that keep nested phrases apart from the words around them.

/// Words that would continue the phrase of a set.
pub(super) const IN_SET: &[&str] = &[
    " and ",
    ", ",
    " other than ",
    " for which ",
    " if ",
    " that are ",
    " connected with (",
    " as many steps away as ",
];

/// Words that would continue a number inside a larger one.
pub(super) const IN_NUMBER: &[&str] = &[
    " plus ",
    " minus ",
    " times ",
    " divided by ",
    " without its sign",
    " if ",
    " otherwise ",
    " for which ",
    " whose ",
    " as many steps away as ",
    "minus ",
    "the greatest ",
    "the least ",
    "the sum of ",
    "how far ",
];

/// Words that would continue a number beside another one.
pub(super) const IN_LIST: &[&str] =
    &[" and ", ", ", "; ", " plus ", " minus ", " times ", " divided by ", " if ", " for which ", " whose ", " over "];

/// Words that would continue a value that a condition compares, or one of several cases.
pub(super) const IN_CASE: &[&str] = &[" if ", " otherwise", " for which ", " in case ", "; ", ", depending on "];

/// Words that would continue a condition beside another one.
pub(super) const IN_CLAUSE: &[&str] =
    &[" and ", " or ", " for which ", " after which ", "for all ", " in case ", " otherwise", " but "];

/// Words that would continue directions beside others.
pub(super) const IN_DIRS: &[&str] = &[" or ", " and ", ", ", " if ", " for which "];

/// Quantifiers, which extend to the end of a sentence.
const TO_THE_END: &[&str] = &[" for which ", " after which ", "for all "];

/// Puts the words into parentheses if they contain one of the marks.
pub(super) fn parenthesize(words: String, marks: &[&str]) -> String {
    if first(&words, marks).is_some() { format!("({words})") } else { words }
}

/// Does the same for the last of several conditions, where a quantifier may extend to the end.
pub(super) fn parenthesize_last(words: String) -> String {
    match first(&words, IN_CLAUSE) {
        Some(mark) if !TO_THE_END.contains(&mark) => format!("({words})"),
        _ => words,
    }
}

/// Returns the first mark outside parentheses, code and names.
fn first<'m>(words: &str, marks: &[&'m str]) -> Option<&'m str> {
    let (mut depth, mut code) = (0, false);
    for (at, c) in words.char_indices() {
        match c {
            '`' => code = !code,
            _ if code => {}
            '(' | '“' => depth += 1,
            ')' | '”' => depth -= 1,
            _ if depth > 0 => {}
            _ => {
                let rest = words.get(at..).unwrap_or("");
                // Words such as "minus" count only at the beginning of a word.
                let whole = |mark: &str| !mark.starts_with(char::is_alphabetic) || !after_letter(words, at);
                let here = |mark: &&&str| rest.starts_with(**mark) && whole(mark);
                if let Some(mark) = marks.iter().find(|mark| here(mark)) {
                    return Some(mark);
                }
            }
        }
    }
    None
}

/// Returns whether a letter precedes this place.
fn after_letter(words: &str, at: usize) -> bool {
    words.get(..at).and_then(|before| before.chars().next_back()).is_some_and(char::is_alphanumeric)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn continuing_phrases_get_parentheses() {
        assert_eq!(parenthesize("your pieces".to_owned(), IN_SET), "your pieces");
        assert_eq!(parenthesize("your pieces and `p`".to_owned(), IN_SET), "(your pieces and `p`)");
        assert_eq!(parenthesize("`a`, b".to_owned(), IN_SET), "(`a`, b)");
        assert_eq!(parenthesize("minus 1".to_owned(), IN_NUMBER), "(minus 1)");
        assert_eq!(parenthesize("(your pieces and `p`)".to_owned(), IN_SET), "(your pieces and `p`)");
        assert_eq!(
            parenthesize("the cells “here and there” of `a and b`".to_owned(), IN_SET),
            "the cells “here and there” of `a and b`"
        );
        assert_eq!(
            parenthesize_last("there is a cell `p` for which a and b".to_owned()),
            "there is a cell `p` for which a and b"
        );
        assert_eq!(parenthesize_last("either a or b".to_owned()), "(either a or b)");
    }
}
