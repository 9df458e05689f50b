//! `boardwright repl`.

use super::*;
use serde_json::json;

fn ask(args: &str, lines: &[&str]) -> Ran {
    let args: Vec<&str> = ["repl"].into_iter().chain(args.split_whitespace()).collect();
    run_in(folder().path(), &args, &lines.join("\n"))
}

#[test]
fn values_of_every_type() {
    let lines =
        ["count(neighbors(d3) & enemy)", "d3 in own", "d3", "at(d3)", "neighbors(d3) & enemy", "N | E", "players"];
    let ran = ask("jostle", &lines).code(0);
    let ran = ran.out("3\ntrue\nd3  (checker of Red)\nchecker of Red\n").out("{c3 e3 d4}  3 cells");
    ran.out("[b]r[b]").out("{N, E}  2 directions").out("{Red, Blue}  2 players");
}

#[test]
fn a_condition_that_does_not_hold_says_what_it_comes_to() {
    ask("jostle", &["count(own) > 2", "1 + 1 > count(own)"]).code(0).out("true\nfalse  (2 > 16)");
}

#[test]
fn the_names_of_a_game_with_stacks_are_those_for_its_rules() {
    let ran = ask("lasca", &["names", "the top of a1", "top of a1 == White"]).code(1);
    let ran = ran.out("height, stack, under");
    assert!(!ran.out.contains("stack_"), "{}", ran.out);
    ran.err("the piece on top is `at(a1)`, its player `owner(a1)`");
}

#[test]
fn mistakes_point_into_the_line() {
    let ran = ask("jostle", &["// nothing", "count(neighbrs(c3))", "own && enemy", "next", "walls"]).code(1);
    let ran = ran.err("[line 1:1:7]").err("did you mean `neighbors`?").err("unknown operator `&&`").err("[line 3:1:1]");
    ran.err("`next` can be used in `end` only").err("unknown name `walls`");
}

#[test]
fn a_move_that_is_no_expression_says_how_it_is_made() {
    ask("jostle", &["d3-d2", "d3-d4"]).code(1).err("use `play d3-d2` to play it").err("cells have no ranges");
}

#[test]
fn clauses_and_results_are_no_values() {
    let lines = ["most pieces wins, no ties", "maximize row(a1)", "maximize", "when none(empty): draw"];
    let ran = ask("rush --set size=5", &lines).code(1);
    let ran = ran.err("type `count(pieces of Black)`").err("type `row(a1)`");
    ran.err("type `help maximize`").err("type `none(empty)`");
}

#[test]
fn faults_and_endless_rules_are_reported() {
    let lines = ["1 / 0", "while true { remove a1 }", "def f(n: int): int = f(n + 1)", "f(1)", "count(own)"];
    let ran = ask("jostle", &lines).code(1);
    let ran = ran.err("1 is divided by 0").err("statements in one move").err("nested calls").out("16");
    assert!(!ran.err.contains("trial"), "{}", ran.err);
}

#[test]
fn moves_are_made_and_taken_back() {
    let lines = ["play d3-d2", "ply", "why c8-b8", "play a1-a2", "undo", "ply", "redo", "ply", "go 0", "ply", "record"];
    let ran = ask("jostle", &lines).code(1);
    assert_eq!(ran.out.lines().filter(|line| ["0", "1"].contains(line)).collect::<Vec<_>>(), ["1", "0", "1", "0"]);
    ran.out("Blue to move").out("c8 is occupied by a Red checker").err("`a1-a2` is not legal").out("No moves yet.");
}

#[test]
fn a_value_may_be_called_like_a_binder_of_the_rules() {
    ask("jostle", &["let p = c3", "let q = own & rows(8)", "count(q) + count(neighbors(p))"]).code(0).out("7");
    // What is wrong with a name is no mistake of the rules.
    let ran = ask("jostle", &["let own = 3"]);
    assert_eq!(ran.err.matches("E03").count() + ran.out.matches("E03").count(), 1, "{} {}", ran.out, ran.err);
    assert!(!ran.err.contains("jostle.game") && !ran.out.contains("jostle.game"), "{} {}", ran.out, ran.err);
}

#[test]
fn names_stay_for_later_lines() {
    let lines = [
        "let x = own & rows(4)",
        "count(x)",
        "def near(p: cell) = count(neighbors(p) & x)",
        "near(c3)",
        "let y = 1",
        "let y = 7",
        "y",
    ];
    ask("jostle", &lines).code(0).out("x = {c4 e4 g4}\n3\n1\n").out("y = 7\n7\n");
    ask("jostle", &["let x = own", "def f() = x & board", "let x = 3"]).code(1).err("cannot combine").err("[line 2:");
    ask("jostle", &["let own = 3", "let c3 = 3", "action a() do remove a1"]).code(1).err("is a word of the language");
}

