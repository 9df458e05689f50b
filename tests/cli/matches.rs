//! `boardwright match`.

use super::*;
use serde_json::{Value, json};

/// Runs a match in a folder.
fn played(folder: &TempDir, args: &str) -> Ran {
    let args: Vec<&str> = ["match"].into_iter().chain(args.split_whitespace()).collect();
    run_in(folder.path(), &args, "")
}

/// The lines of a file of records by their numbers.
fn records(folder: &TempDir, name: &str) -> Vec<Value> {
    let mut records: Vec<Value> = read(folder, name).lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    records.sort_by_key(|record| record["number"].as_u64());
    records
}

#[test]
fn a_match_prints_scores_and_elo() {
    let ran = run("match tic-tac-toe random random:seed=2 --games 20").code(0);
    let ran = ran.out("Tic-Tac-Toe: 20 games, 0.1 s per move, openings of 2 plies, seed 1\n\nplayer            won");
    let ran = ran.out("\nrandom against random:seed=2: ").out(" %, Elo ").out("\nX wins").out("\nplies per game  ");
    assert_eq!(ran.err, "");
    run("match rush random random --set size=3 --games 3 --opening 0 --playouts 1")
        .code(0)
        .out("1 playout per move, no openings")
        .out("random (2)");
}

#[test]
fn players_may_have_limits_of_their_own() {
    let players = "mcts:playouts=200 mcts:playouts=20";
    let ran = run(&format!("match tic-tac-toe {players} random --games 4 --format json")).code(0).json();
    assert_eq!(ran["limits"], json!({"time": null, "playouts": null, "depth": null}));
    let per_move =
        |n: usize| ran["players"][n]["playouts"].as_f64().unwrap() / ran["players"][n]["moves"].as_f64().unwrap();
    assert!(per_move(0) > 2.0 * per_move(1), "{ran}");
    run(&format!("match tic-tac-toe {players} --games 2")).code(0).out("2 games, each player's own limits, openings");
    run("match tic-tac-toe mcts:playouts=9 mcts --games 2 --time 0.01").code(0).out("2 games, 0.01 s per move");
}

#[test]
fn threads_do_not_change_the_result() {
    let result = |threads: &str| {
        let args = format!(
            "match rush random random:seed=2 random:seed=3 --set size=5 --games 9 --threads {threads} --format json"
        );
        let mut value = run(&args).code(0).json();
        for player in value["players"].as_array_mut().unwrap() {
            player["seconds"] = Value::Null;
            player["longest"] = Value::Null;
        }
        value
    };
    let value = result("1");
    assert_eq!(value, result("4"));
    assert_eq!((&value["games"], &value["of"], &value["draws"]), (&json!(27), &json!(27), &json!(0)));
    assert_eq!(value["limits"], json!({"time": 0.1, "playouts": null, "depth": null}));
    for player in value["players"].as_array().unwrap() {
        assert_eq!(player["won"].as_u64().unwrap() + player["lost"].as_u64().unwrap(), 18, "{value}");
    }
    let pairings = value["pairings"].as_array().unwrap();
    assert_eq!(
        pairings.iter().map(|pairing| pairing["players"].clone()).collect::<Vec<_>>(),
        [json!([0, 1]), json!([0, 2]), json!([1, 2])]
    );
    assert_eq!(pairings[0]["pairs"].as_array().unwrap().iter().filter_map(Value::as_u64).sum::<u64>(), 4);
    assert_ne!(
        value["wins"],
        run("match rush random random:seed=2 random:seed=3 --set size=5 --games 9 --seed 2 --format json")
            .code(0)
            .json()["wins"]
    );
}

#[test]
fn the_games_are_records() {
    let folder = folder();
    played(&folder, "tic-tac-toe random random:seed=2 --games 6 --opening 1 --records games.jsonl").code(0);
    let games = records(&folder, "games.jsonl");
    assert_eq!(games.len(), 6);
    for pair in games.chunks(2) {
        assert_eq!((&pair[0]["moves"][0], &pair[0]["opening"]), (&pair[1]["moves"][0], &json!(1)));
        assert_eq!((&pair[0]["players"][0], &pair[1]["players"][0]), (&json!("random"), &json!("random:seed=2")));
    }
    // Each is what `record` and `play` read.
    write(&folder, "one.json", games[3].to_string());
    run_in(folder.path(), &["record", "one.json"], "").code(0).out("example \"");
    run_in(folder.path(), &["play", "tic-tac-toe"], "load one.json\nquit\n").code(0).out("wins");
    played(&folder, "tic-tac-toe random random:seed=2 --games 6 --opening 1 --records games.jsonl")
        .code(2)
        .err("`games.jsonl` already exists")
        .err("--continue");
}

