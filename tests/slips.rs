//! Common mistakes: the code, the underlined text, and a part of the message.

use boardwright::diagnostic::{Code, Diagnostic};
use boardwright::internals::syntax::parse;
use boardwright::source::{Source, Sources};

fn found(text: &str) -> (Sources, Vec<Diagnostic>) {
    let mut sources = Sources::new();
    let id = sources.add(Source::new("test.game", text));
    let found = parse(&sources, id).err().unwrap_or_default();
    (sources, found)
}

/// Returns all findings for a text, with their messages.
fn told(text: &str) -> Vec<(Code, String, String)> {
    let (sources, found) = found(text);
    let all = found.iter().map(|found| {
        let help = found.help.as_deref().unwrap_or("");
        (found.code, sources.text(found.span()).to_owned(), format!("{}; {help}", found.message))
    });
    all.collect()
}

/// Tests that each text has exactly one finding, with this underlined part and this part of the message.
fn check(cases: &[(&str, &str, &str)]) {
    for (text, underlined, said) in cases {
        let told = told(text);
        let right =
            matches!(told.as_slice(), [(Code::E01, place, words)] if place == underlined && words.contains(said));
        assert!(right, "{text}\n  wanted `{underlined}`: {said}\n  told {told:#?}");
    }
}

#[test]
fn neutral_kinds() {
    check(&[
        ("piece ship\nneutral piece rock", "piece", "write `neutral rock`"),
        ("piece ship, neutral rock\n", "neutral", "begin a new line with `neutral rock`"),
    ]);
}

#[test]
fn values_and_clauses_among_statements() {
    check(&[
        ("effect e(p: cell) { match kind(p) { man: n += 1, else: n = 0 } }", "match", "a value, not a statement"),
        ("action a(p: own) do { when p in edge remove p }", "when", "write `if C"),
        ("action a(p: own) do { remove p ensure some(own) }", "ensure", "after the closing brace"),
    ]);
}

#[test]
fn names() {
    check(&[
        ("action a(p2: empty) do again", "p2", "is a cell"),
        ("def p2 = 3", "p2", "is a cell"),
        ("effect e() { p2 = 3 }", "p2", "is a cell"),
        ("def f = some(p2 in own: x)", "p2", "is a cell"),
        ("def 2nd = 3", "2nd", "begin with a letter"),
        ("def größe = 3", "größe", "a-z"),
        ("def when = 3", "when", "keyword"),
        ("var move = 3", "move", "keyword"),
        ("action a(game: empty)\n  do { put stone at game }", "game", "keyword"),
        ("action a(choose: empty) do again", "choose", "keyword"),
        ("def f(p: cell) = if end == off then {} else own\n  where end = step(p, N)", "end", "keyword"),
        ("def f(p: cell) = own\n  where end = step(p, N)", "end", "keyword"),
        ("def f = some(end in own: true)", "end", "keyword"),
        ("def f = own & end\ndef g = 3", "end", "keyword"),
        ("effect e() { put stone at end\n }", "end", "keyword"),
        ("effect e() { for end in own { remove end } }", "end", "keyword"),
        ("def f(p) = 3", "p", "missing type after `p`"),
        ("def f(p: cel) = 3", "cel", "did you mean `cell`"),
        ("def f = {C5 d6}", "C5", "`c5`"),
        ("players A, B setup { man of A at C5 }", "C5", "`c5`"),
        ("board graph { E/W: A1 B1 }", "A1", "`a1`"),
        ("board graph { E/W: a1 }", "a1", "two cells"),
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
        ("def f(x: int) = 1 < x < 5", "<", "chained"),
        ("def f = 1.5", "1.5", "whole"),
        ("def f = x.row", ".", "row(x)"),
        ("def f = [a1", "[", "braces"),
        ("def f = a ≤ b", "≤", "`<=`"),
        ("def f = 'a", "'", "double quotes"),
        ("/* foo\ndef f = 3", "/*", "`//`"),
        ("game \"x\";\nplayers A, B", ";", "unexpected `;`"),
        ("def f = a &\ndef g = 3", "&", "missing value after"),
        ("action a(p: own) do move d3 d4", "d4", "missing `to`"),
        ("setup { man of White at a1 and b1 }", "and", "need braces"),
        ("action a(p: own)\n  when count(p) <\n  do again", "<", "missing value after"),
        ("def f = a | | b", "|", "missing value after"),
        ("players White,\nboard square 3 x 3", ",", "remove the comma"),
        ("def f =", "=", "missing value after"),
    ]);
}

#[test]
fn lists_calls_and_operands() {
    check(&[
        ("action a() when count (own) < 2 do again", "count (", "unexpected space"),
        ("def f = { f (x) }", "f (x)", "unexpected space"),
        ("def f = { p in own }", "p in own", "{ p in own: condition }"),
        ("def f = {1 -1}", "1 -1", "`{1, -1}`"),
        ("def f = {N E}", "N E", "commas"),
        ("def f = count(a b)", "b", "missing operator between"),
        ("action a() when p own do again", "own", "missing operator between"),
        ("def f = p in own adn q in own", "adn", "`and`"),
        ("def f = count p in own", "count", "count(p"),
        ("def f = some p in own: x", "some", "some(p"),
        ("def f = a | if x then b else c", "if", "parentheses"),
        ("def f = p in if x then b else c", "if", "parentheses"),
        ("def f = king of A of B", "B", "one `of`"),
        ("def f = if a then b", "b", "`else`"),
        ("def f = \"text\"", "\"text\"", "the value of a `def` cannot be a text"),
        ("param a = 3 in cells", "cells", "a range or a list"),
    ]);
}

