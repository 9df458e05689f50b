//! All legal moves are equally likely in random plies, also where the code draws numbers for their choices.

use crate::alike::{Engines, Length};
use crate::common;
use crate::engines::{END, SMALL};
use crate::lowered::check_rules;
use boardwright::bundled;
use boardwright::engine::Engine;
use boardwright::engine::fast::Fast;
use boardwright::engine::reference::Reference;
use boardwright::position::Position;
use boardwright::rng::Rng;
use std::sync::Arc;
use std::time::Duration;

#[test]
fn random_plies_take_each_move_as_often_as_the_others() {
    for name in bundled::names() {
        let (reference, fast) = common::both_engines(name);
        let mut position = reference.start().unwrap();
        let mut rng = Rng::new(5);
        for ply in 0..40 {
            let moves = reference.legal_moves(&position).unwrap();
            if ply % 13 == 12 && (2..=60).contains(&moves.len()) {
                check_shares(name, &reference, &fast, &position);
            }
            reference.play_unchecked(&mut position, &moves[rng.below(moves.len())]).unwrap();
            if position.outcome.is_some() {
                break;
            }
        }
    }
}

/// So they are if there are several ways to make some of them.
#[test]
fn moves_with_several_ways_are_as_likely_as_the_others() {
    let goes = "def goes(p: cell, q: cell, d: dir, left: int): cells =\n\
        if left == 0 or there == off then {} else if there in enemy then there & enemy\n\
        else goes(p, there, if left > 4 then d else step_aside(d), left - 1)\n\
        where there = step(q, d)\n\
        def step_aside(d: dir) = match d { N: E, E: S, S: W, W: N, else: d }\n";
    for (defs, binders) in [
        ("", "p: own, d: all, q: { q in empty: d in N | E | NE or q == step(p, d) }"),
        ("", "p: own, k: {man, king}, q: if k == man then neighbors(p) & empty else neighbors(p, orthogonal) & empty"),
        ("", "P: players, p: own, q: neighbors(pieces of P | p) & empty"),
        (goes, "p: own, d: orthogonal, q: goes(p, p, d, 7)"),
    ] {
        let rules = format!(
            "game \"Ways\"\nboard square 4 x 4\nplayers White, Black\npiece man, king\n{defs}\
             setup {{ man of White at {{a1 c3 b4}} man of Black at {{b2 d1 d3}} }}\n\
             action step(p: own, q: neighbors(p) & empty)\n  when p in rows(1..2)\n  do move p to q\n\
             action go({binders})\n  as \"{{p}}>{{q}}\"\n  do move p to q\n\
             end {{ when ply > 9: draw when stuck(next): draw }}"
        );
        let game = Arc::new(boardwright::load_text(&rules, &[]).unwrap().game().clone());
        let (reference, fast) = common::translated(game);
        assert_eq!(fast.unsupported(), None);
        let report = fast.slow_places(100).unwrap().unwrap();
        assert_eq!((report.alike, report.texts), (Vec::new(), 0), "{binders}");
        check_plies(binders, &reference, &fast, 2, 4);
        check_rules(&rules.replace("ply > 9", "ply > 5"));
    }
}

/// The moves with a promotion, those that take a piece of the enemy's choice, and the plain ones are equally likely.
#[test]
fn moves_with_choices_are_as_likely_as_the_others() {
    for (name, moves) in
        [("chess", "b2-b4 a7-a5 b4-a5 b7-b6 a5-b6 h7-h6 b6-c7 h6-h5"), ("nine-mens-morris", "a7 b6 d7 b4 c3 d2")]
    {
        let (reference, fast) = common::both_engines(name);
        let mut position = reference.start().unwrap();
        for text in moves.split(' ') {
            let mv = reference.find(&position, text).unwrap().unwrap_or_else(|| panic!("{name}: {text}"));
            reference.play_unchecked(&mut position, &mv).unwrap();
        }
        check_shares(name, &reference, &fast, &position);
    }
}

/// So they are if one of several choices is made, each in a branch of its own.
#[test]
fn moves_with_one_of_several_choices_are_as_likely_as_the_others() {
    let rules = "game \"Branches\"\nboard square 4 x 4\nplayers White, Black\npiece man, king, rook, knight\n\
        setup { man of White at rows(2) man of Black at a4 }\n\
        action step(p: own, q: neighbors(p) & empty)\n  do {\n    move p to q\n\
        if q in rows(3) { choose k in {king, rook, knight} as \"={k}\" { put k at q } }\n\
        else if q in columns(1..3) { may choose k in {knight} as \"+\" { put k at q } }\n  }\n\
        end { when stuck(next): draw when ply > 50: draw }";
    let game = Arc::new(boardwright::load_text(rules, &[]).unwrap().game().clone());
    let (reference, fast) = common::translated(game);
    check_shares("Branches", &reference, &fast, &reference.start().unwrap());
}