#[test]
fn a_match_goes_on_where_it_was() {
    let folder = folder();
    let args = "rush random random:seed=2 --set size=3 --games 8 --playouts 5 --format json --records";
    let whole = played(&folder, &format!("{args} whole.jsonl")).code(0).json();
    let lines: Vec<String> = read(&folder, "whole.jsonl").lines().map(String::from).collect();
    write(&folder, "part.jsonl", format!("{}\n{}\n{}", lines[4], lines[1], &lines[2][..50]));
    let rest =
        played(&folder, &format!("{args} part.jsonl --continue")).code(0).err("removed the last line of `part.jsonl`");
    assert_eq!(rest.json()["pairings"], whole["pairings"]);
    assert_eq!(records(&folder, "part.jsonl"), records(&folder, "whole.jsonl"));
    // When all is played, only the result is printed.
    let again = played(&folder, &format!("{args} part.jsonl --continue")).code(0).json();
    assert_eq!((&again["pairings"], &again["players"][0]["moves"]), (&whole["pairings"], &json!(0)));
    // More games can be added to it.
    played(&folder, &format!("{} part.jsonl --continue", args.replace("--games 8", "--games 10"))).code(0);
    assert_eq!(records(&folder, "part.jsonl").len(), 10);
    let refused =
        |args: &str, why: &str| drop(played(&folder, &format!("{args} part.jsonl --continue")).code(2).err(why));
    refused(&args.replace("seed=2", "seed=3"), "its players are");
    refused(&args.replace("--playouts 5", "--playouts 6"), "its limits are 5 playouts");
    refused(&args.replace("--format", "--seed 3 --format"), "its seed is 1");
    refused(&args.replace("--format", "--opening 1 --format"), "does not begin with the opening");
    refused(&args.replace("size=3", "size=5"), "other rules or settings");
    refused(args, "it is game");
    let text = read(&folder, "whole.jsonl").replacen("\"moves\":[\"", "\"moves\":[\"z", 1);
    write(&folder, "wrong.jsonl", text);
    played(&folder, &format!("{args} wrong.jsonl --continue")).code(2).err("`wrong.jsonl`, line 1: ");
    write(&folder, "wrong.jsonl", format!("{}\n{}\n", lines[0], lines[0]));
    played(&folder, &format!("{args} wrong.jsonl --continue")).code(2).err("line 2: game ").err("a second time");
    // A line that is complete but for its end is kept.
    write(&folder, "end.jsonl", lines.join("\n"));
    played(&folder, &format!("{args} end.jsonl --continue")).code(0);
    assert_eq!(read(&folder, "end.jsonl"), lines.join("\n") + "\n");
}

