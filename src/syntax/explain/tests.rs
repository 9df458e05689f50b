//! What people write wrongly: the code, what is underlined, and a part of what is said.

use crate::diagnostic::{Code, Diagnostic};
use crate::source::{Source, Sources};
use crate::syntax::parse;

fn found(text: &str) -> (Sources, Vec<Diagnostic>) {
    let mut sources = Sources::new();
    let id = sources.add(Source::new("test.game", text));
    let found = parse(&sources, id).err().unwrap_or_default();
    (sources, found)
}

/// What is said about a text, with all its words.
fn told(text: &str) -> Vec<(Code, String, String)> {
    let (sources, found) = found(text);
    let all = found.iter().map(|found| {
        let help = found.help.as_deref().unwrap_or("");
        (found.code, sources.text(found.span()).to_owned(), format!("{}; {help}", found.message))
    });
    all.collect()
}

/// Each text has this one finding: what is underlined, and a part of what is said.
fn check(cases: &[(&str, &str, &str)]) {
    for (text, underlined, said) in cases {
        let told = told(text);
        let right =
            matches!(told.as_slice(), [(Code::E01, place, words)] if place == underlined && words.contains(said));
        assert!(right, "{text}\n  wanted `{underlined}`: {said}\n  told {told:#?}");
    }
}

#[test]
fn values_and_clauses_among_statements() {
    check(&[
        ("effect e(p: cell) { match kind(p) { man: n += 1, else: n = 0 } }", "match", "a value, not a statement"),
        ("action a(p: own) do { when p in edge remove p }", "when", "among statements write `if C"),
        ("action a(p: own) do { remove p ensure some(own) }", "ensure", "behind the braces"),
    ]);
}

#[test]
fn names() {
    check(&[
        ("action a(p2: empty) do again", "p2", "is a cell"),
        ("def p2 = 3", "p2", "is a cell"),
        ("effect e() { p2 = 3 }", "p2", "is a cell"),
        ("def f = some(p2 in own: x)", "p2", "is a cell"),
        ("def 2nd = 3", "2nd", "begins with a letter"),
        ("def größe = 3", "größe", "a-z"),
        ("def when = 3", "when", "word of the language"),
        ("var move = 3", "move", "word of the language"),
        ("action a(game: empty)\n  do { put stone at game }", "game", "word of the language"),
        ("action a(choose: empty) do again", "choose", "word of the language"),
        ("def f(p: cell) = if end == off then {} else own\n  where end = step(p, N)", "end", "word of the language"),
        ("def f(p: cell) = own\n  where end = step(p, N)", "end", "word of the language"),
        ("def f = some(end in own: true)", "end", "word of the language"),
        ("def f = own & end\ndef g = 3", "end", "word of the language"),
        ("effect e() { put stone at end\n }", "end", "word of the language"),
        ("effect e() { for end in own { remove end } }", "end", "word of the language"),
        ("def f(p) = 3", "p", "states its type"),
        ("def f(p: cel) = 3", "cel", "did you mean `cell`"),
        ("def f = {C5 d6}", "C5", "`c5`"),
        ("players A, B setup { man of A at C5 }", "C5", "`c5`"),
        ("board graph { E/W: A1 B1 }", "A1", "`a1`"),
        ("board graph { E/W: a1 }", "a1", "two points"),
    ]);
    // unless somebody is called so
    assert!(told("players P1, P2 end { when x: P1 wins }").is_empty());
}

#[test]
fn signs() {
    check(&[
        ("action a() when ply = 1 do again", "=", "`==`"),
        ("def f = a && b", "&&", "`and`"),
        ("def f = a || b", "||", "`or`"),
        ("def f = !b", "!", "`not`"),
        ("def f = a <> b", "<>", "`!=`"),
        ("def f = a => b", "=>", "`>=`"),
        ("def f = a =< b", "=<", "`<=`"),
        ("effect e() { n := 1 }", ":=", "`=`"),
        ("effect e() { n++ }", "++", "n += 1"),
        ("effect e() { n-- }", "--", "n -= 1"),
        ("def f(x: int) = 1 < x < 5", "<", "one comparison"),
        ("def f = 1.5", "1.5", "whole"),
        ("def f = x.row", ".", "row(x)"),
        ("def f = [a1", "[", "braces"),
        ("def f = a ≤ b", "≤", "`<=`"),
        ("def f = 'a", "'", "double quotes"),
        ("/* foo\ndef f = 3", "/*", "`//`"),
        ("game \"x\";\nplayers A, B", ";", "no `;`"),
        ("def f = a &\ndef g = 3", "&", "missing behind"),
        ("action a(p: own) do move d3 d4", "d4", "`to` is missing"),
        ("setup { man of White at a1 and b1 }", "and", "stand in braces"),
        ("action a(p: own)\n  when count(p) <\n  do again", "<", "missing behind"),
        ("def f = a | | b", "|", "missing behind"),
        ("players White,\nboard square 3 x 3", ",", "take the comma away"),
        ("def f =", "=", "missing behind"),
    ]);
}

