//! What the proof finds, and above all what it must not find.

use super::*;
use crate::bundled;
use crate::engine::Engine;
use crate::engine::fast::Fast;
use crate::load::{load_bundled, load_text};
use crate::rng::Rng;
use std::sync::Arc;

/// Returns whether texts distinguish the moves of a game with these items on a small board.
pub(super) fn apart(items: &str) -> bool {
    on("board square 3 x 3", items) == SameTexts::Pairs(Vec::new())
}

pub(super) fn on(board: &str, items: &str) -> SameTexts {
    let rules = format!(
        "game \"G\" {board} players A going N, B going S piece man, king {items} end {{ when stuck(next): draw }}"
    );
    alike(load_text(&rules, &[]).unwrap_or_else(|error| panic!("{error}")).game())
}

#[test]
fn what_is_shown_as_it_is_tells_itself() {
    let step = |text: &str| apart(&format!("action go(p: own, q: neighbors(p) & empty) as {text} do move p to q"));
    assert!(step("\"{p}-{q}\"") && step("\"{p}{q}\"") && step("\"{q}<{p}\""));
    assert!(step("if p in edge then \"{p}-{q}\" else \"{p}:{q}\""));
    assert!(!step("\"{p}\"") && !step("\"go\"") && !step("\"{p}-{p}\""));
    // The same form for both, with the cells exchanged: an empty cell cannot be an own one in the same position.
    let places = "if p in edge then \"{p}-{q}\" else \"{q}-{p}\"";
    assert!(step(places));
    assert!(!apart(&format!("action go(p: own, q: neighbors(p)) as {places} do move p to q")));
    assert!(!step("match p { a1: \"first\", else: \"{p}-{q}\" }"));
    assert!(apart("action go(p: own, q: neighbors(p) & empty) let r = q as \"{p}-{r}\" do move p to q"));
    assert!(apart("action go(k: {man, king}, p: empty) as \"{k}{p}\" do put k at p"));
}

#[test]
fn what_runs_together_cannot_be_read() {
    let two = |board: &str, text: &str| {
        on(board, &format!("action go(p: empty, q: empty) as {text} do put man at p | q")).never()
    };
    assert!(two("board square 4 x 12", "\"{p}{q}\""));
    // 1 and 12, 11 and 2.
    assert!(!two("board square 4 x 6 numbered dark", "\"{p}{q}\""));
    assert!(two("board square 4 x 6 numbered dark", "\"{p}.{q}\""));
    let numbers = |text: &str| apart(&format!("action go(n: 1..20, m: 1..20) as {text} do put man at a1"));
    assert!(numbers("\"{n}/{m}\"") && !numbers("\"{n}{m}\"") && numbers("\"{n}-{m}\"") && !numbers("\"{n}1{m}\""));
    // Ann with a man, An with a nman.
    let named = |kinds: &str| {
        let rules = format!(
            "game \"G\" board square 2 x 2 players An, Ann piece {kinds}
             action go(P: players, k: kinds) as \"{{P}}{{k}}\" do put k of P at a1 end {{ when stuck(next): draw }}"
        );
        alike(load_text(&rules, &[]).unwrap().game()).never()
    };
    assert!(named("man, king") && !named("man, nman"));
}

