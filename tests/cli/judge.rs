//! `boardwright judge`.

use super::*;
use serde_json::{Value, json};

#[test]
fn what_is_certain_is_proven() {
    let ran = run("judge tic-tac-toe --after a1,b1 --time 5 --playouts 20000").code(0);
    let ran = ran.out("X to move: X 100 %, O 0 % (proven)\n\n100 %  ").out(" plies ahead, ");
    assert!(ran.out.lines().filter(|line| line.contains(" %  ")).count() <= 3, "{}", ran.out);
    // Each move that was tried has a line, and no more than that.
    let ran = run("judge hex --set size=4 --player mcts --playouts 2000 --lines 3").code(0);
    assert_eq!(ran.out.lines().filter(|line| line.contains(" %  ")).count(), 3, "{}", ran.out);
    let ran = run("judge chess --player alphabeta --playouts 2000").code(0);
    assert_eq!(ran.out.lines().filter(|line| line.contains(" %  ")).count(), 3, "{}", ran.out);
    let ran = run("judge tic-tac-toe --after a1,b1,b2 --player mcts --playouts 20000 --lines 1").code(0);
    ran.out("O to move: X 100 %, O 0 % (proven)\n\n  0 %  ");
}

#[test]
fn the_only_legal_move_is_followed() {
    // The last cell that is left.
    let ran = run("judge tic-tac-toe --after a1,b1,c1,b2,a2,c2,b3,a3").code(0);
    ran.out("X to move: X 50 %, O 50 % (proven)\n\n 50 %  c3\n");
    let ran = run("judge tic-tac-toe --after a1,b1,a2,b2,a3").code(0);
    ran.out("X wins: X 100 %, O 0 % (proven)\n").err("The game is over");
}

#[test]
fn scripts_read_it() {
    let value =
        run("judge tic-tac-toe --after a1,b1 --player mcts --playouts 2000 --lines 2 --format json").code(0).json();
    assert_eq!((&value["to_move"], &value["outcome"], &value["player"]), (&json!("X"), &Value::Null, &json!("mcts")));
    assert_eq!((&value["returns"], &value["proven"]), (&json!({"X": 1.0, "O": -1.0}), &json!(true)));
    let lines = value["lines"].as_array().unwrap();
    assert_eq!((lines.len(), &lines[0]["value"], &lines[0]["proven"]), (2, &json!(1.0), &json!(true)));
    assert!(lines[0]["moves"].as_array().unwrap().len() > 2 && value["work"].as_u64().unwrap() > 0);
    // Whoever is in the game has a share.
    let value = run("judge chinese-checkers --playouts 50 --format json").code(0).json();
    assert_eq!(value["returns"].as_object().unwrap().len(), 3);
}

#[cfg(unix)]
#[test]
fn ctrl_c_prints_what_is_known() {
    stopped(folder().path(), "judge hex --time 60").code(130).out("Red to move: ").out(" random games");
    let ran = stopped(folder().path(), "judge tic-tac-toe --player uci:cat;grace=60").code(130);
    assert!(ran.out.is_empty() && ran.err.is_empty(), "{}{}", ran.out, ran.err);
}

#[test]
fn mistakes_are_explained() {
    run("judge rush --player random").code(2).err("`random` judges no positions").err("choose `best`");
    run("judge rush --player bets").code(2).err("did you mean `best`?");
    run("judge rush --time 0").code(2).err("number of seconds");
    run("judge rush --after z9").code(2).err("move 1 of --after");
    run("analyze rush").code(2).err("judge");
}
