//! The JSON that scripts rely on.

use super::*;
use serde_json::{Value, json};

fn keys(value: &Value) -> Vec<&str> {
    value.as_object().unwrap().keys().map(String::as_str).collect()
}

#[test]
fn moves() {
    let value = run("moves rush --set size=3 --format json").code(0).json();
    let moves = ["a1", "b1", "c1", "a2", "b2", "c2", "a3", "b3", "c3"];
    assert_eq!(value, json!({"to_move": "Black", "outcome": null, "moves": moves}));
    let over = run("moves tic-tac-toe --after a1,b1,a2,b2,a3 --format json").code(0).json();
    assert_eq!(over["to_move"], Value::Null);
    assert!(over["outcome"]["winner"].is_string());
    assert_eq!(over["moves"], json!([]));
}

#[test]
fn details_of_moves() {
    let value = run("moves chess --after e2-e4,d7-d5 --details --format json").code(0).json();
    let takes = value["moves"].as_array().unwrap().iter().find(|entry| entry["text"] == "e4-d5").unwrap();
    let pawn = |owner: &str| json!({"owner": owner, "kind": "pawn"});
    assert_eq!((&takes["from"], &takes["to"]), (&json!("e4"), &json!("d5")));
    assert_eq!(
        takes["changes"].as_array().unwrap()[..2],
        json!([
            {"change": "moved", "piece": pawn("White"), "from": "e4", "to": "d5"},
            {"change": "removed", "piece": pawn("Black"), "cell": "d5"},
        ])
        .as_array()
        .unwrap()[..]
    );
    assert_eq!((&takes["to_move"], &takes["outcome"]), (&json!("Black"), &Value::Null));
    let last = run("moves tic-tac-toe --after a1,b1,a2,b2 --details --format json").code(0).json();
    let wins = last["moves"].as_array().unwrap().iter().find(|entry| entry["text"] == "a3").unwrap();
    assert_eq!((&wins["to_move"], &wins["outcome"]), (&Value::Null, &json!({"winner": "X"})));
    let ran = run("moves tic-tac-toe --after a1,b1,a2,b2 --details").code(0);
    ran.out("a3\n  mark of X is put on a3\n  X wins\n").out("c1\n  mark of X is put on c1\n  O to move\n");
    // Cells have the names that the board shows.
    run("moves english-draughts --details").code(0).out("11-15\n  man of Black moves from 11 to 15\n  White to move\n");
    run("moves chess --details --why e2-e5").code(2).err("--why");
}

#[test]
fn why() {
    let value = run("moves jostle --why d3-d4 --format json").code(1).json();
    assert_eq!((&value["move"], &value["legal"]), (&json!("d3-d4"), &json!(false)));
    assert!(value["why"].as_str().unwrap().contains("jostle.game"));
}

#[test]
fn perft() {
    assert_eq!(run("perft push 3 --format json").code(0).json(), json!({"depth": 3, "nodes": 2874}));
    assert_eq!(run("perft push 0 --format json").code(0).json(), json!({"depth": 0, "nodes": 1}));
}

#[test]
fn playout() {
    let value = run("playout jostle --games 4 --format json").code(0).json();
    for key in ["games", "plies", "seconds", "plies_per_second", "wins", "draws", "unfinished"] {
        assert!(value[key].is_number() || key == "wins", "{key} in {value}");
    }
    assert_eq!(value["games"], 4);
    assert_eq!(keys(&value["wins"]).len(), 2);
    let cut = run("playout jostle --games 4 --max-plies 2 --format json").code(0).json();
    assert_eq!((&cut["unfinished"], &cut["plies"]), (&json!(4), &json!(8)));
}

#[test]
fn check() {
    assert_eq!(run("check rush --format json").code(0).json(), json!([]));
    let folder = folder();
    write(&folder, "x.game", bundled("rush").replace("neighbors(p) & occupied", "neigbors(p) & occupied"));
    let ran = run_in(folder.path(), &["check", "x.game", "--format", "json"], "").code(1);
    let findings = ran.json();
    let finding = findings.as_array().unwrap().iter().find(|finding| finding["code"] == "E02").unwrap();
    assert_eq!((&finding["severity"], &finding["file"]), (&json!("error"), &json!("x.game")));
    assert_eq!(finding["line"], 14);
    assert!(finding["column"].as_u64().unwrap() > 20);
    assert!(finding["message"].is_string());
    assert!(finding["help"].as_str().unwrap().contains("neighbors"));
}

