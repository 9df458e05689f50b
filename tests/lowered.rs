//! Rules for each way to lower an expression: both engines list the same moves and count the same sequences.

use crate::common;
use boardwright::engine::Engine;
use boardwright::rng::Rng;
use std::sync::Arc;

/// Checks that both engines list the same moves, and count the same sequences, in positions of a random game; there must be code.
pub fn check_rules(rules: &str) {
    let game = Arc::new(boardwright::load_text(rules, &[]).unwrap().game().clone());
    let (reference, fast) = common::translated(game);
    assert_eq!(fast.unsupported(), None, "{rules}");
    let mut rng = Rng::new(5);
    for _ in 0..3 {
        let mut position = reference.start().unwrap();
        while position.outcome.is_none() {
            let moves = reference.legal_moves(&position).unwrap();
            assert_eq!(fast.legal_moves(&position).unwrap(), moves, "{rules}");
            let [found, wanted] = [fast.perft(&position, 2), reference.perft(&position, 2)].map(|count| count.unwrap());
            assert_eq!(found, wanted, "{rules}");
            reference.play_unchecked(&mut position, &moves[rng.below(moves.len())]).unwrap();
        }
    }
}

/// Unions of numbers, filters over wide ranges, many unknown numbers, choices from numbers far apart.
#[test]
fn sets_of_numbers_have_code_in_all_forms() {
    check_rules(
        "game \"Numbers\"\nboard square 4 x 4\nplayers White, Black\npiece man\nvar n = 3\nvar m = 0\n\
         var level(c: cell) = 0\n\
         def many = {n, n + 1, m, m * 2, count(own), count(enemy), ply, ply + 3, 7, n * n}\n\
         def wide = { k in 1..n + 100: k % 7 == ply % 7 or k < n }\n\
         def joined = union(p in own: {row(p)} | (1..level(p)))\n\
         action place(p: empty, k: { k in 1..n * 40: k % 37 == 0 or k == n })\n  when k <= 80\n  as \"{p}:{k}\"\n\
         do { put man at p level(p) = k % 9 n = 1 + count(joined) % 6 m = count(many) }\n\
         action pick(p: empty)\n  when ply > 2\n  do {\n put man at p\n\
         choose k in if ply % 2 == 0 then {count(own) * 30, n, 200} else many as \"/{k}\" { m = k }\n\
         if some(many & wide) { level(p) = max(k in joined | {0}: k) }\n  }\n\
         end { when ply > 7: draw when stuck(next): next loses\n\
         when joined within wide and count(own) > 3 and some(wide except joined): mover wins\n\
         when repeated(next, many) >= 1: draw }",
    );
}

/// There are more lines from the cells of lines than all of them are worth: such code is given up in time.
#[test]
fn lines_from_the_cells_of_lines_are_not_all_followed() {
    check_rules(
        "game \"Lines\"\nboard hex star 3\nplayers A, B\npiece man\nsetup { man of A at edge }\n\
         action jump(p: own, q: ray(ray(neighbors(ray(p, orthogonal, enemy)), orthogonal), orthogonal))\n\
         as \"{p}-{q}\"\ndo move p to q\nend { when stuck(next): next loses when ply > 2: draw }",
    );
}

/// On wide boards, groups, rays around the board and narrow sets are walked cell by cell.
#[test]
fn few_cells_of_wide_boards_are_walked() {
    for board in ["square 18 x 12 wraps E/W, N/S", "hex 16 x 16 wraps E/W, NE/SW", "square 20 x 11"] {
        for condition in [
            "groups(own | q) == 1",
            "groups(neighbors(q) & occupied) != 1",
            "groups(own & neighbors(q)) < 1",
            "groups(occupied except p) >= 1",
            "groups(neighbors(q) except own) <= 1",
            "groups(occupied | q) > 1",
            "some({ c in neighbors(q) except occupied: count(neighbors(c) & neighbors(q) & occupied) == 1 })",
            "count(group(q | first(q, all, own), occupied | q)) > 2",
            "first(q, E, occupied) within group(p, own) | enemy",
        ] {
            let mirror = if board.starts_with("hex") { "g7 h7 c4" } else { "g7 h7 i8" };
            check_rules(&format!(
                "game \"Wide\"\nboard {board}\nplayers White, Black\npiece man\n\
                 setup {{ man of White at {{f6 f7 g6}} man of Black at {{{mirror}}} }}\n\
                 action move(p: own, q: neighbors(p) & empty)\n  when {condition}\n  do move p to q\n\
                 end {{ when ply > 5 or none(own): draw when stuck(next): next loses }}"
            ));
        }
    }
}