#[test]
fn lists_calls_and_operands() {
    check(&[
        ("action a() when count (own) < 2 do again", "count (", "touches its name"),
        ("def f = { f (x) }", "f (x)", "touches its name"),
        ("def f = { p in own }", "p in own", "{ p in own: condition }"),
        ("def f = {1 -1}", "1 -1", "`{1, -1}`"),
        ("def f = {N E}", "N E", "commas"),
        ("def f = count(a b)", "b", "side by side"),
        ("action a() when p own do again", "own", "side by side"),
        ("def f = p in own adn q in own", "adn", "`and`"),
        ("def f = count p in own", "count", "count(p"),
        ("def f = some p in own: x", "some", "some(p"),
        ("def f = a | if x then b else c", "if", "parentheses"),
        ("def f = p in if x then b else c", "if", "parentheses"),
        ("def f = king of A of B", "B", "only one `of`"),
        ("def f = if a then b", "b", "`else`"),
        ("def f = \"text\"", "\"text\"", "a def cannot be a text"),
        ("param a = 3 in cells", "cells", "a range or a list"),
    ]);
}

#[test]
fn brackets_and_quotes() {
    check(&[
        ("action a(p: empty\n  when x\n  do again", "(", "never closed"),
        ("def f = (a & (b | c)\ndef g = 3", "(", "never closed"),
        ("action a()\n  do {\n    if x {\n      again\n  }\n\nend { when x: draw }", "{", "never closed"),
        ("def f = a)", ")", "closes nothing"),
        ("}", "}", "closes nothing"),
        ("def f(p: cell, = p", "(", "never closed"),
        ("def f(p: cell, q: cell = p\npiece man", "(", "never closed"),
        // the type is no item, so nothing is left open
        ("def f(x: piece, p: cell) = 1\ndef g = 1 +", "+", "value"),
        ("action a(p: own) as \"{p\" do again", "{", "never closed"),
        ("game \"Foo\nplayers A, B", "\"Foo", "no closing quote"),
    ]);
    let (_, found) = found("action a()\n  do {\n    if x {\n      again\n  }\n\nend { when x: draw }");
    let places: Vec<(usize, &str)> = found[0].labels.iter().map(|l| (l.span.start as usize, l.text.as_str())).collect();
    assert_eq!(places, [(27, "left open"), (43, "noticed here")]);
}

#[test]
fn items() {
    check(&[
        ("acton a(p: empty) do again", "acton", "`action`"),
        ("game \"x\"\npalyers A, B", "palyers", "`players`"),
        ("size = 3", "size", "param size"),
        ("foo bar", "foo", "begins no item"),
        ("when x", "when", "`action`"),
        ("put stone at a1", "put", "statement"),
        ("game Tiger", "Tiger", "a text in quotes"),
        ("board 8 x 8", "8", "`square`"),
        ("board square 8 * 8", "*", "joined by `x`"),
        ("board square 8\nplayers A, B", "8", "`x`"),
        ("board hex side 3 wraps E/W", "wraps E/W", "only square boards"),
        ("board square 3 x 3 links N links E", "links E", "says this once"),
        ("board square 3 x 3 numbered dark named { 1 2 }", "named { 1 2 }", "not both"),
        ("board graph { E/W: a1 b1 } columns \"ab\"", "columns \"ab\"", "chains"),
        ("board square 3 x 3 numberd dark", "numberd", "`numbered`"),
        ("board square 3 x 3 drawn lines", "lines", "`as`"),
        ("piece man king", "king", "a comma stands between two kinds"),
        ("param size 19", "19", "`=`"),
        ("legend rr = man of Red", "rr", "one character"),
        ("legend r man of Red", "man", "`=`"),
        ("setup {\n  ..r.\n}", "..r.", "`. . r .`"),
        ("setup { man White at a1 }", "White", "`of`"),
        ("setup { man of White a1 }", "a1", "`at`"),
        ("game \"A\" extends \"b\"", "extends \"b\"", "on top"),
        ("replace piece man", "replace", "leave `replace` out"),
        ("also def f = 3", "also", "`replace`"),
        ("", "", "nothing in this file"),
        ("\n// only words\n", "", "nothing in this file"),
    ]);
}