#[test]
fn numbers_of_one_digit_may_run_together() {
    let spread = |first: &str, set: &str, change: &str| {
        apart(&format!(
            "effect rest(most: int) {{ choose keep in 1..most as \"{{keep}}\" {{ remove b2 }} }}
             action spread(p: own, n: 2..5) as \"{{n}}{{p}}\" do {{
               var left = {first} var passes = 0
               while left > 0 and passes < 3 {{
                 passes += 1
                 choose keep in {set} as \"{{keep}}\" {{ {change} }}
               }}
             }}"
        ))
    };
    assert!(spread("n", "1..left", "left -= keep") && spread("n + 4", "1..left", "left -= keep"));
    assert!(spread("min(n, 3)", "0..left", "left = left - keep") && spread("9", "passes..left", "left = keep"));
    assert!(spread("n", "{ k in 1..left: k != 2 }", "let fewer = left - keep left = fewer"));
    // Of loops, and of locals in the place of others.
    let shows = |statements: &str| apart(&format!("action go(p: own) as \"{{p}}\" do {{ {statements} }}"));
    assert!(shows("for n in 1..3 { choose k in {1, 5} as \"{n}{k}\" { remove p } }"));
    assert!(!shows("for n in 1..13 { choose k in {1, 5} as \"{n}{k}\" { remove p } }"));
    assert!(!shows(
        "choose n in 1..3 as \"-{n}\" { remove p } let x = count(own) choose k in {1, 12} as \"{x}{k}\" { remove p }"
    ));
    // Ten.
    assert!(!spread("n + 5", "1..left", "left -= keep") && !spread("n * 2", "1..left", "left -= keep"));
    assert!(!spread("n", "1..left", "left += keep") && !spread("n", "-1..left", "left -= keep"));
    assert!(!spread("n", "1..left", "left -= keep - 2") && !spread("count(own) + 2", "1..left", "left -= keep"));
    assert!(!spread("n", "1..left + passes", "left -= keep") && !spread("n", "1..left", "left -= keep rest(left)"));
}

#[test]
fn only_directions_that_texts_show_have_to_be_read() {
    let walk = |first: &str, second: &str, more: &str| {
        apart(&format!(
            "action go(p: own) as \"{{p}}\" do {{ choose a in {first} as \"{{a}}\" {{ if step(p, a) in empty {{
               choose b in {second} as \"{{b}}\" {{ move p to step(p, b) }} }} }} }} {more}"
        ))
    };
    let orthogonal = "{ e in orthogonal: step(p, e) in board }";
    assert!(walk("N | E", "N | E | S", "") && walk(orthogonal, orthogonal, ""));
    // North, then east; or northeast.
    assert!(!walk("all", "N | E", "") && !walk("N | E", "all", "") && !walk(orthogonal, "N | NE", ""));
    let turn = |dirs: &str| format!("action turn(d: {dirs}) as \"a1{{d}}\" do put man at a1");
    assert!(!walk("N | E", "N | E", &turn("N | NE")));
    let named = "def way(c: cell): dirs = if c in edge then all else N | E";
    assert!(!walk("way(p)", "N | E", named));
}

#[test]
fn a_loop_that_a_choice_keeps_going_ends_without_it() {
    let walk = |before: &str, condition: &str, first: &str, chosen: &str| {
        apart(&format!(
            "action go(p: own) as \"{{p}}\" do {{
               var here = p {before}
               while {condition} {{
                 {first}
                 may choose q in neighbors(here) & empty as \"/{{q}}\" {{ move here to q here = q {chosen} }}
               }}
             }}"
        ))
    };
    assert!(walk("var going = true", "going", "going = false", "going = true"));
    assert!(walk("var done = false", "not done and some(empty)", "done = true", "done = false"));
    assert!(walk("var going = p in edge", "going", "going = false", "if q in edge { going = true }"));
    // It may go on without the choice, so that one text is that of several moves.
    assert!(!walk("var going = true", "going", "", "going = false"));
    assert!(!walk("var going = true", "going", "going = p in edge", "going = true"));
    assert!(!walk("var going = true", "going or some(empty)", "going = false", "going = true"));
    assert!(!walk(
        "var going = true var other = true",
        "going",
        "going = other other = false",
        "going = true other = true"
    ));
}

#[test]
fn a_distance_between_cells_of_the_board_can_be_written() {
    let far = |over: &str, to: &str| {
        on(
            "board square 9 x 9",
            &format!("action go(p: own, d: N | E, q: {over}) as \"{{p}}{{d}}{{distance(p, {to})}}\" do move p to q"),
        )
    };
    assert!(!may_fault(&far("ray(p, d, empty)", "q")) && !may_fault(&far("empty", "q")));
    assert!(may_fault(&far("empty", "step(q, d)")));
}

