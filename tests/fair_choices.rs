//! Moves with several choices, and with choices that rarely exist, are as likely as the others.

use crate::common;
use crate::fair::check_plies;
use crate::lowered::check_rules;
use boardwright::engine::Engine;
use boardwright::engine::fast::{SlowKind, SlowPlace};
use std::sync::Arc;

/// Moves are equally likely if choices are made inside one another or one after the other, after pieces of anybody were put and removed.
#[test]
fn moves_with_several_choices_are_as_likely_as_the_others() {
    for body in [
        "put man of rival(mover) at p choose q in empty as \"/{q}\" { put man at q }",
        "put man at p put wall at neighbors(p) & empty choose c in occupied as \"x{c}\" { remove c }",
        "put man at p put wall at neighbors(p) & empty choose c in wall | own as \"x{c}\" { remove c }",
        "remove neighbors(p) choose q in empty & rows(1..3) as \"/{q}\" { put wall at q }",
        "remove step(p, N) put man at p may choose q in empty as \"/{q}\" { put wall at q }",
        "put man at p may choose f in own except p as \"{f}\" { choose d in orthogonal as \"{d}\" { move f to step(f, d) } }",
        "put man at p may choose f in enemy as \"x{f}\" { remove f } if p in rows(2) { choose q in own as \"-{q}\" { remove q } }",
        "if p in columns(1) { choose q in own as \"-{q}\" { remove q } } else { choose k in {man, king} as \"={k}\" { put k at p } }
         take(p)",
        "take(p) if some(own) { choose k in { k in 1..4: k > count(own) } as \"{k}\" { put man at rows(k) } }",
        "for n in 1..2 { choose q in empty & rows(2..3) as \"/{q}\" { put man at q } }",
        "var here = p for n in 1..2 { choose d in { d in {N, E}: step(here, d) in empty } as \"{d}\" { here = step(here, d) put wall at here } }",
        "put man at p for n in 1..2 { if some(enemy) { choose q in enemy & rows(4) as \"x{q}\" { remove q for m in 2..3 { choose k in {n, m} as \"{k}\" { put wall at rows(k) & columns(m) } } } } }",
        "put man at p | step(p, N) choose q in own as \"/{q}\" { remove q }",
        "put man at p give neighbors(p) & enemy to mover choose q in own & man as \"x{q}\" { remove q }",
        "put man at p for c in neighbors(p) & man { give c to rival(owner(c)) } choose q in own as \"x{q}\" { put king of rival(mover) at q }",
        "put king of rival(mover) at neighbors(p) & empty choose q in enemy | rows(1) as \"x{q}\" { remove q }",
        "put man at p remove neighbors(p) & enemy choose q in empty & rows(1..3) as \"/{q}\" { put wall at q }",
        "for c in neighbors(p) & man { move c to step(c, S) } put man at p choose q in empty as \"/{q}\" { put wall at q }",
        "put man at p choose q in near as \"/{q}\" { put wall at q choose r in near & man as \"x{r}\" { remove r } }",
        "remove near choose q in neighbors(near) & empty as \"/{q}\" { put man at q }",
        "give near & man to mover choose q in own & man as \"/{q}\" { put wall at q }",
        "for c in neighbors(p) & corner { choose k in {man, king} as \"{k}\" { put k at c } } put man at p",
    ] {
        let rules = format!(
            "game \"Choices\"\nboard square 4 x 4\nplayers White, Black\npiece man, king\nneutral wall\n\
             setup {{ man of White at {{b2 d2}} king of White at a1 man of Black at {{b4 d4 a2}} }}\n\
             effect take(p: cell) {{ choose c in neighbors(p) as \"x{{c}}\" {{ remove c }} }}\n\
             action go(p: empty)\n  let near = neighbors(p)\n  do {{ {body} }}\n\
             end {{ when stuck(next): draw when ply > 9: draw }}"
        );
        let game = Arc::new(boardwright::load_text(&rules, &[]).unwrap_or_else(|e| panic!("{e:?}")).game().clone());
        let (reference, fast) = common::translated(game);
        assert_eq!(fast.unsupported(), None);
        let report = fast.slow_places(50).unwrap().unwrap();
        // Where few candidates are left, a list may take less than drawing on.
        let is_rare = |place: &SlowPlace| place.kind != SlowKind::Lists || place.steps * 4 < report.plies;
        assert!(report.places.iter().all(is_rare), "{body}: {report:?}");
        check_plies(body, &reference, &fast, 4, 3);
        check_rules(&rules.replace("ply > 9", "ply > 4"));
    }
}

