//! `boardwright bench`, and `--threads`. That figures are there, not what they are.

use super::*;

#[test]
fn each_game_has_its_line() {
    let ran = run("bench tic-tac-toe breakthrough --seconds 0.01").code(0);
    let lines: Vec<&str> = ran.out.lines().collect();
    assert_eq!(lines.len(), 3, "{}", ran.out);
    assert!(
        lines[0].starts_with("game") && lines[1].starts_with("tic-tac-toe") && lines[2].starts_with("breakthrough")
    );
    // Numbers stand below the ends of their headings.
    assert!(lines.iter().all(|line| line.len() == lines[0].len()), "{}", ran.out);
}

#[test]
fn json_has_all_figures() {
    let value = run("bench jostle tic-tac-toe --seconds 0.01 --format json").code(0).json();
    assert_eq!((&value["threads"], &value["seconds"]), (&1.into(), &0.01.into()));
    let games = value["games"].as_array().unwrap();
    assert_eq!(games.iter().map(|game| &game["game"]).collect::<Vec<_>>(), ["jostle", "tic-tac-toe"]);
    let game = &games[0];
    assert_eq!((&game["title"], &game["cells"], &game["engine"]), (&"Jostle".into(), &100.into(), &"fast".into()));
    assert!(game["why"].is_null());
    for figure in [
        "/playouts/plies_per_second",
        "/playouts/slowest",
        "/playouts/fastest",
        "/perft/nodes_per_second",
        "/code/bytes",
        "/bytes/position",
        "/bytes/words",
        "/bytes/running",
    ] {
        assert!(game.pointer(figure).is_some_and(|figure| figure.as_u64() > Some(0)), "{figure} in {game}");
    }
    for figure in ["/load_ms", "/code/ms", "/perft/seconds"] {
        assert!(game.pointer(figure).is_some_and(serde_json::Value::is_f64), "{figure} in {game}");
    }
    let counted = [1, 16, 296, 5068, 95724, 1691040];
    let depth = game["perft"]["depth"].as_u64().unwrap();
    assert_eq!(game["perft"]["nodes"], counted[depth as usize]);
    // A short game comes to its end, also in so short a time.
    assert!((5.0..=9.0).contains(&games[1]["playouts"]["plies_per_game"].as_f64().unwrap()), "{}", games[1]);
}

#[test]
fn what_is_slow_in_a_recursive_effect_has_its_place() {
    let folder = folder();
    let rules = "game \"Slow\"\nboard square 6 x 6\nplayers A, B\npiece man\naction put(p: empty)\n  \
        do { put man at p; spread({p}, 3) }\neffect spread(T: cells, n: int) {\n  if n > 0 {\n    \
        let more = union(p in T: { q in neighbors(p): row(q) * row(q) % 3 == column(p) % 3 })\n    \
        remove more & enemy\n    spread(more, n - 1)\n  }\n}\n\
        end {\n  when none(empty): draw\n  when stuck(next): draw\n  when ply > 90: draw\n}\n";
    write(&folder, "slow.game", rules);
    let args = ["bench", "slow.game", "--explain", "--seconds", "0.01"];
    run_in(folder.path(), &args, "").code(0).out("  slow.game:7:8  one element after the other, in `union`\n");
    let json = run_in(folder.path(), &[&args[..], &["--format", "json"]].concat(), "").code(0).json();
    let places = json[0]["places"].as_array().unwrap();
    let union = places.iter().find(|place| place["word"] == "union").unwrap();
    assert_eq!(union["place"], "slow.game:7:8", "{json}");
}

