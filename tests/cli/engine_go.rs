//! `boardwright engine` in UCI: each `go` gets its `bestmove`, whatever the client sends.

use super::engine::{dialog, last};
use super::*;

/// Returns how many moves an engine has answered with, and the last one.
fn answers(ran: &Ran) -> (usize, &str) {
    (ran.out.matches("bestmove ").count(), last(ran, "bestmove "))
}

#[test]
fn a_go_with_wrong_arguments_is_answered() {
    let wrong = ["go perft 2 nodes 1", "go foo nodes 1", "go depth nodes 1", "go depth abc nodes 1", "go mate nodes 1"];
    let ran = dialog("chess --player random", &wrong).out("info string unknown limit `perft 2`\n");
    let ran = ran.out("info string unknown limit `foo`\n").out("expected a number after `depth`, found `abc`");
    assert_eq!(answers(&ran).0, 5, "{}", ran.out);
    let ran = dialog("tic-tac-toe --player mcts", &["go nodes 99999999999999999999", "stop", "go nodes abc"]);
    assert_eq!(answers(&ran).0, 2, "{}", ran.out);
}

/// Only a wrong position is answered without a move: one for another position may be illegal, or even played.
#[test]
fn after_a_wrong_position_there_is_no_move() {
    for wrong in ["position fen 8/8 w", "position startpos moves e2e4 e2e4", "position", "position fen"] {
        let ran = dialog("chess --player random", &["position startpos", wrong, "go nodes 1"]);
        let ran = ran.out("no position to search: the last `position` was wrong; send another one\nbestmove (none)\n");
        assert_eq!(answers(&ran), (1, "bestmove (none)"), "{wrong}");
        let good = "position startpos moves e2e4 e7e5";
        let ran = dialog("chess --player random", &[wrong, good, "go nodes 1"]);
        assert_ne!(answers(&ran).1, "bestmove (none)", "{wrong}");
    }
    let ran = dialog("shogi --player random", &["usi", "position startpos moves 7g7f 7g7f", "go byoyomi 1"]);
    assert_eq!(answers(&ran), (1, "bestmove resign"));
}

#[test]
fn a_win_at_once_is_a_mate_among_three_players_too() {
    let text = "game \"Three\"
board square 5 x 5
players A, B, C
piece stone
action place(p: empty) do put stone at p
end { when some(lines(own, 4, orthogonal)): mover wins
 when none(empty): draw }
";
    let folder = folder();
    write(&folder, "three.game", text);
    for player in ["alphabeta:learn=false", "mcts"] {
        let lines = "position startpos moves a3 a1 c1 b3 e5 d5 d3 a5 b4\ngo nodes 3000\n";
        let args = ["engine", "three.game", "--player", player, "--protocol", "uci"];
        let ran = run_in(folder.path(), &args, lines).code(0);
        assert!(last(&ran, "info depth").contains(" score mate 1 "), "{player}: {}", ran.out);
        assert_eq!(answers(&ran), (1, "bestmove c3"));
    }
}