/// So they are if the bound of the targets depends on the arm that a piece takes, with and without a choice, in the whole board or a
/// part of it.
#[test]
fn moves_of_each_kind_are_as_likely_as_the_others() {
    for (body, choice) in [
        ("attacks(p) except own", ""),
        ("attacks(p) except own", "may choose k in promotions(kind(q)) as \"+{k}\" { put k at q }"),
        ("attacks(p) except own", "if q in rows(5) { choose k in {king, rook, knight} as \"={k}\" { put k at q } }"),
        (
            "if p in knight then leap(p, 1, 2) except own else if p in man then step(p, ahead) & empty else slides(p, all) & empty",
            "",
        ),
        (
            "match row(p) { 1: slides(p, diagonal), 2: neighbors(p), else: union(d in E | W: ray(p, d, empty)) } & empty",
            "",
        ),
    ] {
        let rules = format!(
            "game \"Arms\"\nboard square 5 x 6\nplayers White going N, Black going S\npiece man, king, rook, knight\n\
             setup {{ man of White at b2 rook of White at a1 knight of White at {{d4 e1}} king of White at c1\n\
             man of Black at {{b6 d5}} rook of Black at e6 }}\n\
             def slides(p: cell, D: dirs) = ray(p, D, empty) | first(p, D, occupied)\n\
             def attacks(p: cell) = match kind(p) {{ man: neighbors(p, ahead(owner(p))), rook: slides(p, orthogonal),\n\
             knight: leap(p, 1, 2), king: neighbors(p, diagonal | forward(owner(p))) }}\n\
             def promotions(k: kind): kinds = match k {{ man: {{king, rook}}, knight: {{rook}}, else: {{}} }}\n\
             action go(p: own, q: {body})\n  do {{ move p to q {choice} }}\n\
             end {{ when stuck(next): draw when ply > 20 or none(own) or none(enemy): draw }}"
        );
        let game = Arc::new(boardwright::load_text(&rules, &[]).unwrap().game().clone());
        let (reference, fast) = common::translated(game);
        assert_eq!(fast.unsupported(), None);
        check_plies(body, &reference, &fast, 3, 3);
        check_rules(&rules.replace("ply > 20", "ply > 5"));
    }
}

/// So they are if the choice follows effects that call themselves: of the men beside a cell, or of more men than a number is drawn for. What
/// the effects put decides how many there can be.
#[test]
fn moves_with_choices_after_recursive_effects_are_as_likely_as_the_others() {
    let effect = |put: &str| {
        format!(
            "effect push(x: piece, c: cell, d: dir) {{\nlet y = at(c)\nremove c\nput x at c\n{put}\n\
             if y != nothing {{ let on = step(c, d) if on != off {{ push(y, on, d) }} }}\n}}"
        )
    };
    for (put, over) in [
        ("", "neighbors(q) & enemy"),
        ("", "neighbors(own & king) & enemy"),
        ("", "enemy & men"),
        ("put man of rival(mover) at a1", "neighbors(own & king) & enemy"),
        ("put man of rival(mover) at corner", "enemy & men"),
    ] {
        let rules = format!(
            "game \"Push\"\nboard square 5 x 4\nplayers White, Black\npiece man, king\ndef men = man\n\
             setup {{ man of White at rows(1) man of Black at rows(3) king of White at c2 king of Black at c4 }}\n{}\n\
             action go(p: own, d: orthogonal, q: neighbors(p, d))\n  do {{ let x = at(p) remove p push(x, q, d)\n\
             let prey = {over}\nif count(prey) > 1 {{ choose c in prey as \"x{{c}}\" {{ remove c }} }} }}\n\
             end {{ when ply > 9: draw when stuck(next): next loses }}",
            effect(put)
        );
        let game = Arc::new(boardwright::load_text(&rules, &[]).unwrap().game().clone());
        let (reference, fast) = common::translated(game);
        assert_eq!(fast.unsupported(), None);
        check_plies("Push", &reference, &fast, 2, 3);
        check_rules(&rules.replace("ply > 9", "ply > 4"));
    }
}

