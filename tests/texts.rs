//! Moves that are told apart by their texts: both engines find the same ones.

use crate::engines::alike;

#[test]
fn texts_with_choices_are_compared_alike() {
    let head = "board square 4 x 4 players A, B piece man, king setup { man of A at {a1 b2 c1} king of A at d1 man of B at {a4 b3 c4} }
                var n = 0 end { when ply == 8: draw when stuck(next): draw }";
    for action in [
        // In loops, where the same is chosen in another order, or at another pass.
        "action go(p: empty) do { put man at p for c in neighbors(p) & enemy { may choose d in orthogonal as \"{c}{d}\" { if step(c, d) in empty { move c to step(c, d) } } } }",
        "action go(p: own) as \"{p}\" do { var here = p var left = 3 while left > 0 { left -= 1 may choose q in neighbors(here) & empty as \"-{q}\" { move here to q here = q } } }",
        "action go(p: own) as \"{kind(p)}\" do { for k in 1..2 { may choose q in corner & empty as \"+{q}\" { put man at q } } }",
        "action go(p: own) as \"{p}\" do for k in 1..2 { choose q in corner & empty as \"+{q}\" { n += k put man at q } }",
        // One text in two parts, and another one in one part.
        "action go(p: own & man) as if row(p) == 1 then \"ab\" else \"a\" do { choose k in {man, king} as if row(p) == 1 then \"{k}\" else \"b{k}\" { put k at p } }",
        "action go(p: own & man) as \"x\" do { choose k in {man, king} as match k { man: \"1\", else: \"2\" } { may choose q in neighbors(p) & empty as \"{at(p)}\" { move p to q } } }",
        // The same choice in two places, with different values of the locals.
        "effect add(c: cell, d: dir) { may choose q in neighbors(c, d) & empty as \"{q}\" { put man at q } }
         action go(p: own) as \"go\" do { add(p, N) add(p, E) add(p, N) }",
        "effect walk(c: cell, k: int) { if k > 0 { may choose q in neighbors(c) & empty as \"{q}\" { move c to q walk(q, k - 1) } } }
         action go(p: own) as \"go\" do walk(p, 2)",
        // Moves of two actions, one of them without choices.
        "action go(p: own & man) as \"{p}=king\" do put king at p
         action turn(p: own) as \"{p}\" do choose k in {man, king} as \"={k}\" { put k at p }",
        "action go(p: own & man) as \"{p}=king\" do { put king at p n = 1 }
         action turn(p: own & rows(2)) as \"{p}\" do choose k in {man, king} as \"={k}\" { put k at p }",
        "action go(p: own) as \"{p}\" do { choose q in empty & rows(1..2) as \"-{q}\" { move p to q } } ensure n == 0 maximize row(p) % 2",
    ] {
        alike(&format!("{head} {action}"));
    }
}
