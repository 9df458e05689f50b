//! [`Words`]: completes the last word of a line.

use super::command;
use crate::cli::line_input::beginning_with;

/// The words that complete a line.
#[derive(Default)]
pub struct Words {
    pub names: Vec<String>,
    pub moves: Vec<String>,
}

impl Words {
    /// Returns where the last word of a line begins, and its completions.
    pub fn complete(&self, line: &str) -> (usize, Vec<String>) {
        let command = line.trim_start().trim_start_matches(':').split_whitespace().next().unwrap_or("");
        let has_command = line.trim_start().contains(' ');
        let wants_move = ["play", "why", "legal", "illegal"].contains(&command) && has_command;
        let parts_it = |c: char| if wants_move { " ,".contains(c) } else { !c.is_alphanumeric() && c != '_' };
        let start = line.char_indices().rev().find(|(_, c)| parts_it(*c)).map_or(0, |(at, c)| at + c.len_utf8());
        let word = line.get(start..).unwrap_or("");
        let first = line.get(..start).unwrap_or("").trim_matches([' ', ':']).is_empty();
        if wants_move {
            return (start, beginning_with(word, self.moves.iter().cloned()));
        }
        let commands = command::names().filter(|_| first || command == "help").map(str::to_owned);
        (start, beginning_with(word, commands.chain(self.names.iter().cloned())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_commands_and_moves_are_completed() {
        let words = Words {
            names: ["neighbors", "none", "next"].map(str::to_owned).to_vec(),
            moves: ["c3-c2", "d3-d2"].map(str::to_owned).to_vec(),
        };
        assert_eq!(words.complete("count(nei"), (6, vec!["neighbors".to_owned()]));
        assert_eq!(words.complete("und"), (0, vec!["undo".to_owned()]));
        assert_eq!(words.complete(":boa"), (1, vec!["board".to_owned()]));
        assert_eq!(words.complete("play d3"), (5, vec!["d3-d2".to_owned()]));
        assert_eq!(words.complete("help nei"), (5, vec!["neighbors".to_owned()]));
        assert_eq!(words.complete("own & und").1, Vec::<String>::new());
    }
}