/// In the tiger's game, a tiger that comes beside several men.
#[test]
fn strikes_with_a_choice_are_as_likely_as_the_others() {
    let (reference, fast) = common::both_engines("tiger");
    let game = boardwright::load_bundled("tiger", &[]).unwrap();
    let mut rng = Rng::new(1);
    let mut checked = 0;
    for _ in 0..200 {
        let mut position = game.start().unwrap();
        while position.outcome.is_none() && checked < 2 {
            let moves = reference.legal_moves(&position).unwrap();
            let chosen =
                moves.iter().filter(|mv| mv.values.len() > game.game().actions[usize::from(mv.action.0)].binders.len());
            if (3..=40).contains(&moves.len()) && chosen.count() > 1 {
                check_shares("tiger", &reference, &fast, &position);
                checked += 1;
            }
            reference.play_unchecked(&mut position, &moves[rng.below(moves.len())]).unwrap();
        }
    }
    assert_eq!(checked, 2);
}

#[test]
fn random_plies_are_fair() {
    let fair = |rules: &str| {
        let engines = Engines::of_text("fair.game", &format!("game \"Fair\"\n{rules}"), &common::Folder).unwrap();
        let start = engines.reference.start().unwrap();
        let all = Duration::from_secs(600);
        engines.draws_fairly(&start, 1000, all).unwrap_or_else(|what| panic!("{rules}\n{what}"));
    };
    fair(&format!("{SMALL} action place(p: empty) when count(neighbors(p)) > 2 do put stone at p {END}"));
    fair(&format!("{SMALL} action place(p: empty, q: neighbors(p, E)) as \"{{p}}{{q}}\" do put stone at p {END}"));
    fair(&format!("{SMALL} action place(p: board) do put stone at p ensure row(p) + column(p) > 8 {END}"));
    fair(&format!(
        "{SMALL} action place(p: rows(1)) do {{ put stone at p choose q in neighbors(p, N) | a5 {{ put stone at q }} }}
         action pass() do {{ put stone at a3 }} {END}"
    ));
    // Up to a variable, which an earlier statement may change; and a binder up to one.
    for body in [
        "choose k in 1..level(p) as \"/{k}\" { put stone at rows(k) & columns(4) level(p) = 0 }",
        "level(p) += 2 choose k in 1..level(p) as \"/{k}\" { put stone at rows(k) & columns(4) }",
        "raise(p) may choose k in { k in 0..level(p): k != 2 } as \"/{k}\" { put stone at rows(k) & columns(4) }",
        "choose k in 1..level(p) as \"/{k}\" { level(p) = 4 put stone at rows(k) & columns(4) choose m in k..level(p) as \"/{m}\" { put stone at rows(m) & columns(1) } }",
        "if p in columns(1) { raise(p) } else { for q in neighbors(p) { level(q) += 1 } } choose k in 1..most as \"/{k}\" { put stone at rows(k) & columns(2) }",
    ] {
        fair(&format!(
            "{SMALL} var most = 3 var level(p: cell) = 1 + (row(p) + column(p)) % 4 effect raise(q: cell) {{ level(q) += 1 }}
             action place(p: rows(1..2)) do {{ put stone at p {body} }}
             action add(p: rows(4), n: 1..most) as \"{{p}}+{{n}}\" do put stone at p | (rows(n) & columns(1)) {END}"
        ));
    }
    // Pieces of one's own and neutral ones are put before the choice.
    for body in [
        "put stone at p put rock at neighbors(p, E) & empty choose q in own as \"/{q}\" { put rock at q }",
        "put rock at p choose q in own | enemy as \"/{q}\" { choose r in neighbors(q) & empty as \"/{r}\" { move q to r put rock at q } }",
        "put stone at p if p in columns(1) { put stone at step(p, N) } choose q in own & rows(1..3) as \"/{q}\" { remove q }",
        "wall(p) choose q in rock | own as \"/{q}\" { remove q }",
        "put stone at p choose q in group(p, own) as \"/{q}\" { put rock at q choose r in own as \"/{r}\" { remove r } }",
    ] {
        let small = SMALL.replacen("stone", "stone neutral rock", 1);
        fair(&format!(
            "{small} effect wall(q: cell) {{ put rock at q if q in columns(1) {{ wall(step(q, E)) }} }}
             action place(p: rows(1..2) & empty) do {{ {body} }} {END}"
        ));
    }
    // Of the moves that `maximize` leaves, all are as likely, and so are those of another action.
    fair(&format!(
        "{SMALL} action place(p: rows(1..2)) do {{ put stone at p choose q in neighbors(p, N | E) as \"/{{q}}\" {{ put stone at q }} }}
           maximize count(own & rows(2))
         action put(p: corner & empty) do put stone at p {END}"
    ));
    for actions in [
        "action place(p: empty) do put stone at p | neighbors(p, N) maximize row(p) % 3",
        "action place(p: empty) do put stone at p maximize -count(neighbors(p) & empty)",
        "action place(p: empty) do put stone at p ensure row(p) != column(p) maximize row(p) * (column(p) % 2)",
        "action place(p: empty, d: orthogonal) as \"{p}{d}\" do { put stone at p if step(p, d) in empty { put stone at step(p, d) } } maximize count(own)
         action add(p: corner) as \"+{p}\" do put stone at p | rows(2) maximize count(own) / 4
         action pass() do put stone at a3",
        "action pass() do put stone at a3 ensure ply > 0 maximize 1
         action wait() do put stone at a4 maximize 2
         action place(p: rows(1)) do put stone at p | d4",
    ] {
        fair(&format!("{SMALL} {actions} {END}"));
    }
    // What is chosen in an effect is guarded by the effect's own locals.
    fair(&format!(
        "{SMALL} setup {{ stone of A at {{a2 c1}} stone of B at {{b1 b2 c2}} }}
         effect strike(q: cell) {{ if q in rows(3) {{ choose c in enemy as \"x{{c}}\" {{ remove c }} }} }}
         action go(p: own, q: neighbors(p) & empty) do {{ move p to q strike(q) }} {END}"
    ));
    fair(&format!(
        "{SMALL} action place(p: columns(2), n: 1..row(p)) as \"{{p}}={{n}}\" do {{ put stone at p put stone at rows(n) }}
         action take(p: corner) do {{ may choose n in {{1, 4}} as \"{{n}}\" {{ put stone at p put stone at columns(n) }} }} {END}"
    ));
    // Choices inside one another, of which there are fewer for some candidates, and in an effect that calls itself.
    fair(&format!(
        "{SMALL} action place(p: rows(1), n: 1..4) as \"{{p}}={{n}}\" do {{
           put stone at p
           may choose q in neighbors(p, N) | a5 as \"/{{q}}\" {{
             put stone at q
             choose k in {{ k in 1..n: k != column(q) }} as \"/{{k}}\" {{ put stone at rows(k) & columns(4) }}
           }}
         }}
         action pass() do {{ put stone at a3 }} {END}"
    ));
    fair(&format!(
        "{SMALL} action sow(p: rows(1), n: 1..4) as \"{{p}}*{{n}}\" do go_on(p, n)
         effect go_on(p: cell, n: int) {{
           if step(p, N) != off {{
             choose k in {{ k in 1..4: k <= n and k != row(p) }} as \"/{{k}}\" {{
               put stone at step(p, N)
               if k == 2 {{ put stone at d4 }}
               if k < n {{ go_on(step(p, N), n - k) }}
             }}
           }}
         }} {END}"
    ));
}

