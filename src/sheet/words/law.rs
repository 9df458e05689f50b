//! A law: equal words mean equal rules. Trees of conditions, numbers and sets are phrased, and evaluated on small models; trees with
//! the same words must have the same value on all of them.

use super::{Phraser, Voice};
use crate::check::Scope;
use crate::engine::Engine;
use crate::source::{Source, Sources};
use crate::syntax;
use crate::syntax::ast::{ItemNode, Type};
use std::collections::HashMap;
use std::sync::Arc;

const RULES: &str = "game \"Law\" board square 4 x 4 players White, Black piece man
    def size(c: cells) = count(c) action put(p: empty) do put man at p end { when stuck(next): next loses }";

/// A tree: its source text, and its value on each model.
#[derive(Clone, Debug)]
struct LawTree {
    text: String,
    values: Vec<i64>,
}

/// A model: the owner of each of 16 cells, and two numbers.
struct Model {
    own: i64,
    enemy: i64,
    n: i64,
    k: i64,
}

const ALL: i64 = 0xffff;
const EDGE: i64 = 0xf99f;

fn models() -> Vec<Model> {
    let mut state = 7u64;
    let mut next = move || {
        state = state.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        i64::try_from(state >> 40).unwrap_or(0)
    };
    let model = |_| {
        let own = next() & ALL;
        Model { own, enemy: next() & ALL & !own, n: next() % 7 - 3, k: next() % 5 - 1 }
    };
    (0..12).map(model).collect()
}

/// Returns the orthogonal neighbors of cells on a board of 4 x 4.
fn around(cells: i64) -> i64 {
    let (west, east) = (0x1111, 0x8888);
    (cells << 4 | cells >> 4 | (cells & !east) << 1 | (cells & !west) >> 1) & ALL
}

fn atom(text: &str, value: impl Fn(&Model) -> i64) -> LawTree {
    LawTree { text: text.to_owned(), values: models().iter().map(value).collect() }
}

/// Builds a tree from others; `{}` stands for each of them.
fn build(shape: &str, of: &[&LawTree], value: impl Fn(&[i64]) -> i64) -> LawTree {
    let mut text = shape.to_owned();
    for part in of {
        let simple =
            part.text.chars().all(char::is_alphanumeric) || part.text.ends_with(')') && !part.text.contains(' ');
        let part = if simple { part.text.clone() } else { format!("({})", part.text) };
        text = text.replacen("{}", &part, 1);
    }
    let column = |n: usize| of.iter().map(|part| part.values[n]).collect::<Vec<_>>();
    let count = of.first().map_or(0, |part| part.values.len());
    LawTree { text, values: (0..count).map(|n| value(&column(n))).collect() }
}

fn sets(of: &[LawTree], with: &[LawTree], conditions: &[LawTree]) -> Vec<LawTree> {
    let mut all: Vec<LawTree> = of.iter().map(|set| build("neighbors({})", &[set], |of| around(of[0]))).collect();
    for (one, other) in of.iter().flat_map(|one| with.iter().map(move |other| (one, other))) {
        for (a, b) in [(one, other), (other, one)] {
            all.push(build("{} & {}", &[a, b], |of| of[0] & of[1]));
            all.push(build("{} | {}", &[a, b], |of| of[0] | of[1]));
            all.push(build("{} except {}", &[a, b], |of| of[0] & !of[1]));
        }
        all.extend(conditions.iter().map(|condition| choice(condition, one, other)));
    }
    all
}

fn numbers(of: &[LawTree], with: &[LawTree], conditions: &[LawTree]) -> Vec<LawTree> {
    let mut all = Vec::new();
    for one in of {
        all.push(build("-{}", &[one], |of| -of[0]));
        all.push(build("abs({})", &[one], |of| of[0].abs()));
    }
    for (one, other) in of.iter().flat_map(|one| with.iter().map(move |other| (one, other))) {
        for (a, b) in [(one, other), (other, one)] {
            all.push(build("{} + {}", &[a, b], |of| of[0] + of[1]));
            all.push(build("{} - {}", &[a, b], |of| of[0] - of[1]));
            all.push(build("{} * {}", &[a, b], |of| of[0] * of[1]));
            all.push(build("max({}, {})", &[a, b], |of| of[0].max(of[1])));
            all.push(build("min({}, {})", &[a, b], |of| of[0].min(of[1])));
        }
        all.extend(
            conditions.iter().flat_map(|condition| [choice(condition, one, other), choice(condition, other, one)]),
        );
    }
    all
}

fn conditions(of: &[LawTree], with: &[LawTree]) -> Vec<LawTree> {
    let mut all: Vec<LawTree> = of.iter().map(|one| build("not {}", &[one], |of| 1 - of[0])).collect();
    for (one, other) in of.iter().flat_map(|one| with.iter().map(move |other| (one, other))) {
        for (a, b) in [(one, other), (other, one)] {
            all.push(build("{} and {}", &[a, b], |of| of[0] & of[1]));
            all.push(build("{} or {}", &[a, b], |of| of[0] | of[1]));
            all.extend(with.iter().map(|condition| choice(condition, a, b)));
        }
    }
    all
}

fn choice(condition: &LawTree, yes: &LawTree, no: &LawTree) -> LawTree {
    build("if {} then {} else {}", &[condition, yes, no], |of| if of[0] == 1 { of[1] } else { of[2] })
}

/// Phrases a tree, or returns `None` if it stays code.
struct Teller {
    engine: Arc<dyn Engine>,
}

impl Teller {
    fn new() -> Teller {
        Teller { engine: crate::load_text(RULES, &[]).unwrap() }
    }

