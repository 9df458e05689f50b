//! What is evaluated once for many: defs without parameters, what always holds, and `reach` and lists of numbers for all cells at once.
//! Both engines agree.

use crate::lowered::check_rules;

const SETUP: &str = "setup { man of White at rows(1) man of Black at rows(5) king of White at c2 king of Black at d4 }";

/// Checks rules with these items and this action.
fn check(items: &str, action: &str) {
    check_end(items, action, "");
}

/// Checks rules that also end in other ways.
fn check_end(items: &str, action: &str, end: &str) {
    check_rules(&format!(
        "game \"Once\"\nboard square 6 x 5\nplayers White, Black\npiece man, king\nvar n = 2\n{items}\n{SETUP}\n{action}\n\
         end {{ {end}\nwhen ply > 5: draw when stuck(next): next loses }}"
    ));
}

/// They have one value for all candidates of an action, and another one after a move.
#[test]
fn defs_without_parameters_are_evaluated_once() {
    let defs = "def best = max(r in empty & neighbors(own): row(r) * column(r) % 7) or 0\n\
        def near = { c in empty: every(k in king & own: distance(c, k) <= 3) }\n\
        def leader = if count(own & edge) > count(enemy & edge) then mover else rival(mover)\n\
        def busy = sum(c in own: count(neighbors(c) & occupied)) > 8\n\
        def share = 6 / (count(enemy & edge) + n + 1) - 1";
    for when in [
        "row(q) * column(q) % 7 == best",
        "q in near",
        "count(neighbors(q) & near) > 1 and row(q) <= best",
        "owner(p) == leader or column(q) > 2",
        "busy or q in edge",
        "some(c in neighbors(q): row(c) * column(c) % 7 == best)",
        "count({ c in neighbors(q, all): c in near or row(c) == best }) > 2",
        "column(q) > 2 or share > 0",
    ] {
        check(
            defs,
            &format!(
                "action go(p: own, q: neighbors(p, all) & empty)\n  when {when}\n  do {{ move p to q n = best % 3 }}"
            ),
        );
    }
    for (set, rest) in
        [("ray(p, all, empty) & near", ""), ("{ c in ray(p, all, empty): row(c) <= best }", "ensure best > 0")]
    {
        check(defs, &format!("action go(p: own, q: {set})\n  do {{ move p to q if busy {{ n = best }} }} {rest}"));
    }
    // After another move, the value is another one.
    let go = "action go(p: own, q: neighbors(p, all) & empty)\n  when row(q) <= best\n  do move p to q";
    check_end(defs, go, "when some(p in own: row(p) == best and (some move then best == row(p))): mover wins");
    check_end(defs, go, "when busy and no move then (count(p in enemy: p in near) > 1 and busy): next loses");
    check(
        defs,
        "action go(p: own, q: neighbors(p, all) & empty)\n  let b = best\n  when row(q) <= b % 3 + 1 or q in near\n  do move p to q",
    );
}

/// Several actions share the code of what always holds.
#[test]
fn what_always_holds_is_tested_after_every_action() {
    for always in [
        "none(p in enemy: some(reached(p) & own & king))",
        "some(reached(c2)) or n < 40 or none(p in enemy: some(reached(p) & own & king))",
        "n / (count(own & king) + count(own & edge) + 1) < 3 and none(p in enemy: some(reached(p) & own & king & rows(n)))",
    ] {
        check(
            &format!(
                "def reached(p: cell) = match kind(p) {{ king: ray(p, all, empty) | first(p, all, occupied), man: neighbors(p, diagonal), else: {{}} }}\n\
                 always safe: {always}"
            ),
            "action go(p: own, q: reached(p) except own)\n  do move p to q\n\
             action leap(p: own & man, q: leap(p, 1, 2) & empty) as \"l{p}{q}\"\n  do { move p to q n = 1 + n % 5 }\n\
             action drop(q: empty & rows(3)) as \"d{q}\"\n  do { put man at q choose k in 1..2 as \"/{k}\" { n = k } }\n\
             action pass() as \"pass\" when ply > 2 do n = 3",
        );
    }
}

#[test]
fn cells_are_reached_at_once() {
    for set in [
        "reach(x in own & king: neighbors(x) except enemy)",
        "reach(x in { p }: neighbors(x, all) & empty)",
        "reach(x in edge & enemy: { y in neighbors(x): count(neighbors(y) & own) < 2 })",
        "reach(x in { p }: hop(x, orthogonal, occupied) & empty)",
        "reach(x in own: step(x, N) | step(x, E, 2))",
        "reach(x in own: leap(x, 1, 2) & rows(if mover == White then 1..3 else 3..5))",
        "reach(x in { p }: if x in edge then neighbors(x) & empty else neighbors(x, diagonal) except own)",
        // The next cells depend on more than the cell.
        "reach(x in own: ray(x, N | E, empty))",
        "reach(x in own: { y in board: distance(x, y) == n })",
        "reach(x in own: neighbors(x) & rows(6 / (row(x) + n)))",
    ] {
        check("", &format!("action go(p: own, q: {set})\n  when q in empty\n  do {{ move p to q n = 1 + n % 4 }}"));
    }
}

#[test]
fn numbers_are_found_in_lists_at_once() {
    for when in [
        "count(neighbors(q, all) & occupied) in 2..3",
        "count(neighbors(q, all) & occupied) not in {1, 2, 5}",
        "row(q) * 3 - column(q) in {-2, 4, 5, 6}",
        "count(neighbors(q, all) & own) % 2 == 1",
        "(row(q) + count(neighbors(q) & enemy)) % 4 in {0, 3}",
        "(row(q) - column(q)) % 2 == 1",
        "(2 + count(neighbors(q, all) & own)) % 2 == 0",
        "(1 + count(neighbors(q, all) & own)) % 4 == 2",
        "row(q) in {n, n + 2}",
        "row(q) in 4..2",
    ] {
        check(
            "",
            &format!("action go(p: own, q: {{ q in board: {when} }} & empty)\n  do {{ move p to q n = 1 + n % 4 }}"),
        );
    }
}
