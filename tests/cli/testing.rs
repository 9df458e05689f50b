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
fn a_changed_condition_shows_as_changed_behavior() {
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
    test(&folder, "jostle.game --accept").code(1).out("snapshot written");
    let ran = test(&folder, "jostle.game").code(1);
    assert!(
        ran.out.lines().any(|line| line.trim_start().starts_with("PASS") && line.contains("behaves as before")),
        "{}",
        ran.out
    );
}

#[test]
fn a_game_without_a_snapshot_passes_and_says_so() {
    let folder = folder();
    write(&folder, "deep/own.game", bundled("clobber").replace("game \"", "game \"My "));
    test(&folder, "").code(0).out("has no snapshot").out("--accept");
}

#[test]
fn a_snapshot_with_a_fault_says_so() {
    let folder = folder();
    let text = "game \"Round\"\nboard square 3 x 3\nplayers White, Black\npiece man\n\
        action go(p: empty) do { var n = 0; while n >= 0 { n = 1 }; put man at p }\n\
        end {\n  when none(empty): draw\n  when stuck(next): never\n}\n";
    write(&folder, "round.game", text);
    test(&folder, "round.game --accept").code(0).out("snapshot written to").out(" such as F0").out("(round.game:5)");
    test(&folder, "round.game").code(0).out("behaves as before, with ").out("(round.game:5)");
}