/// What a condition and the `do` ask about the neighbors of a cell is counted once, unless the `do` has changed it.
#[test]
fn neighbors_are_counted_again_where_they_may_differ() {
    for board in ["square 5 x 5", "square 9 x 9", "square 17 x 13", "square 2 x 1 wraps E/W", "square 7 x 1 wraps E/W"]
    {
        for body in [
            "put man at p if near(p) >= 2 { again }",
            "put man at p n = near(p) if near(p) > n { again }",
            "put man at p put man at neighbors(p, W) if near(p) >= 2 { again }",
            "if near(p) >= 1 { remove neighbors(p) & enemy } n = near(p)",
            "for q in neighbors(p) & enemy { remove q n = n + near(p) } put man at p if n > 2 { again }",
            "if count(neighbors(p) & enemy) > 1 { take(p) } n = count(neighbors(p) & enemy) put man at p",
            "put man at p let q = first(p, E, occupied) if q != off { remove q } if near(p) < 2 { again }",
            "put man at p while near(p) > 1 { remove lowest(neighbors(p) & occupied) } n = near(p)",
            "put man of rival(mover) at p if count(neighbors(p) & enemy) > 1 { n = 7 again } n = n + near(p)",
        ] {
            check_rules(&format!(
                "game \"Near\"\nboard {board}\nplayers White, Black\npiece man\nvar n = 0\n\
                 def near(p: cell) = count(neighbors(p) & occupied)\n\
                 def lowest(area: cells) = {{ c in area: none(e in area: row(e) < row(c) or (row(e) == row(c) and column(e) < column(c))) }}\n\
                 effect take(p: cell) {{ remove neighbors(p) & enemy }}\n\
                 action place(p: empty)\n  when near(p) < 3 or count(neighbors(p) & enemy) > 1\n  do {{ {body} }}\n\
                 end {{ when ply > 12: draw when stuck(next): draw }}"
            ));
        }
    }
}

/// On a board of one column around which it wraps, each cell lies beside itself, also where that is no link.
#[test]
fn a_cell_beside_itself_is_counted_again() {
    check_rules(
        "game \"Circle\"\nboard square 1 x 5 wraps E/W links N | S\nplayers White, Black\npiece man\nvar n = 0\n\
         action place(p: empty)\n  when count(neighbors(p, E) & occupied) < 1\n\
         do { put man at p n = n + count(neighbors(p, E) & occupied) }\n\
         end { when n > 3: draw when stuck(next): draw }",
    );
}

