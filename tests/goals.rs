//! Conditions on rows, connections and groups mean the same on both engines, also where the native code looks only where a piece came.

use crate::engines::{SMALL, alike};

#[test]
fn what_ends_the_game_is_seen_where_a_piece_came() {
    let with = |rules: &str| alike(&format!("{SMALL} {rules}"));
    let crossing = "end { when connects(own, edge(N), edge(S)): mover wins when ply >= 40: draw }";
    // A cell that nothing is put on joins nothing; what is put upon another piece parts its group.
    with(&format!("action place(p: empty) do {{ if p in dark or ply > 20 {{ put stone at p }} }} {crossing}"));
    with(&format!("action place(p: board) do put stone at p {crossing}"));
    with(&format!("action place(p: empty | own) do {{ put stone at p if ply % 3 == 0 {{ again }} }} {crossing}"));
    with(&format!(
        "action step(p: own, q: neighbors(p) & empty) do move p to q action place(p: empty) do put stone at p {crossing}"
    ));
    with(&format!(
        "action place(p: empty) do put stone at p action swap() when ply == 3 do give occupied to mover {crossing}"
    ));
    // Rows whose length changes, that may be too long, and ends that come to be.
    let rows = |of: &str| format!("end {{ when some({of}): mover wins when ply >= 40: draw }}");
    with(&format!(
        "var n = 4 action place(p: empty) do {{ put stone at p n = if ply % 4 == 3 then 2 else 4 }} {}",
        rows("lines(own, n)")
    ));
    with(&format!("action place(p: empty) do put stone at p {}", rows("lines(own, 3..3)")));
    with(&format!(
        "action place(p: empty) do {{ put stone at p remove neighbors(p, E) }} {}",
        rows("lines(own, 2..2, E | W)")
    ));
    with(
        "action place(p: empty) do put stone at p
         end { when connects(own, edge(N), neighbors(c3) & enemy): mover wins when ply >= 25: draw }",
    );
    with(
        "piece king action place(p: empty, k: {stone, king}) as \"{p}-{k}\" do put k at p
         end { when some(lines(king & own, 3)) or connects(stone & own, edge(W), edge(E)): mover wins when ply >= 25: draw }",
    );
}

/// On boards of several words, each line has a word of its own.
#[test]
fn rows_on_large_boards_are_seen_where_a_piece_came() {
    let boards =
        ["square 9 x 8", "hex side 6", "square 12 x 7 links orthogonal", "square 70 x 2", "square 9 x 9 wraps E/W"];
    let places = [
        "action place(p: empty) do put stone at p",
        "action place(p: empty) as \"{p}\" do put stone at p action swap() when ply == 9 do give occupied to mover",
        "action place(p: empty) do { put stone at p if ply % 3 == 0 { again } }",
        "action place(p: empty) do { put stone at p remove neighbors(p) & enemy & edge }",
        "action place(p: empty) do { if p in edge or ply < 40 { put stone at p } }",
        "action place(p: board) do put stone at p",
    ];
    let conditions = [
        "some(lines(own, 4))",
        "some(lines(own, 3..3))",
        "some(lines(own, 2..4, E | W))",
        "some(lines(own, 5)) or some(lines(own, 3..3, E | W))",
        "some(lines(stone of A, if mover == A then 3 else 4))",
        "some(lines(stone of A, 3)) or some(lines(enemy, 4))",
        "some(lines(own, 1..1, E)) and ply > 50",
        "some(lines(own, 66, E))",
    ];
    for (n, board) in boards.iter().enumerate() {
        for (m, condition) in conditions.iter().enumerate() {
            let place = places[(n + m) % places.len()];
            alike(&format!(
                "board {board} players A, B piece stone {place}
                 end {{ when {condition}: mover wins when stuck(next): draw when ply == 60: draw }}"
            ));
        }
    }
}