#[test]
fn a_value_may_be_told_by_another_one() {
    let step = |board: &str, dirs: &str, clauses: &str| {
        on(
            board,
            &format!("action go(p: own, d: {dirs}) {clauses} as \"{{p}}-{{step(p, d)}}\" do move p to step(p, d)"),
        )
        .never()
    };
    let square = "board square 3 x 3";
    assert!(step(square, "all", "when step(p, d) in empty"));
    assert!(step(square, "all", "when step(p, d) != off"));
    assert!(step(square, "all", "let q = step(p, d) when q in board except own"));
    // In a corner two steps lead off the board.
    assert!(!step(square, "all", "") && step(square, "E | W", ""));
    assert!(!step(square, "all", "when step(p, d) in empty or step(p, d) == off"));
    // East and West lead to one cell.
    assert!(!step("board square 2 x 3 wraps E/W", "E | W", "when step(p, d) in empty"));
    assert!(step("board square 3 x 3 wraps E/W", "E | W", "when step(p, d) in empty"));
    // This condition says nothing about the cell.
    assert!(!step(square, "all", "when step(p, opposite(d)) in empty"));
    assert!(step(square, "E | W", "let q = step(p, d) when q != c3"));
    assert!(apart("action go(p: own, d: all) as \"{p}{d}\" do move p to step(p, d)"));
    let slide = |when: &str| {
        apart(&format!(
            "action go(p: own, d: all) let q = step(p, d, count(ray(p, d, empty))) when {when} as \"{{p}}{{q}}\" do move p to q"
        ))
    };
    assert!(
        slide("q != p") && slide("p != q and ply > 2") && slide("q in empty except p") && slide("q in board except p")
    );
    assert!(!slide("q != off") && !slide("q != p or ply > 2") && !slide("q != a1"));
    assert!(apart("action go(p: own, d: all, q: ray(p, d, empty)) do move p to q"));
    assert!(!apart("action go(p: own, d: all, q: ray(p, all, empty)) do move p to q"));
    assert!(apart(
        "action go(p: own, d: all, n: 1..2) let q = step(p, d, n) when q in empty as \"{p}{q}\" do move p to q"
    ));
    assert!(!apart(
        "action go(p: own, d: all, n: 0..2) let q = step(p, d, n) when q in board as \"{p}{q}\" do move p to q"
    ));
    assert!(!apart(
        "action go(p: own, d: all, n: -1..1) let q = step(p, d, n) when q in empty as \"{p}{q}\" do move p to q"
    ));
    assert!(!apart(
        "var n = 1 action go(p: own, d: all) let q = step(p, d, n) when q in board as \"{p}{q}\" do move p to q"
    ));
}

#[test]
fn as_many_steps_as_a_variable_says_lead_to_different_cells() {
    let step = |board: &str, var: &str, steps: &str, when: &str| {
        on(board, &format!("{var} action go(p: own, d: all) let q = step(p, d, {steps}) when {when} as \"{{p}}{{q}}\" do move p to q"))
            .never()
    };
    let square = "board square 4 x 4";
    assert!(
        step(square, "var n = 0", "n", "q in board except p")
            && step(square, "var n = 0", "n + 1", "q != p and q != off")
    );
    assert!(step(square, "var n(c: cell) = 0", "n(p)", "q in empty except p"));
    assert!(!step(square, "var n = 0", "n", "q in board") && !step(square, "var n = 0", "n", "q != p"));
    // The number differs with a direction that is not shown.
    assert!(!step(square, "var n(e: dir) = 0", "n(d)", "q in empty except p"));
    assert!(!step(square, "var n = 0 var m(e: dir) = 0", "n + m(d)", "q in empty except p"));
    // East and West meet.
    assert!(!step("board square 4 x 4 wraps E/W", "var n = 0", "n", "q in empty except p"));
    assert!(step("board square 4 x 4 wraps E/W", "var n = 0", "n * 0 + 1", "q in empty except p"));
}

