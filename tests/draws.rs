//! Random plies where most draws are in vain: all legal moves are equally likely, and both engines mean the same.

use crate::common;
use crate::fair::check_plies;
use crate::lowered::check_rules;
use boardwright::engine::Engine;
use boardwright::engine::fast::{Fast, SlowKind, SlowReport};
use std::sync::Arc;

/// Checks that all moves of random plies are equally likely by rules with these items, and that both engines list and count the same.
fn check(items: &str, setup: &str) -> SlowReport {
    let rules = |last: u32| {
        format!(
            "game \"Rare\"\nboard square 4 x 4\nplayers White, Black\npiece man, king\n\
             setup {{ {setup} }}\n{items}\nend {{ when ply > {last}: draw when stuck(next): draw }}"
        )
    };
    let game = boardwright::load_text(&rules(30), &[]).unwrap_or_else(|error| panic!("{items}\n{error}"));
    let (reference, fast) = common::translated(Arc::new(game.game().clone()));
    assert_eq!(fast.unsupported(), None, "{items}");
    check_plies(items, &reference, &fast, 4, 8);
    check_rules(&rules(4));
    explain(&fast)
}

fn explain(fast: &Fast) -> SlowReport {
    fast.slow_places(300).unwrap().unwrap()
}

/// Returns how many steps of a kind there are in a ply.
fn steps(report: &SlowReport, kind: SlowKind) -> f64 {
    let of_kind = report.places.iter().filter(|place| place.kind == kind);
    report.per_ply(of_kind.map(|place| place.steps).sum())
}

const MEN: &str = "man of White at {a1 b2 c1} man of Black at {a4 c3 d4}";

#[test]
fn a_player_passes_only_where_nothing_else_is_legal() {
    let pass = "action pass() when not possible(put) as \"pass\"";
    for put in [
        "action put(p: empty) do put man at p ensure count(own) < 5",
        "action put(p: empty) do put man at p ensure none(first(own, all, occupied) & enemy)",
        "action put(p: empty, k: {man, king}) when count(own) < 6 as \"{k}{p}\" do put k at p ensure count(own & king) < 2",
    ] {
        let report = check(&format!("{put}\n{pass}"), MEN);
        // Whether it is legal is asked once in a ply.
        assert!(steps(&report, SlowKind::LaterMoves) < 1.5, "{put}: {report:?}");
        check(
            &format!(
                "{put}\naction hop(p: own, q: hop(p, all, enemy) & empty) as \"{{p}}x{{q}}\" do move p to q\n{pass}"
            ),
            MEN,
        );
    }
    for pass in [
        "action pass() when not possible(put) and count(own) % 2 == 0",
        "action pass() let n = count(own) when n > 3 when not possible(put)",
        "action pass() when not possible(put) do { let n = 1 } ensure count(enemy) > 3",
        "action pass() when not possible(put) do { choose k in {man, king} as \"={k}\" { put k at d1 } }",
        "action pass() when not possible(put) or ply % 3 == 0",
    ] {
        check(&format!("action put(p: empty) do put man at p ensure count(own) < 5\n{pass}"), MEN);
    }
}

#[test]
fn numbers_up_to_other_binders_are_drawn() {
    for action in [
        "action go(p: own, d: all, n: 1..3, k: 1..n)\n let front = step(p, d, n - 1)\n let q = step(front, d, k)\n\
         when every(i in 0..n - 1: step(p, d, i) in own)\n when q in empty\n as \"{p}{front}{q}\"\n\
         do { move each c in p | between(p, front) | front to step(c, d, k) }",
        "action go(p: own, n: 1..2, k: n..n + 1, q: neighbors(p) & empty) when row(p) >= n as \"{p}{q}/{n}/{k}\" do { move p to q }",
        "action go(p: own, d: dirs_of(p), n: 0..4) let q = step(p, d, n) when q in empty as \"{p}{q}\" do move p to q\n\
         def dirs_of(p: cell): dirs = if row(p) > 2 then all else orthogonal",
    ] {
        let report = check(action, MEN);
        assert!(steps(&report, SlowKind::Draws) < 0.5, "{action}: {report:?}");
    }
}

#[test]
fn candidates_without_choice_are_tried_once() {
    let full = "def full(s: cell, d: dir) = every(i in 0..2: step(s, d, i) in own)\n";
    let eat = "choose s in { s in own: some(d in {N, E}: full(s, d)) } as \"x{s}\" {\n\
               choose d in { d in {N, E}: full(s, d) } as \"{d}\" { remove step(s, d, 1) may choose k in {king} as \"+\" { put k at s } } }";
    for action in [
        format!("action put(p: empty) do {{ put man at p {eat} }}"),
        format!(
            "action put(p: empty, e: {{N, E}}) as \"{{p}}{{e}}\" do {{ put man at p remove step(p, e) & enemy {eat} }}"
        ),
        format!("action go(p: own, q: neighbors(p) & empty) do {{ move p to q {eat} }}"),
        format!(
            "action put(p: empty, n: 1..3, K: {{man, king}}) as \"{{K}}{{p}}/{{n}}\" do {{ put K at p if n == row(p) {{ {eat} }} }}"
        ),
        format!(
            "action put(p: empty) as \"{{p}}\" do {{ put man at p {eat} }}\n\
             action go(p: own & king, q: neighbors(p) & empty) do {{ move p to q {eat} }}"
        ),
        format!(
            "action put(p: empty) do {{ put man at p {eat} }} ensure count(own) < 8\naction pass() when not possible(put)"
        ),
    ] {
        check(
            &format!("{full}{action}"),
            "man of White at {a1 b1 b2 d3} king of White at d2 man of Black at {a4 c3 d4}",
        );
    }
}