/// So they are if bounds depend on what statements assign, or on the values of a def.
#[test]
fn moves_are_drawn_up_to_the_right_bound() {
    for action in [
        "action go(p: own)\n  do { var D: dirs = N D = orthogonal choose q in neighbors(p, D) & empty as \"-{q}\" { move p to q } }",
        "action go(p: own)\n  do { var area: cells = a1 for x in own { area = area | neighbors(x) }\n\
         choose q in area & empty as \"-{q}\" { move p to q } }",
        "def near(a: cell, b: cell) = { r in board: a != off and b != off and (distance(r, a) <= 1 or r == b) }\n\
         action go(d: {N, E}, p: own, q: if row(p) > 1 then near(p, step(p, d)) & empty else near(step(p, d), p) & empty)\n  \
         as \"{d}{p}{q}\"\n  do move p to q",
    ] {
        let rules = format!(
            "game \"Bounds\"\nboard square 6 x 6\nplayers White, Black\npiece man\n\
             setup {{ man of White at {{b2 d2}} man of Black at {{b5 d4}} }}\n{action}\n\
             end {{ when stuck(next): draw when ply > 20: draw }}"
        );
        let game = Arc::new(boardwright::load_text(&rules, &[]).unwrap().game().clone());
        let (reference, fast) = common::translated(game);
        assert_eq!(fast.unsupported(), None);
        check_shares(action, &reference, &fast, &reference.start().unwrap());
    }
    // Products of bounds are no larger than the board.
    let far = |from: &str| (0..8).fold(from.to_owned(), |cells, _| format!("neighbors({cells}, all)"));
    let rules = format!(
        "game \"Far\"\nboard square 3 x 3\nplayers White, Black\npiece man\nsetup {{ man of White at b2 man of Black at b3 }}\n\
         action go(p: own, q: {}, r: {}, t: {}, u: {})\n  when u in empty\n  do move p to u\n\
         end {{ when ply == 4: draw when stuck(next): mover wins }}",
        far("p"),
        far("q"),
        far("r"),
        far("t")
    );
    let game = Arc::new(boardwright::load_text(&rules, &[]).unwrap().game().clone());
    let (_, fast) = common::translated(game);
    let mut position = fast.start().unwrap();
    assert_eq!(fast.playout(&mut position, &mut Rng::new(1), 10).unwrap(), 4);
}