#[test]
fn a_value_may_be_the_only_one() {
    let third = |set: &str| apart(&format!("action go(p: own, d: N | E, r: {set}) as \"{{p}}{{d}}\" do remove r"));
    assert!(third("first(p, d, occupied)") && third("neighbors(p, d) & enemy") && !third("step(p, d) | step(p, W)"));
    assert!(third("if p in edge then a1 else b2"));
    assert!(!third("first(p, d | W, occupied)") && !third("own") && !third("king"));
    assert!(apart("action go(p: own, d: E | W) as match d { E: \"{p}h\", W: \"{p}v\" } do remove p"));
    assert!(apart("action go(p: own, d: E | W) as match d { E: \"{p}O-O\", W: \"{p}O-O-O\" } do remove p"));
    // Both have the same text, or several directions have the same arm.
    assert!(!apart("action go(p: own, d: E | W) as match d { E: \"{p}h\", W: \"{p}h\" } do remove p"));
    assert!(!apart("action go(p: own, d: orthogonal) as match d { E: \"{p}h\", else: \"{p}v\" } do remove p"));
    // There may be two kings.
    assert!(!apart("action go(k: own & king, d: E | W) as match d { E: \"O\", W: \"OO\" } do remove k"));
}

#[test]
fn forms_are_compared_with_all_that_may_follow() {
    let chooses = |statements: &str| apart(&format!("action go(p: own) as \"{{p}}\" do {{ {statements} }}"));
    assert!(chooses("choose q in empty as \"x{q}\" { remove q }"));
    assert!(chooses("choose q in empty as \"{q}\" { remove q }") && chooses("may choose q in empty { remove q }"));
    assert!(!chooses("choose q in empty as \"x\" { remove q }") && !chooses("choose q in empty as \"\" { remove q }"));
    assert!(!chooses("choose q in empty as if q in edge then \"e\" else \"{q}\" { remove q }"));
    assert!(chooses("choose d in E | W as match d { E: \"R\", W: \"L\" } { remove p }"));
    // Choosing nothing first and then something writes the same as others write for the first choice.
    assert!(!chooses("may choose q in empty { remove q } choose r in own { remove r }"));
    assert!(chooses("may choose q in empty as \"x{q}\" { remove q } choose r in own as \"y{r}\" { remove r }"));
    assert!(chooses("choose q in empty { choose r in own { remove r } }"));
    // If the first set is empty, a text can be read in two ways, but only one of them is possible at a time.
    assert!(chooses("choose q in empty { remove q } choose r in own { remove r }"));
    let loops = |body: &str| apart(&format!("effect on(p: cell) {{ {body} }} action go(p: own) as \"{{p}}\" do on(p)"));
    assert!(loops("choose q in neighbors(p) as \"x{q}\" { on(q) }") && loops("may choose q in empty { on(q) }"));
    assert!(!loops("may choose q in neighbors(p) { on(q) } may choose q in neighbors(p) { on(q) }"));
    assert!(!loops("may choose d in orthogonal as \"{step(p, d)}\" { remove p }"));
    assert!(loops("may choose d in { d in all: step(p, d) in empty } as \"x{step(p, d)}\" { remove p }"));
    // The text of one action continues like that of the other.
    let two =
        |first: &str, second: &str| apart(&format!("action one(p: own) {first} action two(p: own, q: empty) {second}"));
    assert!(two("as \"{p}\" do remove p", "do move p to q"));
    assert!(!two("as \"{p}\" do choose r in empty { remove r }", "do move p to q"));
    assert!(two("as \"{p}\" do choose r in empty as \"x{r}\" { remove r }", "do move p to q"));
    assert!(!apart("action one(n: 1..9) as \"pass{n}\" action pass() do choose n in 3..4 as \"{n}\" { again }"));
}