#[test]
fn a_choice_from_a_row_is_expected_where_one_is_completed() {
    let rows = "man of White at {a1 b1 d1 b3 b4} king of White at c4 man of Black at {a2 a4 c3 d4}";
    for body in [
        "put man at p choose s in lines(own & man, 3) as \"x{s}\" { remove s may choose t in neighbors(s) & empty as \"+{t}\" { put man at t } }",
        "put man at p choose s in lines(own, 3) as \"x{s}\" { choose t in enemy as \"-{t}\" { remove t } }",
        "put man at p choose s in lines(own, 3) as \"x{s}\" { remove s } choose s in lines(enemy, 3) as \"-{s}\" { remove s }",
        "if some(enemy) { put man at p } choose s in lines(own, 3) as \"x{s}\" { put man at neighbors(s) & empty }",
        "choose s in lines(own, 3) as \"x{s}\" { remove s } put man at p",
        "put man at p | (neighbors(p, N) & empty) choose s in lines(own, 3) as \"x{s}\" { remove s }",
        "put man at p clear() put king at d3 clear()",
        "put man at p choose s in a1 as \"/\" { put man at c1 choose t in lines(own, 3) as \"x{t}\" { remove t } }",
        "put man at p may choose s in lines(own, 3..3) as \"x{s}\" { remove s }",
    ] {
        let clear = "effect clear() { choose s in lines(own, 3) as \"x{s}\" { remove s } }\n";
        let clear = if body.contains("clear") { clear } else { "" };
        check(&format!("{clear}action go(p: empty) do {{ {body} }}"), rows);
    }
}

/// Only the candidates that agree with a drawn move are looked at, to know whether another one has its text.
#[test]
fn moves_with_the_same_text_are_drawn_once() {
    for action in [
        "action go(p: own, d: all, n: 1..2, e: {N, E}) let q = step(p, d, n) let r = step(q, e, n - 1)\n\
         when q in empty and r in empty as \"{p}{q}\" do move p to q",
        "action go(p: own, q: neighbors(p) & empty) as \"{p}{q}\" do move p to q\n\
         action slide(p: own, q: ray(p, all, empty)) as \"{p}{q}\" do move p to q",
        "action go(p: own, q: neighbors(p) & empty) as \"{q}\" do put man at q",
        "action go(p: own, q: neighbors(p) & empty) as \"{q}{p}\" do move p to q\n\
         action back(a: empty, b: neighbors(a) & own) as \"{a}{b}\" do move b to a",
        "action go(p: own, q: neighbors(p) & empty) as \"{p}{q}\" do move p to q\n\
         action slide(p: own, q: ray(p, all, empty)) as \"{p}{q}\" do move p to q\n\
         action jump(p: own, q: hop(p, all, occupied) & empty, r: between(p, q)) as \"{p}{q}\" do move p to q",
    ] {
        let report = check(action, MEN);
        assert!(!report.alike.is_empty(), "{action}");
    }
}

#[test]
fn candidates_that_turned_out_to_be_illegal_are_not_drawn_again() {
    let hop = "action hop(p: own, q: hop(p, all, enemy) & empty) as \"{p}x{q}\" do move p to q";
    let pick = "action pick(p: own) as \"/{p}\" do { choose q in enemy as \"x{q}\" { remove q } }";
    for put in [
        "action put(p: empty) do put man at p ensure count(own) < 5 and p in rows(2..3) & columns(2..4)",
        "action put(p: empty) do put man at p ensure none(first(own, all, occupied) & enemy)",
        "action put(p: empty) do { put man at p remove neighbors(p) & enemy } ensure count(enemy) < 3",
        "action put(p: empty) when max(n in 1..4: count(rows(n) & group(p, empty))) > 2 do put man at p",
        "action put(p: empty) do put man at p ensure max(n in 1..4: count(rows(n) & group(p, own))) > 1",
    ] {
        for others in
            ["", hop, pick, "action crown(p: empty) as \"+{p}\" do put king at p ensure none(neighbors(p) & own)"]
        {
            let report = check(&format!("{put}\n{others}"), MEN);
            assert!(others == pick || steps(&report, SlowKind::Vain) < 10.0, "{put} {others}: {report:?}");
        }
    }
}
