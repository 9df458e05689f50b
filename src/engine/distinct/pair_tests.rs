//! What tells the moves of two actions apart.

use super::tests::{apart, on};

#[test]
fn actions_are_told_apart_by_what_stands_there() {
    let two = |one: &str, other: &str| {
        apart(&format!(
            "action one(p: {one}) as \"{{p}}\" do remove p action other(p: {other}) as \"{{p}}\" do remove p"
        ))
    };
    assert!(two("own & man", "own & king") && two("own", "enemy") && two("empty", "occupied"));
    assert!(two("own except king", "king") && !two("own & { c in board: c in edge }", "king"));
    assert!(two("rows(1)", "rows(2..3)") && !two("rows(1..2)", "rows(2..3)"));
    assert!(!two("own", "man") && !two("own", "occupied") && !two("empty | own", "pieces"));
    assert!(!two("own except (king & edge)", "king"));
    let when = |one: &str, other: &str| {
        apart(&format!(
            "action one(p: own) when {one} as \"{{p}}\" do remove p action other(p: own) when {other} as \"{{p}}\" do remove p"
        ))
    };
    assert!(when("p in man", "p in king") && when("kind(p) == man", "p not in man"));
    assert!(when("kind(p) == man and ply > 3", "kind(p) != man"));
    assert!(!when("p in man or ply > 3", "p in king") && !when("p not in man or ply > 3", "p in man"));
    assert!(!when("not (p in man and ply > 3)", "p in man"));
    // The two cells are exchanged.
    assert!(!apart(
        "action one(p: own, q: enemy) as \"{p}{q}\" do remove q action other(p: own, q: enemy) as \"{q}{p}\" do remove p
         action third(p: own, q: enemy) as \"{p}{q}\" do remove p"
    ));
    assert!(apart(
        "action one(p: own, q: enemy) as \"{p}{q}\" do remove q action other(p: own, q: enemy) as \"{q}{p}\" do remove p"
    ));
}

#[test]
fn actions_are_told_apart_by_how_far_they_lead() {
    let two = |one: &str, other: &str| {
        let text = "as \"{p}-{q}\" do move p to q";
        on(
            "board square 5 x 5",
            &format!("action one(p: own, q: {one}) {text} action other(p: own, q: {other}) {text}"),
        )
        .never()
    };
    assert!(two("neighbors(p) & empty", "hop(p, all, occupied) & empty"));
    assert!(two("neighbors(p, orthogonal)", "neighbors(p, diagonal)") && two("ray(p, all)", "leap(p, 1, 2)"));
    assert!(two("{ q in empty: distance(p, q) == 1 }", "{ q in empty: distance(p, q) == 2 }"));
    assert!(!two("ray(p, all, empty)", "hop(p, all, occupied) & empty"));
    assert!(!two("neighbors(p) & empty", "(hop(p, all, occupied) & empty) | neighbors(p, E)"));
    // The hop begins at another cell.
    assert!(!apart(
        "action one(p: own, q: neighbors(p) & empty) as \"{p}-{q}\" do move p to q
         action other(p: own, q: own, r: hop(q, all, occupied) & empty) as \"{p}-{r}\" do move q to r"
    ));
}