#[test]
fn what_moves_with_one_text_agree_in_is_known() {
    let agree = |items: &str| match on("board square 3 x 3", items) {
        SameTexts::Pairs(pairs) => pairs.into_iter().map(|pair| (pair.one, pair.other, pair.agree)).collect::<Vec<_>>(),
        SameTexts::Faulty(_) => panic!("{items}"),
    };
    let third = |text: &str| agree(&format!("action go(p: own, q: empty, r: enemy) as {text} do remove r"));
    assert_eq!(third("\"{p}{q}\""), [(0, 0, vec![(0, 0), (1, 1)])]);
    assert_eq!(third("\"{r}\""), [(0, 0, vec![(2, 2)])]);
    assert_eq!(third("\"go\""), [(0, 0, vec![])]);
    // Only what agrees in all texts that they may have.
    assert_eq!(third("if p in edge then \"{p}{q}\" else \"{q}{p}\""), [(0, 0, vec![])]);
    assert_eq!(third("if p in edge then \"{p}{q}\" else \"{p}{r}\""), [(0, 0, vec![(0, 0)])]);
    assert_eq!(third("if p in rows(1) then \"{p}{q}\" else \"x{r}\""), [(0, 0, vec![])]);
    // Only the cell in the middle is not at the edge.
    assert_eq!(third("if p in edge then \"{p}{q}\" else \"x{r}\""), [(0, 0, vec![(0, 0)])]);
    let castle =
        "action castle(k: own & king, d: E | W, r: first(k, d, man)) as match d { E: \"O\", W: \"OO\" } do remove r";
    assert_eq!(agree(castle), [(0, 0, vec![(1, 1)])]);
    // One text with different choices.
    assert_eq!(agree("action go(p: own) as \"{p}\" do choose q in own as \"x\" { remove q }"), [(0, 0, vec![(0, 0)])]);
    let two = "action one(p: own, q: empty) do move p to q action two(d: all, p: own, q: empty) as \"{q}-{p}{d}\" do move p to q
               action three(q: empty, p: own) as \"{p}-{q}\" do move p to q";
    assert_eq!(agree(two), [(0, 2, vec![(0, 1), (1, 0)])]);
    // Nothing is known if the text cannot be read.
    let run_together = "action go(n: 1..20, m: 1..20) as \"{n}{m}\" do put man at a1";
    assert_eq!(agree(run_together), [(0, 0, vec![])]);
}

fn may_fault(texts: &SameTexts) -> bool {
    matches!(texts, SameTexts::Faulty(_))
}

#[test]
fn what_has_been_evaluated_can_be_written() {
    let items = |when: &str| {
        format!(
            "var n = 1 def free(q: cell) = q != off and q in empty
            action go(p: own) let q = step(p, N, n - 1) when {when} as \"{{p}}{{q}}\" do {{ move p to q n += 1 }}"
        )
    };
    for when in ["free(q)", "q in empty", "q != off", "n > 0"] {
        assert!(!may_fault(&on("board square 3 x 3", &items(when))), "{when}");
    }
    // What a later condition says about another name of the cell is known, too.
    let two = "action go(p: own) let q = step(p, N, 2) let r = q when q != off as \"{p}{row(r)}\" do move p to q";
    assert!(!may_fault(&on("board square 3 x 3", two)));
}

#[test]
fn texts_that_may_come_to_a_fault_are_left() {
    let shows =
        |value: &str| on("board square 3 x 3", &format!("action go(p: own) as \"{{p}}{{{value}}}\" do remove p"));
    assert_eq!(shows("kind(p)"), SameTexts::Pairs(Vec::new()));
    assert!(may_fault(&shows("the(own & king)")));
    assert!(may_fault(&shows("row(step(p, N))")));
}

#[test]
fn few_of_the_bundled_games_are_left() {
    let left: Vec<String> = bundled::names()
        .filter_map(|name| {
            let engine = load_bundled(name, &[]).unwrap();
            let rules = |n: usize| &engine.game().actions[n];
            match alike(engine.game()) {
                SameTexts::Pairs(pairs) if pairs.is_empty() => None,
                SameTexts::Pairs(pairs) => {
                    let shown = pairs.iter().map(|pair| {
                        let agree = pair.agree.iter().map(|(n, _)| rules(pair.one).binders[*n].name.as_str());
                        format!("{} {} ({})", rules(pair.one).name, rules(pair.other).name, agree.collect::<String>())
                    });
                    Some(format!("{name}: {}", shown.collect::<Vec<_>>().join(", ")))
                }
                SameTexts::Faulty(_) => Some(name.to_owned()),
            }
        })
        .collect();
    // Several kings could castle, and several ways lead along the loops to one enemy.
    let expected = [
        "chess: castle castle (d)",
        "chess960: castle castle (d)",
        "crazyhouse: castle castle (d)",
        "king-of-the-hill: castle castle (d)",
        "surakarta: capture capture (pq)",
    ];
    assert_eq!(left, expected);
}