/// Conditions on sets that are parameters and other locals: the board alone does not decide them, since the sets are not the same everywhere.
#[test]
fn conditions_on_sets_in_locals_are_evaluated_with_these_sets() {
    for targets in [
        "top(neighbors(p) & empty)",
        "top(columns(2) | p) & empty",
        "empty except the(top(columns(2) & rows(row(p))))",
        "far(neighbors(p, all) & empty, {row(p), 3})",
        "{ c in empty: every(e in neighbors(c): e in top(rows(1..row(p)))) }",
        "{ c in near: every(e in near: column(e) <= column(c)) }",
        "{ c in empty: some(e in near: distance(e, c) == 2) }",
        "{ c in empty & (near | corner): count(k in odd: k < row(c)) == 1 }",
    ] {
        check_rules(&format!(
            "game \"Sets\"\nboard square 5 x 5\nplayers White, Black\npiece man\n\
             setup {{ man of White at {{a1 c2}} man of Black at {{e5 c4}} }}\n\
             def top(area: cells) = {{ c in area: every(e in area: row(e) <= row(c)) }}\n\
             def far(area: cells, n: ints) = {{ c in area: none(e in area: distance(c, e) > 1 or row(e) in n) }}\n\
             action move(p: own, q: {})\n  do move p to q\n\
             action lay(p: empty)\n  let near = neighbors(p) & empty\n  let odd = {{ k in 1..row(p): k % 2 == 1 }}\n\
             when p in {}\n  as \"+{{p}}\"\n  do {{ put man at p; if some(near) {{ remove top(near) | top(rows(2)) }} }}\n\
             end {{ when ply > 5 or none(own): draw when stuck(next): next loses }}",
            if targets.contains("near") || targets.contains("odd") { "neighbors(p) & empty" } else { targets },
            if targets.contains("p)") || targets.contains("| p") { "empty" } else { targets },
        ));
    }
}

/// Conditions that the board alone decides, of one cell and of two.
#[test]
fn conditions_of_the_board_alone_are_evaluated_beforehand() {
    for condition in [
        "(row(q) + column(q)) % 3 != 0",
        "distance(q, a1) > 2 and q not in corner",
        "abs(row(p) - row(q)) == 2 or row(q) in {1, 4}",
        "distance(p, q) == n",
        "some(c in corner: distance(c, q) == distance(c, p))",
        "sum(c in neighbors(q): row(c)) % 5 < 3",
    ] {
        check_rules(&format!(
            "game \"Board\"\nboard square 5 x 4\nplayers White, Black\npiece man\nvar n = 1\n\
             setup {{ man of White at rows(1) man of Black at rows(4) }}\n\
             action go(p: own, q: {{ q in empty: {condition} }})\n  do {{ move p to q n = 1 + row(q) % 2 }}\n\
             end {{ when ply > 6: draw when stuck(next): next loses }}"
        ));
    }
}

/// Conditions in one `when`, binders over the whole board, cheap conditions after costly ones; some may fault.
#[test]
fn conditions_may_stand_anywhere() {
    for action in [
        "action go(p: board, q: board)\n  when p in own and q in empty and q in neighbors(p) and q not in corner",
        "action go(q: board, p: board)\n  when q not in occupied\n  when p in own and q in neighbors(p)\n  when 12 / row(p) > 2",
        "action go(p: own, q: { q in empty: count(group(q, empty)) > 3 and q in neighbors(p) })",
        "action go(p: own, q: { q in board: 6 / (row(q) + n) > 1 and count(group(q, own)) == 0 and q in neighbors(p) & empty })",
        "action go(p: board, q: neighbors(p))\n  let r = step(q, N)\n  when p in own and (r == off or r in empty) and q in empty",
        "action go(p: own, q: neighbors(p) & empty)\n  when some(c in board: count(group(c, own)) > 1 and c in own)\n  \
         when count(c in board: count(group(c, enemy)) > 1 and c in enemy) < 9",
    ] {
        check_rules(&format!(
            "game \"Conditions\"\nboard square 4 x 4\nplayers White, Black\npiece man\nvar n = 1\n\
             setup {{ man of White at rows(1) man of Black at rows(4) }}\n{action}\n  do move p to q\n\
             end {{ when ply > 6: draw when stuck(next): next loses }}"
        ));
    }
}

