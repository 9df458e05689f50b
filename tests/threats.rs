//! Rows that a piece would complete, asked for all cells at once.

use crate::common;
use crate::lowered::check_rules;
use boardwright::engine::Engine;
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

const CONDITIONS: [&str; 14] = [
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
    // The last one has no known length.
    for condition in &CONDITIONS[..CONDITIONS.len() - 1] {
        let rules = rules("hex side 5", condition, 20);
        let game = Arc::new(boardwright::load_text(&rules, &[]).unwrap().game().clone());
        let (_, fast) = common::translated(game);
        let report = fast.slow_places(200).unwrap().unwrap();
        let is_each = |kind: SlowKind| matches!(kind, SlowKind::Each(_));
        assert!(!report.places.iter().any(|place| is_each(place.kind)), "{condition}: {report:?}");
    }
}

/// The text of a move may fault: a game with such an action runs in native code, and comes to the same fault.
#[test]
fn texts_that_may_fault_are_all_written() {
    for (when, faults) in [("n < 3", false), ("n < 9", true)] {
        let rules = format!(
            "game \"Far\"\nboard square 4 x 4\nplayers White, Black\npiece man\nvar n = 0\n\
             action far(p: empty)\n  when {when}\n  as \"f{{p}}{{4 / (3 - n)}}\"\n  do {{ put man at p n += 1 }}\n\
             action put(p: empty)\n  as \"{{p}}\"\n  do {{ put man at p n += 1 }}\n\
             end {{ when ply > 5: draw when stuck(next): draw }}"
        );
        let game = Arc::new(boardwright::load_text(&rules, &[]).unwrap().game().clone());
        let (reference, fast) = common::translated(game);
        assert_eq!(fast.unsupported(), None);
        let mut position = reference.start().unwrap();
        let mut faulted = false;
        while position.outcome.is_none() && !faulted {
            let moves = reference.legal_moves(&position);
            let (found, counted) = (fast.legal_moves(&position), reference.perft(&position, 1));
            assert_eq!(format!("{found:?}"), format!("{moves:?}"), "{rules}");
            assert_eq!(format!("{:?}", fast.perft(&position, 1)), format!("{counted:?}"), "{rules}");
            match moves {
                Ok(moves) => reference.play_unchecked(&mut position, &moves[moves.len() - 1]).unwrap(),
                Err(_) => faulted = true,
            }
        }
        assert_eq!(faulted, faults, "{rules}");
        let report = fast.slow_places(50).unwrap();
        let is_told = |report: &boardwright::engine::fast::SlowReport| {
            report.places.iter().any(|place| place.kind == SlowKind::Texts)
        };
        assert!(report.as_ref().map_or(faults, is_told), "{report:?}");
    }
}