/// Cells linked to an end are marked, on boards of one word, of several, and where neighbors are far apart in the order of cells.
#[test]
fn connections_are_seen_where_a_piece_came() {
    let boards = [
        "square 4 x 4",
        "hex 5 x 5",
        "square 9 x 9 links orthogonal",
        "hex side 6",
        "square 15 x 14 links orthogonal | NE | SW",
        "square 90 x 4 wraps E/W",
        "square 9 x 22 wraps N/S",
        "square 5 x 5 links E | W",
    ];
    let places = [
        "action place(p: empty) do put stone at p",
        "action place(p: empty) as \"{p}\" do put stone at p action swap() when ply == 5 do give occupied to mover",
        "action place(p: empty) do { put stone at p if ply % 3 == 0 { again } }",
        "action place(p: empty) do { if p in edge or ply > 20 { put stone at p } }",
    ];
    let conditions = [
        "connects(own, edge(N), edge(S))",
        "connects(own, edge(N), edge(S), edge(W))",
        "connects(own, edge, (rows(2) & columns(3)))",
        "connects(own, rows(1..2), rows(2))",
        "connects(own, rows(1), columns(1), columns(3), (rows(2) & columns(2)))",
        "connects(own, rows(1), rows(1), columns(1), columns(3), (rows(2) & columns(2)))",
        "connects(own, rows(1), (rows(2) & columns(2))) or connects(own, columns(1), columns(3), (rows(2) & columns(3)))",
        "connects(stone of A, rows(1), rows(3)) or connects(stone of B, columns(1), columns(3), (rows(2) & columns(2)))",
        "connects(own, if mover == A then rows(1) else columns(1), if mover == A then rows(4) else columns(4))",
        "connects(own, empty & rows(1), rows(3))",
        "connects(own, rows(1)) and ply > 3",
    ];
    for (n, board) in boards.iter().enumerate() {
        for (m, condition) in conditions.iter().enumerate() {
            let place = places[(n + m) % places.len()];
            alike(&format!(
                "board {board} players A, B piece stone {place}
                 end {{ when {condition}: mover wins when stuck(next): draw when ply == 90: draw }}"
            ));
        }
    }
}

/// Whether a player who said `again` has a move is asked before the end, and may fault.
#[test]
fn a_fault_of_the_next_moves_is_found_at_the_end() {
    let head = "board square 3 x 3 players A, B piece stone";
    alike(&format!(
        "{head} action place(p: empty) when 12 / (5 - count(occupied)) > 0 do {{ put stone at p again }}
         end {{ when count(occupied) >= 5: mover wins when stuck(next): draw }}"
    ));
    alike(&format!(
        "{head} action place(p: empty) when 12 / (5 - count(occupied)) > 0 do {{ put stone at p }}
         end {{ when count(occupied) >= 5: mover wins when stuck(next): draw }}"
    ));
}

/// What a light end of a ply assumes does not matter where no clause so far depends on it.
#[test]
fn ends_that_depend_on_the_next_moves_are_evaluated_again() {
    for says in ["if p in edge { again }", "if ply % 2 == 0 { again }", "if p in edge { taken = taken + 1 again }"] {
        for clauses in [
            "when none(empty): draw when stuck(next): next loses",
            "when stuck(next): next loses when some(lines(own, 3)): mover wins",
            "when some(lines(own, 3)) and stuck(next): draw when some(lines(own, 3)): mover wins",
            "when some(lines(pieces of next, 3)): next wins when some(lines(own, 3)): mover wins",
            "when count(own) >= 4 and after(mover) == B: mover wins when count(own) >= 5: draw",
            "when possible(place) and count(own) >= 4: mover wins when stuck(next): draw",
            "when taken >= 3: fewest pieces wins or draw when stuck(next): draw",
            "when count(own) >= 4: mover wins when repeated(pieces, mover) >= 1: draw",
        ] {
            alike(&format!(
                "board square 3 x 3 players A, B piece stone var taken = 0 each turn
                 action place(p: empty) when none(neighbors(p, E) & enemy) do {{ put stone at p {says} }}
                 end {{ {clauses} when ply >= 30: draw when stuck(next): draw }}"
            ));
        }
    }
}