/// Facts about the locals of one effect are forgotten in the next one.
#[test]
fn effects_have_locals_of_their_own() {
    let items = "effect one() { choose q in empty as \"{q}{row(q)}\" { put man at q } }
        effect two(c: cell) { choose k in {man, king} as \"{row(c)}{k}\" { put k at a1 } }
        action go(p: own) as \"g{p}\" do one() action went(p: own) as \"w{p}\" do two(step(p, N))";
    assert!(may_fault(&on("board square 3 x 3", items)));
}

/// Compiling waits for the proof, so it has to be short.
#[test]
fn the_proof_takes_few_steps_for_the_bundled_games() {
    for name in bundled::names() {
        let engine = load_bundled(name, &[]).unwrap();
        assert_eq!(alike_within(engine.game(), FUEL / 10), alike(engine.game()), "{name}");
    }
}

/// In random games of the bundled rules, no two moves have the same text against the proof.
#[test]
fn the_proof_holds_in_play() {
    for name in bundled::names() {
        let engine = load_bundled(name, &[]).unwrap();
        let game = Arc::new(engine.game().clone());
        let SameTexts::Pairs(pairs) = alike(&game) else { continue };
        let trusting = Fast::trusting(game, engine.clone());
        if trusting.unsupported().is_some() {
            continue;
        }
        let mut rng = Rng::new(11);
        let mut position = engine.start().unwrap();
        for _ in 0..60 {
            if position.outcome.is_some() {
                break;
            }
            let moves = trusting.legal_moves(&position).unwrap();
            let mut texts: Vec<(String, usize)> =
                moves.iter().enumerate().map(|(n, mv)| (engine.text(&position, mv).unwrap(), n)).collect();
            texts.sort();
            for two in texts.windows(2) {
                let known = pairs.iter().any(|pair| {
                    let agree = |one: usize, other: usize| {
                        let mut agree = pair.agree.iter();
                        agree.all(|(a, b)| moves[one].values[*a] == moves[other].values[*b])
                    };
                    let of = |n: usize| moves[n].action.0 as usize;
                    let fits =
                        |one: usize, other: usize| of(one) == pair.one && of(other) == pair.other && agree(one, other);
                    fits(two[0].1, two[1].1) || fits(two[1].1, two[0].1)
                });
                assert!(two[0].0 != two[1].0 || known, "{name}: {}", two[0].0);
            }
            engine.play_unchecked(&mut position, &moves[rng.below(moves.len())]).unwrap();
        }
    }
}

/// The first choice of every move tells it apart, if there always is one.
#[test]
fn the_first_choice_tells_moves_apart() {
    let slide = |when: &str, choose: &str| {
        apart(&format!("action go(p: own, d: all) when {when} do {{ {choose} {{ move p to q }} }}"))
    };
    assert!(slide("step(p, d) in empty", "choose q in ray(p, d, empty)"));
    assert!(slide("step(p, d) in empty", "choose q in ray(p, d, empty) | first(p, d, enemy)"));
    assert!(slide("some(ray(p, d, empty))", "choose q in ray(p, d, empty)"));
    assert!(slide("some(first(p, d, enemy)) and p in edge", "choose q in ray(p, d, empty) | first(p, d, enemy)"));
    // Where nothing is on offer, the text is that of the piece alone.
    assert!(!slide("p in edge", "choose q in ray(p, d, empty)"));
    assert!(!slide("step(p, d) in enemy", "choose q in ray(p, d, empty)"));
    assert!(!slide("step(p, N) in empty", "choose q in ray(p, d, empty)"));
    assert!(!slide("step(p, d) in empty", "may choose q in ray(p, d, empty)"));
    assert!(!slide("step(p, d) in empty", "remove step(p, d, 2) choose q in ray(p, d, empty)"));
    // The choice does not tell the direction.
    assert!(!slide("some(empty)", "choose q in empty"));
    assert!(!slide("step(p, d) in empty", "choose q in ray(p, d, empty) as \"/{row(q)}\""));
    // Around a board of one column, a step leads back to the piece, which no ray has.
    let on_one_column = |dirs: &str| {
        let go = format!(
            "action go(p: own, d: {dirs}) when step(p, d) in occupied do {{ choose q in ray(p, d, occupied) {{ remove q }} }}"
        );
        on("board square 1 x 4 wraps E/W", &go).never()
    };
    assert!(!on_one_column("orthogonal"));
}