/// Checks the first plies of a random game of this seed.
pub fn check_plies(name: &str, reference: &Reference, fast: &Fast, seed: u64, plies: u32) {
    let (mut position, mut rng) = (reference.start().unwrap(), Rng::new(seed));
    for _ in 0..plies {
        if position.outcome.is_some() {
            return;
        }
        check_shares(name, reference, fast, &position);
        let moves = reference.legal_moves(&position).unwrap();
        reference.play_unchecked(&mut position, &moves[rng.below(moves.len())]).unwrap();
    }
}

fn check_shares(name: &str, reference: &Reference, fast: &Fast, position: &Position) {
    let mut reached: Vec<(Position, u32, u32)> = Vec::new();
    for mv in reference.legal_moves(position).unwrap() {
        let mut after = position.clone();
        reference.play_unchecked(&mut after, &mv).unwrap();
        match reached.iter_mut().find(|(other, ..)| *other == after) {
            Some((_, moves, _)) => *moves += 1,
            None => reached.push((after, 1, 0)),
        }
    }
    let moves: u32 = reached.iter().map(|(_, moves, _)| moves).sum();
    let samples = 150 * moves;
    let mut rng = Rng::new(11);
    for _ in 0..samples {
        let mut after = position.clone();
        fast.playout(&mut after, &mut rng, 1).unwrap();
        let found = reached.iter_mut().find(|(other, ..)| *other == after);
        found.unwrap_or_else(|| panic!("{name}: no such move")).2 += 1;
    }
    let square: f64 = reached
        .iter()
        .map(|(_, moves, seen)| {
            let expected = 150.0 * f64::from(*moves);
            (f64::from(*seen) - expected).powi(2) / expected
        })
        .sum();
    // The mean of chi square and more than six of its standard deviations.
    let freedom = reached.len() as f64;
    assert!(square < freedom + 6.5 * (2.0 * freedom).sqrt() + 10.0, "{name}: {square} for {freedom}");
}

/// So they are where moves share a text: only the first of them is drawn.
#[test]
fn moves_that_share_a_text_are_drawn_once() {
    let head = "board square 5 x 5 players A, B piece man, king
        setup { man of A at {a1 b2 c1 d3} king of A at {d1 e2} man of B at {a4 b3 e5} }";
    for (actions, moves) in [
        ("action go(p: own, q: neighbors(p) & empty) as \"{q}\" do put man at q", 8),
        ("action go(p: own, q: neighbors(p) & empty, n: 1..3) when n < 3 or p in king as \"{q}\" do put man at q", 8),
        (
            "action go(p: own, q: neighbors(p) & empty) as \"{p}{q}\" do move p to q
             action lay(p: king, q: empty) as \"+{q}\" do put man at q
             action add(q: corner & empty) as \"+{q}\" do put man at q",
            32,
        ),
        // One of them has choices, or may turn out to be illegal.
        (
            "action go(p: own, q: neighbors(p) & empty) as \"{q}\" do { put man at q may choose k in {king} as \"k\" { put k at q } }
             action stay(p: king) as \"{p}\" do put man at p",
            18,
        ),
        (
            "action go(p: own, q: neighbors(p) & empty) as \"{q}\" do put man at q ensure count(neighbors(own) & empty) > 7
             action lay(p: empty & rows(5)) as \"{p}\" do put man at p",
            0,
        ),
    ] {
        let rules = format!("game \"Shared\" {head} {actions} end {{ when ply == 6: draw when stuck(next): draw }}");
        let engines = Engines::of_text("shared.game", &rules, &common::Folder).unwrap();
        let start = engines.reference.start().unwrap();
        let count = engines.reference.legal_moves(&start).unwrap().len();
        assert!(moves == 0 || count == moves, "{count} moves: {actions}");
        assert!(count < engines.trusting.legal_moves(&start).unwrap().len(), "{actions}");
        engines.draws_fairly(&start, 400, Duration::from_secs(60)).unwrap_or_else(|what| panic!("{actions}\n{what}"));
        for seed in 0..4 {
            engines.play(seed, Length { plies: 6, time: Duration::from_secs(5) }).unwrap();
        }
    }
}