#[test]
fn actions_are_told_apart_by_opposite_conditions() {
    let two = |one: &str, other: &str| {
        apart(&format!(
            "action add(p: empty) when {one} do put man at p
             action take(p: empty) when {other} as \"{{p}}\" do {{ put man at p remove neighbors(p) & enemy }}"
        ))
    };
    assert!(two("none(neighbors(p) & own)", "some(neighbors(p) & own)"));
    assert!(two("ply >= 2", "some(own) and ply < 2"));
    assert!(two("every(q in neighbors(p): q in empty)", "not every(q in neighbors(p): q in empty)"));
    assert!(!two("none(neighbors(p) & own)", "some(neighbors(p) & enemy)"));
    assert!(!two("ply >= 2", "ply > 2"));
    // What follows from one condition, or from all of them, excludes the other.
    assert!(two("ply == 0", "ply > 0") && two("ply == 0", "ply == 1") && two("ply < 2", "ply > 1 and ply < 9"));
    assert!(two("count(own) < 3", "2 < ply and count(own) == 3") && two("ply < 4", "count(own) < 4 and ply > 3"));
    assert!(!two("ply < 4", "ply > 2") && !two("ply == 1", "ply > 0") && !two("count(own) < 3", "count(enemy) > 3"));
    let phases = "var phase: int var kind_: kind = man var who: player = A ";
    let three = |one: &str, other: &str| {
        apart(&format!(
            "{phases} action add(p: empty) when {one} do {{ put man at p phase += 1 kind_ = king who = B }}
             action take(p: empty) when {other} as \"{{p}}\" do {{ put man at p remove neighbors(p) & enemy }}"
        ))
    };
    assert!(
        three("phase == 0", "phase == 1") && three("kind_ == man", "kind_ == king") && three("who == A", "who == B")
    );
    assert!(three("phase == 0", "phase != 0") && three("who == mover", "who == rival(mover)"));
    assert!(
        !three("phase == 0", "kind_ == king") && !three("who == A", "who == mover") && !three("who == A", "mover == B")
    );
    // One says that the other one has no move.
    let take = |when: &str| {
        apart(&format!(
            "action take(p: own, d: all) when step(p, d) in enemy as \"{{p}}{{d}}\" do move p to step(p, d)
             action walk(p: own, d: all) when step(p, d) in {when} as \"{{p}}{{d}}\" do move p to step(p, d)"
        ))
    };
    assert!(take("board and not possible(take)") && !take("board and ply > 2"));
    assert!(!take("board and (ply > 2 or not possible(take))"));
    let forced = |def: &str| {
        apart(&format!(
            "def may(p: cell, d: dir) = step(p, d) in enemy def must = {def}
             action take(p: own, d: all) when ply > 0 and may(p, d) as \"{{p}}{{d}}\" do move p to step(p, d)
             action walk(p: own, d: all) when not must when step(p, d) in board as \"{{p}}{{d}}\" do move p to step(p, d)"
        ))
    };
    assert!(
        forced("some(p in own: some(d in all: may(p, d)))")
            && forced("some(p in own: some(d in all: ply > 0 and may(p, d)))")
    );
    assert!(!forced("some(p in own: some(d in orthogonal: may(p, d)))"));
    assert!(!forced("some(p in own: some(d in all: ply > 1 and may(p, d)))"));
    assert!(!forced("some(p in enemy: some(d in all: may(p, d)))"));
    // A local of one is not that of the other.
    let local = |binder: &str, text: &str| {
        apart(&format!(
            "action take(p: own) when p in edge as \"x\" do remove p
             action wait({binder}) let q = the(edge & light & rows(1)) when not (q in edge) as \"{text}\" do put man at a1"
        ))
    };
    assert!(!local("", "x") && !local("p: own", "x"));
    let own_local = "action take(p: empty) when p in edge as \"{p}\" do put man at p
         action wait(p: empty) when not (p in edge) as \"{p}\" do put king at p";
    assert!(apart(own_local));
    assert!(!apart(
        &own_local
            .replace("wait(p: empty)", "wait(q: empty, p: empty)")
            .replace("as \"{p}\" do put king", "as \"{q}\" do put king")
    ));
    // Each is about another cell.
    assert!(!two("p in edge and ply == 0", "some(q in empty: q in edge) and ply >= 0"));
    // The cell is another one, or it is not shown.
    let shown = |binders: &str, text: &str| {
        apart(&format!(
            "action add(p: empty, q: empty) when none(neighbors(p) & own) as \"{{q}}\" do put man at q
             action take({binders}) when some(neighbors(p) & own) as \"{text}\" do put king at q"
        ))
    };
    assert!(!shown("p: empty, q: empty", "{q}") && !shown("p: empty, q: empty", "{p}"));
    assert!(!shown("q: empty, p: empty", "{q}") && !shown("q: empty, p: empty", "{p}"));
}