#[test]
fn positions_are_set_up_as_in_examples() {
    let lines = [
        "position {",
        "  checker of Red at {d5 e5 f6}; checker of Blue at {e4 e7}",
        "}",
        "Red to move",
        "legal e5-f5",
        "illegal e5-e6",
        "expect value(e5, own) == 0",
        "moves 3",
        "position",
    ];
    let ran = ask("jostle", &lines).code(1);
    let ran = ran.out("It holds.\nIt holds.\nIt holds.\n").err("legal moves, not 3");
    ran.out("position \"10/10/10/4b5/5r4/3rr5/4b5/10/10/10 Red\"");
    let ran =
        ask("go --set size=5", &["set passes = 1", "passes", "White to move", "mover", "set ply = 7", "ply"]).code(0);
    ran.out("1\n").out("White\n").out("7\n");
}

#[test]
fn statements_are_tried_and_kept() {
    let lines = [
        "put stone at c3",
        "count(own)",
        "keep",
        "count(own)",
        "do { choose p in {a1 a2} { put stone at p } }",
        "keep a2",
    ];
    let ran = ask("rush --set size=5", &lines).code(0);
    ran.out("before").out("after").out("0\n").out("1\n").out("with a1").out("2[●]");
}

#[test]
fn settings_can_be_changed_and_moves_stay() {
    let ran = ask("rush --set size=5", &["play c3", "set size = 7", "size", "record", "set", "set size = 4"]).code(1);
    ran.out("Rush (size=7)").out("7\nc3\nsize = 7").err("size");
}

#[test]
fn words_of_parameters_and_texts_of_moves() {
    let ran =
        ask("tiger", &["walls", "walls == bounce", "\"{a1}-{count(own)}\"", "type walls", "type own | enemy"]).code(0);
    ran.out("bounce\ntrue\na1-11\nword: a word\ncells: a set of cells");
}

#[test]
fn repetitions_are_counted_from_the_beginning() {
    let ran = ask("jostle", &["repeated", "play d3-d2, c3-b3", "repeated(mover)", "undo 2", "repeated(mover)"]);
    ran.code(0).out("0\n");
}

#[test]
fn a_changed_file_is_read_again() {
    let folder = folder();
    write(&folder, "x.game", bundled("jostle").replace("> value(p, own)", ">= value(p, own)"));
    let ran = run_in(folder.path(), &["repl", "x.game", "-e", "play d3-d2", "-e", "reload"], "").code(0);
    ran.out("Blue to move");
}

#[test]
fn games_are_saved_and_loaded() {
    let folder = folder();
    let lines = "play c3 b2\nsave a.json\nsave a.json\nrestart\nsave b.json\nsave a.json\n";
    let ran = run_in(folder.path(), &["repl", "rush", "--set", "size=5"], lines).code(1);
    ran.out("Saved to a.json.\nSaved to a.json.").err("already exists");
    let ran = run_in(folder.path(), &["repl", "rush"], "load a.json\nrecord\nload c.json\nset\n").code(1);
    ran.out("c3, b2").err("File not found: `c.json`.").out("size = 5");
}

#[test]
fn one_line_is_answered_as_json() {
    let args =
        ["repl", "jostle", "--after", "d3-d2", "-e", "neighbors(d2)", "-e", "at(a1)", "-e", "foo", "--format", "json"];
    let ran = run_in(folder().path(), &args, "").code(1);
    let lines: Vec<serde_json::Value> = ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines[0], json!({"line": "neighbors(d2)", "type": "cells", "value": ["d1", "c2", "e2", "d3"]}));
    assert_eq!(lines[1], json!({"line": "at(a1)", "type": "piece", "value": null}));
    assert_eq!((&lines[2]["error"]["code"], &lines[2]["error"]["line"]), (&json!("E02"), &json!(1)));
    let piped = run_in(folder().path(), &["repl", "jostle", "--format", "json"], "count(own)\n").code(0);
    piped.out("{\"line\":\"count(own)\",");
    run("repl jostle --format json").code(2).err("--eval");
}

#[test]
fn lines_that_are_no_lines() {
    let lines = [
        "\u{7f}", "(((", "", ")", "é", ":bord", "play", "go x", "undo", "keep", "help", "# x", "\"", "let = 3",
        "let x", "{",
    ];
    let ran = ask("jostle", &lines).code(1);
    ran.err("did you mean `board`").out("Commands").err("No step to undo");
    ask("jostle", &["quit", "count(own)"]).code(0);
    ask("nosuch", &[]).code(2).err("unknown game");
    ask("jostle --after a1-a2", &[]).code(2).err("move 1 of --after");
}