#[test]
fn actions_and_statements() {
    check(&[
        ("action a(p: own)\n  do put stone at p\n  passes = 0", "passes", "`do` without braces"),
        ("action a(p: own)\n  do put stone at p again", "again", "`do` without braces"),
        ("action a()\n  wen x\n  do again", "wen", "`when`"),
        ("action a() do again when x", "when", "too late"),
        ("action a() do again do again", "do", "only one `do`"),
        ("action a do again", "a", "action a()"),
        ("also action a() do again", "()", "base's binders"),
        ("action a(p in own) do again", "in", "`:`"),
        ("effect e { again }", "e", "effect e()"),
        ("effect e() { if a { again } elif b { again } }", "elif", "`else if`"),
        ("effect e() { if a then again }", "then", "write `if .. { again }`"),
        ("effect e() { if a { again } else again }", "again", "in braces"),
        ("effect e() { remov p }", "remov", "`remove`"),
        ("effect e() { put man a1 }", "a1", "`at`"),
        ("effect e() { if own == {} { win } }", "win", "said in `end`"),
        ("action a() do", "do", "a statement"),
        ("end { when none(empty) draw }", "draw", "`:`"),
        ("end { when x: White win }", "win", "`wins`"),
        ("example \"x\" { legal a1 b2 }", "b2", "a comma stands between"),
        ("example \"x\" { lgal a1 }", "lgal", "`legal`"),
        ("action a(p: own) as \"{p q}\" do again", "q", "side by side"),
    ]);
}

#[test]
fn other_codes() {
    let codes = |text| told(text).into_iter().map(|(code, place, _)| (code, place)).collect::<Vec<_>>();
    assert_eq!(codes("def f = 99999999999"), [(Code::E36, "99999999999".to_owned())]);
    assert_eq!(codes("year 99999999999999999999"), [(Code::E36, "99999999999999999999".to_owned())]);
    assert_eq!(codes("action a(p: own) as \"{p}, {p}\" do again"), [(Code::E41, ",".to_owned())]);
    assert_eq!(codes("action a(p: own) as \"a}b\" do again"), [(Code::E41, "}".to_owned())]);
}

#[test]
fn habits_of_other_languages() {
    check(&[
        ("effect e() {\n  if a:\n    again\n  remove b\n}", ":", "braces"),
        ("def f(p: cell) { return p }", "{", "behind `=`"),
        ("(define foo (bar))\ngame \"x\"", "(define", "begins with its word"),
        ("players White, Black\nend { when x: player 2 wins }", "player 2", "write `Black`"),
        ("effect e() { place a man at p }", "place", "`put`"),
        ("action a(p: own and empty) do again", "and", "`&`"),
        ("action a(p: own)\n  remove p", "remove", "`do"),
        ("end { none(empty): draw }", "none", "`when`"),
        ("game \u{201c}Go\u{201d}\nplayers A, B", "\u{201c}", "straight"),
        ("/* one\n * two\n */\nplayers A, B", "/*", "`//`"),
        ("players A,\u{a0}B", "\u{a0}", "web pages"),
        ("effect e() { hand[p] = 1 }", "[", "`hand(..)`"),
        ("setup { man of A at rows(1–2) }", "–", "`1..6`"),
        ("board square 8 by 8", "by", "`8 x 8`"),
        ("players A B", "B", "`players A, B`"),
        ("example \"x\" { play a1 b2 c3 }", "b2", "`play a1, b2`"),
        ("setup { man of A at a1 b2 }", "a1 b2", "`{a1 b2}`"),
        ("board graph { in/out: a1 b1 }", "in", "word of the language"),
        ("def f = a < b & c < d", "&", "`and`"),
    ]);
}

#[test]
fn one_mistake_does_not_hide_another() {
    let places: Vec<String> = told("game \"a\"\ndef f = 3;\ndef g = (3\ndef h = x y\ndef i = a && b\ndef j = z +")
        .into_iter()
        .map(|(_, place, _)| place)
        .collect();
    assert_eq!(places, [";", "(", "y", "&&", "+"]);
    let places: Vec<String> =
        told("action a(p2: own)\n  do {\n    again").into_iter().map(|(_, place, _)| place).collect();
    assert_eq!(places, ["p2", "{"]);
}