/// Choices inside one another, with changes of a table that are taken back, and more of them than are written down.
#[test]
fn choices_inside_one_another_change_tables() {
    for times in [3, 90] {
        check_rules(&format!(
            "game \"Choices\"\nboard square 4 x 4\nplayers White, Black\npiece man\nvar tall(c: cell, n: 0..9) = 0\n\
             var loops = 0\n\
             setup {{ man of White at rows(1) man of Black at rows(4) }}\n\
             effect jump(p: cell, left: int) {{\n\
             tall(p, left) += 1\n\
             loops = 0 while loops < {times} {{ tall(p, loops % 10) += 1 loops += 1 }}\n\
             may choose q in neighbors(p) & empty as \"-{{q}}\" {{\n\
             move p to q\n if left > 1 {{ jump(q, left - 1) }} else {{ choose n in {{0, tall(q, 1) % 10}} as \"={{n}}\" {{ tall(q, n) = n }} }}\n\
             }}\n}}\n\
             action go(p: own)\n  do jump(p, 1 + ply % 3)\n\
             end {{ when ply > 5: draw when stuck(next): next loses when repeated(tall) >= 1: draw }}"
        ));
    }
}

/// Whether a piece reaches a cell is found out from the cell backwards, along lines of any board; a kind without an arm may fault.
#[test]
fn what_reaches_a_cell_is_found_backwards() {
    for (board, lines) in [
        ("square 5 x 5", "all"),
        ("hex 5 x 5", "all"),
        ("square 9 x 9", "orthogonal"),
        ("square 5 x 4 wraps E/W", "N | S | NE"),
    ] {
        for condition in [
            "none(p in pieces except own: some(attacks(p) & own & king))",
            "not some(p in enemy & (rook | king): c in attacks(p)) or ply % 2 == 0",
            "some(p in enemy: some((slides(p, L) | neighbors(p)) & (own except man))) or ply > 1",
            "some(p in enemy: some(attacks(neighbors(p)) & own & king)) or ply > 1",
            "none(p in enemy: some(union(d in L: first(first(p, d, occupied), d, occupied)) & own & king))",
            "none(p in enemy: some((if p in man then neighbors(p, ahead(owner(p))) else slides(p, L) except edge) & own & king))",
            "some(p in enemy: some(ray(step(p, ahead(owner(p))), L, empty except edge) & neighbors(own & king))) or ply > 1",
        ] {
            let attacks = if condition.contains("attacks(neighbors") {
                "def attacks(area: cells) = ray(area, L, empty) | first(area, L, occupied)"
            } else {
                "def attacks(p: cell) = match kind(p) { man: neighbors(p, forward(owner(p))), rook: slides(p, L),\n\
                 else: neighbors(p) }"
            };
            let (ahead, behind) = if board.starts_with("hex") { ("NE", "SW") } else { ("N", "S") };
            check_rules(&format!(
                "game \"Backward\"\nboard {board}\nplayers White going {ahead}, Black going {behind}\npiece man, king, rook\nneutral stone\n\
                 setup {{ man of White at b1 rook of White at a1 king of White at c1\n\
                 man of Black at b3 rook of Black at c4 king of Black at d4 }}\n\
                 def L = {lines}\ndef c = a2\n\
                 def slides(p: cell, D: dirs) = ray(p, D, empty) | first(p, D, occupied)\n{attacks}\n\
                 action go(p: own, q: neighbors(p) except own)\n  do {{ move p to q if ply == 4 {{ put stone at q }} }}\n\
                 always safe: {condition}\n\
                 end {{ when ply > 5: draw when stuck(next): next loses when none(enemy): draw }}"
            ));
        }
    }
}

/// Cells of a table of directions that it leaves out have no direction.
#[test]
fn tables_of_directions_may_have_none() {
    for size in ["5 x 5", "16 x 16"] {
        let picture = if size == "5 x 5" {
            ". . . . .\n. > ^ < .\n. . . . .\n. > ^ < .\n. . . . .".to_owned()
        } else {
            format!("> ^ <{}", " .".repeat(13)) + &format!("\n{}", ". ".repeat(16)).repeat(15)
        };
        check_rules(&format!(
            "game \"Streams\"\nboard square {size}\nplayers A, B\npiece man\n\
             setup {{ man of A at {{b2 c1}} man of B at {{d4 a5}} }}\nmap stream: > = E, < = W, ^ = N {{\n{picture}\n}}\n\
             action drift(p: own, n: 1..2)\n  when step(p, stream(p)) in empty or p == step(p, stream(p), 0)\n  as \"{{p}}{{n}}\"\n  \
             do {{ if step(p, stream(p)) in empty {{ move p to step(p, stream(p)) }} }}\n\
             action go(p: own, q: neighbors(p) & empty)\n  do move p to q\n\
             end {{ when ply == 5: draw when stuck(next): draw }}"
        ));
    }
}

