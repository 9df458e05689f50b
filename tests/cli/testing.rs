//! `boardwright test`: examples and snapshots.

use super::*;

fn test(folder: &TempDir, args: &str) -> Ran {
    let args: Vec<&str> = ["test"].into_iter().chain(args.split_whitespace()).collect();
    run_in(folder.path(), &args, "")
}

#[test]
fn without_rule_files_the_bundled_games_are_tested() {
    test(&folder(), "").code(0).out("PASS").out("tiger: adjacent stones cannot bump each other").out(" 0 failed");
}

#[test]
fn a_failing_example_says_what_was_expected_and_what_came() {
    let folder = folder();
    let text = bundled("jostle").replace("legal d3-d2", "legal d3-d4").replace("== -3", "== -2");
    write(
        &folder,
        "games/jostle.game",
        text + "example \"counts\" { moves 3; perft 2 = 1; Blue to move; result draw }\n",
    );
    let ran = test(&folder, "").code(1).out("FAIL").out("`value(d3, own) == -2` does not hold");
    let ran = ran.out("`d3-d4` is not legal").out("there are 16 legal moves, not 3").out("perft 2 is 296, not 1");
    ran.out("expected Blue to move").out("the game is not over");
}

#[test]
fn a_changed_condition_shows_as_changed_behaviour() {
    let folder = folder();
    write(&folder, "jostle.game", bundled("jostle"));
    test(&folder, "jostle.game --accept").code(0).out("snapshots");
    test(&folder, "jostle.game").code(0).out("behaves as before");
    let kept = read(&folder, "snapshots/jostle.snap");
    write(&folder, "jostle.game", bundled("jostle").replace("> value(p, own)", ">= value(p, own)"));
    let ran = test(&folder, "jostle.game").code(1).out("FAIL").out("in Positions after each number of plies");
    ran.out("  - perft 2 = 296").out("in A game, Ply 1: Blue to move").out("--accept");
    assert_eq!(read(&folder, "snapshots/jostle.snap"), kept);
    // The examples still say how it was.
    test(&folder, "jostle.game --accept").code(1).out("behaviour written");
    let ran = test(&folder, "jostle.game").code(1);
    assert!(ran.out.lines().any(|line| line.starts_with("PASS") && line.ends_with("behaves as before")), "{}", ran.out);
}

#[test]
fn a_game_without_a_snapshot_passes_and_says_so() {
    let folder = folder();
    write(&folder, "deep/own.game", bundled("clobber").replace("game \"", "game \"My "));
    test(&folder, "").code(0).out("no snapshot yet").out("--accept");
}

#[test]
fn a_corrupt_snapshot_fails() {
    let folder = folder();
    write(&folder, "jostle.game", bundled("jostle"));
    for text in [&b""[..], b"---\n", b"nonsense", b"---\nsource: x\n---\n", b"\xff\xfe"] {
        write(&folder, "snapshots/jostle.snap", text);
        test(&folder, "jostle.game").code(1).out("is no snapshot");
    }
    test(&folder, "jostle.game --accept").code(0);
    test(&folder, "jostle.game").code(0);
}

#[test]
fn a_file_with_mistakes_fails() {
    let folder = folder();
    write(&folder, "x.game", "game \"X\"\n");
    write(&folder, "y.game", bundled("jostle"));
    test(&folder, "").code(1).out("FAIL").out("cannot be played").out("PASS");
}

#[test]
fn paths_that_lead_nowhere() {
    test(&folder(), "none.game").code(2).err("no file");
    let folder = folder();
    std::fs::create_dir(folder.path().join("empty")).unwrap();
    test(&folder, "empty").code(2).err("no rule file");
}