#[test]
fn what_groups_are_like_is_seen_where_a_piece_came() {
    let boards = ["square 4 x 4", "square 5 x 4 links orthogonal", "hex 4 x 4", "hex side 3", "square 4 x 4 wraps E/W"];
    let places = [
        "action place(p: empty) do put stone at p",
        "action place(p: empty) as \"{p}\" do put stone at p action swap() when ply == 3 do give occupied to mover",
        "action place(p: empty) do { put stone at p if ply % 3 == 0 { again } }",
        // Pieces go, so that groups come apart, and cells that were cut off are reached again.
        "action place(p: empty) do { put stone at p remove neighbors(p) & enemy & edge }",
        "action step(p: own, q: neighbors(p) & empty) do move p to q action place(p: empty) do put stone at p",
        "action place(p: empty) do { if p in edge or ply < 6 { put stone at p } }",
    ];
    let conditions = [
        "some(p in own: count(group(p, own)) >= 4)",
        "some(p in own & edge: count(group(p, own) except edge) == 2)",
        "some(p in own except edge: count(x in group(p, own): x in edge) >= 2 and count(group(p, own)) < 6)",
        "some(p in own: every(n in 1..2: some(group(p, own) & rows(n))))",
        "some(p in own: row(p) == 2 and count(group(p, own)) == 3)",
        "some(p in own: count(group(p, own)) > count(enemy) + 1)",
        "some(p in stone of A: count(group(p, stone of A)) == 4)",
        "some(p in stone of A: count(group(p, stone of A)) == (if mover == A then 3 else 4))",
        "some(p in own & rows(if mover == A then 1 else 4): count(group(p, own)) >= 3)",
        "some(p in own: mover == B and count(group(p, own)) >= 3)",
        // Defs that are called with the cell ask about its group, unless they are called with others as well.
        "some(p in own: size(p) >= 4)",
        "some(p in own: larger(p, 2) and size(p) < 6)",
        "some(p in own: theirs(p) >= 4)",
        "some(p in own: size(p) == 3 and some(q in neighbors(p) & own: size(q) > 2))",
        "some(p in own: theirs(p) > row(p) + 1)",
        "cut",
        "big or cut",
        "not (board except own within group(edge, board except own))",
        "some((board except own) except group(corners, board except own))",
        "some((rows(1..3) except own) except group(rows(1), rows(1..3) except own))",
        "some(rest & edge)",
    ];
    let defs = "def size(c: cell) = count(group(c, own)) def theirs(c: cell) = count(group(c, pieces of owner(c)))
        def larger(c: cell, n: int) = size(c) > n + count(enemy) / 4
        def corners = {b2 c3} def big = some(p in own: count(group(p, own)) >= most) where most = 5
        def cut = not (others within group(edge, others)) or some(p in own except edge: neighbors(p) within own)
          where others = board except own
        def rest = (board except own) except group(edge, board except own)";
    for (n, board) in boards.iter().enumerate() {
        for (m, condition) in conditions.iter().enumerate() {
            let place = places[(n + m) % places.len()];
            alike(&format!(
                "board {board} players A, B piece stone {defs} {place}
                 end {{ when {condition}: mover wins when stuck(next): draw when ply == 30: draw }}"
            ));
        }
    }
}

/// On discs of triangles, only a ring of pieces cuts cells off from the edge; on others, and from other cells, anything may.
#[test]
fn rings_are_closed_by_their_last_piece() {
    let boards = [
        "hex side 4",
        "hex triangle 7",
        "hex 6 x 5",
        "square 6 x 5 links orthogonal | NE | SW",
        "hex side 4 without {d4}",
        "hex side 5 without {e1 f1 d2}",
        "square 6 x 5 links orthogonal | NE | SW wraps E/W",
        "square 6 x 6",
        "square 5 x 5 links orthogonal",
    ];
    let places = [
        "action place(p: empty) do put stone at p",
        "action place(p: empty) do { put stone at p if ply % 3 == 0 { again } }",
        "action place(p: empty) do { if p in edge or ply < 20 { put stone at p } }",
        "action place(p: empty) do put stone at p action swap() when ply == 3 do give occupied to mover",
        "action place(p: empty) do put stone at p action wall(p: empty) as \"-{p}\" when ply < 4 do put stone of rival(mover) at p",
    ];
    let conditions = [
        "not (others within group(edge, others))",
        "not (board except own within group(edge, board except own)) or some(p in own: count(group(p, own)) >= 12)",
        "some((board except stone of A) except group(edge, board except stone of A))",
        "some(others except group(edge except spot, others))",
        "some(others except group(edge | inner, others))",
        "some(((board except own) except spot) except group(edge, (board except own) except spot))",
    ];
    for (n, board) in boards.iter().enumerate() {
        for (m, condition) in conditions.iter().enumerate() {
            let place = places[(n + m) % places.len()];
            alike(&format!(
                "board {board} players A, B piece stone def others = board except own
                 def spot = rows(1) & columns(5) def inner = rows(3) & columns(3) {place}
                 end {{ when {condition}: mover wins when stuck(next): draw when ply == 60: draw }}"
            ));
        }
    }
}

