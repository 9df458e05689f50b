//! `boardwright train`, and the weights that it writes.

use super::*;
use serde_json::json;

const TINY: &str = "train connect-four --round 4 --work 30 --match 4";

/// Runs a tiny training in a folder.
fn train(folder: &TempDir, args: &str) -> Ran {
    let measure = if args.contains("--measure") { "" } else { "--measure 0" };
    let args: Vec<String> = format!("{TINY} {measure} {args}").split_whitespace().map(str::to_owned).collect();
    run_in(folder.path(), &args, "")
}

#[test]
fn a_training_writes_weights_and_goes_on() {
    let one = folder();
    let ran = train(&one, "--games 4").code(0).out("4 games of alphabeta against itself").err("4 of 4 games: loss ");
    ran.out("written to connect-four.weights\n");
    let text = read(&one, "connect-four.weights");
    assert!(text.starts_with("format: boardwright weights 1\ngame: Connect Four\n"), "{text}");
    train(&one, "--games 8").code(2).err("`connect-four.weights` already exists");
    let value = train(&one, "--games 8 --continue --format json").code(0).json();
    assert_eq!(
        (&value["games"], &value["best"], &value["file"]),
        (&json!(8), &json!(null), &json!("connect-four.weights"))
    );
    train(&one, "--games 12 --continue --seed 2").code(2).err("the weights were made with seed 1, not 2");

    let other = folder();
    train(&other, "--games 4 --out x --threads 3").code(0);
    assert_eq!(read(&other, "x"), text);
}

#[test]
fn the_best_player_is_measured() {
    let folder = folder();
    train(&folder, "--games 4 --measure 2 --measure-time 0.005").code(0).out("best player   ");
    assert!(read(&folder, "connect-four.weights").contains("\nbest: "));
    let args =
        ["match", "connect-four", "best:weights=connect-four.weights", "random", "--games", "2", "--playouts", "50"];
    run_in(folder.path(), &args, "").code(0).out("best:weights=connect-four.weights against random: ");
}

#[test]
fn bad_weights_are_reported_with_their_line() {
    let folder = folder();
    train(&folder, "--games 4").code(0);
    let text = read(&folder, "connect-four.weights");
    let play = |text: &str| {
        std::fs::write(folder.path().join("w"), text).unwrap();
        run_in(
            folder.path(),
            &["match", "connect-four", "alphabeta:weights=w", "random", "--games", "2", "--depth", "1"],
            "",
        )
    };
    play(&text).code(0);
    play("nonsense").code(2).err("`w`, line 1: it is not a file of weights");
    play(&format!("{text}rows with 3 off 4 = 1\n"))
        .code(2)
        .err("Connect Four has no feature `rows with 3 off 4`; did you mean");
    play(&format!("{text}moves = inf\n")).code(2).err("`inf` is not a weight");
    let none = ["match", "connect-four", "alphabeta:weights=none", "random"];
    run_in(folder.path(), &none, "").code(2).err("file not found: `none`");
    std::fs::write(folder.path().join("connect-four.weights"), "nonsense").unwrap();
    train(&folder, "--games 8 --continue").code(2).err("`connect-four.weights`, line 1: ");
}

#[test]
fn wrong_usage_of_train_is_explained() {
    run("train chinese-checkers --games 4").code(2).err("is not a game for two");
    run("train nothing").code(2).err("unknown game `nothing`");
    run("train hex --games 0").code(2);
    run("train hex --out no/such/folder/x").code(2);
}

#[test]
fn training_goes_on_with_weights_that_were_not_kept() {
    let folder = folder();
    let train = |args: &str| {
        let tiny = "train tic-tac-toe --round 10 --work 20 --match 4 --measure 0";
        let args: Vec<String> = format!("{tiny} {args}").split_whitespace().map(str::to_owned).collect();
        run_in(folder.path(), &args, "")
    };
    // Nobody is better than the untrained player here: the games are draws, or won by the first one.
    let ran = train("--games 20").code(0).out("not better, so the trained weights are not kept");
    ran.out("weights in the file        none that plays; `--continue` goes on with those that were not kept");
    let text = read(&folder, "tic-tac-toe.weights");
    let (_, candidates) = text.split_once("\n[not kept]\n").expect(&text);
    assert!(candidates.contains("of mark = "), "{text}");
    // No player uses them.
    let args = "match tic-tac-toe alphabeta:weights=tic-tac-toe.weights random --games 2 --depth 1";
    run_in(folder.path(), &args.split(' ').collect::<Vec<_>>(), "").code(0);

    let ran = train("--games 40 --continue --format json").code(0);
    let ran = ran.err("Going on after 20 games with the last weights, which were not kept");
    let value = ran.json();
    assert_eq!(value["games"], json!(40));
    // Both say whether the weights of the file are trained ones.
    assert_eq!(value["trained"], value["strength"]["kept"]);
    let kept = !read(&folder, "tic-tac-toe.weights").contains("[not kept]");
    assert_eq!(value["trained"], json!(kept));
    train("--games 40 --continue").code(0).err("all 40 are played, so only the matches at the end follow");
}

#[test]
fn the_limit_of_time_holds_for_matches() {
    let folder = folder();
    let since = Instant::now();
    // Each match alone would take minutes.
    let args = "train chess --games 1000000 --match 100000 --measure 10000 --measure-time 0.2 --time 4 --out w";
    let ran = run_in(folder.path(), &args.split(' ').collect::<Vec<_>>(), "").code(0);
    assert!(since.elapsed().as_secs() < 60, "{:?}", since.elapsed());
    ran.err("(cut by the limit of time): ");
    let text = read(&folder, "w");
    assert!(text.contains("cut by the limit of time") || text.contains("not measured: no time was left"), "{text}");
}