#[test]
fn a_saved_game_is_replaced_by_its_continuation_only() {
    let folder = folder();
    let repl = |lines: &str| run_in(folder.path(), &["repl", "rush"], lines);
    repl("play c3 b2 d4\nsave g.json\n").code(0);
    let saved = read(&folder, "g.json");
    for lines in ["undo 2", "restart", "undo\nplay a1", "set size = 5"] {
        let ran = repl(&format!("load g.json\n{lines}\nsave g.json\n")).code(1);
        ran.err("use `save! g.json` to replace it");
        assert_eq!(read(&folder, "g.json"), saved, "{lines}");
    }
    repl("load g.json\nplay a1\nsave g.json\nundo 3\nsave! g.json\n").code(0);
    assert!(read(&folder, "g.json").len() < saved.len());
}

#[test]
fn a_command_refuses_what_is_not_for_it() {
    let lines =
        ["undo -1", "undo 0", "redo x", "help zzz", "reload now", "go -1", "play c3 b2", "go 99999999999999999999"];
    let ran = ask("rush", &lines).code(1);
    let ran = ran.err("`undo` takes a positive number of steps, not `-1`.").err("`redo` takes a positive number");
    let ran = ran.err("Nothing is known about `zzz`").err("`reload` takes no argument").err("not `-1`");
    ran.err("no position after 99999999999999999999 plies; the last one is after 2");
    let ran = ask("rush", &["play c3 b2", "undo 99999999999999999999", "undo 2", "ply", "board & c3"]).code(1);
    ran.err("Only 2 steps can be undone.").out("\n0\n").out("{c3}");
}

#[test]
fn a_position_keeps_variables_with_indexes() {
    let args = ["repl", "crazyhouse", "--after", "e2-e4 d7-d5 e4-d5", "-e", "position"];
    run_in(folder().path(), &args, "").code(0).out("Black hand(White, pawn)=1\"");
}

#[test]
fn help_explains_a_word() {
    let run = |word: &str| run_in(folder().path(), &["repl", "jostle", "-e", &format!("help {word}")], "");
    run("neighbors").code(0).out("neighbors(S): cells").out("(The language: Steps and lines)");
    run("value").code(0).out("def value(p: cell, friends: cells)").out("friendly connections");
    run("undo").code(0).out("Command: undo");
    run("E10").code(0).out("E10: wrong type");
    run("neighbours").code(1).err("did you mean `neighbors`?");
    run("").code(0).out("help WORD");
}

#[test]
fn help_explains_the_words_of_stacks_in_every_game() {
    for game in ["rush", "dvonn"] {
        let run = |word: &str| run_in(folder().path(), &["repl", game, "-e", &format!("help {word}")], "").code(0);
        for (word, meaning) in [
            ("height", "on a board with stacks of n: the number of pieces on p"),
            ("stack", "stack(p, n)\n\non a board with stacks of n: the n-th piece on p"),
            ("under", "under(p, n)\n\non a board with stacks of n: the piece under the n upper ones of p"),
            ("top", "on a board with stacks of n: moves the n upper pieces"),
            ("bottom", "on a board with stacks of n: removes the n lower pieces"),
            ("stacks", "On a board with stacks of n"),
        ] {
            let ran = run(word).out(meaning).out("(The language: ");
            assert!(!ran.out.contains("stack_"), "{word}: {}", ran.out);
        }
        run_in(folder().path(), &["repl", game, "-e", "help stack_depth"], "").code(1);
    }
}

#[test]
fn a_move_is_played_without_its_signs() {
    let args = ["repl", "chess", "-e", "play e2e4 E7-E5", "-e", "record", "-e", "why e4e6"];
    run_in(folder().path(), &args, "").code(0).out("e2-e4, e7-e5").out("`e4-e6` is not legal");
}

#[test]
fn piped_lines_are_answered_as_json() {
    let ran = run_in(folder().path(), &["repl", "rush", "--format", "json"], "1 + 1\ncount(own)\n").code(0);
    assert_eq!(ran.out.lines().count(), 2, "{}", ran.out);
}

#[test]
fn undo_says_what_it_undoes_and_board_shows_the_board() {
    let ran = run_in(folder().path(), &["repl", "rush", "--set", "size=3"], "play a1 b1\nundo 7\nundo 2\nundo\n");
    ran.err("Only 2 steps can be undone.").out("Undone: a1, b1.").err("No step to undo.");
    run_in(folder().path(), &["repl", "rush", "--set", "size=3", "-e", "board"], "").code(0).out("Black to move");
}