#[test]
fn a_corrupt_snapshot_fails() {
    let folder = folder();
    write(&folder, "jostle.game", bundled("jostle"));
    for text in [&b""[..], b"---\n", b"nonsense", b"---\nsource: x\n---\n", b"\xff\xfe"] {
        write(&folder, "snapshots/jostle.snap", text);
        test(&folder, "jostle.game").code(1).out("is not a valid snapshot");
        test(&folder, "jostle.game --review").code(1).out("is not a valid snapshot");
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
    test(&folder(), "none.game").code(2).err("file not found");
    let folder = folder();
    std::fs::create_dir(folder.path().join("empty")).unwrap();
    test(&folder, "empty").code(2).err("no rule files in");
}

#[test]
fn failures_come_again_at_the_end_with_a_summary() {
    let folder = folder();
    write(&folder, "jostle.game", bundled("jostle").replace("legal d3-d2", "legal d3-d4"));
    let ran = test(&folder, "jostle.game").code(1).out("    Starting tests of 1 game\n");
    let ran = ran.out("5 tests run: 4 passed").out("1 failed");
    let failed: Vec<&str> = ran.out.lines().filter(|line| line.starts_with("        FAIL [   ")).collect();
    assert_eq!(failed.len(), 2, "{}", ran.out);
    assert!(ran.out.find("`d3-d4` is not legal") > ran.out.find("────"), "{}", ran.out);
}

#[test]
fn a_filter_leaves_tests_out() {
    let folder = folder();
    write(&folder, "jostle.game", bundled("jostle"));
    test(&folder, "jostle.game --filter MIDDLE").code(0).out("1 test run: 1 passed, 0 failed, 4 skipped");
    test(&folder, "jostle.game --filter jostle.game").code(0).out("5 tests run: 5 passed, 0 failed\n");
    test(&folder, "jostle.game --filter nonsense").code(2).err("no test matches `nonsense`");
}

#[test]
fn boards_stand_side_by_side_where_a_position_was_expected() {
    let folder = folder();
    let example =
        "example \"one step\" { position { checker of Red at e5 } play e5-e6 position { checker of Red at e4 } }";
    let rules = bundled("jostle").replace("when value(q, own except p) > value(p, own)", "");
    write(&folder, "x.game", format!("{rules}\n{example}\n"));
    let ran = test(&folder, "x.game --filter step").code(1);
    let ran = ran.out("the position differs: found nothing on e4, expected checker of Red; checker of Red on e6");
    ran.out("actual:").out("expected:").out("6 . . . .[r]. . . . .     6 . . . .[.]. . . . .");
}

#[test]
fn scripts_read_all_tests() {
    let folder = folder();
    write(&folder, "x.game", bundled("jostle").replace("legal d3-d2", "legal d3-d4").replace("game \"", "game \"My "));
    let ran = test(&folder, "x.game --format json").code(1);
    let json: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(
        (&json["passed"], &json["failed"], &json["without_snapshot"]),
        (&3.into(), &1.into(), &serde_json::json!(["x.game"]))
    );
    let failed = json["tests"].as_array().unwrap().iter().find(|test| test["status"] == "fail").unwrap();
    assert_eq!(failed["kind"], "example");
    assert_eq!(failed["findings"][0]["file"], "x.game");
    assert!(failed["findings"][0]["message"].as_str().unwrap().starts_with("`d3-d4` is not legal"));
}

#[test]
fn a_review_asks_for_each_changed_snapshot() {
    let folder = folder();
    for name in ["jostle", "tic-tac-toe"] {
        write(&folder, &format!("{name}.game"), bundled(name));
    }
    test(&folder, ". --accept").code(0);
    test(&folder, "--review .").code(0).out("No changed snapshots (2 games tested)");
    write(&folder, "jostle.game", bundled("jostle").replace("> value(p, own)", ">= value(p, own)"));
    write(&folder, "tic-tac-toe.game", bundled("tic-tac-toe").replace("players X, O", "players O, X"));
    let (jostle, other) = (read(&folder, "snapshots/jostle.snap"), read(&folder, "snapshots/tic-tac-toe.snap"));
    let review = |input: &str| run_in(folder.path(), &["test", "--review", "."], input);
    review("q\n").code(1).out("jostle.game (1 of 2)").out("in the snapshot:").out("2 not reviewed");
    review("").code(1).out("2 not reviewed");
    review("what\nr\nskip\n").code(1).out("0 accepted, 1 rejected, 1 skipped");
    assert_eq!(
        (read(&folder, "snapshots/jostle.snap"), read(&folder, "snapshots/tic-tac-toe.snap")),
        (jostle.clone(), other)
    );
    review("s\nA\n").code(1).out("accepted: ./snapshots/tic-tac-toe.snap").out("1 accepted, 0 rejected, 1 skipped");
    assert_eq!(read(&folder, "snapshots/jostle.snap"), jostle);
    review("accept\n").code(0).out("jostle.game (1 of 1)").out("1 accepted");
    test(&folder, "--review .").code(0);
}

#[test]
fn coverage_lists_what_nothing_has_reached() {
    let folder = folder();
    let rules = "game \"X\"\nboard square 3 x 1\nplayers A, B\npiece stone\nparam wide = true\n\
        action place(p: if wide then empty else edge & empty)\n  when p == a1 or count(occupied) < 2\n  do put stone at p\n\
        end { when none(empty): draw when stuck(next): next loses }\n";
    write(&folder, "x.game", format!("{rules}example \"one\" {{ play b1 }}\n"));
    let ran =
        test(&folder, "--coverage x.game").code(0).out("x.game (").out("1 example").out("with a constant outcome");
    let ran = ran.out("  x.game:6:20: `if` always true: wide\n");
    let ran = ran.out("x.game:7:8: `when` never false: p == a1 or count(occupied) < 2");
    ran.out("x.game:9:12: `end` clause never true: none(empty)").out("operand never false: count(occupied) < 2");
    let more = "example \"all\" { play b1, c1; legal only a1; play a1; result draw }
        example \"stuck\" { position { stone of A at {b1 c1} } White to move }";
    write(&folder, "x.game", format!("{rules}{}\n", more.replace("White", "A")));
    let ran = test(&folder, "--coverage x.game --format json").code(0);
    let json: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
    assert_eq!(json[0]["game"], "x.game");
    assert_eq!(json[0]["missing"][0]["missing"], "never false", "{}", ran.out);
    let constant = serde_json::json!([
        {"file": "x.game", "line": 6, "column": 20, "what": "if", "text": "wide", "outcome": "always true"},
    ]);
    assert_eq!((&json[0]["off"], &json[0]["constant"]), (&1.into(), &constant));
    write(&folder, "fails.game", format!("{rules}example \"two\" {{ play b1; expect none(occupied) }}\n"));
    let ran = test(&folder, "--coverage fails.game").code(1);
    ran.out("fails.game (").err("fails.game: the example \"two\" fails; see `boardwright test fails.game`");
    write(&folder, "bad.game", "game \"X\"\n");
    test(&folder, "--coverage bad.game x.game").code(1).err("`bad.game` has").out("x.game (11 of 14");
    test(&folder, "--coverage none.game").code(2);
}

#[test]
fn a_review_writes_a_corrupt_snapshot_anew() {
    let folder = folder();
    write(&folder, "jostle.game", bundled("jostle"));
    write(&folder, "snapshots/jostle.snap", "garbage\n");
    let review = |input: &str| run_in(folder.path(), &["test", "--review", "jostle.game"], input);
    review("r\n").code(1).out("is not a valid snapshot").out("1 rejected");
    assert_eq!(read(&folder, "snapshots/jostle.snap"), "garbage\n");
    review("a\n").code(0).out("jostle.game (1 of 1)").out("1 accepted");
    test(&folder, "jostle.game").code(0);
}

#[test]
fn coverage_reports_a_corrupt_snapshot() {
    let folder = folder();
    write(&folder, "jostle.game", bundled("jostle"));
    write(&folder, "snapshots/jostle.snap", "garbage\n");
    let ran = test(&folder, "--coverage jostle.game").code(1).err("is not a valid snapshot").err("--accept");
    ran.out("invalid snapshot");
    write(&folder, "mine.game", "extends \"jostle\"\ngame \"Mine\"\n");
    test(&folder, "--coverage mine.game").code(1).err("is not a valid snapshot");
}

#[test]
fn commands_to_be_run_have_their_paths_in_quotes() {
    let folder = folder();
    write(&folder, "my game.game", bundled("jostle").replace("game \"", "game \"My "));
    let ran = run_in(folder.path(), &["test", "my game.game"], "").code(0);
    ran.out("run `boardwright test \"my game.game\" --accept` to write one");
    let ran = run_in(folder.path(), &["record", "my game.game", "--moves", "d3-d2", "--append"], "").code(0);
    ran.err("`boardwright test \"my game.game\" --filter \"the first move\"`");
}

#[test]
fn examples_with_one_title_are_numbered() {
    let folder = folder();
    let rules = "game \"X\"\nboard square 3 x 1\npiece stone\nplayers A, B\naction place(p: empty) do put stone at p\n\
        end { when none(empty): draw }\nexample \"one\" { legal a1 }\nexample \"one\" { illegal a1 }\nexample \"two\" { legal b1 }\n";
    write(&folder, "x.game", rules);
    let ran = run_in(folder.path(), &["test", "x.game"], "").code(1);
    ran.out("x.game: one (1)").out("x.game: one (2)").out("x.game: two\n");
    run_in(folder.path(), &["test", "x.game", "--coverage"], "").err("\"one (2)\"");
}

#[test]
fn a_look_changes_no_snapshot() {
    let folder = folder();
    let rules = "game \"L\"\nboard square 3 x 1\nplayers White, Black\npiece man\nvar n = 0\n\
                 action place(p: empty) do { put man at p; n += 1 }\n\
                 end { when n == 3: draw\n when stuck(next): never }\n";
    write(&folder, "l.game", rules);
    test(&folder, "l.game --accept").code(0);
    write(&folder, "l.game", format!("{rules}look {{ hide n; mark a1: star }}\n"));
    test(&folder, "l.game").code(0).out("PASS").out("behaves as before");
    write(&folder, "l.game", format!("{}look {{ hide n; mark a1: star }}\n", rules.replace("== 3", "== 2")));
    test(&folder, "l.game").code(1).out("in the snapshot:").out("perft 3");
}
