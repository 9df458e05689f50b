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

/// The search goes on until its time from then on is over, and sees the mate.
#[test]
fn the_clock_of_a_search_begins_with_the_expected_move() {
    let lines = ["position fen kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1", "go ponder wtime 30000 btime 30000", "ponderhit"];
    let ran = dialog("chess --player alphabeta", &lines);
    assert_eq!(answers(&ran), (1, "bestmove a1a6"), "{}", ran.out);
    assert!(last(&ran, "info depth").contains(" score mate 2 "), "{}", ran.out);
}

#[test]
fn only_the_given_moves_are_searched() {
    for player in ["alphabeta", "mcts", "random", "mcts:level=2"] {
        let lines = ["position startpos", "go searchmoves a2a3 h2h3 nodes 100", "go nodes 1 searchmoves b2b4"];
        let ran = dialog(&format!("chess --player {player}"), &lines);
        let moves: Vec<&str> = ran.out.lines().filter_map(|line| line.strip_prefix("bestmove ")).collect();
        assert!(["a2a3", "h2h3"].contains(&moves[0]) && moves[1] == "b2b4", "{player}: {}", ran.out);
        assert!(last(&ran, "info depth").contains(" pv b2b4"), "{player}: {}", ran.out);
    }
    // The better one of them, with what it is worth and where it leads.
    let mates = "position fen 6k1/5ppp/8/8/8/8/8/K3R3 w - - 0 1";
    for player in ["alphabeta", "mcts"] {
        let ran = dialog(&format!("chess --player {player}"), &[mates, "go searchmoves a1a2 e1e8 a1b1 nodes 300"]);
        assert_eq!(answers(&ran), (1, "bestmove e1e8"));
        assert!(last(&ran, "info depth").contains(" score mate 1 "), "{player}: {}", ran.out);
        assert!(last(&ran, "info depth").ends_with(" pv e1e8"), "{player}: {}", ran.out);
    }
    // The only move, after which White mates.
    let lines = ["position fen 7k/8/5QK1/8/8/8/8/8 b - - 0 1", "go searchmoves h8g8 nodes 300"];
    let ran = dialog("chess --player mcts", &lines);
    assert!(last(&ran, "info depth").contains(" score mate -1 nodes "), "{}", ran.out);
    let lines = ["setoption name MultiPV value 3", mates, "go searchmoves a1a2 e1e8 depth 2"];
    let ran = dialog("chess --player alphabeta", &lines).out(" multipv 1 score mate 1 ").out(" multipv 2 score cp ");
    assert!(!ran.out.contains("multipv 3"), "{}", ran.out);
}

#[test]
fn illegal_moves_to_search_are_ignored() {
    let ran = dialog("chess --player random", &["go searchmoves e2e5 e2e4 nodes 1", "go searchmoves e7e5 nodes 1"]);
    let ran = ran.out("info string ignored illegal move `e2e5` after `searchmoves`\n").out("bestmove e2e4\n");
    ran.out("no legal move after `searchmoves`; searching all moves");
}

/// Only a wrong position is answered without a move: one for another position may be illegal, or even played.
#[test]
fn after_a_wrong_position_there_is_no_move() {
    for wrong in ["position fen 8/8 w", "position startpos moves e2e4 e2e4", "position", "position fen"] {
        let ran = dialog("chess --player random", &["position startpos", wrong, "go nodes 1"]);
        let ran = ran.out("no position to search: the last `position` was wrong; send another one\nbestmove (none)\n");
        assert_eq!(answers(&ran), (1, "bestmove (none)"), "{wrong}");
        let good = "position startpos moves e2e4 e7e5";
        let ran = dialog("chess --player random", &[wrong, good, "go searchmoves g1f3 nodes 1"]);
        assert_eq!(answers(&ran), (1, "bestmove g1f3"), "{wrong}");
    }
    let ran = dialog("shogi --player random", &["usi", "position startpos moves 7g7f 7g7f", "go byoyomi 1"]);
    assert_eq!(answers(&ran), (1, "bestmove resign"));
}

#[test]
fn a_search_that_is_stopped_at_once_has_looked_at_each_move() {
    let mates = "position fen 7k/8/5QK1/8/8/8/8/8 w - - 0 1";
    for player in ["alphabeta", "mcts"] {
        let ran = dialog(&format!("chess --player {player}"), &[mates, "go infinite", "stop"]);
        let (_, best) = answers(&ran);
        assert!(["f6g7", "f6f8", "f6d8"].contains(&best.trim_start_matches("bestmove ")), "{player}: {}", ran.out);
        assert!(last(&ran, "info depth").contains(" score mate 1 "), "{player}: {}", ran.out);
        let ran = dialog(&format!("chess --player {player}"), &["position startpos", "go infinite", "stop"]);
        assert!(!last(&ran, "info depth").contains(" depth 0 "), "{player}: {}", ran.out);
        assert!(ran.out.lines().all(|line| line.contains(" pv ") == line.contains(" score ")), "{player}: {}", ran.out);
        assert!(!ran.out.lines().any(|line| line.ends_with("pv ")), "{player}: {}", ran.out);
    }
}

/// Clients of chess take these draws for claims: a game goes on until somebody claims one.
#[test]
fn a_game_that_is_drawn_goes_on_if_the_client_goes_on() {
    let twice = "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8";
    let third = format!("position startpos moves {twice}");
    let ran = dialog("chess --player random", &[&third, "go searchmoves e2e4 nodes 1"]);
    let ran =
        ran.out("info string after `f6g8` the rules of Chess end the game in a draw; going on without its past\n");
    assert_eq!(answers(&ran), (1, "bestmove e2e4"));
    for more in ["e2e4", "e2e4 e7e5", "g1f3 g8f6 f3g1 f6g8 g1f3 g8f6 f3g1 f6g8 e2e4"] {
        // With and without the moves before.
        for before in [third.as_str(), "isready"] {
            let lines = [before, &format!("{third} {more}"), "go nodes 1"];
            let ran = dialog("chess --player random", &lines);
            assert!(!ran.out.contains("illegal") && answers(&ran).1 != "bestmove (none)", "{more}: {}", ran.out);
        }
    }
    let fifty = "position fen 4k3/8/8/8/8/8/8/R3K2R w KQ - 99 80 moves a1a2";
    let ran = dialog("chess --player random", &[fifty, "go searchmoves e8e7 nodes 1"]);
    assert_eq!(answers(&ran), (1, "bestmove e8e7"));
    // The rights to castle stay.
    let ran = dialog("chess --player random", &[&format!("{fifty} e8e7 e1g1 e7e8"), "go nodes 1"]);
    assert!(!ran.out.contains("illegal") && answers(&ran).1 != "bestmove (none)", "{}", ran.out);
    // Fourfold repetition.
    let moves = "2h3h 8b7b 3h2h 7b8b ".repeat(3);
    let ran = dialog("shogi --player random", &["usi", &format!("position startpos moves {moves}"), "go nodes 1"]);
    assert_ne!(answers(&ran).1, "bestmove resign", "{}", ran.out);
}

#[test]
fn a_game_without_a_move_or_with_a_winner_stays_over() {
    for fen in [
        "7k/8/5K2/6Q1/8/8/8/8 w - - 0 1 moves g5g6",
        "7k/8/6QK/8/8/8/8/8 b - - 0 1",
        "7k/5Q2/6K1/8/8/8/8/8 w - - 0 1 moves f7g7",
    ] {
        let ran = dialog("chess --player random", &[&format!("position fen {fen}"), "go nodes 1"]);
        assert_eq!(answers(&ran), (1, "bestmove (none)"), "{fen}");
    }
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