#[test]
fn a_match_that_cannot_go_on_leaves_the_file_as_it_is() {
    let folder = folder();
    let args = "rush random random:seed=2 --set size=3 --games 4 --playouts 5 --records";
    played(&folder, &format!("{args} whole.jsonl")).code(0);
    let whole = read(&folder, "whole.jsonl");
    let (first, cut) = (whole.lines().next().expect("a game"), &whole[..60]);
    let mut open: Value = serde_json::from_str(first).expect("it is JSON");
    open["moves"].as_array_mut().expect("it has moves").pop();
    open["result"].take();
    let unfinished = format!("{open}\n");
    for (text, args) in [
        ("my notes".to_owned(), args.to_owned()),
        ("my notes\nwithout an end".to_owned(), args.to_owned()),
        (r#"{"format":"boardwright record 1","game":"rush"}"#.to_owned(), args.to_owned()),
        (r#"{"rush""#.to_owned(), args.to_owned()),
        (format!("{first}\n{cut}"), args.replace("--playouts 5", "--playouts 6")),
        (format!("{first}\n{cut}"), args.replace("rush", "slash")),
        (unfinished.clone(), args.to_owned()),
    ] {
        write(&folder, "notes", &text);
        played(&folder, &format!("{args} notes --continue")).code(2).err("`notes`, line ");
        assert_eq!(read(&folder, "notes"), text);
    }
}

#[test]
fn a_long_game_is_a_draw() {
    let folder = folder();
    let ran = played(&folder, "rush random random --set size=5 --games 4 --max-plies 5 --records cut.jsonl").code(0);
    ran.out("stopped after 5 plies, as draws         4  100.0 %");
    let game = &records(&folder, "cut.jsonl")[0];
    assert_eq!((&game["result"], &game["stopped"]), (&Value::Null, &json!({"why": "after 5 plies"})));
    let again = "rush random random --set size=5 --games 4 --max-plies 5 --records cut.jsonl --continue --format json";
    assert_eq!(played(&folder, again).code(0).json()["stopped"], 4);
    let more = again.replace("--max-plies 5", "--max-plies 6");
    played(&folder, &more).code(2).err("it was stopped after 5 plies, but games of this match have at most 6");
    played(&folder, &again.replace("--max-plies 5", "--max-plies 4")).code(2).err("at most 4");
}

/// A pushing game in which nobody has to make headway.
const CIRCLES: &str = "game \"Circles\"\nboard square 3 x 1\nplayers White, Black\npiece man\n\
    setup { man of White at a1 man of Black at c1 }\n\
    action wait(p: own) as \"{p}\" do turns += 1\nvar turns = 0\nend { when turns > 100000: draw }";

#[test]
fn a_match_that_tells_little_says_why() {
    let folder = folder();
    write(&folder, "circles.game", CIRCLES);
    let circles = "circles.game random random:seed=2 --games 4 --max-plies 200";
    played(&folder, circles).code(0).err("`when repeated(next) >= 2: draw`");
    let openings = "tic-tac-toe random random:seed=2 --games 4 --opening 9";
    played(&folder, openings).code(0).err("Random openings left little to play, as no game was longer than 9 plies");
    // The longest games that chance plays are soon found.
    played(&folder, &openings.replace("--opening 9", "--opening 4000000000"))
        .code(0)
        .err("choose a smaller `--opening`");
    let usual = "tic-tac-toe random random:seed=2 --games 4";
    assert_eq!(played(&folder, usual).code(0).err, "");
    played(&folder, "tic-tac-toe random random --sprt a b").code(2).err("not a number");
}

#[test]
fn a_test_stops_early() {
    let value =
        run("match rush random random:seed=2 --set size=3 --games 100000 --sprt -400 400 --format json").code(0).json();
    assert!(value["games"].as_u64() < Some(1000), "{value}");
    assert!(value["sprt"]["decision"].is_number(), "{value}");
    assert_eq!(value["sprt"]["bound"], 2.94);
    run("match rush random random:seed=2 --set size=3 --games 4 --sprt 0 1")
        .code(0)
        .out("SPRT 0 to 1: LLR ")
        .out("not decided");
    run("match rush random random --sprt 5 0").code(2).err("the smaller one first");
    run("match rush random random random --sprt 0 5").code(2).err("needs two players");
}

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_a_valid_file_and_the_score() {
    let folder = folder();
    let path = folder.path().join("games.jsonl");
    let args = "match rush random random:seed=2 --set size=9 --games 1000000 --records games.jsonl";
    let has_games = || std::fs::metadata(&path).map_or(0, |found| found.len()) >= 5000;
    let ran = stopped_in(folder.path(), args, has_games).code(130);
    ran.out("random against random:seed=2").err("go on with `--continue`");
    let written = records(&folder, "games.jsonl").len();
    let args =
        format!("rush random random:seed=2 --set size=9 --games {} --records games.jsonl --continue", written + 4);
    played(&folder, &args).code(0).out(&format!("{} games", written + 4));
}

#[cfg(unix)]
#[test]
fn a_match_stopped_before_its_first_game_ends_has_no_table() {
    let folder = folder();
    let ran = stopped(folder.path(), "match hex mcts mcts --set size=19 --time 5 --threads 1").code(130);
    assert!(ran.out.is_empty(), "{}", ran.out);
    ran.err("Stopped after 0 of 100 games");
}

#[test]
fn wrong_matches_are_refused() {
    run("match rush random").code(2).err("2 values required");
    run("match rush random rnadom").code(2).err("did you mean `random`?");
    run("match rush random random:sed=1").code(2).err("seed");
    run("match rush random random --time 0").code(2).err("number of seconds");
    run("match rush random random --continue").code(2).err("--records");
}

#[test]
fn three_share_a_board() {
    let value =
        run("match chinese-checkers random random:seed=2 --games 4 --max-plies 30 --format json").code(0).json();
    assert_eq!((&value["games"], &value["stopped"]), (&json!(4), &json!(4)));
    assert_eq!(value["pairings"][0]["drawn"], 4);
}