/// Recursive defs that keep much on the native stack are left to the other engine before it overflows.
#[test]
fn the_native_stack_does_not_overflow() {
    let terms: Vec<String> = (1..=12).map(|row| format!("count(group(a{row}, own | a{row}))")).collect();
    check_rules(&format!(
        "game \"Deep\"\nboard square 32 x 32\nplayers A, B\npiece man\n\
         setup {{ man of A at b2 man of B at d4 }}\n\
         def deep(n: int): int = if n <= 0 then 0 else deep(n - 1) + {}\n\
         action go(p: own, q: neighbors(p, orthogonal) & empty)\n  when deep(40) >= 0\n  do move p to q\n\
         end {{ when ply == 1: draw when stuck(next): draw }}",
        terms.join(" + ")
    ));
}

/// Pieces whose kind is known only when the code runs, of players and of nobody, on one cell and on several.
#[test]
fn pieces_of_one_of_several_kinds_are_put() {
    for put in [
        "put k at q",
        "put k of P at q",
        "put k at q | (edge & rows(1))",
        "remove q let x = at(p) put x at q",
        "put k at step(q, N)",
    ] {
        check_rules(&format!(
            "game \"Kinds\"\nboard square 9 x 8\nplayers White, Black\npiece man, king\nneutral rock\n\
             setup {{ man of White at {{b1 c2}} man of Black at {{b3 a2}} rock at c3 }}\n\
             var P: player = White\n\
             action go(p: own, q: neighbors(p, orthogonal))\n  \
             do {{ P = rival(mover) choose k in if q in rock then {{man, rock}} else {{king, man, rock}} as \"{{k}}\" {{ {put} }} }}\n\
             end {{ when ply > 4: draw when stuck(next): next loses when repeated(next) >= 1: draw }}"
        ));
    }
}

/// Texts chosen by `if` and `match`, the same in two actions.
#[test]
fn texts_are_compared_by_what_they_show() {
    check_rules(
        "game \"Texts\"\nboard square 4 x 4\nplayers White, Black\npiece man, king\n\
         setup { man of White at rows(1) king of Black at rows(4) }\n\
         action go(p: own, d: all, n: 1..2)\n  let q = step(p, d, n)\n  when q in empty\n\
         as match n { 1: \"{p}-{q}\", else: if p in man then \"{p}-{q}\" else \"{at(p)}{p}-{q}\" }\n  do move p to q\n\
         action also_go(p: own, q: neighbors(p, orthogonal) & empty)\n  as if row(q) > 2 then \"{p}-{q}\" else \"{p}+{q}\"\n\
         do move p to q\n\
         end { when ply > 8: draw when stuck(next): next loses }",
    );
}

/// A direction that the text does not show, but the cell that it leads to, by a `let` or by a binder: only the first move of several with one
/// text is legal.
#[test]
fn moves_in_several_directions_with_one_text_are_one() {
    for board in ["square 4 x 4", "square 4 x 3 wraps E/W"] {
        for goal in [
            "let q = step(p, d, count(ray(p, d, board) & occupied))\n  when q in empty",
            "let q = step(p, d, 2 - count(own) % 3)\n  when q in empty | enemy",
            "let r = step(p, E)\n  let q = if r in own then step(r, d) else step(p, d, 2)\n  when q in empty\n  when r != q",
            "let n = row(p)\n  let q = step(p, d, n)\n  when q in empty",
            "let q = step(p, d, 2)\n  when q in empty\n  when d != N or q in edge",
        ] {
            for text in ["{p}-{q}", "{q}<{p}", "{p}-{q}-{q}"] {
                check_rules(&format!(
                    "game \"Ways\"\nboard {board}\nplayers White, Black\npiece man\n\
                     setup {{ man of White at rows(1) man of Black at rows(3) }}\n\
                     action go(p: own, d: all)\n  {goal}\n  as \"{text}\"\n  do move p to q\n\
                     end {{ when ply > 8: draw when stuck(next): next loses when none(enemy): mover wins }}"
                ));
            }
        }
    }
}

