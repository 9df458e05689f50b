//! What the language does not have: chance, hidden information, a clock, jumps out of loops. Reports a word for it plainly,
//! wherever the word is.

/// Something that the language does not have.
pub(crate) struct Absent {
    /// What is missing, as a message.
    pub message: &'static str,
    /// What to do instead.
    pub help: &'static str,
    words: &'static str,
}

const ABSENT: &[Absent] = &[
    Absent {
        message: "the language has no dice, no shuffling and no other chance",
        help: "let a player choose instead, for example `action roll(n: 1..6) do steps = n`",
        words: "random randomly randint rand roll rolls dice die chance shuffle shuffled coin flip spinner probability",
    },
    Absent {
        message: "the language has no hidden information: every player sees the whole position",
        help: "remove the word; all pieces and variables are open",
        words: "hidden secret hide reveal invisible facedown face_down concealed fog deck",
    },
    Absent {
        message: "the language has no clock and no simultaneous moves: players take turns",
        help: "count plies with `ply`, or turns with a variable: `var turns = 0`",
        words: "timer clock seconds minutes simultaneous simultaneously",
    },
    Absent {
        message: "the language has no jumps out of loops",
        help: "put the rest of the loop into an `if`; a `while` ends when its condition does not hold, and `return` leaves an `effect`",
        words: "break continue goto exit stop",
    },
    Absent {
        message: "the language has no `switch`",
        help: "write `if C { .. } else if D { .. }`; a value can be a `match`: `match kind(p) { man: 1, else: 0 }`",
        words: "switch case",
    },
    Absent {
        message: "rules cannot print anything",
        help: "to see a value, evaluate it with `boardwright repl`, or write `expect` in an example",
        words: "print println printf echo log console",
    },
];

/// Returns what a word stands for that the language does not have.
pub(crate) fn find_absent(word: &str) -> Option<&'static Absent> {
    let word = word.to_lowercase();
    ABSENT.iter().find(|absent| absent.words.split(' ').any(|other| other == word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_has_one_meaning_at_most() {
        let mut words: Vec<&str> = ABSENT.iter().flat_map(|absent| absent.words.split(' ')).collect();
        words.sort_unstable();
        assert!(words.windows(2).all(|pair| pair.first() != pair.last()));
        assert!(find_absent("Dice").is_some() && find_absent("piece").is_none());
    }
}
