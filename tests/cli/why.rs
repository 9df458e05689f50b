//! `boardwright moves --why`: why a move is illegal.

use super::*;

const CHAINS: &str = "
game \"Chains\"
board square 5 x 5
players White, Black
piece man
setup { man of White at {a1, e1}; man of Black at {a2, a4, e5} }
action jump(p: own)
  as \"{p}\"
  do {
    var here = p
    var taken = 0
    var goes = true
    while goes {
      choose q in hop(here, orthogonal, enemy) as \"-{q}\" { remove between(here, q) & enemy; move here to q; here = q; taken += 1 }
      goes = some(hop(here, orthogonal, enemy)) and taken < 1
    }
  }
action step(p: own, q: neighbors(p) & empty)
  when not possible(jump)
  do move p to q
end { when stuck(next): next loses }
";

#[test]
fn why_explains_which_condition_makes_a_move_illegal() {
    run("moves slash --why swap").code(1).out("swap needs ply == 1 (slash.game:").out("here it is 0 == 1");
    let args = ["moves", "jostle", "--after", "c4-b4 c3-c2", "--why", "b4-a4"];
    let ran = run_in(folder().path(), &args, "").code(1);
    ran.out("move needs value(q, own except p) > value(p, own) (jostle.game:").out("but here it is 0 > 0");
    run("moves jostle --why d3-d2").code(0).out("is legal");
    run("moves rush --why zz99").code(1).out("is not legal");
    run("moves jostle --why d3-d4").code(1).out("but d4 is occupied by a Blue checker");
    run("moves chess --why a1-a4").code(1).out("move needs q in targets(p)").out("but a2 is occupied by a White pawn");
    let position = "lnsgkgsnl/1r5b1/pppppp1pp/9/6p2/9/PPPPPP1PP/1B5R1/LNSGKGSNL b Pp 1";
    let ran = run_in(folder().path(), &["moves", "shogi", "--position", position, "--why", "P*5e"], "").code(1);
    ran.out("but 5g is occupied by a Sente pawn");
}

#[test]
fn why_names_a_move_and_a_missing_cell() {
    let folder = folder();
    write(&folder, "chains.game", CHAINS);
    let why = |text: &str| run_in(folder.path(), &["moves", "chains.game", "--why", text], "").code(1);
    why("e1-d1").out("but jump is possible: a1-a3");
    why("e1-e9").out("the board has no cell e9");
}

#[test]
fn why_names_the_part_of_a_chosen_set_and_of_a_chosen_value() {
    let folder = folder();
    let text = r#"game "Why"
board square 5 x 5
players White going N, Black going S
piece man
setup { man of White at {a1 c1}; man of Black at {e5 c5} }
def victim(p: cell, d: dir): cell = if step(p, d) in enemy then step(p, d) else off
def lands(p: cell, d: dir): cells = if victim(p, d) == off then {} else step(p, d, 2) & empty
action capture(p: own, d: all, q: lands(p, d))
  as "{p}x{q}"
  do { remove victim(p, d); move p to q }
def landings(p: cell) = hop(p, all, enemy) & empty
action leap(p: own, q: landings(p))
  as "{p}>{q}"
  do move p to q
action step(p: own, q: if p in man then neighbors(p, forward & diagonal) & empty else ray(p, diagonal, empty))
  do move p to q
end { when stuck(next): next loses }
"#;
    write(&folder, "why.game", text);
    let why = |text: &str| run_in(folder.path(), &["moves", "why.game", "--why", text], "").code(1);
    why("c1-c2").out("but c2 is not in neighbors(p, forward & diagonal)");
    why("a1>a3").out("but in `landings`, a3 is not in hop(p, all, enemy)");
    let ran = why("c1xe3").out("but ");
    assert!(!ran.out.contains("off == off") && !ran.out.contains("not in it"), "{}", ran.out);
    // No move looks like this cell, which the board does not have.
    why("a9").out("the board has no cell a9");
    why("g1-a1").out("the board has no cell g1");
    // A sign between two cells is no part of a cell.
    why("c1xe9").out("the board has no cell e9");
    why("c1xa1xg3").out("the board has no cell g3");
}

#[test]
fn why_reads_a_move_that_begins_with_a_number_without_its_signs() {
    let folder = folder();
    let text = r#"game "Strides"
board square 4 x 4
players White, Black
piece man
setup { man of White at rows(1); man of Black at rows(4) }
action stride(n: 1..2, p: own, d: orthogonal, q: step(p, d, n) & empty) as "{n}:{p}-{q}"
  when n == 1 or step(p, d) in own
  do move p to q
end { when stuck(next): next loses when none(empty): never }
"#;
    write(&folder, "strides.game", text);
    let why = |text: &str| run_in(folder.path(), &["moves", "strides.game", "--why", text], "").code(1);
    why("2a1a3").out("`2:a1-a3` is not legal: stride needs n == 1 or step(p, d) in own");
}

#[test]
fn why_explains_the_candidate_that_comes_furthest() {
    let folder = folder();
    let text = r#"game "Chain"
board square 4 x 4
players White, Black
piece man
setup {
  man of White at b2
  man of Black at {b4 c3}
}
action step(p: own, q: neighbors(p) & empty)
  when not possible(capture)
  do move p to q
action capture(p: own, q: neighbors(p) & empty)
  when some(neighbors(q) & enemy)
  do { move p to q; remove neighbors(q) & enemy }
  maximize 2 - count(enemy)
end {
  when none(pieces of next): mover wins
  when stuck(next): next loses
}
"#;
    write(&folder, "chain.game", text);
    let why = |text: &str| run_in(folder.path(), &["moves", "chain.game", "--why", text], "").code(1);
    // Both actions have such a move: the capture fails last, at its `maximize`.
    why("b2-c2").out("capture allows only the greatest value, 2, but this move has 1");
    why("b2-b1").out("step needs not possible(capture) (chain.game:10), but capture is possible: b2-b3");
}