#[test]
fn show() {
    let value = run("show rush --set size=3 --after b2 --format json").code(0).json();
    assert_eq!(value["pieces"], json!({"b2": {"owner": "Black", "kind": "stone"}}));
    assert_eq!((&value["ply"], &value["to_move"]), (&json!(1), &json!("White")));
    assert_eq!((&value["settings"], &value["last"]), (&json!({"size": 3}), &json!(["b2"])));
    let value = run("show crazyhouse --after e2-e4,d7-d5,e4-d5 --format json").code(0).json();
    let vars = json!({
        "rights": ["a1", "h1", "a8", "h8"], "passed": [], "quiet": 0,
        "hand": {"White": {"pawn": 1}, "Black": {}}, "promoted": [],
    });
    assert_eq!(value["vars"], vars);
    let value = run("show lasca --after c3-d4,e5xc3 --format json").code(0).json();
    let under = json!([{"owner": "White", "kind": "soldier"}]);
    assert_eq!(value["pieces"]["c3"], json!({"owner": "Black", "kind": "soldier", "under": under}));
    assert_eq!(value["vars"], json!({"jumped": []}));
    // From the bottom up, as in the line.
    let args = ["show", "lasca", "--position", "7/7/7/3[sOS]3/7/7/7 White", "--format", "json"];
    let value = run_in(folder().path(), &args, "").code(0).json();
    let kinds: Vec<&str> = value["pieces"]["d4"]["under"]
        .as_array()
        .unwrap()
        .iter()
        .map(|piece| piece["kind"].as_str().unwrap())
        .collect();
    assert_eq!(kinds, ["soldier", "officer"]);
}

#[test]
fn list() {
    let value = run("list --format json").code(0).json();
    let rush = value.as_array().unwrap().iter().find(|game| game["name"] == "rush").unwrap();
    assert_eq!((&rush["title"], &rush["cells"]), (&json!("Rush"), &json!(361)));
    assert_eq!(rush["players"], json!(["Black", "White"]));
    assert_eq!(rush["classic"], json!(false));
}

#[test]
fn explain() {
    let codes = run("explain --format json").code(0).json();
    let code = |name: &str| codes.as_array().unwrap().iter().find(|code| code["code"] == name).unwrap().clone();
    let title = "no rule for a player without a move";
    assert_eq!(code("W01"), json!({"code": "W01", "title": title, "kind": "warning"}));
    assert_eq!((&code("E10")["kind"], &code("F03")["kind"]), (&json!("error"), &json!("fault")));
    let page = run("explain e13 --format json").code(0).json();
    assert_eq!(page["code"], "E13");
    assert!(page["page"].as_str().unwrap().starts_with("# E13: "));
}

#[test]
fn scenes() {
    let value = run("show crazyhouse --after e2-e4,d7-d5,e4-d5 --format scene").code(0).json();
    let parts = [
        "borders",
        "cells",
        "coordinates",
        "drawing",
        "edges",
        "extent",
        "grid",
        "hands",
        "joints",
        "last",
        "layers",
        "legend",
        "lines",
        "pieces",
        "players",
        "status",
        "title",
    ];
    assert_eq!(keys(&value), parts);
    assert_eq!((&value["status"], &value["last"]), (&json!("Black to move"), &json!(["e4", "d5"])));
    let d5 = value["cells"].as_array().unwrap().iter().find(|cell| cell["id"] == "d5").unwrap();
    assert_eq!((&d5["center"], &d5["pieces"]), (&json!([4.0, 5.0]), &json!(["pawn of White"])));
    assert_eq!(
        value["hands"][0],
        json!({"name": "hand", "player": "White", "pieces": [{"piece": "pawn of White", "count": 1}]})
    );
    assert_eq!((&value["players"][0]["on_top"], &value["players"][1]["on_top"]), (&json!(false), &json!(true)));
    run("show chess --rules --format scene").code(2).err("the rule sheet is available only as text, Markdown or HTML");
}

#[test]
fn scenes_have_stacks_from_the_bottom_up() {
    let line = "7/7/7/3[sSO]3/7/7/s6 White";
    let value = run_in(Path::new("."), &["show", "lasca", "--position", line, "--format", "scene"], "").code(0).json();
    let d4 = value["cells"].as_array().unwrap().iter().find(|cell| cell["id"] == "d4").unwrap();
    assert_eq!(d4["pieces"], json!(["soldier of Black", "soldier of White", "officer of White"]));
    assert_eq!(d4["corner"], json!([3]));
}

#[test]
fn no_direction_is_null() {
    let folder = folder();
    let rules = "game \"D\"\nboard square 2 x 1\nplayers A, B\npiece stone\nvar d: dir\n\
                 action place(p: empty)\n  when d == nothing\n  do { put stone at p; d = E }\n\
                 end { when stuck(next): draw }\n";
    write(&folder, "d.game", rules);
    let run = |args: &[&str]| run_in(folder.path(), args, "").code(0).json();
    assert_eq!(run(&["show", "d.game", "--format", "json"])["vars"], json!({ "d": null }));
    assert_eq!(run(&["repl", "d.game", "-e", "d", "--format", "json"])["value"], json!(null));
    let moves = run(&["moves", "d.game", "--details", "--format", "json"]);
    let set = moves["moves"][0]["changes"].as_array().unwrap().iter().find(|change| change["change"] == "set").unwrap();
    assert_eq!((&set["was"], &set["value"]), (&json!(null), &json!("E")));
}
