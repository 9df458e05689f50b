//! [`LineKind`]: the kind of a line.

use super::command::{self, ReplCommand};
use boardwright::internals::syntax::keywords;

/// The kind of a line, with its parts.
#[derive(Debug)]
pub enum LineKind<'t> {
    /// An empty line or a comment.
    Nothing,
    /// A command and its argument.
    Command(&'static ReplCommand, &'t str),
    /// `:` and a word that is not a command.
    NoCommand(&'t str),
    /// An item, such as `def` or `effect`.
    Item,
    /// `let n = E`: the name and the expression.
    Let(&'t str, &'t str),
    Example,
    Statements,
    /// A clause of an action, such as `when C`, and what follows its keyword.
    Clause(&'t str, &'t str),
    /// A result of `end`, such as `mover wins`.
    GameResult,
    /// Anything else.
    Expression,
}

/// The keywords of items. Only some items can be added; the others are refused later.
const ITEMS: &[&str] = &[
    "def", "effect", "action", "always", "end", "piece", "neutral", "legend", "param", "author", "game", "extends",
    "example", "setup", "map", "look", "without", "replace", "also", "year",
];

/// The keywords of statements that cannot begin an expression.
const STATEMENTS: &[&str] =
    &["put", "move", "remove", "give", "for", "while", "choose", "may", "again", "return", "var"];

/// The keywords of lines of an example, if an argument follows.
const EXAMPLE: &[&str] = &["position", "set", "legal", "illegal", "expect", "result", "perft", "moves"];

/// Finds the kind of a line. `is_name` tests for names in the rules, `is_effect` for effects.
pub fn classify<'t>(text: &'t str, is_name: impl Fn(&str) -> bool, is_effect: impl Fn(&str) -> bool) -> LineKind<'t> {
    let line = text.trim();
    if line.is_empty() || line.lines().all(|line| line.trim_start().starts_with("//")) {
        return LineKind::Nothing;
    }
    if let Some(command) = line.strip_prefix(':') {
        let (word, rest) = split_word(command.trim_start());
        return command::find(word).map_or(LineKind::NoCommand(word), |command| LineKind::Command(command, rest));
    }
    let (word, rest) = split_word(line);
    // The set of all cells says nothing that the board does not show.
    let is_name = |word: &str| is_name(word) && line != "board";
    if let Some(command) = command::find(word).filter(|command| !is_name(word) && command.accepts(rest)) {
        return LineKind::Command(command, rest);
    }
    if word == "let"
        && let Some((name, value)) = rest.split_once('=')
        && name.trim().chars().all(|c| c.is_alphanumeric() || c == '_')
        && !value.starts_with('=')
    {
        return LineKind::Let(name.trim(), value.trim());
    }
    if keywords::CLAUSES.contains(&word) && word != "let" {
        return LineKind::Clause(word, rest);
    }
    let is_result = matches!(word, "most" | "fewest") && !rest.is_empty()
        || matches!(word, "draw" | "never") && rest.is_empty()
        || [" wins", " loses"].iter().any(|end| line.ends_with(end));
    if is_result && (line.contains(' ') || !is_name(word)) {
        return LineKind::GameResult;
    }
    let moves = line.split_whitespace().collect::<Vec<_>>();
    let to_move = matches!(moves.as_slice(), [_, "to", "move"]);
    if ITEMS.contains(&word) {
        LineKind::Item
    } else if to_move || EXAMPLE.contains(&word) && !is_name(word) && !rest.is_empty() {
        LineKind::Example
    } else if is_effect(word)
        || STATEMENTS.contains(&word)
        || word.starts_with('{') && is_block(line)
        || is_assignment(line)
    {
        LineKind::Statements
    } else if let Some(command) = command::find(word).filter(|_| !is_name(word)) {
        // The command reports its wrong argument.
        LineKind::Command(command, rest)
    } else {
        LineKind::Expression
    }
}