#[test]
fn brackets_and_quotes() {
    check(&[
        ("action a(p: empty\n  when x\n  do again", "(", "never closed"),
        ("def f = (a & (b | c)\ndef g = 3", "(", "never closed"),
        ("action a()\n  do {\n    if x {\n      again\n  }\n\nend { when x: draw }", "{", "never closed"),
        ("def f = a)", ")", "has no matching"),
        ("}", "}", "has no matching"),
        ("def f(p: cell, = p", "(", "never closed"),
        ("def f(p: cell, q: cell = p\npiece man", "(", "never closed"),
        // the type is no item, so nothing is left open
        ("def f(x: piece, p: cell) = 1\ndef g = 1 +", "+", "value"),
        ("action a(p: own) as \"{p\" do again", "{", "never closed"),
        ("game \"Foo\nplayers A, B", "\"Foo", "missing closing quote"),
    ]);
    let (_, found) = found("action a()\n  do {\n    if x {\n      again\n  }\n\nend { when x: draw }");
    let places: Vec<(usize, &str)> = found[0].labels.iter().map(|l| (l.span.start as usize, l.text.as_str())).collect();
    assert_eq!(places, [(27, "opened here"), (43, "still open here")]);
}

#[test]
fn items() {
    check(&[
        ("acton a(p: empty) do again", "acton", "`action`"),
        ("game \"x\"\npalyers A, B", "palyers", "`players`"),
        ("size = 3", "size", "param size"),
        ("foo bar", "foo", "unknown keyword"),
        ("when x", "when", "`action`"),
        ("put stone at a1", "put", "statement"),
        ("game Tiger", "Tiger", "missing quotes"),
        ("board 8 x 8", "8", "missing shape"),
        ("board square 8 * 8", "*", "missing `x`"),
        ("board square 8\nplayers A, B", "8", "`x`"),
        ("board hex side 3 wraps E/W", "wraps E/W", "only squares and rhombuses"),
        ("board square 3 x 3 links N links E", "links E", "repeated board option"),
        ("board square 3 x 3 numbered dark named { 1 2 }", "named { 1 2 }", "both"),
        ("board graph { E/W: a1 b1 } columns \"ab\"", "columns \"ab\"", "chains"),
        ("board square 3 x 3 numberd dark", "numberd", "`numbered`"),
        ("board square 3 x 3 drawn lines", "lines", "`as`"),
        ("piece man king", "king", "missing comma between two kinds"),
        ("param size 19", "19", "`=`"),
        ("legend rr = man of Red", "rr", "one character"),
        ("legend r man of Red", "man", "`=`"),
        ("setup {\n  ..r.\n}", "..r.", "`. . r .`"),
        ("setup { man White at a1 }", "White", "`of`"),
        ("setup { man of White a1 }", "a1", "`at`"),
        ("game \"A\" extends \"b\"", "extends \"b\"", "must come first"),
        ("replace piece man", "replace", "remove `replace`"),
        ("also def f = 3", "also", "`replace`"),
        ("", "", "contains no rules"),
        ("\n// only words\n", "", "contains no rules"),
    ]);
}

