//! Both engines mean the same on boards of all sizes and shapes.

use crate::alike::{Engines, Length};
use crate::common;
use boardwright::engine::Engine;
use std::time::Duration;

/// A direction is drawn with the piece; any number of steps leads along it, forth or back, and a chain moves on.
#[test]
fn directions_that_are_drawn_are_walked_alike() {
    let rules = "players A going N, B going S piece man
        setup { man of A at rows(1) man of B at rows(height) except rows(1) }
        var way(P: player): dir = N
        action push(p: own, d: all)
          let chain = p | ray(p, d, own)
          let head = step(p, d, count(chain) - 1)
          let back = step(p, d, 1 - count(chain))
          let rivals = ray(head, d, enemy)
          when step(head, d) != off and count(rivals) <= count(chain)
          as \"{p}-{d}\"
          do { way(mover) = if back in empty then opposite(d) else d
               move each c in chain | rivals to step(c, d) }
        action hop(p: own, n: 1..3)
          when step(p, way(mover), n) in empty and none(ray(p, way(mover), enemy))
          as \"{p}:{n}\"
          do { let d = way(mover) move p to step(p, d, n) move each c in neighbors(p) & enemy to step(c, d, -2) }
        end { when none(enemy): mover wins when ply > 40: draw when stuck(next): next loses }";
    for board in [
        "square 1 x 1",
        "square 6 x 6",
        "square 8 x 8",
        "square 9 x 11",
        "square 20 x 20",
        "square 7 x 7 wraps E/W",
        "square 5 x 6 without b2",
        "hex 6 x 6",
        "hex side 4",
        "hex side 8",
    ] {
        let text = format!("game \"Drawn\"\nboard {board}\n{rules}");
        let text = match board.starts_with("hex") {
            true => {
                text.replace("going N,", "going NE,").replace("going S ", "going SW ").replace("dir = N", "dir = NE")
            }
            false => text,
        };
        let engines =
            Engines::of_text("drawn.game", &text, &common::Folder).unwrap_or_else(|| panic!("{board} does not check"));
        assert_eq!(engines.trusting.unsupported(), None, "{board}");
        for seed in 0..3 {
            let length = Length { plies: 30, time: Duration::from_secs(2) };
            let said = engines.play(seed, length).and_then(|_| engines.play_out(seed, 20, Duration::from_secs(2)));
            said.unwrap_or_else(|what| panic!("{board}: {what}"));
        }
    }
}

#[test]
fn boards_of_all_sizes_are_played_alike() {
    let rules = "players A going N, B going S piece man
        setup { man of A at rows(1); man of B at rows(height) except rows(1) }
        action step(p: own, q: neighbors(p, all) & empty) when some(neighbors(q) & occupied) do move p to q
        action slide(p: own, q: ray(p, orthogonal, empty)) when distance(p, q) > 1 and none(between(p, q) & enemy)
          as \"{p}={q}\" do { move p to q remove first(q, toward(p, q), enemy) & neighbors(q) }
        action leap(p: own, q: leap(p, 1, 2) | hop(p, all, occupied)) when q in empty and count(group(p, own)) < 9
          as \"{p}:{q}\" do { move p to q remove { x in enemy: none(neighbors(x) & empty) } }
        end {
          when none(enemy): mover wins
          when connects(own, edge(W), edge(E)) or some(lines(own, 4)): mover wins
          when count(lines(own, 3, orthogonal)) > 2 or groups(own) > 20: draw
          when stuck(next): next loses
        }";
    for board in [
        "square 1 x 1",
        "square 2 x 1",
        "square 1 x 7",
        "square 8 x 8",
        "square 9 x 9",
        "square 99 x 1",
        "square 32 x 32",
        "square 60 x 17",
        "square 16 x 8",
        "square 12 x 16",
        "square 1 x 5 wraps E/W",
        "square 2 x 5 wraps E/W",
        "square 3 x 3 wraps E/W, N/S",
        "square 2 x 2 wraps E/W, N/S",
        "square 1 x 1 wraps E/W, N/S",
        "square 20 x 20 wraps E/W",
        "square 9 x 8 without rows(4) & columns(2..5)",
        "square 6 x 6 links diagonal",
        "hex 1 x 1",
        "hex 8 x 8",
        "hex 20 x 20",
        "hex side 1",
        "hex side 12",
        "hex triangle 12",
        "hex star 3",
    ] {
        let text =
            format!("game \"Sizes\"\nboard {board}\n{rules}").replace("links diagonal", "links diagonal | orthogonal");
        let text = if board.starts_with("hex") {
            text.replace("going N", "going NE").replace("going S", "going SW")
        } else {
            text
        };
        let text = if board.starts_with("hex") { text.replace("leap(p, 1, 2) | ", "") } else { text };
        let engines =
            Engines::of_text("sizes.game", &text, &common::Folder).unwrap_or_else(|| panic!("{board} does not check"));
        assert_eq!(engines.trusting.unsupported(), None, "{board}");
        let length = Length { plies: 12, time: Duration::from_secs(2) };
        let said = engines.play(3, length).and_then(|_| engines.play_out(3, 20, Duration::from_secs(2)));
        said.unwrap_or_else(|what| panic!("{board}: {what}"));
    }
}
