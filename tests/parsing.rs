//! Parses every bundled game, and inspects a few trees.

use boardwright::diagnostic::Diagnostic;
use boardwright::internals::syntax::ast::*;
use boardwright::internals::syntax::parse;
use boardwright::source::{Source, Sources};

fn read_text(text: &str) -> Result<(File, Sources), Vec<Diagnostic>> {
    let mut sources = Sources::new();
    let id = sources.add(Source::new("test.game", text));
    parse(&sources, id).map(|file| (file, sources))
}

fn items(text: &str) -> Vec<Item> {
    match read_text(text) {
        Ok((file, _)) => file.items,
        Err(found) => panic!("{text}\n{found:#?}"),
    }
}

fn body(text: &str) -> Expr {
    match items(&format!("def f = {text}")).remove(0).node {
        ItemNode::Def(def) => def.body,
        other => panic!("{other:?}"),
    }
}

/// Writes an expression with all its brackets.
fn shape(expr: &Expr) -> String {
    let all = |list: &[Expr]| list.iter().map(shape).collect::<Vec<_>>().join(" ");
    match &expr.node {
        Node::Number(n) => n.to_string(),
        Node::Bool(value) => value.to_string(),
        Node::Cell(text) | Node::Name(text) => text.clone(),
        Node::Paren(inner) => format!("({})", shape(inner)),
        Node::List(list) => format!("{{{}}}", all(list)),
        Node::Collect(g) => format!("{{{} in {}: {}}}", g.name.node, shape(&g.over), shape(&g.body)),
        Node::Call(name, list) => format!("{}({})", name.node, all(list)),
        Node::Generate(name, g) => format!("{}({} in {}: {})", name.node, g.name.node, shape(&g.over), shape(&g.body)),
        Node::Possible(name) => format!("possible({})", name.node),
        Node::Match(of, arms) => {
            let arm = |arm: &Arm| format!("{}:{}", arm.value.as_ref().map_or("else".into(), shape), shape(&arm.body));
            format!("match[{} {}]", shape(of), arms.iter().map(arm).collect::<Vec<_>>().join(" "))
        }
        Node::Neg(inner) => format!("[-{}]", shape(inner)),
        Node::Not(inner) => format!("[not {}]", shape(inner)),
        Node::Binary(left, sign, right) => format!("[{} {:?} {}]", shape(left), sign.node, shape(right)),
        Node::Range(low, high) => format!("[{}..{}]", shape(low), shape(high)),
        Node::Of(what, owner) => format!("[{} of {}]", shape(what), shape(owner)),
        Node::If(c, a, b) => format!("[if {} {} {}]", shape(c), shape(a), shape(b)),
        Node::Region(map, n) => format!("region[{}]", map.symbols[*n].0.node),
        Node::Table(map) => format!("table[{}]", map.words.len()),
        Node::Look(some, inner) => format!("[{} {}]", if *some { "some" } else { "no" }, shape(inner)),
    }
}

#[test]
fn every_game_is_read() {
    let folders =
        [concat!(env!("CARGO_MANIFEST_DIR"), "/games"), concat!(env!("CARGO_MANIFEST_DIR"), "/games/classics")];
    let mut count = 0;
    for entry in
        folders.into_iter().flat_map(|folder| std::fs::read_dir(folder).expect("the games are there").flatten())
    {
        let path = entry.path();
        if path.extension().is_some_and(|extension| extension == "game") {
            let text = std::fs::read_to_string(&path).expect("a game can be read");
            let read = read_text(&text);
            assert!(read.is_ok(), "{}: {:#?}", path.display(), read.err());
            count += 1;
        }
    }
    assert!(count > 20);
}

#[test]
fn operators_bind_as_the_language_says() {
    for (text, wanted) in [
        ("a + b * c - d", "[[a Add [b Mul c]] Sub d]"),
        ("a | b | c & d", "[[[a Or b] Or c] And d]"),
        ("-a of b * 2", "[[-[a of b]] Mul 2]"),
        ("a + 1 .. b | c", "[[a Add 1]..[b Or c]]"),
        ("not a in b and c not in d or e", "[[[not [a In b]] Both [c NotIn d]] Either e]"),
        ("not not a", "[not [not a]]"),
        ("(a) within {b1 c2}", "[(a) Within {b1 c2}]"),
        ("if a then b else c + d", "[if a b [c Add d]]"),
        ("x and no move then safe(next)", "[x Both [no safe(next)]]"),
        ("count(x in own & y: z < 3) - 1", "[count(x in [own And y]: [z Less 3]) Sub 1]"),
        ("some(x in if a then b else c: d)", "some(x in [if a b c]: d)"),
        ("f(x in y, z)", "f([x In y] z)"),
        ("{ p in own: p != a1 }", "{p in own: [p NotEqual a1]}"),
        ("{1, -1}", "{1 [-1]}"),
        ("{1 - 1, a1}", "{[1 Sub 1] a1}"),
        ("{}", "{}"),
        ("max(x in X: n) or 0", "[max(x in X: n) Either 0]"),
        ("match kind(p) { a: 1, else: board }", "match[kind(p) a:1 else:board]"),
        ("possible(move)", "possible(move)"),
    ] {
        assert_eq!(shape(&body(text)), wanted, "{text}");
    }
}

#[test]
fn spans_end_where_the_words_end() {
    let (file, sources) = match read_text("param n = 3   // three\n\nplayers A,\n B // two\n\n") {
        Ok(read) => read,
        Err(found) => panic!("{found:#?}"),
    };
    let texts: Vec<&str> = file.items.iter().map(|item| sources.text(item.span)).collect();
    assert_eq!(texts, ["param n = 3", "players A,\n B"]);
}

#[test]
fn doc_comments_belong_to_the_item_below_or_beside() {
    let items = items(
        "/// lost\n\n/// one\n/// two\nvar a = 0 /// beside\nvar b = 0\n/// c\nvar c = 0 // no\n//// no\nvar d = 0",
    );
    let docs: Vec<&str> = items.iter().map(|item| item.docs.as_str()).collect();
    assert_eq!(docs, ["one\ntwo\nbeside", "", "c", ""]);
}

#[test]
fn items_have_their_parts() {
    let items = items(
        "param walls: bounce | open = open  param n: int = 3 in {1, 3} where n != 2
         board hex side 5 drawn as holes links E | W columns \"abc\" without {a1 b2} named { A 1 . }
         legend w k = man king of White, x = arrow
         setup { w . k }
         also first end { for P in players when stuck: P loses  when x: most pieces wins, no ties }
         without action swap
         replace action move(p: own) let a = b as \"{p}-x{a}\" do again; ensure c maximize d
         effect e() { if a { } else if b { return } else { f(x) } may choose y in Y { n += 1 } }
         example \"t\" { position { man of White at a1; arrow at b2 } White to move; play \"a b\", c; result draw }",
    );
    assert_eq!(items.len(), 10);
    let text = format!("{items:?}");
    for part in ["Hexagon", "Words([", "AlsoFirst", "Replace", "may: true", "tie: None", "Result(None)"] {
        assert!(text.contains(part), "{part}");
    }
    match &items[6].node {
        ItemNode::Without(what) => assert_eq!((what.word, what.name.node.as_str()), ("action", "swap")),
        other => panic!("{other:?}"),
    }
    match &items[4].node {
        ItemNode::Setup(PieceLayout { node: LayoutNode::Picture(symbols), .. }) => assert_eq!(symbols.len(), 3),
        other => panic!("{other:?}"),
    }
}