#[test]
fn actions_and_statements() {
    check(&[
        ("action a(p: own)\n  do put stone at p\n  passes = 0", "passes", "after `do` need braces"),
        ("action a(p: own)\n  do put stone at p again", "again", "after `do` need braces"),
        ("action a()\n  wen x\n  do again", "wen", "`when`"),
        ("action a() do again when x", "when", "must come before `do`"),
        ("action a() do again do again", "do", "only one `do`"),
        ("action a do again", "a", "action a()"),
        ("also action a() do again", "()", "binders of the base"),
        ("action a(p in own) do again", "in", "`:`"),
        ("effect e { again }", "e", "effect e()"),
        ("effect e() { if a { again } elif b { again } }", "elif", "`else if`"),
        ("effect e() { if a then again }", "then", "write `if .. { again }`"),
        ("effect e() { if a { again } else again }", "again", "in braces"),
        ("effect e() { remov p }", "remov", "`remove`"),
        ("effect e() { put man a1 }", "a1", "`at`"),
        ("effect e() { if own == {} { win } }", "win", "cannot say who wins"),
        ("action a() do", "do", "a statement"),
        ("end { when none(empty) draw }", "draw", "`:`"),
        ("end { when x: White win }", "White win", "`White wins`"),
        ("example \"x\" { legal a1 b2 }", "b2", "missing comma between"),
        ("example \"x\" { lgal a1 }", "lgal", "`legal`"),
        ("action a(p: own) as \"{p q}\" do again", "q", "missing operator between"),
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
        ("effect e() {\n  if a:\n    again\n  remove b\n}", ":", "expected `{`"),
        ("def f(p: cell) { return p }", "{", "needs `=`"),
        ("(define foo (bar))\ngame \"x\"", "(define", "begins with its keyword"),
        ("players White, Black\nend { when x: player 2 wins }", "player 2", "write `Black`"),
        ("effect e() { place a man at p }", "place", "`put`"),
        ("action a(p: own and empty) do again", "and", "`&`"),
        ("action a(p: own)\n  remove p", "remove", "`do"),
        ("end { none(empty): draw }", "none", "`when`"),
        ("game \u{201c}Go\u{201d}\nplayers A, B", "\u{201c}", "straight"),
        ("/* one\n * two\n */\nplayers A, B", "/*", "`//`"),
        ("players A,\u{a0}B", "\u{a0}", "copied from a web page"),
        ("effect e() { hand[p] = 1 }", "[", "`hand(..)`"),
        ("setup { man of A at rows(1–2) }", "–", "`1..6`"),
        ("board square 8 by 8", "by", "`8 x 8`"),
        ("players A B", "B", "`players A, B`"),
        ("example \"x\" { play a1 b2 c3 }", "b2", "`play a1, b2`"),
        ("setup { man of A at a1 b2 }", "a1 b2", "`{a1 b2}`"),
        ("board graph { in/out: a1 b1 }", "in", "keyword"),
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
    says(&format!("def f = a{}", " | a".repeat(5000)), "nested levels");
    says(&format!("def f = a{}", " | a".repeat(300)), "nested levels");
    says(&format!("def f = {}a", "not ".repeat(100_000)), "nested levels");
    says(&format!("def f = {}1", "- ".repeat(300)), "nested levels");
    says(&format!("def f = {}1", "if a then 1 else ".repeat(100_000 / 20)), "nested levels");
    says(&format!("effect e() {{ {} {{ }} }}", "if a { } else ".repeat(400)), "nested levels");
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
        ("action a(p: own) as \"{if p in own then \"a\" else \"b\"}\"", "if", "a separate text for each case"),
        ("extends \"chess\" replace piece knight \"S\", king", "replace", "remove `replace`"),
    ]);
}

#[test]
fn forms_that_are_right_elsewhere() {
    check(&[
        ("setup {\n  m .\n  . .\n  man of White at b2\n}", ".", "a setup cannot mix a picture and placements"),
        ("board square 8 x 8 numbered drawn as holes", "numbered", "write `numbered board`"),
        ("board square 8 x 8 numbered\nplayers A, B", "numbered", "write `numbered board`"),
        ("example \"e\" { result White loses }", "loses", "`result White wins` or `result draw`"),
        (
            "def sign(d: dir) = match d { N: \"+\", else: \"-\" }",
            "\"+\"",
            "the value of a `def` cannot be a text; write the `match` after",
        ),
        ("def sign = \"+\"", "\"+\"", "the value of a `def` cannot be a text; write the text after"),
        ("piece man \"M\" king \"K\"", "king", "`piece man \"M\", king \"K\"`"),
        ("action a(p: empty) do { var got(n: 1..3) = 0 }", "(", "declare it outside of the action"),
    ]);
}

#[test]
fn what_the_next_line_was_read_for() {
    check(&[
        ("example \"x\" {\n  play a1,\n  legal b2\n}", ",", "missing move after `,`"),
        ("example \"x\" {\n  play\n  result White wins\n}", "play", "missing move after `play`"),
        ("example \"x\" {\n  set n =\n  White to move\n}", "=", "missing value after `=`"),
        ("example \"x\" { position { man of White at ; man of Black at a1 } }", "at", "missing cells after `at`"),
        (
            "example \"x\" {\n  position {\n    man of White at\n    man of Black at a1\n  }\n}",
            "at",
            "missing cells after `at`",
        ),
    ]);
}

#[test]
fn causes_that_are_not_what_they_look_like() {
    check(&[
        ("effect e() { for each x in own { remove x } }", "each", "`for x in ..`"),
        ("effect e(p: cell) { put a man at p }", "a", "`put man`"),
        ("effect e(q: cell) { remove at q }", "at", "unexpected `at` after `remove`"),
        ("players Geese gonig S, Fox", "gonig", "`going`"),
        ("effect e() {\n  if a  n = 1; again }\n}", "n", "expected `{`"),
        ("action move(own p) do again", "p", "`p: own`"),
        ("action a() when #own > 2 do again", "#", "`count(own)`"),
        ("var pot(cell) = 0", "cell", "`c: cell`"),
        ("def f = {e5 e8 m5 m6 r3is}", "r3is", "not a cell"),
        ("action a()\n  if n > 3\n  do again", "if", "uses `when`"),
        ("effect e() { n_1 += 1 set n_1 = 1 }", "set", "unexpected `set`"),
        ("board hex n\npiece man", "n", "board hex side 5"),
        ("board square 3 x 3 wraps all", "all", "wraps E/W, N/S"),
        ("game \"Mine\" board squary", "squary", "`square`"),
    ]);
}
