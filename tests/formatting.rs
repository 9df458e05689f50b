//! Tests of what formatting changes and what it keeps. `tests/syntax_laws.rs` tests that it never changes the meaning.

use boardwright::internals::syntax::format;
use boardwright::source::{Source, Sources};

fn formatted(text: &str) -> String {
    let mut sources = Sources::new();
    let id = sources.add(Source::new("test.game", text));
    match format(&sources, id) {
        Ok(text) => text,
        Err(found) => panic!("{text}\n{found:#?}"),
    }
}

#[test]
fn bundled_games_are_tidy() {
    let folders =
        [concat!(env!("CARGO_MANIFEST_DIR"), "/games"), concat!(env!("CARGO_MANIFEST_DIR"), "/games/classics")];
    let files =
        folders.into_iter().flat_map(|folder| std::fs::read_dir(folder).expect("the games are there").flatten());
    for entry in files.filter(|entry| entry.path().is_file()) {
        let text = std::fs::read_to_string(entry.path()).expect("a game can be read");
        assert_eq!(formatted(&text), text, "{}", entry.path().display());
    }
}

#[test]
fn spaces_between_words() {
    for (text, tidy) in [
        ("board   square 6x6", "board square 6 x 6"),
        ("board square 3 x 3 wraps E / W,N/S", "board square 3 x 3 wraps E/W, N/S"),
        (
            "board square 3 x 3 numbered  dark from  SE drawn  as lines",
            "board square 3 x 3 numbered dark from SE drawn as lines",
        ),
        ("board square 2 x 1 without{a1} named{9a A}", "board square 2 x 1 without {a1} named { 9a A }"),
        ("def f( p :cell )=count( own&p )<- 1", "def f(p: cell) = count(own & p) < -1"),
        (
            "def f (p: cell) = { a1  c3 } | {N ,E} | { x in own:x!=p } | { }",
            "def f(p: cell) = {a1 c3} | {N, E} | { x in own: x != p } | {}",
        ),
        ("def f = 1 .. 6", "def f = 1 .. 6"),
        ("piece man\"M\",king   \"K\"", "piece man \"M\", king \"K\""),
        (
            "action a(p: own)as match p{a1:\"x\",else :(if own==p then\"y\"else\"{p}\")}",
            "action a(p: own) as match p { a1: \"x\", else: (if own == p then \"y\" else \"{p}\") }",
        ),
        ("def f = rows(1 ..6)", "def f = rows(1..6)"),
        ("def f = not(a)and(b)", "def f = not (a) and (b)"),
        ("effect e(){n+=1;;again ; }", "effect e() { n += 1; again }"),
        ("legend r=man of A , b =man of B", "legend r = man of A, b = man of B"),
        ("example \"t\"{play a1 ,b2;legal only c3}", "example \"t\" { play a1, b2; legal only c3 }"),
        ("setup { man of A at{a1}; }", "setup { man of A at {a1} }"),
        ("param w:a|b=a", "param w: a | b = a"),
        ("var a = 0 var b = 1", "var a = 0\nvar b = 1"),
    ] {
        assert_eq!(formatted(text), format!("{tidy}\n"));
    }
}

#[test]
fn lines_and_indentation() {
    let text = "


game \"x\"
/// What it is.
/// And more.
def f =
    if a then b   // why
      else c


    where a = 1



action a(p: own)
when p in own
      and p in f
// how
    do { put stone at p
  if a { again } else {
  again; remove p }
 // and so on

   }
   ensure a
end
{
    when a: draw
    when bcd: never }
";
    let tidy = "\
game \"x\"

/// What it is.
/// And more.
def f =
  if a then b   // why
  else c

  where a = 1

action a(p: own)
  when p in own
    and p in f
  // how
  do {
    put stone at p
    if a { again } else {
      again
      remove p
    }
    // and so on
  }
  ensure a
end {
  when a: draw
  when bcd: never
}
";
    assert_eq!(formatted(text), tidy);
    assert_eq!(formatted(tidy), tidy);
}

#[test]
fn pictures_are_evened_out() {
    assert_eq!(
        formatted("board square 3 x 3 setup { .   r .\n  . .  . // two\n.  r r}"),
        "board square 3 x 3\nsetup {\n  . r .\n  . . .  // two\n  . r r\n}\n"
    );
    assert_eq!(
        formatted("board hex 3 x 2\nsetup {\n      . r  .\n    . . .\n }"),
        "board hex 3 x 2\nsetup {\n    . r .\n  . . .\n}\n"
    );
}

#[test]
fn pictures_keep_their_holes() {
    let holes = "board square 3 x 3 without {b2 a1}\nsetup {\n  . r .\n  .   r\n    r .\n}\n";
    let names = "board square 3 x 2 named {\n   1 2 .\n  10 c 9a  // names\n}\n";
    let points = "board graph { E/W: a1 c1, a2 b2 c2 }\nsetup {\n  . r .\n  .   r\n}\n";
    for tidy in [holes, names, points] {
        assert_eq!(formatted(tidy), tidy);
        assert_eq!(formatted(&tidy.replace("\n  ", "\n     ")), tidy);
    }
}

#[test]
fn columns_stay() {
    for text in [
        "end {\n  when a:   draw\n  when bcd: never\n}\n",
        "def f = 1\n\naction a(p: own)\n  let a   = 1           // one\n  let bcd = 2           // two\n",
        "var a = 1       /// one\nvar bcd = 2     /// two\n",
    ] {
        assert_eq!(formatted(text), text);
    }
    assert_eq!(
        formatted("end {\n  when a:     draw\n  when bcd:   never\n}"),
        "end {\n  when a:   draw\n  when bcd: never\n}\n"
    );
}

#[test]
fn long_blocks_are_opened() {
    let long = format!("effect e() {{ if a {{ again }} {} }}", "remove a1 | b2 | c3; ".repeat(6));
    let tidy = formatted(&long);
    assert!(tidy.starts_with("effect e() {\n  if a { again }\n  remove a1 | b2 | c3\n  remove"), "{tidy}");
    assert_eq!(formatted(&tidy), tidy);
}