const SLIDES: &str = "game \"Slide\"
board square 5 x 5
players White, Black
piece man
setup { man of White at rows(1); man of Black at rows(5) }
action move(p: own, q: neighbors(p, all) & empty) do move p to q
action capture(p: own, q: hop(p, all, enemy) & empty)
  as \"{p}>{q}\"
  do { remove between(p, q); move p to q }
action slide(p: own, d: orthogonal)
  let t = step(p, d, 3)
  when t in empty
  as \"{p}:{t}\"
  do move p to t
action take(p: own)
  as \"{p}\"
  do choose q in neighbors(p, all) & enemy as \"*{q}\" { remove q }
end { when stuck(next): next loses }
";

#[test]
fn why_names_the_candidates_that_would_write_a_move() {
    let folder = folder();
    let text = r#"game "Shot"
board square 5 x 5
players White going N, Black going S
piece man
setup { man of White at {a1 c1}; man of Black at {a5 c5} }
action shot(p: own, d: forward | sideways)
  let q = step(p, d, 3)
  when q in enemy | empty
  as "*{q}"
  do remove q
action near(p: own)
  let q = step(p, ahead)
  when q != off
  as "!{q}"
  do remove q
action far(p: own, q: neighbors(p))
  as "+{row(q)}"
  do remove q
end { when stuck(next): next loses when none(own): draw }
"#;
    write(&folder, "shot.game", text);
    let why = |text: &str| run_in(folder.path(), &["moves", "shot.game", "--why", text], "").code(1);
    why("*e5").out("shot writes it as \"*{q}\" only with p = b2, e2 or b5, but needs p in own (shot.game:6)");
    why("!e2").out("near writes it as \"!{q}\" only with p = e1, but needs p in own (shot.game:11)");
    why("+4").out(
        "far writes it as \"+{row(q)}\" only with q = a4, b4, c4, d4 or e4, but needs q in neighbors(p) (shot.game:16)",
    );
}

#[test]
fn why_reads_a_move_by_its_signs() {
    let folder = folder();
    write(&folder, "slide.game", SLIDES);
    let why = |text: &str| run_in(folder.path(), &["moves", "slide.game", "--why", text], "");
    why("a1>a2").code(1).out("`a1>a2` is not legal: capture needs q");
    // The action `take` writes no `:`, and the slide from here goes to a4.
    why("a1:a2").code(1).out("no action writes such a move here; similar moves: `a1-a2` or `a1:a4`");
    why("a1*b2").code(1).out("after `a1`, no possible choice is written `*b2`").out("`a1` by itself is legal");
    why("a9").code(1).out("the board has no cell a9");
    why("A1 A2").code(0).out("`a1-a2` is legal");
    let ran =
        run_in(folder.path(), &["play", "slide.game", "--plain", "--white=human", "--black=human"], "a1>a2\nquit\n");
    ran.code(0).out("`a1>a2` is not legal: capture needs q");
}

#[test]
fn a_refused_choice_is_explained_by_its_own_set() {
    let folder = folder();
    let rules = "game \"W\"\nboard square 3 x 3\nplayers White, Black\npiece man\n\
                 setup { man of White at {a1 b1} man of Black at c3 }\n\
                 def room(q: cell) = q in empty and q not in edge(E)\n\
                 action go(p: own)\n  as \"{p}\"\n  do choose d in orthogonal as \"\" {\n\
                 choose q in { q in step(p, d): room(q) } as \">{q}\" { move p to q }\n  }\n\
                 action hop_one(p: own)\n  as \"{p}\"\n\
                 do choose q in { q in neighbors(p): room(q) } as \"^{q}\" { move p to q }\n\
                 end { when stuck(next): next loses }\n";
    write(&folder, "w.game", rules);
    let why = |text: &str| run_in(folder.path(), &["moves", "w.game", "--why", text], "").code(1);
    why("b1^c1")
        .out("no possible choice is written `^c1` (w.game:14), because in `room`, c1 is in {c1 c2 c3}; hop_one");
    why("b1>c1").out("no possible choice is written `>c1` (w.game:10), because in `room`, c1 is in {c1 c2 c3}; go");
    why("b1^b3").out("no possible choice is written `^b3` (w.game:14); hop_one continues");
}

#[test]
fn a_move_that_is_over_is_not_explained_by_its_choices() {
    let folder = folder();
    let rules = "game \"W\"\nboard square 3 x 4\nplayers A, B\npiece stone\n\
                 action place(p: empty)\n  do { put stone at p; choose q in empty as \"+{q}\" { put stone at q } }\n  \
                 ensure a4 in empty\n\
                 end { when stuck(next): next loses }\n";
    write(&folder, "w.game", rules);
    let why = |text: &str| run_in(folder.path(), &["moves", "w.game", "--why", text], "").code(1);
    why("a1+b1+c1").out("`a1+b1+c1` is not legal: `a1+b1` is a whole move; nothing follows it (w.game:5)");
    why("a1+a4+c1").out("place ends with `a1+a4`; nothing follows it");
    // The name of another cell does not follow.
    why("a1+b12").out("the board has no cell b12");
    why("a1+a1+c1").out("after `a1`, no possible choice is written `+a1+c1`");
    write(
        &folder,
        "longer.game",
        rules.replace("{ put stone at q }", "{ put stone at q; choose r in empty as \"+{r}\" { } }"),
    );
    let args = ["diff", "w.game", "longer.game", "--games", "10"];
    run_in(folder.path(), &args, "").out("is a whole move; nothing follows it");
}
