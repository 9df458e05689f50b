//! Loops in which most passes do nothing mean the same as if each pass were run.

use crate::engines::alike;
use crate::lowered::check_rules;

/// A loop goes from one pass that does something to the next one, whatever the earlier ones have changed.
#[test]
fn loops_leave_out_passes_that_do_nothing() {
    let loops = [
        "for q in enemy { let g = group(q, enemy) if none(neighbors(g) & empty) { remove g n += 1 } }",
        "for q in enemy { let g = group(q, enemy) if count(g) == 3 { remove q } }\n\
         for q in own { let h = group(q, own) if count(h) >= 4 { remove h & edge n += count(h) } }",
        "var best = 0 for q in own { best = max(best, count(group(q, own))) if best >= 3 { remove q } } n = best",
        "for q in own { if count(group(q, own)) == 3 { n += 1 } else if count(group(q, own)) == 4 { remove q } }",
        "for q in pieces { if none(neighbors(group(q, pieces of owner(q))) & empty) { remove q }\n\
         let g = group(q, own) if count(g) == 2 { n += count(g & edge) } }",
        "for q in pieces { if count(group(q, occupied)) in 2..3 { remove q } }",
        "for q in pieces { if count(group(q, own)) > n % 3 { remove q n += 1 } }",
        "for q in enemy { let g = group(q, enemy) if count(g) == 2 { choose r in g as \"x{r}\" { remove r } } }",
        "for q in own { var g = count(group(q, own)) if g > 2 { n += 1 } else { g = 2 } if g == 2 { n += 2 remove q } }",
        "for q in own { var g = group(q, own) if count(g) == 2 { remove q } else { g = g & edge } if count(g) == 1 { n += 1 } }",
        "for q in pieces { if count(group(q, pieces)) > 0 { n += 1 if n % 7 == 6 { remove neighbors(q) } } }",
        "for q in own { if count(group(q, own)) == 2 { n += 1 if n % 2 == 1 { return } remove q } } n = 5",
    ];
    for board in ["square 5 x 4", "square 9 x 9", "square 15 x 13"] {
        for passes in loops {
            check_rules(&format!(
                "game \"Passes\"\nboard {board}\nplayers White, Black\npiece man\nvar n = 0\n\
                 setup {{ man of White at dark & rows(2..4) man of Black at light & rows(2..3) }}\n\
                 effect change() {{ {passes} }}\n\
                 action place(p: empty & neighbors(occupied))\n  do {{ put man at p change() if n % 5 == 4 {{ again }} }}\n\
                 end {{ when ply > 12: draw when stuck(next): draw }}"
            ));
        }
    }
}

/// Where no pass of a loop does anything, its values may fault nevertheless, and its statements count.
#[test]
fn passes_that_do_nothing_fault_alike() {
    for body in [
        "for q in own { let x = the(own) if count(group(q, own)) > 5 { remove x } }",
        "for q in own { if count(group(q, own)) > 5 { remove q } else if 4 / (2 - count(own)) > 9 { remove p } }",
        "for q in own { var n = count(group(q, own)) if n > 3 { n = 1 } else { n = 2 } if n == 2 { m += 1 } }",
        "for q in board { for r in board { for s in board { if count(group(s, enemy)) > 15 { remove s } } } }",
    ] {
        alike(&format!(
            "board square 6 x 6 players A, B piece stone var m = 0
             action place(p: empty) do {{ put stone at p {body} }}
             end {{ when ply > 6 or m > 9: draw when stuck(next): draw }}"
        ));
    }
}
