//! Numbers and cells that belong to a candidate, evaluated for all candidates at once.

use crate::lowered::check_rules;

/// Numbers of binders, parameters and loops, of which the code knows the least and the greatest, in conditions on all cells at once.
#[test]
fn numbers_with_bounds_are_compared_for_all_cells() {
    for condition in [
        "column(q) == column(p) + n and abs(row(q) - row(p)) <= 1",
        "abs(column(q) - column(p)) + abs(row(q) - row(p)) == n",
        "abs(n - row(q)) > 1 - column(p) % 2",
        "count(neighbors(q) & occupied) >= n - 1",
        "some(k in 1..n: row(q) == k + 1) or abs(count(neighbors(q) & own) - n) == 1",
        "near(q, n - 1)",
    ] {
        check_rules(&format!(
            "game \"Numbers\"\nboard square 5 x 4\nplayers White, Black\npiece man\n\
             def near(q: cell, m: int) = abs(row(q) - m) < 2 and column(q) > m\n\
             setup {{ man of White at rows(1) man of Black at rows(4) }}\n\
             action go(p: own, n: 1..3, q: {{ q in empty: {condition} }})\n  as \"{{p}}-{{q}}:{{n}}\"\n  do move p to q\n\
             end {{ when ply > 8: draw when stuck(next): next loses }}"
        ));
    }
}

/// A cell that a condition selects, where the number of the candidate or the board decides it.
#[test]
fn cells_are_selected_for_all_candidates() {
    for (bound, cell) in [
        ("s: 1..3", "if s == 1 then step(p, d) else if s == 2 then step(p, d, 2) else step(p, d, 3)"),
        ("s: 1..3", "match s { 1: step(p, d), 3: step(p, d, 3), else: step(p, d, 2) }"),
        ("s: 1..2", "if row(p) > 2 then step(p, S, s) else step(p, N, s)"),
        ("s: 1..2", "if p in rows(1..2) and s == 2 then step(p, d, 2) else p"),
        ("s: 1..2", "match row(p) { 1: step(p, N, s), 5: step(p, S, s), else: far(p, d) }"),
        ("s: 1..2", "if ply > 2 then step(p, d) else if column(p) == s then step(p, d, 2) else off"),
        ("s: 1..2", "if p in own then far(p, d) else step(p, d)"),
    ] {
        check_rules(&format!(
            "game \"Selected\"\nboard square 4 x 5\nplayers White, Black\npiece man\n\
             def far(c: cell, d: dir) = if column(c) > 2 then step(c, d) else step(c, d, 2)\n\
             setup {{ man of White at rows(1) man of Black at rows(5) }}\n\
             action go(p: own | rows(2), d: orthogonal, {bound})\n  let q = {cell}\n  when q in empty\n  when none(neighbors(q) & enemy)\n  \
             as \"{{p}}{{d}}{{s}}\"\n  do put man at q\n\
             end {{ when ply > 8: draw when stuck(next): next loses }}"
        ));
    }
}