#[test]
fn what_runs_step_by_step_is_explained() {
    let folder = folder();
    let rules = "game \"Slow\"\nboard square 6 x 6\nplayers A, B\npiece man\nvar n = 0\n\
        action put(p: empty)\n  when count(q in neighbors(p, all): n % (row(q) + 1) == 1) < 3\n  \
        do { put man at p; n += column(p) }\nend {\n  when stuck(next): draw\n}\n";
    write(&folder, "slow.game", rules);
    let ran = run_in(folder.path(), &["bench", "slow.game", "--explain", "--seconds", "0.01"], "").code(0);
    let ran = ran.out("slow.game: ").out(" x the reference engine\n").out("steps per ply\n");
    ran.out("slow.game:7:8  one element after the other, in `count`\n").out("count(q in neighbors(p, all)");
    let args = ["bench", "slow.game", "tic-tac-toe", "--explain", "--seconds", "0.01", "--format", "json"];
    let json = run_in(folder.path(), &args, "").code(0).json();
    let place = &json[0]["places"][0];
    assert_eq!((&place["place"], &place["kind"]), (&"slow.game:7:8".into(), &"one element after the other".into()));
    assert_eq!(place["word"], "count");
    assert!(place["steps_per_ply"].as_f64() > Some(1.0) && json[0]["refused"].is_null(), "{json}");
    assert_eq!(json[1]["game"], "tic-tac-toe");
    // What cannot be compiled is named, with the speed of the reference engine.
    let refused = rules.replace("n % (row(q) + 1) == 1", "n in chain(2)");
    write(
        &folder,
        "refused.game",
        format!("{refused}def chain(k: int): ints = if k < 1 then {{k}} else chain(k - 1) | {{k}}\n"),
    );
    run_in(folder.path(), &["bench", "refused.game", "--explain", "--seconds", "0.01"], "")
        .code(0)
        .out("plies per second in the reference engine, because a recursive def whose value is a set of numbers cannot be compiled\n");
    run_in(folder.path(), &["playout", "refused.game", "--games", "2"], "").code(0).err(
        "the reference engine plays, because a recursive def whose value is a set of numbers cannot be compiled\n",
    );
    assert_eq!(run_in(folder.path(), &["playout", "slow.game", "--games", "2"], "").code(0).err, "");
    // So is the action with a text that may fault.
    write(&folder, "text.game", rules.replace("  do ", "  as \"{p}-{7 / (n + 1)}\"\n  do "));
    let explained = run_in(folder.path(), &["bench", "text.game", "--explain", "--seconds", "0.01"], "").code(0);
    explained.out(
        "because texts of moves that may fault cannot be compiled\ntext.game:6:1  a text here may fault: show binders",
    );
    run("bench chess --explain --clif any").code(2);
}

#[test]
fn moves_that_are_drawn_in_vain_have_their_action() {
    let folder = folder();
    let rules = "game \"Vain\"\nboard square 9 x 9\nplayers A, B\npiece man\nvar n = 0\naction put(p: empty)\n  \
        when n > 5 or some(q in board: distance(p, q) == n and q in own)\n  do { put man at p; n = (n + 1) % 7 }\n\
        action pass()\n  do n = (n + 1) % 7\nend {\n  when ply > 50: draw\n  when stuck(next): draw\n}\n";
    write(&folder, "vain.game", rules);
    let args = ["bench", "vain.game", "--explain", "--seconds", "0.01"];
    run_in(folder.path(), &args, "").code(0).out("vain.game:6:1  moves are drawn in vain\n");
    write(&folder, "none.game", rules.replace("p: empty", "p: own").replace("pass()", "pass() when n == 9"));
    let none = run_in(folder.path(), &["bench", "none.game", "--explain", "--seconds", "0.01"], "").code(0);
    none.out("none.game: no plies, because nobody has a first move\n");
}

#[test]
fn a_fault_that_the_rules_exclude_is_explained() {
    let folder = folder();
    let rules = |condition: &str| {
        format!(
            "game \"Guard\"\nboard square 6 x 6\nplayers A, B\npiece man\nvar n: int = 0\n\
             def few(q: cell) = count(neighbors(q) & own) <= 3 / n\n\
             action put(p: {{ q in empty: {condition} }}) do {{ put man at p; n = 1 - n }}\nend {{ when stuck(next): draw }}\n"
        )
    };
    let explain = |condition: &str| {
        write(&folder, "guard.game", rules(condition));
        let json = ["bench", "guard.game", "--explain", "--seconds", "0.01", "--format", "json"];
        run_in(folder.path(), &json, "").code(0).json()[0]["places"].clone()
    };
    // The first condition is the same for all cells: the second one is evaluated only where it holds.
    assert_eq!(explain("n == 0 or few(q)").as_array().unwrap().len(), 0);
    let places = explain("n == 0 or (row(q) < 9 and few(q))");
    assert_eq!(places.as_array().unwrap().len(), 0, "{places}");
    // Here it is not, and every second ply faults.
    let places = explain("(q in empty and n == 0) or few(q)");
    assert_eq!(places[0]["kind"], "a fault, after which the reference engine makes the ply", "{places}");
    assert_eq!((&places[0]["place"], &places[0]["steps_per_ply"]), (&"guard.game:7:12".into(), &0.5.into()));
}

