//! Tests the proof against generated rules: moves with the same text must be among those that may have it.

use super::{ActionPair, SameTexts, alike};
use crate::engine::Engine;
use crate::engine::fast::Fast;
use crate::game::Game;
use crate::load::load_text;
use crate::moves::Move;
use crate::rng::Rng;
use std::sync::Arc;

/// The number of generated rule files.
const FILES: u64 = 250;

fn pick<'t>(rng: &mut Rng, texts: &[&'t str]) -> &'t str {
    texts[rng.below(texts.len())]
}

/// Generates a text that shows some of the binders.
fn text(rng: &mut Rng, binders: &[(&str, &str)], deep: bool) -> String {
    let has = |name: &str| binders.iter().any(|(other, _)| *other == name);
    if deep && rng.below(3) == 0 {
        let (one, other) = (text(rng, binders, false), text(rng, binders, false));
        return match rng.below(3) {
            0 if has("d") => format!("match d {{ E: {one}, else: {other} }}"),
            1 => format!("if p in rows(1) then {one} else {other}"),
            _ => format!("if ply == 0 then {one} else {other}"),
        };
    }
    let mut shown: Vec<String> = binders.iter().map(|(name, _)| format!("{{{name}}}")).collect();
    if has("d") {
        let steps = if has("n") { "{step(p, d, n)}" } else { "{step(p, d)}" };
        shown.push(steps.to_owned());
    }
    let mut text = String::new();
    for _ in 0..1 + rng.below(4) {
        text += &shown[rng.below(shown.len())];
        text += pick(rng, &["", "-", "x", "a", "1"]);
    }
    format!("\"{text}\"")
}

fn action(rng: &mut Rng, name: &str) -> String {
    let mut binders = vec![("p", pick(rng, &["own", "own & man", "own & king", "enemy", "empty", "rows(1..2)"]))];
    if rng.below(2) == 0 {
        binders.push(("d", pick(rng, &["all", "E | W", "orthogonal", "{N, SE}"])));
    }
    if rng.below(3) == 0 {
        binders.push(("n", pick(rng, &["1..2", "0..1", "1..12"])));
    }
    if rng.below(2) == 0 {
        let far: &[&str] = &["empty", "neighbors(p)", "ray(p, E | N, empty)", "the(own & king)"];
        let near: &[&str] = &["ray(p, d)", "neighbors(p, d)", "first(p, d, occupied)"];
        let has_dir = binders.iter().any(|(name, _)| *name == "d");
        binders.push(("q", if has_dir && rng.below(2) == 0 { pick(rng, near) } else { pick(rng, far) }));
    }
    if rng.below(4) == 0 {
        binders.push(("k", "{man, king}"));
    }
    let all: Vec<String> = binders.iter().map(|(name, over)| format!("{name}: {over}")).collect();
    let mut when = pick(rng, &["", "when p in edge", "when kind(p) == man", "when ply < 3"]).to_owned();
    if binders.iter().any(|(name, _)| *name == "d") {
        when += pick(
            rng,
            &["", "", " when step(p, d) in empty", " when step(p, d) != off", " when step(p, d, 2) in empty except p"],
        );
    }
    let choices = [
        "remove p",
        "choose c in own { remove c }",
        "may choose c in empty as \"x{c}\" { remove c }",
        "may choose c in empty as \"-\" { remove c }",
        "{ may choose c in own { remove c } may choose c in enemy as \"{c}\" { remove c } }",
        "on(p)",
        "choose e in E | W as match e { E: \"r\", W: \"l\" } { remove p }",
        "may choose e in orthogonal as \"{step(p, e)}\" { remove p }",
    ];
    let does = pick(rng, &choices);
    let text = text(rng, &binders, true);
    format!("action {name}({}) {when} as {text} do {does}\n", all.join(", "))
}

fn rules(rng: &mut Rng) -> String {
    let board = pick(rng, &["3 x 3", "3 x 3", "2 x 3 wraps E/W", "4 x 3 numbered dark", "3 x 12"]);
    let mut rules = format!("game \"G\" board square {board} players A, B piece man, king\nsetup {{\n");
    for column in ["a", "b"] {
        for row in 1..=3 {
            if rng.below(3) > 0 {
                let piece = pick(rng, &["man of A", "king of A", "man of B"]);
                rules += &format!("  {piece} at {column}{row}\n");
            }
        }
    }
    rules += "}\neffect on(c: cell) { may choose r in neighbors(c) as \"-{r}\" { remove c on(r) } }\n";
    for n in 0..1 + rng.below(3) {
        rules += &action(rng, ["one", "two", "three"][n]);
    }
    rules + "end { when ply == 9: draw when stuck(next): draw }"
}

fn is_expected(game: &Game, pairs: &[ActionPair], one: &Move, other: &Move) -> bool {
    let candidate = |mv: &Move| (mv.action, mv.values[..game.actions[mv.action.0 as usize].binders.len()].to_vec());
    let fits = |pair: &ActionPair, a: &Move, b: &Move| {
        (a.action.0 as usize, b.action.0 as usize) == (pair.one, pair.other)
            && pair.agree.iter().all(|(n, m)| a.values[*n] == b.values[*m])
            && (pair.in_choices || candidate(a) != candidate(b))
    };
    pairs.iter().any(|pair| fits(pair, one, other) || fits(pair, other, one))
}

#[test]
fn moves_with_one_text_are_expected() {
    let (mut clear, mut same) = (0, 0);
    for seed in 0..FILES {
        let rules = rules(&mut Rng::new(seed));
        let Ok(engine) = load_text(&rules, &[]) else { continue };
        let game = Arc::new(engine.game().clone());
        let SameTexts::Pairs(pairs) = alike(&game) else { continue };
        let raw = Fast::trusting(game, engine.clone());
        let Ok(position) = engine.start() else { continue };
        if raw.unsupported().is_some() {
            continue;
        }
        let Ok(moves) = raw.legal_moves(&position) else { continue };
        clear += usize::from(pairs.is_empty() && moves.len() > 1);
        let mut texts: Vec<(String, &Move)> =
            moves.iter().filter_map(|mv| Some((engine.text(&position, mv).ok()?, mv))).collect();
        texts.sort_by(|a, b| a.0.cmp(&b.0));
        for of_one in texts.chunk_by(|a, b| a.0 == b.0) {
            for (n, (text, one)) in of_one.iter().enumerate() {
                for (_, other) in &of_one[n + 1..] {
                    same += 1;
                    assert!(
                        is_expected(engine.game(), &pairs, one, other),
                        "{text} of seed {seed}: {one:?} {other:?} {pairs:?}\n{rules}"
                    );
                }
            }
        }
    }
    // Neither case may be rare.
    assert!(clear > 20 && same > 1000, "{clear} without, {same} pairs");
}
