//! Examples of each construct, which helps show.

use crate::syntax::lex::{Token, TokenKind, indent};

/// The keyword that begins a construct, with an example of it.
const PATTERNS: &[(&str, &str)] = &[
    ("language", "language 1"),
    ("extends", "extends \"tiger\""),
    ("game", "game \"Go\""),
    ("author", "author \"Mark Steere\""),
    ("year", "year 2007"),
    ("replace", "replace param size = 9"),
    ("without", "without action swap"),
    ("also", "also end { when C: draw }"),
    ("param", "param size = 19 in 3..25"),
    ("board", "board square 8 x 8"),
    ("players", "players White, Black"),
    ("piece", "piece man, king"),
    ("neutral", "neutral arrow"),
    ("legend", "legend w k = man king of White, b = man of Black"),
    ("map", "map w = river { . w w . }"),
    ("look", "look { fill {c3 d3}: blue }"),
    ("setup", "setup { man of White at {a1 c1} }"),
    ("position", "position { man of White at {a1 c1} }"),
    ("var", "var passes = 0"),
    ("def", "def f(p: cell) = neighbors(p) & own"),
    ("effect", "effect e(p: cell) { remove p }"),
    ("action", "action move(p: own, q: neighbors(p) & empty) when C do { move p to q }"),
    ("always", "always safe: C"),
    ("end", "end { when stuck(next): next loses }"),
    ("example", "example \"the first moves\" { legal a1, b2 }"),
    ("let", "let q = step(p, N)"),
    ("when", "when p in own"),
    ("do", "do { put stone at p }"),
    ("ensure", "ensure some(own)"),
    ("maximize", "maximize count(taken)"),
    ("as", "as \"{p}-{q}\""),
    ("put", "put stone at p"),
    ("remove", "remove p"),
    ("move", "move p to q"),
    ("give", "give occupied to mover"),
    ("choose", "choose c in prey as \"x{c}\" { remove c }"),
    ("for", "for c in own { remove c }"),
    ("while", "while n > 0 { n -= 1 }"),
    ("match", "match kind(p) { man: 1, else: 3 }"),
    ("play", "play a1-b2, c3"),
    ("legal", "legal a1, b2"),
    ("illegal", "illegal a1, b2"),
    ("moves", "moves 20"),
    ("perft", "perft 3 = 8902"),
    ("expect", "expect a1 in own"),
    ("set", "set passes = 1"),
    ("result", "result White wins"),
];

pub(super) fn pattern(word: &str) -> Option<&'static str> {
    PATTERNS.iter().find(|(known, _)| *known == word).map(|(_, pattern)| *pattern)
}

/// Examples of board shapes and options.
const BOARDS: &[(&str, &str)] = &[
    ("hex", "board hex side 5"),
    ("graph", "board graph { E/W: a1 b1, a2 b2; N/S: a2 a1, b2 b1 }"),
    ("wraps", "board square 8 x 8 wraps E/W, N/S"),
    ("stacks", "board square 8 x 8 stacks of 24"),
    ("links", "board square 8 x 8 links orthogonal"),
    ("columns", "board square 8 x 8 columns \"abcdefgh\""),
    ("numbered", "board square 8 x 8 numbered dark from SE"),
    ("named", "board square 2 x 2 named { a b c d }"),
    ("drawn", "board square 3 x 3 drawn as lines"),
    ("without", "board square 8 x 8 without {a1 h8}"),
];

/// Returns the example of a board with these tokens: of its last option, otherwise of its shape.
pub(super) fn board_pattern(text: &str, tokens: &[Token]) -> &'static str {
    let known = |word: &Token| BOARDS.iter().find(|(known, _)| word.is(text, known));
    tokens.iter().rev().find_map(known).map_or("board square 8 x 8", |(_, pattern)| pattern)
}

/// Examples of the lines of a look.
const LOOKS: &[(&str, &str)] = &[
    ("border", "look { border {c3 d3}: black }"),
    ("edge", "look { edge rows(1): Red }"),
    ("mark", "look { mark {c3 d3}: star }"),
    ("label", "look { label p in board: \"{n(p)}\" }"),
    ("line", "look { line p in own to neighbors(p) & own: red }"),
    ("wall", "look { wall p in own to step(p, N) }"),
    ("shape", "look { shape man of White: ring }"),
    ("color", "look { color White: teal }"),
    ("name", "look { name hand: \"in hand\" }"),
    ("beside", "look { beside hand: man }"),
    ("hide", "look { hide hand }"),
    ("caption", "look { caption \"{count(own)} men\" }"),
];

/// Returns the example of a look with these tokens: of its last line that has begun.
pub(super) fn look_pattern(text: &str, tokens: &[Token]) -> &'static str {
    let known = |word: &Token| LOOKS.iter().find(|(known, _)| word.is(text, known));
    tokens.iter().rev().find_map(known).map_or("look { fill {c3 d3}: blue }", |(_, pattern)| pattern)
}

/// Returns the index of the token that begins the construct around `at`, outside of all brackets that close before it.
pub(super) fn find_construct(text: &str, tokens: &[Token], at: usize) -> Option<usize> {
    let mut closed = 0usize;
    for before in (0..at.min(tokens.len())).rev() {
        let token = tokens.get(before)?;
        match token.kind {
            TokenKind::Close => closed += 1,
            TokenKind::Open => closed = closed.saturating_sub(1),
            TokenKind::Word if closed == 0 => {
                // two item keywords are also values, one is a type, and `move` follows `some` and `no`
                let is_value = token.is_word_of(text, &["board", "players", "piece"]) && !is_first_on_line(text, token);
                let looks_ahead = token.is(text, "move")
                    && before
                        .checked_sub(1)
                        .and_then(|at| tokens.get(at))
                        .is_some_and(|no| no.is_word_of(text, &["some", "no"]));
                if pattern(token.text(text)).is_some() && !is_value && !looks_ahead {
                    return Some(before);
                }
            }
            _ => {}
        }
    }
    None
}

/// Returns whether the `when` at `at` begins a clause of `end`, not of an action.
pub(super) fn ends_game(text: &str, tokens: &[Token], at: usize) -> bool {
    let before = tokens.get(..at).unwrap_or(&[]);
    before
        .iter()
        .rev()
        .find(|token| token.is_word_of(text, &["end", "action"]))
        .is_some_and(|token| token.is(text, "end"))
}

pub(super) fn is_first_on_line(text: &str, token: &Token) -> bool {
    indent(text, token.start).is_some()
}

/// Returns the spaces at the beginning of a token's line.
pub(super) fn indentation<'t>(text: &'t str, token: &Token) -> &'t str {
    let before = text.get(..token.start).unwrap_or("");
    let line = text.get(before.rfind('\n').map_or(0, |end| end + 1)..).unwrap_or("");
    let spaces = line.len() - line.trim_start_matches([' ', '\t']).len();
    line.get(..spaces).unwrap_or("")
}