/// Splits a line into its first word and the rest.
fn split_word(line: &str) -> (&str, &str) {
    let end = line.find(|c: char| c.is_whitespace() || "({\"".contains(c)).unwrap_or(line.len());
    let end = if end == 0 { line.chars().next().map_or(0, char::len_utf8) } else { end };
    let (word, rest) = line.split_at(end);
    (word, rest.trim())
}

/// Returns whether braces contain statements, not the elements of a set.
fn is_block(line: &str) -> bool {
    let inside = line.trim_start_matches('{').trim_start();
    let (word, _) = split_word(inside);
    STATEMENTS.contains(&word) || word == "let" || is_assignment(inside)
}

/// Returns whether a line sets a variable: a name, possibly with indexes, then `=`, `+=` or `-=`.
fn is_assignment(line: &str) -> bool {
    let name = line.chars().take_while(|c| c.is_alphanumeric() || *c == '_').map(char::len_utf8).sum();
    let (word, mut rest) = line.split_at(name);
    if word.is_empty()
        || word.starts_with(|c: char| c.is_ascii_digit())
        || keywords::is_reserved(word)
        || keywords::is_cell(word)
    {
        return false;
    }
    if rest.starts_with('(') {
        let mut depth = 0usize;
        let close = rest.char_indices().find(|(_, c)| {
            match c {
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            depth == 0
        });
        rest = close.and_then(|(at, _)| rest.get(at + 1..)).unwrap_or("");
    }
    let sign = rest.trim_start();
    sign.starts_with("+=") || sign.starts_with("-=") || sign.starts_with('=') && !sign.starts_with("==")
}

/// Returns whether a bracket is still open, so that the line continues. A blank line always ends it.
pub fn is_open(text: &str) -> bool {
    if text.ends_with("\n\n") || text.lines().last().is_some_and(|line| line.trim().is_empty()) && text.contains('\n') {
        return false;
    }
    let mut depth = 0i32;
    for line in text.lines() {
        let mut quoted = false;
        let line = boardwright::internals::syntax::one_line(line);
        for c in line.chars() {
            match c {
                '"' => quoted = !quoted,
                '(' | '{' if !quoted => depth += 1,
                ')' | '}' if !quoted => depth -= 1,
                _ => {}
            }
        }
    }
    depth > 0
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(text: &str) -> String {
        let line =
            format!("{:?}", classify(text, |word| ["board", "value", "moved"].contains(&word), |word| word == "feed"));
        line.split(|c: char| !c.is_alphanumeric()).next().unwrap_or("").to_owned()
    }

    #[test]
    fn lines_are_classified_by_their_beginning() {
        for (text, sort) in [
            ("", "Nothing"),
            ("// so", "Nothing"),
            ("board", "Command"),
            ("(board)", "Expression"),
            (":board", "Command"),
            (":bord", "NoCommand"),
            ("undo 3", "Command"),
            ("moves", "Command"),
            ("moves 16", "Example"),
            ("play a1-a2, b1", "Command"),
            ("position { . . }", "Example"),
            ("position", "Command"),
            ("Black to move", "Example"),
            ("set hand(White) = 3", "Example"),
            ("let x = count(own)", "Let"),
            ("def f(p: cell) = p", "Item"),
            ("put stone at a1", "Statements"),
            ("feed(a1)", "Statements"),
            ("{ remove a1 }", "Statements"),
            ("{a1 b2}", "Expression"),
            ("{ p in own: p in edge }", "Expression"),
            ("taken(White) += 1", "Statements"),
            ("taken(White) == 1", "Expression"),
            ("value(c3, own) > 1", "Expression"),
            ("if a1 in own then 1 else 2", "Expression"),
        ] {
            assert_eq!(sorted(text), sort, "{text}");
        }
    }

    #[test]
    fn open_brackets_continue_the_line() {
        assert!(is_open("position {") && is_open("count(own\n & "));
        assert!(!is_open("count(own)") && !is_open("\"{p\"") && !is_open("own // (") && !is_open("position {\n\n"));
    }
}
