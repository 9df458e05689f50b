//! On boards of many cells the native engine holds neighbors of a cell in another way than other sets, and the cells that it finds one
//! by one in memory: both engines mean the same.

use crate::alike::{Engines, Length};
use crate::common;
use std::time::Duration;

const BOARDS: [&str; 7] = [
    "square 16 x 16",
    "square 15 x 17",
    "square 20 x 20 wraps E/W",
    "square 16 x 16 links orthogonal",
    "hex 24 x 24 wraps E/W, NE/SW",
    "hex side 9",
    "hex 16 x 16",
];

/// Where a piece may go: all cells of the set that are empty. What comes after `;` are more items.
const GOALS: [&str; 22] = [
    "slides(p, rest)",
    "reach(a in p: slides(a, rest)) except p",
    "reach(a in neighbors(p): { b in neighbors(a) & empty: some(neighbors(b) & own) }) except neighbors(p)",
    "union(a in slides(p, rest): union(b in slides(a, rest) except p: slides(b, rest) except (a | p)))",
    "union(a in neighbors(p) & own: neighbors(a)) | p",
    "match kind(p) { man: slides(p, rest), else: reach(a in p: slides(a, rest)) except neighbors(p) }",
    "if p in man then { b in neighbors(p): none(neighbors(b) & neighbors(p) & enemy) } else first(p, all, empty)",
    "{ b in neighbors(p): count(neighbors(b) & own) >= 2 }",
    "{ b in neighbors(p): not (b in edge) and heights(b) < 2 }",
    "{ b in neighbors(step(p, far)): some(neighbors(b) & neighbors(p)) }",
    "(neighbors(step(p, far)) & empty) except neighbors(p)",
    "if count(neighbors(p) & occupied) == 1 then ray(p, all, empty) else neighbors(p)",
    "if groups(neighbors(p) & occupied) == 1 then neighbors(p) else {}",
    "if groups(neighbors(p) & occupied) > 1 then neighbors(p) else {}",
    "if groups(neighbors(p) & empty) <= 1 then board else neighbors(p)",
    "(neighbors(own) & empty) except neighbors(enemy)",
    "neighbors(neighbors(p)) except neighbors(neighbors(enemy))",
    "{ q in board: (min(c in neighbors(q) & occupied: heights(c)) or 0) == 1 }",
    "{ q in neighbors(p): (max(c in neighbors(q) & neighbors(p): heights(c)) or 0) == 1 }",
    "if some(c in neighbors(p): heights(c) == 1) then neighbors(p) else {}",
    "if every(c in neighbors(p) & empty: some((neighbors(c) & own) except p)) then neighbors(p) else {}",
    "{ q in empty: q in neighbors(p) and count(neighbors(p) & neighbors(q)) == 2 }",
];

fn rules(board: &str, goals: &str) -> String {
    let far = if board.starts_with("square") { "N" } else { "NE" };
    let goals = goals.replace("far", far);
    format!(
        "game \"Wide\"\nboard {board}\nplayers White, Black\npiece man, king\n\
         var heights(c: cell) = 0\n\
         setup {{\n  man of White at {{ c in board: (row(c) * 3 + column(c)) % 11 == 0 }}\n  \
         man of Black at {{ c in board: (row(c) * 3 + column(c)) % 11 == 4 }}\n  \
         king of White at {{ c in board: (row(c) * 3 + column(c)) % 11 == 6 }}\n}}\n\
         action go(p: own, q: goals(p) & empty)\n  when row(p) < 7\n\
         do {{\n  move p to q\n  heights(p) = (heights(p) + 1) % 3\n}}\n\
         def goals(p: cell): cells = {goals} where rest = occupied except p\n\
         def slides(a: cell, around: cells) =\n  \
         {{ b in neighbors(a) except around: count(neighbors(a) & neighbors(b) & around) == 1 }}\n\
         end {{\n  when repeated(next) >= 2: draw\n  when stuck(next): draw\n  when ply >= 40: draw\n}}\n"
    )
}

/// Each set on some of the boards, and each board with some of the sets.
#[test]
fn neighbors_of_a_cell_are_the_same_on_both_engines() {
    let (mut wrong, mut plies) = (Vec::new(), 0);
    for (n, goals) in GOALS.iter().enumerate() {
        for board in [0, 1, 3].map(|far| BOARDS[(n + far) % BOARDS.len()]) {
            let text = rules(board, goals);
            let engines = Engines::of_text("wide.game", &text, &common::Folder);
            let engines = engines.unwrap_or_else(|| panic!("these rules do not check:\n{text}"));
            let length = Length { plies: 12, time: Duration::from_secs(1) };
            let played = engines.play(1, length);
            let played = played.and_then(|n| engines.play_out(2, 40, Duration::from_millis(100)).map(|()| n));
            match played {
                Ok(n) => plies += n,
                Err(what) => wrong.push(format!("{board}, {goals}: {what}")),
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    assert!(plies > 150, "only {plies} plies were played");
}

/// A grid as a graph, whose diagonals lead one way only.
fn one_way() -> String {
    let name = |(x, y): (usize, usize)| format!("{}{}", char::from(b'a' + x as u8), y + 1);
    let line = |cells: Vec<(usize, usize)>| cells.into_iter().map(name).collect::<Vec<_>>().join(" ");
    let all = |lines: Vec<Vec<(usize, usize)>>| lines.into_iter().map(line).collect::<Vec<_>>().join(", ");
    let rows = all((0..14).map(|y| (0..14).map(|x| (x, y)).collect()).collect());
    let columns = all((0..14).map(|x| (0..14).map(|y| (x, y)).collect()).collect());
    let diagonals = all((0..13).map(|x| (x..14).map(|n| (n, n - x)).collect()).collect());
    let others = all((1..13).map(|y| (y..14).map(|n| (n - y, n)).collect()).collect());
    format!("graph {{\n  E/W: {rows}\n  N/S: {columns}\n  up: {diagonals}, {others}\n}}")
}

#[test]
fn groups_of_neighbors_are_the_same_where_links_lead_one_way() {
    let mut plies = 0;
    for goals in GOALS.iter().filter(|goals| goals.contains("groups(neighbors")) {
        let text = rules(&one_way(), goals);
        let engines = Engines::of_text("wide.game", &text, &common::Folder);
        let engines = engines.unwrap_or_else(|| panic!("these rules do not check:\n{text}"));
        let length = Length { plies: 12, time: Duration::from_secs(1) };
        plies += engines.play(1, length).unwrap_or_else(|what| panic!("{goals}: {what}"));
    }
    assert!(plies > 10, "only {plies} plies were played");
}

/// The board ends beside these cells: what is asked of neighbors that do not exist is not counted.
#[test]
fn neighbors_of_a_step_end_with_the_board() {
    crate::engines::alike(
        "board square 16 x 16 players A, B piece stone
         action place(p: empty & columns(1)) do { put stone at p if count(neighbors(step(p, N)) & occupied) >= 2 { again } }
         end { when ply > 20: draw when stuck(next): draw }",
    );
}