#[test]
fn what_is_asked_by_group_is_the_same() {
    let with = |condition: &str| {
        alike(&format!(
            "board hex side 3 players A, B piece stone, king neutral rock setup {{ rock at c3 }}
             def big(P: player, n: int) = count(p in pieces of P: count(group(p, pieces of P)) >= n)
             def size(P: player, p: cell) = count(group(p, pieces of P))
             def theirs(p: cell) = count(group(p, pieces of owner(p)))
             def twice(p: cell) = theirs(p) * 2 + (if p in edge then 1 else 0)
             def mixed = count(q in own: theirs(q) > 1 and low) where low = theirs(c1) < 2
             def beside(p: cell) = max(q in neighbors(p): theirs(q)) or 0
             def freedoms(c: cell) = neighbors(group(c, pieces of owner(c))) & empty
             def air(c: cell) = count(freedoms(c))
             def lives(c: cell) = some(freedoms(c)) or c == c3
             def free = {{ p in own except edge: some(neighbors(group(p, own)) & empty) }}
             action place(p: empty) do put stone at p
             action crown(p: stone & own) when {condition} as \"+{{p}}\" do put king at p
             end {{ when stuck(next): draw when ply == 24: draw }}"
        ));
    };
    for condition in [
        "big(mover, 2) > big(rival(mover), 3)",
        "p in free or count(free) == 2",
        "some(q in enemy: none(neighbors(group(q, enemy)) & empty) and ply > 3)",
        "every(q in own: count(group(q, own)) < 3)",
        "(max(q in own: count(group(q, own))) or 0) > (min(q in enemy: count(group(q, enemy)) * 2) or 5)",
        // Cells outside of the set have no group.
        "count(q in board: count(group(q, own)) == 0) > 12",
        "some(q in edge: none(group(q, own)))",
        "count(q in edge: some(group(q, own) & (group(q, own) except edge))) > 1",
        // Sums and defs.
        "sum(q in own: if count(group(q, own)) >= 3 then 2 else -1) > 0",
        "sum(q in board: count(group(q, own)) * 1000000000) > 5",
        "(max(q in pieces: theirs(q)) or 0) > 2 + (min(q in own: theirs(q)) or 3)",
        "sum(q in pieces: theirs(q) * theirs(q)) > 9",
        "count(q in own: size(mover, q) > 1) > count(q in enemy: size(owner(q), q) > 1)",
        "count(q in pieces: twice(q) > 5) > 1",
        "count(q in pieces: theirs(q) < beside(q)) > 1",
        "count(q in pieces: beside(q) == theirs(q)) > 2",
        // A def of another cell's group may be hidden in a `where` value.
        "mixed > 1",
        // The pieces of the cell's owner, or some of them.
        "count(q in board: count(group(q, pieces of owner(q))) == 1) > 2",
        "some(q in enemy & stone: none(group(q, pieces of owner(q)) & king) and ply > 3)",
        "count({ q in pieces: count(group(q, stone of owner(q))) >= 2 }) > count(q in pieces: none(group(q, king of owner(q))))",
        "count(q in pieces: some(group(q, pieces of owner(step(q, E))))) > 3",
        "count(q in pieces: count(group(q, pieces of rival(owner(q)))) == 0 and count(group(q, pieces of owner(q))) > 1) > 1",
        // Whether a group, or its neighbors, meet a set is asked for all cells at once.
        "count({ q in pieces: none(neighbors(group(q, pieces of owner(q))) & empty) }) == 0",
        "count(q in own: some(group(q, own) & edge)) > 2",
        "some({ q in own: group(q, own) within edge | rows(2) })",
        "some(q in own: not (edge & own within group(q, own)) and some(group(q, own) except edge))",
        "count(q in pieces: some(neighbors(group(q, stone of owner(q))) & king)) > 0",
        "every(q in own: some(neighbors(neighbors(group(q, own))) & enemy) or q in edge)",
        "count({ q in board: some(group(step(q, E), own) except edge) }) > 1",
        "count({ q in pieces: lives(q) and not (freedoms(q) within edge) }) > 1",
        "none({ q in enemy: neighbors(group(q, enemy), E | NE) within occupied }) or ply > 9",
        "count({ q in pieces: air(q) < 1 or count(group(q, own)) > 0 }) > 2",
        "count(q in pieces: air(q) != 1 and air(q) != 0) > 2",
        "some(q in enemy: 0 >= air(q)) or every(q in own: air(q) >= 1 and air(q) <= 2)",
        "some(q in enemy: some((rows(2) | rows(3)) & group(q, enemy)) and none(empty & neighbors(neighbors(group(q, enemy)) except edge)))",
        // The set, or what is asked, depends on the cell in other ways.
        "some(q in own: count(group(q, own & rows(row(q)))) > 1)",
        "some(q in own: count(group(q, own)) > row(q))",
        "some(q in own: some(r in group(q, own): count(group(r, own except q)) == 1))",
        "count(q in own: count(group(q, own)) / (count(group(q, own)) - 1) > 1) > 2",
    ] {
        with(condition);
    }
}
