//! `boardwright solve`.

use super::*;
use serde_json::json;

/// Runs `solve` in a folder.
fn solved(folder: &TempDir, args: &str) -> Ran {
    let args: Vec<&str> = ["solve"].into_iter().chain(args.split_whitespace()).collect();
    run_in(folder.path(), &args, "")
}

#[test]
fn the_answer_is_printed_with_a_line() {
    let ran = run("solve tic-tac-toe").code(0).out("Tic-Tac-Toe: a draw\n\nbest play    ");
    let ran = ran.out("\nfound by     proof-number search: ");
    assert_eq!(ran.err, "");
    run("solve hex --set size=3 --set pie=false --moves")
        .code(0)
        .out("Hex (size=3, pie=false): Red wins in 5 plies\n\nbest play    ")
        .out("\nb2           Red wins in 4 plies\n")
        .out("\nb1           Blue wins in ");
    run("solve tic-tac-toe --after a1,b1,a2,b2").code(0).out("X wins in 1 ply\nposition \"").out("best play    a3\n");
    run("solve tic-tac-toe --after a1,b1,a2,b2,a3 --moves").code(0).out("X wins at once");
    run("solve mu-torere").code(0).out("a draw").out("retrograde analysis: ").out(" different ones");
}

#[test]
fn a_mate_is_found_within_its_plies() {
    let folder = folder();
    let args = |plies: &str| {
        let line = "kbK5/pp6/1P6/8/8/8/8/R7 White rights={}";
        run_in(folder.path(), &["solve", "chess", "--plies", plies, "--position", line], "")
    };
    args("3").code(0).out("Chess: White wins in 3 plies").out("best play    a1-a6");
    args("2").code(1).out("Chess: nobody can force a win in 2 plies");
}

#[test]
fn scripts_read_json() {
    let value = run("solve tic-tac-toe --after a1,b1 --moves --format json").code(0).json();
    assert_eq!((&value["value"], &value["plies"], &value["exact"]), (&json!({"winner": "X"}), &json!(5), &json!(true)));
    assert_eq!((&value["solved"], &value["unsolved"]), (&json!(true), &json!(null)));
    assert_eq!(value["can_win"], json!({"X": true, "O": false}));
    assert_eq!(value["line"].as_array().unwrap().len(), 5);
    assert_eq!(value["moves"].as_array().unwrap().len(), 7);
    assert!(value["moves"].as_array().unwrap().iter().all(|one| one["value"].is_object()));
    let value = run("solve chess --plies 1 --format json").code(1).json();
    assert_eq!((&value["solved"], &value["unsolved"]), (&json!(false), &json!("plies")));
}

#[test]
fn limits_hold_and_a_file_goes_on() {
    let folder = folder();
    let game = "clobber --set columns_wide=4 --set rows_high=4 --memory 4";
    solved(&folder, &format!("{game} --time 0.02 --out clobber.table"))
        .code(1)
        .out("Clobber (columns_wide=4, rows_high=4): not solved\n")
        .out("stopped      before the end; more time may help")
        .err(" to `clobber.table`");
    solved(&folder, &format!("{game} --out clobber.table"))
        .code(2)
        .err("`clobber.table` already exists")
        .err("--continue");
    solved(&folder, &format!("{game} --out clobber.table --continue")).code(0).out("White wins in ");
    let refused = |args: &str, why: &str| {
        drop(solved(&folder, &format!("{args} --out clobber.table --continue")).code(2).err(why));
    };
    refused("clobber --memory 4", "it is about Clobber (columns_wide=4, rows_high=4)");
    refused("clobber --set columns_wide=4 --set rows_high=4 --memory 5", "it needs a memory of 4 MB");
    refused(&format!("{game} --after a1-a2"), "another position");
    let table = std::fs::read(folder.path().join("clobber.table")).unwrap();
    std::fs::write(folder.path().join("cut.table"), &table[..table.len() - 40]).unwrap();
    solved(&folder, &format!("{game} --out cut.table --continue")).code(2).err("it is not complete");
    let mut damaged = table.clone();
    damaged[table.len() - 9] ^= 1;
    std::fs::write(folder.path().join("damaged.table"), damaged).unwrap();
    solved(&folder, &format!("{game} --out damaged.table --continue")).code(2).err("it is damaged");
    write(&folder, "wrong.table", "no table\n");
    solved(&folder, &format!("{game} --out wrong.table --continue")).code(2).err("it was not written by `solve`");
    solved(&folder, &format!("{game} --out nowhere/a.table")).code(2).err("there is no folder `nowhere`");
}

#[test]
fn wrong_usage_is_refused() {
    run("solve chinese-checkers").code(2).err("only games for one or two players can be solved, and this one has 3");
    run("solve tictac-toe").code(2).err("did you mean `tic-tac-toe`?");
    run("solve rush --time 0").code(2).err("number of seconds");
    run("solve rush --plies 0").code(2).err("--plies");
    run("solve rush --memory 0").code(2).err("--memory");
    run("solve rush --continue").code(2).err("--out");
    run("solve rush --plies 3 --exact").code(2).err("--exact");
}

#[cfg(unix)]
#[test]
fn ctrl_c_prints_what_is_known() {
    let folder = folder();
    let ran = stopped(folder.path(), "solve connect-four --memory 16 --out c.table").code(130);
    ran.out("Connect Four: not solved").err("go on with `--continue`");
    assert!(folder.path().join("c.table").is_file());
}

#[test]
fn retrograde_analysis_says_that_it_begins_again() {
    let folder = folder();
    let rules = "game \"Chase\"\nboard square 5 x 5\nplayers White, Black\npiece man\n\
                 setup { man of White at {a1 b1}; man of Black at e5 }\n\
                 action step(p: own, q: neighbors(p) except own)\n  do move p to q\n\
                 end { when none(enemy): mover wins\n when stuck(next): draw }\n";
    std::fs::write(folder.path().join("chase.game"), rules).unwrap();
    let solve = |args: &str| solved(&folder, &format!("chase.game --out m.table {args}"));
    let ran = solve("--time 0.001").code(1);
    ran.out("stopped      before the end of retrograde analysis, which begins again the next time");
    solve("--continue")
        .code(0)
        .err("retrograde analysis, if it is needed, begins again")
        .out("found by     retrograde analysis");
    // A search to a depth lists no positions.
    let ran = solve("--plies 2 --continue");
    assert!(!ran.err.contains("begins again"), "{}", ran.err);
}