/// So they are if there is a choice only where the new piece completes a row, wherever that is asked.
#[test]
fn moves_that_complete_rows_are_as_likely_as_the_others() {
    let take = "choose c in enemy as \"x{c}\" { remove c }";
    let place = |body: &str| format!("action go(p: empty)\n  do {{ {} }}", body.replace("TAKE", take));
    let step = |when: &str, body: &str| {
        format!("action go(p: own, q: empty)\n  when {when}\n  do {{ move p to q {} }}", body.replace("TAKE", take))
    };
    for action in [
        place("put man at p if p in lines(own, 3) { TAKE }"),
        place("put man at p if some(lines(own, 3)) { TAKE }"),
        place("put man at p if some(enemy) and some(lines(own & man, 3, orthogonal)) { TAKE }"),
        place("put man at p let rows3 = lines(own, 3..3) if p in rows3 { TAKE }"),
        place("put man at p var near = lines(own, 3) near = neighbors(p) if some(near) { TAKE }"),
        place("put man at p if made(p) { TAKE }"),
        place("put king at p close(p)"),
        place("remove step(p, E) put man at p if p in lines(own, 3) { TAKE } if p in lines(own, 3, N | S) { TAKE }"),
        place("put wall at neighbors(p) & enemy put man at p if p in lines(own | wall, 3) { TAKE }"),
        place("put man of rival(mover) at p if p in lines(enemy, 2) { TAKE }"),
        place("put man at p who = Black choose s in lines(pieces of who, 2) as \"x{s}\" { remove s }"),
        place("put man at p who = White if some(lines(man of who, 2)) { TAKE }"),
        place("remove a2 put man at p choose s in lines(pieces of owner(at(b4)), 2) as \"x{s}\" { remove s }"),
        place("put man at p if step(p, W) in lines(own, 2) { TAKE }"),
        format!(
            "action go(p: own, d: orthogonal) as \"{{p}}{{d}}\"\n  do {{ let q = step(p, d) if q in empty {{ move p to q }} if p in lines(enemy, 2) {{ {take} }} }}"
        ),
        format!(
            "action go(p: own & man) as \"{{p}}\"\n  do {{ put king at p if p in lines(own & king, 2) {{ {take} }} }}"
        ),
        step("q in neighbors(p)", "if q in lines(own, 3) { TAKE }"),
        step("q in neighbors(p) or count(own) == 4", "close(q)"),
        step("count(own) == 3 or q in neighbors(p, N)", "close(q)"),
        step("q in neighbors(p) or distance(p, q) == 3", "if made(q) { TAKE }"),
        step("q in neighbors(p)", "if p in lines(own, 2) { TAKE }"),
    ] {
        let rules = format!(
            "game \"Rows\"\nboard square 4 x 4\nplayers White, Black\npiece man, king\nneutral wall\n\
             setup {{ man of White at {{b2 d2 a3}} king of White at a1 man of Black at {{b4 d4 a2 c3}} }}\n\
             var who: player = White\n\
             def made(x: cell) = x in lines(own, 3) and some(enemy)\n\
             effect close(x: cell) {{ if x in lines(own, 3) {{ {take} }} }}\n{action}\n\
             end {{ when stuck(next): draw when ply > 9: draw }}"
        );
        let game =
            Arc::new(boardwright::load_text(&rules, &[]).unwrap_or_else(|e| panic!("{action}\n{e:?}")).game().clone());
        let (reference, fast) = common::translated(game);
        assert_eq!(fast.unsupported(), None);
        check_plies(&action, &reference, &fast, 4, 6);
        check_rules(&rules.replace("ply > 9", "ply > 4"));
    }
}