    /// Phrases all trees and checks the law. Returns how many have words.
    fn check(&self, trees: &[LawTree]) -> usize {
        let mut told: HashMap<String, &LawTree> = HashMap::new();
        for tree in trees {
            let Some(words) = self.words(&tree.text) else { continue };
            let first = told.entry(words.clone()).or_insert(tree);
            assert_eq!(first.values, tree.values, "`{}` and `{}` are both told as: {words}", first.text, tree.text);
        }
        told.len()
    }

    fn words(&self, text: &str) -> Option<String> {
        let mut sources = Sources::new();
        let id = sources.add(Source::new("law.game", format!("def told(n: int, k: int) = {text}")));
        let file = syntax::parse(&sources, id).unwrap_or_else(|found| panic!("{text}: {found:?}"));
        let def = file.items.iter().find_map(|item| match &item.node {
            ItemNode::Def(def) if def.name.node == "told" => Some(def),
            _ => None,
        })?;
        let game = self.engine.game();
        let scope = Scope::new(game);
        let items = scope.as_ref().map_or(&[][..], Scope::items);
        let locals = ["n", "k"].map(|name| (name.to_owned(), Type::Int));
        let words = Phraser::new(game, items, Voice::You).with(locals);
        match words.ty(&def.body)? {
            Type::Bool => words.clause(&def.body, true),
            _ => words.value_words(&def.body, None),
        }
    }
}

fn atoms() -> [Vec<LawTree>; 3] {
    [
        vec![atom("own", |of| of.own), atom("enemy", |of| of.enemy), atom("edge", |_| EDGE)],
        vec![atom("n", |of| of.n), atom("2", |_| 2), atom("count(own)", |of| i64::from(of.own.count_ones()))],
        vec![
            atom("n > 1", |of| i64::from(of.n > 1)),
            atom("k == 2", |of| i64::from(of.k == 2)),
            atom("some(own & edge)", |of| i64::from(of.own & EDGE != 0)),
        ],
    ]
}

#[test]
fn sets_with_equal_words_are_equal() {
    let [sets_0, _, conditions] = atoms();
    let one = sets(&sets_0, &sets_0, &conditions[..1]);
    let two = sets(&one, &sets_0, &conditions[..1]);
    // A sample of the larger trees.
    let pairs = sets(&one, &one[..24], &[]).into_iter().step_by(11).collect();
    let three = sets(&two[..500], &sets_0[..1], &[]).into_iter().step_by(5).collect();
    let all: Vec<LawTree> = [sets_0, one, two, pairs, three].concat();
    assert!(Teller::new().check(&all) > 800);
}

#[test]
fn numbers_with_equal_words_are_equal() {
    let [_, numbers_0, conditions] = atoms();
    let one = numbers(&numbers_0, &numbers_0, &conditions[..1]);
    let two = numbers(&one, &numbers_0, &conditions[1..2]).into_iter().step_by(2).collect();
    let all: Vec<LawTree> = [numbers_0, one, two].concat();
    assert!(Teller::new().check(&all) > 1000);
}

#[test]
fn conditions_with_equal_words_are_equal() {
    let [_, _, conditions_0] = atoms();
    let one = conditions(&conditions_0, &conditions_0);
    let two = conditions(&one, &conditions_0);
    let all: Vec<LawTree> = [conditions_0, one, two].concat();
    assert!(Teller::new().check(&all) > 1000);
}

#[test]
fn different_rules_have_different_words() {
    let teller = Teller::new();
    for (one, other) in [
        ("neighbors(own & edge)", "neighbors(own) & edge"),
        ("neighbors(own except edge)", "neighbors(own) except edge"),
        ("own except (enemy except edge)", "(own except enemy) except edge"),
        ("max(1, count(own)) - 1", "max(1, count(own) - 1)"),
        ("max(1, min(n, 4)) - abs(n)", "max(1, min(n, 4) - abs(n))"),
        ("neighbors(own, N | E) & edge", "neighbors(own & edge, N | E)"),
        ("neighbors(neighbors(own), all)", "neighbors(neighbors(own, all))"),
        ("first(own, N, enemy & edge)", "first(own, N, enemy) & edge"),
        ("group(own, enemy except edge)", "group(own, enemy) except edge"),
        ("size(own) + 1", "size(own | enemy) + 1"),
        ("row(step(a1, N, n)) + 1", "row(step(a1, N, n + 1))"),
        ("count(rows(n + 1))", "count(rows(n)) + 1"),
        ("count(lines(own except edge, 3))", "count(lines(own, 3) except edge)"),
        ("count(p in own: row(p) > n) + 1", "count(p in own: row(p) > n + 1)"),
        ("sum(p in own: row(p)) + 1", "sum(p in own: row(p) + 1)"),
        ("max(p in own: row(p)) or n + 1", "(max(p in own: row(p)) or n) + 1"),
        ("some(p in own: row(p) > 1) and n > 1", "some(p in own: row(p) > 1 and n > 1)"),
        ("a1 in own | edge and n > 1", "a1 in own or (a1 in edge and n > 1)"),
        ("if n > 1 then (if k > 2 then 1 else 2) else 3", "if k > 2 then 1 else if n > 1 then 2 else 3"),
        ("neighbors(own, orthogonal except (N | E))", "neighbors(own, (orthogonal except N) | E)"),
    ] {
        let (first, second) = (teller.words(one), teller.words(other));
        assert!(first.is_some() && second.is_some(), "{one}: {first:?}; {other}: {second:?}");
        assert_ne!(first, second, "{one}; {other}");
    }
}
