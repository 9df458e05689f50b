//! `boardwright engine` in GTP.

use super::engine::{dialog, last};
use super::*;

#[test]
fn gtp_knows_the_players_by_their_names() {
    let lines = ["play Red a1", "play blue a2", "play r b1", "play w b2", "play b c1", "play green c2"];
    let ran = dialog("hex --set pie=false", &lines);
    let answers = "=\n\n=\n\n=\n\n=\n\n=\n\n? expected `black` (Red) or `white` (Blue), found `green`";
    ran.out(answers);
    dialog("go", &["play red a1"]).out("? expected `black` or `white`, found `red`");
    run("engine --help").code(0).out("In GTP, `black` and `white` are the players of these names");
}

#[test]
fn gtp_is_spoken() {
    let lines = [
        "1 protocol_version",
        "2 name",
        "known_command genmove",
        "known_command fly",
        "boardsize 5",
        "komi 0.5",
        "clear_board",
        "play black c3",
        "play w PASS",
        "play b b3",
        "showboard",
        "undo",
        "final_score",
        "fly",
        "play black z3",
        "play b c3",
        "boardsize x",
        "komi 1.3",
        "komi -101",
        "time_settings 0 1 10",
        "3 genmove b",
        "quit",
    ];
    let ran = dialog("go --set size=9", &lines);
    let ran = ran.out("=1 2\n\n=2 Boardwright\n\n= true\n\n= false\n\n=\n\n=\n\n=\n\n=\n\n=\n\n=\n\n=\n5 ");
    let ran = ran
        .out("= B+24.5\n\n? unknown command `fly`; did you mean `play`?\n\n? illegal move: ")
        .out("? `x` is not a number");
    let ran = ran.out("komi is a number of half points").out("komi is from -100 to 100 points, but `-101` is not");
    assert!(last(&ran, "=3 ").len() >= 5);
    dialog("go", &["boardsize 9", "play b a1", "play b a2", "undo", "undo", "undo"])
        .out("=\n\n=\n\n=\n\n=\n\n=\n\n? cannot undo");
    dialog("reversi", &["boardsize 10", "boardsize 9", "komi 6.5", "play w d3"]).out("=\n\n? unacceptable size");
    dialog("tic-tac-toe", &["boardsize 9", "play b b2", "reg_genmove w", "final_score"])
        .out("? unacceptable size: Tic-Tac-Toe has 3 x 3");
}

#[test]
fn gtp_reads_moves_of_two_cells() {
    let ran = run_in(
        folder().path(),
        &["engine", "push", "--player", "random"],
        "play white a2a3\nundo\nplay white A2-A3\nshowboard\n",
    );
    assert!(!ran.out.contains('?'), "{}", ran.out);
    ran.out("Black to move");
    let ran = run_in(folder().path(), &["engine", "tiger", "--player", "random"], "boardsize 7\n");
    ran.out("? unacceptable size").out("its settings are `gravity`, ").out("--set NAME=VALUE");
}

#[test]
fn arguments_of_gtp_are_counted() {
    let lines = ["play b a7 a6", "play b", "boardsize", "time_settings 1 2", "known_command", "list_commands x"];
    let ran =
        dialog("go", &lines).out("? `play` takes 2 arguments, `COLOR MOVE`, got 3\n\n? `play` takes 2 arguments, ");
    let ran = ran.out("? `boardsize` takes 1 argument, `SIZE`, got none\n");
    ran.out("? `time_settings` takes 3 arguments, `SECONDS PERIOD MOVES`, got 2\n\n= false\n\n= boardsize\n");
}

#[test]
fn a_comment_begins_no_protocol() {
    let ran = dialog("go", &["# a file of commands", "", "  # and more", "protocol_version"]);
    assert_eq!(ran.out, "= 2\n\n");
}

#[test]
fn gtp_refuses_each_command_about_a_game_for_three() {
    let lines = ["name", "boardsize 6", "genmove red", "clear_board", "komi 0"];
    let ran = dialog("chinese-checkers", &lines).out("= Boardwright\n");
    assert_eq!(
        ran.out.matches("? GTP is for games for two, but Chinese Checkers has 3 players\n").count(),
        4,
        "{}",
        ran.out
    );
}

#[test]
fn the_end_of_the_input_ends_a_long_move() {
    let since = Instant::now();
    dialog("go", &["boardsize 9", "time_settings 0 600 1", "genmove b"]).out("=\n\n=\n\n= ");
    assert!(since.elapsed() < Duration::from_secs(120));
}

#[test]
fn a_komi_with_which_the_game_would_be_over_changes_nothing() {
    let rules = "game \"Komi\"\nboard square 5 x 5\nplayers Black, White\npiece stone\nparam komi = 50 in 0..100\n\
        action place(p: empty) do put stone at p\n\
        end { when 2 * count(pieces) > komi: most pieces wins or draw when none(empty): draw }";
    let folder = folder();
    write(&folder, "komi.game", rules);
    let lines = "play b a1\nplay w b1\nplay b c1\nkomi 1\nundo\nplay b d1\nshowboard\n";
    let ran = run_in(folder.path(), &["engine", "komi.game"], lines).out("White to move");
    assert_eq!(ran.out.matches('?').count(), 1, "{}", ran.out);
}