/// So they are if there is a choice only for pieces of some kinds, or where something stood or could be reached before the move.
#[test]
fn moves_with_choices_for_some_pieces_are_as_likely_as_the_others() {
    let take = "choose c in pieces except p as \"x{c}\" { remove c }";
    for (to, body) in [
        ("targets(p)", "move p to q if q in man & edge(forward) { TAKE }"),
        ("targets(p)", "move p to q if kind(q) == man and q in rows(3..4) { TAKE }"),
        ("targets(p)", "move p to q if kind(q) in {man, king} and q in edge { TAKE }"),
        ("targets(p)", "let was = kind(p) == king move p to q if was { TAKE }"),
        ("targets(p)", "let food = q in enemy move p to q if food { TAKE }"),
        ("targets(p)", "let food = q in enemy remove q let now = q in empty move p to q if food and now { TAKE }"),
        ("targets(p)", "if p in rook { TAKE } if p in pieces { move p to q }"),
        ("targets(p)", "remove neighbors(q) & enemy if p in own { move p to q if q in man { TAKE } }"),
        ("targets(p)", "if p in man { put king at p } move p to q if q in king { TAKE }"),
        ("targets(p)", "if p in man { move p to q } else { move p to q put man at q } if q in man { TAKE }"),
        ("targets(p)", "if q in empty { move p to q } else { remove q } if q in man { TAKE }"),
        ("targets(p)", "move p to q crown(q) if q in king { TAKE }"),
        ("targets(p)", "move p to q for r in neighbors(q) & enemy { put man at q } if q in man { TAKE }"),
        ("targets(p)", "let was = q in wall if was { TAKE } move p to q"),
        ("targets(p)", "var was = q in wall if p in man { was = p in rows(2) } move p to q if was { TAKE }"),
        ("targets(p)", "go_on(p, q)"),
        ("targets(p)", "var b = q in corner if p in king { move p to q } else { b = true move p to q } if b { TAKE }"),
        ("targets(p)", "var s = corner if p in king { move p to q } else { s = board move p to q } if q in s { TAKE }"),
        (
            "targets(p)",
            "var s = a1 | b1 if p in man { s = s } else { s = board } move p to q choose c in s & pieces as \"x{c}\" { remove c }",
        ),
        ("targets(p)", "var r = q move p to r r = a4 if r in king { TAKE }"),
        ("targets(p)", "var r = q move p to r if p in corner { r = a4 } if r in king { TAKE }"),
        ("targets(p)", "choose r in step(p, S) as \"s{r}\" { if q in empty { move p to q } } if q in king { TAKE }"),
        ("targets(p)", "for n in 1..2 { if n == 2 and q in empty { move p to q } } if q in king { TAKE }"),
        ("targets(p)", "move p to q if count(king & own) == 1 and q in neighbors(the(king & own)) { TAKE }"),
        ("targets(p)", "if count(king & own) == 1 and p in neighbors(the(king & own)) { TAKE }"),
        ("ray(p, turned(p), empty)", "move p to q if q in edge(forward) { TAKE }"),
        ("ray(p, turned(p), empty) | first(p, turned(p), enemy)", "move p to q if q in rows(3..4) { TAKE }"),
        (
            "ray(p, all, empty) except columns(1)",
            "move p to q if q in rows(4) | columns(3) and q in columns(3) { TAKE }",
        ),
        ("ray(p, ways(kind(p)), empty) | first(p, ways(kind(p)), enemy)", "move p to q if q in man { TAKE }"),
        (
            "(ray(p, if p in rook then all else turned(p), empty) | neighbors(p)) & empty",
            "move p to q if q in edge { TAKE }",
        ),
        ("neighbors(p, turned(p)) & empty", "move p to q if q in corner { TAKE }"),
        (
            "first(p, all, enemy)",
            "let was = kind(q) move p to q if was == rook { TAKE } if q in rows(1) { choose k in {king, rook} as \"={k}\" { put k at q } }",
        ),
    ] {
        let body = body.replace("TAKE", take);
        let rules = format!(
            "game \"Guards\"\nboard square 4 x 4\nplayers White going N, Black going S\npiece man, king, rook\nneutral wall\n\
             setup {{ man of White at {{a3 c1}} king of White at a1 rook of White at d1\n\
             man of Black at {{d2 b4}} king of Black at a4 rook of Black at c4 wall at b2 }}\n\
             def turned(p: cell) = (if p in man then forward else backward) & (diagonal | orthogonal)\n\
             def targets(p: cell) = (match kind(p) {{ man: neighbors(p, forward), king: neighbors(p, all),\n\
             else: ray(p, all, empty) | first(p, all, occupied) }}) except own\n\
             def ways(k: kind) = match k {{ man: N | S, rook: orthogonal, else: diagonal }}\n\
             effect crown(c: cell) {{ if c in man & rows(2..3) {{ put king at c }} }}\n\
             effect go_on(a: cell, b: cell) {{ let was = b in enemy move a to b if b in rook or was {{ if was {{ choose c in own except b as \"x{{c}}\" {{ remove c }} }} }} }}\n\
             action go(p: own, q: {to})\n  do {{ {body} }}\n\
             end {{ when stuck(next): draw when ply > 9: draw }}"
        );
        let game =
            Arc::new(boardwright::load_text(&rules, &[]).unwrap_or_else(|e| panic!("{body}: {e:?}")).game().clone());
        let (reference, fast) = common::translated(game);
        assert_eq!(fast.unsupported(), None);
        check_plies(&body, &reference, &fast, 4, 3);
        check_rules(&rules.replace("ply > 9", "ply > 4"));
    }
}
