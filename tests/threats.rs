//! Rows that a piece would complete, asked for all cells at once.

use crate::common;
use crate::lowered::check_rules;
use boardwright::engine::fast::SlowKind;
use std::sync::Arc;

/// Plays rules that ask this about each cell `p` of a set, with a man of the mover added on `p`.
fn rules(board: &str, condition: &str, ply: u32) -> String {
    format!(
        "game \"Rows\"\nboard {board}\nplayers White, Black\npiece man\n\
         def added(p: cell) = own | p\n\
         def rows_of(P: player, p: cell, n: int) = lines(pieces of P | p, n)\n\
         def these = {{ p in empty: {condition} }}\n\
         action good(p: these) as \"g{{p}}\" do put man at p\n\
         action other(p: empty) when p not in these as \"o{{p}}\" do put man at p\n\
         end {{ when count(these) == 3 and ply > 5: draw when ply > {ply}: draw when none(empty): draw when stuck(next): draw }}"
    )
}

const CONDITIONS: [&str; 15] = [
    "p in lines(own | p, 3)",
    "p in lines(added(p), 2..3)",
    "p not in lines(own | p, 3..3) and p in lines(enemy | p, 2)",
    "p in rows_of(mover, p, 3) or p in rows_of(rival(mover), p, 4)",
    "p in lines(own | p, 2, E) except lines(own | p, 2, all)",
    "some(lines(own | p, 3))",
    "some(rows_of(mover, p, 3)) and not some(lines(own, 3))",
    "some(lines(added(p) | neighbors(p, NE), 4))",
    "step(p, NE) in lines(own | p | step(p, NE), 3)",
    "p in lines((own | p) except step(p, E), 2)",
    "p in lines((own | p) & (empty | own | step(p, NE)), 1..2)",
    "p in lines(((own | enemy) except (enemy except p)) | p, 3)",
    "(p in lines(p, 1) and p in lines(own | p, 100)) or count(neighbors(p) & (own | p)) == 1",
    "p in lines(own | p, if ply > 3 then 2 else 3)",
    "ply > 0 and p in lines(own | p, 6 / ply)",
];

#[test]
fn rows_through_a_new_piece_are_those_of_the_rules() {
    for board in ["square 4 x 4", "hex side 3", "square 9 x 8", "square 4 x 4 wraps E/W", "square 1 x 7"] {
        for condition in CONDITIONS {
            check_rules(&rules(board, condition, if board.len() > 14 { 4 } else { 7 }));
        }
    }
}

#[test]
fn they_are_found_without_going_from_cell_to_cell() {
    // The last two have no known length.
    for condition in &CONDITIONS[..CONDITIONS.len() - 2] {
        let rules = rules("hex side 5", condition, 20);
        let game = Arc::new(boardwright::load_text(&rules, &[]).unwrap().game().clone());
        let (_, fast) = common::translated(game);
        let report = fast.slow_places(200).unwrap().unwrap();
        let is_each = |kind: SlowKind| matches!(kind, SlowKind::Each(_));
        assert!(!report.places.iter().any(|place| is_each(place.kind)), "{condition}: {report:?}");
    }
}

/// A row around the board has the number of its cells, also where it is shorter than the rows that are asked for.
#[test]
fn closed_rows_are_those_of_the_rules() {
    let graph = "graph { around: a1 b1 c1 d1 a1; further: a1 a2 a3 a4; round: b2 b3 b2; on: c2 c3 c4 c3 }";
    for board in [
        "square 3 x 5 wraps E/W, N/S",
        "square 4 x 3 wraps E/W",
        "square 1 x 4 wraps E/W",
        "hex 4 x 4 wraps E/W, NE/SW",
        "square 9 x 9 wraps N/S",
        graph,
    ] {
        for lengths in ["2", "3", "4", "3..3", "2..4", "5..9", "1..2", "0..3", "9"] {
            check_rules(&format!(
                "game \"Rings\"\nboard {board}\nplayers White, Black\npiece man\n\
                 setup {{ man of White at neighbors(a1) | a1 }}\n\
                 action put(p: empty) when count(empty) > 2 as \"{{p}}\" do put man at p\n\
                 action take(p: lines(own, {lengths})) as \"x{{p}}\" do remove p\n\
                 action close(p: {{ q in empty: q in lines(own | q, {lengths}) }}) as \"c{{p}}\" do put man at p\n\
                 end {{ when some(lines(enemy, {lengths})) and count(enemy) > 4: draw when ply > 5: draw when stuck(next): draw }}"
            ));
        }
    }
}