/// Defs that the board alone decides, called with cells that may be `off` and with directions: for some arguments there is no value.
#[test]
fn defs_of_the_board_alone_are_read_from_tables() {
    for (def, when) in [
        (
            "def on(c: cell, d: dir) = if row(c) == 1 then step(c, opposite(d)) else step(step(c, d), d)",
            "on(q, d) in own or n > 2",
        ),
        ("def on(c: cell, d: dir) = if c == off then n else row(c) * 2 + dx(d)", "on(step(q, d), d) > 3"),
        ("def on(c: cell, d: dir) = if c == off then 3 else row(c) * 2 + dx(d)", "on(step(q, d), d) > 3"),
        (
            "def on(c: cell, d: dir) = dir(if column(c) > 2 then -dx(d) else dx(d), dy(d))",
            "step(q, on(q, d)) not in own",
        ),
        ("def on(c: cell, P: player) = if P == White then row(c) > 1 else row(c) < 4", "on(q, owner(at(p)))"),
        ("def on(c: cell, P: player) = if P == mover then row(c) > 1 else row(c) < 4", "on(q, owner(at(step(q, d))))"),
        ("def on(c: cell, k: kind) = match k { man: row(c) > 1, else: column(c) != 2 }", "on(q, kind(at(step(q, d))))"),
        (
            "def on(c: cell, d: dir) = x * 2 + y\n  where x = row(step(c, d)), y = column(c)",
            "step(q, d) == off or on(q, d) > 5",
        ),
    ] {
        check_rules(&format!(
            "game \"Tables\"\nboard square 5 x 4\nplayers White, Black\npiece man\nvar n = 1\n{def}\n\
             setup {{ man of White at rows(1) man of Black at rows(4) }}\n\
             action go(p: own, d: all, q: neighbors(p, d) & empty)\n  when {when}\n  do {{ move p to q n = 1 + row(q) % 3 }}\n\
             end {{ when ply > 6: draw when stuck(next): next loses }}"
        ));
    }
}

/// Sets that are the same for all candidates, and what stands between a cell and another one on a ray from it.
#[test]
fn sets_of_the_position_are_computed_before_the_candidates() {
    for when in [
        "none(between(p, q) & zone(rival(mover)))",
        "none(zone(rival(mover)) & between(p, q)) and q not in zone(mover)",
        "none(between(p, q) & neighbors(own & king, N | E))",
        "none(between(p, q) & { c in neighbors(enemy): 6 / (row(c) - n) > 0 })",
        "q in neighbors(enemy, N | NE | W) or q not in zone(rival(mover)) | corner",
        "step(q, N) in zone(rival(mover)) except neighbors(own & king)",
    ] {
        check_rules(&format!(
            "game \"Zones\"\nboard square 6 x 5\nplayers White, Black\npiece man, king\nvar n = 9\n\
             def zone(P: player) = neighbors(king of P)\n\
             setup {{ man of White at rows(1) man of Black at rows(5) king of White at c2 king of Black at d4 }}\n\
             action go(p: own, d: all, q: ray(p, d, empty))\n  when {when}\n  do {{ move p to q n = 5 + row(q) }}\n\
             end {{ when ply > 5: draw when stuck(next): next loses }}"
        ));
    }
}