#[test]
fn texts_that_are_compared_are_explained() {
    let folder = folder();
    let rules = "game \"Alike\"\nboard square 4 x 4\nplayers A, B\npiece man\n\
        action put(p: empty, n: 1..3) as \"{p}\" do put man at p\n\
        action drop(p: empty) as \"{p}\" do put man at p\nend {\n  when stuck(next): draw\n}\n";
    write(&folder, "alike.game", rules);
    let args = ["bench", "alike.game", "--explain", "--seconds", "0.01"];
    let ran = run_in(folder.path(), &args, "").code(0);
    ran.out("two moves of `put` may have the same text, so that texts are compared\n")
        .out("moves of `put` and `drop` may have the same text, so that texts are compared\n")
        .out("\ntexts are compared: show all binders and choices in the texts of moves");
    write(&folder, "told.game", rules.replacen("{p}", "{p}-{n}", 1).replace("as \"{p}\"", "as \"d{p}\""));
    let ran = run_in(folder.path(), &["bench", "told.game", "--explain", "--seconds", "0.01"], "").code(0);
    assert!(!ran.out.contains("texts"), "{}", ran.out);
}

#[test]
fn the_reference_engine_has_no_code() {
    let args = "bench rush --set size=5 --engine reference --threads 2 --seconds 0.01 --format json";
    let value = run(args).code(0).json();
    let game = &value["games"][0];
    assert_eq!(
        (&value["threads"], &game["engine"], &game["settings"]["size"]),
        (&2.into(), &"reference".into(), &5.into())
    );
    assert!(game["code"].is_null() && game["bytes"]["running"].is_null() && game["why"].is_null());
}

#[test]
fn a_game_that_ends_is_counted_no_further() {
    let folder = folder();
    let text = bundled("tic-tac-toe").replace("3 x 3", "2 x 1");
    write(&folder, "small.game", text.split("example").next().unwrap());
    let ran = run_in(folder.path(), &["bench", "small.game", "--seconds", "0.01", "--format", "json"], "").code(0);
    let perft = &ran.json()["games"][0]["perft"];
    assert_eq!((&perft["depth"], &perft["nodes"]), (&2.into(), &2.into()));
}

#[test]
fn one_that_fails_does_not_keep_the_others() {
    let folder = folder();
    write(&folder, "broken.game", bundled("rush").replace("neighbors(p) & occupied", "neigbors(p) & occupied"));
    write(
        &folder,
        "silent.game",
        "game \"Silent\" board square 2 x 1 players Black, White piece stone\n\
         action place(p: empty) do put stone at p\nend { when ply > 99: draw }\n",
    );
    let args = "bench broken.game silent.game tic-tac-toe --seconds 0.01";
    let bench =
        |more: &str| run_in(folder.path(), &format!("{args} {more}").split_whitespace().collect::<Vec<_>>(), "");
    let ran = bench("").code(1).err("E02").err("F01").out("\ntic-tac-toe ");
    assert_eq!(ran.out.lines().count(), 2, "{}", ran.out);
    let value = bench("--format json").code(1).json();
    assert_eq!(value["games"].as_array().unwrap().len(), 1);
}

#[test]
fn what_is_mistyped_is_said_at_once() {
    run("bench tic-tac-toe rsh --seconds 1000").code(2).err("did you mean `rush`");
    run("bench tic-tac-toe --set size=4 --seconds 1000").code(2).err("size");
    run("bench rush --seconds 0").code(2).err("number of seconds");
    run("bench rush --seconds nan").code(2).err("number of seconds");
    run("bench rush --threads many").code(2).err("`all`");
    run("perft rush 2 --threads -1").code(2);
    run("playout rush --threads 100000").code(2).err("`all`");
    run("bench").code(2);
}

#[test]
fn counts_and_games_do_not_depend_on_the_threads() {
    let on = |args: &str, threads: &str| {
        let out = run(&format!("{args} --threads {threads}")).code(0).out;
        out.lines().filter(|line| !line.contains("second")).map(String::from).collect::<Vec<_>>()
    };
    for args in ["perft push 4 --divide", "perft jostle 3", "playout tic-tac-toe --games 300"] {
        let alone = on(args, "1");
        assert!(["2", "5", "all"].iter().all(|threads| on(args, threads) == alone), "{args}");
    }
}