#[test]
fn what_is_too_long_or_too_deep() {
    let says = |text: &str, said: &str| {
        let told = told(text);
        assert!(matches!(told.as_slice(), [(Code::E01, _, words)] if words.contains(said)), "{said}: {told:?}");
    };
    says(&"x".repeat(2_000_000), "too long");
    says(&format!("def f = {}", "(".repeat(10_000)), "brackets");
    says(&format!("def f = {}a{}", "f(".repeat(200), ")".repeat(200)), "brackets");
    says(&format!("def f = a{}", " | a".repeat(5000)), "steps deep");
    says(&format!("def f = a{}", " | a".repeat(300)), "steps deep");
    says(&format!("def f = {}a", "not ".repeat(100_000)), "steps deep");
    says(&format!("def f = {}1", "- ".repeat(300)), "steps deep");
    says(&format!("def f = {}1", "if a then 1 else ".repeat(100_000 / 20)), "steps deep");
    says(&format!("effect e() {{ {} {{ }} }}", "if a { } else ".repeat(400)), "steps deep");
    says(&format!("action a() as \"{}\" do again", "{".repeat(1000)), "brackets");
}

#[test]
fn nothing_is_read_twice() {
    let nested = format!("def f = {}own{}", "some(a in ".repeat(60), ")".repeat(60));
    assert_eq!(told(&nested), []);
    let statements: String = "if a < b and c { x = x + 1 } else if b { y = 2 } ".repeat(400);
    assert_eq!(told(&format!("effect e() {{ {statements} }}")), []);
}

#[test]
fn texts_of_moves() {
    check(&[
        ("action a(p: own) as if p in king \"K\" do again", "\"K\"", "as if p in king then"),
        ("action a(p: own) as if p in king then \"K\" do again", "do", "expected `else`"),
        ("action a(p: own) as if p in king then p else \"K\"", "p", "a text in quotes"),
        ("action a(p: own) as match p \"K\"", "\"K\"", "as match d {"),
        ("action a(p: own) as match p { a1: \"{p\", else: \"x\" }", "{", "never closed"),
        ("action a(p: own) as \"{if p in own then \"a\" else \"b\"}\"", "if", "write several texts"),
        ("extends \"chess\" replace piece knight \"S\", king", "replace", "leave `replace` out"),
    ]);
}

#[test]
fn forms_that_are_right_elsewhere() {
    check(&[
        ("setup {\n  m .\n  . .\n  man of White at b2\n}", ".", "a setup is a picture or placements, not both"),
        ("board square 8 x 8 numbered drawn as holes", "numbered", "write `numbered board`"),
        ("board square 8 x 8 numbered\nplayers A, B", "numbered", "write `numbered board`"),
        ("example \"e\" { result White loses }", "loses", "`result White wins` or `result draw`"),
        (
            "def sign(d: dir) = match d { N: \"+\", else: \"-\" }",
            "\"+\"",
            "a def cannot be a text; write the `match` behind",
        ),
        ("def sign = \"+\"", "\"+\"", "a def cannot be a text; write the text behind"),
        ("piece man \"M\" king \"K\"", "king", "`piece man \"M\", king \"K\"`"),
        ("action a(p: empty) do { var got(n: 1..3) = 0 }", "(", "make it an item outside of the action"),
    ]);
}

#[test]
fn what_the_next_line_was_read_for() {
    check(&[
        ("example \"x\" {\n  play a1,\n  legal b2\n}", ",", "a move is missing behind `,`"),
        ("example \"x\" {\n  play\n  result White wins\n}", "play", "a move is missing behind `play`"),
        ("example \"x\" {\n  set n =\n  White to move\n}", "=", "a value is missing behind `=`"),
        ("example \"x\" { position { man of White at ; man of Black at a1 } }", "at", "missing behind `at`"),
        (
            "example \"x\" {\n  position {\n    man of White at\n    man of Black at a1\n  }\n}",
            "at",
            "missing behind `at`",
        ),
    ]);
}

#[test]
fn causes_that_are_not_what_they_look_like() {
    check(&[
        ("effect e() { for each x in own { remove x } }", "each", "`for x in ..`"),
        ("effect e(p: cell) { put a man at p }", "a", "`put man`"),
        ("effect e(q: cell) { remove at q }", "at", "no `at` stands behind `remove`"),
        ("players Geese gonig S, Fox", "gonig", "`going`"),
        ("effect e() {\n  if a  n = 1; again }\n}", "n", "expected `{`"),
        ("action move(own p) do again", "p", "`p: own`"),
        ("action a() when #own > 2 do again", "#", "`count(own)`"),
        ("var pot(cell) = 0", "cell", "`c: cell`"),
        ("def f = {e5 e8 m5 m6 r3is}", "r3is", "no cell"),
        ("action a()\n  if n > 3\n  do again", "if", "behind `when`"),
        ("effect e() { n_1 += 1 set n_1 = 1 }", "set", "without a word before it"),
        ("board hex n\npiece man", "n", "board hex side 5"),
        ("board square 3 x 3 wraps all", "all", "wraps E/W, N/S"),
        ("game \"Mine\" board squary", "squary", "`square`"),
    ]);
}