/// Conditions on two cells that the board alone decides are read from tables; no candidate is tried in vain, and nothing is counted one
/// by one.
#[test]
fn conditions_on_two_cells_are_read_from_tables() {
    for condition in [
        "distance(p, q) == 2",
        "abs(column(p) - column(q)) == 1 and abs(row(p) - row(q)) == 2",
        "some(d in orthogonal: step(p, d) == q)",
        "row(q) == row(p) + 1",
        "row(q) * column(q) == row(p) + 3",
        "count(r in own: distance(q, r) == 1) == 2",
        "distance(p, q) == 1 and some(r in enemy: distance(q, r) <= 1)",
    ] {
        for cells in ["q: empty", "q: board"] {
            check_rules(&format!(
                "game \"Pairs\"\nboard square 5 x 5\nplayers White, Black\npiece man\n\
                 setup {{ man of White at rows(1..2) man of Black at rows(4..5) }}\n\
                 action go(p: own, {cells})\n  when {condition}\n  when q not in own\n  do move p to q\n\
                 end {{ when none(enemy): mover wins when ply > 12: draw when stuck(next): draw }}"
            ));
        }
    }
}

/// Rays that may go around the board, from one cell and from several, through sets of the position.
#[test]
fn rays_around_the_board_are_walked() {
    for board in [
        "square 6 x 5 wraps E/W",
        "square 5 x 6 wraps E/W, N/S",
        "hex 6 x 6 wraps E/W, NE/SW",
        "square 9 x 9 wraps N/S",
    ] {
        for goals in [
            "ray(p, all, empty)",
            "ray(p, all, enemy | empty) | first(p, all, empty)",
            "ray(p, all, board except own) except occupied",
            "ray(own, all, empty)",
            "first(own | p, all, empty) except neighbors(p)",
            "if p in edge then ray(enemy, all, empty) else ray(step(p, W), all, empty)",
        ] {
            check_rules(&format!(
                "game \"Around\"\nboard {board}\nplayers White, Black\npiece man\n\
                 setup {{ man of White at {{b1 c1}} man of Black at {{b4 d2}} }}\n\
                 action go(p: own, q: {goals})\n  when q in empty\n  do move p to q\n\
                 action take(p: own, q: first(p, all, occupied) & enemy)\n  as \"{{p}}x{{q}}\"\n  do move p to q\n\
                 end {{ when none(enemy): mover wins when ply > 6: draw when stuck(next): draw }}"
            ));
        }
    }
}

/// A ray ends before the cell where it began, also if that is the first cell on it.
#[test]
fn a_ray_around_a_single_column_meets_nothing() {
    crate::engines::alike(
        "board square 1 x 8 wraps E/W players A, B piece stone
         setup { stone of A at {a1 a2} stone of B at {a7 a8} }
         action put(p: empty) do put stone at p
         action take(p: first(own, W, occupied)) do { remove p; again }
         end { when ply > 20: draw when stuck(next): draw }",
    );
}

/// Effects that call one another many times are functions: to write them all out would take forever.
#[test]
fn large_effects_are_functions() {
    let calls = |effect: usize, many: usize| format!("go_{effect}(p) ").repeat(many);
    let nested = |many: usize, condition: &str, last: &str| {
        let level = |n: usize| format!("effect go_{n}(p: cell) {{ if {condition} {{ {} }} }}\n", calls(n + 1, many));
        (0..9).map(level).collect::<String>() + &format!("effect go_9(p: cell) {{ {last} }}\n")
    };
    // Never run, run often, and run until a choice is made.
    for effects in [
        nested(20, "row(p) > 9", "remove p"),
        nested(3, "n < 40", "n += 1"),
        nested(2, "some(own) and ply > 2", "may choose q in neighbors(p) & enemy as \"x{q}\" { remove q }"),
    ] {
        check_rules(&format!(
            "game \"Large\"\nboard square 3 x 3\nplayers White, Black\npiece man\nvar n = 0\n{effects}\
             action put(p: empty)\n  do {{ n = 0 put man at p go_{}(p) }}\n\
             end {{ when stuck(next): draw when ply > 5: draw }}",
            if effects.contains("choose") { 7 } else { 0 },
        ));
    }
}
